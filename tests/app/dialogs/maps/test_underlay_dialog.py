from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from app.dialogs.maps.underlay import PointPrompt, ScanDialog
from app.documents.document import Document
from core.geometry.register import Affine
from core.model.maps import ControlPoint, Underlay
from core.model.scan import centre_on_sheet, with_scan

TRUE = Affine(0.012, 0.0005, 0.4, -0.0003, -0.0118, 20.8)
CELLS = ((2, 2), (28, 3), (5, 18), (25, 15), (14, 9))


def points_for(placed, cells, off=0.0):
    back = TRUE.inverse()
    found = [ControlPoint(back(centre_on_sheet(placed.frame, cell)), cell) for cell in cells]
    last = found[-1]
    return (*found[:-1], replace(last, pixel=(last.pixel[0] + off, last.pixel[1])))


@pytest.fixture
def document(qapp, box):
    placed = box.sheets[0]
    scan = Underlay("scans/n.png", (2500, 1900), points_for(placed, CELLS, 60.0))
    return Document(box.with_sheet(placed.file, replace(placed.sheet, underlay=scan)))


@pytest.fixture
def dialog(qtbot, document):
    dialog = ScanDialog(None, document)
    qtbot.addWidget(dialog)
    dialog.show()
    yield dialog
    dialog.close()


def scan(document):
    return document.box.sheets[0].sheet.underlay


def test_points_stand_in_a_table_with_what_they_are_off_and_the_worst_is_marked(dialog):
    assert [dialog.table.item(row, 0).text() for row in range(5)] == ["02.02", "28.03", "05.18", "25.15", "14.09"]
    worst = [row for row in range(5) if "the worst" in dialog.table.item(row, 1).text()]
    assert worst == [4]
    assert not dialog.table.item(4, 1).icon().isNull()
    assert "Affine fit by least squares from 5 points" in dialog.fit.text()


def test_nine_points_are_fitted_in_pieces_and_two_not_at_all(dialog, document):
    placed = document.box.sheets[0]
    nine = points_for(placed, [(c, r) for c in (2, 14, 28) for r in (2, 9, 18)])
    document.do(with_scan(placed, "Points", replace(scan(document), points=nine)))
    assert "Piecewise fit through 9 points" in dialog.fit.text()
    document.do(with_scan(document.box.sheets[0], "Points", replace(scan(document), points=nine[:2])))
    assert "there are 2" in dialog.fit.text()
    assert dialog.table.item(0, 1).text() == "–"


