"""Sorties: whether they come through, and what they destroy [TCS 4.01 25.0-25.2, 26.0, 26.1g]."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.charts import Consulted
from core.rules.kernel.modifiers import Total, signed
from core.rules.kernel.rulings import Number, Ruling
from core.rules.kernel.system import ForceTables, Parameter, Question
from core.rules.kernel.tables import READ, at_once
from core.rules.tcs.forces.units import POSTURES
from core.rules.tcs.orders.by_orders import UNITS, by_orders
from core.rules.tcs.reckoning import (
    NO,
    PROHIBITED,
    YES,
    answer,
    at_least,
    checked,
    flag,
    is_on,
    item,
    least,
    needed_to_roll,
    roll_table,
    step,
)
from core.rules.tcs.sight.spotting import TERRAIN

SUCCESS, MODIFIERS, POINT = "tcs.sortie.success", "tcs.sortie.modifiers", "tcs.sortie.point"
DAY, TWILIGHT, NIGHT = "day", "twilight", "night"
FAILS, COMES, KILLS, MISSES = "fails", "executed", "destroyed", "missed"


def sortie(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """Whether a sortie comes through, and whether its point fire destroys its target. [TCS 4.01 25.1c, 25.1e, 25.2]

    What an area fire of it does is a question of its own: `fire.area` with a sortie as the firer.
    """
    consulted = Consulted(case.charts)
    light = given.get("light", DAY)
    if light != DAY:
        section, template = (
            ("26.1g", "No sorties at night") if light == NIGHT else ("26.0", "No sorties at dawn, dusk or twilight")
        )
        return answer(case, consulted, "sortie", PROHIBITED, None, [step(case, section, template)])
    rows = ["no observer"] * (given.get("observer") == NO)
    rows += ["AA gun"] * is_on(given, "aa_gun") + ["full woods"] * is_on(given, "full_woods")
    chart = consulted.book.chart(SUCCESS)
    roll = checked("roll", given.get("roll"), chart.dice)
    base = needed_to_roll(consulted.cell(SUCCESS, "sortie", "needed"))
    _, said = by_orders(case, given.get("unit", ()), "flak")
    said.append(step(case, "25.2", "To come through: {base} or more", base="never" if base is None else base))
    items = tuple(item(case, consulted, row[0].upper() + row[1:], MODIFIERS, row, "modifier", "25.2") for row in rows)
    said += [each.reason for each in items]
    modifier = int(Total(items).net)
    needed = None if base is None else base - modifier
    if items and needed is not None:
        said.append(step(case, "25.2", "Modifier {modifier}: {needed} or more", modifier=signed(modifier), needed=needed))
    chance = at_least(chart.dice, needed)
    facts: dict[str, Number | str] = {"needed": "never" if needed is None else needed, "chance": chance}
    tables = (roll_table(chart, needed, roll, "sortie", "needed", items),)
    verdict = READ
    if roll is not None:
        verdict = COMES if needed is not None and roll >= needed else FAILS
        template = (
            "A roll of {roll}: the attack is made"
            if verdict == COMES
            else "A roll of {roll}: the sortie is spent, no attack is made"
        )
        said.append(step(case, "25.2", template, roll=roll))
    kill = least("kill", given.get("kill"), 2)
    if kill is None:
        if given.get("kill_roll") is not None:
            raise WrongUse("kill: the number that the sortie needs to destroy its target is missing.")
        return answer(case, consulted, "sortie", verdict, facts["needed"], said, facts, tables)
    kill_roll = checked("kill_roll", given.get("kill_roll"), "2d6")
    found = (row for row in (given.get("terrain"), given.get("posture")) if row)
    shifts = tuple(item(case, consulted, row, POINT, row, "modifier", "25.1c") for row in found)
    said.append(step(case, "25.1c", "Point attack: {kill} or more", kill=kill))
    said += [each.reason for each in shifts]
    by = int(Total(shifts).net)
    if shifts:
        said.append(step(case, "25.1c", "Modifier {modifier}: {needed} or more", modifier=signed(by), needed=kill - by))
    hit = at_least("2d6", kill - by)
    facts |= {"kill_needed": kill - by, "kill_chance": hit, "overall_chance": chance * hit}
    if kill_roll is not None and verdict != FAILS:
        verdict = KILLS if kill_roll >= kill - by else MISSES
        said.append(step(case, "25.1c", "A roll of {roll}: {verdict}", roll=kill_roll, verdict=verdict))
    return answer(case, consulted, "sortie", verdict, facts["needed"], said, facts, tables)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "sortie",
        "whether a sortie comes through, and whether its point attack destroys its target",
        "25.1, 25.2, 26.0, 26.1g",
        (
            Parameter("observer", "choice", "whether it has an observer; yes without it", choices=(YES, NO)),
            flag("aa_gun", "whether an AA gun fires at it"),
            replace(UNITS, help="the AA gun of the game, by its id or name: its orders are told, though it needs none"),
            flag("full_woods", "whether woods fill the target hex and no road or trail runs through it"),
            Parameter("light", "choice", "light of the turn; day without it", choices=(DAY, TWILIGHT, NIGHT)),
            Parameter("roll", "whole", "the roll of one die to come through"),
            Parameter("kill", "whole", "what its point attack needs with two dice, as the game prints it", least=2),
            Parameter("terrain", "choice", "combat class of the target hex", choices=TERRAIN),
            Parameter("posture", "choice", "posture of the target", choices=POSTURES),
            Parameter("kill_roll", "whole", "the sum of two dice of the point attack"),
        ),
        at_once(sortie),
    ),
)
