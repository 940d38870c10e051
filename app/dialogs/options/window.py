"""The options of the open box: what its rules leave to players and games, listed by kind, and what is in force of each."""

from PySide6.QtCore import QEvent, QModelIndex, QObject, QSignalBlocker, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QBrush, QKeyEvent, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.dialogs.options.detail import OptionDetail
from app.dialogs.options.draft import BOX, CHART_SET, Entry, OptionsDraft
from app.documents.document import Document
from app.widgets.buttons import button_row
from app.widgets.dressing import dress_soon
from app.widgets.rule_words import said
from app.widgets.seeking import finds
from core.rules.kernel.ruleset import KINDS

_ID = Qt.ItemDataRole.UserRole
_SPOKEN = Qt.ItemDataRole.AccessibleTextRole
_NEXT_UNSAID = "next"
_PRESETS = "presets"


class BoxOptions(QDialog):
    """Lists every option with its rule and what is in force. Accepting makes one step of the history of all changes."""

    def __init__(self, parent: QWidget | None, document: Document) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Options of the box"))
        self._document = document
        self.draft = OptionsDraft(document.box.head, document.ruleset)
        self._items: dict[str, QTreeWidgetItem] = {}
        self._heads: dict[str, QTreeWidgetItem] = {}
        self.presets = QComboBox()
        self.presets.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.presets.activated.connect(self._choose_presets)
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(self.tr("Words, rule numbers, choices"))
        self.filter.setAccessibleName(self.tr("Show only options with these words"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._filter)
        self.filter.installEventFilter(self)
        self.only_changed = QCheckBox(self.tr("Only what &differs"))
        self.only_changed.setToolTip(self.tr("Only what differs from its preset, or is wrong"))
        self.only_changed.toggled.connect(self._filter)
        self.list = QTreeWidget()
        self.list.setHeaderLabels([self.tr("Option"), self.tr("Rule"), self.tr("In force"), self.tr("State")])
        self.list.setAccessibleName(self.tr("Options"))
        self.list.setUniformRowHeights(True)
        self.list.setRootIsDecorated(False)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.installEventFilter(self)
        self.detail = OptionDetail(self.draft, self.list)
        self.detail.chosen.connect(self._follow)
        self.unknown, self.clashes, self.count = QLabel(), QLabel(), QLabel()
        for label in (self.unknown, self.clashes, self.count):
            label.setWordWrap(True)
        self.unknown.setTextFormat(Qt.TextFormat.PlainText)
        self.clashes.setTextFormat(Qt.TextFormat.PlainText)
        self.clashes.setAccessibleName(self.tr("What is wrong"))
        self.clashes.hide()
        links = Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        self.count.setTextInteractionFlags(links)
        self.count.linkActivated.connect(lambda _: self.next_unsaid())
        buttons = button_row(self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.accept_button = buttons.button(QDialogButtonBox.StandardButton.Ok)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self._lay_out(buttons)
        self._fill()
        self._say_unknown()
        self.list.currentItemChanged.connect(lambda *_: self._show_current())
        self._follow()
        self.show_option(next(iter(self.draft.entries)))
        self.filter.setFocus()

    def show_option(self, id_: str) -> None:
        """Goes to an option with the keyboard, out of the filter if need be; does nothing where there is none of that id."""
        item = self._items.get(id_)
        if item is None:
            return
        if item.isHidden():
            self.filter.clear()
            self.only_changed.setChecked(False)
        self.list.setCurrentItem(item)
        self.list.scrollToItem(item)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_reads(self, reads: frozenset[str]) -> None:
        """Says which options the procedures of the series ask for; the others are grey, and the line below says why."""
        self.detail.reads = reads
        self.detail.follow()
        self._follow()

    def next_unsaid(self) -> None:
        """Goes to the next option that the game must say, from the top again after the last."""
        ids = list(self._items)
        at = ids.index(self._current) + 1 if self._current in ids else 0
        for id_ in (*ids[at:], *ids[:at]):
            if self.draft.must_say(id_):
                self.show_option(id_)
                self._edit_current()
                return

    def accept(self) -> None:
        """Makes all changes, as one step of the history."""
        if self._refused():
            return
        edit = self.draft.edit(self._document.box.head)
        if edit is not None:
            self._document.do(edit)
        super().accept()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Return leads from the filter to the list and from there to the choice, and closes nothing on the way.

        Letters and numbers that are typed in the list go to the filter.
        """
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and not event.modifiers():
            leaves = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if watched is self.filter and (leaves or event.key() == Qt.Key.Key_Down):
                self.list.setFocus(Qt.FocusReason.OtherFocusReason)
                return True
            if watched is self.list and leaves:
                self._edit_current()
                return True
        if watched is self.list and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._typed(event)
        return False

    def _typed(self, event: QKeyEvent) -> bool:
        """Takes a key of the list for the filter, when it writes or takes back a letter."""
        plain = not event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        takes_back = event.key() == Qt.Key.Key_Backspace and bool(self.filter.text())
        if not plain or not (takes_back or (event.text().isprintable() and event.text().strip())):
            return False
        self.filter.setFocus(Qt.FocusReason.OtherFocusReason)
        self.filter.end(False)
        QApplication.sendEvent(self.filter, event)
        return True

    def changeEvent(self, event: QEvent) -> None:
        """The grey of what nothing asks for follows the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "count"):
            dress_soon(self, self._write)

    @property
    def _current(self) -> str:
        item = self.list.currentItem()
        return str(item.data(0, _ID) or "") if item is not None else ""

    def _edit_current(self) -> None:
        field = self.detail.field
        if field is not None:
            field.setFocus(Qt.FocusReason.OtherFocusReason)
            if isinstance(field, QLineEdit):
                field.selectAll()

    def _show_current(self) -> None:
        self.detail.show_entry(self.draft.entries.get(self._current))

    def _choose_presets(self) -> None:
        if self.presets.currentData() == _PRESETS:
            self.draft.all_back()
            self._show_current()
        self._follow()

    # What the list says ---------------------------------------------------------------------------------------------------

    def _fill(self) -> None:
        bold = self.font()
        bold.setBold(True)
        heads = self._heads
        for id_, entry in self.draft.entries.items():
            kind = entry.option.kind
            if kind not in heads:
                head = heads[kind] = QTreeWidgetItem(self.list)
                head.setFont(0, bold)
                head.setFlags(Qt.ItemFlag.ItemIsEnabled)
                head.setFirstColumnSpanned(True)
                head.setExpanded(True)
            item = QTreeWidgetItem(heads[kind], [said(entry.option.title), entry.option.section])
            item.setData(0, _ID, id_)
            item.setToolTip(0, said(entry.option.title))
            item.setToolTip(1, entry.option.section)
            self._items[id_] = item
        self._count_heads()

    def _count_heads(self) -> None:
        """Writes over each kind how many options it has, and how many of them the filter leaves."""
        for kind, head in self._heads.items():
            words = said(KINDS[kind]) if kind in KINDS else self.tr("the box itself")
            items = [item for id_, item in self._items.items() if self.draft.entries[id_].option.kind == kind]
            whole, left = len(items), sum(not item.isHidden() for item in items)
            counted = str(whole) if left == whole else self.tr("{left} of {whole}").format(left=left, whole=whole)
            head.setText(0, f"{words[:1].upper()}{words[1:]} ({counted})")

    def _write(self) -> None:
        """Writes into the list what is in force of every option, and what is the matter with it."""
        refused = dict(self.draft.refusals())
        clashing = {id_ for each in self.draft.clashes() for id_ in (each.first, each.second)}
        grey = QBrush(self.palette().color(QPalette.ColorRole.PlaceholderText))
        bold = self.font()
        bold.setBold(True)
        for id_, item in self._items.items():
            entry = self.draft.entries[id_]
            differs, unread = self.draft.differs(id_), self._is_unread(entry)
            if id_ in refused:
                state = self.tr("⚠ cannot be")
            elif id_ in clashing:
                state = self.tr("⚠ clash")
            elif self.draft.must_say(id_):
                state = self.tr("○ must be said")
            elif differs:
                state = self.tr("● differs")
            else:
                state = self.tr("– not used yet") if unread else ""
            value = entry.word(self.draft.value(id_)).replace("\n", " ")
            item.setText(2, value)
            item.setToolTip(2, value)
            item.setText(3, state)
            item.setToolTip(3, self.tr("Kept in the box; nothing in this program asks for it yet") if unread else "")
            item.setFont(2, bold if differs else self.font())
            for column in range(4):
                item.setForeground(column, grey if unread else QBrush())
            item.setData(0, _SPOKEN, self._spoken(entry, value, state, unread))

    def _is_unread(self, entry: Entry) -> bool:
        reads, id_ = self.detail.reads, entry.option.id
        return reads is not None and entry.option.kind != BOX and id_ not in reads | self.draft.in_sequence

    def _spoken(self, entry: Entry, value: str, state: str, unread: bool) -> str:
        """A row as a screen reader says it."""
        parts = [said(entry.option.title)]
        if entry.option.section:
            parts.append(self.tr("rule %s") % entry.option.section)
        parts.append(self.tr("in force: %s") % value if value else self.tr("nothing said"))
        parts += [part for part in (state.strip("⚠○●– "), self.tr("nothing asks for it yet") if unread else "") if part]
        return ", ".join(parts)

    def _filter(self) -> None:
        wanted = self.filter.text()
        wrong = {id_ for id_, _ in self.draft.refusals()}
        wrong |= {id_ for each in self.draft.clashes() for id_ in (each.first, each.second)}
        for id_, item in self._items.items():
            fits = not self.only_changed.isChecked() or self.draft.differs(id_) or id_ in wrong
            item.setHidden(not fits or not finds(wanted, self._searched(id_)))
        shown = {self.draft.entries[id_].option.kind for id_, item in self._items.items() if not item.isHidden()}
        for kind, head in self._heads.items():
            head.setHidden(kind not in shown)
        self._count_heads()
        current = self.list.currentItem()
        if current is None or current.isHidden() or not self._current:
            # What is shown is always one of those that are listed.
            seen_item = next((item for item in self._items.values() if not item.isHidden()), None)
            if seen_item is not None:
                self.list.setCurrentItem(seen_item)
            else:
                self.list.setCurrentIndex(QModelIndex())
        self.list.scrollTo(self.list.currentIndex())

    def _searched(self, id_: str) -> str:
        """All words of an option, for the filter."""
        entry = self.draft.entries[id_]
        option = entry.option
        choices = [f"{value} {entry.word(value)} {said(sentence)}" for value, sentence in option.values.items()]
        parts = (id_, option.title, said(option.title), option.section, said(option.about), self.draft.value(id_), *choices)
        return " ".join(parts).casefold()

    # What is the matter ---------------------------------------------------------------------------------------------------

    def _refused(self) -> list[str]:
        """Why the options cannot be kept as they are."""
        return [*(sentence for _, sentence in self.draft.refusals()), *(each.sentence for each in self.draft.clashes())]

    def _follow(self) -> None:
        """Shows what follows from the choices so far."""
        self._write()
        refused = self._refused()
        words = "\n".join(f"⚠ {each}" for each in refused)
        if refused:
            words += "\n" + self.tr("OK waits until that is put right.")
        if words != self.clashes.text():
            self.clashes.setText(words)
            self.clashes.setVisible(bool(words))
            if words:
                QAccessible.updateAccessibility(QAccessibleEvent(self.clashes, QAccessible.Event.Alert))
        self.accept_button.setEnabled(not refused)
        self.accept_button.setToolTip(" ".join(refused))
        differing = sum(map(self.draft.differs, self.draft.entries))
        unsaid = sum(map(self.draft.must_say, self.draft.entries))
        changed = self.tr("Other than their presets: %n.", "", differing)
        counts = [changed if differing else self.tr("All are at their presets.")]
        unread = sum(map(self._is_unread, self.draft.entries.values()))
        if unread:
            counts.append(self.tr("Grey ones are kept in the box, but nothing asks for them yet: %n.", "", unread))
        if unsaid:
            link = self.palette().color(QPalette.ColorRole.Link).name()
            missing = self.tr("The game must still say: %n", "", unsaid)
            counts.append(f'<a style="color: {link}" href="{_NEXT_UNSAID}">{missing}</a>.')
        self.count.setText(" ".join(counts))
        with QSignalBlocker(self.presets):
            self.presets.clear()
            if differing:
                self.presets.addItem(self.tr("As this box chooses"), "")
            self.presets.addItem(self.tr("All presets"), _PRESETS)

    def _say_unknown(self) -> None:
        known = self.draft.ruleset is not None
        sentence = self.tr(
            "This program does not have the rules “%s”, so their options cannot be shown. They stay as they are."
        )
        self.unknown.setText("" if known else "⚠ " + sentence % self._document.box.ruleset)
        self.unknown.setVisible(not known)
        for part in (self.presets, self.only_changed, self.count):
            part.setEnabled(known or CHART_SET in self.draft.entries)
        self.count.setVisible(known)

    def _lay_out(self, buttons: QDialogButtonBox) -> None:
        presets, words = QLabel(self.tr("&Presets:")), QLabel(self.tr("&Filter:"))
        presets.setBuddy(self.presets)
        words.setBuddy(self.filter)
        top = QHBoxLayout()
        for part in (presets, self.presets, words):
            top.addWidget(part)
        top.addWidget(self.filter, 1)
        top.addWidget(self.only_changed)
        header = self.list.header()
        letter = self.fontMetrics().averageCharWidth()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column, letters in ((1, 14), (2, 20), (3, 17)):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            header.resizeSection(column, letters * letter)
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.addWidget(self.list)
        halves.addWidget(self.detail)
        halves.setStretchFactor(0, 3)
        halves.setStretchFactor(1, 2)
        halves.setChildrenCollapsible(False)
        whole = QVBoxLayout(self)
        whole.addLayout(top)
        whole.addWidget(self.unknown)
        whole.addWidget(halves, 1)
        whole.addWidget(self.clashes)
        below = QHBoxLayout()
        below.addWidget(self.count, 1)
        below.addWidget(buttons)
        whole.addLayout(below)
        room = self.screen().availableSize()
        self.resize(
            min(150 * letter, room.width() * 9 // 10), min(38 * self.fontMetrics().lineSpacing(), room.height() * 9 // 10)
        )
        halves.setSizes([self.width() * 3 // 5, self.width() * 2 // 5])
