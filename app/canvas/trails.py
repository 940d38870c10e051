"""Where units went, turn by turn, as lines over the map: those of the latest turn are broad, older ones thin and numbered."""

import math
from collections.abc import Iterable
from types import MappingProxyType

from app.canvas.shapes import HexTexts, Shape, Sketch
from core.geometry.hexes import Hex
from core.geometry.layout import Point, plane_centre
from core.play.session import Leg

LATEST, EARLIER = "trail", "trail-before"
"""The looks of lines."""

HEAD = 0.2
"""The length of an arrow's head in hexes, and how far it ends before the middle of a hex."""

PIECE = 6
"""A line is painted in pieces of so many steps: pens take very long for long lines that cross themselves."""

_SPREAD = math.radians(28)

Trail = tuple[Hex, ...]


def trails_of(legs: Iterable[Leg]) -> dict[int, dict[str, list[Trail]]]:
    """The ways of units by turn: legs that follow on each other are one way. What lies beside the map is left out.

    >>> a, b, c = Hex(0, 0), Hex(1, 0), Hex(2, 0)
    >>> trails_of([Leg(4, 1, "u", a, b), Leg(5, 1, "u", b, c), Leg(6, 2, "u", c, "Reserve")])
    {1: {'u': [(Hex(q=0, r=0), Hex(q=1, r=0), Hex(q=2, r=0))]}}
    """
    found: dict[int, dict[str, list[Trail]]] = {}
    for leg in legs:
        if not isinstance(leg.start, Hex) or not isinstance(leg.end, Hex):
            continue
        ways = found.setdefault(leg.turn, {}).setdefault(leg.unit, [])
        if ways and ways[-1][-1] == leg.start:
            ways[-1] = (*ways[-1], leg.end)
        else:
            ways.append((leg.start, leg.end))
    return found


def shapes_of(legs: Iterable[Leg]) -> tuple[Shape, ...]:
    """The ways as lines with heads, the earliest turn first; each ends with the number of its turn where there are several.

    Units that went the same way together have one line.
    """
    by_turn = trails_of(legs)
    if not by_turn:
        return ()
    latest = max(by_turn)
    shapes: list[Shape] = []
    numbers: dict[Hex, str] = {}
    for turn in sorted(by_turn):
        look = LATEST if turn == latest else EARLIER
        for way in dict.fromkeys(way for ways in by_turn[turn].values() for way in ways):
            points = tuple(plane_centre(place) for place in way)
            tip = _before_the_end(points[-2], points[-1])
            line = (*points[:-1], tip)
            shapes += [Sketch(line[start : start + PIECE + 1], look) for start in range(0, len(line) - 1, PIECE)]
            shapes.append(Sketch(_head(points[-2], tip), look))
            numbers[way[-1]] = str(turn)
    if len(by_turn) > 1:
        shapes.append(HexTexts(MappingProxyType(numbers), "note"))
    return tuple(shapes)


def _before_the_end(start: Point, end: Point) -> Point:
    """Where a line ends so that its head is seen beside a counter."""
    way = math.dist(start, end)
    part = max(way - HEAD, way / 2) / way if way else 0.0
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _head(start: Point, tip: Point) -> tuple[Point, Point, Point]:
    """The two strokes of an arrow's head."""
    back = math.atan2(start[1] - tip[1], start[0] - tip[0])
    sides = [(tip[0] + HEAD * math.cos(back + turn), tip[1] + HEAD * math.sin(back + turn)) for turn in (_SPREAD, -_SPREAD)]
    return sides[0], tip, sides[1]
