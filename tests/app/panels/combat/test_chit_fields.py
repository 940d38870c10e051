"""The fields that say what units have drawn."""

from dataclasses import replace
from fractions import Fraction

from app.panels.combat.chits import ChitFields
from core.rules.operations.battle_detail import Drawing

DRAWING = Drawing("r1", "blue", (("Blue strong", Fraction(5)), ("Blue weak", Fraction(2))), told=False)


def test_what_was_drawn_in_the_session_is_not_called_unknown(qapp):
    fields = ChitFields(str)
    fields.show_drawing([DRAWING], {}, True)
    box = fields.boxes["r1"]
    assert box.currentText() == "not known" and fields.is_open
    fields.show_drawing([replace(DRAWING, told=True)], {}, True)
    assert fields.boxes["r1"] is box and box.currentText() == "as drawn"
    said = []
    fields.told.connect(lambda unit, text: said.append((unit, text)))
    box.activated.emit(0)
    assert said == [("r1", "")]
    fields.show_drawing([replace(DRAWING, told=True)], {"r1": "Blue weak"}, True)
    assert box.currentText() == "Blue weak (2)" and box.itemText(0) == "not known"
