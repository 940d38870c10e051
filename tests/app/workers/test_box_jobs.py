"""The worker saves the box that the window holds, and no other."""

import shutil
from dataclasses import replace
from pathlib import Path

import fake_door
import pytest

from app.workers import box_jobs
from app.workers.messages import Change, Refused, Run
from app.workers.process import OUT_OF_STEP, Worker
from core.base.errors import CoreError
from core.base.steps import finish
from core.files.box_files import load_box
from core.files.recovery import LogHead, base_line, head_line, step_line
from core.files.saves import BACKUP_FOLDER, tally
from core.model.edits.map_edits import ChangeBox, ChangeItems
from core.model.maps import ItemRef
from core.questions.game import Game

EXAMPLE = Path(__file__).resolve().parents[3] / "scenarios" / "tcs-example"


@pytest.fixture
def folder(tmp_path) -> Path:
    return Path(shutil.copytree(EXAMPLE, tmp_path / "box"))


@pytest.fixture
def game(folder) -> Game:
    loaded = load_box(folder)
    assert loaded.box is not None and loaded.ruleset is not None
    return Game.of(loaded.box, loaded.ruleset)


def _noted(game):
    return game.with_edits([ChangeBox("", replace(game.box.head, note="Mine"))])


def test_the_box_of_the_worker_is_saved(folder, game):
    changed = _noted(game)
    saved = finish(box_jobs.save(changed, folder=folder, known=None, expected=tally(changed.box)))
    assert saved.outcome == "saved"
    assert load_box(folder).box == changed.box


def test_what_is_not_the_box_of_the_window_is_not_saved(folder, game):
    file = game.box.sheets[0].file
    fewer = game.with_edits([ChangeItems("", {ItemRef(file, "contours", 1): None})])
    before = {path: path.read_bytes() for path in folder.iterdir()}
    for held in (game, None):
        assert finish(box_jobs.save(held, folder=folder, known=None, expected=tally(fewer.box))).outcome == "refused"
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_a_job_for_one_box_is_refused_over_any_other():
    heard = []
    worker = Worker(fake_door, heard.append)
    worker.take(Change(7, ()))
    worker.take(Run(1, "title", {"slices": 1}, serial=6))
    assert heard == [Refused(1, OUT_OF_STEP)]
    worker.take(Run(2, "title", {"slices": 1}, serial=7))
    worker.take(Run(3, "title", {"slices": 1}))
    assert len(heard) == 1
    assert not worker.idle


def test_a_log_is_recovered_under_the_path_of_its_original(tmp_path, game):
    edit = ChangeBox("", replace(game.box.head, note="Mine"))
    file = tmp_path / "a.recovery"
    head = LogHead("/boxes/hill", "Hill", "0.1.0", 1)
    file.write_bytes(head_line(head) + base_line(game.box) + step_line([edit]) + b"torn")
    found = finish(box_jobs.recover(None, file=file))
    assert (found.opened.path, found.opened.box) == (Path("/boxes/hill"), _noted(game).box)
    assert found.opened.ruleset is not None and found.opened.ruleset.id == game.ruleset.id
    assert (found.changes, found.lost, found.whole) == (1, 1, file.stat().st_size - 4)


def test_a_log_that_is_gone_is_told_of(tmp_path):
    with pytest.raises(CoreError, match="cannot be read"):
        finish(box_jobs.recover(None, file=tmp_path / "gone.recovery"))


def test_the_previous_version_opens_as_a_version_of_the_box(folder, game):
    with pytest.raises(CoreError, match="no previous version"):
        finish(box_jobs.previous(None, folder=folder))
    changed = _noted(game)
    finish(box_jobs.save(changed, folder=folder, known=None, expected=tally(changed.box)))
    opened = finish(box_jobs.previous(None, folder=folder))
    assert (opened.path, opened.box) == (folder, game.box)
    (folder / BACKUP_FOLDER / "game.yaml").write_text("?", encoding="utf-8")
    with pytest.raises(CoreError, match="cannot be read"):
        finish(box_jobs.previous(None, folder=folder))
