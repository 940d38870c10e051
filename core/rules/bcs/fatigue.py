"""Fatigue: as it rises by a roll, as it is paid under planned fatigue, and forced marches."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from core.base.amounts import amount
from core.base.errors import WrongUse
from core.rules.bcs.activation import EFFECTS, FAIL, FULL, LEVELS, WORST, minimal_movement
from core.rules.bcs.tables import ON, PUBLISHED, counts, not_played, rolled
from core.rules.kernel.charts import Consulted
from core.rules.kernel.combat import Facts
from core.rules.kernel.modifiers import Item, Total
from core.rules.kernel.rounding import Rounding, rounded
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.system import Tables
from core.rules.kernel.tables import READ

FATIGUE, COSTS, MARCH = "bcs.fatigue", "bcs.planned_fatigue_costs", "bcs.forced_march"
BOUGHT = {
    "distant": "Distant objective",
    "additional": "Additional objective",
    "additional_distant": "Additional distant objective",
    "traffic": "Traffic marker removed",
    "forced_march": "Forced march",
    "second_activation": "Second activation",
}
CLASSES = ("leg", "truck", "tactical")


def fatigue(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """The roll by which fatigue rises, where it is not planned. [BCS 1.1 variant 3]"""
    if case.choices["fatigue.planned"] == ON:
        said = (Reason(case.ruleset.ref("3"), "Under planned fatigue nobody rolls; it is paid"),)
        return Ruling("fatigue", case.ruleset.id, "prohibited", None, said, Facts({}))
    consulted = Consulted(case.charts)
    column = f"{given['activation']} activation"
    table, rolls = rolled(case, consulted, FATIGUE, column, Total(()), given.get("roll"), PUBLISHED)
    reasons = list(rolls)
    level = given.get("level")
    if level and table.result:
        rise = int(table.result) if table.result.isdecimal() else 0
        after = LEVELS[min(len(LEVELS) - 1, LEVELS.index(level) + rise)]
        reasons.append(Reason(case.ruleset.ref(PUBLISHED), "{before} becomes {after}", {"before": level, "after": after}))
        return Ruling("fatigue", case.ruleset.id, table.result, after, tuple(reasons), table, consulted.charts)
    value = table.result or READ
    return Ruling("fatigue", case.ruleset.id, table.result or READ, value, tuple(reasons), table, consulted.charts)


def costs(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """What objectives, traffic, marches and second activations cost in fatigue. [BCS 1.1 variant 3]"""
    if case.choices["fatigue.planned"] != ON:
        return not_played(case, "fatigue.costs", "3")
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref
    bought = counts(given, *BOUGHT)
    items = []
    for name, row in BOUGHT.items():
        count = bought[name]
        if count > 1 and consulted.cell(COSTS, row, "each") == "no":
            raise WrongUse(f"{name}: it is bought once in an activation.")
        if count:
            each = consulted.number(COSTS, row, "fatigue")
            items.append(Item(f"{row} × {count}", each * count, ref("3"), consulted.origin(COSTS, row, "fatigue")))
    if bought["forced_march"] and sum(bought.values()) > bought["forced_march"] + bought["traffic"]:
        raise WrongUse("A forced march allows no objectives and no second activation (3).")
    paid = Total(tuple(items))
    said = list(paid.reasons())
    said.append(Reason(ref("3"), "Fatigue paid: {paid}", {"paid": amount(paid.net)}, numbers={"fatigue": paid.net}))
    facts: dict[str, Fraction | int | str] = {"fatigue": paid.net}
    verdict = "paid"
    level = given.get("level")
    if level:
        after = LEVELS.index(level) + int(paid.net)
        if level == WORST and paid.net:
            verdict = "prohibited"
            said.append(Reason(ref("3"), "Fat-4 cannot pay"))
        elif after >= len(LEVELS):
            verdict = "prohibited"
            said.append(
                Reason(
                    ref("3"),
                    "{level} leaves only {left} to pay",
                    {"level": level, "left": len(LEVELS) - 1 - LEVELS.index(level)},
                )
            )
        else:
            facts["level"] = LEVELS[after]
            said.append(Reason(ref("3"), "{before} becomes {after}", {"before": level, "after": LEVELS[after]}))
            if LEVELS[after] == WORST and paid.net:
                said.append(Reason(ref("3"), "Fat-4 takes effect at once"))
    return Ruling("fatigue.costs", case.ruleset.id, verdict, paid.net, tuple(said), Facts(facts), consulted.charts)


@dataclass(frozen=True, slots=True)
class Allowance:
    """A movement allowance in an activation: `after` is what the SNAFU result and `factor` what a forced march multiplies it
    by, `exact` the product and `whole` what it is rounded to."""

    printed: int
    after: Fraction
    factor: Fraction
    exact: Fraction
    whole: int


def allowance_of(case: Tables, consulted: Consulted, printed: int, class_: str, snafu: str, *, marching: bool) -> Allowance:
    """What is left of a printed allowance after a SNAFU result, "" for none, perhaps on a forced march. [BCS 1.1 variant 3]"""
    after = consulted.number(EFFECTS, snafu, "factor") if snafu else Fraction(1)
    factor = consulted.number(MARCH, class_, "factor") if marching else Fraction(1)
    exact = printed * after * factor
    found = case.ruleset.rounding.get("general")
    return Allowance(printed, after, factor, exact, rounded(exact, found.how if found is not None else Rounding.HALF_UP))


def forced_march(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """The movement allowance of a forced march, after the SNAFU roll. [BCS 1.1 variant 3]"""
    if case.choices["fatigue.planned"] != ON:
        return not_played(case, "forced_march", "3")
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref
    printed = counts(given, "allowance")["allowance"]
    found = allowance_of(case, consulted, printed, given["class"], given.get("snafu") or FULL, marching=True)
    told = {
        "printed": printed,
        "after": amount(found.after),
        "factor": amount(found.factor),
        "exact": amount(found.exact),
        "whole": found.whole,
    }
    said = [
        Reason(ref("3"), "{printed} × {after} after the SNAFU roll × {factor}: {exact}", told, numbers={"factor": found.factor})
    ]
    if found.whole != found.exact:
        said.append(Reason(ref("general"), "{exact} is rounded to {whole}", told))
    if given.get("snafu") == FAIL:
        said.append(minimal_movement(case))
    said.append(without_combat(case))
    facts = Facts({"factor": found.factor, "allowance": found.whole})
    return Ruling("forced_march", case.ruleset.id, READ, found.whole, tuple(said), facts, consulted.charts)


def without_combat(case: Tables) -> Reason:
    """What a forced march forbids. [BCS 1.1 variant 3]"""
    return Reason(case.ruleset.ref("3"), "No combat, no objectives, no second activation")
