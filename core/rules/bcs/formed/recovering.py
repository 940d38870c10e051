"""Fatigue recovery, which no formation has together with a prepared defence [BCS 1.1 variants 3, 6].

    neither variant   in the activation, or by a failed roll
    planned fatigue   in the activation, before the roll
    orders            in the Assignment Phase, once orders are written, from turn 2
    both              by the reading recovery.timing

How many levels are recovered the core book says, which was not at hand: bcs.limits has a stand-in.
"""

from collections.abc import Mapping
from typing import Any

from core.model.oob import Formation
from core.rules.bcs.activation import FAIL, LEVELS, minimal_movement
from core.rules.bcs.formed.each import for_each, nobody_meant
from core.rules.bcs.formed.reckoning import cut_off_by, is_forced, reckoned
from core.rules.bcs.meant import ALLOWED, PROHIBITED, meant, say, standing
from core.rules.bcs.standing import FIRST, SECOND, standing_edit
from core.rules.bcs.tables import ON, PUBLISHED, limit
from core.rules.kernel.procedure import ProcedureDetail
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.proposals import work_of

ASSIGNMENT = "assignment"
"""The phase in which orders are written, and so begin the ids of its parts."""

WRITING = frozenset({"assignment.units", "assignment.orders"})
"""The parts of it that come before prepared defences and recoveries are marked."""

RECOVERED = "Levels recovered"
"""The row of bcs.limits that says by how many levels fatigue falls."""


def in_activation(board: Board) -> bool:
    """Whether recovery is chosen in an activation, and not in the Assignment Phase. [BCS 1.1 variants 3, 6]"""
    choices = board.case.choices
    if choices["orders.written"] != ON:
        return True
    return choices["fatigue.planned"] == ON and choices.get("recovery.timing", ASSIGNMENT) != ASSIGNMENT


def is_assigning(board: Board) -> bool:
    """Whether play stands in the Assignment Phase; before play it may."""
    state = board.forces.state
    return not state.in_play or state.moment.phase.partition(".")[0] == ASSIGNMENT


def marking_bars(board: Board) -> list[Reason]:
    """Why nothing is marked in an Assignment Phase: it is the first one, or orders are still written. [BCS 1.1 variant 6]"""
    state = board.forces.state
    if state.in_play and state.moment.turn <= 1:
        return [say(board, "6", "In the first turn the Assignment Phase is for writing orders alone")]
    if state.in_play and state.moment.phase in WRITING:
        return [say(board, "6", "Prepared defences and recoveries are marked once both sides have written their orders")]
    return []


def recovery_bars(board: Board, formation: Formation, *, activating: bool = False) -> list[Reason]:
    """Why a formation may not recover now; one that is `activating` is about to be activated. [BCS 1.1 variants 3, 6]"""
    now, told = standing(board, formation.id), {"formation": formation.name}
    choices = board.case.choices
    planned, orders = choices["fatigue.planned"] == ON, choices["orders.written"] == ON
    found: list[Reason] = []
    if now.recovered:
        found.append(say(board, "6", "{formation} recovers in this turn already", **told))
    elif now.done:
        found.append(say(board, PUBLISHED, "{formation} is done for this turn", **told))
    if now.fatigue == LEVELS[0]:
        found.append(say(board, "3", "{formation} is Fresh and has nothing to recover from", **told))
    forced = is_forced(board, formation) and (activating or bool(now.activation) or in_activation(board))
    if forced:
        return found
    if in_activation(board):
        found += _bars_of_activation(board, formation, planned=planned, activating=activating)
    elif not is_assigning(board):
        found.append(say(board, "6", "Under orders fatigue is recovered in the Assignment Phase alone"))
        if planned:
            found.append(reading_reason(board.case, "recovery.timing", "activation", "recovery chosen in the activation"))
    else:
        found += marking_bars(board)
    # It takes longest to find out, and is asked of the board for every formation.
    return found or (list(cut_off_by(board, formation)) if orders else [])


