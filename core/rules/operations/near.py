"""Who is around a hex that is attacked, and what each can do there, which the series says (`BattleRules`)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.operations.battle_detail import BARRED
from core.rules.operations.zones import one_side

if TYPE_CHECKING:
    from core.rules.operations.board import Board


@dataclass(frozen=True, slots=True)
class Candidate:
    """A unit near a hex that is attacked: what it can do, and why it can do no more."""

    unit: Unit
    role: str
    reasons: tuple[Reason, ...]

    @property
    def takes_part(self) -> bool:
        """Whether it can take part at all."""
        return self.role != BARRED


def near_by_number(board: "Board") -> int:
    """How far around a hex a series looks for attackers, where it is one number for all: those a hex too far are told why."""
    return board.case.ruleset.whole("combat.near")


def defenders_of(board: "Board", target: int, side: str) -> tuple[Unit, ...]:
    """The units in a hex that are enemies of a side, else what of theirs defends a hex without units."""
    return tuple(unit for unit in board.at.get(target, ()) if unit.side != side) or board.battle.lone(board, target, side)


def units_near(board: "Board", targets: Sequence[int], side: str) -> Iterator[Unit]:
    """The units of a side around some hexes, as far as the series looks, nearer ones first."""
    net, middles = board.net, [board.net.hexes[target] for target in targets]
    within = (place for middle in middles for place in middle.within(board.battle.near(board)))
    around = {number for place in within if (number := net.index.get(place)) is not None} - set(targets)
    for number in sorted(around, key=lambda each: (min(net.hexes[each].distance(middle) for middle in middles), each)):
        yield from (unit for unit in board.at.get(number, ()) if unit.side == side)


def judged_of(board: "Board", unit: Unit, targets: tuple[int, ...]) -> Candidate:
    """What a unit can do in an attack on one hex, or on several at once."""
    several = board.battle.several.candidate
    return (
        board.battle.candidate(board, unit, targets[0])
        if len(targets) < 2 or several is None
        else several(board, unit, targets)
    )


def attacking_side(board: "Board", targets: Sequence[int], name: str) -> str:
    """The side that is named, else the one whose enemies alone are in the hexes. Raises WrongUse."""
    if name:
        return one_side(board, name)
    held_by = {unit.side for target in targets for unit in board.at.get(target, ())}
    others = [side for side in board.sides if side not in held_by]
    if len(held_by) == 1 and len(others) == 1:
        return others[0]
    return one_side(board, "")
