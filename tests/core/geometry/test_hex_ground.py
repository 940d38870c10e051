"""In which hexes ground lies, against shapely on the same whole numbers."""

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law

from core.geometry.hex_ground import HAIR, belongs_to, centres_within, has_ground, hexes_near, holds_point, inner_corners
from core.geometry.hexes import Hex
from core.geometry.layout import SheetFrame, centre, corners, to_plane

HOME = Hex(0, 0)

points = st.tuples(st.integers(-5000, 5000), st.integers(-5000, 5000))
near_rim = st.builds(
    lambda corner, dx, dy: (corner[0] + dx, corner[1] + dy),
    st.sampled_from(corners(HOME)),
    st.integers(-4, 4),
    st.integers(-4, 4),
)
rings = st.lists(st.one_of(points, near_rim), min_size=3, max_size=7).map(lambda ring: [*ring, ring[0]])


@law(400)
@given(rings, st.sampled_from([0, HAIR, 300]))
def test_an_outline_has_ground_where_shapely_finds_it_in_the_smaller_hex(ring, hair):
    outline = shapely.Polygon(ring)
    if outline.is_valid:
        assert has_ground([ring], HOME, hair) == outline.intersects(shapely.Polygon(inner_corners(HOME, hair)))


@law(200)
@given(rings)
def test_every_hex_that_an_outline_touches_is_among_those_near_it(ring):
    near = set(hexes_near([ring]))
    for place in near:
        assert all(beside in near or not has_ground([ring], beside, 0) for beside in place.neighbours())


@pytest.mark.parametrize("frame", [SheetFrame.place("even"), SheetFrame.place("odd", "rows")])
def test_a_hex_painted_whole_belongs_to_itself_alone(frame):
    for cell in ((3, 4), (4, 4), (17, 29)):
        place = frame.hex(*cell)
        ring = [tuple(round(part, 4) for part in frame.to_sheet(to_plane(corner))) for corner in corners(place)]
        outline = [[frame.to_lattice(point) for point in (*ring, ring[0])]]
        assert [each for each in hexes_near(outline) if belongs_to(outline, each)] == [place]
        assert {each for each in hexes_near(outline) if has_ground(outline, each, 0)} == {place, *place.neighbours()}


def test_a_hole_as_large_as_the_hex_takes_its_ground_away():
    far = [(-9000, -9000), (9000, -9000), (9000, 9000), (-9000, 9000), (-9000, -9000)]
    hole = [*corners(HOME), corners(HOME)[0]]
    assert has_ground([far], HOME)
    assert not has_ground([far, hole], HOME)
    assert has_ground([far, hole], HOME, 0)
    assert has_ground([far, hole], Hex(1, 0))


def test_a_stroke_on_a_hexside_belongs_to_both_hexes_and_one_inside_a_hex_to_it_alone():
    above = Hex(0, 1)
    stroke = [(-500, 1024), (500, 1024), (-500, 1024), (-500, 1024)]
    assert belongs_to([stroke], HOME)
    assert belongs_to([stroke], above)
    inside = [(-500, 900), (500, 900), (-500, 900), (-500, 900)]
    assert belongs_to([inside], HOME)
    assert not belongs_to([inside], above)


dots = st.builds(lambda q, r: centre(Hex(q, r)), st.integers(-3, 3), st.integers(-3, 3))
level = st.builds(lambda dot, dx: (dot[0] + dx, dot[1]), dots, st.integers(-3000, 3000))
rings_over_dots = st.lists(st.one_of(dots, level, points), min_size=3, max_size=8).map(lambda ring: [*ring, ring[0]])


@law(400)
@given(st.lists(rings_over_dots, min_size=1, max_size=2), points, points)
def test_the_dots_within_an_outline_are_those_that_it_holds(rings, one, two):
    (left, right), (bottom, top) = ((min(pair), max(pair)) for pair in zip(one, two, strict=True))
    xs, ys = zip(*rings[0], strict=True)
    held = []
    for q in range(-5, 6):
        for r in range(-8, 9):
            x, y = centre(Hex(q, r))
            is_near = max(left, min(xs)) <= x <= min(right, max(xs)) and max(bottom, min(ys)) <= y <= min(top, max(ys))
            if is_near and holds_point(rings, (x, y)):
                held.append((q, r))
    assert sorted(centres_within(rings, (left, bottom), (right, top))) == held


def test_dots_within_an_outline_without_end_are_looked_for_on_the_map_alone():
    far = 10**12
    square = [(-far, -far), (far, -far), (far, far), (-far, far), (-far, -far)]
    assert set(centres_within([square], (-3072, -2048), (3072, 2048))) == {(each.q, each.r) for each in HOME.within(1)}
