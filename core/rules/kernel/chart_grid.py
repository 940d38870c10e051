"""A chart as the grid of texts that somebody types it in: labels, cells, and the chart that they come to.

Tables of dice are typed in one of two layouts, as they are printed: a row for each roll or run of rolls, with results in the
cells; or a row for each result, with runs of rolls in the cells. A grid is a value: whatever changes it gives another one.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from types import MappingProxyType
from typing import Literal

from core.base.errors import WrongUse
from core.base.whole_text import whole_text
from core.model.charts import NEVER, Axis, Band, Cell, Chart, cell_text, read_band, read_cell, read_odds, read_span
from core.rules.kernel.charts import reach, rolls_of
from core.rules.kernel.dice import DICE

Layout = Literal["rolls", "results", "cells"]
Line = Literal["rows", "columns"]

At = tuple[int, int]
"""Row and column of a cell, from 0; row -1 are the labels of columns, column -1 those of rows."""

MOST_LABELS = 200
"""How many columns or rows a chart can have."""

MOST_BEYOND = 20
"""How far modifiers can bring a roll beyond the dice; what is further off is a slip of the finger."""

NOTHING = frozenset({"-", "–", "—", "−"})
"""What printed charts hold where there is nothing."""

_VULGAR = {"½": "1/2", "¼": "1/4", "¾": "3/4", "⅓": "1/3", "⅔": "2/3"}
_MIXED = re.compile(r"(?P<whole>\d{1,4})?\s*(?P<over>\d)/(?P<under>[1-9])")
_PART = re.compile(r"([^\W\d_]+)\d+")
_COMPOUND = re.compile(r"(?:[^\W\d_]+\d+)+")
_RUNS = re.compile(r"\s*[,;]\s*|\s+and\s+")


@dataclass(frozen=True, slots=True)
class Slip:
    """A text that cannot be read, with its cell."""

    at: At
    text: str


@dataclass(frozen=True)
class ChartGrid:
    """What is typed of one chart. `texts` stand by row, one for each column.

    `shape` is the chart that it is to take the place of: its form, dice, unit, words and order hold.
    """

    shape: Chart
    layout: Layout
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    texts: tuple[tuple[str, ...], ...]
    source: str = ""
    note: str = ""

    def labels(self, line: Line) -> tuple[str, ...]:
        """The labels of the columns or the rows."""
        return self.rows if line == "rows" else self.columns

    def axis(self, line: Line) -> Axis | None:
        """What the columns or rows are read by; None for the rows of dice tables."""
        return self.shape.columns if line == "columns" else self.shape.rows if self.layout == "cells" else None

    def is_open(self, line: Line) -> bool:
        """Whether columns or rows can be added, removed and called otherwise: words that rules look up stay."""
        axis = self.axis(line)
        return axis is None or axis.find != "word" or axis.free

    @property
    def is_empty(self) -> bool:
        """Whether no cell holds anything."""
        return not any(text.strip() for row in self.texts for text in row)


@dataclass(frozen=True)
class Read:
    """The chart that a grid comes to, as far as it can be read, and what cannot."""

    chart: Chart
    slips: tuple[Slip, ...] = ()


def layouts(chart: Chart) -> tuple[Layout, ...]:
    """The layouts that a chart can be typed in, the one most like its printed form first.

    Sums of dice are printed roll by roll; of the 36 rolls read one die after the other, runs are printed by result.
    """
    if chart.form != "dice":
        return ("cells",)
    return ("results", "rolls") if chart.dice == "11..66" else ("rolls", "results")


def grid_of(chart: Chart, layout: Layout | None = None) -> ChartGrid:
    """The grid of a chart. The source of what is not somebody's own is left for them to say."""
    layout = layout or layouts(chart)[0]
    source = chart.source if chart.status in ("yours", "box") else ""
    columns = chart.columns.labels
    if layout == "cells":
        rows: tuple[str, ...] = chart.rows.labels
        texts = tuple(tuple(cell_text(chart.cells.get((row, column))) for column in columns) for row in rows)
    elif layout == "rolls":
        rolls = rolls_of(chart)
        rows = tuple(str(roll) for roll in rolls)
        texts = tuple(tuple(_given(bands, roll) for bands in chart.bands) for roll in rolls)
    else:
        rows = chart.order or _results(chart)
        texts = tuple(
            tuple(", ".join(band.rolls for band in bands if band.result == result) for bands in chart.bands) for result in rows
        )
    return ChartGrid(chart, layout, columns, rows, texts, source, chart.note)