def _bars_of_activation(board: Board, formation: Formation, *, planned: bool, activating: bool) -> list[Reason]:
    now, told = standing(board, formation.id), {"formation": formation.name}
    if board.forces.state.in_play and not activating and not now.activation:
        return [say(board, PUBLISHED, "{formation} is not active", **told)]
    if now.snafu and planned:
        return [say(board, "3", "Recovery is chosen before the SNAFU roll, and a failed one is not turned into it")]
    if now.activation == SECOND:
        return [say(board, PUBLISHED, "Recovery is chosen in the first activation of a turn, and not in the second one")]
    if now.snafu and now.snafu != FAIL:
        return [say(board, PUBLISHED, "{formation} has rolled for SNAFU, and not failed", **told)]
    return []


def recovery_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Whether a formation may recover from fatigue, must, or may not, and what comes of it; each of them where none is named
    and none is active. Raises WrongUse.

    [BCS 1.1 variants 3, 6]
    """
    if nobody_meant(board, given):
        title = say(board, "3, 6", "Further recoveries from fatigue")
        return for_each(board, "recovery.at", given, recovery_at, title)
    formation = meant(board, given)
    bars = recovery_bars(board, formation)
    now = standing(board, formation.id)
    forced = is_forced(board, formation)
    said: list[Reason] = list(bars)
    facts: dict[str, Number | str] = {"fatigue": now.fatigue, "forced": "yes" if forced else "no"}
    if bars:
        return _answer(board, PROHIBITED, now.fatigue, said, facts)
    failed, why = _forced(board, formation) if forced else (False, ())
    said += why
    work = work_of(board)
    label = f"{formation.name}: "
    if failed:
        edits = (standing_edit(work, formation.id, snafu=FAIL, prepared=False),)
        nothing = Proposal(f"{label}a failed roll, nothing is recovered", edits, side=formation.side)
        return _answer(board, FAIL, now.fatigue, said, facts, nothing)
    levels = limit(board.consulted, RECOVERED)
    after = LEVELS[max(0, LEVELS.index(now.fatigue) - levels)]
    facts["level"] = after
    template = "{levels} levels are recovered: {before} becomes {after}"
    said.append(say(board, PUBLISHED, template, levels=levels, before=now.fatigue, after=after))
    changes: dict[str, Any] = {"fatigue": after, "recovered": True, "prepared": False}
    if now.prepared:
        said.append(say(board, "3, 6", "Its prepared defence is taken off: no formation recovers in one"))
    if in_activation(board) or now.activation:
        changes["snafu"] = FAIL
        said.append(say(board, "3", "It counts as a failed SNAFU roll, and there is no second activation"))
        if board.case.choices["fatigue.planned"] == ON:
            said.append(minimal_movement(board.case))
    else:
        changes["done"] = True
        said.append(say(board, "6", "It is turned to Done and not activated in this turn"))
        if board.case.choices["fatigue.planned"] == ON:
            said.append(minimal_movement(board.case))
    if forced and not now.activation and in_activation(board) and board.forces.state.in_play:
        # It is as it is activated that it must, and not before.
        said.append(say(board, "3", "{formation} recovers as it is activated", formation=formation.name))
        title = say(board, PUBLISHED, "Activate {formation}", formation=formation.name)
        on = Next("activation.at", title, {"formation": formation.id}, formation.side)
        going_on = Proposal("Go on to its activation", (), then=(on,), side=formation.side)
        return _answer(board, "must recover", after, said, facts, going_on)
    edits = (standing_edit(work, formation.id, **changes),)
    proposal = Proposal(f"{label}recovers from {now.fatigue} to {after}", edits, side=formation.side)
    return _answer(board, "must recover" if forced else ALLOWED, after, said, facts, proposal)


def _forced(board: Board, formation: Formation) -> tuple[bool, tuple[Reason, ...]]:
    """Whether a forced recovery comes to a failed roll without recovery, and why. [BCS 1.1 variants 3, 6]"""
    held = reckoned(board, formation, FIRST)
    ruling = held.ruling(board)
    why = held.cut_off if board.case.choices["orders.written"] == ON else ()
    return ruling.verdict == FAIL, (*why, *ruling.reasons)


def _answer(
    board: Board, verdict: str, value: str, said: list[Reason], facts: Mapping[str, Number | str], *proposals: Proposal
) -> Ruling:
    detail = ProcedureDetail(facts=facts, proposals=proposals)
    return Ruling("recovery.at", board.case.ruleset.id, verdict, value, tuple(said), detail, board.consulted.charts)
