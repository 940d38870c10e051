"""What of a line lies outside some hexes."""

from collections.abc import Collection, Sequence
from itertools import pairwise

from core.geometry.hexes import Hex
from core.geometry.layout import Point, corners, hex_at, to_lattice, to_plane

Line = tuple[Point, ...]
Bounds = tuple[float, float, float, float]

LEAST_PIECE = 1e-3
"""Hexes; a shorter stretch between two hexes is none."""


def hex_under(point: Point) -> Hex:
    """The hex around a point of the plane."""
    return hex_at(to_lattice(point))


def outside(line: Sequence[Point], hexes: Collection[Hex]) -> tuple[Line, ...] | None:
    """The pieces of a line, in the plane, that lie outside hexes; None when all of it does.

    A closed line (its last point repeats its first) is cut into pieces that are open; where one would begin and another end
    at the repeated point, they are one.
    """
    rings = {place: [to_plane(corner) for corner in corners(place)] for place in hexes}
    boxes = {place: _bounds(ring) for place, ring in rings.items()}
    whole = _bounds([point for box in boxes.values() for point in (box[:2], box[2:])]) if boxes else None
    if whole is None or not _overlap(_bounds(line), whole):
        return None
    pieces: list[list[Point]] = []
    open_ = False
    cut = False
    for a, b in pairwise(line):
        span = _bounds((a, b))
        holes = []
        if _overlap(span, whole):
            holes = [hole for place, box in boxes.items() if _overlap(span, box) and (hole := _within(a, b, rings[place]))]
        cut = cut or bool(holes)
        at = 0.0
        for low, high in [*sorted(holes), (1.0, 1.0)]:
            if low > at:
                if not open_ or at > 0.0:
                    pieces.append([_along(a, b, at)])
                pieces[-1].append(_along(a, b, low))
            if high > at:
                at = high
        open_ = not any(high >= 1.0 for _, high in holes)
    if not cut:
        return None
    kept = [tuple(piece) for piece in pieces]
    closed = len(line) > 3 and line[0] == line[-1]
    if closed and len(kept) > 1 and kept[0][0] == line[0] == kept[-1][-1]:
        kept = [(*kept[-1], *kept[0][1:]), *kept[1:-1]]
    return tuple(piece for piece in kept if _long(piece))


def _within(a: Point, b: Point, ring: list[Point]) -> tuple[float, float] | None:
    """The stretch of a segment inside a convex ring that turns clockwise, as parts of its length."""
    low, high = 0.0, 1.0
    for p, q in zip(ring, ring[1:] + ring[:1], strict=True):
        ex, ey = q[0] - p[0], q[1] - p[1]
        start = ex * (a[1] - p[1]) - ey * (a[0] - p[0])
        end = ex * (b[1] - p[1]) - ey * (b[0] - p[0])
        if start > 0 and end > 0:
            return None
        if start > 0:
            low = max(low, start / (start - end))
        elif end > 0:
            high = min(high, start / (start - end))
    return (low, high) if low < high else None


def _along(a: Point, b: Point, part: float) -> Point:
    if part <= 0.0:
        return a
    return b if part >= 1.0 else (a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]))


def _bounds(points: Sequence[Point]) -> Bounds:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _overlap(a: Bounds, b: Bounds) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def _long(piece: Line) -> bool:
    box = _bounds(piece)
    return max(box[2] - box[0], box[3] - box[1]) >= LEAST_PIECE
