"""The user's own charts lie over those of the program, survive it, and are never lost."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from core.base.errors import CoreError, WrongUse
from core.files.own_charts import drop_own, keep_own, open_parcel, own_folder, read_own, rules_in_force, send_parcel
from core.files.ruleset_files import load_ruleset
from core.model.charts import Chart
from core.model.issues import Severity
from core.model.new_map import NewMap
from core.questions.catalogue import ask
from core.questions.game import Game

RULES = load_ruleset("tcs-4.01")
PREP = RULES.charts["tcs.command_prep"]


def _printed(roll: int) -> Chart:
    """The chart as somebody has entered it from another printing."""
    return replace(PREP, cells={**PREP.cells, ("5", "6"): Fraction(roll)}, source="my copy, second printing")


def test_an_own_chart_is_read_again_and_lies_over_that_of_the_program(tmp_path: Path):
    keep_own(RULES, _printed(53), tmp_path)
    ruleset, issues = rules_in_force("tcs-4.01", tmp_path)
    assert issues == ()
    book = ruleset.book(NewMap("t", columns=1, rows=1).box())
    assert book.chart("tcs.command_prep").status == "yours"
    assert book.under["tcs.command_prep"] == (PREP,)
    game = Game.of(NewMap("t", columns=1, rows=1).box(), ruleset)
    ruling = ask("chart.lookup", game, chart="tcs.command_prep", row="5", column="6")
    assert ruling.value == 53
    assert [(each.status, each.source) for each in ruling.charts] == [("yours", "my copy, second printing")]


def test_a_chart_of_the_box_lies_over_that_of_the_user(tmp_path: Path):
    keep_own(RULES, _printed(53), tmp_path)
    ruleset, _ = rules_in_force("tcs-4.01", tmp_path)
    box = NewMap("t", columns=1, rows=1).box()
    box = box.with_head(replace(box.head, charts={"tcs.command_prep": _printed(54).owned("box", "the game's own card")}))
    assert ask("chart.lookup", Game.of(box, ruleset), chart="tcs.command_prep", row="5", column="6").value == 54


def test_keeping_another_version_keeps_the_one_before_it(tmp_path: Path):
    first = keep_own(RULES, _printed(53), tmp_path).read_text(encoding="utf-8")
    path = keep_own(RULES, _printed(54), tmp_path)
    assert path.with_name(path.name + ".old").read_text(encoding="utf-8") == first
    assert read_own(RULES, tmp_path)[0]["tcs.command_prep"].cells[("5", "6")] == 54


def test_what_is_taken_out_of_force_is_not_lost(tmp_path: Path):
    path = keep_own(RULES, _printed(53), tmp_path)
    assert drop_own(RULES, "tcs.command_prep", tmp_path)
    assert not drop_own(RULES, "tcs.command_prep", tmp_path)
    assert read_own(RULES, tmp_path) == ({}, ())
    assert path.with_name(path.name + ".old").is_file()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("id: tcs.command_prep", "id: tcs.command_perp", 'There is no chart "tcs.command_perp" to take the place of. Did you'),
        ("version: 1", "version: 9", "This chart is version 9; this Phaseline reads up to 1."),
        ('"5": [66, 65', '"5": [66, 67', 'Row "5", column "2": 67 cannot be rolled'),
        ('"5": [66, 65', '"5": [66, null', 'Row "5", column "2": Nothing stands here.'),
        ("labels: [\"1\", \"2\", \"3\"", "labels: [\"one\", \"2\", \"3\"", 'There is no column "one" any more.'),
        ("phaseline: chart", "phaseline: charts", "This is a file of the kind"),
    ],
)  # fmt: skip
def test_a_chart_that_cannot_be_used_is_said_and_the_one_before_stays_in_force(tmp_path: Path, old: str, new: str, said: str):
    path = keep_own(RULES, _printed(53), tmp_path)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    found, issues = read_own(RULES, tmp_path)
    assert found == {}
    assert said in issues[0].text
    assert issues[0].place.file == str(path)
    # Answers are what they are without it: no error of the box.
    assert {issue.severity for issue in issues} == {Severity.WARNING}


def test_a_chart_that_fits_none_is_not_kept(tmp_path: Path):
    with pytest.raises(WrongUse, match="There is no chart"):
        keep_own(RULES, replace(PREP, id="tcs.prep"), tmp_path)
    assert list(tmp_path.rglob("*")) == []


def test_a_friend_gets_what_was_sent(tmp_path: Path):
    file = tmp_path / "for-you.yaml"
    send_parcel(file, RULES, [_printed(53)], "from my copy")
    parcel = open_parcel(file, RULES)
    assert (parcel.ruleset, parcel.charts, parcel.issues) == ("tcs-4.01", (_printed(53),), ())


def test_charts_for_another_ruleset_are_not_taken_in(tmp_path: Path):
    file = tmp_path / "for-you.yaml"
    send_parcel(file, RULES, [_printed(53)])
    parcel = open_parcel(file, load_ruleset("vcs"))
    assert parcel.charts == ()
    assert 'These charts are for the ruleset "tcs-4.01"; this box is played by "vcs".' in parcel.issues[0].text


def test_a_parcel_that_cannot_be_read_is_told(tmp_path: Path):
    with pytest.raises(CoreError, match="cannot be read"):
        open_parcel(tmp_path / "nowhere.yaml", RULES)
    (tmp_path / "a.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CoreError, match="is no text in UTF-8"):
        open_parcel(tmp_path / "a.yaml", RULES)


def test_own_charts_lie_in_the_users_folder_and_not_in_the_program():
    assert not own_folder().is_relative_to(Path(__file__).resolve().parents[3])
