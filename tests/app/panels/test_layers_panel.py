from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPalette
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


def pull(panel: LayersPanel, name: str, onto: str, part: float, column: int = _NAME, let_go: bool = True) -> None:
    """Pulls a row to a part (0 top, 1 bottom) of another, with the mouse."""
    tree, rows = panel._list, panel._list.viewport()
    held, left = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    start = tree.visualRect(tree.indexFromItem(item_of(panel, name), column)).center()
    area = tree.visualRect(tree.indexFromItem(item_of(panel, onto), column))
    end = QPoint(start.x(), area.top() + round(part * (area.height() - 1)))
    QTest.mousePress(rows, left, held, start)
    for step in range(1, 6):
        at = start + (end - start) * step / 5
        move = QMouseEvent(QEvent.Type.MouseMove, at, rows.mapToGlobal(at), left, left, held)
        QApplication.sendEvent(rows, move)
    if let_go:
        QTest.mouseRelease(rows, left, held, end)


@pytest.mark.parametrize("column", [_NAME, _EYE])
def test_the_mouse_pulls_a_row_up_and_down_without_switching_anything(panel: LayersPanel, column: int, qtbot: QtBot) -> None:
    with qtbot.waitSignals([panel.state_changed]):
        pull(panel, "contours", "names", 0.1, column)
    order = LayerState().moved("contours", LAYER_IDS.index("names") - LAYER_IDS.index("contours")).order
    assert panel.state == LayerState(order=order)
    assert tuple(reversed(names(panel))) == order
    assert panel._layer() == "contours"
    pull(panel, "contours", "roads", 0.9, column)
    assert panel.state == LayerState()


def test_a_row_that_is_let_go_where_it_was_or_given_up_stays(panel: LayersPanel, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(panel.state_changed):
        pull(panel, "contours", "roads", 0.9)
        pull(panel, "contours", "names", 0.1, let_go=False)
        assert panel._list.gap == names(panel).index("names")
        QTest.keyClick(panel._list, Qt.Key.Key_Escape)
        assert panel._list.gap < 0
        QTest.mouseRelease(panel._list.viewport(), Qt.MouseButton.LeftButton)
        pull(panel, "paper", "names", 0.1)
    assert panel.state == LayerState()


def test_a_row_pulled_under_the_paper_comes_to_lie_on_it(panel: LayersPanel) -> None:
    pull(panel, "contours", "paper", 1.0)
    assert panel.state.order[:2] == ("paper", "contours")


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
    assert names(panel).index("names") == 5


def test_only_the_row_of_what_changed_is_drawn_anew(panel: LayersPanel, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    whole = LayersPanel._show_item

    def show_item(self: LayersPanel, layer: str, item: QTreeWidgetItem) -> None:
        drawn.append(layer)
        whole(self, layer, item)

    monkeypatch.setattr(LayersPanel, "_show_item", show_item)
    panel.show_state(LayerState().with_shown("tint", False).moved("names", -4))
    panel.show_state(LayerState().with_shown("tint", False).with_opacity("roads", 0.5))
    assert drawn == ["tint", "roads"]


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
