"""A save never writes over what somebody else has written, and keeps the previous version as a box of its own."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from core.files import saving
from core.files.box_files import load_box
from core.files.saves import BACKUP_FOLDER
from core.model.box import GameBox
from core.model.maps import Underlay
from core.model.new_map import NewMap

EXAMPLE = Path(__file__).resolve().parents[3] / "scenarios" / "tcs-example"


@pytest.fixture
def folder(tmp_path) -> Path:
    return Path(shutil.copytree(EXAMPLE, tmp_path / "box"))


@pytest.fixture
def box(folder) -> GameBox:
    box = load_box(folder).box
    assert box is not None
    return box


def _noted(box: GameBox, note: str) -> GameBox:
    return replace(box, note=note)


def test_what_is_saved_reads_as_the_same_box(folder, box):
    saved = saving.save(folder, _noted(box, "Other"), saving.examine(folder, saving.files_of(box)).prints)
    assert saved.outcome == "saved"
    assert load_box(folder).box == _noted(box, "Other")
    assert saved.prints == saving.examine(folder, saving.files_of(box)).prints


def test_the_backup_is_the_whole_box_as_it_was_before_the_last_save(folder, box):
    saving.save(folder, _noted(box, "Second"), None)
    saving.save(folder, _noted(box, "Third"), None)
    assert load_box(folder / BACKUP_FOLDER).box == _noted(box, "Second")


def test_a_save_that_changes_nothing_keeps_the_backup(folder, box):
    saving.save(folder, _noted(box, "Second"), None)
    again = saving.save(folder, _noted(box, "Second"), None)
    assert again.outcome == "saved"
    assert again.files == ()
    assert load_box(folder / BACKUP_FOLDER).box == box


def test_sheets_that_a_box_no_longer_has_leave_its_backup(folder, box):
    (folder / BACKUP_FOLDER).mkdir()
    (folder / BACKUP_FOLDER / "old.map.yaml").write_text("phaseline: map\n", encoding="utf-8")
    saving.save(folder, _noted(box, "Second"), None)
    assert not (folder / BACKUP_FOLDER / "old.map.yaml").exists()


@pytest.mark.parametrize("change", ["edited", "removed"])
def test_files_that_somebody_else_has_changed_are_not_written_over(folder, box, change):
    known = saving.examine(folder, saving.files_of(box)).prints
    sheet = folder / box.sheets[0].file
    if change == "edited":
        sheet.write_text(sheet.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    else:
        sheet.unlink()
    before = {path: path.read_bytes() for path in folder.iterdir()}
    saved = saving.save(folder, _noted(box, "Mine"), known)
    assert (saved.outcome, saved.files) == ("changed", (sheet.name,))
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    assert saving.save(folder, _noted(box, "Mine"), None).outcome == "saved"
    assert load_box(folder).box == _noted(box, "Mine")


def _two_maps(folder: Path) -> GameBox:
    box = NewMap("Two", columns=4, rows=4, across=2).box()
    assert saving.save(folder, box, {}).outcome == "saved"
    return box


def test_a_map_that_was_removed_and_comes_back_is_saved_without_a_question(tmp_path):
    box = _two_maps(tmp_path)
    file = box.sheets[1].file
    removed = saving.save(tmp_path, replace(box, sheets=box.sheets[:1]), saving.examine(tmp_path, saving.files_of(box)).prints)
    assert removed.outcome == "saved" and (tmp_path / file).exists()
    again = saving.save(tmp_path, replace(box, note="Mine"), removed.prints)
    assert again.outcome == "saved"
    assert load_box(tmp_path).box == replace(box, note="Mine")


def test_a_map_that_was_removed_while_writing_over_comes_back_without_a_question(tmp_path):
    box = _two_maps(tmp_path)
    removed = saving.save(tmp_path, replace(box, sheets=box.sheets[:1]), None)
    assert saving.save(tmp_path, box, removed.prints).outcome == "saved"


def test_what_somebody_else_writes_into_the_file_of_a_removed_map_is_not_written_over(tmp_path):
    box = _two_maps(tmp_path)
    file = box.sheets[1].file
    removed = saving.save(tmp_path, replace(box, sheets=box.sheets[:1]), None)
    (tmp_path / file).write_text("mine\n", encoding="utf-8")
    assert saving.save(tmp_path, box, removed.prints).files == (file,)
    (tmp_path / file).unlink()
    alone = saving.save(tmp_path, replace(box, sheets=box.sheets[:1], note="Mine"), removed.prints)
    assert alone.outcome == "saved"


def test_the_previous_version_holds_the_map_that_was_removed(tmp_path):
    box = _two_maps(tmp_path)
    saving.save(tmp_path, replace(box, sheets=box.sheets[:1]), saving.examine(tmp_path, saving.files_of(box)).prints)
    assert load_box(tmp_path / BACKUP_FOLDER).box == box


@pytest.mark.parametrize(
    "game", ["maps: [", "maps: 3", "maps: [3, {file: [1]}]", "[]", "maps: [{file: ../x.map.yaml}]", "a: !!x b"]
)
def test_a_game_file_that_cannot_be_read_is_written_over_when_told_to(tmp_path, game):
    box = NewMap("One", columns=4, rows=4).box()
    (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
    assert saving.save(tmp_path, box, None).outcome == "saved"
    assert (tmp_path / BACKUP_FOLDER / "game.yaml").read_text(encoding="utf-8") == game


def test_a_new_map_is_not_written_over_a_file_that_is_there_already(folder, box):
    known = saving.examine(folder, saving.files_of(box)).prints
    (folder / "b.map.yaml").write_text("mine\n", encoding="utf-8")
    more = replace(box, sheets=(replace(box.sheets[0], file="b.map.yaml"),))
    assert saving.save(folder, more, known).outcome == "changed"
    assert (folder / "b.map.yaml").read_text(encoding="utf-8") == "mine\n"


def test_a_folder_that_cannot_be_written_says_so(tmp_path, box):
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    saved = saving.save(tmp_path / "file", box, None)
    assert saved.outcome == "refused"
    assert str(tmp_path / "file") in saved.text


def test_a_file_name_that_leads_out_of_the_box_is_refused_before_anything_is_touched(folder, box):
    bad = replace(box, sheets=(replace(box.sheets[0], file="../a.map.yaml"),))
    assert saving.save(folder, bad, None).outcome == "refused"
    assert not (folder / BACKUP_FOLDER).exists()
    assert not (folder.parent / "a.map.yaml").exists()


def test_a_copy_takes_the_scans_under_its_maps_along(folder, box, tmp_path):
    (folder / "scan.png").write_bytes(b"picture")
    placed = box.sheets[0]
    sheet = replace(placed.sheet, underlay=Underlay("scan.png", (10, 10)))
    with_scan = replace(box, sheets=(replace(placed, sheet=sheet),))
    saved = saving.save(tmp_path / "copy", with_scan, {}, source=folder)
    assert saved.outcome == "saved", saved.text
    assert (tmp_path / "copy" / "scan.png").read_bytes() == b"picture"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("title: A\n", False),
        ("# head\ntitle: A\n", True),
        ("title: A # tail\n", True),
        ('title: "A # no comment"\n', False),
        ("title: A#no\n", False),
        ("maps:\n# between\n- {file: a}\n", True),
        ("title: A\n# end\n", True),
        ('colour: "#9dbb6c"\n', False),
    ],
)
def test_comments_are_told_from_text(tmp_path, text, found):
    file = tmp_path / "a.yaml"
    file.write_text(text, encoding="utf-8")
    assert saving.has_comments(file) is found
