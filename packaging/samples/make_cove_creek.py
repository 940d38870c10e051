"""Makes the sample box `scenarios/cove-creek` again, from the elevation data beside this file: byte for byte the same.

    python packaging/samples/make_cove_creek.py [--out FOLDER]

The ground is real, and drawn by the project's own import: a valley under a straight ridge, a creek that comes out of its cove
through a gap, hills cut up by brooks. What stands on it is not: rivers follow the real drainage and roads the easiest way,
while woods, villages, buildings and names are made up so that it plays like a map of the series. `cove_creek_battle.py` holds
the battle, `README.md` says where the elevation data come from.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

import cove_creek_battle
import growth
import immutables
import numpy as np
import shapely
import steady
from ground_lines import (
    Node,
    Place,
    RoadGround,
    coarsened,
    coordinates,
    course,
    cut_bed,
    drained,
    easiest_way,
    evenly,
    filled,
    node_near,
    place_of,
    relaxed,
    winding,
)
from settlement import Site, buildings, hedgerows, orchard
from shapely import LineString, Point, Polygon, box, union_all
from writing import write_sample

from core.geometry.hexes import Hex
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame, corners, plane_centre, to_plane
from core.interop.contour_lines import DECIMALS
from core.interop.dem import DrawingRules, import_dem, place_sheet
from core.interop.elevation_grid import ElevationGrid, Heights, read_elevation_grid
from core.interop.ground import Edge, Surface, ground_surface, printed_edge
from core.model.box import GameBox, PlacedSheet
from core.model.maps import Area, Cell, Grid, HexContent, MapSheet, Name, SideFeature
from core.model.maps import Path as MapPath

HERE = Path(__file__).resolve().parent
SEED = 2
COLUMNS, ROWS, HEX_M = 48, 34, 114.3
CENTRE = (-84.155, 36.516)
"""Longitude and latitude of the middle of the map."""

OVERRUN = 0.3
"""How far roads and woods run over the edge, in hexes; the edge cuts them."""

COVER = 0.31
"""The share of the ground under woods."""

Step = tuple[Node, Place | None]
"""One step of a road: a point of the mesh, and the exact place that the road must touch there, if there is one."""

FRAME = SheetFrame.place("odd")
"""The only sheet's frame: its own points and those of the shared plane are the same."""

GRID = Grid(COLUMNS, ROWS, Numbering("{column:02}.{row:02}", COLUMNS, ROWS), raised="odd", hex_m=HEX_M)


@dataclass(frozen=True)
class Water:
    """A river or stream: where its water comes from, and which one it runs into ("" for off the map)."""

    name: str
    feature: str
    head: Place
    into: str = ""


WATERS = (
    Water("Alder River", "river", (11.5, 37.0)),
    Water("Cove Creek", "stream", (-1.0, 17.3), "Alder River"),
    Water("Ridge Brook", "stream", (1.5, 36.5), "Alder River"),
    Water("North Brook", "stream", (17.7, 36.0), "Alder River"),
    Water("Mill Brook", "stream", (31.2, 36.0), "Alder River"),
    Water("Hollow Brook", "stream", (35.6, 16.4), "Mill Brook"),
    Water("East Brook", "stream", (40.8, 19.5)),
)

HOLLOWS: tuple[Place, ...] = ((4.7, 31.9), (33.3, 3.6))
"""Closed bottoms that stay; all others are mended, for most come from the coarse data where a valley is narrow."""

VILLAGES: dict[str, tuple[Cell, ...]] = {
    "Stonebridge": ((19, 15), (19, 16), (20, 16), (20, 17), (21, 16)),
    "Gapfoot": ((22, 9), (22, 10), (23, 9)),
    "Northend": ((17, 28), (17, 29), (18, 29)),
    "Millbrook": ((27, 19), (28, 19), (28, 20)),
    "Highfield": ((38, 23), (39, 22), (39, 23)),
    "Southcross": ((33, 4), (33, 5), (34, 4), (34, 5)),
    "Cove": ((4, 16), (4, 17)),
    "Low Farm": ((45, 5),),
}

