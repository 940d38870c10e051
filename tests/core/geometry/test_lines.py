import itertools
import math

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from core.geometry.lines import (
    Obstacles,
    between,
    bounds,
    crosses_itself,
    crossing,
    cut,
    dense,
    drawn_by_hand,
    foot_on_segment,
    inside,
    is_closed,
    kept_apart,
    length,
    middle,
    nearest,
    ring_inside,
    segments_apart,
    signed_area,
    simplified,
    smoothed,
    untangled,
)

coordinates = st.integers(-40, 40).map(lambda n: n / 4)
points = st.tuples(coordinates, coordinates)
lines = st.lists(points, min_size=2, max_size=30).map(tuple)
rings = st.lists(points, min_size=3, max_size=20, unique=True).map(lambda ring: (*ring, ring[0]))
SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0), (0.0, 0.0))


def _away(point, line):
    return min(math.dist(point, foot_on_segment(point, a, b)[1]) for a, b in itertools.pairwise(line))


@given(lines | rings, st.sampled_from([0.01, 0.3, 1.0, 4.0]))
@example(((0.0, 0.0),) * 4, 0.01)
def test_a_simpler_line_keeps_its_ends_and_stays_within_the_tolerance(line, tolerance):
    simple = simplified(line, tolerance)
    assert (simple[0], simple[-1]) == (line[0], line[-1])
    assert is_closed(simple) == is_closed(line)
    assert set(simple) <= set(line)
    if len(simple) > 1:
        assert all(_away(point, simple) <= tolerance + 1e-9 for point in line)


@given(lines | rings, st.integers(1, 3))
def test_a_smoother_line_keeps_its_ends_or_stays_closed_and_lies_within_the_bounds_of_the_old(line, rounds):
    smooth = smoothed(line, rounds)
    if is_closed(line):
        assert is_closed(smooth)
    else:
        assert (smooth[0], smooth[-1]) == (line[0], line[-1])
    low_x, low_y, high_x, high_y = bounds(line)
    assert all(low_x - 1e-9 <= x <= high_x + 1e-9 and low_y - 1e-9 <= y <= high_y + 1e-9 for x, y in smooth)


@given(lines, points)
def test_the_foot_is_the_nearest_of_many_points_of_the_line(line, point):
    foot = nearest(line, point)
    assert foot.distance == pytest.approx(math.dist(foot.point, point))
    assert all(math.dist(each, point) >= foot.distance - 1e-9 for each in dense(line, 0.1))


@given(lines, points)
def test_the_parts_of_a_cut_line_are_together_as_long_as_the_line(line, point):
    assume(length(line) > 0)
    before, after = cut(line, nearest(line, point))
    assert before[-1] == after[0]
    assert length(before) + length(after) == pytest.approx(length(line))


@given(rings, points, points)
def test_the_two_ways_around_a_ring_are_together_as_long_as_the_ring(ring, a, b):
    first, last = nearest(ring, a), nearest(ring, b)
    assume(math.dist(first.point, last.point) > 1e-3)
    assert length(between(ring, first, last)) + length(between(ring, last, first)) == pytest.approx(length(ring))


@given(st.lists(points, min_size=2, max_size=8).map(tuple))
def test_a_crossing_is_found_exactly_when_two_segments_that_are_no_neighbours_meet(line):
    line = tuple(point for n, point in enumerate(line) if n == 0 or point != line[n - 1])
    segments = list(itertools.pairwise(line))
    met = any(
        crossing(*segments[m], *segments[n]) is not None
        for m, n in itertools.combinations(range(len(segments)), 2)
        if n - m > 1 and not (is_closed(line) and (m, n) == (0, len(segments) - 1))
    )
    assert (crosses_itself(line) is not None) == met


