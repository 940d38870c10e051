"""Tasks: what a unit is to do, told by arrows, circles and letters."""

import math

from core.geometry.layout import Point
from core.geometry.lines import Line
from core.geometry.measures.curves import Way
from core.geometry.measures.fires import about_base
from core.geometry.measures.parts import Seat
from core.geometry.measures.pen import Pen, Recipe, arrowed, end_seats
from core.geometry.measures.vectors import (
    EAST,
    NORTH,
    arc,
    circle,
    forward_and_aside,
    half_way,
    left,
    step,
    turned,
    unit,
)

_OPENING = 30.0
"""Degrees that a circle is open."""

_SIGN = 1.1
"""The letters of a sign, in heights of the letters of a name."""


def security_completed(points: Line, size: float) -> Line:
    """Tips to the west and east of a middle, or opposite to the tip that is given."""
    middle = points[0]
    if len(points) == 1:
        return middle, step(middle, EAST, -3 * size), step(middle, EAST, 3 * size)
    return points if len(points) > 2 else (*points, (2 * middle[0] - points[1][0], 2 * middle[1] - points[1][1]))


def _security(pen: Pen) -> None:
    """Two arrows from a middle that is left to the unit, each with a bolt in it and a letter before the bolt."""
    middle, *tips = pen.points
    for tip, side in zip(tips, (1.0, -1.0), strict=True):
        heading, far = unit(middle, tip), math.dist(middle, tip)
        start = pen.hexes("unit", 0.2 * far)
        jag = pen.hexes("bolt", 0.1 * far)
        # The bolt lies near the tip, and runs back over itself.
        bolt = [step(middle, heading, 0.68 * far + jag, side * jag), step(middle, heading, 0.68 * far - jag, -side * jag)]
        first = Way((step(middle, heading, start), bolt[0]))
        pen.lettered(first, "letters", 0.42 * first.length, _SIGN * pen.height, most=0.4 * first.length)
        pen.stroke((*bolt, tip))
        arrowed(pen, (bolt[1], tip))
    pen.write("label", [Seat((middle[0], middle[1] + part * pen.height)) for part in (-1.6, 1.6)])


def block_completed(points: Line, size: float) -> Line:
    """A bar of one end goes to the east; its rear lies to the south of it, if it is not given."""
    bar = points if len(points) > 1 else (*points, step(points[0], EAST, 2 * size))
    if len(bar) > 2:
        return bar
    a, b = bar
    return a, b, step(half_way(a, b), unit(a, b), 0.0, -max(1.6 * size, 0.7 * math.dist(a, b)))


def _block_reversed(points: Line) -> Line:
    """The rear goes to the other side of the bar."""
    a, b, rear = points
    rear, a, b = about_base((rear, a, b))
    return a, b, rear


def _block(pen: Pen) -> None:
    """A bar across the way that is blocked, a stem from its middle to the rear, the letter in the stem."""
    a, b, rear = pen.points
    pen.stroke((a, b))
    stem = Way((half_way(a, b), rear))
    pen.lettered(stem, "letters", 0.5 * stem.length, _SIGN * pen.height, most=0.35 * stem.length)
    pen.write("label", [*end_seats(stem, pen.height, last=True), *pen.along(Way((a, b)), "label", (math.dist(a, b) / 2,))])


def cane_completed(points: Line, size: float) -> Line:
    """A straight part of three hexes to the south of its tip, a bend of a hex and a half to its right."""
    tip = points[0]
    line = points if len(points) > 1 else (tip, step(tip, NORTH, -3 * size))
    if len(line) > 2:
        return line
    wide = min(1.5 * size, 0.6 * math.dist(tip, line[1]))
    return tip, line[1], step(line[1], unit(line[1], tip), 0.0, -wide)


def _cane_reversed(points: Line) -> Line:
    """Tip and bend change places, and the side goes along with the bend."""
    tip, bend, side = points
    return bend, tip, (side[0] + tip[0] - bend[0], side[1] + tip[1] - bend[1])


def _cane(pen: Pen) -> None:
    """A straight arrow whose rear end turns back in a half circle, which swells away from the tip."""
    tip, bend, side = pen.points
    heading = unit(bend, tip)
    _, aside = forward_and_aside(bend, heading, side)
    end = step(bend, heading, 0.0, aside)
    straight = Way((bend, tip))
    pen.lettered(straight, "letters", 0.5 * straight.length, _SIGN * pen.height, most=0.3 * straight.length)
    if aside:
        middle = half_way(bend, end)
        pen.stroke(arc(middle, abs(aside) / 2, unit(middle, bend), math.copysign(180.0, -aside), pen.tolerance))
    arrowed(pen, straight.line)
    pen.handles[2] = end
    seats = pen.along(straight, "label", (0.5 * straight.length,), lift=0.6 * pen.height)
    pen.write("label", [*seats, *end_seats(straight, pen.height, last=True)])


