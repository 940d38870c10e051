"""The shortest straight line through a point of a face from the next lower contour to the next higher one.

It is found by an angular sweep: seen from the point, the boundary is a ring of segments, and between two neighbouring corner
directions the two segments that a straight line through the point ends on do not change. Within such a sector the length of
the line is a sum of two secants, which is convex, so its least value is found by halving and Newton's steps. Directions and
lengths are floats; the error of the resulting fraction is below 1e-9.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from core.geometry.contours import EDGE, HIGH, LOW, SAME, Face, Floats, as_point, facing
from core.geometry.layout import Point


@dataclass(frozen=True)
class Span:
    """A straight line through a point from a lower contour to a higher one; `part` is how far up it the point lies."""

    low_end: Point
    high_end: Point
    low_height: Fraction
    high_height: Fraction
    part: float


def shortest_span(face: Face, point: Point) -> tuple[Span | None, float]:
    """The shortest straight line through a point of a face from a line below it to one above it, staying in the face.

    Returns the line (None when no straight line reaches both) and the radius around the point within which every rim was
    looked at: what lies further away cannot change the answer (infinite when all of the face was needed). Of equally short
    lines the one on which the point stands higher is taken.
    """
    away = face.distances(point)
    low, high = away[face.kinds == LOW], away[face.kinds == HIGH]
    if not len(low) or not len(high):
        return None, math.inf
    radius = 1.25 * float(low.min() + high.min()) + SAME
    furthest = float(away.max())
    sweep = _Sweep(face, point)
    while True:
        everything = radius > furthest + SAME
        sweep.look(np.flatnonzero(away <= radius), math.inf if everything else radius)
        best = sweep.best
        # Every span that is not found yet is longer than the radius.
        if everything or not len(sweep.open) or (best is not None and best.length <= radius):
            return (best.span() if best else None), (math.inf if everything else radius)
        radius *= 1.6


@dataclass(frozen=True)
class _Found:
    """The best span so far, kept as numbers until it is wanted."""

    length: float
    value: float
    low_end: Point
    high_end: Point
    low_height: Fraction
    high_height: Fraction
    part: float

    def span(self) -> Span:
        return Span(self.low_end, self.high_end, self.low_height, self.high_height, self.part)


class _Sweep:
    """The angular sweep around one point, in rings of growing radius.

    `open` holds the directions (m, 2) in [0, pi], as intervals, in which a line through the point leaves the rings looked at
    so far on one side and may still become a span; all others are decided.
    """

    def __init__(self, face: Face, point: Point) -> None:
        self.face, self.point = face, point
        self.best: _Found | None = None
        self.open: Floats = np.array([[0.0, math.pi]])

    def look(self, rows: npt.NDArray[np.intp], radius: float) -> None:
        """Decides what the rim segments of some rows decide, all of which lie within `radius`."""
        face = self.face
        a, b = face.starts[rows] - self.point, face.ends[rows] - self.point
        # A line that ends inside the face lies twice in the same place; only the side that faces the point is met.
        kept = self._in_open(a, b) & (facing(self.point, face.starts[rows], face.ends[rows]) > 0)
        rows, a, b = rows[kept], a[kept], b[kept]
        from_, to = (np.mod(np.arctan2(p[:, 1], p[:, 0]), math.pi) for p in (a, b))
        events = np.unique(np.concatenate([from_, to, self.open.ravel()]))
        begin, upto = events[:-1], events[1:]
        middle = (begin + upto) / 2
        wide = (upto - begin > 1e-13) & (np.searchsorted(self.open.ravel(), middle) % 2 == 1)
        begin, upto, middle = begin[wide], upto[wide], middle[wide]
        if not len(middle):
            self.open = np.zeros((0, 2))
            return
        if not len(rows):
            return
        d = b - a
        turn = a[:, 0] * d[:, 1] - a[:, 1] * d[:, 0]
        one, two = self._first_hits(a, b, d, turn, middle)
        hit_1, hit_2 = one >= 0, two >= 0
        offset, normal = _carrier(a, b)
        n1, at1, n2, at2 = offset[one], normal[one], offset[two], normal[two] - math.pi
        sure_1 = hit_1 & (_furthest(begin, upto, n1, at1) <= radius)
        sure_2 = hit_2 & (_furthest(begin, upto, n2, at2) <= radius)
        kind_1, kind_2 = face.kinds[rows][one], face.kinds[rows][two]
        closed = (sure_1 & sure_2) | (sure_1 & (kind_1 == EDGE)) | (sure_2 & (kind_2 == EDGE))
        level_1, level_2 = face.heights[rows][one], face.heights[rows][two]
        rises = ((kind_1 == LOW) & (kind_2 == HIGH) & (level_1 < level_2)) | (
            (kind_1 == HIGH) & (kind_2 == LOW) & (level_1 > level_2)
        )
        spans = hit_1 & hit_2 & rises
        # No sector can do better than the distances to the two lines that carry its rims; one whose middle is known for
        # certain does no worse than there.
        half_1, half_2 = n1 / np.cos(middle - at1), n2 / np.cos(middle - at2)
        certain = spans & (half_1 <= radius) & (half_2 <= radius)
        bound = float((half_1 + half_2)[certain].min(initial=self.best.length if self.best else np.inf))
        picked = np.flatnonzero(spans & (n1 + n2 <= bound + SAME))
        if len(picked):
            self._shorten(rows, one[picked], two[picked], begin[picked], upto[picked], radius)
        self.open = _joined(begin[~closed], upto[~closed])

    @staticmethod
    def _first_hits(
        a: Floats, b: Floats, d: Floats, turn: Floats, middle: Floats
    ) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """The nearest segment in each direction of `middle` and opposite to it, -1 for none.

        Every segment is listed for the directions it spans and no others; a direction is never that of a segment's end.
        """
        count = len(middle)
        around = np.concatenate([middle, middle + math.pi])
        span = np.arctan2(turn, (a * b).sum(axis=1))
        left, right = np.arctan2(a[:, 1], a[:, 0]), np.arctan2(b[:, 1], b[:, 0])
        begin = np.mod(np.where(span >= 0, left, right), 2 * math.pi)
        twice = np.concatenate([around, around + 2 * math.pi])
        first = np.searchsorted(twice, begin)
        size = np.searchsorted(twice, begin + np.abs(span)) - first
        segment = np.repeat(np.arange(len(a)), size)
        place = (np.repeat(first - (np.cumsum(size) - size), size) + np.arange(int(size.sum()))) % (2 * count)
        ux, uy = np.cos(around)[place], np.sin(around)[place]
        with np.errstate(divide="ignore", invalid="ignore"):
            far = turn[segment] / (ux * d[segment, 1] - uy * d[segment, 0])
        nearest = np.full(2 * count, np.inf)
        np.fmin.at(nearest, place, far)
        hits = np.full(2 * count, -1, dtype=np.intp)
        met = far == nearest[place]
        hits[place[met]] = segment[met]
        return hits[:count], hits[count:]

    def _in_open(self, a: Floats, b: Floats) -> npt.NDArray[np.bool_]:
        """Which segments, seen from the point, may show in an open direction."""
        span = np.arctan2(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0], (a * b).sum(axis=1))
        right = np.where((span >= 0)[:, None], a, b)
        begin = np.mod(np.arctan2(right[:, 1], right[:, 0]), math.pi)
        # A segment may span the direction pi, behind which the directions begin anew.
        stops = np.concatenate([self.open.ravel(), self.open.ravel() + math.pi])
        at_1, at_2 = np.searchsorted(stops, begin), np.searchsorted(stops, begin + np.abs(span))
        return np.asarray((at_1 != at_2) | (at_1 % 2 == 1))

    def _shorten(
        self,
        rows: npt.NDArray[np.intp],
        one: npt.NDArray[np.intp],
        two: npt.NDArray[np.intp],
        begin: Floats,
        upto: Floats,
        radius: float,
    ) -> None:
        """Finds the least length in each sector, from rim `one` ahead to rim `two` behind, and keeps the best span.

        A least length that reaches beyond the radius on one side may end on rims not looked at yet, and is passed over: its
        sector stays open, and every true span in it is longer than the radius.
        """
        face, point = self.face, self.point
        a, b = face.starts[rows] - point, face.ends[rows] - point
        n1, at1 = _carrier(a[one], b[one])
        n2, at2 = _carrier(a[two], b[two])
        at2 = at2 - math.pi
        angle = _least_angle(begin, upto, n1, at1, n2, at2)
        length_1, length_2 = n1 / np.cos(angle - at1), n2 / np.cos(angle - at2)
        length = np.where((length_1 <= radius) & (length_2 <= radius), length_1 + length_2, np.inf)
        shortest = float(length.min())
        if not math.isfinite(shortest):
            return
        for i in np.flatnonzero(length <= shortest + SAME):
            forward_is_low = face.kinds[rows[one[i]]] == LOW
            low_row, high_row = (one[i], two[i]) if forward_is_low else (two[i], one[i])
            low_height = face.levels[int(face.heights[rows[low_row]])]
            high_height = face.levels[int(face.heights[rows[high_row]])]
            ray = np.array([math.cos(angle[i]), math.sin(angle[i])])
            to_one, to_two = as_point(point + ray * length_1[i]), as_point(point - ray * length_2[i])
            low_end, high_end = (to_one, to_two) if forward_is_low else (to_two, to_one)
            part = float((length_1[i] if forward_is_low else length_2[i]) / length[i])
            value = float(low_height) + part * float(high_height - low_height)
            best = self.best
            if best is None or length[i] < best.length - SAME or (length[i] <= best.length + SAME and value > best.value):
                self.best = _Found(float(length[i]), value, low_end, high_end, low_height, high_height, part)


def _carrier(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """Distance from the origin to the line that carries each segment, and the direction of its foot."""
    d = b - a
    turn = a[:, 0] * d[:, 1] - a[:, 1] * d[:, 0]
    return np.abs(turn) / np.hypot(d[:, 0], d[:, 1]), np.arctan2(-d[:, 0] * np.sign(turn), d[:, 1] * np.sign(turn))


def _furthest(begin: Floats, upto: Floats, offset: Floats, at: Floats) -> Floats:
    """The greatest distance to a line within each sector: a secant is convex, so it is at one of the sector's ends."""
    least = np.minimum(np.cos(begin - at), np.cos(upto - at))
    return np.asarray(np.where(least > 1e-12, offset / np.maximum(least, 1e-12), np.inf))


