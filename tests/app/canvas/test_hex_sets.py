"""Hexes of a shape are found as if every hex of a rectangle were asked, and each change of a layer is seen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.canvas.hex_sets import HexSet, filed
from app.canvas.overlays import OverlayLayer
from app.canvas.shape_painter import ShapePainter
from app.canvas.shapes import HexFill
from app.canvas.style import load_style
from app.canvas.transform import HEX, MapTransform
from core.geometry.hexes import Hex

SMALL = st.integers(-6, 6)
PLACES = st.frozensets(st.builds(Hex, SMALL, SMALL), max_size=60)
EDGE = st.floats(-8 * HEX, 8 * HEX, allow_nan=False)


@pytest.mark.parametrize("orientation", ["columns", "rows"])
@given(PLACES, st.tuples(EDGE, EDGE), st.tuples(EDGE, EDGE))
def test_the_hexes_of_a_rectangle_are_those_that_a_look_at_each_finds_in_the_same_order(orientation, places, a, b):
    transform = MapTransform(orientation)
    span = min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])
    expected = [place for place in transform.hexes_in(span) if place in places]
    assert list(HexSet(places).within(transform, span)) == expected


@given(PLACES)
def test_open_sides_are_those_whose_neighbour_is_missing(places):
    held = HexSet(places)
    for place in places:
        assert held.open_sides(place) == [number for number, near in enumerate(place.neighbours()) if near not in places]


def test_a_shape_is_filed_once():
    places = frozenset({Hex(0, 0), Hex(1, 0)})
    assert filed(places) is filed(places)


def test_whether_a_tile_is_empty_follows_the_shapes_and_the_map(qapp):
    layer, tile = OverlayLayer(), (0.0, 0.0, 5 * HEX, 5 * HEX)
    assert layer.is_empty(tile), "there is no map yet"
    layer.use(ShapePainter(MapTransform(), load_style().overlay))
    assert layer.is_empty(tile)
    layer.set_shapes([HexFill(frozenset({Hex(2, -3)}), "lit")])
    assert not layer.is_empty(tile)
    layer.set_shapes([HexFill(frozenset({Hex(40, -60)}), "lit")])
    assert layer.is_empty(tile)
    layer.use(None)
    assert layer.is_empty(tile)
