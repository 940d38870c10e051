import pytest

from app.dialogs.export_map import ExportDialog, ExportWish, SheetChoice

SHEETS = [SheetChoice("A", "A  North"), SheetChoice("B", "B  South")]


@pytest.fixture
def dialog(qtbot, tmp_path):
    dialog = ExportDialog(None, SHEETS, tmp_path)
    qtbot.addWidget(dialog)
    return dialog


def test_a_name_in_the_folder_is_proposed_for_each_sheet(dialog, tmp_path):
    assert dialog.wish == ExportWish("A", tmp_path / "map-a.png", 150, True)
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
