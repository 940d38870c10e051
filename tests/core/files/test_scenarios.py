"""The boxes that ship: they open without an issue and are in canonical form; the rules' example holds what it should."""

from fractions import Fraction
from pathlib import Path

import pytest

from core.files.box_files import game_text, load_box, sheet_text
from core.files.resources import scenarios_folder
from core.files.ruleset_files import load_ruleset
from core.geometry.hexes import Hex
from core.geometry.layout import centre, to_plane
from core.model.terrain import Provenance

BOXES = sorted(path.parent for path in scenarios_folder().glob("*/game.yaml"))


def test_the_rules_example_is_among_the_boxes() -> None:
    assert "tcs-example" in [folder.name for folder in BOXES]


@pytest.mark.parametrize("folder", BOXES, ids=lambda folder: folder.name)
def test_a_box_that_ships_opens_without_issue_and_is_in_canonical_form(folder: Path) -> None:
    loaded = load_box(folder)
    assert loaded.issues == ()
    assert loaded.box is not None
    assert loaded.ruleset is not None
    assert (folder / "game.yaml").read_text(encoding="utf-8") == game_text(loaded.box)
    for placed in loaded.box.sheets:
        assert (folder / placed.file).read_text(encoding="utf-8") == sheet_text(placed.sheet)


def test_the_rules_example_holds_its_map() -> None:
    box = load_box(scenarios_folder() / "tcs-example").box
    assert box is not None
    (placed,) = box.sheets
    sheet = placed.sheet
    assert (sheet.grid.columns, sheet.grid.rows, sheet.grid.raised, sheet.grid.hex_m) == (6, 14, "even", 114.3)
    assert sheet.grid.edge == (0.2887, 0.5, 5.4848, 15.0)
    assert sheet.contour_interval == 20
    drawn = [(line.height, line.closed, line.high, len(line.line)) for line in sheet.contours]
    assert [each[:3] for each in drawn] == [
        (20, False, "left"),
        (40, False, "left"),
        (40, False, "right"),
        (60, True, "right"),
        (80, True, "right"),
        (60, True, "left"),
        (80, True, "left"),
    ]
    assert [area.terrain for area in sheet.areas] == ["woods", "woods", "building"]
    assert {cell: each.terrain for cell, each in sheet.hexes.items()} == {(2, 9): "village"}
    assert [(spot.height, spot.at) for spot in sheet.spots] == [(96, (3.4641, 9.5))]
    assert [low.at for low in sheet.lows] == [(0.866, 8.0)]


def test_the_rules_example_has_all_its_hexes_with_their_numbers() -> None:
    box = load_box(scenarios_folder() / "tcs-example").box
    assert box is not None
    assert len(box.cells) == 6 * 14
    assert (box.label(box.hex("2.9")), box.label(box.hex("06.14"))) == ("2.09", "6.14")


def test_each_feature_of_the_rules_example_lies_in_the_hex_that_its_note_names() -> None:
    box = load_box(scenarios_folder() / "tcs-example").box
    assert box is not None
    (placed,) = box.sheets
    for area in placed.sheet.areas:
        place: Hex = box.hex(area.note.removeprefix("hex "))
        x, y = to_plane(centre(place))
        for point in area.shape[0]:
            px, py = placed.frame.to_plane(point)
            assert abs(px - x) < 0.6
            assert abs(py - y) <= 0.5


def test_the_rules_example_has_heights_of_its_own_chart() -> None:
    loaded = load_box(scenarios_folder() / "tcs-example")
    assert loaded.box is not None
    box = loaded.box
    chart = Provenance("box.los_heights", box.title, "box", "game.yaml")
    told = {id_: (each.los_height, each.whole_hex, each.provenance) for id_, each in box.terrain.items()}
    assert told == {
        "building": (Fraction(5), False, chart),
        "village": (Fraction(20), True, chart),
        "woods": (Fraction(20), False, chart),
    }
    assert load_ruleset(box.ruleset).terrain["building"].los_height == 20, "the box says otherwise than the series"
