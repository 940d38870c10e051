"""The job that reads units: it tells the kind of a file, changes nothing, and its answer travels between processes."""

import pytest

from app.workers import jobs, messages, oob_jobs
from core.base.errors import CoreError
from core.base.steps import finish
from core.files.box_files import load_box
from core.files.resources import scenarios_folder
from core.questions.game import Game


@pytest.fixture(scope="module")
def game():
    loaded = load_box(scenarios_folder() / "sable-river")
    return Game.of(loaded.box, loaded.ruleset)


def test_a_table_is_known_by_its_look_and_previewed(game, tmp_path):
    file = tmp_path / "units.csv"
    file.write_text("id,side,formation,attack\n3-tank,veldany,v2t,8\n99-tank,veldany,v2t,x\n")
    format_, found = finish(jobs.start("preview_units", game, file=file, making=True))
    assert format_ == "counters"
    assert (dict(found.new), dict(found.changed)) == ({"counters": 1}, {"counters": 1})
    assert len(found.findings) == 1
    answer = messages.Answered(1, (format_, found))
    assert messages.decode_reply(messages.encode(answer)).answer[1].findings == found.findings


def test_a_file_that_is_not_there_and_no_box_are_refused(game, tmp_path):
    with pytest.raises(CoreError, match=r"gone\.csv"):
        finish(oob_jobs.preview_units(game, file=tmp_path / "gone.csv", making=True))
    with pytest.raises(CoreError, match="only while a box is open"):
        finish(oob_jobs.preview_units(None, file=tmp_path / "x.csv", making=True))
