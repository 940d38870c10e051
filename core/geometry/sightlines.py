"""What a straight line between two hex centres meets, in order, decided in integers.

A hex that is not an end of the line is met when its closed polygon holds a point of the segment. On the lattice that is:
|cross(D, P)| <= M, where D is the line, P the hex centre seen from the start and M the largest cross product of D with a
corner, and the foot of P lies strictly between the ends. Every hex is the set of points nearest to its own centre, so a
centre whose foot lies outside the segment cannot be met. No division, no root, no epsilon.
"""

from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from core.geometry.hexes import Hex
from core.geometry.layout import COLUMN_STEP, CORNERS, HALF_ROW, LATTICE_Y, LatticePoint


class Contact(Enum):
    """How a sight line meets a hex."""

    INTERIOR = "interior"
    HEXSIDE = "hexside"
    CORNER = "corner"


class Met(NamedTuple):
    """A hex met by a line: its steps from the start, and how it is met."""

    dq: int
    dr: int
    contact: Contact


def cross(a: LatticePoint, b: LatticePoint) -> int:
    """Cross product on the lattice: positive when `b` lies to the left of `a`."""
    return a[0] * b[1] - a[1] * b[0]


def displacement(dq: int, dr: int) -> LatticePoint:
    """The lattice vector from a hex centre to the one `dq` columns and `dr` cells away."""
    return COLUMN_STEP * dq, LATTICE_Y * dr + HALF_ROW * dq


def hexes_met(start: Hex, end: Hex) -> tuple[tuple[Hex, Contact], ...]:
    """The hexes that the segment between two centres meets, ends excluded, from start to end.

    Two hexes that share a hexside along the line stand side by side, the right one of the travelling direction first.

    >>> [(h.q, h.r, c.value) for h, c in hexes_met(Hex(0, 0), Hex(2, -1))]
    [(1, -1, 'hexside'), (1, 0, 'hexside')]
    """
    return tuple((start.plus(m.dq, m.dr), m.contact) for m in met_offsets(end.q - start.q, end.r - start.r))


@lru_cache(maxsize=1 << 16)
def met_offsets(dq: int, dr: int) -> tuple[Met, ...]:
    """The hexes met on the way to the hex `dq` columns and `dr` cells away, as steps from the start."""
    line = dx, dy = displacement(dq, dr)
    reach = max(abs(cross(line, corner)) for corner in CORNERS)
    along_hexside = sum(abs(cross(line, corner)) == reach for corner in CORNERS) > 2
    whole = dx * dx + 3 * dy * dy
    found: list[tuple[int, int, Met]] = []
    for q in range(min(0, dq), max(0, dq) + 1):
        px = COLUMN_STEP * q
        for r in _cells(q, dq, dr, line, reach):
            py = LATTICE_Y * r + HALF_ROW * q
            foot = dx * px + 3 * dy * py
            side = dx * py - dy * px
            if not 0 < foot < whole or abs(side) > reach:
                continue
            if abs(side) < reach:
                contact = Contact.INTERIOR
            else:
                contact = Contact.HEXSIDE if along_hexside else Contact.CORNER
            found.append((foot, side, Met(q, r, contact)))
    found.sort()
    return tuple(met for _, _, met in found)


def _cells(q: int, dq: int, dr: int, line: LatticePoint, reach: int) -> range:
    """The cells of column `q` whose centres may lie within `reach` of the line, by integer division."""
    if dq == 0:
        return range(min(0, dr), max(0, dr) + 1)
    dx, dy = line
    # |dx·y − dy·x| <= reach with x fixed, then y = LATTICE_Y·r + HALF_ROW·q solved for r.
    middle, size = (dy * COLUMN_STEP * q, dx) if dx > 0 else (-dy * COLUMN_STEP * q, -dx)
    step = LATTICE_Y * size
    low = -((middle - reach - HALF_ROW * q * size) // -step)
    high = (middle + reach - HALF_ROW * q * size) // step
    return range(low, high + 1)
