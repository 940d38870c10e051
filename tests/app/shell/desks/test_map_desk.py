"""New maps, the maps of a box and its terrain in the whole window, with its real worker process."""

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from app.dialogs.maps.new_map import NewMapDialog
from app.dialogs.maps.sheets import SheetsDialog
from app.dialogs.options.window import BoxOptions
from app.dialogs.terrain.table import TerrainTable
from app.shell.main_window import MainWindow
from app.shell.session import Session
from core.files.box_files import load_box
from core.model.edits.map_edits import ChangeItems
from core.model.maps import Area, ItemRef


@pytest.fixture(scope="module")
def window_of_its_own(qapp, themes, tmp_path_factory):
    folder = tmp_path_factory.mktemp("maps")
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
    for dialog in window.findChildren(NewMapDialog):
        dialog.reject()
    if window.saving.modified:
        window.saving._keeper.give_up()
    window.close_box()
    QApplication.processEvents()


def dialog_of(window, qtbot, kind):
    def shown():
        return [each for each in window.findChildren(kind) if each.isVisible()]

    qtbot.waitUntil(lambda: bool(shown()))
    return shown()[0]


@pytest.fixture
def new_box(window, qtbot, tmp_path):
    """Makes a box with the dialog and gives the window's document."""

    def make(**counts):
        window.actions_["file.new"].trigger()
        dialog = dialog_of(window, qtbot, NewMapDialog)
        folder = tmp_path / "made"
        dialog.folder.setText(str(folder))
        dialog.folder.textEdited.emit(str(folder))
        dialog.columns.setValue(8)
        dialog.rows.setValue(6)
        for name, count in counts.items():
            getattr(dialog, name).setValue(count)
        qtbot.mouseClick(dialog.create_box, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: window.document is not None and window.document.path == folder)
        return window.document

    return make


def test_a_new_map_is_written_and_opened(window, new_box):
    document = new_box(across=2)
    assert [placed.letter for placed in document.box.sheets] == ["A", "B"]
    assert len(document.box.cells) == 96
    assert load_box(document.path).issues == ()
    assert "woods" in document.terrain


def test_a_folder_with_a_box_is_refused_before_anything_is_written(window, qtbot, new_box, tmp_path):
    new_box()
    before = (tmp_path / "made" / "game.yaml").read_bytes()
    window.actions_["file.new"].trigger()
    dialog = dialog_of(window, qtbot, NewMapDialog)
    dialog.folder.setText(str(tmp_path / "made"))
    dialog.folder.textEdited.emit(dialog.folder.text())
    assert not dialog.create_box.isEnabled()
    assert "already holds a box" in dialog.fault.text()
    dialog.reject()
    assert (tmp_path / "made" / "game.yaml").read_bytes() == before


def test_what_cannot_be_written_is_said_and_the_dialog_comes_back(window, qtbot, tmp_path):
    window.actions_["file.new"].trigger()
    dialog = dialog_of(window, qtbot, NewMapDialog)
    blocked = tmp_path / "blocked"
    dialog.folder.setText(str(blocked / "box"))
    dialog.folder.textEdited.emit(dialog.folder.text())
    blocked.write_text("a file where a folder is wanted")
    qtbot.mouseClick(dialog.create_box, Qt.MouseButton.LeftButton)
    box = dialog_of(window, qtbot, QMessageBox)
    assert box.text()
    assert dialog.isVisible()
    box.accept()
    dialog.reject()
    assert window.document is None


def test_another_map_is_laid_beside_and_can_be_asked_across_the_seam_and_undone(window, qtbot, new_box):
    document = new_box()
    window.actions_["map.sheets"].trigger()
    dialog = dialog_of(window, qtbot, SheetsDialog)
    qtbot.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    assert [placed.letter for placed in document.box.sheets] == ["A", "B"]
    answers = []
    seam = {"from": document.box.label(document.box.hex("A8.3")), "to": document.box.label(document.box.hex("B1.3"))}
    window.answers.ask("los", seam, answers.append)
    qtbot.waitUntil(lambda: bool(answers))
    assert answers[0].verdict == "clear"
    document.undo_stack.undo()
    assert [placed.letter for placed in document.box.sheets] == ["A"]
    assert dialog.list.topLevelItemCount() == 1


@pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)
def test_dialogs_about_a_box_go_with_it(window, qtbot, new_box):
    new_box()
    window.actions_["map.sheets"].trigger()
    window.actions_["map.terrain"].trigger()
    window.actions_["map.terrain"].trigger()
    assert len([each for each in window.findChildren(TerrainTable) if each.isVisible()]) == 1
    window.close_box()
    qtbot.waitUntil(lambda: window.document is None)
    assert not [each for each in window.findChildren(TerrainTable) if each.isVisible()]


@pytest.mark.parametrize(("action", "kind"), [("map.sheets", SheetsDialog), ("map.terrain", TerrainTable)])
def test_the_box_is_saved_by_its_key_while_a_dialog_beside_the_map_has_the_keyboard(window, qtbot, new_box, action, kind):
    new_box()
    window.actions_[action].trigger()
    dialog = dialog_of(window, qtbot, kind)
    with qtbot.waitActive(dialog):
        dialog.activateWindow()
    with qtbot.waitSignal(window.actions_["file.save"].triggered):
        qtbot.keyClick(dialog, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)


def test_a_palette_that_is_chosen_counts_at_once_and_can_be_undone(window, qtbot, new_box):
    document = new_box()
    file = document.box.sheets[0].file
    wood = Area("woods", (((1.5, 1.5), (5.5, 1.5), (5.5, 3.5), (1.5, 3.5), (1.5, 1.5)),))
    document.do(ChangeItems("Draw woods", {ItemRef(file, "areas", 1): wood}))
    window.actions_["map.terrain"].trigger()
    table = dialog_of(window, qtbot, TerrainTable)
    table.choice.setCurrentIndex(table.choice.findData("canadian-crucible"))
    table.choice.activated.emit(table.choice.currentIndex())
    assert document.box.palette == "canadian-crucible"
    assert document.terrain["woods"].name == "Forest"
    document.undo_stack.undo()
    assert document.terrain["woods"].name == "Woods"
    assert table.choice.currentData() == ""
    table.close()


def test_options_are_opened_at_the_reading_that_decided_and_count_at_once(window, qtbot, new_box):
    document = new_box()
    ruling = window.workbench.docks.ruling
    ruling._note.linkActivated.emit("option:los.method")
    dialog = dialog_of(window, qtbot, BoxOptions)
    assert dialog.isModal()
    assert dialog._current == "los.method"
    qtbot.waitUntil(lambda: dialog.detail.reads is not None)
    assert "los.method" in dialog.detail.reads
    dialog.detail.buttons["simplified"].click()
    dialog.accept()
    assert document.method == "simplified"
    assert window.actions_["method.simplified"].isChecked()
    assert window.actions_["edit.undo"].text() == "&Undo Change options of the box"
    answers = []
    window.answers.ask("elevation", {"hex": document.box.label(document.box.hex("3.3"))}, answers.append)
    qtbot.waitUntil(lambda: bool(answers))
    assert answers[0].detail.method == "simplified"
    document.undo_stack.undo()
    assert document.method == "standard"
    assert window.actions_["method.standard"].isChecked()


def test_the_options_go_with_their_box(window, qtbot, new_box):
    new_box()
    assert window.actions_["box.options"].isEnabled()
    window.actions_["box.options"].trigger()
    dialog_of(window, qtbot, BoxOptions)
    window.close_box()
    qtbot.waitUntil(lambda: window.document is None)
    assert not [each for each in window.findChildren(BoxOptions) if each.isVisible()]
    assert not window.actions_["box.options"].isEnabled()
