"""What a program that was killed has not saved comes back in the next run: with a real process that is really killed."""

import os
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication, QCommandLinkButton, QMessageBox, QPushButton

from app.documents.document import Document
from app.documents.keeper import Keeper
from app.documents.recovery_log import left_behind
from app.shell.main_window import MainWindow
from app.shell.session import Session
from core.files.box_files import load_box
from core.files.recovery import LogHead, head_line, read_log
from core.model.edits.map_edits import ChangeBox, ChangeItems
from core.model.maps import ItemRef

ROOT = Path(__file__).resolve().parents[4]
EXAMPLE = ROOT / "scenarios" / "tcs-example"
FILE = "a.map.yaml"

VICTIM = """
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from PySide6.QtCore import QSettings, QTimer
from PySide6.QtWidgets import QApplication

from app.shell.main_window import MainWindow
from app.shell.session import Session
from app.widgets.themes import Themes
from core.model.edits.map_edits import ChangeBox, ChangeItems
from core.model.maps import Area, ItemRef, Spot

application = QApplication([])
settings = QSettings(sys.argv[2], QSettings.Format.IniFormat)
window = MainWindow(Session(settings), Themes(application))
window.show()
window.begin(Path(sys.argv[1]))


def work():
    document = window.document
    if document is None:
        return
    timer.stop()
    ring = ((1.0, 1.0), (2.0, 1.0), (2.0, 2.5), (1.0, 1.0))
    document.do(ChangeItems("Draw area", {ItemRef("a.map.yaml", "areas", 70): Area("woods", (ring,))}))
    document.do(ChangeItems("Place spot", {ItemRef("a.map.yaml", "spots", 71): Spot(Fraction(621, 10), (1.3, 2.7))}))
    document.do(ChangeItems("Erase", {ItemRef("a.map.yaml", "contours", 1): None}))
    document.undo_stack.undo()
    document.do(ChangeBox("Change note", replace(document.box.head, note="Not saved")))


timer = QTimer()
timer.timeout.connect(work)
timer.start(10)
application.exec()
"""

CHANGES = 5
"""What the other process writes down."""

LEFT = 3
"""What of it is left: one change was undone, and its undoing was written down, too."""


