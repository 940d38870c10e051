"""Reinforcements: what the first hex costs them, in column or not, and whether they may wait [TCS 4.01 27.2a, 27.2c, 27.2f]."""

from collections.abc import Iterator
from fractions import Fraction

from core.geometry.hexes import Hex
from core.rules.kernel.charts import Consulted
from core.rules.kernel.findings import Finding
from core.rules.kernel.force_rules import Column, is_way
from core.rules.kernel.forces import Unit
from core.rules.kernel.phase_checks import PhaseEnd, arrivals
from core.rules.kernel.set_up import SetUps
from core.rules.kernel.system import ForceTables
from core.rules.operations.board import Board
from core.rules.tcs.forces.walking import own_allowance

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
    """What units pay that come in over the edge: for the first hex, at most all that they have, and where the game has them
    stand in column, one in each hex off the map over ground like that of the entry hex, for the way to it.
    [TCS 4.01 20.0c, 24.1, 27.2a, 27.2c]"""
    if not edge:
        return None
    lined = case.choices.get("reinforcements.allowance") == IN_COLUMN
    by = _moves_with(case, unit)
    column_, most = movement_of(by)
    points, own = _cost(case, consulted, column_, place), most
    if by is not unit and most:
        # Who is carried spends in proportion to its own points.
        own = own_allowance(case.ruleset, unit)
        points = points * own / most
    return Column(int(lined), min(points, Fraction(own)), paid=True, most=Fraction(own))


def paid_on_entry(board: Board, unit: Unit, place: Hex, ahead: int) -> Fraction:
    """The points that a unit has paid which has come onto the map by a hex, with so many before it. [TCS 4.01 27.2a, 27.2c]"""
    case, scenario = board.case, board.forces.scenario
    arrivals = SetUps(board.forces, scenario).arrivals_of(unit) if scenario is not None else ()
    found = column(case, board.consulted, unit, place, any(each.edge for each in arrivals))
    if found is None:
        return Fraction(0)
    return min(found.points * (1 + (ahead // found.stack if found.stack else 0)), found.most)


def _moves_with(case: ForceTables, unit: Unit) -> Unit:
    """What carries a unit, else the unit itself. [TCS 4.01 24.1]"""
    carrier = case.forces.unit(unit.piece.on) if unit.piece is not None and unit.piece.on else None
    return unit if carrier is None else carrier


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
