"""An order of battle that cannot be read is told once, and not for each name that a scenario gives."""

import shutil
from pathlib import Path

import pytest

from core.base.errors import Place
from core.files.box_files import load_box
from core.files.resources import scenarios_folder
from core.model.follow_ons import FOLLOWED, folded
from core.model.issues import OOB_UNREAD, Issue, Severity
from core.questions.game import open_game

FILE = "a.scenario.yaml"
CAUSE = Issue(Place("counters.yaml", 3), "This is not YAML.", code=OOB_UNREAD)
OTHER = Issue(Place("a.map.yaml", 9), "A contour ends.", code="open-end")
UNIT, SIDE = (Issue(Place(FILE, n), "There is none.", code=code) for n, code in enumerate(("no-unit", "no-side"), 1))
READ = Issue(Place(FILE, 5), "This is no hex.")


def test_what_follows_is_one_finding_behind_its_cause() -> None:
    found = folded((OTHER, CAUSE, UNIT, READ, SIDE), [FILE])
    assert [each.code for each in found] == ["open-end", OOB_UNREAD, FOLLOWED, ""]
    assert found[2].text.startswith("2 findings in a.scenario.yaml are not listed")
    assert (found[2].place, found[2].severity) == (CAUSE.place, Severity.ADVICE)


def test_nothing_is_folded_where_the_order_of_battle_was_read_or_nothing_follows() -> None:
    assert folded((OTHER, UNIT, SIDE), [FILE]) == (OTHER, UNIT, SIDE)
    assert folded((OTHER, CAUSE, READ), [FILE]) == (OTHER, CAUSE, READ)
    assert folded((CAUSE, UNIT), ["b.scenario.yaml"]) == (CAUSE, UNIT)


def test_findings_on_files_as_they_were_read_stay_when_the_box_is_checked_anew() -> None:
    assert [each.is_of_reading for each in (CAUSE, READ, UNIT)] == [True, True, False]


@pytest.mark.parametrize("missing", [False, True])
def test_a_box_whose_counters_cannot_be_read_says_so_in_three_lines(tmp_path: Path, missing: bool) -> None:
    folder = tmp_path / "box"
    shutil.copytree(scenarios_folder() / "cove-creek", folder)
    file = folder / "counters.yaml"
    if missing:
        file.unlink()
    else:
        file.write_text(file.read_text(encoding="utf-8").replace("counters:", "}counters: [", 1), encoding="utf-8")
    loaded = load_box(folder)
    assert [each.code for each in loaded.issues] == [OOB_UNREAD, ""]
    assert "counters are left out here" in loaded.issues[1].text
    assert loaded.box is not None and not loaded.box.oob
    assert [each.code for each in open_game(folder).issues] == [OOB_UNREAD, FOLLOWED, ""]
