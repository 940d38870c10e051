"""Sets of op sheets: a side writes several at the start, and chance picks the one that is played [TCS 4.01 27.3]."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.base.errors import WrongUse
from core.model.edits.order_edits import ChangeOrders
from core.model.orders import OpSheet
from core.rules.kernel.charts import Consulted
from core.rules.kernel.combat import Facts
from core.rules.kernel.dice import dice
from core.rules.kernel.findings import LOOK, Finding
from core.rules.kernel.orders_detail import DICE, ONE_DIE
from core.rules.kernel.phase_checks import PhaseEnd
from core.rules.kernel.proposals import Proposal, proposing
from core.rules.kernel.rulings import Number, Ruling
from core.rules.kernel.system import ForceTables, Parameter, Question, Tables
from core.rules.kernel.tables import READ, at_once
from core.rules.tcs.orders.command import refuse_without_command
from core.rules.tcs.orders.standing import orders_of
from core.rules.tcs.reckoning import answer, checked, step

DRAWN, AGAIN = "drawn", "again"
SEVERAL = "several"


def are_several(case: Tables) -> bool:
    """Whether a side may write several sets, of which one is played. [TCS 4.01 27.3]"""
    return case.choices.get("solitaire.sheets") == SEVERAL


def sets_of(sheets: Sequence[OpSheet], side: str) -> tuple[str, ...]:
    """The names of the sets of a side, in their order; sheets without one belong to each of them."""
    return tuple(sorted({sheet.set for sheet in sheets if sheet.side == side and sheet.set}))


def played_together(case: Tables, sheets: Sequence[OpSheet]) -> Iterator[tuple[OpSheet, ...]]:
    """Sheets as they may stand beside each other: all of them, or those of each of several sets. [TCS 4.01 27.3]"""
    sets = sorted({sheet.set for sheet in sheets if sheet.set}) if are_several(case) else []
    for name in sets:
        yield tuple(sheet for sheet in sheets if sheet.set in ("", name))
    if not sets:
        yield tuple(sheets)


def draw(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """Which set of its op sheets a side plays: each is as likely as the others. Raises WrongUse. [TCS 4.01 27.3]"""
    refuse_without_command(case)
    if not are_several(case):
        raise WrongUse("By the options of the box each side has one set of op sheets (27.3).")
    side, forces = given["side"], case.forces
    if forces.oob.side(side) is None:
        raise WrongUse(f'side: there is no side "{side}".')
    sheets = orders_of(case, forces.in_scenario(given.get("scenario") or "")).sheets
    sets, faces = sets_of(sheets, side), max(dice(ONE_DIE).chances)
    roll = checked("roll", given.get("roll"), ONE_DIE)
    if len(sets) > faces:
        raise WrongUse(
            f"{forces.side_name(side)} has {len(sets)} sets of op sheets; one die picks among {faces} at most (27.3)."
        )
    said = [
        step(case, "27.3", "Sets of op sheets of {side}: {sets}", side=forces.side_name(side), sets=", ".join(sets) or "none")
    ]
    facts: dict[str, Number | str] = {"sets": len(sets)}
    if len(sets) < 2:
        said.append(step(case, "27.3", "There is nothing to draw"))
        return answer(case, Consulted(case.charts), "opsheet.draw", READ, None, said, facts)
    each = faces // len(sets)
    for number, name in enumerate(sets):
        numbers = ", ".join(str(number * each + face) for face in range(1, each + 1))
        said.append(step(case, "27.3", "{name}: {numbers}", name=name, numbers=numbers))
    if each * len(sets) < faces:
        said.append(step(case, "27.3", "Above {last} the die is rolled again", last=each * len(sets)))
    if forces.state.moment.turn:
        said.append(
            step(case, "27.3", "It is drawn before the first turn; play stands in turn {turn}", turn=forces.state.moment.turn)
        )
    facts[DICE] = ONE_DIE
    if roll is None:
        return answer(case, Consulted(case.charts), "opsheet.draw", READ, None, said, facts)
    if roll > each * len(sets):
        said.append(step(case, "27.3", "A roll of {roll} picks none: roll again", roll=roll))
        return answer(case, Consulted(case.charts), "opsheet.draw", AGAIN, None, said, facts)
    picked = sets[(roll - 1) // each]
    said.append(step(case, "27.3", "A roll of {roll} picks {name}; the sheets of the others go", roll=roll, name=picked))
    ruling = answer(case, Consulted(case.charts), "opsheet.draw", DRAWN, picked, said, facts)
    own = (sheet for sheet in sheets if sheet.side == side and sheet.set)
    changed = {sheet.id: replace(sheet, set="") if sheet.set == picked else None for sheet in own}
    edit = ChangeOrders("Draw a set of op sheets", changed, "" if forces.state.in_play else forces.file)
    assert isinstance(ruling.detail, Facts)
    return replace(ruling, detail=proposing(ruling.detail, Proposal(f"Play the set “{picked}”", (edit,))))


def undrawn(end: PhaseEnd) -> Iterator[Finding | None]:
    """Sides that play with several sets of op sheets, of which none was drawn. [27.3]"""
    yield None
    if not are_several(end.case) or end.case.choices.get("command.play") == "without":
        return
    sheets = end.sheets or ()
    for side in dict.fromkeys(sheet.side for sheet in sheets):
        sets = sets_of(sheets, side)
        if len(sets) > 1:
            text = f"{end.forces.side_name(side)} has {len(sets)} sets of op sheets, {', '.join(sets)}; one of them is drawn."
            yield Finding("sets", "27.3", text, LOOK)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "opsheet.draw",
        "which of several sets of its op sheets a side plays, drawn by a die",
        "27.3",
        (
            Parameter("side", "text", "the side, by its id", required=True),
            Parameter("roll", "whole", "the roll of one die"),
            Parameter(
                "scenario", "text", "the scenario, by its file or title; the one that is shown, or the only one, without it"
            ),
        ),
        at_once(draw),
        title="Drawing a set of op sheets",
    ),
)
