"""The order of battle of a box in its file: one side, formation or counter on a line.

Printed values are typed by the ruleset; without one they are what is written. A value that is none of its kind is left out and
reported, and the counter stays; one that the ruleset does not know stays as it is written, for nobody reads it. Whether sides,
formations and values are there is no matter of the file: `core.model.name_checks` and `core.rules.kernel.value_checks` say it
of every state of a box.
"""

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from core.files.oob_schemas import CounterItem, FormationItem, OobFile, OobSideItem
from core.files.quoting import Pair, flow, head_lines, optional, plain_text, quoted
from core.files.schemas import VERSION, shown
from core.files.strict_yaml import Document, Refused, Route
from core.files.validation import Reader
from core.model.issues import Issue
from core.model.items import Items
from core.model.oob import NO_VALUES, Counter, Formation, Oob, Side, Value, Values
from core.rules.kernel.cells import Fault, fraction_text, read_value
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.ruleset import Ruleset


def oob_text(oob: Oob) -> str:
    """The canonical text of an order of battle."""
    lines = head_lines("counters")
    for section, written in (
        ("sides", [_side(each) for each in oob.sides]),
        ("formations", [_formation(each) for each in oob.formations]),
        ("counters", [_counter(each) for each in oob.counters]),
    ):
        if written:
            lines += [f"{section}:", *(f"- {flow(pairs)}" for pairs in written)]
    return "\n".join(lines) + "\n"


def read_oob(document: Document, ruleset: Ruleset | None) -> tuple[Oob, tuple[Issue, ...]]:
    """The order of battle that a document holds, and everything wrong with it; an empty one where nothing can be read.

    Values are typed by the ruleset; without one they are as they are written.
    """
    reader = Reader(document)
    head = reader.head(OobFile, presets={"version": VERSION}) if reader.accepts("counters", "file of counters") else None
    if head is None:
        return Oob(), reader.issues
    of_sides, of_formations, of_counters = (
        (ruleset.side_values, ruleset.formation_values, ruleset.values) if ruleset is not None else (None, None, None)
    )
    place = document.place
    oob = Oob(
        Items(
            Side(item.id, item.name, item.colour, item.ink, values(route), item.note, place(route))
            for route, item, values in _read(reader, "sides", head.sides, OobSideItem, of_sides)
        ),
        Items(
            Formation(
                *(item.id, item.name, item.side, item.parent, item.sidc, item.stripe, values(route), item.note, place(route))
            )
            for route, item, values in _read(reader, "formations", head.formations, FormationItem, of_formations)
        ),
        Items(_read_counters(reader, head.counters, of_counters)),
    )
    return oob, reader.issues


class _Values:
    """Reads the printed values that stand at a key of an item."""

    def __init__(self, reader: Reader, known: Iterable[CounterValue] | None) -> None:
        self._reader = reader
        self._known: Mapping[str, CounterValue] | None = None
        if known is not None:
            self._known = {value.id: value for value in known if value.role != "formation"}

    def __call__(self, route: Route, key: str = "values") -> Values:
        held = self._reader.document.at(route).get(key)
        if not held or not isinstance(held, dict):
            return NO_VALUES
        found: dict[str, Value] = {}
        for id_, given in held.items():
            value = self._one((*route, key, id_), id_, given, may_be_empty=key == "back")
            if value is not None:
                found[id_] = value
        return Values(found)

    def _one(self, route: Route, id_: str, given: object, *, may_be_empty: bool) -> Value | None:
        """The value at a route, None (and an issue) when there is none that can be kept."""
        reader = self._reader
        if isinstance(given, Refused):
            return None
        if given is None or isinstance(given, list | dict):
            reader.report(route, f'"{id_}" must be one value, not {shown(given)}; what is not printed is left out.')
            return None
        if given == "":
            if may_be_empty:
                return ""
            reader.report(route, f'"{id_}" is empty; what is not printed is left out.')
            return None
        if self._known is None:
            return _as_written(given)
        known = self._known.get(id_)
        if known is None:
            return _as_written(given)
        read = read_value(known, reader.document.text(route))
        if isinstance(read, Fault):
            reader.report(route, read.text)
            return None
        if read is None:
            reader.report(route, f'"{id_}" is empty; what is not printed is left out.')
        return read


def _as_written(given: object) -> Value | None:
    """A value of the document as it stands there; numbers of any length are exact."""
    if isinstance(given, bool | int):
        return given
    if isinstance(given, Decimal):
        small = abs(int(given.as_tuple().exponent)) <= 60
        return Fraction(given) if small else str(given)
    return given if isinstance(given, str) else None


def _read(
    reader: Reader, section: str, held: list[Any], model: type[Any], known: Iterable[CounterValue] | None
) -> Iterator[tuple[Route, Any, _Values]]:
    """The items of a section, without what is wrong in them; those without an id are left out."""
    values = _Values(reader, known)
    for number in range(len(held)):
        route: Route = (section, number)
        item = reader.head(model, route)
        if item is not None:
            yield route, item, values


def _read_counters(reader: Reader, held: list[Any], known: Iterable[CounterValue] | None) -> Iterator[Counter]:
    for route, item, values in _read(reader, "counters", held, CounterItem, known):
        back = values(route, "back") if "back" in item.model_fields_set else None
        yield Counter(
            *(item.id, item.side, values(route), back, item.formation, item.sidc, item.look, item.copies, item.note),
            reader.document.place(route),
        )


def value_yaml(held: Value) -> str:
    """A printed value as YAML.

    >>> value_yaml(Fraction(5, 2)), value_yaml(Fraction(1, 3)), value_yaml(True), value_yaml("10")
    ('2.5', '"1/3"', 'true', '"10"')
    """
    if isinstance(held, bool):
        return str(held).lower()
    if isinstance(held, int):
        return str(held)
    if isinstance(held, Fraction):
        text = fraction_text(held)
        return quoted(text) if "/" in text else text
    return plain_text(held)


def _values(held: Values, *, may_be_empty: bool = False) -> str:
    return flow((plain_text(id_), value_yaml(each)) for id_, each in sorted(held.items()) if each != "" or may_be_empty)


def _optional_values(held: Values) -> str:
    return _values(held) if held else ""


def _side(side: Side) -> list[Pair]:
    return [
        ("id", plain_text(side.id)),
        ("name", optional(side.name)),
        ("colour", optional(side.colour)),
        ("ink", optional(side.ink)),
        ("values", _optional_values(side.values)),
        ("note", optional(side.note)),
    ]


def _formation(formation: Formation) -> list[Pair]:
    return [
        ("id", plain_text(formation.id)),
        ("name", optional(formation.name)),
        ("side", optional(formation.side)),
        ("parent", optional(formation.parent)),
        ("sidc", optional(formation.sidc)),
        ("stripe", optional(formation.stripe)),
        ("values", _optional_values(formation.values)),
        ("note", optional(formation.note)),
    ]


def _counter(counter: Counter) -> list[Pair]:
    return [
        ("id", plain_text(counter.id)),
        ("side", optional(counter.side)),
        ("formation", optional(counter.formation)),
        ("sidc", optional(counter.sidc)),
        ("look", optional(counter.look)),
        ("copies", str(counter.copies) if counter.copies != 1 else ""),
        ("values", _optional_values(counter.values)),
        ("back", _values(counter.back, may_be_empty=True) if counter.back is not None else ""),
        ("note", optional(counter.note)),
    ]
