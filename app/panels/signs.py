"""Small vector signs: verdicts, severities, how a line meets a hex. Shapes differ, so that none needs its colour."""

import math
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent, QPalette, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QWidget

from app.panels.tints import tints, verdict_tint

_UNIT = 16.0
_SCALES = (1.0, 2.0, 3.0)


def paint_sign(painter: QPainter, rect: QRectF, name: str, palette: QPalette, ink: QColor | None = None) -> None:
    """Paints the sign `name` into a square, in its own colour or another; unknown names leave it empty.

    Names: clear, blocked, undecidable, pending, crossfire, no_crossfire, height, field, dice, warning, error, interior,
    hexside, corner, copy, picture, save, filter, methods, hex.
    """
    draw = _SIGNS.get(name)
    if draw is None:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    side = min(rect.width(), rect.height())
    painter.translate(rect.center().x() - side / 2, rect.center().y() - side / 2)
    painter.scale(side / _UNIT, side / _UNIT)
    draw(painter, ink or _colour(name, palette), palette)
    painter.restore()


def sign_icon(name: str, palette: QPalette) -> QIcon:
    """The sign as an icon for models, buttons and menus; on a selected row it has the colour of the words there."""
    return painted_icon(
        int(_UNIT),
        lambda painter, rect: paint_sign(painter, rect, name, palette),
        lambda painter, rect: _paint_selected(painter, rect, name, palette),
    )


def painted_icon(
    side: int, paint: Callable[[QPainter, QRectF], None], selected: Callable[[QPainter, QRectF], None] | None = None
) -> QIcon:
    """A square icon of so many points, sharp at one, two and three pixels per point; `paint` paints it into a rectangle, and
    `selected` for selected rows, which show the same icon without it."""
    icon = QIcon()
    # Without a picture of its own Qt makes one for selected rows, of which hardly anything is seen.
    for mode, paint_it in ((QIcon.Mode.Normal, paint), (QIcon.Mode.Selected, selected or paint)):
        for scale in _SCALES:
            pixmap = QPixmap(QSize(side, side) * scale)
            pixmap.setDevicePixelRatio(scale)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            paint_it(painter, QRectF(0, 0, side, side))
            painter.end()
            icon.addPixmap(pixmap, mode)
    return icon


def _paint_selected(painter: QPainter, rect: QRectF, name: str, palette: QPalette) -> None:
    """Paints a sign as it stands on a selected row: in one colour, since its shape says what it is."""
    ink, ground = (palette.color(role) for role in (QPalette.ColorRole.HighlightedText, QPalette.ColorRole.Highlight))
    colours = QPalette(palette)
    for role in (QPalette.ColorRole.Base, QPalette.ColorRole.Button):
        colours.setColor(role, ground)
    paint_sign(painter, rect, name, colours, ink)