def emptied(grid: ChartGrid) -> ChartGrid:
    """The same grid with nothing in its cells."""
    return replace(grid, texts=tuple(("",) * len(grid.columns) for _ in grid.rows))


def relaid(grid: ChartGrid, layout: Layout) -> ChartGrid:
    """The same chart in another layout. Raises WrongUse for a grid with texts that the other layout has no place for."""
    if layout == grid.layout:
        return grid
    read = chart_of(grid)
    if read.slips:
        raise WrongUse(f"The layout can be changed when every cell can be read. {read.slips[0].text}")
    for label, bands in zip(grid.columns, read.chart.bands, strict=True):
        for roll in rolls_of(read.chart):
            if sum(band.low <= roll <= band.high for band in bands) > 1:
                raise WrongUse(f'The layout can be changed when no roll gives two results, as {roll} does in column "{label}".')
    return replace(grid_of(read.chart, layout), shape=grid.shape, source=grid.source, note=grid.note)


def with_texts(grid: ChartGrid, texts: Mapping[At, str]) -> ChartGrid:
    """The grid with other texts in some cells; labels that stay as they are cannot be among them."""
    rows = [list(row) for row in grid.texts]
    labels: dict[Line, list[str]] = {"rows": list(grid.rows), "columns": list(grid.columns)}
    for (row, column), given in texts.items():
        text = whole_text(" ".join(given.split()))
        if row < 0:
            labels["columns"][column] = text
        elif column < 0:
            labels["rows"][row] = text
        else:
            rows[row][column] = text
    return replace(grid, columns=tuple(labels["columns"]), rows=tuple(labels["rows"]), texts=tuple(tuple(row) for row in rows))


def with_line(grid: ChartGrid, line: Line, at: int) -> ChartGrid:
    """The grid with one more empty row or column, which is the `at`-th then. Raises WrongUse where words stay."""
    _demand_open(grid, line)
    labels = grid.labels(line)
    if len(labels) >= MOST_LABELS:
        raise WrongUse(f"A chart has at most {MOST_LABELS} {line}.")
    if line == "rows":
        empty = ("",) * len(grid.columns)
        return replace(grid, rows=_with(labels, at, ""), texts=(*grid.texts[:at], empty, *grid.texts[at:]))
    return replace(grid, columns=_with(labels, at, ""), texts=tuple(_with(row, at, "") for row in grid.texts))


def without_line(grid: ChartGrid, line: Line, at: int) -> ChartGrid:
    """The grid without a row or column. Raises WrongUse for the last one, and where words stay."""
    _demand_open(grid, line)
    labels = grid.labels(line)
    if len(labels) == 1:
        raise WrongUse(f"A chart has at least one {line.removesuffix('s')}.")
    if line == "rows":
        return replace(grid, rows=_without(labels, at), texts=(*grid.texts[:at], *grid.texts[at + 1 :]))
    return replace(grid, columns=_without(labels, at), texts=tuple(_without(row, at) for row in grid.texts))


def pasted(grid: ChartGrid, at: At, block: Sequence[Sequence[str]]) -> ChartGrid:
    """The grid with a block of texts from a cell on. Raises WrongUse, which says what has no room."""
    high, wide = len(block), max((len(row) for row in block), default=0)
    for copied, line, start in ((high, "rows", at[0]), (wide, "columns", at[1])):
        room = len(grid.rows if line == "rows" else grid.columns) - start
        if copied > room:
            raise WrongUse(f"{copied} {line} were copied; from here on the chart has {room}.")
    return with_texts(
        grid,
        {(at[0] + down, at[1] + along): text for down, row in enumerate(block) for along, text in enumerate(row)},
    )


def chart_of(grid: ChartGrid) -> Read:
    """The chart that a grid comes to. What cannot be read is a slip, and a hole in the chart."""
    shape, slips = grid.shape, []
    columns = tuple(label.strip() for label in grid.columns)
    for line in ("rows", "columns"):
        slips += list(_label_slips(grid, line))
    made = replace(
        shape,
        columns=replace(shape.columns, labels=columns),
        status="yours",
        source=grid.source.strip(),
        note=grid.note.strip(),
        parts=(),
        doubts=(),
    )
    if grid.layout == "cells":
        rows = tuple(label.strip() for label in grid.rows)
        cells = {
            (row, column): cell
            for row, texts in zip(rows, grid.texts, strict=True)
            for column, text in zip(columns, texts, strict=True)
            if (cell := _cell(shape, text)) is not None
        }
        made = replace(made, rows=replace(shape.rows, labels=rows), cells=MappingProxyType(cells))
        return Read(made, tuple(slips))
    found: list[list[Band]] = [[] for _ in columns]
    for at, band in _bands(grid):
        if isinstance(band, str):
            slips.append(Slip(at, band))
        else:
            found[at[1]].append(band)
    order = _ordered(shape, {band.result for bands in found for band in bands})
    made = _reaching(made, [band for bands in found for band in bands])
    return Read(replace(made, bands=tuple(tuple(_merged(each, rolls_of(made))) for each in found), order=order), tuple(slips))


