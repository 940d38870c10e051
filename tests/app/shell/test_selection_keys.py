"""The keyboard between the Selection panel and the map, in the whole window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea

from app.widgets.focus import first_focusable
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


def test_the_next_pane_begins_at_the_first_field_and_escape_leads_back(window, qtbot, contour):
    panel = window.workbench.docks.properties
    qtbot.waitUntil(lambda: "height" in panel.fields and panel.fields["height"].isVisible())
    window.activateWindow()
    window.workbench.view.setFocus()
    window.actions_["view.next_pane"].trigger()
    assert window.focusWidget() is panel.fields["height"]


def test_escape_in_any_panel_gives_the_map_the_keyboard(window, qtbot, contour):
    window.workbench.docks.front("layers")
    qtbot.waitUntil(lambda: first_focusable(window.workbench.docks.layers) is not None)
    field = first_focusable(window.workbench.docks.layers)
    window.activateWindow()
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert window.focusWidget() is window.workbench.view


def test_fields_of_a_narrow_panel_are_seen_whole(window, qtbot, contour):
    panel = window.workbench.docks.properties
    qtbot.waitUntil(lambda: "height" in panel.fields)
    least = panel.fontMetrics().averageCharWidth() * 38
    assert panel.findChild(QScrollArea).widget().minimumSizeHint().width() <= least
