"""Artillery: missions, ammunition, adjustment, scatter, point fire, guns on the map [TCS 4.01 18.2-18.9, 24.3-24.6]."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.charts import Consulted, find
from core.rules.kernel.combat import read_table
from core.rules.kernel.modifiers import Total, signed
from core.rules.kernel.parameters import Words
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import ForceTables, Parameter, Question, Tables
from core.rules.kernel.tables import READ, at_once
from core.rules.tcs.orders.by_orders import UNITS, by_orders
from core.rules.tcs.procedures.missions import BATTALION, BATTERY, HE, ILLUM, ROCKET, SMOKE
from core.rules.tcs.readings import reading_reason
from core.rules.tcs.reckoning import (
    PROHIBITED,
    answer,
    at_least,
    checked,
    checked_rolls,
    flag,
    has_row,
    is_on,
    item,
    least,
    needed_to_roll,
    roll_table,
    step,
    whole,
    word_of,
)

MISSIONS, STRENGTHS, ROCKETS = "tcs.artillery.missions", "tcs.artillery.strengths", "tcs.artillery.rockets"
ADJUSTMENT, NATIONALITY, SCATTER = "tcs.artillery.adjustment", "tcs.artillery.nationality", "tcs.artillery.scatter"
POINT_FIRE, POINT_MODIFIERS = "tcs.artillery.point_fire", "tcs.artillery.point_fire.modifiers"
DIRECT, SMOKE_TABLE, ILLUMINATION = "tcs.on_map_direct_fire", "tcs.smoke.mortar_gun", "tcs.illumination"
GOOD, BAD, NO_SHOOT, SCATTERS = "good shoot", "bad shoot", "no shoot", "scatter"
SMOKE_FROM = {"mortar": "smoke.mortar", "infantry gun": "smoke.infantry_gun"}
"""The numbers of the rules that say from which calibre a unit fires smoke and light. [TCS 4.01 24.3c, 24.5a]"""


def mission(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """The strength in and beside the attack zone of a mission, its zone and its ammunition. [TCS 4.01 18.2c, 18.5, 18.6]"""
    consulted = Consulted(case.charts)
    kind, size = given["mission"], given.get("size", BATTERY)
    fast, continuous = is_on(given, "fast"), is_on(given, "continuous")
    calibres = _calibres(given)
    row = _row(kind, fast, continuous)
    forbidden = _forbidden(case, consulted, row, kind, size, fast or continuous, max(calibres, default=None))
    if forbidden:
        return answer(case, consulted, "artillery.mission", PROHIBITED, None, forbidden)
    if kind == ROCKET:
        return _rocket(case, consulted, given)
    _, said = by_orders(case, given.get("unit", ()), "mission")
    facts: dict[str, Number | str] = {}
    ammunition = _ammunition(case, consulted, given, row, size, said)
    zone = consulted.cell(MISSIONS, row, f"{size} zone")
    facts |= {"ammunition": ammunition, "zone": zone}
    said.append(step(case, "18.5a" if size == BATTERY else "18.5b", "Attack zone, in hexes: {zone}", zone=zone))
    if kind != HE:
        template = (
            "Smoke does no harm; it comes unless there is no shoot" if kind == SMOKE else "Light is neither adjusted nor fails"
        )
        said.append(step(case, "18.5c" if kind == SMOKE else "18.3", template))
        return answer(case, consulted, "artillery.mission", READ, ammunition, said, facts)
    printed = _printed(case, consulted, given, min(calibres, default=None), said)
    times = consulted.number(MISSIONS, row, "strength")
    beside = consulted.number(MISSIONS, row, "beside the zone")
    strength = printed * times
    name = {"HE": "HE", "fast": "Fast fire", "continuous": "Continuous fire", "fast continuous": "Fast continuous fire"}[row]
    section = "18.6a" if row == "fast" else "18.6b" if continuous else "18.5a"
    said.append(
        step(
            case,
            section,
            "{name}: {times} × {printed} = {strength}",
            name=name,
            times=times,
            printed=printed,
            strength=strength,
        )
    )
    said.append(step(case, "18.5a", "Hexes beside the zone: {beside}", beside=strength * beside))
    facts |= {"times": times, "printed": printed, "strength": strength, "beside": strength * beside}
    return answer(case, consulted, "artillery.mission", READ, strength, said, facts)


def _row(kind: str, fast: bool, continuous: bool) -> str:
    if kind != HE:
        return kind
    return " ".join(["fast"] * fast + ["continuous"] * continuous) or HE


def _calibres(given: Mapping[str, Any]) -> tuple[int, ...]:
    """Calibres of mixed batteries: the smallest decides the strength, the largest on fast fire. [TCS 4.01 18.5b, 18.6a]"""
    found: tuple[Fraction, ...] = tuple(given.get("calibre", ()))
    if any(each < 1 or each.denominator != 1 for each in found):
        raise WrongUse("calibre: whole millimetres above 0 are needed.")
    return tuple(int(each) for each in found)


def _forbidden(
    case: Tables, consulted: Consulted, row: str, kind: str, size: str, modified: bool, calibre: int | None
) -> list[Reason]:
    """Why there is no such mission; empty when there is. [TCS 4.01 18.5b-d, 18.6a, 18.6c]"""
    if modified and kind != HE:
        return [step(case, "18.6c" if kind == ROCKET else "18.6", "Only HE missions of guns are fast or continuous")]
    if consulted.cell(MISSIONS, row, f"{size} zone") == "not allowed":
        return [step(case, "18.5b", "A battalion fires HE alone")]
    largest = consulted.cell(MISSIONS, row, "largest calibre")
    if isinstance(largest, Fraction) and calibre is not None and calibre > largest:
        template = "Fast fire is for calibres up to {largest} mm, not for {calibre} mm"
        return [step(case, "18.6a", template, largest=largest, calibre=calibre)]
    return []


def _ammunition(
    case: Tables, consulted: Consulted, given: Mapping[str, Any], row: str, size: str, said: list[Reason]
) -> Fraction:
    """The battery fires that a mission spends. [TCS 4.01 18.2c, 18.6a, 18.6b]"""
    cost = consulted.number(MISSIONS, row, f"{size} ammunition")
    if size == BATTALION:
        batteries = least("batteries", given.get("batteries"), 1)
        by_batteries = None if batteries is None else consulted.number(MISSIONS, row, f"{BATTERY} ammunition") * batteries
        as_batteries = case.choices.get("ammunition.battalion") == "batteries"
        if as_batteries and by_batteries is None:
            raise WrongUse("batteries: by the options of the box a battalion spends ammunition for each battery (18.6b).")
        other = cost if as_batteries else by_batteries
        if as_batteries and by_batteries is not None:
            cost = by_batteries
        if other is not None and other != cost:
            choice = "three" if as_batteries else "batteries"
            said.append(reading_reason(case, "ammunition.battalion", choice, f"{other} battery fires"))
    said.append(step(case, "18.2c", "Ammunition, in battery fires: {cost}", cost=cost))
    return cost


def _printed(case: Tables, consulted: Consulted, given: Mapping[str, Any], calibre: int | None, said: list[Reason]) -> Fraction:
    """The strength on the barrage marker: as given, else by the calibre. [TCS 4.01 18.5b, 18.7d, 18.7e, 18.8]"""
    printed = given.get("printed")
    shoot = given.get("shoot", GOOD)
    generic = case.choices.get("barrage.markers") == "generic"
    if printed is not None and not generic:
        said.append(step(case, "18.5a", "Printed strength: {printed}", printed=printed))
        return Fraction(least("printed", printed, 0) or 0)
    if calibre is None:
        raise WrongUse("printed: the strength of the barrage marker is needed, or calibre=… for a generic one.")
    if case.choices.get("barrage.markers") == "own":
        raise WrongUse("printed: by the options of the box barrage markers have strengths of their own.")
    found = consulted.number(STRENGTHS, calibre, shoot)
    said.append(
        step(case, "18.8", "Generic marker, {calibre} mm, {shoot}: {printed}", calibre=calibre, shoot=shoot, printed=found)
    )
    return found


def _first_rocket(consulted: Consulted, chosen: str) -> str | None:
    """The rocket of one of the first games, which the box's choice names; None where it names none. [TCS 4.01 18.6c]"""
    game = chosen.replace("_", " ").casefold()
    return next((row for row in consulted.book.chart(ROCKETS).rows.labels if row.casefold().endswith(f", {game}")), None)


