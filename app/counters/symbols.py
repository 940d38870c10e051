"""NATO symbols painted from their codes: legible from 24 pixels, pure lines in print.

A symbol is put together once for each code (`symbol_shapes.py`) and fitted to pixels once for each size. On a screen level and
upright strokes are moved onto whole pixels and no stroke is thinner than one; in print and in files nothing is moved.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPaintEngine, QPainter, QPainterPath, QPen, QTransform

from app.counters.symbol_shapes import Drawing, Part, draw_symbol, echelon_room, pens
from core.model.sidc import BadSidc, Sidc
from core.model.symbol_table import read_sidc

_NO_CODE = Sidc(identity="1", entity="999999")

_LEVEL = 1e-6
"""Strokes that rise by less than this many pixels are level."""


def symbol_extent(sidc: Sidc | str, strength: str = "") -> QRectF:
    """The room that a symbol takes, strokes included, in units of the height of a friendly land unit's frame around (0, 0)."""
    return _extent(_code(sidc), strength)


def counter_room(sidc: Sidc | str) -> QRectF:
    """The room of a frame and of an echelon above it, whether the symbol has one or not, in symbol units.

    Symbols that are fitted to it have frames of one size, as on the counters of one sheet; what else stands around the frame, a
    staff or a mobility, reaches beyond it.
    """
    drawing = draw_symbol(_code(sidc))
    half = pens().width / 2
    return drawing.frame.adjusted(-half, -half - echelon_room(), half, half)


def paint_symbol(
    painter: QPainter,
    rect: QRectF,
    sidc: Sidc | str,
    ink: QColor,
    fill: QColor,
    *,
    strength: str = "",
    room: QRectF | None = None,
    around: QColor | None = None,
) -> None:
    """Paints the symbol of a code into a rectangle, as large as fits and in its middle.

    `strength` is "+" for a reinforced unit, "-" for a reduced one, "±" for both. `room` is the part of the symbol's own plane
    that fills the rectangle: its extent unless given, `counter_room` for frames of one size whatever stands around them. The
    frame is filled with `fill`, everything else is drawn in `ink`. What stands around the frame is drawn in `around` where that
    is given: on a dark window the echelon must be light.

    A function that is not known is drawn as "?", and so is a text that is no code, in the frame of what is unknown:
    `core.model.symbol_table` says in words what is wrong.
    """
    code = _code(sidc)
    shown = room if room is not None else _extent(code, strength)
    scale = min(rect.width() / shown.width(), rect.height() / shown.height())
    if scale <= 0:
        return
    middle = rect.center()
    left, top = middle.x() - shown.center().x() * scale, middle.y() - shown.center().y() * scale
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    device = painter.deviceTransform()
    if _is_screen(painter) and _is_upright(device):
        # The symbol is laid out in whole pixels of the device, wherever the painter stands.
        painter.setTransform(_to_pixels(painter, device))
        corner = device.map(QPointF(left, top))
        x, y = corner.x(), corner.y()
        steps = scale * device.m11()
        painter.translate(round(x), round(y))
        fitted = _fitted(code, strength, steps, round((x - round(x)) * 8) / 8, round((y - round(y)) * 8) / 8)
    else:
        painter.translate(left, top)
        per_pixel = math.sqrt(abs(device.determinant()) or 1.0)
        fitted = _drawn(code, strength, scale, pens().least_px / per_pixel if _is_screen(painter) else 0.0)
    for part in fitted:
        part.paint(painter, fill if part.is_area else around if around is not None and part.outside else ink)
    painter.restore()


@dataclass(frozen=True)
class _Fitted:
    """A part at the size at which it is painted. `width` is that of its pen, 0 for what is filled."""

    path: QPainterPath
    width: float
    dash: tuple[float, ...]
    is_area: bool
    outside: bool

    def paint(self, painter: QPainter, colour: QColor) -> None:
        if not self.width:
            painter.fillPath(self.path, colour)
            return
        pen = QPen(colour, self.width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin)
        if self.dash:
            pen.setDashPattern(self.dash)
        painter.strokePath(self.path, pen)


@lru_cache(maxsize=4096)
def _extent(sidc: Sidc, strength: str) -> QRectF:
    half = pens().width / 2
    return draw_symbol(sidc, strength).extent.adjusted(-half, -half, half, half)


