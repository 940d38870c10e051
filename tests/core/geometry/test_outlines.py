"""Ground of whole hexes, its outlines, and ways along hexsides."""

import math
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from core.geometry.hexes import Hex
from core.geometry.layout import centre, corners, to_plane
from core.geometry.outlines import (
    chain,
    corner_neighbours,
    ends_of,
    hexes_on_line,
    hexes_within,
    hexside,
    nearest_corner,
    nearest_side,
    outlines,
    side_between,
)

hexes = st.builds(Hex, st.integers(-6, 6), st.integers(-6, 6))
grounds = st.frozensets(hexes, max_size=60)
lattice_points = st.tuples(st.floats(-20000, 20000), st.floats(-12000, 12000))


def signed_area(ring):
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1], strict=True))


@given(grounds)
def test_what_the_outlines_of_ground_enclose_is_that_ground(ground):
    assert hexes_within(ring for piece in outlines(ground) for ring in piece) == ground


@given(grounds)
def test_each_piece_alone_encloses_connected_ground_and_pieces_never_touch(ground):
    pieces = [hexes_within(piece) for piece in outlines(ground)]
    assert sum(len(piece) for piece in pieces) == len(ground)
    for piece in pieces:
        assert not any(near in ground and near not in piece for place in piece for near in place.neighbours())


@given(grounds)
def test_outer_rings_run_counter_clockwise_holes_clockwise_and_every_stretch_is_a_hexside(ground):
    for outer, *holes in outlines(ground):
        assert signed_area(outer) > 0
        assert all(signed_area(hole) < 0 for hole in holes)
        for ring in (outer, *holes):
            assert len(set(ring)) == len(ring)
            assert all(side_between(a, b) for a, b in pairwise((*ring, ring[0])))


@given(grounds)
def test_the_area_of_the_outlines_is_that_of_the_hexes(ground):
    one = signed_area(outlines({Hex(0, 0)})[0][0])
    assert sum(signed_area(ring) for piece in outlines(ground) for ring in piece) == one * len(ground)


def test_a_ring_of_hexes_has_a_hole():
    ring = set(Hex(0, 0).neighbours())
    ((outer, hole),) = outlines(ring)
    assert set(hole) == set(corners(Hex(0, 0)))
    assert hexes_within((outer,)) == ring | {Hex(0, 0)}


def test_a_ring_that_leaves_the_hexsides_encloses_no_hexes():
    outer = list(corners(Hex(0, 0)))
    outer[2] = (outer[2][0] + 1, outer[2][1])
    assert hexes_within((outer,)) is None
    assert hexes_within((((0, 0), (100, 0), (100, 100)),)) is None


@given(hexes, st.integers(0, 5))
def test_a_hexside_and_its_ends_name_each_other(place, k):
    side = hexside(place, place.neighbours()[k])
    a, b = ends_of(side)
    assert side_between(a, b) == side_between(b, a) == side
    assert {a, b} == set(corners(side[0])) & set(corners(side[1]))
    (ax, ay), (bx, by), (cx, cy) = a, b, centre(side[0])
    assert (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0, "the first hex lies on the left"


@given(hexes, hexes)
def test_a_line_of_hexes_is_straight_and_without_gaps(start, end):
    line = list(hexes_on_line(start, end))
    assert (line[0], line[-1], len(line)) == (start, end, start.distance(end) + 1)
    assert all(a.distance(b) == 1 for a, b in pairwise(line))


@given(lattice_points)
def test_the_nearest_hexside_and_corner_are_those_of_a_full_search(point):
    places = list(Hex(*map(round, (point[0] / 3072, (point[1] - 1024 * point[0] / 3072) / 2048))).within(3))
    spots = {corner for place in places for corner in corners(place)}
    at = to_plane(point)
    assert math.isclose(
        math.dist(to_plane(nearest_corner(point)), at), min(math.dist(to_plane(each), at) for each in spots), abs_tol=1e-9
    )
    sides = {hexside(place, near) for place in places for near in place.neighbours()}

    def away(side):
        (ax, ay), (bx, by) = (to_plane(end) for end in ends_of(side))
        part = ((at[0] - ax) * (bx - ax) + (at[1] - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
        part = min(max(part, 0), 1)
        return math.dist(at, (ax + part * (bx - ax), ay + part * (by - ay)))

    assert math.isclose(away(nearest_side(point)), min(map(away, sides)), abs_tol=1e-9)


def reached(start, steps):
    """Corners by the least number of hexsides to them, by spreading."""
    found, rim = {start: 0}, [start]
    for step in range(1, steps + 1):
        rim = [other for here in rim for other in corner_neighbours(here) if other not in found]
        found.update(dict.fromkeys(rim, step))
    return found


@given(st.integers(0, 5), st.integers(0, 9), st.data())
def test_a_chain_is_a_shortest_way_along_hexsides(k, steps, data):
    start = corners(Hex(0, 0))[k]
    known = reached(start, 9)
    end = data.draw(st.sampled_from(sorted(known)))
    sides = chain(start, end)
    assert len(sides) == known[end]
    assert len(set(sides)) == len(sides)
    here = start
    for side in sides:
        a, b = ends_of(side)
        assert here in (a, b)
        here = b if here == a else a
    assert here == end


def test_every_corner_has_three_hexsides():
    for corner in corners(Hex(3, -2)):
        assert len(list(corner_neighbours(corner))) == 3
