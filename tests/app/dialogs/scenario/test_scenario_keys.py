"""The window Scenario: what undo and redo do with texts that mean nothing, and where keys and letters lead."""

import re

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit

from core.model.orders import OpSheet
from core.model.scenario import Allotment, Scenario, SetUp, Turn
from core.rules.kernel.scenario_rules import ScenarioRules
from tests.app.dialogs.scenario.scenario_bench import (
    RULES,
    Alt,
    Ctrl,
    Key,
    at,
    cell,
    scenario_of,
    type_into,
)


def test_keys_lead_from_tab_to_tab_and_tab_stays_in_the_table(opened, qtbot):
    window = opened(Scenario("First", set_ups=(SetUp(("a",)), SetUp(("b",)))), "set_ups")
    view = window.set_ups.view
    view.go_to(0, 7)
    view.setFocus()
    qtbot.keyClick(view, Key.Key_Tab)
    assert (view.currentIndex().row(), view.currentIndex().column()) == (1, 0)
    qtbot.keyClick(view, Key.Key_Tab, Ctrl)
    assert window.tabs.currentWidget() is window.turns
    qtbot.keyClick(window, Key.Key_Return)
    assert window.isVisible()


def test_undo_takes_back_a_wrong_text_before_the_right_one_that_came_earlier(opened, qtbot):
    window = opened(Scenario("First", set_ups=(SetUp(("bn",)),)), "set_ups")
    page = window.set_ups
    type_into(qtbot, page, 0, 3, "2")
    type_into(qtbot, page, 0, 2, "9999")
    type_into(qtbot, page, 0, 2, "8888")
    qtbot.keyClick(page.view, Key.Key_Z, Ctrl)
    assert cell(page, 0, 2) == "9999"
    qtbot.keyClick(page.view, Key.Key_Z, Ctrl)
    assert not page.table.wrong and not cell(page, 0, 2)
    assert scenario_of(window).set_ups == (SetUp(("bn",), within=2),)
    # Now it is the turn of the history.
    assert not page.facts.typed._last()
    window.kept.undo_stack.undo()
    assert scenario_of(window).set_ups == (SetUp(("bn",)),)


def test_undo_of_what_was_pasted_takes_back_right_and_wrong_together(opened, qtbot):
    window = opened(Scenario("First", set_ups=(SetUp(("bn",)),)), "set_ups")
    page = window.set_ups
    page.view.go_to(0, 2)
    QGuiApplication.clipboard().setText("9999\t3\n")
    page.view.paste()
    assert page.table.wrong.keys() == {(0, 2)} and scenario_of(window).set_ups[0].within == 3
    window.kept.undo_stack.undo()
    assert not page.table.wrong and scenario_of(window).set_ups == (SetUp(("bn",)),)


def test_undo_of_a_mended_text_brings_it_back_as_it_was(opened, qtbot):
    window = opened(Scenario("First", set_ups=(SetUp(("bn",)),)), "set_ups")
    page = window.set_ups
    type_into(qtbot, page, 0, 4, "West bonk")
    type_into(qtbot, page, 0, 4, "West bank")
    window.kept.undo_stack.undo()
    assert cell(page, 0, 4) == "West bonk"


def test_redo_brings_back_wrong_texts_that_undo_took_with_their_step_unless_another_step_was_done(opened, qtbot):
    window = opened(Scenario("First", set_ups=(SetUp(("bn",)),)), "set_ups")
    page, stack = window.set_ups, window.kept.undo_stack
    page.view.go_to(0, 2)
    QGuiApplication.clipboard().setText("9999\t3\n")
    page.view.paste()
    for _ in range(2):
        stack.undo()
        assert not page.table.wrong
        stack.redo()
        assert cell(page, 0, 2) == "9999" and scenario_of(window).set_ups[0].within == 3
    stack.undo()
    type_into(qtbot, page, 0, 3, "5")
    assert not page.table.wrong and scenario_of(window).set_ups[0].within == 5


def test_texts_that_mean_nothing_go_with_their_turns_through_undo_and_redo(opened, qtbot):
    turns = (Turn("1"), Turn("2"), Turn("3"))
    window = opened(Scenario("First", turns=turns, allotments=(Allotment("de", "shells", 2, 2),)), "turns")
    table, stack = window.allotments.table, window.kept.undo_stack
    table.write("Type", {(0, 4): "many"})
    window.turns.view.go_to(0, 0)
    window.turns.add()
    assert table.wrong.keys() == {(0, 5)}
    for _ in range(2):
        stack.undo()
        assert table.wrong.keys() == {(0, 4)}
        stack.redo()
        assert table.wrong.keys() == {(0, 5)}


