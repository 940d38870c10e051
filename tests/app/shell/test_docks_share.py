"""Panels give way when the window becomes smaller."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QTabBar


@pytest.fixture
def sized(window, qtbot, qapp):
    def size(width: int, height: int) -> None:
        window.resize(width, height)
        qtbot.waitUntil(lambda: (window.width(), window.height()) == (width, height))
        qapp.processEvents()

    size(1500, 950)
    window.actions_["view.reset_layout"].trigger()
    qtbot.waitUntil(lambda: window.layouts.settled)
    qapp.processEvents()
    yield size
    size(1280, 800)
    window.actions_["view.reset_layout"].trigger()
    qtbot.waitUntil(lambda: window.layouts.settled)


def ruling(window):
    dock = window.findChild(QDockWidget, "dock-ruling")
    dock.raise_()
    return dock


def test_the_map_keeps_most_of_a_window_made_smaller(window, sized, qtbot):
    dock = ruling(window)
    assert dock.width() > 400
    sized(900, 600)
    qtbot.waitUntil(lambda: dock.width() <= 0.32 * 900)
    assert window.workbench.view.width() > 0.6 * 900
    assert window.workbench.view.height() > 0.5 * 600


def test_a_panel_that_the_user_has_made_wide_keeps_its_share(window, sized, qtbot):
    dock = ruling(window)
    window.resizeDocks([dock], [700], Qt.Orientation.Horizontal)
    qtbot.waitUntil(lambda: dock.width() > 650)
    width = dock.width()
    sized(1200, 950)
    qtbot.waitUntil(lambda: dock.width() == pytest.approx(width / 1500 * 1200, abs=3))


def test_tabs_show_their_names_whole_in_a_small_window_and_tell_their_keys(window, sized):
    sized(900, 600)
    bars = [bar for bar in window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly) if bar.isVisible()]
    names = {bar.tabText(number) for bar in bars for number in range(bar.count())}
    assert {"Why?", "Charts", "Layers", "Side view"} <= names
    for bar in bars:
        lasting = [bar.tabRect(number) for number in range(bar.count())]
        assert bar.elideMode() == Qt.TextElideMode.ElideNone
        assert bar.rect().contains(lasting[-1]), "no tab has to be scrolled to"
    tips = {bar.tabToolTip(number) for bar in bars for number in range(bar.count())}
    assert "Charts (Ctrl+7)" in tips
