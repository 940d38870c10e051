"""Outlines cut along lines that run with the axes, and put together again: in pure Python, for the seams between maps.

An outline is an outer ring and then its holes, each ring closed by its first point. Rings may run either way; those handed out
run counter-clockwise, their holes clockwise, with the ground on their left.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from core.geometry.layout import Point
from core.geometry.lines import inside, signed_area

Ring = tuple[Point, ...]
Outline = tuple[Ring, ...]

_TINY = 1e-12
"""Square hexes; what encloses less is no ground."""


def halves(outline: Outline, axis: int, at: float, near: float) -> tuple[tuple[Outline, ...], tuple[Outline, ...]] | None:
    """The parts of an outline below and above a value of x (axis 0) or y (axis 1); points as near to it as `near` lie on it.

    None for one that cannot be cut, because it crosses itself.
    """
    rings = _turned(outline)
    below, above = _half(rings, axis, at, -1, near), _half(rings, axis, at, 1, near)
    return None if below is None or above is None else (below, above)


def sewn_outlines(outlines: Sequence[Outline], near: float) -> tuple[Outline, frozenset[Point]] | None:
    """Outlines that share stretches of their rings as one, and the points at which they were sewn; points nearer to each other
    than `near` are the same. None when they do not make one outline.
    """
    same = _Same(near)
    edges: dict[tuple[Point, Point], int] = {}
    for outline in outlines:
        for ring in _turned(outline):
            for a, b in pairwise([same.of(point) for point in ring]):
                if a != b:
                    edges[a, b] = edges.get((a, b), 0) + 1
    shared = {(a, b) for a, b in edges if (b, a) in edges}
    if not shared or any(count > 1 for count in edges.values()):
        return None
    rings = _rings([edge for edge in edges if edge not in shared])
    parts = _nested(rings) if rings is not None else ()
    return (parts[0], frozenset(point for edge in shared for point in edge)) if len(parts) == 1 else None


class _Same:
    """One point for all points that lie near each other: the first of them."""

    def __init__(self, near: float) -> None:
        self._near = near
        self._known: dict[tuple[int, int], list[Point]] = {}

    def of(self, point: Point) -> Point:
        column, row = math.floor(point[0] / self._near), math.floor(point[1] / self._near)
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                for other in self._known.get((column + dx, row + dy), ()):
                    if math.dist(other, point) < self._near:
                        return other
        self._known.setdefault((column, row), []).append(point)
        return point


def _turned(outline: Outline) -> list[Ring]:
    """Rings with the ground on their left."""
    return [ring if (signed_area(ring) > 0) == (n == 0) else ring[::-1] for n, ring in enumerate(outline)]


def _half(rings: Sequence[Ring], axis: int, at: float, side: int, near: float) -> tuple[Outline, ...] | None:
    """The parts on one side: above with `side` 1, below with -1."""
    into, back = _turn(axis, at, side)
    kept: list[Ring] = []
    chains: list[list[Point]] = []
    for ring in rings:
        points = [(u, 0.0 if abs(v) <= near else v) for u, v in map(into, ring)]
        if all(v >= 0 for _, v in points):
            if any(v > 0 for _, v in points):
                kept.append(tuple(points))
            continue
        if all(v <= 0 for _, v in points):
            continue
        # Begun where it is outside, a ring falls into chains that begin and end on the line.
        first = next(n for n, (_, v) in enumerate(points) if v < 0)
        chain: list[Point] = []
        for a, b in pairwise([*points[first:-1], *points[: first + 1]]):
            if a[1] < 0 < b[1] or b[1] < 0 < a[1]:
                share = a[1] / (a[1] - b[1])
                on = (a[0] + share * (b[0] - a[0]), 0.0)
                if b[1] > 0:
                    chain = [on, b]
                else:
                    chains.append([*chain, on])
                    chain = []
            elif b[1] > 0 or (b[1] == 0 and a[1] > 0):
                chain = [*(chain or [a]), b]
                if b[1] == 0:
                    chains.append(chain)
                    chain = []
    closed = _closed(chains)
    if closed is None:
        return None
    out = _nested([*kept, *closed])
    return tuple(tuple(tuple(back(point) for point in ring) for ring in part) for part in out)


def _turn(axis: int, at: float, side: int) -> tuple[Callable[[Point], Point], Callable[[Point], Point]]:
    """The turn of the plane after which the wanted side lies above y = 0, and the one back."""
    if axis:
        return lambda p: (side * p[0], side * (p[1] - at)), lambda p: (side * p[0], at + side * p[1])
    return lambda p: (-side * p[1], side * (p[0] - at)), lambda p: (at + side * p[1], -side * p[0])


def _closed(chains: Sequence[list[Point]]) -> list[Ring] | None:
    """Chains that begin and end on y = 0 closed to rings along it, the ground above it and on their left."""
    marks = sorted((chain[end][0], 1 + end, n) for n, chain in enumerate(chains) for end in (0, -1))
    follows: dict[int, int] = {}
    while marks:
        # Along the line an end and a beginning take turns; of those at one place the fitting one is taken.
        ends = [n for n, mark in enumerate(marks) if mark[1] == 0 and mark[0] - marks[0][0] <= _TINY]
        if not ends:
            return None
        ending = marks.pop(ends[0])[2]
        begins = [n for n, mark in enumerate(marks) if mark[1] == 1 and mark[0] - marks[0][0] <= _TINY]
        if not begins:
            return None
        follows[ending] = marks.pop(begins[0])[2]
    rings: list[Ring] = []
    while follows:
        start, at = next(iter(follows.items()))
        ring = [*chains[start]]
        del follows[start]
        while at != start:
            ring += chains[at] if chains[at][0] != ring[-1] else chains[at][1:]
            if at not in follows:
                return None
            at = follows.pop(at)
        rings.append((*ring, ring[0]) if ring[0] != ring[-1] else tuple(ring))
    return rings


def _rings(edges: Iterable[tuple[Point, Point]]) -> list[Ring] | None:
    """Edges linked to rings; where several go on from a point, the one most to the left."""
    onward: dict[Point, list[Point]] = {}
    for a, b in edges:
        onward.setdefault(a, []).append(b)
    rings: list[Ring] = []
    while onward:
        start = next(iter(onward))
        ring = [start, _taken(onward, None, start)]
        while ring[-1] != start:
            if ring[-1] not in onward:
                return None
            ring.append(_taken(onward, ring[-2], ring[-1]))
        rings.append(tuple(ring))
    return rings


def _taken(onward: dict[Point, list[Point]], before: Point | None, at: Point) -> Point:
    ways = onward[at]
    if before is not None and len(ways) > 1:
        back = math.atan2(before[1] - at[1], before[0] - at[0])
        ways.sort(key=lambda way: (back - math.atan2(way[1] - at[1], way[0] - at[0])) % math.tau)
    way = ways.pop(0)
    if not ways:
        del onward[at]
    return way


def _nested(rings: Iterable[Ring]) -> tuple[Outline, ...]:
    """Rings as outlines: those that run counter-clockwise, each with the holes inside it."""
    grounds: list[list[Ring]] = []
    holes: list[Ring] = []
    for ring in rings:
        area = signed_area(ring)
        if area > _TINY:
            grounds.append([ring])
        elif area < -_TINY:
            holes.append(ring)
    for hole in holes:
        around = [ground for ground in grounds if _lies_in(hole, ground[0])]
        if around:
            min(around, key=lambda ground: signed_area(ground[0])).append(hole)
    return tuple(map(tuple, grounds))


def _lies_in(hole: Ring, ground: Ring) -> bool:
    """Whether a hole lies in a ring that it does not cross, judged by a point of it that is none of the ring's own."""
    point = next((point for point in hole if point not in ground), hole[0])
    return inside(ground, point)
