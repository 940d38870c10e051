"""Positions that fire is given from: support by fire, attack by fire, ambush."""

import math

from core.geometry.layout import Point
from core.geometry.lines import Line
from core.geometry.measures.curves import Way
from core.geometry.measures.parts import Seat
from core.geometry.measures.pen import Pen, Recipe, arrowed
from core.geometry.measures.vectors import EAST, NORTH, arc, back, half_way, left, step, unit, upright


def support_completed(points: Line, size: float) -> Line:
    """The base of one end goes to the east; its tips lie north of it, spread a little, if they are not given."""
    base = points if len(points) > 1 else (*points, step(points[0], EAST, 2 * size))
    a, b = base[:2]
    along, far = unit(a, b), max(1.6 * size, 0.8 * math.dist(a, b))
    tips = step(a, along, -0.35 * far, far), step(b, along, 0.35 * far, far)
    return (*base, *tips[len(base) - 2 :])


def fire_completed(points: Line, size: float) -> Line:
    """Behind a tip lies a base, across the way to it."""
    tip = points[0]
    if len(points) == 1:
        return tip, step(tip, NORTH, -2 * size, size), step(tip, NORTH, -2 * size, -size)
    if len(points) == 2:
        return tip, points[1], step(points[1], unit(points[1], tip), 0.0, -1.6 * size)
    return points


def about_base(points: Line) -> Line:
    """The tip goes to the other side of the base, and so left and right change."""
    tip, a, b = points
    return (a[0] + b[0] - tip[0], a[1] + b[1] - tip[1]), b, a


def _feet(pen: Pen, a: Point, b: Point, away: Point) -> None:
    """The base with a short leg at each end, which leans outwards and away from where the fire goes."""
    along = unit(a, b)
    leg = pen.hexes("leg", math.dist(a, b) / 3)
    ends = [step(step(each, away, 0.7 * leg), along, side * 0.7 * leg) for each, side in ((a, -1), (b, 1))]
    pen.stroke((ends[0], a, b, ends[1]))


def _behind(pen: Pen, a: Point, b: Point, away: Point) -> list[Seat]:
    """Places for a name behind a base, and before it."""
    middle, angle = half_way(a, b), upright(unit(a, b))
    return [Seat(step(middle, away, part * pen.height), angle) for part in (0.85, 1.6, -0.85)]


def _away(a: Point, b: Point, target: Point) -> Point:
    """Square to a base, away from a target."""
    side = left(unit(a, b))
    middle = half_way(a, b)
    ahead = (target[0] - middle[0]) * side[0] + (target[1] - middle[1]) * side[1]
    return back(side) if ahead >= 0 else side


def _support(pen: Pen) -> None:
    a, b, first, second = pen.points
    away = _away(a, b, half_way(first, second))
    _feet(pen, a, b, away)
    for start, tip in ((a, first), (b, second)):
        pen.stroke((start, tip))
        arrowed(pen, (start, tip))
    pen.write("label", _behind(pen, a, b, away))


def _attack(pen: Pen) -> None:
    tip, a, b = pen.points
    away = _away(a, b, tip)
    _feet(pen, a, b, away)
    pen.stroke((half_way(a, b), tip))
    arrowed(pen, (half_way(a, b), tip))
    pen.write("label", _behind(pen, a, b, away))


def _ambush(pen: Pen) -> None:
    """A bow towards the target with short lines behind it, and an arrow from its middle."""
    tip, a, b = pen.points
    away = _away(a, b, tip)
    reach = math.dist(a, b) / 2
    # The bow is a third of a circle.
    radius = reach / math.sin(math.radians(60))
    middle = step(half_way(a, b), away, radius * 0.5)
    start = unit(middle, a)
    sweep = 120.0 if (b[0] - a[0]) * -away[1] + (b[1] - a[1]) * away[0] < 0 else -120.0
    bow = Way(arc(middle, radius, start, sweep, pen.tolerance))
    pen.stroke(bow.line)
    leg = pen.hexes("leg", 0.5 * reach)
    count = max(3, min(9, round(bow.length / pen.hexes("spacing"))))
    for number in range(count):
        foot = bow.at(bow.length * number / (count - 1))
        pen.stroke((foot, step(foot, away, leg)), dashed=False)
    top = step(middle, away, -radius)
    pen.stroke((top, tip))
    arrowed(pen, (top, tip))
    pen.write("label", [Seat(step(seat.at, away, leg), seat.angle) for seat in _behind(pen, a, b, away)[:2]])


_SIZES = {"head": 0.5, "leg": 0.5}

SUPPORT = Recipe(
    _support,
    ("left end", "right end", "left tip", "right tip"),
    4,
    support_completed,
    _SIZES,
    frozenset({"dashed"}),
    reversed=lambda points: points[::-1],
    mirrored=lambda points: (points[1], points[0], points[3], points[2]),
)
ATTACK = Recipe(
    _attack,
    ("tip", "left end", "right end"),
    3,
    fire_completed,
    _SIZES,
    frozenset({"dashed"}),
    reversed=about_base,
    mirrored=lambda points: (points[0], points[2], points[1]),
)
AMBUSH = Recipe(
    _ambush,
    ("tip", "left end", "right end"),
    3,
    fire_completed,
    {**_SIZES, "spacing": 0.35},
    frozenset({"dashed"}),
    reversed=about_base,
    mirrored=lambda points: (points[0], points[2], points[1]),
)
