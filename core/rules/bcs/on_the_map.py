"""What BCS says on the map, all of it: zones, movement and supply, and of every way whether it keeps to written orders."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.rules.bcs.formed.orders import heeding
from core.rules.bcs.ground.going import GOING
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board
from core.rules.operations.movement_detail import StepCost


def _heeding(board: Board, units: Sequence[Unit], way: Sequence[StepCost]) -> Iterator[Reason]:
    """Whether units on a way keep to the orders of their formations. [BCS 1.1 variant 6]"""
    return heeding(board, units, (way[0].source, *(each.into for each in way)))


OPERATIONS = replace(GOING, told_of_way=_heeding)
"""What every question of BCS about the map is answered by."""
