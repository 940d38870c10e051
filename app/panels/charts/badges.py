"""Badges of charts: a word in a frame with a shape of its own, so that where numbers come from is told without colour."""

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QIcon, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.panels.signs import hex_ring, painted_icon
from app.panels.tints import tints

_UNIT = 16.0


def badge_colour(status: str, palette: QPalette) -> QColor:
    """The colour of a badge: a second sign beside its shape and its word."""
    own = tints(palette)
    colours = {
        "published": own.clear,
        "rules text": own.accent,
        "transcription": own.undecided,
        "stand-in": own.undecided,
        "box": own.accent,
        "yours": own.clear,
    }
    return QColor(colours.get(status, own.quiet))


def paint_badge(painter: QPainter, rect: QRectF, status: str, palette: QPalette, ink: QColor | None = None) -> None:
    """Paints the shape of a badge into a square; a status without one leaves it empty.

    A book is published, a section sign the rules' own text, two sheets are a copy, a broken ring holds a place, a hex is of
    this box, a pencil is the user's own.
    """
    draw = _SHAPES.get(status)
    if draw is None:
        return
    colour = ink or badge_colour(status, palette)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    side = min(rect.width(), rect.height())
    painter.translate(rect.center().x() - side / 2, rect.center().y() - side / 2)
    painter.scale(side / _UNIT, side / _UNIT)
    painter.setPen(_pen(colour, 1.5))
    draw(painter, colour)
    painter.restore()


def badge_icon(status: str, palette: QPalette) -> QIcon:
    """The shape of a badge as an icon; on a selected row it has the colour of the words there."""
    ink = palette.color(QPalette.ColorRole.HighlightedText)
    return painted_icon(
        int(_UNIT),
        lambda painter, rect: paint_badge(painter, rect, status, palette),
        lambda painter, rect: paint_badge(painter, rect, status, palette, ink),
    )


class Badge(QWidget):
    """A badge beside other words. It follows the palette and speaks its word."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._status = self._word = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def word(self) -> str:
        """What the badge says."""
        return self._word

    def show_badge(self, status: str, word: str, tip: str = "") -> None:
        """Shows another badge; the tooltip says more."""
        self._status, self._word = status, word
        self.setAccessibleName(word)
        self.setToolTip(tip)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Room for the shape and the word."""
        metrics = QFontMetrics(self.font())
        return QSize(round(metrics.horizontalAdvance(self._word) + 2.4 * metrics.height()), metrics.height() + 6)

    def minimumSizeHint(self) -> QSize:
        """As wide as it wants to be."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints frame, shape and word."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = badge_colour(self._status, self.palette())
        frame = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
        pen = _pen(colour, 1.2)
        if self._status in ("stand-in", "transcription"):
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawRoundedRect(frame, frame.height() / 2, frame.height() / 2)
        side = float(self.fontMetrics().height())
        paint_badge(painter, QRectF(side / 2, (self.height() - side) / 2, side, side), self._status, self.palette())
        painter.setPen(colour)
        words = frame.adjusted(1.7 * side, 0, 0, 0)
        painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), self._word)
        painter.end()


def _pen(colour: QColor, width: float) -> QPen:
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


def _book(painter: QPainter, colour: QColor) -> None:
    painter.drawRoundedRect(QRectF(2.8, 2, 10.4, 12), 1.2, 1.2)
    painter.drawLine(QPointF(5.6, 2), QPointF(5.6, 14))
    for y in (5.4, 8.0):
        painter.drawLine(QPointF(8, y), QPointF(11, y))


def _section(painter: QPainter, colour: QColor) -> None:
    font = painter.font()
    font.setPixelSize(15)
    font.setBold(True)
    painter.setFont(font)
    painter.drawText(QRectF(0, 0, 16, 16), int(Qt.AlignmentFlag.AlignCenter), "§")


def _sheets(painter: QPainter, colour: QColor) -> None:
    painter.drawPolyline(
        QPolygonF([QPointF(5, 11.5), QPointF(2.5, 11.5), QPointF(2.5, 2.5), QPointF(9.5, 2.5), QPointF(9.5, 4)])
    )
    painter.drawRect(QRectF(6, 5.5, 7.5, 8.5))


def _broken_ring(painter: QPainter, colour: QColor) -> None:
    pen = _pen(colour, 1.9)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([1.6, 1.25])
    painter.setPen(pen)
    painter.drawEllipse(QPointF(8, 8), 5.4, 5.4)


def _hex(painter: QPainter, colour: QColor) -> None:
    painter.drawPolygon(hex_ring(QPointF(8, 8), 6.4))


def _pencil(painter: QPainter, colour: QColor) -> None:
    body = [QPointF(3, 13), QPointF(4, 9.6), QPointF(10.9, 2.7), QPointF(13.3, 5.1), QPointF(6.4, 12)]
    painter.drawPolygon(QPolygonF(body))
    painter.drawLine(QPointF(9.2, 4.4), QPointF(11.6, 6.8))


_SHAPES: dict[str, Callable[[QPainter, QColor], None]] = {
    "published": _book,
    "rules text": _section,
    "transcription": _sheets,
    "stand-in": _broken_ring,
    "box": _hex,
    "yours": _pencil,
}
