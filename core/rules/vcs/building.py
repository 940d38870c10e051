"""What becomes of works at the ends of phases: markers of building come off, are turned, or are laid in vain, and rubble is
cleared [VCS 4.22, 13.2-13.5].

Who builds nobody writes down. It is whoever could, stands where the work is done, and has done nothing else in the turn.
"""

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

from core.base.counted import counted
from core.geometry.hexes import Hex
from core.model.deployment import Mark
from core.model.edits.edit import IN_PLAY
from core.model.edits.force_edits import ChangePieces
from core.rules.kernel.charts import Consulted
from core.rules.kernel.findings import LOOK, MAY, MEND, Finding
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Forces
from core.rules.kernel.forces import Unit as Held
from core.rules.kernel.markers import parted
from core.rules.kernel.phase_checks import PhaseEnd
from core.rules.vcs.crews import BRIDGE, BUILDING, ENTRENCH, ROAD, Crew, crew_of, staffed, under_way
from core.rules.vcs.depots import PORT_OUT
from core.rules.vcs.ground import ENGINEERING
from core.rules.vcs.lines import BRIDGE_BUILT, BRIDGE_OUT, ROAD_OUT
from core.rules.vcs.obligation import ENTRENCHMENT_MARK
from core.rules.vcs.works import (
    BUILDS,
    FIRST_PHASE,
    LAID,
    PHASES,
    ROWS,
    RUBBLE_MARK,
    SECTIONS,
    TIME,
    TURNS,
    did_else,
)


def building(end: PhaseEnd) -> Iterator[Finding | None]:
    """Markers of building that may come off, or be finished, in the Engineering Phase. [VCS 13.2, 13.3, 13.4]"""
    yield from _at_two_places(end)
    for spot, lying, work in under_way(end.forces.deployment):
        if work == ENTRENCH and _by_turns(end):
            continue
        if _counts(end, spot, lying, work):
            yield from _entrenched(end, spot, lying) if work == ENTRENCH else _repaired(end, spot, lying, work)
    yield None


def _at_two_places(end: PhaseEnd) -> Iterator[Finding]:
    """Works that lack builders because those who could go on with them are wanted elsewhere. [VCS 13.2, 13.3]"""
    known: dict[Hex, Crew] = {}
    for spot, _, work in under_way(end.forces.deployment):
        idle = [unit for unit in _near(end, end.forces, spot, work) if not _did(end, unit, work)]
        crew = crew_of(idle, end.side, work)
        if staffed((*known.values(), crew)) - staffed(tuple(known.values())) == len(crew):
            known[spot] = crew
            continue
        builders = {unit.id: unit for part in crew for unit in part}
        shared = (place for place, each in known.items() if any(unit.id in builders for part in each for unit in part))
        spots = (*shared, spot)
        who, where = names(builders.values()), " and ".join(map(end.label, spots))
        text = f"{who} cannot work in {where} at once: who builds does nothing else in the turn."
        yield Finding("building", SECTIONS[work], text, LOOK, tuple(builders), spots)


def whole_turns(end: PhaseEnd) -> Iterator[Finding | None]:
    """Markers of entrenchments that may come off at the end of a game turn, where these are counted. [VCS 13.4]"""
    for spot, lying, work in under_way(end.forces.deployment):
        if work == ENTRENCH and _by_turns(end) and lying in end.before.deployment.marks.get(spot, ()):
            yield from _entrenched(end, spot, lying)
    yield None


def interrupted(end: PhaseEnd) -> Iterator[Finding | None]:
    """Works whose builders have left, or have done something else, and entrenchments near which an enemy came in the phase.

    What was paid for them is lost. [VCS 13.2, 13.3, 13.4]
    """
    for spot, lying, work in under_way(end.forces.deployment):
        if not any(parted(mark.kind)[0] == BUILDING for mark in end.before.deployment.marks.get(spot, ())):
            continue
        why, ids = _left(end, spot, work)
        if not why and work == ENTRENCH:
            why, ids = _came_near(end, spot)
        if why:
            what = {BRIDGE: "the bridge", ROAD: "the road", ENTRENCH: "the entrenchment"}[work]
            text = f"Work on {what} in {end.label(spot)} is interrupted: {why}. Its marker comes off, and it begins anew."
            yield Finding("building", SECTIONS[work], text, MEND, ids, (spot,), (_turned(end, spot, lying, ""),))
    yield None


