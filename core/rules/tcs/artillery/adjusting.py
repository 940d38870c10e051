"""Missions are adjusted: observed, rolled for, scattered over the map, landed or gone [TCS 4.01 18.3, 18.6c, 18.7, 19.1b]."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Mark, Spot
from core.model.edits.edit import Edit
from core.model.edits.piece_edits import hexes_marked, marked
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.combat import Facts
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.parameters import Words
from core.rules.kernel.procedure import OPEN, TARGET, ZONE, Outcome, ProcedureDetail, Wanted
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import Parameter
from core.rules.kernel.tables import READ
from core.rules.operations.board import Board
from core.rules.operations.proposals import applied, work_of
from core.rules.tcs.artillery.batteries import as_ruled, continuous_of, not_fired, of_mission, spending
from core.rules.tcs.artillery.placing import SIDE, why_no_observer
from core.rules.tcs.fires.aftermath import BY_MISSION, enemy_of, triggered
from core.rules.tcs.forces.counters import FIRED_MARK
from core.rules.tcs.procedures.ammunition import changed_ammunition
from core.rules.tcs.procedures.artillery import BAD, GOOD, NATIONALITY, NO_SHOOT, SCATTERS, adjustment, scatter
from core.rules.tcs.procedures.missions import ROCKET, SMOKE, Lying, is_told, lying
from core.rules.tcs.reckoning import YES, checked, flag, is_on, step
from core.rules.tcs.sight.cover import is_water
from core.rules.tcs.watch.lookout import shown_lit

DIRECTION = "tcs.artillery.direction"
RANDOM = "random"
OFF_MAP = "off the map"


@dataclass
class _Found:
    """What has been found of an adjustment: what is said, the rolls that are wanted, and where the mission lands. `value` is
    what the players have said of their artillery, which holds for its other missions as well; `handed` what goes to the
    opponent, who says where it lands."""

    said: list[Reason] = field(default_factory=list)
    wanted: list[Wanted] = field(default_factory=list)
    facts: dict[str, Number | str] = field(default_factory=dict)
    tables: tuple[ChartDetail, ...] = ()
    result: str = READ
    lands: Hex | None = None
    open: frozenset[Hex] = frozenset()
    value: Mapping[str, str] = field(default_factory=dict)
    handed: Mapping[str, str] = field(default_factory=dict)


def adjust(board: Board, given: Mapping[str, Any]) -> Ruling:
    """What becomes of a mission that was placed in a hex: no shoot, scattered, a bad shoot or a good one. Raises WrongUse.

    [TCS 4.01 18.3, 18.5c, 18.6c, 18.7, 19.1b, 24.6f]
    """
    there = _waiting(board, given)
    found = _Found(value={name: str(given[name]) for name in ("value", "nationality") if given.get(name) is not None})
    unseen = tuple(_unseen(board, there, given.get("observer")))
    if unseen:
        found.said += unseen
        found.said.append(step(board.case, "18.3", "Without a valid observer who sees the hex there is no shoot"))
        found.result = NO_SHOOT
    elif there.mission.kind == ROCKET:
        _rockets(board, there, given, found)
    else:
        _rolled(board, there, given, found)
    if there.mission.kind == SMOKE and found.lands is not None and is_water(board, board.number(found.lands)):
        template = "It lands in {hex}, which is all water: no shoot"
        found.said.append(step(board.case, "19.1b", template, hex=board.forces.box.label(found.lands)))
        found.result, found.lands = NO_SHOOT, None
    return _answer(board, there, found)


def waiting(board: Board, side: str = "") -> tuple[Lying, ...]:
    """The missions of a side, or of all, whose adjustment is still to come."""
    return tuple(each for each in lying(board.forces.deployment) if each.mission.placed and side in ("", each.side))


def _waiting(board: Board, given: Mapping[str, Any]) -> Lying:
    """The mission in a hex that is to be adjusted; without a hex the first that waits of the side whose phase it is. Raises
    WrongUse."""
    place, side = given.get("to"), given.get("side") or ""
    if place is None:
        side = side or board.forces.state.moment.side
        first = next(iter(waiting(board, side)), None)
        if first is None:
            whose = f" of {board.forces.side_name(side)}" if side else ""
            raise WrongUse(f"to: no mission{whose} is still to be adjusted.")
        return first
    there = [each for each in lying(board.forces.deployment) if each.hex == place and side in ("", each.side)]
    some = [each for each in there if each.mission.placed] or [each for each in there if not is_told(each.mark)]
    label = board.forces.box.label(place)
    if not some:
        known = ", ".join(board.forces.box.label(each.hex) for each in waiting(board, side)) or "none"
        raise WrongUse(f"to: no mission in {label} is still to be adjusted; those that are: {known}.")
    if len({each.side for each in some}) > 1:
        active = [each for each in some if each.side == board.forces.state.moment.side]
        if not active:
            raise WrongUse(f"side: both sides have a mission in {label}; say whose is meant.")
        some = active
    return some[0]


def _unseen(board: Board, there: Lying, named: str | None) -> Iterator[Reason]:
    """Why nobody observes for a mission; nothing where somebody does. [TCS 4.01 18.3, 18.4b]"""
    name = there.mission.observer or named or ""
    if not name:
        yield step(board.case, "18.4", "Nobody was named to observe for it")
        return
    unit = board.forces.named("observer", name)
    at = unit.piece.at if unit.piece is not None else None
    here = board.net.index.get(at) if isinstance(at, Hex) else None
    if here is None or unit.side != there.side:
        yield step(board.case, "18.4", "{unit} is no longer on the map", unit=unit.name)
        return
    for reason in why_no_observer(board, unit, here, board.number(there.hex)):
        yield replace(reason, hexes=(board.net.hexes[here],))


# What the dice give -------------------------------------------------------------------------------------------------------


def _rolled(board: Board, there: Lying, given: Mapping[str, Any], found: _Found) -> None:
    """A roll on the adjustment table, and the scatter that it may call for. [TCS 4.01 18.5c, 18.7a-e]"""
    asked: dict[str, Any] = {"mission": SMOKE} if there.mission.kind == SMOKE else {}
    asked |= _value(board, there.side, given)
    asked |= {"roll": given["roll"]} if given.get("roll") is not None else {}
    ruled = adjustment(board.case, asked)
    board.consulted.add(ruled.charts)
    assert isinstance(ruled.detail, Facts)
    found.said += ruled.reasons
    found.facts |= ruled.detail.facts
    found.tables = ruled.detail.tables
    if given.get("roll") is None:
        found.wanted.append(Wanted("roll", "11..66", _of("adjustment", board, there), there.side))
        return
    found.result = str(ruled.detail.tables[0].result)
    if found.result == SCATTERS:
        _scattered(board, there, given, found)
    elif found.result != NO_SHOOT:
        found.lands = there.hex


def _value(board: Board, side: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The adjustment value and the nationality: as told, else those of the side. [TCS 4.01 18.7a]"""
    known = board.forces.oob.side(side)
    values = known.values if known is not None else {}
    found = {"value": values.get("artillery.adjustment"), "nationality": values.get("nationality")}
    found |= {name: given[name] for name in found if given.get(name) is not None}
    return {name: value for name, value in found.items() if value is not None}


