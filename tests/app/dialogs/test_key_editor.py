import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence

from app.dialogs.key_editor import KeyEditor, KeyRow, clashes

ROWS = (
    KeyRow("file.open", "File", "Open box", ("Ctrl+O",), ("Ctrl+O",)),
    KeyRow("file.quit", "File", "Quit", ("Ctrl+Q",), ("Ctrl+Q",)),
    KeyRow("tool.los", "Tools", "Line of sight", ("Ctrl+L",), ("L",)),
)


@pytest.fixture
def editor(qtbot):
    editor = KeyEditor(None, ROWS)
    qtbot.addWidget(editor)
    editor.show()
    return editor


def press(editor, id_, key):
    editor.choose(id_)
    editor.field.setKeySequence(QKeySequence(key))


def test_a_free_key_is_used_and_nothing_else_changes(editor):
    press(editor, "tool.los", "Ctrl+J")
    assert "is free" in editor.word.text()
    editor.use.click()
    assert editor.changed == {"tool.los": ("Ctrl+J",)}


def test_a_key_that_is_taken_is_said_to_be_and_moves_when_it_is_used(editor):
    press(editor, "file.quit", "Ctrl+O")
    assert "⚠" in editor.word.text()
    assert "“Open box”" in editor.word.text()
    editor.use.click()
    assert editor.changed == {"file.open": (), "file.quit": ("Ctrl+O",)}


def test_a_further_key_stands_behind_the_first(editor):
    press(editor, "file.open", "Ctrl+J")
    editor.add.click()
    assert editor.changed == {"file.open": ("Ctrl+O", "Ctrl+J")}


def test_an_action_goes_back_to_the_key_it_was_shipped_with(editor):
    editor.choose("tool.los")
    editor.preset.click()
    assert editor.changed == {"tool.los": ("L",)}
    editor.choose("file.open")
    editor.none.click()
    editor.all_presets.click()
    assert editor.changed == {"tool.los": ("L",)}


def test_a_key_of_two_actions_is_marked_at_both(qtbot):
    editor = KeyEditor(None, (*ROWS, KeyRow("view.out", "View", "Look out", ("Ctrl+O",), ())))
    qtbot.addWidget(editor)
    assert clashes({row.id: row.keys for row in ROWS}) == {}
    marked = [item.text(0) for item in editor._items() if item.text(1).startswith("⚠")]
    assert marked == ["Open box", "Look out"]


def test_searching_finds_actions_by_name_and_by_key(qtbot, editor):
    editor.search.setText("ctrl+q")
    shown = [item.text(0) for item in editor._items() if not item.isHidden()]
    assert shown == ["Quit"]
    editor.search.setText("line")
    assert [item.text(0) for item in editor._items() if not item.isHidden()] == ["Line of sight"]


def test_searching_chooses_among_what_is_found(editor):
    editor.choose("file.open")
    editor.search.setText("sight")
    editor.field.setKeySequence(QKeySequence("Ctrl+J"))
    editor.use.click()
    assert editor.changed == {"tool.los": ("Ctrl+J",)}
    editor.search.setText("no such thing")
    assert not editor.field.isEnabled()
    editor.search.clear()
    assert editor.field.isEnabled()


def test_the_field_takes_keys_and_lets_the_keyboard_go_on(qtbot, editor):
    editor.choose("file.open")
    editor.activateWindow()
    editor.field.setFocus()
    qtbot.keyClick(editor.field, Qt.Key.Key_J)
    assert editor.field.keySequence() == QKeySequence("J")
    qtbot.keyClick(editor.field, Qt.Key.Key_Tab)
    assert not editor.field.hasFocus()
    assert editor.field.keySequence() == QKeySequence("J")
    editor.field.setFocus()
    qtbot.keyClick(editor.field, Qt.Key.Key_Return)
    assert editor.changed == {"file.open": ("J",)}
    assert editor.isVisible()
    qtbot.keyClick(editor.field, Qt.Key.Key_Escape)
    assert not editor.isVisible()
