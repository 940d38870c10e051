"""Draws faces: one code path for the map, tables, and print.

A face has no size of its own; the rectangle decides. Letters are drawn as outlines that are fitted into their areas by
measuring, so that they look the same on a screen and at 1200 dots to the inch. On a screen edges and letters stand on
whole pixels.
"""

import math
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QTransform

from app.counters.symbols import counter_room, paint_symbol, symbol_extent
from core.rules.kernel.faces import Face, Part
from core.rules.kernel.signs import SIGNS, is_stroke

CORNER = 0.07
"""The radius of the corners of a counter, as a share of its side."""

EDGE = 0.016
"""The width of the edge of a counter, as a share of its side."""

NARROWEST = 0.72
"""How narrow letters become before they become smaller."""

SIGN_STROKE = 0.11
"""The width of the strokes of a sign, as a share of its smaller side."""

HALO = 0.13
"""The width of the outline around letters, as a share of their height, on either side."""

_MEASURE_PX = 200
"""The size at which letters are measured."""

_SNAP_BELOW_PX = 400.0
"""The size of a counter in dots from which nothing need stand on whole ones."""


def paint_face(painter: QPainter, rect: QRectF, face: Face, *, px: float | None = None, trimmed: bool = False) -> None:
    """Draws a face into a square, nothing outside of it. The state of the painter is as it was afterwards.

    `px` is the size by which is decided what could not be read and is left out, by preset that of the square on the screen;
    print gives infinity. A `trimmed` one is cut later: it has neither round corners nor an edge.
    """
    if rect.width() <= 0 or rect.height() <= 0:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    shown = px if px is not None else _scale(painter.worldTransform()) * rect.width()
    dots = _scale(painter.deviceTransform()) * rect.width()
    _paint_card(painter, rect, face, trimmed=trimmed)
    brush = _Brush(painter, rect, snapping=dots < _SNAP_BELOW_PX)
    for part in face.seen(shown):
        brush.paint(part)
    painter.restore()


def _scale(transform: QTransform) -> float:
    return math.hypot(transform.m11(), transform.m12())


def _paint_card(painter: QPainter, rect: QRectF, face: Face, *, trimmed: bool) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    if trimmed:
        painter.fillRect(rect, QColor(face.fill))
        painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
        return
    side = rect.width()
    edge = max(side * EDGE, 1 / max(_scale(painter.deviceTransform()), 1e-9))
    outline = QPainterPath()
    outline.addRoundedRect(rect, side * CORNER, side * CORNER)
    painter.fillPath(outline, QColor(face.edge))
    inner = QPainterPath()
    radius = max(side * CORNER - edge, 0)
    inner.addRoundedRect(rect.adjusted(edge, edge, -edge, -edge), radius, radius)
    painter.fillPath(inner, QColor(face.fill))
    painter.setClipPath(inner, Qt.ClipOperation.IntersectClip)