def seize_completed(points: Line, size: float) -> Line:
    """The tip lies north-east of the unit; the arrow bows to the left."""
    unit_at = points[0]
    line = points if len(points) > 1 else (unit_at, step(unit_at, EAST, 2.5 * size, 1.5 * size))
    if len(line) > 2:
        return line
    return (*line, step(half_way(*line), unit(*line), 0.0, 0.2 * math.dist(*line)))


def _seize(pen: Pen) -> None:
    """A circle around the unit, and from it a quarter of a circle to what is to be seized."""
    start, tip, bow = pen.points
    heading, far = unit(start, tip), math.dist(start, tip)
    side = math.copysign(1.0, forward_and_aside(start, heading, bow)[1])
    radius = far / math.sqrt(2)
    middle = step(start, heading, far / 2, -side * far / 2)
    pen.handles[2] = step(middle, left(heading), side * radius)
    around = pen.hexes("unit", 0.3 * far)
    pen.stroke(circle(start, around, pen.tolerance), closed=True)
    if far:
        whole = Way(arc(middle, radius, unit(middle, start), -side * 90.0, pen.tolerance))
        way = Way(whole.part(around, whole.length))
        pen.lettered(way, "letters", 0.45 * way.length, _SIGN * pen.height, most=0.25 * way.length)
        arrowed(pen, way.line)
    gap = around + 0.8 * pen.height
    pen.write("label", [Seat((start[0], start[1] + part * gap)) for part in (-1.0, 1.0)])


def ring_completed(points: Line, size: float) -> Line:
    """The circle of a middle alone has a hex and a half, and opens to the south."""
    return points if len(points) > 1 else (points[0], step(points[0], NORTH, -1.5 * size))


def _ring(pen: Pen) -> None:
    """A circle around what is meant, open at its second point, with an arrowhead at its end; it runs against the clock, as
    letters run to the right. Teeth point inwards."""
    middle, opening = pen.points
    radius = math.dist(middle, opening)
    way = Way(arc(middle, radius, turned(unit(middle, opening), _OPENING / 2), 360 - _OPENING, pen.tolerance))
    tall = min(_SIGN * pen.height, 0.5 * radius)
    pen.lettered(way, "letters", 0.5 * way.length, _SIGN * pen.height, most=0.5 * radius)
    head = arrowed(pen, way.line, 0.45 * radius)
    if "teeth" in pen.traits:
        _teeth(pen, way, middle, radius, tall, head)
    beyond = radius + pen.height
    seats = [Seat((middle[0], middle[1] + part * beyond)) for part in (0.0, 1.0, -1.0)]
    pen.write("label", seats if pen.width("label") < 1.5 * radius else [*seats[1:], seats[0]])


def _teeth(pen: Pen, way: Way, middle: Point, radius: float, tall: float, head: float) -> None:
    """Teeth along a circle that point to its middle, none at its letter and at its arrowhead."""
    count = max(6, round(way.length / pen.hexes("spacing", way.length / 6))) if way.length else 0
    half, high = 0.25 * way.length / max(1, count), pen.hexes("tooth", 0.25 * radius)
    for number in range(count):
        at = way.length * (number + 0.5) / count
        if abs(at - way.length / 2) > half + 0.7 * tall and at + half < way.length - 1.3 * head:
            top = step(middle, unit(middle, way.at(at)), radius - high)
            pen.stroke((way.at(at - half), top, way.at(at + half)), dashed=False)


def _opposite(points: Line) -> Line:
    """The circle opens on its other side."""
    (x, y), (u, v) = points
    return (x, y), (2 * x - u, 2 * y - v)


SECURITY = Recipe(
    _security,
    ("unit", "left tip", "right tip"),
    3,
    security_completed,
    {"unit": 0.5, "bolt": 0.22, "head": 0.45},
    frozenset({"dashed"}),
    mirrored=lambda points: (points[0], points[2], points[1]),
)
BLOCK = Recipe(
    _block,
    ("left end", "right end", "rear"),
    3,
    block_completed,
    traits=frozenset({"dashed"}),
    reversed=_block_reversed,
    mirrored=lambda points: (points[1], points[0], points[2]),
)
CANE = Recipe(_cane, ("tip", "bend", "side"), 3, cane_completed, {"head": 0.5}, frozenset({"dashed"}), reversed=_cane_reversed)
SEIZE = Recipe(
    _seize,
    ("unit", "tip", "bow"),
    3,
    seize_completed,
    {"head": 0.5, "unit": 0.65},
    frozenset({"dashed"}),
    reversed=lambda points: (points[1], points[0], points[2]),
)
RING = Recipe(
    _ring,
    ("middle", "opening"),
    2,
    ring_completed,
    {"head": 0.5, "spacing": 0.6, "tooth": 0.3},
    frozenset({"dashed", "teeth"}),
    reversed=_opposite,
)
