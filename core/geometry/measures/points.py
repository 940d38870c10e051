"""Signs that stand at one point: the box that points down at it, the crossed circle, the cross."""

from core.geometry.lines import Line
from core.geometry.measures.parts import Seat
from core.geometry.measures.pen import Pen, Recipe, around_seats
from core.geometry.measures.vectors import EAST, circle, step, turned


def _given(points: Line, size: float) -> Line:
    del size
    return points


def _flag(pen: Pen) -> None:
    """A box on a point that stands on the place, with the letters of its kind inside."""
    (x, y), wide, high, point = pen.points[0], pen.hexes("width"), pen.hexes("height"), pen.hexes("point")
    half, low, top = wide / 2, y + point, y + point + high
    pen.stroke(((x, y), (x + half, low), (x + half, top), (x - half, top), (x - half, low)), closed=True)
    letters = pen.words.get("letters", "")
    # Letters fill the box, but not from side to side.
    tall = min(0.5 * high, 0.8 * wide / (0.66 * max(1, len(letters))))
    pen.write("letters", [Seat((x, low + high / 2))], tall)
    pen.write("label", around_seats((x, low + high / 2), half, high / 2, pen.height)[:3])


def _crossed_circle(pen: Pen) -> None:
    at, radius = pen.points[0], pen.hexes("radius")
    pen.stroke(circle(at, radius, pen.tolerance), closed=True)
    for degrees in (45, 135):
        arm = turned(EAST, degrees)
        pen.stroke((step(at, arm, -radius), step(at, arm, radius)))
    pen.write("label", around_seats(at, radius, radius, pen.height))


def _cross(pen: Pen) -> None:
    at, radius = pen.points[0], pen.hexes("radius")
    for arm in ((1.0, 0.0), (0.0, 1.0)):
        pen.stroke((step(at, arm, -radius), step(at, arm, radius)))
    # The name stands in a corner of the cross, as it does beside targets.
    x, y = at
    up, aside = 0.7 * pen.height, 0.25 * pen.height
    pen.write(
        "label",
        [
            Seat((x + aside, y + up), 0.0, "start"),
            Seat((x + aside, y - up), 0.0, "start"),
            Seat((x - aside, y + up), 0.0, "end"),
            Seat((x - aside, y - up), 0.0, "end"),
        ],
    )


_DASHED = frozenset({"dashed"})

FLAG = Recipe(_flag, ("place",), 1, _given, {"width": 0.9, "height": 0.8, "point": 0.5}, _DASHED)
CROSSED_CIRCLE = Recipe(_crossed_circle, ("place",), 1, _given, {"radius": 0.42}, _DASHED)
CROSS = Recipe(_cross, ("place",), 1, _given, {"radius": 0.5}, _DASHED)
