"""Charts laid out as they are printed: tables of dice by roll or by result, other tables by row and column."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Literal

from app.panels.charts.words import cell_text, chance_words, origin_words
from app.panels.words import tr
from core.base.amounts import MINUS
from core.model.charts import NEVER, Chart
from core.model.terrain import Provenance
from core.rules.kernel.charts import rolls_of, succeeds
from core.rules.kernel.dice import dice

Layout = Literal["rolls", "results"]

_DOUBTFUL = frozenset({"stand-in", "transcription"})
_MARKS = "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"
MOST_ROLLS = 17
"""A table with so many rows of rolls or fewer reads best with the rolls at its side, as the sum of two dice is printed."""


@dataclass(frozen=True, slots=True)
class GridCell:
    """One cell: its text, the letter of its origin where that is not the chart's own, and what the tooltip says.

    `chance` is that of success, where the chart says what must be rolled. `doubtful`: that other origin is none that the rules
    or their charts vouch for.
    """

    text: str
    mark: str = ""
    tip: str = ""
    chance: Fraction | None = None
    doubtful: bool = False


@dataclass(frozen=True)
class Grid:
    """A laid out chart. `corner` says what stands at the side and at the top; `legend` what the letters of cells mean."""

    corner: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[GridCell, ...], ...]
    legend: tuple[tuple[str, Provenance], ...] = ()

    def lines(self) -> Iterator[list[str]]:
        """The whole table as lines of texts, heads included."""
        yield [self.corner, *self.columns]
        for row, cells in zip(self.rows, self.cells, strict=True):
            yield [row, *(cell.text for cell in cells)]


def layouts(chart: Chart) -> tuple[Layout, ...]:
    """The ways to lay out a table of dice, that of printed tables first; none for other charts."""
    if chart.form != "dice":
        return ()
    few = len(rolls_of(chart)) <= MOST_ROLLS
    by_rolls = few or len(_runs(chart)) <= max(MOST_ROLLS, len(results_of(chart)))
    return ("rolls", "results") if by_rolls else ("results", "rolls")


def grid_of(chart: Chart, layout: Layout | None = None) -> Grid:
    """A chart laid out; of tables of dice in one of its layouts, the first unless another is asked for."""
    if chart.form != "dice":
        return _by_rows(chart)
    wanted = layout or layouts(chart)[0]
    return _by_rolls(chart) if wanted == "rolls" else _by_results(chart)


def results_of(chart: Chart) -> tuple[str, ...]:
    """Every result of a table of dice once: from least to greatest where the chart has an order, the others by their rolls."""
    order = {roll: number for number, roll in enumerate(rolls_of(chart))}
    given: dict[str, list[int]] = {}
    for bands in chart.bands:
        for band in bands:
            given.setdefault(band.result, []).extend(order[roll] for roll in order if band.low <= roll <= band.high)
    listed = [each for each in chart.order if each in given]
    others = [each for each in given if each not in chart.order]
    middle = {each: Fraction(sum(given[each]), max(1, len(given[each]))) for each in others}
    return (*listed, *sorted(others, key=lambda each: middle[each]))


def roll_words(chart: Chart, low: int, high: int) -> str:
    """Rolls as they are printed; the last of those that modifiers can make stands for all beyond it."""
    natural = dice(chart.dice).rolls
    first, last = rolls_of(chart)[0], rolls_of(chart)[-1]
    if low == first < natural[0]:
        return tr("{roll} or less").format(roll=_signed(high))
    if high == last > natural[-1]:
        return tr("{roll} or more").format(roll=_signed(low))
    if low == high:
        return _signed(low)
    return f"{_signed(low)} to {_signed(high)}" if low < 0 else f"{low}–{high}"


def _signed(roll: int) -> str:
    return str(roll).replace("-", MINUS)


class _Origins:
    """The origins of cells, each with its letter; the chart's own has none."""

    def __init__(self, chart: Chart) -> None:
        self._own = Provenance(chart.id, chart.title, chart.status, chart.source)
        self._marks: dict[Provenance, str] = {}

    def mark(self, origins: Iterable[Provenance]) -> str:
        """The letters of some origins, without that of the chart."""
        others = [each for each in dict.fromkeys(origins) if each != self._own]
        return "".join(self._marks.setdefault(each, _letter(len(self._marks))) for each in others)

    @property
    def legend(self) -> tuple[tuple[str, Provenance], ...]:
        """Every letter with what it stands for."""
        return tuple((letter, origin) for origin, letter in self._marks.items())


def _is_doubtful(origins: Iterable[Provenance]) -> bool:
    return any(origin.status in _DOUBTFUL for origin in origins)


