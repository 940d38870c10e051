"""Who of a stack checks morale for it, by what its counters print and what has become of them [TCS 4.01 17.0a, 17.2a]."""

from core.base.errors import WrongUse
from core.rules.kernel.charts import Consulted
from core.rules.kernel.forces import Unit
from core.rules.operations.board import Board
from core.rules.tcs.forces.counters import kind_of
from core.rules.tcs.forces.units import INFANTRY, WEAPONS
from core.rules.tcs.procedures.destroyed import battalion_morale_of
from core.rules.tcs.procedures.morale import PRINTED, Checker

MORALE = "morale"
"""The value of counters that is their printed morale."""


def checks_morale(board: Board, unit: Unit) -> bool:
    """Whether a unit is infantry or a weapons unit; vehicles and carriers never check. [TCS 4.01 17.0a]"""
    return kind_of(board.case.ruleset, unit).category in (INFANTRY, WEAPONS)


def prints_morale(board: Board, unit: Unit) -> bool:
    """Whether it is known of a unit which morale it has, or that it has none."""
    return not checks_morale(board, unit) or _printed(board, unit) is not None


def checker_of(board: Board, unit: Unit, eliminated: bool = False) -> Checker:
    """A unit as it checks morale; one that is eliminated has lost all the steps that it has at full strength. Raises WrongUse
    for one that prints no morale and is none of the guns of which the rules state it.

    [TCS 4.01 17.2a, 24.4, 24.5, 24.6a, 24.7]
    """
    printed = _printed(board, unit)
    if printed is None:
        raise WrongUse(f"{unit.name} checks morale and prints none; give its counter the value {MORALE}.")
    lost = unit.full if eliminated else unit.full - unit.left
    return Checker(unit.name, printed, lost, battalion_morale_of(board.case, board.forces, unit))


def _printed(board: Board, unit: Unit) -> int | None:
    """The morale that a unit prints, or that the rules state of such guns; None for none. [TCS 4.01 24.4, 24.5, 24.6a, 24.7]"""
    printed = unit.value(MORALE)
    if isinstance(printed, int) and not isinstance(printed, bool):
        return printed
    return _of_guns(board.consulted, kind_of(board.case.ruleset, unit).name)


def _of_guns(consulted: Consulted, kind: str) -> int | None:
    """The morale that the rules state for a kind of guns, None for any other."""
    if consulted.book.chart(PRINTED).rows.index(kind) is None:
        return None
    return int(consulted.number(PRINTED, kind, MORALE))
