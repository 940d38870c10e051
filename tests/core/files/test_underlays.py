"""Zones and the scan under a map, as files say them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from core.files.box_files import load_box
from core.model.maps import ControlPoint, Underlay, Zone

WriteBox = Callable[..., Path]

NAMES = "names:\n"


def put(section: str) -> tuple[str, str]:
    return NAMES, f"{section}\n{NAMES}"


def test_a_zone_holds_the_hexes_that_it_names(box_with: WriteBox) -> None:
    loaded = load_box(box_with(sheet=put('zones:\n- {kind: entry, side: Blue, name: North, hexes: ["01.05", "2.5", "01.05"]}')))
    assert loaded.issues == ()
    assert list(loaded.box.sheets[0].sheet.zones) == [Zone("entry", frozenset({(1, 5), (2, 5)}), "North", "Blue")]


@pytest.mark.parametrize(
    ("zone", "sentence"),
    [
        ('{kind: setup, hexes: ["01.09"]}', 'There is no hex "01.09" on this map; its hexes run from 01.01 to 06.05.'),
        ("{kind: setup, hexes: []}", '"hexes" must hold 1 or more, not 0.'),
        ('{kind: setups, hexes: ["01.01"]}', '"kind" cannot be "setups". Did you mean "setup"?'),
        ("{kind: setup}", 'This zone has no "hexes".'),
    ],
)
def test_a_zone_that_is_wrong_in_any_part_is_left_out_with_a_sentence(box_with: WriteBox, zone: str, sentence: str) -> None:
    loaded = load_box(box_with(sheet=put(f"zones:\n- {zone}")))
    (issue,) = loaded.issues
    assert issue.text == sentence
    assert issue.place.file == "a.map.yaml"
    assert issue.place.line > 20
    assert not loaded.box.sheets[0].sheet.zones


def test_a_scan_lies_under_the_map_with_the_points_that_were_set(box_with: WriteBox) -> None:
    folder = box_with(sheet=put('underlay: {file: a.png, size: [800, 600], opacity: 0.5, points: [[12.5, 580, "01.01"]]}'))
    (folder / "a.png").write_bytes(b"")
    loaded = load_box(folder)
    assert loaded.issues == ()
    expected = Underlay("a.png", (800, 600), (ControlPoint((12.5, 580.0), (1, 1)),), opacity=0.5)
    assert loaded.box.sheets[0].sheet.underlay == expected


def test_a_box_whose_scan_is_missing_opens_and_says_so(box_with: WriteBox) -> None:
    loaded = load_box(box_with(sheet=put("underlay: {file: scans/a.png, size: [800, 600]}")))
    (issue,) = loaded.issues
    assert issue.severity.value == "warning"
    assert issue.text == 'There is no picture "scans/a.png" in the folder of the box; the map is shown without it.'
    assert str(issue.place) == "a.map.yaml:21:18"
    assert loaded.box.sheets[0].sheet.underlay.file == "scans/a.png"


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("{file: ../a.png, size: [8, 6]}", "the name leads out of the box's folder."),
        ("{file: 'c:/a.png', size: [8, 6]}", "the name leads out of the box's folder."),
        ("{file: a.png}", 'This underlay has no "size".'),
        ("{file: a.png, size: [8, 0]}", "must be the picture's [width, height] in pixels, each from 1 to 1,000,000."),
        ("{file: a.png, size: [8, 6], opacity: 2}", '"opacity" must be a number from 0 to 1, not 2.'),
        ("{file: a.png, size: [8, 6], brightness: -2}", '"brightness" must be a number from -1 to 1, not -2.'),
        ("{file: a.png, size: [8, 6], page: 0}", '"page" must be 1 or more, not 0.'),
        ("3", '"underlay" must be a group of keys, not 3.'),
    ],
)
def test_a_wrong_underlay_is_left_out_with_a_sentence(box_with: WriteBox, said: str, sentence: str) -> None:
    folder = box_with(sheet=put(f"underlay: {said}"))
    (folder / "a.png").write_bytes(b"")
    loaded = load_box(folder)
    assert [sentence in issue.text for issue in loaded.issues] == [True]
    assert loaded.box.sheets[0].sheet.underlay is None


@pytest.mark.parametrize(
    ("point", "sentence"),
    [
        ('[1, 2, "09.01"]', 'There is no hex "09.01" on this map'),
        ("[1, 2, 1.01]", 'write "1.01" in its quotes.'),
        ("[1, 2]", 'Item 1 of "points" must be [pixels from the left, pixels from the top, hex number in quotes].'),
        ('[a, 2, "01.01"]', 'must be a number from -1,000,000 to 1,000,000 pixels, not "a".'),
    ],
)
def test_a_wrong_point_of_a_scan_is_left_out_alone(box_with: WriteBox, point: str, sentence: str) -> None:
    folder = box_with(sheet=put(f'underlay: {{file: a.png, size: [8, 6], points: [{point}, [3, 4, "02.02"]]}}'))
    (folder / "a.png").write_bytes(b"")
    loaded = load_box(folder)
    (issue,) = loaded.issues
    assert sentence in issue.text
    assert loaded.box.sheets[0].sheet.underlay.points == (ControlPoint((3.0, 4.0), (2, 2)),)
