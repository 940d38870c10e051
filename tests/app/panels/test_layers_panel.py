from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from app.canvas.layers import LAYER_IDS, LayerState
from app.panels.layers_panel import _EYE, _ID, _LOCK, _NAME, _OPACITY, LayersPanel


@pytest.fixture
def panel(qtbot: QtBot) -> Iterator[LayersPanel]:
    made = LayersPanel()
    qtbot.addWidget(made)
    made.resize(360, 560)
    made.show()
    yield made


def names(panel: LayersPanel) -> list[str]:
    return [str(item.data(_NAME, _ID)) for item in panel._items()]


def item_of(panel: LayersPanel, name: str) -> QTreeWidgetItem:
    return next(item for item in panel._items() if item.data(_NAME, _ID) == name)


def click(panel: LayersPanel, name: str, column: int) -> None:
    tree = panel._list
    area = tree.visualRect(tree.indexFromItem(item_of(panel, name), column))
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(area.center()))


def press(panel: LayersPanel, name: str, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    panel._list.setCurrentItem(item_of(panel, name))
    QTest.keyClick(panel._list, key, held)


def test_every_layer_has_a_row_from_the_top_down(panel: LayersPanel) -> None:
    assert tuple(reversed(names(panel))) == LAYER_IDS


@pytest.mark.parametrize("name", ["tint", "shading", "grid"])
def test_the_eye_and_the_space_bar_switch_a_layer(panel: LayersPanel, name: str, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.state_changed) as heard:
        click(panel, name, _EYE)
    assert heard.args == [LayerState(frozenset({name}))]
    press(panel, name, Qt.Key.Key_Space)
    assert panel.state == LayerState()


def test_the_lock_and_its_key_lock_a_layer_and_show_it_without_colour(panel: LayersPanel) -> None:
    def picture() -> object:
        return item_of(panel, "contours").icon(_LOCK).pixmap(16, 16).toImage()

    open_lock = picture()
    click(panel, "contours", _LOCK)
    assert panel.state.locked == {"contours"} and not panel.state.allows("contours")
    assert picture() != open_lock
    assert "locked" in item_of(panel, "contours").data(_NAME, Qt.ItemDataRole.AccessibleTextRole).split(", ")
    press(panel, "contours", Qt.Key.Key_L)
    assert panel.state == LayerState() and picture() == open_lock


def test_the_slider_belongs_to_the_layer_under_the_cursor(panel: LayersPanel, qtbot: QtBot) -> None:
    panel._list.setCurrentItem(item_of(panel, "shading"))
    with qtbot.waitSignal(panel.state_changed) as heard:
        panel._slider.setValue(40)
    assert heard.args is not None and heard.args[0].opacity("shading") == 0.4
    assert item_of(panel, "shading").text(_OPACITY) == "40 %"
    panel._list.setCurrentItem(item_of(panel, "tint"))
    assert panel._slider.value() == 100
    assert "Elevation tint" in panel._slider.accessibleName()
    press(panel, "tint", Qt.Key.Key_Left)
    assert panel.state.opacity("tint") == 0.95


def test_a_layer_moves_up_and_down_and_stays_under_the_cursor(panel: LayersPanel) -> None:
    press(panel, "contours", Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    order = panel.state.order
    assert order.index("contours") == order.index("roads") + 1
    assert panel._layer() == "contours" and tuple(reversed(names(panel))) == order
    panel._down.click()
    assert panel.state == LayerState()


def test_nothing_comes_under_the_paper(panel: LayersPanel) -> None:
    panel._list.setCurrentItem(item_of(panel, "paper"))
    assert not panel._up.isEnabled() and not panel._down.isEnabled()
    panel._list.setCurrentItem(item_of(panel, "underlay"))
    assert panel._up.isEnabled() and not panel._down.isEnabled()


def test_only_this_leaves_the_layer_on_its_paper_and_everything_comes_back(panel: LayersPanel) -> None:
    panel.show_state(LayerState().with_locked("roads", True))
    press(panel, "contours", Qt.Key.Key_O)
    assert [layer for layer in LAYER_IDS if panel.state.shows(layer)] == ["paper", "contours"]
    panel._all.click()
    assert panel.state == LayerState(locked=frozenset({"roads"}))


def test_following_a_state_changed_elsewhere_emits_nothing(panel: LayersPanel, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(panel.state_changed):
        panel.show_state(LayerState().with_shown("roads", False).moved("names", -4))
    assert "hidden" in item_of(panel, "roads").data(_NAME, Qt.ItemDataRole.AccessibleTextRole)
    assert names(panel).index("names") == 4


def test_eyes_and_locks_can_be_seen_in_the_dark(panel: LayersPanel) -> None:
    def picture() -> object:
        return item_of(panel, "tint").icon(_EYE).pixmap(16, 16).toImage()

    before = picture()
    light = QApplication.palette()
    dark = QPalette(light)
    dark.setColor(QPalette.ColorRole.ButtonText, QColor("#f0f0f0"))
    try:
        QApplication.setPalette(dark)
        QApplication.processEvents()
        assert picture() != before
    finally:
        QApplication.setPalette(light)
