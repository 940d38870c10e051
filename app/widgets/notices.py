"""Notices: what the user should know, and can answer when it suits, in bars above what is being done."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

Answer = tuple[str, Callable[[], object]]
"""The text of a button, and what it does."""


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

    def _bar(self, key: str, text: str, answers: Sequence[Answer]) -> QFrame:
        # The first picture of the window has no notice, and does without the painter of icons.
        from app.widgets.icons import icon

        bar = QFrame(self)
        bar.setFrameShape(QFrame.Shape.StyledPanel)
        bar.setAccessibleName(text)
        bar.setObjectName(f"notice-{key}")
        row = QHBoxLayout(bar)
        margin = self.fontMetrics().height() // 3
        row.setContentsMargins(2 * margin, margin, margin, margin)
        size = self.fontMetrics().height()
        sign = QLabel(bar)
        sign.setPixmap(icon("about").pixmap(QSize(size, size), self.devicePixelRatio()))
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
        away.setIcon(icon("cancel"))
        away.setAutoRaise(True)
        away.setToolTip(self.tr("Put this notice away"))
        away.setAccessibleName(self.tr("Put this notice away"))
        away.clicked.connect(lambda: self.withdraw(key))
        row.addWidget(away, 0, Qt.AlignmentFlag.AlignVCenter)
        return bar

    def _answer(self, key: str, do: Callable[[], object]) -> None:
        self.withdraw(key)
        do()
