"""A combat after its roll: what fell and how it was read. What follows from it is led through in the panel Resolve."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.documents.combat import Combat
from app.documents.combat_kinds import ATTACK, FROM_AFAR
from app.documents.document import Document
from app.panels.combat.words import resolve_word, rolled_words
from app.panels.flow import FlowBox
from app.panels.parts import bold_label, column_of, folding, headline, push_button
from app.panels.reasons_view import ReasonsView, reason_lines
from app.panels.rulings.tables import RulingTables
from core.rules.kernel.rulings import Ruling


class ResultPage(QWidget):
    """Shows a combat after its roll. `resolve_wanted` says that the attack is done with; `hexes_named` carries the hexes of a
    line under the pointer."""

    resolve_wanted = Signal()
    hexes_named = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._combat: Combat | None = None
        self._document: Document | None = None
        self._shown: Ruling | None = None
        self._build()

    def use(self, combat: Combat, document: Document) -> None:
        """Shows another combat."""
        self._combat, self._document, self._shown = combat, document, None

    def refresh(self, declared: bool) -> None:
        """Shows what the combat says now; an attack that is `declared` can be resolved."""
        combat = self._combat
        if combat is None or self._document is None:
            return
        ruling = combat.result
        self._show_roll(combat, ruling)
        for part in (self._of_roll, self._read):
            part.setVisible(ruling is not None and (part is self._of_roll or self._of_roll.isChecked()))
        if combat.rolled.is_rolling:
            self._words.setText(self.tr("The roll is being read."))
        elif combat.rolled.left is not None:
            self._words.setText(self.tr("It was left with something to be answered."))
        else:
            self._words.setText(self.tr("What follows from it stands in the panel Resolve."))
        self.go_on.setEnabled(not combat.rolled.is_rolling)
        self.resolve.setVisible(declared)
        self.resolve.setText(resolve_word(combat.kind))

    @property
    def words(self) -> str:
        """What fell, and how it is gone on with."""
        return "\n".join(each for each in (self._result.text(), self._words.text()) if each)

    def _show_roll(self, combat: Combat, ruling: Ruling | None) -> None:
        if ruling is self._shown and ruling is not None:
            return
        self._shown = ruling
        self._result.setVisible(ruling is not None)
        if ruling is None or self._document is None:
            self._result.setText("")
            return
        rolls = tuple((name.replace("_", " "), roll) for name, roll in combat.rolled.rolls.items())
        losses = ruling.detail.losses if combat.kind not in FROM_AFAR else None
        self._result.setText(rolled_words(rolls, ruling.verdict, losses))
        self.tables.show_ruling(ruling)
        self._reasons.show_lines(reason_lines(ruling, self._document.box))

    def _go_on(self) -> None:
        combat = self._combat
        if combat is not None and combat.target is not None:
            combat.take_up(combat.target)

    # Building -----------------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self._result, self._words = headline(self.tr("The roll")), bold_label()
        self._of_roll = folding(self.tr("How it was read"))
        self.tables, self._reasons = RulingTables(), ReasonsView()
        self._reasons.named.connect(self.hexes_named)
        self._read = column_of(self.tables, self._reasons)
        self._read.hide()
        self._of_roll.toggled.connect(self._read.setVisible)
        self.go_on = push_button(self.tr("G&o on"), self._go_on, self.tr("To the panel Resolve, where its steps are"))
        self.resolve = push_button(resolve_word(ATTACK), self.resolve_wanted.emit, self.tr("What was declared is done with"))
        self.resolve.hide()
        buttons = FlowBox()
        for button in (self.go_on, self.resolve):
            buttons.flow.addWidget(button)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(6, 6, 6, 6)
        whole.setSpacing(6)
        for part in (self._result, self._words, buttons, self._of_roll, self._read):
            whole.addWidget(part)
        whole.addStretch(1)
        self.setFocusProxy(self.go_on)
