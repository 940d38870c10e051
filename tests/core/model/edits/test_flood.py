"""Filling spreads over hexes that are alike."""

import immutables
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.edits.flood import HexLooks, spread
from core.model.edits.hex_edits import HexAreas, paint_terrain
from core.model.maps import Area, Grid, HexContent, MapSheet
from core.model.terrain import Terrain, TerrainKind
from core.model.work import Work

WOODS = Terrain("woods", "Woods", TerrainKind.AREA)


def box_of(orientation="columns", **sections):
    grid = Grid(8, 7, Numbering("{column:02}.{row:02}", 8, 7), orientation=orientation, raised="even")
    sheet = MapSheet("A", grid, **sections)
    return GameBox("Plain", "", (PlacedSheet(sheet, SheetFrame.place("even", orientation), "A", "a.map.yaml"),))


def flooded(box, place):
    *steps, found = spread(HexLooks(box), box, place)
    assert not any(steps)
    return found


def test_an_empty_map_is_filled_to_its_edge():
    box = box_of()
    assert flooded(box, box.hex("01.01")) == set(box.cells)


def test_a_village_is_filled_alone_and_bounds_what_is_around_it():
    box = box_of(hexes=immutables.Map({(4, 4): HexContent("village"), (4, 5): HexContent("village", "Lark")}))
    assert flooded(box, box.hex("04.04")) == {box.hex("04.04"), box.hex("04.05")}
    assert len(flooded(box, box.hex("01.01"))) == len(box.cells) - 2


@pytest.mark.parametrize("orientation", ["columns", "rows"])
def test_areas_of_free_outline_bound_by_the_centre_dots_in_them_and_holes_are_outside(orientation):
    ring = ((1.0, 1.0), (6.0, 1.0), (6.0, 6.0), (1.0, 6.0), (1.0, 1.0))
    hole = ((3.0, 3.0), (4.5, 3.0), (4.5, 4.9), (3.0, 4.9), (3.0, 3.0))
    box = box_of(orientation, areas=(Area("woods", (ring, hole)),))
    looks = HexLooks(box)
    for _ in looks.prepare():
        pass
    inside = {place for place in box.cells if looks.of(place)[1]}
    assert inside
    start = next(iter(inside))
    assert flooded(box, start) <= inside


@given(st.sets(st.tuples(st.integers(1, 8), st.integers(1, 7))), st.integers(1, 8), st.integers(1, 7))
def test_what_is_filled_is_what_walking_over_like_hexes_reaches(cells, column, row):
    box = box_of()
    frame = box.sheets[0].frame
    wooded = {frame.hex(*cell) for cell in cells}
    box = paint_terrain(box, WOODS, wooded, HexAreas()).apply(Work(box)).box
    start = frame.hex(column, row)
    alike = {place for place in box.cells if (place in wooded) == (start in wooded)}
    reached = {start}
    while True:
        more = {near for place in reached for near in place.neighbours()} & alike
        if more <= reached:
            break
        reached |= more
    assert flooded(box, start) == reached
