"""`phaseline export graphics` and `import graphics`: what is drawn on op sheets goes out and comes back as it was."""

import json
import shutil
from pathlib import Path

import pytest

from core.cli.main import main
from core.files.box_files import load_box
from core.files.resources import scenarios_folder

COVE = str(scenarios_folder() / "cove-creek")


def sheets_of(folder):
    (scenario,) = load_box(Path(folder)).box.scenarios.values()
    return {sheet.id: sheet for sheet in scenario.sheets}


def test_graphics_come_back_without_loss(tmp_path, capsys):
    out, copy = tmp_path / "a.geojson", tmp_path / "copy"
    assert main(["export", "graphics", COVE, str(out)]) == 0
    shown = capsys.readouterr()
    assert shown.out == f"{out}\n" and "symbol code of route (Amber, Granite): it is not certain" in shown.err
    before = sheets_of(COVE)
    value = json.loads(out.read_text("utf-8"))
    assert len(value["features"]) == sum(len(sheet.measures) for sheet in before.values())
    objective = next(each["properties"] for each in value["features"] if each["properties"].get("name") == "Falcon")
    assert objective["side"] == "red" and objective["opsheet_id"] == "Down the road" and objective["sidc"][4:6] == "25"
    shutil.copytree(COVE, copy)
    (file,) = copy.glob("*.scenario.yaml")
    lines = file.read_text("utf-8").splitlines(keepends=True)
    file.write_text("".join(line for line in lines if not line.startswith("- {sheet: ") and line != "graphics:\n"), "utf-8")
    assert not any(sheet.measures for sheet in sheets_of(copy).values())
    assert main(["import", "graphics", str(out), str(copy)]) == 0
    assert f"{copy}: {len(value['features'])} control measures on " in capsys.readouterr().out
    after = sheets_of(copy)
    assert {id_: sheet.measures for id_, sheet in after.items()} == {id_: sheet.measures for id_, sheet in before.items()}


def test_one_side_alone_is_written_with_its_own_as_friends(tmp_path, capsys):
    out = tmp_path / "a.json"
    assert main(["export", "graphics", COVE, str(out), "--side", "Blue", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["files"] == [str(out)]
    features = [each["properties"] for each in json.loads(out.read_text("utf-8"))["features"]]
    assert {each["side"] for each in features} == {"blue"}
    assert {each["sidc"][3] for each in features if "sidc" in each} == {"3"}


def test_graphics_are_drawn_onto_another_sheet_beside_what_it_has(tmp_path, capsys):
    out, copy = tmp_path / "a.geojson", tmp_path / "copy"
    shutil.copytree(COVE, copy)
    assert main(["export", "graphics", COVE, str(out), "--opsheet", "mill brook"]) == 0
    words = ["import", "graphics", str(out), str(copy), "--opsheet", "Hold the valley"]
    assert main([*words, "--keep"]) == 0
    before, after = sheets_of(COVE), sheets_of(copy)
    own = before["Hold the valley"].measures
    assert after["Hold the valley"].measures == (*own, *before["Mill Brook"].measures)
    assert main(words) == 0
    assert sheets_of(copy)["Hold the valley"].measures == before["Mill Brook"].measures


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["export", "graphics", COVE, "a.txt"], "must end in .geojson or .json"),
        (["export", "graphics", COVE, "a.json", "--opsheet", "Mill Brok"], 'Did you mean "Mill Brook"?'),
        (["export", "graphics", COVE, "a.json", "--side", "Blu"], "There is no side"),
        (["export", "graphics", COVE, "a.json", "--scenario", "x"], 'no scenario "x"'),
    ],
)
def test_what_cannot_be_written_is_told(tmp_path, monkeypatch, capsys, words, said):
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    assert said in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_measures_of_sheets_that_there_are_not_are_listed(tmp_path, capsys):
    out, copy = tmp_path / "a.geojson", tmp_path / "copy"
    shutil.copytree(COVE, copy)
    assert main(["export", "graphics", COVE, str(out), "--opsheet", "Mill Brook"]) == 0
    out.write_text(out.read_text("utf-8").replace("Mill Brook", "Mill Brok"), "utf-8")
    capsys.readouterr()
    assert main(["import", "graphics", str(out), str(copy)]) == 0
    shown = capsys.readouterr()
    assert 'there is no op sheet "Mill Brok". Did you mean "Mill Brook"?' in shown.err and "no op sheet" in shown.out
    assert sheets_of(copy) == sheets_of(COVE)
