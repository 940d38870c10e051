"""The whole window on the example box, with its real worker process."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QMenu

from app.dialogs.command_palette import CommandPalette
from app.dialogs.goto_hex import GotoHex
from app.dialogs.shortcuts import ShortcutsDialog
from app.dialogs.visibility import VisibilityDialog
from app.shell.actions import ICON_PROPERTY, plain_text, tip_of
from app.shell.status_bar import PASSING_MS
from app.widgets.icons import icon
from app.widgets.themes import Theme, is_dark
from core.model.edits.state_edits import PlaceSmoke
from tests.app.conftest import move_pointer
from tests.app.shell.hands import act, docks, drop

EXAMPLE = Path(__file__).resolve().parents[3] / "scenarios" / "tcs-example"


def _drag(window, qtbot, start, end):
    view = window.workbench.view
    points = []
    for place in (start, end):
        x, y = view.map.transform.centre(place)
        points.append(view.mapFromScene(QPointF(x, y)))
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=points[0])
    move_pointer(view.viewport(), QPointF(points[1]))
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=points[1])


def test_the_box_is_shown_with_its_title_and_remembered(window):
    assert window.pages.currentWidget() is window.workbench.view
    assert window.document.box.title in window.windowTitle()
    assert window._session.recent()[0] == EXAMPLE


def test_a_line_of_sight_is_ruled_explained_and_drawn(window, qtbot):
    act(window, "tool.los")
    box = window.document.box
    _drag(window, qtbot, box.hex("1.04"), box.hex("4.05"))
    ruling = window.workbench.docks.ruling
    qtbot.waitUntil(lambda: ruling.shown is not None and ruling.shown.question == "los")
    assert ruling.shown.detail.profile
    assert window.workbench.docks.profile.view.drawing() is not None
    window.workbench.tools.escape()
    assert ruling.shown is None


def test_the_status_bar_tells_hex_place_height_and_terrain_under_the_pointer(window, qtbot):
    view, box = window.workbench.view, window.document.box
    place = box.hex("2.09")
    x, y = view.map.transform.centre(place)
    move_pointer(view.viewport(), QPointF(view.mapFromScene(QPointF(x, y))))
    status = window.status
    qtbot.waitUntil(lambda: status.height_.text() == "40 m")
    assert status.place.text() == "2.09"
    assert "Village" in status.terrain.text()
    assert status.point.text()
    assert "%" in status.zoom.text()


def test_go_to_hex_centres_it_and_gives_the_keyboard_back(window, qtbot):
    act(window, "view.goto")
    goto = window.findChild(GotoHex)
    qtbot.keyClicks(goto.line, "3.7")
    qtbot.keyClick(goto.line, Qt.Key.Key_Return)
    view, place = window.workbench.view, window.document.box.hex("3.07")
    centre = view.mapFromScene(QPointF(*view.map.transform.centre(place)))
    assert (centre - view.viewport().rect().center()).manhattanLength() <= 3
    assert view.cursor_hex == place
    assert window.focusWidget() is view
    act(window, "view.fit")


def test_the_palette_runs_actions_and_goes_to_hexes(window, qtbot):
    shown = window.actions_["layer.grid"].isChecked()
    for letters, done in (
        ("hex grid", lambda: window.actions_["layer.grid"].isChecked() is not shown),
        ("2.05", lambda: window.workbench.view.cursor_hex == window.document.box.hex("2.05")),
    ):
        act(window, "view.palette")
        palette = next(each for each in window.findChildren(CommandPalette) if each.isVisible())
        qtbot.keyClicks(palette.line, letters)
        qtbot.keyClick(palette.line, Qt.Key.Key_Return)
        assert done()
    act(window, "layer.grid")
    act(window, "view.fit")


def test_layers_are_switched_from_the_menu_and_the_panel_alike(window):
    action, docks, view = window.actions_["layer.contours"], window.workbench.docks, window.workbench.view
    action.trigger()
    assert not view.layers.shows("contours")
    assert not docks.layers.state.shows("contours")
    docks.layers.state_changed.emit(docks.layers.state.with_shown("contours", True))
    assert view.layers.shows("contours")
    assert action.isChecked()


def test_undo_and_redo_name_the_change_and_are_enabled_when_they_mean_something(window):
    undo, redo = window.actions_["edit.undo"], window.actions_["edit.redo"]
    assert not undo.isEnabled()
    place = window.document.box.hex("2.05")
    window.document.do(PlaceSmoke(place))
    assert plain_text(undo) == "Undo Place smoke"
    undo.trigger()
    assert window.document.state.smoke == frozenset()
    assert plain_text(redo) == "Redo Place smoke"
    redo.trigger()
    assert window.document.state.smoke == {place}
    act(window, "play.clear_smoke")
    assert window.document.state.smoke == frozenset()


def test_the_visibility_of_the_turn_is_a_step_of_the_history(window, qtbot):
    act(window, "play.visibility")
    dialog = window.findChild(VisibilityDialog)
    dialog.unlimited.setChecked(False)
    dialog.number.setValue(6)
    dialog.accept()
    assert window.document.state.visibility == 6
    window.document.undo_stack.undo()
    assert window.document.state.visibility is None


def test_the_method_in_force_is_chosen_from_the_menu(window):
    assert [action.objectName() for action in window.menus.method.actions()][:2] == ["method.standard", "method.simplified"]
    act(window, "method.simplified")
    assert window.document.method == "simplified"
    act(window, "method.standard")


def test_every_action_says_what_it_does_and_has_a_name(window):
    for action in window.actions_:
        assert action.objectName()
        assert plain_text(action)
        assert action.statusTip()
        assert tip_of(action), action.objectName()


def test_no_two_actions_share_a_shortcut(window):
    held = {}
    for action in window.actions_:
        for keys in action.shortcuts():
            held.setdefault(keys.toString(), []).append(action)
    shared = {keys: [each.objectName() for each in some] for keys, some in held.items() if len(some) > 1}
    # No series has both: what fights under one of them has this key.
    assert shared == {"Shift+A": ["tool.combat", "tool.fire"]}
    assert sum(each.isEnabled() for each in held["Shift+A"]) <= 1


def test_every_action_is_reached_from_a_menu(window):
    reached = {action.objectName() for menu in window.menuBar().findChildren(QMenu) for action in menu.actions()}
    assert {action.objectName() for action in window.actions_} <= reached


def test_the_page_of_shortcuts_names_the_tools(window, qtbot):
    act(window, "help.shortcuts")
    dialog = window.findChild(ShortcutsDialog)
    text = dialog.text.toPlainText()
    assert "Line of sight" in text
    assert "Ctrl+G" in text
    dialog.close()


def test_panels_are_hidden_and_come_back(window, qtbot):
    # Other tests may have left panels that have nothing to show in this box.
    act(window, "view.reset_layout")
    before = {name for name, dock in docks(window).items() if dock.isVisible()}
    assert before
    act(window, "view.hide_panels")
    assert not any(dock.isVisible() for dock in docks(window).values())
    act(window, "view.hide_panels")
    assert {name for name, dock in docks(window).items() if dock.isVisible()} == before


def test_resetting_the_layout_brings_every_panel_home(window, qtbot):
    dock = docks(window)["dock-layers"]
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    docks(window)["dock-profile"].hide()
    act(window, "view.reset_layout")
    assert window.dockWidgetArea(dock) is Qt.DockWidgetArea.RightDockWidgetArea
    assert docks(window)["dock-profile"].isVisible()
    assert not docks(window)["dock-history"].isVisible()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080), (1024, 640)])
def test_the_map_keeps_most_of_the_room_at_first(window, qtbot, width, height):
    size = window.size()
    window.resize(width, height)
    act(window, "view.reset_layout")
    view = window.workbench.view
    qtbot.waitUntil(lambda: view.width() >= 0.5 * width and view.height() >= 0.45 * height)
    assert (window.width(), window.height()) == (width, height)
    window.resize(size)


def test_the_next_pane_key_goes_round_and_comes_back_to_the_map(window, qtbot):
    window.workbench.docks.front("layers")
    qtbot.wait(20)
    view = window.workbench.view
    view.setFocus()
    seen = []
    while not seen or (seen[-1] is not view and len(seen) < 10):
        act(window, "view.next_pane")
        seen.append(window.focusWidget())
    assert seen[-1] is view
    assert any(window.workbench.docks.layers.isAncestorOf(each) for each in seen)
    assert len(set(seen)) == len(seen)


def test_the_theme_is_changed_for_the_whole_window_and_kept(window, qtbot):
    act(window, "theme.dark")
    qtbot.waitUntil(lambda: is_dark(window.palette()))
    assert window._session.theme is Theme.DARK
    # All icons take the new colours, some per turn of the event loop.
    drawn = {name: icon(name).pixmap(16, 16).toImage() for name in ("open", "save", "undo")}
    named = [action for action in window.actions_ if action.property(ICON_PROPERTY) in drawn]
    assert len(named) >= 3
    qtbot.waitUntil(
        lambda: all(action.icon().pixmap(16, 16).toImage() == drawn[action.property(ICON_PROPERTY)] for action in named)
    )
    act(window, "theme.light")
    qtbot.waitUntil(lambda: not is_dark(window.palette()))


def test_closing_the_box_goes_back_to_the_start_page(window, qtbot):
    act(window, "file.close")
    assert window.pages.currentWidget() is window.start_page
    assert window.windowTitle() == "Phaseline"
    assert not any(dock.isVisible() for dock in docks(window).values())
    for name in ("view.goto", "file.export", "edit.undo", "play.visibility"):
        assert not window.actions_[name].isEnabled()


def test_a_path_without_a_box_is_explained_in_the_window(window, qtbot):
    window.open_path(Path("/nowhere/at/all"))
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window._problems)
    assert "no such folder" in window._problems.list.item(0).text()
    assert Path("/nowhere/at/all") not in window._session.recent()


def test_of_a_broken_box_what_could_be_loaded_is_shown_with_its_issues(window, qtbot, tmp_path):
    broken = tmp_path / "broken"
    shutil.copytree(EXAMPLE, broken)
    sheet = broken / "a.map.yaml"
    sheet.write_text(sheet.read_text(encoding="utf-8").replace("terrain: woods", "terrain: wods"), encoding="utf-8")
    before = {path: path.read_bytes() for path in broken.iterdir()}
    window.open_path(broken)
    qtbot.waitUntil(lambda: window.document is not None)
    assert window.pages.currentWidget() is window.workbench.view
    assert window.document.issues
    dock = docks(window)["dock-issues"]
    assert str(len(window.document.issues)) in dock.windowTitle()
    assert {path: path.read_bytes() for path in broken.iterdir()} == before
    window.close_box()


def test_a_box_dropped_on_the_window_is_opened(window, qtbot, tmp_path):
    window.close_box()
    drop(window, tmp_path / "picture.png")
    assert window.path is None
    drop(window, EXAMPLE / "game.yaml")
    qtbot.waitUntil(lambda: window.document is not None)
    assert window.document.box.title


def test_a_worker_that_dies_is_told_of_and_the_window_goes_on(window, qtbot):
    window.answers._process.kill()
    qtbot.waitUntil(lambda: "started again" in window.status.hint)
    window.workbench.heights.forget()
    heard = []
    window.answers.ask("elevation", {"hex": "2.09", "method": "standard"}, heard.append)
    qtbot.waitUntil(lambda: bool(heard))
    assert heard[0].value == 40


def test_hiding_the_panels_keeps_the_hex_that_was_gone_to(window, qtbot):
    view, place = window.workbench.view, window.document.box.hex("2.05")
    window.workbench.go_to(place)
    act(window, "view.hide_panels")
    qtbot.wait(20)
    centre = view.mapFromScene(QPointF(*view.map.transform.centre(place)))
    act(window, "view.hide_panels")
    assert (centre - view.viewport().rect().center()).manhattanLength() < view.width()
    assert view.viewport().rect().contains(centre)
    act(window, "view.fit")


def test_the_history_stays_when_another_panel_is_raised_before_it(window, qtbot):
    action, dock = window.actions_["edit.history"], docks(window)["dock-history"]
    action.trigger()
    qtbot.waitUntil(lambda: not dock.visibleRegion().isEmpty())
    window.workbench.docks.front("ruling")
    qtbot.wait(20)
    assert action.isChecked()
    assert not dock.isHidden()
    act(window, "view.reset_layout")
    assert not action.isChecked()


def test_the_key_of_a_panel_raises_it_first_and_puts_it_away_when_it_is_seen(window, qtbot):
    act(window, "view.reset_layout")
    action, dock = window.actions_["panel.layers"], docks(window)["dock-layers"]
    window.workbench.docks.front("ruling")
    qtbot.wait(20)
    action.trigger()
    qtbot.waitUntil(lambda: not dock.visibleRegion().isEmpty())
    assert action.isChecked()
    action.trigger()
    assert dock.isHidden()
    assert not action.isChecked()
    action.trigger()
    assert not dock.isHidden()
    assert action.isChecked()


def test_the_key_of_a_panel_that_is_seen_gives_it_the_keyboard_before_it_puts_it_away(window, qtbot):
    act(window, "view.reset_layout")
    action, dock = window.actions_["panel.layers"], docks(window)["dock-layers"]
    window.workbench.docks.front("layers")
    qtbot.waitUntil(lambda: not dock.visibleRegion().isEmpty())
    window.workbench.view.setFocus()
    action.trigger()
    assert not dock.isHidden()
    assert dock.isAncestorOf(window.focusWidget())
    action.trigger()
    assert dock.isHidden()
    act(window, "view.reset_layout")


def test_a_passing_message_gives_way_to_the_hint_before_it(window, qtbot):
    window.status.show_hint("Click a hex")
    window.status.show_passing("Started again")
    assert window.status.hint == "Started again"
    window.status._passing.setInterval(1)
    window.status.show_passing("Started again")
    qtbot.waitUntil(lambda: window.status.hint == "Click a hex")
    window.status._passing.setInterval(PASSING_MS)


def test_escape_takes_the_words_about_an_answer_from_the_status_bar(window, qtbot):
    act(window, "tool.los")
    box = window.document.box
    _drag(window, qtbot, box.hex("1.04"), box.hex("4.05"))
    qtbot.waitUntil(lambda: "4.05" in window.status.hint)
    window.workbench.tools.escape()
    assert window.status.hint == window.workbench.tools.current.hint


def _in_front(window, name) -> bool:
    return not docks(window)[f"dock-{name}"].visibleRegion().isEmpty()


def test_the_history_comes_to_the_front(window, qtbot):
    act(window, "view.reset_layout")
    qtbot.waitUntil(lambda: _in_front(window, "ruling"))
    act(window, "edit.history")
    qtbot.waitUntil(lambda: _in_front(window, "history"))
    act(window, "view.reset_layout")


def test_an_answer_raises_its_panels_once_and_opens_none_that_was_put_away(window, qtbot):
    act(window, "view.reset_layout")
    window.workbench.docks.front("inspector")
    window.workbench.docks.front("issues")
    qtbot.waitUntil(lambda: _in_front(window, "inspector") and _in_front(window, "issues"))
    act(window, "tool.los")
    box = window.document.box
    _drag(window, qtbot, box.hex("1.04"), box.hex("4.05"))
    qtbot.waitUntil(lambda: _in_front(window, "ruling") and _in_front(window, "profile"))

    window.workbench.docks.front("layers")
    docks(window)["dock-profile"].hide()
    before = window.workbench.docks.ruling.shown
    window.document.do(PlaceSmoke(box.hex("2.05")))
    ruling = window.workbench.docks.ruling
    qtbot.waitUntil(lambda: ruling.shown is not None and ruling.shown is not before)
    qtbot.waitUntil(lambda: _in_front(window, "layers"))
    assert not _in_front(window, "ruling")
    _drag(window, qtbot, box.hex("1.04"), box.hex("3.05"))
    qtbot.waitUntil(lambda: _in_front(window, "ruling"))
    assert docks(window)["dock-profile"].isHidden()
    window.workbench.tools.escape()
    act(window, "view.reset_layout")


def test_errors_come_to_the_front_in_a_layout_that_was_kept_and_leave_it_with_the_box(window, qtbot, tmp_path):
    broken = tmp_path / "broken"
    shutil.copytree(EXAMPLE, broken)
    sheet = broken / "a.map.yaml"
    sheet.write_text(sheet.read_text(encoding="utf-8").replace("terrain: woods", "terrain: wods"), encoding="utf-8")
    act(window, "view.reset_layout")
    qtbot.waitUntil(lambda: _in_front(window, "profile"))
    window.open_path(broken)
    qtbot.waitUntil(lambda: window.document is not None)
    qtbot.waitUntil(lambda: _in_front(window, "issues"))
    window.open_path(EXAMPLE)
    qtbot.waitUntil(lambda: window.document is not None)
    qtbot.waitUntil(lambda: _in_front(window, "profile"))
    assert not _in_front(window, "issues")


def test_the_side_view_leaves_its_room_to_a_series_without_lines_of_sight_and_comes_back(window, qtbot):
    act(window, "view.reset_layout")
    window.open_path(EXAMPLE.parent / "sable-river")
    qtbot.waitUntil(lambda: window.document is not None)
    assert docks(window)["dock-profile"].isHidden()
    act(window, "view.hide_panels")
    act(window, "view.hide_panels")
    act(window, "view.reset_layout")
    assert docks(window)["dock-profile"].isHidden()
    window.workbench._pointer.point_at(window.document.box.hex("1010"))
    assert window.workbench._status.height_.text() == ""
    window.open_path(EXAMPLE)
    qtbot.waitUntil(lambda: window.document is not None)
    qtbot.waitUntil(lambda: _in_front(window, "profile"))


def test_a_click_in_a_series_without_heights_asks_for_none(window, qtbot, monkeypatch):
    window.open_path(EXAMPLE.parent / "sable-river")
    qtbot.waitUntil(lambda: window.document is not None)
    act(window, "tool.select")
    asked = []
    monkeypatch.setattr(window.workbench._answers, "ask", lambda question, *_, **__: asked.append(question) or 0)
    view, place = window.workbench.view, window.document.box.hex("0310")
    qtbot.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=view.mapFromScene(QPointF(*view.map.transform.centre(place)))
    )
    assert window.workbench.tools.select.place == place
    assert "elevation" not in asked
    monkeypatch.undo()
    window.open_path(EXAMPLE)
    qtbot.waitUntil(lambda: window.document is not None)
