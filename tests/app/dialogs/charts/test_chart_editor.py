"""The chart editor, used by its keys alone: typing, filling, pasting, undoing, faults and the way to them."""

import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QPushButton

from app.dialogs.charts.choice import ChartChoice
from app.dialogs.charts.grid_model import MARK_ROLE
from tests.app.conftest import press
from tests.app.dialogs.charts.editor_bench import (
    PREP,
    PREP_TEXTS,
    Alt,
    Ctrl,
    Key,
    Shift,
    complaints,
    findings,
    listed,
    texts,
    wanted_source,
)


def test_typing_replaces_a_text_and_enter_and_tab_go_on(editor, qtbot):
    press(qtbot, editor, "53", Key.Key_Return, "54", Key.Key_Tab, "55", Key.Key_Return)
    assert (texts(editor)[0][0], texts(editor)[1][0], texts(editor)[1][1]) == ("53", "54", "55")
    assert editor.view.at == (2, 1)
    press(qtbot, editor, "1", (Key.Key_Return, Shift))
    assert editor.view.at == (1, 1)


def test_arrows_leave_a_cell_that_is_typed_into_and_move_in_one_that_is_edited(editor, qtbot):
    press(qtbot, editor, "53", Key.Key_Right, "54", Key.Key_Down)
    assert (texts(editor)[0][:2], editor.view.at) == (("53", "54"), (1, 1))
    press(qtbot, editor, Key.Key_F2, Key.Key_Home, Key.Key_Left, "1", Key.Key_Return)
    assert texts(editor)[1][1] == "156"


def test_tab_at_the_end_of_a_row_goes_to_the_next(editor, qtbot):
    editor.view.go_to((0, 10))
    press(qtbot, editor, "14", Key.Key_Tab)
    assert editor.view.at == (1, 0)


def test_escape_leaves_a_cell_as_it_was_and_judges_it_so(editor, qtbot):
    before = editor.model.judged.findings
    press(qtbot, editor, "77")
    assert any("77 cannot be rolled" in text for text in findings(editor))
    press(qtbot, editor, Key.Key_Escape)
    assert editor.model.judged.findings == before
    assert texts(editor) == PREP_TEXTS
    assert editor.isVisible()


def test_examples_are_worked_at_every_letter(editor, qtbot):
    assert editor.findings.agreement.text() == "4 of 4 examples agree."
    editor.view.go_to((4, 5))
    press(qtbot, editor, "5")
    assert editor.findings.agreement.text() == "3 of 4 examples agree."
    shown = [item for item in listed(editor.findings.examples) if item.startswith("✗")]
    assert shown == ["✗ 6.9f"]
    assert "needed 52, result no" in listed(editor.findings.examples, 2)
    assert "needed 5, result yes" in listed(editor.findings.examples, 3)
    press(qtbot, editor, "2")
    assert editor.findings.agreement.text() == "4 of 4 examples agree."


def test_a_fault_is_marked_told_listed_and_reached(editor, qtbot):
    editor.view.go_to((2, 3))
    press(qtbot, editor, "many", Key.Key_Return)
    index = editor.model.index(2, 3)
    said = 'Row "3", column "4": "many" is no roll; write "never" where no roll succeeds.'
    assert index.data(MARK_ROLE) == "error"
    assert index.data(Qt.ItemDataRole.ToolTipRole) == said
    assert said in index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert said in complaints(editor)
    row = complaints(editor).index(said)
    editor.view.go_to((0, 0))
    editor.findings.list.setCurrentRow(row)
    editor.findings.list.setFocus()
    press(qtbot, editor, Key.Key_Return)
    assert editor.view.at == (2, 3)
    assert not editor.mine.isEnabled()


def test_a_missing_source_is_reached_from_the_list(editor, qtbot):
    assert findings(editor) == ["The chart says no source."]
    editor.findings.list.setCurrentRow(0)
    editor.findings.list.setFocus()
    press(qtbot, editor, Key.Key_Return, "my copy")
    assert editor.focusWidget() is editor.source
    assert findings(editor) == []
    assert editor.mine.isEnabled()


@pytest.mark.skipif(sys.platform == "darwin", reason="letters with that key are written there")
def test_the_key_of_a_grey_button_writes_nothing_and_says_why(editor, qtbot):
    press(qtbot, editor, "67", Key.Key_Return)
    wanted_source(qtbot, editor, "printed 2009")
    qtbot.keyClick(editor.source, "m", Alt)
    assert editor.source.text() == "printed 2009"
    assert "has errors and cannot be put in force" in editor.message.text()


def test_cells_are_emptied_cut_copied_and_pasted(editor, qtbot):
    press(qtbot, editor, (Key.Key_Right, Shift), (Key.Key_Down, Shift), (Key.Key_C, Ctrl))
    assert QGuiApplication.clipboard().text() == "61\t52\n63\t56"
    press(qtbot, editor, Key.Key_Delete)
    assert [row[:2] for row in texts(editor)[:2]] == [("", ""), ("", "")]
    assert editor.model.index(0, 0).data(MARK_ROLE) == "missing"
    editor.view.go_to((0, 0))
    press(qtbot, editor, (Key.Key_V, Ctrl))
    assert texts(editor) == PREP_TEXTS
    press(qtbot, editor, (Key.Key_X, Ctrl))
    assert texts(editor)[1][:2] == ("", "")
    assert editor.model.undo_stack.undoText() == "Cut"