def test_the_keys_for_undo_and_redo_work_in_the_dialog_too(dialog, document, qtbot):
    dialog.opacity.setValue(40)
    qtbot.keyClick(dialog.opacity, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert scan(document).opacity == 1
    qtbot.keyClick(dialog.opacity, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert scan(document).opacity == 0.4


def test_a_drag_of_a_slider_is_one_step_and_seen_at_once(dialog, document):
    dialog.opacity.setSliderDown(True)
    for value in (90, 70, 40):
        dialog.opacity.setValue(value)
        assert scan(document).opacity == value / 100
    dialog.opacity.setSliderDown(False)
    assert document.undo_stack.count() == 1
    assert "40" in dialog.opacity_value.text()
    dialog.brightness.setValue(-30)
    dialog.brightness.setValue(-20)
    assert scan(document).brightness == -0.2
    assert document.undo_stack.count() == 3
    document.undo_stack.setIndex(0)
    assert (dialog.opacity.value(), dialog.brightness.value()) == (100, 0)


def test_a_point_is_renamed_and_deleted_from_the_table(dialog, document, qtbot):
    dialog.table.selectRow(4)
    dialog.rename.setText("15.9")
    qtbot.keyClick(dialog.rename, Qt.Key.Key_Return)
    assert scan(document).points[4].cell == (15, 9)
    assert dialog.table.item(4, 0).text() == "15.09"
    dialog.rename.setText("99.99")
    qtbot.keyClick(dialog.rename, Qt.Key.Key_Return)
    assert "no hex" in dialog.fit.text()
    qtbot.keyClick(dialog.table, Qt.Key.Key_Delete)
    assert len(scan(document).points) == 4
    assert document.undo_stack.count() == 2


def test_a_row_is_told_and_shown_on_the_map(dialog, qtbot):
    heard, shown = [], []
    dialog.point_taken.connect(lambda *what: heard.append(what))
    dialog.wants_place.connect(lambda *what: shown.append(what))
    dialog.table.selectRow(2)
    assert heard[-1][1] == 2
    qtbot.keyClick(dialog.table, Qt.Key.Key_Return)
    assert shown == [("", (5, 18))]
    dialog.show_active(None)
    assert not dialog.delete.isEnabled()


def test_a_missing_picture_offers_to_find_it_and_one_under_way_shows_how_far_it_is(dialog):
    dialog.show_state("", 'There is no picture "scans/n.png".')
    assert dialog.find_it.isVisible() and not dialog.progress.isVisible()
    dialog.show_state("", "Preparing", 0.4)
    assert not dialog.find_it.isVisible()
    assert dialog.progress.isVisible() and dialog.progress.value() == 40
    dialog.show_state("", "")
    assert not dialog.state.isVisible() and not dialog.progress.isVisible()


def test_removing_the_scan_is_a_step_and_leaves_nothing_to_set(dialog, document):
    dialog.remove.click()
    assert scan(document) is None
    assert dialog.table.rowCount() == 0
    assert not dialog.set_points.isEnabled() and not dialog.opacity.isEnabled()
    assert "Choose a PNG" in dialog.fit.text()
    document.undo_stack.undo()
    assert dialog.table.rowCount() == 5


def test_the_page_of_a_pdf_can_be_chosen(dialog, document):
    assert not dialog.page.isVisible()
    document.do(with_scan(document.box.sheets[0], "Choose", replace(scan(document), file="n.pdf")))
    assert dialog.page.isVisible()
    dialog.page.setValue(3)
    assert scan(document).page == 3


def test_each_of_several_maps_has_its_own_scan(qtbot, two_sheets):
    sheets = tuple(replace(placed, file=f"{placed.letter.lower()}.map.yaml") for placed in two_sheets.sheets)
    document = Document(replace(two_sheets, sheets=sheets))
    dialog = ScanDialog(None, document)
    qtbot.addWidget(dialog)
    assert dialog.sheet.count() == 2
    document.do(with_scan(document.box.sheets[1], "Choose", Underlay("b.png", (10, 10))))
    assert "none" in dialog.file.text()
    dialog.sheet.setCurrentIndex(1)
    assert dialog.file.text() == "b.png" and dialog.current == "b.map.yaml"
    dialog.close()


def test_a_hex_is_named_by_its_number_and_nothing_else(qtbot, document):
    placed = document.box.sheets[0]
    prompt = PointPrompt(None, placed, None)
    qtbot.addWidget(prompt)
    assert not prompt.fine.isEnabled()
    prompt.line.setText("31.01")
    assert prompt.cell is None and "Hexes run from" in prompt.note.text()
    prompt.line.setText("A7.12")
    assert prompt.cell == (7, 12) and prompt.fine.isEnabled() and prompt.note.text() == ""
    prompt.line.setText("02.02")
    assert "takes its place" in prompt.note.text()
    guessed = PointPrompt(None, placed, (3, 4))
    qtbot.addWidget(guessed)
    assert guessed.line.text() == "03.04" and guessed.cell == (3, 4)


def test_a_long_sentence_about_a_wrong_number_is_seen_whole(qtbot, document):
    prompt = PointPrompt(None, document.box.sheets[0], None)
    qtbot.addWidget(prompt)
    prompt.show()
    prompt.line.setText("99.99 of the third map from the left")
    qtbot.waitUntil(lambda: prompt.note.height() >= prompt.note.heightForWidth(prompt.note.width()))
    assert prompt.note.heightForWidth(prompt.note.width()) > prompt.note.fontMetrics().height() * 3 // 2, "not a long one"
    assert prompt.note.text().startswith("⚠")
