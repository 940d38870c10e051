"""Drawing in the whole window: bars, menu, options, palette of terrain, and what is said of the hex under the cursor."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QToolBar

from app.dialogs.terrain.palette import TerrainPalette
from tests.app.conftest import move_pointer

LEFT = Qt.MouseButton.LeftButton


def spot_of(window, label):
    view = window.workbench.view
    x, y = view.map.transform.centre(window.document.box.hex(label))
    return view.mapFromScene(QPointF(x, y))


def stroke(window, qtbot, *labels):
    viewport = window.workbench.view.viewport()
    qtbot.mousePress(viewport, LEFT, pos=spot_of(window, labels[0]))
    for label in labels[1:]:
        move_pointer(viewport, QPointF(spot_of(window, label)))
    qtbot.mouseRelease(viewport, LEFT, pos=spot_of(window, labels[-1]))


def test_tools_that_ask_and_tools_that_draw_have_bars_and_menus_of_their_own(window):
    tools = window.workbench.tools.tools.values()
    for group, name, menu in (("ask", "tools-tool-bar", window.menus.tools), ("draw", "draw-tool-bar", window.menus.draw)):
        wanted = [f"tool.{tool.id}" for tool in tools if tool.group == group]
        assert wanted
        assert [action.objectName() for action in window.findChild(QToolBar, name).actions()] == wanted
        assert [action.objectName() for action in menu.actions() if action.objectName().startswith("tool.")] == wanted


def test_a_stroke_of_the_brush_paints_and_is_taken_back_by_name(window, qtbot):
    sheet = window.document.box.sheets[0].sheet
    window.actions_["tool.brush"].trigger()
    window.workbench.tools.take_terrain("orchard")
    stroke(window, qtbot, "1.05", "3.05")
    painted = window.document.box.sheets[0].sheet
    assert len(painted.areas) == len(sheet.areas) + 1
    assert window.document.undo_stack.undoText() == "Paint orchard"
    window.actions_["edit.undo"].trigger()
    assert window.document.box.sheets[0].sheet == sheet


def test_the_options_of_the_tool_in_hand_are_shown_with_pictures_and_change_it(window, qtbot):
    window.actions_["tool.brush"].trigger()
    bar = window.workbench.options_bar
    combo = bar.widget_of("terrain")
    qtbot.waitUntil(lambda: not combo.itemIcon(0).isNull())
    combo.setCurrentIndex(combo.findData("village"))
    assert window.workbench.tools.current.terrain == "village"
    window.actions_["tool.select"].trigger()
    assert bar.widget_of("terrain") is None


def test_terrain_is_chosen_by_letters_and_takes_the_tool_that_draws_it(window, qtbot):
    window.actions_["draw.terrain"].trigger()
    palette = next(each for each in window.findChildren(TerrainPalette) if each.isVisible())
    qtbot.keyClicks(palette.line, "hedge")
    qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    tools = window.workbench.tools
    assert (tools.current.id, tools.current.terrain) == ("sides", "hedgerow")


def test_the_hex_under_the_cursor_is_spoken_with_terrain_and_height(window, qtbot):
    view = window.workbench.view
    view.set_cursor_hex(window.document.box.hex("2.09"))
    qtbot.waitUntil(lambda: "40 m" in view.accessibleDescription())
    assert "Hex 2.09; village" in view.accessibleDescription()
    assert window.status.hint == view.accessibleDescription()
    view.set_cursor_hex(None)
    assert view.accessibleDescription() == ""


def test_letters_of_a_name_are_no_shortcuts(window, qtbot):
    window.actions_["tool.names"].trigger()
    stroke(window, qtbot, "2.05")
    view = window.workbench.view
    view.setFocus()
    qtbot.keyClicks(view, "Bell")
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert window.workbench.tools.current.id == "names"
    assert "Bell" in [name.text for name in window.document.box.sheets[0].sheet.names]


def test_the_options_are_reached_with_the_keyboard_and_left_again(window, qtbot):
    window.activateWindow()
    window.actions_["tool.brush"].trigger()
    view, bar = window.workbench.view, window.workbench.options_bar
    view.setFocus()
    qtbot.waitUntil(lambda: bar.widget_of("terrain").isVisible())
    window.actions_["view.next_pane"].trigger()
    assert bar.isAncestorOf(window.focusWidget())
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Escape)
    assert window.focusWidget() is view
