"""What follows the roll of a combat: the steps, the ways to take each of them, and who pays."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSpinBox, QVBoxLayout, QWidget

from app.documents.combat import Combat
from app.documents.combat_steps import ATTACK, FROM_AFAR, LOSSES, RETREAT, Step
from app.documents.document import Document
from app.panels.combat.words import (
    Called,
    back_word,
    offer_words,
    picks_words,
    resolve_word,
    rolled_words,
    state_words,
    step_words,
)
from app.panels.flow import FlowBox
from app.panels.parts import Warned, bold_label, column_of, folding, headline, push_button, words_label
from app.panels.reasons_view import ReasonLine, ReasonsView, cited, is_reading, reason_lines
from app.panels.rulings.tables import RulingTables
from app.panels.short_list import Row, ShortList
from app.panels.words import tr
from core.rules.kernel.rulings import Ruling

MOST_STEPS = 99


class AfterPage(QWidget):
    """Shows a combat after its roll. `resolve_wanted` says that the attack is done with; `hexes_named` carries the hexes of a
    line under the pointer."""

    resolve_wanted = Signal()
    hexes_named = Signal(object)

    def __init__(self, called: Called, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._called = called
        self._combat: Combat | None = None
        self._document: Document | None = None
        self._rolled: Ruling | None = None
        self._lines: tuple[ReasonLine, ...] = ()
        self.losing: dict[str, QSpinBox] = {}
        self._losing_rows: list[QWidget] = []
        self._losing_in: object = None
        self._losing_of: tuple[int, tuple[str, ...]] = (0, ())
        self._build()

    def use(self, combat: Combat, document: Document) -> None:
        """Shows another combat."""
        self._combat, self._document, self._rolled = combat, document, None

    def refresh(self, declared: bool) -> None:
        """Shows what the combat says now; an attack that is `declared` can be resolved."""
        combat, document = self._combat, self._document
        if combat is None or document is None or combat.result is None:
            return
        box, after, step = document.box, combat.after, combat.after.step
        self._show_roll(combat.result)
        rows = [
            Row(f"{number + 1}. {step_words(each, box)} – {state_words(number, after.at, after.taken, after.deserted)}")
            for number, each in enumerate(after.steps)
        ]
        rows.append(Row(self.tr("{number}. Done").replace("{number}", str(len(rows) + 1))))
        self.steps.show_rows(rows, after.at)
        done = self.tr("The combat is done with.") if after.steps else self.tr("Nobody loses, retreats or advances.")
        if step is None and declared:
            done += " " + self.tr("It stays declared until it is resolved.")
        words = step_words(step, box) if step is not None else done
        self._step.setText("\n".join(part for part in (words, picks_words(after.answer)) if part))
        self._show_going(combat, step)
        offers = [Row(f"{number + 1}  {offer_words(each, box)}") for number, each in enumerate(after.offers)]
        self.offers.show_rows(offers, after.picked)
        self.offers.setVisible(bool(offers))
        shares = [Row(each.label) for each in after.shares]
        self.shares.show_rows(shares, after.share)
        self.shares.setVisible(len(shares) > 1)
        self._show_losing(combat, step)
        self._warned.tell(after.told or self._verdict(combat))
        self._show_reasons(combat)
        self._take.setEnabled(after.proposal is not None)
        self._take.setVisible(step is not None)
        self._skip.setVisible(step is not None)
        self._resolve.setVisible(declared)
        self._resolve.setText(resolve_word(combat.kind))
        self._back.setText(back_word(combat.kind))

    def name_keys(self, take: str, back: str) -> None:
        """Buttons tell the keys of the map that do the same."""
        self._take.setToolTip(self.tr("Do what is chosen, as one step that can be undone (%s on the map)") % take)
        self._back.setToolTip(self.tr("Back to the attack; what was done stays done (%s on the map)") % back)

    @property
    def told(self) -> str:
        """What stands in the way; "" for nothing."""
        return self._warned.text

    @property
    def to_do(self) -> str:
        """What is to be done now, in words."""
        return self._step.text()

    def _verdict(self, combat: Combat) -> str:
        """Why nothing is offered, as the answer says it, or that what was chosen is not legal."""
        after = combat.after
        if after.step is None or self._document is None:
            return ""
        shown = after.weighed if after.weighed is not None else after.answer
        if shown is None or after.proposal is not None or (after.offers and after.weighed is None):
            return ""
        # Of what offers nothing the first sentence says why.
        first = next((each for each in shown.reasons if not is_reading(each)), None)
        picked = after.broken if after.weighed is not None else first
        return cited(picked, self._document.box) if picked is not None else ""

    def _show_roll(self, ruling: Ruling) -> None:
        if ruling is self._rolled or self._document is None or self._combat is None:
            return
        self._rolled = ruling
        rolls = tuple((name.replace("_", " "), roll) for name, roll in self._combat.after.rolls.items())
        losses = ruling.detail.losses if self._combat.kind not in FROM_AFAR else None
        self._result.setText(rolled_words(rolls, ruling.verdict, losses))
        self.tables.show_ruling(ruling)
        self._roll_reasons.show_lines(reason_lines(ruling, self._document.box))

    def _show_going(self, combat: Combat, step: Step | None) -> None:
        """Who of a stack retreats together."""
        after = combat.after
        shown = step is not None and step.kind == RETREAT and len(after.present) > 1 and not after.goes_whole
        self._apart.setVisible(shown)
        self.going.setVisible(shown)
        rows = [Row(self._called(unit), unit, unit not in after.staying) for unit in after.present] if shown else []
        self.going.show_rows(rows)

    def _show_losing(self, combat: Combat, step: Step | None) -> None:
        """How many steps each unit loses, to be set by hand."""
        after = combat.after
        shown = step is not None and step.kind == LOSSES and bool(after.present)
        self._otherwise.setVisible(shown)
        units = after.present if shown else ()
        of = (after.at, units)
        if after.fight is not self._losing_in or of != self._losing_of:
            # Of another roll, or another step of it, nothing has been said.
            self._losing_in, self._losing_of = after.fight, of
            for row in self._losing_rows:
                self._losing_column.removeWidget(row)
                row.hide()
                row.deleteLater()
            self.losing.clear()
            self._losing_rows.clear()
            for unit in units:
                self._losing_rows.append(self._losing_row(unit))
                self._losing_column.addWidget(self._losing_rows[-1])
        self._losing.setVisible(shown and self._otherwise.isChecked())

    def _losing_row(self, unit: str) -> QWidget:
        box = QSpinBox()
        box.setRange(0, MOST_STEPS)
        box.setAccessibleName(self.tr("Steps that %s loses") % self._called(unit))
        box.valueChanged.connect(lambda _: self._weigh())
        self.losing[unit] = box
        label = QLabel(self._called(unit))
        label.setBuddy(box)
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(label, 1)
        line.addWidget(box)
        return row

    def _weigh(self) -> None:
        if self._combat is not None:
            self._combat.after.weigh({unit: box.value() for unit, box in self.losing.items()})

    def _show_reasons(self, combat: Combat) -> None:
        after = combat.after
        assert self._document is not None
        shown = after.weighed or after.answer
        lines: tuple[ReasonLine, ...] = ()
        if shown is not None:
            # A way has reasons of its own beside those of the answer.
            lines = reason_lines(Ruling(shown.question, shown.ruleset, shown.verdict, None, after.reasons), self._document.box)
        if lines != self._lines:
            self._lines = lines
            self.reasons.show_lines(lines)
        self._why.setText(self.tr("Reasons (%n)", "", len(lines)))
        self._why.setVisible(bool(lines))
        self.reasons.setVisible(bool(lines) and self._why.isChecked())

    def _keep_back(self, unit: str) -> None:
        if self._combat is not None:
            self._combat.after.keep_back(self._combat.after.staying ^ {unit})

    # Building -----------------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self._result = headline(self.tr("The roll"))
        self._of_roll = folding(self.tr("How it was read"))
        self.tables, self._roll_reasons = RulingTables(), ReasonsView()
        read = column_of(self.tables, self._roll_reasons)
        read.hide()
        self._of_roll.toggled.connect(read.setVisible)
        self.steps = ShortList(self.tr("Steps after the roll"), self, numbered=True)
        self.steps.chosen.connect(self._do(lambda combat, number: combat.after.go(number)))
        self._step = bold_label()
        self._apart = words_label()
        self._apart.setText(self.tr("These go together; the others go by themselves afterwards:"))
        self.going = ShortList(self.tr("Units that retreat together"), self)
        self.going.turned.connect(self._keep_back)
        self.offers = ShortList(self.tr("Ways to take the step"), self, numbered=True)
        self.offers.chosen.connect(self._do(lambda combat, number: combat.after.pick(number)))
        self.shares = ShortList(self.tr("Who pays for it"), self, numbered=True)
        self.shares.chosen.connect(self._do(lambda combat, number: combat.after.pick_share(number)))
        for each in (self.offers, self.shares):
            each.opened.connect(lambda: self._combat.take() if self._combat is not None else None)
        self._otherwise = folding(self.tr("Otherwise"))
        self._otherwise.setToolTip(self.tr("Say by hand who loses how many steps, and have it checked"))
        self._losing = QWidget()
        self._otherwise.toggled.connect(self._losing.setVisible)
        self._losing_column = QVBoxLayout(self._losing)
        self._losing_column.setContentsMargins(0, 0, 0, 0)
        self._warned = Warned()
        self._why = folding(tr("Reasons"))
        self.reasons = ReasonsView()
        self.reasons.named.connect(self.hexes_named)
        self._why.toggled.connect(lambda on: self.reasons.setVisible(on))
        self._take = self._button(self.tr("D&o it"), lambda combat: combat.take())
        self._skip = self._button(self.tr("&Skip"), lambda combat: combat.after.skip())
        self._skip.setToolTip(self.tr("Leave the step out, or do it otherwise by hand"))
        self._back = self._button(back_word(ATTACK), lambda combat: combat.back())
        self._resolve = push_button("", self.resolve_wanted.emit, self.tr("What was declared is done with"))
        buttons = FlowBox()
        for button in (self._take, self._skip, self._back, self._resolve):
            buttons.flow.addWidget(button)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(6, 6, 6, 6)
        whole.setSpacing(6)
        for part in (
            *(self._result, self._of_roll, read, self.steps, self._step, self._apart, self.going, self.offers, self.shares),
            *(self._warned, buttons, self._otherwise, self._losing, self._why, self.reasons),
        ):
            whole.addWidget(part)
        whole.addStretch(1)
        # Ways are known later than steps, and what is hidden takes no keyboard.
        self.setFocusProxy(self.steps)
        self._resolve.hide()
        self.name_keys("", "")

    def _do(self, do: Callable[[Combat, int], object]) -> Callable[[int], None]:
        def done(number: int) -> None:
            if self._combat is not None:
                do(self._combat, number)

        return done

    def _button(self, words: str, do: Callable[[Combat], object]) -> QPushButton:
        return push_button(words, lambda: do(self._combat) if self._combat is not None else None)
