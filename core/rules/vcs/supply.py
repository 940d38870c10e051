"""Supply: lines, what lack of supply does, supply by air and sea, and surrender."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from core.base.amounts import amount
from core.base.counted import counted
from core.base.errors import WrongUse
from core.rules.kernel.charts import Consulted
from core.rules.kernel.combat import Facts, checked_roll
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.rounding import rounded
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import Tables
from core.rules.kernel.tables import read_column
from core.rules.vcs.strengths import ATTACK, DEFENCE, EFFECTS, ISOLATED, OUT, SUPPLIED, by_supply, halved, lowered

LINE, AIR, SURRENDER, DISTANCES, COSTS = (*("vcs.supply", "vcs.air_supply", "vcs.surrender", "vcs.distances", "vcs.support"),)
ATTEMPTS = "supply.attempts"
ATTEMPT_TURNS: Mapping[str, str] = MappingProxyType({"player_turn": "player turn", "game_turn": "game turn"})
"""The reading of which turn has one attempt by air or sea, with the words for it. [VCS 11.4]"""
LEVEL_READINGS = ("highest", "unit_and_path")
FRIEND_READING = "supply.friend_nearby"
FRIEND_READINGS = ("out_of_supply", "isolated")
FRIEND = "Supplied friend of a unit without a line"
NEAR, FAR = "enemy near", "no enemy near"
NOT_PLAYED = "not_played"
ALLIED = "The only source is a depot of an ally, for emergency supply: one level lower, {state}; no other limit is stated"


def trace(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """The state of supply of a unit. [VCS 11.0, 11.1, 11.2, 11.3, 12.2]"""
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref
    facts: dict[str, Number | str] = {}
    if given.get("arrived") == "yes":
        said = (Reason(ref("11.2"), "Units that arrive are in supply for the turn"),)
        return Ruling("supply.trace", case.ruleset.id, SUPPLIED, SUPPLIED, said, Facts(facts))
    state, found = _traced(case, consulted, given, facts)
    said_so = list(found)
    for name, section, text in (
        ("ally", "11.3", ALLIED),
        ("support", "12.2", "No support points: one level lower, {state}"),
    ):
        value = given.get(name)
        if value == "yes" or (name == "support" and value is not None and value <= 0):
            state = lowered(state, 1)
            said_so.append(Reason(ref(section), text, {"state": state}))
    return Ruling("supply.trace", case.ruleset.id, state, state, tuple(said_so), Facts(facts), consulted.charts)


def _traced(
    case: Tables, consulted: Consulted, given: Mapping[str, Any], facts: dict[str, Number | str]
) -> tuple[str, Iterable[Reason]]:
    ref = case.ruleset.ref
    points = given.get("support")
    lower = (given.get("ally") == "yes") + (points is not None and points <= 0)
    if given.get("sources") == "captured":
        return ISOLATED, (Reason(ref("11.2"), "All depots and sources of supply are captured"),)
    if given.get("line") == "blocked":
        near = consulted.number(DISTANCES, FRIEND, "number")
        if given.get("friend") == "yes":
            reading = case.choices.get(FRIEND_READING, FRIEND_READINGS[0])
            state = ISOLATED if reading == FRIEND_READINGS[1] else OUT
            values = {"near": str(near), "state": state}
            other, outcome = (FRIEND_READINGS[0], OUT) if state == ISOLATED else (FRIEND_READINGS[1], ISOLATED)
            return state, (
                Reason(ref("11.2"), "No line, but a supplied friend within {near} hexes: {state}", values),
                *_by_reading(case, FRIEND_READING, other, lowered(state, lower), lowered(outcome, lower)),
            )
        return ISOLATED, (Reason(ref("11.2"), "No line, and no supplied friend within {near} hexes", {"near": str(near)}),)
    if given.get("line") == "terrain":
        text = "Rivers without a bridge or the sea alone leave no line; enemies do not close it: {state}"
        return OUT, (Reason(ref("11.1"), text, {"state": OUT}),)
    for name in ("level", "distance"):
        if given.get(name) is None:
            raise WrongUse(f"Give {name}=…: it is wanted where a line can be traced.")
    reading = case.choices.get("supply.level", "highest")
    level, why = counted_level(case, reading, given)
    limit = consulted.number(LINE, level, "hexes")
    distance = given["distance"]
    if distance < 0:
        raise WrongUse(f"distance: {distance} is below 0.")
    facts |= {"level": level, "limit": limit, "distance": distance}
    told: dict[str, object] = {"level": level, "why": why, "limit": str(limit), "distance": distance}
    said = [
        Reason(ref("11.0"), "Level {level}, {why}: a length of {limit} at most", told, numbers={"limit": limit}),
        Reason(ref("11.0"), "Length of the line: {distance}", told, numbers={"distance": distance}),
    ]
    if given.get("connected") == "no":
        said.append(Reason(ref("11.1"), "The road is not connected to a source of the same nation"))
        return OUT, said
    state = SUPPLIED
    if distance > limit:
        said.append(Reason(ref("11.1"), "The line is longer than allowed"))
        state = OUT
    other = next(each for each in LEVEL_READINGS if each != reading)
    otherwise = SUPPLIED if distance <= consulted.number(LINE, counted_level(case, other, given)[0], "hexes") else OUT
    said += _by_reading(case, "supply.level", other, lowered(state, lower), lowered(otherwise, lower))
    return state, said


def _by_reading(case: Tables, reading: str, other: str, state: str, otherwise: str) -> Iterable[Reason]:
    """The reading, where it decides between two states of supply."""
    if state != otherwise:
        yield reading_reason(case, reading, other, otherwise)


def counted_level(case: Tables, reading: str, given: Mapping[str, Any]) -> tuple[int, str]:
    """The level that sets how long a line may be by a reading, and what it is the highest of. Raises WrongUse. [VCS 11.0]"""
    path: tuple[Fraction, ...] = given.get("path", ())
    held: dict[str, Fraction] = {"of the unit's hex": Fraction(given["level"])}
    if path:
        held["on the way"] = max(path)
    if given.get("road_level") is not None:
        held["of the road hex"] = Fraction(given["road_level"])
    most = case.ruleset.whole("terrain.levels")
    for what, level in held.items():
        if level.denominator != 1 or not 1 <= level <= most:
            raise WrongUse(f"The level {what} is {level}; levels are whole numbers from 1 to {most}.")
    if reading == LEVEL_READINGS[1]:
        held.pop("of the road hex", None)
    why = max(held, key=lambda what: held[what])
    return int(held[why]), f"the highest, {why}" if len(held) > 1 else why


def effects(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """What a state of supply leaves of strengths and of the movement allowance. [VCS 11.1.5, 11.2.5]"""
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref
    state = given["state"]
    section = {SUPPLIED: "11.0", OUT: "11.1.5", ISOLATED: "11.2.5"}[state]
    facts: dict[str, Number | str] = {}
    said = []
    for side in (ATTACK, DEFENCE):
        printed = given.get(side)
        if printed is not None:
            facts[side] = by_supply(case, consulted, Fraction(printed), state, side)
            told = {"side": side, "printed": str(printed), "left": str(facts[side])}
            said.append(Reason(ref(section), "{printed} in {side}: {left}", told))
    printed = given.get("movement")
    if printed is not None:
        if given.get("mechanised") is None:
            raise WrongUse("Give mechanised=… with movement=…: yes or no.")
        moved, why = allowance(case, consulted, Fraction(printed), state, given["mechanised"] == "yes")
        facts["movement"] = moved
        said.append(Reason(ref(section), "{printed} in movement: {left}", {"printed": str(printed), "left": str(moved)}))
        said += why
    if not facts:
        raise WrongUse("Give attack=…, defence=… or movement=…: what supply is to leave a part of.")
    return Ruling("supply.effects", case.ruleset.id, state, None, tuple(said), Facts(facts), consulted.charts)


def allowance(
    case: Tables, consulted: Consulted, printed: Fraction, state: str, mechanised: bool
) -> tuple[Fraction, tuple[Reason, ...]]:
    """What supply leaves of a movement allowance, and the reading where it decides. [VCS 11.1.5, 11.2.5]"""
    stated = _allowance(case, consulted, printed, state, mechanised)
    least = min(stated, _allowance(case, consulted, printed, OUT, mechanised)) if state == ISOLATED else stated
    held = {"further": least, "as_stated": stated}
    choice = case.choices.get("isolation.movement", "further")
    other = next(each for each in held if each != choice)
    if held[other] == held[choice]:
        return held[choice], ()
    return held[choice], (reading_reason(case, "isolation.movement", other, f"an allowance of {held[other]}"),)


def _allowance(case: Tables, consulted: Consulted, printed: Fraction, state: str, mechanised: bool) -> Fraction:
    """What a state of supply by itself leaves; halves are rounded down."""
    kind = "mechanised" if mechanised else "non-mechanised"
    whole = Fraction(rounded(printed * consulted.number(EFFECTS, state, f"{kind} factor"), halved(case)))
    most = consulted.cell(EFFECTS, state, "mechanised most") if mechanised else None
    return min(whole, most) if isinstance(most, Fraction) else whole


def by_air(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """Whether supply by air or sea arrives, and what it does. [VCS 11.4]"""
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref
    if given.get("weather") in ("rain", "storm"):
        told = {"weather": given["weather"]}
        said = (Reason(ref("11.4"), "No supply by air or sea in turns of {weather}", told),)
        return Ruling("supply.air", case.ruleset.id, "prohibited", None, said, Facts({}))
    if given.get("by") == "sea" and given.get("coastal") == "no":
        said = (Reason(ref("11.4"), "Supply by sea reaches coastal hexes only"),)
        return Ruling("supply.air", case.ruleset.id, "prohibited", None, said, Facts({}))
    near = given["enemies"] == "zone" or (
        given["enemies"] == "adjacent" and case.choices.get("supply.enemy_near", "zone") == "adjacent"
    )
    words = {
        "zone": "The unit stands in an enemy zone",
        "adjacent": "An enemy is adjacent, without a zone in the hex",
        "none": "No enemy is adjacent",
    }
    turn = case.choices.get(ATTEMPTS, next(iter(ATTEMPT_TURNS)))
    cost = consulted.number(COSTS, "Air or sea supply", "points")
    most = counted(case.ruleset.whole("relief.attempts"), "attempt")
    before: tuple[Reason, ...] = (
        Reason(ref("11.4"), f"A side has {{most}} in a {ATTEMPT_TURNS[turn]}, by air or by sea", {"most": most}),
        Reason(ref("11.4"), words[given["enemies"]]),
        Reason(ref("11.4"), "The attempt costs {points} support point", {"points": amount(cost)}, numbers={"points": cost}),
    )
    otherwise = next(each for each in ATTEMPT_TURNS if each != turn)
    before = (*before, reading_reason(case, ATTEMPTS, otherwise, f"{most} in a {ATTEMPT_TURNS[otherwise]}"))
    if given["enemies"] == "adjacent":
        other = "zone" if near else "adjacent"
        before = (*before, reading_reason(case, "supply.enemy_near", other, f"column {FAR if near else NEAR}"))
    roll = given.get("roll")
    checked_roll(consulted.book.chart(AIR), roll, 0)
    ruling = read_column(case, consulted, "supply.air", AIR, NEAR if near else FAR, (), roll, before, "11.4")
    if ruling.verdict == "supplied" and given.get("state"):
        state = lowered(given["state"], -1)
        reason = Reason(ref("11.4"), "One level better: {state}", {"state": state})
        return replace(ruling, value=state, reasons=(*ruling.reasons, reason))
    return ruling


def surrender(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """What an isolated unit loses in the supply phase. [VCS 11.2.6]"""
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref
    if case.choices.get("isolation.surrender", "off") != "on":
        said = (Reason(ref("11.2.6"), "The box does not play surrender; its options can"),)
        return Ruling("surrender", case.ruleset.id, NOT_PLAYED, None, said, Facts({}))
    attacked = given.get("attacked") == "yes"
    markers = given["markers"]
    most = case.ruleset.whole("isolation.markers")
    if not 0 <= markers <= most:
        raise WrongUse(f"markers: a unit has 0 to {most} isolation markers, not {markers}.")
    added = [Reason(ref("11.2.6"), "Attacked while isolated: the second marker at once")] if attacked and markers else []
    markers = most if added else markers
    if markers < most:
        told = {"markers": markers, "needed": most}
        said = (Reason(ref("11.2.6"), "{markers} isolation markers; nobody rolls below {needed}", told),)
        return Ruling("surrender", case.ruleset.id, "none", 0, said, Facts({"markers": markers}))
    roll = given.get("roll")
    checked_roll(consulted.book.chart(SURRENDER), roll, 0)
    return read_column(case, consulted, "surrender", SURRENDER, "steps", (), roll, tuple(added), "11.2.6")
