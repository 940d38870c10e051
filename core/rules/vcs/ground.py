"""Zones of control, who need not attack all adjacent enemies, and demolition."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.charts import Consulted, succeeds
from core.rules.kernel.combat import Facts, checked_roll
from core.rules.kernel.rulings import UNDECIDABLE, Reason, Ruling
from core.rules.kernel.system import Tables
from core.rules.kernel.tables import READ
from core.rules.vcs.shifts import levels

ZONES, DEMOLITION, ENGINEERING = "vcs.zones", "vcs.demolition", "vcs.engineering"
SIZES = ("corps", "division", "brigade", "regiment", "battalion", "company", "squadron", "cadre", "artillery")
STRONG = ("Town", "City", "Entrenchment")
HIGH = 4
"""The level from which units that also stand higher need not attack all adjacent enemies (10.1)."""
TARGETS = ("Bridge", "Road")


def zone(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """Whether a unit has a zone of control. [VCS 7.0, 2.33]"""
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref
    size, grouping = given["size"], case.choices.get("scale.grouping", "not_said")
    chart = consulted.book.chart(ZONES)
    if chart.columns.index(grouping) is None:
        said = (Reason(ref("7.0"), "The box does not say what the largest grouping of its game is"),)
        return Ruling("zone", case.ruleset.id, UNDECIDABLE, None, said, Facts({}))
    found = str(consulted.cell(ZONES, size, grouping))
    told = {"size": size, "grouping": grouping.replace("_", " "), "found": found}
    said = (Reason(ref("7.0"), "Largest grouping {grouping}: a zone of a {size}: {found}", told),)
    return Ruling("zone", case.ruleset.id, found, found, said, Facts({"grouping": grouping}), consulted.charts)


def targets(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """Whether units that attack must attack every adjacent enemy. [VCS 10.0, 10.1]"""
    ref = case.ruleset.ref
    own, enemies = levels(given, "levels"), given.get("enemy_levels", ())
    terrain = set(given.get("terrain", ()))
    if own is None or not enemies:
        raise WrongUse("targets needs levels=… and enemy_levels=….")
    highest = max(enemies)
    strong = sorted(terrain & set(STRONG))
    higher = own > highest
    if case.choices.get("targets.higher_ground", "level_four") == "level_four":
        free = bool(strong) or (own >= HIGH and higher)
    else:
        free = higher and (bool(strong) or own >= HIGH)
    told = {"own": str(own), "enemy": str(highest), "terrain": ", ".join(strong) or "no town, city or entrenchment"}
    said = [Reason(ref("10.1"), "Level {own}, {terrain}; highest enemy on level {enemy}", told)]
    above = [level for level in enemies if level > own]
    if free and above:
        said.append(Reason(ref("10.1"), "Enemies on higher terrain must be attacked all the same"))
    elif free:
        said.append(Reason(ref("10.1"), "They may choose one or more adjacent hexes"))
    else:
        said.append(Reason(ref("10.0"), "Every adjacent enemy must be attacked by somebody in the phase"))
    verdict = "all" if not free else "higher_ones" if above else "free"
    return Ruling("targets", case.ruleset.id, verdict, None, tuple(said), Facts({"must": len(enemies if not free else above)}))


def demolition(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """Whether a bridge or road may be destroyed, and the chance of it. [VCS 13.1, 13.3]"""
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref
    target = given["target"]
    row, section = f"{target} demolition", "13.1" if target == "Bridge" else "13.3"
    limits = {name: consulted.cell(ENGINEERING, row, name) for name in consulted.book.chart(ENGINEERING).columns.labels}
    by_side = case.choices.get("demolition.limits", "both") == "by_side"
    attempts_unit = "-" if by_side else limits["attempts of a unit"]
    attempts_side = (
        consulted.cell(ENGINEERING, "Road demolition", "attempts of a side") if by_side else limits["attempts of a side"]
    )
    checks = (
        ("line", limits["line at most"], False, "The line of supply to it is {have} hexes, at most {limit}"),
        ("enemy", limits["enemy within"], False, "The nearest enemy is {have} hexes away, at most {limit}"),
        ("level", limits["least level"], True, "The road is on level {have}, at least {limit}"),
        ("attempts", attempts_unit, False, "Attempt {have} of the unit in the game turn, at most {limit}"),
        ("side_attempts", attempts_side, False, "Attempt {have} of the side in the player turn, at most {limit}"),
    )
    said, allowed = [], True
    for name, limit, least, text in checks:
        have = given.get(name)
        if have is None or not isinstance(limit, Fraction):
            continue
        holds = have >= limit if least else have <= limit
        allowed = allowed and holds
        said.append(Reason(ref(section), text + ("" if holds else ": not allowed"), {"have": have, "limit": str(limit)}))
    if not allowed:
        return Ruling("demolition", case.ruleset.id, "prohibited", None, tuple(said), Facts({}), consulted.charts)
    chart = consulted.book.chart(DEMOLITION)
    needed = consulted.cell(DEMOLITION, target, "needed")
    chance = succeeds(chart, needed)
    told = {"needed": str(needed), "chance": str(chance)}
    said.append(Reason(ref(section), "{needed} or more: chance {chance}", told, numbers={"chance": chance}))
    roll = given.get("roll")
    checked_roll(chart, roll, 0)
    verdict = READ
    if roll is not None:
        verdict = "destroyed" if isinstance(needed, Fraction) and roll >= needed else "failed"
        said.append(Reason(ref(section), "A roll of {roll}: {verdict}", {"roll": roll, "verdict": verdict}))
    facts = Facts({"needed": needed, "chance": str(chance)})
    return Ruling("demolition", case.ruleset.id, verdict, chance, tuple(said), facts, consulted.charts)
