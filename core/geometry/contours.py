"""The ground between contour lines: lines, the faces between them, and what lies below and above each face.

A *face* is a region between neighbouring lines, closed by the map's edge where needed. Each piece of its boundary is a *rim*:
the line lies below the face (`LOW`: the ground rises from it), above it (`HIGH`), is the map's edge (`EDGE`), or nobody knows
(`UNKNOWN`). Lines that end inside a face count on both their sides, each side for itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from core.geometry.layout import Point

LOW, HIGH, EDGE, UNKNOWN = 1, 2, 0, 3

SAME = 1e-9
"""Two lengths or parts closer than this are equal; far below what a mark can tell apart (1/8 of a step)."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class ContourLine:
    """A line of one height in the plane. `high` is +1 when the ground is higher on the left of its drawing direction, -1 on
    the right, 0 when the line itself does not say. `source` is any value of the caller's that names the line."""

    height: Fraction
    points: tuple[Point, ...]
    high: int = 0
    source: object = None


@dataclass(frozen=True, eq=False)
class Face:
    """A region between lines. Row i of `starts` and `ends` (n, 2) is a rim segment with the face on its left, `kinds[i]` its
    kind and `heights[i]` its place in `levels` (-1 for the edge). A line that ends inside the face has two rows for each of its
    segments, one for each side; they are marked in `loose`. `owners[i]` is the place in `lines` of its line, or -1."""

    polygon: shapely.Polygon
    starts: Floats
    ends: Floats
    kinds: npt.NDArray[np.int8]
    heights: npt.NDArray[np.int32]
    levels: tuple[Fraction, ...]
    loose: npt.NDArray[np.bool_]
    unknown: tuple[ContourLine, ...] = ()
    lines: tuple[ContourLine, ...] = ()
    owners: npt.NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, dtype=np.int32))

    @property
    def has_low(self) -> bool:
        """Whether some line lies below this face."""
        return bool((self.kinds == LOW).any())

    @property
    def has_high(self) -> bool:
        """Whether some line lies above this face."""
        return bool((self.kinds == HIGH).any())

    def heights_of(self, kind: int) -> frozenset[Fraction]:
        """The heights of all rims of a kind."""
        return frozenset(self.levels[int(i)] for i in np.unique(self.heights[self.kinds == kind]))

    def top(self) -> Fraction:
        """The highest line above the face, else the highest below it."""
        kind = HIGH if self.has_high else LOW
        return max(self.heights_of(kind))

    def floor(self) -> Fraction:
        """The lowest line below the face, else the lowest above it."""
        kind = LOW if self.has_low else HIGH
        return min(self.heights_of(kind))

    def distances(self, point: Point) -> Floats:
        """Distance from a point to every rim segment."""
        return distances_to(point, self.starts, self.ends)

    def nearest(self, point: Point, kind: int) -> tuple[Fraction, float, Point] | None:
        """Height, distance and foot of the nearest rim of a kind; None when the face has none.

        A line that ends inside the face is a rim of a kind only for points on the side where it is that.
        """
        away_from = ~self.loose | (facing(point, self.starts, self.ends) > 0)
        rows = np.flatnonzero((self.kinds == kind) & away_from)
        if not len(rows):
            return None
        away = distances_to(point, self.starts[rows], self.ends[rows])
        best = int(np.argmin(away))
        row = int(rows[best])
        foot = _foot(point, self.starts[row], self.ends[row])
        return self.levels[int(self.heights[row])], float(away[best]), foot


