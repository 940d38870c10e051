"""Ground made of whole hexes as rings along hexsides, and back; hexsides and corners on the lattice; chains along hexsides.

All of it is exact: corners are lattice points, and three hexes meet in every corner, so that a boundary never branches.
"""

import heapq
import math
from collections.abc import Collection, Iterable, Iterator, Sequence

from core.geometry.hexes import DIRECTIONS, Hex
from core.geometry.layout import (
    COLUMN_STEP,
    CORNERS,
    HALF_ROW,
    LATTICE_X,
    LATTICE_Y,
    LatticePoint,
    centre,
    corners,
    hex_at,
    to_plane,
)

LatticeRing = tuple[LatticePoint, ...]
"""Corners one after the other; the first is not repeated."""

Axial = tuple[int, int]
"""The `q` and `r` of a hex."""

Hexside = tuple[Hex, Hex]
"""The two hexes that share it, in their order."""

_SIDE_STEPS = ((2048, 0), (1024, 1024), (-1024, 1024), (-2048, 0), (-1024, -1024), (1024, -1024))
"""From a corner to those that share a hexside with it; each corner has every other one of these."""

SIDE_LENGTH = 1 / math.sqrt(3)
"""The length of a hexside in hexes."""


def hexside(a: Hex, b: Hex) -> Hexside:
    """The hexside between two adjacent hexes, whichever is named first."""
    return (a, b) if a < b else (b, a)


def ends_of(side: Hexside) -> tuple[LatticePoint, LatticePoint]:
    """The corners at the ends of a hexside; walking from the first to the second leaves its first hex on the left.

    >>> ends_of((Hex(0, 0), Hex(0, 1)))
    ((1024, 1024), (-1024, 1024))
    """
    first, second = side
    k = DIRECTIONS.index((second.q - first.q, second.r - first.r))
    around = corners(first)
    # The hexside towards the k-th neighbour, clockwise from north, lies between corners 4 + k and 5 + k, clockwise from east.
    return around[(5 + k) % 6], around[(4 + k) % 6]


