"""What bounds a filling: hexside features and paths."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Point

from core.geometry.hexes import Hex
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame, centre, plane_centre
from core.geometry.outlines import chain, ends_of, hexside, nearest_corner
from core.model.box import GameBox, PlacedSheet
from core.model.edits.barriers import Barriers
from core.model.edits.flood import HexLooks, spread
from core.model.maps import Grid, MapSheet, Path, SideFeature

COLUMNS, ROWS = 9, 8


def box_of(orientation="columns", **sections):
    grid = Grid(COLUMNS, ROWS, Numbering("{column:02}.{row:02}", COLUMNS, ROWS), orientation=orientation, raised="even")
    sheet = MapSheet("A", grid, **sections)
    return GameBox("Plain", "", (PlacedSheet(sheet, SheetFrame.place("even", orientation), "A", "a.map.yaml"),))


def everything(section, terrain):
    return True


def prepared(box, bounds=everything):
    barriers = Barriers(bounds)
    for _ in barriers.prepare(box):
        pass
    return barriers


def flooded(box, place, bounds=everything):
    *steps, found = spread(HexLooks(box), box, place, Barriers(bounds))
    assert not any(steps)
    return found


def straight(box, *cells):
    """A line over centre dots, in the sheet's own units."""
    frame = box.sheets[0].frame
    return tuple(frame.to_sheet(plane_centre(frame.hex(*cell))) for cell in cells)


@pytest.mark.parametrize("orientation", ["columns", "rows"])
def test_a_river_along_hexsides_keeps_a_filling_on_its_bank(orientation):
    box = box_of(orientation)
    frame = box.sheets[0].frame
    between = [frame.hex(4, row) for row in range(1, ROWS + 1)], [frame.hex(5, row) for row in range(1, ROWS + 1)]
    sides = tuple(
        SideFeature("river", (frame.cell(a), frame.cell(b))) for a in between[0] for b in between[1] if a.distance(b) == 1
    )
    box = box_of(orientation, sides=sides)
    assert flooded(box, frame.hex(2, 2)) == {frame.hex(c, r) for c in range(1, 5) for r in range(1, ROWS + 1)}
    assert flooded(box, frame.hex(2, 2), lambda section, terrain: terrain != "river") == set(box.cells)


def test_a_road_through_centre_dots_is_filled_from_both_sides_and_passed_from_none():
    line = straight(box_of(), (5, 1), (5, ROWS))
    box = box_of(paths=(Path("road", line),))
    frame = box.sheets[0].frame
    left = flooded(box, frame.hex(1, 1))
    right = flooded(box, frame.hex(COLUMNS, 1))
    assert left == {frame.hex(c, r) for c in range(1, 6) for r in range(1, ROWS + 1)}
    assert left & right == {frame.hex(5, r) for r in range(1, ROWS + 1)}
    assert left | right == set(box.cells)


def test_a_filling_that_begins_on_the_road_takes_both_sides():
    line = straight(box_of(), (5, 1), (5, ROWS))
    box = box_of(paths=(Path("road", line),))
    found = flooded(box, box.sheets[0].frame.hex(5, 4))
    assert {box.sheets[0].frame.cell(place)[0] for place in found} > {4, 5, 6}


def test_a_path_along_hexsides_bars_as_the_hexsides_do():
    corners = [nearest_corner((3000.0, 500.0)), nearest_corner((15000.0, 9000.0))]
    around = chain(*corners)
    frame = SheetFrame.place("even")
    sides = tuple(SideFeature("stream", (frame.cell(a), frame.cell(b))) for a, b in around)
    by_side = prepared(box_of(sides=sides))
    points = [corners[0]]
    for a, b in around:
        ends = set(_ends(a, b))
        (after,) = ends - {points[-1]}
        points.append(after)
    line = tuple(frame.to_sheet((x / (2048 * 3**0.5), y / 2048)) for x, y in points)
    by_path = prepared(box_of(paths=(Path("stream", tuple((round(x, 4), round(y, 4)) for x, y in line)),)))
    for a, b in around:
        assert by_side.bars(a, b)
        assert by_path.bars(b, a)


def _ends(a: Hex, b: Hex):
    return ends_of(hexside(a, b))


POINTS = st.tuples(st.floats(0, 9), st.floats(0, 9))


@given(st.lists(POINTS, min_size=2, max_size=5))
def test_steps_are_barred_that_the_path_meets_away_from_the_dots_it_runs_over(points):
    box = box_of(paths=(Path("river", tuple(points)),))
    frame, barriers = box.sheets[0].frame, prepared(box)
    stretches = [LineString(each) for each in pairwise(frame.to_lattice(point) for point in points)]
    for here in box.cells:
        dot = Point(centre(here))
        assert barriers.is_rim(here) == any(stretch.intersects(dot) for stretch in stretches)
        for there in here.neighbours():
            step, other = LineString([centre(here), centre(there)]), Point(centre(there))
            met = (each for each in stretches if not each.intersects(dot) and not each.intersects(other))
            assert barriers.bars(here, there) == any(stretch.intersects(step) for stretch in met)


@given(st.lists(st.floats(2, 7), min_size=11, max_size=11))
def test_no_filling_passes_a_river_that_leads_from_edge_to_edge(heights):
    river = tuple((float(x), y) for x, y in enumerate(heights))
    box = box_of(paths=(Path("river", river),))
    barriers, frame = prepared(box), box.sheets[0].frame
    line = [frame.to_lattice(point) for point in river]
    north = {place for place in box.cells if _above(line, centre(place))}
    found = flooded(box, frame.hex(1, ROWS))
    assert all(place in north or barriers.is_rim(place) for place in found)


def _above(line, dot):
    (ax, ay), (bx, by) = next((a, b) for a, b in pairwise(line) if a[0] <= dot[0] <= b[0])
    return (bx - ax) * (dot[1] - ay) - (by - ay) * (dot[0] - ax) > 0


def test_what_has_not_changed_is_not_measured_again():
    asked = []

    def bounds(section, terrain):
        asked.append(terrain)
        return True

    line = straight(box_of(), (1, 4), (COLUMNS, 4))
    box = box_of(paths=(Path("river", line),))
    barriers = Barriers(bounds)
    for _ in (1, 2):
        for _ in barriers.prepare(box):
            pass
    assert asked == ["river"]
