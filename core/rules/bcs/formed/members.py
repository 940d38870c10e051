"""Who is in formations, where their headquarters and trains stand, and which formations are in play [BCS 1.1 variants 2, 9]."""

from core.model.oob import Formation
from core.model.scenario import ARRIVING as REINFORCEMENTS
from core.rules.bcs.ground.routes import headquarters_of, trains_of, units_of
from core.rules.bcs.ground.zones import is_combat
from core.rules.bcs.meant import formations
from core.rules.kernel.forces import Unit
from core.rules.operations.board import Board

ARRIVING, COUNTED, ON_THE_MAP = "formations.arriving", "counted", "on_the_map"
"""The reading that says whether formations are activated of which nothing is on the map yet, and its choices."""


def in_play(board: Board, side: str) -> tuple[Formation, ...]:
    """The formations of a side that can be activated in the turn: something of them stands on the map, or waits in
    Reinforcements where the reading lets it. [BCS 1.1 variant 9]"""
    return tuple(each for each in formations(board, side) if is_there(board, each.id))


def is_there(board: Board, id_: str) -> bool:
    """Whether a formation is one to activate in the turn. [BCS 1.1 variant 9]"""
    if units_of(board, id_):
        return True
    return arriving_count(board) and id_ in coming(board)


def arriving_count(board: Board) -> bool:
    """Whether those are formations to activate of which all waits in Reinforcements. [BCS 1.1 variant 9]"""
    return board.case.choices.get("formations.arriving", COUNTED) == COUNTED


def waits(board: Board, id_: str) -> bool:
    """Whether a formation has nothing on the map, and something in Reinforcements. [BCS 1.1 variants 6, 9]"""
    return id_ in coming(board) and not units_of(board, id_)


def coming(board: Board) -> frozenset[str]:
    """The formations of which something waits in Reinforcements."""
    return board.kept("formations that come", lambda: _coming(board))


def _coming(board: Board) -> frozenset[str]:
    oob = board.forces.oob
    counters = (oob.counter(id_) for id_ in board.forces.deployment.stack(REINFORCEMENTS))
    return frozenset(each.formation for each in counters if each is not None)


def combat_units(board: Board, id_: str) -> tuple[Unit, ...]:
    """The combat units of a formation that stand in hexes."""
    return tuple(unit for unit in units_of(board, id_) if is_combat(unit))


def trains_distance(board: Board, id_: str) -> int | None:
    """How many hexes the trains of a formation are from its headquarters; None where either does not stand on the map."""
    pair = headquarters_of(board, id_), trains_of(board, id_)
    first, second = (board.net.hexes[each[0]] if each is not None else None for each in pair)
    return first.distance(second) if first is not None and second is not None else None
