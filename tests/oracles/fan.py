"""Contour maps measured by brute force: a dense fan of rays through a point, against every segment of every line.

Which lines are below and which above a point is told by a function of the plane that the map was drawn from, never by faces.
Shares no code with core.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import contourpy
import numpy as np

Point = tuple[float, float]
Drawn = tuple[int, list[Point]]
Ground = Callable[[np.ndarray, np.ndarray], np.ndarray]


@dataclass(frozen=True)
class FanMap:
    """Lines (height, points) inside a box, and the ground they were drawn from."""

    lines: Sequence[Drawn]
    box: tuple[float, float, float, float]
    ground: Callable[[float, float], float]

    def segments(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Starts, ends and heights of all segments; the edge of the map has no height."""
        starts, ends, heights = [], [], []
        for height, points in self.lines:
            starts += points[:-1]
            ends += points[1:]
            heights += [float(height)] * (len(points) - 1)
        x0, y0, x1, y1 = self.box
        rim = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
        starts += rim
        ends += rim[1:] + rim[:1]
        heights += [math.nan] * 4
        return np.array(starts, float), np.array(ends, float), np.array(heights)


def draw(ground: Ground, levels: Sequence[int], size: float = 8.0, step: float = 0.1) -> FanMap:
    """A map of a function of the plane over a square, its lines as long as they come."""
    at = np.linspace(0.0, size, round(size / step) + 1)
    x, y = np.meshgrid(at, at)
    made = contourpy.contour_generator(at, at, ground(x, y))
    lines = []
    for level in levels:
        for piece in made.lines(level):
            points = [(float(p[0]), float(p[1])) for p in piece]
            kept = [p for i, p in enumerate(points) if i == 0 or math.dist(p, points[i - 1]) > 1e-9]
            if len(kept) > 1:
                lines.append((level, kept))
    return FanMap(lines, (0.0, 0.0, size, size), lambda px, py: float(ground(np.array(px), np.array(py))))


def hits(
    near: tuple[np.ndarray, np.ndarray, np.ndarray], point: Point, directions: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Distance and height of the first segment that each ray meets (infinite and nan for none)."""
    a, b, heights = near
    a, b = a - point, b - point
    d = b - a
    turn = a[:, 0] * d[:, 1] - a[:, 1] * d[:, 0]
    far, what = [], []
    for part in np.array_split(directions, max(1, len(directions) * len(a) // 500_000)):
        ux, uy = np.cos(part)[:, None], np.sin(part)[:, None]
        with np.errstate(divide="ignore", invalid="ignore"):
            across = ux * d[:, 1] - uy * d[:, 0]
            along = turn / across
            place = (a[:, 0] * uy - a[:, 1] * ux) / across
        along = np.where((along > 0) & (place >= 0) & (place <= 1), along, np.inf)
        first = along.argmin(axis=1)
        row = np.arange(len(part))
        far.append(along[row, first])
        what.append(np.where(np.isfinite(along[row, first]), heights[first], np.nan))
    return np.concatenate(far), np.concatenate(what)


def shortest(map_: FanMap, point: Point, low: int, high: int, count: int = 20_000) -> tuple[float, float] | None:
    """Length and part of the shortest line of a fan from a line of one height to one of another; None when no ray does it.

    Segments further away than a radius cannot matter to a line that is shorter than it; only if all are longer is every
    segment looked at.
    """
    directions = (np.arange(count) + 0.5) * (math.pi / count)
    starts, ends, heights = map_.segments()
    away = distances(point, starts, ends)
    guess = 2 * (away[heights == low].min() + away[heights == high].min())
    for radius in (guess, 4 * guess, math.inf):
        keep = away <= radius
        near = starts[keep], ends[keep], heights[keep]
        ahead, what_ahead = hits(near, point, directions)
        behind, what_behind = hits(near, point, directions + math.pi)
        up = (what_behind == low) & (what_ahead == high)
        down = (what_behind == high) & (what_ahead == low)
        length = np.where(up | down, ahead + behind, np.inf)
        best = int(length.argmin())
        if length[best] <= radius and np.isfinite(length[best]):
            below = ahead[best] if down[best] else behind[best]
            return float(length[best]), float(below / length[best])
    return None


def distances(point: Point, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """The distance from a point to every segment."""
    d, rel = ends - starts, np.array(point) - starts
    t = np.clip((rel * d).sum(axis=1) / (d * d).sum(axis=1), 0, 1)
    return np.hypot(*(rel - t[:, None] * d).T)


def distance_to(map_: FanMap, point: Point, height: int | None = None) -> float:
    """The distance to the nearest line, of one height or of any."""
    starts, ends, heights = map_.segments()
    keep = ~np.isnan(heights) if height is None else heights == height
    return float(distances(point, starts[keep], ends[keep]).min())


def crosses_something(map_: FanMap, one: Point, two: Point, slack: float = 1e-7) -> bool:
    """Whether the open stretch between two points goes through a line or the edge, and not merely past a corner of it."""
    a, b, _ = map_.segments()
    p, q = np.array(one), np.array(two)
    u = (q - p) / math.dist(one, two)
    side_a = u[0] * (a[:, 1] - p[1]) - u[1] * (a[:, 0] - p[0])
    side_b = u[0] * (b[:, 1] - p[1]) - u[1] * (b[:, 0] - p[0])
    apart = (np.minimum(side_a, side_b) < -slack) & (np.maximum(side_a, side_b) > slack)
    a, b, side_a, side_b = a[apart], b[apart], side_a[apart], side_b[apart]
    along = ((a + (side_a / (side_a - side_b))[:, None] * (b - a)) - p) @ u
    return bool(((along > 10 * slack) & (along < math.dist(one, two) - 10 * slack)).any())