@pytest.fixture
def state(monkeypatch, tmp_path) -> Path:
    """The recovery folder of a user of this test alone."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "phaseline" / "recovery"


@pytest.fixture
def folder(tmp_path) -> Path:
    return Path(shutil.copytree(EXAMPLE, tmp_path / "box"))


@pytest.fixture
def start(qtbot, themes, tmp_path):
    windows = []

    def start_(box: Path | None = None) -> MainWindow:
        settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
        window = MainWindow(Session(settings), themes)
        windows.append(window)
        window.show()
        window.begin(box)
        qtbot.waitUntil(lambda: window._built)
        return window

    yield start_
    for window in windows:
        window.expect_end()
        window.close()
        window.shut_down()
        window.deleteLater()
    QApplication.processEvents()


def _changed(document):
    box = document.box
    document.do(ChangeItems("Erase", {ItemRef(FILE, "contours", 1): None}))
    document.do(ChangeBox("Change note", replace(box.head, note="Not saved")))
    return document.box


@pytest.fixture
def left(qapp, state, folder):
    """The box of a window that ended before it was saved."""
    document = Document(load_box(folder).box, path=folder)
    keeper = Keeper(document, state, "0.1.0")
    box = _changed(document)
    keeper.close(keep=True)
    return box


def _answer(window, text):
    box = next(box for box in window.findChildren(QMessageBox) if box.isVisible())
    next(button for button in box.buttons() if text in button.text().replace("&", "")).click()
    QApplication.processEvents()


def _asked(window) -> bool:
    return any(box.isVisible() for box in window.findChildren(QMessageBox))


def _offers(window) -> list[str]:
    buttons = window.start_page.findChildren(QCommandLinkButton)
    return [button.accessibleName() for button in buttons if button.accessibleName().startswith("Recover")]


def _opened(window, qtbot):
    qtbot.waitUntil(lambda: window.document is not None)
    return window.document


def _victims_changes(state) -> int:
    """How many changes the other process, which still runs, has written."""
    logs = list(state.glob("*.recovery"))
    return logs[0].read_bytes().count(b'{"step":') if logs else 0


def test_after_a_kill_the_next_start_offers_the_map_and_recovers_it_exactly(state, folder, start, qtbot, tmp_path):
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    victim = subprocess.Popen(
        [sys.executable, "-c", VICTIM, str(folder), str(tmp_path / "victim.ini")],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        stderr=subprocess.DEVNULL,
    )
    try:
        qtbot.waitUntil(lambda: _victims_changes(state) == CHANGES)
        assert left_behind(state) == []
    finally:
        victim.send_signal(signal.SIGKILL)
        victim.wait()
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before

    window = start()
    assert len(_offers(window)) == 1
    assert f"{LEFT} changes" in _offers(window)[0]
    next(each for each in window.start_page.findChildren(QCommandLinkButton) if "Recover" in each.text()).click()
    document = _opened(window, qtbot)
    sheet, original = document.box.sheets[0].sheet, load_box(folder).box.sheets[0].sheet
    assert document.box.note == "Not saved"
    assert sheet.contours == original.contours
    assert list(sheet.areas)[: len(original.areas)] == list(original.areas)
    assert sheet.item("areas", 70).shape == (((1.0, 1.0), (2.0, 1.0), (2.0, 2.5), (1.0, 1.0)),)
    assert str(sheet.item("spots", 71).height) == "621/10"
    assert window.isWindowModified()
    assert window.path == folder
    assert "was not saved" in window.notices.texts["unsaved"]
    qtbot.waitUntil(lambda: window.saving.watch.known is not None)
    window.actions_["file.save"].trigger()
    qtbot.waitUntil(lambda: not window.saving.modified)
    assert load_box(folder).box.sheets[0].sheet == sheet
    window.close_box()
    assert list(state.glob("*.recovery")) == []
    qtbot.waitUntil(lambda: _offers(window) == [])


def test_opening_the_box_asks_and_recovers(left, folder, start, qtbot):
    window = start(folder)
    qtbot.waitUntil(lambda: _asked(window))
    _answer(window, "Recover")
    assert _opened(window, qtbot).box == left
    assert window.saving.modified
    assert window.document.undo_stack.canUndo() is False


def test_recovered_work_that_is_not_saved_again_is_offered_again(left, state, folder, start, qtbot):
    window = start(folder)
    qtbot.waitUntil(lambda: _asked(window))
    _answer(window, "Recover")
    document = _opened(window, qtbot)
    document.do(ChangeItems("Erase", {ItemRef(FILE, "contours", 2): None}))
    box = document.box
    window.end_session()
    assert not window.isVisible()
    window.shut_down()
    assert [read_log(each.file).box for each in left_behind(state)] == [box]


def test_opening_the_box_can_give_the_work_up(left, state, folder, start, qtbot):
    window = start(folder)
    qtbot.waitUntil(lambda: _asked(window))
    _answer(window, "Discard")
    assert _opened(window, qtbot).box == load_box(folder).box
    assert left_behind(state) == []


def test_what_is_kept_for_later_is_offered_again(left, state, folder, start, qtbot):
    window = start(folder)
    qtbot.waitUntil(lambda: _asked(window))
    _answer(window, "Keep")
    assert _opened(window, qtbot).box == load_box(folder).box
    assert not window.saving.modified
    window.close_box()
    assert len(left_behind(state)) == 1
    assert len(_offers(window)) == 1


def test_recovering_asks_about_changes_of_the_box_that_is_open(left, state, folder, start, qtbot, tmp_path):
    other = Path(shutil.copytree(EXAMPLE, tmp_path / "other"))
    window = start(other)
    document = _opened(window, qtbot)
    document.do(ChangeBox("Change note", replace(document.box.head, note="Other")))
    window.recover(left_behind(state)[0])
    qtbot.waitUntil(lambda: _asked(window))
    _answer(window, "Cancel")
    assert window.document is document
    assert [each.head.path for each in left_behind(state)] == [str(folder)]


def test_work_of_another_version_is_told_of_and_can_be_given_up(state, start, qtbot):
    state.mkdir(parents=True)
    (state / "a.recovery").write_bytes(head_line(LogHead("/boxes/hill", "Hill", "7.0", 1, format=9)))
    window = start()
    discard = next(each for each in window.start_page.findChildren(QPushButton) if each.text() == "Discard…")
    discard.click()
    _answer(window, "Discard")
    assert left_behind(state) == []


def test_a_log_that_lost_its_base_is_told_of_and_stays_until_it_is_given_up(left, state, folder, start, qtbot):
    file = left_behind(state)[0].file
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([lines[0], *lines[2:]]))
    window = start(folder)
    assert _opened(window, qtbot).box == load_box(folder).box
    window.close_box()
    qtbot.waitUntil(lambda: _offers(window) == [])
    assert len(left_behind(state)) == 1


def test_the_end_of_the_session_asks_nothing_and_loses_nothing(state, folder, start, qtbot):
    window = start(folder)
    box = _changed(_opened(window, qtbot))
    window.end_session()
    assert not window.isVisible()
    window.shut_down()
    assert [read_log(each.file).box for each in left_behind(state)] == [box]
