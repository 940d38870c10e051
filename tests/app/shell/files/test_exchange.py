"""Files of other programs in the whole window, with its real worker process."""

import json

import pytest
from PySide6.QtWidgets import QApplication, QMessageBox

from app.dialogs.exchange.import_map import ImportDialog
from app.dialogs.exchange.send_map import SendDialog
from app.shell.files.exchange import Exchange


def shown(window, qtbot, kind):
    qtbot.waitUntil(lambda: any(each.isVisible() for each in window.findChildren(kind)))
    return next(each for each in window.findChildren(kind) if each.isVisible())


@pytest.fixture
def tracks(tmp_path):
    line = {"type": "LineString", "coordinates": [[7.999, 50.0], [8.001, 50.0]]}
    features = [
        {"type": "Feature", "geometry": line, "properties": {"highway": "track", "name": "Lane"}},
        {"type": "Feature", "geometry": line, "properties": {"power": "line"}},
    ]
    file = tmp_path / "tracks.geojson"
    file.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    return file


def test_an_import_is_seen_before_it_is_done_and_is_one_step_of_the_history(window, qtbot, tracks):
    document = window.document
    before = document.box
    window.actions_["file.import"].trigger()
    dialog = shown(window, qtbot, ImportDialog)
    dialog.file.setText(str(tracks))
    qtbot.waitUntil(lambda: "where on earth" in dialog.state.text())
    dialog.where.setCurrentIndex(dialog.where.findData("centre"))
    dialog.place.setText("50, 8")
    qtbot.waitUntil(dialog.do_import.isEnabled)
    assert document.box is before
    assert "power=line" in dialog.dropped.item(0).text()
    dialog.do_import.click()
    file = document.box.sheets[0].file
    assert [each.name for each in document.box.sheet(file).sheet.paths][-1] == "Lane"
    assert document.box.sheet(file).sheet.georeference is not None
    assert document.undo_stack.undoText() == "Import tracks.geojson"
    document.undo_stack.undo()
    assert document.box.sheets[0].sheet == before.sheets[0].sheet
    qtbot.waitUntil(lambda: not window.findChildren(ImportDialog))


def test_a_map_is_written_for_other_programs_and_what_cannot_go_along_is_told(window, qtbot, tmp_path):
    window.actions_["file.send"].trigger()
    dialog = shown(window, qtbot, SendDialog)
    dialog.file.setText(str(tmp_path / "out.board"))
    dialog.send.click()
    told = shown(window, qtbot, QMessageBox)
    assert "height within a contour interval" in told.informativeText()
    assert (tmp_path / "out.board").read_text().startswith("size ")
    told.accept()
    QApplication.processEvents()


def test_closing_the_box_closes_the_dialog_about_it(window, qtbot):
    window.actions_["file.import"].trigger()
    dialog = shown(window, qtbot, ImportDialog)
    next(desk for desk in window._desks if isinstance(desk, Exchange)).leave_box()
    assert not dialog.isVisible()
