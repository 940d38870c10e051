"""Arrows that a force goes along: the broad one of an axis of advance, the thin one of a direction of attack."""

import math

from core.geometry.layout import Point
from core.geometry.lines import Line
from core.geometry.measures.curves import Way, beside, curve
from core.geometry.measures.parts import Seat, pulled_alone
from core.geometry.measures.pen import TOLERANCE, Pen, Recipe, end_seats, open_head
from core.geometry.measures.vectors import EAST, forward_and_aside, half_way, left, step, turned, unit, upright

_BROADEST = 0.2
"""Half of an axis is at most this part of its length."""

_HEAD = 2.3
"""The length of the head of an axis, in half widths."""

_SHOULDER = 2.0
"""Half the width of the head of an axis, in half widths."""

_TYPE = 1.5
"""The largest type within an axis, in half widths."""

_LEAST_TYPE = 0.6
"""The smallest type within an axis, in parts of the plain one."""

_LONGEST_HEAD = 0.45
"""A head is at most this part of the length."""


def spine_completed(points: Line, size: float) -> Line:
    """A tip alone gets a rear three hexes to the south, a tip and a rear get a width."""
    if len(points) == 1:
        points = (points[0], step(points[0], (0.0, -1.0), 3 * size))
    if len(points) == 2:
        tip, rear = points
        half = min(0.45 * size, _BROADEST * math.dist(tip, rear))
        return tip, rear, step(half_way(tip, rear), unit(rear, tip), 0.0, half)
    return points


def spine_reversed(points: Line) -> Line:
    """Tip and rear change places; the point that gives the width stays."""
    return (*points[-2::-1], points[-1])


def spine_pulled(points: Line, number: int, at: Point) -> Line:
    """A point of the spine takes the width along: the body stays as broad, and its handle on the same side of it."""
    moved = pulled_alone(points, number, at)
    if number == len(points) - 1:
        return moved
    (*spine, width), (*bent, _) = points, moved
    before, after = Way(curve(spine, TOLERANCE)), Way(curve(bent, TOLERANCE))
    along, away = before.foot(width)
    if not before.length or not after.length:
        return moved
    _, aside = forward_and_aside(before.at(along), before.direction(along), width)
    there = along / before.length * after.length
    return (*bent, step(after.at(there), after.direction(there), 0.0, math.copysign(away, aside)))


def arrow_completed(points: Line, size: float) -> Line:
    """A tip alone gets a rear three hexes to the south."""
    return points if len(points) > 1 else (points[0], step(points[0], (0.0, -1.0), 3 * size))


def _axis(pen: Pen) -> None:
    """The last control point lies on the side of the body; the tip is the first."""
    *spine, width = pen.points
    # From the rear to the tip, for that is how it is read.
    way = Way(pen.line(spine[::-1]))
    along, away = way.foot(width)
    half = min(max(away, pen.hexes("narrowest")), _BROADEST * way.length)
    length = min(_HEAD * half, _LONGEST_HEAD * way.length)
    neck, tip = way.length - length, way.at(way.length)
    body = way.part(0.0, neck)
    heading = unit(body[-1], tip)
    sides = []
    for side in (1.0, -1.0):
        joint, shoulder = (step(body[-1], heading, 0.0, side * part * half) for part in (1.0, _SHOULDER))
        sides.append((*beside(body, side * half), joint, shoulder))
    pen.stroke((*sides[0], tip, *sides[1][::-1]))
    if "main" in pen.traits:
        # The main attack is told by a second point within its head.
        inner = step(body[-1], heading, 0.5 * length)
        pen.stroke((sides[0][-2], inner, sides[1][-2]))
    pen.handles[len(spine)] = _on_side(Way(body), min(along, neck), half, width)
    _axis_words(pen, Way(body), half)


