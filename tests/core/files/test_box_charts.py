"""Charts of a box: kept in its game file, used over all others, and told by their cell when they cannot be used."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from core.files.box_files import load_box
from core.files.canonical import GAME_FILE, game_text, write_box
from core.files.ruleset_files import load_ruleset
from core.files.value_text import decode, encode
from core.model.box import GameBox
from core.model.edits.map_edits import ChangeBox
from core.model.new_map import NewMap
from core.questions.catalogue import ask
from core.questions.game import Game, open_game

RULES = load_ruleset("tcs-4.01")
PREP = RULES.charts["tcs.command_prep"]
PRINTED = replace(PREP, cells={**PREP.cells, ("5", "6"): Fraction(53)}).owned("box", "the card of this game")


def _box() -> GameBox:
    box = NewMap("t", columns=2, rows=2).box()
    return box.with_head(replace(box.head, charts={PRINTED.id: PRINTED}))


def test_a_chart_of_a_box_comes_back_from_its_file_as_it_was(tmp_path: Path):
    write_box(tmp_path, _box())
    loaded = load_box(tmp_path)
    assert loaded.issues == ()
    assert loaded.box is not None
    assert dict(loaded.box.charts) == {PRINTED.id: PRINTED}
    assert game_text(loaded.box) == (tmp_path / GAME_FILE).read_text(encoding="utf-8")


def test_answers_read_the_chart_of_the_box(tmp_path: Path):
    write_box(tmp_path, _box())
    game = open_game(tmp_path).game
    assert game is not None
    ruling = ask("chart.lookup", game, chart="tcs.command_prep", row="5", column="6")
    assert (ruling.value, ruling.charts[0].status) == (53, "box")


def test_putting_a_chart_into_a_box_is_an_edit_that_the_recovery_log_can_keep():
    box = NewMap("t", columns=2, rows=2).box()
    edit = ChangeBox("Keep chart", replace(box.head, charts={PRINTED.id: PRINTED}))
    game = Game.of(box, RULES)
    after = game.with_edits([decode(encode(edit))])
    assert ask("chart.lookup", after, chart="tcs.command_prep", row="5", column="6").value == 53
    assert ask("chart.lookup", game, chart="tcs.command_prep", row="5", column="6").value == 52


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"5": [66, 65', '"5": [66, 67', 'Row "5", column "2": 67 cannot be rolled'),
        ("id: tcs.command_prep", "id: tcs.command_perp", 'There is no chart "tcs.command_perp" to take the place of.'),
        ("form: needed", "form: values", "the rules read one of the form"),
        ('"5": [66, 65', '"25": [66, 65', 'The chart has no row "25"'),
    ],
)
def test_a_chart_that_cannot_be_used_is_told_and_the_one_below_stays_in_force(tmp_path: Path, old: str, new: str, said: str):
    write_box(tmp_path, _box())
    file = tmp_path / GAME_FILE
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    opened = open_game(tmp_path)
    assert opened.game is not None
    told = load_box(tmp_path).issues
    assert said in told[0].text
    assert all(issue.place.file == GAME_FILE and issue.place.line > 1 for issue in told)
    assert ask("chart.lookup", opened.game, chart="tcs.command_prep", row="5", column="6").value == 52


def test_a_set_of_charts_that_there_is_not_is_told(tmp_path: Path):
    box = NewMap("t", columns=2, rows=2).box()
    write_box(tmp_path, box.with_head(replace(box.head, chart_set="ardennes")))
    loaded = load_box(tmp_path)
    assert [issue.text for issue in loaded.issues] == ['There is no set of charts "ardennes".']
