"""Reinforcements as the game has them: in column or not, and whether they may wait [TCS 4.01 27.2c, 27.2f]."""

from collections.abc import Iterator
from fractions import Fraction

from core.geometry.hexes import Hex
from core.rules.kernel.charts import Consulted
from core.rules.kernel.findings import Finding
from core.rules.kernel.force_rules import Column, is_way
from core.rules.kernel.forces import Unit
from core.rules.kernel.phase_checks import PhaseEnd, arrivals
from core.rules.kernel.system import ForceTables

TERRAIN = "tcs.terrain_effects"
ROAD, IN_THE_PLACE_OF = "road", "counts"
"""What the chart says of ways that are paid for in the place of the hex, and in which column."""

IN_COLUMN, FORBIDDEN = "column", "forbidden"


def movement_of(unit: Unit) -> tuple[str, int]:
    """The column of the chart in which a unit finds what terrain costs it, and the points that it has: those of its own carrier
    where it has one. [TCS 4.01 20.0f, 24.2b]"""
    own = "carrier.movement_" if unit.flag("carrier.integrated") else "movement."
    return column_of(unit.word(f"{own}class") or unit.word("movement.class")), unit.whole(f"{own}allowance")


def column_of(printed: str) -> str:
    """The column of the chart for a class of movement: who is towed is on wheels, who has none on foot. [TCS 4.01 20.1]"""
    return {"tow": "wheeled", "": "foot"}.get(printed, printed)


def column(case: ForceTables, consulted: Consulted, unit: Unit, place: Hex, edge: bool) -> Column | None:
    """How units come in behind each other: where the game has them stand in column, one in each hex off the map, over ground
    like that of the entry hex; else all come in alike. [TCS 4.01 27.2c]"""
    if case.choices.get("reinforcements.allowance") != IN_COLUMN or not edge:
        return None
    by, most = movement_of(unit)
    return Column(1, _cost(case, consulted, by, place), paid=False, most=Fraction(most))


def _cost(case: ForceTables, consulted: Consulted, by: str, place: Hex) -> Fraction:
    """What a hex costs who comes along it: the cheapest way in it, else the dearest of its terrain. [TCS 4.01 20.1, 20.1e]"""
    ground = case.forces.ground
    kinds, ways = (sorted(ground.kinds(place)), sorted(ground.ways(place))) if ground is not None else ([], [])
    roads = [each for each in ways if is_way(case, consulted, each, TERRAIN, IN_THE_PLACE_OF, ROAD)]
    along = [cost for each in roads if (cost := _printed(case, consulted, by, each)) is not None]
    across = [cost for each in kinds if (cost := _printed(case, consulted, by, each)) is not None]
    return min(along) if along else max(across, default=consulted.number(TERRAIN, "Open", by))


def _printed(case: ForceTables, consulted: Consulted, by: str, kind: str) -> Fraction | None:
    """The points that a kind of terrain costs by the box, else by the chart; None for one that says no number."""
    terrain = case.forces.terrain.get(kind)
    if terrain is None:
        return None
    found: object = terrain.costs.get(by)
    if found is None and consulted.book.chart(TERRAIN).rows.index(terrain.name) is not None:
        found = consulted.cell(TERRAIN, terrain.name, by)
    try:
        return Fraction(str(found))
    except ValueError:
        return None


def late(end: PhaseEnd) -> Iterator[Finding | None]:
    """Reinforcements that have not come in though they may, where the game does not leave that to their owner. [27.2f]"""
    if end.case.choices.get("reinforcements.late") == FORBIDDEN:
        yield from arrivals(end)
