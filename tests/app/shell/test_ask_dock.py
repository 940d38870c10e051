"""Questions in the real window: asked of a real worker process, from the palette, with hexes of the map."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core.model.edits.map_edits import ChangeBox

POPS_UP = pytest.mark.qt_log_ignore("does not support (raise|grabbing)")
"""The screen of tests has no windows to lay over others."""


def panel_of(window, qtbot):
    docks = window.workbench.docks
    qtbot.waitUntil(lambda: bool(docks.ask.list.names))
    docks.front("ask")
    docks.ask.show_list()
    docks.ask.list.search.clear()
    return docks.ask


def test_the_key_gives_the_search_field_the_keyboard_and_puts_the_panel_away(window, qtbot):
    window.activateWindow()
    panel = panel_of(window, qtbot)
    window.workbench.docks.front("ruling")
    action = window.actions_["panel.ask"]
    action.trigger()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is panel.list.search)
    action.trigger()
    qtbot.waitUntil(lambda: not panel.isVisible())
    action.trigger()
    window.workbench.docks.front("ruling")


@POPS_UP
def test_a_fire_is_typed_and_the_worker_answers_as_it_is(window, qtbot):
    panel = panel_of(window, qtbot)
    docks = window.workbench.docks
    QTest.keyClicks(panel.list.search, "area fire")
    QTest.keyClick(panel.list.search, Qt.Key.Key_Return)
    assert panel.question == "fire.area"
    fields = panel.form.fields
    QTest.keyClicks(fields["firers"].lines, "infantry 4 at 2")
    fields["targets"].lines.setPlainText("infantry 5 move")
    qtbot.waitUntil(lambda: panel.ruling.shown is not None)
    first = panel.ruling.shown
    qtbot.waitUntil(lambda: docks.ruling.shown is first)
    assert "stand-in" in panel.ruling._particulars.text()
    fields["firers"].lines.setPlainText("infantry 4 at 2\ninfantry 4 at 2")
    qtbot.waitUntil(lambda: panel.ruling.shown is not first)
    assert panel.ruling.shown.detail.facts["strength"] > first.detail.facts["strength"]
    fields["firers"].lines.setPlainText("infantri 4")
    qtbot.waitUntil(lambda: "infantry" in fields["firers"].fault.text())
    panel.ruling._charts.buttons[0].click()
    qtbot.waitUntil(lambda: not docks.charts.visibleRegion().isEmpty())
    docks.front("ruling")


def test_a_line_of_sight_is_asked_with_hexes_of_the_map(window, qtbot):
    panel = panel_of(window, qtbot)
    panel.open("los")
    view, box = window.workbench.view, window.document.box
    for name, label in (("from", "1.11"), ("to", "2.06")):
        view.set_cursor_hex(box.hex(label))
        panel.form.fields[name].hex_wanted.emit()
    qtbot.waitUntil(lambda: panel.ruling.shown is not None and panel.ruling.shown.question == "los")
    assert panel.form.values == {"from": box.label(box.hex("1.11")), "to": box.label(box.hex("2.06"))}
    view.set_cursor_hex(None)
    window.workbench.docks.front("ruling")


def test_other_options_of_the_box_give_another_answer(window, qtbot):
    panel = panel_of(window, qtbot)
    panel.open("losses")
    panel.form.fields["losses"].line.setText("2")
    qtbot.waitUntil(lambda: panel.ruling.shown is not None)
    first = panel.ruling.shown.detail.facts
    head, halves = window.document.box.head, window.document.ruleset.options["losses.halves"]
    other = next(choice for choice in halves.values if choice != halves.preset)
    window.document.do(ChangeBox("Options", replace(head, options={**head.options, "losses.halves": other})))
    qtbot.waitUntil(lambda: panel.ruling.shown.detail.facts != first)
    window.document.undo_stack.undo()
    qtbot.waitUntil(lambda: panel.ruling.shown.detail.facts == first)
    window.workbench.docks.front("ruling")


def test_what_is_asked_again_behind_another_tab_stays_there(window, qtbot):
    panel, docks = panel_of(window, qtbot), window.workbench.docks
    panel.open("losses")
    panel.form.fields["losses"].line.setText("2")
    qtbot.waitUntil(lambda: panel.ruling.shown is not None and docks.ruling.shown is panel.ruling.shown)
    docks.front("ruling")
    qtbot.waitUntil(lambda: panel.visibleRegion().isEmpty())
    first, head = panel.ruling.shown, window.document.box.head
    window.document.do(ChangeBox("Title", replace(head, title="Another title")))
    qtbot.waitUntil(lambda: panel.ruling.shown is not first)
    QApplication.processEvents()
    assert docks.ruling.shown is first
    docks.front("ask")
    second = panel.ruling.shown
    window.document.undo_stack.undo()
    qtbot.waitUntil(lambda: panel.ruling.shown is not second and docks.ruling.shown is panel.ruling.shown)
    docks.front("ruling")


@POPS_UP
def test_undo_takes_back_the_last_thing_that_was_done_be_it_typed_or_chosen(window, qtbot):
    panel, document = panel_of(window, qtbot), window.document
    window.activateWindow()
    panel.open("elevation")
    line = panel.form.fields["hex"].line
    line.setFocus()
    qtbot.waitUntil(line.hasFocus)
    QTest.keyClicks(line, "104")
    head = document.box.head
    document.do(ChangeBox("Choose", replace(head, options={**head.options, "los.method": "simplified"})))
    QTest.keyClick(line, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert document.box.head.options == head.options
    assert line.text() == "104"
    QTest.keyClicks(line, "5")
    QTest.keyClick(line, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert line.text() == "104"
    document.do(ChangeBox("Choose", replace(head, options={**head.options, "los.method": "simplified"})))
    line.clear()
    QTest.keyClick(line, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(line, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert document.box.head.options == head.options, "nothing typed is left, hence the map's history goes on"
    panel.show_list()
    window.workbench.docks.front("ruling")


def test_the_palette_offers_every_question(window, qtbot):
    panel = panel_of(window, qtbot)
    window.actions_["ask.morale"].trigger()
    assert panel.question == "morale"
    assert panel.isVisible()
    panel.show_list()
    window.workbench.docks.front("ruling")
