"""Areas: a ring through its corners, plain, with ticks or triangles on its outside, its name inside."""

import math
from collections.abc import Iterator
from itertools import pairwise

from core.geometry.layout import Point
from core.geometry.lines import Line, bounds, foot_on_segment, inside, signed_area, simplified
from core.geometry.measures.curves import Way
from core.geometry.measures.marks import draw_echelon, echelon_width
from core.geometry.measures.parts import Seat
from core.geometry.measures.pen import Pen, Recipe
from core.geometry.measures.vectors import EAST, all_apart, half_way, step, turned, unit

_GRID = 7
"""Places along each side among which the roomiest of an area is looked for."""

_ROUNDS = 4

_ROUGH = 0.02
"""Parts of a ring's size that it may stray from itself while that is done."""
"""How often the search is narrowed."""


def completed(points: Line, size: float) -> Line:
    """East of one point a round area; beside two a third, so that the area lies to the left of the way between them."""
    if len(points) == 1:
        middle = step(points[0], EAST, 1.2 * size)
        return (*points, *(step(middle, turned(EAST, 180 - 60 * corner), 1.2 * size) for corner in range(1, 6)))
    if len(points) == 2:
        a, b = points
        return a, b, step(half_way(a, b), unit(a, b), 0.0, 0.8 * math.dist(a, b))
    return points


def roomiest(ring: Line, wide: float = 1.0, tall: float = 1.0) -> Point:
    """About the point inside a ring that is farthest from it, for a text so wide and tall: what is wide counts sideways less.

    >>> roomiest(((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0), (0.0, 0.0)))
    (2.0, 1.0)
    """
    flat = max(1.0, wide / tall) if tall > 0 else 1.0
    # In a plane as much narrower as the text is wider, the most room is a circle.
    squeezed = tuple((x / flat, y) for x, y in ring)
    left_, low, right, high = bounds(squeezed)
    squeezed = simplified(squeezed, _ROUGH * min(right - left_, high - low))
    middle, width, height = ((left_ + right) / 2, (low + high) / 2), right - left_, high - low
    best, room = middle, _room(squeezed, middle)
    # Less than that is no gain: the first of places that are as good stays, whatever the last digits say.
    gain = 1e-4 * min(width, height)
    for _ in range(_ROUNDS):
        for i in range(_GRID):
            for j in range(_GRID):
                spot = middle[0] + width * (i / (_GRID - 1) - 0.5), middle[1] + height * (j / (_GRID - 1) - 0.5)
                found = _room(squeezed, spot)
                if found > room + gain:
                    best, room = spot, found
        middle, width, height = best, width / 3, height / 3
    return best[0] * flat, best[1]


def _room(ring: Line, spot: Point) -> float:
    """How far a ring is from a spot inside it; less than 0 outside."""
    away = min(math.dist(foot_on_segment(spot, a, b)[1], spot) for a, b in pairwise(ring))
    return away if inside(ring[:-1], spot) else -away


def _area(pen: Pen) -> None:
    ring = pen.ring(pen.points)
    way = Way(ring)
    if len(way.line) < 2:
        return
    tall = pen.hexes("mark", way.length / 10)
    gap = echelon_width(pen.echelon, tall) if "sized" in pen.traits else 0.0
    outside = _outside(ring)
    # The sign of the unit's size stands between the last control point and the first.
    middle = (way.foot(pen.points[-1])[0] + way.length) / 2
    if "triangles" in pen.traits:
        pen.stroke(_with_triangles(pen, way, outside), closed=True)
    elif gap:
        gap += 0.5 * tall
        # Once around, from behind the gap to before it.
        around = Way((*way.part(middle, way.length), *way.part(0.0, middle)))
        pen.stroke(around.part(gap / 2, around.length - gap / 2))
        draw_echelon(pen, way.at(middle), way.direction(middle), tall)
    else:
        pen.stroke(ring[:-1], closed=True)
    if "ticks" in pen.traits:
        for tick in _ticks(pen, way, outside, (middle - gap / 2, middle + gap / 2) if gap else (0.0, 0.0)):
            pen.stroke(tick, dashed=False)
    _name(pen, ring)


def _outside(ring: Line) -> float:
    """On which side of the ring its outside is: 1 for the left of the way along it, -1 for the right."""
    return -1.0 if signed_area(ring[:-1]) > 0 else 1.0


def _name(pen: Pen, ring: Line) -> None:
    at = roomiest(ring, max(pen.width("label"), pen.height), pen.height)
    _, low, _, high = bounds(ring)
    gap = 0.4 * pen.height + (pen.hexes("tooth") if pen.traits & {"ticks", "triangles"} else 0.0)
    up, down = (at[0], high + gap + pen.height / 2), (at[0], low - gap - pen.height / 2)
    lift = 1.15 * pen.height
    within, beyond = [Seat((at[0], at[1] + part * lift)) for part in (0, 1, -1)], [Seat(up), Seat(down)]
    pen.write("label", [*within, *beyond] if _fits(pen, ring, at) else [*beyond, within[0]])


def _fits(pen: Pen, ring: Line, at: Point) -> bool:
    """Whether the name has room inside the ring."""
    half, up = pen.width("label") / 2, pen.height / 2
    return all(inside(ring[:-1], (at[0] + x, at[1] + y)) for x in (-half, 0, half) for y in (-up, up))


def _ticks(pen: Pen, way: Way, outside: float, gap: tuple[float, float]) -> Iterator[Line]:
    count = max(6, round(way.length / pen.hexes("spacing")))
    for number in range(count):
        at = way.length * (number + 0.5) / count
        if not gap[0] < at < gap[1]:
            foot = way.at(at)
            yield foot, step(foot, way.direction(at), 0.0, outside * pen.hexes("tooth", way.length / 12))


def _with_triangles(pen: Pen, way: Way, outside: float) -> Line:
    """The ring with triangles on its outside."""
    count = max(4, round(way.length / pen.hexes("spacing")))
    pitch = way.length / count
    half, high = pitch * 0.22, pen.hexes("tooth", pitch * 0.7)
    made: list[Point] = []
    for number in range(count):
        at = pitch * (number + 0.5)
        top = step(way.at(at), unit(way.at(at - half), way.at(at + half)), 0.0, outside * high)
        made += [*way.part(pitch * number, at - half), top, *way.part(at + half, pitch * (number + 1))]
    return all_apart(made)[:-1]


AREA = Recipe(
    _area,
    ("corner*",),
    3,
    completed,
    {"mark": 0.5, "spacing": 0.36, "tooth": 0.24},
    frozenset({"angular", "dashed", "sized", "ticks", "triangles"}),
)
