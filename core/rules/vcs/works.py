"""Demolition, building and clearing on the map [VCS 13.1-13.5].

Demolition is judged by `core.rules.vcs.ground.demolition`, which is given here the line, the enemies and the level that it asks
for, and in play what has been attempted before in the game turn.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from core.base.amounts import amount
from core.base.counted import counted
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Mark
from core.model.edits.edit import Edit
from core.model.edits.piece_edits import hex_marked, hex_unmarked
from core.model.edits.state_edits import ChangeState
from core.model.state import BRIDGE_DEMOLITION, ROAD_DEMOLITION, Declared, GameState
from core.model.state import SUPPORT as SUPPORTS
from core.rules.kernel.combat import Facts
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.markers import parted
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.operations.battle_detail import Proposal, proposing
from core.rules.operations.board import Board
from core.rules.operations.fought import ATTACK, attempts, declared, fought, made_in_play
from core.rules.operations.proposals import applied, work_of
from core.rules.operations.sources import road_hexes
from core.rules.operations.supply import blocks_of
from core.rules.operations.zones import SIDES
from core.rules.vcs.counters import BUILDERS, ENGINEERS, PARENT, unit_of
from core.rules.vcs.crews import BRIDGE, BUILDING, ENTRENCH, ROAD, Crew, crew_of, staffed, under_way
from core.rules.vcs.going import class_of, column_of, is_bridged, is_river, is_wet, marked_hexes
from core.rules.vcs.ground import ENGINEERING, TARGETS, demolition
from core.rules.vcs.lines import BRIDGE_BUILT, BRIDGE_OUT, LOWEST, ROAD_OUT, enemy_depots, levels_of
from core.rules.vcs.movement import CLASSES
from core.rules.vcs.obligation import ENTRENCHMENT_MARK
from core.rules.vcs.states import state_of, support_key
from core.rules.vcs.strengths import SUPPLIED

RUBBLE = "rubble"
WORKS = (BRIDGE, ROAD, ENTRENCH, RUBBLE)
ROWS: Mapping[str, str] = MappingProxyType({BRIDGE: "Bridge building", ROAD: "Road repair", ENTRENCH: "Entrenchment"})
SECTIONS: Mapping[str, str] = MappingProxyType({BRIDGE: "13.2", ROAD: "13.3", ENTRENCH: "13.4", RUBBLE: "13.5"})
ALLOWED, PROHIBITED = "allowed", "prohibited"
RUBBLE_MARK = "rubble"
BUILT_UP = ("Town", "City")
TRACKS, TRACKS_OPTION, PLAYED = "Transit Tracks", "transit.tracks", "played"
"""The terrain of tracks that are drawn on the map, and the option by which they are played; those beside it are boxes."""
KINDS: Mapping[str, str] = MappingProxyType(dict(zip(TARGETS, (BRIDGE_DEMOLITION, ROAD_DEMOLITION), strict=True)))
"""What a side declares that destroys something."""
OTHER_SIDES: Mapping[str, tuple[str, ...]] = MappingProxyType({BRIDGE_OUT: (BRIDGE_BUILT,), BRIDGE_BUILT: (BRIDGE_OUT,)})
"""Markers that go where another is laid."""
DESTROYED, FAILED = "destroyed", "failed"
DOINGS: Mapping[str, str] = MappingProxyType(
    {
        ATTACK: "has attacked",
        SUPPORTS: "has supported others",
        BRIDGE_DEMOLITION: "has tried to destroy a bridge",
        ROAD_DEMOLITION: "has tried to destroy a road",
    }
)
"""What units have done that keeps them from building in the same turn, by what was declared. [VCS 13.2, 13.3]"""
BUILDS = "works.beside"
"""How far from a bridge or road those who work on it stand at most."""
TIME, PHASES, TURNS = "entrenchment.time", "engineering_phases", "game_turns"
FIRST_PHASE, LAID, NEXT = "works.first_phase", "laid", "next"
"""The reading of which Engineering Phase is the first of a work, with its choices."""
STAGES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {"engineering": ("the Engineering Phase", "4.3"), "preparation": ("the Preparation Stage", "13.5")}
)
"""Where the sequence of play has works done, by the phase of the rules; the first word of its id."""


@dataclass(frozen=True, slots=True)
class _Needed:
    """One condition of a work, and whether it is met."""

    met: bool
    reason: Reason


def did_else(state: GameState, unit: str, *, only_moves: bool = False) -> str:
    """What a unit has done in the turn of the side whose moment it is, so that it builds nothing in it; "" for nothing, and
    where nobody plays. Who came in has moved. [VCS 13.2-13.4]"""
    if unit in state.moved:
        return "has moved in this turn"
    done = (each.what for each in (*state.fought, *state.declared) if unit in each.units and each.what in DOINGS)
    what = "" if only_moves else next(done, "")
    return DOINGS[what] if what else ""


def _in_stage(board: Board, side: str, stage: str) -> Iterator[_Needed]:
    """That play stands where the sequence has a work done, in the turn of the side that does it. [VCS 4.3, 13.0, 13.5]"""
    moment, (called, section) = board.forces.state.moment, STAGES[stage]
    if not moment.phase:
        return
    if moment.phase.partition(".")[0] != stage:
        yield _Needed(False, Reason(board.ref(section), "This is done in {stage} alone", {"stage": called}))
    elif moment.side and moment.side != side:
        told = {"side": board.forces.side_name(moment.side), "stage": called}
        yield _Needed(False, Reason(board.ref(section), "It is {stage} of {side}", told))


# Demolition ---------------------------------------------------------------------------------------------------------------


def demolish(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Whether a unit may try to destroy the bridge or road of a hex, and the chance of it. Raises WrongUse. [VCS 13.1, 13.3]"""
    if given.get("to") is None:
        raise WrongUse("Give the unit and the hex of the bridge or road, units=… to=… target=…")
    unit, number, target = _one(board, given), board.number(given["to"]), given["target"]
    enemy = nearest_enemy(board, unit.side, number, tracks(board))
    needed = [*_in_stage(board, unit.side, "engineering"), *_to_destroy(board, unit, number, target)]
    needed += _tried(board, unit, number, target)
    needed += _no_enemy(board, number, target) if enemy is None else ()
    broken = [each for each in needed if not each.met]
    said = _told(needed)
    place = board.net.hexes[number]
    line = path_to(board, unit, number)
    section = "13.1" if target == TARGETS[0] else "13.3"
    if line is None and not broken:
        told = {"unit": unit.name, "hex": place}
        blocked = Reason(board.ref(section), "No legal line of supply leads from {unit} to {hex}", told, (place,))
        broken, said = [_Needed(False, blocked)], (blocked, *said)
    if broken:
        return Ruling("demolition", board.case.ruleset.id, PROHIBITED, None, said, Facts({}), board.consulted.charts)
    asked: dict[str, Any] = {
        **_attempts(board, unit, place, target),
        **{name: given[name] for name in ("attempts", "side_attempts", "roll") if given.get(name) is not None},
        "target": target,
        "line": line,
        "enemy": enemy,
    }
    if target == TARGETS[1]:
        asked["level"] = int(levels_of(board)[number] or LOWEST)
    ruling = demolition(board.case, asked)
    board.consulted.add(ruling.charts)
    detail = ruling.detail
    attempt = made_in_play(board, Declared(unit.side, (unit.id,), (place,), KINDS[target])) if "roll" in asked else None
    if ruling.verdict == DESTROYED and isinstance(detail, Facts):
        mark = Mark(BRIDGE_OUT if target == TARGETS[0] else ROAD_OUT)
        label = f"{target} destroyed in {board.forces.box.label(place)}"
        detail = proposing(detail, Proposal(label, _laid(board, place, mark, label), attempt=attempt))
    elif ruling.verdict == FAILED and isinstance(detail, Facts) and attempt is not None:
        detail = proposing(detail, Proposal(f"The attempt on {board.forces.box.label(place)} counts", (), attempt=attempt))
    both = (ruling.reasons, said) if ruling.verdict == PROHIBITED else (said, ruling.reasons)
    return replace(ruling, reasons=(*both[0], *both[1]), detail=detail, charts=board.consulted.charts)


