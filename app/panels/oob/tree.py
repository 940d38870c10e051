"""The tree of the order of battle: chosen, carried, cut and put with the mouse and with the keyboard."""

from collections.abc import Callable, Iterable, Iterator

from PySide6.QtCore import (
    QElapsedTimer,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QMimeData,
    QModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QDrag,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QIcon,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPalette,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QToolTip, QTreeView, QWidget

from app.panels.oob.model import COUNT, NAME, REFS_MIME, STEP, STRENGTH, WHERE, OobModel
from app.panels.oob.nodes import Node
from app.widgets.grid_cells import ENDING
from core.model.oob import Counter, Formation, OobRef, OobSection, Side

PICTURE = 1.7
"""The height of a picture of a counter, in heights of the font."""

LEAST_PICTURE_PX = 24
"""Counters are drawn to be read from this size on."""

AT_ONCE = 1000
"""Lines that are opened in one go."""

SLICE_MS = 8
"""How long more of them are opened between two frames."""

_SECTIONS: dict[str, OobSection] = {"sides": "sides", "formations": "formations", "counters": "counters"}

_NAME_LETTERS, _NUMBER_LETTERS, _STRENGTH_LETTERS, _WHERE_LETTERS = 26, 7, 22, 13
"""How wide the columns are at least, in letters; where there is no room for all, strengths go first and then steps."""


class OobTree(QTreeView):
    """Shows an `OobModel`.

    `moved` carries refs and the ref of what they are put into, `removed` refs, `added` "counters" or "formations"; `sought`
    carries the refs that the user wants to see on the map, `taken` those that are to be put there. `told` carries a sentence on
    what cannot be done.
    `refusal` is asked, before anything is dropped, why refs cannot be put somewhere.
    """

    moved = Signal(object, object)
    removed = Signal(object)
    added = Signal(str)
    sought = Signal(object)
    taken = Signal(object)
    told = Signal(str)
    chosen = Signal()

    def __init__(self, model: OobModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._cut: tuple[OobRef, ...] = ()
        self._open: set[OobRef] = set()
        self._opening: Iterator[OobRef] = iter(())
        self.refusal: Callable[[tuple[OobRef, ...], OobRef], str] = lambda refs, to: ""
        self.setModel(model)
        self.setAccessibleName(self.tr("Order of battle"))
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setExpandsOnDoubleClick(False)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDropIndicatorShown(True)
        self.setTabKeyNavigation(False)
        self.setIndentation(2 * self.fontMetrics().averageCharWidth())
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(self.fontMetrics().averageCharWidth() * 4)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        letter = self.fontMetrics().averageCharWidth()
        header.resizeSection(COUNT, _NUMBER_LETTERS * letter)
        header.resizeSection(STEP, _NUMBER_LETTERS * letter)
        header.resizeSection(STRENGTH, _STRENGTH_LETTERS * letter)
        header.resizeSection(WHERE, _WHERE_LETTERS * letter)
        model.refreshed.connect(self.viewport().update)
        # Qt tells of lines that are opened one by one, and of no others.
        self.expanded.connect(lambda index: self._note_open(index, True))
        self.collapsed.connect(lambda index: self._note_open(index, False))
        model.rowsInserted.connect(lambda parent, *_: self._come_back(parent))
        self.doubleClicked.connect(self._seek)
        self.selectionModel().selectionChanged.connect(lambda *_: self.chosen.emit())
        self._size_pictures()

    # What is chosen ------------------------------------------------------------------------------------------------------

    @property
    def refs(self) -> tuple[OobRef, ...]:
        """What is selected, in the order in which it was."""
        # Qt's own list asks of every cell whether it can be chosen; the binding hands out parts that do not outlive the whole.
        picked = self.selectionModel().selection()
        found: list[OobRef] = []
        for n in range(picked.count()):
            area = picked.at(n)
            if area.left() <= NAME <= area.right():
                lines = self._model.node(area.parent()).children[area.top() : area.bottom() + 1]
                found += [line.ref for line in lines if line.ref is not None]
        return tuple(found)

    @property
    def current(self) -> OobRef | None:
        """What the keyboard is at."""
        return self._model.node(self.currentIndex()).ref if self.currentIndex().isValid() else None

    def choose(self, refs: Iterable[OobRef], scroll: bool = True) -> None:
        """Selects these lines and no others, and brings the first into view."""
        kinds = QItemSelectionModel.SelectionFlag
        selection = self.selectionModel()
        nodes = [node for ref in refs if (node := self._model.nodes.by_ref.get(ref)) is not None]
        selection.select(self._lines(nodes), kinds.ClearAndSelect)
        if nodes:
            first = self._model.index_at(nodes[0])
            selection.setCurrentIndex(first, kinds.NoUpdate)
            if scroll:
                self.reveal(first)

    def _lines(self, nodes: list[Node]) -> QItemSelection:
        """Lines as a selection. Neighbours are one range: of each cell that is painted Qt asks all ranges."""
        made = QItemSelection()
        start = last = None
        for node in sorted(set(nodes), key=lambda each: (id(each.parent), each.row)):
            if last is None or start is None or node.parent is not last.parent or node.row != last.row + 1:
                if start is not None and last is not None:
                    made.append(self._range(start, last))
                start = node
            last = node
        if start is not None and last is not None:
            made.append(self._range(start, last))
        return made

    def _range(self, first: Node, last: Node) -> QItemSelectionRange:
        return QItemSelectionRange(self._model.index_at(first), self._model.index_at(last, WHERE))

    def reveal(self, index: QModelIndex) -> None:
        """Opens what a line stands under, and scrolls to it."""
        above = index.parent()
        while above.isValid():
            self.expand(above)
            above = above.parent()
        self.scrollTo(index)

    def open_sides(self) -> None:
        """Shows what stands directly under each side, and nothing below that."""
        self._opening = iter(())
        self.expandToDepth(0)
        self._open = {ref for ref in self._model.nodes.by_ref if ref.section == "sides"}

    def open_all(self) -> None:
        """Shows every line; of thousands a few formations between two frames."""
        self._open = {ref for ref, node in self._model.nodes.by_ref.items() if node.children}
        if len(self._model.nodes.by_ref) <= AT_ONCE:
            self.expandAll()
        else:
            self._opening = iter([ref for ref in self._model.nodes.by_ref if ref in self._open])
            self._open_more()

    def _open_more(self) -> None:
        """Opens some more of what is to be open; what was closed meanwhile stays so."""
        timer = QElapsedTimer()
        timer.start()
        for ref in self._opening:
            index = self._model.index_of(ref)
            if ref in self._open and index.isValid():
                self.expand(index)
            if timer.elapsed() >= SLICE_MS:
                QTimer.singleShot(0, self, self._open_more)
                return

    def open_again(self) -> None:
        """Opens what was open before everything was made anew."""
        for ref in tuple(self._open):
            index = self._model.index_of(ref)
            if index.isValid():
                self.expand(index)

    def _note_open(self, index: QModelIndex, is_open: bool) -> None:
        ref = self._model.node(index).ref
        if ref is not None:
            (self._open.add if is_open else self._open.discard)(ref)

    def _come_back(self, parent: QModelIndex) -> None:
        """What comes back by undo stands open as it was."""
        if self._model.node(parent).ref in self._open:
            self.expand(parent)

    def drop_cut(self) -> None:
        """Forgets what was cut."""
        self._cut = ()
        self._model.set_cut(())

    # Keys ----------------------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Keeps the keys of the tree from the actions of the window while the tree has the keyboard."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_own(event):
            event.accept()
            return True
        return super().event(event)

    def _is_own(self, event: QKeyEvent) -> bool:
        alone = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if event.matches(QKeySequence.StandardKey.Cut) or event.matches(QKeySequence.StandardKey.Paste):
            return True
        if event.modifiers() == Qt.KeyboardModifier.AltModifier:
            return event.key() in _STEPS or event.key() == Qt.Key.Key_Insert
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.ControlModifier:
            return event.key() in ENDING
        # Letters find lines by their beginnings; on the map they choose tools.
        return alone and (event.key() in _OWN or bool(event.text().strip()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Moves, cuts, puts, adds, deletes, and goes to the map."""
        key, refs = event.key(), self.refs
        if event.modifiers() == Qt.KeyboardModifier.AltModifier and key in _STEPS:
            self._step(_STEPS[Qt.Key(key)])
        elif event.modifiers() == Qt.KeyboardModifier.AltModifier and key == Qt.Key.Key_Insert:
            self.added.emit("formations")
        elif event.matches(QKeySequence.StandardKey.Cut):
            self.cut()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.put()
        elif key == Qt.Key.Key_Insert:
            self.added.emit("counters" if not isinstance(self._model.node(self.currentIndex()).item, Side) else "formations")
        elif key == Qt.Key.Key_Delete and refs:
            self.removed.emit(refs)
        elif key in ENDING and self.state() != QAbstractItemView.State.EditingState:
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.taken.emit(refs)
            else:
                self._seek(self.currentIndex())
        elif key == Qt.Key.Key_Escape and self._cut:
            self.drop_cut()
        else:
            super().keyPressEvent(event)

    def cut(self) -> None:
        """Remembers what is selected, to be put elsewhere."""
        self._cut = tuple(ref for ref in self.refs if ref.section != "sides")
        self._model.set_cut(self._cut)

    def put(self) -> None:
        """Puts what was cut where the keyboard is."""
        home = self._home(self._model.node(self.currentIndex()))
        if not self._cut:
            self.told.emit(self.tr("Nothing was cut. Select counters or formations and cut them first."))
        elif home is None:
            self.told.emit(self.tr("Choose the formation or the side that it is to belong to."))
        else:
            cut = self._cut
            self.drop_cut()
            self.moved.emit(cut, home)

    def _step(self, step: str) -> None:
        """Moves what is selected out of its formation, into the one before it, or to the one before or after its own."""
        refs = self.refs
        node = self._model.node(self.currentIndex())
        home, target = node.parent, None
        if not refs or node.ref is None or isinstance(node.item, Side) or home is None:
            return
        if step == "out":
            target = home.parent
        elif step == "in":
            before = [each for each in home.children if isinstance(each.item, Formation) and each.ref not in refs]
            behind = [each for each in before if each.row < node.row]
            target = behind[-1] if behind else next(iter(before), None)
        else:
            moving = {inner for ref in refs for inner in self._model.nodes.by_ref[ref].below()}
            moving |= {self._model.nodes.by_ref[ref] for ref in refs}
            homes = [each for each in self._homes() if each not in moving]
            if home in homes:
                at = homes.index(home) + (1 if step == "down" else -1)
                target = homes[at] if 0 <= at < len(homes) else None
        if target is None or target.ref is None:
            self.told.emit(self.tr("There is no formation in that direction."))
        else:
            self.moved.emit(refs, target.ref)

    def _homes(self) -> list[Node]:
        """Sides and formations in the order of the tree."""
        return [each for each in self._model.nodes.root.below() if isinstance(each.item, Side | Formation)]

    def _seek(self, index: QModelIndex) -> None:
        refs = self.refs or ((ref,) if (ref := self._model.node(index).ref) is not None else ())
        if refs:
            self.sought.emit(refs)

    # The mouse -----------------------------------------------------------------------------------------------------------

    def startDrag(self, actions: Qt.DropAction) -> None:
        """Carries what is selected. Its lines as a picture would hide the map under them."""
        refs = tuple(ref for ref in self.refs if ref.section != "sides")
        if not refs:
            return
        drag = QDrag(self)
        drag.setMimeData(self._model.mimeData([self._model.index_of(ref) for ref in refs]))
        drag.setPixmap(self._in_hand(refs))
        # Beside the pointer, which stays to be seen.
        aside = self.fontMetrics().height() // 2
        drag.setHotSpot(QPoint(-aside, -aside))
        drag.exec(actions, self.defaultDropAction())

    def _in_hand(self, refs: tuple[OobRef, ...]) -> QPixmap:
        """The picture of the first line, and how many counters are carried where it is not one."""
        shown, count = self._model.index_of(refs[0]).data(Qt.ItemDataRole.DecorationRole), len(self._model.ids_of(refs))
        side, gap, ratio = self.iconSize().height(), self.fontMetrics().averageCharWidth(), self.devicePixelRatioF()
        words = f"× {count}" if count != 1 else ""
        wide = side + 2 * gap + (self.fontMetrics().horizontalAdvance(words) + gap if words else 0)
        made = QPixmap(QSize(round(wide * ratio), round((side + 2 * gap) * ratio)))
        made.setDevicePixelRatio(ratio)
        made.fill(self.palette().color(QPalette.ColorRole.Base))
        painter = QPainter(made)
        painter.setFont(self.font())
        painter.setPen(self.palette().color(QPalette.ColorRole.Text))
        painter.drawRect(0, 0, wide - 1, side + 2 * gap - 1)
        if isinstance(shown, QIcon):
            shown.paint(painter, QRect(gap, gap, side, side))
        painter.drawText(QRect(side + 2 * gap, 0, wide, side + 2 * gap), Qt.AlignmentFlag.AlignVCenter, words)
        painter.end()
        return made

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Takes what comes from this tree."""
        if event.mimeData().hasFormat(REFS_MIME):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Says at once why something cannot be put where the pointer is."""
        super().dragMoveEvent(event)
        refs, home = refs_in(event.mimeData()), self._home_at(event.position().toPoint())
        why = self.refusal(refs, home) if refs and home is not None else self.tr("Drop it on a formation or a side.")
        if why or not refs:
            event.ignore()
            QToolTip.showText(self.viewport().mapToGlobal(event.position().toPoint()), why, self)
        else:
            QToolTip.hideText()
            event.setDropAction(Qt.DropAction.MoveAction)
            event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        """Puts what was carried into the formation under the pointer, or into that of the counter there."""
        refs, home = refs_in(event.mimeData()), self._home_at(event.position().toPoint())
        self.setState(QAbstractItemView.State.NoState)
        self.viewport().update()
        if not refs or home is None:
            event.ignore()
            return
        # Qt would take lines that were moved out of the model; here the document says what becomes of them.
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.moved.emit(refs, home)

    def _home_at(self, point: QPoint) -> OobRef | None:
        return self._home(self._model.node(self.indexAt(point)))

    def _home(self, node: Node) -> OobRef | None:
        if isinstance(node.item, Counter) and node.parent is not None:
            return node.parent.ref
        return node.ref

    # Size ----------------------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shows as many columns as there is room for."""
        super().resizeEvent(event)
        letter = self.fontMetrics().averageCharWidth()
        header, room = self.header(), self.viewport().width() - _NAME_LETTERS * letter
        for column in (WHERE, COUNT, STEP, STRENGTH):
            width = header.sectionSize(column) if not header.isSectionHidden(column) else self._least(column)
            room -= width
            header.setSectionHidden(column, room < 0)

    def _least(self, column: int) -> int:
        letter = self.fontMetrics().averageCharWidth()
        return letter * {WHERE: _WHERE_LETTERS, STRENGTH: _STRENGTH_LETTERS}.get(column, _NUMBER_LETTERS)

    def changeEvent(self, event: QEvent) -> None:
        """Pictures follow the font and the palette."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange) and hasattr(self, "_model"):
            self._size_pictures()
            self.viewport().update()

    def _size_pictures(self) -> None:
        side = max(LEAST_PICTURE_PX, round(PICTURE * self.fontMetrics().height()))
        self.setIconSize(QSize(side, side))
        self._model.set_size(side, self.devicePixelRatioF())


_STEPS = {Qt.Key.Key_Left: "out", Qt.Key.Key_Right: "in", Qt.Key.Key_Up: "up", Qt.Key.Key_Down: "down"}

_OWN = frozenset(
    {
        *(Qt.Key.Key_Insert, Qt.Key.Key_Delete, Qt.Key.Key_F2, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Home),
        *(Qt.Key.Key_End, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Escape),
    }
)
"""Keys that mean something in the tree."""


def refs_in(data: QMimeData) -> tuple[OobRef, ...]:
    """What is carried within the tree; nothing for data of other programs that only look like it."""
    if not data.hasFormat(REFS_MIME):
        return ()
    found = []
    for line in bytes(data.data(REFS_MIME).data()).decode("utf-8", errors="replace").splitlines():
        section, _, key = line.partition(" ")
        if section in _SECTIONS and key.isdecimal() and len(key) < 10:
            found.append(OobRef(_SECTIONS[section], int(key)))
    return tuple(found)
