"""What New SCS wants looked after at the end of phases, beside stacks and markers.

[New SCS Air phase, Road movement phase, Supply phase, Enemy reaction phase, Exploitation phase, Unified sequence of play; else
SCS 1.6 3.3b, 12.1]
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType
from typing import cast

from core.base.amounts import amount
from core.base.counted import counted
from core.geometry.hexes import Hex
from core.model.edits.piece_edits import marked
from core.model.state import SUPPORT
from core.rules.kernel.findings import MEND, Finding
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.markers import marker_title
from core.rules.kernel.move_checks import Went, strangers, told
from core.rules.kernel.phase_checks import Check, PhaseEnd, nobody_active
from core.rules.new_scs.air import POINTS
from core.rules.new_scs.counters import unit_of
from core.rules.new_scs.going import (
    BY_ROAD,
    EXPLOITATION,
    OWN_PHASE,
    REACTING,
    REACTION,
    UNREADY,
    is_marked,
    near_enemies,
    still_ready,
)
from core.rules.new_scs.movement import AIR, ROAD
from core.rules.new_scs.system import OPERATIONS
from core.rules.operations.board import Board, NetTables
from core.rules.operations.fought import BOMBARDMENT, OVERRUN
from core.rules.operations.movement import journey
from core.rules.operations.points import points_key
from core.rules.operations.questions import board_of
from core.rules.operations.rules import Asked
from core.rules.operations.supply_checks import supply_checked
from core.rules.operations.tolls import in_points

NOTABLE, ARTILLERY = "Unified sequence of play", "artillery"


def supply(end: PhaseEnd) -> Iterator[Finding | None]:
    """Active units, judged for supply; no others are. [New SCS Supply phase]"""
    if not end.knows("activated"):
        yield nobody_active(end, "Supply phase")
        return
    units = [unit for _, unit in end.standing(end.side) if unit.id in end.activated]
    yield from supply_checked(end, OPERATIONS, "Supply phase", units)


def movers(end: PhaseEnd) -> Iterator[Finding | None]:
    """Units that have moved in a phase of the other side, or of other units of their side.

    [Unified sequence of play; else SCS 1.6 3.3b]
    """
    yield from strangers(end, OWN_PHASE)
    for each in end.moved(end.side) if end.side and end.knows("activated") else ():
        yield None
        if each[0].id not in end.activated and each[0].id not in end.forced:
            yield told(end, [each], NOTABLE, "and is not among the units that are active, which alone move in this phase")


def exploiters(end: PhaseEnd) -> Iterator[Finding | None]:
    """Units that have moved in the Exploitation Phase and do not exploit. [Exploitation phase, Supply phase]"""
    board = _before(end)
    for each in end.moved(end.side) if end.side else ():
        yield _unfit(end, board, each, EXPLOITATION)


def reaction(end: PhaseEnd) -> Iterator[Finding | None]:
    """Units that have moved in the reaction of the enemy and do not react, or have gone too far. [Enemy reaction phase]"""
    before, board = _before(end), board_of(cast(NetTables, end.case), {}, OPERATIONS, end.rules)
    for each in end.moved() if end.side else ():
        unit, start, place = each
        if unit.id in end.forced:
            continue
        found = _unfit(end, before, each, REACTION)
        if found is None:
            points, allowance = _least(board, unit, end.trails.get(unit.id) or (start, place), REACTION)
            why = f"in reaction, in which it has {amount(allowance)} points, too few for that way"
            found = told(end, [each], REACTING, why) if points > allowance else None
        yield found


def by_road(end: PhaseEnd) -> Iterator[Finding | None]:
    """Units that have moved by road and came near enemies on their way, or begin or end it in a stack. [Road movement phase]"""
    went = tuple(end.moved(end.side)) if end.side else ()
    gone, board = {unit.id for unit, _, _ in went}, _before(end)
    near, reach = near_enemies(board, end.side), end.case.ruleset.whole("road.enemy_distance")
    for each in went:
        yield None
        unit, start, place = each
        way = end.trails.get(unit.id) or (start, place)
        close = next((hex_ for hex_ in way if board.net.index.get(hex_) in near), None)
        if close is not None:
            yield told(end, [each], ROAD, f"by road, and {end.label(close)} lies within {reach} hexes of enemy units")
        # Who left a stack after the others had gone was in none.
        for where, stack in ((start, end.before.units(start)), (place, end.forces.units(place))):
            others = [other for other in stack if end.rules.is_unit(other) and other.id != unit.id and other.side == unit.side]
            if where == start:
                others = [other for other in others if other.id not in gone and _stands(end, other, start)]
            if others:
                yield told(end, [each], ROAD, f"by road, and was in {end.label(where)} in one stack with {names(others)}")


def _stands(end: PhaseEnd, unit: Unit, place: Hex) -> bool:
    piece = end.forces.deployment.pieces.get(unit.id)
    return piece is not None and piece.at == place


def _before(end: PhaseEnd) -> Board:
    """The board as it was when the phase began."""
    return Board(cast(NetTables, end.case), end.rules, OPERATIONS, end.before)


def _unfit(end: PhaseEnd, before: Board, each: Went, mode: str) -> Finding | None:
    """That a unit has moved in a mode in which it might not as it stood when the phase began; None where it might."""
    unit = before.forces.unit(each[0].id)
    if unit is None or each[1] not in before.net.index:
        return None
    barred = before.rules.mover(before, unit, Asked(mode, moved=frozenset((unit.id,)))).barred
    if not barred:
        return None
    said = "; ".join(map(before.sentence, barred))
    return told(end, [each], barred[0].rule.section, f"in the {end.phase.title}: {said}")


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
        if unit_of(unit).exploits and min(_least(board, unit, way, EXPLOITATION)) > still_ready(board, unit):
            yield unit


def _least(board: Board, unit: Unit, way: Sequence[Hex], mode: str) -> tuple[Fraction, Fraction]:
    """The fewest points that lead a unit through hexes in a mode, more than it has where none do; and those that it has."""
    asked, points, allowance = Asked(mode, moved=frozenset((unit.id,))), Fraction(0), Fraction(0)
    for start, place in pairwise(each for each in way if each in board.net.index):
        if start == place:
            continue
        then = board.with_units({unit.id: board.number(start)})
        (there,) = then.units((unit.id,))
        mover = OPERATIONS.mover(then, there, asked)
        reached, goal, allowance = journey(then, mover, asked).reached(), board.number(place), mover.allowance
        if goal in reached.minimum and not points:
            points = allowance
        else:
            points += in_points(reached.spent[goal]) if goal in reached.spent else allowance + 1
    return points, allowance


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
    {
        "supply": supply,
        "missions": missions,
        "movers": movers,
        "road": by_road,
        "reaction": reaction,
        "exploiters": exploiters,
        "unready": unready,
    }
)
"""The checks of the series, by their names in its sequence of play."""
