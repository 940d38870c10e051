"""Lines cut by hexes."""

import math
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from core.geometry.hex_clip import LEAST_PIECE, hex_under, outside
from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre

hexes = st.frozensets(st.builds(Hex, st.integers(0, 4), st.integers(0, 3)), min_size=1, max_size=6)
points = st.tuples(st.integers(-100, 500), st.integers(-100, 600)).map(
    lambda at: (at[0] / 100 + 0.00321, at[1] / 100 + 0.00457)
)
"""Points that lie on no hexside: a line along one belongs to either hex."""
lines = st.lists(points, min_size=2, max_size=8, unique=True).map(tuple)


def length(line):
    return sum(math.dist(a, b) for a, b in pairwise(line))


def sampled_inside(line, ground, n=400):
    """The length of a line inside hexes, by many points."""
    total = 0.0
    for a, b in pairwise(line):
        hits = 0
        for k in range(n):
            part = (k + 0.5) / n
            hits += hex_under((a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]))) in ground
        total += math.dist(a, b) * hits / n
    return total


@given(lines, hexes)
def test_what_is_left_has_the_length_that_many_points_tell(line, ground):
    pieces = outside(line, ground)
    left = length(line) if pieces is None else sum(map(length, pieces))
    slack = sum(math.dist(a, b) for a, b in pairwise(line)) * len(ground) * 2 / 400 + 0.01
    assert abs(length(line) - sampled_inside(line, ground) - left) <= slack


@given(lines, hexes)
def test_no_piece_enters_the_hexes(line, ground):
    for piece in outside(line, ground) or ():
        for a, b in pairwise(piece):
            if math.dist(a, b) > LEAST_PIECE:
                assert hex_under(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)) not in ground


@given(lines, hexes)
def test_a_line_that_stays_outside_is_none_of_its_business(line, ground):
    far = tuple((x + 40, y) for x, y in line)
    assert outside(far, ground) is None


def test_a_line_through_a_hex_becomes_two():
    place = Hex(2, 1)
    x, y = plane_centre(place)
    first, second = outside(((x, y - 2), (x, y + 2)), {place})
    assert first[0] == (x, y - 2)
    assert math.isclose(first[-1][1], y - 0.5)
    assert math.isclose(second[0][1], y + 0.5)


def test_a_ring_that_is_cut_is_one_open_line():
    place = Hex(2, 1)
    x, y = plane_centre(place)
    ring = ((x - 2, y - 2), (x + 2, y - 2), (x + 2, y), (x, y), (x - 2, y + 2), (x - 2, y - 2))
    (piece,) = outside(ring, {place})
    assert ring[0] in piece
    assert piece[0] != piece[-1]


def test_a_line_wholly_inside_is_gone():
    place = Hex(2, 1)
    x, y = plane_centre(place)
    assert outside(((x, y), (x + 0.1, y)), {place}) == ()
