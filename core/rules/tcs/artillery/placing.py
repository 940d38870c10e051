"""Missions are placed: what they are, who observes, what they spend [TCS 4.01 18.1-18.6, 19.1b, 24.6, 26.0, 26.2]."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Mark
from core.model.edits.edit import Edit
from core.model.edits.piece_edits import hexes_marked
from core.rules.kernel.combat import Facts
from core.rules.kernel.forces import Unit
from core.rules.kernel.parameters import Words
from core.rules.kernel.procedure import BESIDE, TARGET, ZONE, Part, ProcedureDetail
from core.rules.kernel.proposals import Proposal
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import Parameter
from core.rules.operations.board import Board
from core.rules.operations.proposals import work_of
from core.rules.tcs.artillery.batteries import (
    MARKER,
    ROCKETS,
    Batteries,
    ammunition,
    as_ruled,
    batteries_named,
    called_on_markers,
    guns_told,
    sizes,
    spending,
    spent_already,
    unlike,
)
from core.rules.tcs.forces.counters import unit_of
from core.rules.tcs.forces.units import MOVE, PARALYZED, SUPPRESSED
from core.rules.tcs.movement.going import MARCH
from core.rules.tcs.procedures.ammunition import changed_ammunition
from core.rules.tcs.procedures.artillery import ROCKETS as ROCKET_CHART
from core.rules.tcs.procedures.missions import BATTALION, BATTERY, HE, ILLUM, ILLUM_MARK, ROCKET, SMOKE, Lying, Mission, lying
from core.rules.tcs.reckoning import ALLOWED, PROHIBITED, flag, is_on, step, word_of
from core.rules.tcs.sight.cover import is_water
from core.rules.tcs.watch.lookout import shown_lit, watch_on

UNNAMED = "unnamed"
"""The verdict where it is not said which battery fires: those of the side are told."""


@dataclass(frozen=True, slots=True)
class Observer:
    """A unit that might observe a hex: the number of the one that it stands in, how far away, and why it cannot."""

    unit: Unit
    number: int
    away: int
    why: tuple[Reason, ...]


def place_mission(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Whether a mission may be placed in a hex, who may observe for it, and what it spends. Raises WrongUse.

    [TCS 4.01 18.1b, 18.2, 18.3, 18.4, 18.5, 18.6, 19.1b, 24.6e, 26.0, 26.2d]
    """
    place, side = given["to"], given.get("side") or board.forces.state.moment.side
    batteries = batteries_named(board, given.get("battery", ()), side)
    if not batteries.all and given.get("calibre") is None and given.get("printed") is None and not given.get("rocket"):
        return _unnamed(board, batteries, given)
    mission = _mission(board, batteries, given)
    ruled = as_ruled(board, batteries, mission)
    facts: dict[str, Number | str] = dict(ruled.detail.facts) if isinstance(ruled.detail, Facts) else {}
    if ruled.verdict == PROHIBITED:
        return _answer(board, PROHIBITED, ruled.reasons, place, facts)
    mission = _rocket(batteries, mission, facts)
    taken = spending(board, batteries, mission.kind, mission.calibre, int(facts["ammunition"]))
    stocks = tuple(ammunition(board, batteries.side, taken))
    barred = [*_barred(board, batteries, mission, place), *(reason for enough, reason in stocks if not enough)]
    found = () if mission.kind == ILLUM else observers_of(board, batteries.side, place)
    chosen = _observer(board, found, given.get("observer"))
    if mission.kind != ILLUM:
        barred += _unseen(board, batteries, found, chosen)
    said = [*ruled.reasons, *(reason for enough, reason in stocks if enough), *_by_the_game(board, mission)]
    said += [reason for enough, reason in guns_told(board, batteries) if enough]
    if chosen is not None:
        told = {"unit": chosen.unit.name, "away": chosen.away}
        said.append(_about(board, chosen.number, step(board.case, "18.4", "{unit} observes, {away} hexes away", **told)))
        mission = replace(mission, observer=_called(board, chosen.unit))
    proposals = () if barred else (_placing(board, batteries, mission, place, taken),)
    parts = tuple(_part(board, each, chosen) for each in found)
    verdict = PROHIBITED if barred else ALLOWED
    return _answer(board, verdict, [*barred, *said], place, facts, parts, proposals, mission, batteries.side)