class _Brush:
    """Draws the parts of one face into one square."""

    def __init__(self, painter: QPainter, rect: QRectF, *, snapping: bool) -> None:
        self._painter = painter
        self._rect = rect
        self._side = rect.width()
        transform = painter.deviceTransform()
        self._dot = 1 / max(_scale(transform), 1e-9)
        # What is turned has no whole pixels to stand on.
        self._snapping = snapping and abs(transform.m12()) < 1e-9 and abs(transform.m21()) < 1e-9
        self._origin = transform.map(QPointF(0, 0))

    def paint(self, part: Part) -> None:
        """Draws one part."""
        area = self._area(part)
        if part.turn:
            self._painter.save()
            self._painter.translate(area.center())
            self._painter.rotate(part.turn)
            self._painter.translate(-area.center())
        match part.form:
            case "box" | "oval":
                self._paint_shape(part, area)
            case "line":
                path = QPainterPath(area.topLeft())
                path.lineTo(area.bottomRight())
                self._stroke(path, part)
            case "text":
                self._paint_text(part, area)
            case "symbol":
                self._paint_symbol(part, area)
            case "sign":
                self._paint_sign(part, area)
        if part.turn:
            self._painter.restore()

    def _area(self, part: Part) -> QRectF:
        left, top, width, height = part.area
        area = QRectF(
            self._rect.left() + left * self._side,
            self._rect.top() + top * self._rect.height(),
            width * self._side,
            height * self._rect.height(),
        )
        if not self._snapping or part.form not in ("box", "symbol"):
            return area
        left_top = QPointF(self._snapped(area.left(), self._origin.x()), self._snapped(area.top(), self._origin.y()))
        if part.form == "symbol":
            # Of one size wherever it stands: a pixel less would squash the frame of a small one.
            across, down = (max(round(length / self._dot), 1) * self._dot for length in (area.width(), area.height()))
            return QRectF(left_top.x(), left_top.y(), across, down)
        right, bottom = self._snapped(area.right(), self._origin.x()), self._snapped(area.bottom(), self._origin.y())
        return QRectF(left_top, QPointF(max(right, left_top.x() + self._dot), max(bottom, left_top.y() + self._dot)))

    def _snapped(self, value: float, origin: float) -> float:
        """A coordinate moved to the nearest edge of a pixel."""
        return (round(value / self._dot + origin) - origin) * self._dot

    # Shapes ---------------------------------------------------------------------------------------------------------------

    def _paint_shape(self, part: Part, area: QRectF) -> None:
        path = QPainterPath()
        width = self._pen_width(part) if part.ink and part.width else 0.0
        # The edge of a shape lies inside of it, so that shapes that touch do not overlap.
        inner = area.adjusted(width / 2, width / 2, -width / 2, -width / 2)
        if part.form == "oval":
            path.addEllipse(inner)
        else:
            path.addRoundedRect(inner, part.round * self._side, part.round * self._side)
        if part.fill:
            self._painter.fillPath(path, QColor(part.fill))
        if width:
            self._stroke(path, part)

    def _pen_width(self, part: Part) -> float:
        width = max(part.width * self._side, self._dot)
        return round(width / self._dot) * self._dot if self._snapping else width

    def _stroke(self, path: QPainterPath, part: Part) -> None:
        width = self._pen_width(part)
        if part.halo:
            self._painter.strokePath(path, self._pen(part.halo, width + 2 * max(width / 2, self._dot)))
        pen = self._pen(part.ink, width)
        if part.dashed:
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pen.setDashPattern([2.4, 1.6])
        self._painter.strokePath(path, pen)

    def _pen(self, colour: str, width: float) -> QPen:
        cap, join = Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin
        return QPen(QColor(colour), width, Qt.PenStyle.SolidLine, cap, join)

    def _paint_symbol(self, part: Part, area: QRectF) -> None:
        fill = QColor(part.fill) if part.fill else QColor(0, 0, 0, 0)
        # What hangs below a frame would lie on the values if the symbol did not become smaller.
        room = counter_room(part.text).united(symbol_extent(part.text)) if part.room else None
        # The sign of the size stands on the card and not on what fills the frame.
        around = QColor(part.outer) if part.outer else None
        paint_symbol(self._painter, area, part.text, QColor(part.ink), fill, room=room, around=around)

    def _paint_sign(self, part: Part, area: QRectF) -> None:
        sign = _sign(part.text)
        size = min(area.width(), area.height())
        left, top = area.center().x() - size / 2, area.center().y() - size / 2
        path = QTransform(size, 0, 0, size, left, top).map(sign)
        if is_stroke(part.text):
            width = max((part.width or SIGN_STROKE) * size, self._dot)
            if part.halo:
                self._painter.strokePath(path, self._round_pen(part.halo, width * 1.9))
            if part.fill:
                self._painter.fillPath(path, QColor(part.fill))
            self._painter.strokePath(path, self._round_pen(part.ink, width))
            return
        if part.halo:
            self._painter.strokePath(path, self._round_pen(part.halo, max(size * 0.12, 2 * self._dot)))
        self._painter.fillPath(path, QColor(part.fill or part.ink))
        if part.fill and part.ink and part.width:
            self._painter.strokePath(path, self._round_pen(part.ink, max(part.width * size, self._dot)))

    def _round_pen(self, colour: str, width: float) -> QPen:
        cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
        return QPen(QColor(colour), width, Qt.PenStyle.SolidLine, cap, join)

    # Letters --------------------------------------------------------------------------------------------------------------

    def _paint_text(self, part: Part, area: QRectF) -> None:
        letters = _letters(part.text, part.bold)
        if letters.width <= 0:
            return
        height = area.height()
        if self._snapping:
            height = max(math.floor(height / self._dot + 0.25), 3) * self._dot
        scale, squeeze = _fitted(letters, area.width(), height)
        width, height = letters.width * scale * squeeze, letters.height * scale
        left = {"left": area.left(), "right": area.right() - width}.get(part.align, area.center().x() - width / 2)
        base = area.center().y() + height / 2
        if self._snapping:
            base = self._snapped(base, self._origin.y())
        path = QTransform(scale * squeeze, 0, 0, scale, left, base).map(letters.path)
        if part.bar:
            thick = max(height * 0.13, self._dot)
            thick = round(thick / self._dot) * self._dot if self._snapping else thick
            path.addRect(QRectF(left, base + max(thick * 0.9, self._dot), width, thick))
        if part.halo:
            self._painter.strokePath(path, self._round_pen(part.halo, max(2 * HALO * height, 1.6 * self._dot)))
        self._painter.fillPath(path, QColor(part.ink))


