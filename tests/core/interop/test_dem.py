"""Drawing ground: known shapes give known contours, and no contour ever meets another."""

import math
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon

from core.base.errors import WrongUse
from core.geometry.labels import Numbering
from core.interop.contour_lines import ContourFault, draw_contours, thinned
from core.interop.dem import PLAIN, DrawingRules, draw_ground, generated, import_dem, place_sheet, run
from core.interop.elevation_grid import ElevationGrid, read_elevation_grid
from core.interop.ground import EARTH_RADIUS_M, GroundFrame, NoGround, Surface, printed_edge
from core.model.maps import Grid, MapSheet

AS_IT_IS = DrawingRules(smoothing=0.0)


def sheet_grid(columns: int = 10, rows: int = 8, hex_m: float = 100.0) -> Grid:
    return Grid(columns, rows, Numbering("{column:02}.{row:02}", columns, rows), hex_m=hex_m)


def metric(height, columns: int = 40, rows: int = 40, cell: float = 50.0) -> ElevationGrid:
    """A grid around (0, 0) whose heights are a function of metres east and north."""
    x = (np.arange(columns) + 0.5 - columns / 2) * cell
    y = (rows / 2 - 0.5 - np.arange(rows)) * cell
    heights = np.array([[float(height(east, north)) for east in x] for north in y])
    return ElevationGrid(heights, -columns * cell / 2, -rows * cell / 2, (cell, cell), False)


def assert_no_contours_meet(sheet: MapSheet) -> None:
    lines = [LineString(contour.line) for contour in sheet.contours]
    for i, line in enumerate(lines):
        assert line.is_simple
        for other in lines[i + 1 :]:
            assert not line.intersects(other)


def high_side_gap(sheet: MapSheet, height) -> float:
    """The least rise from the low to the high side of any contour, 0.1 hex apart, under a height function of sheet points."""
    rises = []
    for contour in sheet.contours:
        for (ax, ay), (bx, by) in zip(contour.line, contour.line[1:], strict=False):
            length = math.hypot(bx - ax, by - ay)
            nx, ny = -(by - ay) / length * 0.05, (bx - ax) / length * 0.05
            x, y = (ax + bx) / 2, (ay + by) / 2
            sign = 1 if contour.high == "left" else -1
            rises.append(sign * (height(x + nx, y + ny) - height(x - nx, y - ny)))
    return min(rises)


def test_a_cone_gives_rings_around_its_top_at_the_right_heights():
    cone = metric(lambda x, y: 215 - 0.4 * math.hypot(x, y), 81, 81, 25.0)
    drawn = import_dem(cone, sheet_grid(), Fraction(20), (0.0, 0.0), rules=AS_IT_IS)
    px, py = drawn.frame.pin
    rings = [contour for contour in drawn.sheet.contours if contour.closed]
    assert [ring.height for ring in rings] == [40, 60, 80, 100, 120, 140, 160, 180, 200]
    for ring in rings:
        radius = (215 - float(ring.height)) / 0.4 / 100
        assert all(math.hypot(x - px, y - py) == pytest.approx(radius, abs=0.05) for x, y in ring.line)
    for inner, outer in zip(rings[1:], rings, strict=False):
        assert Polygon(outer.line).contains(Polygon(inner.line))
    assert high_side_gap(drawn.sheet, lambda x, y: -math.hypot(x - px, y - py)) > 0
    assert_no_contours_meet(drawn.sheet)
    assert [213 <= spot.height <= 215 for spot in drawn.sheet.spots] == [True]
    assert list(drawn.sheet.lows) == []


def test_a_pit_has_its_higher_side_outside_and_a_mark_at_its_lowest_point():
    drawn = import_dem(metric(lambda x, y: 5 + 0.4 * math.hypot(x, y)), sheet_grid(), Fraction(20), (0.0, 0.0), rules=AS_IT_IS)
    px, py = drawn.frame.pin
    assert high_side_gap(drawn.sheet, lambda x, y: math.hypot(x - px, y - py)) > 0
    assert len(drawn.sheet.lows) == 1
    assert Point(drawn.sheet.lows[0].at).distance(Point(px, py)) < 0.15
    assert list(drawn.sheet.spots) == []


