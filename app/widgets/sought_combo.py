"""A list to choose from that is long: under headings, and found by typing any part of a name."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit, QWidget


class SoughtCombo(QComboBox):
    """Choices with headings that cannot be chosen. What is typed is looked for anywhere in the names; Enter takes what fits
    best. `left` comes when the keyboard is to go elsewhere: with Enter, with Escape, when a name that was found is taken."""

    left = Signal()

    def __init__(self, choices: Iterable[tuple[str, str]], heads: Mapping[str, str], parent: QWidget | None = None) -> None:
        """`choices` are pairs of a lasting id and what is shown, `heads` the headings by the id of what stands below them."""
        super().__init__(parent)
        self._ids: dict[str, str] = {}
        rows = QStandardItemModel(self)
        for id_, words in choices:
            if id_ in heads:
                rows.appendRow(_heading(heads[id_]))
            row = QStandardItem(words)
            row.setData(id_, Qt.ItemDataRole.UserRole)
            rows.appendRow(row)
            self._ids[words] = id_
        self.setModel(rows)
        self.setMaxVisibleItems(24)
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        finder = QCompleter(list(self._ids), self)
        finder.setFilterMode(Qt.MatchFlag.MatchContains)
        finder.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        finder.setMaxVisibleItems(12)
        finder.activated.connect(self._take)
        popup = finder.popup()
        assert popup is not None
        self._found = popup
        self.setCompleter(finder)
        self._line.returnPressed.connect(self._settle)
        self._line.setPlaceholderText(self.tr("Type a part of its name"))

    @property
    def _line(self) -> QLineEdit:
        line = self.lineEdit()
        assert line is not None
        return line

    def best(self, text: str) -> str:
        """What was meant by a part of a name: the name itself, else the first that begins with it, has a word that does, or
        has it anywhere; "" for none."""
        wanted = " ".join(text.split()).casefold()
        tests = (
            lambda name: name == wanted,
            lambda name: name.startswith(wanted),
            lambda name: any(word.startswith(wanted) for word in name.replace("(", " ").split()),
            lambda name: wanted in name,
        )
        found = (name for fits in tests for name in self._ids if wanted and fits(name.casefold()))
        return next(found, "")

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Whoever comes here can type at once."""
        super().focusInEvent(event)
        # A click sets the cursor when it is let go.
        QTimer.singleShot(0, self, self._line.selectAll)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Whoever leaves without having chosen has changed nothing."""
        super().focusOutEvent(event)
        self._restore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape gives up what was typed."""
        if event.key() == Qt.Key.Key_Escape:
            self._found.hide()
            self._restore()
            self.left.emit()
            return
        super().keyPressEvent(event)

    def _settle(self) -> None:
        self._found.hide()
        found = self.best(self._line.text())
        if found:
            self._take(found)
        else:
            self._line.selectAll()

    def _take(self, name: str) -> None:
        self.setCurrentIndex(self.findData(self._ids[name]))
        self._restore()
        self.left.emit()

    def _restore(self) -> None:
        if not self._found.isVisible():
            self.setEditText(self.itemText(self.currentIndex()))


def _heading(words: str) -> QStandardItem:
    row = QStandardItem(words)
    row.setFlags(Qt.ItemFlag.NoItemFlags)
    font = row.font()
    font.setBold(True)
    row.setFont(font)
    return row
