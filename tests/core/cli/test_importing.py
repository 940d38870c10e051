"""phaseline import and export: onto a map that is there or into a new box, and what was dropped is said."""

import json
from pathlib import Path

import numpy as np
import pytest

from core.cli import main
from core.files.box_files import load_box
from core.files.resources import scenarios_folder
from core.model.maps import MapSheet

EXAMPLE = scenarios_folder() / "tcs-example"


def sheet_in(box: Path) -> MapSheet:
    loaded = load_box(box)
    assert loaded.box is not None
    assert loaded.issues == ()
    return loaded.box.sheets[0].sheet


def said(capsys, *words: object) -> dict:
    assert main([str(word) for word in (*words, "--json")]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.fixture
def slope(tmp_path: Path) -> Path:
    file = tmp_path / "slope.npy"
    np.save(file, np.add.outer(np.zeros(120), 3.0 * np.arange(120.0)))
    return file


@pytest.fixture
def tracks(tmp_path: Path) -> Path:
    file = tmp_path / "tracks.geojson"
    track = {"type": "LineString", "coordinates": [[7.99, 50.0], [8.01, 50.0]]}
    features = [
        {"type": "Feature", "geometry": track, "properties": {"highway": "track", "name": "Lane"}},
        {"type": "Feature", "geometry": track, "properties": {"power": "line"}},
    ]
    file.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    return file


def test_a_file_makes_a_new_box_and_then_comes_onto_its_map(capsys, tmp_path, slope) -> None:
    box = tmp_path / "box"
    made = said(
        capsys, "import", "dem", slope, box, "--cell", 50, "--origin", "1000,1000", "--columns", 12, "--rows", 9, "--hex-m", 100
    )
    assert (made["new"], made["columns"], made["rows"]) == (True, 12, 9)
    count = made["items"]["contours"]
    assert len(sheet_in(box).contours) == count > 3
    again = said(capsys, "import", "dem", slope, box, "--cell", 50, "--interval", 10, "--replace", "--only", "contours")
    assert again["new"] is False
    sheet = sheet_in(box)
    assert len(sheet.contours) == again["items"]["contours"] > count
    assert sheet.contour_interval == 10
    assert (box / ".phaseline-backup" / "a.map.yaml").is_file()


def test_the_line_that_makes_a_box_comes_onto_it_again_unless_it_says_another_shape(capsys, tmp_path, slope) -> None:
    box = tmp_path / "box"
    line = ("import", "dem", slope, box, "--cell", 50, "--origin", "1000,1000", "--columns", 12, "--rows", 9, "--hex-m", 100)
    assert said(capsys, *line)["new"] is True
    assert said(capsys, *line, "--replace")["new"] is False
    assert main([*map(str, line), "--keep"]) == 0
    assert "contours lay on map A before and stay there; without --keep they are taken off first." in capsys.readouterr().err
    assert main([*map(str, line[:-1]), "114.3", "--raised", "odd"]) == 2
    assert "leave out --hex-m, --raised" in capsys.readouterr().err


def test_elevation_takes_the_place_of_contours_unless_they_are_to_be_kept_as_in_the_dialog(capsys, tmp_path, slope) -> None:
    box = tmp_path / "box"
    line = ("import", "dem", slope, box, "--cell", 50, "--columns", 12, "--rows", 9)
    count = said(capsys, *line)["items"]["contours"]
    assert main(list(map(str, line))) == 0
    assert "items were taken off map A first; --keep leaves them." in capsys.readouterr().err
    assert len(sheet_in(box).contours) == count
    assert main([*map(str, line), "--keep"]) == 0
    assert len(sheet_in(box).contours) == 2 * count
    assert main([*map(str, line), "--keep", "--replace"]) == 2


def test_a_new_box_of_a_file_is_shaped_as_an_empty_one(capsys, tmp_path, slope) -> None:
    said(capsys, "import", "dem", slope, tmp_path / "a", "--cell", 100)
    assert main(["new", str(tmp_path / "b")]) == 0
    brought, made = (sheet_in(tmp_path / name).grid for name in ("a", "b"))
    assert brought.raised == made.raised == "even"
    assert (brought.columns, brought.rows, brought.hex_m) == (made.columns, made.rows, made.hex_m)


def test_features_come_onto_a_map_that_says_where_it_lies_and_the_rest_is_listed(capsys, tmp_path, tracks) -> None:
    box = tmp_path / "box"
    assert main(["new", str(box), "--columns", "12", "--rows", "9"]) == 0
    assert main(["import", "geojson", str(tracks), str(box)]) == 2
    assert "does not say where on earth it lies" in capsys.readouterr().err
    found = said(capsys, "import", "geojson", tracks, box, "--map", "a", "--centre", "50,8")
    assert found["items"] == {"paths": 1}
    assert found["dropped"] == [
        {"what": "power=line", "where": "feature 2", "why": "nobody has said what this is on a map", "count": 1}
    ]
    assert sheet_in(box).paths[0].name == "Lane"
    assert main(["import", "geojson", str(tracks), str(box)]) == 0
    assert "1 paths on 12 × 9 hexes\nleft out: power=line (feature 2)" in capsys.readouterr().out
    assert len(sheet_in(box).paths) == 2


@pytest.mark.parametrize("name", ["out.geojson", "out.tmx", "out.tmj"])
def test_a_map_goes_out_and_makes_the_same_map_in_a_new_box(capsys, tmp_path, name) -> None:
    kind = "geojson" if name.endswith("geojson") else "tmx"
    sent = said(capsys, "export", kind, EXAMPLE, tmp_path / name)
    assert Path(sent["files"][0]).name == name
    assert all(Path(file).is_file() for file in sent["files"])
    assert sent["dropped"] == []
    made = said(capsys, "import", kind, tmp_path / name, tmp_path / "box")
    assert made["dropped"] == []
    again, before = sheet_in(tmp_path / "box"), sheet_in(EXAMPLE)
    assert [each.height for each in again.contours] == [each.height for each in before.contours]
    assert again.contours == before.contours
    assert again.grid == before.grid
    assert again.hexes == before.hexes
    assert again.paths == before.paths


def test_a_board_goes_out_and_in(capsys, tmp_path) -> None:
    sent = said(capsys, "export", "megamek", EXAMPLE, tmp_path / "out.board")
    assert any(each["what"] == "height within a contour interval" for each in sent["dropped"])
    made = said(capsys, "import", "megamek", tmp_path / "out.board", tmp_path / "box")
    assert made["items"]["contours"] > 0


def test_heights_by_the_rules_go_along_where_they_are_wanted(capsys, tmp_path) -> None:
    said(capsys, "export", "geojson", EXAMPLE, tmp_path / "a.geojson", "--heights")
    value = json.loads((tmp_path / "a.geojson").read_text(encoding="utf-8"))
    heights = [each["properties"]["elevation_m"] for each in value["features"] if each["id"].startswith("grid/")]
    assert len(heights) > 10


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        (("import", "dem", "none.asc", "new"), 1, "cannot be read"),
        (("import", "tmx", "none.tmx", "new"), 1, "There is no such file"),
        (("import", "geojson", "tracks.geojson", "new", "--only", "dragons"), 2, '"dragons" is none of contours'),
        (("import", "geojson", "tracks.geojson", "new", "--centre", "50"), 2, "two numbers, LAT,LON"),
        (("import", "osm", "tracks.geojson", "new"), 1, "no well-formed XML"),
        (("import", "dem", "slope.npy", "new"), 2, "how large its cells are"),
        (("import", "dem", "slope.npy", "new", "--cell", "50", "--interval", "x"), 2, "interval must be a number"),
        (("export", "tmx", str(EXAMPLE), "out.xml"), 2, "must end in .tmx or .tmj"),
        (("export", "tmx", str(EXAMPLE), "out.tmx", "--map", "Q"), 2, 'This box has no map "Q"'),
    ],
)
def test_what_cannot_be_is_said_with_its_exit_code(capsys, tmp_path, monkeypatch, slope, tracks, words, code, text) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(list(words)) == code
    assert text in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_a_box_with_problems_is_not_written_over(capsys, tmp_path, tracks) -> None:
    box = tmp_path / "box"
    assert main(["new", str(box)]) == 0
    file = box / "a.map.yaml"
    file.write_text(file.read_text() + "dragons: 3\n")
    before = file.read_bytes()
    assert main(["import", "geojson", str(tracks), str(box), "--centre", "50,8"]) == 1
    assert "mend it first" in capsys.readouterr().err
    assert file.read_bytes() == before


