"""What is to be said of a chart while it is typed: faults at their cells, coverage, and the worked examples of the rules."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from core.model.charts import Chart, read_span
from core.model.issues import Severity
from core.rules.kernel.chart_checks import Fault, faults, misfits
from core.rules.kernel.chart_grid import At, ChartGrid, Line, Slip, chart_of, row_rolls, runs
from core.rules.kernel.charts import ChartBook, rolls_of
from core.rules.kernel.examples import Example, Outcome, outcomes

_NOTHING_HERE = "Nothing stands here."
_LINES: tuple[Line, ...] = ("rows", "columns")

_MOST_RUN = 100
"""How long a run of rolls is, at most."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with a grid, and the cells where it is to be seen; none for what is wrong with the whole.

    `missing` says that cells are still empty, rather than wrong. `near` is the cell to go to, where it is none of those.
    """

    text: str
    cells: tuple[At, ...] = ()
    severity: Severity = Severity.ERROR
    missing: bool = False
    near: At | None = None


@dataclass(frozen=True)
class Judged:
    """A grid with everything that is to be said of it.

    `covered` of `wanted` columns of a dice table give every roll exactly one result; of other charts they count cells.
    """

    chart: Chart
    findings: tuple[Finding, ...]
    covered: int
    wanted: int
    outcomes: tuple[Outcome, ...]

    @property
    def is_usable(self) -> bool:
        """Whether the chart can be put in force: what is only out of order does not hinder it."""
        return all(finding.severity is not Severity.ERROR for finding in self.findings)

    @property
    def agreeing(self) -> int:
        """How many of the worked examples come out as the rules say."""
        return sum(outcome.agrees for outcome in self.outcomes)


def judge(grid: ChartGrid, known: Mapping[str, Chart], book: ChartBook, examples: Iterable[Example]) -> Judged:
    """What is to be said of a grid, whose chart takes the place of one of the `known` ones, within the charts in force."""
    read = chart_of(grid)
    chart = read.chart
    worked = outcomes(examples, book.with_chart(chart), chart.id)
    covered, wanted = _coverage(grid, chart)
    if grid.is_empty:
        every = tuple((row, column) for row in range(len(grid.rows)) for column in range(len(grid.columns)))
        found = [Finding("No cell holds anything yet.", every, missing=True)]
        found += [Finding("The chart says no source.")] if not chart.source else []
        return Judged(chart, tuple(found), covered, wanted, worked)
    found = [Finding(_placed(grid, slip), (slip.at,)) for slip in read.slips]
    unlabelled = {slip.at for slip in read.slips}
    places = _Places(grid, chart)
    found += _findings(grid, chart, unlabelled, places)
    # The rules may miss a word, or count with what is none.
    found += [Finding(_said(grid, fault), places.of(fault)) for fault in misfits(chart, known)]
    found.sort(key=lambda each: (each.severity is not Severity.ERROR, each.missing))
    return Judged(chart, tuple(dict.fromkeys(found)), covered, wanted, worked)


def _coverage(grid: ChartGrid, chart: Chart) -> tuple[int, int]:
    if grid.layout == "cells":
        filled = sum(bool(text.strip()) for row in grid.texts for text in row)
        return filled, len(grid.rows) * len(grid.columns)
    wanted = rolls_of(chart)
    whole = (
        all(sum(band.low <= roll <= band.high for band in bands) == 1 for roll in wanted) for bands in chart.bands
    )  # fmt: skip
    return sum(whole), len(grid.columns)


def _findings(grid: ChartGrid, chart: Chart, told: set[At], places: "_Places") -> Iterator[Finding]:
    """The faults of the chart; those that say the same of many rolls or cells are one."""
    by_kind: dict[tuple[str, str], list[tuple[Fault, tuple[At, ...]]]] = {}
    for fault in faults(chart):
        at = places.of(fault)
        if told.intersection(at) and fault.roll is None and _is_label(at):
            continue
        kind = _kind(chart, fault, places)
        if kind:
            by_kind.setdefault((kind, fault.row if kind == "empty" else fault.column), []).append((fault, at))
        else:
            yield Finding(_said(grid, fault), at, fault.severity)
    for (kind, line), held in by_kind.items():
        finding = _together(chart, kind, line, held)
        if kind == "hole":
            finding = replace(finding, near=places.beside(line, min(fault.roll for fault, _ in held if fault.roll is not None)))
        yield finding


def _is_label(cells: tuple[At, ...]) -> bool:
    return any(row < 0 or column < 0 for row, column in cells)


def _kind(chart: Chart, fault: Fault, places: "_Places") -> str:
    """What a fault shares with others of its column or row; empty for one that stands by itself."""
    if chart.form != "dice":
        return "empty" if fault.text == _NOTHING_HERE else ""
    if fault.roll is None or fault.column not in chart.columns.labels:
        return ""
    if fault.severity is Severity.WARNING:
        return "left" if "to its left" in fault.text else "falls"
    if fault.roll not in places.rolls:
        return ""
    giving = sum(band.low <= fault.roll <= band.high for band in chart.bands[chart.columns.labels.index(fault.column)])
    return "hole" if giving == 0 else "overlap" if giving > 1 else ""


def _together(chart: Chart, kind: str, line: str, held: Sequence[tuple[Fault, tuple[At, ...]]]) -> Finding:
    cells = tuple(dict.fromkeys(at for _, cells in held for at in cells))
    if kind == "empty":
        where = f'Row "{line}": ' if line else ""
        count = "one cell is empty" if len(cells) == 1 else f"{len(cells)} cells are empty"
        return Finding(f"{where}{count}.", cells, missing=True)
    rolls = runs({fault.roll for fault, _ in held if fault.roll is not None}, rolls_of(chart))
    severity = held[0][0].severity
    match kind:
        case "hole":
            return Finding(f'Column "{line}" has a hole: nothing for {rolls}.', cells, severity, missing=True)
        case "overlap":
            return Finding(f'Column "{line}" overlaps: more than one result for {rolls}.', cells, severity)
        case "left":
            return Finding(f'Column "{line}": less than in the column to its left for {rolls}.', cells, severity)
    return Finding(f'Column "{line}": less than for the roll before it at {rolls}.', cells, severity)


def _placed(grid: ChartGrid, slip: Slip) -> str:
    """What cannot be read, with the labels of its cell. Of a label the text itself says which it is."""
    row, column = slip.at
    if row < 0 or column < 0 or not grid.rows[row].strip() or not grid.columns[column].strip():
        return slip.text
    return f'Row "{grid.rows[row].strip()}", column "{grid.columns[column].strip()}": {slip.text}'


def _said(grid: ChartGrid, fault: Fault) -> str:
    if fault.row and fault.column and grid.layout == "cells":
        return f'Row "{fault.row}", column "{fault.column}": {fault.text}'
    return fault.text


class _Places:
    """Where faults of one grid are to be seen."""

    def __init__(self, grid: ChartGrid, chart: Chart) -> None:
        self._grid, self._chart = grid, chart
        self._lines = {line: _by_label(grid.labels(line)) for line in _LINES}
        self._giving: dict[int, dict[int, tuple[At, ...]]] = {}

    @cached_property
    def rolls(self) -> frozenset[int]:
        """Every roll that the chart must answer."""
        return frozenset(rolls_of(self._chart)) if self._chart.form == "dice" else frozenset()

    def of(self, fault: Fault) -> tuple[At, ...]:
        """At its cell, at those that give its roll, else at the label of its column or row; none for the whole chart."""
        column, row = self._lines["columns"].get(fault.column.casefold()), self._lines["rows"].get(fault.row.casefold())
        if self._grid.layout == "cells":
            if fault.row and fault.column:
                return ((row, column),) if row is not None and column is not None else ()
            if fault.column:
                return ((-1, column),) if column is not None else ()
            return ((row, -1),) if row is not None else ()
        if column is None:
            return ()
        return self._of_roll(column, fault.roll) if fault.roll is not None else ((-1, column),)

    def _of_roll(self, column: int, roll: int) -> tuple[At, ...]:
        """The cells of a column that say something of a roll, those that should in the layout "rolls", else its label."""
        if column not in self._giving:
            found: dict[int, tuple[At, ...]] = {}
            for row in range(len(self._grid.rows)):
                for low, high in self._runs(row, column):
                    for each in range(low, min(high, low + _MOST_RUN) + 1):
                        found[each] = (*found.get(each, ()), (row, column))
            self._giving[column] = found
        return self._giving[column].get(roll, ((-1, column),))

    def beside(self, label: str, roll: int) -> At | None:
        """The cell of a column next to a hole: the one that goes on after it, else the one before; None for an empty column.

        Where the row between has nothing for the column, it is that: something was left out there.
        """
        column = self._lines["columns"].get(label.casefold())
        if column is None or self._grid.layout == "rolls":
            return None
        self._of_roll(column, roll)
        given = self._giving[column]
        after, before = (each for each in given if each > roll), (each for each in given if each < roll)
        found = min(after, default=max(before, default=None))
        if found is None:
            return None
        row, _ = given[found][0]
        between = row - 1 if found > roll else row + 1
        empty = 0 <= between < len(self._grid.rows) and not self._grid.texts[between][column].strip()
        return (between if empty else row), column

    def _runs(self, row: int, column: int) -> Iterator[tuple[int, int]]:
        if self._grid.layout == "rolls":
            held = row_rolls(self._grid, row)
            if held is not None:
                yield held
            return
        for part in self._grid.texts[row][column].replace(";", ",").split(","):
            span = read_span(part)
            if span is not None and span.low is not None:
                yield span.low, span.high if span.high is not None else span.low + _MOST_RUN


def _by_label(labels: Sequence[str]) -> dict[str, int]:
    """The last place of each label: of two that are alike the second is the one too many."""
    return {label.strip().casefold(): n for n, label in enumerate(labels) if label.strip()}
