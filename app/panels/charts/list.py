"""The list of charts: in groups, with their badges, found by a few letters."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.panels.charts.badges import badge_icon
from app.widgets.dressing import dress_soon
from app.widgets.seeking import finds, fit

_ID = Qt.ItemDataRole.UserRole
_TITLE, _BADGE = 0, 1
_LEAST_ROWS = 4


@dataclass(frozen=True, slots=True)
class Entry:
    """One chart of the list. `group` is what it stands under, empty for none; `words` are what it is found by besides."""

    id: str
    title: str
    status: str
    badge: str
    tip: str = ""
    group: str = ""
    words: str = ""

    def holds(self, wanted: str) -> bool:
        """Whether every word that is sought stands somewhere in it."""
        return finds(wanted, f"{self.id} {self.title} {self.badge} {self.group} {self.words}")


class ChartList(QWidget):
    """The list with its search field, which sets what fits best first.

    `chosen` carries the id of a chart when another one is; `opened` asks to go to it.
    """

    chosen = Signal(str)
    opened = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[Entry, ...] = ()
        self._current = ""
        self._filling = False
        self._shown: list[QTreeWidgetItem] = []
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Find a chart"))
        self.search.setToolTip(self.tr("Find a chart by its title, its rule or where it comes from"))
        self.search.setAccessibleName(self.search.placeholderText())
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._fill)
        self.search.installEventFilter(self)
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(self.tr("Charts"))
        self.tree.setColumnCount(2)
        self.tree.setHeaderHidden(True)
        # Titles of one group begin alike and differ at their ends.
        self.tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.tree.setFrameShape(QFrame.Shape.NoFrame)
        self.tree.setTabKeyNavigation(False)
        self.tree.setIndentation(self.fontMetrics().averageCharWidth() * 2)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(0)
        header.setSectionResizeMode(_TITLE, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(_BADGE, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.installEventFilter(self)
        self.tree.currentItemChanged.connect(self._changed)
        self.tree.itemActivated.connect(lambda item, _: self.opened.emit() if item.data(_TITLE, _ID) else None)
        self._none = QLabel(self.tr("No chart has these words."))
        self._none.setWordWrap(True)
        self._none.hide()
        self.tree.setMinimumHeight(_LEAST_ROWS * self.fontMetrics().height())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.search)
        column.addWidget(self._none)
        column.addWidget(self.tree, 1)

    @property
    def current(self) -> str:
        """The id of the chart that is chosen, empty when none is."""
        return self._current

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Lists other charts; the chosen one stays chosen where it is still there, else the first is."""
        self._entries = tuple(entries)
        if self._current not in {entry.id for entry in entries}:
            self._current = entries[0].id if entries else ""
        self._fill()
        self.chosen.emit(self._current)

    def choose(self, id_: str) -> bool:
        """Chooses a chart, whatever is sought; False when there is none of that id."""
        if id_ not in {entry.id for entry in self._entries}:
            return False
        if self._item(id_) is None:
            self.search.clear()
        item = self._item(id_)
        if item is not None:
            self.tree.setCurrentItem(item)
            self.tree.scrollToItem(item)
        return True

    def seek(self, event: QKeyEvent) -> bool:
        """Takes a key for the search field when it writes or takes back a letter; False for any other."""
        plain = not event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        takes_back = event.key() == Qt.Key.Key_Backspace and bool(self.search.text())
        if not plain or not (takes_back or (event.text().isprintable() and event.text().strip())):
            return False
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search.end(False)
        QApplication.sendEvent(self.search, event)
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Down and Enter in the search field go to what was found; letters typed in the list seek."""
        if watched is self.tree and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self.seek(event)
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and watched is self.search:
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._take_first()
                self.tree.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return True
            if event.key() == Qt.Key.Key_Escape and self.search.text():
                self.search.clear()
                return True
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        """Badges follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "tree"):
            dress_soon(self, self._fill)

    def _take_first(self) -> None:
        if self._item(self._current) is None and self._shown:
            self.tree.setCurrentItem(self._shown[0])

    def _fill(self) -> None:
        wanted = self.search.text().strip()
        found = [entry for entry in self._entries if entry.holds(wanted)]
        if wanted:
            # The best fit comes first, whatever group it is of.
            found.sort(key=lambda entry: fit(wanted, entry.title))
        self._filling = True
        self._shown.clear()
        self.tree.clear()
        heads: dict[str, QTreeWidgetItem] = {}
        icons = {status: badge_icon(status, self.palette()) for status in {entry.status for entry in found}}
        for entry in found:
            item = QTreeWidgetItem([entry.title, entry.badge.partition(",")[0]])
            item.setData(_TITLE, _ID, entry.id)
            self._shown.append(item)
            item.setIcon(_BADGE, icons[entry.status])
            for column in (_TITLE, _BADGE):
                item.setToolTip(column, entry.tip)
            item.setData(_TITLE, Qt.ItemDataRole.AccessibleTextRole, f"{entry.title}, {entry.badge}")
            if wanted or not entry.group:
                self.tree.addTopLevelItem(item)
                continue
            if entry.group not in heads:
                heads[entry.group] = self._head(entry.group)
            heads[entry.group].addChild(item)
        self.tree.expandAll()
        self._none.setVisible(bool(self._entries) and not found)
        self._filling = False
        current = self._item(self._current)
        if current is not None:
            self._filling = True
            self.tree.setCurrentItem(current)
            self._filling = False

    def _head(self, title: str) -> QTreeWidgetItem:
        head = QTreeWidgetItem([title])
        font = self.font()
        font.setBold(True)
        head.setFont(_TITLE, font)
        head.setFlags(Qt.ItemFlag.ItemIsEnabled)
        self.tree.addTopLevelItem(head)
        head.setFirstColumnSpanned(True)
        return head

    def _item(self, id_: str) -> QTreeWidgetItem | None:
        return next((item for item in self._shown if item.data(_TITLE, _ID) == id_), None)

    def _changed(self, item: QTreeWidgetItem | None) -> None:
        id_ = item.data(_TITLE, _ID) if item is not None else None
        if not self._filling and id_ and id_ != self._current:
            self._current = id_
            self.chosen.emit(id_)
