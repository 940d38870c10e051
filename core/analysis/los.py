"""What a sight line meets, hex by hex: the plain walk. It explains, and it is the oracle for the fast `field`."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction

from core.analysis.ground import Ground, Obstacle
from core.geometry.hexes import Hex
from core.geometry.layout import LatticePoint, Point, centre, holds, to_plane
from core.geometry.sightlines import Contact, hexes_met


@dataclass(frozen=True, slots=True)
class Meeting:
    """A hex met by a line between two others. `obstacle` is the highest one that the line touches there.

    `end_contact` is the highest obstacle that is touched only on the rim of an end hex and is higher than `obstacle`, `outside`
    the highest one that was left out because it has no ground in the hex; whether such contacts count is for the rules to say.
    """

    hex: Hex
    contact: Contact
    obstacle: Obstacle | None
    end_contact: Obstacle | None
    outside: Obstacle | None = None


def places_met(ground: Ground, start: Hex, end: Hex) -> list[tuple[Hex, Contact]]:
    """The hexes of the map that a line meets between two others, from start to end."""
    playable = ground.cells
    return [met for met in hexes_met(start, end) if met[0] in playable]


def meet(
    ground: Ground, place: Hex, contact: Contact, start: Hex, end: Hex, without: Set[str], own_ground: bool = True
) -> Meeting:
    """What the line touches in one of the hexes that it meets; with `own_ground` only of what has ground in that hex."""
    grazed = outside = None
    for obstacle in ground.obstacles.get(place, ()):
        if obstacle.terrain in without or (obstacle.beside and own_ground and outside is not None):
            continue
        how = touch(obstacle, start, end)
        if obstacle.beside and own_ground:
            outside = obstacle if how is not Touch.NONE else None
        elif how is Touch.FULL:
            return Meeting(place, contact, obstacle, grazed, outside)
        elif how is Touch.AT_END and grazed is None:
            grazed = obstacle
    return Meeting(place, contact, None, grazed, outside)


class Touch(IntEnum):
    """How a line touches an obstacle in a hex that it meets."""

    NONE = 0
    AT_END = 1
    FULL = 2


def touch(obstacle: Obstacle, start: Hex, end: Hex) -> Touch:
    """Whether the line touches the obstacle, and whether only on the rim of an end hex.

    The obstacle must lie in a hex that the line meets: the line then crosses that whole hex, and it touches the connected
    piece in it exactly when the corners of its hull do not all lie strictly on one side. A piece that is no more than a stretch
    of a hexside is crossed in one point of that hexside, which lies on the rim of an end hex when both its corners do.
    """
    hull = obstacle.hull
    if hull is None:
        return Touch.FULL
    ox, oy = centre(start)
    ex, ey = centre(end)
    dx, dy = ex - ox, ey - oy
    left = right = False
    on_line: list[LatticePoint] = []
    for x, y in hull:
        side = dx * (y - oy) - dy * (x - ox)
        if side > 0:
            left = True
        elif side < 0:
            right = True
        else:
            on_line.append((x, y))
    if left and right:
        if len(hull) > 2:
            return Touch.FULL
        contact: Sequence[LatticePoint] = hull
    elif on_line:
        contact = on_line
    else:
        return Touch.NONE
    at_end = all(holds(start, p) for p in contact) or all(holds(end, p) for p in contact)
    return Touch.AT_END if at_end else Touch.FULL


def stretch_in(place: Hex, start: Hex, end: Hex) -> tuple[Point, Point]:
    """The part of the line between two centres that lies in a closed hex, as two points of the plane (equal for a corner).

    The ends are computed as fractions on the lattice and only then become floats.
    """
    ox, oy = centre(start)
    ex, ey = centre(end)
    cx, cy = centre(place)
    dx, dy, px, py = ex - ox, ey - oy, ox - cx, oy - cy
    low, high = Fraction(0), Fraction(1)
    for at, step, bound in ((py, dy, 1024), (px + py, dx + dy, 2048), (px - py, dx - dy, 2048)):
        if step == 0:
            continue
        one, two = Fraction(-bound - at, step), Fraction(bound - at, step)
        low, high = max(low, min(one, two)), min(high, max(one, two))
    a = to_plane((ox + float(low * dx), oy + float(low * dy)))
    b = to_plane((ox + float(high * dx), oy + float(high * dy)))
    return a, (a if low == high else b)
