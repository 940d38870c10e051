"""Which hexsides lines lead across, against plain fractions, and the cases that lie on hexsides and corners."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import plain_net
from oracles.laws import law

from core.geometry.hex_lines import is_between, joined, stretches
from core.geometry.hexes import Hex
from core.geometry.layout import centre, corners

A, NORTH, EAST, FAR = Hex(0, 0), Hex(0, 1), Hex(1, 0), Hex(1, 1)
"""Three hexes around the corner to the north-east of A, and the hex at the other end of the hexside between the two others."""

CORNER, FAR_CORNER = (1024, 1024), (2048, 2048)

knots = st.builds(
    lambda q, r, corner: centre(Hex(q, r)) if corner is None else corners(Hex(q, r))[corner],
    st.integers(-2, 2),
    st.integers(-2, 2),
    st.one_of(st.none(), st.integers(0, 5)),
)
halves = st.builds(lambda a, b: ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2), knots, knots)
near = st.builds(lambda at, dx, dy: (at[0] + dx, at[1] + dy), knots, st.integers(-2, 2), st.integers(-2, 2))
anywhere = st.tuples(st.integers(-7000, 7000), st.integers(-6000, 6000))
points = st.one_of(knots, knots, halves, near, anywhere)
lines = st.lists(points, min_size=2, max_size=6)


def led(line):
    """The pairs of hexes between which a line leads."""
    lies = stretches(line)
    return {pair for one, two in pairwise(lies) for pair in joined(one, two)}


def plainly(pairs):
    return {frozenset((place.q, place.r) for place in pair) for pair in pairs}


@law(300)
@given(lines)
def test_a_line_leads_where_plain_fractions_say(line):
    assert [frozenset((place.q, place.r) for place in each) for each in stretches(line)] == plain_net.states(line)
    assert plainly(led(line)) == plain_net.led(line)


@law(150)
@given(lines)
def test_a_line_leads_back_as_it_has_led_and_only_between_adjacent_hexes(line):
    assert led(line[::-1]) == led(line)
    assert all(one.distance(two) == 1 and one < two for one, two in led(line))


@law(150)
@given(lines, st.integers(-90, 90), st.integers(-90, 90))
def test_a_line_that_lies_elsewhere_leads_between_the_hexes_there(line, dq, dr):
    dx, dy = centre(Hex(dq, dr))
    moved = [(x + dx, y + dy) for x, y in line]
    assert led(moved) == {(one.plus(dq, dr), two.plus(dq, dr)) for one, two in led(line)}


@law(150)
@given(lines)
def test_points_between_the_points_of_a_line_change_nothing(line):
    even = [(x - x % 2, y - y % 2) for x, y in line]
    halved = [point for a, b in pairwise(even) for point in (a, ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2))]
    assert led([*halved, even[-1]]) == led(even)


def test_a_line_of_one_point_or_of_the_same_point_twice_lies_nowhere():
    assert stretches([(5, 5)]) == stretches([(5, 5), (5, 5)]) == []


def test_a_line_through_a_hexside_leads_across_it():
    assert led([centre(A), centre(NORTH)]) == {(A, NORTH)}
    assert led([centre(A), (0, 1024), centre(NORTH)]) == {(A, NORTH)}


def test_a_line_through_a_corner_leads_between_two_hexes_and_never_into_the_third():
    assert led([centre(A), CORNER, centre(EAST)]) == {(A, EAST)}
    assert led([centre(NORTH), CORNER, centre(EAST)]) == {(NORTH, EAST)}
    # Straight from one hex into another through the corner, without a point there.
    assert led([(1024 - 700, 1024 - 300), (1024 + 700, 1024 + 300)]) == {(A, EAST)}


def test_a_line_that_touches_a_hexside_or_a_corner_and_turns_back_leads_nowhere():
    assert led([centre(A), (0, 1024), (300, 0)]) == set()
    assert led([centre(A), CORNER, (300, 0)]) == set()
    assert led([(-500, 900), (0, 1024), (500, 900)]) == set()


def test_a_line_along_a_hexside_connects_both_hexes_beside_it_with_those_where_it_ends():
    assert led([centre(A), CORNER, FAR_CORNER, centre(FAR)]) == {(A, NORTH), (A, EAST), (NORTH, FAR), (EAST, FAR)}
    assert led([centre(A), FAR_CORNER]) == {(A, NORTH), (A, EAST)}


def test_a_line_along_a_hexside_of_the_hex_it_comes_from_connects_that_with_the_hex_beyond():
    assert led([centre(A), (-300, 1024), (300, 1024), centre(NORTH)]) == {(A, NORTH)}
    assert led([centre(A), (-300, 1024), (300, 1024), (300, 0)]) == {(A, NORTH)}


def test_a_line_along_one_hexside_alone_connects_nothing_and_one_around_a_corner_connects_its_hexes():
    assert led([CORNER, FAR_CORNER]) == led([CORNER, FAR_CORNER, CORNER]) == set()
    assert led([(-1024, 1024), CORNER, FAR_CORNER]) == {(A, NORTH), (A, EAST), (NORTH, EAST)}


@pytest.mark.parametrize(("point", "is_on"), [((0, 1024), True), (CORNER, True), ((0, 1023), False), ((2047, 0), False)])
def test_an_end_lies_between_hexes_when_it_is_on_a_hexside_or_a_corner(point, is_on):
    (stretch,) = stretches([centre(A), point])
    assert is_between(point, stretch) == is_on
