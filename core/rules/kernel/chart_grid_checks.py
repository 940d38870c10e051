"""What is to be said of a chart while it is typed: faults at their cells, coverage, and the worked examples of the rules."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.model.charts import Chart, read_span
from core.model.issues import Severity
from core.rules.kernel.chart_checks import Fault, faults, misfits
from core.rules.kernel.chart_grid import At, ChartGrid, Line, chart_of, row_rolls, runs
from core.rules.kernel.charts import ChartBook, rolls_of
from core.rules.kernel.examples import Example, Outcome, outcomes

_NOTHING_HERE = "Nothing stands here."


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with a grid, and the cells where it is to be seen; none for what is wrong with the whole.

    `missing` says that cells are still empty, rather than wrong.
    """

    text: str
    cells: tuple[At, ...] = ()
    severity: Severity = Severity.ERROR
    missing: bool = False


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
        found = [Finding("No cell holds anything yet.", ((0, 0),), missing=True)]
        found += [Finding("The chart says no source.")] if not chart.source else []
        return Judged(chart, tuple(found), covered, wanted, worked)
    found = [Finding(slip.text, (slip.at,)) for slip in read.slips]
    unlabelled = {slip.at for slip in read.slips}
    found += _findings(grid, chart, unlabelled)
    # The rules may miss a word, or count with what is none.
    found += [Finding(_said(grid, fault), _cells(grid, fault)) for fault in misfits(chart, known)]
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


def _findings(grid: ChartGrid, chart: Chart, told: set[At]) -> Iterator[Finding]:
    """The faults of the chart; those that say the same of many rolls or cells are one."""
    by_kind: dict[tuple[str, str], list[Fault]] = {}
    for fault in faults(chart):
        at = _cells(grid, fault)
        if told.intersection(at) and fault.roll is None and _is_label(at):
            continue
        kind = _kind(chart, fault)
        if kind:
            by_kind.setdefault((kind, fault.row if kind == "empty" else fault.column), []).append(fault)
        else:
            yield Finding(_said(grid, fault), at, fault.severity)
    for (kind, line), held in by_kind.items():
        yield _together(grid, chart, kind, line, held)


def _is_label(cells: tuple[At, ...]) -> bool:
    return any(row < 0 or column < 0 for row, column in cells)


def _kind(chart: Chart, fault: Fault) -> str:
    """What a fault shares with others of its column or row; empty for one that stands by itself."""
    if chart.form != "dice":
        return "empty" if fault.text == _NOTHING_HERE else ""
    if fault.roll is None or fault.column not in chart.columns.labels:
        return ""
    if fault.severity is Severity.WARNING:
        return "left" if "to its left" in fault.text else "falls"
    bands = chart.bands[chart.columns.labels.index(fault.column)]
    giving = sum(band.low <= fault.roll <= band.high for band in bands)
    if fault.roll not in rolls_of(chart):
        return ""
    return "hole" if giving == 0 else "overlap" if giving > 1 else ""


def _together(grid: ChartGrid, chart: Chart, kind: str, line: str, held: Sequence[Fault]) -> Finding:
    cells = tuple(dict.fromkeys(at for fault in held for at in _cells(grid, fault)))
    if kind == "empty":
        where = f'Row "{line}": ' if line else ""
        count = "one cell is empty" if len(cells) == 1 else f"{len(cells)} cells are empty"
        return Finding(f"{where}{count}.", cells, missing=True)
    rolls = runs({fault.roll for fault in held if fault.roll is not None}, rolls_of(chart))
    severity = held[0].severity
    match kind:
        case "hole":
            return Finding(f'Column "{line}" has a hole: nothing for {rolls}.', cells, severity, missing=True)
        case "overlap":
            return Finding(f'Column "{line}" overlaps: more than one result for {rolls}.', cells, severity)
        case "left":
            return Finding(f'Column "{line}": less than in the column to its left for {rolls}.', cells, severity)
    return Finding(f'Column "{line}": less than for the roll before it at {rolls}.', cells, severity)


def _said(grid: ChartGrid, fault: Fault) -> str:
    if fault.row and fault.column and grid.layout == "cells":
        return f'Row "{fault.row}", column "{fault.column}": {fault.text}'
    return fault.text


def _cells(grid: ChartGrid, fault: Fault) -> tuple[At, ...]:
    """Where a fault is to be seen: at its cell, at those that give its roll, else at the label of its column or row."""
    column, row = _place(grid, "columns", fault.column), _place(grid, "rows", fault.row)
    if grid.layout == "cells":
        if fault.row and fault.column:
            return ((row, column),) if row is not None and column is not None else ()
        if fault.column:
            return ((-1, column),) if column is not None else ()
        return ((row, -1),) if row is not None else ()
    if column is None:
        return ()
    if fault.roll is None:
        return ((-1, column),)
    giving = tuple((n, column) for n in _giving(grid, column, fault.roll))
    return giving or ((-1, column),)


def _giving(grid: ChartGrid, column: int, roll: int) -> Iterator[int]:
    """The rows of a dice table that say something of a roll; of the layout "rolls" those that should."""
    for n in range(len(grid.rows)):
        if grid.layout == "rolls":
            held = row_rolls(grid, n)
            if held is not None and held[0] <= roll <= held[1]:
                yield n
        elif any(low <= roll <= high for low, high in _typed_runs(grid.texts[n][column])):
            yield n


def _typed_runs(text: str) -> Iterator[tuple[int, int]]:
    for part in text.replace(";", ",").split(","):
        span = read_span(part)
        if span is not None and span.low is not None:
            yield span.low, span.high if span.high is not None else 999


def _place(grid: ChartGrid, line: Line, label: str) -> int | None:
    """The last place of a label: of two that are alike the second is the one too many."""
    wanted = label.casefold()
    found = [n for n, each in enumerate(grid.labels(line)) if label and each.strip().casefold() == wanted]
    return found[-1] if found else None
