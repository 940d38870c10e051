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


def test_a_chit_that_lies_there_is_told_and_those_of_the_other_side_are_left_to_it(qtbot):
    fields = ChitFields(str)
    qtbot.addWidget(fields)
    theirs = replace(DRAWING, unit="b1")
    both = [DRAWING, theirs]
    heard = []
    fields.draw_wanted.connect(lambda unit: heard.append(("draw", unit)))
    fields.tell_wanted.connect(lambda unit: heard.append(("tell", unit)))

    def shown():
        buttons = {unit: button.text() for unit, button in fields.buttons.items() if not button.isHidden()}
        return buttons, not fields.draw_all.isHidden(), not fields.tell_all.isHidden()

    fields.show_drawing(both, {}, True, (), lambda unit: unit == "r1")
    assert shown() == ({"r1": "Draw"}, True, False) and "The other side draws" in fields._about.text()
    fields.buttons["r1"].click()
    fields.show_drawing(both, {}, True, ("r1", "b1"), lambda unit: unit == "r1")
    assert shown() == ({"r1": "Tell"}, False, True)
    assert {box.currentText() for box in fields.boxes.values()} == {"drawn, not told yet"}
    fields.buttons["r1"].click()
    assert heard == [("draw", "r1"), ("tell", "r1")]
    fields.show_drawing([replace(DRAWING, told=True), theirs], {}, True, ("r1",), lambda unit: unit == "r1")
    assert shown() == ({}, False, False)
    fields.show_drawing(both, {}, True, ("r1",))
    assert shown() == ({"r1": "Tell", "b1": "Draw"}, True, False) and "The other side" not in fields._about.text()


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
