"""Lines as lists of scene points: lengths along them, parts of them, spans inside rings. Pure arithmetic."""

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from app.canvas.transform import Polyline

XY = tuple[float, float]


def lengths(line: Sequence[XY]) -> list[float]:
    """The length of a line from its start to each of its points.

    >>> lengths([(0, 0), (3, 4), (3, 5)])
    [0.0, 5.0, 6.0]
    """
    along = [0.0]
    for a, b in pairwise(line):
        along.append(along[-1] + math.dist(a, b))
    return along


def at(line: Sequence[XY], along: Sequence[float], length: float) -> XY:
    """The point of a line at a length from its start; its ends beyond them."""
    if length <= 0:
        return line[0]
    if length >= along[-1]:
        return line[-1]
    k = bisect_right(along, length) - 1
    part = (length - along[k]) / (along[k + 1] - along[k])
    (ax, ay), (bx, by) = line[k], line[k + 1]
    return ax + part * (bx - ax), ay + part * (by - ay)


def cut(line: Sequence[XY], along: Sequence[float], start: float, end: float) -> Polyline:
    """The part of a line between two lengths.

    >>> cut([(0, 0), (4, 0), (4, 4)], [0.0, 4.0, 8.0], 3, 5)
    [(3.0, 0.0), (4, 0), (4.0, 1.0)]
    """
    inner = [point for point, length in zip(line, along, strict=True) if start < length < end]
    return [at(line, along, start), *inner, at(line, along, end)]


def chunks(line: Polyline, most: int = 48) -> Iterator[tuple[int, Polyline]]:
    """Pieces of at most `most` segments, each with the number of its first point; neighbours share their end points."""
    for first in range(0, max(len(line) - 1, 1), most):
        yield first, line[first : first + most + 1]


def thinned(line: Polyline, least: float) -> Polyline:
    """A line without the points that stand nearer than `least` to the last one kept; its ends stay.

    >>> thinned([(0, 0), (1, 0), (2, 0), (5, 0), (5.5, 0)], 2)
    [(0, 0), (2, 0), (5, 0), (5.5, 0)]
    """
    kept = [line[0]]
    for point in line[1:-1]:
        if math.dist(point, kept[-1]) >= least:
            kept.append(point)
    kept.append(line[-1])
    return kept


def rounded(line: Polyline, rounds: int = 2) -> Polyline:
    """A line with its corners cut off again and again (Chaikin 1974), which makes a smooth one; its ends stay."""
    for _ in range(rounds):
        smooth = [line[0]]
        for (ax, ay), (bx, by) in pairwise(line):
            smooth.append((0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by))
            smooth.append((0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by))
        smooth.append(line[-1])
        line = smooth
    return line


def joined_lines(lines: list[Polyline]) -> list[Polyline]:
    """Lines that follow each other as one, so that their joins are painted once.

    >>> joined_lines([[(0, 0), (1, 0)], [(1, 0), (1, 1)], [(5, 5), (6, 6)]])
    [[(0, 0), (1, 0), (1, 1)], [(5, 5), (6, 6)]]
    """
    joined: list[Polyline] = []
    for line in lines:
        if joined and math.dist(joined[-1][-1], line[0]) < 1e-6:
            joined[-1].extend(line[1:])
        else:
            joined.append(list(line))
    return joined


def upright(angle: float) -> float:
    """A direction in radians turned by half a turn where text along it would stand on its head.

    >>> round(upright(math.pi * 3 / 4), 3), upright(0.5)
    (-0.785, 0.5)
    """
    angle = math.remainder(angle, 2 * math.pi)
    if angle > math.pi / 2 or angle <= -math.pi / 2:
        angle = math.remainder(angle + math.pi, 2 * math.pi)
    return angle


