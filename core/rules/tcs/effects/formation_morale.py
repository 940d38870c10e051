"""Morale of formations in play: checks of vehicles that lose steps, and what battalions and vehicles recover on the hour.

[TCS 4.01 17.1d-e, 17.8a-e, 22.0k, 26.1d]
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.edits.state_edits import Count
from core.model.oob import Formation
from core.rules.kernel.combat import Facts
from core.rules.kernel.parameters import Parameter
from core.rules.kernel.procedure import Outcome, ProcedureDetail, Wanted
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.questions import OverBoard
from core.rules.tcs.effects.losing import BECAUSE, DRIVEN, driven_by
from core.rules.tcs.effects.suffering import ASSAULT, OVERRUN
from core.rules.tcs.movement.going import OPERATIONS
from core.rules.tcs.orders.timing import ROLLED as ROLLED_FOR
from core.rules.tcs.orders.timing import in_command
from core.rules.tcs.procedures.area_shifts import NIGHT
from core.rules.tcs.procedures.destroyed import (
    BATTALION,
    KIND,
    RALLIED,
    RECOVERED,
    ROLLED,
    STEPS,
    VEHICLES,
    Marked,
    box_of,
    marked_of,
)
from core.rules.tcs.procedures.dropping import dropped
from core.rules.tcs.procedures.formations import VEHICLE
from core.rules.tcs.procedures.morale import FAILS, MOST_LOSSES, battalion_morale, vehicle_checks, vehicle_recovery
from core.rules.tcs.reckoning import NO, YES, least, step
from core.rules.tcs.set_up import RULES

RECOVERS = "recovers"
_CLOCK = re.compile(r"(?<!\d)([01]?\d|2[0-4]):?([0-5]\d)(?!\d)")


def vehicle_morale_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """What steps lost do to the morale of vehicles in play, the checks, and what a failure does. Raises WrongUse.

    The steps are marked by what is proposed, unless they are counted already, as those are of which `losses.at` and its like
    have asked. [TCS 4.01 17.8a-c, 17.8e, 22.0k]
    """
    formation = board.forces.formation_named("formation", given["formation"])
    lost = least("losses", given["losses"], 0) or 0
    if lost > MOST_LOSSES:
        raise WrongUse(f"losses: {lost} is too many; {MOST_LOSSES} steps at once are the most.")
    counted = given.get("counted") == YES
    before = _marked(board, formation, lost if counted else 0)
    if before.gone + lost > before.steps:
        raise WrongUse(f"losses: {formation.name} has only {before.steps - before.gone} of its {before.steps} steps left.")
    checks = vehicle_checks(board.case, before.track, lost, before.gone, before.steps, given.get("rolls") or ())
    said = [_stands(board, formation, before), *checks.said]
    rolled = len(given.get("rolls") or ())
    proposals: tuple[Proposal, ...] = ()
    wanted: tuple[Wanted, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    if rolled < len(checks.needed) and checks.verdict != FAILS:
        count = len(checks.needed) - rolled
        wanted = (Wanted("rolls", "d6", f"vehicle morale of {formation.name}", formation.side, count),)
        outcomes = (Outcome("Vehicle morale", "holds", checks.holds), Outcome("Vehicle morale", "fails", 1 - checks.holds))
    else:
        edits = () if counted or not board.forces.state.in_play else (Count("Mark the track", {(formation.id, STEPS): lost}),)
        proposals = (Proposal(f"{formation.name}: vehicle morale {checks.track.morale}", edits),)
        if checks.verdict == FAILS:
            left, dropping = dropped(board.case, formation.id)
            said += left
            made = tuple(edit for each in dropping for edit in each.edits)
            label = f"{formation.name} fails at morale {checks.track.morale} and leaves the sheets in force"
            retreats = tuple(_retreats(board, formation, given))
            proposals = (Proposal(label, (*edits, *made), then=retreats),)
    detail = ProcedureDetail(facts=checks.facts, proposals=proposals, wanted=wanted, outcomes=outcomes)
    return Ruling(
        *("vehicle_morale.at", board.case.ruleset.id, checks.verdict, checks.track.morale, tuple(said), detail),
        board.consulted.charts,
    )


def _marked(board: Board, formation: Formation, but: int) -> Marked:
    """The track of a formation. Raises WrongUse for one without. [TCS 4.01 17.8a, 17.8f]"""
    found = marked_of(board.case, board.consulted, board.forces, formation, but)
    if found is None:
        raise WrongUse(f"formation: {formation.name} has no vehicles, and so no track (17.8f).")
    return found


def _stands(board: Board, formation: Formation, marked: Marked) -> Reason:
    template = "{formation}: morale {morale}, {boxes} boxes marked, {gone} of {steps} steps lost"
    track = marked.track
    told = {"formation": formation.name, "morale": track.morale, "boxes": track.marked, "gone": marked.gone}
    return step(board.case, "17.8a", template, **told, steps=marked.steps)


def _retreats(board: Board, formation: Formation, given: Mapping[str, Any]) -> Iterator[Next]:
    """The retreats of vehicles whose formation fails while some of them are in an assault, or in an overrun, which is one.
    [TCS 4.01 22.0k, 23.0]"""
    if given.get("because") not in (ASSAULT, OVERRUN):
        return
    members = {each.id for each in board.forces.oob.all_members(formation.id)}
    for number, there in sorted(board.at.items()):
        own = [unit for unit in there if unit.id in members and unit.kind == VEHICLE]
        if not own or len({unit.side for unit in there}) < 2:
            continue
        place = board.net.hexes[number]
        told = {"to": board.label(number), "units": ", ".join(unit.id for unit in own), "kind": "obligatory"}
        title = Reason(board.ref("22.0k"), "The vehicles of {formation} retreat out of {hex}", _named(formation, place))
        told |= {"because": given["because"], **driven_by(board, given)}
        yield Next("syr.at", title, told, side=formation.side)


def _named(formation: Formation, place: Hex) -> dict[str, object]:
    return {"formation": formation.name, "hex": place}


# Recovery -------------------------------------------------------------------------------------------------------------------


def recovery_of_formations(board: Board, given: Mapping[str, Any]) -> Ruling:
    """What battalions and formations of vehicles recover on a full hour: one of them, or all of a side. Raises WrongUse.

    [TCS 4.01 17.1d-e, 17.8d, 26.1d]
    """
    if given.get("formation"):
        return _recovers(board, board.forces.formation_named("formation", given["formation"]), given)
    every = [each for each in board.forces.oob.formations if each.values.get(KIND) in (BATTALION, VEHICLES)]
    if side := given.get("side"):
        every = [each for each in every if each.side == side]
    said: list[Reason] = []
    proposals = []
    for formation in every:
        value, ruling = _asked(board, formation, given)
        if ruling is None:
            continue
        found = ruling.detail
        chance = found.facts.get("recovery_chance", 0) if isinstance(found, Facts) else 0
        if value and not chance:
            said += ruling.reasons[-1:]
        elif value:
            told = {"formation": formation.name, "value": value, "chance": chance}
            said.append(step(board.case, _section(formation), "{formation}: morale {value}, recovers: {chance}", **told))
            after = recovery_asked(board, formation)
            proposals.append(Proposal(f"{formation.name}: roll against {value}", (), then=(after,)))
    if not proposals:
        said.append(step(board.case, "17.1d", "Nobody has morale to recover now"))
    detail = ProcedureDetail({}, proposals=tuple(proposals))
    verdict = "to roll" if proposals else "nobody"
    return Ruling(
        *("battalion_morale.at", board.case.ruleset.id, verdict, len(proposals), tuple(said), detail), board.consulted.charts
    )


def _section(formation: Formation) -> str:
    return "17.8d" if formation.values.get(KIND) == VEHICLES else "17.1d"


def recovery_asked(board: Board, formation: Formation) -> Next:
    """That the recovery of a formation is asked, which says when that is done, where play stands in another phase.

    [TCS 4.01 2.0, 17.1d, 17.8d]
    """
    title = step(board.case, _section(formation), "Recovery of {formation}", formation=formation.name)
    given = {"formation": formation.id}
    return Next("battalion_morale.at", in_command(board.case, title, ROLLED_FOR), given, side=formation.side)


def _asked(board: Board, formation: Formation, given: Mapping[str, Any]) -> tuple[int, Ruling | None]:
    """The morale of a formation and its recovery, by the functions that typed numbers have, too; None for one without."""
    case = board.case
    asked: dict[str, Any] = {"formation": formation.id, "night": YES if board.forces.state.light == NIGHT else NO}
    hour = given.get("hour") if given.get("hour") is not None else hour_of(board)
    asked |= {"hour": hour} if hour is not None else {}
    asked |= {"roll": given["roll"]} if given.get("roll") is not None else {}
    if formation.values.get(KIND) != BATTALION:
        marked = marked_of(case, board.consulted, board.forces, formation)
        if marked is None:
            return 0, None
        return marked.track.morale, vehicle_recovery(case, {**asked, "morale": marked.track.morale})
    return box_of(case, board.forces, formation).morale, battalion_morale(case, asked)


def _recovers(board: Board, formation: Formation, given: Mapping[str, Any]) -> Ruling:
    value, ruling = _asked(board, formation, given)
    if ruling is None:
        raise WrongUse(f"formation: {formation.name} has neither a box nor a track (17.1c, 17.8f).")
    found = ruling.detail
    assert isinstance(found, Facts)
    chance = found.facts["recovery_chance"]
    wanted: tuple[Wanted, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    if given.get("roll") is not None:
        # A roll that changes nothing is the one of the hour as well.
        more = {(formation.id, ROLLED): 1} if chance else {}
        if ruling.verdict == RECOVERS:
            more[formation.id, RECOVERED if formation.values.get(KIND) == BATTALION else RALLIED] = 1
        edits = (Count("Recover morale", more),) if more and board.forces.state.in_play else ()
        after = found.facts["after"]
        proposals = (Proposal(f"{formation.name}: morale {after}", edits),)
    elif chance:
        wanted = (Wanted("roll", "d6", f"morale of {formation.name}", formation.side),)
        assert not isinstance(chance, str)
        outcomes = (Outcome("Recovery", RECOVERS, Fraction(chance)), Outcome("Recovery", "stays", 1 - Fraction(chance)))
    detail = ProcedureDetail(
        facts={**found.facts, "morale": value}, tables=found.tables, wanted=wanted, outcomes=outcomes, proposals=proposals
    )
    return replace(ruling, question="battalion_morale.at", detail=detail)


def hour_of(board: Board) -> int | None:
    """The time at which the turn in hand begins, as 800 or 2220, by what the scenario calls it; None where that is no time.

    [TCS 4.01 17.1d, 26.1d]
    """
    scenario, turn = board.forces.scenario, board.forces.state.moment.turn
    if scenario is None or not 0 < turn <= len(scenario.turns):
        return None
    found = _CLOCK.search(scenario.turns[turn - 1].title)
    return int(found[1]) * 100 + int(found[2]) if found is not None else None


_ASKED_OF = OverBoard(OPERATIONS, RULES)

ON_THE_MAP = (
    _ASKED_OF(
        "vehicle_morale.at",
        "what steps lost do to a formation of vehicles in play, the checks that they cause, and what a failure does",
        "17.8a-c, 17.8e, 22.0k",
        (
            Parameter("formation", "text", "the formation, by its id or name", required=True),
            Parameter("losses", "whole", "steps lost now", required=True, least=0),
            Parameter("counted", "choice", "whether these steps are counted already, as by losses.at", choices=(YES, NO)),
            Parameter("because", "choice", "what caused it; fire without it", choices=BECAUSE),
            *DRIVEN,
            Parameter("rolls", "fractions", "the rolls of one die, one for each check, in order"),
        ),
        vehicle_morale_at,
        title="Vehicle morale in play",
    ),
    _ASKED_OF(
        "battalion_morale.at",
        "what battalions and formations of vehicles have suffered in play, and what they recover on a full hour",
        "17.1a, 17.1c-e, 17.8d, 26.1d",
        (
            Parameter("formation", "text", "the formation, by its id or name; all that have morale to recover without it"),
            Parameter("side", "text", "the side whose formations are meant"),
            Parameter("hour", "whole", "the time of the turn, such as 800; that of the scenario without it", least=0),
            Parameter("roll", "whole", "the roll of one die"),
        ),
        recovery_of_formations,
        title="Recovery of morale in play",
    ),
)
"""Questions about the morale of formations in play."""
