"""Who may assault or overrun a hex from beside it, and why not the others: modes, points, stacks, orders.

[TCS 4.01 6.3a, 20.0h, 22.0a, 22.0i-j, 23.0a-b, 23.0j-l]
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from core.base.amounts import amount
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board
from core.rules.operations.movement import Before, Journey, asked_before, asked_of, before_of, journey, mode_of, over_limit
from core.rules.operations.movement_detail import StepCost
from core.rules.operations.rules import Asked, Mover
from core.rules.operations.zones import SIDES as EDGES
from core.rules.tcs.forces.counters import in_move_mode, kind_of
from core.rules.tcs.forces.units import CARRIER, VEHICLE
from core.rules.tcs.forces.walking import BY_FOOT, way_of
from core.rules.tcs.movement.going import along
from core.rules.tcs.movement.passing import cleared
from core.rules.tcs.orders.by_orders import Act, consequences, is_barred, orders_of_units
from core.rules.tcs.reckoning import step


@dataclass(frozen=True)
class Closing:
    """Units that would go into a hex with enemies in it: the journey of each as if these were not there, the step in, with what
    it costs the one that pays most, and why each may not, by its id; `stack` is why they may not together."""

    units: tuple[Unit, ...]
    start: int
    journeys: tuple[Journey, ...]
    step: StepCost
    why: Mapping[str, tuple[Reason, ...]]
    stack: tuple[Reason, ...]
    said: tuple[Reason, ...]
    spent: Fraction
    left: Fraction

    @property
    def possible(self) -> bool:
        """Whether nothing is against it."""
        return not self.stack and not any(self.why.values())


def closing(board: Board, named: Sequence[Unit], target: int, given: Mapping[str, Any], *, overrun: bool) -> Closing:
    """What is for and against units that would assault or overrun a hex. Raises WrongUse.

    [TCS 4.01 20.0h, 22.0a, 22.0i, 22.0j, 23.0a, 23.0b, 23.0l]
    """
    units = along(board, tuple(named))
    places = {board.place(unit) for unit in units}
    if len({unit.side for unit in units}) > 1:
        raise WrongUse("units: those that attack are of one side.")
    if len(places) > 1:
        raise WrongUse("units: one stack attacks at a time, so that all stand in one hex (22.0).")
    start = places.pop()
    hexes = board.net.hexes
    if hexes[start].distance(hexes[target]) != 1:
        raise WrongUse(f"units: they stand in {board.label(start)}, which is not beside {board.label(target)} (22.0).")
    mode = mode_of(board, given.get("mode") or "")
    before = before_of(board, given, mode, units)
    together = replace(asked_of(board, tuple(named), mode, given), together=frozenset(unit.id for unit in units))
    each_asked = asked_each(board, units, together, before)
    there = cleared(board, target, units[0].side)
    movers = tuple(there.rules.mover(there, unit, asked) for unit, asked in zip(units, each_asked, strict=True))
    journeys = tuple(journey(there, mover, asked) for mover, asked in zip(movers, each_asked, strict=True))
    steps = tuple(each.step(start, target, first=True) for each in journeys)
    board.consulted.add(there.consulted.charts)
    dearest = max(steps, key=lambda each: each.points if each.points is not None else Fraction(10**6))
    before_it = (each.spent / mover.share for each, mover in zip(each_asked, movers, strict=True) if mover.share)
    spent = max(before_it, default=Fraction(0)) + (dearest.points or Fraction(0))
    left = min((mover.allowance - (each.points or Fraction(0)) for mover, each in zip(movers, steps, strict=True)))
    why = {
        unit.id: tuple(_why_not(board, unit, mover, each, overrun=overrun))
        for unit, mover, each in zip(units, movers, steps, strict=True)
    }
    said = list(_told(board, dearest, hexes[target]))
    stack = [*_in_phase(board, units[0].side), *_as_one(board, units, each_asked, start)]
    if overrun:
        stack += _of_overrun(board, journeys, dearest, target)
    over = over_limit(board, units, ())
    if over:
        template = "Above the stacking limit by {over} steps: the owner destroys as many once they are in the hex"
        said.append(step(board.case, "5.0", template, over=over))
    return Closing(units, start, journeys, dearest, why, tuple(stack), tuple(said), spent, max(left, Fraction(0)))


def asked_each(board: Board, units: Sequence[Unit], asked: Asked, before: Mapping[str, Before]) -> tuple[Asked, ...]:
    """What is asked of each of a stack that has spent points together, at least as many as are counted of it by itself where
    nobody tells them; who is carried spends in proportion. [TCS 4.01 20.0d, 24.1]"""
    found = list[Asked]()
    for unit, each in zip(units, asked_before(asked, units, before), strict=True):
        told = unit.id in before and before[unit.id].reason is None
        share = board.rules.mover(board, unit, replace(asked, spent=Fraction(0))).share
        found.append(each if told else replace(each, spent=max(each.spent * (unit.id in before), asked.spent * share)))
    return tuple(found)


def _told(board: Board, cost: StepCost, place: Hex) -> Iterator[Reason]:
    """What it costs to go in. [TCS 4.01 20.1, 22.0]"""
    if cost.points is None:
        return
    parts = ", ".join(f"{item.name} {amount(item.value)}" for item in cost.items) or "nothing"
    told = {"hex": place, "points": amount(cost.points), "parts": parts}
    yield Reason(board.ref("22.0"), "Into {hex}: {points} ({parts})", told, (place,), {"points": cost.points})


def _why_not(board: Board, unit: Unit, mover: Mover, cost: StepCost, *, overrun: bool) -> Iterator[Reason]:
    """Why a unit takes no part. [TCS 4.01 6.3a, 20.1c, 20.1f, 22.0a, 22.0i, 22.0j, 23.0a, 23.0l]"""
    case = board.case
    if not in_move_mode(unit) and not (unit.piece is not None and unit.piece.on):
        yield step(case, "23.0a" if overrun else "22.0a", "{unit}: it is in Fire Mode", unit=unit.name)
    if overrun and not _overruns(board, unit, mover.mode):
        template = "{unit}: on foot; only vehicles, carriers and who rides overrun"
        yield step(case, "23.0a", template, unit=unit.name)
    yield from mover.barred
    for each in orders_of_units(case, board.forces, (unit,)):
        act: Act = "overrun" if overrun else "assault"
        if is_barred(each, act):
            yield from each.reasons
            yield from (found for found in consequences(case, each, act) if "reading" not in found.values)
    if cost.points is None:
        yield from (replace(each, values={**each.values, "unit": unit.name}) for each in cost.said)
    elif cost.points > mover.allowance:
        if mover.minimum is not None and not overrun:
            return
        template = "{unit}: {allowance} points are left to it, and going in takes {points}"
        told = {"unit": unit.name, "allowance": amount(mover.allowance), "points": amount(cost.points)}
        yield step(case, "23.0a" if overrun else "22.0a", template, **told)


def _overruns(board: Board, unit: Unit, mode: str) -> bool:
    """Whether a unit is a vehicle or a carrier, rides on one, or goes with a carrier of its own. [TCS 4.01 23.0a, 23.0b]"""
    if unit.piece is not None and unit.piece.on:
        return True
    if kind_of(board.case.ruleset, unit).category in (VEHICLE, CARRIER):
        return True
    return mode != BY_FOOT and way_of(board.case.ruleset, unit, mode).own_carrier


def _in_phase(board: Board, side: str) -> Iterator[Reason]:
    """Why nobody of a side attacks: the phase is that of the other. [TCS 4.01 22.0]"""
    active = board.forces.state.moment.side
    if active and active != side:
        template = "The phase is that of {side}: nobody else assaults or overruns in it"
        yield step(board.case, "22.0", template, side=board.forces.side_name(active))


def _as_one(board: Board, units: Sequence[Unit], asked: Sequence[Asked], start: int) -> Iterator[Reason]:
    """Why units attack by themselves alone: they have not been one stack since the phase began. [TCS 4.01 20.0h]"""
    case, state = board.case, board.forces.state
    if len(units) < 2:
        return
    began = {unit.id: each.began.get(unit.id) for unit, each in zip(units, asked, strict=True)}
    moved = {unit.id for unit in units if unit.id in state.moved and state.moment.side == unit.side}
    places = {began[unit.id] if began[unit.id] is not None else None if unit.id in moved else start for unit in units}
    if len(places) > 1 and None not in places:
        labels = ", ".join(sorted(board.label(place) for place in places if place is not None))
        template = "They began the phase apart, in {hexes}: only a stack that has been one since then attacks together"
        yield step(case, "20.0h", template, hexes=labels)
    elif moved and len(moved) < len(units):
        template = "Some of them have moved in this phase, and others not: only a stack that has been one attacks together"
        yield step(case, "20.0h", template)


def _of_overrun(board: Board, journeys: Sequence[Journey], cost: StepCost, target: int) -> Iterator[Reason]:
    """Why a stack does not overrun a hex: it costs too much, or leaves nothing to go on with. [TCS 4.01 23.0a, 23.0b]"""
    case, most = board.case, board.case.ruleset.whole("overrun.dearest")
    if cost.points is None:
        return
    if cost.points > most:
        template = "Going in takes {points} points; what takes more than {most} is not overrun"
        yield step(case, "23.0b", template, points=amount(cost.points), most=most)
    elif not any(exits(journeys, cost.points, target)):
        template = "No hex beside it could be entered with the points that are left behind it"
        yield step(case, "23.0a", template)


def exits(journeys: Sequence[Journey], paid: Fraction, target: int) -> Iterator[tuple[int, tuple[StepCost, ...]]]:
    """The hexes that a stack could go on to from a hex, for which it has paid so much, with the step of each unit.
    [TCS 4.01 23.0a, 23.0h]"""
    net = journeys[0].board.net
    for near in net.near[EDGES * target : EDGES * target + EDGES]:
        if near < 0:
            continue
        steps = tuple(each.step(target, near, first=False) for each in journeys)
        costs = [each.points for each in steps]
        if all(
            points is not None and paid + points <= each.mover.allowance for points, each in zip(costs, journeys, strict=True)
        ):
            yield near, steps


def beside(board: Board, target: int, side: str) -> Iterator[tuple[int, tuple[Unit, ...]]]:
    """The stacks of a side beside a hex."""
    for near in board.net.near[EDGES * target : EDGES * target + EDGES]:
        if near >= 0 and (found := tuple(unit for unit in board.at.get(near, ()) if unit.side == side)):
            yield near, found
