"""Every kind of bad input: what is said, where, and what of the box is still there."""

from collections.abc import Callable
from pathlib import Path

import pytest

from core.files.box_files import LoadedBox, load_box, write_box
from core.model.maps import MapSheet
from core.questions.game import open_game

WriteBox = Callable[..., Path]


def said(loaded: LoadedBox) -> list[str]:
    return [str(issue) for issue in loaded.issues]


def sheet_of(loaded: LoadedBox) -> MapSheet:
    assert loaded.box is not None
    return loaded.box.sheets[0].sheet


def counts(sheet: MapSheet) -> tuple[int, ...]:
    return tuple(
        len(section)
        for section in (
            sheet.contours, sheet.areas, sheet.paths, sheet.sides, sheet.hexes, sheet.spots, sheet.lows, sheet.names
        )
    )  # fmt: skip


WHOLE = (2, 1, 1, 1, 1, 1, 1, 1)


def test_the_small_box_is_good(box_with: WriteBox) -> None:
    loaded = load_box(box_with())
    assert said(loaded) == []
    assert counts(sheet_of(loaded)) == WHOLE
    assert loaded.ruleset is not None
    assert loaded.ruleset.id == "tcs-4.01"


# What is replaced in the map, all that is said, and how many items of each section are left.
BROKEN_MAPS: dict[str, tuple[tuple[str, str], list[str], tuple[int, ...]]] = {
    "a wrong key at the top": (
        ("contour_interval_m: 20\n", "contour_interval_m: 20\ncontuors: []\n"),
        ['a.map.yaml:6:1: error: A map file has no key "contuors". Did you mean "contours"?'],
        WHOLE,
    ),
    "a wrong key in an item": (
        ("spots:\n- {height: 44.5", "spots:\n- {nots: x, height: 44.5"),
        ['a.map.yaml:18:4: error: A spot has no key "nots". Did you mean "note"?'],
        WHOLE,
    ),
    "an unknown terrain": (
        ("terrain: woods", "terrain: wods"),
        ['a.map.yaml:10:13: error: There is no terrain "wods" in the ruleset or the box. Did you mean "woods"?'],
        WHOLE,
    ),
    "an unknown feature": (
        ("feature: trail", "feature: trial"),
        ['a.map.yaml:12:13: error: There is no terrain "trial" in the ruleset or the box. Did you mean "trail"?'],
        WHOLE,
    ),
    "terrain in a section that cannot hold it": (
        ("terrain: woods", "terrain: village"),
        ['a.map.yaml:10:13: error: "village" fills whole hexes; list it under "hexes".'],
        WHOLE,
    ),
    "a contour without height": (
        ("{height: 20, high", "{high"),
        ['a.map.yaml:7:3: error: This contour has no "height".'],
        (1, 1, 1, 1, 1, 1, 1, 1),
    ),
    "a height that is text": (
        ("height: 20, high", 'height: "20", high'),
        [
            'a.map.yaml:7:12: error: "height" must be a number from -12,000 to 12,000 m, not "20"; leave out the quotes.'
        ],
        (1, 1, 1, 1, 1, 1, 1, 1),
    ),
    "an absurd height": (
        ("height: 20, high", "height: 1e9999, high"),
        ['a.map.yaml:7:12: error: "height" must be a number from -12,000 to 12,000 m, not 1E+9999.'],
        (1, 1, 1, 1, 1, 1, 1, 1),
    ),
    "a wrong word": (
        ("height: 20, high: left", "height: 20, high: lft"),
        ['a.map.yaml:7:22: error: "high" cannot be "lft". Did you mean "left"?'],
        (1, 1, 1, 1, 1, 1, 1, 1),
    ),
    "a broken shape": (
        ("(0 1, 6 1)", "(0 1, 6)"),
        ['a.map.yaml:7:34: error: "line" is broken: point 2 is "6"; two numbers are wanted, such as 3.5 12.'],
        (1, 1, 1, 1, 1, 1, 1, 1),
    ),
    "a line of one point": (
        ("(0 1, 6 1)", "(0 1)"),
        ['a.map.yaml:7:34: error: "line" has 1 point; a line needs 2 or more.'],
        (1, 1, 1, 1, 1, 1, 1, 1),
    ),
    "a ring that is not closed": (
        ("2 2, 1 1))", "2 2, 1 1.5))"),
        [
            'a.map.yaml:10:27: error: "shape" has a ring that is not closed: it begins at 1 1 and ends at 1 1.5; '
            "repeat the first point at the end."
        ],
        (2, 0, 1, 1, 1, 1, 1, 1),
    ),
    "a coordinate that is no number": (
        ("POINT (3 3)", "POINT (nan 3)"),
        ['a.map.yaml:18:22: error: "at" is broken: point 1 is "nan 3"; two numbers are wanted, such as 3.5 12.'],
        (2, 1, 1, 1, 1, 0, 1, 1),
    ),
    "a hex off the map": (
        ('"02.03": {', '"07.03": {'),
        ['a.map.yaml:16:3: error: There is no hex "07.03" on this map; its hexes run from 01.01 to 06.05.'],
        (2, 1, 1, 1, 0, 1, 1, 1),
    ),
    "a label that is no hex number": (
        ('"02.03": {', '"hill": {'),
        ['a.map.yaml:16:3: error: "hill" is no hex number of this map; its hexes run from 01.01 to 06.05.'],
        (2, 1, 1, 1, 0, 1, 1, 1),
    ),
    "a label without quotes": (
        ('"02.03": {', "2.10: {"),
        ['a.map.yaml:16:3: error: 2.10 without quotes is a number and not text; write it in quotes: "2.10".'],
        (2, 1, 1, 1, 0, 1, 1, 1),
    ),
    "a hexside label without quotes": (
        ('["01.01", "02.01"]', '["01.01", 4.10]'),
        ['a.map.yaml:14:42: error: 4.10 without quotes is a number and not text; write it in quotes: "4.10".'],
        (2, 1, 1, 0, 1, 1, 1, 1),
    ),
    "a repeated label": (
        ('  "02.03": {terrain: village}\n', '  "02.03": {terrain: village}\n  "02.03": {terrain: town}\n'),
        ['a.map.yaml:17:3: error: The key "02.03" stands here again; the first one, in line 16, counts.'],
        WHOLE,
    ),
    "a label that means a hex already named": (
        ('  "02.03": {terrain: village}\n', '  "02.03": {terrain: village}\n  "2.3": {terrain: town}\n'),
        ['a.map.yaml:17:3: error: "2.3" is the hex that line 16 already names; that one counts.'],
        WHOLE,
    ),
    "hexes that share no hexside": (
        ('["01.01", "02.01"]', '["01.01", "03.01"]'),
        ["a.map.yaml:14:32: error: 01.01 and 03.01 share no hexside; beside 01.01 lie 01.02, 02.01."],
        (2, 1, 1, 0, 1, 1, 1, 1),
    ),
    "a hexside between three hexes": (
        ('["01.01", "02.01"]', '["01.01", "02.01", "01.02"]'),
        ['a.map.yaml:14:32: error: "between" must hold 2 at most, not 3.'],
        (2, 1, 1, 0, 1, 1, 1, 1),
    ),
    "an alias": (
        ("lows:\n- {at: ", "lows:\n- *low\n- {at: "),
        ["a.map.yaml:20:3: error: The alias *low is not allowed; write its value out."],
        WHOLE,
    ),
    "an item that is no group of keys": (
        ("lows:\n", "lows:\n- POINT (1 1)\n"),
        ['a.map.yaml:20:3: error: A low must be a group of keys, not "POINT (1 1)".'],
        WHOLE,
    ),
    "a section that is no list": (
        ('lows:\n- {at: "POINT (1 4)"}\n', "lows: none\n"),
        ['a.map.yaml:19:7: error: "lows" must be a list, not "none".'],
        (2, 1, 1, 1, 1, 1, 0, 1),
    ),
    "contours without an interval": (
        ("contour_interval_m: 20\n", ""),
        ['a.map.yaml:1:1: error: This map has contours but no "contour_interval_m".'],
        WHOLE,
    ),
    "a wrong key of the grid": (
        ("raised: even", "raised: evn"),
        ['a.map.yaml:4:37: error: "raised" cannot be "evn". Did you mean "even"?'],
        WHOLE,
    ),
    "a numbering without columns": (
        ("{column:02}.{row:02}", "{row:02}"),
        [
            'a.map.yaml:4:54: error: "numbering" must name {column} and {row} once each, plain, as {column:02} or as '
            '{column:A}, not "{row:02}".'
        ],
        WHOLE,
    ),
    "no version": (
        ("version: 1\n", ""),
        ['a.map.yaml:1:1: error: This map file has no "version".'],
        WHOLE,
    ),
    "a version that never was": (
        ("version: 1\n", "version: 0.5\n"),
        ['a.map.yaml:2:10: error: "version" cannot be 0.5; this Phaseline reads version 1.'],
        WHOLE,
    ),
    "an edge that shows no hex": (
        ("raised: even", "raised: even, edge: [50, 50, 60, 60]"),
        ["a.map.yaml:4:49: error: No hex lies inside this edge; it is not used."],
        WHOLE,
    ),
    "a title that is a number": (
        ("id: A\n", "id: A\ntitle: 1944\n"),
        ['a.map.yaml:4:8: error: 1944 without quotes is a number and not text; write it in quotes: "1944".'],
        WHOLE,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN_MAPS)
def test_a_broken_map_says_what_is_wrong_and_keeps_the_rest(case: str, box_with: WriteBox) -> None:
    change, issues, left = BROKEN_MAPS[case]
    loaded = load_box(box_with(sheet=change))
    assert said(loaded) == issues
    assert counts(sheet_of(loaded)) == left


def test_terrain_that_nobody_knows_is_kept_when_the_box_is_saved(box_with: WriteBox, tmp_path: Path) -> None:
    loaded = load_box(box_with(sheet=("terrain: woods", "terrain: wods")))
    write_box(tmp_path / "saved", loaded.box)
    again = load_box(tmp_path / "saved")
    assert [area.terrain for area in sheet_of(again).areas] == ["wods"]
    assert [issue.text for issue in again.issues] == [issue.text for issue in loaded.issues]


def test_all_problems_of_all_files_are_said_at_once_from_top_to_bottom(box_with: WriteBox) -> None:
    folder = box_with(game=("title: A small box", "titel: A small box"))
    text = (folder / "a.map.yaml").read_text(encoding="utf-8")
    text = text.replace("height: 20, ", "").replace("woods", "wods").replace('"02.03"', '"09.09"').replace("trail", "trial")
    (folder / "a.map.yaml").write_text(text, encoding="utf-8")
    loaded = load_box(folder)
    assert [(issue.place.file, issue.place.line) for issue in loaded.issues] == [
        ("game.yaml", 1),
        ("game.yaml", 3),
        ("a.map.yaml", 7),
        ("a.map.yaml", 10),
        ("a.map.yaml", 12),
        ("a.map.yaml", 16),
    ]
    assert counts(sheet_of(loaded)) == (1, 1, 1, 1, 0, 1, 1, 1)
    assert loaded.box is not None
    assert loaded.box.title == "box", "the folder's name stands in for the missing title"


# What is replaced in the game file, all that is said, and whether a box is left.
BROKEN_GAMES: dict[str, tuple[tuple[str, str] | str, list[str], bool]] = {
    "an unknown ruleset": (
        ("tcs-4.01", "tcs-4.1"),
        ['game.yaml:4:10: error: There is no ruleset "tcs-4.1". Did you mean "tcs-4.01"?'],
        True,
    ),
    "a ruleset outside its folder": (
        ("tcs-4.01", "../..-x"),
        ['game.yaml:4:10: error: There is no ruleset "../..-x". Allowed: bcs-1.1, new-scs, scs-1.6, tcs-4.01, vcs.'],
        True,
    ),
    "a ruleset that is a number": (
        ("ruleset: tcs-4.01", "ruleset: 4.10"),
        ['game.yaml:4:10: error: 4.10 without quotes is a number and not text; write it in quotes: "4.10".'],
        True,
    ),
    "an unknown option": (
        ("maps:", "options: {los.methods: standard}\nmaps:"),
        [
            'game.yaml:5:11: error: Tactical Combat Series 4.01 has no option "los.methods". Did you mean "los.method"?'
        ],
        True,
    ),
    "an unknown choice": (
        ("maps:", "options: {los: simple}\nmaps:"),
        ['game.yaml:5:16: error: "los" cannot be "simple". Did you mean "simplified"?'],
        True,
    ),
    "a choice that is a number": (
        ("maps:", "options: {los: 4.10}\nmaps:"),
        [
            'game.yaml:5:16: error: "los" cannot be "4.10". '
            "Allowed: heads_a, heads_ab, heads_abc, heads_ac, simplified, standard."
        ],
        True,
    ),
    "options that exclude each other": (
        ("maps:", 'options: {command.play: without, command.line_entry: "on"}\nmaps:'),
        ['game.yaml:5:25: warning: "command.line_entry: on" and "command.play: without" exclude each other.'],
        True,
    ),
    "a number of an option outside its limits": (
        ("maps:", "options: {night.visibility: -1}\nmaps:"),
        ['game.yaml:5:29: error: "night.visibility" must be a number from 0 to 100 hexes, not "-1".'],
        True,
    ),
    "a box of a newer version": (
        ("version: 1", "version: 3"),
        ["game.yaml:2:10: error: This box is version 3; this Phaseline reads up to 1. Nothing of it was loaded."],
        False,
    ),
    "a missing map": (
        ("file: a.map.yaml", "file: b.map.yaml"),
        ['game.yaml:6:10: error: There is no file "b.map.yaml" in the folder of the box. Did you mean "a.map.yaml"?'],
        False,
    ),
    "a map outside the folder": (
        ("file: a.map.yaml", "file: ../../etc/passwd"),
        [
            'game.yaml:6:10: error: "../../etc/passwd" cannot be a map of this box: '
            "the name leads out of the box's folder."
        ],
        False,
    ),
    "a map at an absolute path": (
        ("file: a.map.yaml", "file: /etc/passwd"),
        ['game.yaml:6:10: error: "/etc/passwd" cannot be a map of this box: '
            "the name leads out of the box's folder."],
        False,
    ),
    "a map on another drive": (
        ("file: a.map.yaml", "file: 'C:a.map.yaml'"),
        ['game.yaml:6:10: error: "C:a.map.yaml" cannot be a map of this box: '
            "the name leads out of the box's folder."],
        False,
    ),
    "a folder as a map": (
        ("file: a.map.yaml", "file: ."),
        ['game.yaml:6:10: error: "." cannot be a map of this box: the name is empty.'],
        False,
    ),
    "a name longer than files have": (
        ("file: a.map.yaml", f"file: {'a' * 5000}"),
        [f"{'a' * 5000}: error: The file cannot be read: File name too long."],
        False,
    ),
    "the game file as a map": (
        ("file: a.map.yaml", "file: game.yaml"),
        ['game.yaml:1:12: error: This is a file of the kind "game"; wanted is phaseline: map.'],
        False,
    ),
    "no maps": (
        ("maps:\n- {file: a.map.yaml, letter: A}\n", "maps: []\n"),
        ["game.yaml:5:7: error: A box needs at least one map."],
        False,
    ),
    "no key maps": (
        ("maps:\n- {file: a.map.yaml, letter: A}\n", ""),
        ['game.yaml:1:1: error: This game file has no "maps".'],
        False,
    ),
    "a map listed twice": (
        ("letter: A}\n", "letter: A}\n- {file: a.map.yaml, letter: B, offset: {columns: 6}}\n"),
        ['game.yaml:7:10: error: "a.map.yaml" is already listed in line 6; a sheet lies in one place.'],
        True,
    ),
    "a letter that is a number": (
        ("letter: A", 'letter: "1"'),
        ['game.yaml:6:30: error: "letter" must be one to three letters from A to Z, not "1".'],
        False,
    ),
    "a terrain without kind": (
        ("maps:", "terrain: {wall: {los_height_m: 2}}\nmaps:"),
        ['game.yaml:5:11: error: "wall" is new to the ruleset; say its "kind". Allowed: area, hex, path, side.'],
        True,
    ),
    "a terrain with a wrong height": (
        ("maps:", "terrain: {woods: {los_height_m: high}}\nmaps:"),
        ['game.yaml:5:33: error: "los_height_m" must be a number from 0 to 1,000 m, not "high".'],
        True,
    ),
    "text that is no box": (
        "Dear diary, nothing happened.\n",
        [
            'game.yaml:1:1: error: The file holds "Dear diary, nothing happened."; a game file begins with "phaseline: game".'
        ],
        False,
    ),
    "another program's YAML": (
        "services:\n  web: {image: x}\n",
        ['game.yaml:1:1: error: This is no file of Phaseline: it does not begin with "phaseline: game".'],
        False,
    ),
    "an empty file": (" ", ["game.yaml: error: The file is empty."], False),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN_GAMES)
def test_a_broken_game_file_says_what_is_wrong(case: str, box_with: WriteBox) -> None:
    change, issues, shows = BROKEN_GAMES[case]
    loaded = load_box(box_with(game=change))
    assert said(loaded) == issues
    assert (loaded.box is not None) == shows


def test_without_a_known_ruleset_the_map_is_still_shown_whole(box_with: WriteBox) -> None:
    loaded = load_box(box_with(game=("tcs-4.01", "tcs-9")))
    assert loaded.ruleset is None
    assert counts(sheet_of(loaded)) == WHOLE


def test_a_map_of_a_newer_version_is_left_out_and_the_other_is_shown(box_with: WriteBox) -> None:
    folder = box_with(game=("letter: A}\n", "letter: A}\n- {file: b.map.yaml, letter: B, offset: {columns: 6}}\n"))
    text = (folder / "a.map.yaml").read_text(encoding="utf-8")
    (folder / "b.map.yaml").write_text(text.replace("id: A", "id: B"), encoding="utf-8")
    (folder / "a.map.yaml").write_text(text.replace("version: 1", "version: 2"), encoding="utf-8")
    loaded = load_box(folder)
    assert said(loaded) == [
        "a.map.yaml:2:10: error: This map is version 2; this Phaseline reads up to 1. Nothing of it was loaded."
    ]
    assert loaded.box is not None
    assert [placed.letter for placed in loaded.box.sheets] == ["B"]


def test_an_offset_that_lets_hexes_overlap_by_half_is_refused(box_with: WriteBox) -> None:
    folder = box_with(
        game=("letter: A}\n", "letter: A}\n- {file: b.map.yaml, letter: B, offset: {columns: 6, half_rows: 1}}\n")
    )
    (folder / "b.map.yaml").write_text((folder / "a.map.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    loaded = load_box(folder)
    assert said(loaded) == [
        "game.yaml:7:41: error: This map does not fit beside a.map.yaml: hexes do not meet at an offset of 6 columns and "
        '1 half hexes. Add or take away one half row, or look at "raised" and "orientation" of both grids.'
    ]
    assert loaded.box is not None
    assert len(loaded.box.sheets) == 1


def test_several_maps_need_letters_of_their_own(box_with: WriteBox) -> None:
    folder = box_with(game=("letter: A}\n", "letter: A}\n- {file: b.map.yaml, letter: a, offset: {columns: 6}}\n"))
    (folder / "b.map.yaml").write_text((folder / "a.map.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    loaded = load_box(folder)
    assert said(loaded) == ['game.yaml:7:3: error: The letter "a" is already taken; each of several maps needs one of its own.']


def test_a_map_of_one_gigabyte_is_refused_by_its_size(box_with: WriteBox) -> None:
    folder = box_with()
    with (folder / "a.map.yaml").open("wb") as stream:
        stream.truncate(1024**3)
    assert [str(issue) for issue in open_game(folder).issues] == [
        "a.map.yaml: error: The file is 1.0 GB; Phaseline reads files of up to 64 MB."
    ]


def test_a_folder_in_place_of_a_map_is_said(box_with: WriteBox) -> None:
    folder = box_with()
    (folder / "a.map.yaml").unlink()
    (folder / "a.map.yaml").mkdir()
    assert [str(issue) for issue in open_game(folder).issues] == ["a.map.yaml: error: This is a folder; a file is wanted here."]


def test_a_link_out_of_the_folder_is_refused(box_with: WriteBox, tmp_path: Path) -> None:
    folder = box_with()
    outside = tmp_path / "outside.map.yaml"
    (folder / "a.map.yaml").rename(outside)
    (folder / "a.map.yaml").symlink_to(outside)
    assert [str(issue) for issue in open_game(folder).issues] == [
        'game.yaml:6:10: error: "a.map.yaml" cannot be a map of this box: '
        "the name is a link that leads out of the box's folder."
    ]


def test_a_link_in_a_circle_is_refused(box_with: WriteBox) -> None:
    folder = box_with()
    (folder / "a.map.yaml").unlink()
    (folder / "a.map.yaml").symlink_to(folder / "a.map.yaml")
    (issue,) = open_game(folder).issues
    assert "circle" in issue.text or "cannot be read" in issue.text


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    (issue,) = open_game(tmp_path / "nothing").issues
    assert issue.text == "There is no such folder."
    assert issue.place.file == str(tmp_path / "nothing")


def test_a_misspelt_folder_gets_the_nearest_box(box_with: WriteBox) -> None:
    folder = box_with()
    (issue,) = open_game(folder.with_name("bux")).issues
    assert issue.text == 'There is no such folder. Did you mean "box"?'


def test_a_folder_without_a_game_file_is_said_with_the_boxes_in_it(box_with: WriteBox) -> None:
    folder = box_with().parent
    assert [str(issue) for issue in open_game(folder).issues] == [
        f'{folder}: error: This folder is no box, for it holds no "game.yaml". Boxes in it: box.'
    ]


@pytest.mark.parametrize("name", ["a" * 5000, "nul\0"])
def test_a_name_that_no_folder_can_have_is_said(name: str, tmp_path: Path) -> None:
    assert len(open_game(tmp_path / name).issues) == 1


def test_a_box_is_opened_by_its_game_file_too_but_not_by_a_map(box_with: WriteBox) -> None:
    folder = box_with()
    assert load_box(folder / "game.yaml") == load_box(folder)
    (issue,) = open_game(folder / "a.map.yaml").issues
    assert issue.text == 'A box is opened by its folder or its "game.yaml".'


def test_nothing_is_written_on_open(box_with: WriteBox) -> None:
    folder = box_with(game=("tcs-4.01", "tcs-4.1"), sheet=("terrain: woods", "terrain: wods"))
    for path in (*folder.iterdir(), folder):
        path.chmod(0o500 if path.is_dir() else 0o400)
    before = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in folder.iterdir()}
    stamp = folder.stat().st_mtime_ns
    assert len(open_game(folder).issues) == 1
    assert {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in folder.iterdir()} == before
    assert folder.stat().st_mtime_ns == stamp
    folder.chmod(0o700)
