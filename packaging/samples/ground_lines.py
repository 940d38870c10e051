"""Lines that ground suggests: where water runs, where a road goes, and the bed that water cuts.

All points are in sheet units (1.0 from hex centre to hex centre); heights are in metres. Nothing here is random.
"""

import heapq
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import steady
from shapely import LineString, Point

from core.interop.elevation_grid import Heights
from core.interop.ground import Surface

Place = tuple[float, float]
Node = tuple[int, int]

_AROUND = tuple((dj, di) for dj in (-1, 0, 1) for di in (-1, 0, 1) if (dj, di) != (0, 0))
_KNIGHT = tuple((dj, di) for dj in (-2, -1, 1, 2) for di in (-2, -1, 1, 2) if abs(dj) != abs(di))


def coarsened(surface: Surface, stride: int) -> Surface:
    """Every `stride`-th point of a surface."""
    return Surface(surface.xs[::stride], surface.ys[::stride], surface.heights[::stride, ::stride])


def height_at(surface: Surface, line: Sequence[Place]) -> Heights:
    """The heights under the points of a line."""
    points = np.array(line)
    return surface.at(points[:, 0], points[:, 1])


def node_near(surface: Surface, place: Place) -> Node:
    """Row and column of the point of the mesh that is nearest to a place."""
    return int(np.abs(surface.ys - place[1]).argmin()), int(np.abs(surface.xs - place[0]).argmin())


def place_of(surface: Surface, node: Node) -> Place:
    """The place of a point of the mesh."""
    return float(surface.xs[node[1]]), float(surface.ys[node[0]])


@dataclass(frozen=True)
class Drainage:
    """Where water runs: the next point of the mesh on its way (none on the rim), and how high it must rise to get away."""

    follows: Mapping[Node, Node]
    level: Heights


def drained(surface: Surface) -> Drainage:
    """The drainage of a surface.

    Hollows are filled from the rim inwards, lowest first, so that water leaves every hollow where it would spill over
    (priority flood).
    """
    rows, columns = surface.heights.shape
    rim = {(j, i) for j in range(rows) for i in (0, columns - 1)} | {(j, i) for i in range(columns) for j in (0, rows - 1)}
    waiting = [(float(surface.heights[node]), node) for node in sorted(rim)]
    heapq.heapify(waiting)
    reached = set(rim)
    follows: dict[Node, Node] = {}
    filled = surface.heights.copy()
    while waiting:
        level, node = heapq.heappop(waiting)
        for dj, di in _AROUND:
            near = node[0] + dj, node[1] + di
            if 0 <= near[0] < rows and 0 <= near[1] < columns and near not in reached:
                reached.add(near)
                follows[near] = node
                filled[near] = max(float(surface.heights[near]), level)
                heapq.heappush(waiting, (float(filled[near]), near))
    return Drainage(follows, filled)


def filled(surface: Surface, hollows: Sequence[Place]) -> Surface:
    """The surface with all hollows filled to where they spill over, but for those that hold one of the places given."""
    level = drained(surface).level
    waiting = [node_near(surface, place) for place in hollows]
    kept = set(waiting)
    while waiting:
        j, i = waiting.pop()
        near = {(j + dj, i + di) for dj, di in _AROUND} - kept
        wet = [node for node in near if level[node] > surface.heights[node]]
        kept.update(wet)
        waiting += wet
    heights = level.copy()
    for node in kept:
        heights[node] = surface.heights[node]
    return replace(surface, heights=heights)


def course(surface: Surface, follows: Mapping[Node, Node], head: Place, into: Sequence[Place] = ()) -> list[Place]:
    """The way of the water from `head` to the rim, or to the line `into` when it comes within a hex of that first."""
    node = node_near(surface, head)
    line = [place_of(surface, node)]
    river = LineString(into) if into else None
    while node in follows:
        node = follows[node]
        line.append(place_of(surface, node))
        if river is not None and river.distance(Point(line[-1])) < 1.0:
            return line
    return line


def evenly(line: Sequence[Place], step: float) -> list[Place]:
    """Points along a line, about `step` apart, both ends kept."""
    shape = LineString(line)
    count = max(1, round(shape.length / step))
    return [coordinates(shape.interpolate(k / count, normalized=True)) for k in range(count + 1)]


def coordinates(point: Point) -> Place:
    """A point as a pair."""
    return point.x, point.y


