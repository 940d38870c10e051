"""Worked examples that judge charts: what a chart must say so that the rules' own examples come out.

An example enters a chart, adds what other cells give, perhaps rolls, and knows what is to come of it. Each is data of its
ruleset; numbers only.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from core.model.charts import NEVER
from core.rules.kernel.charts import ChartBook, Key, NotInChart, cell, find, number_in, result

EXPECTED = ("column", "shift", "result", "at least", "at most", "has", "value", "needed")
"""What an example can expect; see `Example`."""

SUM = "sum"
"""In the place of an entry's column: the sum of the shifts finds it, and moves nothing further."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Where an example looks: a chart, its column, and its row where it has rows; each a number or a printed label."""

    chart: str
    column: int | str
    row: int | str = ""

    def __str__(self) -> str:
        row = f', row "{self.row}"' if self.row != "" else ""
        return f'{self.chart}{row}, column "{self.column}"'


@dataclass(frozen=True)
class Example:
    """One worked example of a rule.

    `shifts` are numbers, or cells that hold them; their sum moves the column of a `dice` table, is added to the number of a
    `values` table and to the roll of a `needed` one; where the column is `SUM`, it finds the column instead. `expect` may hold
    "column" (where one ends), "shift" (the sum), "result" (with `roll`), "at least" and "at most" (a result as a number, where
    words count as 0), "has" (a result that some roll in some column gives), "value" (of a cell with the shifts), "needed" (the
    least natural roll).
    """

    id: str
    rule: str
    title: str
    enter: Entry | None
    shifts: tuple[int | Entry, ...]
    expect: Mapping[str, int | str | Fraction]
    roll: int | None = None

    @property
    def charts(self) -> tuple[str, ...]:
        """The charts that it reads, each once."""
        entries = [self.enter, *self.shifts]
        return tuple(dict.fromkeys(each.chart for each in entries if isinstance(each, Entry)))


@dataclass(frozen=True)
class Outcome:
    """What came of an example. `found` holds what was expected, by the same names; `fault` says why there is none."""

    example: Example
    found: Mapping[str, int | str | Fraction] = field(default_factory=lambda: MappingProxyType({}))
    fault: str = ""

    @property
    def agrees(self) -> bool:
        """Whether everything came out as the rules say."""
        return not self.fault and all(_fits(name, self.found.get(name), wanted) for name, wanted in self.example.expect.items())


def _fits(name: str, found: int | str | Fraction | None, wanted: int | str | Fraction) -> bool:
    if isinstance(found, int | Fraction) and not isinstance(wanted, str):
        return found >= wanted if name == "at least" else found <= wanted if name == "at most" else found == wanted
    return str(found).casefold() == str(wanted).casefold()


def outcomes(examples: Iterable[Example], book: ChartBook, chart: str = "") -> tuple[Outcome, ...]:
    """What comes of examples under the charts in force; with a chart's id, of those that read it."""
    return tuple(try_out(each, book) for each in examples if not chart or chart in each.charts)


def try_out(example: Example, book: ChartBook) -> Outcome:
    """Works one example; what the charts cannot answer is a fault, never an exception."""
    try:
        return Outcome(example, MappingProxyType(_worked(example, book)))
    except NotInChart as error:
        return Outcome(example, fault=str(error))


def _worked(example: Example, book: ChartBook) -> dict[str, int | str | Fraction]:
    shift = sum(
        (
            Fraction(each) if isinstance(each, int) else number_in(book.chart(each.chart), each.row, each.column)
            for each in example.shifts
        ),
        Fraction(0),
    )
    found: dict[str, int | str | Fraction] = {"shift": shift}
    if example.enter is None:
        return found
    chart = book.chart(example.enter.chart)
    entered: Key = example.enter.column
    if entered == SUM:
        entered, shift = shift, Fraction(0)
    if chart.form == "dice":
        column = find(chart.columns, entered).shifted(int(shift))
        found["column"] = column.label
        wanted = example.expect.get("has")
        if any(band.result == wanted for bands in chart.bands for band in bands):
            found["has"] = str(wanted)
        if example.roll is not None:
            found["result"] = result(chart, column, example.roll)
            given = str(found["result"])
            found["at least"] = found["at most"] = Fraction(given) if given.isdecimal() else Fraction(0)
        return found
    value = cell(chart, example.enter.row, entered)
    if chart.form == "needed":
        found["column"] = find(chart.columns, entered).label
        found["needed"] = value if isinstance(value, str) else value - shift
        if example.roll is not None:
            found["result"] = "yes" if value != NEVER and not isinstance(value, str) and example.roll + shift >= value else "no"
        return found
    found["value"] = value if isinstance(value, str) else value + shift
    return found