def _mission(board: Board, batteries: Batteries, given: Mapping[str, Any]) -> Mission:
    """The mission that is meant; its marker says what it is where nobody else does."""
    kind, size = _kind(batteries, given), _size(batteries, given)
    good, bad = given.get("printed"), given.get("printed_bad")
    if batteries.markers and (good is not None or bad is not None):
        raise WrongUse("printed: the marker of the game prints its strength; leave it out, or leave out the battery.")
    if bad is not None and good is None:
        raise WrongUse("printed: the strength of a good shoot is needed as well.")
    return Mission(
        kind,
        size,
        fast=is_on(given, "fast"),
        continuous=is_on(given, "continuous"),
        calibre=given.get("calibre") or next(iter(batteries.calibres), None),
        batteries=called_on_markers(board, batteries) or _first_rockets(board, given.get("rocket")),
        good=good,
        bad=bad,
        radius=given.get("radius"),
        placed=True,
    )


def _kind(batteries: Batteries, given: Mapping[str, Any]) -> str:
    """The type of a mission: as told, else rockets for those that fire nothing else. [TCS 4.01 18.5a, 18.6c]"""
    kind: str | None = given.get("mission")
    return kind or (ROCKET if batteries.size == ROCKETS or given.get("rocket") else HE)


def _size(batteries: Batteries, given: Mapping[str, Any]) -> str:
    """Whether a battery fires or a battalion: as told, else as its marker says. [TCS 4.01 18.5b]"""
    size: str | None = given.get("size")
    return size or (BATTALION if batteries.size == BATTALION and _kind(batteries, given) == HE else BATTERY)


def _first_rockets(board: Board, name: str | None) -> tuple[str, ...]:
    """Rockets of the first games as their chart calls them. [TCS 4.01 18.6c]"""
    return (word_of(board.consulted, "rocket", name, ROCKET_CHART),) if name else ()


def _rocket(batteries: Batteries, mission: Mission, facts: Mapping[str, Number | str]) -> Mission:
    """Rockets with the radius of their zone, and the strength that no counter prints. [TCS 4.01 18.6c]"""
    if mission.kind != ROCKET:
        return mission
    printed = next((each.whole("barrage.radius") for each in batteries.markers), 0)
    radius = int(facts.get("radius", 0)) or mission.radius or printed
    is_printed = any(each.value("barrage.good_shoot") is not None for each in batteries.markers)
    good = None if is_printed or "radius" in facts else int(facts["strength"])
    return replace(mission, radius=radius, good=good, bad=None)


# What bars it -------------------------------------------------------------------------------------------------------------


def _barred(board: Board, batteries: Batteries, mission: Mission, place: Hex) -> Iterator[Reason]:
    """Why a mission is not placed in a hex, whoever observes. [TCS 4.01 18.1b, 18.3, 19.1b, 24.6e, 26.0]"""
    case, label = board.case, board.forces.box.label(place)
    yield from sizes(board, batteries, mission.kind, mission.size)
    yield from spent_already(board, batteries, mission.kind)
    yield from (reason for enough, reason in guns_told(board, batteries) if not enough)
    if mission.kind == ILLUM and board.forces.state.light == "twilight":
        yield step(case, "26.0", "No illumination at dawn, dusk or twilight")
    if mission.kind == SMOKE and is_water(board, board.number(place)):
        yield step(case, "19.1b", "No smoke in {hex}, which is all water", hex=label)
    if mission.kind != ILLUM:
        own = [each for each in lying(board.forces.deployment) if each.hex == place and each.side == batteries.side]
        if own:
            template = "{hex} has a barrage marker of the side already, and no hex has more than one"
            yield replace(step(case, "18.3", template, hex=label), hexes=(place,))


