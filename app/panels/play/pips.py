"""Dice as pictures: squares with pips, in the colours of the palette."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

_PLACES = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of a face stand, in steps from its middle."""

LINES = 2.4
"""How high a die is, in lines of text."""


class Pips(QWidget):
    """Shows the faces of dice from left to right; nothing before any have fallen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._faces: tuple[int, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Dice that fell last"))

    def show_faces(self, faces: Sequence[int]) -> None:
        """Shows dice."""
        self._faces = tuple(faces)
        self.setAccessibleDescription(", ".join(map(str, faces)))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as its dice."""
        size = self._size()
        return QSize(round(len(self._faces) * size * 1.2), round(size) + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the dice."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, size = self.palette(), self._size()
        ink = palette.color(QPalette.ColorRole.Text)
        for place, face in enumerate(self._faces):
            square = QRectF(place * size * 1.2 + 1, 1, size - 2, size - 2)
            painter.setPen(QPen(ink, max(size / 24, 1.0)))
            painter.setBrush(palette.color(QPalette.ColorRole.Base))
            painter.drawRoundedRect(square, size / 6, size / 6)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ink)
            for across, down in _PLACES.get(face, ()):
                at = square.center() + QPointF(across * size / 4, down * size / 4)
                painter.drawEllipse(at, size / 11, size / 11)

    def _size(self) -> float:
        return LINES * self.fontMetrics().lineSpacing()
