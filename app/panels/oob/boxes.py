"""Tracks and boxes of formations, drawn as they are printed: circles, squares with their numbers, what is marked crossed."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

CIRCLE = "o"
_GAP = 0.3
"""Between two boxes, as a share of their side."""


def boxes_in(written: str) -> tuple[str, ...]:
    """The boxes of a track as it is written.

    >>> boxes_in("o o 2 10")
    ('o', 'o', '2', '10')
    """
    return tuple(written.split())


class BoxTrack(QWidget):
    """Draws the boxes of a track in rows. Broken lines are a stand-in; `marked` boxes from the first on are crossed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._boxes: tuple[str, ...] = ()
        self._marked = 0
        self._stand_in = False
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def boxes(self) -> tuple[str, ...]:
        """What is drawn."""
        return self._boxes

    def show_boxes(self, written: str, marked: int = 0, stand_in: bool = False) -> None:
        """Draws another track."""
        self._boxes, self._marked, self._stand_in = boxes_in(written), marked, stand_in
        words = [self.tr("circle") if box == CIRCLE else box for box in self._boxes]
        said = ", ".join(words) or self.tr("no boxes")
        if marked:
            said = self.tr("%(boxes)s; marked: %(marked)d") % {"boxes": said, "marked": marked}
        self.setAccessibleName(said)
        self.setToolTip(said)
        self.setVisible(bool(self._boxes))
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        """Boxes go on in the next row."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all rows."""
        rows = -(-len(self._boxes) // self._in_row(width)) if self._boxes else 0
        return round(rows * self._side * (1 + _GAP)) + 2

    def sizeHint(self) -> QSize:
        """Eight boxes in a row."""
        width = round(8 * self._side * (1 + _GAP))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """One box in a row."""
        return QSize(round(self._side) + 2, round(self._side) + 2)

    @property
    def _side(self) -> float:
        return 1.5 * self.fontMetrics().height()

    def _in_row(self, width: int) -> int:
        return max(int((width + _GAP * self._side) // (self._side * (1 + _GAP))), 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws the boxes."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = self.palette().color(QPalette.ColorRole.WindowText)
        pen = QPen(ink, max(self._side / 18, 1.0))
        dashed = QPen(pen)
        dashed.setStyle(Qt.PenStyle.DashLine)
        in_row, step = self._in_row(self.width()), self._side * (1 + _GAP)
        for number, box in enumerate(self._boxes):
            row, column = divmod(number, in_row)
            area = QRectF(column * step + 1, row * step + 1, self._side, self._side)
            painter.setPen(dashed if self._stand_in else pen)
            if box == CIRCLE:
                painter.drawEllipse(area)
            else:
                painter.drawRect(area)
                painter.setPen(ink)
                painter.drawText(area, int(Qt.AlignmentFlag.AlignCenter), box)
            if number < self._marked:
                painter.setPen(pen)
                inset = self._side * 0.2
                for x, y in ((area.left(), area.right()), (area.right(), area.left())):
                    towards = inset if x < y else -inset
                    painter.drawLine(QPointF(x + towards, area.top() + inset), QPointF(y - towards, area.bottom() - inset))
        painter.end()
