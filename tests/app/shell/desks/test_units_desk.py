"""The window Counters of the real window, with tables read and written by the real worker."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox

from app.shell.desks.units import UnitsDesk


@pytest.fixture
def desk(window):
    found = next(each for each in window._desks if isinstance(each, UnitsDesk))
    yield found
    if found.units is not None:
        found.units.leave()


@pytest.fixture
def units(window, desk, qtbot):
    window.actions_["box.counters"].trigger()
    qtbot.waitUntil(lambda: desk.units is not None and desk.units.isVisible())
    return desk.units


TABLE = """side\tformation\tpiece.kind\tpiece.name\tsteps
red\t1st\tinfantry\tA/1\t4
red\t1st\tmortar\tB/1\t40
blue\t\tinfantry\tC/2\t3
"""


def test_a_table_is_pasted_mended_written_and_read_again(window, units, qtbot, tmp_path):
    document = window.document
    QGuiApplication.clipboard().setText(TABLE)
    units.view.paste()
    qtbot.waitUntil(lambda: "New counters: 3." in units.message.text())
    assert units.model.rowCount() == 3
    units.make_names()
    assert [side.name for side in document.box.oob.sides] == ["red", "blue"]
    assert [each.side for each in document.box.oob.formations] == ["red"]
    assert [held.text for held in units.model.wrong.values()] == ["40"]
    file = tmp_path / "units.csv"
    units.export_table("csv", file)
    qtbot.waitUntil(file.is_file)
    qtbot.waitUntil(lambda: "were written" in units.message.text())
    before = document.box.oob
    file.write_text(file.read_text(encoding="utf-8-sig").replace("C/2", "C/3"), encoding="utf-8")
    units.import_table("csv", file)
    qtbot.waitUntil(lambda: "New counters: 0. Changed: 1." in units.message.text())
    document.undo_stack.undo()
    assert document.box.oob == before


def test_a_table_that_comes_back_to_other_counters_is_not_taken(window, units, qtbot):
    QGuiApplication.clipboard().setText(TABLE)
    units.view.paste()
    units.model.add()
    qtbot.waitUntil(lambda: "nothing was taken" in units.message.text())
    assert units.model.rowCount() == 1


@pytest.mark.qt_log_ignore("does not support raise")
def test_there_is_one_window_and_its_key_brings_it_back(window, desk, units, qtbot):
    window.actions_["box.counters"].trigger()
    assert desk.units is units
    units.close()
    assert desk.units is None
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: desk.units is not None)


def test_closing_the_box_tells_of_texts_that_were_wrong(window, desk, units, qtbot):
    keys = units.model.add()
    units.model.write("x", {(keys[0], "steps"): "many"})
    desk.leave_box()
    assert desk.units is None
    told = window.findChild(QMessageBox)
    assert told is not None and "many" in told.detailedText()
    told.close()
