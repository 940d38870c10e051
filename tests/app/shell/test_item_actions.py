"""Items of the map in the whole window: keys on the map, the menu, a right click, drawing with the real mouse."""

from fractions import Fraction

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QMenu

from app.tools.command_table import COMMANDS
from core.model.maps import ItemRef
from tests.app.conftest import move_pointer

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


def pixel(window, point):
    view = window.workbench.view
    return view.mapFromScene(view.map.transform.to_scene(point))


def drag(window, qtbot, *points):
    viewport = window.workbench.view.viewport()
    qtbot.mousePress(viewport, LEFT, pos=pixel(window, points[0]))
    for point in points[1:]:
        move_pointer(viewport, QPointF(pixel(window, point)))
    qtbot.mouseRelease(viewport, LEFT, pos=pixel(window, points[-1]))


def _focused(window, qtbot):
    """The map, with the keyboard."""
    window.activateWindow()
    view = window.workbench.view
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    return view


def _select(window, section, key=1):
    placed = window.document.box.sheets[0]
    ref = ItemRef(placed.file, section, key)
    window.document.selection.set({ref})
    return ref


def test_every_command_is_in_the_menu_and_disabled_while_nothing_is_selected(window):
    window.document.selection.set()
    actions = {action.objectName(): action for action in window.menus.arrange.actions()}
    assert {f"item.{spec.id}" for spec in COMMANDS} <= set(actions)
    assert [name for name, action in actions.items() if name and action.isEnabled()] == ["item.all"]


def test_keys_on_the_map_change_what_is_selected(window, qtbot):
    view = _focused(window, qtbot)
    ref = _select(window, "contours")
    height = window.document.box.item(ref).height
    qtbot.keyClick(view, Qt.Key.Key_BracketRight)
    assert window.document.box.item(ref).height == height + 20
    qtbot.keyClick(view, Qt.Key.Key_BracketLeft)
    assert window.document.box.item(ref).height == height
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert window.document.box.item(ref) is None
    window.actions_["edit.undo"].trigger()
    assert window.document.box.item(ref) is not None


def test_the_keys_of_a_tool_in_hand_come_before_those_of_the_selection(window, qtbot):
    view = _focused(window, qtbot)
    ref = _select(window, "contours")
    height = window.document.box.item(ref).height
    window.actions_["tool.contour"].trigger()
    before = window.workbench.tools.current.height
    qtbot.keyClick(view, Qt.Key.Key_BracketRight)
    assert window.workbench.tools.current.height == before + 20
    assert window.document.box.item(ref).height == height


# The offscreen platform says so of every menu that pops up: it has no keyboard and no other windows.
@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_a_right_click_offers_what_can_be_done(window, qtbot):
    view = window.workbench.view
    ref = _select(window, "areas")
    frame = window.document.box.sheets[0].frame
    ring = window.document.box.item(ref).shape[0]
    middle = frame.to_plane((sum(x for x, _ in ring[:-1]) / (len(ring) - 1), sum(y for _, y in ring[:-1]) / (len(ring) - 1)))
    window.document.selection.set()
    qtbot.mousePress(view.viewport(), RIGHT, pos=pixel(window, middle))
    menu = next(each for each in view.findChildren(QMenu) if each.isVisible())
    offered = [action.objectName() for action in menu.actions() if action.objectName()]
    assert window.document.selection.refs == {ref}
    assert "item.delete" in offered
    assert "item.join" not in offered
    menu.close()
    qtbot.mouseRelease(view.viewport(), RIGHT, pos=pixel(window, middle))
    qtbot.waitUntil(lambda: not any(isinstance(each, QMenu) for each in view.children()))


def test_a_contour_is_drawn_with_the_mouse_and_taken_back(window, qtbot):
    before = window.document.box.sheets[0].sheet
    window.actions_["tool.contour"].trigger()
    window.workbench.tools.current.set_height(Fraction(125, 2))
    drag(window, qtbot, (1.5, 1.5), (2.0, 1.8), (2.6, 1.6), (3.2, 2.2))
    assert len(window.document.box.sheets[0].sheet.contours) == len(before.contours) + 1
    assert window.document.undo_stack.undoText() == "Draw contour 62.5 m"
    window.actions_["edit.undo"].trigger()
    assert window.document.box.sheets[0].sheet == before


def test_copied_items_are_pasted_by_the_shortcuts_everybody_knows(window, qtbot):
    view = _focused(window, qtbot)
    _select(window, "areas")
    count = len(window.document.box.sheets[0].sheet.areas)
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert window.workbench.tools.current.id == "stamp"
    qtbot.mouseClick(view.viewport(), LEFT, pos=pixel(window, (2.5, 9.0)))
    assert len(window.document.box.sheets[0].sheet.areas) == count + 1
    assert window.workbench.tools.current.id == "select"