def _letter(number: int) -> str:
    """A raised letter, doubled once the alphabet is used up."""
    return _MARKS[number % len(_MARKS)] * (1 + number // len(_MARKS))


def _outcomes(chart: Chart) -> Mapping[int, tuple[tuple[str, Provenance], ...]]:
    """What each roll gives in every column, and where that comes from; empty words where there is a hole."""
    rolls, own = rolls_of(chart), Provenance(chart.id, chart.title, chart.status, chart.source)
    columns = []
    for label, bands in zip(chart.columns.labels, chart.bands, strict=True):
        given = {roll: band.result for band in reversed(bands) for roll in rolls if band.low <= roll <= band.high}
        parts = [part for part in chart.parts if not part.columns or label in part.columns]
        origins = {roll: chart.provenance(column=label, roll=roll) if parts else own for roll in rolls}
        columns.append({roll: (given.get(roll, ""), origins[roll]) for roll in rolls})
    return {roll: tuple(column[roll] for column in columns) for roll in rolls}


def _runs(chart: Chart) -> list[tuple[int, int]]:
    """Rolls that follow one another and give the same in every column, as the first and the last of each run."""
    outcomes = _outcomes(chart)
    runs = [[roll for roll, _ in each] for _, each in groupby(outcomes.items(), key=lambda item: item[1])]
    return [(run[0], run[-1]) for run in runs]


def _by_rolls(chart: Chart) -> Grid:
    outcomes, origins = _outcomes(chart), _Origins(chart)
    runs = _runs(chart)
    rows = []
    for low, high in runs:
        cells = []
        for column, (given, origin) in zip(chart.columns.labels, outcomes[low], strict=True):
            tip = f"{chart.columns.by} {column}, {roll_words(chart, low, high)}: {given}\n{origin_words(origin)}"
            cells.append(GridCell(given, origins.mark([origin]), tip, doubtful=_is_doubtful([origin])))
        rows.append(tuple(cells))
    corner = _corner(tr("roll"), chart.columns.by)
    return Grid(corner, chart.columns.labels, tuple(roll_words(chart, *run) for run in runs), tuple(rows), origins.legend)


def _by_results(chart: Chart) -> Grid:
    outcomes, origins = _outcomes(chart), _Origins(chart)
    order = list(outcomes)
    chances = dice(chart.dice).chances
    rows = []
    for wanted in results_of(chart):
        cells = []
        for number, column in enumerate(chart.columns.labels):
            rolls = [roll for roll in order if outcomes[roll][number][0] == wanted]
            text = ", ".join(roll_words(chart, *run) for run in _spans(rolls, order))
            told = dict.fromkeys(outcomes[roll][number][1] for roll in rolls)
            chance = sum((chances.get(roll, Fraction(0)) for roll in rolls), Fraction(0))
            head = f"{chart.columns.by} {column}, {wanted}: {text or tr('never')}, {chance_words(chance)}"
            tip = "\n".join([head, *map(origin_words, told)])
            cells.append(GridCell(text or "–", origins.mark(told), tip, doubtful=_is_doubtful(told)))
        rows.append(tuple(cells))
    return Grid(_corner(tr("result"), chart.columns.by), chart.columns.labels, results_of(chart), tuple(rows), origins.legend)


def _spans(rolls: Sequence[int], order: Sequence[int]) -> list[tuple[int, int]]:
    """Rolls as runs of those that follow one another with these dice: 16 is followed by 21."""
    at = {roll: n for n, roll in enumerate(order)}
    runs = [[roll for _, roll in each] for _, each in groupby(enumerate(rolls), key=lambda item: at[item[1]] - item[0])]
    return [(run[0], run[-1]) for run in runs]


def _by_rows(chart: Chart) -> Grid:
    origins = _Origins(chart)
    rows = []
    for row in chart.rows.labels:
        cells = []
        for column in chart.columns.labels:
            value, origin = chart.cells.get((row, column), ""), chart.provenance(row, column)
            tip = [f"{row}, {column}: {cell_text(value)}", origin_words(origin)]
            chance = None
            if chart.form == "needed" and value != "":
                chance = succeeds(chart, value)
                words = tr("{roll} or more: {chance}").format(roll=cell_text(value), chance=chance_words(chance))
                tip[0] = f"{row}, {column}: {tr('no roll succeeds') if value == NEVER else words}"
            mark = origins.mark([origin])
            cells.append(GridCell(cell_text(value), mark, "\n".join(tip), chance, _is_doubtful([origin])))
        rows.append(tuple(cells))
    corner = _corner(chart.rows.by, chart.columns.by)
    return Grid(corner, chart.columns.labels, chart.rows.labels, tuple(rows), origins.legend)


def _corner(side: str, top: str) -> str:
    return f"{side} \\ {top}" if side and top else side or top
