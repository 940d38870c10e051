"""What one run of the window leaves for the next."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication, QDockWidget

from app.shell.desks.play_open import Opening
from app.shell.main_window import MainWindow
from app.shell.session import Session
from app.widgets.notices import Notices

EXAMPLE = Path(__file__).resolve().parents[3] / "scenarios" / "tcs-example"


@pytest.fixture
def run(qtbot, themes, settings):
    """Starts the program anew with the same settings."""
    windows = []

    def start(box: Path | None) -> MainWindow:
        stop()
        settings.sync()
        window = MainWindow(Session(QSettings(settings.fileName(), QSettings.Format.IniFormat)), themes)
        windows.append(window)
        window.show()
        window.begin(box)
        return window

    def stop() -> None:
        for window in windows:
            window.close()
            window.shut_down()
            window.deleteLater()
        windows.clear()
        QApplication.processEvents()

    yield start
    stop()


def test_panels_layers_size_and_box_are_found_again(run, qtbot):
    first = run(EXAMPLE)
    qtbot.waitUntil(lambda: first.document is not None)
    first.resize(777, 611)
    first.findChild(QDockWidget, "dock-profile").hide()
    first.actions_["layer.grid"].trigger()
    first.actions_["settings.reopen"].trigger()

    second = run(None)
    qtbot.waitUntil(lambda: second.document is not None)
    assert second.path == EXAMPLE
    assert (second.width(), second.height()) == (777, 611)
    assert not second.findChild(QDockWidget, "dock-profile").isVisible()
    assert second.findChild(QDockWidget, "dock-ruling").isVisible()
    assert not second.workbench.view.layers.shows("grid")


def test_without_asking_for_it_the_last_box_is_not_reopened(run, qtbot):
    first = run(EXAMPLE)
    qtbot.waitUntil(lambda: first.document is not None)
    second = run(None)
    qtbot.waitUntil(lambda: second.workbench is not None)
    assert second.path is None
    assert second.pages.currentWidget() is second.start_page


def test_a_session_that_is_named_at_the_start_is_not_offered_while_it_is_opened(run, settings, tmp_path, qtbot, monkeypatch):
    """The one that was played last is offered, where nothing is to be opened."""
    session, told = tmp_path / "last.journal", list[str]()
    session.write_bytes(b"no journal\n")
    Session(settings).playing = session
    monkeypatch.setattr(Notices, "tell", lambda self, key, *more: told.append(key))
    opened = list[Path]()
    monkeypatch.setattr(Opening, "open", lambda self, path: opened.append(path))
    run(session)
    qtbot.waitUntil(lambda: bool(opened))
    assert opened == [session] and "session open before" not in told
    run(None)
    qtbot.waitUntil(lambda: "session open before" in told)
    assert opened == [session]
