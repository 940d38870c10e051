import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.geometry.register import (
    FINENESS,
    PIECES_FROM,
    Affine,
    BadPoints,
    Piecewise,
    centred,
    delaunay,
    fit_affine,
    register,
    residuals,
)

numbers = st.floats(-0.05, 0.05)
shifts = st.floats(-50, 50)
pixels = st.tuples(st.integers(0, 12000), st.integers(0, 9000)).map(lambda p: (float(p[0]), float(p[1])))


@st.composite
def affines(draw):
    made = Affine(draw(numbers), draw(numbers), draw(shifts), draw(numbers), draw(numbers), draw(shifts))
    size = made.a**2 + made.b**2 + made.d**2 + made.e**2
    assume(abs(made.determinant) > 0.02 * size > 1e-9)
    return made


@st.composite
def scattered(draw, least=3, most=14):
    """Points of a picture that stand well apart and not on one line."""
    columns, rows = 4000, 3000
    cells = draw(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=least, max_size=most, unique=True))
    shaken = [(c * columns + draw(st.integers(-900, 900)), r * rows + draw(st.integers(-600, 600))) for c, r in cells]
    assume(
        any(
            (b[0] - a[0]) * (c[1] - a[1]) != (b[1] - a[1]) * (c[0] - a[0])
            for a, b, c in zip(cells, cells[1:], cells[2:], strict=False)
        )
    )
    return [(float(x), float(y)) for x, y in shaken]


@given(affines(), scattered())
def test_a_rotated_sheared_and_stretched_sheet_is_recovered(true, at):
    pairs = [(pixel, true(pixel)) for pixel in at]
    try:
        found = register(pairs)
    except BadPoints as error:
        assume("on one line" not in str(error))
        raise
    for pixel in [*at, (0.0, 0.0), (12345.0, -77.0)]:
        assert math.dist(found.to_sheet(pixel), true(pixel)) < 1e-6
        assert math.dist(found.to_pixel(true(pixel)), pixel) < 1e-3
    assert max(residuals(pairs, found.straight)) < 1e-6


@given(affines(), pixels)
def test_the_inverse_of_an_affine_map_leads_back(true, pixel):
    assert math.dist(true.inverse()(true(pixel)), pixel) < 1e-3


SCALE = 1 / 200


@st.composite
def warped(draw):
    """Nine or more points of a sheet that has stretched by up to a fifth of a hex here and there."""
    at = draw(scattered(PIECES_FROM, 16))
    off = st.floats(-0.2, 0.2)
    return [(p, (SCALE * p[0] + draw(off), -SCALE * p[1] + draw(off))) for p in at]


@given(warped())
def test_a_map_of_pieces_passes_through_its_points_both_ways(pairs):
    found = register(pairs)
    assert isinstance(found, Piecewise)
    for pixel, point in pairs:
        assert math.dist(found.to_sheet(pixel), point) < 1e-6
        assert math.dist(found.to_pixel(point), pixel) < 1e-3


@given(warped(), pixels, st.floats(0, math.tau))
def test_a_map_of_pieces_has_no_jumps(pairs, pixel, turn):
    found = register(pairs)
    near = pixel[0] + 0.01 * math.cos(turn), pixel[1] + 0.01 * math.sin(turn)
    steepest = max(math.hypot(p.forth.a, p.forth.b, p.forth.d, p.forth.e) for p in found.pieces)
    assert math.dist(found.to_sheet(pixel), found.to_sheet(near)) <= 0.0101 * steepest + 1e-6


@given(warped(), st.tuples(st.floats(-30000, 40000), st.floats(-30000, 40000)))
def test_the_way_back_of_a_map_of_pieces_is_its_inverse(pairs, pixel):
    found = register(pairs)
    assert math.dist(found.to_pixel(found.to_sheet(pixel)), pixel) < 1e-2


def test_far_from_its_points_a_map_of_pieces_is_the_affine_one():
    pairs = [((400.0 * c, 300.0 * r), (2.0 * c + 0.02 * r * c, -1.5 * r)) for c in range(3) for r in range(3)]
    found = register(pairs)
    for pixel in [(-5000.0, 20.0), (300.0, 9000.0)]:
        assert math.dist(found.to_sheet(pixel), found.straight(pixel)) < 1e-9