def test_one_copied_cell_fills_all_that_are_chosen(editor, qtbot):
    QGuiApplication.clipboard().setText("never")
    press(qtbot, editor, (Key.Key_Right, Shift), (Key.Key_Down, Shift), (Key.Key_V, Ctrl))
    assert [row[:2] for row in texts(editor)[:2]] == [("never", "never")] * 2


@pytest.mark.parametrize("copied", ["11\t12\n21\t22\n", "11,12\r\n21,22", "11;12\n21;22"])
def test_what_a_spreadsheet_copied_goes_in_as_one_step(editor, qtbot, copied):
    QGuiApplication.clipboard().setText(copied)
    press(qtbot, editor, (Key.Key_V, Ctrl))
    assert [row[:2] for row in texts(editor)[:2]] == [("11", "12"), ("21", "22")]
    assert editor.model.undo_stack.count() == 1


def test_what_has_no_room_is_refused_with_a_reason(editor, qtbot):
    QGuiApplication.clipboard().setText("1\t2\t3")
    editor.view.go_to((0, 9))
    press(qtbot, editor, (Key.Key_V, Ctrl))
    assert editor.message.text() == "3 columns were copied; from here on the chart has 2."
    assert texts(editor) == PREP_TEXTS


def test_cells_are_filled_down_and_right(editor, qtbot):
    press(qtbot, editor, "66", Key.Key_Return, (Key.Key_D, Ctrl))
    assert texts(editor)[1][0] == "66"
    press(qtbot, editor, Key.Key_Right, (Key.Key_R, Ctrl))
    assert texts(editor)[1][1] == "66"
    press(qtbot, editor, (Key.Key_Down, Shift), (Key.Key_Down, Shift), (Key.Key_D, Ctrl))
    assert [row[1] for row in texts(editor)[1:4]] == ["66"] * 3


def test_the_history_is_the_editors_own(editor, qtbot, document):
    press(qtbot, editor, "53", Key.Key_Return, "54", Key.Key_Return)
    press(qtbot, editor, (Key.Key_Z, Ctrl))
    assert (texts(editor)[0][0], texts(editor)[1][0]) == ("53", "63")
    press(qtbot, editor, (Key.Key_Z, Ctrl))
    assert texts(editor) == PREP_TEXTS
    press(qtbot, editor, (Key.Key_Y, Ctrl), (Key.Key_Z, Ctrl | Shift))
    assert (texts(editor)[0][0], texts(editor)[1][0]) == ("53", "54")
    assert document.undo_stack.count() == 0


def test_it_opens_no_larger_than_the_screen(opened):
    editor = opened("tcs.fire")
    room = editor.screen().availableSize()
    assert (editor.width() <= room.width(), editor.height() <= room.height()) == (True, True)


def test_everything_in_the_editor_has_a_name(opened):
    editor = opened("tcs.fire")
    for part in (editor.view, editor.findings.list, editor.findings.examples, editor.layout_choice):
        assert part.accessibleName()
    for button_ in editor.findChildren(QPushButton):
        assert not button_.autoDefault()
    assert editor.model.headerData(0, Qt.Orientation.Horizontal, Qt.ItemDataRole.AccessibleTextRole) == "0"
    editor.view.edit_label("columns", 2)
    line = next(each for each in editor.view.findChildren(QLineEdit) if each.isVisible())
    assert line.accessibleName() == "Label of the column"


def test_a_chart_is_chosen_by_a_few_letters(qtbot, qapp, document):
    from PySide6.QtWidgets import QWidget

    window = QWidget()
    qtbot.addWidget(window)
    window.resize(600, 400)
    window.show()
    choice = ChartChoice(window, tuple(document.charts.charts.values()))
    heard = []
    choice.chosen.connect(heard.append)
    choice.popup()
    qtbot.keyClicks(choice.line, "command prep t")
    qtbot.keyClick(choice.line, Key.Key_Return)
    assert heard == [PREP]
    assert "No chart is called “xyzzy”." in choice.complaint("xyzzy")


def test_a_key_goes_from_one_fault_to_the_next(editor, qtbot):
    editor.model.write("", {(2, 3): "many", (4, 5): "67"})
    editor.findings.list.setCurrentRow(-1)
    press(qtbot, editor, Key.Key_F8)
    assert editor.view.at == (2, 3)
    press(qtbot, editor, Key.Key_F8)
    assert editor.view.at == (4, 5)
    press(qtbot, editor, Key.Key_F8)
    assert editor.focusWidget() is editor.source, "what is no cell's comes last"
    press(qtbot, editor, (Key.Key_F8, Shift))
    assert editor.view.at == (4, 5)
    editor.model.undo_stack.undo()
    editor.source.setText("my copy")
    editor._say()
    press(qtbot, editor, Key.Key_F8)
    assert findings(editor) == []


@pytest.mark.parametrize("chart", ["tcs.fire", PREP])
def test_no_two_parts_have_the_same_access_key(opened, chart):
    from PySide6.QtWidgets import QAbstractButton, QLabel

    editor = opened(chart)
    worded = [each.text() for each in (*editor.findChildren(QAbstractButton), *editor.findChildren(QLabel)) if each.text()]
    keys = [text[text.index("&") + 1].lower() for text in worded if "&" in text]
    assert sorted(keys) == sorted(set(keys))
    assert len(keys) >= 8
