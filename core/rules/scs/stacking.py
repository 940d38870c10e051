"""Stacking, set-up and reinforcements [SCS 1.6 Set Up Notes, 3.2d, 4.0-4.0c, 5.0-5.0c]."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType

from core.base.errors import Place
from core.geometry.hexes import Hex
from core.model.issues import Issue, Severity
from core.model.scenario import Scenario
from core.model.terrain import Provenance
from core.rules.kernel.charts import Consulted
from core.rules.kernel.force_rules import (
    NAMED_FIRST,
    Count,
    Displaced,
    ForceRules,
    Sections,
    Tally,
    enemy_in,
    is_way,
    whole_cell,
)
from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.system import ForceTables
from core.rules.scs.counters import UNITS, unit_of

STACKING, POINTS, MOVEMENT, WAYS = "scs.stacking", "scs.stacking.points", "scs.movement", "scs.ways"
PROHIBITED = "prohibited"
BY_UNITS, BY_STEPS, BY_POINTS = "units", "steps", "points"
MEASURES: Mapping[str, str] = MappingProxyType({BY_UNITS: "Combat units", BY_STEPS: "Steps", BY_POINTS: "Points"})
"""What the limit may count, each with the row of the chart that has its limit."""

CALLED: Mapping[str, str] = MappingProxyType({BY_UNITS: "units", BY_STEPS: "in all", BY_POINTS: "by size"})
"""What each count is called."""

BY_SIZE, NO_SIZE = "by size", "no size"
NOTES = "Set Up Notes"


def tally(case: ForceTables, consulted: Consulted, forces: Forces, units: tuple[Unit, ...]) -> Tally:
    """The units of one side in a hex, their steps, or the points of their sizes, as the game counts.

    The limit is that of the box's options, else of the chart. [SCS 1.6 4.0]
    """
    measure = case.choices.get("stacking.measure", "")
    measure = measure if measure in MEASURES else BY_UNITS
    shares = {unit.id: _share(consulted, unit, measure) for unit in units}
    none = f"of no {measure}"
    unknown = "of a size that the chart of points does not have"
    free = tuple((id_, "4.0", unknown if share is None else none) for id_, share in shares.items() if not share)
    counted = tuple((id_, share) for id_, share in shares.items() if share)
    limit, origin = _limit(case, consulted, measure)
    if None in shares.values() and limit is not None and sum(share for _, share in counted) <= limit:
        # What is known of them fits, and nobody can say that all of them do.
        limit, origin = None, None
    return Tally((Count(CALLED[measure], measure, "4.0", limit, counted, origin),), free)


def _share(consulted: Consulted, unit: Unit, measure: str) -> int | None:
    """What a unit counts; None where the chart of points has no row for its size. [SCS 1.6 4.0, 8.0]"""
    if measure == BY_STEPS:
        return unit.left
    if measure == BY_UNITS:
        return 1
    points = consulted.book.chart(POINTS)
    for row in (unit.kind, unit.word("unit.size") or NO_SIZE):
        if points.rows.index(row) is not None:
            found = consulted.cell(POINTS, row, "points")
            if found != BY_SIZE:
                return int(consulted.number(POINTS, row, "points"))
    return None


def _limit(case: ForceTables, consulted: Consulted, measure: str) -> tuple[int | None, Provenance | None]:
    """The limit of the box's options, else that of the chart with its origin; None and None where nobody states one."""
    chosen = case.choices.get("stacking.limit", "")
    if chosen:
        return int(Fraction(chosen)), None
    row = MEASURES[measure]
    if consulted.book.chart(STACKING).rows.index(row) is None:
        return None, None
    return whole_cell(consulted, STACKING, row, "limit")