def test_a_box_whose_scan_is_missing_takes_imports_and_is_warned_of(capsys, tmp_path, tracks) -> None:
    box = tmp_path / "box"
    assert main(["new", str(box), "--columns", "12", "--rows", "9"]) == 0
    file = box / "a.map.yaml"
    file.write_text(file.read_text() + 'underlay: {file: "gone.png", size: [100, 100], points: []}\n')
    assert [each.code for each in load_box(box).issues] == ["underlay-missing"]
    assert main(["import", "geojson", str(tracks), str(box), "--centre", "50,8"]) == 0
    assert 'There is no picture "gone.png"' in capsys.readouterr().err
    loaded = load_box(box)
    assert loaded.box is not None
    assert len(loaded.box.sheets[0].sheet.paths) == 1


def test_one_map_of_several_gets_no_contour_interval_of_its_own(capsys, tmp_path, tracks) -> None:
    box = tmp_path / "box"
    assert main(["new", str(box), "--columns", "12", "--rows", "9", "--sheets", "2x1"]) == 0
    before = (box / "a.map.yaml").read_bytes()
    assert main(["import", "geojson", str(tracks), str(box), "--centre", "50,8"]) == 2
    assert "This box has 2 maps; say which one: A" in capsys.readouterr().err
    words = ["import", "geojson", str(tracks), str(box), "--map", "A", "--centre", "50,8", "--interval"]
    assert main([*words, "10"]) == 2
    assert "All maps of a box have one contour interval, and map B has one of 20 m, not 10 m" in capsys.readouterr().err
    assert (box / "a.map.yaml").read_bytes() == before
    assert main([*words, "20"]) == 0


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("--map", "ABCD"), '"ABCD" is no letter of a map'),
        (("--map", "Ö1"), '"Ö1" is no letter of a map'),
        (("--bearing", "400"), "between -360 and 360 degrees"),
        (("--bearing", "1e300"), "between -360 and 360 degrees"),
        (("--bearing", "nan"), "between -360 and 360 degrees"),
        (("--bearing", "inf", "--centre", "50,8"), "between -360 and 360 degrees"),
        (("--origin", "1e300,0"), "cannot be kept like this"),
        (("--hex-m", "nan"), "hex-m must be between"),
    ],
)
def test_no_box_is_written_that_could_not_be_read_again(capsys, tmp_path, tracks, words, text) -> None:
    assert main(["import", "geojson", str(tracks), str(tmp_path / "box"), *words]) == 2
    assert text in capsys.readouterr().err
    assert not (tmp_path / "box").exists()


