"""Stacking, set-up and reinforcements [VCS 3.0, 5.4, 8.0-8.2, 14.0]."""

from fractions import Fraction

from core.base.amounts import amount
from core.geometry.hexes import Hex
from core.model.terrain import Provenance
from core.rules.kernel.charts import Consulted
from core.rules.kernel.force_rules import (
    Column,
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
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.rulings import Reason
from core.rules.kernel.system import ForceTables
from core.rules.vcs.counters import ARTILLERY, DEPOT, PARENT, UNITS, unit_of
from core.rules.vcs.depots import may_not_enter
from core.rules.vcs.ground import NOT_SAID, YES, zone_by_size

STACKING, TERRAIN, LIMITS, WAYS, MODES = "vcs.stacking", "vcs.terrain", "vcs.limits", "vcs.ways", "vcs.modes"
PROHIBITED = "prohibited"
ROAD = "Road"
FIRST_HEX, PAID, FREE = "entry.first_hex", "paid", "free"
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


def by_sea(forces: Forces, side: str, units: tuple[Unit, ...], hexes: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """The depots at which units from the sea enter: of their nation, else of allies, the nearest to their entry. [VCS 14.0]"""
    known = (forces.unit(id_) for id_ in forces.deployment.pieces)
    depots = [unit for unit in known if unit is not None and unit.kind == DEPOT and unit.side == side]
    nations = {unit.word("nationality") for unit in units}
    own = [unit for unit in depots if unit.word("nationality") in nations]
    places = [unit.piece.at for unit in own or depots if unit.piece is not None and isinstance(unit.piece.at, Hex)]
    away = {at: min((at.distance(place) for place in hexes), default=0) for at in places}
    return tuple(sorted(at for at, distance in away.items() if distance == min(away.values())))


def column(case: ForceTables, consulted: Consulted, unit: Unit, place: Hex, edge: bool) -> Column | None:
    """How units come in by a road or at a depot: in full stacks one behind the other, as if a road led on off the map.

    Over the edge the entry hex is a hex of that road; a depot is where the first stack begins. [VCS 5.1, 5.2, 8.0, 14.0]
    """
    ground, forces = case.forces.ground, case.forces
    road = ground is not None and any(is_road(case, consulted, way) for way in ground.ways(place))
    depot = any(each.kind == DEPOT and each.side == unit.side for each in forces.units(place))
    limit, _ = whole_cell(consulted, STACKING, "Units", "limit")
    if limit is None or not (depot or (road and edge)):
        return None
    points = consulted.number(TERRAIN, ROAD, unit_of(unit).column)
    # Any way to move is open to them in the turn of their entry.
    most = unit.whole("movement") * max(Fraction(1), consulted.number(MODES, "Strategic movement", "factor"))
    over = edge and not depot
    paid = over and case.choices.get(FIRST_HEX, PAID) == PAID

    def by_reading(other: Fraction) -> Reason:
        return reading_reason(case, FIRST_HEX, FREE if paid else PAID, f"{amount(other)} points", (place,))

    return Column(limit, points, paid, most, by_reading if over else None)


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
    by_sea=by_sea,
    column=column,
    may_not_enter=may_not_enter,
)
"""What VCS says of units in hexes."""
