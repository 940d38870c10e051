"""Choosing keys in the whole window: what has which key is told truly."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence

from app.dialogs.command_palette import CommandPalette
from app.dialogs.key_editor import KeyEditor, clashes


@pytest.fixture
def editor(window, qtbot):
    window.actions_["settings.keys"].trigger()
    editor = next(each for each in window.findChildren(KeyEditor) if each.isVisible())
    yield editor
    editor.reject()


def word_on(editor, id_, key):
    editor.choose(id_)
    editor.field.setKeySequence(QKeySequence(key))
    return editor.word.text()


def test_a_key_of_the_arrange_menu_belongs_to_its_action(editor):
    words = word_on(editor, "tool.fill", "]")
    assert "“Raise”" in words
    assert "free" not in words


@pytest.mark.parametrize(
    ("key", "when"), [("K", "Terrain brush"), (",", "Building"), ("5", "draw terrain"), ("Space", "on the map")]
)
def test_a_key_of_a_tool_or_of_the_map_is_not_called_free(editor, key, when):
    words = word_on(editor, "tool.fill", key)
    assert "free" not in words
    assert when.casefold() in words.casefold()


def test_keys_as_shipped_have_one_action_each(editor):
    assert clashes(editor._keys) == {}


def test_actions_are_listed_by_their_lasting_names(window, editor):
    window.actions_["tool.contour"].trigger()
    names = {id_: row.name for id_, row in editor._rows.items()}
    assert (names["edit.undo"], names["edit.redo"]) == ("Undo", "Redo")
    assert names["draw.terrain"]


def test_letters_typed_at_once_search(window, qtbot, editor):
    editor.activateWindow()
    qtbot.waitUntil(lambda: editor.focusWidget() is editor.search)
    qtbot.keyClicks(editor.focusWidget(), "raise")
    assert {item.text(0) for item in editor._items() if not item.isHidden()} == {"Raise", "Raise by half an interval"}


def test_the_palette_of_actions_opens_with_the_brush_in_hand(window, qtbot):
    window.activateWindow()
    window.actions_["tool.brush"].trigger()
    view = window.workbench.view
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    qtbot.keyClick(view, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    palette = next(each for each in window.findChildren(CommandPalette) if each.isVisible())
    palette.dismiss()


def test_a_new_map_is_one_click_away(window):
    assert window.actions_["file.new"] in window.tool_bar.actions()