def adjusted(end: PhaseEnd) -> Iterator[Finding | None]:
    """Rubble that a side may clear, whose units hold its hex or were the last in it, and demolished ports. [VCS 4.22, 13.5]

    When a port is repaired each game says itself; its marker is told of, and comes off when the players have it so.
    """
    for spot, some in sorted(end.forces.deployment.marks.items(), key=lambda item: str(item[0])):
        if not isinstance(spot, Hex):
            continue
        for lying in some:
            kind, where = parted(lying.kind)[0], end.label(spot)
            text, section = "", "13.5"
            if kind == RUBBLE_MARK:
                text = _may_clear(end, spot)
            elif kind == PORT_OUT:
                text, section = (
                    f"The port in {where} is demolished. What that does and when it is repaired is stated nowhere and is for "
                    "the game to say; its marker comes off when the players have it so.",
                    "4.22",
                )
            if text:
                yield Finding("rubble", section, text, MAY, (), (spot,), (_turned(end, spot, lying, ""),))
    yield None


def _may_clear(end: PhaseEnd, spot: Hex) -> str:
    """Who may clear the rubble of a hex, as a sentence; "" where nobody is known to have been there. [VCS 13.5]"""
    here = [unit for unit in end.forces.units(spot) if end.rules.is_unit(unit)]
    last = here[0] if here else end.forces.unit(end.forces.state.vacated.get(spot, ""))
    if last is None:
        return ""
    why = "holds it" if here else "was there last"
    return f"{end.forces.side_name(last.side)} may clear the rubble in {end.label(spot)}: {last.name} {why}."


def _by_turns(end: PhaseEnd) -> bool:
    """Whether whole game turns are counted for an entrenchment, by the reading. [VCS 13.4]"""
    return end.case.choices.get(TIME, PHASES) == TURNS


def _counts(end: PhaseEnd, spot: Hex, lying: Mark, work: str) -> bool:
    """Whether this phase is one of those that a work takes, and its marker lies as it lay. One that was laid in the phase
    counts by the reading, as long as all of it lies. [VCS 13.2, 13.3, 13.4]"""
    was = [mark for mark in end.before.deployment.marks.get(spot, ()) if parted(mark.kind)[0] == BUILDING]
    if was:
        return lying in was
    return end.case.choices.get(FIRST_PHASE, LAID) == LAID and (parted(lying.kind)[1] or 1) == _phases(end, work)


def _phases(end: PhaseEnd, work: str) -> int:
    """How many Engineering Phases a work takes. [VCS 13.2, 13.3, 13.4]"""
    return int(Consulted(end.case.charts).number(ENGINEERING, ROWS[work], "engineering phases"))


def _reach(end: PhaseEnd, work: str) -> int:
    """How near an enemy stops a work. [VCS 13.2, 13.3, 13.4]"""
    return int(Consulted(end.case.charts).number(ENGINEERING, ROWS[work], "no enemy within"))


def _near(end: PhaseEnd, forces: Forces, spot: Hex, work: str) -> tuple[Held, ...]:
    """The units that stand where a work in a hex is done: there, and for a bridge or road beside it."""
    places = (spot,) if work == ENTRENCH else tuple(spot.within(end.case.ruleset.whole(BUILDS)))
    return tuple(unit for place in places for unit in forces.units(place) if end.rules.is_unit(unit))


def _crew(units: tuple[Held, ...], side: str, work: str) -> tuple[Held, ...]:
    """Those of a side who can do a work; nobody where a part of it is lacking."""
    return tuple({unit.id: unit for part in crew_of(units, side, work) for unit in part}.values())


def _left(end: PhaseEnd, spot: Hex, work: str) -> tuple[str, tuple[str, ...]]:
    """Why nobody goes on with a work, and of whom that is said; "" where somebody does. [VCS 13.2, 13.3, 13.4]"""
    was, now = _near(end, end.before, spot, work), _near(end, end.forces, spot, work)
    sides = dict.fromkeys(unit.side for unit in was)
    began = {side: {unit.id for unit in crew} for side in sides if (crew := _crew(was, side, work))}
    for side, ids in began.items():
        if _crew(tuple(unit for unit in now if unit.id in ids and not _did(end, unit, work)), side, work):
            return "", ()
    builders = [unit for id_ in (id_ for ids in began.values() for id_ in sorted(ids)) if (unit := end.forces.unit(id_))]
    if not builders:
        # Of a stack of others no more than its top may be known.
        return ("nobody is there who could go on with it", ()) if not was and not now else ("", ())
    here = {unit.id for unit in now}
    gone = [unit for unit in builders if unit.id not in here]
    busy = [f"{unit.name} {_did(end, unit, work)}" for unit in builders if unit.id in here and _did(end, unit, work)]
    left = [f"{names(gone)} {'has' if len(gone) == 1 else 'have'} left"] if gone else []
    return " and ".join((*left, *busy)), tuple(unit.id for unit in builders)


def _did(end: PhaseEnd, unit: Held, work: str) -> str:
    """What a unit has done in the turn that keeps it from a work. Who entrenches must do no more than stay. [VCS 13.2-13.4]"""
    return did_else(end.forces.state, unit.id, only_moves=work == ENTRENCH)


