"""Every key on one page."""

from collections.abc import Iterable, Sequence
from html import escape

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QTextBrowser, QVBoxLayout, QWidget

from app.widgets.buttons import button_row

Row = tuple[str, Sequence[str]]
"""What is done, and the keys that do it."""


def page(sections: Iterable[tuple[str, Sequence[Row]]], wanted: str = "") -> str:
    """The page as HTML; with `wanted` only the rows that hold this text."""
    parts = []
    for title, rows in sections:
        fitting = [row for row in rows if wanted.casefold() in f"{row[0]} {' '.join(row[1])}".casefold()]
        if fitting:
            lines = "".join(
                f"<tr><td width='62%'>{escape(name)}</td><td>{escape(', '.join(keys))}</td></tr>" for name, keys in fitting
            )
            parts.append(f"<h3>{escape(title)}</h3><table width='100%' cellpadding='3'>{lines}</table>")
    return "".join(parts)


class ShortcutsDialog(QDialog):
    """Shows keys by what they do, with a line to search them."""

    def __init__(self, parent: QWidget, sections: Sequence[tuple[str, Sequence[Row]]]) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self._sections = sections
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(self.tr("Search keys and actions"))
        self.search.setAccessibleName(self.tr("Search keys and actions"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._show)
        self.text = QTextBrowser(self)
        self.text.setAccessibleName(self.tr("Keyboard shortcuts"))
        buttons = button_row(self, QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for part in (self.search, self.text, buttons):
            layout.addWidget(part)
        letter = self.fontMetrics().averageCharWidth()
        self.resize(72 * letter, 74 * letter)
        self._show("")

    def _show(self, wanted: str) -> None:
        found = page(self._sections, wanted)
        self.text.setHtml(found or self.tr("<p>No key or action is called “%s”.</p>") % escape(wanted))
