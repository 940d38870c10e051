"""The keyboard between the Selection panel and the map, in the whole window."""

import pytest
from PySide6.QtCore import Qt

from core.model.maps import ItemRef

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def contour(window):
    ref = ItemRef(window.document.box.sheets[0].file, "contours", 1)
    window.document.selection.set({ref})
    window.workbench.docks.front("properties")
    return ref


def height_field(window, qtbot):
    panel = window.workbench.docks.properties
    qtbot.waitUntil(lambda: "height" in panel.fields and panel.fields["height"].isVisible())
    window.activateWindow()
    field = panel.fields["height"]
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    return field


def test_a_height_is_set_and_taken_back_without_the_mouse(window, qtbot, contour):
    before = window.document.box.item(contour).height
    field = height_field(window, qtbot)
    field.selectAll()
    qtbot.keyClicks(field, "155")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert window.document.box.item(contour).height == 155
    assert window.focusWidget() is window.workbench.view
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Z, CTRL)
    assert window.document.box.item(contour).height == before


def test_undo_is_the_maps_while_nothing_has_been_typed_in_a_field(window, qtbot, contour):
    before = window.document.box.item(contour).height
    window.workbench.tools.select.arrange.set_height(155)
    field = height_field(window, qtbot)
    qtbot.keyClick(field, Qt.Key.Key_Z, CTRL)
    assert window.document.box.item(contour).height == before


def test_undo_in_a_field_takes_back_letters_first(window, qtbot, contour):
    window.workbench.tools.select.arrange.set_height(155)
    field = height_field(window, qtbot)
    qtbot.waitUntil(lambda: field.text() == "155")
    qtbot.keyClicks(field, "7")
    qtbot.keyClick(field, Qt.Key.Key_Z, CTRL)
    assert window.document.box.item(contour).height == 155
    assert field.text() == "155"


def test_escape_in_a_field_gives_the_map_the_keyboard(window, qtbot, contour):
    field = height_field(window, qtbot)
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert window.focusWidget() is window.workbench.view
    assert window.document.selection.refs == {contour}
