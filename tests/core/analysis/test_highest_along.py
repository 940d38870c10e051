"""The highest point of a line in a hex (8.5a) against heights sampled all along it."""

import math
import random
from functools import cache

import pytest
import shapely
from oracles import contour_maps
from oracles.grounds import ground_of, lines_of

from core.analysis.elevation import FINEST_STRETCH, Heights, HeightSettings
from core.analysis.los import stretch_in
from core.geometry.contours import ContourLine
from core.geometry.hexes import Hex
from core.geometry.layout import Point
from core.geometry.sightlines import hexes_met

FLAT, FORMED = HeightSettings(), HeightSettings(hilltop="rise", bottom="fall")

MAPS = {
    "saddles": contour_maps.saddles,
    "comb": contour_maps.comb,
    "spiral": contour_maps.spiral,
    "smooth 1": lambda: contour_maps.smooth(1),
    "smooth 5": lambda: contour_maps.smooth(5),
}


@cache
def _heights(name: str, settings: HeightSettings) -> Heights:
    return Heights(ground_of(lines_of(MAPS[name]())), settings)


def _longest_higher_run(heights: Heights, start: Point, end: Point, per_hex: int) -> float:
    """The length in hexes of the longest stretch of samples that stand higher than the highest point found."""
    found = heights.highest_along(start, end).height
    assert found is not None
    count = max(1, round(per_hex * math.dist(start, end)))
    longest = run = 0
    for k in range(count + 1):
        part = k / count
        level = heights.at((start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])))
        assert level.height is not None
        run = run + 1 if level.height > found else 0
        longest = max(longest, run)
    return longest / per_hex


def _check(heights: Heights, place: Hex, a: Hex, b: Hex, per_hex: int) -> None:
    start, end = stretch_in(place, a, b)
    level = heights.highest_along(start, end)
    assert _longest_higher_run(heights, start, end, per_hex) <= FINEST_STRETCH, (place, a, b)
    # It is no invention: the point named lies on the stretch, and its own height is the one given.
    assert heights.at(level.at).height == level.height
    on_line = math.dist(start, level.at) + math.dist(level.at, end) - math.dist(start, end)
    assert on_line < 0.01
    bounds = heights.bounds_along(start, end)
    assert bounds is not None and bounds[0] <= level.height <= bounds[1]


@pytest.mark.parametrize("settings", [FLAT, FORMED], ids=["8.5a", "8.5abc"])
@pytest.mark.parametrize("name", MAPS)
def test_no_sample_of_a_line_stands_higher_for_longer_than_the_bound(name: str, settings: HeightSettings) -> None:
    heights = _heights(name, settings)
    dice = random.Random(11)
    cells = heights.ground.hexes
    for _ in range(2):
        met = ()
        while not met:
            a, b = dice.choice(cells), dice.choice(cells)
            met = hexes_met(a, b)
        _check(heights, dice.choice(met)[0], a, b, 256)


# Faults that were found: between two samples the shortest span leaps over a saddle, and the ground with it, by up to three
# marks; and what was higher at the very hexside was passed over.
@pytest.mark.parametrize(
    ("name", "a", "b", "place"),
    [
        ("saddles", Hex(7, 3), Hex(4, -1), Hex(5, 1)),
        ("saddles", Hex(8, -1), Hex(5, 3), Hex(7, 0)),
        ("saddles", Hex(5, 3), Hex(8, -3), Hex(8, -2)),
        ("smooth 5", Hex(3, 5), Hex(5, -1), Hex(4, 3)),
        ("saddles", Hex(4, 0), Hex(5, 2), Hex(5, 1)),
        ("comb", Hex(1, 6), Hex(5, 3), Hex(3, 4)),
    ],
)
def test_leaps_of_the_ground_between_two_samples_are_found(name: str, a: Hex, b: Hex, place: Hex) -> None:
    heights = _heights(name, FLAT)
    _check(heights, place, a, b, 512)
    start, end = stretch_in(place, a, b)
    ends = heights.at(start).height, heights.at(end).height
    found = heights.highest_along(start, end).height
    assert found is not None and None not in ends
    assert found >= max(ends)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["saddles"])
def test_two_thousand_samples_per_hex_find_nothing_higher_for_longer(name: str) -> None:
    _check(_heights(name, FLAT), Hex(5, 1), Hex(7, 3), Hex(4, -1), 2000)


@pytest.mark.parametrize("name", MAPS)
def test_both_directions_find_the_same_height(name: str) -> None:
    heights = _heights(name, FLAT)
    dice = random.Random(3)
    for _ in range(15):
        a, b = dice.choice(heights.ground.hexes), dice.choice(heights.ground.hexes)
        for place, _ in hexes_met(a, b)[:3]:
            there, back = (heights.highest_along(*stretch_in(place, *ends)) for ends in ((a, b), (b, a)))
            assert there.height == back.height


def _slope_lines() -> list[ContourLine]:
    """Straight lines one hex apart, rising northwards."""
    return [ContourLine(20 * k, ((0.0, 0.5 + k), (8.0, 0.5 + k))) for k in range(8)]


def test_along_a_line_up_a_slope_the_upper_end_counts() -> None:
    heights = Heights(ground_of(_slope_lines()), FLAT)
    # From 20·0.9 up to 20·1.7: three quarters above the line at 1.5, which is the mark at 35.
    assert heights.highest_along((4, 1.4), (4, 2.2)).height == 35
    assert heights.highest_along((4, 2.2), (4, 1.4)).height == 35
    # A line along a contour and one that only touches it.
    assert heights.highest_along((3, 1.5), (4, 1.5)).height == 20
    assert heights.highest_along((3, 1.5005), (4, 1.5005)).height == 20
    # One point, on a contour and off it.
    assert heights.highest_along((3, 1.5), (3, 1.5)).height == 20
    assert heights.highest_along((3, 2.0), (3, 2.0)).height == 30


def test_both_ends_of_a_stretch_belong_to_it() -> None:
    heights = Heights(ground_of(_slope_lines()), FLAT)
    # Only the very end of this stretch lies half way between two marks, and a tie goes up.
    assert heights.highest_along((4, 1.6), (4, 2.125)).height == 35
    assert heights.highest_along((4, 2.125), (4, 1.6)).height == 35
    assert heights.highest_along((4, 1.6), (4, 2.1249)).height == 30


def test_the_sea_is_level_and_the_coast_a_contour() -> None:
    sea = shapely.box(0, 0, 8, 3)
    coast = ContourLine(0, ((0.0, 3.0), (8.0, 3.0)))
    lines = [coast, *(ContourLine(20 * k, ((0.0, 3.0 + k), (8.0, 3.0 + k))) for k in range(1, 4))]
    heights = Heights(ground_of(lines, sea=sea), FORMED)
    for start, end in (((1.0, 1.0), (5.0, 1.5)), ((1.0, 1.0), (1.0, 1.0)), ((2.0, 2.5), (2.0, 3.05))):
        assert heights.highest_along(start, end).height == 0
        bounds = heights.bounds_along(start, end)
        assert bounds is not None and bounds[0] <= 0 <= bounds[1]
    assert heights.highest_along((2.0, 2.5), (2.0, 3.3)).height == 5
