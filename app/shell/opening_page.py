"""What the window shows while something is being opened; after a while it offers other ways than to wait."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

LATE_MS = 8_000
"""After that long the other ways are offered; a large box needs a few seconds."""


class OpeningPage(QWidget):
    """Says what is being opened. `retry` asks to begin it once more, `back` to give it up."""

    retry = Signal()
    back = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._what = QLabel(self)
        self._what.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._what.setWordWrap(True)
        self._what.setTextFormat(Qt.TextFormat.PlainText)
        self._late = QWidget(self)
        self._wait = QLabel(
            self.tr("This takes longer than usual. It may still come; you can also begin once more or go back.")
        )
        self._wait.setWordWrap(True)
        self._wait.setAlignment(Qt.AlignmentFlag.AlignCenter)
        again, back = QPushButton(self.tr("&Try again")), QPushButton(self.tr("&Back to the start"))
        again.clicked.connect(lambda: self.begin(self.text()))
        again.clicked.connect(self.retry)
        back.clicked.connect(self.back)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(again)
        buttons.addWidget(back)
        buttons.addStretch(1)
        ways = QVBoxLayout(self._late)
        ways.addWidget(self._wait)
        ways.addLayout(buttons)
        column = QVBoxLayout(self)
        column.addStretch(1)
        column.addWidget(self._what)
        column.addWidget(self._late)
        column.addStretch(1)
        self._late.hide()
        self._lateness = QTimer(self, singleShot=True, interval=LATE_MS)
        self._lateness.timeout.connect(self._late.show)

    def begin(self, text: str) -> None:
        """Says what is being opened from now on."""
        self._what.setText(text)
        self._late.hide()
        self._lateness.start()

    def text(self) -> str:
        """What is being opened."""
        return self._what.text()

    def hideEvent(self, event: QHideEvent) -> None:
        """Something has come."""
        super().hideEvent(event)
        self._lateness.stop()
        self._late.hide()
