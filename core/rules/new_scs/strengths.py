"""Strengths of attackers and defenders, and what terrain does to both."""

from collections.abc import Callable, Iterable
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.charts import Consulted
from core.rules.kernel.combat import Force, chart_word, read_force
from core.rules.kernel.modifiers import Factor
from core.rules.kernel.rounding import Rounding
from core.rules.kernel.system import Tables

ATTACK, DEFENCE = "attack factor", "defence factor"
FACTORS, TERRAIN = "new_scs.factors", "new_scs.terrain"
FACTOR_EFFECTS = "Factor effects and column shifts"


def forces(case: Tables, consulted: Consulted, texts: Iterable[str], side: str) -> tuple[Force, ...]:
    """Units as they are typed, with their factors. Raises WrongUse. [New SCS Factor effects and column shifts]"""
    rule = case.ruleset.ref(FACTOR_EFFECTS)
    return tuple(read_force(text, _factor(case, consulted, side), rule) for text in texts)


def _factor(case: Tables, consulted: Consulted, side: str) -> Callable[[str], Factor]:
    """What a word after a strength means: a state of the unit, or terrain that it attacks across or out of."""

    def factor(word: str) -> Factor:
        chart, row = chart_word(consulted, word, (FACTORS, TERRAIN) if side == ATTACK else (FACTORS,))
        return Factor(row, consulted.number(chart, row, side), case.ruleset.ref(FACTOR_EFFECTS))

    return factor


def terrain_shift(case: Tables, consulted: Consulted, given: dict[str, Any]) -> tuple[str, int]:
    """The terrain of the defenders' hex, and how many columns it shifts to the left. Raises WrongUse.

    [New SCS Factor effects and column shifts]
    """
    word, shift = given.get("terrain"), given.get("shift")
    if word and shift is not None:
        raise WrongUse("Give terrain=… or shift=…, not both.")
    if word:
        row = chart_word(consulted, word, (TERRAIN,))[1]
        return row, int(consulted.number(TERRAIN, row, "shift left"))
    most = most_shift(case)
    if shift is not None and not 0 <= shift <= most:
        raise WrongUse(f"shift: terrain shifts 0 to {most} columns to the left, not {shift}.")
    return "", shift or 0


def most_shift(case: Tables) -> int:
    """The most columns that terrain shifts to the left. [New SCS Factor effects and column shifts]"""
    return case.ruleset.whole("terrain.most_shift")


def rounding(case: Tables, what: str = "general") -> Rounding:
    """How a case is rounded."""
    found = case.ruleset.rounding.get(what) or case.ruleset.rounding.get("general")
    return found.how if found is not None else Rounding.HALF_UP
