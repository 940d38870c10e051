"""The SNAFU roll of a formation that is active, and the roll for a second activation [BCS 1.1 variants 3, 5, 6]."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.model.oob import Formation
from core.rules.bcs.activation import EFFECTS, second
from core.rules.bcs.counters import is_recon
from core.rules.bcs.fatigue import costs
from core.rules.bcs.formed.members import combat_units
from core.rules.bcs.formed.reckoning import chances, reckoned
from core.rules.bcs.meant import NO, PROHIBITED, YES, meant, say, standing
from core.rules.bcs.standing import SECOND, Standing, standing_edit
from core.rules.bcs.tables import ON, PUBLISHED
from core.rules.kernel.combat import Facts
from core.rules.kernel.procedure import Outcome, ProcedureDetail, Wanted
from core.rules.kernel.proposals import Activation, Next, Proposal
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.proposals import work_of

SNAFU, AGAIN = "SNAFU", "Second activation"
"""Groups of chances."""


def snafu_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """The SNAFU roll of a formation with all that the map adds to it, and what a result allows. Raises WrongUse.

    [BCS 1.1 SNAFU Table, variants 3, 5, 6]
    """
    formation = meant(board, given)
    held = reckoned(board, formation)
    now, roll = held.standing, given.get("roll")
    why_not = _no_roll(board, formation, now)
    if why_not is not None:
        return _prohibited(board, "snafu.at", why_not, {"snafu": now.snafu or "none"})
    ruling = held.ruling(board, roll)
    said = (*held.said, *ruling.reasons)
    if not chances(ruling):
        # At Fat-4 a formation recovers in the place of a roll.
        title = say(board, "3", "{formation} recovers from fatigue", formation=formation.name)
        on = Next("recovery.at", title, {"formation": formation.id}, formation.side)
        detail = ProcedureDetail(facts={}, proposals=(Proposal("Go on to its recovery", (), then=(on,), side=formation.side),))
        return Ruling("snafu.at", board.case.ruleset.id, ruling.verdict, ruling.value, said, detail, board.consulted.charts)
    facts: dict[str, Number | str] = {"modifier": sum(item.value for item in ruling.detail.items)}
    outcomes = tuple(Outcome(SNAFU, name, chance) for name, chance in chances(ruling))
    if roll is None:
        wanted = (Wanted("roll", "2d6", f"SNAFU of {formation.name}", formation.side),)
        detail = ProcedureDetail(facts=facts, tables=(ruling.detail,), outcomes=outcomes, wanted=wanted)
        value = facts["modifier"]
        return Ruling("snafu.at", board.case.ruleset.id, ruling.verdict, value, said, detail, board.consulted.charts)
    result = ruling.verdict
    if now.coordination:
        template = "Its coordination markers have counted and come off: {markers}"
        said = (*said, say(board, PUBLISHED, template, markers=now.coordination))
    edits = (standing_edit(work_of(board), formation.id, snafu=result, coordination=0),)
    then = tuple(_afterwards(board, formation, now, result))
    proposal = Proposal(f"{formation.name}: SNAFU {result}", edits, then=then, side=formation.side)
    detail = ProcedureDetail(facts=facts, tables=(ruling.detail,), proposals=(proposal,))
    return Ruling("snafu.at", board.case.ruleset.id, result, result, said, detail, board.consulted.charts)


def _no_roll(board: Board, formation: Formation, now: Standing) -> Reason | None:
    """Why a formation does not roll for SNAFU now. [BCS 1.1 variants 3, 6, published summaries]"""
    told = {"formation": formation.name}
    if now.recovered:
        return say(board, "3, 6", "{formation} recovers from fatigue in this turn and rolls for nothing", **told)
    if now.done:
        return say(board, PUBLISHED, "{formation} is done for this turn", **told)
    if now.snafu and board.forces.state.in_play:
        template = "{formation} has rolled in this activation: {result}"
        return say(board, PUBLISHED, template, **told, result=now.snafu)
    return None


def _prohibited(board: Board, question: str, why: Reason, facts: Mapping[str, Number | str]) -> Ruling:
    detail = ProcedureDetail(facts=facts)
    return Ruling(question, board.case.ruleset.id, PROHIBITED, None, (why,), detail, board.consulted.charts)


def _afterwards(board: Board, formation: Formation, now: Standing, result: str) -> Iterator[Next]:
    """What is asked after a SNAFU roll: a forced march, and objectives. [BCS 1.1 variant 3]"""
    planned = board.case.choices["fatigue.planned"] == ON
    told, given = {"formation": formation.name}, {"formation": formation.id}
    if planned and now.activation != SECOND:
        title = say(board, "3", "Forced march of {formation}", **told)
        yield Next("march.at", title, given, formation.side, may=True)
    free = board.consulted.number(EFFECTS, result, f"objectives{', planned fatigue' if planned else ''}")
    if free or planned or any(is_recon(board.case, unit) for unit in combat_units(board, formation.id)):
        title = say(board, "4.3d", "Objectives of {formation}", **told)
        yield Next("objectives.at", title, given, formation.side, may=True)


# Second activation --------------------------------------------------------------------------------------------------------


def second_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Whether a formation is activated once more, the chance of it, and what a roll does. Raises WrongUse.

    [BCS 1.1 variants 3, 6, published summaries]
    """
    formation = meant(board, given)
    now, roll, pays = standing(board, formation.id), given.get("roll"), given.get("paid") == YES
    why_not = _no_second(board, formation, now)
    if why_not is not None:
        return _prohibited(board, "second.at", why_not, {})
    flags = {"marched": now.marched, "prepared": now.prepared, "recovered": now.recovered}
    asked: dict[str, Any] = {name: YES if flag else NO for name, flag in flags.items()}
    ruling = second(board.case, {**asked, "paid": YES if pays else NO, **({"roll": roll} if roll is not None else {})})
    board.consulted.add(ruling.charts)
    if ruling.value is None:
        detail = ProcedureDetail(facts={})
        return Ruling(
            *("second.at", board.case.ruleset.id, ruling.verdict, None, ruling.reasons, detail), board.consulted.charts
        )
    said, fatigue = list(ruling.reasons), now.fatigue
    if pays:
        paid = costs(board.case, {"second_activation": 1, "level": now.fatigue})
        board.consulted.add(paid.charts)
        if paid.verdict == PROHIBITED:
            return _prohibited(board, "second.at", paid.reasons[-1], {})
        said += paid.reasons
        fatigue = str(paid.detail.facts["level"])
    facts: dict[str, Number | str] = dict(ruling.detail.facts) if isinstance(ruling.detail, Facts) else {}
    if roll is None:
        wanted = (Wanted("roll", "d6", f"second activation of {formation.name}", formation.side),)
        detail = ProcedureDetail(facts=facts, outcomes=tuple(_chances(board, asked, ruling, pays)), wanted=wanted)
        return Ruling(
            *("second.at", board.case.ruleset.id, ruling.verdict, ruling.value, tuple(said), detail), board.consulted.charts
        )
    proposal = _second(board, formation, fatigue, again=ruling.verdict == YES, paid=pays)
    detail = ProcedureDetail(facts=facts, proposals=(proposal,))
    return Ruling("second.at", board.case.ruleset.id, ruling.verdict, ruling.value, tuple(said), detail, board.consulted.charts)


