"""Printed values that are none of their kind, that a kind of piece does not print, and that it must print and has not."""

from collections import Counter as Times
from collections.abc import Iterable, Iterator
from itertools import product

from core.base.errors import Place, did_you_mean, nearest
from core.model.issues import Issue, Severity
from core.model.name_checks import listed
from core.model.oob import Counter, Formation, Oob, Side, Values
from core.rules.kernel.cells import Fault, carried, fault_of, kind_of, missing, name_of
from core.rules.kernel.charts import ChartBook
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.ruleset import Ruleset

SLICE = 500
"""Counters that are checked between two steps, some milliseconds."""


def value_issues(oob: Oob, ruleset: Ruleset, file: str) -> Iterator[Issue | None]:
    """What is wrong with the values of all items; None between what takes time.

    What a kind must print and has not is one finding for each value, however many counters miss it.
    """
    checks = _Checks(file)
    for side in oob.sides:
        yield from checks.strange(ruleset.side_values, side.values, side, f'The side "{side.id}"')
    for formation in oob.formations:
        yield from checks.strange(ruleset.formation_values, formation.values, formation, f'The formation "{formation.id}"')
    lacking: dict[str, list[Counter]] = {}
    for number, counter in enumerate(oob.counters):
        if number % SLICE == SLICE - 1:
            yield None
        called = f'The counter "{counter.id}"'
        yield from checks.strange(ruleset.values, counter.values, counter, called)
        if counter.back:
            yield from checks.strange(ruleset.values, counter.back, counter, f"{called}, on its back")
        yield from checks.of_other_kinds(ruleset.values, counter, called)
        for value in missing(ruleset.values, counter.values):
            lacking.setdefault(value.id, []).append(counter)
    for value in ruleset.values:
        if counters := lacking.get(value.id):
            yield checks.lacking(value, counters, names_of(ruleset.values, counters))


def row_issues(oob: Oob, ruleset: Ruleset, book: ChartBook, file: str) -> Iterator[Issue]:
    """Words that must name a row of a chart in force, such as a nationality, and name none: with the nearest row, and all that
    there are."""
    kept: tuple[tuple[str, tuple[CounterValue, ...], Iterable[Side | Formation | Counter]], ...] = (
        ("side", ruleset.side_values, oob.sides),
        ("formation", ruleset.formation_values, oob.formations),
        ("counter", ruleset.values, oob.counters),
    )
    for each, values, items in kept:
        of_charts = [(value, book.charts[value.chart]) for value in values if value.chart in book.charts]
        for item, (value, chart) in product(items if of_charts else (), of_charts):
            word, rows = item.values.get(value.id), chart.rows.labels
            if not isinstance(word, str) or not word or chart.rows.index(word) is not None:
                continue
            match = nearest(word, rows)
            text = f'The {each} "{item.id}": {value.title} "{word}" is no row of the chart "{chart.title}" ({chart.id}).'
            text += f' Did you mean "{match}"?' if match is not None else ""
            place = item.place if item.place.file else Place(file)
            units = (item.id,) if isinstance(item, Counter) else ()
            text = f"{text} Allowed: {', '.join(rows)}."
            yield Issue(place, text, Severity.ERROR, value.section, "wrong-row", units=units)


def names_of(values: tuple[CounterValue, ...], counters: list[Counter]) -> list[str]:
    """What counters are called, their ids where they do not say; behind names that several of them have, their ids, too."""
    names = [name_of(values, counter.values) or counter.id for counter in counters]
    times = Times(names)
    return [name if times[name] == 1 else f"{name} ({counter.id})" for name, counter in zip(names, counters, strict=True)]


class _Checks:
    """The checks of one order of battle; what was found of a value once is not worked out again."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._faults: dict[tuple[str, type, object], Fault | None] = {}

    def _issue(self, item: Side | Formation | Counter, text: str, code: str) -> Issue:
        place = item.place if item.place.file else Place(self._file)
        units = (item.id,) if isinstance(item, Counter) else ()
        # What nobody reads changes no answer.
        return Issue(place, text, Severity.WARNING if code != "wrong-value" else Severity.ERROR, code=code, units=units)

    def strange(
        self, values: tuple[CounterValue, ...], held: Values, item: Side | Formation | Counter, called: str
    ) -> Iterator[Issue]:
        """Values that are none of their kind, and those that the ruleset does not know."""
        known = {value.id: value for value in values if value.role != "formation"}
        formations = {value.id for value in values if value.role == "formation"}
        for id_, each in sorted(held.items()):
            value = known.get(id_)
            if id_ in formations:
                said = f'{called} has a value "{id_}", which nobody reads: say its formation beside the values.'
                yield self._issue(item, said, "strange-value")
                continue
            if value is None:
                said = f'{called} has a value "{id_}", which the ruleset does not know; nobody reads it.'
                yield self._issue(item, f"{said}{did_you_mean(id_, known)}", "strange-value")
                continue
            key = id_, type(each), each
            if key not in self._faults:
                self._faults[key] = fault_of(value, each)
            if (fault := self._faults[key]) is not None:
                yield self._issue(item, f"{called}: {fault.text}", "wrong-value")

    def of_other_kinds(self, values: tuple[CounterValue, ...], counter: Counter, called: str) -> Iterator[Issue]:
        """Values that pieces of this kind do not print."""
        kind = kind_of(values, counter.values)
        if not kind:
            return
        theirs = {value.id for value in carried(values, kind)}
        others = [value.title for value in carried(values) if value.id in counter.values and value.id not in theirs]
        if others:
            said = f'{called} is of the kind "{kind}", which does not print: {listed(others)}.'
            yield self._issue(counter, said, "value-of-another-kind")

    def lacking(self, value: CounterValue, counters: list[Counter], names: list[str]) -> Issue:
        """The finding for a value that counters must print and have not; `names` are what they are called."""
        place = counters[0].place if counters[0].place.file else Place(self._file)
        ids = tuple(counter.id for counter in counters)
        have = "has" if len(ids) == 1 else "have"
        text = f'{value.title} ("{value.id}") must be said of each counter of its kind; {listed(names)} {have} none.'
        return Issue(place, text, Severity.WARNING, value.section, "missing-value", units=ids)