class _Letters:
    """A text as an outline that begins at 0 0 and stands on the line y = 0; `height` is that of its capitals and figures."""

    def __init__(self, text: str, font: QFont) -> None:
        metrics = QFontMetricsF(font)
        path = QPainterPath()
        path.addText(0, 0, font, text)
        bounds = path.boundingRect()
        path.translate(-bounds.left(), 0)
        self.path = path
        self.width = bounds.width()
        self.height = max(metrics.capHeight(), -bounds.top())


def _fitted(letters: _Letters, width: float, height: float) -> tuple[float, float]:
    """How large and how narrow letters are drawn in an area."""
    scale = height / letters.height
    squeeze = min(1.0, width / (letters.width * scale))
    if squeeze < NARROWEST:
        return scale * squeeze / NARROWEST, NARROWEST
    return scale, squeeze


def letter_height(part: Part) -> float:
    """How high the capitals of a text are drawn, as a share of the counter's side; 0 for what is no text."""
    letters = _letters(part.text, part.bold) if part.form == "text" else None
    if letters is None or letters.width <= 0:
        return 0.0
    return letters.height * _fitted(letters, part.area[2], part.area[3])[0]


@lru_cache(maxsize=4096)
def _letters(text: str, bold: bool) -> _Letters:
    return _Letters(text, _font(bold))


@lru_cache(maxsize=2)
def _font(bold: bool) -> QFont:
    font = QFont()
    font.setStyleHint(QFont.StyleHint.SansSerif)
    font.setItalic(False)
    font.setPixelSize(_MEASURE_PX)
    font.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    # Figures of one width, so that values of neighbouring counters stand under one another.
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


@lru_cache(maxsize=256)
def _sign(name: str) -> QPainterPath:
    """The outline of a sign in the unit square."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    steps = SIGNS[name].split()
    at = 0

    def numbers(count: int) -> list[float]:
        nonlocal at
        found = [float(each) for each in steps[at : at + count]]
        at += count
        return found

    while at < len(steps):
        step = steps[at]
        at += 1
        match step:
            case "M":
                path.moveTo(*numbers(2))
            case "L":
                path.lineTo(*numbers(2))
            case "C":
                path.cubicTo(*numbers(6))
            case "O":
                path.addEllipse(*numbers(4))
            case "R":
                path.addRect(*numbers(4))
            case _:
                path.closeSubpath()
    return path
