"""Fights, and all that follows from them: the hex that is fought against is clicked, then who takes part, ways and hexes of
whatever is asked."""

from PySide6.QtCore import Qt

from app.documents.procedures import NO_RULE
from app.tools.leading import LeadingTool
from app.tools.tool import NO_MODIFIER, Modifiers
from app.widgets.rule_words import said
from core.geometry.hexes import Hex
from core.rules.kernel.proposals import Next
from core.rules.kernel.rulings import Reason

FIRE, TO = "fire.at", "to"
"""The question that a click on the map begins, and its parameter for the hex."""


class FireTool(LeadingTool):
    """Begins fire at a hex, and leads through what follows."""

    id = "fire"
    icon = "fire"
    keys = "Shift+A"
    question = FIRE
    part = "procedure"

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Fire")

    @property
    def hint(self) -> str:
        """How it is used."""
        procedures = self.procedures
        if procedures.step is None or (procedures.step.question == FIRE and procedures.asked.place):
            return self.tr(
                "Click the enemies’ hex; clicks on those who take part tick them, R rolls, Ctrl+Enter does the result. "
                "Shift and a click begin at another hex."
            )
        return self._hint_in_hand

    def press(self, place: Hex, modifiers: Modifiers = NO_MODIFIER) -> None:
        """Begins at a hex, or tells the procedure in hand what is pressed; with Shift it begins in any case, and with Ctrl the
        hex is one by way of which something goes."""
        if self.procedures.hand is None or modifiers & Qt.KeyboardModifier.ShiftModifier:
            self.fire_at(place)
        else:
            self._press_in_hand(place, modifiers)

    def fire_at(self, place: Hex) -> None:
        """Fire at a hex is begun, or whatever the series calls it."""
        heading = self.procedures.headings.get(FIRE)
        called = said(heading.at_hex) if heading is not None and heading.at_hex else self.tr("Fire at {hex}")
        title = Reason(NO_RULE, called, {"hex": place}, (place,))
        self.procedures.begin(Next(FIRE, title, {}))
        self.procedures.say({TO: self.context.document.box.label(place)})
