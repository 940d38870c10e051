"""Hexes drawn together: outlines hold exactly their hexes, plateaus hold exactly their levels."""

from fractions import Fraction

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Point, Polygon

from core.geometry.labels import Numbering
from core.interop.hex_cells import cell_at, cell_centre, cell_ring, outlines, plateaus
from core.model.maps import Grid


def grid(columns: int, rows: int, orientation: str, raised: str) -> Grid:
    return Grid(columns, rows, Numbering("{column:02}.{row:02}", columns, rows), orientation, raised)


grids = st.builds(
    grid, st.integers(2, 7), st.integers(2, 7), st.sampled_from(["columns", "rows"]), st.sampled_from(["odd", "even"])
)


@settings(max_examples=40, deadline=None)
@given(grids, st.data())
def test_outlines_are_the_union_of_their_hexes_and_each_group_is_one(grid: Grid, data: st.DataObject) -> None:
    every = [(column, row) for column in range(1, grid.columns + 1) for row in range(1, grid.rows + 1)]
    cells = data.draw(st.sets(st.sampled_from(every)))
    shapes = [Polygon(rings[0], rings[1:]) for rings in outlines(grid, cells)]
    union = shapely.union_all([Polygon(cell_ring(grid, cell)).buffer(1e-6) for cell in cells])
    assert all(shape.is_valid for shape in shapes)
    assert sum(shape.area for shape in shapes) == pytest.approx(len(cells) * 0.8660254, abs=1e-4)
    assert len(shapes) == (len(shapely.get_parts(union)) if cells else 0)
    for cell in every:
        inside = any(shape.contains(Point(cell_centre(grid, cell))) for shape in shapes)
        assert inside is (cell in cells)


@given(grids, st.data())
def test_a_cell_is_found_at_its_centre_and_none_beyond_the_sheet(grid: Grid, data: st.DataObject) -> None:
    cell = data.draw(st.tuples(st.integers(1, grid.columns), st.integers(1, grid.rows)))
    assert cell_at(grid, cell_centre(grid, cell)) == cell
    assert cell_at(grid, (-5.0, -5.0)) is None
    ring = cell_ring(grid, cell)
    assert Polygon(ring).exterior.is_ccw
    assert Polygon(ring).centroid.distance(Point(cell_centre(grid, cell))) < 1e-9


@settings(max_examples=30, deadline=None)
@given(grids, st.data())
def test_a_step_over_a_plateau_crosses_as_many_contours_as_levels_differ(grid: Grid, data: st.DataObject) -> None:
    every = [(column, row) for column in range(1, grid.columns + 1) for row in range(1, grid.rows + 1)]
    levels = {cell: data.draw(st.integers(-2, 3)) for cell in every}
    contours = plateaus(grid, levels, Fraction(10))
    lines = {
        height: [shapely.LineString(c.line) for c in contours if c.height == height] for height in {c.height for c in contours}
    }
    for one, two in data.draw(st.lists(st.tuples(st.sampled_from(every), st.sampled_from(every)), max_size=4)):
        way = shapely.LineString([cell_centre(grid, one), cell_centre(grid, two)])
        for height, drawn in lines.items():
            crossings = sum(len(shapely.get_parts(way.intersection(line))) for line in drawn if way.intersects(line))
            if (levels[one] * 10 < height) is not (levels[two] * 10 < height):
                assert crossings >= 1


def test_even_ground_has_no_contours() -> None:
    assert plateaus(grid(3, 3, "columns", "odd"), {(1, 1): 2, (2, 2): 2}, Fraction(10)) == ()