def _scattered(board: Board, there: Lying, given: Mapping[str, Any], found: _Found) -> None:
    """How far a mission scatters, and where to. [TCS 4.01 18.7c]"""
    if given.get("die") is None:
        found.wanted.append(Wanted("die", "d6", _of("scatter", board, there), there.side))
        return
    ruled = scatter(board.case, {"die": given["die"]})
    board.consulted.add(ruled.charts)
    assert isinstance(ruled.detail, Facts)
    found.said += [each for each in ruled.reasons if each not in found.said]
    hexes = int(ruled.detail.facts["hexes"])
    found.facts |= {"scatters": hexes, "direction": ruled.detail.facts["direction"]}
    if ruled.detail.facts["direction"] == RANDOM:
        _drifts(board, there, hexes, given, found)
        return
    near = frozenset(place for place in there.hex.within(hexes) if place in board.net.index)
    place = given.get("place")
    if place is not None and place not in near:
        raise WrongUse(f"place: {board.forces.box.label(place)} is more than {hexes} hexes away (18.7c).")
    found.lands = place
    if place is None and not is_on(given, "opponent"):
        found.handed = {"roll": str(given["roll"]), "die": str(given["die"]), "opponent": YES}
        return
    found.open = near


def _drifts(board: Board, there: Lying, hexes: int, given: Mapping[str, Any], found: _Found) -> None:
    """Where a mission lands that goes so many hexes in the direction of a die. [TCS 4.01 18.6c, 18.7c]"""
    die = checked("direction", given.get("direction"), "d6")
    if die is None:
        found.wanted.append(Wanted("direction", "d6", _of("direction of the scatter", board, there), there.side))
        return
    place = there.hex
    for _ in range(hexes):
        place = place.neighbours()[int(board.consulted.number(DIRECTION, str(die), "hexsides"))]
    if place not in board.net.index:
        found.said.append(step(board.case, "18.7c", "It lands beside the map and does nothing there"))
        found.result = OFF_MAP
        return
    template = "A die of {die} for the direction: it lands in {hex}"
    landed = step(board.case, "18.7c", template, die=die, hex=board.forces.box.label(place))
    found.said.append(replace(landed, hexes=(place,)))
    found.lands = place


