"""Small shapes strewn over areas, the same at every run: trees, orchard rows, ripples, tufts.

Where a shape stands and which of its forms it takes follows from its place alone, never from the order of drawing, so that
two woods that touch grow together and an edit leaves the trees of its neighbours alone.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF, Qt

from app.canvas.bins import Stamps
from app.canvas.layers import Exposure
from app.canvas.polylines import XY, row_spans
from app.canvas.style import ScatterStyle
from app.canvas.transform import Polyline

FORMS = 12
"""How many forms of one shape there are."""

_ROW = 0.87
"""Distance of rows in spacings, so that shapes stand like the corners of triangles."""


def noise(*numbers: int) -> float:
    """A number from 0 to 1 that looks random and follows from its arguments alone.

    >>> noise(3, 4) == noise(3, 4), noise(3, 4) == noise(4, 3)
    (True, False)
    """
    state = 0x9E3779B9
    for number in numbers:
        state = ((state ^ (number & 0xFFFFFFFF)) * 0x85EBCA6B) & 0xFFFFFFFF
        state ^= state >> 13
        state = (state * 0xC2B2AE35) & 0xFFFFFFFF
        state ^= state >> 16
    return state / 0x100000000


def _common(first: list[XY], second: list[XY]) -> list[XY]:
    both = [(max(a[0], b[0]), min(a[1], b[1])) for a in first for b in second]
    return [(low, high) for low, high in both if low < high]


def places(rings: Sequence[Polyline], style: ScatterStyle) -> Iterator[list[tuple[float, float, int]]]:
    """Row by row, where shapes stand in an area and which form each takes: (x, y, form).

    Shapes keep `style.inset` away from the outline; straight rows are set in a frame turned by `style.angle` degrees.
    """
    turn = math.radians(style.angle) if style.rows else 0.0
    cos, sin = math.cos(turn), math.sin(turn)
    level = [[(x * cos + y * sin, y * cos - x * sin) for x, y in ring] for ring in rings]
    step = style.spacing * (1.0 if style.rows else _ROW)
    ys = [y for ring in level for _, y in ring]
    first = math.ceil(min(ys) / step)
    rows = range(first, math.floor(max(ys) / step) + 1)
    if not rows:
        return
    inset = style.inset
    heights = [[row * step + shift for row in rows] for shift in (0.0, -inset, inset)]
    spans = [row_spans(level, each) for each in heights]
    for k, row in enumerate(rows):
        inside = _common(_common(spans[0][k], spans[1][k]), spans[2][k])
        found = []
        for low, high in inside:
            for x, y, form in _row(row, step, low + inset, high - inset, style):
                found.append((x * cos - y * sin, x * sin + y * cos, form))
        yield found


def _row(row: int, step: float, low: float, high: float, style: ScatterStyle) -> Iterator[tuple[float, float, int]]:
    spacing = style.spacing
    shift = 0.0 if style.rows else spacing * (row % 2 / 2 + 0.4 * noise(row, 17))
    for column in range(math.floor((low - shift) / spacing), math.ceil((high - shift) / spacing) + 1):
        x, y = column * spacing + shift, row * step
        form = int(noise(column, row, 3) * FORMS)
        if not style.rows:
            # Shapes of one path must not overlap: not every file format fills overlaps.
            size = style.size * _share(form)
            x += (noise(column, row, 1) - 0.5) * max(spacing - size, 0.0)
            y += (noise(column, row, 2) - 0.5) * max(step - size, 0.0)
        if low <= x <= high:
            yield x, y, form


def _share(form: int) -> float:
    """How large a form is, as a share of the largest."""
    return 0.58 + 0.42 * form / (FORMS - 1)


def _crown(form: int, size: float) -> QPainterPath:
    lobes = 4 + form % 2
    size *= _share(form)
    turn = noise(form, 7) * math.tau
    points = []
    for k in range(lobes * 2):
        reach = size / 2 * ((0.99 if k % 2 == 0 else 0.78) - 0.16 * noise(form, k, 5))
        points.append(QPointF(reach * math.cos(turn + k * math.pi / lobes), reach * math.sin(turn + k * math.pi / lobes)))
    path = QPainterPath()
    middle = [(points[k] + points[(k + 1) % len(points)]) / 2 for k in range(len(points))]
    path.moveTo(middle[-1])
    for corner, end in zip(points, middle, strict=True):
        path.quadTo(corner, end)
    path.closeSubpath()
    return path


def _ripple(form: int, size: float) -> QPainterPath:
    path = QPainterPath()
    half = size / 2 * (0.75 + 0.25 * noise(form, 1))
    rise = size / 7
    path.moveTo(-half, 0)
    path.quadTo(-half / 2, -rise, 0, 0)
    path.quadTo(half / 2, rise, half, 0)
    return path


def _tuft(form: int, size: float) -> QPainterPath:
    path = QPainterPath()
    half = size / 2
    path.moveTo(-half, 0)
    path.lineTo(half, 0)
    for share in (-0.5, 0.0, 0.5):
        path.moveTo(share * half, 0)
        path.lineTo(share * half * 1.7, -half * (0.8 + 0.3 * noise(form, round(share * 4), 3)))
    return path


def _cross(form: int, size: float) -> QPainterPath:
    path = QPainterPath()
    half = size / 2
    path.moveTo(-half, -half)
    path.lineTo(half, half)
    path.moveTo(-half, half)
    path.lineTo(half, -half)
    return path


def _dot(form: int, size: float) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(0, 0), size / 2, size / 2)
    return path


SHAPES = {"crown": _crown, "ripple": _ripple, "tuft": _tuft, "cross": _cross, "dot": _dot}


@dataclass(slots=True)
class Scatter:
    """All shapes of one scatter style on a map."""

    style: ScatterStyle
    _forms: list[QPainterPath] = field(init=False)
    _stamps: Stamps = field(init=False)

    def __post_init__(self) -> None:
        self._forms = [SHAPES[self.style.shape](form, self.style.size) for form in range(FORMS)]
        self._stamps = Stamps(self.style.size)

    def strew(self, rings: Sequence[Polyline]) -> Iterator[None]:
        """Fills an area, row by row."""
        for row in places(rings, self.style):
            for x, y, form in row:
                self._stamps.add(self._forms[form], x, y)
            yield

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints the shapes that touch the exposure, their shadows first; none from too far away."""
        style = self.style
        if exposure.hex_px < style.from_px:
            return
        paths = list(self._stamps.within(exposure.span))
        if style.shadow is not None:
            painter.translate(style.shadow_step, style.shadow_step)
            for path in paths:
                painter.fillPath(path, style.shadow)
            painter.translate(-style.shadow_step, -style.shadow_step)
        painter.setPen(exposure.pen(style.line) if style.line is not None else QPen(Qt.PenStyle.NoPen))
        painter.setBrush(style.fill if style.fill is not None else Qt.BrushStyle.NoBrush)
        for path in paths:
            painter.drawPath(path)


def block(x: float, y: float, length: float, depth: float, angle: float) -> QPolygonF:
    """A closed rectangle around a scene point, its length along `angle` in radians."""
    cos, sin = math.cos(angle), math.sin(angle)
    corners = ((-length, -depth), (length, -depth), (length, depth), (-length, depth), (-length, -depth))
    return QPolygonF([QPointF(x + (a * cos - b * sin) / 2, y + (a * sin + b * cos) / 2) for a, b in corners])