def relaxed(line: Sequence[Place], rounds: int, pinned: Iterable[int] = ()) -> list[Place]:
    """A line freed of its corners: each point moves towards the mean of its neighbours, `rounds` times; pins and ends stay."""
    points = np.array(line)
    free = np.ones(len(points), dtype=bool)
    free[[0, -1, *pinned]] = False
    for _ in range(rounds):
        middle = points.copy()
        middle[1:-1] = points[1:-1] / 2 + (points[:-2] + points[2:]) / 4
        points = np.where(free[:, None], middle, points)
    return [(float(x), float(y)) for x, y in points]


def winding(line: Sequence[Place], surface: Surface, reach: float, wave: float) -> list[Place]:
    """A line that swings to both sides, by up to `reach` with about `wave` from bend to bend, where the ground is flat."""
    points = np.array(line)
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    towards = np.gradient(points, axis=0)
    towards /= np.hypot(towards[:, 0], towards[:, 1])[:, None]
    aside = np.column_stack([-towards[:, 1], towards[:, 0]])
    bank = np.abs(height_at(surface, points + aside) - height_at(surface, points - aside))
    rim = np.minimum(1.0, np.minimum(along, along[-1] - along) / wave)
    flatness = steady.exp(-((bank / 12.0) ** 2)) * rim
    swing = steady.sin(2 * math.pi * along / wave) + 0.6 * steady.sin(2 * math.pi * along / (wave * 1.71) + 1.0)
    bent = points + aside * (reach / 1.6 * flatness * swing)[:, None]
    return [(float(x), float(y)) for x, y in bent]


def cut_bed(surface: Surface, line: Sequence[Place], depth: float, width: float) -> Surface:
    """The surface with a bed along a line that runs downhill all the way, `depth` metres deep and about `width` hexes wide."""
    path = evenly(line, 0.1)
    raw = height_at(surface, path)
    bed = np.minimum.accumulate(raw) - depth
    nearest = np.full(surface.heights.shape, np.inf)
    cut = np.zeros_like(surface.heights)
    step = float(surface.xs[1] - surface.xs[0])
    span = math.ceil(3 * width / step)
    for (x, y), lower in zip(path, raw - bed, strict=True):
        j, i = node_near(surface, (x, y))
        rows, columns = slice(max(j - span, 0), j + span + 1), slice(max(i - span, 0), i + span + 1)
        away = np.hypot(surface.ys[rows][:, None] - y, surface.xs[columns][None, :] - x)
        closer = away < nearest[rows, columns]
        nearest[rows, columns] = np.where(closer, away, nearest[rows, columns])
        cut[rows, columns] = np.where(closer, lower, cut[rows, columns])
    return replace(
        surface, heights=surface.heights - cut * steady.exp(-((np.where(np.isinf(nearest), 9.0, nearest) / width) ** 2))
    )


@dataclass(frozen=True)
class RoadGround:
    """What a road meets: the mesh, how many times harder than plain ground each point is, the length of a unit in metres.

    A step is twice as dear as on the flat at a slope of `grade` (0.07 is 7%).
    """

    surface: Surface
    hardness: Heights
    unit_m: float
    grade: float

    def step_cost(self, here: Node, there: Node) -> float:
        """The cost of a step: its length, dearer uphill, downhill and on hard ground."""
        length = math.hypot(here[0] - there[0], here[1] - there[1]) * float(self.surface.xs[1] - self.surface.xs[0])
        slope = abs(float(self.surface.heights[here] - self.surface.heights[there])) / (length * self.unit_m)
        return length * (1 + (slope / self.grade) ** 2) * float(self.hardness[here] + self.hardness[there]) / 2


def easiest_way(
    ground: RoadGround, start: Node, end: Node, is_paved: Callable[[Node, Node], bool] = lambda a, b: False
) -> list[Node]:
    """The cheapest way over the mesh (Dijkstra); a step on what is already paved costs a third."""
    rows, columns = ground.surface.heights.shape
    cost = {start: 0.0}
    came: dict[Node, Node] = {}
    waiting = [(0.0, start)]
    while waiting:
        spent, node = heapq.heappop(waiting)
        if node == end:
            break
        if spent > cost[node]:
            continue
        for dj, di in (*_AROUND, *_KNIGHT):
            near = node[0] + dj, node[1] + di
            if not (0 <= near[0] < rows and 0 <= near[1] < columns):
                continue
            total = spent + ground.step_cost(node, near) * (1 / 3 if is_paved(node, near) else 1.0)
            if total < cost.get(near, math.inf):
                cost[near] = total
                came[near] = node
                heapq.heappush(waiting, (total, near))
    way = [end]
    while way[-1] != start:
        way.append(came[way[-1]])
    return way[::-1]