def _by_the_game(board: Board, mission: Mission) -> Iterator[Reason]:
    """What the game says of batteries and nobody here knows. [TCS 4.01 18.1a, 18.4a]"""
    case = board.case
    if case.choices["artillery.reach"] == "restricted":
        yield step(case, "18.1a", "The game says which hexes the battery reaches: that is for the players to see")
    if mission.kind == ILLUM and board.forces.state.light == "day":
        yield step(case, "26.2b", "Illumination does nothing by day")
    if case.choices["artillery.observers"] == "restricted" and mission.kind != ILLUM:
        yield step(case, "18.4a", "The game says who observes for the battery: that is for the players to see")


def observers_of(board: Board, side: str, place: Hex) -> tuple[Observer, ...]:
    """The units of a side on the map, the nearest first, and why each cannot observe a hex. [TCS 4.01 18.4b, 26.2d]"""
    number = board.number(place)
    found = (
        Observer(unit, here, board.net.hexes[here].distance(place), tuple(why_no_observer(board, unit, here, number)))
        for here, unit in board.of(side)
    )
    return tuple(sorted(found, key=lambda each: (each.away, each.number, each.unit.id)))


def why_no_observer(board: Board, unit: Unit, here: int, there: int) -> Iterator[Reason]:
    """Why a unit cannot observe a hex, by their numbers; the first reason is enough. [TCS 4.01 4.2, 18.4b]"""
    case, counted = board.case, unit_of(board.case.ruleset, unit, board.at.get(here, ()))
    if counted.posture == MOVE:
        yield step(case, "18.4b", "{unit}: in Move Mode", unit=unit.name)
        return
    if counted.condition in (SUPPRESSED, PARALYZED):
        yield step(case, "18.4b", "{unit}: {state}", unit=unit.name, state=counted.condition)
        return
    seen = watch_on(board, unit.side, MARCH).sees(here, there)
    if not seen:
        unsure = "{unit}: whether it sees the hex cannot be decided here"
        yield step(case, "18.4b", "{unit}: it does not see the hex" if seen is False else unsure, unit=unit.name)


def _observer(board: Board, found: Sequence[Observer], name: str | None) -> Observer | None:
    """The observer that is named, else the nearest who can. Raises WrongUse for one of others, or of nobody on the map."""
    if name:
        wanted = board.forces.named("observer", name)
        chosen = next((each for each in found if each.unit.id == wanted.id), None)
        if chosen is None:
            raise WrongUse(f"observer: {wanted.name} is no unit of the side on the map.")
        return chosen
    return next((each for each in found if not each.why), None)


def _unseen(board: Board, batteries: Batteries, found: Sequence[Observer], chosen: Observer | None) -> Iterator[Reason]:
    """That nobody observes, or not who is named. [TCS 4.01 18.4]"""
    if chosen is not None:
        yield from (_about(board, chosen.number, reason) for reason in chosen.why)
        return
    side = board.forces.side_name(batteries.side)
    yield step(board.case, "18.4", "Nobody of {side} observes: Fire Mode and a clear line of sight are needed", side=side)
    yield from (_about(board, each.number, reason) for each in found[:3] for reason in each.why[:1])


# What is done -------------------------------------------------------------------------------------------------------------


def _placing(board: Board, batteries: Batteries, mission: Mission, place: Hex, taken: Mapping[str | None, int]) -> Proposal:
    """The marker is placed and the ammunition struck off; light works at once. [TCS 4.01 18.2a, 18.3, 18.5d]"""
    work = work_of(board)
    if mission.kind == ILLUM:
        mark = Mark(ILLUM_MARK, "", replace(mission, placed=False).text)
    else:
        mark = unlike(board, mission, batteries.side).mark(batteries.side)
    by = f" of {batteries.called}" if batteries.all else ""
    label = f"Place {mission.words}{by} in {board.forces.box.label(place)}"
    lay = hexes_marked(work, {place: (*work.deployment.marks.get(place, ()), mark)}, label)
    edits: tuple[Edit, ...] = (lay, *changed_ammunition(board, batteries.side, taken, "Strike off ammunition"))
    return Proposal(label, edits)