def test_a_title_that_no_file_can_hold_makes_no_box(capsys, tmp_path) -> None:
    assert main(["new", str(tmp_path / "box"), "--title", "A\udcff"]) == 2
    assert "half of a character" in capsys.readouterr().err
    assert not (tmp_path / "box").exists()


def test_a_new_box_of_another_series_has_that_series_own_scale_and_it_is_said(capsys, tmp_path, tracks) -> None:
    box = tmp_path / "box"
    assert main(["import", "geojson", str(tracks), str(box), "--ruleset", "scs-1.6", "--centre", "50,8"]) == 0
    assert "From hex to hex: 1000 m (ours, a stand-in" in capsys.readouterr().err
    assert (sheet_in(box).grid.hex_m, sheet_in(box).contour_interval) == (1000, None)


def test_a_map_that_brings_its_own_scale_keeps_it(capsys, tmp_path) -> None:
    said(capsys, "export", "geojson", EXAMPLE, tmp_path / "a.geojson")
    assert main(["import", "geojson", str(tmp_path / "a.geojson"), str(tmp_path / "box"), "--ruleset", "vcs"]) == 0
    assert "From hex to hex" not in capsys.readouterr().err
    assert sheet_in(tmp_path / "box").grid.hex_m == sheet_in(EXAMPLE).grid.hex_m