def _attempts(board: Board, unit: Unit, place: Hex, target: str) -> dict[str, int]:
    """The number of this attempt among those of the unit and of its side, as far as the state of play keeps them: one that is
    declared on the place is this one. [VCS 13.1, 13.3]"""
    if not board.forces.state.in_play:
        return {}
    kind = KINDS[target]
    this = next((each for each in declared(board, kind) if unit.id in each.units and place in each.against), None)
    counted = {
        "attempts": attempts(board, KINDS.values(), unit=unit.id, but=this),
        "side_attempts": attempts(board, (kind,), side=unit.side, but=this),
        "all_side_attempts": attempts(board, KINDS.values(), side=unit.side, but=this),
    }
    return {name: number + 1 for name, number in counted.items()}


def _no_enemy(board: Board, number: int, target: str) -> Iterator[_Needed]:
    """That nothing is destroyed where no enemy is on the map to be near it. [VCS 13.1, 13.3]"""
    most = board.consulted.cell(ENGINEERING, f"{target} demolition", "enemy within")
    if isinstance(most, Fraction):
        place, section = board.net.hexes[number], "13.1" if target == TARGETS[0] else "13.3"
        told = {"hex": place, "most": str(most)}
        template = "No enemy is on the map; one must be within {most} hexes of {hex}"
        yield _Needed(False, Reason(board.ref(section), template, told, (place,)))


