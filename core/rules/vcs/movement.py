"""Movement: what is left of an allowance after supply, zones, rivers and what stands on the road."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.charts import Consulted
from core.rules.kernel.combat import Facts
from core.rules.kernel.modifiers import Item, Total
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.rounding import rounded
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.system import Tables
from core.rules.vcs.strengths import RIVER, SECTIONS, SUPPLIED, TERRAIN, halved, lowered
from core.rules.vcs.supply import allowance

CLASSES = ("non-mechanised", "mechanised infantry", "mechanised")
HALF, PROHIBITED = "half", "prohibited"
LEAVING, FRIENDS, RUBBLE = "Leaving an enemy zone", "Units on the road", "Rubble"


def movement(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """The allowance of a phase, and what is left of it for terrain. [VCS 5.1, 5.4, 7.1, 11.1.5, 11.2.5, 12.2, 13.5]"""
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref
    printed, class_ = Fraction(given["allowance"]), given["class"]
    if printed < 0:
        raise WrongUse(f"allowance: {printed} is below 0.")
    points = given.get("support")
    state = lowered(given.get("state") or SUPPLIED, 1 if points is not None and points <= 0 else 0)
    mechanised = class_ != CLASSES[0]
    held, by_reading = allowance(case, consulted, printed, state, mechanised)
    said = []
    before = given.get("state") or SUPPLIED
    if state != before:
        said.append(Reason(ref("12.2"), "{before}: one level lower without support points", {"before": before}))
    told = {"printed": str(printed), "state": state, "held": str(held)}
    said.append(Reason(ref(SECTIONS[state]), "{printed}, {state}: {held}", told))
    items = []
    if given.get("leaving") == "yes" and consulted.cell(TERRAIN, LEAVING, class_) == HALF:
        items.append(of_leaving(case, consulted, printed, class_))
    if given.get("river") == "yes":
        crossing = river_crossing(case, consulted, class_)
        if class_ == CLASSES[1]:
            other = HALF if crossing == PROHIBITED else PROHIBITED
            outcome = "half of the movement factor" if other == HALF else PROHIBITED
            said.append(reading_reason(case, "rivers.mechanised_infantry", other, outcome))
        if crossing == PROHIBITED:
            said.append(Reason(ref("5.4"), "{class_} units cross no river without a bridge", {"class_": class_}))
            return Ruling("movement.allowance", case.ruleset.id, PROHIBITED, None, tuple(said), Facts({}), consulted.charts)
        items.append(Item("River without a bridge", printed / 2, ref("5.1"), consulted.origin(TERRAIN, RIVER, class_)))
    for name, row, section in (("rubble", RUBBLE, "13.5"), ("friends", FRIENDS, "5.1")):
        count = given.get(name) or 0
        if count < 0:
            raise WrongUse(f"{name}: {count} is below 0.")
        if count:
            each = consulted.number(TERRAIN, row, class_)
            items.append(Item(f"{row} × {count}", each * count, ref(section), consulted.origin(TERRAIN, row, class_)))
    spent = Total(tuple(items))
    left = held - spent.net
    said += [
        *by_reading,
        *spent.reasons(),
        Reason(ref("5.0"), "Left for terrain: {left}", {"left": str(left)}, numbers={"left": left}),
    ]
    if left < 0:
        said.append(Reason(ref("5.4"), "A move of one hex is allowed all the same where terrain and zones do not forbid it"))
    verdict = "enough" if left >= 0 else "too_little"
    facts = Facts({"allowance": held, "spent": spent.net, "left": left})
    return Ruling("movement.allowance", case.ruleset.id, verdict, left, tuple(said), facts, consulted.charts)


def of_leaving(case: Tables, consulted: Consulted, printed: Fraction, class_: str) -> Item:
    """What leaving an enemy zone costs: half of the printed allowance, whatever supply leaves of it. [VCS 7.1]"""
    cost = Fraction(rounded(printed / 2, halved(case)))
    return Item(LEAVING, cost, case.ruleset.ref("7.1"), consulted.origin(TERRAIN, LEAVING, class_))


def river_crossing(case: Tables, consulted: Consulted, class_: str) -> str:
    """How a class crosses rivers; by one reading mechanised infantry does not. [VCS 5.1, 5.4]"""
    if class_ == CLASSES[1] and case.choices.get("rivers.mechanised_infantry", HALF) == PROHIBITED:
        return PROHIBITED
    return str(consulted.cell(TERRAIN, RIVER, class_))
