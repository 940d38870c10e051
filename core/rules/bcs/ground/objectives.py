"""Objective markers with their zones [BCS 1.1 4.3d, published summaries]."""

from collections.abc import Mapping

from core.geometry.hexes import Hex
from core.model.deployment import Mark
from core.model.oob import Formation
from core.rules.bcs.ground.zones import around
from core.rules.bcs.tables import limit
from core.rules.operations.board import Board

OBJECTIVE, RADIUS = "objective", "Objective zone"


def objectives_of(board: Board, side: str) -> tuple[int, ...]:
    """The hexes with an objective marker of a side, in their order. [BCS 1.1 4.3d]"""
    return board.kept(("objectives", side), lambda: _objectives_of(board, side))


def _objectives_of(board: Board, side: str) -> tuple[int, ...]:
    marks, index = board.forces.deployment.marks, board.net.index
    found = (spot for spot in marks if isinstance(spot, Hex) and spot in index and objectives_in(board, side, spot))
    return tuple(sorted(index[spot] for spot in found))


def objectives_in(board: Board, side: str, place: Hex) -> tuple[Mark, ...]:
    """The objective markers of a side in a hex; the text of each names its formation, if it says one. [BCS 1.1 4.3d]"""
    marks = board.forces.deployment.marks.get(place, ())
    return tuple(each for each in marks if each.kind == OBJECTIVE and each.side == side)


def own_objectives(board: Board, formation: Formation) -> tuple[Hex, ...]:
    """The hexes with objectives that a formation has placed. [BCS 1.1 4.3d]"""
    hexes = (board.net.hexes[number] for number in objectives_of(board, formation.side))
    some = (
        place for place in hexes if any(each.text == formation.name for each in objectives_in(board, formation.side, place))
    )
    return tuple(some)


def objective_zones(board: Board, side: str) -> Mapping[int, frozenset[int]]:
    """The hexes in the zone of each objective of a side, by the hex of the marker. [BCS 1.1 4.3d, published summaries]"""
    return board.kept(
        ("objective zones", side),
        lambda: {
            number: frozenset(around(board, number, limit(board.consulted, RADIUS))) for number in objectives_of(board, side)
        },
    )


def zones_over(board: Board, side: str, number: int) -> int:
    """In how many objective zones of a side a hex lies: each marker has one, also where several lie in one hex.

    [BCS 1.1 4.3d, published summaries]
    """
    over = (marked for marked, hexes in objective_zones(board, side).items() if number in hexes)
    return sum(len(objectives_in(board, side, board.net.hexes[marked])) for marked in over)
