from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow

from app.dialogs.command_palette import CommandPalette, score

NAMES = ["Zoom in", "Zoom out", "Line of sight", "Export map", "Undo"]


def _why_not(action):
    return "" if action.isEnabled() else "Not now, because nothing was changed."


@pytest.fixture
def palette(qtbot, box):
    window = QMainWindow()
    window.resize(800, 600)
    qtbot.addWidget(window)
    actions = [QAction(name, window) for name in NAMES]
    actions[-1].setEnabled(False)
    palette = CommandPalette(
        window, actions, lambda action: (action.text(), "Ctrl+X"), box, [("Cove Creek", Path("cove"))], _why_not
    )
    window.show()
    qtbot.waitExposed(window)
    palette.popup()
    yield palette


def _names(palette, text):
    return [match.text for match in palette.matches(text)]


def test_without_letters_every_usable_action_is_listed(palette):
    assert _names(palette, "") == NAMES[:-1]


def test_beginnings_come_before_middles_and_middles_before_scattered_letters(palette):
    assert _names(palette, "o") == ["Line of sight", "Zoom out", "Zoom in", "Export map", "Undo", "Open Cove Creek"]
    assert _names(palette, "zout") == ["Zoom out"]


def test_what_cannot_be_used_now_comes_last_and_cannot_be_chosen(palette):
    matches = palette.matches("un")
    assert [(match.text, match.enabled) for match in matches] == [("Undo", False)]


def test_what_cannot_be_used_now_says_why_below_the_list(palette, qtbot):
    qtbot.keyClicks(palette.line, "undo")
    assert palette.message.text() == "Not now, because nothing was changed."
    assert palette.message.isVisible()
    assert palette.list.currentItem().toolTip(0) == palette.message.text()
    palette.line.clear()
    qtbot.keyClicks(palette.line, "o")
    assert not palette.message.isVisible()
    qtbot.keyClick(palette.line, Qt.Key.Key_End)
    while palette.list.currentItem().text(0) != "Undo":
        qtbot.keyClick(palette.line, Qt.Key.Key_Down)
    assert palette.message.isVisible(), "arrows go through what is grey as well"


def test_enter_chooses_the_first_match(palette, qtbot):
    qtbot.keyClicks(palette.line, "export")
    with qtbot.waitSignal(palette.chosen) as chosen:
        qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    assert chosen.args[0].text() == "Export map"


def test_a_hex_number_finds_the_hex(palette, qtbot, box):
    qtbot.keyClicks(palette.line, "3.7")
    with qtbot.waitSignal(palette.chosen) as chosen:
        qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    assert chosen.args == [box.hex("3.7")]


def test_a_word_of_its_title_finds_a_box(palette, qtbot):
    qtbot.keyClicks(palette.line, "creek")
    with qtbot.waitSignal(palette.chosen) as chosen:
        qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    assert chosen.args == [Path("cove")]


def test_nothing_found_is_said(palette, qtbot):
    qtbot.keyClicks(palette.line, "qqq")
    assert palette.message.text() == "No action or hex is called “qqq”."


def test_a_disabled_match_is_not_chosen_by_enter(palette, qtbot):
    qtbot.keyClicks(palette.line, "undo")
    with qtbot.assertNotEmitted(palette.chosen):
        qtbot.keyClick(palette.line, Qt.Key.Key_Return)


@pytest.mark.parametrize("name", NAMES)
def test_every_name_fits_itself_best(name):
    assert score(name, name) == 0
