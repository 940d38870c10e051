"""A cover over a whole window, while nobody may look at what is below."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.widgets.icons import emblem

EMBLEM = 96


class Cover(QWidget):
    """Lies over a window as long as it is shown, whatever becomes of its size."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Window)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._words = QLabel(self)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._words.setWordWrap(True)
        picture = QLabel(self)
        picture.setPixmap(emblem().pixmap(QSize(EMBLEM, EMBLEM), self.devicePixelRatio()))
        picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.addStretch(1)
        column.addWidget(picture)
        column.addWidget(self._words)
        column.addStretch(6)
        window.installEventFilter(self)
        self.hide()

    def cover(self, words: str) -> None:
        """Covers the window; `words` say why."""
        self._words.setText(words)
        self.setAccessibleName(words)
        self.setGeometry(self._window.rect())
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Grows with the window."""
        if watched is self._window and event.type() == QEvent.Type.Resize and self.isVisible():
            self.setGeometry(self._window.rect())
            self.raise_()
        return False
