"""A line of words that gives way: cut with an ellipsis where there is no room, whole in its tooltip."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget


class OneLine(QLabel):
    """A label that shows as much of its words as one line holds; with `show_whole` all, in as many lines as they take."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        # What stands beside the words stands beside their first line.
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.show_whole(False)

    def show_whole(self, whole: bool) -> None:
        """Whether all words are shown."""
        self.setWordWrap(whole)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred if whole else QSizePolicy.Policy.Fixed)
        self.updateGeometry()

    def say(self, text: str) -> None:
        """Shows other words."""
        self.setText(text)
        self.setToolTip(text)

    def sizeHint(self) -> QSize:
        """One line, however many there are in the words."""
        whole = super().sizeHint()
        return whole if self.wordWrap() else QSize(whole.width(), self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """One line, however narrow."""
        return super().minimumSizeHint() if self.wordWrap() else QSize(0, self.fontMetrics().height() + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints as much as there is room for."""
        if self.wordWrap():
            super().paintEvent(event)
            return
        painter = QPainter(self)
        text = self.fontMetrics().elidedText(self.text().replace("\n", "  "), Qt.TextElideMode.ElideRight, self.width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), text)
        painter.end()