BRIDGES: dict[str, Place] = {
    "North Bridge": (13.2, 26.0),
    "Stone Bridge": (15.4, 16.2),
    "Gap Bridge": (17.2, 9.8),
    "South Bridge": (22.5, 4.3),
}
"""About where each bridge crosses the river."""

ROADS: tuple[tuple[str, tuple[Place | str, ...]], ...] = (
    ("primary-road", ((15.5, 36.0), "Northend", "Stonebridge", "Gapfoot", "Southcross", "Low Farm", (43.0, 8.0))),
    ("secondary-road", ("Stonebridge", "Millbrook", (32.2, 36.0))),
    ("secondary-road", ("Stonebridge", "Stone Bridge", (-1.0, 33.0))),
    ("secondary-road", ("Gapfoot", "Gap Bridge", "Cove", (-1.0, 18.0))),
    ("tertiary-road", ("Millbrook", "Highfield", (43.0, 24.0))),
    ("secondary-road", ("Southcross", (30.5, -1.0))),
    ("tertiary-road", ("Northend", "North Bridge", (8.5, 26.5), (4.5, 36.0))),
    ("tertiary-road", ("Millbrook", "Southcross")),
    ("tertiary-road", ("Gapfoot", "South Bridge", (21.5, -1.0))),
    ("trail", ((10.5, 22.5), (5.0, 21.5), "Cove")),
    ("trail", ("Highfield", (37.0, 29.5), (38.5, 36.0))),
    ("trail", ("Millbrook", (25.5, 25.0), (25.5, 36.0))),
    ("trail", ("Highfield", (36.0, 15.5), "Low Farm")),
    ("trail", ("Cove", (12.0, 1.5), (11.0, -1.0))),
)

ROAD_KINDS = ("primary-road", "secondary-road", "tertiary-road", "trail")
ORCHARDS = ("Stonebridge", "Northend", "Millbrook", "Southcross", "Highfield", "Gapfoot")
HEDGED_FIELDS = 16

LETTERING: tuple[Name, ...] = (
    Name("Long Ridge", (6.6, 19.6), 0.62, -52.0),
    Name("The Gap", (15.5, 6.5), 0.36),
    Name("Round Hill", (9.2, 28.2), 0.42),
    Name("Beacon Hill", (25.2, 24.8), 0.46),
    Name("Chapel Hill", (27.9, 13.6), 0.42),
    Name("Sheep Hill", (36.2, 20.4), 0.46),
    Name("The Knob", (18.0, 3.2), 0.40),
    Name("Cove Mountain", (3.4, 8.2), 0.52, -20.0),
)


@dataclass(frozen=True)
class Base:
    """The ground with its water: what everything else stands on."""

    surface: Surface
    sheet: MapSheet
    edge: Edge
    waters: dict[str, list[Place]]
    bridges: dict[str, tuple[Hex, Hex]]


def make_box() -> GameBox:
    """The whole box as a value."""
    chance = random.Random(SEED)
    base = ground_with_water()
    roads = laid_roads(base)
    sheet = replace(
        base.sheet,
        title="Cove Creek",
        paths=(*water_paths(base), *roads),
        hexes=immutables.Map({cell: HexContent("village", name) for name, cells in VILLAGES.items() for cell in cells}),
        zones=cove_creek_battle.ZONES,
        note="Ground from SRTM (NASA/USGS, public domain). Woods, roads, villages, buildings and names are made up.",
    )
    sheet = planted(sheet, base, chance)
    placed = PlacedSheet(sheet, FRAME, "A", "a.map.yaml")
    note = "TCS on real ground: a battalion holds the bridges of a valley for a morning. A sample box, made by "
    note += "packaging/samples/make_cove_creek.py. Heights of terrain are the ruleset's."
    return GameBox(
        "Cove Creek",
        "tcs-4.01",
        (placed,),
        note=note,
        oob=cove_creek_battle.order_of_battle(),
        scenarios=MappingProxyType({cove_creek_battle.FILE: cove_creek_battle.scenario(FRAME.hex)}),
    )


