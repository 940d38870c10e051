"""Twelve rays, counted by turning the plane in steps of 60° instead of by cross products; angles by exact cosines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law
from oracles.plain_bearings import at_least_120, ray_counts

from core.geometry.bearings import RAYS, at_least_120_degrees, bearing, rays_between
from core.geometry.hexes import Hex

TARGET = Hex(7, -3)
steps = st.tuples(st.integers(-30, 30), st.integers(-30, 30)).filter(lambda d: d != (0, 0))
NEAR = [h for h in Hex(0, 0).within(5) if h != Hex(0, 0)]


def _bearing(step: tuple[int, int]) -> tuple[int, int]:
    return bearing(TARGET.plus(*step), TARGET)


def _turned(step: tuple[int, int]) -> tuple[int, int]:
    return -step[1], step[0] + step[1]


def test_rays_counted_for_all_pairs_within_five_hexes() -> None:
    for a in NEAR:
        for b in NEAR:
            found = rays_between(_bearing((a.q, a.r)), _bearing((b.q, b.r)))
            assert set(found) in ray_counts((a.q, a.r), (b.q, b.r)), (a, b)
            assert len(found) == len(set(found))


@law(400)
@given(a=steps, b=steps)
def test_rays_counted_for_far_pairs(a: tuple[int, int], b: tuple[int, int]) -> None:
    assert set(rays_between(_bearing(a), _bearing(b))) in ray_counts(a, b)


@law(400)
@given(a=steps, b=steps)
def test_angles_of_120_degrees_by_squared_cosines(a: tuple[int, int], b: tuple[int, int]) -> None:
    assert at_least_120_degrees(_bearing(a), _bearing(b)) == at_least_120(a, b)


@law(200)
@given(a=steps, b=steps)
def test_turning_both_bearings_by_sixty_degrees_turns_the_rays(a: tuple[int, int], b: tuple[int, int]) -> None:
    here, there = rays_between(_bearing(a), _bearing(b)), rays_between(_bearing(_turned(a)), _bearing(_turned(b)))
    assert {(n + 2) % 12 for n in here} == set(there)
    assert at_least_120_degrees(_bearing(a), _bearing(b)) == at_least_120_degrees(_bearing(_turned(a)), _bearing(_turned(b)))


@law(200)
@given(a=steps, b=steps)
def test_the_order_of_firers_and_their_distance_do_not_matter(a: tuple[int, int], b: tuple[int, int]) -> None:
    one = rays_between(_bearing(a), _bearing(b))
    assert len(rays_between(_bearing(b), _bearing(a))) == len(one)
    assert rays_between(_bearing((3 * a[0], 3 * a[1])), _bearing(b)) == one


@law(100)
@given(a=steps)
def test_opposite_bearings_hold_seven_lines_on_a_line_and_six_off_it(a: tuple[int, int]) -> None:
    across = -a[0], -a[1]
    found = rays_between(_bearing(a), _bearing(across))
    on_ray = len(rays_between(_bearing(a), _bearing(a))) == 1
    assert len(found) == (7 if on_ray else 6)


def test_five_neighbouring_lines_span_120_degrees_and_four_span_90() -> None:
    for n in range(12):
        assert len(rays_between(RAYS[n], RAYS[(n + 4) % 12])) == 5
        assert at_least_120_degrees(RAYS[n], RAYS[(n + 4) % 12])
        assert len(rays_between(RAYS[n], RAYS[(n + 3) % 12])) == 4
        assert not at_least_120_degrees(RAYS[n], RAYS[(n + 3) % 12])


def test_the_hex_itself_has_no_bearing() -> None:
    with pytest.raises(ValueError, match="two different hexes"):
        rays_between(bearing(TARGET, TARGET), (1, 1))
