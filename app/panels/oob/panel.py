"""The order of battle: sides, formations and counters as a tree, and below it what is said of the one that is chosen."""

from collections.abc import Callable, Generator, Iterable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAction, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QMenu, QSplitter, QToolButton, QVBoxLayout, QWidget

from app.counters.unit_words import called
from app.documents.document import Document
from app.documents.unread import unread_words
from app.panels.oob.form import OobForm
from app.panels.oob.model import OobModel
from app.panels.oob.nodes import Node
from app.panels.oob.tree import OobTree
from app.widgets.dressing import dress_soon
from app.widgets.icons import icon
from app.widgets.seeking import sought
from core.base.errors import CoreError
from core.base.steps import finish
from core.model.edits.edit import Edit, Touched
from core.model.edits.oob_edits import (
    added_counter,
    added_formation,
    added_side,
    christened,
    dissolved,
    going,
    reassigned,
    removed,
    renamed,
)
from core.model.oob import Counter, Formation, OobRef, Side

TREE_SHARE, FORM_SHARE = 3, 2


class OobPanel(QWidget):
    """Shows the order of battle of a document. Counters that are chosen here are selected everywhere.

    `sought` carries the ids of counters that the user wants to see on the map, `taken` of those that are to be put there, the
    arrows carrying them. `stand_in_wanted` carries the name of a question
    and a formation whose value nobody has stated; `show_stand_in` takes the answer. `told` carries a sentence on what was done.
    `grid_wanted` asks for the grid of all counters, where what is chosen here is selected.
    """

    sought = Signal(object)
    taken = Signal(object)
    stand_in_wanted = Signal(str, str)
    told = Signal(str)
    grid_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("oob-panel")
        self.setWindowTitle(self.tr("Order of battle"))
        self._document: Document | None = None
        self._selecting = False
        self._chosen: tuple[OobRef, ...] = ()
        self._shown_ids: tuple[str, ...] | None = None
        self._missed = Touched()
        self._fresh: OobRef | None = None
        self.model = OobModel(self)
        self.tree = OobTree(self.model)
        self.form = OobForm()
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Show only …"))
        self.search.setAccessibleName(self.tr("Show only what has these words"))
        self.search.setToolTip(self.tr("Show only counters and formations that have these words in their name, kind or place"))
        self.search.setClearButtonEnabled(True)
        self.search.installEventFilter(self)
        self.add, self.more = self._button("new", self.tr("Add")), self._button("more", self.tr("More"))
        self.message = QLabel()
        self.message.setWordWrap(True)
        self.message.hide()
        self._hint = QLabel()
        self._hint.setWordWrap(True)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._hint.setMargin(self.fontMetrics().averageCharWidth())
        self._make_actions()
        self._lay_out()
        self._connect()
        self.use(None)

    def _button(self, name: str, words: str) -> QToolButton:
        made = QToolButton()
        made.setIcon(icon(name))
        made.setAutoRaise(True)
        made.setToolTip(words)
        made.setAccessibleName(words)
        made.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        made.setObjectName(f"oob-{name}")
        return made

    def _make_actions(self) -> None:
        tree = self.tree
        self._adding = {
            "sides": self._action(self.tr("Add a &side"), "", lambda: self._add("sides")),
            "formations": self._action(self.tr("Add a &formation"), "Alt+Ins", lambda: self._add("formations")),
            "counters": self._action(self.tr("Add a &counter"), "Ins", lambda: self._add("counters")),
        }
        self._dissolving = self._action(self.tr("&Dissolve the formation"), "", self._dissolve)
        self._acting = [
            self._action(self.tr("Show on the &map"), "Return", lambda: self._seek(tree.refs)),
            self._action(self.tr("Put o&n the map"), "Ctrl+Return", lambda: self._take(tree.refs)),
            self._action(self.tr("Edit in the &grid"), "", self.grid_wanted.emit),
            self._action(self.tr("&Rename"), "F2", lambda: tree.edit(tree.currentIndex())),
            self._action(self.tr("Cu&t"), "Ctrl+X", tree.cut),
            self._action(self.tr("&Put here what was cut"), "Ctrl+V", tree.put),
            self._dissolving,
            self._action(self.tr("D&elete"), "Del", lambda: self._remove(tree.refs)),
        ]
        self._opening = [
            self._action(self.tr("E&xpand all"), "", tree.open_all),
            self._action(self.tr("C&ollapse all"), "", tree.open_sides),
        ]
        add = QMenu(self)
        add.addActions(list(self._adding.values()))
        self.add.setMenu(add)
        more = QMenu(self)
        more.addActions(self._acting)
        more.addSeparator()
        more.addActions(self._opening)
        self.more.setMenu(more)

    def _action(self, text: str, keys: str, do: Callable[[], object]) -> QAction:
        made = QAction(text, self)
        if keys:
            # The tree has the keys itself; here they are only told.
            made.setText(f"{text}\t{QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)}")
        made.triggered.connect(lambda _=False: do())
        return made

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.search, 1)
        row.addWidget(self.add)
        row.addWidget(self.more)
        self._splitter = QSplitter(Qt.Orientation.Vertical)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self.tree)
        self._splitter.addWidget(self.form)
        for part, share in enumerate((TREE_SHARE, FORM_SHARE)):
            self._splitter.setStretchFactor(part, share)
        self._splitter.setSizes([TREE_SHARE * self.fontMetrics().height() * 10, FORM_SHARE * self.fontMetrics().height() * 10])
        column = QVBoxLayout(self)
        column.addLayout(row)
        column.addWidget(self._hint, 1)
        column.addWidget(self.message)
        column.addWidget(self._splitter, 1)
        self.tree.setMinimumHeight(5 * self.fontMetrics().height())
        self.setFocusProxy(self.tree)

    def _connect(self) -> None:
        self._filtering = QTimer(self)
        self._filtering.setSingleShot(True)
        self._filtering.setInterval(60)
        self._filtering.timeout.connect(self._filter)
        self.search.textChanged.connect(lambda _: self._filtering.start())
        self.tree.chosen.connect(self._choose)
        self.tree.moved.connect(self._move)
        self.tree.removed.connect(self._remove)
        self.tree.added.connect(self._add)
        self.tree.sought.connect(self._seek)
        self.tree.taken.connect(self._take)
        self.tree.told.connect(self._tell)
        self.tree.refusal = self._why_not
        self.tree.customContextMenuRequested.connect(self._show_menu)
        self.tree.itemDelegate().closeEditor.connect(self._forget_fresh)
        self.model.renamed.connect(self._rename)
        self.model.modelAboutToBeReset.connect(self._keep)
        self.model.modelReset.connect(self._restore)
        self.model.refreshed.connect(self._show_soon)
        self.form.changed.connect(self._do)
        self.form.stand_in_wanted.connect(self.stand_in_wanted)

    # The document --------------------------------------------------------------------------------------------------------

    def use(self, document: Document | None) -> None:
        """Shows another document; None for none."""
        finish(self.using(document))

    def using(self, document: Document | None) -> Generator[None, None, None]:
        """The same in steps: thousands of lines take a frame each time they are gone through."""
        if self._document is not None:
            self._document.changed.disconnect(self._follow)
            self._document.units.changed.disconnect(self._follow_selection)
        self._document = document
        self._chosen, self._shown_ids, self._missed = (), None, Touched()
        self.search.clear()
        self._tell("")
        self.form.use(document, self.model)
        self.model.use(document)
        if document is not None:
            document.changed.connect(self._follow)
            document.units.changed.connect(self._follow_selection)
        yield
        self.tree.open_sides()
        yield
        self._show_emptiness()
        self._show_form()

    def reveal(self, ids: Iterable[str]) -> None:
        """Selects counters in the tree and scrolls to them, whatever is filtered."""
        self._catch_up()
        refs = [ref for id_ in ids if (ref := self.model.oob.ref("counters", id_)) is not None]
        if refs and self.search.text() and not all(self._is_seen(ref) for ref in refs):
            self.search.clear()
            self._filter()
        self._selecting = True
        self.tree.choose(refs)
        self._selecting = False
        self._show_soon()

    def show_stand_in(self, formation: str, question: str, words: str, source: str) -> None:
        """Shows what stands in the place of a value that nobody has stated."""
        self.form.show_stand_in(formation, question, words, source)

    def _follow(self, touched: Touched) -> None:
        if (touched.forces or touched.aspects) and self._document is not None:
            self._missed |= touched
            self._document.turns.wish(self, "follow", self._catch_up, len(touched.units) + len(touched.pieces))

    def _catch_up(self) -> None:
        """Takes what has changed since the tree was shown; before anything is done here that must not be missed."""
        touched, self._missed = self._missed, Touched()
        if not touched:
            return
        self.model.follow(touched)
        if touched.units:
            if self.search.text():
                self._filtering.start()
            self._show_emptiness()
        if touched.forces:
            self._show_soon()

    def _follow_selection(self) -> None:
        """Another part of the window has selected counters."""
        assert self._document is not None
        ids = self._document.units.ids
        # What is selected tells also that it has changed: thousands are not compared for that.
        known, self._shown_ids = ids is self._shown_ids, ids
        if not self._selecting and not known and set(ids) != set(self.model.ids_of(self._of_units())):
            self.reveal(ids)

    def _show_emptiness(self) -> None:
        there = self._document is not None and bool(self._document.box.oob)
        self._splitter.setVisible(there)
        self.search.setEnabled(there)
        self._hint.setVisible(not there)
        self.add.setEnabled(self._document is not None)
        self.more.setEnabled(there)
        self._hint.setText(
            unread_words(self._document)
            or self.tr(
                "This box has no counters yet. Add a side with the button above, type or paste counters into the table of Box,"
                " Counters, or take them from a file with File, Import units."
            )
            if self._document is not None
            else ""
        )

    def _keep(self) -> None:
        self._chosen = self.tree.refs

    def _restore(self) -> None:
        self.tree.open_again()
        self._selecting = True
        self.tree.choose(self._chosen, scroll=False)
        self._selecting = False
        if self.search.text():
            self._filtering.start()

    # The selection -------------------------------------------------------------------------------------------------------

    def _choose(self) -> None:
        self._show_soon()
        if self._selecting or self._document is None:
            return
        self._tell("")
        self._selecting = True
        self._document.units.set(self.model.ids_of(self._of_units()))
        self._selecting = False

    def _of_units(self) -> tuple[OobRef, ...]:
        """What is selected, but for sides: whoever looks at a side does not want to move all its counters."""
        return tuple(ref for ref in self.tree.refs if ref.section != "sides")

    def showEvent(self, event: QShowEvent) -> None:
        """Shows what is chosen; behind other panels nobody reads it."""
        super().showEvent(event)
        self._show_soon()

    def _show_soon(self) -> None:
        """Shows what is chosen once all that belongs to a change has been told."""
        if self._document is not None:
            self._document.turns.wish(self, "form", self._show_form)

    def _show_form(self) -> None:
        if not self.isVisible():
            return
        self.form.show_refs(self.tree.refs)

    def _seek(self, refs: tuple[OobRef, ...]) -> None:
        if ids := self.model.ids_of(refs):
            self.sought.emit(tuple(ids))

    def _take(self, refs: tuple[OobRef, ...]) -> None:
        if ids := self.model.ids_of(refs):
            self.taken.emit(tuple(ids))
        else:
            self._tell(self.tr("There is no counter in what is selected."))

    # Changes -------------------------------------------------------------------------------------------------------------

    def _do(self, edit: Edit) -> bool:
        self._catch_up()
        return self._document is not None and self._document.do(edit)

    def _try(self, make: Callable[[], Edit]) -> bool:
        self._catch_up()
        try:
            edit = make()
        except CoreError as refusal:
            self._tell(str(refusal))
            return False
        self._tell("")
        return self._do(edit)

    def _why_not(self, refs: tuple[OobRef, ...], to: OobRef) -> str:
        try:
            reassigned(self.model.oob, refs, to)
        except CoreError as refusal:
            return str(refusal)
        return ""

    def _move(self, refs: tuple[OobRef, ...], to: OobRef) -> None:
        if self._try(lambda: reassigned(self.model.oob, refs, to)):
            self.tree.expand(self.model.index_of(to))
            self.tree.choose(refs)

    def _rename(self, ref: OobRef, name: str) -> None:
        if ref != self._fresh:
            self._try(lambda: renamed(self.model.oob, ref, name, self.model.name_id))
        elif self._try(lambda: christened(self.model.oob, ref, name, self.model.name_id)):
            self.tree.choose((ref,))

    def _forget_fresh(self) -> None:
        """What was made is called something, or was left as it is: from now on its id stays."""
        self._fresh = None

    def _add(self, section: str) -> None:
        """Adds something where the keyboard is, and lets the user say what it is called."""
        if self._document is None:
            return
        self._catch_up()
        oob = self.model.oob
        home = self.tree.current
        if home is None and len(oob.sides):
            home = OobRef("sides", oob.sides.keys[0])
        if home is None or section == "sides":
            made = OobRef("sides", oob.sides.next_key)
            done = self._try(lambda: added_side(oob, self.tr("New side")))
        elif section == "formations":
            made, at = OobRef("formations", oob.formations.next_key), home
            done = self._try(lambda: added_formation(oob, at, self.tr("New formation")))
        else:
            made, at = OobRef("counters", oob.counters.next_key), home
            beside = oob.item(home)
            like = beside if isinstance(beside, Counter) else None
            done = self._try(lambda: added_counter(oob, at, self.tr("New counter"), self.model.name_id, like))
        if done:
            self.search.clear()
            self._filter()
            self.tree.choose((made,))
            self.tree.setFocus(Qt.FocusReason.OtherFocusReason)
            self._fresh = made
            self.tree.edit(self.model.index_of(made))

    def _remove(self, refs: tuple[OobRef, ...]) -> None:
        if self._document is None or not refs:
            return
        box = self._document.box
        gone = going(box.oob, refs)
        if self._try(lambda: removed(box, refs)):
            number = len(gone.counters)
            words = self.tr("1 counter is gone; Undo brings it back.")
            if number != 1:
                words = self.tr("%d counters are gone; Undo brings them back.") % number
            self.told.emit(words)

    def _dissolve(self) -> None:
        ref = self.tree.current
        if self._document is not None and ref is not None:
            box = self._document.box
            self._try(lambda: dissolved(box, ref))

    def _tell(self, sentence: str) -> None:
        """Says below the search field what cannot be done, and why."""
        self.message.setText(f"⚠ {sentence}" if sentence else "")
        self.message.setVisible(bool(sentence))
        if sentence:
            QAccessible.updateAccessibility(QAccessibleEvent(self.message, QAccessible.Event.Alert))

    def _show_menu(self, point: QPoint) -> None:
        item = self.model.node(self.tree.indexAt(point)).item
        menu = QMenu(self)
        menu.addActions(self._acting if item is not None else [])
        menu.addSeparator()
        menu.addActions(list(self._adding.values()))
        menu.addSeparator()
        menu.addActions(self._opening)
        menu.aboutToHide.connect(menu.deleteLater)
        self._dissolving.setEnabled(isinstance(item, Formation))
        menu.popup(self.tree.viewport().mapToGlobal(point))

    # The filter ----------------------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Down and Enter in the search field go to the tree; Escape empties it."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and watched is self.search:
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._filter()
                self.tree.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return True
            if event.key() == Qt.Key.Key_Escape and self.search.text():
                self.search.clear()
                return True
        return super().eventFilter(watched, event)

    def _filter(self) -> None:
        """Hides the lines that have not the words that are sought, and stand above none that have."""
        self._filtering.stop()
        wanted = self.search.text().strip()
        nodes = self.model.nodes
        kept: set[Node] = set()
        found = 0
        if wanted:
            patterns = [sought(word) for word in wanted.casefold().split()]
            for node in nodes.by_ref.values():
                words = self._words(node)
                if all(pattern.search(words) for pattern in patterns):
                    found += 1
                    kept.update(node.above())
                    kept.update(node.below() if isinstance(node.item, Formation) else ())
        self.tree.setUpdatesEnabled(False)
        for parent in (nodes.root, *nodes.root.below()):
            index = self.model.index_at(parent)
            for child in parent.children:
                hidden = bool(wanted) and child not in kept
                if self.tree.isRowHidden(child.row, index) != hidden:
                    self.tree.setRowHidden(child.row, index, hidden)
            if wanted and parent in kept and any(child in kept for child in parent.children):
                self.tree.expand(index)
        self.tree.setUpdatesEnabled(True)
        self._tell(self.tr("Nothing has these words.") if wanted and not found else "")

    def _words(self, node: Node) -> str:
        """What a line is found by."""
        ruleset = self.model.pictures.ruleset
        words = [called(ruleset, node.item)]
        if isinstance(node.item, Counter):
            held = (value for value in node.item.values.values() if isinstance(value, str))
            words += [node.item.id, *held]
        elif isinstance(node.item, Side | Formation):
            words.append(node.item.id)
        return " ".join(words).casefold()

    def _is_seen(self, ref: OobRef) -> bool:
        index = self.model.index_of(ref)
        return index.isValid() and not self.tree.isRowHidden(index.row(), index.parent())

    def changeEvent(self, event: QEvent) -> None:
        """Icons follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "add"):
            dress_soon(self, self._paint_icons)

    def _paint_icons(self) -> None:
        self.add.setIcon(icon("new"))
        self.more.setIcon(icon("more"))