def ground_with_water() -> Base:
    """Traces the real drainage, cuts beds along it so that no contour dams the water, and draws the contours."""
    elevation = read_elevation_grid(HERE / "cove-creek.asc")
    frame, edge = place_sheet(elevation, GRID, CENTRE), printed_edge(GRID)
    wide = widened(edge, 14.0)
    # Where water runs is told by the finest ground there is, far around the map; what is drawn is smoother.
    drainage = coarsened(ground_surface(elevation, frame, wide, 0.12 * HEX_M), 2)
    surface = ground_surface(elevation, frame, widened(edge, 1.0), 0.3 * HEX_M)
    follows = drained(drainage).follows
    waters: dict[str, list[Place]] = {}
    bridges: dict[str, tuple[Hex, Hex]] = {}
    for water in WATERS:
        line = course(drainage, follows, water.head, waters.get(water.into, ()))
        line = relaxed(evenly(line, 0.25), 12)
        if water.into:
            river = LineString(waters[water.into])
            # A little further down than the nearest point: water joins water at a sharp angle.
            line.append(coordinates(river.interpolate(river.project(Point(line[-1])) + 0.6)))
        reach, wave = (0.55, 3.1) if water.feature == "river" else (0.2, 1.9)
        line = relaxed(winding(evenly(relaxed(evenly(line, 0.25), 6), 0.15), surface, reach, wave), 4)
        if water.feature == "river":
            for name, about in BRIDGES.items():
                line, bridges[name] = bridged(line, about)
        depth, width = (4.0, 0.5) if water.feature == "river" else (3.0, 0.4)
        surface = cut_bed(surface, line, depth, width)
        waters[water.name] = line
    surface = filled(surface, HOLLOWS)
    # The bed is part of the ground now, so the import gets it as a grid in metres and is smoothed no more.
    step = float(surface.xs[1] - surface.xs[0])
    cell = step * HEX_M
    west, south = (float(start) * HEX_M - cell / 2 for start in (surface.xs[0], surface.ys[0]))
    bedded = ElevationGrid(surface.heights[::-1], west, south, (cell, cell), False)
    middle = (edge[0] + edge[2]) / 2 * HEX_M, (edge[1] + edge[3]) / 2 * HEX_M
    drawn = import_dem(bedded, GRID, Fraction(20), middle, rules=DrawingRules(smoothing=0.0, tolerance=0.004))
    return Base(surface, replace(drawn.sheet, georeference=frame.georeference), edge, waters, bridges)


def widened(edge: Edge, by: float) -> Edge:
    """An edge moved outwards on all sides."""
    return edge[0] - by, edge[1] - by, edge[2] + by, edge[3] + by


def bridged(line: Sequence[Place], about: Place) -> tuple[list[Place], tuple[Hex, Hex]]:
    """Pulls a river a little, so that it crosses the middle of a hexside near `about`; gives the two hexes that it parts."""
    points = np.array(line)

    def middle(pair: tuple[Hex, Hex]) -> Place:
        (ax, ay), (bx, by) = map(plane_centre, pair)
        return (ax + bx) / 2, (ay + by) / 2

    def badness(pair: tuple[Hex, Hex]) -> float:
        x, y = middle(pair)
        away = np.hypot(points[:, 0] - x, points[:, 1] - y)
        k = int(away.argmin())
        flow = points[min(k + 3, len(points) - 1)] - points[max(k - 3, 0)]
        (ax, ay), (bx, by) = plane_centre(pair[0]), plane_centre(pair[1])
        # A bridge lies across the river: its road, from centre to centre, is square to the flow.
        skew = abs(float(flow[0] * (bx - ax) + flow[1] * (by - ay))) / float(np.hypot(*flow))
        return float(away[k]) + 0.8 * skew + 0.15 * math.dist((x, y), about)

    cells = [(column, row) for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)]
    near = [FRAME.hex(*cell) for cell in cells if math.dist(plane_centre(FRAME.hex(*cell)), about) < 2.5]
    pairs = [(a, b) for a in near for b in a.neighbours() if a < b]
    best = min(pairs, key=badness)
    x, y = middle(best)
    away = np.hypot(points[:, 0] - x, points[:, 1] - y)
    k = int(away.argmin())
    pull = steady.exp(-((away / 0.7) ** 2))[:, None] * (np.array([x, y]) - points[k]) / math.exp(-((float(away[k]) / 0.7) ** 2))
    return [(float(px), float(py)) for px, py in points + pull], best


