"""Which units of a formation are subject to isolation, and who has rolled for it [BCS 1.1 variants 4, 6]."""

from core.model.state import GameState
from core.rules.bcs.formed.members import combat_units
from core.rules.bcs.ground.paths import is_bracketed, safe_path
from core.rules.bcs.tables import ON
from core.rules.kernel.forces import Unit
from core.rules.operations.board import Board


def isolated(board: Board, id_: str) -> tuple[Unit, ...]:
    """The combat units of a formation without a safe path; under the Rod Miller package those that are bracketed.

    [BCS 1.1 variants 4, 6]
    """
    package = board.case.choices["package.rod_miller"] == ON
    return tuple(unit for unit in combat_units(board, id_) if suffers(board, unit, package=package))


def suffers(board: Board, unit: Unit, *, package: bool) -> bool:
    """Whether a unit is subject to isolation. [BCS 1.1 variant 4]"""
    if package:
        return is_bracketed(board, unit).yes
    found = safe_path(board, unit)
    return found.is_known and not found.exists


def settled(state: GameState, what: str) -> frozenset[str]:
    """The units for which something of a kind has been settled in what it counts for. [BCS 1.1 variant 4]"""
    return frozenset(unit for each in state.fought if each.what == what for unit in each.units)
