"""One real window for all tests of this folder that need one: its worker process is slow to start."""

import multiprocessing
from multiprocessing import forkserver
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QPalette

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"
EXAMPLE = SCENARIOS / "tcs-example"


@pytest.fixture(scope="session")
def _loaded_process(_folders_of_nobody):
    multiprocessing.get_context("forkserver").set_forkserver_preload(["app.workers.core_door"])
    forkserver.ensure_running()


@pytest.fixture(scope="module")
def quick_workers(_loaded_process):
    """Worker processes are forked from one that has loaded what they need, and stands in the folders and under the environment
    of the first test; those of tests/app/workers and of windows that a test makes itself load it anew, which takes 2 s each."""
    from app.workers import answers

    context = multiprocessing.get_context("forkserver")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(answers, "multiprocessing", SimpleNamespace(get_context=lambda _: context))
        yield


@pytest.fixture
def settings(tmp_path):
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def session(qapp, settings):
    from app.shell.session import Session

    return Session(settings)


@pytest.fixture(scope="session")
def themes(qapp):
    from app.widgets.themes import Theme, Themes

    before, style = QPalette(qapp.palette()), qapp.style().name()
    themes = Themes(qapp)
    yield themes
    themes.choose(Theme.SYSTEM)
    qapp.setPalette(before)
    qapp.setStyle(style)


@pytest.fixture(scope="session")
def shared_window(qapp, themes, tmp_path_factory):
    from app.shell.main_window import MainWindow
    from app.shell.session import Session

    folder = tmp_path_factory.mktemp("window")
    window = MainWindow(Session(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)), themes)
    window.resize(1280, 800)
    window.show()
    window.begin(EXAMPLE)
    yield window
    window.close()
    window.shut_down()
    window.deleteLater()
    qapp.processEvents()


@pytest.fixture
def window(shared_window, qtbot):
    """The window with the example box open and nothing done to it."""
    if shared_window.document is None:
        if shared_window.path != EXAMPLE:
            shared_window.open_path(EXAMPLE)
        qtbot.waitUntil(lambda: shared_window.document is not None)
    assert shared_window.workbench is not None
    yield shared_window
    # An action that Qt has deleted behind Python's back raises here.
    assert all(action.text() for action in shared_window.actions_)
    if shared_window.document is not None:
        shared_window.document.undo_stack.setIndex(0)
        shared_window.workbench.tools.choose("select")
