"""What VCS wants looked after at the end of phases, beside markers [VCS 6.0, 7.0-8.1, 10.0, 11.0, 11.2.6, 12.2, 13.4].

Works are looked after by `building.py`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import cast

from core.base.counted import counted
from core.geometry.hexes import Hex
from core.model.deployment import Mark, Spot
from core.model.edits.edit import IN_PLAY
from core.model.edits.force_edits import ChangePieces
from core.model.edits.piece_edits import marked, unmarked
from core.model.edits.state_edits import ChangeState
from core.model.state import Declared
from core.rules.kernel.findings import LOOK, MEND, Finding
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit as Held
from core.rules.kernel.markers import parted
from core.rules.kernel.phase_checks import Check, PhaseEnd, arrivals
from core.rules.kernel.phase_checks import stacks as all_stacks
from core.rules.operations.board import Board, NetTables
from core.rules.operations.fought import ATTACK
from core.rules.operations.supply_checks import supply_checked
from core.rules.vcs.accounting import accounting
from core.rules.vcs.building import adjusted, building, interrupted, whole_turns
from core.rules.vcs.counters import DEPOT
from core.rules.vcs.crews import BUILDING
from core.rules.vcs.depots import lost_depots
from core.rules.vcs.obligation import ENTRENCHMENT_MARK, obliged
from core.rules.vcs.parents import beside
from core.rules.vcs.states import raised
from core.rules.vcs.system import OPERATIONS

RESERVE, ISOLATED, OUT = "reserve", "isolated", "out-of-supply"
MOVEMENT = "movement"
"""The phase of the sequence at whose end each stack of its side keeps to the limit."""
SUPPORT = "support"
LATE, FORBIDDEN = "reinforcements.late", "forbidden"


def stacks(end: PhaseEnd) -> Iterator[Finding | None]:
    """Stacks above the limit of the side whose phase it is. Those that a retreat has made have time until the end of the next
    Movement Phase of their owner. [VCS 8.0, 8.1]"""
    for finding in all_stacks(end):
        if finding is None or finding.code != "overstacked":
            yield finding
            continue
        side = next((unit.side for id_ in finding.units if (unit := end.forces.unit(id_)) is not None), "")
        if end.side and side != end.side:
            continue
        before = [unit for spot in finding.spots for unit in end.before.units(spot) if unit.side == side]
        if end.phase.id != MOVEMENT and sum(map(end.rules.is_unit, before)) >= len(finding.units):
            where = ", ".join(map(end.label, finding.spots))
            text = (
                f"The stack in {where} was above the limit when the phase began; if a retreat in combat made it, it has time "
                f"until the end of the next Movement Phase of {end.forces.side_name(side)}."
            )
            finding = Finding("overstacked", "8.1", text, LOOK, finding.units, finding.spots)
        yield finding


def supply(end: PhaseEnd) -> Iterator[Finding | None]:
    """Combat units of both sides, judged for supply, and sides without support points. [VCS 11.0, 11.4, 12.2]"""
    kinds = end.case.ruleset.play
    for (side, what), left in sorted(end.forces.state.points.items()):
        kind = kinds.kind_of(what)
        if kind is not None and kind.id == SUPPORT and left <= 0:
            text = f"{end.forces.side_name(side)} has {left} of {what}: all units of that nationality are one level worse."
            yield Finding("support", "12.2", text, LOOK)
        elif kind is not None and kind.id == SUPPORT and (lost := _lost_depots(end, side, what)):
            text = f"{end.forces.side_name(side)} has lost all its depots for {what}, and with them the {left} points."
            edit = ChangeState("Lose support points", {"points": end.forces.state.points.set((side, what), 0)})
            yield Finding("support", "12.0", text, MEND, lost, (), (edit,))
    yield from supply_checked(end, OPERATIONS, "11.0", [unit for _, unit in end.standing()], raised)


def _lost_depots(end: PhaseEnd, side: str, what: str) -> tuple[str, ...]:
    """The depots of the nationality whose support points these are, where points come from depots and it had some and has none
    left; else none. They are named, so that who does not see where they lie is not told that they are lost. [VCS 12.0]"""
    if end.case.choices.get("support.points", "depots") != "depots":
        return ()
    depots = [each for each in end.forces.oob.counters if each.side == side and each.values.get("piece.kind") == DEPOT]
    nations = {str(each.values.get("nationality", "")) for each in depots}
    named = {nation for nation in nations if nation and nation.casefold() in what.casefold()}
    own = tuple(each.id for each in depots if not named or str(each.values.get("nationality", "")) in named)
    pieces, scenario = end.forces.deployment.pieces, end.forces.scenario
    began = scenario is not None and any(each in scenario.start.pieces for each in own)
    return own if began and not any(each in pieces for each in own) else ()


def surrender(end: PhaseEnd) -> Iterator[Finding | None]:
    """Isolated units that were so before the supply phase get a second marker, those with two roll. [VCS 11.2.6]

    Markers that lay when the player turn began were there before; those of this very supply phase are the first.
    """
    began, most = end.around or end.before, end.case.ruleset.whole("isolation.markers")
    held: dict[int, list[Held]] = {1: [], most: []}
    for _, unit in end.standing():
        number = _isolated(unit)
        was = began.unit(unit.id)
        if number and was is not None and _isolated(was) == number:
            held[min(number, most)].append(unit)
    yield None
    if held[1]:
        ids = tuple(unit.id for unit in held[1])
        text = f"{names(held[1])} had a marker of isolation before this supply phase and is isolated still: it gets the second."
        edit = marked(end.work, ids, f"{ISOLATED} {most}", "Second marker of isolation")
        yield Finding("surrender", "11.2.6", text, MEND, ids, (), (edit,))
    if held[most]:
        text = f"{names(held[most])} has {counted(most, 'marker')} of isolation and rolls for surrender."
        yield Finding("surrender", "11.2.6", text, LOOK, tuple(unit.id for unit in held[most]))


def _isolated(unit: Held) -> int:
    """How many markers of isolation a unit has."""
    marks = unit.piece.marks if unit.piece is not None else frozenset()
    return max((parted(word)[1] or 1 for word in marks if parted(word)[0] == ISOLATED), default=0)


def reserves(end: PhaseEnd) -> Iterator[Finding | None]:
    """Units marked as reserves that have moved, stand beside enemies or are not in supply. [VCS 6.0]"""
    # Who went out and came back has moved, too.
    gone = {unit.id for unit, _, _ in end.moved(end.side)} | {unit for unit, way in end.trails.items() if len(way) > 1}
    for place, unit in end.standing(end.side):
        if unit.piece is None or RESERVE not in unit.piece.marks:
            continue
        why = []
        if unit.id in gone:
            why.append("has moved in this phase")
        enemy = next((each for near in place.neighbours() for each in end.forces.units(near) if each.side != unit.side), None)
        if enemy is not None:
            why.append(f"stands beside {enemy.name}")
        if OUT in unit.piece.marks or _isolated(unit):
            why.append("is not in supply")
        if why:
            text = f"{unit.name} is marked as a reserve and {' and '.join(why)}; it is none."
            edit = unmarked(end.work, (unit.id,), RESERVE, "Remove a reserve")
            yield Finding("reserve", "6.0", text, MEND, (unit.id,), (place,), (edit,))
    yield None


def entrenchments(end: PhaseEnd) -> Iterator[Finding | None]:
    """Entrenchments, finished or not, that nobody holds. [VCS 13.4]"""
    bare: dict[Spot, tuple[Mark, ...]] = {}
    for spot, some in end.forces.deployment.marks.items():
        left = tuple(mark for mark in some if parted(mark.kind)[0] not in (ENTRENCHMENT_MARK, BUILDING))
        manned = any(end.rules.is_unit(unit) for unit in end.forces.units(spot))
        # What engineers build in an empty hex may be a bridge.
        if left != some and not manned and not any(parted(mark.kind)[0] == BUILDING for mark in some):
            bare[spot] = left
    yield None
    if bare:
        spots = tuple(sorted(bare, key=str))
        where = ", ".join(end.label(spot) for spot in spots)
        text = f"Nobody holds the entrenchment in {where} at the end of the Movement Phase; it is removed."
        edit = ChangePieces("Remove entrenchments", IN_PLAY, MappingProxyType({}), MappingProxyType(bare))
        yield Finding("entrenchment", "13.4", text, MEND, (), spots, (edit,))


def garrisons(end: PhaseEnd) -> Iterator[Finding | None]:
    """Entrenchments whose garrison was eliminated or forced to retreat, whoever holds the hex now. [VCS 13.4]"""
    bare: dict[Spot, tuple[Mark, ...]] = {}
    lay = end.before.deployment.marks
    for spot, some in end.forces.deployment.marks.items():
        left = tuple(mark for mark in some if parted(mark.kind)[0] != ENTRENCHMENT_MARK)
        if left == some or not any(parted(mark.kind)[0] == ENTRENCHMENT_MARK for mark in lay.get(spot, ())):
            continue
        held = [unit for unit in end.before.units(spot) if end.rules.is_unit(unit)]
        here = {unit.side for unit in end.forces.units(spot)}
        if held and all(unit.side not in here and _driven_out(end, unit) for unit in held):
            bare[spot] = left
    yield None
    if bare:
        spots = tuple(sorted(bare, key=str))
        where = ", ".join(end.label(spot) for spot in spots)
        text = f"Those who held the entrenchment in {where} were eliminated or have left it in combat; it is removed."
        edit = ChangePieces("Remove entrenchments", IN_PLAY, MappingProxyType({}), MappingProxyType(bare))
        yield Finding("entrenchment", "13.4", text, MEND, (), spots, (edit,))


def _driven_out(end: PhaseEnd, unit: Held) -> bool:
    """Whether a unit that has left its hex was eliminated or has retreated. The side whose phase it is may have advanced
    instead, but not where enemies stand in all that it attacked. [VCS 10.10, 13.4]"""
    if unit.side != end.side or unit.id not in end.forces.deployment.pieces:
        return True
    spots = list(_hexes(each for each in end.forces.state.fought if each.what == ATTACK and unit.id in each.units))
    return bool(spots) and all(any(each.side != unit.side for each in end.forces.units(spot)) for spot in spots)


def obligations(end: PhaseEnd) -> Iterator[Finding | None]:
    """Enemies beside stacks that have attacked, and that nobody has attacked in the phase. [VCS 10.0, 10.1]

    Stacks are judged where they stood when the phase began: what comes beside them by a retreat or an advance obliges nobody.
    """
    state = end.forces.state
    done = [each for each in (*state.fought, *state.declared) if each.what == ATTACK and each.by == end.side]
    if not done:
        return
    before = replace(end.before.state, fought=state.fought, declared=state.declared)
    board = Board(cast(NetTables, end.case), end.rules, OPERATIONS, replace(end.before, state=before))
    yield None
    standing = {unit.id: unit for _, unit in board.of(end.side)}
    attackers = [standing[id_] for id_ in dict.fromkeys(id_ for each in done for id_ in each.units) if id_ in standing]
    near = [unit for unit in attackers if any(beside(board, unit, board.number(spot)) for spot in _hexes(done))]
    if not near:
        return
    for number in obliged(board, near).hexes:
        units, place = board.at[number], board.net.hexes[number]
        text = (
            f"{names(units)} in {end.label(place)} stood beside a stack that has attacked, and nobody has attacked that hex; "
            f"every enemy beside such a stack must be attacked in the phase."
        )
        yield Finding("targets", "10.0", text, LOOK, tuple(unit.id for unit in units), (place,))


def _hexes(done: Iterable[Declared]) -> Iterator[Hex]:
    """The hexes that were attacked."""
    return (spot for each in done for spot in each.against if isinstance(spot, Hex))


def late(end: PhaseEnd) -> Iterator[Finding | None]:
    """Reinforcements that have not come in though they may, where the game does not leave that to their owner. [VCS 14.0]"""
    if end.case.choices.get(LATE) == FORBIDDEN:
        yield from arrivals(end)


CHECKS: Mapping[str, Check] = MappingProxyType(
    {
        "accounting": accounting,
        "depots": lost_depots,
        "late": late,
        "stacking": stacks,
        "supply": supply,
        "surrender": surrender,
        "reserves": reserves,
        "entrenchments": entrenchments,
        "garrisons": garrisons,
        "building": building,
        "whole_turns": whole_turns,
        "works": interrupted,
        "rubble": adjusted,
        "targets": obligations,
    }
)
"""The checks of the series, by their names in its sequence of play."""