def row_rolls(grid: ChartGrid, row: int) -> tuple[int, int] | None:
    """The first and the last roll of a row of the layout "rolls", None when its label is none."""
    span = read_span(grid.rows[row])
    if span is None:
        return None
    least, most = reach(grid.shape)
    low = span.low if span.low is not None else min(least, span.high if span.high is not None else least)
    return low, span.high if span.high is not None else max(most, low)


def _bands(grid: ChartGrid) -> Iterator[tuple[At, Band | str]]:
    """What every cell of a dice table says, or why it cannot be read."""
    shape = grid.shape
    words = {each.casefold(): each for each in (*shape.order, *shape.words, *_results(shape))}
    words |= {each.casefold(): each for held in shape.words_of.values() for each in held}
    _, most = reach(grid.shape)
    for row, (label, texts) in enumerate(zip(grid.rows, grid.texts, strict=True)):
        span = row_rolls(grid, row) if grid.layout == "rolls" else None
        for column, text in enumerate(text.strip() for text in texts):
            if not text or (text in NOTHING and grid.layout == "results"):
                continue
            if grid.layout == "rolls":
                result = "none" if text in NOTHING and "none" in words else text
                if not _can_be_written(result):
                    yield (row, column), f'"{result}" cannot be a result: it begins like a run of rolls, or holds a comma.'
                elif span is not None:
                    yield (row, column), Band(*span, words.get(result.casefold(), result))
                continue
            for run in _RUNS.split(text):
                rolls = read_span(run) if run else None
                if rolls is None or rolls.low is None:
                    yield (row, column), f'"{run}" is no roll and no run of rolls, such as 63 or 11-62.'
                elif label.strip():
                    high = rolls.high if rolls.high is not None else max(most, rolls.low)
                    yield (row, column), Band(rolls.low, high, words.get(label.strip().casefold(), label.strip()))


def _label_slips(grid: ChartGrid, line: Line) -> Iterator[Slip]:
    """Labels that are missing, and of rows of dice tables those that stand twice or are no rolls."""
    axis, seen = grid.axis(line), set()
    for n, label in enumerate(grid.labels(line)):
        at = (n, -1) if line == "rows" else (-1, n)
        if not label.strip():
            yield Slip(at, f"The {line.removesuffix('s')} has no label.")
        elif axis is None and label.strip().casefold() in seen:
            yield Slip(at, f'There are two rows "{label.strip()}".')
        elif axis is None and grid.layout == "rolls" and read_span(label) is None:
            yield Slip(at, f'"{label}" is no roll and no run of rolls, such as 63 or 11-62.')
        elif axis is None and grid.layout == "results" and not _can_be_written(label):
            yield Slip(at, f'"{label}" cannot be a result: it begins like a run of rolls, or holds a comma.')
        seen.add(label.strip().casefold())


def is_label(grid: ChartGrid, line: Line, label: str) -> bool:
    """Whether a text can be the label of a row or column, as far as numbers go."""
    axis = grid.axis(line)
    if axis is None:
        return grid.layout == "results" or read_span(label) is not None
    if axis.find == "odds":
        return read_odds(label) is not None
    return axis.find == "word" or read_span(label) is not None


def _cell(shape: Chart, text: str) -> Cell | None:
    given = text.strip()
    if not given:
        return None
    if shape.form == "needed" and (given in NOTHING or given.casefold() == NEVER):
        return NEVER
    for sign, plain in _VULGAR.items():
        given = given.replace(sign, f" {plain}").strip()
    mixed = _MIXED.fullmatch(given)
    if mixed is not None and mixed["whole"] and " " in given:
        given = f"{int(mixed['whole']) * int(mixed['under']) + int(mixed['over'])}/{mixed['under']}"
    read = read_cell(given)
    if isinstance(read, str):
        words = (*shape.cells.values(), *shape.words, *(each for held in shape.words_of.values() for each in held))
        known = (word for word in words if isinstance(word, str) and word.casefold() == read.casefold())
        return next(known, text.strip())
    return read


