"""The units of an op sheet as a tree: formations with what is in them, their tasks and rally points."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from app.panels.orders.words import Line
from app.widgets.letters import keep_letters

MOST_LINES = 12
"""So many lines the tree shows before it scrolls."""

MOST_OF_TASKS = 2, 5
"""The part of the width that tasks take at most: who a unit is is read first."""

_ID = Qt.ItemDataRole.UserRole
UNIT, TASK, RALLY = range(3)


class OrganizationTree(QTreeWidget):
    """The units of a sheet, formations with what is in them. `opened` comes with Enter or a double click on the name, `erased`
    with Del."""

    opened = Signal()
    erased = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines: tuple[Line, ...] = ()
        self.setAccessibleName(self.tr("Units on the sheet"))
        self.setHeaderLabels([self.tr("Unit"), self.tr("Task"), self.tr("Rally")])
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setUniformRowHeights(True)
        self.setIndentation(self.fontMetrics().height())
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setExpandsOnDoubleClick(False)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(UNIT, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(TASK, QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(RALLY, QHeaderView.ResizeMode.ResizeToContents)
        header.setMaximumSectionSize(self.fontMetrics().averageCharWidth() * 60)
        self.itemDoubleClicked.connect(lambda *_: self.opened.emit())
        self.itemExpanded.connect(lambda _: self._fit())
        self.itemCollapsed.connect(lambda _: self._fit())

    @property
    def chosen(self) -> tuple[str, ...]:
        """The ids of the chosen lines; what stands below a chosen formation is not named with it."""
        items = self.selectedItems()
        ids = {item.data(UNIT, _ID) for item in items}
        return tuple(item.data(UNIT, _ID) for item in items if not any(each in ids for each in _above(item)))

    def choose(self, ids: Iterable[str]) -> None:
        """Chooses lines by their ids, and shows them."""
        wanted = set(ids)
        for item in self._all():
            item.setSelected(item.data(UNIT, _ID) in wanted)
            if item.isSelected():
                self.scrollToItem(item)

    def show_lines(self, lines: tuple[Line, ...]) -> None:
        """Shows other lines; what was chosen or folded out stays so."""
        if lines == self.lines:
            return
        chosen, at = set(self.chosen), self.verticalScrollBar().value()
        here = self.currentItem()
        current = here.data(UNIT, _ID) if here is not None else None
        known = {item.data(UNIT, _ID): item.isExpanded() for item in self._all()}
        self.lines = lines
        with QSignalBlocker(self):
            self.clear()
            for line in lines:
                self._add(self.invisibleRootItem(), line, known)
            for item in self._all():
                item.setSelected(item.data(UNIT, _ID) in chosen)
                if item.data(UNIT, _ID) == current:
                    self.setCurrentItem(item, UNIT, self.selectionModel().SelectionFlag.NoUpdate)
        self._fit()
        self.verticalScrollBar().setValue(at)

    def _add(self, parent: QTreeWidgetItem, line: Line, known: dict[str, bool]) -> None:
        item = QTreeWidgetItem(parent, [line.name, line.task, line.rally])
        item.setData(UNIT, _ID, line.id)
        item.setToolTip(UNIT, line.name)
        item.setToolTip(TASK, line.task)
        if line.has_left:
            font = item.font(UNIT)
            font.setStrikeOut(True)
            item.setFont(UNIT, font)
        for part in line.parts:
            self._add(item, part, known)
        item.setExpanded(known.get(line.id, any(part.task or part.rally for part in line.parts)))

    def _all(self) -> list[QTreeWidgetItem]:
        found: list[QTreeWidgetItem] = []
        waiting = [self.invisibleRootItem()]
        while waiting:
            item = waiting.pop()
            below = [child for n in range(item.childCount()) if (child := item.child(n)) is not None]
            waiting += below[::-1]
            found += below
        return found

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tasks get their part of the new width."""
        super().resizeEvent(event)
        self._share()

    def _share(self) -> None:
        """As wide as tasks are, up to a part of the width; what is cut off stands in the tip."""
        of, parts = MOST_OF_TASKS
        wanted = max(self.sizeHintForColumn(TASK), self.header().sectionSizeHint(TASK))
        self.header().resizeSection(TASK, min(wanted, self.viewport().width() * of // parts))

    def _fit(self) -> None:
        """As high as what is folded out, up to a number of lines."""
        shown, item = 0, self.topLevelItem(0)
        while item is not None and shown < MOST_LINES:
            shown, item = shown + 1, self.itemBelow(item)
        line = self.sizeHintForRow(0) if shown else 0
        self._share()
        self.setFixedHeight(self.header().sizeHint().height() + max(shown, 1) * line + 2 * self.frameWidth() + 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter shows where units are, Del takes them off."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
        elif event.key() == Qt.Key.Key_Delete:
            self.erased.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Letters look for a line and choose no tool; Del is for the lines."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and event.key() == Qt.Key.Key_Delete:
            event.accept()
            return True
        return keep_letters(event) or super().event(event)


def _above(item: QTreeWidgetItem) -> Iterable[str]:
    """The ids of the lines that a line stands below."""
    above: QTreeWidgetItem | None = item.parent()
    while above is not None:
        yield above.data(UNIT, _ID)
        above = above.parent()
