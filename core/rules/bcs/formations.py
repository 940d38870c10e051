"""Formations: jumped headquarters and trains, retreats, screens, and coordination."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from core.base.amounts import amount
from core.base.counted import counted
from core.base.errors import WrongUse
from core.rules.bcs.tables import ON, PUBLISHED, counts, limit, not_played, rolled
from core.rules.kernel.charts import Consulted
from core.rules.kernel.combat import Facts, chart_word
from core.rules.kernel.modifiers import Total
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import Tables
from core.rules.kernel.tables import READ

JUMP, KEY, RESULTS, SCREENS, SCREEN_EFFECTS, ZONES = (
    *("bcs.jump", "bcs.retreat_key", "bcs.retreat_results"),
    *("bcs.screens", "bcs.screen_effects", "bcs.zones"),
)
TRIGGERS = {
    "entered": "An enemy combat unit enters the hex",
    "retreat": "The hex has a retreat result",
    "last_step": "The last combat step in the hex is lost to a combat",
}
ANSWER = "Retreat Answer Key"
SITUATIONAL, AUTOMATIC, VOLUNTARY, OTHER = "situational", "automatic", "voluntary", "other"
NO_PATH, AUTO_ROW, HOLD_ROW, ELSE_ROW = (
    *("No safe path", "Automatic retreat"),
    *("Situational, key terrain or prepared defence", "Everything else"),
)
OFF_MAP = "off map"
NEAR_MARKERS = "Coordination of headquarters near each other"
TACTICAL = "tactical"
"""The class of movement of units that need no safe path. [BCS 1.1 Retreat Answer Key]"""


def jump(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """Whether headquarters and trains jump, and how. [BCS 1.1 variant 7]"""
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref
    trigger = given.get("trigger") or "entered"
    said = [Reason(ref("7"), TRIGGERS[trigger])]
    variant = case.choices["jumps.soft_hard"] == ON
    entry = case.choices.get("jumps.triggers", "three") == "entry"
    if trigger != "entered" and (not variant or entry):
        said.append(Reason(ref("7"), "Only entry by the enemy makes them jump here"))
        if variant:
            said.append(reading_reason(case, "jumps.triggers", "three", "a roll for the jump"))
        return Ruling("jump", case.ruleset.id, "none", None, tuple(said), Facts({}))
    if not variant:
        said.append(Reason(ref("7"), "The box does not play variant 7, so that every jump has all its effects"))
        return Ruling("jump", case.ruleset.id, "hard", "hard", tuple(said), Facts({}))
    table, rolls = rolled(case, consulted, JUMP, "jump", Total(()), given.get("roll"), "7")
    said += rolls
    words = {
        "soft": "Once the enemy stack has stopped, the owner shifts headquarters and trains; nothing else is lost",
        "hard": "They are displaced with all effects",
    }
    if trigger != "entered":
        said.append(reading_reason(case, "jumps.triggers", "entry", "no jump"))
    if table.result in words:
        said.append(Reason(ref("7"), words[table.result]))
    return Ruling("jump", case.ruleset.id, table.result or READ, table.result or READ, tuple(said), table, consulted.charts)


_GOES: Mapping[str, str] = {
    "away": "They go {hexes} hexes away",
    "headquarters or adjacent": "They go to their headquarters or beside it",
    "stays": "They stay",
    "off map": "They go off the map",
}
_TURNED: Mapping[str, str] = {"move": ", onto the Move side", "flipped": ", turned over", "as it is": ""}
_LOSING = ", and each unit loses {steps} steps"
"""The answers of the key in words, by what the chart of answers says."""


def retreat(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """How a unit retreats. [BCS 1.1 Retreat Answer Key, variant 4]"""
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref
    class_, kind = given["class"], given["result"]
    answer, row = _answer(case, consulted, given)
    said: list[Reason] = []
    if kind == VOLUNTARY:
        said.append(Reason(ref(ANSWER), "A voluntary retreat: 1, and a step of each unit"))
    else:
        key = {"class_": class_, "row": row, "answer": answer}
        said.append(Reason(ref(ANSWER), "Class {class_}, {row}: answer {answer}", key))
    if answer == "2":
        why = _off_map(consulted, given)
        if why:
            said.append(Reason(ref(ANSWER), "{why}: off the map in the place of 2", {"why": why}))
            answer = OFF_MAP
    if case.choices["package.rod_miller"] == ON and class_ != TACTICAL and kind != VOLUNTARY:
        kept = case.choices.get("safe_path.retreat", "bracketed") != "bracketed"
        other, question = ("bracketed", "whether it is bracketed") if kept else ("kept", "whether it has a safe path")
        said.append(reading_reason(case, "safe_path.retreat", other, f"asked {question}"))
    held = "voluntary" if kind == VOLUNTARY else answer
    hexes = consulted.number(RESULTS, held, "hexes")
    steps = consulted.number(RESULTS, held, "steps of each unit")
    side, where = (str(consulted.cell(RESULTS, held, name)) for name in ("side", "where"))
    template = "".join((_GOES.get(where, "{where}"), _TURNED.get(side, ", side: {side}"), _LOSING if steps else ""))
    told: dict[str, object] = {"hexes": int(hexes), "steps": int(steps), "side": side, "where": where}
    said.append(Reason(ref(ANSWER), template, told))
    facts = Facts({"answer": answer, "hexes": hexes, "steps": steps, "side": side, "where": where})
    value: Number | str = int(answer) if answer.isdecimal() else answer
    return Ruling("retreat", case.ruleset.id, answer, value, tuple(said), facts, consulted.charts)


def _answer(case: Tables, consulted: Consulted, given: Mapping[str, Any]) -> tuple[str, str]:
    """The number of the answer, and the row that gives it. Raises WrongUse. [BCS 1.1 Retreat Answer Key]"""
    class_, kind = given["class"], given["result"]
    if kind == VOLUNTARY:
        return "1", VOLUNTARY
    holds = kind == SITUATIONAL and "yes" in (given.get("key_terrain"), given.get("prepared"))
    rows = (
        (NO_PATH, class_ != TACTICAL and _no_safe_path(case, given)),
        (AUTO_ROW, kind == AUTOMATIC),
        (HOLD_ROW, holds),
        (ELSE_ROW, True),
    )
    for row, applies in rows:
        found = consulted.cell(KEY, row, class_) if applies else "-"
        if found != "-":
            return str(found), row
    raise WrongUse(f'The chart {KEY} has no answer for "{class_}".')


def asks_whether_bracketed(case: Tables) -> bool:
    """Whether being bracketed answers for retreats the question for a safe path. [BCS 1.1 variant 4]"""
    return case.choices["package.rod_miller"] == ON and case.choices.get("safe_path.retreat", "bracketed") == "bracketed"


def _no_safe_path(case: Tables, given: Mapping[str, Any]) -> bool:
    """Whether a unit has no safe path; by a reading of the Rod Miller package, is bracketed. [BCS 1.1 variant 4]"""
    name, meant = ("bracketed", "yes") if asks_whether_bracketed(case) else ("safe_path", "no")
    if given.get(name) is None:
        raise WrongUse(f"retreat needs {name}=yes or no for units on foot and on wheels.")
    return bool(given[name] == meant)


def _off_map(consulted: Consulted, given: Mapping[str, Any]) -> str:
    """Why a unit that goes to its headquarters goes off the map; empty when it does not. [BCS 1.1 Retreat Answer Key]"""
    near = limit(consulted, "Too close to the headquarters")
    if given.get("independent") == "yes":
        return "An unassigned independent unit"
    if given.get("overstacked") == "yes":
        return "It would overstack"
    distance = given.get("headquarters")
    away = f"The headquarters is {counted(distance, 'hex', 'hexes')} away, {near} or less" if distance is not None else ""
    return away if distance is not None and distance <= near else ""


def screen_radius(case: Tables) -> Fraction:
    """How far the zone of a screen reaches in the game of the box. [BCS 1.1 variant 8]"""
    return Fraction(case.choices["recon.screen_radius"])


def screen(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """The zone of a recon screen, and what it costs to move in it. [BCS 1.1 variant 8]"""
    if case.choices["recon.screens"] != ON:
        return not_played(case, "screen", "8")
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref
    title = given.get("game")
    if title:
        row = chart_word(consulted, title, (SCREENS,))[1]
        radius = consulted.number(SCREENS, row, "radius")
        said = [
            Reason(ref("8"), "{game}: a radius of {radius}", {"game": row, "radius": str(radius)}, numbers={"radius": radius})
        ]
    else:
        radius = screen_radius(case)
        said = [Reason(ref("8"), "By the options of the box a radius of {radius}", {"radius": str(radius)})]
    facts: dict[str, Number | str] = {"radius": radius}
    verdict = READ
    distance = given.get("distance")
    if distance is not None:
        verdict = "inside" if 0 <= distance <= radius else "outside"
        said.append(Reason(ref("8"), "At {distance} hexes: {verdict} the zone", {"distance": distance, "verdict": verdict}))
    entered = counts(given, "hexes")["hexes"]
    if entered:
        each = consulted.number(SCREEN_EFFECTS, "Cost of a hex of the zone", "number")
        cost = each * entered if given.get("side", "move") == "move" else each * 0
        facts["cost"] = cost
        told = {"hexes": entered, "side": given.get("side", "move"), "cost": amount(cost)}
        said.append(Reason(ref("8"), "{hexes} hexes of the zone on the {side} side: {cost} movement points more", told))
    back = consulted.number(SCREEN_EFFECTS, "Retreat before units on foot", "number")
    facts["falls_back"] = back
    said.append(Reason(ref("8"), "Entered by deployed units on foot it falls back {back} hexes", {"back": amount(back)}))
    return Ruling("screen", case.ruleset.id, verdict, radius, tuple(said), Facts(facts), consulted.charts)


def coordination(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """The coordination markers of a formation. [BCS 1.1 4.4a, variant 5]"""
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref
    held = counts(given, "markers", "mixed", "near", "traffic")
    middle = case.choices["coordination.middle_ground"] == ON
    each = limit(consulted, f"Coordination of a mixed stack{', middle ground' if middle else ''}")
    per_near = limit(consulted, NEAR_MARKERS)
    per_traffic = limit(consulted, "Coordination of a traffic result") if middle else 0
    most = limit(consulted, f"Coordination, {'middle ground' if middle else 'standard'}")
    gained = {"mixed": each * held["mixed"], "near": per_near * held["near"], "traffic": per_traffic * held["traffic"]}
    whole = held["markers"] + sum(gained.values())
    after = min(whole, most)
    told = {"before": held["markers"], **gained, "most": most}
    section = "5" if middle else "4.4a"
    template = "{before}, {mixed} for mixed stacks, {near} for near headquarters, {traffic} for traffic; at most {most}"
    said = [Reason(ref(section), template, told)]
    facts = Facts({"markers": after, "ignored": whole - after})
    return Ruling("coordination", case.ruleset.id, READ, after, tuple(said), facts, consulted.charts)


def zones(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """What enemy zones do to a class of movement. [BCS 1.1 published summaries]"""
    consulted = Consulted(case.charts)
    found = str(consulted.cell(ZONES, given["class"], "effect"))
    told = {"class_": given["class"], "found": found}
    said = (Reason(case.ruleset.ref(PUBLISHED), "A unit of the class {class_} {found}", told),)
    return Ruling("zone", case.ruleset.id, READ, found, said, Facts({}), consulted.charts)
