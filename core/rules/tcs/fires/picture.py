"""What a fire may do, as one picture: steps, the check that it asks for, and what morale makes of the stack.

[TCS 4.01 10.0e-g, 17.0-17.2]
"""

from collections.abc import Iterator, Mapping, Sequence

from core.geometry.hexes import Hex
from core.rules.kernel.combat import Facts
from core.rules.kernel.procedure import Outcome
from core.rules.operations.board import Board
from core.rules.tcs.effects.checking import prints_morale
from core.rules.tcs.effects.forecast import MORALE, forecast
from core.rules.tcs.fires.volleys import AREA, Aim, Volley, outcomes
from core.rules.tcs.reckoning import NO, YES


def picture(
    board: Board,
    aim: Aim,
    volleys: Sequence[Volley],
    *,
    crossfire: bool = False,
    between: Hex | None = None,
    retreating: Sequence[str] = (),
) -> tuple[Outcome, ...]:
    """The chances of steps and of a check, and of each thing that morale makes of the stack, where one fire at the area is all
    that is still to be rolled: what several parts do together is told step by step. [TCS 4.01 10.0e-g, 17.0b, 17.2]"""
    told = {"crossfire": YES if crossfire else NO, "between": between, "because": "fire", "retreating": tuple(retreating)}
    return (*outcomes(volleys, aim), *_morale(board, aim, volleys, told))


def _morale(board: Board, aim: Aim, volleys: Sequence[Volley], told: Mapping[str, object]) -> Iterator[Outcome]:
    if len(volleys) != 1 or volleys[0].how != AREA or not volleys[0].is_open:
        return
    place, side, (volley,) = board.net.hexes[aim.step.into], aim.targets[0][0].side, volleys
    there = [unit for unit in board.at.get(aim.step.into, ()) if unit.side == side]
    # Who moves on is not there any more, and of who prints none nobody knows its morale.
    if {unit.id for unit in there} != {unit.id for unit, _ in aim.targets}:
        return
    tables = volley.ruling.detail.tables if isinstance(volley.ruling.detail, Facts) else ()
    if not tables or not all(prints_morale(board, each) for each in there):
        return
    found = forecast(board, place, side, tables[0].chances, {**told, "firers": tuple(each.unit.id for each in volley.firers)})
    yield from (each for each in found.outcomes if each.group == MORALE)
