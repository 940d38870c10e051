import re

import pytest

from app.canvas.layers import LayerState
from app.canvas.scene_map import SceneMap
from app.canvas.transform import HEX
from app.dialogs.exchange.export_map import ExportDialog, ExportWish, SheetChoice
from app.export.command import _parser, page_wish
from app.export.paper import PageWish

SHEETS = [SheetChoice("A", "A  North", (0.0, 0.0, 40 * HEX, 20 * HEX)), SheetChoice("B", "B  South")]


@pytest.fixture
def dialog(qtbot, tmp_path):
    dialog = ExportDialog(None, SHEETS, tmp_path, 16.0)
    qtbot.addWidget(dialog)
    return dialog


def test_a_name_in_the_folder_is_proposed_for_each_sheet(dialog, tmp_path):
    assert dialog.wish == ExportWish("A", tmp_path / "map-a.png", 150, True, 16.0)
    dialog.sheet.setCurrentIndex(1)
    assert dialog.wish.sheet == "B"
    assert dialog.wish.file == tmp_path / "map-b.png"


def test_the_kind_and_the_end_of_the_name_follow_each_other(dialog, tmp_path):
    dialog.kind.setCurrentIndex(1)
    assert dialog.wish.file.suffix == ".pdf"
    dialog.file.setText(str(tmp_path / "other.svg"))
    assert dialog.kind.currentData() == ".svg"


@pytest.mark.parametrize("name", ["", "map.jpg", "map", "missing-folder/map.png"])
def test_a_name_that_cannot_be_written_cannot_be_exported(dialog, tmp_path, name):
    dialog.file.setText(str(tmp_path / name) if name else "")
    assert not dialog.export.isEnabled()


def test_a_file_that_would_be_replaced_is_named_so(dialog, tmp_path):
    (tmp_path / "there.png").write_bytes(b"")
    dialog.file.setText(str(tmp_path / "there.png"))
    assert dialog.export.isEnabled()
    assert "will be replaced" in dialog._note.text()


def test_the_size_is_told_before_anything_is_drawn(dialog):
    dialog.dpi.setValue(254)
    assert "640 × 320 mm" in dialog.size_note.text() and "6,400 × 3,200 pixels" in dialog.size_note.text()
    dialog.hex_mm.setValue(32.0)
    assert "12,800 × 6,400 pixels" in dialog.size_note.text()


def typed(qtbot, spin, text):
    spin.lineEdit().selectAll()
    qtbot.keyClicks(spin.lineEdit(), text)
    spin.interpretText()


def test_a_number_that_cannot_be_drawn_stays_as_typed_and_is_refused_in_words(dialog, qtbot):
    typed(qtbot, dialog.dpi, "3900")
    assert dialog.dpi.value() == 3900
    assert "3,900 dots per inch cannot be drawn; 10 to 2,400 can." in dialog.size_note.text()
    assert not dialog.export.isEnabled()
    typed(qtbot, dialog.dpi, "390")
    assert "cannot be drawn" not in dialog.size_note.text() and dialog.export.isEnabled()
    typed(qtbot, dialog.hex_mm, "300")
    assert "Hexes of 300 mm from centre to centre cannot be drawn; of 2 to 200 mm they can." in dialog.size_note.text()
    assert not dialog.export.isEnabled()
    typed(qtbot, dialog.hex_mm, "30")
    assert dialog.export.isEnabled()


def test_a_picture_that_is_too_large_cannot_be_exported(dialog):
    dialog.dpi.setValue(2400)
    dialog.hex_mm.setValue(200.0)
    assert "too large" in dialog.size_note.text()
    assert not dialog.export.isEnabled()
    dialog.hex_mm.setValue(16.0)
    assert dialog.export.isEnabled()


def test_pages_belong_to_pdf_alone_and_are_counted(dialog):
    assert not dialog.paged.isEnabled()
    dialog.kind.setCurrentIndex(1)
    assert dialog.wish.pages is None
    dialog.paged.setChecked(True)
    assert dialog.wish.pages == PageWish()
    assert re.search(r"\d+ pages, \d across and \d down", dialog.size_note.text())
    assert dialog.preview.accessibleDescription()
    dialog.overlap.setValue(80.0)
    dialog.margin.setValue(50.0)
    assert "leave nothing of A4 paper" in dialog.size_note.text()
    assert not dialog.export.isEnabled()
    dialog.margin.setValue(2.0)
    dialog.overlap.setValue(10.0)
    assert "no room for cut marks" in dialog.size_note.text()
    dialog.kind.setCurrentIndex(0)
    assert dialog.wish.pages is None


def test_the_command_understands_what_the_dialog_says(dialog):
    dialog.kind.setCurrentIndex(1)
    dialog.paged.setChecked(True)
    dialog.paper.setCurrentIndex(1)
    dialog.turn.setCurrentIndex(1)
    dialog.margin.setValue(7.5)
    dialog.marks.setChecked(False)
    dialog.overview.setChecked(False)
    wish = dialog.wish
    asked = _parser().parse_args(["box", *wish.arguments()])
    assert page_wish(asked) == wish.pages == PageWish("letter", "landscape", 7.5, 10.0, False, True, False)
    assert (asked.map, asked.output, asked.dpi, asked.hex_mm) == ("A", wish.file, 150.0, 16.0)


def test_the_preview_draws_the_map_between_frames_and_its_pages(qtbot, tmp_path, made_up_box):
    scene = SceneMap.whole(made_up_box)
    choice = SheetChoice("A", "A", scene.bounds)
    dialog = ExportDialog(None, [choice], tmp_path, scene.style.print.hex_mm, scene, LayerState())
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.preview.whole)
    plain = dialog.preview.grab().toImage()
    colours = {plain.pixel(x, y) for x in range(20, plain.width() - 20, 7) for y in range(20, plain.height() - 20, 7)}
    assert len(colours) > 30
    dialog.kind.setCurrentIndex(1)
    dialog.paged.setChecked(True)
    qtbot.waitUntil(lambda: dialog.preview.whole)
    assert dialog.preview.grab().toImage() != plain
