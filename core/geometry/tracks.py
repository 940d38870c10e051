"""Shortest ways over the hexes: from centre dot to centre dot, and from corner to corner along hexsides."""

import heapq
import math

from core.geometry.hexes import Hex
from core.geometry.layout import LATTICE_X, LATTICE_Y, LatticePoint, Point, corners, hex_at, to_plane

MOST_STEPS = 400
"""Hexsides between two corners; further away no way along them is looked for."""

_SIDE = 1 / math.sqrt(3)


def hex_way(start: Hex, end: Hex) -> tuple[Hex, ...]:
    """The hexes of a shortest way, both ends included: those nearest to the straight line.

    >>> hex_way(Hex(0, 0), Hex(0, 2))
    (Hex(q=0, r=0), Hex(q=0, r=1), Hex(q=0, r=2))
    """
    steps = start.distance(end)
    if steps == 0:
        return (start,)
    return tuple(_rounded(start, end, k / steps) for k in range(steps + 1))


def _rounded(start: Hex, end: Hex, part: float) -> Hex:
    # A tiny push off the line decides between two hexes that are equally near, the same way from both ends of a drag.
    fq, fr = start.q + (end.q - start.q) * part + 1e-6, start.r + (end.r - start.r) * part + 2e-6
    fs = -fq - fr
    q, r, s = round(fq), round(fr), round(fs)
    off_q, off_r, off_s = abs(q - fq), abs(r - fr), abs(s - fs)
    if off_q > off_r and off_q > off_s:
        q = -r - s
    elif off_r > off_s:
        r = -q - s
    return Hex(q, r)


def nearest_corner(point: Point) -> LatticePoint:
    """The corner of a hex nearest to a point of the plane, on the lattice."""
    around = corners(hex_at((point[0] * LATTICE_X, point[1] * LATTICE_Y)))
    return min(around, key=lambda corner: math.dist(to_plane(corner), point))


def next_corners(corner: LatticePoint) -> tuple[LatticePoint, ...]:
    """The three corners to which a hexside leads from a corner.

    >>> next_corners((2048, 0))
    ((1024, -1024), (1024, 1024), (4096, 0))
    """
    found: set[LatticePoint] = set()
    first = hex_at(corner)
    for place in (first, *first.neighbours()):
        around = corners(place)
        if corner in around:
            k = around.index(corner)
            found |= {around[k - 1], around[(k + 1) % 6]}
    return tuple(sorted(found))


def side_way(start: LatticePoint, end: LatticePoint) -> tuple[LatticePoint, ...]:
    """The corners of a shortest way along hexsides, both ends included; the straight line when they are too far apart."""
    goal = to_plane(end)
    if math.dist(to_plane(start), goal) / _SIDE > MOST_STEPS / 2:
        return start, end
    came: dict[LatticePoint, LatticePoint | None] = {start: None}
    steps = {start: 0}
    # Among ways of the same length the one that bends least away from the straight line is taken.
    waiting = [(0.0, 0.0, start)]
    while waiting:
        _, _, here = heapq.heappop(waiting)
        if here == end:
            break
        for near in next_corners(here):
            taken = steps[here] + 1
            if taken < steps.get(near, MOST_STEPS):
                steps[near], came[near] = taken, here
                left = math.dist(to_plane(near), goal)
                heapq.heappush(waiting, (taken + left / _SIDE, _aside(near, start, end), near))
    way = [end]
    while (before := came.get(way[-1])) is not None:
        way.append(before)
    return tuple(reversed(way))


def _aside(point: LatticePoint, start: LatticePoint, end: LatticePoint) -> float:
    (ax, ay), (bx, by), (px, py) = to_plane(start), to_plane(end), to_plane(point)
    return abs((bx - ax) * (py - ay) - (by - ay) * (px - ax))
