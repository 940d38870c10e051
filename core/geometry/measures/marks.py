"""Signs for the size of a unit, as strokes and dots: bars for a company to a regiment, crosses from a brigade on."""

from collections.abc import Mapping
from types import MappingProxyType

from core.geometry.layout import Point
from core.geometry.measures.pen import Pen
from core.geometry.measures.vectors import arc, circle, step, turned

SIGNS: Mapping[str, str] = MappingProxyType(
    {
        "team": "o",
        "squad": ".",
        "section": "..",
        "platoon": "...",
        "company": "|",
        "battalion": "||",
        "regiment": "|||",
        "brigade": "x",
        "division": "xx",
        "corps": "xxx",
        "army": "xxxx",
        "army group": "xxxxx",
    }
)
"""What stands for each size: dots, bars and crosses; the team is a circle struck through."""

_WIDE = 0.8
_PITCH: Mapping[str, float] = MappingProxyType({".": 0.62, "|": 0.4, "x": 0.95, "o": 0.9})
"""Heights of the sign from one part to the next."""


def echelon_width(echelon: str, height: float) -> float:
    """How wide the sign of a size is, in hexes; 0 for none."""
    sign = SIGNS.get(echelon, "")
    return ((len(sign) - 1) * _PITCH[sign[0]] + _WIDE) * height if sign else 0.0


def draw_echelon(pen: Pen, at: Point, along: Point, height: float) -> None:
    """Draws the sign of the pen's size around a point, its parts one after the other along a direction."""
    sign = SIGNS.get(pen.echelon, "")
    half = height / 2
    for number, part in enumerate(sign):
        middle = step(at, along, (number - (len(sign) - 1) / 2) * _PITCH[part] * height)
        if part == ".":
            pen.fill(circle(middle, 0.2 * height, pen.tolerance))
        elif part == "|":
            pen.stroke((step(middle, along, 0, half), step(middle, along, 0, -half)), dashed=False)
        elif part == "x":
            for side in (1.0, -1.0):
                ends = step(middle, along, -0.7 * half, -side * half), step(middle, along, 0.7 * half, side * half)
                pen.stroke(ends, dashed=False)
        else:
            pen.stroke(arc(middle, 0.32 * height, turned(along, 90), 360, pen.tolerance)[:-1], closed=True, dashed=False)
            pen.stroke((step(middle, along, -half, -half), step(middle, along, half, half)), dashed=False)
