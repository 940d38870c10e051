"""Points and directions of the plane. What has no length points north, so that no drawing fails for want of a direction."""

import math
from collections.abc import Sequence

from core.geometry.layout import Point

NORTH: Point = (0.0, 1.0)

EAST: Point = (1.0, 0.0)

LEAST = 1e-9
"""Hexes; what is shorter has no direction."""


def unit(start: Point, end: Point, instead: Point = NORTH) -> Point:
    """The direction from a point to another.

    >>> unit((1.0, 1.0), (1.0, -3.0)), unit((1.0, 1.0), (1.0, 1.0))
    ((0.0, -1.0), (0.0, 1.0))
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    return (dx / length, dy / length) if length > LEAST else instead


def left(direction: Point) -> Point:
    """The direction to the left of one."""
    return -direction[1], direction[0]


def back(direction: Point) -> Point:
    """The opposite direction."""
    return -direction[0], -direction[1]


def step(start: Point, direction: Point, forward: float, aside: float = 0.0) -> Point:
    """A point so far along a direction, and so far to the left of it.

    >>> step((0.0, 0.0), (1.0, 0.0), 2.0, 1.0)
    (2.0, 1.0)
    """
    (x, y), (u, v) = start, direction
    return x + u * forward - v * aside, y + v * forward + u * aside


def half_way(a: Point, b: Point) -> Point:
    """The point between two."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def forward_and_aside(start: Point, direction: Point, point: Point) -> tuple[float, float]:
    """How far a point lies along a direction and to the left of it."""
    dx, dy = point[0] - start[0], point[1] - start[1]
    return dx * direction[0] + dy * direction[1], dy * direction[0] - dx * direction[1]


def turned(direction: Point, degrees: float) -> Point:
    """A direction turned against the clock."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return direction[0] * cos - direction[1] * sin, direction[0] * sin + direction[1] * cos


def upright(direction: Point) -> float:
    """The angle of a text along a line, in degrees from east: it is never upside down.

    >>> upright((-1.0, 0.0)), upright((0.0, -1.0)), round(upright((-1.0, 1.0)))
    (0.0, 90.0, -45)
    """
    angle = math.degrees(math.atan2(direction[1], direction[0]))
    if angle > 90.0 + LEAST:
        return angle - 180.0
    return min(90.0, angle + 180.0 if angle <= -90.0 + LEAST else angle + 0.0)


def arc(middle: Point, radius: float, start: Point, degrees: float, tolerance: float) -> tuple[Point, ...]:
    """Part of a circle, from a direction on, so many degrees against the clock; no chord strays farther than the tolerance."""
    most = math.degrees(2 * math.acos(max(0.0, 1.0 - tolerance / radius))) if radius > tolerance else 90.0
    steps = max(2, min(180, math.ceil(abs(degrees) / most)))
    return tuple(step(middle, turned(start, degrees * n / steps), radius) for n in range(steps + 1))


def circle(middle: Point, radius: float, tolerance: float) -> tuple[Point, ...]:
    """A whole circle as a ring; its first point is not repeated."""
    return arc(middle, radius, NORTH, 360.0, tolerance)[:-1]


def all_apart(points: Sequence[Point]) -> tuple[Point, ...]:
    """Points without those that repeat the one before."""
    kept: list[Point] = []
    for point in points:
        if not kept or math.dist(kept[-1], point) > LEAST:
            kept.append(point)
    return tuple(kept)
