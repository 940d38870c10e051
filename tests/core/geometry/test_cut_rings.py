"""Outlines cut and sewn, against shapely."""

import math

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st
from oracles.laws import law

from core.geometry.cut_rings import halves, sewn_outlines

SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0), (0.0, 0.0))
HOLE = ((1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0), (1.0, 1.0))


def polygon(outline):
    return shapely.Polygon(outline[0], outline[1:])


@st.composite
def outlines(draw):
    """Stars around the origin, some with a hole of the same form."""
    count = draw(st.integers(3, 12))
    reach = [draw(st.integers(4, 40)) / 8 for _ in range(count)]
    turn = draw(st.floats(0, 1))
    ring = [
        (round(r * math.cos(math.tau * (n + turn) / count), 4), round(r * math.sin(math.tau * (n + turn) / count), 4))
        for n, r in enumerate(reach)
    ]
    rings = [(*ring, ring[0])]
    if draw(st.booleans()):
        small = [(round(x * 0.4, 4), round(y * 0.4, 4)) for x, y in ring]
        rings.append((*small, small[0]))
    if draw(st.booleans()):
        rings = [ring[::-1] for ring in rings]
    assume(polygon(rings).is_valid and shapely.Polygon(ring).contains(shapely.Point(0, 0)))
    return tuple(rings)


@law(300)
@given(outlines(), st.sampled_from([0, 1]), st.integers(-20, 20))
def test_halves_are_what_shapely_cuts(outline, axis, eighths):
    at = eighths / 8
    whole = polygon(outline)
    cut = halves(outline, axis, at, 1e-9)
    assert cut is not None
    far = 100.0
    rooms = [shapely.box(-far, -far, at, far), shapely.box(at, -far, far, far)]
    if axis:
        rooms = [shapely.box(-far, -far, far, at), shapely.box(-far, at, far, far)]
    for parts, room in zip(cut, rooms, strict=True):
        shapes = [polygon(part) for part in parts]
        assert all(shape.is_valid for shape in shapes)
        assert shapely.union_all(shapes).symmetric_difference(whole.intersection(room)).area < 1e-9
        assert math.isclose(sum(shape.area for shape in shapes), whole.intersection(room).area, abs_tol=1e-9)


@law(200)
@given(outlines(), st.sampled_from([0, 1]), st.integers(-20, 20))
def test_what_was_cut_is_sewn_to_what_it_was(outline, axis, eighths):
    cut = halves(outline, axis, eighths / 8, 1e-9)
    assert cut is not None
    below, above = cut
    assume(below and above)
    sewn = sewn_outlines((*below, *above), 1e-6)
    # A ring that meets the cut in a point alone leaves two outlines that share that point.
    if sewn is not None:
        assert polygon(sewn[0]).symmetric_difference(polygon(outline)).area < 1e-9
    else:
        assert any(abs(point[axis] - eighths / 8) < 1e-9 for ring in outline for point in ring)


def test_a_hole_that_is_cut_becomes_a_bay_of_both_halves():
    cut = halves((SQUARE, HOLE), 0, 2.0, 0.0)
    assert cut is not None
    assert [[len(ring) for ring in part] for half in cut for part in half] == [[9], [9]]
    sewn = sewn_outlines([part for half in cut for part in half], 1e-6)
    assert sewn is not None
    assert len(sewn[0]) == 2


def test_a_ring_beyond_the_cut_stays_whole_and_one_along_it_is_on_its_own_side():
    assert halves((SQUARE,), 0, 9.0, 0.0) == (((SQUARE,),), ())
    cut = halves((SQUARE,), 1, 0.0, 0.0)
    assert cut is not None
    assert cut[0] == ()
    assert polygon(cut[1][0]).equals(polygon((SQUARE,)))


def test_points_near_the_cut_lie_on_it():
    near = tuple((x, y + 0.0001) for x, y in SQUARE)
    cut = halves((near,), 1, 4.0, 0.0002)
    assert cut is not None
    assert [len(part) for part in cut] == [1, 0]


@pytest.mark.parametrize("apart", [(5.0, 0.0), (4.0, 4.0)])
def test_outlines_that_share_no_side_are_not_sewn(apart):
    other = tuple((x + apart[0], y + apart[1]) for x, y in SQUARE)
    assert sewn_outlines(((SQUARE,), (other,)), 0.001) is None