def village_centre(name: str) -> Place:
    """The place in a village that its roads lead to: the centre of its first hex."""
    return plane_centre(FRAME.hex(*VILLAGES[name][0]))


def on_paper(line: Sequence[Place] | LineString, edge: Edge, tolerance: float = 0.01) -> tuple[Place, ...]:
    """A line thinned, rounded, and cut a little beyond the edge; its longest part when the edge cuts it in several."""
    shape = LineString(line).intersection(box(*widened(edge, OVERRUN)))
    longest = max(getattr(shape, "geoms", [shape]), key=lambda part: part.length)
    return tuple((round(x, DECIMALS), round(y, DECIMALS)) for x, y in longest.simplify(tolerance).coords)


def water_paths(base: Base) -> tuple[MapPath, ...]:
    """River and streams as paths."""
    return tuple(MapPath(water.feature, on_paper(base.waters[water.name], base.edge), water.name) for water in WATERS)


def laid_roads(base: Base) -> tuple[MapPath, ...]:
    """Roads along the easiest ground; where one follows an older one, only what is new is drawn."""
    mesh = coarsened(base.surface, 3)
    hardness = road_hardness(base, mesh)
    middles = {crossing(base, name)[1] for name in base.bridges}
    paved: set[frozenset[Node]] = set()
    junctions: set[Node] = set()
    roads: list[MapPath] = []

    def is_paved(here: Node, there: Node) -> bool:
        return frozenset((here, there)) in paved

    for feature, stops in ROADS:
        ground = RoadGround(mesh, hardness, HEX_M, 0.14 if feature == "trail" else 0.07)
        way: list[Step] = []
        for start, end in pairwise(waypoints(stops, base)):
            ends = node_near(mesh, start), node_near(mesh, end)
            leg = [ends[0], ends[1]] if {start, end} & middles else easiest_way(ground, *ends, is_paved)
            steps: list[Step] = [(node, None) for node in leg]
            steps[0], steps[-1] = (leg[0], start), (leg[-1], end)
            way += steps if not way else steps[1:]
        for run in new_runs(way, is_paved):
            line = [pin or place_of(mesh, node) for node, pin in run]
            for at in (0, -1):
                if run[at][0] in junctions:
                    line[at] = nearest_on([road.line for road in roads], line[at])
            # First to the places that it must touch, then so that no corner is left but on the bridges.
            pins = [k for k, (_, pin) in enumerate(run) if pin]
            bends = [4 * k for k in pins if run[k][1] in middles]
            smooth = relaxed(halved(relaxed(halved(line), 14, [2 * k for k in pins])), 16, bends)
            roads.append(MapPath(feature, on_paper(smooth, base.edge)))
        paved |= {frozenset((a[0], b[0])) for a, b in pairwise(way)}
        junctions |= {node for node, _ in way}
    return tuple(roads)


def road_hardness(base: Base, mesh: Surface) -> Heights:
    """How much harder than plain ground each point of a mesh is for a road: rivers are for bridges, streams cost some work."""
    xs, ys = np.meshgrid(mesh.xs, mesh.ys)
    points = shapely.points(xs, ys)
    rivers = [LineString(base.waters[water.name]) for water in WATERS if water.feature == "river"]
    streams = [LineString(base.waters[water.name]) for water in WATERS if water.feature == "stream"]
    by_river = shapely.distance(points, union_all(rivers)) < 0.4
    by_stream = shapely.distance(points, union_all(streams)) < 0.3
    return np.where(by_river, 12.0, np.where(by_stream, 2.2, 1.0))


