"""Curves through control points, ways along them, and lines beside them."""

import itertools
import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.geometry.lines import foot_on_segment, length
from core.geometry.measures.curves import Way, angular, beside, curve

coordinates = st.integers(-40, 40).map(lambda n: n / 4)
points = st.tuples(coordinates, coordinates)
trails = st.lists(points, min_size=2, max_size=8).map(tuple)


def away(point, line):
    return min(math.dist(point, foot_on_segment(point, a, b)[1]) for a, b in itertools.pairwise(line))


@given(trails)
def test_a_curve_goes_through_every_control_point_in_their_order(trail):
    line = curve(trail, 0.01)
    assume(len(line) > 1)
    assert line[0] == trail[0] and line[-1] == trail[-1]
    rest = iter(line)
    assert all(any(point == each for each in rest) for point, _ in itertools.groupby(trail))


@given(trails)
def test_backwards_a_curve_is_the_same(trail):
    line = curve(trail, 0.01)
    assert all(math.dist(p, q) < 1e-9 for p, q in zip(line, curve(trail[::-1], 0.01)[::-1], strict=True))


@given(trails)
def test_chords_keep_within_the_tolerance(trail):
    rough, fine = curve(trail, 0.05), curve(trail, 0.0005)
    assume(len(rough) > 1 and len(rough) < 40)
    assert all(away(point, rough) <= 0.06 for point in fine)


@given(st.lists(points, min_size=3, max_size=8, unique=True).map(tuple))
def test_a_closed_curve_returns_and_is_the_same_from_every_corner(ring):
    line = curve(ring, 0.01, closed=True)
    assert line[0] == line[-1] == ring[0]
    other = curve((*ring[1:], ring[0]), 0.01, closed=True)
    assert {(round(x, 6), round(y, 6)) for x, y in line} == {(round(x, 6), round(y, 6)) for x, y in other}


def test_a_curve_has_no_corner_but_where_two_points_coincide():
    def sharpest(line):
        turns = [
            math.atan2(
                (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]),
                sum((b[axis] - a[axis]) * (c[axis] - b[axis]) for axis in (0, 1)),
            )
            for a, b, c in zip(line, line[1:], line[2:], strict=False)
        ]
        return math.degrees(max(map(abs, turns)))

    trail = ((0.0, 0.0), (2.0, 2.0), (4.0, 0.0), (6.0, 1.0))
    assert sharpest(curve(trail, 0.002)) < 20
    assert sharpest(curve((trail[0], trail[1], *trail[1:]), 0.002)) > 60
    assert sharpest(angular(trail)) > 60


@given(trails, st.floats(0, 1), st.floats(0, 1))
def test_parts_of_a_way_are_as_long_as_they_should_be(trail, one, other):
    way = Way(trail)
    start, end = sorted((one * way.length, other * way.length))
    assert length(way.part(start, end)) == pytest.approx(end - start, abs=1e-6)
    assert sum(map(length, way.without(start, end))) == pytest.approx(way.length - (end - start), abs=1e-6)
    assert away(way.at(start), (*way.line, way.line[-1])) < 1e-6


@given(trails, st.floats(0.1, 2))
def test_a_line_beside_another_stays_on_its_side_and_never_comes_much_nearer(trail, distance):
    line = curve(trail, 0.01)
    assume(len(line) > 1)
    side = beside(line, distance)
    if len(side) > 1:
        # Of each corner of the line beside, the stretch near it is far enough away.
        assert max(away(point, line) for point in side) <= 2 * distance + 1e-6


def test_beside_a_circle_runs_a_circle():
    ring = tuple((3 * math.cos(n / 20), 3 * math.sin(n / 20)) for n in range(60))
    assert all(math.hypot(*point) == pytest.approx(2.0, abs=0.01) for point in beside(ring, 1.0))
    assert all(math.hypot(*point) == pytest.approx(4.0, abs=0.01) for point in beside(ring, -1.0))


def test_within_a_sharp_bend_the_loops_of_a_line_beside_are_left_out():
    bend = curve(((0.0, 0.0), (3.0, 0.0), (3.3, 0.6), (3.0, 1.2), (0.0, 1.2)), 0.005)
    inner = beside(bend, 0.9)
    assert all(away(point, bend[:5]) > 0 for point in inner)
    assert len(inner) < len(bend)
