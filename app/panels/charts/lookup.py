"""Looking something up in a chart as a player does: find the column, shift, roll."""

from dataclasses import dataclass
from fractions import Fraction

from app.panels.charts.words import cell_text, chance_words
from app.panels.words import tr
from core.model.charts import NEVER, Cell, Chart
from core.rules.kernel.charts import NotInChart, Place, cell, chances, find, result, succeeds

YES, NO = "yes", "no"


@dataclass(frozen=True)
class Finding:
    """What was found: the column where one ended, its number (None off the chart), what a roll gives there, and its chance.

    `words` say it in sentences; `fault` says why there is nothing to say.
    """

    words: str = ""
    column: int | None = None
    result: str = ""
    chance: Fraction | None = None
    fault: str = ""


def look_up(chart: Chart, column: str, row: str = "", shifts: int = 0, roll: int | None = None) -> Finding:
    """Enters a chart at a column (its label, or a number that finds it), shifts, and reads what a roll gives."""
    try:
        start = find(chart.columns, column.strip())
        end = start.shifted(shifts)
        return _in_column(chart, start, end, roll) if chart.form == "dice" else _in_cell(chart, row, start, end, roll)
    except NotInChart as error:
        return Finding(fault=str(error))


def _moved(start: Place, end: Place) -> str:
    if end.off is not None:
        return tr("From {start} off the chart: {effect}.").format(start=start.label, effect=end.off)
    if start.index != end.index:
        return tr("From {start} to column {end}.").format(start=start.label, end=end.label)
    return tr("Column {end}.").format(end=end.label)


def _number(place: Place) -> int | None:
    return place.index if place.off is None else None


def _in_column(chart: Chart, start: Place, end: Place, roll: int | None) -> Finding:
    moved = _moved(start, end)
    if roll is None:
        return Finding(moved, _number(end))
    given = result(chart, end, roll)
    chance = chances(chart, end)[given]
    said = tr("A roll of {roll} gives {result}, whose chance is {chance}.")
    words = said.format(roll=cell_text(Fraction(roll)), result=given, chance=chance_words(chance))
    return Finding(f"{moved} {words}", _number(end), given, chance)


def _in_cell(chart: Chart, row: str, start: Place, end: Place, roll: int | None) -> Finding:
    moved = _moved(start, end)
    value = cell(chart, row, end.label) if end.off is None else end.label
    if chart.form != "needed":
        return Finding(f"{moved} {cell_text(value)}.", _number(end), cell_text(value))
    chance = succeeds(chart, value)
    words = f"{moved} {_needed_words(value, chance)}"
    if roll is None:
        return Finding(words, _number(end), chance=chance)
    success = not isinstance(value, str) and roll >= value
    said = tr("A roll of {roll} succeeds.") if success else tr("A roll of {roll} fails.")
    return Finding(f"{words} {said.format(roll=roll)}", _number(end), YES if success else NO, chance if success else 1 - chance)


def _needed_words(value: Cell, chance: Fraction) -> str:
    if value == NEVER or isinstance(value, str):
        return tr("No roll succeeds.")
    return tr("{roll} or more succeeds: {chance}.").format(roll=cell_text(value), chance=chance_words(chance))
