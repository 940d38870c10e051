"""Ground for maps on which a hex is kilometres wide: relief, rivers along hexsides, woods, roads from hex to hex.

Everything follows from the relief: water runs down along hexsides and gathers to rivers, roads and railways take the easiest
way from centre to centre and cross rivers in the middle of a hexside. The same seed gives the same ground.
"""

import heapq
import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import shapely
import steady
from growth import outlines, patchy
from shapely import LineString, Polygon

from core.geometry.hexes import Hex
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame, corners, plane_centre, to_plane
from core.interop.elevation_grid import Heights
from core.interop.ground import Edge, Surface, printed_edge
from core.model.maps import Area, Cell, Grid, Name, SideFeature
from core.model.maps import Path as MapPath

Place = tuple[float, float]
Corner = tuple[int, int]
Side = frozenset[Hex]
"""The two hexes beside a hexside."""

DECIMALS = 4
MESH = 0.2
"""Distance between the points of the relief in hexes."""

RIM = 2.0
"""How far the relief reaches beyond the printed edge, in hexes."""

NO_MOUTH = 5.0
"""So near to where a river comes in over the edge, in hexes, no water runs out over it."""

FRAME = SheetFrame.place("odd")


def grid_of(columns: int, rows: int, hex_m: float) -> Grid:
    """The grid of a map; its numbers are two digits for the column and two for the row."""
    return Grid(columns, rows, Numbering("{column:02}{row:02}", columns, rows), raised="odd", hex_m=hex_m, number_every=1)


def hills(grid: Grid, chance: random.Random, sizes: Sequence[tuple[float, float]]) -> Surface:
    """A relief of patches: for each size in hexes, how high they are. About 0 in the middle."""
    west, south, east, north = printed_edge(grid)
    xs, ys = np.arange(west - RIM, east + RIM, MESH), np.arange(south - RIM, north + RIM, MESH)
    heights: Heights = np.zeros((len(ys), len(xs)))
    for size, high in sizes:
        heights += high * patchy(xs, ys, size, chance)
    return Surface(xs, ys, heights)


def away_from(surface: Surface, line: Sequence[Place]) -> Heights:
    """How far every point of a relief is from a line, in hexes."""
    shape = LineString(line)
    shapely.prepare(shape)
    xs, ys = np.meshgrid(surface.xs, surface.ys)
    return np.asarray(shapely.distance(shapely.points(xs, ys), shape))


@dataclass(frozen=True)
class Land:
    """The hexes of a map and their ground: heights in units of the relief, which of them are sea."""

    grid: Grid
    surface: Surface
    sea: frozenset[Hex] = frozenset()
    hexes: tuple[Hex, ...] = field(init=False)

    def __post_init__(self) -> None:
        cells = ((column, row) for column in range(1, self.grid.columns + 1) for row in range(1, self.grid.rows + 1))
        object.__setattr__(self, "hexes", tuple(FRAME.hex(*cell) for cell in cells))

    @property
    def edge(self) -> Edge:
        """The printed edge of the map."""
        return printed_edge(self.grid)

    def is_rim(self, place: Hex) -> bool:
        """Whether a hex lies on the rim of the map."""
        column, row = FRAME.cell(place)
        return column in (1, self.grid.columns) or row in (1, self.grid.rows)

    def height(self, place: Place) -> float:
        """The height of a place."""
        return float(self.surface.at(np.array([place[0]]), np.array([place[1]]))[0])

    def heights(self) -> dict[Hex, float]:
        """The height of every hex: the mean over its centre and its corners."""
        points = {place: [plane_centre(place), *map(to_plane, corners(place))] for place in self.hexes}
        return {place: sum(map(self.height, some)) / len(some) for place, some in points.items()}


# Rivers --------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rivers:
    """The hexsides along which water runs, with how many hexsides of water come together in each; and the next corner."""

    flow: Mapping[Side, int]
    ends: Mapping[Side, tuple[Corner, Corner]]

    def at_least(self, flow: int, below: int = 10**9) -> list[Side]:
        """The hexsides of rivers of a size."""
        return [side for side, water in self.flow.items() if flow <= water < below]

    def courses(self, least: int) -> list[list[Corner]]:
        """The rivers as lines of corners from their springs to their mouths, the longest first; a side river ends where it
        joins."""
        chosen = [side for side in self.flow if self.flow[side] >= least]
        downhill = {self.ends[side][0]: self.ends[side][1] for side in chosen}
        springs = set(downhill) - set(downhill.values())
        lines = []
        for spring in springs:
            line = [spring]
            while line[-1] in downhill:
                line.append(downhill[line[-1]])
            lines.append(line)
        lines.sort(key=lambda line: (-len(line), line))
        taken: set[Corner] = set()
        found = []
        for line in lines:
            kept = []
            for corner in line:
                kept.append(corner)
                if corner in taken:
                    break
            taken.update(kept)
            found.append(kept)
        return sorted(found, key=lambda line: (-len(line), line))