@pytest.mark.parametrize("size", [(10, 8), (20, 18)], ids=["in the middle of the file", "up to the rim of the file"])
@pytest.mark.parametrize("smoothing", [0.0, 0.5])
def test_a_plane_gives_straight_lines_evenly_spaced_right_over_the_edge(smoothing, size):
    grid = sheet_grid(*size)
    rules = DrawingRules(smoothing=smoothing)
    drawn = import_dem(metric(lambda x, y: 301 + 0.2 * x), grid, Fraction(10), (0.0, 0.0), rules=rules)
    edge = printed_edge(grid)
    for contour in drawn.sheet.contours:
        x = drawn.frame.pin[0] + (float(contour.height) - 301) / 0.2 / 100
        assert all(px == pytest.approx(x, abs=2e-4) for px, _ in contour.line)
        ends = sorted(y for _, y in contour.line)
        assert ends[0] < edge[1] - 0.4
        assert ends[-1] > edge[3] + 0.4
    heights = [contour.height for contour in drawn.sheet.contours]
    assert heights == [Fraction(10) * k for k in range(int(heights[0] / 10), int(heights[-1] / 10) + 1)]
    assert high_side_gap(drawn.sheet, lambda x, y: x) > 0


def test_contours_of_a_fraction_of_a_metre_are_exact():
    drawn = import_dem(metric(lambda x, y: 0.01 * x), sheet_grid(), Fraction("0.1"), (0.0, 0.0), rules=AS_IT_IS)
    assert Fraction(1, 10) in {contour.height for contour in drawn.sheet.contours}
    assert all(contour.height % Fraction(1, 10) == 0 for contour in drawn.sheet.contours)


@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 12))
def test_contours_never_meet_whatever_the_ground(random, relief):
    """Steps of whole intervals, so that flats, saddles and cliffs all lie at the very heights that are drawn."""
    heights = np.array([[5.0 * random.randint(0, relief) for _ in range(20)] for _ in range(20)])
    heights[10, 10], heights[10, 11] = 0.0, 5.0
    elevation = ElevationGrid(heights, 0.0, 0.0, (100.0, 100.0), False)
    drawn = import_dem(elevation, sheet_grid(), Fraction(5), rules=replace(AS_IT_IS, tolerance=0.05, least_area=0.0))
    assert_no_contours_meet(drawn.sheet)


def test_a_saddle_at_the_very_height_of_a_contour_parts_two_lines():
    xs = np.arange(-20, 21) / 10
    drawn = draw_contours(Surface(xs, xs, np.outer(xs, xs) * 10), Fraction(5), (-1.8, -1.8, 1.8, 1.8), 0.0, 0.01)
    level = [LineString(line.line) for line in drawn.lines if line.height == 0]
    assert len(level) == 2
    assert 0 < level[0].distance(level[1]) < 0.2


def test_a_ditch_that_just_reaches_the_height_of_a_contour_draws_no_line_that_returns_on_itself():
    xs = np.arange(-20, 21) / 10
    ditch = np.broadcast_to(np.abs(xs) * 10, (41, 41))
    drawn = draw_contours(Surface(xs, xs, ditch), Fraction(5), (-1.8, -1.8, 1.8, 1.8), 0.0, 0.01)
    assert [line.height for line in drawn.lines] == [5, 5, 10, 10, 15, 15]


def test_lines_are_thinned_only_as_far_as_they_stay_apart():
    dip = np.array([[0.0, 0.0], [1.0, -0.15], [2.0, 0.0]])
    spike_into_dip = np.array([[0.0, 1.0], [0.9, 1.0], [1.0, -0.1], [1.1, 1.0], [2.0, 1.0]])
    same_dip_elsewhere = np.add(dip, (0.0, 3.0))
    thin = thinned([dip, spike_into_dip, same_dip_elsewhere], 0.2)
    assert [len(line) for line in thin] == [3, 5, 2]


