"""What can be done with the op sheets of a game now, each step proposed as edits with its rule [TCS 4.01 6.9-6.14]."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from core.base.counted import counted
from core.base.errors import WrongUse
from core.model.edits.order_edits import ChangeOrders
from core.model.orders import OpSheet
from core.rules.kernel.charts import Consulted
from core.rules.kernel.combat import Facts
from core.rules.kernel.orders_detail import DICE, LAYS, TO_GAIN, TWO_DICE
from core.rules.kernel.proposals import Proposal, proposing
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import ForceTables, Parameter, Question
from core.rules.kernel.tables import at_once
from core.rules.tcs.forces.counters import FIRED_MARK
from core.rules.tcs.orders.command import IMPLEMENTED, PRELIMINARY, can_pass, refuse_without_command
from core.rules.tcs.orders.order_steps import End, OrderSteps
from core.rules.tcs.orders.part_steps import PartSteps, Told, called, checks_never_pass
from core.rules.tcs.orders.sheet_questions import SCENARIO, SHEET, sheet_named, unit_or_formation
from core.rules.tcs.orders.standing import orders_of
from core.rules.tcs.orders.timing import ROLLED, in_action, in_command
from core.rules.tcs.procedures.minefields import MINES, NUMBERS, mines_of
from core.rules.tcs.reckoning import YES, answer, step

STEPS, NONE = "steps", "none"

_ENDS: tuple[tuple[End, str, str], ...] = (
    ("succeeded", "6.11a", "{sheet} may be declared a success in a Command Phase; its units are Unassigned then"),
    ("failed", "6.11b", "{sheet} may be declared a failure in an Action Phase of its side; its units go to their rally points"),
)
"""How a sheet in force ends, with the phase for it."""

_FAILS_EARLY = (
    "{sheet} may be declared a failure in an Action Phase of its side: its failure instructions hold since its preliminary ones"
    " began"
)
"""How one ends whose preliminary instructions alone are in force. [TCS 4.01 6.5c]"""


def steps(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """What an op sheet, or all of a side, can do now; what a roll for one does. [TCS 4.01 6.9d, 6.9f, 6.10, 6.11, 6.14]"""
    refuse_without_command(case)
    orders = orders_of(case, case.forces.in_scenario(given.get("scenario") or ""))
    made = OrderSteps(case, orders)
    names = tuple(given.get("units") or ())
    if not (given.get("sheet") or "").strip():
        for parameter, there in (("roll", given.get("roll") is not None), ("units", names)):
            if there:
                raise WrongUse(f"{parameter}: name the sheet that is meant, as in sheet=…")
        return _answered(case, [], tuple(_of_all(case, made, given.get("side") or "")))
    sheet = sheet_named(orders, given["sheet"])
    if names:
        found = PartSteps(case, made, sheet, tuple(unit_or_formation(orders.forces, name) for name in names)).found(
            given.get("roll")
        )
        return _answered(case, list(found.said), found.steps, found.verdict, dict(found.facts))
    if sheet.in_preparation:
        return _prepared(case, made, sheet, given.get("roll"))
    if given.get("roll") is not None:
        raise WrongUse(f"roll: {sheet.id} is not in preparation; nothing is rolled for it (6.9f).")
    left = _mines_left(case, made, sheet)
    facts = {LAYS: MINES} if left else {}
    return _answered(case, list(_owed(case, made, sheet, left)), tuple(_of_one(case, made, sheet)), facts=facts)


def _owed(case: ForceTables, made: OrderSteps, sheet: OpSheet, mines: int) -> Iterator[Reason]:
    """Who waits for a die roll check, that mines are laid now, and that some of a reserve must be sent in, where that is so.
    [TCS 4.01 6.14b-d, 21.1]"""
    if not sheet.implemented:
        return
    orders, never = made.orders, checks_never_pass(made, sheet)
    sent_in = "{units}: sent in; their check is a die roll of its own, with them alone"
    switch = "{units}: may switch to their alternate by a die roll check, with them alone"
    if never is not None:
        sent_in = (
            "{units}: sent in, but no check lets them have their orders; they are Unassigned as long as this sheet binds them"
        )
        switch = "{units}: have an alternate, but no check lets them switch to it"
    first = orders.first(sheet)
    waiting = [(each.units, "6.14d", sent_in, first) for each in sheet.committed if not each.holds]
    waiting += [(each.units, "6.14c", switch, orders.members(sheet)) for each in sheet.alternates if not each.taken]
    if never is not None:
        waiting.append((sheet.reserve, "6.14d", "{units}: held back, but no check lets them be sent in", orders.held(sheet)))
    some = False
    for names, section, template, among in waiting:
        # Who has left the sheet waits for nothing on it.
        held = [unit for unit in orders.forces.units_named(names) if unit.id in among]
        if held:
            some = True
            yield step(case, section, template, units=called(orders.forces, names, held))
    if never is not None and some:
        yield never
    if mines:
        yield _mines(case, sheet, mines)
    owed = made.must_commit(sheet) if never is None else 0
    if owed:
        template = "More than half of {sheet} is held back: {units} must be sent in"
        yield step(case, "6.14b", template, sheet=sheet.id, units=counted(owed, "unit"))


def _mines_left(case: ForceTables, made: OrderSteps, sheet: OpSheet) -> int:
    """How many minefields a Prepared Defense that has just come into force is still to lay. [TCS 4.01 21.1]"""
    return mines_of(case, made.preparation(sheet)).left


def _mines(case: ForceTables, sheet: OpSheet, left: int) -> Reason:
    """That mines are laid now. [TCS 4.01 21.1]"""
    consulted = Consulted(case.charts)
    within, enemy = (int(consulted.number(NUMBERS, row, "number")) for row in ("place within", "hexes from enemy"))
    template = (
        "{sheet} lays {mines} now: put the marker into a hex within {within} of two of its infantry platoons,"
        " {enemy} or more from every enemy"
    )
    said = step(case, "21.1", template, sheet=sheet.id, mines=counted(left, "minefield"), within=within, enemy=enemy)
    return in_command(case, said)


def _prepared(case: ForceTables, made: OrderSteps, sheet: OpSheet, roll: int | None) -> Ruling:
    """A sheet in preparation: what it gains in this turn, and what a roll brings into force. [TCS 4.01 6.9f, 6.14a]"""
    preparation = made.preparation(sheet)
    ruling = preparation.roll(roll)
    found: list[Told] = []
    if roll is not None and ruling.verdict in (IMPLEMENTED, PRELIMINARY):
        if ruling.verdict == IMPLEMENTED:
            said = step(case, "6.10", "{sheet} comes into force; its units leave the sheets that bound them", sheet=sheet.id)
            found.append((said, Proposal(f"Put “{sheet.id}” into force", (made.begun(sheet, "implemented"),))))
        if sheet.preliminary and (sheet.status == "waiting" or sheet.joined):
            said = step(case, "6.14a", "{sheet} begins its preliminary instructions alone", sheet=sheet.id)
            label = f"Begin the preliminary instructions of “{sheet.id}”"
            found.append((said, Proposal(label, (made.begun(sheet, "preliminary"),))))
    if sheet.status == "preliminary" and roll is None:
        found.append(_end(case, made, sheet, "failed", "6.5c", _FAILS_EARLY))
    facts = dict(ruling.detail.facts)
    if can_pass(facts):
        facts[DICE] = TWO_DICE
    *reasons, last = ruling.reasons
    reasons.append(in_command(case, last, ROLLED))
    to_come = preparation.of_this_turn() if preparation.is_to_gain else None
    if to_come is not None:
        facts[TO_GAIN] = YES
        reasons.insert(0, to_come)
    return _answered(case, reasons, tuple(found), ruling.verdict if roll is not None else "", facts)


def _of_one(case: ForceTables, made: OrderSteps, sheet: OpSheet) -> Iterator[Told]:
    """A sheet in force, or over. [TCS 4.01 6.10, 6.11a-b, 6.12b, 6.14b-d]"""
    if sheet in made.spent():
        section, template = "6.11a", "{sheet} is over, and nobody gathers by it any more"
        if sheet.implemented:
            section, template = "6.10", "{sheet} is in force, but all its units have left it, and nobody gathers by it any more"
        said = step(case, section, template, sheet=sheet.id)
        yield said, Proposal(f"Throw “{sheet.id}” away", (ChangeOrders("Throw an op sheet away", {sheet.id: None}),))
    elif sheet.implemented:
        for how, section, template in _ENDS:
            yield _end(case, made, sheet, how, section, template)


def _end(case: ForceTables, made: OrderSteps, sheet: OpSheet, how: End, section: str, template: str) -> Told:
    """A sheet is declared a success or a failure, in the phase for that. [TCS 4.01 6.5c, 6.11a-b]"""
    said = step(case, section, template, sheet=sheet.id)
    said = in_command(case, said) if how == "succeeded" else in_action(case, said, sheet.side)
    words = "a success" if how == "succeeded" else "a failure"
    return said, Proposal(f"Declare “{sheet.id}” {words}", (made.ended(sheet, how),))


def _of_all(case: ForceTables, made: OrderSteps, side: str) -> Iterator[Told]:
    """What all sheets of a side gain in this turn, and which are thrown away. [TCS 4.01 6.9d, 6.11a, 6.12b]"""
    if side and case.forces.oob.side(side) is None:
        raise WrongUse(f'side: there is no side "{side}".')
    before = {sheet.id: sheet for sheet in made.orders.sheets}
    pieces = case.forces.deployment.pieces
    edit = made.accrued({id_ for id_, piece in pieces.items() if FIRED_MARK in piece.marks})
    gained = {id_: new for id_, new in edit.sheets.items() if new is not None and (not side or new.side == side)}
    for id_, new in gained.items():
        turns = counted(_gain(before[id_], new), "weighted turn")
        said = step(case, "6.9d", "{sheet} gains {turns}", sheet=id_, turns=turns)
        yield in_command(case, said), Proposal(f"“{id_}” gains {turns}", (ChangeOrders(edit.label, {id_: new}),))
    for its_side in dict.fromkeys(new.side for new in gained.values()):
        its_own = {id_: new for id_, new in gained.items() if new.side == its_side}
        if len(its_own) > 1:
            name = case.forces.side_name(its_side)
            said = step(case, "6.9d", "All sheets of {side} in preparation gain in the same phase", side=name)
            said = in_command(case, said)
            yield said, Proposal(f"All sheets of {name} gain their weighted turns", (ChangeOrders(edit.label, its_own),))
    # Nobody marks who was fired upon: that is for the players to say, of each sheet by itself.
    for id_, under in made.accrued({counter.id for counter in case.forces.oob.counters}).sheets.items():
        if under is not None and id_ in gained and under != gained[id_]:
            turns = counted(_gain(before[id_], under), "weighted turn")
            said = step(
                case, "6.9d", "{sheet} gains {turns} if a unit on it was fired upon in the last turn", sheet=id_, turns=turns
            )
            said = in_command(case, said)
            yield said, Proposal(f"“{id_}” was fired upon and gains {turns}", (ChangeOrders(edit.label, {id_: under}),))
    for sheet in made.spent():
        if not side or sheet.side == side:
            yield from _of_one(case, made, sheet)


def _gain(old: OpSheet, new: OpSheet) -> int:
    """What a sheet gains, or, where it is in force, what was added to it."""
    return new.turns - old.turns + sum(after.turns - before.turns for before, after in zip(old.added, new.added, strict=True))


def _answered(
    case: ForceTables,
    said: list[Reason],
    found: tuple[Told, ...],
    verdict: str = "",
    facts: Mapping[str, Number | str] | None = None,
) -> Ruling:
    """A ruling with what can be done."""
    reasons = [*said, *(reason for reason, _ in found)]
    if not reasons:
        template = "There is nothing to be done with op sheets now; those in preparation have gained in this turn, or are new"
        reasons.append(step(case, "6.9d", template))
    ruling = answer(
        case,
        Consulted(case.charts),
        "opsheet.steps",
        verdict or (STEPS if found else NONE),
        len(found),
        reasons,
        dict(facts or {}),
    )
    detail = ruling.detail
    assert isinstance(detail, Facts)
    return replace(ruling, detail=proposing(detail, *(proposal for _, proposal in found)))


QUESTIONS: tuple[Question, ...] = (
    Question(
        "opsheet.steps",
        "what can be done with the op sheets of the game now: what they gain, what a roll brings into force, how they end",
        "6.9d, 6.9f, 6.10, 6.11, 6.13, 6.14",
        (
            replace(SHEET, required=False),
            Parameter("units", "texts", "units or formations: what can be done with these alone, or to put them on the sheet"),
            Parameter("roll", "whole", "the roll for the sheet or the units, 11 to 66; one die for a check (6.14d)"),
            Parameter("side", "text", "without a sheet: the side whose sheets gain their weighted turns, by its id"),
            SCENARIO,
        ),
        at_once(steps),
        title="Steps of op sheets",
    ),
)