def _came_near(end: PhaseEnd, spot: Hex) -> tuple[str, tuple[str, ...]]:
    """That an enemy of those who entrench a hex was near it in the phase, wherever he is now. [VCS 13.4]"""
    reach = _reach(end, ENTRENCH)
    ours = {unit.side for unit in _near(end, end.forces, spot, ENTRENCH)}
    for unit in (unit for _, unit in end.standing() if unit.side not in ours):
        at = unit.piece.at if unit.piece is not None else None
        way = (*end.trails.get(unit.id, ()), *([at] if isinstance(at, Hex) else ()))
        place = next((each for each in way if each.distance(spot) <= reach), None)
        if place is not None:
            return f"{unit.name} was in {end.label(place)}, within {reach} hexes of it", (unit.id,)
    return "", ()


def _repaired(end: PhaseEnd, spot: Hex, lying: Mark, work: str) -> Iterator[Finding]:
    """A bridge that engineers in its hex or beside it build, or a road that others repair. [VCS 13.2, 13.3]"""
    bridge, section, on_it = work == BRIDGE, SECTIONS[work], parted(lying.kind)[1] or 1
    near = _near(end, end.forces, spot, work)
    ids = tuple(unit.id for unit in _crew(near, end.side, work) if not _did(end, unit, work))
    if not ids:
        return
    beside = (spot, *(place for place, unit in end.standing(end.side) if unit.id in ids))
    enemies = ((place, unit) for place, unit in end.standing() if unit.side != end.side)
    reach = _reach(end, work)
    enemy = next((place for place, _ in enemies if any(place.distance(each) <= reach for each in beside)), None)
    if enemy is not None:
        text = f"An enemy stands in {end.label(enemy)}, beside what is built in {end.label(spot)} or who builds it; it stops."
        yield Finding("building", section, text, LOOK, ids, (spot, enemy))
    elif on_it > 1:
        yield _phase_over(end, spot, lying, work, ids)
    else:
        made = BRIDGE_BUILT if bridge else ""
        text = f"The {work} in {end.label(spot)} may be complete: it can be used again."
        gone = BRIDGE_OUT if bridge else ROAD_OUT
        yield Finding("building", section, text, MAY, ids, (spot,), (_turned(end, spot, lying, made, gone),))


def _entrenched(end: PhaseEnd, spot: Hex, lying: Mark) -> Iterator[Finding]:
    """An entrenchment that engineers and a parent of infantry dig, in the phase of their side or at the end of a game turn.

    [VCS 13.4]
    """
    units = _near(end, end.forces, spot, ENTRENCH)
    side = end.side or next((unit.side for unit in units), "")
    stayed = tuple(unit for unit in units if not _did(end, unit, ENTRENCH))
    ids, on_it = tuple(unit.id for unit in _crew(stayed, side, ENTRENCH)), parted(lying.kind)[1] or 1
    if not ids:
        return
    near, _ = _came_near(end, spot)
    if near:
        text = f"{near[:1].upper()}{near[1:]}; the entrenchment in {end.label(spot)} is not built, and its marker comes off."
        yield Finding("building", "13.4", text, MEND, ids, (spot,), (_turned(end, spot, lying, ""),))
    elif on_it > 1:
        yield _phase_over(end, spot, lying, ENTRENCH, ids)
    else:
        text = f"The entrenchment in {end.label(spot)} may be complete: its marker is turned."
        yield Finding("building", "13.4", text, MAY, ids, (spot,), (_turned(end, spot, lying, ENTRENCHMENT_MARK),))


def _turned(end: PhaseEnd, spot: Hex, lying: Mark, made: str, gone: str = "") -> ChangePieces:
    """The edit by which a marker of building becomes another, or comes off where that is none; so does a kind that is gone."""
    some = (mark for mark in end.forces.deployment.marks.get(spot, ()) if not gone or parted(mark.kind)[0] != gone)
    turned = (replace(mark, kind=made) if mark == lying else mark for mark in some)
    left = tuple(mark for mark in turned if mark.kind)
    label = "Build" if made else "Take a marker off"
    return ChangePieces(label, IN_PLAY, MappingProxyType({}), MappingProxyType({spot: left}))


def _phase_over(end: PhaseEnd, spot: Hex, lying: Mark, work: str, ids: tuple[str, ...]) -> Finding:
    """That one more phase of a work may be over: one of its markers comes off. [VCS 13.2, 13.4]"""
    left, whole = (parted(lying.kind)[1] or 1) - 1, _phases(end, work)
    unit = "game turn" if work == ENTRENCH and _by_turns(end) else "phase"
    text = f"{whole - left} of {counted(whole, unit)} of building in {end.label(spot)} may be over: one marker comes off."
    return Finding("building", SECTIONS[work], text, MAY, ids, (spot,), (_turned(end, spot, lying, f"{BUILDING} {left}"),))
