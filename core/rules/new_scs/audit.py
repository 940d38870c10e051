"""What New SCS wants looked after at the end of phases, beside stacks and markers.

[New SCS Air phase, Supply phase, Enemy reaction phase, Unified sequence of play; else SCS 1.6 3.3b, 12.1]
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from types import MappingProxyType
from typing import cast

from core.base.counted import counted
from core.geometry.hexes import Hex
from core.model.edits.piece_edits import marked
from core.model.state import SUPPORT
from core.rules.kernel.findings import MEND, Finding
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.markers import marker_title
from core.rules.kernel.move_checks import of_others, out_of_zones, strangers, told
from core.rules.kernel.phase_checks import Check, PhaseEnd, nobody_active
from core.rules.new_scs.air import POINTS
from core.rules.new_scs.counters import unit_of
from core.rules.new_scs.going import BY_ROAD, DG, EXPLOITATION, OUT, UNREADY, is_marked, still_ready
from core.rules.new_scs.movement import AIR
from core.rules.new_scs.system import OPERATIONS
from core.rules.new_scs.zones import has_zone
from core.rules.operations.board import Board, NetTables
from core.rules.operations.fought import BOMBARDMENT, OVERRUN
from core.rules.operations.movement import journey
from core.rules.operations.points import points_key
from core.rules.operations.questions import board_of
from core.rules.operations.rules import Asked
from core.rules.operations.supply_checks import supply_checked
from core.rules.operations.tolls import in_points

NOTABLE, ARTILLERY = "Unified sequence of play", "artillery"
REACTION = "Enemy reaction phase"
KEPT_BACK = (UNREADY, DG, OUT)
"""Markers with which no unit reacts."""


def supply(end: PhaseEnd) -> Iterator[Finding | None]:
    """Active units, judged for supply; no others are. [New SCS Supply phase]"""
    if not end.knows("activated"):
        yield nobody_active(end, "Supply phase")
        return
    units = [unit for _, unit in end.standing(end.side) if unit.id in end.activated]
    yield from supply_checked(end, OPERATIONS, "Supply phase", units)


def movers(end: PhaseEnd) -> Iterator[Finding | None]:
    """Units that have moved in a phase of the other side. [SCS 1.6 3.3b, which it builds on]"""
    yield from strangers(end, "SCS 1.6 3.3b, which it builds on")


def reaction(end: PhaseEnd) -> Iterator[Finding | None]:
    """Active units that have moved in the reaction of the enemy, and enemies that do not react. [Enemy reaction phase]"""
    for each in end.moved(end.side) if end.side else ():
        yield told(end, [each], REACTION, "in the reaction of the other side, in which no active unit moves")
    others = of_others(end)
    yield from out_of_zones(end, others, partial(has_zone, end.case.ruleset), REACTION)
    was = end.before.deployment.pieces
    for each in others:
        held = [marker_title(end.case.ruleset, word) for word in KEPT_BACK if word in was[each[0].id].marks]
        if held:
            yield told(end, [each], REACTION, f"and was marked as {' and '.join(held)}; who is does not react")
    yield None


def missions(end: PhaseEnd) -> Iterator[Finding | None]:
    """Air points that have no mission at the end of the phase in which all of them get theirs. [New SCS Air phase]"""
    yield None
    key = points_key(end.forces, end.case.ruleset.play, end.side, POINTS)
    left = end.forces.state.points[key] if key is not None else 0
    if left > 0:
        text = (
            f"{end.forces.side_name(end.side)} has {counted(left, 'air point')} left without a mission; all of them get one, "
            "interdiction or bombardment, before any bombardment is resolved."
        )
        yield Finding("missions", AIR, text, MEND)


def unready(end: PhaseEnd) -> Iterator[Finding | None]:
    """Units that have become unready in the phase and are not marked so: guns that moved by road, bombarded or supported, and
    units that overran in exploitation or went far. [New SCS Unified sequence of play, Road movement phase, Exploitation phase]
    """
    yield from _unready(end, "moved by road", _moved_by_road(end))
    yield from _unready(end, "bombarded", _fought(end, BOMBARDMENT))
    yield from _unready(end, "supported the defenders", _fought(end, SUPPORT))
    if end.phase.id == EXPLOITATION:
        overran = _fought(end, OVERRUN)
        yield from _unready(end, "overran in exploitation", overran)
        far = [unit for unit in _gone_far(end) if unit not in overran]
        yield from _unready(end, "moved more than half the allowance in exploitation", far)


def _gone_far(end: PhaseEnd) -> Iterator[Unit]:
    """The units that have spent more than half of their allowance, by the cheapest way from each hex that they came to."""
    board = board_of(cast(NetTables, end.case), {}, OPERATIONS, end.rules)
    began = {unit.id: start for unit, start, _ in end.moved(end.side)}
    for place, unit in end.standing(end.side):
        # Who is back where it began has moved all the same.
        way = end.trails.get(unit.id) or (began.get(unit.id, place), place)
        if unit_of(unit).exploits and _least(board, unit, way) > still_ready(board, unit):
            yield unit


def _least(board: Board, unit: Unit, way: Sequence[Hex]) -> Fraction:
    """The fewest points that lead a unit through some hexes; all that it has where none do."""
    asked, points = Asked(EXPLOITATION, moved=frozenset((unit.id,))), Fraction(0)
    for start, place in pairwise(each for each in way if each in board.net.index):
        if start == place:
            continue
        then = board.with_units({unit.id: board.number(start)})
        (there,) = then.units((unit.id,))
        mover = OPERATIONS.mover(then, there, asked)
        spent, goal = journey(then, mover, asked).reached().spent, board.number(place)
        points += min(in_points(spent[goal]), mover.allowance) if goal in spent else mover.allowance
    return points


def _moved_by_road(end: PhaseEnd) -> list[Unit]:
    return [each[0] for each in end.moved(end.side) if each[0].kind == ARTILLERY] if end.phase.id == BY_ROAD else []


def _fought(end: PhaseEnd, what: str) -> list[Unit]:
    """The units in play that are done with something of a kind; air points are none."""
    ids = dict.fromkeys(id_ for each in end.forces.state.fought if each.what == what for id_ in each.units)
    known = (unit for id_ in ids if (unit := end.forces.unit(id_)) is not None)
    return [unit for unit in known if unit.piece is not None and end.rules.is_unit(unit)]


def _unready(end: PhaseEnd, why: str, units: list[Unit]) -> Iterator[Finding | None]:
    yield None
    wrong = [unit for unit in units if not is_marked(unit, UNREADY)]
    if wrong:
        ids = tuple(unit.id for unit in wrong)
        title = marker_title(end.case.ruleset, UNREADY)
        text = f"{names(wrong)} {why}, and {'are' if len(wrong) > 1 else 'is'} not marked as {title.lower()}."
        edit = marked(end.work, ids, UNREADY)
        yield Finding("unready", NOTABLE, text, MEND, ids, (), (edit,))


CHECKS: Mapping[str, Check] = MappingProxyType(
    {"supply": supply, "missions": missions, "movers": movers, "reaction": reaction, "unready": unready}
)
"""The checks of the series, by their names in its sequence of play."""
