"""What the rules say of the sheet in hand: what cannot stand, its size as a sum, what must be rolled and when that comes."""

from fractions import Fraction

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.panels.charts.bars import Bar, ChanceBars
from app.panels.charts.words import chance_words
from app.panels.orders.words import preliminary_words
from app.panels.parts import Warned, bold_label, folding, words_label
from app.panels.reasons_view import ReasonsView, reason_lines
from core.model.box import GameBox
from core.rules.kernel.orders_detail import FAULTY, TO_GAIN
from core.rules.kernel.rulings import Number, Ruling


class ChanceBox(QWidget):
    """Shows the check of a sheet, and its preparation as bars, turn by turn."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sound = words_label()
        self.sound.setText(self.tr("✓ It can stand as it is written."))
        self.warned, self.faults = Warned(), ReasonsView()
        self.chance = bold_label()
        self.bars = ChanceBars()
        self.bars.setAccessibleName(self.tr("The chance that it is in force, turn by turn"))
        self.why = folding(self.tr("Reasons"))
        self.reasons = ReasonsView()
        self.why.toggled.connect(self.reasons.setVisible)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for part in (self.sound, self.warned, self.faults, self.chance, self.bars, self.why, self.reasons):
            column.addWidget(part)
        self.show_check(None, None)
        self.show_chance(None, None, None)

    def show_check(self, ruling: Ruling | None, box: GameBox | None, told: str = "") -> None:
        """What the rules say of the sheet as it is written; `told` why they say nothing."""
        faulty = ruling is not None and ruling.verdict == FAULTY
        self.sound.setVisible(ruling is not None and not faulty)
        self.warned.tell(told)
        lines = reason_lines(ruling, box) if ruling is not None and box is not None and faulty else ()
        self.faults.show_lines(lines)
        self.faults.setVisible(bool(lines))

    def show_chance(self, size: Ruling | None, chance: Ruling | None, box: GameBox | None) -> None:
        """The size of the sheet as a sum, what must be rolled, and a bar for each of the turns ahead."""
        shown = chance is not None and size is not None
        self.chance.setVisible(shown)
        self.bars.setVisible(shown)
        self.why.setVisible(shown)
        self.reasons.setVisible(shown and self.why.isChecked())
        if chance is None or size is None or box is None:
            return
        steps = tuple(getattr(chance.detail, "steps", ()))
        falls, holds = self.tr("in force by then"), self.tr("not yet")
        facts = chance.detail.facts
        is_to_gain = TO_GAIN in facts
        first = self.tr("this turn") if is_to_gain else self.tr("now")
        bars = [
            Bar(
                f"+{each.ahead}" if each.ahead else first,
                tuple(part for part in ((falls, Fraction(each.by_then)), (holds, 1 - Fraction(each.by_then))) if part[1]),
            )
            for each in steps
        ]
        words = self.tr("Size {size}; no roll is enough now")
        if facts.get("chance"):
            words = _with_chance(self.tr("Size {size}; now {needed} or more: {chance}"), facts["needed"], facts["chance"])
        words = words.replace("{size}", str(size.value))
        gained = next((each for each in steps if each.ahead == 0), None) if is_to_gain else None
        then = ""
        if gained is not None:
            then = self.tr("Once it has gained in this turn: no roll is enough")
            if gained.chance:
                then = self.tr("Once it has gained in this turn: {needed} or more: {chance}")
                then = _with_chance(then, gained.needed, gained.chance)
        self.chance.setText("\n".join(each for each in (words, preliminary_words(chance), then) if each))
        # The second of two looks is the stronger one.
        self.bars.show_bars(bars, (holds, falls))
        self.bars.setVisible(bool(bars))
        lines = (*reason_lines(size, box), *reason_lines(chance, box))
        self.why.setText(self.tr("Reasons (%n)", "", len(lines)))
        self.reasons.show_lines(lines)


def _with_chance(words: str, needed: Number | str | None, chance: Number | str) -> str:
    return words.replace("{needed}", str(needed)).replace("{chance}", chance_words(Fraction(chance)))