@given(rings, points)
def test_a_point_is_inside_when_a_ray_in_another_direction_says_so_too(ring, point):
    assume(_away(point, ring) > 0.01)
    turned = [(-y, x) for x, y in ring]
    assert inside(ring, point) == inside(turned, (-point[1], point[0]))


@given(rings)
def test_a_ring_run_backwards_has_the_same_area_with_the_other_sign(ring):
    assert signed_area(ring) == pytest.approx(-signed_area(ring[::-1]))


def test_a_ring_that_a_hand_led_beyond_its_start_loses_its_tails_and_a_knot_stays():
    tails = ((-0.5, 0.0), *SQUARE[1:4], (0.2, -0.5), (-0.5, 0.0))
    clean = untangled(tails)
    assert crosses_itself(clean) is None
    assert signed_area(clean) > 12
    bow = ((0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0), (0.0, 0.0))
    assert untangled(bow) == bow
    assert untangled(SQUARE) == SQUARE


@given(rings)
def test_untangling_ends_and_leaves_a_closed_ring(ring):
    clean = untangled(ring)
    assert is_closed(clean)
    assert length(clean) <= length(ring) + 1e-9


def test_a_ring_within_another_is_told_from_one_that_touches_or_lies_beside_it():
    small = ((1.0, 1.0), (2.0, 1.0), (1.0, 2.0), (1.0, 1.0))
    assert ring_inside(small, SQUARE)
    assert not ring_inside(SQUARE, small)
    assert not ring_inside(tuple((x + 2.5, y) for x, y in small), SQUARE)
    assert not ring_inside(tuple((x + 9, y) for x, y in small), SQUARE)


def test_segments_upon_each_other_share_an_end():
    assert crossing((0.0, 0.0), (3.0, 0.0), (1.0, 0.0), (2.0, 0.0)) == (1.0, 0.0)
    assert crossing((0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0)) is None


@given(lines, st.sampled_from([0.05, 0.2]))
def test_what_a_hand_draws_stays_near_and_keeps_its_ends(line, tolerance):
    assume(len(set(line)) > 1 and line[0] != line[-1])
    calm = drawn_by_hand(line, tolerance)
    assert (calm[0], calm[-1]) == (line[0], line[-1])


def _wavy(phase: float, sway: float, steps: int = 60):
    return tuple((k / 4, sway * math.sin(k / 6 + phase)) for k in range(steps))


@settings(deadline=None, max_examples=60)
@given(
    st.floats(0, 6),
    st.floats(0, 2),
    st.lists(st.tuples(st.floats(0, 14), st.floats(-3, 3)), min_size=2, max_size=8),
    st.sampled_from([0.15, 0.4, 0.8]),
)
def test_a_following_line_keeps_its_spacing_everywhere_and_never_crosses(phase, sway, trail, spacing):
    neighbour = _wavy(phase, sway)
    kept = kept_apart(dense(tuple(trail), 0.2), Obstacles([neighbour], spacing * 1.5), spacing)
    for a, b in itertools.pairwise(kept):
        assert min(segments_apart(a, b, c, d) for c, d in itertools.pairwise(neighbour)) >= spacing - 1e-9


def test_a_line_drawn_across_its_neighbour_slides_along_it_to_where_the_hand_is():
    neighbour = _wavy(0.0, 1.0, 80)
    kept = kept_apart(tuple((x / 10, -0.1) for x in range(190)), Obstacles([neighbour], 0.6), 0.4)
    assert kept[-1][0] == pytest.approx(18.9, abs=0.8)


def test_far_from_everything_a_trail_stays_as_it_is_drawn():
    trail = ((0.0, 9.0), (1.0, 9.5), (2.0, 9.0))
    assert kept_apart(trail, Obstacles([_wavy(0.0, 1.0)], 0.5), 0.4) == trail
    assert kept_apart(trail, Obstacles([], 0.5), 0.4) == trail


def test_the_middle_of_points_is_their_mean():
    assert middle(SQUARE[:-1]) == (2.0, 2.0)
