"""A long list: under headings, found by typing any part of a name, and left as it was by whoever chooses nothing."""

import pytest
from PySide6.QtCore import Qt

from app.widgets.sought_combo import SoughtCombo

CHOICES = (
    ("none", "Nothing"),
    ("line", "Phase line"),
    ("ld", "Line of departure"),
    ("main", "Axis of advance, main attack"),
    ("second", "Axis of advance, supporting attack"),
    ("fire", "Support by fire"),
)


@pytest.fixture
def combo(qtbot):
    made = SoughtCombo(CHOICES, {"line": "Lines", "main": "Movement"})
    qtbot.addWidget(made)
    made.show()
    qtbot.waitUntil(made.isVisible)
    made.setFocus()
    return made


def test_headings_stand_above_what_is_theirs_and_cannot_be_chosen(combo, qtbot):
    assert [combo.itemText(n) for n in range(combo.count())] == [
        "Nothing", "Lines", "Phase line", "Line of departure",
        "Movement", "Axis of advance, main attack", "Axis of advance, supporting attack", "Support by fire",
    ]  # fmt: skip
    assert [n for n in range(combo.count()) if not combo.model().item(n).isEnabled()] == [1, 4]
    combo.setCurrentIndex(0)
    combo.lineEdit().deselect()
    qtbot.keyClick(combo, Qt.Key.Key_Down)
    assert combo.currentData() == "line"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("obj", ""),
        ("phase", "Phase line"),
        ("LINE", "Line of departure"),
        ("main", "Axis of advance, main attack"),
        ("support", "Support by fire"),
        ("support by  fire", "Support by fire"),
        ("arting", ""),
        ("partu", "Line of departure"),
        ("", ""),
    ],
)
def test_a_part_of_a_name_is_enough(combo, text, found):
    assert combo.best(text) == found


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_what_is_typed_is_taken_with_enter_and_leaves(combo, qtbot):
    combo.setCurrentIndex(0)
    combo.lineEdit().selectAll()
    qtbot.keyClicks(combo, "support b")
    with qtbot.waitSignal(combo.left):
        qtbot.keyClick(combo, Qt.Key.Key_Return)
    assert combo.currentData() == "fire" and combo.currentText() == "Support by fire"


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_what_nothing_is_called_is_not_taken_and_escape_brings_back_what_was(combo, qtbot):
    combo.setCurrentIndex(combo.findData("ld"))
    combo.lineEdit().selectAll()
    qtbot.keyClicks(combo, "xyz")
    qtbot.keyClick(combo, Qt.Key.Key_Return)
    assert combo.currentData() == "ld" and combo.lineEdit().selectedText() == "xyz"
    with qtbot.waitSignal(combo.left):
        qtbot.keyClick(combo, Qt.Key.Key_Escape)
    assert combo.currentText() == "Line of departure"


def test_whoever_comes_can_type_over_what_stands_there_and_leaving_changes_nothing(combo, qtbot):
    combo.setCurrentIndex(combo.findData("main"))
    combo.clearFocus()
    combo.setFocus()
    qtbot.waitUntil(lambda: combo.lineEdit().selectedText() == "Axis of advance, main attack")
    combo.setEditText("pha")
    combo.clearFocus()
    assert combo.currentText() == "Axis of advance, main attack" and combo.currentData() == "main"
