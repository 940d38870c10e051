"""The charts of a box on the command line, and the check of all charts."""

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from core.cli.main import main
from core.files.box_files import load_box, write_box
from core.files.own_charts import keep_own, own_folder
from core.files.resources import rulesets_folder, scenarios_folder
from core.files.ruleset_files import load_ruleset

BOX = str(scenarios_folder() / "tcs-example")


@pytest.fixture
def own_chart():
    """An own chart in the user's folder, which is nobody's in tests."""
    rules = load_ruleset("tcs-4.01")
    path = keep_own(rules, rules.charts["tcs.command_prep"].owned("yours", "my copy")).file
    yield path
    shutil.rmtree(own_folder())


def test_the_charts_of_a_box_are_listed_with_where_they_come_from(capsys):
    assert main(["charts", BOX, "--json"]) == 0
    listed = {row["id"]: row for row in json.loads(capsys.readouterr().out)}
    assert set(listed) == set(load_ruleset("tcs-4.01").charts)
    row = listed["tcs.command_prep"]
    assert (row["provenance"], row["unit"], row["examples"]) == (
        "published",
        "roll of two dice or more",
        row["examples_agreeing"],
    )


def test_every_chart_is_a_line_for_people(capsys):
    assert main(["charts", BOX]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(load_ruleset("tcs-4.01").charts)
    assert any(line.startswith("tcs.command_prep ") and " published " in line for line in lines)


def test_a_chart_of_one_game_is_listed_with_its_game(tmp_path, capsys):
    assert main(["new", str(tmp_path / "bulge"), "--ruleset", "scs-1.6"]) == 0
    game = tmp_path / "bulge" / "game.yaml"
    game.write_text(f"{game.read_text(encoding='utf-8')}chart_set: ardennes\n", encoding="utf-8")
    capsys.readouterr()
    assert main(["charts", str(game.parent), "--json"]) == 0
    listed = {row["id"]: row["set"] for row in json.loads(capsys.readouterr().out)}
    ardennes = {chart.id for chart in load_ruleset("scs-1.6").sets["ardennes"].charts}
    assert {id_ for id_, set_ in listed.items() if set_ == "ardennes"} == ardennes
    assert set(listed.values()) == {"ardennes", ""}
    assert main(["charts", str(game.parent)]) == 0
    assert " (for Ardennes; " in capsys.readouterr().out


def test_an_own_chart_is_listed_as_yours_over_what_it_covers(own_chart, capsys):
    assert main(["charts", BOX, "--json"]) == 0
    row = next(each for each in json.loads(capsys.readouterr().out) if each["id"] == "tcs.command_prep")
    assert row["provenance"] == "yours"
    assert row["covers"] == ["TCS 4.01 charts, page 1: rows 1-8"]


def test_an_own_chart_that_cannot_be_used_is_a_warning_of_the_box(own_chart, capsys):
    own_chart.write_text(own_chart.read_text(encoding="utf-8").replace("[66, 65", "[66, 67"), encoding="utf-8")
    assert main(["charts", BOX]) == 1
    told = capsys.readouterr()
    assert "67 cannot be rolled" in told.err
    assert str(own_chart) in told.err
    assert " published " in next(line for line in told.out.splitlines() if line.startswith("tcs.command_prep "))


def test_all_charts_of_the_program_are_right(capsys):
    assert main(["check", "--charts"]) == 0
    assert capsys.readouterr().out == "charts: no problems found\n"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("unit: roll", "uint: roll", 'has no key "uint". Did you mean "unit"?'),
        ("unit: roll of two dice or more", 'unit: ""', "The chart says no unit."),
        ('"3": [64, 63,', '"3": [64, null,', 'Row "3", column "2": Nothing stands here.'),
    ],
)
def test_a_chart_without_unit_or_with_a_hole_fails_the_check(tmp_path: Path, monkeypatch, capsys, old, new, said):
    from core.files import ruleset_files
    from core.files.resources import rulesets_folder

    copy = tmp_path / "rulesets"
    shutil.copytree(rulesets_folder(), copy)
    chart = copy / "tcs" / "4.01" / "charts" / "tcs.command_prep.yaml"
    text = chart.read_text(encoding="utf-8")
    assert old in text
    chart.write_text(text.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setattr(ruleset_files, "rulesets_folder", lambda: copy)
    assert main(["check", "--charts"]) == 1
    assert said in capsys.readouterr().err


def test_a_check_of_nothing_says_what_can_be_checked(capsys):
    assert main(["check"]) == 2
    assert "phaseline check --charts" in capsys.readouterr().err


FIRE = (rulesets_folder() / "tcs" / "4.01" / "charts" / "tcs.fire.yaml").read_text(encoding="utf-8")
PREP = (rulesets_folder() / "tcs" / "4.01" / "charts" / "tcs.command_prep.yaml").read_text(encoding="utf-8")
MISSIONS = (rulesets_folder() / "tcs" / "4.01" / "charts" / "tcs.artillery.missions.yaml").read_text(encoding="utf-8")
BAD = {
    "a hole": ("tcs.fire", FIRE, '"14-16": "11-34 none, ', '"14-16": "', 'Column "14-16" has a hole: nothing for 11-34.'),
    "an overlap": (
        *("tcs.fire", FIRE, '"14-16": "11-34 none', '"14-16": "11-34 none, 11-13 check'),
        'Column "14-16" overlaps: 11-13 give "none" and "check".',
    ),
    "a non-number": ("tcs.command_prep", PREP, "[66, 65", "[66, many", 'Row "5", column "2": "many" is no roll;'),
    "a band that is none": (
        *("tcs.fire", FIRE, '"14-16": "11-34 none', '"14-16": "11-x4 none'),
        'Column "14-16": "11-x4 none" is no roll with its result',
    ),
    "a column that no longer exists": (
        *("tcs.artillery.missions", MISSIONS, '"battery zone", "battalion zone"', '"battery area", "battalion zone"'),
        'There is no column "battery area" any more. Did you mean "battery zone"?',
    ),
    "results of no column": (
        *("tcs.fire", FIRE, '"14-16": "11', '"14-17": "11'),
        'The chart has no column "14-17". Did you mean "14-16"?',
    ),
    "an unknown chart": (
        *("tcs.fier", FIRE, "id: tcs.fire", "id: tcs.fier"),
        'There is no chart "tcs.fier" to take the place of. Did you mean "tcs.fire"?',
    ),
    "a newer version": (
        *("tcs.fire", FIRE, "version: 1", "version: 7"),
        "This chart is version 7; this Phaseline reads up to 1.",
    ),
    "a torn file": ("tcs.fire", FIRE, "note: Of", 'note: "Of', "This is not YAML"),
}
"""The chart, its text, what is replaced in it by what, and what is said."""


@pytest.fixture
def own_file():
    """Writes a file into the user's folder of charts."""

    def write(name: str, text: str) -> Path:
        path = own_folder() / "tcs-4.01" / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    yield write
    shutil.rmtree(own_folder(), ignore_errors=True)


@pytest.mark.parametrize("what", BAD)
@pytest.mark.parametrize("command", [("charts", BOX), ("check", "--charts"), ("check", BOX)], ids=" ".join)
def test_a_bad_chart_is_named_with_its_place_and_the_one_before_stays_in_force(what, command, own_file, capsys):
    id_, text, old, new, said = BAD[what]
    assert text.count(old) >= 1
    bad = text.replace(old, new, 1)
    path = own_file(id_, bad)
    assert main(list(command)) == 1
    told = [line for line in capsys.readouterr().err.splitlines() if said in line]
    assert len(told) == 1
    place = re.fullmatch(re.escape(str(path)) + r":(\d+):(\d+): warning: .*", told[0])
    assert place is not None
    if what not in ("a torn file", "an unknown chart"):
        # The line is one that was changed, or the cell under it.
        changed = {n for n, (a, b) in enumerate(zip(text.splitlines(), bad.splitlines(), strict=True), 1) if a != b}
        assert int(place[1]) in changed
    assert main(["ask", "chart.lookup", BOX, "chart=tcs.fire", "column=14-16", "roll=65", "--json"]) in (0, 1)
    used = {chart["provenance"] for chart in json.loads(capsys.readouterr().out)["charts"]}
    assert used
    assert "yours" not in used
    assert path.read_text(encoding="utf-8") == bad, "nothing is lost"


def test_the_check_of_charts_tells_what_lies_where_nobody_reads_it(own_chart, capsys):
    (own_folder() / "bogus-9").mkdir()
    own_chart.with_name("x.yml").write_text("phaseline: chart\n", encoding="utf-8")
    assert main(["check", "--charts"]) == 1
    told = capsys.readouterr().err
    assert f"{own_folder() / 'bogus-9'}: warning: Nothing in this folder is read" in told
    assert f"{own_chart.with_name('x.yml')}: warning: This file is not read" in told
    assert main(["check", "--charts", BOX]) == 1
    assert capsys.readouterr().err.count("bogus-9: warning") == 1


def test_a_check_says_how_many_charts_are_stand_ins_and_finds_no_problem_in_them(capsys, tmp_path):
    folder = tmp_path / "box"
    shutil.copytree(scenarios_folder() / "amber-road", folder)
    assert main(["check", str(folder)]) == 0
    told = capsys.readouterr()
    book = load_ruleset("bcs-1.1").charts.values()
    some = [chart for chart in book if chart.is_stand_in]
    parts = sum(chart.status != "stand-in" for chart in some)
    assert told.out == f"{folder}: no problems found\n"
    assert told.err == (
        f"game.yaml: advice: {len(some)} charts of {len(book)} in force hold numbers that are stand-ins of ours, "
        f"{parts} of them in parts; the printed numbers can be entered in the panel Charts.\n"
    )
    # Other commands give no advice, and who has charts of the box knows of them.
    assert main(["ask", "formations", str(folder)]) == 0
    assert capsys.readouterr().err == ""
    box = load_box(folder).box
    chart = load_ruleset("bcs-1.1").charts["bcs.limits"].owned("box", "the card of this game")
    write_box(folder, box.with_head(replace(box.head, charts={chart.id: chart})))
    assert main(["check", str(folder)]) == 0
    assert capsys.readouterr().err == ""
