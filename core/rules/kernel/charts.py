"""Reading charts: finding columns, shifting them, results and chances of rolls; and the charts in force.

A column once found may be shifted off the chart: `Place` keeps the number of its step, and tells what lies there. Nothing here
knows a game.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType

from core.base.errors import WrongUse, did_you_mean
from core.model.charts import END, NEVER, Axis, Cell, Chart, read_odds, read_span
from core.model.terrain import Provenance
from core.rules.kernel.dice import dice

Key = int | Fraction | str
"""What a column or row is looked up by: a number, or its printed label."""


class NotInChart(WrongUse):
    """A column, row or roll that a chart does not have."""


@dataclass(frozen=True, slots=True)
class Place:
    """A column or row of an axis; below 0 or beyond the last label it lies off the chart."""

    axis: Axis
    index: int

    @property
    def off(self) -> str | None:
        """The effect of lying off the chart, None for a place on it."""
        if self.index < 0:
            return self.axis.below
        return self.axis.above if self.index >= len(self.axis.labels) else None

    @property
    def label(self) -> str:
        """The label, or the effect of lying off the chart."""
        return self.axis.labels[self.index] if self.off is None else str(self.off)

    def shifted(self, by: int) -> "Place":
        """So many labels further; ends that count hold it."""
        return _held(self.axis, self.index + by)


def find(axis: Axis, key: Key) -> Place:
    """The column or row of a number or label. Raises NotInChart, which names what there is.

    A number below the first or above the last label lies off the chart, or at its end where that counts.
    """
    if isinstance(key, str):
        index = axis.index(key)
        if index is None and axis.find == "odds" and (step := read_odds(key)) is not None:
            return _by_odds(axis, step)
        if index is None:
            span = read_span(key)
            if span is not None and span.low is not None and span.low == span.high and axis.find != "word":
                return find(axis, span.low)
            raise NotInChart(f'"{key}" is no {axis.by or "place"} of the chart.{did_you_mean(key, axis.labels)}')
        return Place(axis, index)
    spans = [read_span(label) for label in axis.labels]
    if axis.find == "threshold":
        starts = [span.low if span is not None and span.low is not None else None for span in spans]
        last = max((n for n, start in enumerate(starts) if start is not None and start <= key), default=-1)
        return _held(axis, last)
    if axis.find == "span":
        for n, span in enumerate(spans):
            if span is not None and key in span:
                return Place(axis, n)
        known = [span for span in spans if span is not None]
        if known and known[0].low is not None and key < known[0].low:
            return _held(axis, -1)
        if known and known[-1].high is not None and key > known[-1].high:
            return _held(axis, len(axis.labels))
    raise NotInChart(f"{key} is no {axis.by or 'place'} of the chart. There are: {', '.join(axis.labels)}.")


def _by_odds(axis: Axis, step: int) -> Place:
    """The last column that odds reach; those left of the chart keep their distance, so that shifts can bring them back."""
    steps = [read_odds(label) for label in axis.labels]
    known = [each for each in steps if each is not None]
    if known and step < known[0]:
        return _held(axis, step - known[0])
    if known and step > known[-1]:
        return _held(axis, len(steps))
    return Place(axis, max((n for n, each in enumerate(steps) if each is not None and each <= step), default=0))


def _held(axis: Axis, index: int) -> Place:
    last = len(axis.labels) - 1
    if index < 0 and axis.below == END:
        return Place(axis, 0)
    if index > last and axis.above == END:
        return Place(axis, last)
    return Place(axis, index)


def result(chart: Chart, column: Place, roll: int) -> str:
    """What a roll gives in a column of a `dice` table. Raises NotInChart for a roll that the column has a hole for.

    Rolls beyond what modifiers can make count as the least or the most.
    """
    if column.off is not None:
        return column.label
    held = held_roll(chart, roll)
    for band in chart.bands[column.index]:
        if band.low <= held <= band.high:
            return band.result
    raise NotInChart(f'{chart.title}: column "{column.label}" says nothing for {held}.')


def held_roll(chart: Chart, roll: int) -> int:
    """A modified roll, held between the least and the most that the chart knows."""
    least, most = reach(chart)
    return max(least, min(most, roll))


def reach(chart: Chart) -> tuple[int, int]:
    """The least and the greatest roll of a chart, modifiers included."""
    rolls = dice(chart.dice).rolls
    return (
        chart.least if chart.least is not None else rolls[0],
        chart.most if chart.most is not None else rolls[-1],
    )


def rolls_of(chart: Chart) -> tuple[int, ...]:
    """Every roll that a chart must answer: the natural ones, and those that modifiers make of sums."""
    natural = dice(chart.dice).rolls
    least, most = reach(chart)
    # Two dice read one after the other know no 17 or 20.
    return natural if chart.dice == "11..66" else tuple(range(least, most + 1))


def chances(chart: Chart, column: Place, modifier: int = 0) -> Mapping[str, Fraction]:
    """The exact chance of every result of a column, with a modifier on the roll."""
    return dice(chart.dice).of(lambda roll: result(chart, column, roll + modifier))


def cell(chart: Chart, row: Key, column: Key) -> Cell:
    """What stands in a row and column of a `needed` or `values` table. Raises NotInChart, for a hole too."""
    at_row, at_column = find(chart.rows, row), find(chart.columns, column)
    for place in (at_row, at_column):
        if place.off is not None:
            return place.label
    found = chart.cells.get((at_row.label, at_column.label))
    if found is None:
        raise NotInChart(f'{chart.title}: nothing stands in row "{at_row.label}", column "{at_column.label}".')
    return found


def number_in(chart: Chart, row: Key, column: Key) -> Fraction:
    """The number in a row and column. Raises NotInChart where there is none."""
    found = cell(chart, row, column)
    if isinstance(found, Fraction):
        return found
    raise NotInChart(f'{chart.title}: row "{row}", column "{column}" holds "{found}", which is no number.')


def succeeds(chart: Chart, needed: Cell) -> Fraction:
    """The chance to roll what a cell of a `needed` table asks for."""
    return Fraction(0) if needed == NEVER or isinstance(needed, str) else dice(chart.dice).at_least(int(needed))


@dataclass(frozen=True)
class ChartBook:
    """The charts in force: those of the ruleset, of the chosen set, of the user and of the box, later ones over earlier.

    `under` holds, by id, what each override covers, nearest first.
    """

    charts: Mapping[str, Chart] = field(default_factory=lambda: MappingProxyType({}))
    under: Mapping[str, tuple[Chart, ...]] = field(default_factory=lambda: MappingProxyType({}))

    @classmethod
    def of(cls, *layers: Iterable[Chart]) -> "ChartBook":
        """The book of some layers, each over those before it."""
        charts: dict[str, Chart] = {}
        under: dict[str, tuple[Chart, ...]] = {}
        for layer in layers:
            for chart in layer:
                if chart.id in charts:
                    under[chart.id] = (charts[chart.id], *under.get(chart.id, ()))
                charts[chart.id] = chart
        return cls(MappingProxyType(charts), MappingProxyType(under))

    def __iter__(self) -> Iterator[Chart]:
        return iter(self.charts.values())

    def chart(self, id_: str) -> Chart:
        """A chart by its id. Raises NotInChart, which names the nearest."""
        found = self.charts.get(id_)
        if found is None:
            raise NotInChart(f'There is no chart "{id_}" here.{did_you_mean(id_, self.charts)}')
        return found

    def with_chart(self, chart: Chart) -> "ChartBook":
        """The same book with one chart over its namesake."""
        return replace(self, charts=MappingProxyType({**self.charts, chart.id: chart}))


class Consulted:
    """The charts that one answer reads, with where each of the cells came from. One for each question asked."""

    def __init__(self, book: ChartBook) -> None:
        self.book = book
        self._used: dict[Provenance, None] = {}
        self._added: dict[int, tuple[Provenance, ...]] = {}
        self._waiting: list[tuple[Provenance, ...]] = []

    @property
    def charts(self) -> tuple[Provenance, ...]:
        """Where the cells came from that were read, each origin once, in the order of reading."""
        if not self._used and len(self._waiting) == 1:
            return self._waiting[0]
        return tuple(self._read_so_far())

    def _read_so_far(self) -> dict[Provenance, None]:
        """What was read and added, in this order."""
        for charts in self._waiting:
            self._used.update(dict.fromkeys(charts))
        self._waiting.clear()
        return self._used

    def add(self, charts: tuple[Provenance, ...]) -> None:
        """Cells that were read before, for something that this answer rests on."""
        # What many things rest on is added many times.
        if charts and id(charts) not in self._added:
            self._added[id(charts)] = charts
            self._waiting.append(charts)

    def number(self, chart: str, row: Key, column: Key) -> Fraction:
        """The number in a row and column. Raises NotInChart."""
        return number_in(self._read(chart, row, column), row, column)

    def cell(self, chart: str, row: Key, column: Key) -> Cell:
        """What stands in a row and column. Raises NotInChart."""
        return cell(self._read(chart, row, column), row, column)

    def origin(self, chart: str, row: Key, column: Key) -> Provenance:
        """Where a cell comes from. Raises NotInChart."""
        found = self.book.chart(chart)
        return found.provenance(find(found.rows, row).label, find(found.columns, column).label)

    def column(self, chart: str, key: Key) -> tuple[Chart, Place]:
        """A chart and the column of it that a number or label finds. Raises NotInChart."""
        found = self.book.chart(chart)
        return found, find(found.columns, key)

    def result(self, chart: Chart, column: Place, roll: int) -> str:
        """What a roll gives in a column. Raises NotInChart."""
        self._read_so_far()[chart.provenance(column=column.label, roll=held_roll(chart, roll))] = None
        return result(chart, column, roll)

    def chances(self, chart: Chart, column: Place, modifier: int = 0) -> Mapping[str, Fraction]:
        """The exact chance of every result of a column."""
        self._read_so_far()[chart.provenance(column=column.label)] = None
        return chances(chart, column, modifier)

    def _read(self, chart: str, row: Key, column: Key) -> Chart:
        self._read_so_far()[self.origin(chart, row, column)] = None
        return self.book.chart(chart)
