"""What the rules want done in a phase, as a list to tick off; what a task is done with is started from it."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.widgets.rule_words import said
from app.widgets.themes import show_boxes
from core.rules.kernel.sequence import Task

_TASK = Qt.ItemDataRole.UserRole

STARTS = "▸"
"""What follows a task that something is started from; dots would read as if its words were cut."""

NO_BREAK = "\u00a0"
"""What keeps it from a line of its own."""


class TaskList(QListWidget):
    """Tasks of a phase. `ticked` carries a task's text and whether it is done, `opened` what a task is done with.

    The text of a task names it among those that are ticked.
    """

    ticked = Signal(str, bool)
    opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("What the rules want done in this phase"))
        self.setToolTip(self.tr("Space ticks a task off; Enter or a double click starts what it is done with"))
        self.setWordWrap(True)
        self.setItemDelegate(_Boxes(self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._shown: tuple[tuple[Task, ...], frozenset[str], bool] = ((), frozenset(), True)
        self.itemChanged.connect(self._changed)
        self.itemDoubleClicked.connect(self._open)

    def show_tasks(self, tasks: Sequence[Task], done: Iterable[str], usable: bool) -> None:
        """Shows the tasks of a phase and which of them are `done`; they can be ticked when they are `usable`."""
        wanted = tuple(tasks), frozenset(done), usable
        if wanted == self._shown:
            return
        with QSignalBlocker(self):
            if wanted[0] != self._shown[0]:
                self.clear()
                for task in tasks:
                    words = f"{said(task.text)} [{task.section}]"
                    item = QListWidgetItem(f"{words}{NO_BREAK}{STARTS}" if task.opens else words, self)
                    item.setData(_TASK, task)
                    if task.opens:
                        item.setToolTip(self.tr("Enter or a double click starts what it is done with"))
            for row in range(self.count()):
                item = self.item(row)
                flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
                item.setFlags(flags | Qt.ItemFlag.ItemIsUserCheckable if usable else flags)
                ticked = item.data(_TASK).text in wanted[1]
                item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
        self._shown = wanted

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter starts what the task is done with."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentItem() is not None:
            self._open(self.currentItem())
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Breaks the lines anew."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def _changed(self, item: QListWidgetItem) -> None:
        task, done = item.data(_TASK), item.checkState() == Qt.CheckState.Checked
        before, ticks, usable = self._shown
        self._shown = before, ticks | {task.text} if done else ticks - {task.text}, usable
        self.ticked.emit(task.text, done)

    def _open(self, item: QListWidgetItem) -> None:
        task = item.data(_TASK)
        if task.opens:
            self.opened.emit(task.opens)


class _Boxes(QStyledItemDelegate):
    """Frames the boxes to tick so that they are seen in the dark."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """What a line is drawn with."""
        super().initStyleOption(option, index)
        show_boxes(option)
