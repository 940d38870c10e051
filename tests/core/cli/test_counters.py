"""The order of battle of a box on the command line: listed, written as tables, and brought in from other programs."""

import json
import shutil
from pathlib import Path

import pytest

from core.cli.main import main
from core.files.box_files import load_box
from core.files.resources import scenarios_folder
from core.model.oob import Oob
from core.model.side_colours import side_colours

TABLE = """\
side;formation;kind;name;steps;morale;fire.class;target.class;movement.class
Blue;1. Btl;infantry;1/1;5;3;area;area;foot
Blue;1. Btl;infantry;2/1;5;4;area;area;foot
"""


@pytest.fixture
def box(tmp_path: Path) -> Path:
    return Path(shutil.copytree(scenarios_folder() / "tcs-example", tmp_path / "box"))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "units.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


@pytest.fixture
def peopled(box: Path, table: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main(["import", "counters", str(table), str(box), "--make"]) == 0
    assert capsys.readouterr().out == f"{box}: 1 new side, 1 new formation, 2 new counters\n"
    return box


def oob_of(box: Path) -> Oob:
    loaded = load_box(box)
    assert loaded.issues == ()
    assert loaded.box is not None
    return loaded.box.oob


def test_a_table_becomes_counters_and_the_box_checks_clean(peopled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert [each.id for each in oob_of(peopled).counters] == ["1-1", "2-1"]
    assert main(["check", str(peopled)]) == 0
    assert main(["counters", str(peopled)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[-4:] == ["blue  Blue", "  1-btl  1. Btl", "    1-1  1/1, infantry", "    2-1  2/1, infantry"]


def test_a_table_that_was_written_changes_nothing(peopled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (peopled / "counters.yaml").read_bytes()
    for kind, flag in (("counters", "--csv"), ("countersheet", "--countersheet")):
        out = tmp_path / f"{kind}.csv"
        assert main(["counters", str(peopled), flag, str(out), "--delimiter", "semicolon"]) == 0
        assert main(["import", kind, str(out), str(peopled)]) == 0
        assert capsys.readouterr().out == f"{out}: 2 counters\n{peopled}: nothing has changed\n"
    assert (tmp_path / "counters.csv").read_bytes().startswith(b"\xef\xbb\xbfid;side;formation;")
    assert (peopled / "counters.yaml").read_bytes() == before


def test_the_box_may_be_named_before_the_file(box: Path, table: Path) -> None:
    assert main(["import", "counters", str(box), str(table), "--make"]) == 0
    assert len(oob_of(box).counters) == 2


def test_cells_that_are_not_taken_are_told_and_the_rest_is_there(
    peopled: Path, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table.write_text("id,steps,morale\n1-1,many,2\n", encoding="utf-8")
    assert main(["import", "counters", str(table), str(peopled), "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["items"] == {"counters": {"new": 0, "changed": 1}}
    assert said["findings"] == [
        {
            "line": 2,
            "cell": 2,
            "heading": "steps",
            "counter": "1-1",
            "written": "many",
            "text": 'Steps must be a whole number from 1 to 12, not "many".',
        }
    ]
    assert dict(oob_of(peopled).counters[0].values)["morale"] == 2
    assert main(["import", "counters", str(table), str(peopled)]) == 1
    assert f"not taken: {table}:2, cell 2 (steps): Steps must be" in capsys.readouterr().err


def test_the_order_of_battle_as_json(peopled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["counters", str(peopled), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["sides"] == [
        {"id": "blue", "name": "Blue", "colour": side_colours()["blue"], "ink": "", "values": {}, "note": ""}
    ]
    assert said["formations"][0]["side"] == "blue"
    counter = said["counters"][1]
    assert (counter["id"], counter["formation"], counter["back"], counter["values"]["steps"]) == ("2-1", "1-btl", None, 5)


def test_a_box_without_counters_says_so(box: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["counters", str(box)]) == 0
    assert capsys.readouterr().out.endswith("has no counters.\n")


def test_an_order_of_battle_of_another_program_comes_in(box: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "o.json"
    unit = {"name": "A", "sidc": "10031000161211000000", "state": [{"t": "now"}]}
    sides = [{"name": "Red", "standardIdentity": "6", "groups": [{"name": "Land", "subUnits": [unit]}]}]
    file.write_text(json.dumps({"type": "ORBAT-mapper", "sides": sides}), encoding="utf-8")
    assert main(["import", "orbat", str(file), str(box)]) == 0
    out = capsys.readouterr().out
    assert "1 new side, 1 new formation, 1 new counter\nleft out: state of a unit (A)" in out
    (counter,) = oob_of(box).counters
    assert counter.sidc == "10061000161211000000"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["{table}", "{nowhere}"], 2, "holds no box"),
        (["{nowhere}.csv", "{box}"], 1, "There is no such file."),
    ],
)
def test_what_cannot_be_brought_is_refused(
    words: list[str], code: int, said: str, box: Path, table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [word.format(table=table, box=box, nowhere=tmp_path / "nowhere") for word in words]
    assert main(["import", "counters", *given]) == code
    assert said in capsys.readouterr().err
    assert not (box / "counters.yaml").exists()


def test_a_box_with_problems_is_not_written_over(peopled: Path, table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    counters = peopled / "counters.yaml"
    counters.write_text(counters.read_text(encoding="utf-8").replace("morale: 3", "morale: thirty"), encoding="utf-8")
    assert main(["import", "counters", str(table), str(peopled)]) == 1
    assert "mend it first" in capsys.readouterr().err
    assert "thirty" in counters.read_text(encoding="utf-8")


def test_check_tells_what_is_wrong_with_units_and_scenarios(peopled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (peopled / "dawn.scenario.yaml").write_text(
        'phaseline: scenario\nversion: 1\ntitle: Dawn\nset_ups:\n- {units: [1-11], hexes: ["33.33"]}\n'
        '- {units: [1-bttl], zone: North}\nstart:\n- {unit: 3-1, at: "3.04"}\n',
        encoding="utf-8",
    )
    game = peopled / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8") + "scenarios: [dawn.scenario.yaml]\n", encoding="utf-8")
    counters = peopled / "counters.yaml"
    text = counters.read_text(encoding="utf-8").replace("side: blue, formation: ", "side: bleu, formation: ", 1)
    counters.write_text(text.replace("infantry", "infanty", 1), encoding="utf-8")
    assert main(["check", str(peopled)]) == 1
    err = capsys.readouterr().err
    for said in (
        'counters.yaml:8:119: error: Kind of piece cannot be "infanty". Did you mean "infantry"?',
        'counters.yaml:8:3: error: The counter "1-1" is of the side "bleu", and there is no such side. Did you mean "blue"?',
        'dawn.scenario.yaml:5:27: error: There is no hex "33.33" on this map.',
        'dawn.scenario.yaml:6:3: error: There is no counter and no formation "1-bttl"',
        'dawn.scenario.yaml:6:3: error: There is no zone "North" on the maps.',
        'dawn.scenario.yaml:8:10: error: There is no counter "3-1" in the order of battle. Did you mean "1-1"?',
    ):
        assert said in err
