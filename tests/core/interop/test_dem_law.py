"""Ground that is known gives contours whose heights by the rules are right, wherever the map lies and however it is turned."""

import math
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.files.ruleset_files import load_ruleset
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame, plane_centre
from core.interop import dem
from core.interop.dem import DrawingRules, Where, draw_ground, place_sheet
from core.interop.elevation_grid import ElevationGrid
from core.interop.ground import GroundFrame, NoGround
from core.interop.imported import Target, brought, new_box
from core.model.maps import Contour, Grid, MapSheet
from core.model.work import Work
from core.questions.catalogue import ask
from core.questions.game import Game

AS_IT_IS = DrawingRules(smoothing=0.0)


def grid_of(columns: int = 13, rows: int = 11, **more: object) -> Grid:
    return replace(Grid(columns, rows, Numbering("{column:02}.{row:02}", columns, rows), hex_m=100.0), **more)


def metric(height, cells: int, cell: float) -> ElevationGrid:
    at = (np.arange(cells) + 0.5 - cells / 2) * cell
    heights = np.array([[float(height(east, north)) for east in at] for north in at[::-1]])
    return ElevationGrid(heights, -cells * cell / 2, -cells * cell / 2, (cell, cell), False)


@settings(max_examples=12, deadline=None)
@given(
    slope=st.floats(0.15, 0.6),
    top=st.floats(120, 260),
    interval=st.sampled_from([10, 20]),
    bearing=st.sampled_from([0.0, 30.0, -77.5]),
    raised=st.sampled_from(["odd", "even"]),
    orientation=st.sampled_from(["columns", "rows"]),
)
def test_a_cone_has_its_height_right_to_one_quarter_between_its_outermost_and_innermost_contour(
    slope: float, top: float, interval: int, bearing: float, raised: str, orientation: str
) -> None:
    grid = grid_of(raised=raised, orientation=orientation)
    cone = metric(lambda x, y: top - slope * math.hypot(x, y), 121, 20.0)
    frame = place_sheet(cone, grid, (0.0, 0.0), bearing)
    drawn = draw_ground(cone, frame, grid, Fraction(interval), rules=AS_IT_IS)
    closed = [float(each.height) for each in drawn.sheet.contours if each.closed]
    if len(closed) < 2:
        return
    game = Game.of(new_box("Cone", "tcs-4.01", dem.Imported(drawn.sheet)), load_ruleset("tcs-4.01"))
    placed = game.box.sheets[0]
    for place in game.box.cells:
        x, y = placed.frame.to_sheet(plane_centre(place))
        east, north = frame.to_ground(x, y)
        height = top - slope * math.hypot(east, north)
        if min(closed) < height < max(closed):
            ruling = ask("elevation", game, hex=game.box.label(place))
            # The rules round to half intervals; lines may stand a hundredth of a hex beside the true ones.
            assert abs(float(ruling.value) - height) <= interval / 4 + slope * 0.01 * grid.hex_m


@given(st.floats(-360, 360), st.floats(-80, 80), st.floats(-170, 170), st.floats(-50, 50), st.floats(-50, 50), st.booleans())
def test_a_frame_leads_to_the_ground_and_back(
    bearing: float, lat: float, lon: float, x: float, y: float, geographic: bool
) -> None:
    frame = GroundFrame((lon, lat), (3.0, 4.0), 114.3, geographic, bearing)
    assert frame.to_sheet(*frame.to_ground(x, y)) == pytest.approx((x, y), abs=1e-6)


def test_a_bearing_turns_the_upper_edge_clockwise_from_north() -> None:
    frame = GroundFrame((0.0, 0.0), (0.0, 0.0), 100.0, False, 90.0)
    assert frame.to_ground(0.0, 1.0) == pytest.approx((100.0, 0.0))


@pytest.fixture
def slope_file(tmp_path: Path) -> Path:
    file = tmp_path / "slope.npy"
    np.save(file, np.add.outer(np.zeros(80), 3.0 * np.arange(80.0)))
    return file


