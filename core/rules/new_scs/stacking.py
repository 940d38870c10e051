"""Stacking, density, set-up and reinforcements [New SCS Die roll modifiers, Unified sequence of play; else SCS 1.6].

The text numbers nothing and states neither a limit nor what becomes of blocked entries; the limit is a stand-in of the chart,
and entries shift as in the rules that it builds on.
"""

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
from core.rules.new_scs.counters import UNITS, unit_of

STACKING, LIMITS, WAYS = "new_scs.stacking", "new_scs.limits", "new_scs.ways"
ENTRY_COSTS, PROHIBITED = "new_scs.entry_costs", "prohibited"
SEQUENCE, DENSITY = "Unified sequence of play", "Die roll modifiers"
TOPS, COMBAT = "SCS 1.6 4.0c, which it builds on", "combat"


def tally(case: ForceTables, consulted: Consulted, forces: Forces, units: tuple[Unit, ...]) -> Tally:
    """The units of one side in a hex, and how many of them are not armoured, for density. [New SCS Die roll modifiers]"""
    shares = tuple((unit.id, 1) for unit in units)
    soft = tuple((unit.id, 1) for unit in units if unit_of(unit).is_soft)
    limit, origin = whole_cell(consulted, STACKING, "Units", "limit")
    dense = int(consulted.number(LIMITS, "Units of a dense hex", "limit"))
    of = consulted.origin(LIMITS, "Units of a dense hex", "limit")
    return Tally(
        (
            Count("units", "units", SEQUENCE, limit, shares, origin),
            Count(f"density, {dense} or more", "units", DENSITY, None, shares, of, binds=False),
            Count(f"density, {dense} or more", "units without armour", DENSITY, None, soft, of, binds=False),
        )
    )


def closed(case: ForceTables, consulted: Consulted, unit: Unit, kind: str) -> Provenance | None:
    """The chart that closes a kind of terrain to a unit's class of movement, None where it is open. [New SCS Movement phase]

    The box or its palette says so, else the chart of the game; the sea is closed to all.
    """
    terrain = case.forces.terrain.get(kind)
    if terrain is None:
        return None
    column = unit.word("movement.class") or "leg"
    if column in terrain.costs:
        printed = Provenance(terrain.id, terrain.name, "box", "the terrain of the box")
        return (terrain.provenance or printed) if terrain.costs[column] == "P" else None
    chart = consulted.book.chart(ENTRY_COSTS)
    if chart.rows.index(terrain.name) is None or chart.columns.index(column) is None:
        return Provenance(terrain.id, terrain.name, "rules text", "the sea") if terrain.sea else None
    found = consulted.cell(ENTRY_COSTS, terrain.name, column)
    return consulted.origin(ENTRY_COSTS, terrain.name, column) if found == PROHIBITED else None


def tops(case: ForceTables, units: tuple[Unit, ...]) -> tuple[str, ...]:
    """Who may lie on top: combat units with an attack strength of 1 or more; anybody where none is there. [SCS 1.6 4.0c]"""
    least = case.ruleset.whole("stacking.top_attack")
    good = tuple(unit.id for unit in units if unit.kind == COMBAT and unit_of(unit).attack >= least)
    return good or tuple(unit.id for unit in units)


def is_road(case: ForceTables, consulted: Consulted, kind: str) -> bool:
    """Whether a way lets units into terrain that is closed to them. [SCS 1.6 3.2d]"""
    return is_way(case, consulted, kind, WAYS)


def blocked(case: ForceTables, consulted: Consulted, forces: Forces, side: str, place: Hex) -> str:
    """Why an entry hex is closed: an enemy unit stands in it. [SCS 1.6 5.0c]"""
    return enemy_in(forces, side, place, UNITS)


def displaced(case: ForceTables, consulted: Consulted) -> Displaced:
    """How far from a blocked entry units come in. [SCS 1.6 5.0c]"""
    return Displaced(case.ruleset.whole("entry.edge"), case.ruleset.whole("entry.inside"))


RULES = ForceRules(
    kinds=UNITS,
    sections=Sections(
        stacking=SEQUENCE,
        overstacked=SEQUENCE,
        enemies="Movement phase",
        within=SEQUENCE,
        zone=SEQUENCE,
        terrain="Movement phase",
        first=SEQUENCE,
        entry=SEQUENCE,
        unit_once=SEQUENCE,
    ),
    tally=tally,
    closed=closed,
    is_road=is_road,
    blocked=blocked,
    displaced=displaced,
    first=first_as_said,
    tops=tops,
    top_section=TOPS,
)
"""What New SCS says of units in hexes."""
