"""Boxes beside the map: a row below it, each with its title and its counters side by side, so that none hides another.

Lengths are scene units. A box has room for as many counters as lie in it, in rows of `COLUMNS`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath

from app.canvas.layers import Exposure
from app.canvas.letters import Label, text_width
from app.canvas.style import CountersStyle
from app.canvas.transform import HEX, Span, to_rect, united, widened

COLUMNS = 6
"""Counters of a box that lie in one row."""

LEAST_COLUMNS = 4
"""So many have room in a box that holds fewer."""

CELL = (0.92 * HEX, 0.72 * HEX)
"""What a counter and the markers beside it take across and down."""

PAD = 0.14 * HEX
"""What is free within the frame of a box."""

TITLE = 0.5 * HEX
"""The height of a title's line."""

GAP = 0.4 * HEX
"""What is free between boxes, and between them and the map."""

_CORNER = 0.06 * HEX


@dataclass(frozen=True, slots=True)
class BoxBeside:
    """A box beside the map: its name, its frame, and the middle of the place for counters."""

    name: str
    span: Span
    middle: tuple[float, float]

    def holds(self, x: float, y: float) -> bool:
        """Whether a point of the scene lies in it."""
        return self.span[0] <= x <= self.span[2] and self.span[1] <= y <= self.span[3]


def cells(count: int) -> list[tuple[float, float]]:
    """The middles of the places of so many counters, around the middle of all that have room in the box.

    >>> [round(x) for x, y in cells(2)], {round(y) for x, y in cells(2)}
    ([-138, -46], {0})
    """
    columns, rows = _grid(count)
    across, down = CELL
    return [((n % columns - (columns - 1) / 2) * across, (n // columns - (rows - 1) / 2) * down) for n in range(count)]


def _grid(count: int) -> tuple[int, int]:
    columns = COLUMNS if count > LEAST_COLUMNS else LEAST_COLUMNS
    return columns, max(-(-count // columns), 1)


def boxes_beside(counts: Mapping[str, int], bounds: Span, style: CountersStyle) -> tuple[BoxBeside, ...]:
    """Boxes of so many counters below a map that fills `bounds`, in rows no wider than it."""
    found: list[BoxBeside] = []
    left, top, lowest = bounds[0], bounds[3] + GAP, bounds[3]
    for name, count in counts.items():
        columns, rows = _grid(count)
        width = max(columns * CELL[0], text_width(style.box_title, name)) + 2 * PAD
        height = TITLE + rows * CELL[1] + 2 * PAD
        if left > bounds[0] and left + width > bounds[2]:
            left, top = bounds[0], lowest + GAP
        span = left, top, left + width, top + height
        found.append(BoxBeside(name, span, (left + width / 2, top + PAD + TITLE + rows * CELL[1] / 2)))
        left, lowest = left + width + GAP, max(lowest, top + height)
    return tuple(found)


def room_of(boxes: Iterable[BoxBeside]) -> Span | None:
    """The rectangle that boxes fill, with a margin; None without any."""
    spans = [box.span for box in boxes]
    return widened(united(spans), GAP / 2) if spans else None


def paint_box(painter: QPainter, box: BoxBeside, style: CountersStyle, exposure: Exposure) -> None:
    """Paints the frame of a box and its title; the painter's transform is the scene's."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    frame = QPainterPath()
    frame.addRoundedRect(to_rect(box.span), _CORNER, _CORNER)
    painter.fillPath(frame, style.box_fill)
    painter.strokePath(frame, exposure.pen(style.box_frame))
    if exposure.units(style.box_least_px) <= style.box_title.size:
        left, top, right, _ = box.span
        painter.setClipRect(QRectF(left, top, right - left, TITLE + PAD))
        Label(style.box_title, box.name, (left + PAD, top + PAD / 2 + TITLE / 2), start=True).paint(painter)
    painter.restore()
