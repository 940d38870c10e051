"""Overruns on the map: the conditions of a series one by one, and the hexes beside a target that units can overrun from."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Ruling
from core.rules.operations.battle import combat
from core.rules.operations.board import Board
from core.rules.operations.movement import Journey, over_limit
from core.rules.operations.movement_detail import Condition, OverrunDetail
from core.rules.operations.tolls import in_parts, in_points
from core.rules.operations.zones import SIDES

COMBAT = ("modifiers", "shifts", "roll_modifier", "roll")
"""What is asked of the combat of an overrun beside who fights."""


@dataclass(frozen=True, slots=True)
class Source:
    """A hex beside a target that all units of a stack can come to, with what the dearest way costs, what is left to the one
    with the least, and how much would be above the stacking limit there. `edge` is the hexside to the target, 6 × hex +
    direction."""

    number: int
    edge: int
    spent: Fraction
    left: Fraction
    over: int


def sources(board: Board, journeys: Sequence[Journey], units: Sequence[Unit], target: int) -> Iterator[Source]:
    """The hexes beside a target that units can come to with the points that they have, the hex where they stand included."""
    net, found = board.net, [each.reached() for each in journeys]
    moving = {unit.id for unit in units}
    for direction in range(SIDES):
        number = net.near[SIDES * target + direction]
        if number < 0 or any(number not in each.spent or number in each.minimum for each in found):
            continue
        spent = max(in_points(each.spent[number]) for each in found)
        left = min(one.mover.allowance - in_points(each.spent[number]) for one, each in zip(journeys, found, strict=True))
        others = [unit for unit in board.at.get(number, ()) if unit.id not in moving and unit.side == units[0].side]
        edge = SIDES * number + (direction + 3) % SIDES
        yield Source(number, edge, spent, left, over_limit(board, units, others))


def chosen(
    board: Board, found: Iterable[Source], target: int, given: Mapping[str, Any], failing: Callable[[Source], int]
) -> Source | None:
    """The hex to overrun from: the named one, else that which fails the fewest conditions, of these the cheapest. Raises
    WrongUse for one that is not beside the target."""
    some = list(found)
    if given.get("from") is not None:
        wanted = board.number(given["from"])
        if board.net.hexes[wanted].distance(board.net.hexes[target]) != 1:
            raise WrongUse(f"from: {board.label(wanted)} is not adjacent to {board.label(target)}.")
        some = [each for each in some if each.number == wanted]
    return min(some, key=lambda each: (failing(each), each.spent, each.number), default=None)


def slowest(journeys: Sequence[Journey], source: Source | None) -> Journey:
    """That of several movers to which the way to a hex leaves the least."""
    if source is None:
        return journeys[0]
    return min(journeys, key=lambda each: in_parts(each.mover.allowance) - each.reached().spent[source.number])


def told_of(
    board: Board,
    units: Sequence[Unit],
    target: int,
    mode: str,
    conditions: Sequence[Condition],
    journeys: Sequence[Journey],
    source: Source | None,
    cost: Fraction,
) -> OverrunDetail:
    """What a ruling on an overrun carries, without the combat."""
    ids, goal = tuple(unit.id for unit in units), board.net.hexes[target]
    if source is None:
        return OverrunDetail(ids, goal, None, mode, tuple(conditions), cost=cost)
    theirs = slowest(journeys, source)
    way = tuple(theirs.steps(theirs.reached().path(source.number)))
    place, left = board.net.hexes[source.number], source.left - cost
    return OverrunDetail(ids, goal, place, mode, tuple(conditions), way, source.spent, cost, left)


def fought_from(
    board: Board, units: Sequence[Unit], number: int, given: Mapping[str, Any], names: Iterable[str] = COMBAT, **more: Any
) -> Ruling:
    """The combat of units as if they stood in a hex, by its number: that of the series, as any other. Raises WrongUse.

    `names` are parameters that it takes over, `more` are those that every overrun has.
    """
    ids = tuple(unit.id for unit in units)
    asked = {name: given[name] for name in names if given.get(name) is not None} | more
    there = board.kept(("standing in", ids, number), lambda: _standing_in(board, units, number))
    return combat(there.under(board.case), {"units": ids, "to": given["to"], **asked})


def _standing_in(board: Board, units: Sequence[Unit], number: int) -> Board:
    """The board with units in another hex."""
    forces, place = board.forces, board.net.hexes[number]
    pieces = {unit.id: replace(unit.piece, at=place) for unit in units if unit.piece is not None}
    moved = replace(forces, state=replace(forces.state, deployment=forces.deployment.with_pieces(pieces)))
    return Board(board.case, board.force_rules, board.rules, moved)


def shows_odds(board: Board, target: int) -> bool:
    """Whether strengths in the target may be added up: always, but in play only where something is declared on it."""
    state, place = board.forces.state, board.net.hexes[target]
    return not state.in_play or any(place in each.against for each in state.declared)


def stack_of(board: Board, given: Mapping[str, Any]) -> tuple[tuple[Unit, ...], int, tuple[Unit, ...]]:
    """The units that overrun, the number of their target, and the enemies in it. Raises WrongUse."""
    if not given.get("units") or given.get("to") is None:
        raise WrongUse("Give the units that overrun and their target, units=… to=…, or the points target=… adjacent=… alone.")
    units = board.units(given["units"])
    if not units or len({unit.side for unit in units}) > 1:
        raise WrongUse("units: name units of one side.")
    target = board.number(given["to"])
    defenders = tuple(unit for unit in board.at.get(target, ()) if unit.side != units[0].side)
    if not defenders:
        raise WrongUse(f"to: no enemy of {board.forces.side_name(units[0].side)} is in {board.label(target)}.")
    return units, target, defenders