def crossing(base: Base, name: str) -> tuple[Place, Place, Place]:
    """The way over a bridge, from bank to bank: square to the hexside, through its middle."""
    (ax, ay), (bx, by) = (plane_centre(place) for place in base.bridges[name])
    first, middle, last = ((ax + share * (bx - ax), ay + share * (by - ay)) for share in (0.2, 0.5, 0.8))
    return first, middle, last


def waypoints(stops: Sequence[Place | str], base: Base) -> list[Place]:
    """The places that a road must touch, in order: villages, bridges with their two ends, and places as given."""
    way: list[Place] = []
    for stop in stops:
        if not isinstance(stop, str):
            way.append(stop)
        elif stop in VILLAGES:
            way.append(village_centre(stop))
        else:
            over = crossing(base, stop)
            way += over if math.dist(way[-1], over[0]) < math.dist(way[-1], over[2]) else over[::-1]
    return way


def new_runs(way: Sequence[Step], is_paved: Callable[[Node, Node], bool]) -> list[list[Step]]:
    """The parts of a way that lie on no older road."""
    runs: list[list[Step]] = [[]]
    for here, there in pairwise(way):
        if here[0] == there[0]:
            continue
        if is_paved(here[0], there[0]):
            runs.append([])
        else:
            runs[-1] = [*(runs[-1] or [here]), there]
    return [run for run in runs if run]


def halved(line: Sequence[Place]) -> list[Place]:
    """A line with one more point between any two."""
    points = [line[0]]
    for a, b in pairwise(line):
        points += [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), b]
    return points


def nearest_on(lines: Sequence[Sequence[Place]], place: Place) -> Place:
    """The point of some lines that is nearest to a place."""
    shapes = [LineString(line) for line in lines]
    nearest = min(shapes, key=lambda shape: shape.distance(Point(place)))
    return coordinates(nearest.interpolate(nearest.project(Point(place))))


def planted(sheet: MapSheet, base: Base, chance: random.Random) -> MapSheet:
    """The sheet with woods, orchards, buildings, hedgerows, bridges and names."""
    roads = {feature: [LineString(path.line) for path in sheet.paths if path.feature == feature] for feature in ROAD_KINDS}
    wide_roads = [line for feature in ROAD_KINDS if feature != "trail" for line in roads[feature]]
    water = [LineString(line) for line in base.waters.values()]
    villages = [hexagon(FRAME.hex(*cell)) for cell in sheet.hexes]
    steep = growth.steepness(base.surface)
    site = Site(
        edge=base.edge,
        roads=union_all([line for lines in roads.values() for line in lines]),
        water=union_all(water),
        taken=union_all(villages),
        slope=lambda place: float(steep[node_near(base.surface, place)]),
    )
    orchards: list[Polygon] = []
    for name in ORCHARDS:
        plot = orchard(site, village_centre(name), orchards, chance)
        if plot is not None:
            orchards.append(plot)
    woods = grown_woods(base, roads, [*villages, *orchards], steep, chance)
    site = replace(site, taken=union_all([*villages, *orchards, *woods]))
    houses = buildings(site, wide_roads, 1.1, chance)
    site = replace(site, taken=union_all([*villages, *orchards, *woods, *houses]))
    cells = [
        (column, row)
        for column in range(2, COLUMNS)
        for row in range(2, ROWS)
        if 0.9 < min(math.dist(plane_centre(FRAME.hex(column, row)), village_centre(name)) for name in VILLAGES) < 5.5
    ]
    hedges = hedgerows(site, FRAME, cells, HEDGED_FIELDS, chance)
    spans = [tuple(sorted(FRAME.cell(place) for place in base.bridges[name])) for name in BRIDGES]
    return replace(
        sheet,
        areas=(
            *(Area("woods", rings(shape)) for shape in sorted(woods, key=lambda shape: -shape.area)),
            *(Area("orchard", rings(shape)) for shape in orchards),
            *(Area("building", rings(shape)) for shape in houses),
        ),
        sides=(
            *(SideFeature("bridge", (first, second), name) for name, (first, second) in zip(BRIDGES, spans, strict=True)),
            *(SideFeature("hedgerow", pair) for pair in hedges),
        ),
        names=(*LETTERING, *village_names(), *water_names(base)),
    )