def rivers(land: Land, source: float = 0.0, inflow: tuple[Place, int] | None = None) -> Rivers:
    """Where water runs along hexsides: hollows spill over where they are lowest, sea and the map's edge take it in.

    Hexsides between hexes of the sea carry none. `source` is the height above which springs give twice as much; `inflow` is
    where a river comes in over the edge, and with how much water.
    """
    on_map = set(land.hexes)
    beside: dict[frozenset[Corner], list[Hex]] = {}
    for place in land.hexes:
        ring = corners(place)
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            beside.setdefault(frozenset((a, b)), []).append(place)
    near: dict[Corner, list[Corner]] = {}
    for pair in beside:
        a, b = sorted(pair)
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    height = {corner: land.height(to_plane(corner)) for corner in near}
    wet = {corner for place in land.sea for corner in corners(place)}
    mouths = {corner for pair, some in beside.items() if len(some) == 1 for corner in pair} | (wet & set(near))
    spring: Corner | None = None
    if inflow is not None:
        from_edge = {corner: math.dist(to_plane(corner), inflow[0]) for corner in mouths - wet}
        spring = min(from_edge, key=lambda corner: (from_edge[corner], corner))
        mouths -= {corner for corner, far in from_edge.items() if far < NO_MOUTH}
    waiting = [(height[corner], corner) for corner in sorted(mouths)]
    heapq.heapify(waiting)
    reached, order = set(mouths), []
    follows: dict[Corner, Corner] = {}
    while waiting:
        level, corner = heapq.heappop(waiting)
        order.append(corner)
        for other in sorted(near[corner]):
            if other not in reached:
                reached.add(other)
                follows[other] = corner
                heapq.heappush(waiting, (max(level + 1e-6, height[other]), other))
    water = dict.fromkeys(near, 0)
    if inflow is not None and spring is not None:
        water[spring] = inflow[1]
    flow: dict[Side, int] = {}
    ends: dict[Side, tuple[Corner, Corner]] = {}
    for corner in reversed(order):
        if corner not in follows:
            continue
        water[corner] += 2 if height[corner] > source else 1
        water[follows[corner]] += water[corner]
        hexes = beside[frozenset((corner, follows[corner]))]
        if len(hexes) == 2 and not land.sea.issuperset(hexes) and on_map.issuperset(hexes):
            side = frozenset(hexes)
            flow[side], ends[side] = water[corner], (corner, follows[corner])
    return Rivers(flow, ends)


def side_features(sides: Iterable[Side], feature: str) -> tuple[SideFeature, ...]:
    """Hexsides as features of a sheet, in order."""
    pairs = sorted(tuple(sorted(FRAME.cell(place) for place in side)) for side in sides)
    return tuple(SideFeature(feature, (first, second)) for first, second in pairs)


# Roads ---------------------------------------------------------------------------------------------------------------------


