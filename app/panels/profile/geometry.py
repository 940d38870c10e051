"""Where the numbers of a line of sight stand in its side view; the way back from widget points to numbers.

Columns run from 0 at the lower end to the distance at the other, as on a LOS grid; heights are metres. Every point of
contention stands exactly on its column, so that its point lies above the drawn line if and only if it is higher than the
line there. Hexes that share a column share its middle line: the first keeps to its left, the last to its right.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Spot = tuple[float, float]

_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_HEADROOM = 0.14
_LEAST_SPAN_M = 20.0


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of one row: `side` is -1 or 1 where two or more hexes share the column, 0 where it has the column alone."""

    row: Any
    column: int
    side: int


@dataclass(frozen=True, slots=True)
class Heights:
    """The span of metres that a drawing shows, and the ticks beside it."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Frame:
    """The plot in widget points: its edges, and the scale of both axes."""

    left: float
    top: float
    right: float
    bottom: float
    columns: int
    heights: Heights
    inset: float

    @property
    def step(self) -> float:
        """Widget points from one column to the next."""
        return (self.right - self.left - 2 * self.inset) / max(1, self.columns)

    def x(self, column: float) -> float:
        """Where a column stands."""
        return self.left + self.inset + column * self.step

    def y(self, metres: float) -> float:
        """Where a height stands; higher is up."""
        share = (metres - self.heights.low) / (self.heights.high - self.heights.low)
        return self.bottom - share * (self.bottom - self.top)

    def column_at(self, x: float) -> float:
        """The column at a widget point; the inverse of `x`."""
        return (x - self.left - self.inset) / self.step


def slots_of(detail: Any) -> tuple[Slot, ...]:
    """The rows of a line of sight from the lower end to the higher, each with its place in its column."""
    rows: Sequence[Any] = detail.profile if detail.low_end == detail.start else tuple(reversed(detail.profile))
    by_column: dict[int, list[Any]] = {}
    for row in rows:
        by_column.setdefault(row.column, []).append(row)
    slots = []
    for column in sorted(by_column):
        shared = by_column[column]
        for place, row in enumerate(shared):
            side = 0 if len(shared) == 1 else -1 if place == 0 else 1 if place == len(shared) - 1 else 0
            slots.append(Slot(row, column, side))
    return tuple(slots)


def ends_of(detail: Any) -> tuple[Any, Any]:
    """The heights at column 0 and at the last column."""
    if detail.low_end == detail.start:
        return detail.start_height, detail.end_height
    return detail.end_height, detail.start_height


def heights_of(detail: Any) -> Heights | None:
    """The span of heights to draw, with room above and below; None when nothing is known."""
    known = [float(each) for each in (detail.start_height, detail.end_height) if each is not None]
    for row in detail.profile:
        known += [float(each) for each in (row.base, row.height) if each is not None]
    if not known:
        return None
    low, high = min(known), max(known)
    missing = max(0.0, _LEAST_SPAN_M - (high - low))
    low, high = low - missing / 2, high + missing / 2
    room = (high - low) * _HEADROOM
    return Heights(low - room, high + 1.6 * room)


def ticks(heights: Heights, pixels: float, least_gap: float) -> tuple[float, ...]:
    """Round heights for the axis, at least `least_gap` widget points apart.

    >>> ticks(Heights(28.0, 92.0), 200.0, 30.0)
    (30, 40, 50, 60, 70, 80, 90)
    """
    span = heights.high - heights.low
    step = next((s for s in _STEPS if s * pixels / span >= least_gap), _STEPS[-1])
    first, last = math.ceil(heights.low / step), math.floor(heights.high / step)
    return tuple(step * n for n in range(first, last + 1))


def ground(detail: Any) -> tuple[tuple[float, float | None], ...]:
    """The ground as (column, metres) from left to right; None where it is not known. Shared columns repeat."""
    left, right = ends_of(detail)
    points: list[tuple[float, float | None]] = [(0, _number(left))]
    points += [(slot.column, _number(slot.row.base)) for slot in slots_of(detail)]
    return (*points, (detail.distance, _number(right)))


def sight_line(detail: Any, frame: Frame) -> tuple[Spot, Spot] | None:
    """Both ends of the drawn line in widget points; None when an end's height is not known."""
    left, right = ends_of(detail)
    if left is None or right is None:
        return None
    return (frame.x(0), frame.y(float(left))), (frame.x(detail.distance), frame.y(float(right)))


def point_of(slot: Slot, frame: Frame) -> Spot | None:
    """The drawn point of a row in widget points: its column and total height; None when that is not known."""
    if slot.row.height is None:
        return None
    return frame.x(slot.column), frame.y(float(slot.row.height))


def line_y(line: tuple[Spot, Spot], x: float) -> float:
    """Where the drawn line stands at a widget x."""
    (x0, y0), (x1, y1) = line
    return y0 if x1 == x0 else y0 + (y1 - y0) * (x - x0) / (x1 - x0)


def outline(kind: str, slot: Slot, frame: Frame, line: tuple[Spot, Spot] | None) -> tuple[Spot, ...]:
    """The silhouette of a row's feature in widget points, from left to right, without its foot.

    Its highest point is the point of the row; everything else stays so far below that a feature which does not block
    nowhere rises above the line. `kind` is the value of a FeatureKind.
    """
    x, top = frame.x(slot.column), frame.y(float(slot.row.height))
    foot = frame.y(float(slot.row.base))
    tall = foot - top
    half = min(0.34 * frame.step, 26.0)
    if line is not None and line[0][0] != line[1][0]:
        slope = abs((line[1][1] - line[0][1]) / (line[1][0] - line[0][0]))
        if slope > 0:
            half = min(half, 0.42 * tall / slope)
    shape = _SHAPES.get(kind, _SHAPES["other"])
    points = [(x + half * across, foot - tall * up) for across, up in shape]
    if slot.side < 0:
        return (*((px, py) for px, py in points if px <= x), (x, foot))
    if slot.side > 0:
        return ((x, foot), *((px, py) for px, py in points if px >= x))
    return tuple(points)


def slot_at(slots: Sequence[Slot], frame: Frame, x: float) -> Slot | None:
    """The row whose column and side a widget x falls on."""
    where = frame.column_at(x)
    near = [slot for slot in slots if abs(slot.column - where) <= 0.5]
    if not near:
        return None
    return min(near, key=lambda slot: abs(slot.column + 0.22 * slot.side - where))


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


_SHAPES: dict[str, tuple[Spot, ...]] = {
    "woods": (
        (-1, 0),
        (-0.62, 0.68),
        (-0.36, 0.32),
        (0, 1),
        (0.36, 0.32),
        (0.62, 0.68),
        (1, 0),
    ),
    "village": (
        (-1, 0),
        (-1, 0.42),
        (-0.66, 0.66),
        (-0.42, 0.5),
        (-0.42, 0.62),
        (0, 1),
        (0.42, 0.62),
        (0.42, 0.5),
        (0.66, 0.66),
        (1, 0.42),
        (1, 0),
    ),
    "building": ((-0.7, 0), (-0.7, 0.55), (-0.8, 0.55), (0, 1), (0.8, 0.55), (0.7, 0.55), (0.7, 0)),
    "other": ((-0.8, 0), (0, 1), (0.8, 0)),
}