def _rocket(case: Tables, consulted: Consulted, given: Mapping[str, Any]) -> Ruling:
    """A rocket mission: always a good shoot that scatters, nothing beside its zone. [TCS 4.01 18.6c, 18.7]"""
    printed = least("printed", given.get("printed"), 0)
    if printed is not None and given.get("rocket"):
        raise WrongUse("rocket: give it, or the strength that its marker prints, not both.")
    chosen = case.choices.get("rockets.zones", "")
    name = given.get("rocket") or (_first_rocket(consulted, chosen) if printed is None else None)
    if not name and chosen == "by_age" and case.choices.get("counters.coding") == "first_five":
        known = "; ".join(consulted.book.chart(ROCKETS).rows.labels)
        raise WrongUse(f"rocket: in games 2-01 to 2-05 zone and strength are listed by name: {known}.")
    ammunition = consulted.number(MISSIONS, ROCKET, "battery ammunition")
    said = [
        step(
            case,
            "18.6c",
            "Rockets always scatter: the white die in hexes, in the direction of the red one; always a good shoot",
        )
    ]
    facts: dict[str, Number | str] = {"ammunition": ammunition, "beside": Fraction(0)}
    if name:
        name = word_of(consulted, "rocket", name, ROCKETS)
        strength, radius = consulted.number(ROCKETS, name, "HE strength"), consulted.number(ROCKETS, name, "radius")
        template = "{name}: radius {radius} hexes, strength {strength}, doubled already"
        said.append(step(case, "18.6c", template, name=name, radius=radius, strength=strength))
        facts["radius"] = radius
    elif printed is not None:
        strength = Fraction(printed)
        said.append(step(case, "18.6c", "The marker prints the doubled strength: {strength}", strength=strength))
    else:
        raise WrongUse("rocket: name a rocket of the chart tcs.artillery.rockets, or give printed=…")
    said.append(step(case, "18.6c", "Hexes beside the zone are not attacked"))
    facts["strength"] = strength
    return answer(case, consulted, "artillery.mission", READ, strength, said, facts)