def distance_to(point: XY, a: XY, b: XY) -> float:
    """The distance of a point from a segment.

    >>> distance_to((1, 2), (0, 0), (4, 0)), distance_to((7, 4), (0, 0), (4, 0))
    (2.0, 5.0)
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = dx * dx + dy * dy
    part = 0.0 if whole == 0 else min(max(((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / whole, 0.0), 1.0)
    return math.dist(point, (a[0] + part * dx, a[1] + part * dy))


def row_spans(rings: Iterable[Sequence[XY]], rows: Sequence[float]) -> list[list[XY]]:
    """For each of evenly spaced heights `rows`, in rising order, the spans (from, to) that lie inside rings, holes left out.

    >>> row_spans([[(0, 0), (4, 0), (4, 4), (0, 4), (0, 0)]], [1.0, 9.0])
    [[(0.0, 4.0)], []]
    """
    crossings: list[list[float]] = [[] for _ in rows]
    if not rows:
        return []
    first, step = rows[0], (rows[1] - rows[0] if len(rows) > 1 else 1.0)
    for ring in rings:
        for (ax, ay), (bx, by) in pairwise(ring):
            if ay == by:
                continue
            if ay > by:
                ax, ay, bx, by = bx, by, ax, ay
            for k in range(max(math.ceil((ay - first) / step), 0), min(math.ceil((by - first) / step), len(rows))):
                crossings[k].append(ax + (rows[k] - ay) / (by - ay) * (bx - ax))
    spans = []
    for row in crossings:
        row.sort()
        spans.append([(float(a), float(b)) for a, b in zip(row[::2], row[1::2], strict=False)])
    return spans


def _lies_in(line: Polyline, span: tuple[float, float, float, float]) -> bool:
    """Whether all points of a line lie in a rectangle, as those of most lines do: such a line need not be looked at closely."""
    left, low, right, high = span
    return all(left <= x <= right and low <= y <= high for x, y in line)


def clipped(line: Polyline, span: tuple[float, float, float, float]) -> list[Polyline]:
    """The pieces of a line inside a rectangle (Liang and Barsky 1984, segment by segment).

    >>> clipped([(-2, 1), (2, 1), (9, 1), (9, 3), (3, 3)], (0, 0, 4, 4))
    [[(0.0, 1.0), (2, 1), (4.0, 1.0)], [(4.0, 3.0), (3, 3)]]
    """
    if _lies_in(line, span):
        return [list(line)] if any(point != line[0] for point in line) else []
    pieces: list[Polyline] = []
    current: Polyline = []
    for a, b in pairwise(line):
        enter, leave = 0.0, 1.0
        for axis in (0, 1):
            way = b[axis] - a[axis]
            for bound, sign in ((span[axis], -1), (span[axis + 2], 1)):
                room = sign * (bound - a[axis])
                if way * sign == 0:
                    if room < 0:
                        leave = -1.0
                elif way * sign > 0:
                    leave = min(leave, room / (way * sign))
                else:
                    enter = max(enter, room / (way * sign))
        if enter > leave:
            current = []
            continue
        start = a if enter == 0 else (a[0] + enter * (b[0] - a[0]), a[1] + enter * (b[1] - a[1]))
        end = b if leave == 1 else (a[0] + leave * (b[0] - a[0]), a[1] + leave * (b[1] - a[1]))
        if not current:
            current = [start]
            pieces.append(current)
        current.append(end)
        if leave < 1:
            current = []
    return [piece for piece in pieces if len(piece) > 1 and any(p != piece[0] for p in piece)]


def clipped_ring(ring: Polyline, span: tuple[float, float, float, float]) -> Polyline:
    """The part of a closed ring inside a rectangle, closed again (Sutherland and Hodgman 1974); empty when there is none.

    >>> clipped_ring([(-2, 1), (2, 1), (2, 3), (-2, 3), (-2, 1)], (0, 0, 4, 4))
    [(0.0, 1.0), (2, 1), (2, 3), (0.0, 3.0), (0.0, 1.0)]
    """
    points = ring[:-1]
    if _lies_in(points, span):
        return [*points, points[0]] if len(points) > 2 else []
    for axis in (0, 1):
        for bound, sign in ((span[axis], 1), (span[axis + 2], -1)):
            kept: Polyline = []
            for a, b in zip(points[-1:] + points[:-1], points, strict=True):
                da, db = sign * (a[axis] - bound), sign * (b[axis] - bound)
                if (da < 0 < db) or (db < 0 < da):
                    part = da / (da - db)
                    kept.append((a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])))
                if db >= 0:
                    kept.append(b)
            points = kept
    return [*points, points[0]] if len(points) > 2 else []
