"""What may be added to a combat beside those who attack, such as an air point or a gun: a box to tick for each, and a die for
what may not come."""

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from app.panels.parts import push_button
from app.panels.reasons_view import sentence
from core.model.box import GameBox
from core.rules.operations.battle_detail import Offered

MOST_DIGITS = 3


class ComingLine(QWidget):
    """The die that says whether something comes: typed from a real one, or rolled. `typed` carries what was typed."""

    typed = Signal(str)
    roll_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        label = QLabel(self.tr("Die for its coming:"))
        self.line = QLineEdit()
        self.line.setFixedWidth(MOST_DIGITS * self.fontMetrics().averageCharWidth() + 2 * self.fontMetrics().height())
        self.line.editingFinished.connect(self._say)
        self.roll = push_button(
            self.tr("Roll it"), self.roll_wanted.emit, self.tr("Whether it comes; it is spent all the same")
        )
        label.setBuddy(self.line)
        self._said = ""
        row = QHBoxLayout(self)
        row.setContentsMargins(self.fontMetrics().height() * 2, 0, 0, 0)
        for part in (label, self.line, self.roll):
            row.addWidget(part)
        row.addStretch(1)

    def show_die(self, words: str, said: str) -> None:
        """Shows what the die `said`; `words` say what comes by it."""
        self._said = said
        self.roll.setVisible(not said)
        self.line.setAccessibleName(self.tr("Die for the coming of %s") % words)
        self.roll.setAccessibleName(self.tr("Roll whether it comes: %s") % words)
        if not self.line.hasFocus() or self.line.text() != said:
            self.line.setText(said)

    def _say(self) -> None:
        if self.line.text().strip() != self._said:
            self.typed.emit(self.line.text().strip())


class OfferBoxes(QWidget):
    """Offers what there is. `turned` carries a parameter with its value, "" where it is taken back; `kept` an item of a list
    and whether it is in it. `dice_wanted` asks for the die of a parameter: which one, what comes by it, and for whom."""

    turned = Signal(str, str)
    kept = Signal(str, str, bool)
    dice_wanted = Signal(str, str, str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes: dict[tuple[str, str], QCheckBox] = {}
        self.dice: dict[tuple[str, str], ComingLine] = {}
        self._shown: tuple[Offered, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.hide()

    def show_offers(self, offers: Sequence[Offered], given: Mapping[str, str], box: GameBox) -> None:
        """Shows what may be added, and what of it is `given`; what nothing is left of cannot be ticked, and says why."""
        self._shown = tuple(offers)
        keys = [(each.parameter, each.value) for each in offers]
        for key, each in zip(keys, offers, strict=True):
            if key not in self.boxes:
                self._make(key, each)
        for key, known in (*self.boxes.items(), *self.dice.items()):
            known.setVisible(key in keys)
        for key, each in zip(keys, offers, strict=True):
            ticking = self.boxes[key]
            is_given = _is_given(each, given)
            said, rule = sentence(each.reason, box), f"[{each.reason.rule.section}]"
            ticking.setText(said if each.added is not None else f"{said} {rule}")
            ticking.setEnabled(each.left > 0 or is_given)
            tip = self.tr("Tick it to add one to this combat; it is spent with its result")
            one = self.tr("Tick it to add this one to the combat")
            ticking.setToolTip(tip if each.added is None else f"{said} {rule}\n{one}")
            with QSignalBlocker(ticking):
                ticking.setChecked(is_given)
            if key in self.dice:
                self.dice[key].setVisible(is_given)
                self.dice[key].show_die(said, given.get(each.roll, ""))
        self.setVisible(bool(offers))

    def unrolled(self, given: Mapping[str, str]) -> str:
        """What is added by what is `given` and has no die yet that says whether it comes, by its words; "" for nothing."""
        open_ = (each for each in self._shown if each.roll and _is_given(each, given) and not given.get(each.roll, ""))
        found = next(open_, None)
        return found.what if found is not None else ""

    def go_to_die(self) -> None:
        """The keyboard goes to the first die that is missing."""
        for key, line in self.dice.items():
            if line.isVisible() and not line.line.text() and any((each.parameter, each.value) == key for each in self._shown):
                line.line.setFocus()
                return

    def _make(self, key: tuple[str, str], offer: Offered) -> None:
        self.boxes[key] = QCheckBox()
        self.boxes[key].toggled.connect(partial(self._turn, offer.roll, *key))
        self._column.addWidget(self.boxes[key])
        if offer.roll:
            line = ComingLine()
            line.typed.connect(partial(self.turned.emit, offer.roll))
            line.roll_wanted.connect(partial(self.dice_wanted.emit, offer.roll, offer.dice, offer.what, offer.side))
            self.dice[key] = line
            self._column.addWidget(line)

    def _turn(self, roll: str, parameter: str, value: str, on: bool) -> None:
        if roll and not on:
            # Without what it was rolled for a die means nothing.
            self.turned.emit(roll, "")
        if any((each.parameter, each.value, each.added is None) == (parameter, value, False) for each in self._shown):
            self.kept.emit(parameter, value, on)
        else:
            self.turned.emit(parameter, value if on else "")


def _is_given(offer: Offered, given: Mapping[str, str]) -> bool:
    """Whether what is offered is added."""
    return bool(given.get(offer.parameter, "").strip("0 ")) if offer.added is None else offer.added
