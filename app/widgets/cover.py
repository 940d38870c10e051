"""A cover over a whole window, while nobody may look at what is below."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QPalette
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.widgets.icons import emblem

EMBLEM = 96


_NEW_ORDER = frozenset({QEvent.Type.Resize, QEvent.Type.ChildAdded, QEvent.Type.ChildPolished, QEvent.Type.LayoutRequest})
"""What may come with other widgets that a window puts on top, such as its docks when they are laid out anew."""


class Cover(QWidget):
    """Lies over a window as long as it is shown, whatever becomes of its size and of its other widgets."""

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
        self._rising = QTimer(self)
        self._rising.setSingleShot(True)
        self._rising.setInterval(0)
        self._rising.timeout.connect(self.raise_)
        self.hide()

    def cover(self, words: str) -> None:
        """Covers the window; `words` say why."""
        # Only while it is seen: thousands of events come to a window when its actions are gone through.
        self._window.installEventFilter(self)
        self._words.setText(words)
        self.setAccessibleName(words)
        self.setGeometry(self._window.rect())
        self.show()
        self.raise_()
        self._rising.start()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def hideEvent(self, event: QHideEvent) -> None:
        """Leaves the window alone."""
        super().hideEvent(event)
        self._window.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Grows with the window, and stays on top."""
        if watched is self._window and event.type() in _NEW_ORDER and self.isVisible():
            self.setGeometry(self._window.rect())
            self._rising.start()
        return False