@lru_cache(maxsize=4096)
def _drawn(sidc: Sidc, strength: str, scale: float, least: float) -> tuple[_Fitted, ...]:
    """The parts of a symbol as they are, `scale` units of the painter to its unit, and no stroke thinner than `least`."""
    wide = pens().width * scale
    to_scale = QTransform.fromScale(scale, scale)
    parts = draw_symbol(sidc, strength).parts
    return tuple(_part(part, to_scale.map(part.path), max(least, wide * part.weight)) for part in parts)


@lru_cache(maxsize=4096)
def _fitted(sidc: Sidc, strength: str, scale: float, x: float, y: float) -> tuple[_Fitted, ...]:
    """The parts of a symbol on pixels: `scale` pixels to its unit, (x, y) from the corner of a pixel to its middle."""
    drawing = draw_symbol(sidc, strength)
    pixels = pens()
    wide = max(pixels.least_px, float(round(pixels.width * scale)))
    to_pixels = _snapped_frame(drawing, scale, x, y, wide)
    fitted = []
    for part in drawing.parts:
        path = to_pixels.map(part.path)
        width = max(pixels.least_px, wide if part.weight == 1.0 else pixels.width * scale * part.weight)
        if part.kind == "stroke":
            _snap(path, round(width))
        fitted.append(_part(part, path, width))
    return tuple(fitted)


def _part(part: Part, path: QPainterPath, width: float) -> _Fitted:
    dash = pens().dash if part.dashed else ()
    return _Fitted(path, width if part.kind == "stroke" else 0.0, dash, part.kind == "area", part.outside)


def _snapped_frame(drawing: Drawing, scale: float, x: float, y: float, wide: float) -> QTransform:
    """From symbol units to pixels so that the sides of the frame lie on pixels and its middle lines do too.

    The frame becomes smaller by less than two pixels, which nobody sees; blurred sides everybody sees. It never becomes larger:
    what is painted outside the rectangle may be cut off.
    """
    frame = drawing.frame
    offset = 0.5 if round(wide) % 2 else 0.0
    sides = []
    for low, high, at in ((frame.left(), frame.right(), x), (frame.top(), frame.bottom(), y)):
        half = max(1.0, math.floor(((high - low + pens().width) * scale - wide) / 2 + _LEVEL))
        middle = round(at + (low + high) / 2 * scale - offset) + offset
        grown = 2 * half / (high - low)
        sides.append((grown, middle - (low + high) / 2 * grown))
    (across, left), (down, top) = sides
    return QTransform(across, 0, 0, down, left, top)


def _snap(path: QPainterPath, width: int) -> None:
    """Moves level and upright strokes of a path to where a pen of so many pixels fills whole pixels."""
    offset = 0.5 if width % 2 else 0.0
    before = None
    for n in range(path.elementCount()):
        element = path.elementAt(n)
        here = (element.x, element.y)
        if element.isLineTo() and before is not None:
            (ax, ay), (bx, by) = before, here
            if abs(ax - bx) < _LEVEL:
                ax = bx = round(bx - offset) + offset
            elif abs(ay - by) < _LEVEL:
                ay = by = round(by - offset) + offset
            path.setElementPositionAt(n - 1, ax, ay)
            path.setElementPositionAt(n, bx, by)
            here = (bx, by)
        before = here


def _code(sidc: Sidc | str) -> Sidc:
    return _read(sidc) if isinstance(sidc, str) else sidc


@lru_cache(maxsize=4096)
def _read(text: str) -> Sidc:
    try:
        return read_sidc(text).sidc
    except BadSidc:
        return _NO_CODE


def _is_screen(painter: QPainter) -> bool:
    engine = painter.paintEngine()
    return engine is not None and engine.type() == QPaintEngine.Type.Raster


def _is_upright(device: QTransform) -> bool:
    """Whether what is painted is neither turned nor stretched."""
    kinds = QTransform.TransformationType
    plain = device.type() in (kinds.TxNone, kinds.TxTranslate, kinds.TxScale)
    return plain and device.m11() > 0 and abs(device.m11() - device.m22()) < _LEVEL


def _to_pixels(painter: QPainter, device: QTransform) -> QTransform:
    """The world transform under which the painter's units are the pixels of its device."""
    inverted, _ = device.inverted()
    return inverted * painter.worldTransform()
