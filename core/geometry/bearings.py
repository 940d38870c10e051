"""The twelve directions of a hex grid and the angle between two of them, compared in integers.

Whether a direction lies between two others depends on signs of cross products alone, and those do not change when the
plane is stretched onto the lattice; no angle is ever computed.
"""

from core.geometry.hexes import Hex
from core.geometry.layout import LatticePoint
from core.geometry.sightlines import cross, displacement

RAYS: tuple[LatticePoint, ...] = (
    (3, 0),
    (3, 1),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-3, 1),
    (-3, 0),
    (-3, -1),
    (-1, -1),
    (0, -1),
    (1, -1),
    (3, -1),
)
"""Twelve rays 30° apart, counter-clockwise from east: through a corner, through a hexside's middle, and so on."""


def bearing(of: Hex, seen_from: Hex) -> LatticePoint:
    """The lattice vector towards a hex; (0, 0) for the hex itself."""
    return displacement(of.q - seen_from.q, of.r - seen_from.r)


def same_direction(a: LatticePoint, b: LatticePoint) -> bool:
    """Whether two vectors point the same way."""
    return cross(a, b) == 0 and a[0] * b[0] + a[1] * b[1] > 0


def rays_between(a: LatticePoint, b: LatticePoint) -> tuple[int, ...]:
    """Numbers of the rays (0 to 11) on or inside the smaller angle between two bearings.

    Opposite bearings have two equal angles that hold equally many rays; the one counter-clockwise from `a` is taken.
    Raises ValueError for a bearing of (0, 0).

    >>> rays_between((3, 0), (0, 1))
    (0, 1, 2, 3)
    >>> len(rays_between((5, 1), (-5, -1))), len(rays_between((3, 1), (-3, -1)))
    (6, 7)
    """
    if a == (0, 0) or b == (0, 0):
        raise ValueError("a bearing needs two different hexes")
    turn = cross(a, b)
    if turn < 0:
        a, b = b, a
    if turn == 0:
        if same_direction(a, b):
            return tuple(n for n, ray in enumerate(RAYS) if same_direction(a, ray))
        return tuple(n for n, ray in enumerate(RAYS) if cross(a, ray) > 0 or cross(a, ray) == 0)
    return tuple(n for n, ray in enumerate(RAYS) if _between(a, ray, b))


def at_least_120_degrees(a: LatticePoint, b: LatticePoint) -> bool:
    """Whether the smaller angle between two bearings is 120° or more, exactly.

    >>> at_least_120_degrees((0, 1), (3, -1)), at_least_120_degrees((0, 1), (1, 0))
    (True, False)
    """
    # cos <= -1/2 with the true metric x²/3 + y² (times 3): dot < 0 and 4·dot² >= |a|²·|b|².
    dot = a[0] * b[0] + 3 * a[1] * b[1]
    return dot < 0 and 4 * dot * dot >= (a[0] ** 2 + 3 * a[1] ** 2) * (b[0] ** 2 + 3 * b[1] ** 2)


def _between(a: LatticePoint, ray: LatticePoint, b: LatticePoint) -> bool:
    """Whether `ray` lies in the closed sector from `a` counter-clockwise to `b`, which is smaller than 180°."""
    return cross(a, ray) >= 0 and cross(ray, b) >= 0