def test_tiles_next_to_each_other_make_one_map(capsys, tmp_path) -> None:
    for name, west in (("left.asc", 0), ("right.asc", 3000)):
        rows = [" ".join(str(2 * (west // 50 + column)) for column in range(60)) for _ in range(120)]
        head = f"ncols 60\nnrows 120\nxllcorner {west}\nyllcorner 0\ncellsize 50\n"
        (tmp_path / name).write_text(head + "\n".join(rows), encoding="ascii")
    words = ("import", "dem", tmp_path / "left.asc", tmp_path / "right.asc", tmp_path / "box", "--unit", "metres")
    made = said(capsys, *words, "--columns", "30", "--rows", "20")
    assert made["items"]["contours"] >= 6
    assert main(["import", "dem", *map(str, words[2:4]), str(tmp_path / "box"), "--replace", "--origin", "5000,100"]) == 1
    assert "The 2 files together lack ground of the map: x 6000 to" in capsys.readouterr().err


def test_a_new_import_can_keep_what_was_drawn_by_hand(capsys, tmp_path, slope) -> None:
    box = tmp_path / "box"
    said(capsys, "import", "dem", slope, box, "--cell", "50", "--columns", "12", "--rows", "9")
    file = box / "a.map.yaml"
    text = file.read_text(encoding="utf-8")
    assert text.count("source: elevation") == text.count("height:") > 0
    drawn = '- {height: 20, line: "LINESTRING (1 1, 2 2)", note: by hand}'
    file.write_text(text.replace("contours:\n", f"contours:\n{drawn}\n", 1), encoding="utf-8")
    said(capsys, "import", "dem", slope, box, "--cell", "50", "--replace-generated")
    assert drawn in file.read_text(encoding="utf-8")
    said(capsys, "import", "dem", slope, box, "--cell", "50", "--replace")
    assert drawn not in file.read_text(encoding="utf-8")


def test_a_board_of_another_shape_becomes_another_map_of_a_box(capsys, tmp_path) -> None:
    board = tmp_path / "hills.board"
    hexes = "\n".join(f'hex {x:02}{y:02} {int(x == y)} "" ""' for y in range(1, 6) for x in range(1, 8))
    board.write_text(f"size 7 5\n{hexes}\nend\n", encoding="ascii")
    box = tmp_path / "box"
    assert main(["new", str(box), "--columns", "10", "--rows", "8", "--raised", "even"]) == 0
    assert main(["import", "megamek", str(board), str(box)]) == 2
    assert "Import the board as a new map, which then has its shape. --new-map does so." in capsys.readouterr().err
    for letter in ("B", "C"):
        made = said(capsys, "import", "megamek", board, box, "--new-map")
        assert (made["map"], made["columns"], made["rows"]) == (letter, 7, 5)
    loaded = load_box(box)
    assert loaded.issues == () and loaded.box is not None
    assert [each.letter for each in loaded.box.sheets] == ["A", "B", "C"]
    assert len(loaded.box.cells) == 10 * 8 + 2 * 7 * 5, "no hex lies on two of them"
    assert {each.sheet.grid.raised for each in loaded.box.sheets[1:]} == {"odd"}
    assert all(len(each.sheet.contours) > 0 for each in loaded.box.sheets[1:])
    first, second = (each.frame for each in loaded.box.sheets[:2])
    assert min(first.hex(10, row).distance(second.hex(1, 1)) for row in range(1, 9)) == 1, "they touch"
    assert main(["import", "megamek", str(board), str(box), "--new-map", "--map", "b"]) == 2
    assert main(["import", "megamek", str(board), str(box), "--new-map", "--interval", "10"]) == 2
    assert "this box has one of 20 m, the file one of 10 m" in capsys.readouterr().err