@dataclass
class Ways:
    """Roads or railways from hex to hex: what a step costs, which steps are taken already, and what is drawn."""

    land: Land
    cost: Callable[[Hex, Hex], float]
    sway: float
    """How far beside the middle of a hexside a way may cross it, in hexes."""

    straight: frozenset[Side] = frozenset()
    """Hexsides that are crossed in the middle: those of rivers."""

    towns: frozenset[Hex] = frozenset()
    """Hexes in which a way may end at the edge of the map without going on."""

    leaving: set[Hex] = field(default_factory=set)
    laid: set[Side] = field(default_factory=set)
    runs: list[tuple[str, list[Hex]]] = field(default_factory=list)

    def lay(self, feature: str, stops: Sequence[Hex]) -> None:
        """Lays a way from stop to stop; where one follows an older one, only what is new is drawn."""
        way = [stops[0]]
        for start, end in pairwise(stops):
            way += self._easiest(start, end)[1:]
        run: list[Hex] = []
        for here, there in pairwise(way):
            if frozenset((here, there)) in self.laid:
                self._keep(feature, run)
                run = []
            else:
                run = [*(run or [here]), there]
        self._keep(feature, run)
        self.laid |= {frozenset(pair) for pair in pairwise(way)}
        self.leaving |= {stop for stop in (stops[0], stops[-1]) if self.land.is_rim(stop) and stop not in self.towns}

    def _keep(self, feature: str, run: list[Hex]) -> None:
        if run:
            self.runs.append((feature, run))

    def _easiest(self, start: Hex, end: Hex) -> list[Hex]:
        on_map = set(self.land.hexes) - self.land.sea
        spent = {start: 0.0}
        came: dict[Hex, Hex] = {}
        waiting = [(0.0, start)]
        while waiting:
            so_far, here = heapq.heappop(waiting)
            if here == end:
                break
            if so_far > spent[here]:
                continue
            for there in here.neighbours():
                if there not in on_map:
                    continue
                share = 0.35 if frozenset((here, there)) in self.laid else 1.0
                total = so_far + share * self.cost(here, there)
                if total < spent.get(there, math.inf):
                    spent[there], came[there] = total, here
                    heapq.heappush(waiting, (total, there))
        way = [end]
        while way[-1] != start:
            way.append(came[way[-1]])
        return way[::-1]

    def paths(self, chance: random.Random, pinned: Iterable[Hex] = ()) -> tuple[MapPath, ...]:
        """All ways as smooth lines through the hexes of each; they meet in the centres of hexes, and at `pinned` ones."""
        held = {run[at] for _, run in self.runs for at in (0, -1)} | set(pinned)
        crossings = {
            side: 0.0 if side in self.straight else self.sway * (2 * chance.random() - 1)
            for side in sorted({frozenset(pair) for _, run in self.runs for pair in pairwise(run)}, key=sorted)
        }
        return tuple(MapPath(feature, self._smooth(run, held, crossings)) for feature, run in self.runs)

    def _smooth(self, run: list[Hex], held: set[Hex], crossings: Mapping[Side, float]) -> tuple[Place, ...]:
        """A run as a line: square through each hexside, bending inside hexes, through the centres that are held."""
        knots: list[tuple[Place, Place]] = []
        middles = [_crossing(here, there, crossings[frozenset((here, there))]) for here, there in pairwise(run)]
        for number, place in enumerate(run):
            before = middles[number - 1][0] if number else None
            after = middles[number][0] if number < len(middles) else None
            if place in held or before is None or after is None:
                at = plane_centre(place)
                start, end = before or at, after or at
                knots.append((at, (end[0] - start[0], end[1] - start[1])))
            if after is not None:
                knots.append(middles[number])
        line: list[Place] = []
        for (a, towards_a), (b, towards_b) in pairwise(knots):
            line += _bent(a, towards_a, b, towards_b)
        line.append(knots[-1][0])
        line = _to_edge(line, run, self.land, self.leaving)
        thin = LineString(line).simplify(0.012)
        return tuple((round(x, DECIMALS), round(y, DECIMALS)) for x, y in thin.coords)


def _crossing(here: Hex, there: Hex, aside: float) -> tuple[Place, Place]:
    """Where a way from one hex to the next crosses their hexside, and in which direction."""
    (ax, ay), (bx, by) = plane_centre(here), plane_centre(there)
    dx, dy = bx - ax, by - ay
    # To the same side, whichever way it is gone.
    turn = 1 if here < there else -1
    return ((ax + bx) / 2 - turn * aside * dy, (ay + by) / 2 + turn * aside * dx), (dx, dy)


def _bent(a: Place, towards_a: Place, b: Place, towards_b: Place, steps: int = 6) -> list[Place]:
    """Points along a cubic curve from a to before b, with the directions at both."""
    reach = math.dist(a, b) / 3

    def handle(at: Place, towards: Place, sign: int) -> Place:
        length = math.hypot(*towards) or 1.0
        return at[0] + sign * reach * towards[0] / length, at[1] + sign * reach * towards[1] / length

    c, d = handle(a, towards_a, 1), handle(b, towards_b, -1)
    found = []
    for step in range(steps):
        t = step / steps
        weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
        found.append(
            (
                sum(w * p[0] for w, p in zip(weights, (a, c, d, b), strict=True)),
                sum(w * p[1] for w, p in zip(weights, (a, c, d, b), strict=True)),
            )
        )
    return found


def _to_edge(line: list[Place], run: Sequence[Hex], land: Land, leaving: set[Hex]) -> list[Place]:
    """A line that leaves the map goes on over its edge, which cuts it."""
    west, south, east, north = land.edge
    for at in (0, -1):
        x, y = plane_centre(run[at])
        if run[at] in leaving:
            ways_out = ((west - 0.2, y), (east + 0.2, y), (x, south - 0.2), (x, north + 0.2))
            outside = min(ways_out, key=lambda point: math.dist(point, (x, y)))
            line = [outside, *line] if at == 0 else [*line, outside]
    return line


# Woods and the sea ---------------------------------------------------------------------------------------------------------


