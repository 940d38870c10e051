"""Whether a stack may overrun a hex: every condition with its rule, what it costs, and the move to the hex beside it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.documents.combat import Combat
from app.panels.combat.words import condition_words, points_words
from app.panels.parts import headline, push_button, words_label
from app.panels.short_list import Row, ShortList
from core.model.box import GameBox
from core.rules.operations.movement_detail import Condition

_SIGNS = {True: "clear", False: "blocked", None: "undecidable"}
"""The signs of conditions that are met, that are not, and of which nobody knows."""


class OverrunPart(QWidget):
    """Shows what the rules say of an overrun; hidden for other kinds of combat. `hexes_named` carries the hexes of the
    condition that is gone to."""

    hexes_named = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._combat: Combat | None = None
        self._conditions: tuple[Condition, ...] = ()
        self._verdict = headline(self.tr("Whether the overrun is permitted"))
        self._points = words_label()
        self.conditions = ShortList(self.tr("Conditions of the overrun"), self)
        self.conditions.chosen.connect(lambda number: self.hexes_named.emit(self._conditions[number].reason.hexes))
        self.move_there = push_button("", lambda: self._combat.come_near() if self._combat is not None else None)
        self.move_there.setToolTip(self.tr("The stack goes beside the hex first, as a step that can be undone"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for part in (self._verdict, self._points, self.conditions):
            column.addWidget(part)
        column.addWidget(self.move_there, 0, Qt.AlignmentFlag.AlignLeft)
        self.hide()

    def show_judged(self, combat: Combat, box: GameBox) -> None:
        """Shows what is said of the overrun in hand."""
        self._combat, overrun = combat, combat.overrun
        self.setVisible(overrun is not None)
        if overrun is None:
            return
        permitted = self.tr("The overrun is permitted") if combat.is_allowed else self.tr("The overrun is not permitted")
        self._verdict.setText(permitted)
        self._points.setText(points_words(overrun, box))
        self._points.setVisible(overrun.source is not None)
        # What is not met stands first.
        order = sorted(overrun.conditions, key=lambda each: (each.met is not False, each.met is not None))
        self._conditions = tuple(order)
        rows = [Row(condition_words(each, box), each.name, sign=_SIGNS[each.met]) for each in order]
        self.conditions.show_rows(rows)
        self.move_there.setVisible(combat.comes_near)
        if overrun.approach is not None and overrun.source is not None:
            words = self.tr("M&ove to {hex}").replace("{hex}", box.label(overrun.source))
            self.move_there.setText(words)