def grown_woods(
    base: Base, roads: dict[str, list[LineString]], clear: Sequence[Polygon], steep: Heights, chance: random.Random
) -> list[Polygon]:
    """Woods: likelier on steep ground, in patches, away from roads, water, villages and orchards."""
    surface = base.surface
    xs, ys = surface.xs, surface.ys
    field = 0.65 * growth.patchy(xs, ys, 3.4, chance) + 0.62 * growth.patchy(xs, ys, 1.6, chance)
    field += 0.18 * growth.patchy(xs, ys, 0.7, chance) + 0.5 * steady.tanh((steep - 12.0) / 12.0)
    # Rides and old boundaries part the great woods into many.
    ride = growth.patchy(xs, ys, 2.6, chance)
    field -= 0.9 * steady.exp(-((ride / 0.07) ** 2))
    main = union_all([*roads["primary-road"], *roads["secondary-road"]])
    field -= 2.2 * growth.nearness(surface, main, 0.3)
    field -= 1.4 * growth.nearness(surface, union_all(roads["tertiary-road"]), 0.22)
    field -= 1.6 * growth.nearness(surface, LineString(base.waters["Alder River"]), 0.3)
    field -= 3.0 * growth.nearness(surface, union_all(clear), 0.4)
    return growth.outlines(surface, field, COVER, base.edge, OVERRUN, 0.14)


def hexagon(place: Hex) -> Polygon:
    """The outline of a hex on the sheet."""
    return Polygon([to_plane(corner) for corner in corners(place)])


def rings(shape: Polygon) -> tuple[tuple[Place, ...], ...]:
    """A polygon as a map sheet holds it: rounded, the outer ring first."""
    return tuple(
        tuple((round(x, DECIMALS), round(y, DECIMALS)) for x, y in ring.coords) for ring in (shape.exterior, *shape.interiors)
    )


def village_names() -> tuple[Name, ...]:
    """The name of every village above its highest hex."""
    names = []
    for name, cells in VILLAGES.items():
        centres = [plane_centre(FRAME.hex(*cell)) for cell in cells]
        x = sum(place[0] for place in centres) / len(centres)
        y = max(place[1] for place in centres) + 0.78
        names.append(Name(name, (round(x, DECIMALS), round(y, DECIMALS)), 0.42))
    return tuple(names)


def water_names(base: Base) -> tuple[Name, ...]:
    """The name of every river and stream beside it, along its course."""
    names = []
    for water in WATERS:
        line = LineString(on_paper(base.waters[water.name], base.edge))
        at = line.length * (0.32 if water.feature == "river" else 0.45)
        before, here, after = (line.interpolate(at + step) for step in (-0.9, 0.0, 0.9))
        angle = math.atan2(after.y - before.y, after.x - before.x)
        if math.cos(angle) < 0:
            angle += math.pi
        place = here.x - 0.34 * math.sin(angle), here.y + 0.34 * math.cos(angle)
        degrees = round(math.degrees(math.remainder(angle, 2 * math.pi)))
        size = 0.38 if water.feature == "river" else 0.3
        names.append(Name(water.name, (round(place[0], DECIMALS), round(place[1], DECIMALS)), size, float(degrees)))
    return tuple(names)


if __name__ == "__main__":
    write_sample("cove-creek", __doc__, make_box)