def _no_second(board: Board, formation: Formation, now: Standing) -> Reason | None:
    """Why nobody rolls for a second activation now. [BCS 1.1 variant 6, published summaries]"""
    told = {"formation": formation.name}
    if now.activation == SECOND:
        return say(board, PUBLISHED, "{formation} is in its second activation, and there is no third", **told)
    if now.refused:
        return say(board, PUBLISHED, "{formation} has rolled for its second activation in vain", **told)
    if not board.forces.state.in_play or now.recovered:
        return None
    if not now.activation:
        return say(board, PUBLISHED, "{formation} is not active", **told)
    return None if now.snafu else say(board, PUBLISHED, "{formation} has not rolled for SNAFU in its first activation", **told)


def _chances(board: Board, asked: Mapping[str, Any], ruling: Ruling, pays: bool) -> Iterator[Outcome]:
    """The chances of a second activation, under planned fatigue both with and without fatigue that is paid."""
    yes = Fraction(ruling.value) if isinstance(ruling.value, int | Fraction) else Fraction(0)
    group = f"{AGAIN}, fatigue paid" if pays else AGAIN
    yield from (Outcome(group, YES, yes), Outcome(group, NO, 1 - yes))
    if not pays and board.case.choices["fatigue.planned"] == ON:
        better = second(board.case, {**asked, "paid": YES})
        board.consulted.add(better.charts)
        if isinstance(better.value, int | Fraction):
            group = f"{AGAIN}, fatigue paid"
            yield from (Outcome(group, YES, Fraction(better.value)), Outcome(group, NO, 1 - Fraction(better.value)))


def _second(board: Board, formation: Formation, fatigue: str, *, again: bool, paid: bool) -> Proposal:
    work, told = work_of(board), {"formation": formation.name}
    if not again:
        spent = (*standing(board, formation.id).paid, *(("second_activation",) if paid else ()))
        edits = (standing_edit(work, formation.id, refused=True, fatigue=fatigue, paid=spent),)
        return Proposal(f"{formation.name}: no second activation", edits, side=formation.side)
    if not board.forces.state.in_play:
        raise WrongUse("A second activation begins in play.")
    changes: dict[str, Any] = {
        "activation": SECOND,
        "snafu": "",
        "tired": False,
        "objectives": 0,
        "paid": (),
        "fatigue": fatigue,
    }
    edits = (standing_edit(work, formation.id, **changes),)
    title = say(board, PUBLISHED, "SNAFU roll of {formation} in its second activation", **told)
    then = (Next("snafu.at", title, {"formation": formation.id}, formation.side),)
    who = Activation(formation.side, formation.id)
    return Proposal(f"{formation.name} is activated once more", edits, activates=who, then=then, side=formation.side)
