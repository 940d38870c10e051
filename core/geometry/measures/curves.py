"""Curves through control points, ways along them, and lines beside them.

A curve is a centripetal Catmull-Rom spline: it goes through every control point, and makes no loops or spikes of its own
between them. Two control points in the same place make a corner. It is cut into chords none of which strays from it by more
than a tolerance.
"""

import bisect
import math
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from core.geometry.layout import Point
from core.geometry.lines import Line, foot_on_segment
from core.geometry.measures.vectors import LEAST, all_apart, left, step, unit

MOST_CHORDS = 48
"""Chords of a span between two control points."""

SHARPEST = 2.0
"""How much farther than its distance a line beside a corner may reach."""


def curve(points: Sequence[Point], tolerance: float, closed: bool = False) -> Line:
    """A smooth line through points; a closed one returns to its first point, which it repeats.

    >>> curve([(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)], 0.01)
    ((0.0, 0.0), (1.0, 0.0), (2.0, 0.0))
    """
    if closed:
        ring = all_apart(points)
        ring = ring[:-1] if len(ring) > 1 and math.dist(ring[0], ring[-1]) <= LEAST else ring
        if len(ring) < 3:
            return (*ring, ring[0])
        return _through((ring[-1], *ring, ring[0], ring[1]), tolerance)
    made: list[Point] = []
    for run in _runs(points):
        if len(run) == 1:
            made += run
            continue
        # At its ends a run goes on as it came.
        first, last = _beyond(run[1], run[0]), _beyond(run[-2], run[-1])
        made += _through((first, *run, last), tolerance)
    return all_apart(made)


def angular(points: Sequence[Point], closed: bool = False) -> Line:
    """The straight lines between points; a closed one returns to its first point."""
    line = all_apart(points)
    return (*line, line[0]) if closed else line


def _runs(points: Sequence[Point]) -> Iterator[Line]:
    """The stretches between corners."""
    run: list[Point] = []
    for point in points:
        if run and math.dist(run[-1], point) <= LEAST:
            yield tuple(run)
            run = []
        run.append(point)
    yield tuple(run)


def _beyond(a: Point, b: Point) -> Point:
    return 2 * b[0] - a[0], 2 * b[1] - a[1]


def _through(points: Line, tolerance: float) -> Line:
    """The spans between all points but the first and last, which only lend their direction."""
    made = [points[1]]
    for number in range(1, len(points) - 2):
        p0, p1, p2, p3 = points[number - 1 : number + 3]
        made += _span(p0, p1, p2, p3, tolerance)
    return tuple(made)


def _span(p0: Point, p1: Point, p2: Point, p3: Point, tolerance: float) -> Iterator[Point]:
    """The chords from the second point to the third, without the second."""
    d1, d2, d3 = (max(math.dist(a, b), LEAST) for a, b in pairwise((p0, p1, p2, p3)))
    q1, q2, q3 = math.sqrt(d1), math.sqrt(d2), math.sqrt(d3)
    first = _inner(p1, p2, p0, (d1, q1), (d2, q2))
    second = _inner(p2, p1, p3, (d3, q3), (d2, q2))
    bent = max(
        math.hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1]) for a, b, c in ((p1, first, second), (first, second, p2))
    )
    # A cubic strays from n chords by at most 3/4 of its bend over n².
    chords = max(1, min(MOST_CHORDS, math.ceil(math.sqrt(0.75 * bent / tolerance))))
    for number in range(1, chords):
        t = number / chords
        s = 1 - t
        parts = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        yield (
            sum(part * point[0] for part, point in zip(parts, (p1, first, second, p2), strict=True)),
            sum(part * point[1] for part, point in zip(parts, (p1, first, second, p2), strict=True)),
        )
    yield p2


