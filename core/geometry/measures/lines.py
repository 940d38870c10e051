"""Lines: with their names at both ends, with the size of a unit in a gap, with a name in it, or in bumps."""

import math
from itertools import pairwise

from core.geometry.layout import Point
from core.geometry.lines import Line
from core.geometry.measures.curves import Way
from core.geometry.measures.marks import draw_echelon, echelon_width
from core.geometry.measures.parts import Seat, Slot
from core.geometry.measures.pen import Pen, Recipe, above, end_seats
from core.geometry.measures.vectors import EAST, arc, step, unit, upright

_PARTS = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9)
"""Where along a line its name may stand, in parts of its length, the better places first."""

_ROLES = ("first end", "point*", "last end")


def completed(points: Line, size: float) -> Line:
    """A line of one point goes three hexes to the east."""
    return points if len(points) > 1 else (*points, step(points[0], EAST, 3 * size))


def turned_round(points: Line) -> Line:
    """The same line from its other end."""
    return points[::-1]


def _named_at_ends(pen: Pen) -> None:
    way = Way(pen.line(pen.points))
    pen.stroke(way.line)
    for last in (False, True):
        pen.write("label", end_seats(way, pen.height, last=last))


def _boundary(pen: Pen) -> None:
    """The sign of the unit's size stands in a gap of the longest span, so that the line still meets every control point."""
    way = Way(pen.line(pen.points))
    start, end = _longest_span(way, pen.points)
    middle = (start + end) / 2
    at, heading = way.at(middle), way.direction(middle)
    tall = pen.hexes("mark", (end - start) / 4)
    gap = echelon_width(pen.echelon, tall) if "sized" in pen.traits else 0.0
    if gap:
        gap += 0.5 * tall
        for part in way.without(middle - gap / 2, middle + gap / 2):
            pen.stroke(part)
        draw_echelon(pen, at, heading, tall)
    else:
        pen.stroke(way.line)
    for side in (1.0, -1.0):
        slot: Slot = "left" if side > 0 else "right"
        seats = pen.along(way, slot, (middle, way.length / 4, way.length * 3 / 4), lift=0.6 * tall - 0.3 * pen.height)
        # The upper places come first; the left of the line may be either.
        upper = side * above(heading) > 0
        pen.write(slot, seats[:3] if upper else seats[3:])
    pen.write("label", [*end_seats(way, pen.height, last=False), *end_seats(way, pen.height, last=True)])


def _longest_span(way: Way, points: Line) -> tuple[float, float]:
    """The stretch between two control points that leaves the most room; of those about as long, the one nearest the middle."""
    feet = sorted(way.foot(point)[0] for point in points)
    spans = list(pairwise(feet))
    longest = max(end - start for start, end in spans)
    long = [each for each in spans if each[1] - each[0] >= 0.8 * longest]
    return min(long, key=lambda each: abs((each[0] + each[1]) - way.length))


def _trace(pen: Pen) -> None:
    """The name stands in a gap of the longest span, or in one elsewhere where something is in its way there."""
    way = Way(pen.line(pen.points))
    start, end = _longest_span(way, pen.points)
    others = [part * way.length for part in _PARTS]
    pen.lettered(way, "label", (start + end) / 2, pen.height, 0.5 * way.length, others=others)


def _bumps(pen: Pen) -> None:
    """Half circles side by side; they swell to the left of the line."""
    way = Way(pen.line(pen.points))
    wide = pen.hexes("bump")
    count = max(1, round(way.length / wide))
    made: list[Point] = []
    for number in range(count):
        a, b = way.at(way.length * number / count), way.at(way.length * (number + 1) / count)
        middle, heading = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), unit(a, b)
        made += arc(middle, math.dist(a, b) / 2, (-heading[0], -heading[1]), -180, pen.tolerance)
    pen.stroke(made)
    for last in (False, True):
        pen.write("label", end_seats(way, pen.height, last=last))


def _free_text(pen: Pen) -> None:
    """A text alone: level, or along the way to its second point."""
    at = pen.points[0]
    angle = upright(unit(at, pen.points[1])) if len(pen.points) > 1 else 0.0
    pen.write("label", [Seat(at, angle)], pen.hexes("letter"))


def _one_is_enough(points: Line, size: float) -> Line:
    del size
    return points


NAMED_AT_ENDS = Recipe(_named_at_ends, _ROLES, 2, completed, traits=frozenset({"angular", "dashed"}), reversed=turned_round)
BOUNDARY = Recipe(
    _boundary,
    _ROLES,
    2,
    completed,
    {"mark": 0.5},
    frozenset({"angular", "dashed", "sized"}),
    reversed=turned_round,
    mirrored=turned_round,
)
TRACE = Recipe(_trace, _ROLES, 2, completed, traits=frozenset({"angular", "dashed"}), reversed=turned_round)
BUMPS = Recipe(
    _bumps, _ROLES, 2, completed, {"bump": 0.55}, frozenset({"angular"}), reversed=turned_round, mirrored=turned_round
)
TEXT = Recipe(_free_text, ("place", "direction"), 1, _one_is_enough, {"letter": 0.5})
