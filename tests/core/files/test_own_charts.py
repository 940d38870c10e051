"""The user's own charts lie over those of the program, survive it, and are never lost."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from core.base.errors import CoreError, WrongUse
from core.files.chart_drafts import keep_draft, own_folder
from core.files.former import former_versions
from core.files.own_charts import (
    drop_draft,
    drop_own,
    keep_own,
    lay_aside,
    open_parcel,
    read_draft,
    read_own,
    rules_in_force,
    send_parcel,
)
from core.files.ruleset_files import load_ruleset
from core.model.charts import Chart
from core.model.issues import Severity
from core.model.new_map import NewMap
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.chart_grid import grid_of, with_texts
from core.rules.kernel.ruleset import Ruleset

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
    first = keep_own(RULES, _printed(53), tmp_path).file.read_text(encoding="utf-8")
    path = keep_own(RULES, _printed(54), tmp_path).file
    assert path.with_name(path.name + ".old").read_text(encoding="utf-8") == first
    assert read_own(RULES, tmp_path)[0][""]["tcs.command_prep"].cells[("5", "6")] == 54


def test_every_version_that_was_ever_kept_stays(tmp_path: Path):
    texts = []
    for roll in (53, 54, 55, 56):
        kept = keep_own(RULES, _printed(roll), tmp_path)
        assert (kept.before is None) == (not texts)
        texts.append(kept.file.read_text(encoding="utf-8"))
    drop_own(RULES, PREP.id, tmp_path)
    assert [path.read_text(encoding="utf-8") for path in former_versions(kept.file)] == texts
    names = [path.name.removeprefix(kept.file.name) for path in former_versions(kept.file)]
    assert names == [".old", ".2.old", ".3.old", ".4.old"]


@pytest.mark.parametrize("written", ["phaseline: chart\nversion: 9\nid: tcs.command_prep\n", "phaseline: [chart", "\x00"])
def test_what_cannot_be_read_is_set_aside_and_outlives_all_that_is_done_after(tmp_path: Path, written: str):
    path = tmp_path / "tcs-4.01" / "tcs.command_prep.yaml"
    path.parent.mkdir()
    path.write_text(written, encoding="utf-8")
    before = keep_own(RULES, _printed(53), tmp_path).before
    drop_own(RULES, PREP.id, tmp_path)
    keep_own(RULES, _printed(54), tmp_path)
    keep_own(RULES, _printed(55), tmp_path)
    drop_own(RULES, PREP.id, tmp_path)
    assert before is not None and before.read_text(encoding="utf-8") == written


def test_a_version_that_stays_beside_already_is_not_kept_twice(tmp_path: Path):
    for roll in (53, 54, 53, 54, 53):
        path = keep_own(RULES, _printed(roll), tmp_path).file
    assert len(former_versions(path)) == 2


def test_what_is_taken_out_of_force_in_a_box_is_laid_beside_ones_own_and_is_not_in_force(tmp_path: Path):
    path = lay_aside(RULES, _printed(53).owned("box", "the game's card"), tmp_path)
    assert path.name == "tcs.command_prep.yaml.old"
    assert read_own(RULES, tmp_path) == ({}, ())
    assert "the game's card" in path.read_text(encoding="utf-8")


def test_what_is_taken_out_of_force_is_not_lost(tmp_path: Path):
    path = keep_own(RULES, _printed(53), tmp_path).file
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
        ('"5": [66, 65', '"5": [66, many', 'Row "5", column "2": "many" is no roll'),
        ('  "5": [66, 65', '  "5": [65', 'Row "5" has 10 cells, and the chart has 11 columns.'),
    ],
)  # fmt: skip
def test_a_chart_that_cannot_be_used_is_said_and_the_one_before_stays_in_force(tmp_path: Path, old: str, new: str, said: str):
    path = keep_own(RULES, _printed(53), tmp_path).file
    text = path.read_text(encoding="utf-8")
    assert old in text
    damaged = text.replace(old, new, 1)
    path.write_text(damaged, encoding="utf-8")
    found, issues = read_own(RULES, tmp_path)
    assert found == {}
    told = next(issue for issue in issues if said in issue.text)
    assert (told.place.file, told.place.line) == (str(path), damaged[: damaged.index(new)].count("\n") + 1)
    assert rules_in_force("tcs-4.01", tmp_path)[0].book(NewMap("t", columns=1, rows=1).box()).chart(PREP.id) == PREP
    # Answers are what they are without it: no error of the box.
    assert {issue.severity for issue in issues} == {Severity.WARNING}


def test_what_is_wrong_with_an_own_chart_names_it_by_its_title(tmp_path: Path):
    path = keep_own(RULES, _printed(53), tmp_path).file
    path.write_text(path.read_text(encoding="utf-8").replace('"5": [66, 65', '"5": [66, null', 1), encoding="utf-8")
    texts = [issue.text for issue in read_own(RULES, tmp_path)[1]]
    assert texts == ['Command Prep Table (tcs.command_prep): Row "5", column "2": Nothing stands here.']


def test_what_is_wrong_with_one_chart_of_several_in_a_file_names_it(tmp_path: Path):
    file = tmp_path / "for-you.charts.yaml"
    send_parcel(file, RULES, [_printed(53), FIRE])
    text = file.read_text(encoding="utf-8").replace('"1": "11-62 none', '"1": "11-61 none', 1)
    file.write_text(text, encoding="utf-8")
    assert [issue.text for issue in open_parcel(file, RULES).issues] == [
        'Fire Table (tcs.fire): Column "1" has a hole: nothing for 62.'
    ]


def test_what_nobody_reads_among_own_charts_is_told(tmp_path: Path):
    keep_own(RULES, _printed(53), tmp_path)
    keep_own(RULES, _printed(54), tmp_path)
    keep_draft(RULES.id, grid_of(PREP), tmp_path)
    assert rules_in_force("tcs-4.01", tmp_path)[1] == ()
    for name in (
        "tcs.at_roll.yaml",
        "tcs-4.0/tcs.fire.yaml",
        "tcs-4.01/tcs.fire.yml",
        "tcs-4.01/fire/a.yaml",
        "tcs-4.01/.a.part",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("phaseline: chart\n", encoding="utf-8")
    ruleset, issues = rules_in_force("tcs-4.01", tmp_path)
    assert list(ruleset.own[""]) == [PREP.id]
    assert {issue.severity for issue in issues} == {Severity.WARNING}
    told = {str(Path(issue.place.file).relative_to(tmp_path)): issue.text for issue in issues}
    assert told == {
        "tcs.at_roll.yaml": "This file is not read: an own chart lies in the folder of its ruleset. "
        "Allowed: bcs-1.1, new-scs, scs-1.6, tcs-4.01, vcs.",
        "tcs-4.0": 'Nothing in this folder is read: there is no ruleset "tcs-4.0". Did you mean "tcs-4.01"?',
        "tcs-4.01/tcs.fire.yml": 'This file is not read: the file of a chart is called by its id, such as "tcs.fire.yaml".',
        "tcs-4.01/fire": 'Nothing in this folder is read: there is no set of charts "fire" here.',
    }


def test_a_chart_that_cannot_be_written_leaves_the_one_before_in_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    keep_own(RULES, _printed(53), tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("core.files.own_charts.write_text", full)
    with pytest.raises(CoreError, match="No space left on device"):
        keep_own(RULES, _printed(54), tmp_path)
    assert read_own(RULES, tmp_path)[0][""][PREP.id].cells[("5", "6")] == 53


def test_a_draft_over_another_keeps_it_beside(tmp_path: Path):
    first = keep_draft(RULES.id, grid_of(PREP), tmp_path).read_text(encoding="utf-8")
    path = keep_draft(RULES.id, with_texts(grid_of(PREP), {(0, 0): "12"}), tmp_path)
    assert path.with_name(path.name + ".old").read_text(encoding="utf-8") == first


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


FIRE = RULES.charts["tcs.fire"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"1": "11-62 none', '"1": "11-61 none', 'Column "1" has a hole: nothing for 62.'),
        ('"1": "11-62 none', '"1": "11-63 none', 'Column "1" overlaps: 63 gives'),
        ('"1": "11-62 none', '"1": "eleven none', '"eleven none" is no roll with its result'),
        ('labels: ["0", "1", "2", ', 'labels: ["0", "1", ', 'The chart has no column "2".'),
    ],
)
def test_holes_and_overlaps_of_dice_are_said_with_their_line(tmp_path: Path, old: str, new: str, said: str):
    path = keep_own(RULES, FIRE, tmp_path).file
    text = path.read_text(encoding="utf-8")
    assert old in text
    damaged = text.replace(old, new, 1)
    path.write_text(damaged, encoding="utf-8")
    ruleset, issues = rules_in_force("tcs-4.01", tmp_path)
    assert ruleset.own == {}
    told = next(issue for issue in issues if said in issue.text)
    wanted = damaged.index('\n  "2": ') + 1 if new.startswith("labels") else damaged.index(new)
    assert (told.place.file, told.place.line) == (str(path), damaged[:wanted].count("\n") + 1)


def test_a_word_where_the_rules_count_is_said_with_its_cell(tmp_path: Path):
    shifts = RULES.charts["tcs.area.range"]
    path = keep_own(RULES, shifts, tmp_path).file
    row = next(line for line in path.read_text(encoding="utf-8").split("\n") if line.startswith('  "infantry"'))
    damaged = path.read_text(encoding="utf-8").replace(row, row.replace("[", "[x", 1))
    path.write_text(damaged, encoding="utf-8")
    found, (issue,) = read_own(RULES, tmp_path)
    assert found == {}
    assert 'Row "infantry", column "0-3": "x' in issue.text and "is no number" in issue.text
    assert issue.place.line == damaged[: damaged.index("[x")].count("\n") + 1
    assert issue.place.column == row.index("[") + 2


def test_what_was_typed_is_kept_with_its_faults_and_is_not_in_force(tmp_path: Path):
    grid = with_texts(grid_of(FIRE), {(0, 0): "eleven", (-1, 1): "1½", (2, 3): 'a "quoted", # thing'})
    assert read_draft(RULES, FIRE.id, tmp_path) is None
    path = keep_draft(RULES.id, replace(grid, source="my copy"), tmp_path)
    assert path.name == "tcs.fire.yaml.draft"
    assert read_own(RULES, tmp_path) == ({}, ())
    draft = read_draft(RULES, FIRE.id, tmp_path)
    assert draft is not None
    assert draft.grid == replace(grid, source="my copy")
    assert drop_draft(RULES, FIRE.id, tmp_path)
    assert read_draft(RULES, FIRE.id, tmp_path) is None
    assert path.with_name(path.name + ".old").is_file()
    assert not drop_draft(RULES, FIRE.id, tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("id: tcs.fire", "id: tcs.morale", 'draft:3:5: This is a draft of "tcs.morale"; wanted is one of "tcs.fire".'),
        ("layout: results", "layout: cells", 'draft:4:9: "cells" is no layout of this chart.'),
        ("version: 1", "version: 2", "This draft of a chart is version 2; this Phaseline reads up to 1."),
        ('columns: ["0", ', "columns: [", "There must be 14 rows of 19 cells."),
    ],
)
def test_a_draft_that_cannot_be_read_is_said_with_its_place(tmp_path: Path, old: str, new: str, said: str):
    path = keep_draft(RULES.id, grid_of(FIRE), tmp_path)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(CoreError) as refused:
        read_draft(RULES, FIRE.id, tmp_path)
    assert said in str(refused.value)


def test_a_draft_of_a_chart_that_the_rules_do_not_have_is_refused(tmp_path: Path):
    with pytest.raises(WrongUse, match=r'There is no chart "tcs\.fier"'):
        read_draft(RULES, "tcs.fier", tmp_path)


def test_charts_that_fit_none_are_left_out_of_what_is_taken_in_and_said_with_their_line(tmp_path: Path):
    file = tmp_path / "for-you.charts.yaml"
    send_parcel(file, RULES, [_printed(53), FIRE])
    text = file.read_text(encoding="utf-8").replace("id: tcs.fire", "id: tcs.fier")
    file.write_text(text, encoding="utf-8")
    parcel = open_parcel(file, RULES)
    assert [chart.id for chart in parcel.charts] == ["tcs.command_prep"]
    (issue,) = parcel.issues
    assert 'There is no chart "tcs.fier" to take the place of. Did you mean "tcs.fire"?' in issue.text
    # What is said of a chart as a whole is said at its name.
    assert "tcs.fier" in text.split("\n")[issue.place.line - 1]


SCS = load_ruleset("scs-1.6")
ARDENNES = next(each for each in SCS.sets["ardennes"].charts if each.id == "scs.crt")


def _game_of(chart_set: str, ruleset: Ruleset) -> Game:
    box = NewMap("t", ruleset="scs-1.6", columns=1, rows=1).box()
    return Game.of(box.with_head(replace(box.head, chart_set=chart_set)), ruleset)


def test_the_printed_chart_of_one_game_is_read_in_boxes_of_that_game_alone(tmp_path: Path):
    keep_own(SCS, ARDENNES, tmp_path, chart_set="ardennes")
    ruleset, issues = rules_in_force("scs-1.6", tmp_path)
    assert issues == ()
    status = {name: ruleset.book(_game_of(name, ruleset).box).chart("scs.crt").status for name in ("", "ardennes", "bastogne")}
    assert status == {"": "stand-in", "ardennes": "yours", "bastogne": "transcription"}


def test_a_chart_entered_for_no_game_lies_under_those_of_every_set(tmp_path: Path):
    keep_own(SCS, SCS.charts["scs.crt"], tmp_path)
    ruleset, _ = rules_in_force("scs-1.6", tmp_path)
    status = {name: ruleset.book(_game_of(name, ruleset).box).chart("scs.crt").status for name in ("", "ardennes")}
    assert status == {"": "yours", "ardennes": "transcription"}


def test_a_chart_with_a_fault_is_not_kept_over_a_good_one(tmp_path: Path):
    path = keep_own(RULES, _printed(53), tmp_path).file
    before = path.read_bytes()
    holed = replace(PREP, cells={at: cell for at, cell in PREP.cells.items() if at != ("5", "6")})
    with pytest.raises(WrongUse, match="Nothing stands here"):
        keep_own(RULES, holed, tmp_path)
    assert path.read_bytes() == before


def test_a_file_that_is_called_otherwise_than_its_chart_is_said(tmp_path: Path):
    path = keep_own(RULES, _printed(53), tmp_path).file
    path.rename(path.with_name("tcs.fire.yaml"))
    found, issues = read_own(RULES, tmp_path)
    assert found == {}
    assert 'holds the chart "tcs.command_prep"; both must say the same.' in issues[0].text


CRT = SCS.charts["scs.crt"].owned("yours", "my copy")
PRINTED_ARDENNES = ARDENNES.owned("yours", "my copy")


def test_a_parcel_says_the_set_that_each_chart_belongs_to(tmp_path: Path):
    file = tmp_path / "for-you.charts.yaml"
    other = SCS.charts["scs.stacking"].owned("yours", "my copy")
    sets = {"scs.crt": "ardennes", "scs.stacking": "", "scs.nowhere": "gazala"}
    send_parcel(file, SCS, [PRINTED_ARDENNES, other], sets=sets)
    assert 'sets:\n  "scs.crt": "ardennes"\n  "scs.stacking": ""\n' in file.read_text(encoding="utf-8")
    parcel = open_parcel(file, SCS)
    assert (parcel.charts, parcel.issues) == ((PRINTED_ARDENNES, other), ())
    assert parcel.sets == {"scs.crt": "ardennes", "scs.stacking": ""}


def test_a_parcel_that_does_not_say_its_sets_is_read(tmp_path: Path):
    file = tmp_path / "for-you.charts.yaml"
    send_parcel(file, SCS, [CRT])
    assert "sets:" not in file.read_text(encoding="utf-8")
    parcel = open_parcel(file, SCS)
    assert (parcel.charts, parcel.issues, parcel.sets) == ((CRT,), (), {})


def test_charts_of_a_set_that_there_is_not_are_left_out_and_said_with_their_line(tmp_path: Path):
    file = tmp_path / "for-you.charts.yaml"
    send_parcel(file, SCS, [CRT], sets={"scs.crt": "ardenes"})
    parcel = open_parcel(file, SCS)
    assert (parcel.charts, parcel.sets) == ((), {})
    (issue,) = parcel.issues
    said = 'The chart "scs.crt" is left out: there is no set of charts "ardenes" here. Did you mean "ardennes"?'
    assert issue.text == said
    assert "ardenes" in file.read_text(encoding="utf-8").split("\n")[issue.place.line - 1]


def test_a_set_of_a_chart_that_is_not_in_the_parcel_is_told(tmp_path: Path):
    file = tmp_path / "for-you.charts.yaml"
    send_parcel(file, SCS, [CRT], sets={"scs.crt": "ardennes"})
    file.write_text(
        file.read_text(encoding="utf-8").replace('  "scs.crt": "ardennes"', '  "scs.crd": "ardennes"'), encoding="utf-8"
    )
    parcel = open_parcel(file, SCS)
    assert (parcel.charts, parcel.sets) == ((CRT,), {})
    assert [issue.text for issue in parcel.issues] == ['There is no chart "scs.crd" in this file. Did you mean "scs.crt"?']
