"""Scenarios in the real window: chosen in the status bar, menu and palette; hexes lit and picked on the map."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.dialogs.scenario.window import ScenarioWindow
from app.shell.desks.scenario import ScenarioDesk
from core.model.edits.force_edits import ChangeScenario, ChangeUnits
from core.model.oob import Counter, OobRef, Side
from core.model.scenario import Arrival, Scenario, SetUp, Turn

FIRST, SECOND = "dawn.scenario.yaml", "dusk.scenario.yaml"


@pytest.fixture
def desk(window):
    found = next(each for each in window._desks if isinstance(each, ScenarioDesk))
    yield found
    if found.scenario_window is not None:
        found.scenario_window.leave()
    if window.document is not None:
        window.document.undo_stack.setIndex(0)
        window.document.show_scenario("")
        window.document.undo_stack.clear()


def two_scenarios(window):
    document = window.document
    document.do(ChangeScenario("x", FIRST, Scenario("Dawn", set_ups=(SetUp(),))))
    document.do(ChangeScenario("x", SECOND, Scenario("Dusk & after, with a title that is longer than the bar has room for")))
    document.show_scenario(FIRST)
    return document


def middle_of(view):
    return QPoint(view.viewport().width() // 2, view.viewport().height() // 2)


def test_a_box_without_scenarios_offers_none(window, desk):
    assert desk.button.isHidden() and not window.menus.scenarios.menuAction().isEnabled()
    desk.show()
    assert desk.scenario_window.stack.currentIndex() == 1


def test_scenarios_are_chosen_in_the_status_bar_and_the_menu(window, desk):
    document = two_scenarios(window)
    assert desk.button.text() == "Dawn" and not desk.button.isHidden()
    names = [action.text() for action in window.menus.scenarios.actions()]
    assert names[0] == "Dawn" and names[1].startswith("Dusk && after")
    assert desk.button.menu().actions()[:2] == window.menus.scenarios.actions()
    window.actions_[f"scenario.{SECOND}"].trigger()
    assert document.state.scenario == SECOND
    assert desk.button.text().endswith("…") and "Dusk & after" in desk.button.accessibleName()
    window.actions_[f"scenario.{SECOND}"].trigger()
    assert window.actions_[f"scenario.{SECOND}"].isChecked() and not window.actions_[f"scenario.{FIRST}"].isChecked()
    document.undo_stack.setIndex(0)
    assert desk.button.isHidden() and f"scenario.{FIRST}" not in window.actions_


def test_there_is_one_window_that_comes_to_the_front_again(window, desk, monkeypatch):
    two_scenarios(window)
    raised = []
    # The offscreen platform cannot do it.
    monkeypatch.setattr(ScenarioWindow, "raise_", lambda self: raised.append(self))
    window.actions_["box.scenario"].trigger()
    shown = desk.scenario_window
    assert shown is not None and shown.chooser.currentText() == "Dawn"
    window.actions_["box.scenario"].trigger()
    assert desk.scenario_window is shown and raised == [shown]
    shown.leave()
    assert desk.scenario_window is None


def test_the_rules_of_the_series_come_from_the_worker(window, desk, qtbot):
    two_scenarios(window)
    desk.show()
    shown = desk.scenario_window
    qtbot.waitUntil(lambda: "27.2a" in shown.arrivals.rule.text())
    assert "Prepared Defense" in shown.facts.sheet_types


def test_hexes_are_picked_with_the_mouse_and_the_keys_and_no_tool_hears_of_it(window, desk):
    document, view = two_scenarios(window), window.workbench.view
    heard = []
    view.pressed.connect(lambda *_: heard.append(1))
    desk.show()
    page = desk.scenario_window.set_ups
    desk.scenario_window.tabs.setCurrentWidget(page)
    page.view.go_to(0)
    page.pick_button.setChecked(True)
    at = middle_of(view)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    hexes = document.box.scenarios[FIRST].set_ups[0].hexes
    assert len(hexes) == 1 and not heard
    other = hexes[0].neighbours()[0]
    view.set_cursor_hex(other)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert document.box.scenarios[FIRST].set_ups[0].hexes == (hexes[0], other)
    assert desk._map._layer.shapes[0].hexes == frozenset((hexes[0], other))
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert not page.pick_button.isChecked()
    view.set_cursor_hex(None)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert heard and document.box.scenarios[FIRST].set_ups[0].hexes == (hexes[0], other)


def test_what_is_lit_goes_out_with_the_window(window, desk):
    document = two_scenarios(window)
    place = next(iter(document.box.cells))
    document.do(ChangeScenario("x", FIRST, Scenario("Dawn", set_ups=(SetUp(hexes=(place,), within=1),))))
    desk.show()
    page = desk.scenario_window.set_ups
    desk.scenario_window.tabs.setCurrentWidget(page)
    page.view.go_to(0)
    assert desk._map._layer.shapes
    desk.scenario_window.leave()
    assert not desk._map._layer.shapes


def test_what_the_check_finds_stands_at_its_row_with_the_rule(window, desk, qtbot):
    document = two_scenarios(window)
    oob = document.box.oob
    sides, counters = OobRef("sides", oob.sides.next_key), OobRef("counters", oob.counters.next_key)
    document.do(ChangeUnits("x", {sides: Side("guest", "Guests"), counters: Counter("g-1", "guest")}))
    document.do(ChangeScenario("x", FIRST, Scenario("Dawn", turns=(Turn(), Turn()), arrivals=(Arrival(("g-1",), 2),))))
    desk.show()
    page = desk.scenario_window.arrivals
    desk.scenario_window.tabs.setCurrentWidget(page)
    page.view.go_to(0)
    qtbot.waitUntil(lambda: any("[27.2a]" in said for said in page.table.row_says(0)))
    tab = desk.scenario_window.tabs.indexOf(page)
    qtbot.waitUntil(lambda: not desk.scenario_window.tabs.tabIcon(tab).isNull())
    page.pick(next(iter(document.box.cells)))
    qtbot.waitUntil(lambda: not any("no entry hex" in said for said in page.table.row_says(0)))
