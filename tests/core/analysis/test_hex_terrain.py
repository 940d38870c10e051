from dataclasses import replace

import pytest

from core.analysis.hex_terrain import HexTerrain
from core.files.resources import scenarios_folder
from core.files.ruleset_files import load_ruleset
from core.geometry.layout import plane_centre
from core.model.box import GameBox
from core.model.items import Items
from core.model.maps import Area, HexContent, Path
from core.model.new_map import NewMap
from core.questions.game import open_game

RULES = load_ruleset("tcs-4.01")
BOX = NewMap("Ground", columns=6, rows=6).box()
PLACED = BOX.sheets[0]


def box_with(**sections: object) -> GameBox:
    return BOX.with_sheet(PLACED.file, replace(PLACED.sheet, **sections))


def around(label: str, reach: float) -> tuple[tuple[float, float], ...]:
    """A square around a centre dot, in sheet units."""
    x, y = PLACED.frame.to_sheet(plane_centre(BOX.hex(label)))
    square = ((x - reach, y - reach), (x + reach, y - reach), (x + reach, y + reach), (x - reach, y + reach))
    return (*square, square[0])


def test_an_area_fills_the_hexes_whose_centre_dot_it_covers() -> None:
    ground = HexTerrain(box_with(areas=Items([Area("lake", (around("03.03", 1.1),))])), RULES.terrain)
    assert {BOX.label(place) for place in BOX.cells if "lake" in ground.kinds(place)} == {
        *("03.02", "03.03", "03.04"),
        *(BOX.label(near) for near in BOX.hex("03.03").neighbours()),
    }


def test_a_hole_in_an_area_is_dry() -> None:
    lake = Area("lake", (around("03.03", 1.1), around("03.03", 0.2)))
    ground = HexTerrain(box_with(areas=Items([lake])), RULES.terrain)
    assert ground.kinds(BOX.hex("03.03")) == frozenset()
    assert ground.kinds(BOX.hex("03.04")) == {"lake"}


@pytest.mark.parametrize(("reach", "filled"), [(1.1, True), (0.5, False)])
def test_a_hex_is_filled_where_nothing_of_it_is_left(reach: float, filled: bool) -> None:
    ground = HexTerrain(box_with(areas=Items([Area("lake", (around("03.03", reach),))])), RULES.terrain)
    assert ground.is_filled(BOX.hex("03.03"), ["lake"]) == filled
    assert not ground.is_filled(BOX.hex("03.03"), ["woods"])
    assert not ground.is_filled(BOX.hex("05.05"), ["lake"])


def test_areas_fill_a_hex_together_and_a_hole_leaves_some_of_it() -> None:
    whole, (x, _) = around("03.03", 1.1), PLACED.frame.to_sheet(plane_centre(BOX.hex("03.03")))
    left = tuple((min(a, x), b) for a, b in whole)
    right = tuple((max(a, x), b) for a, b in whole)
    both = HexTerrain(box_with(areas=Items([Area("lake", (left,)), Area("pond", (right,))])), RULES.terrain)
    assert both.is_filled(BOX.hex("03.03"), ["lake", "pond"])
    assert not both.is_filled(BOX.hex("03.03"), ["lake"])
    holed = HexTerrain(box_with(areas=Items([Area("lake", (whole, around("03.03", 0.1)))])), RULES.terrain)
    assert not holed.is_filled(BOX.hex("03.03"), ["lake"])


def test_what_a_hex_holds_by_itself_fills_it() -> None:
    cell = PLACED.frame.cell(BOX.hex("02.03"))
    ground = HexTerrain(box_with(hexes={cell: HexContent("lake")}), RULES.terrain)
    assert ground.is_filled(BOX.hex("02.03"), ["lake"])


def test_a_hex_has_the_ways_that_come_into_it_and_its_own_content() -> None:
    start, end = (PLACED.frame.to_sheet(plane_centre(BOX.hex(label))) for label in ("02.02", "02.05"))
    cell = PLACED.frame.cell(BOX.hex("02.03"))
    box = box_with(paths=Items([Path("trail", (start, end))]), hexes={cell: HexContent("village")})
    ground = HexTerrain(box, RULES.terrain)
    with_trail = {BOX.label(place) for place in BOX.cells if ground.ways(place)}
    assert with_trail == {"02.02", "02.03", "02.04", "02.05"}
    assert ground.kinds(BOX.hex("02.03")) == {"village"}
    assert (ground.title("village"), ground.title("moor")) == ("Village", "moor")


@pytest.mark.parametrize("label", ["4.05", "2.09"])
def test_what_a_shipped_map_holds_is_found_whatever_is_asked_first(label: str) -> None:
    game = open_game(scenarios_folder() / "tcs-example").game
    assert game is not None
    place = game.box.hex(label)
    first, later = (HexTerrain(game.box, game.compiled.terrain) for _ in range(2))
    assert all(later.kinds(other) is not None for other in game.box.cells)
    assert (first.kinds(place), first.ways(place)) == (later.kinds(place), later.ways(place))
