"""The counters of one stack from the top down, as a list that is ordered by dragging."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QMimeData, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QIcon, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QWidget

from app.counters.piece_words import UNITS_MIME, ids_in, mime_of
from app.counters.pixmaps import FacePixmaps
from core.rules.kernel.faces import Face

ID = Qt.ItemDataRole.UserRole

COUNTER_LINES = 3.6
"""Counters of the list are so many lines of text high."""


class StackList(QListWidget):
    """Shows counters; `chosen` carries the ids selected by the user, `ordered` all of them from the top down in the order that
    the user wants, `brought` those that were dragged here from elsewhere. `activated_id` carries the one that is asked for by
    Enter or a double click, `menu_asked` the place of a right click on the screen. `taken_hold` comes before a drag.
    """

    chosen = Signal(object)
    ordered = Signal(object)
    brought = Signal(object)
    activated_id = Signal(str)
    menu_asked = Signal(object)
    taken_hold = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pixmaps = FacePixmaps(8 * 1024 * 1024)
        self._filling = False
        self.lets_go: Callable[[QKeyEvent], bool] = lambda _: False
        """Which keys the panel takes instead of searching by letters."""
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setUniformItemSizes(True)
        self.setWordWrap(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._ask_menu)
        self.itemSelectionChanged.connect(self._tell)
        self.itemActivated.connect(lambda item: self.activated_id.emit(item.data(ID)))

    @property
    def ids(self) -> tuple[str, ...]:
        """The counters from the top down."""
        return tuple(self.item(row).data(ID) for row in range(self.count()))

    def show_counters(self, counters: Sequence[tuple[str, Face | None, str]], selected: Sequence[str]) -> None:
        """Shows counters from the top down: ids, faces and words."""
        self._filling = True
        row = self.currentRow()
        side = round(COUNTER_LINES * self.fontMetrics().lineSpacing())
        self.setIconSize(QSize(side, side))
        self.clear()
        for id_, face, words in counters:
            item = QListWidgetItem(words)
            if face is not None:
                picture = self._pixmaps.pixmap(face, side, self.devicePixelRatioF())
                icon = QIcon(picture)
                # A row that is chosen shows it by itself; its counter keeps its colours.
                icon.addPixmap(picture, QIcon.Mode.Selected)
                item.setIcon(icon)
            item.setData(ID, id_)
            item.setToolTip(words)
            self.addItem(item)
            item.setSelected(id_ in selected)
        if 0 <= row < self.count():
            self.setCurrentRow(row, self.selectionModel().SelectionFlag.NoUpdate)
        self._filling = False
        self._fit()

    def _fit(self) -> None:
        """No higher than its counters: what is said of them below needs the room. An empty one still takes a counter in."""
        rows = sum(self.sizeHintForRow(row) for row in range(self.count()))
        self.setMaximumHeight(max(rows, self.iconSize().height()) + 2 * self.frameWidth())

    def select(self, ids: Sequence[str]) -> None:
        """Selects counters without telling."""
        self._filling = True
        for row in range(self.count()):
            self.item(row).setSelected(self.item(row).data(ID) in ids)
        self._filling = False

    @property
    def selected(self) -> tuple[str, ...]:
        """The selected counters, from the top down."""
        return tuple(id_ for row, id_ in enumerate(self.ids) if self.item(row).isSelected())

    def _tell(self) -> None:
        if not self._filling:
            self.chosen.emit(self.selected)

    def _ask_menu(self, at: QPoint) -> None:
        self.menu_asked.emit(self.viewport().mapToGlobal(at))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Alt and the arrows move what is selected in the stack."""
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if event.modifiers() & Qt.KeyboardModifier.AltModifier and event.key() in steps and self.selected:
            self._shift(steps[Qt.Key(event.key())])
            return
        if self.lets_go(event):
            event.ignore()
            return
        super().keyPressEvent(event)

    def _shift(self, by: int) -> None:
        ids, held = list(self.ids), set(self.selected)
        rows = range(len(ids)) if by < 0 else range(len(ids) - 1, -1, -1)
        for row in rows:
            other = row + by
            if ids[row] in held and 0 <= other < len(ids) and ids[other] not in held:
                ids[row], ids[other] = ids[other], ids[row]
        if tuple(ids) != self.ids:
            self.ordered.emit(tuple(ids))

    # Dragging ------------------------------------------------------------------------------------------------------------

    def mimeTypes(self) -> list[str]:
        """What can be brought here."""
        return [UNITS_MIME]

    def mimeData(self, items: Sequence[QListWidgetItem]) -> QMimeData:
        """The counters of some rows, on their way to the map."""
        wanted = {item.data(ID) for item in items}
        self.taken_hold.emit()
        return mime_of(id_ for id_ in reversed(self.ids) if id_ in wanted)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Counters may be brought here."""
        self._judge(event)
        if event.isAccepted():
            self.setState(QAbstractItemView.State.DraggingState)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Shows where they would lie."""
        super().dragMoveEvent(event)
        self._judge(event)

    @staticmethod
    def _judge(event: QDragMoveEvent) -> None:
        if ids_in(event.mimeData()):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        """Orders the stack, or puts what was brought on top of it; the rows follow when the stack has changed."""
        ids = ids_in(event.mimeData())
        self.setState(QAbstractItemView.State.NoState)
        self.viewport().update()
        if not ids:
            event.ignore()
            return
        # The rows are not moved by Qt.
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if event.source() is self:
            self.drop_at(ids, self._row_at(event.position().toPoint()))
        else:
            self.brought.emit(ids)

    def drop_at(self, ids: Sequence[str], row: int) -> None:
        """Moves counters of the list before a row."""
        before = [id_ for id_ in self.ids[:row] if id_ not in ids]
        after = [id_ for id_ in self.ids[row:] if id_ not in ids]
        order = (*before, *(id_ for id_ in self.ids if id_ in ids), *after)
        if order != self.ids:
            self.ordered.emit(order)

    def _row_at(self, at: QPoint) -> int:
        item = self.itemAt(at)
        if item is None:
            return self.count()
        row = self.row(item)
        return row + 1 if at.y() > self.visualItemRect(item).center().y() else row

    def changeEvent(self, event: QEvent) -> None:
        """Letters of another size make larger counters."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            side = round(COUNTER_LINES * self.fontMetrics().lineSpacing())
            self.setIconSize(QSize(side, side))
            self._fit()
