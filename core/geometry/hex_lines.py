"""In which hexes a line lies, one after another, and across which hexsides it leads: exact, on the lattice, without shapely.

The centre dots and the corners of all hexes are the knots of a net of equal triangles, six to a hex; every hexside, and every
line from a centre dot to a corner, is an edge of it. Counted along two of the net's three directions, as `x + y` and `x - y` in
lattice units, knots are the points where both are multiples of 2048. A line is cut wherever it meets the net; each piece then
lies inside a triangle, and so inside its hex, or along an edge.

How lines count that meet hexsides otherwise than by going straight across:

* Through a corner, a line leads from the hex in which it has come into the one in which it goes on. Any two of the three hexes
  at a corner share a hexside, so that it leads across that one and never into the third.
* Touching a hexside or a corner from one side leads nowhere.
* A stretch along a hexside lies in both hexes beside it. Both are connected with the hex in which the line goes on, and with
  that in which it has come; a line along one hexside alone, from corner to corner, connects nothing.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.geometry.hexes import Hex
from core.geometry.layout import HALF_ROW, LATTICE_Y, LatticePoint, centre

Stretch = tuple[Hex, ...]
"""Where a piece of a line lies: inside one hex, or between two along the hexside that they share."""

_Knot = tuple[int, int]


def stretches(line: Sequence[LatticePoint]) -> list[Stretch]:
    """Where a line lies from its first point to its last; each differs from the one before. A line of one point lies in none.

    >>> [[(place.q, place.r) for place in each] for each in stretches([(0, 0), (0, 1024), (1024, 1024), (2000, 1024)])]
    [[(0, 0)], [(0, 0), (0, 1)], [(1, 0)]]
    """
    found: list[Stretch] = []
    inside = False
    x = y = 0
    for (ax, ay), (bx, by) in pairwise(line):
        # Most points follow another in the same hex.
        if inside and _is_inside(bx - x, by - y):
            continue
        for each in _pieces((ax, ay), (bx, by)):
            if not found or found[-1] != each:
                found.append(each)
        if found and len(found[-1]) == 1:
            x, y = centre(found[-1][0])
            inside = _is_inside(bx - x, by - y)
        else:
            inside = False
    return found


def joined(one: Stretch, two: Stretch) -> Iterator[tuple[Hex, Hex]]:
    """The adjacent hexes that a line connects where two of its stretches meet, the lower first.

    >>> [len(list(joined((Hex(0, 0),), two))) for two in ((Hex(0, 0),), (Hex(0, 1),), (Hex(0, 1), Hex(1, 0)))]
    [0, 1, 2]
    """
    return ((a, b) if a < b else (b, a) for a in one for b in two if a != b and one != two)


def is_between(point: LatticePoint, stretch: Stretch) -> bool:
    """Whether an end of a stretch lies on a hexside or a corner."""
    x, y = centre(stretch[0])
    return not _is_inside(point[0] - x, point[1] - y)


def _is_inside(dx: int, dy: int) -> bool:
    """Whether a point that lies so far from a centre dot is inside the hex, and not on its hexsides or corners."""
    return -HALF_ROW < dy < HALF_ROW and -LATTICE_Y < dx + dy < LATTICE_Y and -LATTICE_Y < dx - dy < LATTICE_Y


def _pieces(a: LatticePoint, b: LatticePoint) -> Iterator[Stretch]:
    """Where the pieces of a segment lie between the places where it meets the net."""
    av, aw, bv, bw = a[0] + a[1], a[0] - a[1], b[0] + b[1], b[0] - b[1]
    dv, dw = bv - av, bw - aw
    whole = max(1, abs(dv)) * max(1, abs(dw)) * max(1, abs(dv - dw))
    # Where along the segment, as parts of `whole`.
    cuts = {0, whole}
    for start, end in ((av, bv), (aw, bw), (av - aw, bv - bw)):
        if start != end:
            low, high = (start, end) if start < end else (end, start)
            part = whole // (end - start)
            first = low + LATTICE_Y - low % LATTICE_Y
            cuts.update((at - start) * part for at in range(first, high, LATTICE_Y))
    if dv or dw:
        unit = LATTICE_Y * 2 * whole
        for one, two in pairwise(sorted(cuts)):
            yield _hexes_of(av * 2 * whole + dv * (one + two), aw * 2 * whole + dw * (one + two), unit)


def _hexes_of(v: int, w: int, unit: int) -> Stretch:
    """The hex around a point of the net that is no knot, or the two at whose hexside it lies; `unit` is from knot to knot.

    Of a triangle's three knots one is a centre dot. Of an edge's two, one is where it leads from a centre dot to a corner, and
    none where it is a hexside; then the knots across it are the centre dots.
    """
    i, over_v = divmod(v, unit)
    j, over_w = divmod(w, unit)
    # Centre dots are the knots where i + j is a multiple of 3.
    third = (i + j) % 3
    knots: tuple[_Knot | None, ...]
    across: tuple[_Knot, ...] = ()
    if over_v == 0:
        knots = ((i, j), None, (i, j + 1))
        across = ((i - 1, j), (i + 1, j + 1))
    elif over_w == 0:
        knots = ((i, j), None, (i + 1, j))
        across = ((i, j - 1), (i + 1, j + 1))
    elif over_v == over_w:
        knots = ((i, j), (i + 1, j + 1), None)
        across = ((i, j + 1), (i + 1, j))
    else:
        knots = ((i, j), (i + 1, j + 1), (i + 1, j) if over_v > over_w else (i, j + 1))
    knot = knots[third]
    return tuple(sorted(_hex(*each) for each in across)) if knot is None else (_hex(*knot),)


def _hex(i: int, j: int) -> Hex:
    q = (i + j) // 3
    return Hex(q, q - j)