def _tried(board: Board, unit: Unit, number: int, target: str) -> Iterator[_Needed]:
    """That a side tries each target once in its Engineering Phase. [VCS 13.3]"""
    place, kind = board.net.hexes[number], KINDS[target]
    others = (each for each in declared(board, kind) if unit.id not in each.units)
    for each in (*fought(board, kind), *others):
        if each.by != unit.side or place not in each.against:
            continue
        told = {"hex": place, "target": target.lower(), "units": names(_called(board, each.units))}
        template = "The {target} in {hex} has been tried in this phase already, by {units}"
        yield _Needed(False, Reason(board.ref("13.3"), template, told, (place,)))


def _called(board: Board, ids: Iterable[str]) -> Iterator[Unit]:
    """Units by their ids, those that there are."""
    return (unit for id_ in ids if (unit := board.forces.unit(id_)) is not None)


def _laid(board: Board, place: Hex, mark: Mark, label: str) -> tuple[Edit, ...]:
    """The edit that lays a marker into a hex, in the place of what it contradicts."""
    work = work_of(board)
    gone = [each for each in work.deployment.marks.get(place, ()) if each.kind in OTHER_SIDES.get(mark.kind, ())]
    edits: list[Edit] = []
    for each in gone:
        edits.append(hex_unmarked(work, place, each, label))
        work = applied(work, edits[-1:])
    return (*edits, hex_marked(work, (place,), mark, label))


def _told(needed: Iterable[_Needed]) -> tuple[Reason, ...]:
    """Why something is allowed or not: what forbids it comes first."""
    return tuple(each.reason for each in sorted(needed, key=lambda each: each.met))


def _one(board: Board, given: Mapping[str, Any]) -> Unit:
    units = board.units(given["units"])
    if len(units) != 1:
        raise WrongUse("units: name the one unit that tries it.")
    board.place(units[0])
    return units[0]


def _to_destroy(board: Board, unit: Unit, number: int, target: str) -> Iterator[_Needed]:
    """What must hold beside distances: who tries it, and what there is to destroy."""
    net, place = board.net, board.net.hexes[number]
    ref = board.ref("13.1" if target == TARGETS[0] else "13.3")
    told: dict[str, object] = {"unit": unit.name, "hex": place}
    if not board.force_rules.is_unit(unit):
        yield _Needed(False, Reason(ref, "{unit} is no combat unit", told))
    state, _ = state_of(board, unit)
    told["state"] = state
    supplied = state == SUPPLIED
    text = "{unit} is supplied" if supplied else "{unit} is not supplied: {state}"
    yield _Needed(supplied, Reason(ref, text, told))
    if target == TARGETS[0]:
        crossings = [net.crossings[net.crossing[e]] for e in range(SIDES * number, SIDES * number + SIDES) if net.near[e] >= 0]
        there = any(is_river(board, each) and is_bridged(board, each) for each in crossings)
        gone = number in marked_hexes(board, BRIDGE_OUT) and number not in marked_hexes(board, BRIDGE_BUILT)
        what = "bridge"
    else:
        there, gone, what = number in road_hexes(board), number in marked_hexes(board, ROAD_OUT), "road"
        own = [each for each in board.at.get(number, ()) if each.side == unit.side]
        tracked = [each for each in own if column_of(class_of(each)) != CLASSES[0]]
        if tracked:
            more = {**told, "units": names(tracked)}
            yield _Needed(False, Reason(ref, "Own mechanised units are in {hex}: {units}", more, (place,)))
    if not there:
        yield _Needed(False, Reason(ref, f"There is no {what} in {{hex}}", told, (place,)))
    elif gone:
        yield _Needed(False, Reason(ref, f"The {what} in {{hex}} is destroyed already", told, (place,)))


