"""Lines of the plane as tools draw them: what is near, lengths, simpler and smoother lines, cuts, and lines kept apart.

Pure Python on plain points, for the window: it needs no library. A line is closed when its last point repeats the first. What
a ruling decides about geometry is judged elsewhere, on the lattice.
"""

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from core.geometry.layout import Point

Line = tuple[Point, ...]
Bounds = tuple[float, float, float, float]
"""A rectangle: x least, y least, x most, y most."""

_LEAST = 1e-9
"""Hexes; what is shorter has no direction."""


@dataclass(frozen=True, slots=True)
class Foot:
    """The point of a line nearest to another point: on which segment, counted from 0, at what part of it, how far away."""

    segment: int
    part: float
    point: Point
    distance: float

    @property
    def along(self) -> float:
        """Where it lies along the line, in segments."""
        return self.segment + self.part


def is_closed(line: Sequence[Point]) -> bool:
    """Whether a line returns to its first point."""
    return len(line) > 3 and line[0] == line[-1]


def length(line: Sequence[Point]) -> float:
    """The length of a line in hexes.

    >>> length(((0.0, 0.0), (3.0, 4.0), (3.0, 5.0)))
    6.0
    """
    return sum(itertools.starmap(math.dist, itertools.pairwise(line)))


def bounds(points: Iterable[Point]) -> Bounds:
    """The rectangle around points. Raises ValueError when there are none."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def middle(points: Sequence[Point]) -> Point:
    """The mean of some points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def foot_on_segment(point: Point, a: Point, b: Point) -> tuple[float, Point]:
    """The part of a segment, from 0 to 1, and its point that is nearest to a point.

    >>> foot_on_segment((1.0, 1.0), (0.0, 0.0), (4.0, 0.0))
    (0.25, (1.0, 0.0))
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = dx * dx + dy * dy
    if whole == 0.0:
        return 0.0, a
    part = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / whole
    if part <= 0.0:
        return 0.0, a
    if part >= 1.0:
        return 1.0, b
    return part, (a[0] + part * dx, a[1] + part * dy)


def nearest(line: Sequence[Point], point: Point) -> Foot:
    """The point of a line nearest to a point; the first of several. Raises ValueError for a line without points."""
    if not line:
        raise ValueError("a line without points is near to nothing")
    best = Foot(0, 0.0, line[0], math.dist(line[0], point))
    for number, (a, b) in enumerate(itertools.pairwise(line)):
        part, at = foot_on_segment(point, a, b)
        distance = math.dist(at, point)
        if distance < best.distance:
            best = Foot(number, part, at, distance)
    return best


def segments_apart(a: Point, b: Point, c: Point, d: Point) -> float:
    """The distance between two segments, 0 where they meet."""
    if crossing(a, b, c, d) is not None:
        return 0.0
    return min(
        math.dist(a, foot_on_segment(a, c, d)[1]),
        math.dist(b, foot_on_segment(b, c, d)[1]),
        math.dist(c, foot_on_segment(c, a, b)[1]),
        math.dist(d, foot_on_segment(d, a, b)[1]),
    )


def crossing(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """A point that two segments share, None when they share none; of segments that lie upon each other, an end.

    >>> crossing((0.0, 0.0), (2.0, 2.0), (0.0, 2.0), (2.0, 0.0))
    (1.0, 1.0)
    """
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    across = ux * vy - uy * vx
    wx, wy = c[0] - a[0], c[1] - a[1]
    if abs(across) < _LEAST * _LEAST:
        for point, (p, q) in ((c, (a, b)), (d, (a, b)), (a, (c, d)), (b, (c, d))):
            if math.dist(foot_on_segment(point, p, q)[1], point) < _LEAST:
                return point
        return None
    s, t = (wx * vy - wy * vx) / across, (wx * uy - wy * ux) / across
    return (a[0] + s * ux, a[1] + s * uy) if 0.0 <= s <= 1.0 and 0.0 <= t <= 1.0 else None


def crosses_itself(line: Sequence[Point]) -> Point | None:
    """The first point found where a line crosses or touches itself; None for a simple one. Its own closing is no crossing."""
    found = own_crossing(line)
    return found[2] if found is not None else None


def own_crossing(line: Sequence[Point]) -> tuple[int, int, Point] | None:
    """Two segments of a line that cross or touch, the earlier first, and where they do; None for a simple line."""
    pieces = [(min(a[0], b[0]), max(a[0], b[0]), n) for n, (a, b) in enumerate(itertools.pairwise(line)) if a != b]
    last, closed = len(line) - 2, is_closed(line)
    running: list[tuple[float, int]] = []
    for low, high, n in sorted(pieces):
        running = [each for each in running if each[0] >= low]
        a, b = line[n], line[n + 1]
        for _, m in running:
            if abs(n - m) == 1 or (closed and {n, m} == {0, last}):
                # Neighbours share a point by right; they may only not fold back upon each other.
                continue
            if max(line[m][1], line[m + 1][1]) < min(a[1], b[1]) or min(line[m][1], line[m + 1][1]) > max(a[1], b[1]):
                continue
            found = crossing(a, b, line[m], line[m + 1])
            if found is not None:
                return min(n, m), max(n, m), found
        running.append((high, n))
    return None


def untangled(ring: Line, least: float = 0.6) -> Line:
    """A ring that a hand has drawn, without the tails where it went beyond its own start: as long as it crosses itself, the
    loop between the two segments that cross is kept, if that is at least a given part of its length.
    """
    while (found := own_crossing(ring)) is not None:
        first, last, point = found
        loop = _without_repeats((point, *ring[first + 1 : last + 1], point))
        if len(loop) < 4 or length(loop) < least * length(ring) or length(loop) > length(ring) - _LEAST:
            return ring
        ring = loop
    return ring


def signed_area(ring: Sequence[Point]) -> float:
    """The area within a ring, closed or not, in square hex distances: positive when it runs counter-clockwise.

    >>> signed_area(((0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0)))
    2.0
    """
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)) / 2 if ring else 0.0


def without_spikes(ring: Line) -> Line:
    """A closed ring without stretches that lead to a point and straight back over the same points; empty when nothing else
    is left of it.

    >>> without_spikes(((0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 0.0)))
    ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 0.0))
    """
    kept: list[Point] = []
    for point in ring[:-1]:
        if len(kept) > 1 and kept[-2] == point:
            kept.pop()
        elif not kept or kept[-1] != point:
            kept.append(point)
    while len(kept) > 2 and (kept[0] == kept[-2] or kept[1] == kept[-1]):
        kept = kept[:-2] if kept[0] == kept[-2] else kept[1:-1]
    return (*kept, kept[0]) if len(kept) > 2 else ()


def inside(ring: Sequence[Point], point: Point) -> bool:
    """Whether a point lies within a ring; on its rim either may be said."""
    x, y = point
    within = False
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            within = not within
    return within


def ring_inside(inner: Sequence[Point], outer: Sequence[Point]) -> bool:
    """Whether one ring lies within another without touching it."""
    if not all(inside(outer, point) for point in inner):
        return False
    return not any(crossing(a, b, c, d) is not None for a, b in itertools.pairwise(inner) for c, d in itertools.pairwise(outer))


def cut(line: Line, foot: Foot) -> tuple[Line, Line]:
    """The two parts of an open line; each has the point of the cut. One that is cut at its end has a part of one point."""
    point = line[foot.segment] if foot.part == 0.0 else line[foot.segment + 1] if foot.part == 1.0 else foot.point
    before = line[: foot.segment + 1] if foot.part > 0.0 else line[: foot.segment]
    after = line[foot.segment + 1 :] if foot.part < 1.0 else line[foot.segment + 2 :]
    return (*before, point), (point, *after)


def between(line: Line, first: Foot, last: Foot) -> Line:
    """The part of a line from one of its points on to another, forwards; over the seam of a closed one if need be."""
    if first.along <= last.along:
        inner = line[first.segment + 1 : last.segment + 1]
    else:
        inner = (*line[first.segment + 1 : -1], *line[: last.segment + 1])
    return _without_repeats((first.point, *inner, last.point))


def _without_repeats(points: Iterable[Point]) -> Line:
    kept: list[Point] = []
    for point in points:
        if not kept or math.dist(kept[-1], point) > _LEAST:
            kept.append(point)
    return tuple(kept)


def simplified(line: Line, tolerance: float) -> Line:
    """A line of fewer points (Douglas and Peucker): its ends stay, no point of the old line lies further than `tolerance` from
    the new one. A closed line stays closed and keeps at least three corners; one that never leaves its first point stays
    as it is.
    """
    if len(line) < 3:
        return line
    if not is_closed(line):
        return tuple(line[n] for n in _kept(line, 0, len(line) - 1, tolerance))
    far = max(range(len(line)), key=lambda n: math.dist(line[0], line[n]))
    if line[far] == line[0]:
        return line
    kept = [*_kept(line, 0, far, tolerance), *_kept(line, far, len(line) - 1, tolerance)[1:]]
    if len(kept) < 4:
        others = [n for n in range(1, len(line) - 1) if n != far]
        aside = max(others, key=lambda n: math.dist(line[n], foot_on_segment(line[n], line[0], line[far])[1]))
        kept = sorted({*kept, aside})
    return tuple(line[n] for n in kept)


def _kept(line: Line, first: int, last: int, tolerance: float) -> list[int]:
    kept = {first, last}
    open_runs = [(first, last)]
    while open_runs:
        low, high = open_runs.pop()
        far, most = low, tolerance
        for n in range(low + 1, high):
            away = math.dist(line[n], foot_on_segment(line[n], line[low], line[high])[1])
            if away > most:
                far, most = n, away
        if far != low:
            kept.add(far)
            open_runs += [(low, far), (far, high)]
    return sorted(kept)


def smoothed(line: Line, rounds: int = 2) -> Line:
    """A line whose corners are cut off (Chaikin); the ends of an open one stay, a closed one stays closed."""
    closed = is_closed(line)
    for _ in range(rounds):
        if len(line) < 3:
            return line
        cuts = [
            point
            for (ax, ay), (bx, by) in itertools.pairwise(line)
            for point in ((0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by), (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by))
        ]
        line = (*cuts, cuts[0]) if closed else (line[0], *cuts[1:-1], line[-1])
    return line


def drawn_by_hand(trail: Line, tolerance: float) -> Line:
    """The line that a hand meant: the trembling of a trail taken out, its corners rounded, within about two tolerances."""
    calm = simplified(_without_repeats(trail), tolerance)
    return simplified(smoothed(calm), tolerance / 4)


def dense(line: Line, step: float) -> Line:
    """A line with more points, so that none is further than `step` from the next."""
    points: list[Point] = list(line[:1])
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        pieces = max(1, math.ceil(math.hypot(bx - ax, by - ay) / step - _LEAST))
        points += [(ax + (bx - ax) * k / pieces, ay + (by - ay) * k / pieces) for k in range(1, pieces)]
        points.append((bx, by))
    return tuple(points)


class Obstacles:
    """Lines to keep away from, found by place. `reach` in hexes is how far away anything is ever asked for.

    A line is taken apart only when somebody comes near it.
    """

    def __init__(self, lines: Iterable[Line], reach: float) -> None:
        self._far = [(bounds(line), line) for line in lines if len(line) > 1]
        self._reach = max(reach, 0.05)
        self._grid: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._lines: list[Line] = []

    def _come_near(self, a: Point, b: Point) -> None:
        """Takes the lines apart whose rectangles lie within reach of a segment."""
        low_x, low_y, high_x, high_y = bounds((a, b))
        out = self._reach
        far = []
        for room, line in self._far:
            if room[0] > high_x + out or room[2] < low_x - out or room[1] > high_y + out or room[3] < low_y - out:
                far.append((room, line))
                continue
            whole = _without_repeats(line)
            for segment, (c, d) in enumerate(itertools.pairwise(whole)):
                for cell in self._cells(c, d, 0.0):
                    self._grid.setdefault(cell, []).append((len(self._lines), segment))
            self._lines.append(whole)
        self._far = far

    def _cells(self, a: Point, b: Point, around: float) -> Iterator[tuple[int, int]]:
        low_x, high_x = sorted((a[0], b[0]))
        low_y, high_y = sorted((a[1], b[1]))
        size = self._reach
        for column in range(math.floor((low_x - around) / size), math.floor((high_x + around) / size) + 1):
            for row in range(math.floor((low_y - around) / size), math.floor((high_y + around) / size) + 1):
                yield column, row

    def near(self, a: Point, b: Point) -> Iterator[tuple[Point, Point]]:
        """The segments that may lie within reach of a segment, each once."""
        for number, segment in self._near(a, b):
            yield self._lines[number][segment], self._lines[number][segment + 1]

    def _near(self, a: Point, b: Point) -> Iterator[tuple[int, int]]:
        self._come_near(a, b)
        found = {each for cell in self._cells(a, b, self._reach) for each in self._grid.get(cell, ())}
        yield from sorted(found)

    def first_met(self, a: Point, b: Point) -> tuple[Line, bool] | None:
        """The line that the way from one point to another crosses first, and whether the way comes from its left."""
        met = []
        for number, segment in self._near(a, b):
            c, d = self._lines[number][segment], self._lines[number][segment + 1]
            at = crossing(a, b, c, d)
            if at is not None:
                left = (d[0] - c[0]) * (a[1] - c[1]) - (d[1] - c[1]) * (a[0] - c[0]) >= 0
                met.append((math.dist(a, at), number, left))
        if not met:
            return None
        _, number, left = min(met)
        return self._lines[number], left

    def clear(self, a: Point, b: Point, distance: float) -> bool:
        """Whether a segment stays at least so far away from all of them; `distance` may not exceed the reach."""
        return all(segments_apart(a, b, c, d) >= distance for c, d in self.near(a, b))

    def foot(self, point: Point) -> Point | None:
        """The nearest point within reach."""
        feet = [foot_on_segment(point, c, d)[1] for c, d in self.near(point, point)]
        best = min(feet, key=lambda each: math.dist(each, point), default=None)
        return best if best is not None and math.dist(best, point) <= self._reach else None


_ROOM = 1.04
"""Points are pushed a little further than asked for, so that the line between two of them may turn around a corner."""

_PUSHES = 24
_HALVINGS = 5


def kept_apart(trail: Sequence[Point], obstacles: Obstacles, spacing: float) -> Line:
    """A trail pushed away from obstacles, so that no part of it comes nearer than `spacing` hexes; it slides along them and
    never changes sides. Stretches where there is no room are cut short; a trail that finds none at all has no points.
    """
    kept: list[Point] = []
    for wanted in trail:
        if not kept:
            start = _pushed(wanted, None, obstacles, spacing)
            kept += [start] if start is not None else []
        else:
            kept += _way(kept[-1], wanted, obstacles, spacing, _HALVINGS)
    return _without_repeats(kept)


def _way(last: Point, wanted: Point, obstacles: Obstacles, spacing: float, halvings: int) -> list[Point]:
    """Points that lead from one that keeps its distance towards a wanted one; none when there is no way."""
    goal = _pushed(wanted, last, obstacles, spacing)
    if goal is not None and obstacles.clear(last, goal, spacing):
        return [goal]
    if halvings == 0:
        return []
    towards = wanted if goal is None else goal
    half = ((last[0] + towards[0]) / 2, (last[1] + towards[1]) / 2)
    first = _way(last, half, obstacles, spacing, halvings - 1)
    if not first:
        return []
    return [*first, *_way(first[-1], wanted, obstacles, spacing, halvings - 1)]


def _pushed(wanted: Point, last: Point | None, obstacles: Obstacles, spacing: float) -> Point | None:
    """The wanted point, or one near it that keeps its distance on the side where the line has come from."""
    point, aim = wanted, spacing * _ROOM
    for _ in range(_PUSHES):
        met = obstacles.first_met(last, point) if last is not None else None
        if met is not None:
            line, from_left = met
            foot = nearest(line, point)
            a, b = line[foot.segment], line[foot.segment + 1]
            # Away from the line to the side from which it was met, wherever along it the point is wanted.
            turn = (aim if from_left else -aim) / math.dist(a, b)
            point = (foot.point[0] - turn * (b[1] - a[1]), foot.point[1] + turn * (b[0] - a[0]))
            continue
        near = obstacles.foot(point)
        if near is None or math.dist(near, point) >= spacing:
            return point
        away = math.dist(near, point)
        if away < _LEAST:
            back = last if last is not None and math.dist(last, near) > _LEAST else (near[0], near[1] + 1.0)
            away = math.dist(back, near)
            point = (near[0] + (back[0] - near[0]) / away * aim, near[1] + (back[1] - near[1]) / away * aim)
        else:
            point = (near[0] + (point[0] - near[0]) / away * aim, near[1] + (point[1] - near[1]) / away * aim)
    return None
