import itertools
import math

from hypothesis import given
from hypothesis import strategies as st

from core.geometry.hexes import Hex
from core.geometry.layout import corners, to_plane
from core.geometry.tracks import hex_way, nearest_corner, next_corners, side_way

hexes = st.builds(Hex, st.integers(-9, 9), st.integers(-9, 9))
points = st.builds(lambda place, k: corners(place)[k], hexes, st.integers(0, 5))


@given(hexes, hexes)
def test_a_way_from_hex_to_hex_enters_each_next_to_the_last_and_none_too_many(start, end):
    way = hex_way(start, end)
    assert (way[0], way[-1], len(way)) == (start, end, start.distance(end) + 1)
    assert all(a.distance(b) == 1 for a, b in itertools.pairwise(way))


@given(points)
def test_hexsides_lead_from_a_corner_to_three_others_and_back(corner):
    near = next_corners(corner)
    assert len(near) == 3
    for each in near:
        assert math.isclose(math.dist(to_plane(each), to_plane(corner)), 1 / math.sqrt(3))
        assert corner in next_corners(each)


@given(points, points)
def test_a_way_along_hexsides_is_as_short_as_a_search_by_breadth_finds(start, end):
    way = side_way(start, end)
    assert (way[0], way[-1]) == (start, end)
    assert all(b in next_corners(a) for a, b in itertools.pairwise(way))
    reached, rim, steps = {start}, {start}, 0
    while end not in reached:
        rim = {near for corner in rim for near in next_corners(corner)} - reached
        reached |= rim
        steps += 1
    assert len(way) == steps + 1


@given(points)
def test_the_nearest_corner_of_a_corner_is_itself(corner):
    assert nearest_corner(to_plane(corner)) == corner


def test_far_away_corners_are_joined_by_a_straight_line():
    start, end = corners(Hex(0, 0))[0], corners(Hex(300, 0))[0]
    assert side_way(start, end) == (start, end)
