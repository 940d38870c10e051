"""What units may do that readings decide: end a move far from their Rally Point, or retreat in the place of overwatch fire."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.rules.kernel.charts import Consulted
from core.rules.kernel.rulings import UNDECIDABLE, Number, Reason, Ruling
from core.rules.kernel.system import ForceTables, Parameter, Question, Tables
from core.rules.kernel.tables import at_once
from core.rules.tcs.orders.by_orders import ordered
from core.rules.tcs.orders.standing import Standing
from core.rules.tcs.readings import reading_reason
from core.rules.tcs.reckoning import ALLOWED, NO, PROHIBITED, YES, answer, flag, is_on, step

RETREAT, VEHICLES = "tcs.syr", "vehicles and carriers alone"
ASSIGNED, UNASSIGNED, ON_MOVE, TO_DEFEND = "assigned", "unassigned", "move sheet", "moving to defend"
POINT_ACTION, OTHER_POINT_FIRE, NO_POINT_FIRE = "point fire action", "other point fire", "no point fire"


def move_end(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """Whether units without orders may end a move, or a retreat of their own will, where they would. [TCS 4.01 6.3c]"""
    if case.choices.get("command.play") == "without":
        raise WrongUse("By the options of the box the command rules are not used (6.1).")
    if given.get("unit"):
        return _of_unit(case, given)
    if given.get("units") is None or given.get("start") is None:
        raise WrongUse("units, start: both are needed, or unit=… for a unit whose orders are known.")
    bound = case.choices.get("unassigned.move_sheets") == "bound"
    other, choice = _move_end(case, given, not bound), "free" if bound else "bound"
    return _with_reading(case, _move_end(case, given, bound), other, "unassigned.move_sheets", choice)


def words_of(standing: Standing) -> dict[str, str]:
    """What orders make of units in the words of 6.3c; reserves follow preliminary instructions. [TCS 4.01 6.3c, 6.14a-b]"""
    if standing.orders in (ASSIGNED, ON_MOVE, TO_DEFEND):
        return {"units": standing.orders}
    return {"units": UNASSIGNED} | ({"preliminary": YES} if standing.orders in ("preliminary", "reserve") else {})


def _of_unit(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """Where a unit of the game may end, by its orders, its rally point and the hexes that it goes from and to; what was said
    of them goes before what is known. Raises WrongUse. [TCS 4.01 6.3c, 6.12]"""
    name = given["unit"]
    if given.get("units") is not None:
        raise WrongUse("units: the orders of the unit say it already.")
    known = ordered(case, [name])
    unit = case.forces.named("unit", name)
    if not known:
        raise WrongUse(f"unit: of the orders of {unit.name} nothing is known; say units=… and start=… in its place.")
    standing, said = known[0].standing, list(known[0].reasons)
    told = {**{key: given[key] for key in ("start", "end", "closer", "retreat") if key in given}, **words_of(standing)}
    here, to, rally = unit.piece.at if unit.piece is not None else None, given.get("to"), standing.rally
    if rally is not None:
        template = "Its Rally Point is {rally}"
        said.append(replace(step(case, "6.12", template), values={"rally": rally}, hexes=(rally,)))
        told |= {"start": rally.distance(here)} if "start" not in told and isinstance(here, Hex) else {}
        told |= {"end": rally.distance(to)} if "end" not in told and to is not None else {}
        said += _toward(case, standing, told)
    elif "start" not in told and "end" not in told:
        return _nowhere_to_gather(case, told, said)
    if "start" not in told:
        raise WrongUse(f"start: {unit.name} stands in no hex; say how far from its Rally Point it began its phase.")
    ruling = move_end(case, told)
    return replace(ruling, reasons=(*said, *ruling.reasons))


def _toward(case: ForceTables, standing: Standing, told: Mapping[str, Any]) -> Iterator[Reason]:
    """Whether who carries out failure instructions gets nearer to its rally point, as it must unless enemies pin it.
    [TCS 4.01 6.11b-c]"""
    start, end = told.get("start"), told.get("end")
    if not standing.fails or not start or end is None or is_on(told, "retreat"):
        return
    template = "It ends {end} hexes from it, nearer than the {start} of before, as it must"
    if end >= start:
        template = (
            "It ends {end} hexes from it after {start}, though it must move toward it; only enemies in its way excuse that"
        )
    yield step(case, "6.11c", template, start=start, end=end)


def _nowhere_to_gather(case: ForceTables, told: Mapping[str, Any], said: list[Reason]) -> Ruling:
    """The same of a unit whose rally point is not known: only whether it ends further from it cannot be told."""
    beyond = case.ruleset.whole("rally.radius") + 1
    ruling = move_end(case, {**told, "start": beyond})
    if ruling.detail.facts["bound"] == NO:
        return replace(ruling, reasons=(*said, *ruling.reasons))
    bound, *_, last = ruling.reasons
    said += [bound, step(case, "6.12", "Its Rally Point is not known here")]
    if ruling.verdict == PROHIBITED:
        return replace(ruling, reasons=(*said, last))
    if is_on(told, "retreat") or told.get("preliminary") == YES:
        return replace(ruling, reasons=tuple(said))
    said.append(step(case, "6.3c", "It may end no further from it, which cannot be told"))
    return replace(ruling, verdict=UNDECIDABLE, reasons=tuple(said))


def _move_end(case: Tables, given: Mapping[str, Any], bound: bool) -> Ruling:
    """The same, with units on Move sheets and defenders on their way bound by 6.3c or not."""
    units, start, end = given["units"], given["start"], given.get("end")
    retreat = is_on(given, "retreat")
    said = [_bound(case, units, bound)]
    if units == ASSIGNED or (units in (ON_MOVE, TO_DEFEND) and not bound):
        return answer(case, Consulted(case.charts), "move.end", ALLOWED, None, said, {"bound": "no"})
    radius, verdict = case.ruleset.whole("rally.radius"), ALLOWED
    if start <= radius:
        template = "They begin {start} hexes from their Rally Point, within {radius}: they may end anywhere"
        said.append(step(case, "6.3c", template, start=start, radius=radius))
        return answer(case, Consulted(case.charts), "move.end", verdict, None, said, {"bound": "no"})
    said.append(
        step(case, "6.3c", "They begin {start} hexes from their Rally Point, beyond {radius}", start=start, radius=radius)
    )
    if is_on(given, "closer"):
        verdict = PROHIBITED
        said.append(step(case, "6.3c", "They may not end closer to enemies that they can spot on the way"))
    if end is not None and not retreat:
        told = {"start": start, "end": end}
        if end <= start:
            said.append(step(case, "6.3c", "They end {end} hexes from it, no further than before", **told))
        elif is_on(given, "preliminary"):
            said.append(step(case, "6.3c", "They end further from it, as preliminary instructions let them", **told))
        else:
            verdict = PROHIBITED
            said.append(step(case, "6.3c", "They may not end {end} hexes from it, further than before", **told))
    return answer(case, Consulted(case.charts), "move.end", verdict, None, said, {"bound": "yes"})


def _bound(case: Tables, units: str, bound: bool) -> Reason:
    """Whether the limits of units without orders are theirs at all. [TCS 4.01 6.3c, 6.6d, 6.6e]"""
    if units == ASSIGNED:
        return step(case, "6.3", "Units with orders: 6.3c does not bind them")
    if units == UNASSIGNED:
        return step(case, "6.3c", "Units without orders: 6.3c binds them")
    section = "6.6d" if units == ON_MOVE else "6.6e"
    who = "Units on a Move sheet in force" if units == ON_MOVE else "Units on their way to what they defend"
    if bound:
        return step(case, section, "{who} count as Unassigned, and 6.3c binds them", who=who)
    return step(case, section, "{who} count as Unassigned, but 6.3c does not bind them", who=who)


def vehicle_retreat(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """Whether vehicles may retreat in the place of overwatch fire, and how far. [TCS 4.01 15.2h, 17.4, 17.4c]"""
    wide = case.choices.get("vehicle_syr.trigger") == "any_point_fire"
    other, choice = _vehicle_retreat(case, given, not wide), "point_action" if wide else "any_point_fire"
    return _with_reading(case, _vehicle_retreat(case, given, wide), other, "vehicle_syr.trigger", choice)


def _vehicle_retreat(case: Tables, given: Mapping[str, Any], any_point_fire: bool) -> Ruling:
    """The same, with any point fire as such a trigger or Point Fire Actions alone."""
    consulted = Consulted(case.charts)
    fire = given["trigger"]
    verdict, said = ALLOWED, []
    if fire == POINT_ACTION or (fire == OTHER_POINT_FIRE and any_point_fire):
        said.append(step(case, "15.2h", "Such a trigger lets vehicles retreat: {fire}", fire=fire))
    else:
        verdict = PROHIBITED
        said.append(step(case, "15.2h", "Such a trigger lets no vehicle retreat: {fire}", fire=fire))
    if is_on(given, "fired"):
        verdict = PROHIBITED
        said.append(step(case, "17.4", "Vehicles marked as Fired do not take part"))
    facts: dict[str, Number | str] = {}
    if verdict == ALLOWED:
        hexes = facts["hexes"] = consulted.number(RETREAT, VEHICLES, "hexes")
        said.append(step(case, "17.4c", "They retreat {hexes} hexes, fewer where they end in cover", hexes=hexes))
        said.append(step(case, "15.2h", "Their riders go with them; others in the hex may still fire on overwatch"))
    return answer(case, consulted, "syr.vehicles", verdict, facts.get("hexes"), said, facts)


def _with_reading(case: Tables, ruling: Ruling, other: Ruling, name: str, choice: str) -> Ruling:
    """A ruling, which names the reading that decides it where another choice would change its verdict."""
    if other.verdict == ruling.verdict:
        return ruling
    return replace(ruling, reasons=(*ruling.reasons, reading_reason(case, name, choice, other.verdict)))


QUESTIONS: tuple[Question, ...] = (
    Question(
        "move.end",
        "whether units without orders may end a move or a voluntary SYR where they would",
        "6.3c, 6.6d, 6.6e, 6.12, 6.14a-b",
        (
            Parameter(
                "units",
                "choice",
                "their orders: on a sheet in force, on none, on a Move sheet, on their way to what they are to defend",
                choices=(ASSIGNED, UNASSIGNED, ON_MOVE, TO_DEFEND),
            ),
            Parameter(
                "start",
                "whole",
                "hexes from their Rally Point at the start of the Action Phase; with a unit those from where it stands",
                least=0,
            ),
            Parameter("end", "whole", "hexes from it where they would end", least=0),
            Parameter(
                "unit",
                "text",
                "the unit of the game, by its id or name, whose orders and Rally Point count in the place of units",
            ),
            Parameter("to", "hex", "the hex where that unit would end"),
            flag("closer", "whether they would end closer to enemies that they can spot on the way"),
            flag("retreat", "whether it is a voluntary SYR"),
            flag("preliminary", "whether they carry out preliminary instructions (6.14a)"),
        ),
        at_once(move_end),
        title="Where a move may end",
    ),
    Question(
        "syr.vehicles",
        "whether vehicles may retreat in the place of overwatch fire, and how far",
        "15.2h, 17.4, 17.4c",
        (
            Parameter(
                "trigger",
                "choice",
                "the fire that they answer: a Point Fire Action, a point fire that is none, or neither",
                required=True,
                choices=(POINT_ACTION, OTHER_POINT_FIRE, NO_POINT_FIRE),
            ),
            flag("fired", "whether they are marked as Fired"),
        ),
        at_once(vehicle_retreat),
        title="Retreat of vehicles",
    ),
)
