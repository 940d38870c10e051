"""The panel Op sheets: a board of sheets, and the sheet in hand."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from app.counters.piece_words import ids_in
from app.documents.document import Document
from app.documents.orders import Orders
from app.panels.charts.bars import Bar, ChanceBars
from app.panels.charts.words import chance_words
from app.panels.flow import FlowBox
from app.panels.orders.letters import LettersBox
from app.panels.orders.words import clash, measure_words, sheet_words
from app.panels.parts import Warned, bold_label, folding, headline, push_button, words_label
from app.panels.room import Room
from app.panels.rulings.reasons_view import ReasonsView, reason_lines, sentence
from app.panels.short_list import Row, ShortList
from app.panels.words import tr
from core.base.errors import CoreError
from core.model.box import GameBox
from core.model.orders import OpSheet
from core.rules.kernel.rulings import Ruling

_HINT, _BOARD = range(2)

_NO_ROLL = ("steps", "none")
"""What is said of steps without a roll (`core.rules.tcs.sheet_steps`)."""

MOST_SHEETS, MOST_UNITS, MOST_MEASURES = 12, 9, 7
"""So many lines lists show before they scroll."""

NOTE_LINES = 3


class OrdersPanel(QWidget):
    """Shows the op sheets of a document and writes on the one in hand.

    `seen` comes when the panel is shown or hidden. `new_wanted` asks for a new sheet, `draw_wanted` for the tool that draws its
    graphic, `sought` carries ids of units that are to be seen, `told` why something was not done. In play `roll_wanted` asks
    for the dice of the sheet in hand, `read_wanted` carries what real ones showed, `gain_wanted` asks what all sheets gain,
    `do_wanted` carries the number of a step that is to be done.
    """

    seen = Signal()
    new_wanted = Signal()
    roll_wanted = Signal()
    read_wanted = Signal(str)
    gain_wanted = Signal()
    do_wanted = Signal(int)
    draw_wanted = Signal()
    sought = Signal(object)
    told = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("orders-panel")
        self.setWindowTitle(self.tr("Op sheets"))
        self._orders: Orders | None = None
        self._document: Document | None = None
        self.called: Callable[[str], str] = str
        self.place_in_hand: Callable[[], str] = str
        self._types: tuple[str, ...] = ()
        self._build()
        self.setAcceptDrops(True)

    def use(self, orders: Orders | None, document: Document | None) -> None:
        """Shows the sheets of another document; None for none."""
        if self._orders is not None:
            self._orders.changed.disconnect(self.refresh)
        if self._document is not None:
            self._document.units.changed.disconnect(self._show_buttons)
        self._orders, self._document, self._types = orders, document, ()
        if orders is not None and document is not None:
            orders.changed.connect(self.refresh)
            document.units.changed.connect(self._show_buttons)
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """What is in hand is marked on the map while the panel is seen."""
        super().showEvent(event)
        self.seen.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        """The map is left alone again."""
        super().hideEvent(event)
        self.seen.emit()

    def take_types(self, types: Sequence[str]) -> None:
        """The types that a sheet may have, by the rules; none where the series has no op sheets."""
        self._types = tuple(types)
        self.type.clear()
        self.type.addItems(list(self._types))
        self.refresh()

    # What is shown ------------------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Shows the sheets as they are now."""
        orders, document = self._orders, self._document
        if orders is None or document is None or not self._types:
            words = self.tr("The rules of this series know no op sheets.") if document is not None else ""
            self._hint.setText(words or self.tr("Open a box of TCS to write op sheets."))
            self._stack.setCurrentIndex(_HINT)
            return
        sides = {side.id: side.name or side.id for side in document.box.oob.sides}
        sheets, sheet = orders.sheets, orders.sheet
        at = sheets.index(sheet) if sheet is not None else -1
        self.board.show_rows([Row(sheet_words(each, sides.get(each.side, each.side)), each.id) for each in sheets], at)
        self.board.setVisible(bool(sheets))
        self._empty.setVisible(not sheets)
        can = document.state.in_play or document.work.scenario is not None
        self._new.setEnabled(can)
        self._empty.setText(
            self.tr("There is no op sheet yet. Select units and write one: they are on it at once.")
            if can
            else self.tr("Op sheets stand in a scenario: show one first, or play a session.")
        )
        self._form.setVisible(sheet is not None)
        self._gain.setVisible(document.play is not None and any(each.in_preparation for each in sheets))
        self._dice.setVisible(document.play is not None and sheet is not None and sheet.in_preparation)
        for button in (self._draw, self._remove):
            button.setVisible(sheet is not None)
        if sheet is not None:
            self._show_sheet(sheet)
        self._show_buttons()
        self._stack.setCurrentIndex(_BOARD)

    def _show_sheet(self, sheet: OpSheet) -> None:
        orders = self._orders
        assert orders is not None
        self._title.setText(sheet.id)
        _set_text(self.name, sheet.id)
        _set_text(self.time, sheet.time)
        self.type.setCurrentIndex(self.type.findText(sheet.type))
        for field, text in ((self.note, sheet.note), (self.preliminary, sheet.preliminary), (self.failure, sheet.failure)):
            if field.toPlainText() != text and not field.hasFocus():
                field.setPlainText(text)
        self._units_title.setText(self.tr("Task organization (%n)", "", len(sheet.units)))
        rally = {unit: self._document.box.label(place) for unit, place in sheet.rally} if self._document is not None else {}
        rows = []
        for unit in sheet.units:
            words = self.tr("{unit} · rally point {place}").replace("{place}", rally[unit]) if unit in rally else "{unit}"
            rows.append(Row(words.replace("{unit}", self.called(unit)), unit, unit not in sheet.reserve))
        self.units.show_rows(rows)
        self.units.setVisible(bool(sheet.units))
        self.measures.show_rows(
            [Row(measure_words(each, orders.kinds), str(n)) for n, each in enumerate(sheet.measures)],
            orders.picked if orders.picked is not None else -1,
        )
        self._measures_title.setText(self.tr("Graphic (%n)", "", len(sheet.measures)))
        self.measures.setVisible(bool(sheet.measures))
        if orders.picked is None:
            self.measures.setCurrentRow(-1)

    def _show_buttons(self) -> None:
        document, orders = self._document, self._orders
        sheet = orders.sheet if orders is not None else None
        chosen = document.units.ids if document is not None else ()
        self._put_on.setEnabled(sheet is not None and any(unit not in sheet.units for unit in chosen))
        unit = self._unit
        self._take_off.setEnabled(sheet is not None and bool(unit))
        for widget in (self.rally, self._here):
            widget.setEnabled(sheet is not None and bool(unit))
        place = next((place for each, place in sheet.rally if each == unit), None) if sheet is not None else None
        _set_text(self.rally, document.box.label(place) if document is not None and place is not None else "")

    @property
    def _unit(self) -> str:
        """The unit or formation of the current line of the task organization."""
        row = self.units.currentRow()
        return self.units.rows[row].key if 0 <= row < len(self.units.rows) else ""

    def show_check(self, ruling: Ruling | None, told: str = "") -> None:
        """What the rules say of the sheet as it is written; `told` why they say nothing."""
        box = self._document.box if self._document is not None else None
        faulty = ruling is not None and ruling.verdict == "faulty"
        self._sound.setVisible(ruling is not None and not faulty)
        self._warned.tell(told)
        lines = reason_lines(ruling, box) if ruling is not None and box is not None and faulty else ()
        self.faults.show_lines(lines)
        self.faults.setVisible(bool(lines))

    def show_chance(self, size: Ruling | None, chance: Ruling | None) -> None:
        """The size of the sheet as a sum, what must be rolled, and a bar for each of the turns ahead."""
        box = self._document.box if self._document is not None else None
        shown = chance is not None and size is not None
        self._chance.setVisible(shown)
        self.bars.setVisible(shown)
        self._why.setVisible(shown)
        self.reasons.setVisible(shown and self._why.isChecked())
        if chance is None or size is None or box is None:
            return
        steps = tuple(getattr(chance.detail, "steps", ()))
        falls, holds = self.tr("in force by then"), self.tr("not yet")
        bars = [
            Bar(
                self.tr("now") if each.ahead == 0 else f"+{each.ahead}",
                tuple(part for part in ((falls, Fraction(each.by_then)), (holds, 1 - Fraction(each.by_then))) if part[1]),
            )
            for each in steps
        ]
        now = next((each for each in steps if each.ahead == 0), None)
        words = self.tr("Size {size}; no roll is enough now")
        if now is not None and now.chance:
            words = self.tr("Size {size}; now {needed} or more: {chance}").replace("{needed}", str(now.needed))
            words = words.replace("{chance}", chance_words(Fraction(now.chance)))
        self._chance.setText(words.replace("{size}", str(size.value)))
        # The second of two looks is the stronger one.
        self.bars.show_bars(bars, (holds, falls))
        self.bars.setVisible(bool(bars))
        lines = (*reason_lines(size, box), *reason_lines(chance, box))
        self._why.setText(self.tr("Reasons (%n)", "", len(lines)))
        self.reasons.show_lines(lines)

    def show_steps(self, ruling: Ruling | None, told: str = "") -> None:
        """What can be done now, with the rules that say so; `told` why nothing can."""
        proposals = tuple(ruling.detail.proposals) if ruling is not None else ()
        box = self._document.box if self._document is not None else None
        self._step_told.setText(told or (_last_sentence(ruling, box) if ruling is not None and box is not None else ""))
        self._step_told.setVisible(
            bool(self._step_told.text()) and self._document is not None and self._document.play is not None
        )
        self.steps.show_rows([Row(each.label, str(n)) for n, each in enumerate(proposals)], 0 if proposals else -1)
        shown = bool(proposals) and self._document is not None and self._document.play is not None
        for widget in (self._steps_title, self.steps, self._do):
            widget.setVisible(shown)

    # What is written ----------------------------------------------------------------------------------------------------------

    def _write(self, label: str, **said: object) -> None:
        orders = self._orders
        sheet = orders.sheet if orders is not None else None
        if orders is None or sheet is None:
            return
        made = replace(sheet, **said)  # type: ignore[arg-type]
        if made != sheet and not orders.write(label, made):
            self.told.emit(self.tr("The op sheet could not be changed."))
            self.refresh()

    def _rename(self) -> None:
        orders = self._orders
        sheet = orders.sheet if orders is not None else None
        name = " ".join(self.name.text().split())
        if orders is None or sheet is None or name == sheet.id:
            return
        wrong = clash(name, sheet, orders.sheets)
        if wrong:
            self.told.emit(wrong)
            self.name.setText(sheet.id)
        else:
            orders.rename(sheet, name)

    def _put(self, units: Sequence[str]) -> None:
        sheet = self._orders.sheet if self._orders is not None else None
        if self._orders is not None and sheet is not None:
            new = self._orders.gathered(unit for unit in units if unit not in sheet.units)
            self._write(self.tr("Put units on an op sheet"), units=(*sheet.units, *new))

    def _take(self) -> None:
        sheet, gone = self._orders.sheet if self._orders is not None else None, self._unit
        if sheet is None or not gone:
            return
        kept = tuple(unit for unit in sheet.units if unit != gone)
        reserve = tuple(unit for unit in sheet.reserve if unit != gone)
        rally = tuple(each for each in sheet.rally if each[0] != gone)
        self._write(self.tr("Take units off an op sheet"), units=kept, reserve=reserve, rally=rally)

    def _rally_at(self, text: str) -> None:
        """The current unit gathers at a hex, by its number; at none for no text."""
        document, unit = self._document, self._unit
        sheet = self._orders.sheet if self._orders is not None else None
        if document is None or sheet is None or not unit:
            return
        try:
            place = document.box.hex(text) if text else None
        except CoreError as problem:
            self.told.emit(str(problem))
            self._show_buttons()
            return
        others = tuple(each for each in sheet.rally if each[0] != unit)
        self._write(self.tr("Set a rally point"), rally=(*others, (unit, place)) if place is not None else others)

    def _turn_reserve(self, unit: str) -> None:
        """A unit is held back in the reserve, or is not."""
        sheet = self._orders.sheet if self._orders is not None else None
        if sheet is not None:
            held = set(sheet.reserve) ^ {unit}
            self._write(self.tr("Change the reserve"), reserve=tuple(each for each in sheet.units if each in held))

    def _choose_measure(self, number: int) -> None:
        if self._orders is not None:
            self._orders.pick(number)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Units of the order of battle, or out of a stack, may be dropped on a sheet."""
        sheet = self._orders.sheet if self._orders is not None else None
        if sheet is not None and ids_in(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Puts what is dropped on the sheet in hand."""
        self._put(ids_in(event.mimeData()))
        event.acceptProposedAction()

    # Building -----------------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self._hint = QLabel()
        self._hint.setWordWrap(True)
        self._hint.setMargin(12)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._empty = words_label()
        self.board = ShortList(self.tr("Op sheets"), self, MOST_SHEETS)
        self.board.chosen.connect(self._choose)
        self._new = push_button(self.tr("&New op sheet"), self.new_wanted.emit, self.tr("With the units that are selected"))
        self._draw = push_button(
            self.tr("&Draw its graphic"), self.draw_wanted.emit, self.tr("Takes the tool that draws control measures")
        )
        self._remove = push_button(self.tr("&Throw away"), self._throw_away, self.tr("Can be undone"))
        self._gain = push_button(
            self.tr("&Gain weighted turns"),
            self.gain_wanted.emit,
            self.tr("Says what each sheet in preparation gains in this turn"),
        )
        buttons = FlowBox()
        for button in (self._new, self._draw, self._remove, self._gain):
            buttons.flow.addWidget(button)
        self._build_steps()
        self._build_form()
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(6, 6, 6, 6)
        column.setSpacing(6)
        for part in (self._empty, self.board, buttons, self._steps_title, self._step_told, self.steps):
            column.addWidget(part)
        column.addWidget(self._do, 0, Qt.AlignmentFlag.AlignLeft)
        self.letters = LettersBox()
        column.addWidget(self.letters)
        column.addWidget(self._form)
        column.addStretch(1)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._hint)
        self._stack.addWidget(Room(page))
        self.setFocusProxy(self.board)

    def _build_steps(self) -> None:
        self._steps_title, self._step_told = bold_label(), words_label()
        self._steps_title.setText(self.tr("What can be done now"))
        self.steps = ShortList(self.tr("Steps of op sheets"), self)
        self.steps.opened.connect(self._do_picked)
        self._do = push_button(self.tr("Do &it"), self._do_picked, self.tr("As one step that can be undone"))
        roll = push_button(self.tr("&Roll for it"), self.roll_wanted.emit, self.tr("Two dice, read as tens and ones"))
        self.real = QLineEdit()
        self.real.setAccessibleName(self.tr("What real dice showed"))
        self.real.setToolTip(self.tr("Tens and ones, as in 4 3"))
        self.real.setFixedWidth(6 * self.real.fontMetrics().horizontalAdvance("0") + self.real.fontMetrics().height())
        self.real.returnPressed.connect(self._read)
        self._dice = FlowBox()
        for widget in (roll, QLabel(self.tr("or real dice:")), self.real, push_button(self.tr("Rea&d"), self._read)):
            self._dice.flow.addWidget(widget)

    def _do_picked(self) -> None:
        if self.steps.currentRow() >= 0:
            self.do_wanted.emit(self.steps.currentRow())

    def _read(self) -> None:
        text = self.real.text().strip()
        if text:
            self.read_wanted.emit(text)
            self.real.clear()

    def _build_form(self) -> None:
        self._form = QWidget()
        column = QVBoxLayout(self._form)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(6)
        self._title = headline(self.tr("The op sheet in hand"))
        self._sound = words_label()
        self._sound.setText(self.tr("✓ It can stand as it is written."))
        self._warned, self.faults = Warned(), ReasonsView()
        self._chance = bold_label()
        self.bars = ChanceBars()
        self.bars.setAccessibleName(self.tr("The chance that it is in force, turn by turn"))
        self._why = folding(tr("Reasons"))
        self.reasons = ReasonsView()
        self._why.toggled.connect(self.reasons.setVisible)
        self.name, self.time, self.type = QLineEdit(), QLineEdit(), QComboBox()
        self.name.editingFinished.connect(self._rename)
        self.time.editingFinished.connect(lambda: self._write(self.tr("Time an op sheet"), time=self.time.text().strip()))
        self.type.activated.connect(
            lambda _: self._write(self.tr("Change the type of an op sheet"), type=self.type.currentText())
        )
        fields = QFormLayout()
        fields.setContentsMargins(0, 0, 0, 0)
        fields.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        for words, widget in ((self.tr("&Name:"), self.name), (self.tr("T&ype:"), self.type), (self.tr("T&ime:"), self.time)):
            fields.addRow(words, widget)
        self._units_title, self.units = bold_label(), ShortList(self.tr("Units on the sheet"), self, MOST_UNITS)
        self.units.setToolTip(self.tr("What is not ticked is held back in the reserve"))
        self.units.turned.connect(self._turn_reserve)
        self.units.chosen.connect(lambda _: self._show_buttons())
        self.units.opened.connect(self._seek)
        self._put_on = push_button(self.tr("Put on what is &selected"), self._put_selected)
        self._take_off = push_button(self.tr("Take &off"), self._take)
        units = FlowBox()
        for button in (self._put_on, self._take_off):
            units.flow.addWidget(button)
        self.rally = QLineEdit()
        self.rally.setAccessibleName(self.tr("Rally point of the unit"))
        self.rally.setFixedWidth(8 * self.rally.fontMetrics().horizontalAdvance("0") + self.rally.fontMetrics().height())
        self.rally.editingFinished.connect(lambda: self._rally_at(self.rally.text().strip()))
        self._here = push_button(
            self.tr("&Here"),
            lambda: self._rally_at(self.place_in_hand()),
            self.tr("The hex that was clicked last, or has the cursor"),
        )
        rally = QLabel(self.tr("Rally &point:"))
        rally.setBuddy(self.rally)
        rallying = QWidget()
        line = QHBoxLayout(rallying)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(rally)
        line.addWidget(self.rally)
        line.addWidget(self._here)
        units.flow.addWidget(rallying)
        self.note, self.preliminary, self.failure = (_Words(name) for name in _texts())
        for field, label, key in zip(
            (self.note, self.preliminary, self.failure),
            (
                self.tr("Note on an op sheet"),
                self.tr("Change preliminary instructions"),
                self.tr("Change failure instructions"),
            ),
            ("note", "preliminary", "failure"),
            strict=True,
        ):
            field.left.connect(
                lambda field=field, label=label, key=key: self._write(label, **{key: field.toPlainText().strip()})
            )
        self._measures_title, self.measures = bold_label(), ShortList(self.tr("Control measures"), self, MOST_MEASURES)
        self.measures.chosen.connect(self._choose_measure)
        self.measures.opened.connect(self.draw_wanted)
        above: tuple[QWidget, ...] = (self._title, self._sound, self._warned, self.faults)
        for part in (*above, self._chance, self.bars, self._dice, self._why, self.reasons):
            column.addWidget(part)
        column.addLayout(fields)
        self.marks = QCheckBox(self.tr("&Mark these units on the map"))
        self.marks.setChecked(True)
        for part in (self._units_title, self.units, self.marks, units):
            column.addWidget(part)
        for field in (self.note, self.preliminary, self.failure):
            heading = QLabel(field.accessibleName())
            heading.setBuddy(field)
            column.addWidget(heading)
            column.addWidget(field)
        for part in (self._measures_title, self.measures):
            column.addWidget(part)
        self.show_check(None)
        self.show_chance(None, None)
        self.show_steps(None)

    def _choose(self, number: int) -> None:
        if self._orders is not None and 0 <= number < len(self.board.rows):
            self._orders.choose(self.board.rows[number].key)

    def _throw_away(self) -> None:
        sheet = self._orders.sheet if self._orders is not None else None
        if self._orders is not None and sheet is not None:
            self._orders.remove(sheet)

    def _put_selected(self) -> None:
        if self._document is not None:
            self._put(self._document.units.ids)

    def _seek(self) -> None:
        if self._unit:
            self.sought.emit(self._unit)


class _Words(QPlainTextEdit):
    """A few lines of text; `left` comes when the keyboard goes elsewhere."""

    left = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.setFixedHeight(
            NOTE_LINES * self.fontMetrics().lineSpacing() + 2 * self.frameWidth() + self.fontMetrics().height() // 2
        )

    def focusOutEvent(self, event: object) -> None:
        """What was written counts now."""
        super().focusOutEvent(event)  # type: ignore[arg-type]
        self.left.emit()


def _texts() -> tuple[str, str, str]:
    return tr("Notes"), tr("Preliminary instructions"), tr("Failure instructions")


def _last_sentence(ruling: Ruling, box: GameBox) -> str:
    """What a roll has come to, the last that was said before what can be done; "" where none fell."""
    told = ruling.reasons[: len(ruling.reasons) - len(ruling.detail.proposals)]
    if ruling.verdict in _NO_ROLL or not told:
        return ""
    return f"{sentence(told[-1], box)} [{told[-1].rule.section}]"


def _set_text(field: QLineEdit, text: str) -> None:
    """Writes into a field that nobody is writing in."""
    if field.text() != text and not (field.hasFocus() and field.isModified()):
        field.setText(text)
