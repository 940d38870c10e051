"""What is wrong in a table of a scenario, listed below it: every red cell with its reason, and a way to each."""

from collections.abc import Iterable

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from app.dialogs.scenario.model import Finding, ScenarioTable
from app.widgets.icons import icon

MOST_LISTED = 200
"""Findings that are listed; the heads of rows show the others."""

MOST_LINES = 5
"""Lines that are seen at once."""

PLACE_ROLE = Qt.ItemDataRole.UserRole


class FindingsList(QListWidget):
    """Lists what is wrong; nothing is shown where nothing is. `wanted` carries the row and the column to go to."""

    wanted = Signal(int, int)

    def __init__(self, table: ScenarioTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self._shown: tuple[Finding, ...] = ()
        self.setAccessibleName(self.tr("What is wrong"))
        self.setToolTip(self.tr("Click a line, or press Enter on it, to go to its cell"))
        self.setWordWrap(True)
        size = self.fontMetrics().height()
        self.setIconSize(QSize(size, size))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemClicked.connect(self._go)
        self.itemActivated.connect(self._go)
        self.hide()

    @property
    def texts(self) -> list[str]:
        """The lines of the list."""
        return [self.item(number).text() for number in range(self.count())]

    def follow(self) -> None:
        """Lists what is wrong now."""
        found = self._table.findings()
        if found == self._shown:
            return
        self._shown = found
        with QSignalBlocker(self):
            self.clear()
            for each in found[:MOST_LISTED]:
                item = QListWidgetItem(icon(each.sign), self._words(each), self)
                item.setData(PLACE_ROLE, (each.row, each.column))
            if len(found) > MOST_LISTED:
                QListWidgetItem(self.tr("And %d more; the heads of rows show where.") % (len(found) - MOST_LISTED), self)
        self.setVisible(bool(found))
        self._fit()

    def point_to(self, rows: Iterable[int]) -> None:
        """Marks the first finding of some rows, and brings it into view."""
        wanted = set(rows)
        number = next((n for n, each in enumerate(self._shown[:MOST_LISTED]) if each.row in wanted), -1)
        with QSignalBlocker(self):
            self.setCurrentRow(number)
        if number >= 0:
            self.scrollToItem(self.item(number))

    def paint_signs(self) -> None:
        """Draws the signs in the colours of the palette in force."""
        for number, each in enumerate(self._shown[:MOST_LISTED]):
            self.item(number).setIcon(icon(each.sign))

    def showEvent(self, event: QShowEvent) -> None:
        """Takes the room that its lines need: how wide it is, is known only now."""
        super().showEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes to the cell, on every system."""
        item = self.currentItem()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and item is not None:
            self._go(item)
        else:
            super().keyPressEvent(event)

    def _words(self, each: Finding) -> str:
        row = self.tr("Row %s") % self._table.row_name(each.row)
        return f"{row}: {each.words}"

    def _fit(self) -> None:
        high = sum(self.sizeHintForRow(n) for n in range(min(self.count(), MOST_LINES)))
        most = MOST_LINES * self.fontMetrics().lineSpacing() * 5 // 4
        self.setFixedHeight(max(min(high, most), self.fontMetrics().height()) + 2 * self.frameWidth())

    def _go(self, item: QListWidgetItem) -> None:
        place = item.data(PLACE_ROLE)
        if place is not None:
            self.wanted.emit(int(place[0]), max(int(place[1]), 0))
