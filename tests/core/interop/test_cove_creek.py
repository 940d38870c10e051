"""The sample box on real ground: made again it is the same, and what stands on it fits together."""

import math
import subprocess
import sys
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
import shapely
from shapely import LineString, Polygon, STRtree

from core.files.box_files import load_box
from core.files.ruleset_files import load_ruleset
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame, corners, plane_centre, to_plane
from core.interop.dem import import_dem
from core.interop.elevation_grid import read_elevation_grid
from core.interop.ground import printed_edge
from core.model.box import GameBox, PlacedSheet
from core.model.maps import Grid, MapSheet
from core.questions.catalogue import ask
from core.questions.game import Game, open_game
from core.rules.kernel.chart_checks import STAND_INS

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = ROOT / "packaging" / "samples"
BOX = ROOT / "scenarios" / "cove-creek"


@pytest.fixture(scope="module")
def box() -> GameBox:
    loaded = load_box(BOX).box
    assert loaded is not None
    return loaded


@pytest.fixture(scope="module")
def sheet(box: GameBox) -> MapSheet:
    return box.sheets[0].sheet


def outlines(sheet: MapSheet, terrain: str) -> list[Polygon]:
    return [Polygon(area.shape[0], area.shape[1:]) for area in sheet.areas if area.terrain == terrain]


def villages(box: GameBox) -> list[Polygon]:
    placed = box.sheets[0]
    return [Polygon([to_plane(corner) for corner in corners(placed.frame.hex(*cell))]) for cell in placed.sheet.hexes]


def test_the_shipped_box_has_no_issue():
    # But the advice that charts of ours stand in for printed ones.
    assert [issue.code for issue in open_game(BOX).issues] == [STAND_INS]


@pytest.mark.slow
def test_made_again_the_box_is_the_same_byte_for_byte(tmp_path):
    program = SAMPLES / "make_cove_creek.py"
    subprocess.run([sys.executable, str(program), "--out", str(tmp_path)], cwd=ROOT, check=True, timeout=300)
    made = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    shipped = {file.name: file.read_bytes() for file in BOX.iterdir()}
    assert made.keys() == shipped.keys()
    assert [name for name in made if made[name] != shipped[name]] == []


@pytest.mark.parametrize("interval", [20, 5, 1])
def test_contours_of_the_shipped_heights_never_meet(interval):
    elevation = read_elevation_grid(SAMPLES / "cove-creek.asc")
    assert elevation.geographic
    grid = Grid(48, 34, Numbering("{column:02}.{row:02}", 48, 34))
    sheet = import_dem(elevation, grid, Fraction(interval), (-84.155, 36.516)).sheet
    assert_apart(sheet)


def test_heights_that_the_rules_read_off_imported_contours_are_those_of_the_ground():
    """Between contours the rules know no more than the interval; across a contour drawn the wrong way they would err by two."""
    grid = Grid(48, 34, Numbering("{column:02}.{row:02}", 48, 34))
    drawn = import_dem(read_elevation_grid(SAMPLES / "cove-creek.asc"), grid, Fraction(20), (-84.155, 36.516))
    box = GameBox("Imported", "tcs-4.01", (PlacedSheet(drawn.sheet, SheetFrame.place("odd"), "A"),))
    game = Game.of(box, load_ruleset("tcs-4.01"))
    errors = []
    for place in sorted(box.cells)[::9]:
        height = ask("elevation", game, hex=box.label(place)).value
        x, y = plane_centre(place)
        errors.append(abs(float(height) - float(drawn.surface.at(np.array([x]), np.array([y]))[0])))
    assert max(errors) < 20
    assert sum(errors) / len(errors) < 5


def test_contours_of_the_shipped_map_never_meet_and_say_their_high_side(sheet):
    assert_apart(sheet)
    assert {contour.high for contour in sheet.contours} == {"left"}
    assert all(contour.height % 20 == 0 for contour in sheet.contours)


