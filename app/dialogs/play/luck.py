"""The luck of the sides: what fell against what was to be expected, in words and numbers."""

from collections.abc import Iterable
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QTextBrowser, QVBoxLayout, QWidget

from app.widgets.buttons import button_row

WIDTH_LETTERS, HEIGHT_LINES = 96, 28

Lines = Iterable[tuple[str, "Lines"]]
"""Lines with those below them."""


class LuckDialog(QDialog):
    """Shows lines, each with the lines that belong to it; those of the first level are headings."""

    def __init__(self, parent: QWidget | None, lines: Lines) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Luck so far"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.text = QTextBrowser(self)
        self.text.setAccessibleName(self.tr("What fell against what was to be expected"))
        self.text.setTabChangesFocus(True)
        self.text.setHtml("".join(f"<h4>{escape(words)}</h4>{_list(below)}" for words, below in lines))
        about = QLabel(
            self.tr(
                "Fair dice are unlucky, too: of twenty such lists, one is called unusual by chance alone. "
                "What is called very unusual comes by chance in one of a hundred."
            ),
            self,
        )
        about.setWordWrap(True)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.text, 1)
        column.addWidget(about)
        column.addWidget(buttons)
        metrics = self.fontMetrics()
        self.resize(WIDTH_LETTERS * metrics.averageCharWidth(), HEIGHT_LINES * metrics.lineSpacing())


def _list(lines: Lines) -> str:
    """Lines as a list, each with those below it."""
    inner = "".join(f"<li>{escape(words)}{_list(below)}</li>" for words, below in lines)
    return f"<ul>{inner}</ul>" if inner else ""