def _rockets(board: Board, there: Lying, given: Mapping[str, Any], found: _Found) -> None:
    """Rockets scatter by two dice, and are good shoots. [TCS 4.01 18.6c, 18.7]"""
    template = "Rockets are not adjusted: the white die in hexes, in the direction of the red one; always a good shoot"
    found.said.append(step(board.case, "18.6c", template))
    die = checked("die", given.get("die"), "d6")
    if die is not None:
        _drifts(board, there, die, given, found)
        found.result = GOOD if found.lands is not None else found.result
        return
    found.wanted.append(Wanted("die", "d6", _of("distance of the scatter", board, there), there.side))
    if given.get("direction") is None:
        found.wanted.append(Wanted("direction", "d6", _of("direction of the scatter", board, there), there.side))


# What is done -------------------------------------------------------------------------------------------------------------


def _answer(board: Board, there: Lying, found: _Found) -> Ruling:
    proposals: tuple[Proposal, ...] = ()
    if found.result == NO_SHOOT:
        proposals = (_no_shoot(board, there, found),)
    elif found.handed:
        proposals = (_handed(board, there, found),)
    elif found.result == OFF_MAP:
        proposals = (_gone(board, there, found),)
    elif found.lands is not None and not found.wanted:
        proposals = (_lands(board, there, found),)
    hexes = {TARGET: frozenset({there.hex}), **shown_lit(board)}
    if found.open:
        hexes[OPEN] = found.open
    if found.lands is not None:
        hexes[ZONE] = replace(there, hex=found.lands).zone & frozenset(board.net.index)
    open_to = any(each.parameter == "roll" for each in found.wanted)
    chances = found.tables[0].chances if found.tables and open_to else ()
    detail = ProcedureDetail(
        facts=found.facts,
        tables=found.tables,
        proposals=proposals,
        place="place" if found.open else "to",
        hexes=hexes,
        wanted=tuple(found.wanted),
        outcomes=tuple(Outcome("Adjustment", result, chance) for result, chance in chances),
    )
    lands = None if found.lands is None else board.forces.box.label(found.lands)
    rule, charts = board.case.ruleset.id, board.consulted.charts
    return Ruling("artillery.adjust", rule, found.result, lands, tuple(found.said), detail, charts)


def _lands(board: Board, there: Lying, found: _Found) -> Proposal:
    """The marker goes where the mission lands, on the side of its shoot. [TCS 4.01 18.7c-e]"""
    assert found.lands is not None
    is_bad = found.result in (BAD, SCATTERS) and there.mission.kind != SMOKE
    mission = replace(there.mission, placed=False, observer="", is_bad=is_bad)
    marks = board.forces.deployment.marks
    changed: dict[Spot, tuple[Mark, ...]] = {there.hex: _without(board, there)}
    before = changed.get(found.lands, marks.get(found.lands, ()))
    changed[found.lands] = (*before, mission.mark(there.side))
    label = f"{found.result.capitalize()}: {mission.words} in {board.forces.box.label(found.lands)}"
    return Proposal(label, (hexes_marked(work_of(board), changed, label),), then=_others(board, there, found))


def _handed(board: Board, there: Lying, found: _Found) -> Proposal:
    """That the opponent says where a mission lands. [TCS 4.01 18.7c]"""
    side = enemy_of(board, there.side)
    title = step(board.case, "18.7c", "The opponent places {mission}, aimed at {hex}", **_told(board, there))
    given = {"to": board.forces.box.label(there.hex), "side": there.side, **found.value, **found.handed}
    who = board.forces.side_name(side) if side else "the opponent"
    return Proposal(f"{who} places it", (), then=(Next("artillery.adjust", title, given, side),))


def _gone(board: Board, there: Lying, found: _Found) -> Proposal:
    """The marker comes off; what was fired is spent, and guns on the map have fired it. [TCS 4.01 1.1c, 18.2a, 24.6f]"""
    label, guns = f"Remove {there.mission.words}", of_mission(board, there.mission, there.side).guns
    edits: list[Edit] = [hexes_marked(work_of(board), {there.hex: _without(board, there)}, label)]
    fired = fired_marks(board, guns, edits)
    return Proposal(label, (*edits, *fired), then=(*triggers(board, guns), *_others(board, there, found)))