def test_enter_in_the_list_of_zones_takes_the_only_one_that_begins_so_and_the_cell(opened, qtbot):
    window = opened(Scenario("First", set_ups=(SetUp(("c",)), SetUp())), "set_ups")
    page = window.set_ups
    page.view.go_to(0, 4)
    page.view.edit(page.view.currentIndex())
    box = next(each for each in page.view.viewport().findChildren(QComboBox) if each.isVisible())
    box.setEditText("west b")
    # The list of what fits takes Enter for itself and only tells the line of it.
    box.lineEdit().returnPressed.emit()
    qtbot.waitUntil(lambda: scenario_of(window).set_ups[0].zone == "West bank")
    assert page.view.currentIndex().row() == 1


def test_what_is_being_typed_is_taken_before_a_row_is_put_in_by_keys(opened, qtbot):
    window = opened(Scenario("First", set_ups=(SetUp(("c",)),)), "set_ups")
    page = window.set_ups
    page.view.go_to(0, 7)
    page.view.setFocus()
    page.view.edit(page.view.currentIndex())
    line = next(each for each in page.view.viewport().findChildren(QLineEdit) if each.isVisible())
    qtbot.keyClicks(line, "At dawn")
    qtbot.keyClick(line, Key.Key_D, Alt)
    qtbot.waitUntil(lambda: len(scenario_of(window).set_ups) == 2)
    assert scenario_of(window).set_ups[0].note == "At dawn"


def test_control_and_tab_lead_through_the_tabs_wherever_the_keyboard_is(opened, qtbot):
    window = opened(Scenario("First"))
    window.chooser.setFocus()
    window.show_rules(ScenarioRules())
    for wanted in (window.set_ups, window.turns):
        qtbot.keyClick(window.focusWidget(), Key.Key_Tab, Ctrl)
        assert window.tabs.currentWidget() is wanted
    window.tabs.setCurrentWidget(window.general)
    window.chooser.setFocus()
    qtbot.keyClick(window.chooser, Key.Key_Backtab, Ctrl)
    assert window.tabs.currentWidget() is window.victory


def test_enter_in_the_list_of_units_takes_the_name_and_closes_the_cell(opened, qtbot):
    window = opened(Scenario("First", set_ups=(SetUp(("c",)),)), "set_ups")
    page = window.set_ups
    page.view.go_to(0, 0)
    page.view.edit(page.view.currentIndex())
    line = next(each for each in page.view.viewport().findChildren(QLineEdit) if each.isVisible())
    # As the cell shows it, not by an id.
    assert line.text() == "C/2"
    for key, text in ((Key.Key_Comma, "C/2, 1st Battalion, "), (Key.Key_Return, "C/2, 1st Battalion, B/1")):
        wanted = "1st Battalion (bn)" if key == Key.Key_Comma else "B/1 (b)"
        line._list.setStringList([wanted])
        line.setText("C/2, 1s" if key == Key.Key_Comma else "C/2, 1st Battalion, B")
        popup = line.proposing.popup()
        popup.setCurrentIndex(line.proposing.completionModel().index(0, 0))
        line.eventFilter(popup, QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier))
        assert line.text() == text
    assert scenario_of(window).set_ups == (SetUp(("c", "bn", "b")),)
    assert page.view.state() == page.view.State.NoState


def test_each_letter_leads_to_one_place_in_every_tab(opened):
    window = opened(Scenario("First"))
    window.show_rules(RULES)
    for n in range(window.tabs.count()):
        window.tabs.setCurrentIndex(n)
        parts = [*window.findChildren(QAbstractButton), *window.findChildren(QLabel)]
        words = [part.text() for part in parts if part.isVisible()]
        letters = [found.group(1).casefold() for each in words if (found := re.search(r"&(\w)", each))]
        assert sorted(letters) == sorted(set(letters)), window.tabs.tabText(n)


def test_the_window_leaves_the_map_free_while_hexes_are_picked_and_comes_back(opened, qtbot):
    window = opened(Scenario("First", set_ups=(SetUp(("bn",)),)), "set_ups")
    window.set_ups.view.go_to(0)
    before = window.size()
    window.set_ups.pick_button.setChecked(True)
    assert window.height() < before.height() / 2 and not window.stack.isVisible() and window.done_button.isVisible()
    assert "Click hexes of row 1" in window.message.text()
    window.pick(at(window, 2, 2))
    assert scenario_of(window).set_ups[0].hexes == (at(window, 2, 2),)
    qtbot.mouseClick(window.done_button, Qt.MouseButton.LeftButton)
    assert window.size() == before and window.stack.isVisible() and not window.done_button.isVisible()
    assert not window.message.text() and not window.set_ups.pick_button.isChecked()


def test_no_formation_no_choice_of_whose_rally_point(opened):
    window = opened(Scenario("First", sheets=(OpSheet("S", "de", "Attack"), OpSheet("T", "de", "Attack", ("bn",)))))
    window.show_rules(RULES)
    page = window.sheets
    window.tabs.setCurrentWidget(page)
    page.view.go_to(0)
    assert not page.rallying.isVisible()
    page.view.go_to(1)
    assert page.rallying.isVisible()
