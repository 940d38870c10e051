"""The ways that units have gone in the phase with what is known to be paid for them: onto the map, through who was overrun.

[TCS 4.01 20.0d, 23.0a, 23.0h, 27.2a]

The state of play remembers the hexes of ways, and who was overrun. What a hex costs that was closed to moves, for enemies were
in it, follows from that; of all other ways nothing is said here, and the fewest points count that lead along them.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from core.geometry.hexes import Hex
from core.model.state import Trek
from core.rules.kernel.forces import Unit
from core.rules.operations.board import Board
from core.rules.operations.fought import fought
from core.rules.operations.movement import journey
from core.rules.operations.rules import Asked, Gone
from core.rules.tcs.movement.entering import paid_on_entry
from core.rules.tcs.watch.acted import has_moved
from core.rules.tcs.watch.already import OVERRUN


def cleared(board: Board, number: int, side: str) -> Board:
    """The board without the enemies of a side in a hex, as costs of a step into it are counted on. [TCS 4.01 22.0]"""
    deployment = board.forces.deployment
    gone = {unit.id: None for unit in board.at.get(number, ()) if unit.side != side}
    state = replace(board.forces.state, deployment=deployment.with_pieces(gone))
    return Board(board.case, board.force_rules, board.rules, replace(board.forces, state=state))


def gone(board: Board, unit: Unit, asked: Asked) -> Sequence[Gone]:
    """The ways that a unit has gone in the phase of its side, with what coming onto the map has cost, and going into hexes that
    it has overrun and out of them. [TCS 4.01 20.0c, 20.0d, 23.0a, 23.0h, 27.2a]"""
    if not has_moved(board, unit):
        return ()
    return board.kept(("gone", unit.id, asked.mode, asked.together), lambda: tuple(_gone(board, unit, asked)))


def _gone(board: Board, unit: Unit, asked: Asked) -> list[Gone]:
    overrun = {spot for each in fought(board, OVERRUN) if unit.id in each.units for spot in each.against}
    found, index = list[Gone](), board.net.index
    for count, trek in enumerate(board.forces.state.treks):
        if unit.id not in trek.units or trek.into not in index:
            continue
        if trek.source is None or trek.source not in index:
            ahead = _ahead(board, unit, trek, board.forces.state.treks[:count])
            found.append(Gone(None, index[trek.into], paid_on_entry(board, unit, trek.into, ahead)))
            continue
        through = trek.source.distance(trek.into) == 1 and not overrun.isdisjoint((trek.source, trek.into))
        points = _step(board, unit, trek.source, trek.into, asked) if through else None
        found.append(Gone(index[trek.source], index[trek.into], points))
    return found


def _ahead(board: Board, unit: Unit, trek: Trek, before: Sequence[Trek]) -> int:
    """How many of its side have come by the same hex before a unit; who is carried takes up no room. [TCS 4.01 27.2c]"""
    come = [id_ for each in before if each.source is None and each.into == trek.into for id_ in each.units]
    come += trek.units[: trek.units.index(unit.id)]
    known = (each for id_ in come if (each := board.forces.unit(id_)) is not None)
    return sum(each.side == unit.side and (each.piece is None or not each.piece.on) for each in known)


def _step(board: Board, unit: Unit, source: Hex, into: Hex, asked: Asked) -> Fraction | None:
    """What a step has cost a unit of its own points, as if no enemies were in the hex. [TCS 4.01 22.0, 23.0a, 24.1]"""
    start, end = board.number(source), board.number(into)
    riding = [each.id for each in board.at.get(board.place(unit), ()) if each.id == unit.id or _goes_with(each, unit)]
    then = cleared(board.with_units(dict.fromkeys(riding, start)), end, unit.side)
    there = then.forces.unit(unit.id)
    assert there is not None
    mover = then.rules.mover(then, there, replace(asked, spent=Fraction(0), together=asked.together | set(riding)))
    paid = journey(then, mover, asked).step(start, end, first=False).points
    board.consulted.add(then.consulted.charts)
    return None if paid is None else mover.share * paid


def _goes_with(other: Unit, unit: Unit) -> bool:
    """Whether a unit carries another one. [TCS 4.01 24.1]"""
    return unit.piece is not None and unit.piece.on == other.id
