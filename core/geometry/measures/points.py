"""Signs that stand at one point: the box that points down at it, the crossed circle, the cross.

Where boxes would cover each other they lean apart, each still with its tip at its place.
"""

from collections.abc import Sequence
from itertools import combinations

from core.geometry.layout import Point
from core.geometry.lines import Line
from core.geometry.measures.parts import Seat
from core.geometry.measures.pen import Pen, Recipe, around_seats
from core.geometry.measures.vectors import EAST, circle, step, turned

_LEAN_ROUNDS = 60
"""How often boxes push each other aside."""

_LEAN_DONE = 0.01
"""So much of their width boxes may still cover of each other then."""


def _given(points: Line, size: float) -> Line:
    del size
    return points


def _flag(pen: Pen) -> None:
    """A box on a point that stands on the place, with the letters of its kind inside."""
    (x, y), wide, high, point = pen.points[0], pen.hexes("width"), pen.hexes("height"), pen.hexes("point")
    half, low, top, middle = wide / 2, y + point, y + point + high, x + pen.hexes("lean")
    pen.stroke(((x, y), (middle + half, low), (middle + half, top), (middle - half, top), (middle - half, low)), closed=True)
    pen.take(((middle - half, low), (middle + half, low), (middle + half, top), (middle - half, top)))
    letters = pen.words.get("letters", "")
    # Letters fill the box, but not from side to side.
    tall = min(0.5 * high, 0.8 * wide / (0.66 * max(1, len(letters))))
    pen.write("letters", [Seat((middle, low + high / 2))], tall)
    pen.write("label", around_seats((middle, low + high / 2), half, high / 2, pen.height)[:3])


def leans(places: Sequence[Point], wide: float, high: float, most: float) -> tuple[float, ...]:
    """How far boxes over some places lean to the right, in the same measure, so that boxes so wide and high do not cover each
    other, or as little as they can: no box leans farther than `most`.

    >>> leans(((0.0, 0.0), (1.0, 0.5), (9.0, 0.0)), 2.0, 1.0, 3.0)
    (-0.5, 0.5, 0.0)
    """
    found = [0.0] * len(places)
    order = sorted(range(len(places)), key=lambda n: (places[n], n))
    near = [(n, m) for n, m in combinations(order, 2) if abs(places[n][1] - places[m][1]) < high]
    for _ in range(_LEAN_ROUNDS):
        lacking = 0.0
        for n, m in near:
            over = wide - (places[m][0] + found[m] - places[n][0] - found[n])
            if over > 0:
                found[n], found[m] = max(-most, found[n] - over / 2), min(most, found[m] + over / 2)
                lacking = max(lacking, over)
        if lacking < _LEAN_DONE * wide:
            break
    return tuple(found)


def _crossed_circle(pen: Pen) -> None:
    at, radius = pen.points[0], pen.hexes("radius")
    ring = circle(at, radius, pen.tolerance)
    pen.stroke(ring, closed=True)
    pen.take(ring)
    for degrees in (45, 135):
        arm = turned(EAST, degrees)
        pen.stroke((step(at, arm, -radius), step(at, arm, radius)))
    pen.write("label", around_seats(at, radius, radius, pen.height))


def _cross(pen: Pen) -> None:
    at, radius = pen.points[0], pen.hexes("radius")
    for arm in ((1.0, 0.0), (0.0, 1.0)):
        pen.stroke((step(at, arm, -radius), step(at, arm, radius)))
    # The name stands in a corner of the cross, as it does beside targets.
    x, y = at
    up, aside = 0.7 * pen.height, 0.25 * pen.height
    pen.write(
        "label",
        [
            Seat((x + aside, y + up), 0.0, "start"),
            Seat((x + aside, y - up), 0.0, "start"),
            Seat((x - aside, y + up), 0.0, "end"),
            Seat((x - aside, y - up), 0.0, "end"),
        ],
    )


_DASHED = frozenset({"dashed"})

FLAG = Recipe(_flag, ("place",), 1, _given, {"width": 0.9, "height": 0.8, "point": 0.5, "lean": 0.0}, _DASHED)
CROSSED_CIRCLE = Recipe(_crossed_circle, ("place",), 1, _given, {"radius": 0.42}, _DASHED)
CROSS = Recipe(_cross, ("place",), 1, _given, {"radius": 0.5}, _DASHED)
