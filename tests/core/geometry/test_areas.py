import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.geometry.areas import united, without
from core.geometry.lines import inside, nearest, signed_area

SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0), (0.0, 0.0))


def _moved(ring, dx, dy=0.0):
    return tuple((x + dx, y + dy) for x, y in ring)


def _size(shapes):
    return sum(abs(signed_area(shape[0])) - sum(abs(signed_area(hole)) for hole in shape[1:]) for shape in shapes)


def _holds(shapes, point):
    return any(inside(shape[0], point) and not any(inside(hole, point) for hole in shape[1:]) for shape in shapes)


points = st.tuples(st.integers(0, 12).map(float), st.integers(0, 12).map(float))
triangles = st.lists(points, min_size=3, max_size=3, unique=True).map(lambda ring: (*ring, ring[0]))


@given(triangles, triangles, st.lists(st.tuples(st.floats(0, 12), st.floats(0, 12)), max_size=8))
def test_what_is_left_and_what_is_together_hold_the_points_they_should(a, b, probes):
    left, both = without((a,), [(b,)]), united([(a,), (b,)])
    for x, y in probes:
        near = any(_near_rim(ring, (x, y)) for ring in (a, b))
        if not near:
            assert _holds(left, (x, y)) == (inside(a, (x, y)) and not inside(b, (x, y)))
            assert _holds(both, (x, y)) == (inside(a, (x, y)) or inside(b, (x, y)))


def _near_rim(ring, point):
    return nearest(ring, point).distance < 1e-3


def test_a_strip_cut_through_an_area_leaves_two():
    strip = ((1.5, -1.0), (2.5, -1.0), (2.5, 5.0), (1.5, 5.0), (1.5, -1.0))
    left = without((SQUARE,), [(strip,)])
    assert len(left) == 2
    assert _size(left) == pytest.approx(12)


def test_all_of_an_area_can_go_and_a_hole_can_be_filled():
    assert without((SQUARE,), [(_moved(SQUARE, -0.0),)]) == ()
    hole = tuple((1 + x / 4, 1 + y / 4) for x, y in SQUARE)
    holed = without((SQUARE,), [(hole,)])
    assert len(holed[0]) == 2
    assert _size(united([*holed, (hole,)])) == pytest.approx(16)
    assert len(united([*holed, (hole,)])[0]) == 1


def test_an_area_that_crosses_itself_is_taken_for_what_it_encloses():
    bow = ((0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0), (0.0, 0.0))
    assert _size(united([(bow,)])) == pytest.approx(2)
