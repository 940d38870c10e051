"""The luck of the sides: what fell against what was to be expected, in words and numbers."""

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app.widgets.buttons import button_row

WIDTH_LETTERS, HEIGHT_LINES = 96, 28

Lines = Iterable[tuple[str, "Lines"]]
"""Lines with those below them."""


class LuckDialog(QDialog):
    """Shows lines, each with the lines that belong to it; those of the first level are open."""

    def __init__(self, parent: QWidget | None, lines: Lines) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Luck so far"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.tree = QTreeWidget(self)
        self.tree.setHeaderHidden(True)
        self.tree.setWordWrap(True)
        self.tree.setAccessibleName(self.tr("What fell against what was to be expected"))
        for words, below in lines:
            top = QTreeWidgetItem([words])
            font = top.font(0)
            font.setBold(True)
            top.setFont(0, font)
            self.tree.addTopLevelItem(top)
            _fill(top, below)
            top.setExpanded(True)
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
        column.addWidget(self.tree, 1)
        column.addWidget(about)
        column.addWidget(buttons)
        metrics = self.fontMetrics()
        self.resize(WIDTH_LETTERS * metrics.averageCharWidth(), HEIGHT_LINES * metrics.lineSpacing())


def _fill(item: QTreeWidgetItem, lines: Lines) -> None:
    for words, below in lines:
        inner = QTreeWidgetItem([words])
        inner.setToolTip(0, words)
        item.addChild(inner)
        _fill(inner, below)
        inner.setExpanded(True)
