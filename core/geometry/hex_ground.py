"""In which hexes an outline has ground, and which it only touches from outside: exact, on the lattice, without shapely."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.geometry.hexes import Hex
from core.geometry.layout import CORNERS, HALF_ROW, LatticePoint, centre, hex_at

HAIR = 2
"""Lattice units, 2048 to a hex: an outline has ground in a hex when it reaches this deep into it, 11 cm where a hex has 114 m.
What is painted along hexsides, and kept with the four decimals of files, stays well below it."""

Rings = Sequence[Sequence[LatticePoint]]
"""An outer ring and then its holes, each closed by its first point."""


def inner_corners(place: Hex, hair: int = HAIR) -> tuple[LatticePoint, ...]:
    """The corners of a hex made smaller by a hair on every side, clockwise from east.

    >>> inner_corners(Hex(0, 0))[:2]
    ((2044, 0), (1022, -1022))
    """
    cx, cy = centre(place)
    return tuple((cx + dx * (HALF_ROW - hair) // HALF_ROW, cy + dy * (HALF_ROW - hair) // HALF_ROW) for dx, dy in CORNERS)


def has_ground(rings: Rings, place: Hex, hair: int = HAIR) -> bool:
    """Whether an outline reaches at least a hair into a hex; 0 asks whether it touches the closed hex at all.

    >>> square = [(2048, -400), (2900, -400), (2900, 400), (2048, 400), (2048, -400)]
    >>> has_ground([square], Hex(0, 0)), has_ground([square], Hex(0, 0), hair=0)
    (False, True)
    """
    cx, cy = centre(place)
    return any(_meets(a, b, (cx, cy), hair) for ring in rings for a, b in pairwise(ring)) or _holds(rings, (cx, cy))


def belongs_to(rings: Rings, place: Hex) -> bool:
    """Whether ground belongs to a hex: it has ground there; or it touches the hex and has ground in none at all, as a stretch
    of a hexside that encloses nothing."""
    if has_ground(rings, place):
        return True
    return has_ground(rings, place, hair=0) and not any(has_ground(rings, other) for other in hexes_near(rings))


def hexes_near(rings: Rings) -> Iterator[Hex]:
    """All hexes that an outline may touch, by its bounds, on the map or not."""
    xs, ys = [x for x, _ in rings[0]], [y for _, y in rings[0]]
    for q in range(hex_at((min(xs), min(ys))).q - 1, hex_at((max(xs), max(ys))).q + 2):
        low, high = (int((y - HALF_ROW * q) // (2 * HALF_ROW)) for y in (min(ys), max(ys)))
        yield from (Hex(q, r) for r in range(low - 1, high + 3))


def _meets(a: LatticePoint, b: LatticePoint, middle: LatticePoint, hair: int) -> bool:
    """Whether a segment meets the closed hex around a centre, made smaller by a hair: no line parts the two."""
    (ax, ay), (bx, by) = (a[0] - middle[0], a[1] - middle[1]), (b[0] - middle[0], b[1] - middle[1])
    flat, slanted = HALF_ROW - hair, 2 * (HALF_ROW - hair)
    for one, two, bound in ((ay, by, flat), (ax + ay, bx + by, slanted), (ax - ay, bx - by, slanted)):
        if min(one, two) > bound or max(one, two) < -bound:
            return False
    # The line through the segment leaves corners of the hex on both sides; their cross products, times 1024 to stay whole.
    off = (by * ax - bx * ay) * HALF_ROW
    sides = [(HALF_ROW - hair) * ((bx - ax) * cy - (by - ay) * cx) for cx, cy in CORNERS]
    return min(sides) + off <= 0 <= max(sides) + off


def _holds(rings: Rings, point: LatticePoint) -> bool:
    """Whether a point lies inside an outline and in none of its holes, by counting the sides to its east."""
    x, y = point
    odd = False
    for ring in rings:
        for (ax, ay), (bx, by) in pairwise(ring):
            if (ay > y) != (by > y) and ((bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0) == (by > ay):
                odd = not odd
    return odd
