"""What the sheet in hand says of parts of its units: groups with a task of their own, alternates, who was sent in or added."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QFormLayout, QLineEdit, QVBoxLayout, QWidget

from app.documents.orders import Orders
from app.panels.ask.fields import Choices
from app.panels.orders.part import SheetPart, Words, set_text
from app.panels.orders.words import addition_words, alternate_words, sent_words
from app.panels.parts import bold_label, push_button
from app.panels.room import bring_into_view
from app.panels.short_list import Row, ShortList
from app.panels.words import capital
from core.model.orders import Addition, Alternate, Commitment, OpSheet, TaskGroup

MOST_PARTS = 9
"""So many lines the list shows before it scrolls."""

Kind = Literal["groups", "alternates", "committed", "added"]
"""The field of a sheet that parts stand in."""

KINDS: tuple[Kind, ...] = ("groups", "alternates", "committed", "added")
PartOfSheet = TaskGroup | Alternate | Commitment | Addition


@dataclass(frozen=True, slots=True)
class Key:
    """Which part of a sheet is meant: its field, and its number there."""

    kind: Kind
    number: int


class TasksBox(SheetPart):
    """Lists the parts of a sheet, and writes on the one that is picked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys: tuple[Key, ...] = ()
        self._picked: Key | None = None
        self.title = bold_label()
        self.list = ShortList(self.tr("Groups and alternates"), self, MOST_PARTS)
        self.list.chosen.connect(self._choose)
        self.name, self.type = QLineEdit(), Choices(acts=True)
        self.name.editingFinished.connect(self._rename)
        self.type.activated.connect(lambda _: self._write(type=self.type.currentData()))
        self.words = Words(self.tr("What they are to do"), 2)
        self.words.left.connect(lambda: self._write(note=self.words.words))
        self.remove = push_button("", self._remove, self.tr("Its units stay on the sheet"))
        self._editor = QWidget()
        self._rows = rows = QFormLayout(self._editor)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        rows.addRow(self.tr("Group:"), self.name)
        rows.addRow(self.tr("Its type:"), self.type)
        rows.addRow(self.tr("Task:"), self.words)
        rows.addRow(self.remove)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for part in (self.title, self.list, self._editor, self.warned):
            column.addWidget(part)

    def take_types(self, types: Sequence[str]) -> None:
        """The types that a group may have."""
        with QSignalBlocker(self.type):
            self.type.clear()
            self.type.addItem(self.tr("as the sheet"), "")
            for each in types:
                self.type.addItem(each, each)

    def show_sheet(self, orders: Orders, sheet: OpSheet) -> None:
        """Shows the parts of a sheet; without any there is nothing to see."""
        if self.orders is not orders or (self.sheet is not None and self._picked not in _keys(sheet)):
            self._picked = None
        super().show_sheet(orders, sheet)
        self._keys = _keys(sheet)
        at = self._keys.index(self._picked) if self._picked in self._keys else -1
        rows = [Row(self._row(key, _part(sheet, key)), f"{key.kind} {key.number}") for key in self._keys]
        self.list.show_rows(rows, at)
        if at < 0:
            self.list.setCurrentRow(-1)
        self.title.setText(self.tr("Groups and alternates (%n)", "", len(rows)))
        self.setVisible(bool(rows))
        self._show_editor(sheet)

    def pick(self, kind: Kind, number: int) -> None:
        """Takes a part in hand, to be written on at once."""
        self._picked = Key(kind, number)
        if self.orders is not None and self.sheet is not None:
            self.show_sheet(self.orders, self.sheet)
            field = self.name if kind == "groups" else self.words
            field.setFocus()
            bring_into_view(field)
            if isinstance(field, QLineEdit):
                field.selectAll()

    def _row(self, key: Key, part: PartOfSheet) -> str:
        """A part in words: what it is, who is in it, what they are to do."""
        assert self.orders is not None
        units = ", ".join(self.orders.called(unit) for unit in part.units) or self.tr("nobody yet")
        match part:
            case TaskGroup():
                what = f"{part.name} ({part.type})" if part.type else part.name
            case Alternate():
                what = capital(alternate_words(part))
            case Commitment():
                what = capital(sent_words(part))
            case Addition():
                what = capital(addition_words(part))
        return f"{what}: {units}" + (f"\n{part.note}" if part.note else "")

    def _show_editor(self, sheet: OpSheet) -> None:
        part = _part(sheet, self._picked) if self._picked is not None else None
        self._editor.setVisible(part is not None)
        if part is None:
            return
        is_group = isinstance(part, TaskGroup)
        for widget in (self.name, self.type):
            self._rows.setRowVisible(widget, is_group)
        self.remove.setVisible(isinstance(part, TaskGroup | Alternate))
        self.remove.setText(self.tr("Diss&olve the group") if is_group else self.tr("Rem&ove the alternate"))
        self.words.show_words(part.note)
        if isinstance(part, TaskGroup):
            set_text(self.name, part.name)
            with QSignalBlocker(self.type):
                self.type.setCurrentIndex(max(self.type.findData(part.type), 0))

    def _choose(self, number: int) -> None:
        sheet = self.sheet
        if sheet is not None and 0 <= number < len(self._keys):
            self._picked = self._keys[number]
            self._show_editor(sheet)

    def _rename(self) -> None:
        name, sheet, key = " ".join(self.name.text().split()), self.sheet, self._picked
        if sheet is None or key is None or key.kind != "groups":
            return
        others = {each.name.casefold() for n, each in enumerate(sheet.groups) if n != key.number}
        if not name or name.casefold() in others:
            self.warned.tell(self.tr("Another group has this name.") if name else self.tr("A group needs a name."))
            self.name.setText(sheet.groups[key.number].name)
        else:
            self._write(name=name)

    def _write(self, **said: object) -> None:
        """Writes something else on the part that is picked."""
        sheet, key = self.sheet, self._picked
        part = _part(sheet, key) if sheet is not None and key is not None else None
        if sheet is None or key is None or part is None:
            return
        made = replace(part, **said)  # type: ignore[arg-type]
        parts = (made if n == key.number else each for n, each in enumerate(getattr(sheet, key.kind)))
        self.write(self.tr("Say what units of an op sheet do"), _with(sheet, key.kind, tuple(parts)))

    def _remove(self) -> None:
        sheet, key = self.sheet, self._picked
        if sheet is None or key is None:
            return
        kept = tuple(each for n, each in enumerate(getattr(sheet, key.kind)) if n != key.number)
        self._picked = None
        label = self.tr("Dissolve a group") if key.kind == "groups" else self.tr("Remove an alternate")
        self.write(label, _with(sheet, key.kind, kept))


def _keys(sheet: OpSheet) -> tuple[Key, ...]:
    return tuple(Key(kind, number) for kind in KINDS for number in range(len(getattr(sheet, kind))))


def _part(sheet: OpSheet, key: Key) -> PartOfSheet:
    found: PartOfSheet = getattr(sheet, key.kind)[key.number]
    return found


def _with(sheet: OpSheet, kind: Kind, parts: tuple[PartOfSheet, ...]) -> OpSheet:
    return replace(sheet, **{kind: parts})  # type: ignore[arg-type]
