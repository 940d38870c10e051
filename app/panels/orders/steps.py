"""What can be done now with op sheets in a session, and the dice for it."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.panels.flow import FlowBox
from app.panels.parts import bold_label, push_button, words_label
from app.panels.proposed import ProposedBox
from app.panels.reasons_view import cited
from core.model.box import GameBox
from core.rules.kernel.orders_detail import DICE, ENOUGH_FROM, LAYS, TO_GAIN, TWO_DICE, said_before
from core.rules.kernel.rulings import Reason, Ruling


class StepsBox(QWidget):
    """Lists steps, for the sheet in hand or for some units of it. `roll_wanted` asks for the dice, `read_wanted` carries what
    real ones showed, `do_wanted` the number of a step that is to be done, `laying` whether a marker is laid on the map."""

    roll_wanted = Signal()
    read_wanted = Signal(str)
    do_wanted = Signal(int)
    laying = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.told = bold_label(), words_label()
        self.proposed = ProposedBox(self.tr("Steps of op sheets"))
        self.proposed.do_wanted.connect(self.do_wanted)
        self.list, self.do = self.proposed.list, self.proposed.do
        roll = push_button(self.tr("&Roll for it"), self.roll_wanted.emit)
        self.real = QLineEdit()
        self.real.setAccessibleName(self.tr("What real dice showed"))
        self.real.setFixedWidth(6 * self.real.fontMetrics().horizontalAdvance("0") + self.real.fontMetrics().height())
        self.real.returnPressed.connect(self._read)
        self.dice = FlowBox()
        self._of_real = (QLabel(self.tr("or real dice:")), self.real, push_button(self.tr("Read"), self._read))
        for widget in (roll, *self._of_real):
            self.dice.flow.addWidget(widget)
        self._roll = roll
        self.lay = QPushButton(self.tr("&Lay on the map…"))
        self.lay.setCheckable(True)
        self.lay.setToolTip(self.tr("Lights the hexes in which it may be laid: click one, or press Return on it; Escape ends"))
        self.lay.toggled.connect(self.laying)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self.proposed.title.hide()
        for part in (self.title, self.told, self.proposed, self.dice):
            column.addWidget(part)
        column.insertWidget(2, self.lay, alignment=Qt.AlignmentFlag.AlignLeft)
        self.show_steps(None, "", "")

    def show_steps(self, ruling: Ruling | None, about: str, told: str, whys: Sequence[str] = (), *, real: bool = True) -> None:
        """What can be done now, with the rules that say so; `about` are the units that it is about, "" for the whole sheet,
        `told` what is said of it: what a roll has come to, or why nothing can be done; `whys` what each step does, and by which
        rule. `real` says whether real dice count."""
        proposals = tuple(ruling.detail.proposals) if ruling is not None else ()
        dice = str(ruling.detail.facts.get(DICE, "")) if ruling is not None else ""
        words = self.tr("What can be done with {units} now").replace("{units}", about)
        self.title.setText(words if about else self.tr("What can be done now"))
        self.told.setText(told)
        self.told.setVisible(bool(told))
        self.proposed.show_proposals("", proposals, whys)
        self.dice.setVisible(bool(dice))
        lays = ruling is not None and LAYS in ruling.detail.facts
        self.lay.setVisible(lays)
        if not lays:
            self.lay.setChecked(False)
        for part in self._of_real:
            part.setVisible(real)
        two = dice == TWO_DICE
        self._roll.setToolTip(self.tr("Two dice, read as tens and ones") if two else self.tr("One die"))
        self.real.setToolTip(self.tr("Tens and ones, as in 4 3") if two else self.tr("One die, as in 4"))
        self.title.setVisible(bool(proposals or dice))
        self.setVisible(bool(proposals or dice or told))

    def _read(self) -> None:
        text = self.real.text().strip()
        if text:
            self.read_wanted.emit(text)
            self.real.clear()


def said_early(ruling: Ruling, box: GameBox) -> str:
    """That something comes before the roll, with its rule; "" where nothing does."""
    early = ruling.reasons[0] if TO_GAIN in ruling.detail.facts else None
    return _said(early, box) if early is not None else ""


def said_first(ruling: Ruling, box: GameBox) -> str:
    """What is said before what can be done, with its rules: what a roll has come to, or what is needed, or that no roll is
    enough; where there is nothing to roll for, all that is owed."""
    before, facts = said_before(ruling), ruling.detail.facts
    return "\n".join(_said(each, box) for each in (before[-1:] if DICE in facts or ENOUGH_FROM in facts else before))


def said_of_each(ruling: Ruling, box: GameBox) -> list[str]:
    """What is said of each step that can be done: what it does, and by which rule."""
    return [_said(each, box) for each in ruling.reasons[len(said_before(ruling)) :]]


def _said(reason: Reason, box: GameBox) -> str:
    return cited(reason, box)
