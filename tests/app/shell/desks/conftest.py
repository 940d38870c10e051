"""Windows of their own for tests that play: a session leaves a window in another layout than other tests want."""

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QDialog

from tests.app.conftest import to_front


@pytest.fixture(scope="module")
def window_of(qapp, quick_workers, tmp_path_factory):
    """Opens the real window on a box, to be yielded from a fixture of the module; the window goes with the module."""
    from app.shell.main_window import MainWindow
    from app.shell.session import Session
    from app.widgets.themes import Themes

    def opened(box):
        folder = tmp_path_factory.mktemp("window")
        settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
        window = MainWindow(Session(settings), Themes(qapp))
        window.resize(1280, 800)
        window.show()
        window.begin(box)
        yield window
        window.close()
        window.shut_down()
        window.deleteLater()
        qapp.processEvents()

    return opened


@pytest.fixture
def newly_opened(qtbot):
    """Brings a window back to a box as it lies on disk, with nothing left of what earlier tests have begun in it."""

    def opened(window, box):
        for dialog in window.findChildren(QDialog):
            if dialog.isVisible():
                dialog.close()
        if window.document is not None:
            window.open_now(box)
        qtbot.waitUntil(lambda: window.document is not None)
        qtbot.waitUntil(lambda: window.workbench.tools.context.headings is not None)
        window.actions_["view.reset_layout"].trigger()
        qtbot.waitUntil(lambda: window.layouts.settled)
        to_front(qtbot, window)
        return window

    return opened


@pytest.fixture
def folders_of_play(tmp_path, monkeypatch):
    """Sessions, what is remembered of them, and kept states lie in a folder of the test."""
    from app.shell.desks import play_start
    from core.play import memories, snapshots

    monkeypatch.setattr(play_start, "sessions_folder", lambda: tmp_path / "sessions")
    monkeypatch.setattr(memories, "memory_folder", lambda: tmp_path / "memories")
    monkeypatch.setattr(snapshots, "cache_folder", lambda: tmp_path / "states")
