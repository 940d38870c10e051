"""The graphic of the sheet in hand as a list, and what is said of the control measure that is picked."""

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QLineEdit, QVBoxLayout, QWidget

from app.documents.orders import Orders
from app.panels.ask.fields import Choices
from app.panels.flow import FlowBox
from app.panels.orders.part import SheetPart, set_text
from app.panels.orders.words import measure_words
from app.panels.parts import bold_label, push_button
from app.panels.short_list import Row, ShortList
from core.geometry.measures.marks import SIGNS
from core.model.graphics import Measure, reversed_measure
from core.model.orders import OpSheet

MOST_MEASURES = 7
"""So many lines the list shows before it scrolls."""

SIDES = 2
"""A boundary has a left and a right."""


class MeasuresBox(SheetPart):
    """Lists control measures, and writes on the one that is picked. `draw_wanted` asks for the tool that draws."""

    draw_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = bold_label()
        self.list = ShortList(self.tr("Control measures"), self, MOST_MEASURES)
        self.list.chosen.connect(self._choose)
        self.list.opened.connect(self.draw_wanted)
        self.name, self.note = QLineEdit(), QLineEdit()
        self.name.editingFinished.connect(lambda: self._write(text=" ".join(self.name.text().split())))
        self.note.editingFinished.connect(lambda: self._write(note=self.note.text().strip()))
        self.echelon = Choices(acts=True)
        for size in ("", *(each for each in SIGNS if each)):
            self.echelon.addItem(size or self.tr("no size"), size)
        self.echelon.activated.connect(lambda _: self._write(echelon=self.echelon.currentData()))
        self.units = tuple(Choices(acts=True) for _ in range(SIDES))
        for choices in self.units:
            choices.activated.connect(lambda _: self._name_units())
        self.is_alternate = QCheckBox(self.tr("A&lternate"))
        self.is_alternate.clicked.connect(lambda on: self._write(alternate=on))
        self._editor = QWidget()
        self._rows = rows = QFormLayout(self._editor)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        rows.addRow(self.tr("Its name:"), self.name)
        rows.addRow(self.tr("Si&ze:"), self.echelon)
        rows.addRow(self.tr("On its left:"), self.units[0])
        rows.addRow(self.tr("On its right:"), self.units[1])
        rows.addRow(self.tr("Note:"), self.note)
        buttons = FlowBox()
        self.turn = push_button(self.tr("Turn round"), self._turn)
        for widget in (
            self.is_alternate,
            self.turn,
            push_button(self.tr("&Copy"), self._copy, self.tr("Draws another one like it beside it")),
            push_button(self.tr("Erase"), self._erase),
        ):
            buttons.flow.addWidget(widget)
        rows.addRow(buttons)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for part in (self.title, self.list, self._editor, self.warned):
            column.addWidget(part)

    def show_sheet(self, orders: Orders, sheet: OpSheet) -> None:
        """Shows the graphic of a sheet."""
        super().show_sheet(orders, sheet)
        rows = [Row(measure_words(each, orders.kinds), str(n)) for n, each in enumerate(sheet.measures)]
        self.list.show_rows(rows, orders.picked if orders.picked is not None else -1)
        self.title.setText(self.tr("Graphic (%n)", "", len(sheet.measures)))
        self.list.setVisible(bool(sheet.measures))
        if orders.picked is None:
            self.list.setCurrentRow(-1)
        self._show_editor(orders, sheet)

    def _show_editor(self, orders: Orders, sheet: OpSheet) -> None:
        measure = orders.measure
        kind = orders.kind(measure) if measure is not None else None
        self._editor.setVisible(measure is not None)
        if measure is None:
            return
        self._rows.setRowVisible(self.name, kind is None or kind.can_be_named)
        self._rows.setRowVisible(self.echelon, kind is not None and kind.shows_echelon)
        for number, choices in enumerate(self.units):
            self._rows.setRowVisible(choices, kind is not None and kind.names_sides)
            self._fill(choices, orders, sheet, measure.units[number] if number < len(measure.units) else "")
        set_text(self.name, measure.text)
        set_text(self.note, measure.note)
        with QSignalBlocker(self.is_alternate), QSignalBlocker(self.echelon):
            self.is_alternate.setChecked(measure.alternate)
            self.echelon.setCurrentIndex(max(self.echelon.findData(measure.echelon), 0))
        self.turn.setVisible(kind is not None and kind.can_be_turned)

    def _fill(self, choices: Choices, orders: Orders, sheet: OpSheet, chosen: str) -> None:
        """The formations of all sides that a boundary may run between, those of the side of the sheet first."""
        formations = sorted(orders.box.oob.formations, key=lambda each: each.side != sheet.side)
        ids = ["", *(each.id for each in formations)]
        if chosen not in ids:
            ids.append(chosen)
        with QSignalBlocker(choices):
            if [choices.itemData(n) for n in range(choices.count())] != ids:
                choices.clear()
                for each in ids:
                    choices.addItem(orders.called(each) if each else self.tr("nobody"), each)
            choices.setCurrentIndex(ids.index(chosen))

    def _choose(self, number: int) -> None:
        if self.orders is not None:
            self.orders.pick(number)

    def _name_units(self) -> None:
        left, right = (choices.currentData() or "" for choices in self.units)
        self._write(units=(left, right) if right else (left,) if left else ())

    def _write(self, **said: object) -> None:
        """Says something else of the measure that is picked."""
        orders = self.orders
        measure = orders.measure if orders is not None else None
        if orders is not None and measure is not None:
            self._draw(replace(measure, **said))  # type: ignore[arg-type]

    def _turn(self) -> None:
        orders = self.orders
        measure = orders.measure if orders is not None else None
        kind = orders.kind(measure) if orders is not None and measure is not None else None
        if measure is not None and kind is not None:
            self._draw(reversed_measure(kind, measure))

    def _draw(self, made: Measure) -> None:
        orders = self.orders
        if orders is not None and made != orders.measure and not orders.draw(made, orders.picked):
            self._refused(orders, self.tr("The control measure could not be changed."))

    def _copy(self) -> None:
        if self.orders is not None and not self.orders.copy():
            self._refused(self.orders, self.tr("The control measure could not be copied."))

    def _refused(self, orders: Orders, words: str) -> None:
        """Says why nothing was done, and shows the measure as it is; what waits for a line of why is asked elsewhere."""
        if orders.sheet is not None:
            self.show_sheet(orders, orders.sheet)
        self.warned.tell("" if orders.waits else words)

    def _erase(self) -> None:
        if self.orders is not None and self.orders.picked is not None:
            self.orders.erase(self.orders.picked)