def _joined(begin: Floats, upto: Floats) -> Floats:
    """Intervals with those that touch made one."""
    if not len(begin):
        return np.zeros((0, 2))
    apart = begin[1:] > upto[:-1]
    return np.column_stack([begin[np.concatenate([[True], apart])], upto[np.concatenate([apart, [True]])]])


def _least_angle(begin: Floats, upto: Floats, n1: Floats, at1: Floats, n2: Floats, at2: Floats) -> Floats:
    """Where in each sector [begin, upto] the length n1/cos(x - at1) + n2/cos(x - at2) is least.

    Its slope rises throughout the sector: halving closes in on the zero, Newton's steps then find it to float precision.
    """
    low, high = begin, upto
    for _ in range(12):
        x = (low + high) / 2
        rising = _slope(x, n1, at1, n2, at2)[0] > 0
        low, high = np.where(rising, low, x), np.where(rising, x, high)
    x = (low + high) / 2
    for _ in range(4):
        slope, bend = _slope(x, n1, at1, n2, at2)
        x = np.clip(x - slope / np.maximum(bend, 1e-300), low, high)
    return np.asarray(x)


def _slope(x: Floats, n1: Floats, at1: Floats, n2: Floats, at2: Floats) -> tuple[Floats, Floats]:
    """First and second derivative of the length of a line through two rims by its direction."""
    s1, c1, s2, c2 = np.sin(x - at1), np.cos(x - at1), np.sin(x - at2), np.cos(x - at2)
    slope = n1 * s1 / (c1 * c1) + n2 * s2 / (c2 * c2)
    return slope, n1 * (1 + s1 * s1) / c1**3 + n2 * (1 + s2 * s2) / c2**3