class Sign(QWidget):
    """A sign that follows the palette. It is decoration: the words beside it say the same to a screen reader."""

    def __init__(self, name: str = "", side: int = 28, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self.setFixedSize(side, side)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    @property
    def name(self) -> str:
        """The sign shown."""
        return self._name

    def show_sign(self, name: str) -> None:
        """Shows another sign."""
        self._name = name
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the sign."""
        painter = QPainter(self)
        paint_sign(painter, QRectF(self.rect()), self._name, self.palette())
        painter.end()


def hex_ring(middle: QPointF, radius: float) -> QPolygonF:
    """A flat-top hex as a ring of corners."""
    turns = [math.radians(60 * n) for n in range(6)]
    return QPolygonF([QPointF(middle.x() + radius * math.cos(t), middle.y() - radius * math.sin(t)) for t in turns])


def _colour(name: str, palette: QPalette) -> QColor:
    if name == "crossfire":
        return verdict_tint("blocked", palette)
    if name in {"warning", "error"}:
        return verdict_tint("undecidable" if name == "warning" else "blocked", palette)
    if name in {"clear", "blocked", "undecidable"}:
        return verdict_tint(name, palette)
    if name in {"height", "field", "dice", "advice"}:
        return QColor(tints(palette).accent)
    if name in {"no_crossfire", "pending"}:
        return QColor(tints(palette).quiet)
    return palette.color(QPalette.ColorRole.ButtonText)


def _pen(colour: QColor, width: float = 1.6) -> QPen:
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def _lines(painter: QPainter, *lines: tuple[float, float, float, float]) -> None:
    for x1, y1, x2, y2 in lines:
        painter.drawLine(QPointF(x1, y1), QPointF(x2, y2))


def _clear(painter: QPainter, colour: QColor, palette: QPalette) -> None:
    painter.setPen(_pen(colour, 1.4))
    painter.drawEllipse(QPointF(8, 8), 6.6, 6.6)
    painter.setPen(_pen(colour, 2.0))
    painter.drawPolyline(QPolygonF([QPointF(4.9, 8.3), QPointF(7.2, 10.6), QPointF(11.3, 5.6)]))


def _blocked(painter: QPainter, colour: QColor, palette: QPalette) -> None:
    cut = 4.2
    corners = [(cut, 1), (16 - cut, 1), (15, cut), (15, 16 - cut), (16 - cut, 15), (cut, 15), (1, 16 - cut), (1, cut)]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
    painter.setPen(_pen(palette.color(QPalette.ColorRole.Base), 2.4))
    _lines(painter, (4.6, 8, 11.4, 8))


def _undecidable(painter: QPainter, colour: QColor, palette: QPalette) -> None:
    painter.setPen(_pen(colour, 1.5))
    painter.setBrush(palette.color(QPalette.ColorRole.Base))
    painter.drawPolygon(QPolygonF([QPointF(8, 0.8), QPointF(15.2, 8), QPointF(8, 15.2), QPointF(0.8, 8)]))
    _question(painter, colour)


def _question(painter: QPainter, colour: QColor) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_pen(colour, 1.6))
    painter.drawArc(QRectF(5.7, 4.0, 4.6, 4.2), -60 * 16, 240 * 16)
    _lines(painter, (8, 8.4, 8, 9.4), (8, 11.6, 8, 11.7))


def _pending(painter: QPainter, colour: QColor, palette: QPalette) -> None:
    painter.setPen(_pen(colour, 1.4))
    _lines(painter, (4, 2, 12, 2), (4, 14, 12, 14))
    painter.drawPolygon(QPolygonF([QPointF(4.8, 2), QPointF(11.2, 2), QPointF(4.8, 14), QPointF(11.2, 14)]))


def _crossfire(painter: QPainter, colour: QColor, palette: QPalette) -> None:
    painter.setPen(_pen(colour, 1.7))
    for side in (-1, 1):
        tip_x, tip_y = 8 + side * 2.9, 6.9
        _lines(
            painter,
            (8 + side * 7.0, 12.4, tip_x, tip_y),
            (tip_x, tip_y, tip_x + side * 3.6, tip_y + 0.5),
            (tip_x, tip_y, tip_x + side * 0.9, tip_y + 3.5),
        )
    painter.setBrush(colour)
    painter.drawEllipse(QPointF(8, 4.4), 2.0, 2.0)


def _no_crossfire(painter: QPainter, colour: QColor, palette: QPalette) -> None:
    painter.setPen(_pen(colour, 1.4))
    painter.drawEllipse(QPointF(8, 8), 6.2, 6.2)
    _lines(painter, (3.8, 12.2, 12.2, 3.8))


def _height(painter: QPainter, colour: QColor, palette: QPalette) -> None:
    painter.setPen(_pen(colour, 1.6))
    painter.drawPolyline(
        QPolygonF([QPointF(1.2, 13.5), QPointF(6.2, 5), QPointF(9, 9.5), QPointF(11, 7.2), QPointF(14.8, 13.5)])
    )
    _lines(painter, (1.2, 13.5, 14.8, 13.5), (6.2, 1.5, 6.2, 2.6))


def _field(painter: QPainter, colour: QColor, palette: QPalette) -> None:
    painter.setPen(_pen(colour, 1.5))
    painter.drawPolyline(QPolygonF([QPointF(14.4, 3), QPointF(2, 8), QPointF(14.4, 13)]))
    painter.drawArc(QRectF(-3, 2, 15, 12), -35 * 16, 70 * 16)
    painter.setBrush(colour)
    painter.drawEllipse(QPointF(2.4, 8), 1.4, 1.4)


def _warning(painter: QPainter, colour: QColor, palette: QPalette) -> None:
    painter.setPen(_pen(colour, 1.5))
    painter.drawPolygon(QPolygonF([QPointF(8, 1.6), QPointF(15, 14), QPointF(1, 14)]))
    painter.setPen(_pen(colour, 1.8))
    _lines(painter, (8, 6, 8, 9.2), (8, 11.6, 8, 11.7))


def _error(painter: QPainter, colour: QColor, palette: QPalette) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(QPointF(8, 8), 7, 7)
    painter.setPen(_pen(palette.color(QPalette.ColorRole.Base), 2.0))
    _lines(painter, (5.4, 5.4, 10.6, 10.6), (10.6, 5.4, 5.4, 10.6))


def _advice(painter: QPainter, colour: QColor, palette: QPalette) -> None:
    painter.setPen(_pen(colour, 1.4))
    painter.drawEllipse(QPointF(8, 8), 6.6, 6.6)
    painter.setPen(_pen(colour, 1.8))
    _lines(painter, (8, 4.7, 8, 4.8), (8, 7.4, 8, 11.4))


def _hex_and_line(painter: QPainter, colour: QColor, line: tuple[float, float, float, float]) -> None:
    painter.setPen(_pen(colour, 1.0))
    painter.drawPolygon(hex_ring(QPointF(8, 8), 6.0))
    painter.setPen(_pen(colour, 2.2))
    _lines(painter, line)


def _interior(painter: QPainter, colour: QColor, palette: QPalette) -> None:
    _hex_and_line(painter, colour, (1.2, 8, 14.8, 8))


def _hexside(painter: QPainter, colour: QColor, palette: QPalette) -> None:
    _hex_and_line(painter, colour, (1.2, 2.8, 14.8, 2.8))


def _corner(painter: QPainter, colour: QColor, palette: QPalette) -> None:
    _hex_and_line(painter, colour, (14.2, 1.2, 14.2, 14.8))


def _copy(painter: QPainter, colour: QColor, palette: QPalette) -> None:
    painter.setPen(_pen(colour, 1.3))
    painter.drawRoundedRect(QRectF(2, 2, 8.5, 9.5), 1.4, 1.4)
    painter.setBrush(palette.color(QPalette.ColorRole.Button))
    painter.drawRoundedRect(QRectF(5.5, 4.8, 8.5, 9.5), 1.4, 1.4)


def _picture(painter: QPainter, colour: QColor, palette: QPalette) -> None:
    painter.setPen(_pen(colour, 1.3))
    painter.drawRoundedRect(QRectF(1.5, 2.5, 13, 11), 1.4, 1.4)
    painter.drawPolyline(QPolygonF([QPointF(2, 12), QPointF(6, 7.4), QPointF(8.6, 10.2), QPointF(10.4, 8.6), QPointF(14, 12)]))
    painter.drawEllipse(QPointF(11, 5.6), 1.0, 1.0)


def _save(painter: QPainter, colour: QColor, palette: QPalette) -> None:
    painter.setPen(_pen(colour, 1.5))
    _lines(painter, (8, 2, 8, 10), (8, 10, 5, 7), (8, 10, 11, 7))
    painter.drawPolyline(QPolygonF([QPointF(2.4, 9.6), QPointF(2.4, 13.6), QPointF(13.6, 13.6), QPointF(13.6, 9.6)]))


def _filter(painter: QPainter, colour: QColor, palette: QPalette) -> None:
    painter.setPen(_pen(colour, 1.4))
    funnel = [(2, 3), (14, 3), (9.4, 8.4), (9.4, 13), (6.6, 11.6), (6.6, 8.4), (2, 3)]
    painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in funnel]))


def _methods(painter: QPainter, colour: QColor, palette: QPalette) -> None:
    painter.setPen(_pen(colour, 1.4))
    for x in (2.0, 9.0):
        painter.drawRoundedRect(QRectF(x, 3, 5, 10), 1, 1)
    _lines(painter, (3.4, 6, 5.6, 6), (10.4, 6, 12.6, 6), (3.4, 9, 5.6, 9), (10.4, 9, 12.6, 9))


def _hex(painter: QPainter, colour: QColor, palette: QPalette) -> None:
    painter.setPen(_pen(colour, 1.4))
    painter.drawPolygon(hex_ring(QPointF(8, 8), 6.6))
    painter.setBrush(colour)
    painter.drawEllipse(QPointF(8, 8), 0.9, 0.9)


_Draw = Callable[[QPainter, QColor, QPalette], None]


def _dice(painter: QPainter, colour: QColor, palette: QPalette) -> None:
    painter.setPen(_pen(colour))
    painter.drawRoundedRect(QRectF(2.2, 2.2, 11.6, 11.6), 2.6, 2.6)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    for x, y in ((5.2, 5.2), (10.8, 5.2), (8.0, 8.0), (5.2, 10.8), (10.8, 10.8)):
        painter.drawEllipse(QPointF(x, y), 1.15, 1.15)


_SIGNS: dict[str, _Draw] = {
    "dice": _dice,
    "clear": _clear,
    "blocked": _blocked,
    "undecidable": _undecidable,
    "pending": _pending,
    "crossfire": _crossfire,
    "no_crossfire": _no_crossfire,
    "height": _height,
    "field": _field,
    "warning": _warning,
    "error": _error,
    "advice": _advice,
    "interior": _interior,
    "hexside": _hexside,
    "corner": _corner,
    "copy": _copy,
    "picture": _picture,
    "save": _save,
    "filter": _filter,
    "methods": _methods,
    "hex": _hex,
}