def _can_be_written(result: str) -> bool:
    """Whether a result is read again as it was, where it is written behind its rolls."""
    return "," not in result and read_band(f"1 {result}") == Band(1, 1, result.strip())


def _given(bands: Iterable[Band], roll: int) -> str:
    return next((band.result for band in bands if band.low <= roll <= band.high), "")


def _results(chart: Chart) -> tuple[str, ...]:
    """Every result of a dice table, from those of the least rolls on."""
    first: dict[str, int] = {}
    for bands in chart.bands:
        for band in bands:
            first[band.result] = min(first.get(band.result, band.low), band.low)
    return tuple(sorted(first, key=lambda each: first[each]))


def _ordered(shape: Chart, results: Iterable[str]) -> tuple[str, ...]:
    """The order of results of a chart, with those that it did not know.

    Numbers, such as a thirteenth step lost, join it. Where results are made of parts, such as A1r2, a printed table may put the
    same parts together in other ways; nobody can say then which is less, and there is no order. Other words stay unknown.
    """
    order = shape.order
    new = {each for each in results if each not in order}
    if not order or not new:
        return order
    parts = {part for each in order for part in _parts(each)}
    if parts and all(_parts(each) and parts.issuperset(_parts(each)) for each in new):
        return ()
    if new & set(shape.words):
        # The chart knows the word, and nobody says what it is less than.
        return ()
    numbers = {each for each in new if each.isdecimal()}
    if not numbers or not any(each.isdecimal() for each in order):
        return order
    words = [each for each in order if not each.isdecimal()]
    first = next(n for n, each in enumerate(order) if each.isdecimal())
    counted = sorted({*numbers, *(each for each in order if each.isdecimal())}, key=int)
    return (*words[:first], *counted, *words[first:])


def _parts(result: str) -> frozenset[str]:
    """The letters of a result that is made of letters with numbers, none for any other.

    >>> sorted(_parts("A1r2")), sorted(_parts("none")), sorted(_parts("3"))
    (['A', 'r'], [], [])
    """
    return frozenset(_PART.findall(result)) if _COMPOUND.fullmatch(result) else frozenset()


def _reaching(chart: Chart, bands: Sequence[Band]) -> Chart:
    """The chart with the rolls that its printed form has: sums of dice may go on to what modifiers make of them."""
    if chart.dice == "11..66" or not bands:
        return chart
    natural = DICE[chart.dice].rolls
    least = min(natural[0], *(band.low for band in bands))
    most = max(natural[-1], *(band.high for band in bands))
    if least < natural[0] - MOST_BEYOND or most > natural[-1] + MOST_BEYOND:
        return chart
    return replace(
        chart,
        least=least if least != natural[0] or chart.least == natural[0] else None,
        most=most if most != natural[-1] or chart.most == natural[-1] else None,
    )


def _merged(bands: Sequence[Band], rolls: tuple[int, ...]) -> Iterator[Band]:
    """Bands by their rolls; neighbours of the same result are one band."""
    place = {roll: n for n, roll in enumerate(rolls)}
    held: Band | None = None
    for band in sorted(bands, key=lambda each: (each.low, each.high)):
        if held is not None and held.result == band.result and place.get(band.low) == place.get(held.high, -2) + 1:
            held = Band(held.low, band.high, held.result)
            continue
        if held is not None:
            yield held
        held = band
    if held is not None:
        yield held


def runs(rolls: Iterable[int], known: Sequence[int]) -> str:
    """Rolls as runs: "11-16, 23".

    >>> runs([11, 12, 13, 23], [11, 12, 13, 14, 23])
    '11-13, 23'
    """
    place = {roll: n for n, roll in enumerate(known)}
    said = []
    for _, group in groupby(enumerate(sorted(rolls)), key=lambda pair: place[pair[1]] - pair[0]):
        held = [roll for _, roll in group]
        said.append(str(held[0]) if len(held) == 1 else f"{held[0]}-{held[-1]}")
    return ", ".join(said)


def _demand_open(grid: ChartGrid, line: Line) -> None:
    if not grid.is_open(line):
        raise WrongUse(f"The {line} of this chart are words that the rules look up; they stay as they are.")


def _with(held: tuple[str, ...], at: int, text: str) -> tuple[str, ...]:
    return (*held[:at], text, *held[at:])


def _without(held: tuple[str, ...], at: int) -> tuple[str, ...]:
    return (*held[:at], *held[at + 1 :])
