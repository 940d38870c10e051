"""In which hexes an outline has ground, and which it only touches from outside: exact, on the lattice, without shapely."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.geometry.hexes import Hex
from core.geometry.layout import COLUMN_STEP, CORNERS, HALF_ROW, LatticePoint, centre, hex_at

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
    return any(_meets(a, b, (cx, cy), hair) for ring in rings for a, b in pairwise(ring)) or holds_point(rings, (cx, cy))


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


def holds_point(rings: Rings, point: LatticePoint) -> bool:
    """Whether a point lies inside an outline and in none of its holes, by counting the sides to its east."""
    x, y = point
    odd = False
    for ring in rings:
        for (ax, ay), (bx, by) in pairwise(ring):
            if (ay > y) != (by > y) and ((bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0) == (by > ay):
                odd = not odd
    return odd


def centres_within(rings: Rings, low: LatticePoint, high: LatticePoint) -> Iterator[tuple[int, int]]:
    """The hexes whose centre dots an outline holds, as `holds_point` says of each, as `q` and `r`; those whose dots lie in the
    rectangle from its least point `low` to its greatest `high`.

    >>> square = [(-100, -100), (3100, -100), (3100, 1100), (-100, 1100), (-100, -100)]
    >>> list(centres_within([square], (-9000, -9000), (9000, 9000)))
    [(0, 0), (1, 0)]
    """
    xs, ys = [x for x, _ in rings[0]], [y for _, y in rings[0]]
    first, last = -(-max(min(xs), low[0]) // COLUMN_STEP), min(max(xs), high[0]) // COLUMN_STEP
    bottom, top = -(-max(min(ys), low[1]) // HALF_ROW), min(max(ys), high[1]) // HALF_ROW
    # Dots stand in rows, by turns in even and in odd columns. A side turns all dots of a row to its west from outside to inside
    # or back: those up to a column.
    turns: dict[int, list[int]] = {}
    for ring in rings:
        for (ax, ay), (bx, by) in pairwise(ring):
            if ay < by:
                for row in range(max(bottom, -(-ay // HALF_ROW)), min(top, (by - 1) // HALF_ROW) + 1):
                    west = (ax * (by - ay) + (bx - ax) * (row * HALF_ROW - ay) - 1) // (COLUMN_STEP * (by - ay))
                    turns.setdefault(row, []).append(west)
            elif by < ay:
                for row in range(max(bottom, -(-by // HALF_ROW)), min(top, (ay - 1) // HALF_ROW) + 1):
                    west = (ax * (ay - by) + (bx - ax) * (ay - row * HALF_ROW)) // (COLUMN_STEP * (ay - by))
                    turns.setdefault(row, []).append(west)
    for row, wests in turns.items():
        wests.sort()
        for before, upto in zip(wests[::2], wests[1::2], strict=True):
            begin = max(first, before + 1)
            for q in range(begin + (row - begin) % 2, min(last, upto) + 1, 2):
                yield q, (row - q) // 2
