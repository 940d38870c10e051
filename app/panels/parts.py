"""What pages of panels are put together from: words, buttons, lines that fold out, and what stands in the way."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from app.panels.signs import Sign

LARGER = 1.25
"""How much larger a headline is than the words below it."""


def words_label() -> QLabel:
    """Words that break into lines and can be copied."""
    label = QLabel()
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def headline(name: str = "") -> QLabel:
    """Words over a page, larger than others."""
    label = bold_label()
    font = label.font()
    font.setPointSizeF(font.pointSizeF() * LARGER)
    label.setFont(font)
    label.setAccessibleName(name)
    return label


def bold_label() -> QLabel:
    """Words over a part of a page."""
    label = words_label()
    font = label.font()
    font.setBold(True)
    label.setFont(font)
    return label


def folding(words: str) -> QToolButton:
    """A line that folds out what stands below it."""
    button = QToolButton()
    button.setText(words)
    button.setCheckable(True)
    button.setAutoRaise(True)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setArrowType(Qt.ArrowType.RightArrow)
    button.toggled.connect(lambda on: button.setArrowType(Qt.ArrowType.DownArrow if on else Qt.ArrowType.RightArrow))
    return button


def push_button(words: str, do: Callable[[], object], tip: str = "") -> QPushButton:
    """A button that Enter elsewhere does not press."""
    button = QPushButton(words)
    button.setAutoDefault(False)
    button.setToolTip(tip)
    button.clicked.connect(lambda _=False: do())
    return button


def column_of(*parts: QWidget) -> QWidget:
    """Parts of a page below one another, as one."""
    whole = QWidget()
    column = QVBoxLayout(whole)
    column.setContentsMargins(0, 0, 0, 0)
    for part in parts:
        column.addWidget(part)
    return whole


class Warned(QWidget):
    """What stands in the way, behind a sign; hidden while nothing does."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words_label()
        strip = QHBoxLayout(self)
        strip.setContentsMargins(0, 0, 0, 0)
        strip.addWidget(Sign("warning", self.fontMetrics().height()), 0, Qt.AlignmentFlag.AlignTop)
        strip.addWidget(self._words, 1)
        self.hide()

    @property
    def text(self) -> str:
        """What it says; "" while it is hidden."""
        return self._words.text() if not self.isHidden() else ""

    def tell(self, text: str) -> None:
        """Says something else; "" for nothing."""
        self._words.setText(text)
        self.setVisible(bool(text))
