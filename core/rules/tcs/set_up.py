"""Set-up and reinforcements: who may stand where at the start, and how blocked entries shift [TCS 4.01 20.1f, 27.0]."""

from collections.abc import Iterator

from core.geometry.hexes import Hex
from core.model.issues import Issue
from core.model.terrain import Provenance
from core.rules.kernel.charts import Consulted
from core.rules.kernel.force_rules import Displaced, ForceRules, Sections, first_as_said, is_way
from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.system import ForceTables
from core.rules.tcs.forces.counters import UNITS
from core.rules.tcs.forces.mounting import mounted_checks
from core.rules.tcs.forces.stacking import tally
from core.rules.tcs.movement.entering import column, column_of
from core.rules.tcs.orders.command import TYPES
from core.rules.tcs.orders.op_sheets import scenario_checks
from core.rules.tcs.procedures.dangers import attack_zones, minefields
from core.rules.tcs.unit_orders import may_not_enter

TERRAIN = "tcs.terrain_effects"
PROHIBITED, ROAD = "P", "road"


def closed(case: ForceTables, consulted: Consulted, unit: Unit, kind: str) -> Provenance | None:
    """The chart that closes a kind of terrain to a unit's class of movement, None where it is open. [TCS 4.01 20.1f]

    A chart of the box or of its palette says so before the basic one.
    """
    column = column_of(unit.word("movement.class"))
    terrain = case.forces.terrain.get(kind)
    if terrain is None:
        return None
    if column in terrain.costs:
        printed = Provenance(terrain.id, terrain.name, "box", "the terrain of the box")
        return (terrain.provenance or printed) if terrain.costs[column] == PROHIBITED else None
    if consulted.book.chart(TERRAIN).rows.index(terrain.name) is None:
        return Provenance(TERRAIN, terrain.name, "rules text", "20.1f") if terrain.sea else None
    found = consulted.cell(TERRAIN, terrain.name, column)
    return consulted.origin(TERRAIN, terrain.name, column) if found == PROHIBITED else None


def is_road(case: ForceTables, consulted: Consulted, kind: str) -> bool:
    """Whether a way lets units into terrain that is closed to them. [TCS 4.01 20.1e, 20.1f]"""
    return is_way(case, consulted, kind, TERRAIN, "counts", ROAD)


def blocked(case: ForceTables, consulted: Consulted, forces: Forces, side: str, place: Hex) -> str:
    """Why an entry hex lets units shift: enemies, attack zones or mines in it or beside it. [TCS 4.01 27.2a]"""
    near = (place, *place.neighbours())
    enemy = next((u for h in near for u in forces.units(h) if u.side != side and u.kind in UNITS), None)
    if enemy is not None:
        return f"{enemy.name} is in it or beside it"
    zones = attack_zones(forces)
    if not zones.isdisjoint(near):
        return "an attack zone is in it or beside it"
    mines = minefields(forces)
    return "a minefield is in it or beside it" if not mines.isdisjoint(near) else ""


def displaced(case: ForceTables, consulted: Consulted) -> Displaced:
    """How far along the edge units may shift. [TCS 4.01 27.2a]"""
    return Displaced(edge=case.ruleset.whole("entry.shift"), inside=None, by_any=True)


def may_overstack(case: ForceTables) -> bool:
    """Whether the game lets hexes begin above the limit. [TCS 4.01 27.1c]"""
    return case.choices["setup.overstacked"] == "allowed"


def lists_strength(case: ForceTables) -> bool:
    """Whether the scenario lists the strength of each unit, and units need not begin with all steps. [TCS 4.01 27.1d]"""
    return case.choices["setup.strength"] == "listed"


def spreads_losses(case: ForceTables) -> bool:
    """Whether losses are spread over all units that are named, and not taken from types among them. [TCS 4.01 27.1e]"""
    return case.choices["setup.losses"] == "even"


def checks(case: ForceTables, forces: Forces, file: str) -> Iterator[Issue | None]:
    """Op sheets, mines, and units that begin mounted. [TCS 4.01 6.5-6.12, 21.1, 24.1]"""
    yield from scenario_checks(case, forces, file)
    yield from mounted_checks(case, forces, file)


RULES = ForceRules(
    kinds=UNITS,
    sections=Sections(
        stacking="5.1",
        overstacked="27.1c",
        enemies="5.2b",
        within="27.1a",
        zone="27.1a",
        terrain="20.1f",
        first="27.0",
        entry="27.2a",
        unit_once="27.0",
        op_sheets="6.5",
        strength="27.1d",
        losses="27.1e",
        column="27.2c",
    ),
    tally=tally,
    closed=closed,
    is_road=is_road,
    blocked=blocked,
    displaced=displaced,
    first=first_as_said,
    checks=checks,
    may_overstack=may_overstack,
    sheet_types=TYPES,
    lists_strength=lists_strength,
    spreads_losses=spreads_losses,
    may_not_enter=may_not_enter,
    column=column,
)
"""What TCS says of units in hexes."""
