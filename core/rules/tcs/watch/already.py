"""What units have done in the phase that keeps them from doing more in it, as the state of play remembers it.

[TCS 4.01 21.3, 22.0i]
"""

from collections.abc import Iterator

from core.model.state import BREACH
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board
from core.rules.operations.fought import fought, labels

ASSAULT, OVERRUN = "assault", "overrun"
"""The two kinds of close combat, as they are declared."""


def has_assaulted(board: Board, unit: Unit) -> Iterator[Reason]:
    """That a unit has assaulted in the phase, and does no more in it than observe for mortars and fire on overwatch.
    [TCS 4.01 22.0i]"""
    template = "{unit} has assaulted in this phase, {others}: it neither moves nor fires actions in it"
    yield from _has(board, unit, ASSAULT, "22.0i", template)


def has_breached(board: Board, unit: Unit) -> Iterator[Reason]:
    """That a unit has tried to breach mines in the phase, and neither moves nor fires actions in it. [TCS 4.01 21.3]"""
    template = "{unit} breaches mines in this phase, {others}: it neither moves, changes mode nor fires actions in it"
    yield from _has(board, unit, BREACH, "21.3", template)


def is_spent(board: Board, unit: Unit) -> Iterator[Reason]:
    """What a unit has done that keeps it from moving and from actions. [TCS 4.01 21.3, 22.0i]"""
    yield from has_assaulted(board, unit)
    yield from has_breached(board, unit)


def _has(board: Board, unit: Unit, what: str, section: str, template: str) -> Iterator[Reason]:
    for each in fought(board, what):
        if unit.id in each.units:
            yield Reason(board.ref(section), template, {"unit": unit.name, "others": labels(board, each.against)})
            return