def assert_apart(sheet: MapSheet) -> None:
    lines = [LineString(contour.line) for contour in sheet.contours]
    assert len(lines) > 30
    first, second = STRtree(lines).query(lines, predicate="intersects")
    assert [(i, j) for i, j in zip(first.tolist(), second.tolist(), strict=True) if i < j] == []
    assert all(line.is_simple for line in lines)


def test_the_contour_nearest_to_any_other_is_at_most_one_interval_away_so_that_no_line_is_missing(sheet):
    lines = [LineString(contour.line) for contour in sheet.contours]
    tree = STRtree(lines)
    edge = shapely.box(*printed_edge(sheet.grid))
    for i, line in enumerate(lines):
        middle = line.interpolate(0.5, normalized=True)
        if not edge.contains(middle):
            continue
        others = [j for j in tree.query(middle.buffer(3)).tolist() if j != i]
        if not others:
            continue
        nearest = min(others, key=lambda j: lines[j].distance(middle))
        assert abs(sheet.contours[nearest].height - sheet.contours[i].height) <= 20


def test_spots_lie_between_the_contours_around_them(sheet):
    rings = [(Polygon(contour.line), contour.height) for contour in sheet.contours if contour.closed]
    for spot in sheet.spots:
        around = [(ring.area, height) for ring, height in rings if ring.covers(shapely.Point(spot.at))]
        if around:
            assert abs(spot.height - min(around)[1]) < 20


def test_every_crossing_of_road_and_river_has_its_bridge_and_every_bridge_its_road(box, sheet):
    frame = box.sheets[0].frame
    river = shapely.union_all([LineString(path.line) for path in sheet.paths if path.feature == "river"])
    roads = [LineString(path.line) for path in sheet.paths if path.feature not in ("river", "stream")]
    found = [point for road in roads for point in getattr(river.intersection(road), "geoms", [river.intersection(road)])]
    crossings = [(point.x, point.y) for point in found if not point.is_empty]
    middles = []
    for side in sheet.sides:
        if side.feature == "bridge":
            (ax, ay), (bx, by) = (plane_centre(frame.hex(*cell)) for cell in side.between)
            middles.append(((ax + bx) / 2, (ay + by) / 2))
    assert len(middles) >= 3
    assert all(min(math.dist(place, middle) for middle in middles) < 0.1 for place in crossings)
    assert all(min(math.dist(place, middle) for place in crossings) < 0.1 for middle in middles)


def test_outlines_are_valid_and_lie_apart(box, sheet):
    shapes = [*outlines(sheet, "woods"), *outlines(sheet, "orchard"), *outlines(sheet, "building"), *villages(box)]
    assert all(shape.is_valid for shape in shapes)
    hexes = set(range(len(shapes) - len(sheet.hexes), len(shapes)))
    overlaps = [(i, j) for i, j in combinations(range(len(shapes)), 2) if shapes[i].intersects(shapes[j])]
    # Only the hexes of one village touch each other.
    assert [pair for pair in overlaps if not set(pair) <= hexes] == []


def test_woods_cover_a_good_quarter_of_the_map_in_many_pieces(sheet):
    edge = shapely.box(*printed_edge(sheet.grid))
    woods = outlines(sheet, "woods")
    cover = sum(shape.intersection(edge).area for shape in woods) / edge.area
    assert 0.25 < cover < 0.35
    assert len(woods) > 40


def test_the_map_has_all_that_a_map_of_the_series_has(sheet):
    features = {path.feature for path in sheet.paths} | {side.feature for side in sheet.sides}
    assert features >= {"primary-road", "secondary-road", "tertiary-road", "trail", "river", "stream", "bridge", "hedgerow"}
    assert len({content.name for content in sheet.hexes.values()}) >= 4
    assert len(outlines(sheet, "building")) > 30
    assert sheet.lows
    assert sheet.spots
