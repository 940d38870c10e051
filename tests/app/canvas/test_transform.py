import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.canvas.transform import HEX, MapTransform, meets, span_of
from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre

TRANSFORMS = [MapTransform("columns"), MapTransform("rows")]
places = st.builds(Hex, st.integers(-60, 60), st.integers(-60, 60))
numbers = st.floats(-200, 200)


def test_north_is_up_on_the_screen() -> None:
    transform = MapTransform()
    (_, south), (_, north) = transform.xy((3.0, 4.0)), transform.xy((3.0, 5.0))
    assert north == south - HEX


def test_on_a_sheet_of_pointy_top_hexes_x_and_y_change_places_before_the_flip() -> None:
    assert MapTransform("rows").xy((3.0, 5.0)) == (5 * HEX, -3 * HEX)


@pytest.mark.parametrize("transform", TRANSFORMS)
@given(x=numbers, y=numbers)
def test_the_way_to_the_scene_and_back_ends_where_it_began(transform: MapTransform, x: float, y: float) -> None:
    assert transform.to_plane(*transform.xy((x, y))) == pytest.approx((x, y))


@pytest.mark.parametrize("transform", TRANSFORMS)
@given(place=places)
def test_a_hex_is_found_at_its_own_centre(transform: MapTransform, place: Hex) -> None:
    assert transform.hex_at(*transform.centre(place)) == place


@pytest.mark.parametrize("transform", TRANSFORMS)
@given(place=places)
def test_corners_stand_as_far_from_the_centre_as_a_hex_of_height_one_asks(transform: MapTransform, place: Hex) -> None:
    centre = transform.centre(place)
    assert [math.dist(centre, corner) for corner in transform.corners(place)] == pytest.approx([HEX / math.sqrt(3)] * 6)


@pytest.mark.parametrize("transform", TRANSFORMS)
@given(x=numbers, y=numbers, width=st.floats(0, 900), height=st.floats(0, 900))
def test_hexes_in_a_rectangle_are_all_those_whose_bounds_touch_it(
    transform: MapTransform, x: float, y: float, width: float, height: float
) -> None:
    span = (x, y, x + width, y + height)
    found = set(transform.hexes_in(span))
    middle = transform.hex_at(x + width / 2, y + height / 2)
    near = [place for place in middle.within(14) if meets(transform.hex_span(place), _inner(span))]
    assert set(near) <= found
    assert all(meets(transform.hex_span(place), _outer(span)) for place in found)


def _inner(span: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    return span[0] + 1e-6, span[1] + 1e-6, span[2] - 1e-6, span[3] - 1e-6


def _outer(span: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    return span[0] - 1e-6, span[1] - 1e-6, span[2] + 1e-6, span[3] + 1e-6


def test_a_rectangle_of_the_plane_keeps_its_corners_in_the_scene() -> None:
    transform = MapTransform("rows")
    bounds = (1.0, 2.0, 3.0, 7.0)
    corners = [transform.xy((x, y)) for x in (1.0, 3.0) for y in (2.0, 7.0)]
    assert transform.span(bounds) == span_of(corners)
    assert plane_centre(Hex(0, 0)) == (0.0, 0.0)
