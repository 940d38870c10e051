"""Objective markers with their zones [BCS 1.1 4.3d, published summaries]."""

from collections.abc import Mapping

from core.geometry.hexes import Hex
from core.rules.bcs.ground.zones import around
from core.rules.bcs.tables import limit
from core.rules.operations.board import Board

OBJECTIVE, RADIUS = "objective", "Objective zone"


def objectives_of(board: Board, side: str) -> tuple[int, ...]:
    """The hexes with an objective marker of a side, in their order. [BCS 1.1 4.3d]"""
    return board.kept(("objectives", side), lambda: _objectives_of(board, side))


def _objectives_of(board: Board, side: str) -> tuple[int, ...]:
    marks, index = board.forces.deployment.marks, board.net.index
    found = (
        spot
        for spot, some in marks.items()
        if isinstance(spot, Hex) and any(each.kind == OBJECTIVE and each.side == side for each in some)
    )
    return tuple(sorted(index[spot] for spot in found if spot in index))


def objective_zones(board: Board, side: str) -> Mapping[int, frozenset[int]]:
    """The hexes in the zone of each objective of a side, by the hex of the marker. [BCS 1.1 4.3d, published summaries]"""
    return board.kept(
        ("objective zones", side),
        lambda: {
            number: frozenset(around(board, number, limit(board.consulted, RADIUS))) for number in objectives_of(board, side)
        },
    )
