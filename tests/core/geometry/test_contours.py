"""Shortest lines between contours, against a dense fan of rays over every segment of the map."""

import math
import random
from collections.abc import Iterator
from fractions import Fraction

import pytest
import shapely
from oracles import contour_maps
from oracles.fan import FanMap, Point, crosses_something, distance_to, shortest

from core.geometry.contours import HIGH, LOW, ContourLine, Relief
from core.geometry.faces import build_relief
from core.geometry.spans import shortest_span

MAPS = {
    "smooth 1": lambda: contour_maps.smooth(1),
    "smooth 2": lambda: contour_maps.smooth(2),
    "smooth 4": lambda: contour_maps.smooth(4),
    "spiral": contour_maps.spiral,
    "comb": contour_maps.comb,
    "saddles": contour_maps.saddles,
    "slope along x": lambda: contour_maps.slope(0.0),
    "slope along y": lambda: contour_maps.slope(math.pi / 2),
    "slope 1 rad": lambda: contour_maps.slope(1.0),
    "slope 3 rad": lambda: contour_maps.slope(3.0),
}

FAN = 4000


def relief_of(map_: FanMap) -> Relief:
    """The relief of a drawn map, all sides left to be settled from the heights."""
    lines = [ContourLine(Fraction(height), tuple(points)) for height, points in map_.lines]
    return build_relief(lines, shapely.box(*map_.box))


def _points(map_: FanMap, count: int, seed: int) -> Iterator[Point]:
    dice = random.Random(seed)
    x0, y0, x1, y1 = map_.box
    while count:
        point = dice.uniform(x0, x1), dice.uniform(y0, y1)
        if distance_to(map_, point) > 0.001:
            count -= 1
            yield point


def _check(map_: FanMap, relief: Relief, point: Point, low: int, high: int, rays: int) -> bool:
    """Compares the shortest line through a point with the fan's; returns whether there is one."""
    face = relief.face_at(point)
    assert face is not None
    span, reach = shortest_span(face, point)
    best = shortest(map_, point, low, high, rays)
    if span is None:
        assert best is None, point
        return False
    length = math.dist(span.low_end, span.high_end)
    assert best is None or length <= best[0] + 1e-9, point
    # It is a line that anybody could have drawn: through the point, from a lower line to a higher one, with nothing between.
    assert distance_to(map_, span.low_end, low) < 1e-8
    assert distance_to(map_, span.high_end, high) < 1e-8
    assert (span.low_height, span.high_height) == (low, high)
    assert not crosses_something(map_, span.low_end, span.high_end)
    below, above = math.dist(span.low_end, point), math.dist(point, span.high_end)
    assert below + above == pytest.approx(length, abs=1e-9)
    assert span.part == pytest.approx(below / length, abs=1e-9)
    assert max(below, above) <= reach + 1e-9
    return True


@pytest.mark.parametrize("name", MAPS)
def test_no_ray_of_a_dense_fan_is_shorter(name: str) -> None:
    map_ = MAPS[name]()
    relief = relief_of(map_)
    found = 0
    for point in _points(map_, 40 if name == "comb" else 16, seed=len(name)):
        face, z = relief.face_at(point), map_.ground(*point)
        low = 20 * math.floor(z / 20)
        assert face is not None
        sides = face.heights_of(LOW), face.heights_of(HIGH)
        # Near a line the drawn polygon may pass a point on the other side than the ground does.
        if sides == (frozenset({Fraction(low)}), frozenset({Fraction(low + 20)})):
            found += _check(map_, relief, point, low, low + 20, FAN)
    assert found > 5


@pytest.mark.slow
@pytest.mark.parametrize("name", MAPS)
def test_no_ray_of_a_fan_of_twenty_thousand_is_shorter(name: str) -> None:
    map_ = MAPS[name]()
    relief = relief_of(map_)
    for point in _points(map_, 5, seed=100):
        face, z = relief.face_at(point), map_.ground(*point)
        low = 20 * math.floor(z / 20)
        assert face is not None
        if (face.heights_of(LOW), face.heights_of(HIGH)) == (frozenset({Fraction(low)}), frozenset({Fraction(low + 20)})):
            _check(map_, relief, point, low, low + 20, 20_000)


@pytest.mark.parametrize("first", range(0, 600, 150))
def test_no_ray_is_shorter_between_rings_with_few_corners_and_long_sides(first: int) -> None:
    spanned = checked = 0
    for seed in range(first, first + 150):
        map_, between = contour_maps.rings(seed)
        relief = relief_of(map_)
        for point in _points(map_, 4, seed):
            if between.contains(shapely.Point(point)):
                checked += 1
                spanned += _check(map_, relief, point, 20, 40, 400)
    assert checked > spanned > 120


# A fault that was found: a long line that spans the direction in which angles begin anew was passed over once nearer ground
# had settled both its ends, and with it everything that it hides.
@pytest.mark.parametrize("seed", [10260, 10267, 10463, 10514, 10629, 10638, 11223])
def test_long_lines_hide_what_lies_behind_them_in_every_direction(seed: int) -> None:
    map_, between = contour_maps.rings(seed)
    relief = relief_of(map_)
    for point in _points(map_, 12, seed):
        if between.contains(shapely.Point(point)):
            _check(map_, relief, point, 20, 40, 400)


def _square(x0: float, x1: float) -> list[Point]:
    return [(x0, x0), (x1, x0), (x1, x1), (x0, x1), (x0, x0)]


@pytest.mark.parametrize(
    ("point", "length", "part"),
    [
        ((2.0, 4.0), 2.0, 0.5),
        ((1.5, 4.0), 2.0, 0.25),
        ((4.0, 5.5), 2.0, 0.75),
        ((2.0, 2.0), 2 * math.sqrt(2), 0.5),
        ((6.0, 6.0), 2 * math.sqrt(2), 0.5),
        ((2.0, 3.0), 2.0, 0.5),
        ((3.0, 2.0), 2.0, 0.5),
    ],
)
def test_squares_in_squares_are_measured_exactly(point: Point, length: float, part: float) -> None:
    relief = relief_of(FanMap([(20, _square(1, 7)), (40, _square(3, 5))], (0, 0, 8, 8), lambda x, y: 0))
    face = relief.face_at(point)
    assert face is not None
    span, _ = shortest_span(face, point)
    assert span is not None
    assert math.dist(span.low_end, span.high_end) == pytest.approx(length, abs=1e-9)
    assert span.part == pytest.approx(part, abs=1e-9)