def adjustment(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """The chances of an adjustment, what a roll gives, and where a mission scatters. [TCS 4.01 18.5c, 18.7]"""
    consulted = Consulted(case.charts)
    value, said = _adjustment_value(case, consulted, given)
    chart = consulted.book.chart(ADJUSTMENT)
    roll, die = checked("roll", given.get("roll"), chart.dice), checked("die", given.get("die"), "d6")
    place = find(chart.columns, value)
    table = read_table(consulted, chart, place, place, (), roll)
    chances = dict(table.chances)
    if str(value) != place.label:
        said.append(step(case, "18.7a", "Read in the column {column}", column=place.label))
    smoke = given.get("mission") == SMOKE
    comes = 1 - chances.get(NO_SHOOT, Fraction(0))
    facts: dict[str, Number | str] = {"adjustment_value": value}
    facts |= {f"{result.replace(' ', '_')}_chance": chance for result, chance in table.chances}
    if smoke:
        facts["smoke_chance"] = comes
        said.append(step(case, "18.5c", "Smoke comes on anything but no shoot: {chance}", chance=comes))
    if roll is None:
        return answer(case, consulted, "artillery.adjustment", READ, value, said, facts, (table,))
    said.append(step(case, "18.7a", "Value {value}, a roll of {roll}: {result}", value=value, roll=roll, result=table.result))
    if table.result == NO_SHOOT:
        said.append(step(case, "18.7b", "Nothing happens, and the ammunition is kept"))
    if table.result == SCATTERS:
        said.append(step(case, "18.7c", "A mission that scatters is a bad shoot"))
        if die is not None:
            _scatter(case, consulted, die, facts, said)
    return answer(case, consulted, "artillery.adjustment", table.result, value, said, facts, (table,))


def _adjustment_value(case: Tables, consulted: Consulted, given: Mapping[str, Any]) -> tuple[int, list[Reason]]:
    """The printed adjustment value, or that of the nationality. Raises WrongUse. [TCS 4.01 18.7a]"""
    value, nation = given.get("value"), given.get("nationality")
    choice = case.choices.get("artillery.adjustment_row", "where_missing")
    if nation and (choice == "nationality" or (value is None and choice != "printed")):
        nation = word_of(consulted, "nationality", nation, NATIONALITY)
        found = int(consulted.number(NATIONALITY, nation, "adjustment value"))
        return found, [step(case, "18.7a", "{nation}: adjustment value {value}", nation=nation, value=found)]
    if value is None:
        allowed = "by the options of the box only a printed value counts" if choice == "printed" else "or nationality=…"
        raise WrongUse(f"value: the adjustment value is needed; {allowed}.")
    return value, [step(case, "18.7a", "Adjustment value {value}", value=value)]


def _scatter(case: Tables, consulted: Consulted, die: int, facts: dict[str, Number | str], said: list[Reason]) -> None:
    """How far a mission scatters, and who chooses where. [TCS 4.01 18.7c]"""
    chart, column = consulted.column(SCATTER, "hexes")
    hexes = int(consulted.result(chart, column, die))
    chart, column = consulted.column(SCATTER, "direction")
    direction = consulted.result(chart, column, die)
    template = "A die of {die}: in a random direction, hexes {hexes}"
    if direction != "random":
        template = "A die of {die}: the opponent places it within {hexes} hexes"
    said.append(step(case, "18.7c", template, die=die, hexes=hexes))
    facts |= {"hexes": hexes, "direction": direction}


def scatter(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """Where a mission that scatters lands. [TCS 4.01 18.7c]"""
    consulted = Consulted(case.charts)
    die = checked("die", given["die"], "d6")
    facts: dict[str, Number | str] = {"shoot": BAD}
    said: list[Reason] = []
    _scatter(case, consulted, die or 0, facts, said)
    said.append(step(case, "18.7c", "A mission that scatters is a bad shoot"))
    return answer(case, consulted, "artillery.scatter", str(facts["direction"]), facts["hexes"], said, facts)


def point_fire(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """What artillery needs to destroy point targets, one roll for each step and marker. [TCS 4.01 18.6a, 18.9, 24.5b]

    An infantry gun makes a Point Fire Action, which units need orders for; a mission of artillery is none. [TCS 4.01 14.1i]
    """
    consulted = Consulted(case.charts)
    calibre, distance = given["calibre"], least("infantry_gun", given.get("infantry_gun"), 0)
    if distance is not None and is_on(given, "fast"):
        raise WrongUse("fast: only missions of artillery are fast fire (18.6a).")
    least("calibre", calibre, 1)
    targets = least("targets", given.get("targets", 1), 1) or 1
    least_mm, farthest = (case.ruleset.whole(f"point_fire.infantry_gun{name}") for name in ("", "_farthest"))
    if distance is not None and (calibre < least_mm or distance > farthest):
        template = "Infantry guns need {calibre} mm and fire so as far as {range} hexes"
        said = [step(case, "24.5b", template, calibre=least_mm, range=farthest)]
        return answer(case, consulted, "artillery.point_fire", PROHIBITED, None, said)
    barred, by_order = by_orders(case, given.get("unit", ()), "mission" if distance is None else "point")
    if barred:
        return answer(case, consulted, "artillery.point_fire", PROHIBITED, None, barred)
    chart = consulted.book.chart(POINT_FIRE)
    base = needed_to_roll(consulted.cell(POINT_FIRE, calibre, "needed"))
    far = distance is not None and distance >= case.ruleset.whole("point_fire.infantry_gun_far")
    rows = ["fast fire"] * is_on(given, "fast") + ["infantry gun at range 8-14"] * far
    items = tuple(
        item(case, consulted, row[0].upper() + row[1:], POINT_MODIFIERS, row, "modifier", "18.6a" if "fast" in row else "24.5b")
        for row in rows
        if has_row(consulted, POINT_MODIFIERS, row)
    )
    modifier = int(Total(items).net)
    needed = None if base is None else base - modifier
    said = [
        *by_order,
        step(case, "18.9b", "{calibre} mm: {base} or more", calibre=calibre, base="never" if base is None else base),
    ]
    said += [each.reason for each in items]
    if items and needed is not None:
        said.append(step(case, "18.9b", "Modifier {modifier}: {needed} or more", modifier=signed(modifier), needed=needed))
    chance = at_least(chart.dice, needed)
    facts: dict[str, Number | str] = {
        "needed": "never" if needed is None else needed,
        "chance": chance,
        "expected_losses": chance * targets,
    }
    rolls = checked_rolls("rolls", given.get("rolls", ()), chart.dice, targets)
    verdict = READ
    if rolls:
        kills = sum(needed is not None and roll >= needed for roll in rolls)
        verdict = "destroyed" if kills else "nothing"
        facts["kills"] = kills
        said.append(step(case, "18.9b", "Rolls {rolls}: destroyed {kills}", rolls=", ".join(map(str, rolls)), kills=kills))
    table = roll_table(chart, needed, None, str(calibre), "needed", items)
    return answer(case, consulted, "artillery.point_fire", verdict, facts["needed"], said, facts, (table,))


@dataclass(frozen=True, slots=True)
class GunStrength:
    """What a gun on the map has that fires direct, each of its steps: its strength, its range in hexes, None where nothing says
    it, and by what."""

    strength: int
    reach: int | None
    reason: Reason


def gun_strength(
    case: Tables, consulted: Consulted, printed: int | None, reach: int | None, calibre: int | None
) -> GunStrength | None:
    """The strength of guns that fire direct: printed, or by the calibre where the counter prints none; None without either.
    [TCS 4.01 24.6b]"""
    choice = case.choices.get("artillery.gun_strengths", "where_missing")
    if calibre is not None and (choice == "calibre" or (choice == "where_missing" and printed is None)):
        strength, found = (int(consulted.number(DIRECT, calibre, column)) for column in ("strength", "range"))
        template = "{calibre} mm: strength {strength}, range {range}"
        said = step(case, "24.6b", template, calibre=calibre, strength=strength, range=found)
        return GunStrength(strength, found, said)
    if printed is None:
        return None
    return GunStrength(printed, reach, step(case, "24.6b", "Printed strength: {strength}", strength=printed))


def direct_fire(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """The area fire strength and range of guns on the map that fire direct. [TCS 4.01 24.6b, 24.6c]"""
    consulted = Consulted(case.charts)
    printed, reach = (least(name, given.get(name), 0) for name in ("printed", "reach"))
    steps = least("steps", given.get("steps", 1), 1) or 1
    _, said = by_orders(case, given.get("unit", ()), "direct")
    found = gun_strength(case, consulted, printed, reach, least("calibre", given.get("calibre"), 1))
    if found is None:
        raise WrongUse("printed: the strength on the counter is needed, or calibre=… where it prints none.")
    strength, reach = found.strength, found.reach
    said.append(found.reason)
    said.append(step(case, "24.6b", "{steps} × {strength} = {whole}", steps=steps, strength=strength, whole=steps * strength))
    said.append(step(case, "24.6c", "One battery fire of ammunition for each phase, however many guns of the battery fire"))
    facts: dict[str, Number | str] = {"strength": steps * strength, "ammunition": 1}
    if reach is not None:
        facts["range"] = reach
    return answer(case, consulted, "artillery.direct", READ, steps * strength, said, facts)


def allotment(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """The battery fires that an allotment is worth; those of the first five games are quartered. [TCS 4.01 18.2]"""
    choice = case.choices.get("ammunition.allotment", "by_age")
    old = choice == "quartered" or (choice == "by_age" and case.choices.get("counters.coding") == "first_five")
    parts = case.ruleset.whole("allotment.divisor")
    facts: dict[str, Number | str] = {}
    said = []
    for name in (HE, SMOKE, ILLUM):
        given_number = least(name, given.get(name.lower()), 0)
        if given_number is None:
            continue
        divided = old and name != ILLUM
        fires = whole(case, Fraction(given_number, parts)) if divided else given_number
        template = "{name}: {given} / {parts}, rounded {fires}" if divided else "{name}: {fires}"
        said.append(step(case, "18.2", template, name=name, given=given_number, parts=parts, fires=fires))
        facts[name.lower()] = fires
    if not facts:
        raise WrongUse("he, smoke, illumination: at least one allotment is needed.")
    return answer(case, Consulted(case.charts), "artillery.ammunition", READ, None, said, facts)


def smoke(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """What a mortar or infantry gun must roll for smoke; its light always comes. [TCS 4.01 24.3c, 24.5a, 26.2b]"""
    consulted = Consulted(case.charts)
    firer, calibre, marker = given["firer"], least("calibre", given["calibre"], 1) or 1, given.get("marker", SMOKE)
    section = "24.3c" if firer == "mortar" else "24.5a"
    least_mm = case.ruleset.whole(SMOKE_FROM[firer])
    if calibre < least_mm:
        said = [step(case, section, "From {least} mm on, not with {calibre} mm", least=least_mm, calibre=calibre)]
        return answer(case, consulted, "smoke", PROHIBITED, None, said)
    barred, said = by_orders(case, given.get("unit", ()), "smoke")
    if barred:
        return answer(case, consulted, "smoke", PROHIBITED, None, barred)
    if marker == ILLUM:
        radius = consulted.number(ILLUMINATION, "mortar or infantry gun", "radius")
        said.append(step(case, "26.2b", "Light always comes; its radius is {radius} hexes", radius=radius))
        return answer(case, consulted, "smoke", READ, radius, said, {"radius": radius})
    chart = consulted.book.chart(SMOKE_TABLE)
    roll = checked("roll", given.get("roll"), chart.dice)
    needed = needed_to_roll(consulted.cell(SMOKE_TABLE, firer, "smoke"))
    table = roll_table(chart, needed, roll, firer, "smoke")
    shown: Number | str = "never" if needed is None else needed
    said.append(step(case, section, "{firer}: smoke on {needed} or more", firer=firer.capitalize(), needed=shown))
    if roll is not None:
        said.append(step(case, section, "A roll of {roll}: {result}", roll=roll, result=table.result))
    facts: dict[str, Number | str] = {"needed": shown, "chance": at_least(chart.dice, needed)}
    return answer(case, consulted, "smoke", table.result or READ, shown, said, facts, (table,))


_ON_MAP = replace(UNITS, help="the artillery on the map, by its ids or names: its orders are told, though it needs none")
_CALIBRE = Parameter("calibre", "whole", "calibre in millimetres", least=1)

QUESTIONS: tuple[Question, ...] = (
    Question(
        "artillery.mission",
        "the strength of a mission in its attack zone and beside it, its zone, and its ammunition",
        "18.2c, 18.5, 18.6, 24.6e",
        (
            Parameter("mission", "choice", "type of mission", required=True, choices=(HE, SMOKE, ILLUM, ROCKET)),
            Parameter("size", "choice", "what fires; a battery without it", choices=(BATTERY, BATTALION)),
            flag("fast", "whether it is fast fire (18.6a)"),
            flag("continuous", "whether it is continuous fire (18.6b)"),
            Parameter("printed", "whole", "strength on the barrage marker, on the side that was rolled", least=0),
            Parameter("calibre", "fractions", "calibre in millimetres of each battery; the smallest counts (18.5b)", least=1),
            Parameter("shoot", "choice", "side of a generic marker; good shoot without it", choices=(GOOD, BAD)),
            Parameter("batteries", "whole", "batteries of the battalion", least=1),
            Parameter(
                "rocket",
                "text",
                "a rocket of the first games, as on the chart tcs.artillery.rockets",
                words=Words((ROCKETS,)),
            ),
            _ON_MAP,
        ),
        at_once(mission),
    ),
    Question(
        "artillery.adjustment",
        "the chances of an adjustment, what a roll gives, and where a mission scatters",
        "18.5c, 18.7",
        (
            Parameter("value", "whole", "adjustment value of the artillery", least=0),
            Parameter("nationality", "text", "nationality, where the game prints no value", words=Words((NATIONALITY,))),
            Parameter("mission", "choice", "type of mission; HE without it", choices=(HE, SMOKE)),
            Parameter("roll", "whole", "the roll, 11 to 66"),
            Parameter("die", "whole", "the die for scatter"),
        ),
        at_once(adjustment),
    ),
    Question(
        "artillery.scatter",
        "where a mission that scatters lands",
        "18.7c",
        (Parameter("die", "whole", "the roll of one die", required=True),),
        at_once(scatter),
    ),
    Question(
        "artillery.point_fire",
        "what artillery and infantry guns need to destroy point targets",
        "6.3a, 14.1i, 18.6a, 18.9, 24.5b",
        (
            Parameter("calibre", "whole", "calibre in millimetres", required=True, least=1),
            flag("fast", "whether it is fast fire (18.6a)"),
            Parameter("infantry_gun", "whole", "range in hexes of an infantry gun, which fires direct (24.5b)", least=0),
            Parameter("targets", "whole", "target steps, or infantry guns that fire; one without it", least=1),
            UNITS,
            Parameter("rolls", "fractions", "the sums of two dice, one for each, before modifiers"),
        ),
        at_once(point_fire),
    ),
    Question(
        "artillery.direct",
        "the strength and range of guns on the map that fire direct",
        "6.3a, 24.6b, 24.6c",
        (
            Parameter("printed", "whole", "fire strength on the counter", least=0),
            Parameter("reach", "whole", "range on the counter, in hexes", least=0),
            _CALIBRE,
            Parameter("steps", "whole", "steps left; one without it", least=1),
            _ON_MAP,
        ),
        at_once(direct_fire),
    ),
    Question(
        "artillery.ammunition",
        "the battery fires that an allotment is worth",
        "18.2",
        (
            Parameter("he", "whole", "HE as the scenario gives it", least=0, title="HE"),
            Parameter("smoke", "whole", "smoke as the scenario gives it", least=0),
            Parameter("illumination", "whole", "illumination as the scenario gives it", least=0),
        ),
        at_once(allotment),
    ),
    Question(
        "smoke",
        "what a mortar or infantry gun needs for smoke, and how far its light reaches",
        "13.1c, 24.3c, 24.5a, 26.2b",
        (
            Parameter("firer", "choice", "what fires", required=True, choices=tuple(SMOKE_FROM)),
            Parameter("calibre", "whole", "calibre in millimetres", required=True, least=1),
            Parameter("marker", "choice", "what it fires; smoke without it", choices=(SMOKE, ILLUM)),
            UNITS,
            Parameter("roll", "whole", "the roll of one die"),
        ),
        at_once(smoke),
    ),
)
