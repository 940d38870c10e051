"""What the orders of units let them do, for every ruling that is asked about units of the game.

[TCS 4.01 6.3a-b, 6.14b, 13.1c, 14.1i, 17.1e, 17.8c-d, 22.0j, 23.0l, 24.6e, 25.1e]

`OrdersInForce` says what orders make of a unit; here is what follows from that, each time as steps of an argument. Nothing is
said where the command rules are left out (6.1), nor of units of a side none of whose sheets is known.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.rulings import Reason
from core.rules.kernel.system import ForceTables, Parameter
from core.rules.tcs.forces.units import DUG_IN, FIRE
from core.rules.tcs.forces.units import Unit as Counted
from core.rules.tcs.orders.standing import OrdersInForce, Standing, orders_of
from core.rules.tcs.reckoning import ALLOWED, PROHIBITED, step

Act = Literal["suppressive", "smoke", "point", "assault", "overrun", "overwatch", "direct", "mission", "flak"]
"""What units do: Suppressive Fire Actions, smoke in their place, Point Fire Actions, the beginning of assaults and overruns,
fire on overwatch, direct fire of artillery on the map, its missions, fire at sorties."""

ON_MAP = "artillery"
VEHICLE_KINDS = frozenset({"vehicle", "carrier"})
"""Kinds of pieces that have no morale of units. [TCS 4.01 3.1c-d]"""

_BARRED: Mapping[Act, tuple[str, str]] = MappingProxyType(
    {
        "suppressive": ("13.1c", "{unit}: as Unassigned it fires no Suppressive Fire Action"),
        "smoke": ("13.1c", "{unit}: as Unassigned it fires no Suppressive Fire Action, and no smoke or light in its place"),
        "point": ("14.1i", "{unit}: as Unassigned it fires no Point Fire Action"),
        "assault": ("22.0j", "{unit}: as Unassigned it begins no Assault"),
        "overrun": ("23.0l", "{unit}: as Unassigned it begins no Overrun"),
    }
)
_FREE: Mapping[Act, tuple[str, str]] = MappingProxyType(
    {
        "overwatch": ("6.3a", "{unit}: Unassigned units, too, fire on overwatch"),
        "direct": ("6.3a", "{unit}: Unassigned artillery on the map, too, fires direct"),
        "mission": ("24.6e", "{unit}: Unassigned artillery, too, fires missions"),
        "flak": ("25.1e", "{unit}: Unassigned AA guns, too, fire at sorties"),
    }
)
_FREE_ARTILLERY = ("6.3a", "{unit}: Unassigned artillery on the map, too, fires Suppressive Fire Actions")


@dataclass(frozen=True, slots=True)
class Ordered:
    """A unit, what its orders make of it and why. `is_unassigned` says whether it counts as such for fire, assaults and morale,
    `attacks` whether it is left and has an attack mission."""

    unit: Unit
    standing: Standing
    reasons: tuple[Reason, ...]
    is_unassigned: bool
    may_be_dug_in: bool
    attacks: bool


def ordered(case: ForceTables, names: Iterable[str]) -> tuple[Ordered, ...]:
    """The units of some names, by their ids or what they are called, of whose orders anything is known. Raises WrongUse.
    [TCS 4.01 6.1, 6.3]"""
    return orders_of_units(case, case.forces, tuple(case.forces.named("unit", name) for name in names))


def orders_of_units(case: ForceTables, forces: Forces, units: Iterable[Unit]) -> tuple[Ordered, ...]:
    """The same of units, each once."""
    once = {unit.id: unit for unit in units}
    if not once or case.choices.get("command.play") == "without":
        return ()
    orders = orders_of(case, forces)
    return tuple(_ordered(orders, unit) for unit in once.values() if orders.knows_of(unit))


def of_formation(case: ForceTables, name: str) -> tuple[Ordered, ...]:
    """The same of all units of a formation, by its id or name. Raises WrongUse."""
    formation = case.forces.formation_named("formation", name)
    return ordered(case, (each.id for each in case.forces.oob.all_members(formation.id)))


def _ordered(orders: OrdersInForce, unit: Unit) -> Ordered:
    standing = orders.of(unit)
    return Ordered(
        unit,
        standing,
        tuple(orders.reasons(unit, standing)),
        is_unassigned=orders.counts_as_unassigned(standing),
        may_be_dug_in=orders.may_be_dug_in(standing),
        # Nobody who is lost keeps the rest of a formation from recovering (17.1e, 17.8d).
        attacks=orders.attacks(standing) and not orders.is_lost(unit),
    )


def by_orders(case: ForceTables, names: Iterable[str], act: Act) -> tuple[list[Reason], list[Reason]]:
    """Why units may not do something by their orders, and what is said of those that may. One that may not is enough.

    [TCS 4.01 6.3a, 6.14b, 13.1c, 14.1i, 22.0j, 23.0l, 24.6e, 25.1e]
    """
    barred: list[Reason] = []
    said: list[Reason] = []
    for each in ordered(case, names):
        told = barred if is_barred(each, act) else said
        told += [*each.reasons, *consequences(case, each, act)]
    return barred, said


def is_barred(each: Ordered, act: Act) -> bool:
    """Whether the orders of a unit forbid it something."""
    return _rule(each, act)[0] and each.is_unassigned


def consequences(case: ForceTables, each: Ordered, act: Act) -> Iterator[Reason]:
    """What follows from the orders of a unit for what it does: nothing where it has any."""
    needs_orders, (section, template) = _rule(each, act)
    if each.is_unassigned:
        yield step(case, section, template, unit=each.unit.name)
    if needs_orders and each.standing.orders == "reserve":
        other, outcome = ("assigned", ALLOWED) if each.is_unassigned else ("unassigned", PROHIBITED)
        yield reading_reason(case, "reserves.state", other, outcome)


def _rule(each: Ordered, act: Act) -> tuple[bool, tuple[str, str]]:
    """Whether units without orders may not do something, with the rule and its sentence. [TCS 4.01 6.3a]"""
    if act == "suppressive" and each.unit.kind == ON_MAP:
        return False, _FREE_ARTILLERY
    return (True, _BARRED[act]) if act in _BARRED else (False, _FREE[act])


def as_dug_in(case: ForceTables, names: Iterable[str], told: Sequence[Counted]) -> tuple[tuple[Counted, ...], list[Reason]]:
    """Units that were told of, of which none stays Dug In where the orders of none of the named ones let it be, and why.

    [TCS 4.01 6.3a, 6.14b, 6.16d]
    """
    known = ordered(case, names)
    bare = [each for each in known if not each.may_be_dug_in]
    if not bare or all(unit.posture != DUG_IN for unit in told):
        return tuple(told), []
    said = [reason for each in bare for reason in (*each.reasons, not_dug_in(case, each))]
    if len(bare) < len(known):
        return tuple(told), said
    return tuple(replace(unit, posture=FIRE) if unit.posture == DUG_IN else unit for unit in told), said


def not_dug_in(case: ForceTables, each: Ordered) -> Reason:
    """That a unit is not Dug In by its orders. [TCS 4.01 6.3a, 6.16d]"""
    section = "6.3a" if each.is_unassigned else "6.16d"
    return step(case, section, "{unit} defends nothing that was prepared: it is not Dug In", unit=each.unit.name)


UNITS = Parameter("unit", "texts", "the units of the game that do so, by their ids or names: their orders say whether they may")
"""Counters of the game beside what is told of units in words."""

TARGETS = Parameter(
    "target_unit",
    "texts",
    "the units of the game fired at, by their ids or names: where the orders of none of them let it be Dug In, none of the "
    "targets is (6.3a, 6.16d)",
)