def path_to(board: Board, unit: Unit, goal: int) -> int | None:
    """How many hexes a legal line of supply from a unit to a hex is long; None where there is none. [VCS 11.0, 13.1]"""
    blocks = blocks_of(board, unit.side, None, enemy_depots(board, unit.side))
    levels, net = levels_of(board), board.net
    start = board.place(unit)
    far, waiting = {start: 0}, [start]
    for number in waiting:
        if number == goal:
            return far[number]
        for edge in range(SIDES * number, SIDES * number + SIDES):
            near = net.near[edge]
            if near < 0 or near in far or near in blocks.closed or not levels[near] or is_wet(board, edge):
                continue
            far[near] = far[number] + 1
            waiting.append(near)
    return None


def nearest_enemy(board: Board, side: str, number: int, but: frozenset[int] = frozenset()) -> int | None:
    """How many hexes it is to the nearest enemy combat unit, none of those in some hexes; None without any. [VCS 13.1-13.4]"""
    place = board.net.hexes[number]
    return min((place.distance(board.net.hexes[each]) for each in board.enemies(side) - but), default=None)


def tracks(board: Board) -> frozenset[int]:
    """The hexes of transit tracks, where the box plays them: who is there is near no demolition. [VCS 13.3, 13.4]"""
    if board.case.choices.get(TRACKS_OPTION) != PLAYED:
        return frozenset()
    kinds = {id_ for id_, terrain in board.forces.terrain.items() if terrain.name.casefold() == TRACKS.casefold()}
    return board.kept(("tracks",), lambda: frozenset(n for n, some in enumerate(board.net.kinds) if not kinds.isdisjoint(some)))


# Building and clearing ----------------------------------------------------------------------------------------------------


