"""Which enemies are spotted from a hex by those who stand there, or would [TCS 4.01 7.1, 17.4e]."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.rules.operations.board import Board
from core.rules.tcs.forces.units import Unit as Counted
from core.rules.tcs.movement.going import MARCH
from core.rules.tcs.sight.cover import classes_under_fire
from core.rules.tcs.watch.lookout import Ground, Step, watch_on
from core.rules.tcs.watch.watching import in_sight, spotted_to


@dataclass(frozen=True, slots=True)
class Spotted:
    """Hexes of enemies, by their numbers: those in which somebody is spotted, and those of which it cannot be decided."""

    hexes: frozenset[int] = frozenset()
    unsure: frozenset[int] = frozenset()


def spotted(board: Board, side: str, here: int, looking: Sequence[Counted], among: Iterable[int]) -> Spotted:
    """Those of some hexes with enemies of a side in which these spot anybody from a hex. [TCS 4.01 7.1]"""
    found = {number: _is_spotted(board, side, here, tuple(looking), number) for number in among}
    seen = frozenset(number for number, is_so in found.items() if is_so)
    return Spotted(seen, frozenset(number for number, is_so in found.items() if is_so is None))


def _is_spotted(board: Board, side: str, here: int, looking: tuple[Counted, ...], there: int) -> bool | None:
    """Whether anybody is spotted in a hex, None where that cannot be decided. [TCS 4.01 7.1b, 7.1e]"""
    answers = set()
    for other in dict.fromkeys(unit.side for unit in board.at.get(there, ()) if unit.side != side):
        watch = watch_on(board, other, MARCH)
        beside = [unit for unit in board.at[there] if unit.side == other]
        targets = tuple(each for unit in beside if (each := watch.counted(unit, beside)).target)
        if not targets:
            continue
        aimed, ground = Step(there, there, along=False, targets=targets), Ground(classes_under_fire(board, there, here))
        answers.add(in_sight(watch, here, aimed, ground, spotted_to(watch, aimed, ground, looking)))
    if True in answers:
        return True
    return None if None in answers else False
