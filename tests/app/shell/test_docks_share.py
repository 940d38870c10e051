"""Panels give way when the window becomes smaller."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget


@pytest.fixture
def sized(window, qtbot, qapp):
    def size(width: int, height: int) -> None:
        window.resize(width, height)
        qtbot.waitUntil(lambda: (window.width(), window.height()) == (width, height))
        qapp.processEvents()

    size(1500, 950)
    window.actions_["view.reset_layout"].trigger()
    qapp.processEvents()
    yield size
    size(1280, 800)
    window.actions_["view.reset_layout"].trigger()


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
    sized(1200, 950)
    qtbot.waitUntil(lambda: dock.width() == pytest.approx(700 / 1500 * 1200, abs=3))
