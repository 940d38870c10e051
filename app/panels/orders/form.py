"""The sheet in hand: what it is called and when it was drawn up, its units and their tasks, its words, its graphic."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from app.documents.orders import Orders
from app.panels.ask.fields import Choices
from app.panels.orders.chance import ChanceBox
from app.panels.orders.measures import MeasuresBox
from app.panels.orders.organization import OrganizationBox
from app.panels.orders.part import SheetPart, Words, set_text
from app.panels.orders.tasks import TasksBox
from app.panels.orders.words import clash
from app.panels.parts import headline, words_label
from app.panels.words import tr
from core.model.orders import OpSheet


class SheetForm(SheetPart):
    """Shows the sheet in hand, and writes on it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = headline(self.tr("The op sheet in hand"))
        self.chance = ChanceBox()
        self.name, self.time, self.type = QLineEdit(), QLineEdit(), Choices(acts=True)
        self.name.editingFinished.connect(self._rename)
        self.time.editingFinished.connect(lambda: self._say(self.tr("Time an op sheet"), time=self.time.text().strip()))
        self.type.activated.connect(
            lambda _: self._say(self.tr("Change the type of an op sheet"), type=self.type.currentText())
        )
        self.line = QCheckBox(self.tr("One line, without a graphic (6.15)"))
        self.line.clicked.connect(lambda on: self._say(self.tr("Change the form of an op sheet"), line=on))
        fields = QFormLayout()
        fields.setContentsMargins(0, 0, 0, 0)
        fields.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        for words, widget in ((self.tr("&Name:"), self.name), (self.tr("T&ype:"), self.type), (self.tr("T&ime:"), self.time)):
            fields.addRow(words, widget)
        fields.insertRow(1, self.warned)
        fields.addRow(self.line)
        self.set = QLineEdit()
        self.set.editingFinished.connect(lambda: self._say(self.tr("Put an op sheet into a set"), set=self.set.text().strip()))
        fields.addRow(self.tr("Set that it belongs to (27.3):"), self.set)
        self._fields = fields
        self.organization, self.tasks, self.measures = OrganizationBox(), TasksBox(), MeasuresBox()
        self.organization.group_made.connect(lambda number: self.tasks.pick("groups", number))
        self.organization.alternate_made.connect(lambda number: self.tasks.pick("alternates", number))
        self.marks = QCheckBox(self.tr("Mark these units on the map"))
        self.marks.setChecked(True)
        self.alone = QCheckBox(self.tr("This sheet al&one on a pale map"))
        self.ways = QCheckBox(self.tr("Sho&w where they went"))
        self.went = words_label()
        self.ways.toggled.connect(self.went.setVisible)
        self.ways.hide()
        self.went.hide()
        self._build_texts()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.title)
        column.addWidget(self.chance)
        column.addLayout(fields)
        for part in (self.organization, self.marks, self.alone, self.ways, self.went, self.tasks, self._texts, self.measures):
            column.addWidget(part)

    def _build_texts(self) -> None:
        self._texts = QWidget()
        column = QVBoxLayout(self._texts)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self.note, self.preliminary, self.failure = (Words(name) for name in _names_of_texts())
        for field, label, key in (
            (self.note, self.tr("Note on an op sheet"), "note"),
            (self.preliminary, self.tr("Change preliminary instructions"), "preliminary"),
            (self.failure, self.tr("Change failure instructions"), "failure"),
        ):
            field.left.connect(lambda field=field, label=label, key=key: self._say(label, **{key: field.words}))
            heading = QLabel(field.accessibleName())
            heading.setBuddy(field)
            column.addWidget(heading)
            column.addWidget(field)

    def take_types(self, types: Sequence[str]) -> None:
        """The types that a sheet may have, by the rules."""
        with QSignalBlocker(self.type):
            self.type.clear()
            self.type.addItems(list(types))
        self.tasks.take_types(types)

    def show_sheet(self, orders: Orders, sheet: OpSheet) -> None:
        """Shows a sheet as it is now."""
        super().show_sheet(orders, sheet)
        self.title.setText(sheet.id)
        set_text(self.name, sheet.id)
        set_text(self.time, sheet.time)
        with QSignalBlocker(self.type), QSignalBlocker(self.line):
            self.type.setCurrentIndex(self.type.findText(sheet.type))
            self.line.setChecked(sheet.line)
        # Line entry is an optional rule: who has not agreed on it is offered none, and may leave one that is there.
        self.line.setVisible(orders.as_lines or sheet.line)
        set_text(self.set, sheet.set)
        self._fields.setRowVisible(self.set, orders.in_sets or bool(sheet.set))
        for field, text in ((self.note, sheet.note), (self.preliminary, sheet.preliminary), (self.failure, sheet.failure)):
            field.show_words(text)
        for part in (self.organization, self.tasks, self.measures):
            part.show_sheet(orders, sheet)
        self.measures.setVisible(not sheet.line or bool(sheet.measures))

    def _say(self, label: str, **said: object) -> None:
        sheet = self.sheet
        if sheet is not None:
            self.write(label, replace(sheet, **said))  # type: ignore[arg-type]

    def _rename(self) -> None:
        orders, sheet = self.orders, self.sheet
        name = " ".join(self.name.text().split())
        if orders is None or sheet is None or name == sheet.id:
            return
        wrong = clash(name, sheet, orders.sheets)
        if wrong:
            self.warned.tell(wrong)
            self.name.setText(sheet.id)
        else:
            orders.rename(sheet, name)


def _names_of_texts() -> tuple[str, str, str]:
    return tr("Notes"), tr("Preliminary instructions"), tr("Failure instructions")
