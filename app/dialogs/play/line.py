"""One line that somebody is asked for: why a finding is overruled, a note, the name of a bookmark."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QVBoxLayout, QWidget

from app.widgets.buttons import button_row

WIDTH_LETTERS = 64
MOST_LETTERS = 500
"""The letters of the longest line."""


class LineDialog(QDialog):
    """Asks for a line, and tells it to `then` when it is given. An `empty` one is allowed where it means something."""

    def __init__(
        self,
        parent: QWidget | None,
        title: str,
        about: str,
        doing: str,
        then: Callable[[str], object],
        text: str = "",
        empty: bool = False,
    ) -> None:
        """`doing` is the text of the button that goes on; `text` stands in the line at first."""
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._then, self._empty = then, empty
        label = QLabel(about, self)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        self.line = QLineEdit(text, self)
        self.line.setMaxLength(MOST_LETTERS)
        self.line.setAccessibleName(title)
        self.line.setAccessibleDescription(about)
        self._buttons = button_row(self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setText(doing)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self.line.textChanged.connect(self._judge)
        column = QVBoxLayout(self)
        for part in (label, self.line, self._buttons):
            column.addWidget(part)
        wide = WIDTH_LETTERS * self.fontMetrics().averageCharWidth()
        # The hint of a dialog knows nothing of how words break in a width.
        self.resize(wide, max(column.totalHeightForWidth(wide), self.sizeHint().height()))
        self.setMinimumHeight(column.totalHeightForWidth(wide))
        self.line.selectAll()
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)
        self._judge()

    def accept(self) -> None:
        """Gives the line, when it is one."""
        text = self.line.text().strip()
        if text or self._empty:
            super().accept()
            self._then(text)

    def _judge(self) -> None:
        good = self._empty or bool(self.line.text().strip())
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(good)