def engineering(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Whether units may build, repair, entrench or clear in a hex, and what that takes. Raises WrongUse. [VCS 13.2-13.5]"""
    units, work = board.units(given["units"]), given["work"]
    if not units or len({unit.side for unit in units}) > 1:
        raise WrongUse("units: name units of one side.")
    places = {board.place(unit) for unit in units}
    if given.get("to") is None and len(places) > 1:
        raise WrongUse("to: name the hex; the units stand in several.")
    number = board.number(given["to"]) if given.get("to") is not None else next(iter(places))
    stage = "preparation" if work == RUBBLE else "engineering"
    conditions = _rubble(board, units, number, given.get("passed")) if work == RUBBLE else _WORKED[work](board, units, number)
    elsewhere = _elsewhere(board, units, number, work) if work != RUBBLE else ()
    needed = (*_in_stage(board, units[0].side, stage), *conditions, *elsewhere)
    said = list(_told(needed))
    met = all(each.met for each in needed)
    facts: dict[str, Number | str] = {}
    proposals: tuple[Proposal, ...] = ()
    if met and work in ROWS:
        costs = ("engineering phases", "support points")
        phases, points = (board.consulted.number(ENGINEERING, ROWS[work], name) for name in costs)
        facts = {"phases": phases, "support_points": points}
        said += list(_price(board, work, phases, points))
        proposals = tuple(_begun(board, units[0], number, int(phases), int(points)))
    elif met:
        proposals = (_cleared(board, number),)
    verdict = ALLOWED if met else PROHIBITED
    detail = proposing(Facts(facts), *proposals)
    return Ruling("engineering", board.case.ruleset.id, verdict, None, tuple(said), detail, board.consulted.charts)


def _begun(board: Board, unit: Unit, number: int, phases: int, points: int) -> Iterator[Proposal]:
    """Building markers, one for each phase, and the support points that they cost; nothing where some lie there already.

    [VCS 13.2-13.4]
    """
    place, work = board.net.hexes[number], work_of(board)
    if any(parted(mark.kind)[0] == BUILDING for mark in work.deployment.marks.get(place, ())):
        return
    label = f"Begin to build in {board.forces.box.label(place)}"
    edits: list[Edit] = [hex_marked(work, (place,), Mark(f"{BUILDING} {phases}"), label)]
    key = support_key(board, unit.side, unit.word("nationality"))
    if key is not None:
        left = work.state.points[key] - points
        edits.append(ChangeState("Pay support points", {"points": work.state.points.set(key, left)}))
        label += f"; pay {points} of {key[1]}, {left} left"
    yield Proposal(label, tuple(edits))


def _cleared(board: Board, number: int) -> Proposal:
    """The rubble of a hex removed. [VCS 13.5]"""
    place, work = board.net.hexes[number], work_of(board)
    label = f"Clear the rubble of {board.forces.box.label(place)}"
    lying = next(mark for mark in work.deployment.marks[place] if parted(mark.kind)[0] == RUBBLE_MARK)
    return Proposal(label, (hex_unmarked(work, place, lying, label),))


def _price(board: Board, work: str, phases: Fraction, points: Fraction) -> Iterator[Reason]:
    """How long a work takes and what it costs. [VCS 13.2-13.4]"""
    ref = board.ref(SECTIONS[work])
    told = {"phases": amount(phases), "points": amount(points)}
    choice = board.case.choices.get(TIME, PHASES)
    by_turns = work == ENTRENCH and choice == TURNS
    template = "It takes {phases} game turns" if by_turns else "It takes {phases} engineering phases of its side"
    template += ", in which they stay and do nothing else; {points} support point as it begins"
    yield Reason(ref, template, told, numbers={"phases": phases})
    if work == ENTRENCH:
        other = PHASES if choice == TURNS else TURNS
        outcome = f"{phases} engineering phases" if other == PHASES else f"{phases} game turns"
        yield reading_reason(board.case, TIME, other, outcome)
    if by_turns:
        return
    later = board.case.choices.get(FIRST_PHASE, LAID) == NEXT
    template = "The next Engineering Phase of its side is the first" if later else "This Engineering Phase is the first"
    yield Reason(ref, template)
    number = int(phases) - 1 if later else int(phases)
    outcome = f"{counted(number, 'more phase')} after this one" if number else "complete at the end of this one"
    yield reading_reason(board.case, FIRST_PHASE, LAID if later else NEXT, outcome)


def _undisturbed(board: Board, units: Sequence[Unit], numbers: Iterable[int], work: str) -> Iterator[_Needed]:
    """That no enemy is too near. [VCS 13.2, 13.3, 13.4]"""
    reach = int(board.consulted.number(ENGINEERING, ROWS[work], "no enemy within"))
    ref = board.ref(SECTIONS[work])
    for number in dict.fromkeys(numbers):
        place = board.net.hexes[number]
        far = nearest_enemy(board, units[0].side, number)
        told: dict[str, object] = {"hex": place, "reach": reach, "far": far if far is not None else "no"}
        if far is not None and far <= reach:
            template = "An enemy is {far} hexes from {hex}; within {reach} there must be none"
            yield _Needed(False, Reason(ref, template, told, (place,)))
        else:
            yield _Needed(True, Reason(ref, "No enemy is within {reach} hexes of {hex}", told, (place,)))


def _bridge(board: Board, units: Sequence[Unit], number: int) -> Iterator[_Needed]:
    """A bridge is built by engineers beside it. [VCS 13.2]"""
    place, ref = board.net.hexes[number], board.ref("13.2")
    builders = [unit for unit in units if unit_of(unit).type in ENGINEERS]
    yield from _some(ref, units, builders, "engineers")
    gone = number in marked_hexes(board, BRIDGE_OUT) and number not in marked_hexes(board, BRIDGE_BUILT)
    text = "The bridge in {hex} is destroyed" if gone else "No bridge in {hex} is destroyed"
    yield _Needed(gone, Reason(ref, text, {"hex": place}, (place,)))
    yield from _beside(board, builders or units, number, "13.2")
    yield from _undisturbed(board, units, (number, *(board.place(unit) for unit in builders)), BRIDGE)


def _road(board: Board, units: Sequence[Unit], number: int) -> Iterator[_Needed]:
    """A road is repaired by any combat unit that is not mechanised. [VCS 13.3]"""
    place, ref = board.net.hexes[number], board.ref("13.3")
    able = [unit for unit in units if board.force_rules.is_unit(unit) and column_of(class_of(unit)) == CLASSES[0]]
    yield from _some(ref, units, able, "combat units that are not mechanised")
    gone = number in marked_hexes(board, ROAD_OUT)
    text = "The road in {hex} is destroyed" if gone else "No road in {hex} is destroyed"
    yield _Needed(gone, Reason(ref, text, {"hex": place}, (place,)))
    yield from _beside(board, able or units, number, "13.3")
    yield from _undisturbed(board, units, (number, *(board.place(unit) for unit in able)), ROAD)


def _entrenchment(board: Board, units: Sequence[Unit], number: int) -> Iterator[_Needed]:
    """Engineers entrench with a parent of infantry, in no town, with no enemy near. [VCS 13.4]"""
    place, ref = board.net.hexes[number], board.ref("13.4")
    here = [unit for unit in units if board.place(unit) == number]
    yield from _some(ref, units, [unit for unit in here if unit_of(unit).type in ENGINEERS], "engineers in the hex")
    diggers = [unit for unit in here if unit_of(unit).kind == PARENT and unit_of(unit).type in BUILDERS]
    yield from _some(ref, units, diggers, "parent units of infantry in the hex")
    engineers = [unit for unit in here if unit_of(unit).type in ENGINEERS]
    for some in (engineers, diggers):
        yield from _idle(board, some, number, "13.4")
    named = {board.forces.terrain[kind].name for kind in board.net.kinds[number] if kind in board.forces.terrain}
    built_up = sorted(named & set(BUILT_UP))
    if built_up:
        told = {"hex": place, "terrain": built_up[0]}
        yield _Needed(False, Reason(ref, "Nothing is entrenched in {hex}: {terrain}", told, (place,)))
    if number in tracks(board):
        yield _Needed(False, Reason(ref, "Nothing is entrenched on transit tracks, as in {hex}", {"hex": place}, (place,)))
    if number in marked_hexes(board, ENTRENCHMENT_MARK):
        yield _Needed(False, Reason(ref, "{hex} is entrenched already", {"hex": place}, (place,)))
    yield from _undisturbed(board, units, (number,), ENTRENCH)


def _rubble(board: Board, units: Sequence[Unit], number: int, passed: str | None) -> Iterator[_Needed]:
    """Rubble is cleared by the side that is in the hex, or passed it last. [VCS 4.22, 13.5]"""
    place, ref = board.net.hexes[number], board.ref("13.5")
    lies = number in marked_hexes(board, RUBBLE_MARK)
    text = "Rubble lies in {hex}" if lies else "No rubble lies in {hex}"
    yield _Needed(lies, Reason(ref, text, {"hex": place}, (place,)))
    here = [unit for unit in board.at.get(number, ()) if unit.side == units[0].side]
    enemies = number in board.enemies(units[0].side)
    told: dict[str, object] = {"hex": place, "units": names(here), "side": board.forces.side_name(units[0].side)}
    if here:
        yield _Needed(True, Reason(ref, "{units} hold {hex} and may clear it in the Preparation Stage", told, (place,)))
    elif enemies:
        yield _Needed(False, Reason(ref, "Enemies of {side} hold {hex}", told, (place,)))
    else:
        yield _last_there(board, units[0].side, place, passed)


def _last_there(board: Board, side: str, place: Hex, passed: str | None) -> _Needed:
    """That a unit of a side was the last in a hex in which nobody is. Play keeps who left it last; who went through without a
    stop is `passed`, "yes" or "no", as the players say. [VCS 13.5]"""
    last = board.forces.unit(board.forces.state.vacated.get(place, ""))
    told: dict[str, object] = {"hex": place, "side": board.forces.side_name(side), "unit": last.name if last else ""}
    if passed is not None:
        met = passed == "yes"
        template = (
            "Units of {side} were the last to pass {hex}" if met else "Others than units of {side} were the last to pass {hex}"
        )
    elif last is not None:
        met = last.side == side
        template = "Nobody is in {hex}, and {unit} was there last" + ("" if met else ", of the other side")
    else:
        met, template = True, "Nobody is in {hex}, or is known to have been: {side} may clear it if its units passed there last"
    return _Needed(met, Reason(board.ref("13.5"), template, told, (place,)))


def _elsewhere(board: Board, units: Sequence[Unit], number: int, work: str) -> Iterator[_Needed]:
    """That those who are to work in a hex are not wanted for what is built in others. [VCS 13.2, 13.3]"""
    place, side = board.net.hexes[number], units[0].side
    others: dict[Hex, Crew] = {}
    for spot, _, other in under_way(board.forces.deployment):
        if spot != place and (crew := crew_of(_could_work(board, side, spot, other), side, other)):
            others[spot] = crew
    own = crew_of([unit for unit in units if unit in _could_work(board, side, place, work)], side, work)
    if staffed((*others.values(), own)) - staffed(tuple(others.values())) < len(own):
        ids = {unit.id for part in own for unit in part}
        spots = tuple(spot for spot, crew in others.items() if ids & {unit.id for part in crew for unit in part})
        told = {"units": names(tuple(unit for unit in units if unit.id in ids)), "hex": place}
        told |= {f"hex{at}": spot for at, spot in enumerate(spots)}
        where = ", ".join(f"{{hex{at}}}" for at in range(len(spots)))
        template = f"{{units}} are wanted for what is built in {where}; who builds does nothing else in the turn, as in {{hex}}"
        yield _Needed(False, Reason(board.ref(SECTIONS[work]), template, told, (place, *spots)))


def _could_work(board: Board, side: str, spot: Hex, work: str) -> list[Unit]:
    """The units of a side that stand where a work in a hex is done and have done nothing else. [VCS 13.2-13.4]"""
    state, most = board.forces.state, 0 if work == ENTRENCH else board.case.ruleset.whole(BUILDS)
    near = (unit for place in spot.within(most) for unit in board.forces.units(place) if unit.side == side)
    return [
        unit
        for unit in near
        if board.force_rules.is_unit(unit) and not (state.in_play and did_else(state, unit.id, only_moves=work == ENTRENCH))
    ]


def _some(ref: Any, units: Sequence[Unit], able: Sequence[Unit], what: str) -> Iterator[_Needed]:
    told = {"units": names(able or units)}
    text = f"{what[:1].upper()}{what[1:]}: {{units}}" if able else f"No {what} among {{units}}"
    yield _Needed(bool(able), Reason(ref, text, told))


def _beside(board: Board, units: Sequence[Unit], number: int, section: str) -> Iterator[_Needed]:
    """That one of them stands in a hex or beside it."""
    place = board.net.hexes[number]
    most = board.case.ruleset.whole(BUILDS)
    near = [unit for unit in units if board.net.hexes[board.place(unit)].distance(place) <= most]
    told = {"units": names(near or units), "hex": place}
    template = "{units} stand beside {hex}" if near else "{units} are not beside {hex}"
    yield _Needed(bool(near), Reason(board.ref(section), template, told, (place,)))
    yield from _idle(board, near, number, section)


def _idle(board: Board, units: Sequence[Unit], number: int, section: str) -> Iterator[_Needed]:
    """That one of those who could work in a hex has begun the turn where it stands, and has done nothing else in it; outside
    play nobody knows. [VCS 13.2, 13.3, 13.4]"""
    if not units:
        return
    state, place, only_moves = board.forces.state, board.net.hexes[number], section == SECTIONS[ENTRENCH]
    busy = [(unit, did_else(state, unit.id, only_moves=only_moves)) for unit in units]
    idle = [unit for unit, what in busy if not what]
    told: dict[str, object] = {"units": names(idle), "hex": place}
    if not state.in_play:
        template = "They must begin the Movement Phase where they stand, and do nothing else in the turn"
        yield _Needed(True, Reason(board.ref(section), template))
    elif idle:
        did = "have not moved" if only_moves else "have done nothing else"
        template = f"Since their turn began these {did}: {{units}}"
        yield _Needed(True, Reason(board.ref(section), template, told, (place,)))
    else:
        for unit, what in busy:
            template = "{unit} {what}, and does not work in {hex} in it"
            yield _Needed(
                False, Reason(board.ref(section), template, {"unit": unit.name, "what": what, "hex": place}, (place,))
            )


_WORKED: Mapping[str, Callable[[Board, Sequence[Unit], int], Iterator[_Needed]]] = MappingProxyType(
    {BRIDGE: _bridge, ROAD: _road, ENTRENCH: _entrenchment}
)
