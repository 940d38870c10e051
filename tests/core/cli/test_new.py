"""phaseline new: what it writes, and what it refuses."""

from pathlib import Path

import pytest

from core.cli import main
from core.files.box_files import load_box
from core.files.ruleset_files import ruleset_ids


def test_a_new_box_is_as_the_words_say_and_has_no_faults(capsys, tmp_path: Path):
    folder = tmp_path / "my-hill"
    grid = ["--columns", "12", "--rows", "8", "--raised", "odd", "--interval", "10", "--hex-m", "100", "--half-lines"]
    numbers = ["--first", "top-left", "--separator", "-", "--digits", "3"]
    assert main(["new", str(folder), *grid, *numbers, "--palette", "canadian-crucible"]) == 0
    assert capsys.readouterr().out == f"{folder}: 12 × 8 hexes, 001-008 to 012-001\n"
    loaded = load_box(folder)
    assert loaded.issues == ()
    (placed,) = loaded.box.sheets
    grid = placed.sheet.grid
    assert (loaded.box.title, loaded.box.ruleset, loaded.box.palette) == ("my-hill", "tcs-4.01", "canadian-crucible")
    assert (grid.columns, grid.rows, grid.raised, grid.hex_m) == (12, 8, "odd", 100)
    assert (placed.sheet.contour_interval, placed.sheet.half_lines) == (10, True)
    assert main(["check", str(folder), "--json"]) == 0


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_with_a_new_box_of_any_series_nothing_is_wrong(capsys, tmp_path: Path, ruleset: str):
    folder = tmp_path / "new"
    assert main(["new", str(folder), "--ruleset", ruleset, "--columns", "4", "--rows", "4"]) == 0
    capsys.readouterr()
    assert main(["check", str(folder)]) == 0
    told = capsys.readouterr()
    assert told.out == f"{folder}: no problems found\n"
    advised = ruleset == "tcs-4.01"
    assert told.err == (
        "a.map.yaml: advice: The map is empty; until contours are drawn or brought in, its heights are left undecided. [8.2]\n"
        if advised
        else ""
    )


def test_several_maps_lie_edge_to_edge_and_share_no_hex(capsys, tmp_path: Path):
    folder = tmp_path / "four"
    assert main(["new", str(folder), "--columns", "5", "--rows", "4", "--sheets", "2x2", "--interval", "none"]) == 0
    assert capsys.readouterr().out.startswith(f"{folder}: 4 maps of 5 × 4 hexes")
    loaded = load_box(folder)
    assert loaded.issues == ()
    box = loaded.box
    assert [placed.letter for placed in box.sheets] == ["A", "B", "C", "D"]
    assert len(box.cells) == 4 * 20
    assert all(len(prints) == 1 for prints in box.cells.values())
    # The seams: A is left of B and above C.
    assert box.hex("A05.02").distance(box.hex("B01.02")) == 1
    assert box.hex("A03.01").distance(box.hex("C03.04")) == 1
    assert box.hex("D01.04").distance(box.hex("B01.01")) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--columns", "0"], "A map has 1 to 500 columns, not 0."),
        (["--rows", "501"], "A map has 1 to 500 rows, not 501."),
        (["--hex-m", "wide"], '--hex-m: "wide" is no number of metres such as 114.3.'),
        (["--hex-m", "0"], "From hex to hex it is 0.01 to 1,000,000 m, not 0."),
        (["--interval", "0"], "A contour interval is 0.1 to 1,000 m, not 0."),
        (["--sheets", "2"], '--sheets: "2" is no grid of maps; write 2x1 for two maps side by side.'),
        (["--sheets", "13x1"], "1 to 12 maps can lie side by side, not 13 by 1."),
        (["--separator", "", "--digits", "1"], 'The number "110" can be read as more than one hex'),
        (["--separator", "{"], "A pattern of numbers names {column} and {row} once each"),
        (["--letter", "4"], '"4" is no letter of a map; one to three letters from A to Z are.'),
        (["--first-row", "-1"], "--first-column and --first-row are 0 or more."),
        (["--title", " "], "A box needs a title."),
        (["--ruleset", "tcs-4.1"], 'There is no ruleset "tcs-4.1". Did you mean "tcs-4.01"?'),
        (["--palette", "operationl"], 'There is no palette "operationl" of terrain. Did you mean "operational"?'),
    ],
)
def test_what_a_map_cannot_be_is_refused_and_nothing_is_written(capsys, tmp_path: Path, words: list[str], said: str):
    folder = tmp_path / "box"
    assert main(["new", str(folder), *words]) == 2
    assert said in capsys.readouterr().err
    assert not folder.exists()


def test_a_new_box_never_replaces_anything(capsys, tmp_path: Path):
    assert main(["new", str(tmp_path), "--columns", "3", "--rows", "3"]) == 0
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert main(["new", str(tmp_path), "--columns", "9", "--rows", "9"]) == 2
    assert "already holds a box" in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    (tmp_path / "game.yaml").unlink()
    assert main(["new", str(tmp_path)]) == 2
    assert "already holds a.map.yaml" in capsys.readouterr().err
    assert (tmp_path / "a.map.yaml").read_bytes() == before["a.map.yaml"]


def test_a_box_that_cannot_be_written_whole_is_not_written_at_all(capsys, monkeypatch, tmp_path: Path):
    def fail(folder, box):
        (folder / "a.map.yaml").write_text("half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("core.files.new_box.write_box", fail)
    assert main(["new", str(tmp_path / "box")]) == 1
    assert "No space left" in capsys.readouterr().err
    assert not (tmp_path / "box").exists()


@pytest.mark.parametrize(
    ("ruleset", "metres", "interval", "told"),
    [
        ("tcs-4.01", 114.3, 20, ["From hex to hex: 114.3 m (TCS 4.01 1.3: 125 yards); --hex-m", "Contours every: 20 m (TCS"]),
        ("scs-1.6", 1000, None, ["From hex to hex: 1000 m (ours, a stand-in: each game says its own scale); --hex-m"]),
        ("vcs", 1000, None, ["From hex to hex: 1000 m (ours, a stand-in"]),
    ],
)
def test_the_scale_is_the_rulesets_where_none_is_given_and_it_is_said_whose_it_is(
    capsys, tmp_path: Path, ruleset, metres, interval, told
):
    folder = tmp_path / "box"
    assert main(["new", str(folder), "--columns", "5", "--rows", "4", "--ruleset", ruleset]) == 0
    said = capsys.readouterr().err.splitlines()
    assert len(said) == len(told)
    assert all(line.startswith(words) for line, words in zip(said, told, strict=True))
    (placed,) = load_box(folder).box.sheets
    assert (placed.sheet.grid.hex_m, placed.sheet.contour_interval) == (metres, interval)


def test_nothing_is_said_of_a_scale_that_was_given(capsys, tmp_path: Path):
    assert main(["new", str(tmp_path / "box"), "--hex-m", "200", "--interval", "none"]) == 0
    assert capsys.readouterr().err == ""
