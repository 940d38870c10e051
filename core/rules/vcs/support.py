"""Support points: what a game turn costs, and what it means to have none."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.charts import Consulted
from core.rules.kernel.combat import Facts
from core.rules.kernel.modifiers import Item, Total
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import Tables

COSTS = "vcs.support"
PAID = (
    ("breakthroughs", "Attack with a breakthrough", "10.11"),
    ("airborne", "First airborne assault", "12.0"),
    ("air_sea", "Air or sea supply", "11.4"),
    ("bridges", "Bridge", "13.2"),
    ("roads", "Road repair", "13.3"),
    ("entrenchments", "Entrenchment", "13.4"),
)


def support(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """The support points that a side spends in a game turn, with depreciation, and what is left. [VCS 12.0, 12.1, 12.2]"""
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref
    counts = {name: given.get(name) or 0 for name in ("attacks", *(name for name, _, _ in PAID))}
    below = [name for name, count in counts.items() if count < 0]
    if below:
        raise WrongUse(f"{below[0]}: {counts[below[0]]} is below 0.")
    attacks = counts["attacks"]
    plain = attacks - counts["breakthroughs"] - counts["airborne"]
    if plain < 0:
        raise WrongUse("attacks counts every attack, breakthroughs and airborne assaults included.")
    items = []
    for count, row, section in ((plain, "Attack", "12.0"), *((counts[name], row, section) for name, row, section in PAID)):
        if count:
            each = consulted.number(COSTS, row, "points")
            items.append(Item(f"{row} × {count}", each * count, ref(section), consulted.origin(COSTS, row, "points")))
    free = consulted.number(COSTS, "Attacks without depreciation", "points")
    lost = Fraction(0)
    if attacks > free:
        lost = consulted.number(COSTS, "Depreciation", "points")
        name = f"Depreciation, {attacks} attacks"
        items.append(Item(name, lost, ref("12.1"), consulted.origin(COSTS, "Depreciation", "points")))
    spent = Total(tuple(items))
    said = list(spent.reasons())
    facts: dict[str, Number | str] = {"spent": spent.net, "depreciation": lost}
    verdict = "spent"
    points = given.get("points")
    if points is not None:
        left = points - spent.net
        facts["left"] = left
        said.append(Reason(ref("12.0"), "{points} less {spent}: {left}", {"points": points, "spent": spent.net, "left": left}))
        if left <= 0:
            verdict = "none_left"
            said.append(Reason(ref("12.2"), "Every unit of the nation is one level of supply lower"))
            said.append(Reason(ref("12.2"), "No shifts for artillery and parent integrity"))
    return Ruling("support", case.ruleset.id, verdict, spent.net, tuple(said), Facts(facts), consulted.charts)
