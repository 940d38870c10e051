"""Costs that the rules state as numbers: road movement, obstacles beside engineers, interdiction, overruns; hazardous terrain;
and what a retreat costs in steps.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from core.base.amounts import amount
from core.base.counted import counted
from core.base.errors import WrongUse
from core.rules.kernel.charts import Consulted
from core.rules.kernel.combat import Facts, chart_word
from core.rules.kernel.rounding import rounded
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.system import Tables
from core.rules.new_scs.strengths import ATTACK, TERRAIN, most_shift, rounding

MOVEMENT = "new_scs.movement"
ROAD, AIR, OVERRUNS = "Road movement phase", "Air phase", "Overruns"
ENGINEERS, AMBUSH, APPLYING = "Unit types and special abilities", "Ambush and surprise", "Applying combat results"
PAID = "paid"
ZONES, ONCE, MIXED, MAJORITY = "zones.retreat_loss", "once", "zones.mixed_stack", "majority"


def road(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """The points of road movement, and how far they reach. [New SCS Road movement phase]"""
    consulted = Consulted(case.charts)
    points = given["allowance"] * _cost(consulted, "Allowances, road movement")
    costs = {name: _cost(consulted, f"{name} hex, road movement") for name in ("Road", "Trail")}
    if given.get("interdicted") == "yes":
        costs = {name: _interdicted(consulted, cost, True, False) for name, cost in costs.items()}
    reach = {name: int(points / cost) for name, cost in costs.items()}
    said = {"points": amount(points), "road": reach["Road"], "trail": reach["Trail"]}
    reason = Reason(case.ruleset.ref(ROAD), "{points} points: {road} hexes of road or {trail} of trail", said)
    facts = Facts({"points": points, "road_hexes": reach["Road"], "trail_hexes": reach["Trail"]})
    return Ruling("movement.road", case.ruleset.id, PAID, points, (reason,), facts, consulted.charts)


def obstacle(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """What a hexside costs beside engineers that have not moved. [New SCS Unit types and special abilities]"""
    consulted = Consulted(case.charts)
    cost = given["cost"]
    now = beside_engineers(case, consulted, cost)
    said = {"cost": amount(cost), "now": amount(now)}
    reason = Reason(case.ruleset.ref(ENGINEERS), "An obstacle of {cost} costs {now} beside engineers", said)
    return Ruling("movement.obstacle", case.ruleset.id, PAID, now, (reason,), Facts({"cost": now}), consulted.charts)


def beside_engineers(case: Tables, consulted: Consulted, cost: Fraction) -> Fraction:
    """Half of the cost of a hexside, rounded down; nothing of a low one. [New SCS Unit types and special abilities]"""
    if cost == case.ruleset.numbers["engineers.low_obstacle"].value:
        return _cost(consulted, "Low obstacle beside engineers")
    share = cost * _cost(consulted, "Share of an obstacle beside engineers")
    return Fraction(rounded(share, rounding(case, "engineers.obstacle")))


def interdiction(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """What a hex within one of an interdicting air marker costs. [New SCS Air phase]"""
    consulted = Consulted(case.charts)
    zone, along = given.get("zone") == "yes", given.get("road") == "yes"
    now = _interdicted(consulted, given["cost"], along, zone)
    ref = case.ruleset.ref(AIR)
    said = [Reason(ref, "A hex of {cost} costs {now}", {"cost": amount(given["cost"]), "now": amount(now)})]
    if along:
        said.append(Reason(ref, "A road hex costs at least one point before the penalty"))
    if zone:
        said.append(Reason(ref, "The penalty is not added to that of an enemy zone"))
    return Ruling("movement.interdiction", case.ruleset.id, PAID, now, tuple(said), Facts({"cost": now}), consulted.charts)


def _interdicted(consulted: Consulted, cost: Fraction, along: bool, zone: bool) -> Fraction:
    if along:
        cost = max(cost, _cost(consulted, "Interdicted road, at least"))
    return cost + _cost(consulted, "Enemy zone of control" if zone else "Interdicted hex")


def overrun_points(case: Tables, consulted: Consulted, target: Fraction) -> Fraction:
    """What an overrun costs of a hex that costs so much. [New SCS Movement phase; Overruns]"""
    flat = case.choices.get("overrun.cost") == "flat"
    return _cost(consulted, "Overrun, flat") if flat else _cost(consulted, "Overrun") + target


def barred_terrain(case: Tables, consulted: Consulted, rows: Iterable[str]) -> tuple[str, ...]:
    """The rows among some that no overrun goes against or across. [New SCS Movement phase; Overruns]"""

    def barred(row: str) -> bool:
        two = consulted.number(TERRAIN, row, "shift left") >= most_shift(case)
        return consulted.cell(TERRAIN, row, "overrun") == "no" or (two and case.choices.get("overrun.two_shifts") != "allowed")

    return tuple(row for row in rows if barred(row))


def overrun(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """What an overrun costs, and whether the terrain lets it. [New SCS Movement phase; Overruns]"""
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref(OVERRUNS)
    points = overrun_points(case, consulted, given["target"])
    said = [Reason(ref, "Together {points} points", {"points": amount(points)}, numbers={"points": points})]
    rows = [chart_word(consulted, word, (TERRAIN,))[1] for word in given.get("terrain", ())]
    barred = barred_terrain(case, consulted, rows)
    said += [Reason(ref, "No overrun against or across this terrain: {row}", {"row": row}) for row in barred]
    verdict = "prohibited" if barred else "allowed"
    return Ruling("overrun", case.ruleset.id, verdict, points, tuple(said), Facts({"points": points}), consulted.charts)


def hazard(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """Whether all attackers are in hazardous terrain. [New SCS Ambush and surprise]

    A hex is hazardous when something lowers the attack out of it, and its own terrain gives no shift to who defends there.
    """
    consulted = Consulted(case.charts)
    ref = case.ruleset.ref(AMBUSH)
    said, all_ = [], True
    for text in given["hexes"]:
        rows = [chart_word(consulted, word.strip(), (TERRAIN,))[1] for word in text.split("*")]
        hazardous = is_hazardous(consulted, rows)
        all_ = all_ and hazardous
        told = {"hex": " and ".join(rows), "what": "hazardous" if hazardous else "not hazardous"}
        said.append(Reason(ref, "{hex}: {what}", told))
    if not said:
        raise WrongUse("hexes: give the terrain of each attacking hex, such as River*Forest.")
    verdict = "hazardous" if all_ else "not hazardous"
    facts = Facts({"hazardous": "yes" if all_ else "no"})
    return Ruling("hazard", case.ruleset.id, verdict, verdict, tuple(said), facts, consulted.charts)


def is_hazardous(consulted: Consulted, rows: Sequence[str]) -> bool:
    """Whether terrain lowers the attack out of a hex that shelters nobody. [New SCS Ambush and surprise]"""
    lowered = any(consulted.number(TERRAIN, row, ATTACK) < 1 for row in rows)
    return lowered and not any(consulted.number(TERRAIN, row, "shift left") > 0 for row in rows)


def is_spared(case: Tables, soft: int, armoured: int) -> bool:
    """Whether zones of units that cannot fight armour cost a stack nothing. [New SCS Applying combat results]"""
    return armoured > soft if case.choices.get(MIXED) == MAJORITY else not soft


def most_zones(case: Tables) -> int | None:
    """The most steps that zones cost on one retreat; None where each hex costs one. [New SCS Applying combat results]"""
    return case.ruleset.whole("zones.retreat_steps") if case.choices.get(ZONES) == ONCE else None


def retreat_losses(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """The steps that a stack loses on its retreat. [New SCS Applying combat results; Unit types and special abilities]

    Zones of units that cannot fight armour cost armoured units nothing. Each unit loses a step for each hex that it cannot go.
    """
    soft, armoured = given.get("soft") or 0, given.get("armoured") or 0
    zones, guns, blocked = (given.get(name) or 0 for name in ("zones", "gun_zones", "blocked"))
    if not soft and not armoured:
        raise WrongUse("Say what retreats: soft=… or armoured=… units.")
    if min(soft, armoured, zones, guns, blocked) < 0 or guns > zones:
        raise WrongUse("gun_zones: these are some of the hexes in zones, and no number here is below 0.")
    ref = case.ruleset.ref(APPLYING)
    spared, most = is_spared(case, soft, armoured), most_zones(case)
    each, stays = case.ruleset.whole("zones.retreat_steps"), case.ruleset.whole("retreat.blocked_steps")
    paid = each * (guns if spared else zones)
    lost = paid if most is None else min(most, paid)
    said = []
    if spared and zones > guns:
        said.append(Reason(ref, "Zones of units that cannot fight armour cost nothing: {hexes}", {"hexes": zones - guns}))
    said.append(Reason(ref, "Steps lost to enemy zones: {lost}", {"lost": lost}, numbers={"steps": lost}))
    stuck = stays * blocked * (soft + armoured)
    if blocked:
        told = {"hexes": blocked, "units": soft + armoured, "steps": stuck}
        said.append(Reason(ref, "{hexes} hexes that cannot be retreated, {units} units: {steps} steps", told))
    facts = Facts({"zone_steps": lost, "blocked_steps": stuck, "steps": lost + stuck})
    return Ruling("retreat.losses", case.ruleset.id, PAID, lost + stuck, tuple(said), facts)


def _cost(consulted: Consulted, row: str) -> Fraction:
    return consulted.number(MOVEMENT, row, "points")


def of_retreat(ruling: Ruling) -> tuple[str, ...]:
    """What a ruling on the losses of a retreat comes to."""
    return (counted(int(ruling.value or 0), "step"),)
