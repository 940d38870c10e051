"""The window when the calculating process cannot be had: it says so, goes on, and tries again when asked."""

import logging
import sys
from functools import partial
from multiprocessing.context import SpawnProcess
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton

WORKERS = str(Path(__file__).resolve().parents[1] / "workers")
EXAMPLE = Path(__file__).resolve().parents[3] / "scenarios" / "tcs-example"

# The worker process imports the door that answers by name and inherits this path.
if WORKERS not in sys.path:
    sys.path.insert(0, WORKERS)

from bad_doors import DOOR, write_door  # noqa: E402 - found by the path above


@pytest.fixture
def door_to(tmp_path, monkeypatch):
    """Writes one of the bad doors."""
    return partial(write_door, tmp_path=tmp_path, monkeypatch=monkeypatch)


@pytest.fixture(autouse=True)
def _faults_are_expected(caplog):
    with caplog.at_level(logging.CRITICAL, logger="app.workers.answers"):
        yield


@pytest.fixture
def window_by(session, themes, qapp):
    """Opens the window with a door and perhaps a box."""
    from app.shell.main_window import MainWindow

    made = []

    def by(door, box=None):
        window = MainWindow(session, themes, door)
        made.append(window)
        window.resize(1000, 700)
        window.show()
        window.begin(box)
        return window

    yield by
    for window in made:
        window.close()
        window.shut_down()
        window.deleteLater()


def _button(page, words):
    """The button of a page with these words."""
    return next(each for each in page.findChildren(QPushButton) if each.text().replace("&", "") == words)


def _page(window):
    return type(window.pages.currentWidget()).__name__


def test_opening_ends_with_what_could_not_be_loaded_and_leads_on(window_by, door_to, qtbot):
    window = window_by(door_to("missing"), EXAMPLE)
    qtbot.waitUntil(lambda: _page(window) == "ProblemPage")
    said = window.pages.currentWidget().list.item(0).text()
    assert "No module named 'shapely'" in said and "door_missing.py, line 1" in said
    _button(window.pages.currentWidget(), "Back to the start").click()
    assert _page(window) == "StartPage"
    assert "No module named 'shapely'" in window.notices.texts["worker"]
    window.actions_["help.manual"].trigger()
    assert window.actions_["file.new"].isEnabled()


def test_a_box_is_opened_once_the_process_can_be_started(window_by, qtbot, monkeypatch):
    def start(self):
        raise OSError(12, "Cannot allocate memory")

    with monkeypatch.context() as patch:
        patch.setattr(SpawnProcess, "start", start)
        window = window_by("", EXAMPLE)
        qtbot.waitUntil(lambda: _page(window) == "ProblemPage")
        assert "Cannot allocate memory" in window.notices.texts["worker"]
    [again] = window.notices.findChildren(QPushButton)
    again.click()
    qtbot.waitUntil(lambda: window.document is not None)
    assert "worker" not in window.notices.texts


def test_a_process_that_never_begins_can_be_left_for_another(window_by, door_to, qtbot, monkeypatch):
    monkeypatch.setattr("app.shell.opening_page.LATE_MS", 1)
    window = window_by(door_to("stuck"), EXAMPLE)
    again = _button(window.opening_page, "Try again")
    qtbot.waitUntil(again.isVisible)
    monkeypatch.setenv(DOOR, "open")
    again.click()
    qtbot.waitUntil(lambda: window.document is not None)


def test_what_is_being_opened_can_be_given_up(window_by, door_to, qtbot, monkeypatch):
    monkeypatch.setattr("app.shell.opening_page.LATE_MS", 1)
    window = window_by(door_to("stuck"), EXAMPLE)
    back = _button(window.opening_page, "Back to the start")
    qtbot.waitUntil(back.isVisible)
    monkeypatch.setenv(DOOR, "open")
    back.click()
    assert _page(window) == "StartPage"
    qtbot.waitUntil(lambda: window.answers.ready)
    assert window.document is None and window.path is None
