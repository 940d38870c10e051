"""Zones of control, who need not attack all adjacent enemies, and demolition."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.charts import Consulted, succeeds
from core.rules.kernel.combat import Facts, chart_word, checked_roll
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.rulings import UNDECIDABLE, Reason, Ruling
from core.rules.kernel.system import Tables
from core.rules.kernel.tables import READ
from core.rules.vcs.shifts import levels
from core.rules.vcs.strengths import TERRAIN

ZONES, DEMOLITION, ENGINEERING = "vcs.zones", "vcs.demolition", "vcs.engineering"
SIZES = ("corps", "division", "brigade", "regiment", "battalion", "company", "squadron", "cadre", "artillery")
GROUPING, NOT_SAID, YES, NEVER = "scale.grouping", "not_said", "yes", "never"
STRONG = ("Town", "City", "Entrenchment")
TARGETS = ("Bridge", "Road")
OF_UNIT = "Attempt {have} of the unit in the game turn, at most {limit}"
OF_SIDE = "Attempt {have} of the side in the player turn, at most {limit}"


def zone_by_size(case: Tables, consulted: Consulted, size: str) -> str:
    """Whether a parent that is no cadre has a zone: YES, NO, NEVER, or NOT_SAID where the box names no grouping. [VCS 7.0]"""
    chart, grouping = consulted.book.chart(ZONES), case.choices.get(GROUPING, NOT_SAID)
    if chart.rows.index(size) is None:
        return NOT_SAID
    # Companies and squadrons have none, whatever the game groups.
    if all(chart.cells.get((size, each)) != YES for each in chart.columns.labels):
        return NEVER
    return NOT_SAID if chart.columns.index(grouping) is None else str(consulted.cell(ZONES, size, grouping))


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
    enemies = given.get("enemy_levels", ())
    own, highest = levels(case, given, "levels"), levels(case, given, "enemy_levels")
    consulted = Consulted(case.charts)
    terrain = {chart_word(consulted, word, (TERRAIN,))[1] for word in given.get("terrain", ())}
    if own is None or highest is None:
        raise WrongUse("Give levels=… and enemy_levels=…, or units=… on the map.")
    strong = sorted(terrain & set(STRONG))
    higher, high = own > highest, case.ruleset.whole("targets.high_level")
    by_reading = {
        "level_four": bool(strong) or (own >= high and higher),
        "all": higher and (bool(strong) or own >= high),
    }
    choice = case.choices.get("targets.higher_ground", "level_four")
    free = by_reading[choice]
    told = {"own": str(own), "enemy": str(highest), "terrain": ", ".join(strong) or "no town, city or entrenchment"}
    said = [Reason(ref("10.1"), "Level {own}, {terrain}; highest enemy on level {enemy}", told)]
    above = [level for level in enemies if level > own]
    if free and above:
        said.append(Reason(ref("10.1"), "Enemies on higher terrain must be attacked all the same"))
    elif free:
        said.append(Reason(ref("10.1"), "They choose which of the adjacent hexes they attack"))
    else:
        said.append(Reason(ref("10.0"), "Every adjacent enemy must be attacked by somebody in the phase"))
    verdict = "all" if not free else "higher_ones" if above else "free"
    if len(set(by_reading.values())) > 1:
        other = next(each for each in by_reading if each != choice)
        outcome = "every one of them" if free else "those on higher terrain only" if above else "a choice of hexes"
        said.append(reading_reason(case, "targets.higher_ground", other, outcome))
    return Ruling("targets", case.ruleset.id, verdict, None, tuple(said), Facts({"must": len(enemies if not free else above)}))


CONDITIONS = {
    "line": "the line of supply to it",
    "enemy": "the nearest enemy",
    "level": "the level of the road",
    "attempts": "attempts of the unit",
    "side_attempts": "attempts of the side",
    "all_side_attempts": "attempts of the side",
}
"""What demolitions are limited by, in the words of a sentence."""


def _holds(have: int | None, limit: object, least: bool) -> bool:
    """Whether a number keeps to a limit of the chart; what is not given, and what has no limit, does."""
    if have is None or not isinstance(limit, Fraction):
        return True
    return have >= limit if least else have <= limit


def demolition(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """Whether a bridge or road may be destroyed, and the chance of it. [VCS 13.1, 13.3]"""
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref
    target = given["target"]
    row, section = f"{target} demolition", "13.1" if target == "Bridge" else "13.3"
    limits = {name: consulted.cell(ENGINEERING, row, name) for name in consulted.book.chart(ENGINEERING).columns.labels}
    level = given.get("level")
    most_level = case.ruleset.whole("terrain.levels")
    if level is not None and not 1 <= level <= most_level:
        raise WrongUse(f"level: {level} is no level from 1 to {most_level}.")
    where = (
        ("line", limits["line at most"], False, "The line of supply to it is {have} hexes, at most {limit}"),
        ("enemy", limits["enemy within"], False, "The nearest enemy is {have} hexes away, at most {limit}"),
        ("level", limits["least level"], True, "The road is on level {have}, at least {limit}"),
    )
    of_unit, of_side = limits["attempts of a unit"], limits["attempts of a side"]
    of_both = consulted.cell(ENGINEERING, "Road demolition", "attempts of a side")
    attempts = {
        "both": (("attempts", of_unit, False, OF_UNIT), ("side_attempts", of_side, False, OF_SIDE)),
        "by_side": (("all_side_attempts", of_both, False, OF_SIDE),),
    }
    # By numbers one number stands for both ways to count; on the map roads alone and all together are told apart.
    given = {"all_side_attempts": given.get("side_attempts"), **given}
    choice = case.choices.get("demolition.limits", "both")
    other = next(each for each in attempts if each != choice)
    met, unmet = list[Reason](), list[Reason]()
    for name, limit, least, text in (*where, *attempts[choice]):
        have = given.get(name)
        if have is None or not isinstance(limit, Fraction):
            continue
        told: dict[str, object] = {"have": have, "limit": str(limit)}
        if _holds(have, limit, least):
            met.append(Reason(ref(section), text, told))
        else:
            unmet.append(Reason(ref(section), text + ": not allowed", told))
    # What forbids it comes first.
    said = [*unmet, *met]
    allowed, otherwise = (
        all(_holds(given.get(name), limit, least) for name, limit, least, _ in (*where, *attempts[each]))
        for each in (choice, other)
    )
    if allowed != otherwise:
        said.append(reading_reason(case, "demolition.limits", other, "allowed" if otherwise else "not allowed"))
    if not allowed:
        return Ruling("demolition", case.ruleset.id, "prohibited", None, tuple(said), Facts({}), consulted.charts)
    limited = (name for name, limit, _, _ in (*where, *attempts[choice]) if isinstance(limit, Fraction))
    unchecked = [name for name in limited if given.get(name) is None]
    if unchecked:
        what = {"what": "; ".join(CONDITIONS[name] for name in unchecked)}
        said.append(Reason(ref(section), "Not given, and so not checked: {what}", what))
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
    facts = Facts({"needed": needed, "chance": str(chance), "unchecked": ", ".join(unchecked) or "nothing"})
    return Ruling("demolition", case.ruleset.id, verdict, chance, tuple(said), facts, consulted.charts)