@given(affines(), scattered(4, 8), st.integers(0, 100), st.floats(0.1, 3))
def test_a_point_set_wrongly_is_seen_in_the_residuals(true, at, which, off):
    pairs = [(pixel, true(pixel)) for pixel in at]
    moved = which % len(pairs)
    pixel, (x, y) = pairs[moved]
    pairs[moved] = pixel, (x + off, y)
    try:
        straight = fit_affine(pairs)
    except BadPoints:
        assume(False)
    told = residuals(pairs, straight)
    # What is told is the distance that is left, and least squares leaves no more than doing nothing about it would.
    assert told == tuple(math.dist(straight(p), q) for p, q in pairs)
    assert sum(r * r for r in told) <= off * off + 1e-6


def test_no_affine_map_fits_better_than_the_one_found():
    pairs = [((0.0, 0.0), (0.0, 0.0)), ((100.0, 0.0), (1.1, 0.0)), ((0.0, 100.0), (0.0, -1.0)), ((100.0, 100.0), (1.0, -1.05))]
    best = fit_affine(pairs)
    least = sum(r * r for r in residuals(pairs, best))
    for name in "abcdef":
        for step in (1e-4, -1e-4):
            values = {each: getattr(best, each) + (step if each == name else 0.0) for each in "abcdef"}
            assert sum(r * r for r in residuals(pairs, Affine(**values))) >= least


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        ([], "from 3 points on; there is none"),
        ([((0.0, 0.0), (0.0, 0.0)), ((1.0, 0.0), (1.0, 0.0))], "there are 2"),
        ([((100.0 * n, 50.0 * n), (float(n), float(n * n))) for n in range(4)], "one line of the picture"),
        ([((100.0 * n, 50.0 * n * n), (float(n), 2.0 * n)) for n in range(4)], "hexes on one line"),
        ([((5.0, 5.0), (float(n), float(n * n))) for n in range(4)], "one line of the picture"),
    ],
)
def test_points_that_tell_nothing_are_refused_with_a_sentence(pairs, said):
    with pytest.raises(BadPoints, match=said):
        register(pairs)


def test_two_points_on_one_spot_and_a_fold_are_refused():
    pairs = [((400.0 * c, 300.0 * r), (2.0 * c, -1.5 * r)) for c in range(3) for r in range(3)]
    with pytest.raises(BadPoints, match="on one spot"):
        register([*pairs, ((400.0, 300.0), (2.5, -1.5))])
    with pytest.raises(BadPoints, match="folded over"):
        register([*pairs, ((410.0, 300.0), (0.5, -1.5))])


@given(st.lists(st.tuples(st.integers(1, 40), st.integers(1, 40)), unique=True, max_size=14))
def test_no_point_lies_in_the_circle_of_a_triangle_and_triangles_fill_the_frame(inner):
    points = [*inner, (0, 0), (41, 0), (41, 41), (0, 41)]
    triangles = delaunay(points)
    assert len(triangles) == 2 * len(inner) + 2
    assert sum(_twice_area(points, each) for each in triangles) == 2 * 41 * 41
    for each in triangles:
        assert _twice_area(points, each) > 0
        x, y, square = _circle(*(points[n] for n in each))
        assert all((p[0] - x) ** 2 + (p[1] - y) ** 2 >= square - 1e-6 for p in points)


def _twice_area(points, triangle):
    (ax, ay), (bx, by), (cx, cy) = (points[n] for n in triangle)
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


def _circle(a, b, c):
    d = 2 * (a[0] * (b[1] - c[1]) + b[0] * (c[1] - a[1]) + c[0] * (a[1] - b[1]))
    squares = [p[0] ** 2 + p[1] ** 2 for p in (a, b, c)]
    x = (squares[0] * (b[1] - c[1]) + squares[1] * (c[1] - a[1]) + squares[2] * (a[1] - b[1])) / d
    y = (squares[0] * (c[0] - b[0]) + squares[1] * (a[0] - c[0]) + squares[2] * (b[0] - a[0])) / d
    return x, y, (a[0] - x) ** 2 + (a[1] - y) ** 2


def test_a_picture_without_points_lies_in_the_middle_of_its_sheet():
    found = centred((300, 100), (0.0, 0.0, 30.0, 20.0))
    assert found.to_sheet((150.0, 50.0)) == pytest.approx((15.0, 10.0))
    assert found.to_sheet((0.0, 0.0)) == pytest.approx((0.0, 15.0))
    assert found.to_pixel((30.0, 5.0)) == pytest.approx((300.0, 100.0))
    assert FINENESS > 1
