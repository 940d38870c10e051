"""Changing the keys of actions, with a word about keys that are taken already."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.widgets.buttons import button_row

Keys = tuple[str, ...]
"""Shortcuts in Qt's portable writing, the first of them shown in menus."""

_ID = Qt.ItemDataRole.UserRole

_LEADING_OUT = frozenset({Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter})
_CHORDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


@dataclass(frozen=True, slots=True)
class KeyRow:
    """One action: its lasting name, the group it is listed in, what it is called, its keys now and as Phaseline ships them."""

    id: str
    group: str
    name: str
    keys: Keys
    preset: Keys


@dataclass(frozen=True, slots=True)
class OwnKey:
    """A key that means something by itself at times, before any action hears it: which, and when, in words such as
    "with the tool “Contour” in hand".
    """

    key: str
    when: str


def clashes(keys: Mapping[str, Keys]) -> dict[str, list[str]]:
    """The ids of the actions that share a key, by that key.

    >>> clashes({"open": ("Ctrl+O",), "oval": ("O", "Ctrl+O"), "quit": ("Ctrl+Q",)})
    {'Ctrl+O': ['open', 'oval']}
    """
    users: dict[str, list[str]] = {}
    for id_, own in keys.items():
        for key in own:
            users.setdefault(key, []).append(id_)
    return {key: ids for key, ids in users.items() if len(ids) > 1}


class KeyField(QKeySequenceEdit):
    """Takes the next key that is pressed, whatever it is, but those that lead out of the field and of the dialog.

    `entered` comes with Return when there is a key in it.
    """

    entered = Signal()

    def event(self, event: QEvent) -> bool:
        """Leaves Tab, Return and Escape to the dialog; Qt's own field would hold the keyboard fast."""
        if isinstance(event, QKeyEvent) and event.key() in _LEADING_OUT and not event.modifiers() & _CHORDS:
            if event.type() == QEvent.Type.KeyPress and event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                return self.focusNextPrevChild(event.key() == Qt.Key.Key_Tab)
            if event.type() == QEvent.Type.KeyPress and event.key() != Qt.Key.Key_Escape and not self.keySequence().isEmpty():
                self.entered.emit()
                return True
            event.ignore()
            return False
        return super().event(event)