def test_contours_replace_those_of_a_sheet_in_one_edit_that_can_be_undone(slope_file: Path) -> None:
    old = Contour(Fraction(40), ((0.0, 1.0), (2.0, 2.0)))
    sheet = MapSheet("A", grid_of(), "Hills", Fraction(20), contours=(old,))
    box = new_box("Box", "tcs-4.01", dem.Imported(sheet))
    target = Target(box.sheets[0].sheet, {})
    imported = dem.read(slope_file, target, Where(origin="500,500"), cell=50.0, rules=AS_IT_IS)
    file = box.sheets[0].file
    added = brought(box, file, imported, "Import elevation").apply(Work(box)).box
    assert added.sheet(file).sheet.contours[0] == old
    assert len(added.sheet(file).sheet.contours) == 1 + len(imported.sheet.contours)
    replaced = brought(box, file, imported, "Import elevation", replacing=True).apply(Work(box)).box
    assert list(replaced.sheet(file).sheet.contours) == list(imported.sheet.contours)
    assert replaced.sheet(file).sheet.title == "Hills"
    assert replaced.sheet(file).sheet.georeference is not None


def test_a_second_import_finds_the_ground_where_the_first_left_the_sheet(slope_file: Path) -> None:
    target = Target(MapSheet("A", grid_of(), contour_interval=Fraction(20)), {})
    first = dem.read(slope_file, target, Where(origin="700,500", bearing=10.0), cell=50.0)
    again = dem.read(slope_file, replace(target, sheet=first.sheet), cell=50.0)
    assert again.sheet == first.sheet


def test_what_cannot_be_is_refused_in_words(slope_file: Path) -> None:
    bare = Target(MapSheet("A", grid_of()), {})
    with pytest.raises(WrongUse, match="has no contour interval"):
        dem.read(slope_file, bare, cell=50.0)
    degrees = replace(bare, sheet=dem.lying(bare.sheet, Where("50,8"), True))
    with pytest.raises(WrongUse, match=r"knows its place in degrees, and slope\.npy is in metres"):
        dem.read(slope_file, degrees, interval=Fraction(20), cell=50.0)
    with pytest.raises(WrongUse, match="latitude first"):
        dem.lying(bare.sheet, Where("120,8"), True)


def test_holes_are_filled_only_when_that_is_asked_for_and_are_listed(tmp_path: Path) -> None:
    heights = np.add.outer(np.zeros(80), 3.0 * np.arange(80.0))
    holes = heights.copy()
    holes[40:44, 40:44] = np.nan
    np.save(tmp_path / "whole.npy", heights)
    np.save(tmp_path / "holes.npy", holes)
    target = Target(MapSheet("A", grid_of(), contour_interval=Fraction(20)), {})
    with pytest.raises(NoGround, match="16 of the"):
        dem.read(tmp_path / "holes.npy", target, cell=50.0)
    filled = dem.read(tmp_path / "holes.npy", target, cell=50.0, rules=replace(AS_IT_IS, fill_holes=True))
    assert [(each.what, each.count) for each in filled.dropped] == [("cell without a height", 16)]
    whole = dem.read(tmp_path / "whole.npy", target, cell=50.0, rules=AS_IT_IS)
    assert [each.height for each in filled.sheet.contours] == [each.height for each in whole.sheet.contours]


def test_the_frame_of_a_new_box_is_the_grids_own() -> None:
    sheet = MapSheet("A", grid_of(raised="even"))
    assert new_box("Box", "tcs-4.01", dem.Imported(sheet)).sheets[0].frame == SheetFrame.place("even")


def test_what_came_from_elevation_says_so_and_a_new_import_can_leave_the_rest_alone(slope_file: Path, tmp_path: Path) -> None:
    sheet = MapSheet("A", grid_of(), "", Fraction(20))
    found = dem.read(slope_file, Target(sheet, {}), Where(origin="500,500"), cell=50.0)
    assert {each.source for each in found.sheet.contours} == {"elevation"}
    box = new_box("Hill", "tcs-4.01", found)
    (placed,) = box.sheets
    by_hand = Contour(Fraction(20), ((1.0, 1.0), (2.0, 2.0)))
    key = placed.sheet.items("contours").next_key
    box = box.with_sheet(placed.file, placed.sheet.with_items("contours", {key: by_hand}))
    count = len(found.sheet.contours)
    for replacing, left in ((False, 2 * count + 1), ("generated", count + 1), (True, count)):
        after = brought(box, placed.file, found, "Import", replacing).apply(Work(box)).box.sheets[0].sheet
        assert len(after.contours) == left
        assert (by_hand in list(after.contours)) is (replacing is not True)
