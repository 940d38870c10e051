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


def test_words_that_are_no_chit_say_what_is_allowed_and_what_is_nearest(qapp):
    fields = ChitFields(str)
    fields.show_drawing([DRAWING], {}, True)
    box, fault, said = fields.boxes["r1"], fields.faults["r1"], []
    fields.told.connect(lambda unit, text: said.append(text))
    for text, near in (("Blue wek", "Blue weak"), ("strogn", "Blue strong"), ("1000", ""), ("trout", "")):
        box.setEditText(text)
        box.lineEdit().editingFinished.emit()
        assert f"“{text}” is no chit of this cup and no strength. Allowed are Blue strong, Blue weak" in fault.text
        assert ("Did you mean" in fault.text) == bool(near) and near in fault.text
        assert box.accessibleDescription() == fault.text and said.pop() == ""
    for text, meant in (("blue WEAK", "Blue weak"), ("7", "7"), ("not known", ""), ("", "")):
        box.setEditText(text)
        box.lineEdit().editingFinished.emit()
        assert not fault.text and not box.accessibleDescription() and said.pop() == meant
