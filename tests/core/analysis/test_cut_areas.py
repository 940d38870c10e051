"""Areas of free outline cut along hexsides."""

import math

import pytest
import shapely

from core.analysis.cut_areas import without_hexes
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.maps import Area, Grid, ItemRef, MapSheet
from core.model.work import Work

HEX_AREA = math.sqrt(3) / 2
SQUARE = ((1.0, 1.0), (6.0, 1.0), (6.0, 6.0), (1.0, 6.0), (1.0, 1.0))
REF = ItemRef("a.map.yaml", "areas", 1)


def box_with(shape, orientation="columns"):
    grid = Grid(8, 8, Numbering("{column:02}.{row:02}", 8, 8), orientation=orientation, raised="even")
    sheet = MapSheet("A", grid, areas=(Area("woods", shape, "Larkwood"),))
    return GameBox("Plain", "", (PlacedSheet(sheet, SheetFrame.place("even", orientation), "A", "a.map.yaml"),))


def left_of(box, hexes):
    edit = without_hexes(box, [REF], hexes)
    return edit.apply(Work(box)).box.sheets[0].sheet.areas


def size(areas):
    return sum(shapely.Polygon(area.shape[0], area.shape[1:]).area for area in areas)


@pytest.mark.parametrize("orientation", ["columns", "rows"])
def test_a_hex_in_the_middle_leaves_a_hole(orientation):
    box = box_with((SQUARE,), orientation)
    (area,) = left_of(box, {box.sheets[0].frame.hex(4, 4)})
    assert (len(area.shape), area.name) == (2, "Larkwood")
    assert size([area]) == pytest.approx(25 - HEX_AREA, abs=1e-3)


def test_a_band_of_hexes_leaves_two_areas_the_larger_under_the_old_key():
    box = box_with((SQUARE,))
    band = {box.sheets[0].frame.hex(5, row) for row in range(9)}
    areas = left_of(box, band)
    assert len(areas) == 2
    assert size(areas[:1]) > size(areas[1:])


def test_an_area_wholly_in_the_hexes_is_gone():
    box = box_with((SQUARE,))
    assert not len(left_of(box, set(box.sheets[0].frame.hex(4, 4).within(6))))


def test_what_is_there_no_more_is_left_out():
    box = box_with((SQUARE,))
    assert not without_hexes(box, [ItemRef("a.map.yaml", "areas", 7)], {box.sheets[0].frame.hex(4, 4)}).items


def test_a_hole_too_small_for_a_file_goes_when_an_area_is_cut():
    speck = ((1.2, 1.2), (1.20001, 1.2), (1.2, 1.20001), (1.2, 1.2))
    box = box_with((SQUARE, speck))
    (area,) = left_of(box, {box.sheets[0].frame.hex(4, 4)})
    assert len(area.shape) == 2
    assert size([area]) == pytest.approx(25 - HEX_AREA, abs=1e-3)
