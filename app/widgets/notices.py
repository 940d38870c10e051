"""Notices: what the user should know, and can answer when it suits, in bars above what is being done."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

Answer = tuple[str, Callable[[], object]]
"""The text of a button, and what it does."""

_SIGN, _AWAY = "sign", "away"


class Notices(QWidget):
    """One bar for each notice, the latest at the top. A notice is known by a key; one of the same key replaces it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bars: dict[str, QFrame] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.hide()

    @property
    def texts(self) -> dict[str, str]:
        """What is being told, by key."""
        return {key: bar.accessibleName() for key, bar in self._bars.items()}

    def tell(self, key: str, text: str, answers: Sequence[Answer] = ()) -> None:
        """Shows a notice until it is answered, put away or withdrawn."""
        self.withdraw(key)
        bar = self._bar(key, text, answers)
        self._bars[key] = bar
        self._column.insertWidget(0, bar)
        self.show()

    def withdraw(self, key: str) -> None:
        """Takes a notice away, if it is there."""
        bar = self._bars.pop(key, None)
        if bar is not None:
            self._column.removeWidget(bar)
            bar.hide()
            bar.deleteLater()
        self.setVisible(bool(self._bars))

    def clear(self) -> None:
        """Takes all notices away."""
        for key in list(self._bars):
            self.withdraw(key)

    def changeEvent(self, event: QEvent) -> None:
        """Draws the icons in the colours of another palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            for bar in self._bars.values():
                self._paint_icons(bar)

    def _paint_icons(self, bar: QFrame) -> None:
        # The first picture of the window has no notice, and does without the painter of icons.
        from app.widgets.icons import icon

        size = self.fontMetrics().height()
        sign, away = bar.findChild(QLabel, _SIGN), bar.findChild(QToolButton, _AWAY)
        if sign is not None and away is not None:
            sign.setPixmap(icon("about").pixmap(QSize(size, size), self.devicePixelRatio()))
            away.setIcon(icon("cancel"))

    def _bar(self, key: str, text: str, answers: Sequence[Answer]) -> QFrame:
        bar = QFrame(self)
        bar.setFrameShape(QFrame.Shape.StyledPanel)
        bar.setAccessibleName(text)
        bar.setObjectName(f"notice-{key}")
        row = QHBoxLayout(bar)
        margin = self.fontMetrics().height() // 3
        row.setContentsMargins(2 * margin, margin, margin, margin)
        sign = QLabel(bar)
        sign.setObjectName(_SIGN)
        row.addWidget(sign, 0, Qt.AlignmentFlag.AlignVCenter)
        words = QLabel(text, bar)
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setWordWrap(True)
        row.addWidget(words, 1)
        for label, do in answers:
            button = QPushButton(label, bar)
            button.clicked.connect(lambda _=False, do=do: self._answer(key, do))
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        away = QToolButton(bar)
        away.setObjectName(_AWAY)
        away.setAutoRaise(True)
        away.setToolTip(self.tr("Put this notice away"))
        away.setAccessibleName(self.tr("Put this notice away"))
        away.clicked.connect(lambda: self.withdraw(key))
        row.addWidget(away, 0, Qt.AlignmentFlag.AlignVCenter)
        self._paint_icons(bar)
        return bar

    def _answer(self, key: str, do: Callable[[], object]) -> None:
        self.withdraw(key)
        do()
