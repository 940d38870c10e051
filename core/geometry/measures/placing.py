"""Which place each text of many drawings takes, so that texts do not lie upon each other.

Texts are gone through in the order of their drawings; each takes the first of its places at which least is in its way: other
texts that are placed already or cannot move, what must not be covered, and lines. So the same drawings always give the same
places, and one that is moved changes only those that it comes near to.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.geometry.layout import Point
from core.geometry.lines import Bounds, Line, bounds, signed_area
from core.geometry.measures.parts import Drawn, Letters, Seat
from core.geometry.measures.vectors import EAST, step, turned

_BOX = 1.1
"""The height of the box of a text, in heights of its letters."""

_ROOM = 0.4
"""How much stays free between a text and the next in its line, in heights of its letters: two names are not read as one."""

_INK = 0.15
"""Hexes: how broad a line counts, so that it can be weighed against an area."""

_LATER = 0.02
"""How much of its box may be covered at a place before the next one is as good."""


def box(letters: Letters, seat: Seat | None = None, room: float = 0.0) -> Line:
    """The corners of the box of a text, against the clock, where it stands or at another of its places; `room` is what is added
    before and behind it, in hexes."""
    place = seat or letters.seat
    along = turned(EAST, place.angle)
    start = {"start": 0.0, "middle": -0.5, "end": -1.0}[place.anchor] * letters.width
    half = _BOX * letters.height / 2
    first, last = start - room, start + letters.width + room
    corners = ((first, -half), (last, -half), (last, half), (first, half))
    return tuple(step(place.at, along, forward, aside) for forward, aside in corners)


def placed(drawings: Sequence[Drawn], obstacles: Sequence[Bounds] = ()) -> tuple[tuple[Letters, ...], ...]:
    """The texts of each drawing at the places that they take; `obstacles` are rectangles that should stay uncovered."""
    way = _InTheWay(drawings, obstacles)
    found = []
    for drawing in drawings:
        kept = []
        for letters in drawing.letters:
            if not letters.fixed:
                seats = (letters.seat, *letters.others)
                costs = [way.cost(letters, seat) + number * _LATER for number, seat in enumerate(seats)]
                letters = letters.at(seats[costs.index(min(costs))])
                way.add(letters)
            kept.append(letters)
        found.append(tuple(kept))
    return tuple(found)


class _InTheWay:
    """What texts should not lie on."""

    def __init__(self, drawings: Sequence[Drawn], obstacles: Sequence[Bounds]) -> None:
        self._boxes: list[tuple[Bounds, Line]] = [(each, _corners(each)) for each in obstacles]
        self._lines = [(bounds(line), line) for drawing in drawings for line in drawing.lines()]
        for drawing in drawings:
            for letters in drawing.letters:
                if letters.fixed:
                    self.add(letters)

    def add(self, letters: Letters) -> None:
        """A text that has its place."""
        corners = box(letters, room=_ROOM * letters.height)
        self._boxes.append((bounds(corners), corners))

    def cost(self, letters: Letters, seat: Seat) -> float:
        """The part of the box of a text that is covered at a place."""
        corners = box(letters, seat)
        around = bounds(corners)
        covered = sum(overlap(corners, other) for near, other in self._boxes if _meet(around, near))
        for near, line in self._lines:
            if _meet(around, near):
                covered += _INK * _length_inside(corners, around, line)
        return covered / max(abs(signed_area(corners)), 1e-9)


def overlap(one: Line, other: Line) -> float:
    """The area that two convex rings share; both run against the clock.

    >>> overlap(((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)), ((1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0)))
    1.0
    """
    rest: Sequence[Point] = one
    for a, b in pairwise((*other, other[0])):
        rest = list(_left_of(rest, a, b))
        if len(rest) < 3:
            return 0.0
    return max(0.0, signed_area(rest))


def _left_of(ring: Sequence[Point], a: Point, b: Point) -> Iterator[Point]:
    """The part of a ring to the left of a line."""
    sides = [(b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) for x, y in ring]
    for number, point in enumerate(ring):
        before, side, last = sides[number - 1], sides[number], ring[number - 1]
        if (before < 0) != (side < 0):
            part = before / (before - side)
            yield last[0] + part * (point[0] - last[0]), last[1] + part * (point[1] - last[1])
        if side >= 0:
            yield point


def _length_inside(corners: Line, around: Bounds, line: Line) -> float:
    """How much of a line lies within a convex ring."""
    total = 0.0
    for a, b in pairwise(line):
        if not _meet(around, (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))):
            continue
        first, last = 0.0, 1.0
        for c, d in pairwise((*corners, corners[0])):
            at_a = (d[0] - c[0]) * (a[1] - c[1]) - (d[1] - c[1]) * (a[0] - c[0])
            at_b = (d[0] - c[0]) * (b[1] - c[1]) - (d[1] - c[1]) * (b[0] - c[0])
            if at_a < 0 and at_b < 0:
                first = last
            elif at_a < 0:
                first = max(first, at_a / (at_a - at_b))
            elif at_b < 0:
                last = min(last, at_a / (at_a - at_b))
        total += max(0.0, last - first) * math.dist(a, b)
    return total


def _corners(each: Bounds) -> Line:
    low_x, low_y, high_x, high_y = each
    return (low_x, low_y), (high_x, low_y), (high_x, high_y), (low_x, high_y)


def _meet(one: Bounds, other: Bounds) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]
