"""Which enemies reach a hex: one search backwards for all units that pay alike."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from core.analysis.reach import Terms, reach_onto, step
from core.base.errors import WrongUse
from core.rules.kernel.force_rules import names
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.movement import Before, Journey, asked_before, before_of, journey, mode_of, once, told_way
from core.rules.operations.movement_detail import AS_RULED, Comer, OntoDetail, StepCost
from core.rules.operations.rules import Asked, Mode
from core.rules.operations.tolls import CLOSED, in_parts, in_points
from core.rules.operations.zones import SIDES, one_side

YES, NO = "yes", "no"


def onto(board: Board, given: Mapping[str, Any]) -> Ruling:
    """The units of a side, or all enemies of those in a hex, that could reach it or a hex beside it. Raises WrongUse."""
    goal = board.number(given["to"])
    sides = _sides(board, goal, given)
    mode = mode_of(board, given.get("mode") or "")
    zones = given.get("zones") or AS_RULED
    held = any(unit.side not in sides for unit in board.at.get(goal, ()))
    beside = given.get("beside", YES if held else NO) == YES
    goals = (
        [goal] if not beside else [goal, *(near for near in board.net.near[SIDES * goal : SIDES * goal + SIDES] if near >= 0)]
    )
    before = before_of(board, given, mode)
    found = _comers(board, sides, goals, Asked(mode.id), zones, before)
    comers = tuple(comer for comer, _ in found)
    place, ref = board.net.hexes[goal], board.ref(mode.section)
    told: dict[str, object] = {"hex": place, "mode": mode.title.lower(), "number": len(found)}
    told |= {"units": names(each.mover.unit for _, each in found), "sides": " and ".join(map(board.forces.side_name, sides))}
    where = "{hex} or a hex beside it" if beside else "{hex}"
    template = (
        f"By {{mode}} {where} is reached by {{number}} units of {{sides}}: {{units}}"
        if found
        else f"Nobody of {{sides}} reaches {where}"
    )
    said = [Reason(ref, template, told, (place,), {"units": len(found)})]
    if held:
        said.append(_enemies_there(board, mode, goal, sides))
    coming = {each.mover.unit.id for _, each in found}
    said += [each.reason for id_, each in before.items() if each.reason is not None and id_ in coming]
    way: tuple[StepCost, ...] = ()
    if found:
        first, theirs = found[0]
        goal = board.number(first.into)
        way = () if goal == theirs.mover.start else tuple(theirs.steps(theirs.reached().path(goal)))
        spent = sum((each.points or Fraction(0) for each in way), Fraction(0))
        said += told_way(board, theirs, way, spent, True)
    verdict = "reached" if comers else "out_of_reach"
    detail = OntoDetail(place, beside, sides, mode.id, comers, way, zones)
    return Ruling(
        *("movement.onto", board.case.ruleset.id, verdict, len(comers)), tuple(once(said)), detail, board.consulted.charts
    )


def _sides(board: Board, goal: int, given: Mapping[str, Any]) -> tuple[str, ...]:
    """The side that is named, else all but that of the units in the hex."""
    if given.get("side"):
        return (one_side(board, given["side"]),)
    there = {unit.side for unit in board.at.get(goal, ())}
    if not there:
        raise WrongUse(f"side: nobody stands in {board.label(goal)}; say with side=… whose units are to reach it.")
    sides = tuple(side for side in board.sides if side not in there)
    if not sides:
        raise WrongUse("side: there are no enemies on the map.")
    return sides


def _enemies_there(board: Board, mode: Mode, goal: int, sides: tuple[str, ...]) -> Reason:
    units = names(unit for unit in board.at.get(goal, ()) if unit.side not in sides)
    told = {"units": units, "hex": board.net.hexes[goal]}
    return Reason(board.ref(mode.section), "{units} stand in {hex}, so hexes beside it count", told)


def _comers(
    board: Board, sides: tuple[str, ...], goals: list[int], asked: Asked, zones: str, before: Mapping[str, Before]
) -> list[tuple[Comer, Journey]]:
    """Who reaches one of some hexes, most points left first. Each kind of mover is searched for once, backwards."""
    nearest: dict[tuple[int, int], dict[int, tuple[int, int]]] = {}
    found = []
    for theirs in (each for side in sides for each in _journeys(board, side, asked, zones, before)):
        mover = theirs.mover
        key = (id(theirs.terms), in_parts(mover.allowance))
        ending = [goal for goal in goals if theirs.ends(goal) is None]
        if key not in nearest:
            nearest[key] = _nearest(board, theirs.terms, ending, key[1])
        best = nearest[key].get(mover.start)
        by_minimum = best is None
        if best is None and mover.minimum is not None:
            best = min(_by_minimum(board, theirs.terms, mover.start, ending), default=None)
        if best is None:
            continue
        spent, into = best
        left = Fraction(0) if by_minimum else mover.allowance - in_points(spent)
        hexes = board.net.hexes
        comer = Comer(mover.unit.id, hexes[mover.start], hexes[into], in_points(spent), left, by_minimum)
        found.append((comer, theirs))
    return sorted(found, key=lambda each: (each[0].minimum, -each[0].left, each[0].unit))


def _journeys(board: Board, side: str, asked: Asked, zones: str, before: Mapping[str, Before]) -> tuple[Journey, ...]:
    """What the units of a side that may move pay; the same for every hex that is asked about."""

    def made() -> Iterator[Journey]:
        for _, unit in board.of(side):
            (own,) = asked_before(asked, (unit,), before)
            mover = board.rules.mover(board, unit, own)
            if not mover.barred:
                yield journey(board, mover, own, zones)

    spent = frozenset((id_, each.points, each.began) for id_, each in before.items())
    return board.kept(("journeys", side, asked.mode, zones, spent), lambda: tuple(made()))


def _nearest(board: Board, terms: Terms, goals: list[int], allowance: int) -> dict[int, tuple[int, int]]:
    """For each hex from which one of the goals is reached, the fewest parts and the goal that they lead to."""
    best: dict[int, tuple[int, int]] = {}
    for goal in goals:
        if terms.closed[goal]:
            continue
        for start, parts in reach_onto(board.net, terms, goal, allowance).items():
            best[start] = min(best.get(start, (parts, goal)), (parts, goal))
    return best


def _by_minimum(board: Board, terms: Terms, start: int, goals: list[int]) -> Iterator[tuple[int, int]]:
    """The goals beside a hex into which a step can be made, whatever it costs, with the parts."""
    for direction in range(SIDES):
        near = board.net.near[SIDES * start + direction]
        if near in goals:
            parts, _ = step(board.net, terms, start, direction)
            if parts != CLOSED:
                yield parts + terms.leaving, near