@dataclass(frozen=True, eq=False)
class Relief:
    """All faces of a map, and the lines that bound them (clipped to the edge)."""

    edge: BaseGeometry
    lines: tuple[ContourLine, ...]
    faces: tuple[Face, ...]
    shapes: tuple[shapely.LineString, ...]
    _face_tree: shapely.STRtree = field(repr=False)
    _line_tree: shapely.STRtree = field(repr=False)

    @cached_property
    def open_ends(self) -> tuple[tuple[ContourLine, Point], ...]:
        """Ends of lines that stop inside the map without meeting anything."""
        ends = [(i, at) for i, line in enumerate(self.lines) if line.points[0] != line.points[-1] for at in (0, -1)]
        if not ends:
            return ()
        spots = shapely.points([self.lines[i].points[at] for i, at in ends])
        inside = np.flatnonzero(shapely.distance(self.edge.boundary, spots) > 10 * SAME)
        met = set()
        for end, other in zip(*self._line_tree.query(spots[inside], predicate="dwithin", distance=SAME), strict=True):
            # Its own line comes to every end; where it comes back there, it meets itself.
            if ends[int(inside[end])][0] != int(other):
                met.add(int(inside[end]))
        loose = (ends[i] for i in inside.tolist() if i not in met)
        return tuple((self.lines[i], self.lines[i].points[at]) for i, at in loose if not _meets_itself(self.lines[i], at))

    def face_at(self, point: Point) -> Face | None:
        """The face around a point; None outside the map's edge."""
        found = self._face_tree.query(shapely.Point(point), predicate="intersects")
        return self.faces[int(min(found))] if len(found) else None

    def on_line(self, point: Point, within: float) -> ContourLine | None:
        """The line that passes at most `within` of a point: the nearest, of equally near ones the higher."""
        found, away = self._line_tree.query_nearest(
            shapely.Point(point), max_distance=within + SAME, return_distance=True, all_matches=True
        )
        near = [self.lines[int(i)] for i, d in zip(found, away, strict=True) if d <= within]
        return max(near, key=lambda line: line.height) if near else None

    def near(self, shape: BaseGeometry, within: float) -> list[tuple[ContourLine, shapely.LineString]]:
        """The lines that come at most `within` near a shape."""
        rows = self._line_tree.query(shape, predicate="dwithin", distance=within)
        return [(self.lines[int(i)], self.shapes[int(i)]) for i in sorted(rows)]

    def meeting(self, numbers: Sequence[int]) -> list[tuple[int, int]]:
        """The pairs of lines that meet, at least one of them one of these; each pair once, the smaller number first."""
        if not numbers:
            return []
        found = self._line_tree.query([self.shapes[i] for i in numbers], predicate="intersects")
        pairs = ((numbers[int(i)], int(j)) for i, j in zip(*found, strict=True))
        return sorted({(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]})


def hit(face: Face, point: Point, towards: Point) -> tuple[int, Point, float] | None:
    """What a ray from a point of a face meets first: the rim's row, where, and how far; None when it meets nothing."""
    u = np.array([towards[0] - point[0], towards[1] - point[1]])
    size = float(np.hypot(u[0], u[1]))
    if size == 0:
        return None
    u /= size
    a, b = face.starts - point, face.ends - point
    d = b - a
    crosses = (u[0] * a[:, 1] - u[1] * a[:, 0] >= 0) != (u[0] * b[:, 1] - u[1] * b[:, 0] >= 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        along = (a[:, 0] * d[:, 1] - a[:, 1] * d[:, 0]) / (u[0] * d[:, 1] - u[1] * d[:, 0])
    along = np.where(crosses & (along > 0) & (facing(point, face.starts, face.ends) > 0), along, np.inf)
    row = int(np.argmin(along))
    if not np.isfinite(along[row]):
        return None
    return row, (point[0] + u[0] * along[row], point[1] + u[1] * along[row]), float(along[row])


def facing(point: Point, starts: Floats, ends: Floats) -> Floats:
    """Positive for segments that have a point on their left, negative for those that have it on their right."""
    a, d = starts - point, ends - starts
    return np.asarray(a[:, 0] * d[:, 1] - a[:, 1] * d[:, 0])


def distances_to(point: Point, starts: Floats, ends: Floats) -> Floats:
    """Distance from a point to each segment of (n, 2) starts and ends."""
    d = ends - starts
    rel = np.asarray(point) - starts
    square = np.maximum((d * d).sum(axis=1), 1e-300)
    t = np.clip((rel * d).sum(axis=1) / square, 0, 1)
    away = rel - t[:, None] * d
    return np.asarray(np.hypot(away[:, 0], away[:, 1]))


def _foot(point: Point, start: Floats, end: Floats) -> Point:
    d = end - start
    t = float(np.clip(((np.asarray(point) - start) * d).sum() / max(float((d * d).sum()), 1e-300), 0, 1))
    return as_point(start + t * d)


def as_point(xy: Floats) -> Point:
    """Two floats of an array as a point."""
    return float(xy[0]), float(xy[1])


def _meets_itself(line: ContourLine, at: int) -> bool:
    """Whether an end of a line lies on another part of the same line."""
    own = line.points if at == 0 else line.points[::-1]
    if len(own) < 4:
        return False
    rest = np.array(own[1:], dtype=float)
    away = distances_to(own[0], rest[1:-1], rest[2:])
    return bool((away <= SAME).any())