def _inner(here: Point, there: Point, before: Point, came: tuple[float, float], goes: tuple[float, float]) -> Point:
    """The control point of a cubic beside one of its ends; distances come with their square roots."""
    (d1, q1), (d2, q2) = came, goes
    own = 2 * d1 + 3 * q1 * q2 + d2
    below = 3 * q1 * (q1 + q2)
    return (
        (d1 * there[0] - d2 * before[0] + own * here[0]) / below,
        (d1 * there[1] - d2 * before[1] + own * here[1]) / below,
    )


class Way:
    """A line as somebody goes along it, from its first point."""

    def __init__(self, line: Line) -> None:
        self.line = all_apart(line)
        self._along = [0.0, *accumulate(math.dist(a, b) for a, b in pairwise(self.line))]

    @property
    def length(self) -> float:
        """Its length in hexes."""
        return self._along[-1]

    def at(self, distance: float) -> Point:
        """The point so far along it; before its first and after its last point it goes on straight."""
        number = self._segment(distance)
        if number is None or distance == self.length:
            return self.line[-1]
        return step(self.line[number], self.direction(distance), distance - self._along[number])

    def direction(self, distance: float) -> Point:
        """Where it leads, so far along it."""
        number = self._segment(distance)
        return unit(self.line[0], self.line[0]) if number is None else unit(self.line[number], self.line[number + 1])

    def part(self, start: float, end: float) -> Line:
        """The stretch between two distances."""
        inner = [point for point, at in zip(self.line, self._along, strict=True) if start + LEAST < at < end - LEAST]
        return (self.at(start), *inner, self.at(end))

    def foot(self, point: Point) -> tuple[float, float]:
        """How far along it the nearest point to another lies, and how far away that is."""
        best = 0.0, math.dist(self.line[0], point)
        for number, (a, b) in enumerate(pairwise(self.line)):
            part, at = foot_on_segment(point, a, b)
            away = math.dist(at, point)
            if away < best[1]:
                best = self._along[number] + part * math.dist(a, b), away
        return best

    def without(self, start: float, end: float) -> tuple[Line, ...]:
        """What is left of it when a stretch is taken out."""
        kept = [(0.0, max(0.0, start)), (min(self.length, end), self.length)]
        return tuple(self.part(a, b) for a, b in kept if b - a > LEAST)

    def _segment(self, distance: float) -> int | None:
        if len(self.line) < 2:
            return None
        return max(0, min(len(self.line) - 2, bisect.bisect_right(self._along, distance) - 1))


def beside(line: Line, distance: float) -> Line:
    """A line that runs at a distance to the left of another (to the right where it is less than 0).

    Where the other turns more sharply than the distance allows, the loops that would arise are left out.
    """
    line = all_apart(line)
    if len(line) < 2:
        return line
    headings = [unit(a, b) for a, b in pairwise(line)]
    found: list[Point] = []
    for number, point in enumerate(line):
        came, goes = headings[max(0, number - 1)], headings[min(number, len(headings) - 1)]
        sums = came[0] + goes[0], came[1] + goes[1]
        middle = unit((0.0, 0.0), sums, left(came))
        cosine = max(1 / SHARPEST, middle[0] * came[0] + middle[1] * came[1])
        found.append(step(point, middle, 0.0, distance / cosine))
    return _unlooped(line, found, abs(distance))


def _unlooped(line: Line, found: list[Point], distance: float) -> Line:
    """The points that keep their distance from the stretch of the line near their own."""
    along = [0.0, *accumulate(math.dist(a, b) for a, b in pairwise(line))]
    kept = []
    for number, point in enumerate(found):
        first = bisect.bisect_left(along, along[number] - 4 * distance)
        last = bisect.bisect_right(along, along[number] + 4 * distance)
        near = zip(line[first : last - 1], line[first + 1 : last], strict=True)
        if all(math.dist(foot_on_segment(point, a, b)[1], point) >= distance * 0.985 for a, b in near):
            kept.append(point)
    return all_apart(kept) or tuple(found[:1])
