"""What stands in a hex above the limits of stacking, and when its owner destroys it [TCS 4.01 5.0, 5.1]."""

from collections.abc import Iterator, Sequence

from core.geometry.hexes import Hex
from core.rules.kernel.force_rules import Count
from core.rules.kernel.forces import Unit
from core.rules.kernel.proposals import Next
from core.rules.kernel.rulings import Reason
from core.rules.kernel.stacking import side_stacks
from core.rules.operations.board import Board

EXCESS = "excess"
"""How steps are lost that stand above a limit, beside those lost by fire."""


def above_limits(board: Board, units: Sequence[Unit]) -> Iterator[Count]:
    """What the units of a side in a hex have more of than may be there. [TCS 4.01 5.0, 5.1]"""
    for stack in side_stacks(board.case, board.consulted, board.forces, units, board.force_rules):
        yield from (count for count in stack.counts if count.binds and count.over)


def destroyed_above(board: Board, units: Sequence[Unit], place: Hex) -> Iterator[Next]:
    """What the owner of some units in a hex is asked to destroy, for each limit. [TCS 4.01 5.0]"""
    for over in above_limits(board, units):
        side = units[0].side
        told: dict[str, object] = {"side": board.forces.side_name(side), "steps": over.over, "name": over.name, "hex": place}
        template = "{side} is {steps} steps above the limit of {name} in {hex}: the owner destroys as many"
        given = {"to": board.forces.box.label(place), "side": side, "fire": EXCESS, "steps": str(over.over)}
        yield Next("losses.at", Reason(board.ref("5.0"), template, told, (place,)), given, side)
