"""What the op sheets of a game make of its units, and what they may not do by that, asked [TCS 4.01 6.3, 6.6d-e, 6.14a-b]."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from core.rules.kernel.charts import Consulted
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.orders_detail import OrdersDetail, UnitOrders
from core.rules.kernel.rulings import UNDECIDABLE, Reason, Ruling
from core.rules.kernel.system import ForceTables, Parameter, Question
from core.rules.kernel.tables import READ, at_once
from core.rules.tcs.forces.counters import DUG_IN_MARK, UNITS
from core.rules.tcs.orders.by_orders import VEHICLE_KINDS, Act, Ordered, consequences, is_barred, not_dug_in, orders_of_units
from core.rules.tcs.orders.command import refuse_without_command
from core.rules.tcs.orders.sheet_questions import SCENARIO
from core.rules.tcs.procedures.morale import UNASSIGNED_MORE
from core.rules.tcs.reckoning import step

ACTS: Mapping[Act, str] = MappingProxyType(
    {"suppressive": "suppressive fire", "point": "point fire", "assault": "assaults", "overrun": "overruns"}
)
"""What orders decide of, in words."""


def unit_orders(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """What orders make of units, and what these may not do by that. [TCS 4.01 6.3, 6.6d-e, 6.14a-b]

    Of all units whose orders are known it is told whom each sheet binds.
    """
    refuse_without_command(case)
    forces = case.forces.in_scenario(given.get("scenario") or "")
    asked = tuple(forces.named("unit", name) for name in given.get("unit", ()))
    every = asked or tuple(unit for unit in forces.all_units() if unit.kind in UNITS)
    known = orders_of_units(case, forces, every)
    unknown = tuple(unit for unit in asked if unit.id not in {each.unit.id for each in known})
    said: list[Reason] = []
    if unknown or not known:
        said.append(step(case, "1.5", "Of their orders nothing is known here: {units}", units=names(unknown or every)))
    said += _each(case, known) if asked else _together(case, known)
    found = tuple(_detail(each) for each in known)
    bare = sum(each.is_unassigned for each in known)
    detail = OrdersDetail({"assigned": len(known) - bare, "unassigned": bare}, units=found)
    states = {each.state for each in found}
    verdict = UNDECIDABLE if not found else states.pop() if len(states) == 1 else READ
    return Ruling("opsheet.units", case.ruleset.id, verdict, bare, tuple(said), detail, Consulted(case.charts).charts)


def _each(case: ForceTables, known: Iterable[Ordered]) -> Iterator[Reason]:
    """What holds for each unit: its orders, what they forbid and what they add."""
    for each in known:
        yield from each.reasons
        for act in _acts(each.unit):
            if is_barred(each, act):
                yield from consequences(case, each, act)
        marks = each.unit.piece.marks if each.unit.piece is not None else frozenset()
        if DUG_IN_MARK in marks and not each.may_be_dug_in:
            yield not_dug_in(case, each)
        if not each.is_unassigned:
            continue
        if each.unit.kind in VEHICLE_KINDS:
            yield step(case, "6.3b", "{unit}: nothing is added to the morale of vehicles", unit=each.unit.name)
        else:
            more = Consulted(case.charts).number(*UNASSIGNED_MORE)
            yield step(case, "6.3b", "{unit}: {more} added to its morale", unit=each.unit.name, more=more)


def _together(case: ForceTables, known: Iterable[Ordered]) -> Iterator[Reason]:
    """Whom each sheet binds, and how."""
    groups: dict[tuple[str, str, str], list[Unit]] = {}
    for each in known:
        groups.setdefault((each.standing.sheet, each.standing.orders, each.standing.type), []).append(each.unit)
    for (sheet, state, kind), units in groups.items():
        template = (
            "{sheet}, {state} ({type}): {units}" if kind else "{sheet}, {state}: {units}" if sheet else "{state}: {units}"
        )
        yield step(case, "6.3", template, sheet=sheet, state=state, type=kind, units=names(units))


def _detail(each: Ordered) -> UnitOrders:
    unit, standing = each.unit, each.standing
    return UnitOrders(
        unit.id,
        unit.name,
        unit.piece.at if unit.piece is not None else None,
        standing.orders,
        standing.type,
        standing.sheet,
        standing.rally,
        each.is_unassigned,
        tuple(ACTS[act] for act in _acts(unit) if is_barred(each, act)),
    )


def _acts(unit: Unit) -> Iterator[Act]:
    """What of it a unit could do at all: vehicles and carriers alone overrun. [TCS 4.01 23.0a]"""
    return (act for act in ACTS if act != "overrun" or unit.kind in VEHICLE_KINDS)


def may_not_enter(case: ForceTables, forces: Forces, units: tuple[Unit, ...]) -> tuple[Reason, ...]:
    """Why reinforcements may not come in yet: they are on no sheet in force, nor on preliminary instructions.
    [TCS 4.01 6.13e, 27.2b]"""
    known = orders_of_units(case, forces, (unit for unit in units if unit.kind in UNITS))
    bare = tuple(each.unit for each in known if each.standing.orders == "unassigned")
    if not bare:
        return ()
    template = "{units}: on no op sheet in force and on no preliminary instructions; who is not stays off the map"
    return (step(case, "27.2b", template, units=names(bare)),)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "opsheet.units",
        "what the op sheets in force make of units of the game, and what they may not do by that",
        "6.3, 6.6d, 6.6e, 6.14a, 6.14b, 13.1c, 14.1i, 22.0j, 23.0l",
        (
            Parameter("unit", "texts", "the units, by their ids or names; all whose orders are known without it"),
            SCENARIO,
        ),
        at_once(unit_orders),
        title="Orders of units",
    ),
)