def _on_side(body: Way, along: float, half: float, width: Point) -> Point:
    """Where the handle of the width is: on the side of the body where its control point lies."""
    at, heading = body.at(along), body.direction(along)
    side = (width[0] - at[0]) * left(heading)[0] + (width[1] - at[1]) * left(heading)[1]
    return step(at, heading, 0.0, half if side >= 0 else -half)


def _axis_words(pen: Pen, body: Way, half: float) -> None:
    """The letters of the kind stand at the rear of the body, the name further on; beside it where there is no room in it."""
    small, start = _LEAST_TYPE * pen.height, 0.0
    if pen.words.get("letters"):
        tall = min(pen.height, _TYPE * half)
        wide = pen.width("letters", tall)
        at = min(body.length / 2, 0.75 * tall + wide / 2)
        if tall >= small:
            pen.write("letters", [Seat(body.at(at), upright(body.direction(at)))], tall)
            start = at + wide / 2
        else:
            pen.write("letters", pen.along(body, "letters", (body.length / 4,), small, half)[:1], small)
    middle, room = (start + body.length) / 2, body.length - start
    # A name that reaches along the head keeps clear of it, too.
    seats = pen.along(body, "label", (middle,), lift=half if pen.width("label") < room else _SHOULDER * half)
    for tall in (pen.height, 0.8 * pen.height, small):
        seat = pen.straightest(body, "label", tall, start, body.length)
        if pen.width("label", tall) <= room and _within(pen, body, seat, tall, half):
            pen.write("label", [seat, *seats], tall)
            return
    pen.write("label", seats)


def _within(pen: Pen, body: Way, seat: Seat, tall: float, half: float) -> bool:
    """Whether a name of that size lies between the sides of the body."""
    along, wide = turned(EAST, seat.angle), pen.width("label", tall) / 2
    corners = (step(seat.at, along, x, y) for x in (-wide, wide) for y in (-0.4 * tall, 0.4 * tall))
    return all(body.foot(corner)[1] <= 0.95 * half for corner in corners)


def _arrow(pen: Pen) -> None:
    """A line with a head: open, broad and hollow for the main attack, with a broken one before it for a feint."""
    way = Way(pen.line(pen.points[::-1]))
    tip = way.at(way.length)
    length = pen.hexes("head", _LONGEST_HEAD * way.length)
    heading = unit(way.at(way.length - length), tip, way.direction(way.length))
    half = 0.75 * length
    if "main" in pen.traits:
        thick = 0.34
        outer = open_head(tip, heading, length, half)
        inner = open_head(step(tip, heading, -thick * length), heading, length * (1 - thick), half * (1 - thick))
        pen.stroke((*outer, *inner[::-1]), closed=True, dashed=False)
        pen.stroke(way.part(0.0, way.length - thick * length))
    elif "feint" in pen.traits:
        gap = 0.4 * length
        stop = Way(way.part(0.0, way.length - gap))
        pen.stroke(stop.line)
        pen.stroke(open_head(stop.at(stop.length), heading, length, half), dashed=False)
        pen.stroke(open_head(tip, heading, length, half), dashed=True)
    else:
        pen.stroke(way.line)
        pen.stroke(open_head(tip, heading, length, half), dashed=False)
    room = way.length - length
    lift = 0.0 if pen.width("label") < 0.9 * room else half
    seats = pen.along(way, "label", (0.5 * room, 0.3 * room), lift=lift)
    pen.write("label", [*seats, *end_seats(way, pen.height, last=False)])


AXIS = Recipe(
    _axis,
    ("tip", "bend*", "rear", "width"),
    3,
    spine_completed,
    {"narrowest": 0.12},
    traits=frozenset({"angular", "dashed", "main"}),
    reversed=spine_reversed,
    pulled=spine_pulled,
)
ARROW = Recipe(
    _arrow,
    ("tip", "bend*", "rear"),
    2,
    arrow_completed,
    {"head": 0.75},
    frozenset({"angular", "dashed", "main", "feint"}),
    reversed=lambda points: points[::-1],
)
