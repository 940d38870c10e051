from PySide6.QtWidgets import QLabel, QMainWindow
from pytestqt.qtbot import QtBot

from app.widgets.cover import Cover


def on_top(window: QMainWindow) -> object:
    """The uppermost of a window's own widgets that are seen where they meet."""
    return next(each for each in reversed(window.children()) if isinstance(each, (QLabel, Cover)) and each.isVisible())


def test_what_a_window_puts_on_top_later_does_not_lie_over_its_cover(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(400, 300)
    window.show()
    cover = Cover(window)
    cover.cover("Not now.")
    late = QLabel("hidden", window)
    late.show()
    late.raise_()
    qtbot.waitUntil(lambda: on_top(window) is cover)
    window.resize(500, 350)
    qtbot.waitUntil(lambda: cover.size() == window.size())
    cover.hide()
    assert on_top(window) is late


def test_a_cover_that_was_lifted_covers_a_window_of_another_size(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(300, 200)
    window.show()
    cover = Cover(window)
    cover.cover("Not now.")
    cover.hide()
    window.resize(420, 310)
    cover.cover("Not now.")
    assert cover.size() == window.size()
    window.resize(500, 400)
    qtbot.waitUntil(lambda: cover.size() == window.size())
