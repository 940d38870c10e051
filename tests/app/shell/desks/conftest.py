"""Windows of their own for tests that play: a session leaves a window in another layout than other tests want."""

import pytest
from PySide6.QtCore import QSettings


@pytest.fixture(scope="module")
def window_of(qapp, tmp_path_factory):
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
def folders_of_play(tmp_path, monkeypatch):
    """Sessions, what is remembered of them, and kept states lie in a folder of the test."""
    from app.shell.desks import play_start
    from core.play import memories, snapshots

    monkeypatch.setattr(play_start, "sessions_folder", lambda: tmp_path / "sessions")
    monkeypatch.setattr(memories, "memory_folder", lambda: tmp_path / "memories")
    monkeypatch.setattr(snapshots, "cache_folder", lambda: tmp_path / "states")
