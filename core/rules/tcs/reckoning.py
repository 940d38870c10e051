"""What the procedures share: items read from charts, roundings by their case, and rulings of numbers and words."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from core.base.amounts import amount
from core.base.errors import WrongUse, did_you_mean
from core.geometry.hexes import Hex
from core.model.charts import NEVER, Axis, Cell, Chart
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.charts import Consulted, Key, NotInChart
from core.rules.kernel.combat import Facts
from core.rules.kernel.dice import DICE, check_roll
from core.rules.kernel.modifiers import Item
from core.rules.kernel.parameters import Words
from core.rules.kernel.rounding import Rounding, rounded
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import Parameter, Tables

YES, NO = "yes", "no"
PROHIBITED, ALLOWED = "prohibited", "allowed"
OF_VEHICLES = ", vehicles"
"""Behind the name of a class or type whose row or column holds for vehicles alone."""


def flag(name: str, help_: str) -> Parameter:
    """A parameter that is yes or no, and no unless it is given."""
    return Parameter(name, "choice", help_, choices=(YES, NO))


def is_on(given: Mapping[str, Any], name: str) -> bool:
    """Whether such a parameter says yes."""
    return given.get(name) == YES


def rounding(case: Tables, what: str) -> Rounding:
    """How a case is rounded. [TCS 4.01 1.4]"""
    table = case.ruleset.rounding
    found = table.get(what) or table.get("general")
    return found.how if found is not None else Rounding.HALF_UP


def whole(case: Tables, value: Fraction | int, what: str = "general") -> int:
    """A number rounded as its case is. [TCS 4.01 1.4]"""
    return rounded(value, rounding(case, what))


def step(case: Tables, section: str, template: str, **values: object) -> Reason:
    """A step of an argument; the numbers among its values are those that it compares."""
    numbers = {name: value for name, value in values.items() if isinstance(value, int | Fraction)}
    shown = {name: value if isinstance(value, int | Hex) else _shown(value) for name, value in values.items()}
    return Reason(case.ruleset.ref(section), template, shown, numbers=numbers)


def _shown(value: object) -> str:
    return amount(value) if isinstance(value, Fraction) else str(value)


def item(case: Tables, consulted: Consulted, name: str, chart: str, row: Key, column: Key, section: str) -> Item:
    """A number of a chart as part of a sum. Raises NotInChart."""
    value = consulted.number(chart, row, column)
    return Item(name, value, case.ruleset.ref(section), consulted.origin(chart, row, column))


def word_of(consulted: Consulted, parameter: str, word: str, chart: str, but: Sequence[str] = ()) -> str:
    """The row of a chart that a word names. Raises WrongUse, which names the nearest; rows in `but` cannot be named."""
    axis = consulted.book.chart(chart).rows
    index = axis.index(word)
    allowed = [label for label in axis.labels if label not in but]
    if index is None or axis.labels[index] in but:
        raise WrongUse(f'{parameter}: "{word}" cannot be given here.{did_you_mean(word, allowed, 20)}')
    return axis.labels[index]


def class_of(axis: Axis, parameter: str, word: str, but: Sequence[str] = ()) -> str:
    """The combat class of terrain that a word names on an axis of a chart. Raises WrongUse, which names the nearest.

    What holds for vehicles alone, as "Open, vehicles", follows from the units and is never given; nor are labels in `but`.
    """
    index = axis.index(word)
    allowed = [label for label in axis.labels if not label.endswith(OF_VEHICLES) and label not in but]
    if index is None or axis.labels[index] not in allowed:
        raise WrongUse(f'{parameter}: "{word}" is no combat class of terrain.{did_you_mean(word, allowed)}')
    return axis.labels[index]


def has_row(consulted: Consulted, chart: str, row: str) -> bool:
    """Whether the chart in force has a row; those of one game may leave some out."""
    return consulted.book.chart(chart).rows.index(row) is not None


def terrain_of(
    case: Tables, given: Mapping[str, Any], axis: Axis, but: Sequence[str] = ()
) -> tuple[tuple[str, ...], list[Reason]]:
    """The classes of terrain that count: those of the hex, or of the hexside that a trigger crosses. [TCS 4.01 15.2c, 15.2f]

    Raises WrongUse for what is no class on the axis of the chart that they are looked up in.
    """
    terrain = tuple(class_of(axis, "terrain", word, but) for word in given.get("terrain", ()))
    if not given.get("hexside"):
        return terrain, []
    hexside = class_of(axis, "hexside", given["hexside"], but)
    chosen = case.choices.get("overwatch.hexside_terrain", "ask")
    if chosen == "hexside":
        return (hexside,), [step(case, "15.2c", "The hexside crossed counts: {hexside}", hexside=hexside)]
    if chosen == "hex":
        return terrain, [step(case, "15.2c", "By the options of the box the hex counts, not the hexside crossed")]
    template = "The hex counts here; the firer may choose the hexside crossed in its place: {hexside}"
    return terrain, [step(case, "15.2c", template, hexside=hexside)]


HEXSIDE = Parameter(
    "hexside",
    "text",
    "class of the hexside that a trigger crosses; the firer may choose it (15.2c, 15.2f)",
    words=Words(("tcs.area.terrain",), "columns"),
)


def needed_to_roll(cell: Cell, modifier: int = 0) -> int | None:
    """The least natural roll that succeeds with a modifier, None when none does. Raises NotInChart for other words."""
    if isinstance(cell, str):
        if cell == NEVER:
            return None
        raise NotInChart(f'"{cell}" is no number that can be rolled.')
    return int(cell) - modifier


def at_least(dice: str, needed: int | None) -> Fraction:
    """The chance of a roll or more, nothing for None."""
    return Fraction(0) if needed is None else DICE[dice].at_least(needed)


def checked(name: str, roll: int | None, dice: str) -> int | None:
    """A roll that its dice can give. Raises WrongUse."""
    check_roll(name, roll, DICE[dice])
    return roll


def checked_rolls(name: str, rolls: Iterable[Fraction], dice: str, most: int) -> tuple[int, ...]:
    """Rolls that their dice can give, no more of them than there are attacks. Raises WrongUse."""
    found = tuple(int(roll) for roll in rolls if checked(name, _whole_roll(name, roll), dice) is not None)
    if len(found) > most:
        raise WrongUse(f"{name}: {len(found)} are given, but there {'is' if most == 1 else 'are'} only {most} to roll.")
    return found


def _whole_roll(name: str, roll: Fraction) -> int:
    if roll.denominator != 1:
        raise WrongUse(f"{name}: {roll} cannot be rolled.")
    return int(roll)


def least(name: str, value: int | None, lowest: int) -> int | None:
    """A number that is not below the lowest there is. Raises WrongUse."""
    if value is not None and value < lowest:
        raise WrongUse(f"{name}: {value} is too low; {lowest} is the least.")
    return value


def roll_table(
    chart: Chart, needed: int | None, roll: int | None = None, row: str = "", column: str = "", items: tuple[Item, ...] = ()
) -> ChartDetail:
    """A chart that holds what must be rolled, with the chances of both outcomes."""
    success = at_least(chart.dice, needed)
    result = "" if roll is None else YES if needed is not None and roll >= needed else NO
    chances = ((YES, success), (NO, 1 - success))
    return ChartDetail(chart.id, chart.title, chart.unit, column, items, column, chances, row, roll, result)


def answer(
    case: Tables,
    consulted: Consulted,
    question: str,
    verdict: str,
    value: Number | str | None,
    said: Iterable[Reason],
    facts: Mapping[str, Number | str] | None = None,
    tables: tuple[ChartDetail, ...] = (),
) -> Ruling:
    """A ruling of numbers and words."""
    return Ruling(question, case.ruleset.id, verdict, value, tuple(said), Facts(facts or {}, tables), consulted.charts)
