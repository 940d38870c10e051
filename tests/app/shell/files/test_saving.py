"""Work is never lost without a question: the whole window, with its real worker process, on boxes of its own."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton

from app.documents.box_lock import BoxLock
from app.shell.main_window import MainWindow
from app.shell.session import Session
from core.files.box_files import load_box
from core.files.canonical import write_box
from core.files.saves import BACKUP_FOLDER
from core.geometry.hexes import Hex
from core.model.edits.look_edits import ChangeLooks
from core.model.edits.map_edits import ChangeBox, ChangeSheets
from core.model.edits.state_edits import PlaceSmoke
from core.model.looks import LookBook
from core.model.new_map import NewMap

EXAMPLE = Path(__file__).resolve().parents[4] / "scenarios" / "tcs-example"


@pytest.fixture(scope="module")
def window_of_its_own(qapp, themes, tmp_path_factory):
    folder = tmp_path_factory.mktemp("saving")
    window = MainWindow(Session(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)), themes)
    window.show()
    window.begin()
    yield window
    window.expect_end()
    window.close()
    window.shut_down()
    window.deleteLater()
    qapp.processEvents()


@pytest.fixture
def window(window_of_its_own, qtbot):
    window = window_of_its_own
    qtbot.waitUntil(lambda: window._built)
    yield window
    for box in window.findChildren(QMessageBox):
        box.reject()
    if window.saving.modified:
        window.saving._keeper.give_up()
    window.close_box()
    QApplication.processEvents()


@pytest.fixture
def folder(tmp_path) -> Path:
    return Path(shutil.copytree(EXAMPLE, tmp_path / "box"))


@pytest.fixture
def open_box(window, qtbot):
    def open_(path: Path):
        window.open_path(path)
        qtbot.waitUntil(lambda: window.document is not None and window.document.path == path)
        qtbot.waitUntil(lambda: window.saving.watch.known is not None)
        return window.document

    return open_


def _note(document, text):
    document.do(ChangeBox("Change note", replace(document.box.head, note=text)))


def _act(window, name):
    window.actions_[name].trigger()


def _question(window) -> QMessageBox:
    return next(box for box in window.findChildren(QMessageBox) if box.isVisible())


def _answer(window, text):
    box = _question(window)
    next(button for button in box.buttons() if text in button.text().replace("&", "")).click()
    QApplication.processEvents()


def _saved(window, qtbot):
    qtbot.waitUntil(lambda: not window.saving.modified and not window.saving._writing)


def _files(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_change_shows_in_the_title_and_saving_it_takes_the_sign_away(window, open_box, folder, qtbot):
    document = open_box(folder)
    assert not window.isWindowModified()
    _note(document, "Mine")
    assert window.isWindowModified()
    assert "[*]" in window.windowTitle()
    _act(window, "file.save")
    _saved(window, qtbot)
    assert not window.isWindowModified()
    assert document.undo_stack.isClean()
    assert load_box(folder).box == document.box
    assert load_box(folder / BACKUP_FOLDER).box.note == load_box(EXAMPLE).box.note


def test_a_box_with_counters_and_scenarios_is_saved_unasked_and_all_its_files_are_watched(window, open_box, tmp_path, qtbot):
    folder = Path(shutil.copytree(EXAMPLE.parent / "cove-creek", tmp_path / "counters"))
    document = open_box(folder)
    assert {"counters.yaml", *document.box.scenarios} <= window.saving.watch.known.keys()
    _note(document, "Mine")
    _act(window, "file.save")
    _saved(window, qtbot)
    assert load_box(folder).box.note == "Mine"
    text = (folder / "counters.yaml").read_text(encoding="utf-8")
    with qtbot.waitSignal(window.saving.watch.differs) as told:
        (folder / "counters.yaml").write_text(text.replace("piece.name", "piece.name ", 1), encoding="utf-8")
        window.saving.look()
    assert told.args == [("counters.yaml",)]


def test_looks_of_a_box_are_saved_unasked_when_they_change_and_when_they_go(window, open_box, tmp_path, qtbot):
    folder = Path(shutil.copytree(EXAMPLE.parent / "sable-raid", tmp_path / "looks"))
    document = open_box(folder)
    assert "looks.yaml" in window.saving.watch.known
    for looks in (document.box.looks.with_colours({"sky": "#ccddee"}), LookBook()):
        document.do(ChangeLooks("Change looks", looks))
        _act(window, "file.save")
        _saved(window, qtbot)
        assert load_box(folder).box.looks == looks
    assert "looks" not in (folder / "game.yaml").read_text(encoding="utf-8").split("note:")[0]


def test_undoing_after_a_save_is_a_change_again(window, open_box, folder, qtbot):
    document = open_box(folder)
    _note(document, "Mine")
    _act(window, "file.save")
    _saved(window, qtbot)
    _act(window, "edit.undo")
    assert window.isWindowModified()
    _act(window, "edit.redo")
    assert not window.isWindowModified()


def test_removing_a_map_saving_and_undoing_asks_nothing(window, open_box, tmp_path, qtbot):
    folder = tmp_path / "two"
    write_box(folder, NewMap("Two", columns=4, rows=4, across=2).box())
    document = open_box(folder)
    document.do(ChangeSheets("Remove map", document.box.sheets[:1]))
    _act(window, "file.save")
    _saved(window, qtbot)
    _act(window, "edit.undo")
    _act(window, "file.save")
    _saved(window, qtbot)
    assert load_box(folder).box == document.box
    assert len(document.box.sheets) == 2


def test_smoke_asks_for_no_saving(window, open_box, folder):
    document = open_box(folder)
    document.do(PlaceSmoke(Hex(1, 1)))
    assert not window.isWindowModified()
    before = _files(folder)
    _act(window, "file.save")
    assert _files(folder) == before


@pytest.mark.parametrize("leave", ["file.close", "file.reload", "open"])
def test_leaving_with_changes_asks_and_cancel_stays(window, open_box, folder, leave):
    document = open_box(folder)
    _note(document, "Mine")
    if leave == "open":
        window.open_path(EXAMPLE)
    else:
        _act(window, leave)
    assert "not saved" in _question(window).text()
    _answer(window, "Cancel")
    assert window.document is document
    assert window.saving.modified


def test_leaving_without_saving_changes_no_file_and_offers_nothing_later(window, open_box, folder):
    document = open_box(folder)
    before = _files(folder)
    _note(document, "Mine")
    _act(window, "file.close")
    _answer(window, "Don’t Save")
    assert window.document is None
    assert _files(folder) == before
    assert [each for each in window._recovering.offers() if each.head.path == str(folder)] == []


def test_leaving_and_saving_saves_first(window, open_box, folder, qtbot):
    document = open_box(folder)
    _note(document, "Mine")
    _act(window, "file.close")
    _answer(window, "Save")
    qtbot.waitUntil(lambda: window.document is None)
    assert load_box(folder).box.note == "Mine"


def test_closing_the_window_asks_and_stays_open_on_cancel(window, open_box, folder):
    _note(open_box(folder), "Mine")
    assert not window.close()
    _answer(window, "Cancel")
    assert window.isVisible()


def test_reloading_gives_changes_up_only_when_told_to(window, open_box, folder, qtbot):
    document = open_box(folder)
    _note(document, "Mine")
    _act(window, "file.reload")
    _answer(window, "Don’t Save")
    qtbot.waitUntil(lambda: window.document is not None and window.document is not document)
    assert window.document.box.note != "Mine"


def test_a_copy_is_saved_elsewhere_and_the_window_goes_on_with_it(window, open_box, folder, tmp_path, qtbot, monkeypatch):
    document = open_box(folder)
    before = _files(folder)
    _note(document, "Mine")
    copy = tmp_path / "elsewhere" / "copy"
    monkeypatch.setattr(window.saving, "choose_folder", lambda start: copy)
    _act(window, "file.save_as")
    _saved(window, qtbot)
    assert _files(folder) == before
    assert load_box(copy).box == document.box
    assert (window.document, window.path, document.path) == (document, copy, copy)
    assert window.recent()[0] == copy
    _note(document, "More")
    _act(window, "file.save")
    _saved(window, qtbot)
    assert load_box(copy).box.note == "More"


def test_a_copy_over_another_box_asks_and_keeps_its_files_as_previous_version(window, open_box, folder, tmp_path, qtbot):
    other = Path(shutil.copytree(EXAMPLE, tmp_path / "other"))
    _note(open_box(folder), "Mine")
    window.saving.save_in(other)
    _answer(window, "Replace")
    _saved(window, qtbot)
    assert load_box(other).box.note == "Mine"
    assert load_box(other / BACKUP_FOLDER).box == load_box(EXAMPLE).box


def test_a_box_that_ships_with_the_program_is_saved_elsewhere(window, open_box, tmp_path, qtbot, monkeypatch):
    before = _files(EXAMPLE)
    _note(open_box(EXAMPLE), "Mine")
    monkeypatch.setattr(window.saving, "choose_folder", lambda start: tmp_path / "mine")
    _act(window, "file.save")
    assert "comes with Phaseline" in _question(window).text()
    _answer(window, "Copy As")
    _saved(window, qtbot)
    assert _files(EXAMPLE) == before
    assert window.path == tmp_path / "mine"


def test_a_folder_that_cannot_be_written_says_so_and_nothing_is_lost(window, open_box, folder, tmp_path, qtbot):
    _note(open_box(folder), "Mine")
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    window.saving.save_in(tmp_path / "file" / "inside")
    qtbot.waitUntil(lambda: any(box.isVisible() for box in window.findChildren(QMessageBox)))
    assert "could not be saved" in _question(window).text()
    _answer(window, "Cancel")
    assert window.saving.modified
    assert window.path == folder


def test_a_change_on_disk_is_noticed_without_changes_of_ones_own(window, open_box, folder, qtbot):
    document = open_box(folder)
    sheet = folder / "a.map.yaml"
    theirs = re.sub("^note:.*$", "note: theirs", sheet.read_text(encoding="utf-8"), flags=re.MULTILINE)
    sheet.write_text(theirs, encoding="utf-8")
    window.saving.look()
    qtbot.waitUntil(lambda: "disk" in window.notices.texts)
    bar = window.notices.findChild(QPushButton)
    assert bar.text() == "Reload"
    bar.click()
    qtbot.waitUntil(lambda: window.document is not None and window.document is not document)
    assert window.document.box.sheets[0].sheet.note == "theirs"
    assert "disk" not in window.notices.texts


def test_the_system_tells_of_a_file_that_was_replaced(window, open_box, folder, qtbot):
    open_box(folder)
    for number in range(2):
        part = folder / "part"
        part.write_text(f"phaseline: map\nversion: {number}\n", encoding="utf-8")
        part.replace(folder / "a.map.yaml")
        qtbot.waitUntil(lambda: "disk" in window.notices.texts)
        window.notices.withdraw("disk")
        window.saving.watch._told = ()


@pytest.mark.parametrize("answer", ["Overwrite", "Reload", "Copy As", "Cancel"])
def test_what_somebody_else_has_written_is_not_written_over_unasked(
    window, open_box, folder, tmp_path, qtbot, answer, monkeypatch
):
    document = open_box(folder)
    _note(document, "Mine")
    game = folder / "game.yaml"
    theirs = re.sub("(?m)^note: .*$", "note: theirs", game.read_text(encoding="utf-8"))
    game.write_text(theirs, encoding="utf-8")
    monkeypatch.setattr(window.saving, "choose_folder", lambda start: tmp_path / "copy")
    _act(window, "file.save")
    qtbot.waitUntil(lambda: any(box.isVisible() for box in window.findChildren(QMessageBox)))
    assert "game.yaml" in _question(window).text()
    assert game.read_text(encoding="utf-8") == theirs
    _answer(window, answer)
    if answer == "Reload":
        qtbot.waitUntil(lambda: window.document is not None and window.document is not document)
        assert window.document.box.note == "theirs"
    elif answer == "Cancel":
        assert window.saving.modified
    else:
        _saved(window, qtbot)
        assert load_box(window.path).box.note == "Mine"
    kept = folder / BACKUP_FOLDER / "game.yaml" if answer == "Overwrite" else game
    assert kept.read_text(encoding="utf-8") == theirs


def test_comments_are_told_of_once_before_they_are_lost(window, open_box, folder, qtbot):
    game = folder / "game.yaml"
    game.write_text("# by hand\n" + game.read_text(encoding="utf-8"), encoding="utf-8")
    document = open_box(folder)
    before = _files(folder)
    _note(document, "Mine")
    _act(window, "file.save")
    assert "game.yaml" in _question(window).informativeText()
    _answer(window, "Cancel")
    assert _files(folder) == before
    _act(window, "file.save")
    _answer(window, "Save Anyway")
    _saved(window, qtbot)
    assert "# by hand" in (folder / BACKUP_FOLDER / "game.yaml").read_text(encoding="utf-8")
    _note(document, "More")
    _act(window, "file.save")
    _saved(window, qtbot)


def test_what_could_not_be_read_is_told_of_before_it_is_lost(window, open_box, folder, qtbot):
    sheet = folder / "a.map.yaml"
    sheet.write_text(sheet.read_text(encoding="utf-8").replace("terrain: woods", "terrain: wods"), encoding="utf-8")
    _note(open_box(folder), "Mine")
    _act(window, "file.save")
    assert "could not be read" in _question(window).informativeText()
    assert "Copy" in _question(window).defaultButton().text()
    _answer(window, "Cancel")


def test_a_box_that_another_window_has_open_is_saved_as_a_copy(window, open_box, folder, tmp_path, qtbot, monkeypatch):
    other = BoxLock(window.saving._state / "locks", folder)
    assert other.take()
    document = open_box(folder)
    assert "another window" in window.notices.texts["lock"]
    _note(document, "Mine")
    before = _files(folder)
    _act(window, "file.save")
    assert "Another window" in _question(window).text()
    _answer(window, "Cancel")
    assert _files(folder) == before
    other.release()
    _act(window, "file.save")
    _saved(window, qtbot)
    assert load_box(folder).box.note == "Mine"


def test_the_previous_version_is_shown_unsaved_and_comes_back_by_saving(window, open_box, folder, qtbot):
    document = open_box(folder)
    first = document.box
    _note(document, "Mine")
    _act(window, "file.save")
    _saved(window, qtbot)
    _act(window, "file.previous")
    qtbot.waitUntil(lambda: window.document is not None and window.document is not document)
    assert window.document.box == first
    assert window.isWindowModified()
    assert load_box(folder).box.note == "Mine"
    qtbot.waitUntil(lambda: window.saving.watch.known is not None)
    _act(window, "file.save")
    _saved(window, qtbot)
    assert load_box(folder).box == first
    assert load_box(folder / BACKUP_FOLDER).box.note == "Mine"


def test_without_a_previous_version_the_window_says_so(window, open_box, folder, qtbot):
    document = open_box(folder)
    _act(window, "file.previous")
    qtbot.waitUntil(lambda: "unsaved" in window.notices.texts)
    assert "no previous version" in window.notices.texts["unsaved"]
    assert window.document is document


def test_a_save_is_made_although_the_worker_has_died(window, open_box, folder, qtbot):
    document = open_box(folder)
    _note(document, "Mine")
    window.answers._process.kill()
    _act(window, "file.save")
    _saved(window, qtbot)
    assert load_box(folder).box == document.box


def test_a_worker_that_holds_another_box_is_given_this_one_first(window, open_box, folder, qtbot):
    document = open_box(folder)
    _note(document, "Mine")
    # A change that never reached the worker.
    window.answers._serial += 1
    _act(window, "file.save")
    _saved(window, qtbot)
    assert load_box(folder).box == document.box


def test_what_is_changed_while_it_is_written_is_saved_before_the_box_is_closed(window, open_box, folder, qtbot):
    document = open_box(folder)
    _note(document, "Mine")
    _act(window, "file.save")
    _note(document, "More")
    _act(window, "file.close")
    _answer(window, "Save")
    qtbot.waitUntil(lambda: window.document is None)
    assert load_box(folder).box.note == "More"


def test_the_history_names_each_step_and_a_click_goes_there(window, open_box, folder, qtbot):
    document = open_box(folder)
    before = document.box.note
    _note(document, "First")
    _note(document, "Second")
    history = window.workbench.docks.history
    model = history.model()
    assert [model.index(row, 0).data() for row in range(model.rowCount())] == ["As it was opened", "Change note", "Change note"]
    history.setCurrentIndex(model.index(1, 0))
    assert document.box.note == "First"
    _act(window, "file.save")
    _saved(window, qtbot)
    assert document.undo_stack.cleanIndex() == 1
    assert not history.cleanIcon().isNull()
    history.setCurrentIndex(model.index(0, 0))
    assert document.box.note == before
    assert window.isWindowModified()
