"""Rows of a list that the mouse moves: pressed, pulled and let go between two others."""

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QAbstractItemView, QApplication, QTreeWidget, QWidget


class LayerRows(QTreeWidget):
    """A list whose rows can be pulled to other places, all but the lowest, under which nothing comes.

    `pulled` carries the row that was pulled and the row that it is to have among the others. The list itself stays as it is
    until somebody sorts it. Escape, or letting go where the row is, leaves the order alone.
    """

    pulled = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._from, self._gap = -1, -1
        self._pressed = QPoint()

    @property
    def gap(self) -> int:
        """The row above which the pulled one would come; -1 while none is pulled."""
        return self._gap

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Takes hold of a row."""
        super().mousePressEvent(event)
        row = self.indexAt(event.position().toPoint()).row()
        held = event.button() == Qt.MouseButton.LeftButton and 0 <= row < self.topLevelItemCount() - 1
        self._from, self._pressed = row if held else -1, event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Shows where the row would come."""
        at = event.position().toPoint()
        if self._from < 0 or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        if self._gap < 0 and (at - self._pressed).manhattanLength() < QApplication.startDragDistance():
            return
        self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        self._gap = self._gap_at(at)
        beside = self.topLevelItem(min(self._gap, self.topLevelItemCount() - 1))
        if beside is not None:
            self.scrollToItem(beside)
        self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Lets the row go."""
        row, gap = self._from, self._gap
        if gap < 0:
            self._from = -1
            super().mouseReleaseEvent(event)
            return
        # What was pulled was not clicked: the list must not hear of it, or an eye would be closed.
        self._give_up()
        to = gap - 1 if gap > row else gap
        if to != row:
            self.pulled.emit(row, to)

    def event(self, event: QEvent) -> bool:
        """While a row is pulled, Escape belongs to it, not to a shortcut of the window."""
        is_escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if self._gap >= 0 and is_escape and event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            event.accept()
            if event.type() == QEvent.Type.KeyPress:
                self._give_up()
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The rows, and a line where the pulled one would come."""
        super().paintEvent(event)
        if self._gap < 0:
            return
        below = self.topLevelItem(self._gap)
        if below is None:
            return
        thick = max(self.fontMetrics().height() // 6, 2)
        painter = QPainter(self.viewport())
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Highlight), thick))
        y = max(self.visualItemRect(below).top(), thick // 2)
        painter.drawLine(0, y, self.viewport().width(), y)
        painter.end()

    def _gap_at(self, at: QPoint) -> int:
        """The gap between rows that is nearest to a point; the lowest one lies above the last row."""
        last = self.topLevelItemCount() - 1
        for row in range(last):
            item = self.topLevelItem(row)
            if item is not None and at.y() < self.visualItemRect(item).center().y():
                return row
        return last

    def _give_up(self) -> None:
        self._from = self._gap = -1
        self.setState(QAbstractItemView.State.NoState)
        self.viewport().unsetCursor()
        self.viewport().update()
