"""Positions: hexes and plane points to scene points and back. Nothing else in the program turns y upside down.

A scene unit is one hundredth of the distance between two hex centres, x to the right and y downwards as Qt has it. A sheet of
pointy-top hexes lies in the shared plane as its mirror at the diagonal (`core.geometry.layout`), so there x and y change
places before y is turned.
"""

import math
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from core.geometry.hexes import Hex
from core.geometry.layout import CORNERS, LATTICE_X, LATTICE_Y, Point, hex_at, plane_centre, to_plane
from core.model.box import GameBox

HEX = 100.0
"""Scene units from hex centre to next hex centre."""

Span = tuple[float, float, float, float]
"""A rectangle in the scene: left, top, right, bottom."""

Polyline = list[tuple[float, float]]
"""Points of a line in the scene."""

_REACH = 1 / math.sqrt(3)
_COLUMN = math.sqrt(3) / 2


@dataclass(frozen=True, slots=True)
class MapTransform:
    """The way from a box's shared plane to the scene and back. All sheets of a box have one orientation."""

    orientation: Literal["columns", "rows"] = "columns"

    @classmethod
    def of(cls, box: GameBox) -> "MapTransform":
        """The transform for the maps of a box."""
        return cls(box.sheets[0].frame.orientation if box.sheets else "columns")

    def xy(self, point: Point) -> tuple[float, float]:
        """A point of the shared plane as scene coordinates.

        >>> MapTransform().xy((1.0, 2.0)), MapTransform("rows").xy((1.0, 2.0))
        ((100.0, -200.0), (200.0, -100.0))
        """
        x, y = self.looked_at(point)
        return HEX * x, -HEX * y

    def looked_at(self, point: Point) -> Point:
        """A point of the shared plane in hexes to the east and to the north as one looks at the map; also the way back."""
        return point if self.orientation == "columns" else (point[1], point[0])

    def to_scene(self, point: Point) -> QPointF:
        """A point of the shared plane in the scene."""
        return QPointF(*self.xy(point))

    def to_plane(self, x: float, y: float) -> Point:
        """A scene point in the shared plane; the inverse of `xy`."""
        east, north = x / HEX, -y / HEX
        return (east, north) if self.orientation == "columns" else (north, east)

    def line(self, points: Iterable[Point]) -> Polyline:
        """Points of the shared plane as scene coordinates."""
        return [self.xy(point) for point in points]

    def span(self, bounds: tuple[float, float, float, float]) -> Span:
        """A rectangle of the plane (x least, y least, x most, y most) in the scene."""
        (ax, ay), (bx, by) = self.xy(bounds[:2]), self.xy(bounds[2:])
        return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)

    def centre(self, place: Hex) -> tuple[float, float]:
        """The centre dot of a hex as scene coordinates."""
        return self.xy(plane_centre(place))

    def hex_at(self, x: float, y: float) -> Hex:
        """The hex around a scene point."""
        plane_x, plane_y = self.to_plane(x, y)
        return hex_at((plane_x * LATTICE_X, plane_y * LATTICE_Y))

    def corners(self, place: Hex) -> Polyline:
        """The six corners of a hex as scene coordinates."""
        cx, cy = self.centre(place)
        return [(cx + dx, cy + dy) for dx, dy in _corner_steps(self)]

    def ring(self, place: Hex) -> Polyline:
        """The outline of a hex as scene coordinates; its last point is its first."""
        corners = self.corners(place)
        return [*corners, corners[0]]

    def corner_steps(self) -> Polyline:
        """From the centre of any hex to its corners, in scene units."""
        return list(_corner_steps(self))

    def hex_span(self, place: Hex) -> Span:
        """The bounding rectangle of a hex."""
        (x, y), (across, down) = self.centre(place), _corner_reach(self)
        return x - across, y - down, x + across, y + down

    def from_middle(self, span: Span, cells: Container[Hex]) -> tuple[Hex, ...]:
        """Those hexes of `cells` whose bounding rectangles touch a scene rectangle, the nearest to its middle first."""
        middle = (span[0] + span[2]) / 2, (span[1] + span[3]) / 2
        found = [place for place in self.hexes_in(span) if place in cells]
        return tuple(sorted(found, key=lambda place: math.dist(self.centre(place), middle)))

    def hexes_in(self, span: Span) -> Iterator[Hex]:
        """All hexes, playable or not, whose bounding rectangles touch a scene rectangle."""
        for q, first, last in self.columns_in(span):
            for r in range(first, last + 1):
                yield Hex(q, r)

    def columns_in(self, span: Span) -> Iterator[tuple[int, int, int]]:
        """The same, column by column: `q`, the first `r` and the last."""
        (ax, ay), (bx, by) = self.to_plane(*span[:2]), self.to_plane(*span[2:])
        left, right, low, high = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
        for q in range(math.ceil((left - _REACH) / _COLUMN), math.floor((right + _REACH) / _COLUMN) + 1):
            yield q, math.ceil(low - 0.5 - q / 2), math.floor(high + 0.5 - q / 2)


@lru_cache(maxsize=2)
def _corner_steps(transform: MapTransform) -> tuple[tuple[float, float], ...]:
    return tuple(transform.xy(to_plane(corner)) for corner in CORNERS)


@lru_cache(maxsize=2)
def _corner_reach(transform: MapTransform) -> tuple[float, float]:
    """How far hexes reach from their centre, sideways and up, in scene units."""
    steps = _corner_steps(transform)
    return max(x for x, _ in steps), max(y for _, y in steps)


def span_of(points: Iterable[tuple[float, float]], margin: float = 0.0) -> Span:
    """The bounding rectangle of points, widened by a margin on all sides.

    >>> span_of([(0, 1), (4, -2)], 1)
    (-1, -3, 5, 2)
    """
    xs, ys = zip(*points, strict=True)
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


def widened(span: Span, margin: float) -> Span:
    """A rectangle with a margin on all sides."""
    return span[0] - margin, span[1] - margin, span[2] + margin, span[3] + margin


def meets(a: Span, b: Span) -> bool:
    """Whether two rectangles share a point."""
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def contains(outer: Span, inner: Span) -> bool:
    """Whether a rectangle lies in another."""
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def common(a: Span, b: Span) -> Span:
    """What two rectangles that meet have in common.

    >>> common((0, 0, 4, 4), (2, -1, 9, 3))
    (2, 0, 4, 3)
    """
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])


def united(spans: Iterable[Span]) -> Span:
    """The smallest rectangle around rectangles."""
    lefts, tops, rights, bottoms = zip(*spans, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def to_rect(span: Span) -> QRectF:
    """A rectangle in Qt's words."""
    return QRectF(span[0], span[1], span[2] - span[0], span[3] - span[1])


def from_rect(rect: QRectF) -> Span:
    """Qt's rectangle in ours."""
    return rect.left(), rect.top(), rect.right(), rect.bottom()


def polygon(points: Iterable[tuple[float, float]]) -> QPolygonF:
    """Scene points in Qt's words."""
    return QPolygonF([QPointF(x, y) for x, y in points])


def path_of(*lines: Iterable[tuple[float, float]]) -> QPainterPath:
    """One path through the points of each line."""
    path = QPainterPath()
    for line in lines:
        path.addPolygon(polygon(line))
    return path