def grown(land: Land, members: Iterable[Hex], chance: random.Random, rough: float = 0.16, least: float = 0.3) -> list[Polygon]:
    """Outlines around hexes that look grown, not cut out: they hold the centres of these hexes and of no others."""
    chosen = frozenset(members)
    surface = land.surface
    xs, ys = np.meshgrid(surface.xs, surface.ys)
    pull = np.zeros(xs.shape)
    weight = np.full(xs.shape, 1e-9)
    around = {near for place in land.hexes for near in (place, *place.within(2))}
    for place in sorted(around):
        x, y = plane_centre(place)
        bell = steady.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * 0.34**2))
        inside = place in chosen or (place not in land.hexes and _mostly(place, chosen, set(land.hexes)))
        pull += bell * (1.0 if inside else 0.0)
        weight += bell
    share = pull / weight + rough * patchy(surface.xs, surface.ys, 0.8, chance) * (1 - _at_centres(land, xs, ys))
    west, south, east, north = land.edge
    inner = np.ix_((surface.ys >= south) & (surface.ys <= north), (surface.xs >= west) & (surface.xs <= east))
    cover = float((share[inner] > 0.5).mean())
    return outlines(surface, share, cover, land.edge, 0.3, least) if cover else []


def _mostly(place: Hex, chosen: frozenset[Hex], on_map: set[Hex]) -> bool:
    """Whether what is seen of a hex's neighbours is mostly chosen, for hexes beyond the edge."""
    near = [each for each in place.within(2) if each in on_map]
    return 2 * sum(each in chosen for each in near) > len(near)


def _at_centres(land: Land, xs: Heights, ys: Heights) -> Heights:
    """1 at the centres of hexes, where chance must not decide, falling to 0."""
    held = np.zeros(xs.shape)
    for place in land.hexes:
        x, y = plane_centre(place)
        held = np.maximum(held, steady.exp(-(((xs - x) ** 2 + (ys - y) ** 2) / 0.32**2)))
    return held


def clusters(members: Iterable[Hex], least: int) -> frozenset[Hex]:
    """The hexes that lie together with at least so many of their kind."""
    left = set(members)
    kept: set[Hex] = set()
    while left:
        waiting = [min(left)]
        found: set[Hex] = set()
        while waiting:
            place = waiting.pop()
            if place in left:
                left.discard(place)
                found.add(place)
                waiting += place.neighbours()
        if len(found) >= least:
            kept |= found
    return frozenset(kept)


def filled(land: Land, members: Iterable[Hex]) -> frozenset[Hex]:
    """The hexes, and those that have only such hexes around them."""
    chosen, on_map = frozenset(members), frozenset(land.hexes)
    return chosen | {place for place in land.hexes if chosen.issuperset(on_map.intersection(place.neighbours()))}


def areas(shapes: Iterable[Polygon], terrain: str) -> tuple[Area, ...]:
    """Outlines as areas of a sheet, the largest first."""
    return tuple(Area(terrain, rings(shape)) for shape in sorted(shapes, key=lambda shape: (-shape.area, shape.bounds)))


def rings(shape: Polygon) -> tuple[tuple[Place, ...], ...]:
    """A polygon as a map sheet holds it: rounded, the outer ring first."""
    return tuple(
        tuple((round(x, DECIMALS), round(y, DECIMALS)) for x, y in ring.coords) for ring in (shape.exterior, *shape.interiors)
    )


# Names ---------------------------------------------------------------------------------------------------------------------


def name_above(text: str, cells: Sequence[Cell], size: float = 0.3) -> Name:
    """The name of a town above its hexes."""
    centres = [plane_centre(FRAME.hex(*cell)) for cell in cells]
    x, y = sum(place[0] for place in centres) / len(centres), max(place[1] for place in centres) + 0.36
    return Name(text, (round(x, DECIMALS), round(y, DECIMALS)), size)


def name_along(text: str, course: Sequence[Corner], share: float, size: float = 0.34) -> Name:
    """The name of a river beside its course, a share of its length from the spring."""
    line = LineString([to_plane(corner) for corner in course])
    at = line.length * share
    before, here, after = (line.interpolate(min(max(at + step, 0), line.length)) for step in (-1.4, 0.0, 1.4))
    angle = math.atan2(after.y - before.y, after.x - before.x)
    if math.cos(angle) < 0:
        angle += math.pi
    place = here.x - 0.42 * math.sin(angle), here.y + 0.42 * math.cos(angle)
    degrees = float(round(math.degrees(math.remainder(angle, 2 * math.pi))))
    return Name(text, (round(place[0], DECIMALS), round(place[1], DECIMALS)), size, degrees)


def towards(land: Land, cell: Cell) -> Hex:
    """The hex at a column and row; columns and rows beyond the map mean its edge."""
    return FRAME.hex(min(max(cell[0], 1), land.grid.columns), min(max(cell[1], 1), land.grid.rows))