def tops(case: ForceTables, units: tuple[Unit, ...]) -> tuple[str, ...]:
    """Who may lie on top: combat units with an attack strength of 1 or more; anybody where none is there. [SCS 1.6 4.0c]"""
    least = case.ruleset.whole("stacking.top_attack")
    good = tuple(
        unit.id
        for unit in units
        if unit.kind in ("", "combat") and (attack := unit_of(unit).attack) is not None and attack >= least
    )
    return good or tuple(unit.id for unit in units)


def closed(case: ForceTables, consulted: Consulted, unit: Unit, kind: str) -> Provenance | None:
    """The chart that closes a kind of terrain to a unit's class of movement, None where it is open. [SCS 1.6 3.2d]"""
    terrain = case.forces.terrain.get(kind)
    if terrain is None:
        return None
    column = unit.word("movement.class") or "leg"
    if column in terrain.costs:
        printed = Provenance(terrain.id, terrain.name, "box", "the terrain of the box")
        return (terrain.provenance or printed) if terrain.costs[column] == "P" else None
    chart = consulted.book.chart(MOVEMENT)
    if chart.rows.index(terrain.name) is None or chart.columns.index(column) is None:
        return Provenance(MOVEMENT, terrain.name, "rules text", "SCS 1.6 3.2d") if terrain.sea else None
    found = consulted.cell(MOVEMENT, terrain.name, column)
    return consulted.origin(MOVEMENT, terrain.name, column) if found == PROHIBITED else None


def is_road(case: ForceTables, consulted: Consulted, kind: str) -> bool:
    """Whether a way lets units into terrain that is closed to them. [SCS 1.6 3.2b, 3.2d]"""
    return is_way(case, consulted, kind, WAYS)


def blocked(case: ForceTables, consulted: Consulted, forces: Forces, side: str, place: Hex) -> str:
    """Why an entry hex is closed: an enemy unit stands in it; zones do not matter. [SCS 1.6 5.0c]"""
    return enemy_in(forces, side, place, UNITS)


def displaced(case: ForceTables, consulted: Consulted) -> Displaced:
    """How far from a blocked entry units come in. [SCS 1.6 5.0c]"""
    return Displaced(case.ruleset.whole("entry.edge"), case.ruleset.whole("entry.inside"))


def first(case: ForceTables, scenario: Scenario, forces: Forces) -> tuple[str, str]:
    """The side that sets up first: the one that moves second. [SCS 1.6 Set Up Notes 5]"""
    if scenario.sets_up_first:
        return scenario.sets_up_first, NAMED_FIRST
    others = [each.id for each in forces.oob.sides if each.id != scenario.moves_first]
    if not scenario.moves_first or len(others) != 1:
        return "", "The side that moves second sets up first; the scenario does not say which that is"
    return others[0], "it moves second"


def checks(case: ForceTables, forces: Forces, file: str) -> Iterator[Issue | None]:
    """A scenario in which the side that moves first sets up first, too. [SCS 1.6 Set Up Notes 5]"""
    scenario = forces.box.scenarios[file]
    if scenario.sets_up_first and scenario.sets_up_first == scenario.moves_first:
        text = (
            f"{forces.side_name(scenario.moves_first)} both moves and sets up first; the side that moves second sets up first."
        )
        yield Issue(Place(file), text, Severity.WARNING, f"{NOTES} 5", "set-up-order")


RULES = ForceRules(
    kinds=UNITS,
    sections=Sections(
        stacking="4.0",
        overstacked=f"{NOTES} 2",
        enemies="3.3a",
        within=f"{NOTES} 1",
        zone=f"{NOTES} 4",
        terrain="3.2d",
        first=f"{NOTES} 5",
        entry="5.0",
        displaced="5.0c",
        unit_once=NOTES,
        strength=f"{NOTES} 3",
    ),
    tally=tally,
    closed=closed,
    is_road=is_road,
    blocked=blocked,
    displaced=displaced,
    first=first,
    tops=tops,
    top_section="4.0c",
    checks=checks,
)
"""What SCS says of units in hexes."""
