"""What units have drawn that fight with strengths out of cups: a field for each, right where it is wanted."""

from collections.abc import Callable, Container, Sequence
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QCompleter, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.panels.charts.words import cell_text
from app.panels.combat.words import Called, cup_words, fault_of_chit, written_chit
from app.panels.parts import Warned, push_button
from app.widgets.letters import keep_letters
from core.rules.operations.battle_detail import Drawing


class ChitBox(QComboBox):
    """Chits of a cup to choose from; a strength may be written in their place."""

    def event(self, event):  # type: ignore[no-untyped-def]
        """Letters look for a chit and choose no tool."""
        return keep_letters(event) or super().event(event)


class ChitFields(QWidget):
    """Asks what units have drawn. `told` carries a unit and what was said of it, "" for nothing; `draw_wanted` a unit that is
    to draw in the session, `tell_wanted` one whose chit is to be told; `draw_all_wanted` asks for those of all units,
    `tell_all_wanted` that all be told."""

    told = Signal(str, str)
    draw_wanted = Signal(str)
    tell_wanted = Signal(str)
    draw_all_wanted = Signal()
    tell_all_wanted = Signal()

    def __init__(self, called: Called, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._called = called
        self._shown: tuple[Drawing, ...] = ()
        self._drawn = False
        self._lying: set[str] = set()
        self.boxes: dict[str, ChitBox] = {}
        self.buttons: dict[str, QPushButton] = {}
        self.faults: dict[str, Warned] = {}
        self._rows: list[QWidget] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._about = QLabel()
        self._about.setWordWrap(True)
        self._column.addWidget(self._about)
        tip = self.tr("A chit for each unit that has none, as one step of the history")
        self.draw_all = push_button(self.tr("Dra&w all chits"), self.draw_all_wanted.emit, tip)
        tip = self.tr("What lies under these units is told to everybody, as it is right before the roll")
        self.tell_all = push_button(self.tr("Te&ll all chits"), self.tell_all_wanted.emit, tip)
        for button in (self.draw_all, self.tell_all):
            self._column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        self.hide()

    def show_drawing(
        self,
        drawing: Sequence[Drawing],
        said: dict[str, str],
        in_session: bool,
        lying: Container[str] = (),
        ours: Callable[[str], bool] = lambda unit: True,
    ) -> None:
        """Shows who draws, what was `said` of them, and in a session buttons that draw and tell; under those units chits are
        `lying`. Each side draws and tells its own: `ours` says which units are of who looks."""
        wanted = tuple(drawing)
        if [(each.unit, each.chits) for each in wanted] != [(each.unit, each.chits) for each in self._shown] or (
            in_session != self._drawn
        ):
            self._build(wanted, in_session)
        self._shown, self._drawn = wanted, in_session
        open_ = [each for each in wanted if not each.told]
        words = self.tr(
            "A roll is read once it is known what these have drawn. Choose the chit, or write a strength such as 5:"
        )
        mine = [each for each in open_ if ours(each.unit)]
        if in_session and len(mine) < len(open_):
            words += " " + self.tr("The other side draws and tells its own, after Hand over… or when both look together.")
        self._about.setText(words if open_ else self.tr("What these have drawn:"))
        for each in wanted:
            box, text = self.boxes[each.unit], said.get(each.unit, "")
            # A chit that was told in the session counts without being said again.
            lies = in_session and each.unit in lying
            unknown = self.tr("drawn, not told yet") if lies else self.tr("not known")
            box.setItemText(0, self.tr("as drawn") if each.told and not text else unknown)
            if written_chit(box.currentText(), each) != text and not box.hasFocus():
                with QSignalBlocker(box):
                    at = next((n for n, (name, _) in enumerate(each.chits, 1) if name == text), 0)
                    box.setCurrentIndex(at)
                    if text and not at:
                        box.setEditText(text)
                self.faults[each.unit].tell("")
                box.setAccessibleDescription("")
            if each.unit in self.buttons:
                self._name_button(each, lies)
                self.buttons[each.unit].setVisible(not each.told and ours(each.unit))
        undrawn = any(each.unit not in lying for each in mine)
        self.draw_all.setVisible(in_session and undrawn)
        self.tell_all.setVisible(in_session and bool(mine) and not undrawn)
        self.setVisible(bool(wanted))

    @property
    def is_open(self) -> bool:
        """Whether something is asked that nobody has said."""
        return any(not each.told for each in self._shown) and not self.isHidden()

    def go_to_first(self) -> None:
        """The keyboard goes to the first field that is open."""
        for each in self._shown:
            if not each.told:
                box = self.boxes[each.unit]
                box.setFocus()
                # What is typed takes the place of "not known".
                if (line := box.lineEdit()) is not None:
                    line.selectAll()
                return

    def _build(self, drawing: tuple[Drawing, ...], in_session: bool) -> None:
        for row in self._rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows.clear()
        self.boxes.clear()
        self.buttons.clear()
        self.faults.clear()
        for each in drawing:
            self._rows.append(self._row(each, in_session))
            self._column.addWidget(self._rows[-1])

    def _row(self, drawing: Drawing, in_session: bool) -> QWidget:
        box = ChitBox()
        box.setEditable(True)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        name = self._called(drawing.unit)
        box.setAccessibleName(self.tr("What %s has drawn") % name)
        box.addItem(self.tr("not known"))
        for chit, worth in drawing.chits:
            box.addItem(f"{chit} ({cell_text(worth)})")
        completer = box.completer()
        if completer is not None:
            completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        box.activated.connect(partial(self._say, drawing))
        line = box.lineEdit()
        if line is not None:
            line.editingFinished.connect(partial(self._say, drawing))
        label = QLabel(cup_words(name, drawing.cup))
        label.setBuddy(box)
        self.boxes[drawing.unit] = box
        both = QHBoxLayout()
        both.setContentsMargins(0, 0, 0, 0)
        self.faults[drawing.unit] = Warned()
        both.addWidget(label)
        both.addWidget(box, 1)
        if in_session:
            button = QPushButton()
            button.setAutoDefault(False)
            button.clicked.connect(partial(self._press, drawing.unit))
            self.buttons[drawing.unit] = button
            both.addWidget(button)
        row = QWidget()
        column = QVBoxLayout(row)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(both)
        column.addWidget(self.faults[drawing.unit])
        return row

    def _press(self, unit: str, _checked: bool = False) -> None:
        if unit in self._lying:
            self.tell_wanted.emit(unit)
        else:
            self.draw_wanted.emit(unit)

    def _name_button(self, drawing: Drawing, lies: bool) -> None:
        """What the button of a unit does: a chit that lies there is told, else one is drawn."""
        button, name = self.buttons[drawing.unit], self._called(drawing.unit)
        self._lying = {*self._lying, drawing.unit} if lies else self._lying - {drawing.unit}
        button.setText(self.tr("Tell") if lies else self.tr("Draw"))
        words = self.tr("Tell what lies under %s") if lies else self.tr("Draw a chit for %s")
        button.setAccessibleName(words % name)
        tell, draw = self.tr("What lies under the unit is told to everybody"), self.tr("Draw from the cup in the session")
        button.setToolTip(tell if lies else draw)

    def _say(self, drawing: Drawing, _index: int = 0) -> None:
        box = self.boxes.get(drawing.unit)
        if box is None:
            return
        nothing = (self.tr("not known"), self.tr("drawn, not told yet"), self.tr("as drawn"))
        fault = fault_of_chit(box.currentText(), drawing, nothing)
        self.faults[drawing.unit].tell(fault)
        box.setAccessibleDescription(fault)
        self.told.emit(drawing.unit, written_chit(box.currentText(), drawing))