def test_lines_that_meet_from_the_start_are_refused_with_their_place():
    across = np.array([[0.0, 0.0], [1.0, 1.0]])
    with pytest.raises(ContourFault, match=r"meet near \(0, 0\)"):
        thinned([across, across[:, ::-1] * (1, -1) + (0, 1)], 0.1)


def test_flat_ground_at_the_height_of_a_contour_does_not_confuse_it():
    drawn = import_dem(metric(lambda x, y: max(100.0, 100 + 0.3 * (abs(x) - 200))), sheet_grid(), Fraction(20), (0.0, 0.0))
    assert_no_contours_meet(drawn.sheet)


def test_specks_are_left_out_and_no_spot_contradicts_that():
    def ground(x: float, y: float) -> float:
        return 185 + 16 * math.exp(-(x * x + y * y) / 200**2) + 0.001 * x

    elevation = metric(ground)
    whole = import_dem(elevation, sheet_grid(), Fraction(20), (0.0, 0.0), rules=replace(AS_IT_IS, least_area=0.0)).sheet
    assert any(contour.closed and contour.height == 200 for contour in whole.contours)
    with pytest.raises(ContourFault, match=r"No contour at a multiple of 20 m .* smaller interval"):
        import_dem(elevation, sheet_grid(), Fraction(20), (0.0, 0.0), rules=replace(AS_IT_IS, least_area=3.0))
    calm = import_dem(elevation, sheet_grid(), Fraction(5), (0.0, 0.0), rules=replace(AS_IT_IS, least_area=1.0)).sheet
    assert all(not contour.closed or abs(Polygon(contour.line).area) > 0.9 for contour in calm.contours)
    highest = max(contour.height for contour in calm.contours)
    assert [highest <= spot.height < highest + 5 for spot in calm.spots] == [True]


def test_a_map_in_degrees_keeps_its_scale():
    elevation = ElevationGrid(np.add.outer(np.arange(200.0), np.arange(200.0)), 10.0, 60.0, (0.001, 0.001), True)
    grid = sheet_grid(20, 20)
    frame = place_sheet(elevation, grid, (10.1, 60.1))
    degree = math.pi / 180 * EARTH_RADIUS_M
    east, north = frame.to_ground(frame.pin[0] + 10, frame.pin[1] + 10)
    assert (east - 10.1) * degree * math.cos(math.radians(60.1)) == pytest.approx(1000)
    assert (north - 60.1) * degree == pytest.approx(1000)
    assert frame.to_sheet(east, north) == pytest.approx((frame.pin[0] + 10, frame.pin[1] + 10))


def test_fine_heights_are_taken_in_blocks_and_give_the_same_ground():
    def ground(x: float, y: float) -> float:
        return 100 + 60 * math.sin(x / 300) * math.cos(y / 400)

    coarse = import_dem(metric(ground, 40, 40, 40.0), sheet_grid(), Fraction(20), (0.0, 0.0), rules=AS_IT_IS)
    fine = import_dem(metric(ground, 800, 800, 2.0), sheet_grid(), Fraction(20), (0.0, 0.0), rules=AS_IT_IS)
    assert np.abs(coarse.surface.heights - fine.surface.heights).max() < 0.5


def test_a_map_beyond_the_file_is_refused_with_what_the_file_holds():
    with pytest.raises(NoGround, match=r"needs ground from x .* holds x -1000 to 1000 and y -1000 to 1000"):
        import_dem(metric(lambda x, y: x), sheet_grid(), Fraction(20), (900.0, 0.0))


def test_a_hole_under_the_map_is_refused_with_its_place_and_one_far_away_is_not():
    elevation = metric(lambda x, y: x)
    holes = elevation.heights.copy()
    holes[20, 21] = np.nan
    with pytest.raises(NoGround, match=r"1 of the .* cells .* no height, the first in row 21, column 22 \(x 75, y -25\)"):
        import_dem(replace(elevation, heights=holes), sheet_grid(), Fraction(20), (0.0, 0.0))
    far = elevation.heights.copy()
    far[0, 0] = np.nan
    assert import_dem(replace(elevation, heights=far), sheet_grid(6, 5), Fraction(20), (0.0, 0.0)).sheet.contours