class KeyEditor(QDialog):
    """Lists actions with their keys. `changed` holds, once accepted, the keys of the actions that were changed; `own` are keys
    that are heard before them at times.
    """

    def __init__(self, parent: QWidget | None, rows: Sequence[KeyRow], own: Sequence[OwnKey] = ()) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Change keyboard shortcuts"))
        self._rows = {row.id: row for row in rows}
        self._keys = {row.id: row.keys for row in rows}
        self._own: dict[str, list[str]] = {}
        for each in own:
            self._own.setdefault(each.key, []).append(each.when)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search keys and actions"))
        self.search.setAccessibleName(self.tr("Search keys and actions"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.tree = QTreeWidget()
        self.tree.setColumnCount(3)
        self.tree.setHeaderLabels([self.tr("Action"), self.tr("Keys"), self.tr("As shipped")])
        self.tree.setAccessibleName(self.tr("Actions and their keys"))
        self.tree.setRootIsDecorated(False)
        self.tree.setUniformRowHeights(True)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.currentItemChanged.connect(lambda *_: self._show_row())
        self.field = KeyField()
        self.field.setMaximumSequenceLength(1)
        self.field.setClearButtonEnabled(True)
        self.field.setAccessibleName(self.tr("New key: press it"))
        self.field.keySequenceChanged.connect(lambda _: self._show_clash())
        self.word = QLabel()
        self.word.setWordWrap(True)
        self.word.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
        self.use = self._button(self.tr("&Use this key"), self._use)
        self.field.entered.connect(self.use.click)
        self.add = self._button(self.tr("&Add as a further key"), self._add)
        self.none = self._button(self.tr("&No key"), lambda: self._set(()))
        self.preset = self._button(self.tr("As &shipped"), self._reset)
        self.all_presets = self._button(self.tr("A&ll as shipped"), self._reset_all)
        label = QLabel(self.tr("New &key:"))
        label.setBuddy(self.field)
        form = QGridLayout()
        form.addWidget(label, 0, 0)
        form.addWidget(self.field, 0, 1, 1, 2)
        for column, button in enumerate((self.use, self.add, self.none)):
            form.addWidget(button, 1, column)
        form.addWidget(self.preset, 2, 0)
        form.addWidget(self.all_presets, 2, 1)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.search)
        layout.addWidget(self.tree, 1)
        layout.addLayout(form)
        layout.addWidget(self.word)
        layout.addWidget(buttons)
        letter = self.fontMetrics().averageCharWidth()
        self.resize(90 * letter, 76 * letter)
        self._list()
        self.search.setFocus()

    @property
    def changed(self) -> dict[str, Keys]:
        """The keys of every action whose keys are others than at first."""
        return {id_: keys for id_, keys in self._keys.items() if keys != self._rows[id_].keys}

    def choose(self, id_: str) -> None:
        """Makes an action the current one."""
        for item in self._items():
            if item.data(0, _ID) == id_:
                self.tree.setCurrentItem(item)

    def _button(self, text: str, do: object) -> QPushButton:
        button = QPushButton(text)
        button.setAutoDefault(False)
        button.clicked.connect(lambda _=False: do())  # type: ignore[operator]
        return button

    def _list(self) -> None:
        bold = self.font()
        bold.setBold(True)
        group = None
        for row in sorted(self._rows.values(), key=lambda row: row.group):
            if row.group != group:
                group = row.group
                head = QTreeWidgetItem([group])
                head.setFont(0, bold)
                head.setFlags(Qt.ItemFlag.ItemIsEnabled)
                head.setFirstColumnSpanned(True)
                self.tree.addTopLevelItem(head)
            item = QTreeWidgetItem([row.name, "", _words(row.preset)])
            item.setData(0, _ID, row.id)
            self.tree.addTopLevelItem(item)
        for column in (1, 2):
            self.tree.header().setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        self._write()
        first = next(iter(self._items()), None)
        if first is not None:
            self.tree.setCurrentItem(first)

    def _items(self) -> Iterable[QTreeWidgetItem]:
        for number in range(self.tree.topLevelItemCount()):
            item = self.tree.topLevelItem(number)
            if item is not None and item.data(0, _ID):
                yield item

    def _write(self) -> None:
        shared = {id_ for ids in clashes(self._keys).values() for id_ in ids}
        bold = self.font()
        bold.setBold(True)
        for item in self._items():
            id_ = item.data(0, _ID)
            item.setText(1, ("⚠ " if id_ in shared else "") + _words(self._keys[id_]))
            item.setFont(1, bold if self._keys[id_] != self._rows[id_].preset else self.font())
            item.setToolTip(1, self.tr("Another action has this key, too; neither will work.") if id_ in shared else "")

    def _filter(self, wanted: str) -> None:
        folded = wanted.casefold()
        for item in self._items():
            text = f"{item.text(0)} {item.text(1)}".casefold()
            item.setHidden(folded not in text)
        shown = {self._rows[item.data(0, _ID)].group for item in self._items() if not item.isHidden()}
        for number in range(self.tree.topLevelItemCount()):
            head = self.tree.topLevelItem(number)
            if head is not None and not head.data(0, _ID):
                head.setHidden(head.text(0) not in shown)
        # What is changed is always one of those that are seen.
        current = self.tree.currentItem()
        if current is None or current.isHidden():
            seen = next((item for item in self._items() if not item.isHidden()), None)
            if seen is not None:
                self.tree.setCurrentItem(seen)
            else:
                self.tree.setCurrentIndex(QModelIndex())

    @property
    def _current(self) -> str:
        item = self.tree.currentItem()
        return str(item.data(0, _ID) or "") if item is not None else ""

    def _show_row(self) -> None:
        with QSignalBlocker(self.field):
            self.field.setKeySequence(QKeySequence())
        chosen = bool(self._current)
        for part in (self.field, self.none, self.preset):
            part.setEnabled(chosen)
        self._show_clash()

    def _taker(self, key: str) -> str:
        """The other action that has a key, empty when it is free."""
        return next((id_ for id_, keys in self._keys.items() if key in keys and id_ != self._current), "")

    def _typed(self) -> str:
        return self.field.keySequence().toString(QKeySequence.SequenceFormat.PortableText)

    def _show_clash(self) -> None:
        key = self._typed()
        self.use.setEnabled(bool(key and self._current))
        self.add.setEnabled(bool(key and self._current))
        taker = self._taker(key) if key else ""
        if taker:
            said = self.tr("⚠ {key} already belongs to “{action}”, which loses it if you use it here.")
            self.word.setText(said.format(key=_words((key,)), action=self._rows[taker].name))
        elif key in self._own:
            said = self.tr("⚠ {key} means something else {when}; an action with that key is not heard then.")
            self.word.setText(said.format(key=_words((key,)), when=self.tr(" and ").join(self._own[key])))
        elif key:
            self.word.setText(self.tr("{key} is free.").format(key=_words((key,))))
        else:
            shared = clashes(self._keys)
            self.word.setText(self._said(shared) if shared else "")

    def _said(self, shared: Mapping[str, Sequence[str]]) -> str:
        key, ids = next(iter(shared.items()))
        names = ", ".join(f"“{self._rows[id_].name}”" for id_ in ids)
        return self.tr("⚠ {key} belongs to several actions: {names}.").format(key=_words((key,)), names=names)

    def _use(self) -> None:
        self._set((self._typed(),))

    def _add(self) -> None:
        self._set((*self._keys[self._current], self._typed()))

    def _reset(self) -> None:
        self._set(self._rows[self._current].preset)

    def _reset_all(self) -> None:
        self._keys = {row.id: row.preset for row in self._rows.values()}
        self._write()
        self._show_row()

    def _set(self, keys: Keys) -> None:
        """Gives the current action its keys and takes them from whoever had them."""
        keys = tuple(dict.fromkeys(keys))
        for id_, own in self._keys.items():
            self._keys[id_] = tuple(key for key in own if key not in keys)
        self._keys[self._current] = keys
        self._write()
        self._show_row()


def _words(keys: Keys) -> str:
    return ", ".join(QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in keys)