def side_between(a: LatticePoint, b: LatticePoint) -> Hexside | None:
    """The hexside whose ends two lattice points are; None when they are not the ends of one.

    >>> side_between((1024, 1024), (-1024, 1024))
    (Hex(q=0, r=0), Hex(q=0, r=1))
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    if (dx, dy) not in _SIDE_STEPS:
        return None
    middle = (a[0] + b[0]) // 2, (a[1] + b[1]) // 2
    if dy == 0:
        across = 0, HALF_ROW
    elif (dx > 0) == (dy > 0):
        across = COLUMN_STEP // 2, -HALF_ROW // 2
    else:
        across = COLUMN_STEP // 2, HALF_ROW // 2
    first = _hex_of((middle[0] - across[0], middle[1] - across[1]))
    second = _hex_of((middle[0] + across[0], middle[1] + across[1]))
    return hexside(first, second) if first is not None and second is not None else None


def _hex_of(dot: LatticePoint) -> Hex | None:
    """The hex whose centre dot is at a lattice point, None when there is no dot."""
    q, off = divmod(dot[0], COLUMN_STEP)
    r, rest = divmod(dot[1] - HALF_ROW * q, LATTICE_Y)
    return None if off or rest else Hex(q, r)


def outlines(hexes: Collection[Hex]) -> tuple[tuple[LatticeRing, ...], ...]:
    """The outlines of ground made of hexes: for each connected piece its outer ring, counter-clockwise, and then its holes.

    Pieces come in the order of their least hexes, so that the same ground always has the same outlines.

    >>> [[len(ring) for ring in piece] for piece in outlines({Hex(0, 0), Hex(0, 1), Hex(5, 5)})]
    [[10], [6]]
    """
    # Plain pairs of numbers: a whole map is filled at once, and hexes are slow to make by the hundred thousand.
    ground = {(place.q, place.r) for place in hexes}
    leads: dict[LatticePoint, tuple[LatticePoint, Axial]] = {}
    for q, r in ground:
        for k, (dq, dr) in enumerate(DIRECTIONS):
            if (q + dq, r + dr) not in ground:
                cx, cy = centre(Hex(q, r))
                (ax, ay), (bx, by) = CORNERS[(5 + k) % 6], CORNERS[(4 + k) % 6]
                leads[cx + ax, cy + ay] = (cx + bx, cy + by), (q, r)
    rings: dict[Axial, list[LatticeRing]] = {}
    piece_of = _pieces(ground, {place for _, place in leads.values()})
    while leads:
        here, (_, inside) = next(iter(leads.items()))
        ring = []
        while here in leads:
            ring.append(here)
            here, _ = leads.pop(here)
        rings.setdefault(piece_of[inside], []).append(_from_least(ring))
    pieces = []
    for piece in sorted(rings):
        outer = max(rings[piece], key=_twice_area)
        pieces.append((outer, *sorted(ring for ring in rings[piece] if ring is not outer)))
    return tuple(pieces)


def _pieces(ground: Collection[Axial], rim: Collection[Axial]) -> dict[Axial, Axial]:
    """The least hex of the connected piece in which each hex of the rim lies."""
    left = set(ground)
    found: dict[Axial, Axial] = {}
    while left:
        first = left.pop()
        piece, queue = [first], [first]
        while queue:
            q, r = queue.pop()
            for dq, dr in DIRECTIONS:
                near = q + dq, r + dr
                if near in left:
                    left.discard(near)
                    piece.append(near)
                    queue.append(near)
        name = min(piece)
        found.update((place, name) for place in piece if place in rim)
    return found


def _from_least(ring: list[LatticePoint]) -> LatticeRing:
    start = ring.index(min(ring))
    return (*ring[start:], *ring[:start])


def _twice_area(ring: LatticeRing) -> int:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1], strict=True))


def hexes_within(rings: Iterable[Sequence[LatticePoint]]) -> frozenset[Hex] | None:
    """The hexes that rings along hexsides enclose, holes left out; None unless every stretch of every ring is a hexside.

    Rings may repeat their first point at their end. The inverse of `outlines`.

    >>> hexes_within(outlines({Hex(2, 3)})[0])
    frozenset({Hex(q=2, r=3)})
    """
    level: dict[int, list[int]] = {}
    count = 0
    for ring in rings:
        for n, point in enumerate(ring):
            before = ring[n - 1]
            if before == point:
                continue
            side = side_between(before, point)
            if side is None:
                return None
            count += 1
            first, second = side
            if first.q == second.q:
                level.setdefault(first.q, []).append(first.r)
    inside: set[Axial] = set()
    for q, rows in level.items():
        # Walking north in a column, every level hexside of the rings leads in or out.
        rows.sort()
        for low, high in zip(rows[::2], rows[1::2], strict=True):
            inside.update((q, r) for r in range(low + 1, high + 1))
    boundary = sum((q + dq, r + dr) not in inside for q, r in inside for dq, dr in DIRECTIONS)
    return frozenset(Hex(q, r) for q, r in inside) if boundary == count else None


def hexes_on_line(start: Hex, end: Hex) -> Iterator[Hex]:
    """The hexes of a straight line from one hex to another, both included, each adjacent to the next.

    >>> [(h.q, h.r) for h in hexes_on_line(Hex(0, 0), Hex(2, 1))]
    [(0, 0), (1, 0), (1, 1), (2, 1)]
    """
    steps = start.distance(end)
    (ax, ay), (bx, by) = centre(start), centre(end)
    for n in range(steps + 1):
        # A hair aside, so that a line along hexsides stays on one side of them.
        part = n / steps if steps else 0.0
        yield hex_at((ax + (bx - ax) * part + 1e-3, ay + (by - ay) * part + 2e-3))


def nearest_corner(point: tuple[float, float]) -> LatticePoint:
    """The corner of a hex nearest to a point in lattice units."""
    return min(corners(hex_at(point)), key=lambda corner: _plane_distance(corner, point))


def nearest_side(point: tuple[float, float]) -> Hexside:
    """The hexside nearest to a point in lattice units."""
    place = hex_at(point)
    # Of the hex around the point, the side towards the nearest centre dot.
    return hexside(place, min(place.neighbours(), key=lambda other: _plane_distance(centre(other), point)))


def corner_neighbours(corner: LatticePoint) -> Iterator[LatticePoint]:
    """The three corners that share a hexside with a corner."""
    for dx, dy in _SIDE_STEPS:
        other = corner[0] + dx, corner[1] + dy
        if side_between(corner, other) is not None:
            yield other


def chain(start: LatticePoint, end: LatticePoint) -> tuple[Hexside, ...]:
    """The hexsides of a shortest way along hexsides from one corner to another, the one that stays nearest to the straight
    line between them.

    >>> len(chain((2048, 0), (-2048, 0)))
    3
    """
    came: dict[LatticePoint, LatticePoint] = {}
    cost = {start: 0}
    queue: list[tuple[int, float, LatticePoint]] = [(0, 0.0, start)]
    aside = {start: 0.0}
    while queue:
        _, strayed, here = heapq.heappop(queue)
        if here == end:
            break
        if strayed > aside[here]:
            continue
        for other in corner_neighbours(here):
            steps = cost[here] + 1
            off = aside[here] + _off_line(other, start, end)
            if other not in cost or (steps, off) < (cost[other], aside[other]):
                cost[other], aside[other], came[other] = steps, off, here
                # A hexside leads at most its own length nearer.
                left = math.ceil(_plane_distance(other, end) / SIDE_LENGTH - 1e-6)
                heapq.heappush(queue, (steps + left, off, other))
    sides = []
    here = end
    while here != start:
        side = side_between(came[here], here)
        assert side is not None
        sides.append(side)
        here = came[here]
    return tuple(reversed(sides))


def _plane_distance(a: tuple[float, float], b: tuple[float, float]) -> float:
    return math.hypot((a[0] - b[0]) / LATTICE_X, (a[1] - b[1]) / LATTICE_Y)


def _off_line(point: LatticePoint, start: LatticePoint, end: LatticePoint) -> float:
    """How far a point lies from the straight line through two corners, in hexes."""
    (px, py), (ax, ay), (bx, by) = to_plane(point), to_plane(start), to_plane(end)
    length = math.hypot(bx - ax, by - ay)
    return abs((bx - ax) * (py - ay) - (by - ay) * (px - ax)) / length if length else math.hypot(px - ax, py - ay)
