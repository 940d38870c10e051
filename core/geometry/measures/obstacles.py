"""Obstacles that are no areas: the box of a minefield."""

import math

from core.geometry.lines import Line
from core.geometry.measures.parts import Seat
from core.geometry.measures.pen import Pen, Recipe
from core.geometry.measures.vectors import EAST, circle, forward_and_aside, half_way, step, unit, upright


def completed(points: Line, size: float) -> Line:
    """A middle line of one end goes to the east; the box is half a hex deep on either side of it."""
    line = points if len(points) > 1 else (*points, step(points[0], EAST, 2 * size))
    if len(line) > 2:
        return line
    a, b = line
    return a, b, step(half_way(a, b), unit(a, b), 0.0, min(0.45 * size, 0.5 * math.dist(a, b)))


def _minefield(pen: Pen) -> None:
    """A box around a middle line, with mines along it; the third point gives half its depth."""
    a, b, side = pen.points
    along, far = unit(a, b), math.dist(a, b)
    _, aside = forward_and_aside(a, along, side)
    half = abs(aside)
    pen.stroke([step(end, along, 0.0, depth) for end, depth in ((a, half), (b, half), (b, -half), (a, -half))], closed=True)
    radius = min(pen.hexes("mine"), 0.55 * half, 0.12 * far)
    if radius:
        count = max(3, round(far / (pen.hexes("spacing") or far)))
        for number in range(count):
            pen.fill(circle(step(a, along, far * (number + 0.5) / count), radius, pen.tolerance))
    pen.handles[2] = step(half_way(a, b), along, 0.0, aside)
    away = half + 0.75 * pen.height
    pen.write("label", [Seat(step(half_way(a, b), along, 0.0, each), upright(along)) for each in (away, -away)])


MINEFIELD = Recipe(
    _minefield,
    ("left end", "right end", "depth"),
    3,
    completed,
    {"mine": 0.17, "spacing": 0.8},
    frozenset({"dashed"}),
    mirrored=lambda points: (points[1], points[0], points[2]),
)
