"""Reads looks and markers: `looks.yaml` and `markers.yaml` of a ruleset, and looks that a box brings.

looks.yaml     colours by name, groups of elements that several looks use, and the looks
markers.yaml   the same for kinds of markers

Everything that an element names must be there: values, choices, colours, groups, signs.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from core.base.colours import is_colour
from core.base.errors import did_you_mean
from core.files.look_schemas import ElementItem, LookItem, LooksFile, MarkerItem, MarkersFile, UseItem
from core.files.schemas import shown
from core.files.strict_yaml import Route
from core.files.validation import Reader
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.looks import COLOURS, SPECIAL, Chosen, Condition, Element, Look, slots
from core.rules.kernel.markers import MarkerKind
from core.rules.kernel.signs import SIGNS

TONES = ("pale", "deep")
"""What can stand before the name of a colour."""


@dataclass
class _Shelf:
    """What the elements of one file can name."""

    reader: Reader
    full_px: float
    values: Mapping[str, CounterValue]
    colours: dict[str, str] = field(default_factory=dict)
    groups: dict[str, tuple[Element, ...]] = field(default_factory=dict)

    def stock(self, colours: Mapping[str, Any], groups: Mapping[str, Any]) -> None:
        """Takes in the colours and groups of the file."""
        for name, colour in colours.items():
            if isinstance(colour, str) and is_colour(colour):
                self.colours[name] = colour.lower()
            else:
                self.reader.report(("colours", name), f'"{name}" must be a colour such as "#9dbb6c", not {shown(colour)}.')
        for name, held in groups.items():
            self.groups[name] = tuple(self.elements(("groups", name), held))

    def elements(self, route: Route, held: Any) -> Iterator[Element]:
        """The elements of a list, with those of the groups that it uses in their places."""
        if not isinstance(held, list):
            self.reader.report(route, f'"{route[-1]}" must be a list, not {shown(held)}.')
            return
        for n, each in enumerate(held):
            at = (*route, n)
            if isinstance(each, dict) and "use" in each:
                yield from self._used(at)
            else:
                item = self.reader.item(ElementItem, at)
                if item is not None:
                    self._check(at, item)
                    yield self._element(item)

    def _used(self, at: Route) -> Iterator[Element]:
        item = self.reader.item(UseItem, at)
        if item is None:
            return
        self._check_conditions((*at, "when"), item.when)
        if item.use not in self.groups:
            text = f'There is no group "{item.use}" above.{did_you_mean(item.use, self.groups)}'
            self.reader.report((*at, "use"), text)
        for element in self.groups.get(item.use, ()):
            yield replace(element, when=(*item.when, *element.when))

    def _element(self, item: ElementItem) -> Element:
        from_px = max(item.from_px, self.full_px) if item.small is False else item.from_px
        return Element(
            form=item.form,
            area=item.area,
            small=item.small if isinstance(item.small, tuple) else None,
            text=item.text,
            echelon=item.echelon,
            fill=item.fill,
            ink=item.ink,
            bar=item.bar,
            when=item.when,
            width=item.width,
            dashed=item.dashed,
            round=item.round,
            align=item.align,
            bold=item.bold,
            turn=item.turn,
            from_px=from_px,
            below_px=item.below_px,
        )

    # What elements name ---------------------------------------------------------------------------------------------------

    def _check(self, at: Route, item: ElementItem) -> None:
        self._check_conditions((*at, "when"), item.when)
        for key, chosen in (("text", item.text), ("echelon", item.echelon), ("bar", item.bar)):
            self._check_by((*at, key), chosen)
        for key, chosen in (("fill", item.fill), ("ink", item.ink)):
            self.check_colour((*at, key), chosen)
        if item.form in ("text", "symbol", "sign") and not item.text:
            self.reader.report(at, f'A look element of the form "{item.form}" needs a "text".')
        for text in (item.text.other, *(each for _, each in item.text.choices)):
            if item.form == "sign" and text and text not in SIGNS:
                self.reader.report((*at, "text"), f'There is no sign "{text}".{did_you_mean(text, SIGNS)}')
            for id_ in slots(text):
                self._check_value((*at, "text"), id_)

    def _check_value(self, at: Route, id_: str) -> None:
        if id_ not in self.values and id_ not in SPECIAL:
            hint = did_you_mean(id_, (*self.values, *SPECIAL))
            self.reader.report(at, f'Nothing that counters print is called "{id_}".{hint}')

    def _check_words(self, at: Route, id_: str, words: Iterable[str]) -> None:
        self._check_value(at, id_)
        value = self.values.get(id_)
        if value is None or value.type not in ("choice", "flag"):
            return
        known = ("true", "false") if value.type == "flag" else tuple(choice for choice, _ in value.choices)
        for word in words:
            if word not in known:
                self.reader.report(at, f'"{id_}" cannot be "{word}".{did_you_mean(word, known)}')

    def _check_by(self, at: Route, chosen: Chosen) -> None:
        if chosen.by:
            self._check_words(at, chosen.by, (word for word, _ in chosen.choices))

    def _check_conditions(self, at: Route, conditions: Iterable[Condition]) -> None:
        for each in conditions:
            self._check_words(at, each.value, each.among)

    def check_colour(self, at: Route, chosen: Chosen) -> None:
        """Reports what is no colour here."""
        self._check_by(at, chosen)
        for text in (chosen.other, *(each for _, each in chosen.choices)):
            tone, _, name = text.rpartition(" ")
            if tone and tone not in TONES:
                self.reader.report(at, f'A colour cannot be "{tone}".{did_you_mean(tone, TONES)}')
            elif name and not is_colour(name) and name not in self.colours and name not in COLOURS:
                hint = did_you_mean(name, (*self.colours, *COLOURS))
                self.reader.report(at, f'There is no colour "{name}".{hint}')

    def named(self) -> tuple[tuple[str, str], ...]:
        """The colours of the file by name."""
        return tuple(self.colours.items())


def read_looks(reader: Reader, head: LooksFile, values: tuple[CounterValue, ...]) -> dict[str, Look]:
    """The looks of a file whose head has been read, by id; whatever is wrong is reported."""
    shelf = _Shelf(reader, head.full_px, {value.id: value for value in values})
    shelf.stock(head.colours, head.groups)
    kinds = next((tuple(word for word, _ in value.choices) for value in values if value.role == "kind"), ())
    return {
        str(route[-1]): Look(
            str(route[-1]),
            item.title,
            tuple(_kinds(reader, route, item.of, kinds)),
            _ground(shelf, (*route, "ground"), item.ground),
            tuple(shelf.elements((*route, "front"), item.front)),
            _ground(shelf, (*route, "back_ground"), item.back_ground),
            tuple(shelf.elements((*route, "back"), item.back)),
            item.back_when,
            head.full_px,
            shelf.named(),
        )
        for route, item in reader.items("looks", head.looks, LookItem)
    }


def _kinds(reader: Reader, route: Route, of: list[str], kinds: tuple[str, ...]) -> Iterator[str]:
    for n, kind in enumerate(of):
        if kind in kinds:
            yield kind
        else:
            reader.report((*route, "of", n), f'There is no kind of piece "{kind}".{did_you_mean(kind, kinds)}')


def _ground(shelf: _Shelf, at: Route, chosen: Chosen) -> Chosen:
    shelf.check_colour(at, chosen)
    return chosen


def read_markers(reader: Reader, head: MarkersFile) -> dict[str, MarkerKind]:
    """The kinds of markers of a file whose head has been read, by id; whatever is wrong is reported."""
    shelf = _Shelf(reader, head.full_px, {})
    shelf.stock(head.colours, head.groups)
    found = {str(route[-1]): _marker(shelf, route, item) for route, item in reader.items("markers", head.markers, MarkerItem)}
    for id_, kind in found.items():
        if kind.other and kind.other not in found:
            text = f'There is no marker "{kind.other}".{did_you_mean(kind.other, found)}'
            reader.report(("markers", id_, "other"), text)
        elif kind.other and found[kind.other].other != id_:
            reader.report(("markers", id_, "other"), f'The other side of "{kind.other}" must be "{id_}".')
    return found


def _marker(shelf: _Shelf, route: Route, item: MarkerItem) -> MarkerKind:
    if (item.least is None) != (item.most is None) or (item.least or 0) > (item.most or 0):
        shelf.reader.report(route, 'A marker has both "least" and "most", in that order, or neither.', at_key=True)
    return MarkerKind(
        id=str(route[-1]),
        title=item.title,
        section=item.section,
        about=item.about,
        on=tuple(item.on),
        least=item.least,
        most=item.most,
        other=item.other,
        owned=item.owned,
        ground=_ground(shelf, (*route, "ground"), item.ground),
        parts=tuple(shelf.elements((*route, "parts"), item.parts)),
        full_px=shelf.full_px,
        colours=shelf.named(),
    )
