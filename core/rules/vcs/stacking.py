"""Stacking, set-up and reinforcements [VCS 3.0, 5.4, 8.0-8.2, 14.0]."""

from core.geometry.hexes import Hex
from core.model.terrain import Provenance
from core.rules.kernel.charts import Consulted
from core.rules.kernel.force_rules import (
    Count,
    Displaced,
    ForceRules,
    Sections,
    Tally,
    enemy_in,
    first_as_said,
    is_way,
    whole_cell,
)
from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.system import ForceTables
from core.rules.vcs.counters import ARTILLERY, DEPOT, PARENT, UNITS, unit_of
from core.rules.vcs.ground import NOT_SAID, YES, zone_by_size

STACKING, TERRAIN, LIMITS, WAYS = "vcs.stacking", "vcs.terrain", "vcs.limits", "vcs.ways"
PROHIBITED = "prohibited"
DELAY = "Turns that a closed entry delays"


def tally(case: ForceTables, consulted: Consulted, forces: Forces, units: tuple[Unit, ...]) -> Tally:
    """The combat units of one side in a hex, and how many of them fight and support. [VCS 8.0, 8.2]"""
    counts = []
    for row, kind, section in (
        ("Units", "", "8.0"),
        ("Parent units that fight", PARENT, "8.2"),
        ("Artillery that supports", ARTILLERY, "8.2"),
    ):
        shares = tuple((unit.id, 1) for unit in units if kind in ("", unit.kind))
        limit, origin = whole_cell(consulted, STACKING, row, "limit")
        if shares or not kind:
            name = row[0].lower() + row[1:]
            counts.append(Count(name, "units", section, limit, shares, origin, binds=not kind))
    return Tally(tuple(counts))


def closed(case: ForceTables, consulted: Consulted, unit: Unit, kind: str) -> Provenance | None:
    """The chart that closes a kind of terrain to a type of unit, None where it is open. [VCS 5.4]"""
    terrain = case.forces.terrain.get(kind)
    if terrain is None:
        return None
    column = unit_of(unit).column
    if terrain.costs.get(column) == "P":
        return terrain.provenance or Provenance(terrain.id, terrain.name, "box", "the terrain of the box")
    if consulted.book.chart(TERRAIN).rows.index(terrain.name) is None:
        return Provenance(TERRAIN, terrain.name, "rules text", "VCS 5.4") if terrain.sea else None
    found = consulted.cell(TERRAIN, terrain.name, column)
    return consulted.origin(TERRAIN, terrain.name, column) if found == PROHIBITED else None


def is_road(case: ForceTables, consulted: Consulted, kind: str) -> bool:
    """Whether a way lets units into terrain that is closed to them. [VCS 5.4]"""
    return is_way(case, consulted, kind, WAYS)


def blocked(case: ForceTables, consulted: Consulted, forces: Forces, side: str, place: Hex) -> str:
    """Why an entry hex is closed: enemies hold it, or have a zone of control there. [VCS 14.0]"""
    if held := enemy_in(forces, side, place, UNITS):
        return held
    beside = (unit for near in place.neighbours() for unit in forces.units(near) if unit.side != side)
    near_by = (unit for unit in beside if unit_of(unit).has_zone)
    zone = next((unit for unit in near_by if zone_by_size(case, consulted, unit_of(unit).size) in (YES, NOT_SAID)), None)
    return f"it lies in the zone of {zone.name}" if zone is not None else ""


def displaced(case: ForceTables, consulted: Consulted) -> Displaced:
    """Units whose entry is closed wait, and come in anywhere on the same edge, or at a depot. [VCS 14.0]"""
    return Displaced(delay=int(consulted.number(LIMITS, DELAY, "number")), depots=frozenset({DEPOT}))


RULES = ForceRules(
    kinds=UNITS,
    sections=Sections(
        stacking="8.0",
        overstacked="8.0",
        enemies="8.0",
        within="3.0",
        zone="3.0",
        terrain="5.4",
        first="3.0",
        entry="14.0",
        unit_once="3.0",
    ),
    tally=tally,
    closed=closed,
    is_road=is_road,
    blocked=blocked,
    displaced=displaced,
    first=first_as_said,
)
"""What VCS says of units in hexes."""