def _no_shoot(board: Board, there: Lying, found: _Found) -> Proposal:
    """The marker comes off and the ammunition comes back; guns on the map have fired all the same. [TCS 4.01 18.7b, 24.6f]"""
    batteries = of_mission(board, there.mission, there.side)
    taken: Mapping[str | None, int] = {}
    if is_told(there.mark):
        ruled = as_ruled(board, batteries, there.mission)
        assert isinstance(ruled.detail, Facts)
        taken = spending(board, batteries, there.mission.kind, there.mission.calibre, int(ruled.detail.facts["ammunition"]))
    back = {what: -count for what, count in taken.items()}
    label = f"No shoot: {there.mission.words}"
    edits: list[Edit] = [hexes_marked(work_of(board), {there.hex: _without(board, there)}, label)]
    edits += changed_ammunition(board, there.side, back, "Take ammunition back")
    fired = fired_marks(board, batteries.guns, edits)
    return Proposal(label, (*edits, *fired), then=(*triggers(board, batteries.guns), *_others(board, there, found)))


def _without(board: Board, there: Lying) -> tuple[Mark, ...]:
    """The markers of its hex without that of a mission."""
    marks = list(board.forces.deployment.marks[there.hex])
    marks.remove(there.mark)
    return tuple(marks)


def _others(board: Board, there: Lying, found: _Found) -> tuple[Next, ...]:
    """The adjustment of the next mission of the side, if one waits. [TCS 4.01 18.3]"""
    for each in waiting(board, there.side):
        if each != there:
            template = "Scatter of {mission} in {hex}" if each.mission.kind == ROCKET else "Adjustment of {mission} in {hex}"
            title = step(board.case, "18.3", template, **_told(board, each))
            given = {"to": board.forces.box.label(each.hex), "side": each.side, **found.value}
            return (Next("artillery.adjust", title, given, each.side, may=True),)
    return ()


def _told(board: Board, each: Lying) -> dict[str, str]:
    return {"mission": each.mission.words, "hex": board.forces.box.label(each.hex)}


def _of(what: str, board: Board, there: Lying) -> str:
    """What dice are for, with the mission: several of a side are adjusted one after the other."""
    told = _told(board, there)
    return f"{what}, {told['mission']} in {told['hex']}"


def fired_marks(board: Board, guns: Sequence[Unit], before: Sequence[Edit]) -> tuple[Edit, ...]:
    """The edit that marks guns on the map as Fired after a mission. [TCS 4.01 24.6f]"""
    some = not_fired(guns)
    return (marked(applied(work_of(board), before), [unit.id for unit in some], FIRED_MARK, "Mark as Fired"),) if some else ()


def triggers(board: Board, guns: Sequence[Unit]) -> tuple[Next, ...]:
    """The trigger that guns on the map offer at one of their hexes after a mission; after it, whether their continuous fire
    goes on. [TCS 4.01 18.10b, 24.6f]"""
    places = dict.fromkeys(unit.piece.at for unit in guns if unit.piece is not None and isinstance(unit.piece.at, Hex))
    if not places:
        return ()
    trigger = triggered(board, tuple(places), BY_MISSION, guns[0].side)
    if not any(True for _ in continuous_of(board.forces, guns)):
        return (trigger,)
    title = step(board.case, "18.10b", "Whether the continuous fire of {guns} goes on", guns=names(guns))
    given = {"units": ", ".join(unit.id for unit in guns)}
    return trigger, Next("artillery.continues", title, given, guns[0].side)


PARAMETERS = (
    Parameter("to", "hex", "the target hex, in which the marker lies; that of the first mission that waits without it"),
    SIDE,
    Parameter("value", "whole", "adjustment value of the artillery; that of the side without it", least=0),
    Parameter(
        "nationality",
        "text",
        "nationality, where no value is printed; that of the side without it",
        words=Words((NATIONALITY,)),
    ),
    Parameter("observer", "text", "who observes, by id or name, where the marker does not say it"),
    Parameter("roll", "whole", "the roll, 11 to 66"),
    Parameter("die", "whole", "the die for scatter; of rockets the white one, for the distance"),
    Parameter("direction", "whole", "the die for the direction, as on the chart tcs.artillery.direction"),
    Parameter("place", "hex", "where the opponent places a mission that scatters on a 6"),
    flag("opponent", "whether it is the opponent who is asked where it lands"),
)
