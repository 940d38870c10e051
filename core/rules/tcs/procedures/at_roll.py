"""AT rolls: what must be rolled, how many attacks there are, and what they cost [TCS 4.01 16.0, 16.1]."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.charts import Consulted
from core.rules.kernel.modifiers import Total, signed
from core.rules.kernel.parameters import Words
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import ForceTables, Parameter, Question, Tables
from core.rules.kernel.tables import READ, at_once
from core.rules.tcs.forces.forms import TERRAIN_WORDS
from core.rules.tcs.forces.units import CONDITIONS, PARALYZED, READY, SUPPRESSED
from core.rules.tcs.orders.by_orders import UNITS, Act, by_orders
from core.rules.tcs.readings import reading_reason
from core.rules.tcs.reckoning import (
    PROHIBITED,
    answer,
    at_least,
    checked_rolls,
    class_of,
    item,
    least,
    needed_to_roll,
    roll_table,
    step,
    word_of,
)

TABLE, MODIFIERS = "tcs.at_roll", "tcs.at_roll.modifiers"
IN_HEX, ONE_HEX = "in hex", "one hex"
SUPPRESSIVE, OVERWATCH, ASSAULT, OVERRUN = "suppressive", "overwatch", "assault", "overrun"
_ACTS: Mapping[str, Act] = MappingProxyType({SUPPRESSIVE: "suppressive", OVERWATCH: "overwatch"})
"""What orders decide of; who fights in an assault or an overrun rolls whatever they are. [TCS 4.01 6.3a, 13.1c, 16.1b]"""


def at_roll(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """What each attack must roll, how many there are, the chances, and what rolls do. [TCS 4.01 16.0, 16.1]"""
    consulted = Consulted(case.charts)
    attackers, targets = (least(name, given[name], 1) or 1 for name in ("attackers", "targets"))
    occasion = given.get("occasion", SUPPRESSIVE)
    inside = occasion in (ASSAULT, OVERRUN)
    if inside and given.get("range") == ONE_HEX:
        raise WrongUse("range: assaults and overruns are fought in the hex (22.0, 23.0).")
    forbidden, said = allowed(case, given.get("state", READY), occasion)
    barred, by_their_orders = by_orders(case, given.get("unit", ()), _ACTS[occasion]) if occasion in _ACTS else ([], [])
    if forbidden or barred:
        return answer(case, consulted, "at_roll", PROHIBITED, None, [*said, *barred])
    said += by_their_orders
    chart = consulted.book.chart(TABLE)
    row, column = class_of(chart.rows, "terrain", given["terrain"]), given.get("range", IN_HEX if inside else ONE_HEX)
    base = needed_to_roll(consulted.cell(TABLE, row, column))
    said.append(
        step(case, "16.0", "{terrain}, {range}: base {base}", terrain=row, range=column, base="never" if base is None else base)
    )
    words = dict.fromkeys(word_of(consulted, "modifiers", word, MODIFIERS) for word in given.get("modifiers", ()))
    items = tuple(item(case, consulted, word[0].upper() + word[1:], MODIFIERS, word, "modifier", "16.0") for word in words)
    said += [each.reason for each in items]
    modifier = int(Total(items).net)
    needed = None if base is None else base - modifier
    if needed is not None and items:
        said.append(step(case, "16.0", "Modifier {modifier}: {needed} or more", modifier=signed(modifier), needed=needed))
    attacks = min(attackers, targets)
    template = "Attacking steps {attackers}, target steps {targets}: {attacks} attacks at most"
    said.append(step(case, "16.0", template, attackers=attackers, targets=targets, attacks=attacks))
    backfire = case.ruleset.whole("at_roll.backfire")
    kill, loss = at_least(chart.dice, needed), 1 - at_least(chart.dice, backfire + 1)
    said.append(
        step(
            case,
            "16.1e",
            "A roll of {most} or less, before modifiers, destroys the attacking step: {chance}",
            most=backfire,
            chance=loss,
        )
    )
    facts: dict[str, Number | str] = {
        "needed": "never" if needed is None else needed,
        "attacks": attacks,
        "kill_chance": kill,
        "loss_chance": loss,
        "expected_kills": kill * attacks,
        "expected_losses": loss * attacks,
    }
    table = roll_table(chart, needed, None, row, column, items)
    rolls = checked_rolls("rolls", given.get("rolls", ()), chart.dice, attacks)
    if not rolls:
        return answer(case, consulted, "at_roll", READ, facts["needed"], said, facts, (table,))
    kills = sum(needed is not None and roll >= needed for roll in rolls)
    losses = sum(roll <= backfire for roll in rolls)
    told = ", ".join(map(str, rolls))
    said.append(
        step(case, "16.0", "Rolls {rolls}: destroyed {kills}, own steps lost {losses}", rolls=told, kills=kills, losses=losses)
    )
    said.append(step(case, "16.1h", "AT rolls by themselves trigger nothing"))
    facts |= {"kills": kills, "losses": losses}
    return answer(case, consulted, "at_roll", "destroyed" if kills else "nothing", kills, said, facts, (table,))


def allowed(case: Tables, state: str, occasion: str) -> tuple[bool, list[Reason]]:
    """Whether units in such a state may not make AT rolls, and the reading that decides. [TCS 4.01 15.3f, 16.1a, 17.3]"""
    if state == PARALYZED and occasion != ASSAULT:
        return True, [step(case, "16.1a", "Paralyzed units make AT rolls in assaults alone")]
    if state == SUPPRESSED and occasion == OVERWATCH:
        allowed = case.choices.get("at_roll.suppressed_overwatch") == "allowed"
        other, outcome = ("forbidden", PROHIBITED) if allowed else ("allowed", "allowed")
        return not allowed, [reading_reason(case, "at_roll.suppressed_overwatch", other, outcome)]
    return False, []


QUESTIONS: tuple[Question, ...] = (
    Question(
        "at_roll",
        "what AT rolls need, how many there are, their chances, and what rolls do",
        "6.3a, 13.1c, 16.0, 16.1",
        (
            Parameter(
                "terrain",
                "text",
                "combat class of the target's hex, such as Protective",
                required=True,
                words=TERRAIN_WORDS,
            ),
            Parameter(
                "range",
                "choice",
                "how far the target is; without it in the hex for assaults and overruns, else one hex",
                choices=(IN_HEX, ONE_HEX),
            ),
            Parameter("attackers", "whole", "infantry steps that attack", required=True, least=1),
            Parameter("targets", "whole", "point target and B-target steps attacked", required=True, least=1),
            Parameter(
                "modifiers",
                "texts",
                "modifiers, as on the chart tcs.at_roll.modifiers, such as target in smoke, night",
                words=Words((MODIFIERS,)),
            ),
            Parameter("state", "choice", "state of the attackers; ready without it", choices=CONDITIONS),
            Parameter(
                "occasion",
                "choice",
                "what they are part of; a suppressive action without it",
                choices=(SUPPRESSIVE, OVERWATCH, ASSAULT, OVERRUN),
            ),
            UNITS,
            Parameter("rolls", "fractions", "the sums of two dice, one for each attack, before modifiers"),
        ),
        at_once(at_roll),
        title="AT rolls",
    ),
)