def _unnamed(board: Board, batteries: Batteries, given: Mapping[str, Any]) -> Ruling:
    """The batteries of a side, of which those that fire are picked, and which of them fires no such mission, or has one.

    [TCS 4.01 18.1b, 18.5b, 18.6c]
    """
    place, said, parts = given["to"], [], []
    for unit in board.forces.all_units():
        if unit.kind != MARKER or unit.side != batteries.side:
            continue
        own = batteries_named(board, (unit.id,), unit.side)
        kind, size = _kind(own, given), _size(own, given)
        why = next(iter((*sizes(board, own, kind, size), *spent_already(board, own, kind))), None)
        said.append(why or step(board.case, "18.1b", "{battery} can fire a mission", battery=unit.name))
        # They lie beside the map, and so are told where they are to fire at.
        parts.append(Part(unit.id, place, why is None, False, why))
    if not said:
        side = board.forces.side_name(batteries.side)
        raise WrongUse(f"battery: {side} has no marker of a mission in this box; give calibre=… or printed=… in its place.")
    several = given.get("size") == BATTALION
    return _answer(board, UNNAMED, said, place, {}, tuple(parts), picks="battery", several=several)


def _answer(
    board: Board,
    verdict: str,
    said: Sequence[Reason],
    place: Hex,
    facts: Mapping[str, Number | str],
    parts: tuple[Part, ...] = (),
    proposals: tuple[Proposal, ...] = (),
    mission: Mission | None = None,
    side: str = "",
    picks: str = "observer",
    several: bool = False,
) -> Ruling:
    light = [(place, Mark(ILLUM_MARK))] if mission is not None and mission.kind == ILLUM else []
    hexes = {TARGET: frozenset({place}), **shown_lit(board, *light)}
    if mission is not None:
        there = Lying(mission, place, mission.mark(side))
        known = board.net.index
        hexes |= {ZONE: frozenset(known) & there.zone, BESIDE: frozenset(known) & there.beside}
    shown: dict[str, Any] = {"parts": parts, "units": picks, "one_unit": not several, "place": "to", "hexes": hexes}
    detail = ProcedureDetail(facts=facts, proposals=proposals, **shown)
    value = facts.get("ammunition")
    return Ruling("artillery.place", board.case.ruleset.id, verdict, value, tuple(said), detail, board.consulted.charts)


def _part(board: Board, each: Observer, chosen: Observer | None) -> Part:
    return Part(each.unit.id, board.net.hexes[each.number], not each.why, each is chosen, each.why[0] if each.why else None)


def _about(board: Board, number: int, reason: Reason) -> Reason:
    return replace(reason, hexes=(board.net.hexes[number],))


def _called(board: Board, unit: Unit) -> str:
    """What an observer is called on the marker: by its id where others have its name."""
    alike = [each for each in board.forces.all_units() if each.name.casefold() == unit.name.casefold()]
    return unit.name if len(alike) == 1 else unit.id


SIDE = Parameter(
    "side", "text", "the side whose mission it is, by its id; that of the battery, or whose phase it is, without it"
)

PARAMETERS = (
    Parameter("to", "hex", "the target hex", required=True),
    Parameter(
        "battery",
        "texts",
        "what fires: markers of missions or guns on the map by id or name, or their formation",
        at_hand=True,
    ),
    Parameter(
        "mission",
        "choice",
        "type of mission; HE, or that of its marker, without it",
        choices=(HE, SMOKE, ILLUM, ROCKET),
        at_hand=True,
    ),
    Parameter("size", "choice", "what fires; that of its marker without it", choices=(BATTERY, BATTALION), at_hand=True),
    replace(flag("fast", "whether it is fast fire (18.6a)"), at_hand=True),
    replace(flag("continuous", "whether it is continuous fire (18.6b)"), at_hand=True),
    Parameter("observer", "text", "who observes, by id or name; the nearest who can without it"),
    SIDE,
    Parameter("calibre", "whole", "calibre in millimetres of a battery that is no counter of the game", least=1),
    Parameter("printed", "whole", "strength of a good shoot on a marker that is no counter of the game", least=0),
    Parameter("printed_bad", "whole", "strength of a bad shoot on it", least=0),
    Parameter("radius", "whole", "radius in hexes of the zone of rockets that are no counter of the game", least=0),
    Parameter(
        "rocket", "text", "a rocket of the first games, as on the chart tcs.artillery.rockets", words=Words((ROCKET_CHART,))
    ),
)
