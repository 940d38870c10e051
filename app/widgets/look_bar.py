"""A bar above the map that says that it shows something else than the present, and leads back."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from app.widgets.icons import icon


class LookBar(QFrame):
    """Hidden while the present is shown. `back` wants the present again, `onward` to go on from what is shown."""

    back = Signal()
    onward = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("look-bar")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Highlight)
        row = QHBoxLayout(self)
        margin = self.fontMetrics().height() // 3
        row.setContentsMargins(2 * margin, margin, margin, margin)
        self._sign = QLabel(self)
        row.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignVCenter)
        self.words = QLabel(self)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setForegroundRole(QPalette.ColorRole.HighlightedText)
        self.words.setWordWrap(True)
        row.addWidget(self.words, 1)
        for text, wanted in ((self.tr("Back to the &present"), self.back), (self.tr("&Take play up from here…"), self.onward)):
            button = QPushButton(text, self)
            button.clicked.connect(wanted)
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.hide()

    def tell(self, words: str) -> None:
        """Shows the bar with other words; none put it away."""
        self.words.setText(words)
        self.setAccessibleName(words)
        if words and not self.isVisible():
            self._paint_icon()
        self.setVisible(bool(words))

    def changeEvent(self, event: QEvent) -> None:
        """Draws the icon in the colours of another palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.isVisible():
            self._paint_icon()

    def _paint_icon(self) -> None:
        size = self.fontMetrics().height()
        inked = icon("history").pixmap(QSize(size, size), self.devicePixelRatio(), QIcon.Mode.Selected)
        self._sign.setPixmap(inked)
