"""Questions about the op sheets of a game: how large, what they gain, what must be rolled, and when [TCS 4.01 6.9, 6.14a]."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from core.base.errors import WrongUse, did_you_mean
from core.model.charts import NEVER
from core.model.orders import OpSheet
from core.rules.kernel.charts import Consulted
from core.rules.kernel.combat import Facts
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Forces
from core.rules.kernel.orders_detail import FAULTY, SOUND, TO_GAIN
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import ForceTables, Parameter, Question
from core.rules.kernel.tables import at_once
from core.rules.tcs.orders.op_sheets import checks_of
from core.rules.tcs.orders.preparing import MOST_AHEAD, Preparation, Step
from core.rules.tcs.orders.sheet_checks import too_many
from core.rules.tcs.orders.standing import OrdersInForce, orders_of
from core.rules.tcs.reckoning import NO, YES, answer, step

AHEAD = 8
"""Turns that a forecast looks ahead unless it is told otherwise."""


@dataclass(frozen=True)
class Forecast(Facts):
    """What must be rolled in this turn, and in each of the turns ahead; `columns` are the weighted turns with which each column
    of the table is reached, and the least roll that is enough there, None where none is."""

    steps: tuple[Step, ...] = ()
    columns: tuple[tuple[int, int | None], ...] = ()


def check(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """Whether an op sheet can stand as it is written, and what is wrong with it. [TCS 4.01 6.5c, 6.6, 6.7, 6.12, 6.14b-d]"""
    preparation = _asked(case, given)
    sheet, orders = preparation.sheet, preparation.orders
    said = [
        step(case, issue.rule, "{text}", text=issue.text)
        for issue in checks_of(case, orders.forces, sheet, preparation.units, sheet.place)
    ]
    added = orders.forces.units_named(name for each in sheet.added for name in each.units)
    on = {unit.id: list(orders.on(unit)) for unit in (*preparation.units, *added)}
    for sheets, why, units in too_many(case, on, orders.forces):
        listed = " and ".join(each.id for each in sheets)
        said.append(
            step(case, "6.7c", "{units}: on the op sheets {sheets}; {why}.", units=names(units), sheets=listed, why=why)
        )
    verdict = FAULTY if said else SOUND
    if not said:
        said.append(step(case, "6.7", "{sheet} can stand as it is written", sheet=sheet.id))
    facts: dict[str, Number | str] = {"faults": len(said) if verdict == FAULTY else 0, "type": preparation.type}
    return answer(case, Consulted(case.charts), "opsheet.check", verdict, None, said, facts)


def size(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """The size of an op sheet from the units on it, or of units that would make one. [TCS 4.01 6.9b, 6.9c, 6.13b]"""
    if not given.get("sheet") and not given.get("units"):
        raise WrongUse("opsheet.size needs sheet=… or units=….")
    preparation = _asked(case, given)
    names = tuple(given.get("units") or ())
    forces = preparation.orders.forces
    extra = tuple(unit_or_formation(forces, name) for name in names)
    units = preparation.named((*preparation.sheet.units, *extra))
    kept = tuple(unit for unit in units if unit.id not in preparation.sheet.gone and not preparation.is_lost(unit))
    ruling = preparation.size(kept if extra else None)
    listed = ", ".join(unit.name for unit in (kept if extra else preparation.living))
    said = step(case, "6.7a", "Units on it: {units}", units=listed or "none")
    ruling = replace(ruling, question="opsheet.size", reasons=(said, *ruling.reasons))
    counts = preparation.effective_size
    if extra or not preparation.sheet.in_preparation or counts == ruling.value:
        return ruling
    stays = step(case, "6.13b", "Its size stays what it was when units were last put on it: {size}", size=counts)
    detail = replace(ruling.detail, facts={**ruling.detail.facts, "size": counts})
    return replace(ruling, value=counts, reasons=(*ruling.reasons, stays), detail=detail)


def weighted(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """The weighted turns that an op sheet has after this turn, from what its units are. [TCS 4.01 2.0, 6.9d, 6.9e, 26.1a]"""
    preparation = _asked(case, given)
    fired = {YES: True, NO: False}.get(given.get("fired") or "")
    ruling = preparation.after_this_turn(fired)
    said = _status(case, preparation)
    if preparation.have_fired() and fired is None:
        names = ", ".join(unit.name for unit in preparation.have_fired())
        said.append(step(case, "6.9d", "Marked as having fired: {units}", units=names))
    return replace(ruling, question="opsheet.weighted", reasons=(*said, *ruling.reasons))


def chance(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """What must be rolled for an op sheet now, and turn by turn when nothing changes. [TCS 4.01 2.0, 6.9d, 6.9f, 6.14a]

    The answer itself counts what has been gained by now; the forecast begins with what is still to be gained in this turn.
    """
    preparation = _asked(case, given)
    ahead = given.get("ahead")
    fired = {YES: True, NO: False}.get(given.get("fired") or "")
    ruling = preparation.roll(given.get("roll"))
    steps = preparation.forecast(AHEAD if ahead is None else ahead, fired)
    facts = dict(ruling.detail.facts)
    if preparation.is_to_gain:
        facts[TO_GAIN] = YES
    # Where nothing is gained any more in this turn, it is rolled for with what there is now.
    told = steps if preparation.is_to_gain else steps[1:]
    said = [*_status(case, preparation), *ruling.reasons, *(_told(case, each) for each in told)]
    detail = Forecast(facts, ruling.detail.tables, steps, preparation.columns())
    return replace(ruling, question="opsheet.chance", reasons=tuple(said), detail=detail)


def _status(case: ForceTables, preparation: Preparation) -> list[Reason]:
    """That a sheet is in force, or over, where it is: the numbers are then what a new one like it would need. Of one in
    preparation, whether it has gained in this turn."""
    sheet = preparation.sheet
    if sheet.in_preparation:
        said = preparation.of_this_turn()
        return [said] if said is not None else []
    section, template = ("6.11", "{sheet} is over: so would a new sheet like it be prepared")
    if sheet.implemented:
        section, template = ("6.10", "{sheet} is in force: so would a new sheet like it be prepared")
    return [step(case, section, template, sheet=sheet.id)]


def _told(case: ForceTables, ahead: Step) -> Reason:
    when = "Turn +{ahead}" if ahead.ahead else "This turn, once it has gained"
    template = f"{when}: {{turns}} weighted turns, {{needed}} or more: {{chance}}; in force by then: {{by_then}}"
    if ahead.needed in (None, NEVER):
        template = f"{when}: {{turns}} weighted turns, no roll is enough; in force by then: {{by_then}}"
    values = {"ahead": ahead.ahead, "turns": ahead.turns, "needed": ahead.needed, "chance": ahead.chance}
    return step(case, "6.9f", template, **values, by_then=ahead.by_then)


def _asked(case: ForceTables, given: Mapping[str, Any]) -> Preparation:
    """The sheet that is asked about, in its scenario: one without a name for units alone. Raises WrongUse."""
    orders = orders_of(case, case.forces.in_scenario(given.get("scenario") or ""))
    name = (given.get("sheet") or "").strip()
    if not name:
        return Preparation(case, orders, OpSheet("", "", ""))
    return Preparation(case, orders, sheet_named(orders, name))


def sheet_named(orders: OrdersInForce, name: str) -> OpSheet:
    """The sheet of a name, whatever its capitals. Raises WrongUse."""
    known, wanted = {sheet.id: sheet for sheet in orders.sheets}, name.strip()
    found = known.get(wanted) or next((each for id_, each in known.items() if id_.casefold() == wanted.casefold()), None)
    if found is None:
        raise WrongUse(f'sheet: there is no op sheet "{wanted}".{did_you_mean(wanted, known)}')
    return found


def unit_or_formation(forces: Forces, name: str) -> str:
    """The id of a formation or unit that a word means. Raises WrongUse."""
    if forces.oob.formation(name) is not None:
        return name
    called = [each.id for each in forces.oob.formations if each.name.casefold() == name.casefold()]
    return called[0] if len(called) == 1 else forces.named("units", name).id


SHEET = Parameter("sheet", "text", "the op sheet, by its id", required=True)
SCENARIO = Parameter(
    "scenario", "text", "the scenario, by its file or title; the one that is shown, or the only one, without it"
)
_FIRED = Parameter(
    "fired",
    "choice",
    "whether any unit of it fired or was fired upon in the turn before; what markers tell, without it",
    choices=(YES, NO),
)

QUESTIONS: tuple[Question, ...] = (
    Question(
        "opsheet.check",
        "whether an op sheet of the game can stand as it is written, and what is wrong with it",
        "6.5c, 6.6, 6.7, 6.12, 6.14b-d",
        (SHEET, SCENARIO),
        at_once(check),
        title="Check of an op sheet",
    ),
    Question(
        "opsheet.size",
        "the size of an op sheet of the game, from the units on it",
        "6.7a, 6.9b, 6.9c",
        (
            replace(SHEET, required=False),
            Parameter("units", "texts", "units and formations that would be on it, too, by their ids or names"),
            SCENARIO,
        ),
        at_once(size),
        title="Size of an op sheet of the game",
    ),
    Question(
        "opsheet.weighted",
        "the weighted turns that an op sheet of the game gains in this turn",
        "6.9d, 6.9e, 26.1a",
        (SHEET, _FIRED, SCENARIO),
        at_once(weighted),
        title="Weighted turns of an op sheet of the game",
    ),
    Question(
        "opsheet.chance",
        "what must be rolled to implement an op sheet of the game, now and in the turns ahead",
        "6.9f, 6.14a",
        (
            SHEET,
            Parameter("roll", "whole", "the roll, 11 to 66"),
            Parameter("ahead", "whole", f"turns to look ahead, {MOST_AHEAD} at most; {AHEAD} without it", least=0),
            _FIRED,
            SCENARIO,
        ),
        at_once(chance),
        title="Chance of an op sheet of the game",
    ),
)