def test_too_small_an_interval_is_refused():
    with pytest.raises(ContourFault, match="more than 1000"):
        import_dem(metric(lambda x, y: x), sheet_grid(), Fraction("0.01"), (0.0, 0.0))


def test_progress_runs_from_nothing_to_the_whole_and_never_back():
    seen: list[float] = []
    import_dem(metric(lambda x, y: x), sheet_grid(), Fraction(20), (0.0, 0.0), progress=lambda done, what: seen.append(done))
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == (0.0, 1.0)


def asc(folder: Path, corner: tuple[float, float] = (0, 0), cell: float = 50) -> Path:
    body = "\n".join(" ".join(str(3 * column + row) for column in range(40)) for row in range(40))
    file = folder / "slope.asc"
    file.write_text(f"ncols 40\nnrows 40\nxllcorner {corner[0]}\nyllcorner {corner[1]}\ncellsize {cell}\n{body}\n")
    return file


def test_a_command_line_centre_and_origin_mean_the_same_ground(tmp_path):
    file = asc(tmp_path)
    grid = sheet_grid(6, 5, 100.0)
    edge = printed_edge(grid)
    corner = 1000 - (edge[2] - edge[0]) * 50, 1000 - (edge[3] - edge[1]) * 50
    by_centre = run(file, columns=6, rows=5, hex_m=100, interval="10", centre="1000,1000")
    by_origin = run(file, columns=6, rows=5, hex_m=100, interval="10", origin=f"{corner[0]!r},{corner[1]!r}")
    assert by_centre.contours == by_origin.contours
    assert by_centre == run(file, columns=6, rows=5, hex_m=100, interval="10")


def test_a_command_line_centre_in_degrees_is_latitude_before_longitude(tmp_path):
    file = asc(tmp_path, (10, 60), 0.001)
    sheet = run(file, columns=6, rows=5, interval="1", centre="60.02,10.015")
    assert sheet.georeference is not None
    assert sheet.georeference.at == (10.015, 60.02)
    frame = GroundFrame.of(sheet.georeference, sheet.grid.hex_m)
    drawn = draw_ground(read_elevation_grid(file), frame, sheet.grid, Fraction(1)).sheet
    assert sheet.contours == generated(drawn).contours


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"columns": 0}, "columns must be between 1 and 500, not 0"),
        ({"rows": 4000}, "rows must be between"),
        ({"hex_m": 0.0}, "hex-m must be between"),
        ({"interval": "0"}, "interval must be between 0.1 and 1000 metres, not 0"),
        ({"interval": "1e99"}, "interval must be between"),
        ({"interval": "nan"}, "interval must be between"),
        ({"interval": "1/3"}, "interval must be a number"),
        ({"interval": "ten"}, "interval must be a number"),
        ({"centre": "1"}, 'centre must be two numbers, X,Y, not "1"'),
        ({"centre": "1,nan"}, "centre must be two numbers"),
        ({"origin": "1,b"}, "origin must be two numbers"),
        ({"centre": "1,1", "origin": "1,1"}, "either the centre or the origin"),
    ],
)
def test_wrong_arguments_are_named(tmp_path, change, text):
    with pytest.raises(WrongUse, match=text):
        run(asc(tmp_path), **{"columns": 6, "rows": 5, "hex_m": 100.0, **change})


def test_an_origin_in_metres_is_refused_for_a_file_in_degrees(tmp_path):
    with pytest.raises(WrongUse, match="give its centre as LAT,LON"):
        run(asc(tmp_path, (10, 60), 0.001), columns=6, rows=5, origin="0,0")


def test_the_preset_rules_are_the_documented_ones():
    assert (PLAIN.smoothing, PLAIN.overrun, PLAIN.least_area, PLAIN.tolerance) == (0.3, 0.5, 0.12, 0.006)
