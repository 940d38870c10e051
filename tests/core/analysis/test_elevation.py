"""Heights between contours: marks, hilltops and bottoms, settled sides, faulty lines, and what changes nothing."""

import math
import random
from dataclasses import replace
from fractions import Fraction

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from oracles import contour_maps
from oracles.fan import FanMap, Point, distance_to
from oracles.grounds import ground_of, lines_of
from oracles.laws import law

from core.analysis.elevation import Heights, HeightSettings
from core.analysis.ground import Ground
from core.geometry.contours import HIGH, LOW, ContourLine

FLAT = HeightSettings()
PANCAKE = HeightSettings(between="next_lower", bottom="interval_lower")
FORMED = HeightSettings(hilltop="rise", bottom="fall")
ALL = {"8.2": FLAT, "8.4": PANCAKE, "8.5bc": FORMED}


def _slope(step: int, apart: float = 2.0) -> list[ContourLine]:
    """Straight lines along x, rising northwards from 100 m at y = 1."""
    return [ContourLine(Fraction(100 + step * k), ((0.0, 1 + apart * k), (8.0, 1 + apart * k))) for k in range(4)]


def _ring(height: int, *points: Point, high: int = 0) -> ContourLine:
    return ContourLine(Fraction(height), (*points, points[0]), high)


def _square(height: int, low: float, most: float, high: int = 0) -> ContourLine:
    return _ring(height, (low, low), (most, low), (most, most), (low, most), high=high)


# -- marks --------------------------------------------------------------------------------------------------------------------


@law(80)
@given(eighths=st.integers(0, 64), tie_up=st.booleans(), step=st.sampled_from([20, 10, 40, 25]))
def test_the_nearest_mark_counts_and_a_tie_goes_where_the_reading_says(eighths: int, tie_up: bool, step: int) -> None:
    part = Fraction(eighths, 64)
    heights = Heights(ground_of(_slope(step)), replace(FLAT, tie_up=tie_up))
    level = heights.at((4.0, 1 + 2 * float(part)))
    marks = 2 if step == 10 else 4
    places = sorted(range(marks + 1), key=lambda k: (abs(part - Fraction(k, marks)), -k if tie_up else k))
    assert level.height == 100 + step * Fraction(places[0], marks)
    if level.how == "between":
        assert level.tied == (abs(part - Fraction(places[0], marks)) == abs(part - Fraction(places[1], marks)))
    else:
        assert part in (0, 1)


@pytest.mark.parametrize("away", [0.0, 0.0005, 0.00099])
def test_a_dot_within_a_thousandth_of_a_line_lies_on_it(away: float) -> None:
    for settings in ALL.values():
        heights = Heights(ground_of(_slope(20)), settings)
        for y in (3 - away, 3 + away):
            level = heights.at((4.0, y))
            assert (level.height, level.how) == (120, "contour")
    beyond = Heights(ground_of(_slope(20)), PANCAKE)
    assert beyond.at((4.0, 2.99)).height == 100
    assert beyond.at((4.0, 3.01)).height == 120


def test_simplified_ground_is_as_high_as_the_line_below_and_a_bottom_one_interval_lower() -> None:
    lines = [_square(40, 1, 7), _square(60, 2, 6), _square(60, 3, 5, high=-1)]
    heights = Heights(ground_of(lines), PANCAKE)
    assert [heights.at((4.0, y)).height for y in (1.5, 2.5, 4.0)] == [40, 60, 40]
    assert heights.at((4.0, 4.0)).how == "bottom"
    assert heights.at((4.0, 0.5)).height == 20
    assert Heights(ground_of(lines, interval=None), PANCAKE).at((4.0, 4.0)).height is None


# -- hilltops and bottoms -----------------------------------------------------------------------------------------------------


def _fine(low: int, top: Fraction, part: float) -> set[Fraction]:
    """The nearest of the marks every five metres from a rim and of the far end itself; two when the value is in the middle."""
    sign = 1 if top > low else -1
    marks = [Fraction(low + sign * 5 * k) for k in range(100) if 5 * k < abs(top - low)] + [top]
    value = low + part * float(top - low)
    best = min(abs(float(m) - value) for m in marks)
    return {m for m in marks if abs(float(m) - value) < best + 1e-6}


@law(60)
@given(
    seed=st.integers(0, 10_000),
    spot=st.one_of(st.none(), st.integers(81, 130)),
    is_bottom=st.booleans(),
    at=st.tuples(st.floats(2.2, 5.8), st.floats(2.2, 5.8)),
)
def test_hilltops_rise_and_bottoms_fall_along_the_straight_way_to_their_middle(
    seed: int, spot: int | None, is_bottom: bool, at: Point
) -> None:
    dice = random.Random(seed)
    corners = [
        (4 + size * math.cos(a), 4 + size * math.sin(a))
        for a, size in ((k * math.pi / 4 + dice.uniform(-0.3, 0.3), dice.uniform(1.2, 2.8)) for k in range(8))
    ]
    ring = shapely.Polygon(corners)
    if not ring.contains(shapely.Point(at)) or ring.exterior.distance(shapely.Point(at)) < 0.01:
        return
    middle = (float(ring.centroid.x), float(ring.centroid.y))
    top = Fraction(80 - 10 if is_bottom else 80 + 10)
    spots: tuple[tuple[Point, Fraction], ...] = ()
    lows: tuple[Point, ...] = ()
    if spot is not None:
        place = (4 + dice.uniform(-0.8, 0.8), 4 + dice.uniform(-0.8, 0.8))
        if not ring.contains(shapely.Point(place)):
            return
        middle = place
        if is_bottom:
            lows = (place,)
        else:
            top, spots = Fraction(spot), ((place, Fraction(spot)), ((4.0, 4.0), Fraction(80)))
    if math.dist(at, middle) < 1e-6:
        return
    ground = ground_of([_ring(80, *corners, high=-1 if is_bottom else 1)], spots=spots, lows=lows)
    level = Heights(ground, FORMED).at(at)
    assert level.how == ("bottom" if is_bottom else "hilltop")
    # From the middle through the point and on, to where the enclosing contour is met first.
    reach = 50 / math.dist(at, middle)
    far = (at[0] + reach * (at[0] - middle[0]), at[1] + reach * (at[1] - middle[1]))
    rim = ring.exterior.intersection(shapely.LineString([at, far]))
    out = rim.distance(shapely.Point(at))
    assert level.height in _fine(80, top, out / (out + math.dist(at, middle)))
    assert Heights(ground, FLAT).at(at).height == 80


def test_the_middle_itself_stands_at_the_top_and_fine_marks_end_there() -> None:
    ground = ground_of([_square(80, 2, 6, high=1)], spots=(((4.0, 4.0), Fraction(96)),))
    heights = Heights(ground, FORMED)
    wanted = {2.2: 80, 2.4: 85, 3.0: 90, 3.5: 90, 3.8: 95, 3.95: 96, 4.0: 96}
    assert {x: heights.at((x, 4.0)).height for x in wanted} == wanted
    # A spot that is no higher than the contour around it tells no top; the middle then stands half an interval up.
    low_spot = replace(ground, spots=(((3.0, 3.0), Fraction(80)),))
    assert Heights(low_spot, FORMED).at((4.0, 4.0)).height == 90
    assert Heights(replace(ground, spots=()), replace(FORMED, rise=Fraction(10))).at((4.0, 4.0)).height == 90
    assert Heights(replace(ground, spots=(), interval=None), FORMED).at((4.0, 4.0)).height is None


def test_a_hilltop_whose_centroid_lies_outside_it_has_its_top_deep_inside() -> None:
    horseshoe = _ring(80, (1, 1), (7, 1), (7, 7), (5.5, 7), (5.5, 2), (2.5, 2), (2.5, 7), (1, 7), high=1)
    ground = ground_of([horseshoe])
    heights = Heights(ground, FORMED)
    polygon = shapely.Polygon(horseshoe.points)
    assert not polygon.contains(polygon.centroid)
    assert (
        max(
            heights.at((x / 4, y / 4)).height or 0
            for x in range(5, 28)
            for y in range(5, 28)
            if polygon.contains(shapely.Point(x / 4, y / 4))
        )
        == 90
    )


def test_the_map_edge_helps_to_enclose_hilltops_and_bottoms() -> None:
    lines = [ContourLine(Fraction(40), ((0.0, 3.0), (8.0, 3.0))), ContourLine(Fraction(60), ((0.0, 5.0), (8.0, 5.0)))]
    for settings, bottom in ((FLAT, 40), (PANCAKE, 20)):
        heights = Heights(ground_of(lines), settings)
        assert (heights.at((4, 7)).height, heights.at((4, 7)).how) == (60, "hilltop")
        assert (heights.at((4, 1)).height, heights.at((4, 1)).how) == (bottom, "bottom")


# -- which side is higher -----------------------------------------------------------------------------------------------------


def test_a_lonely_ring_needs_a_spot_or_a_word_to_be_a_hill_or_a_hollow() -> None:
    ring = _square(40, 2, 6)
    unknown = Heights(ground_of([ring]), FLAT).at((4.0, 4.0))
    assert unknown.height is None and unknown.line is not None and unknown.line.height == 40
    for spot, inside, outside in ((45, "hilltop", "bottom"), (31, "bottom", "hilltop")):
        heights = Heights(ground_of([ring], spots=(((4.0, 4.0), Fraction(spot)),)), FLAT)
        assert (heights.at((3.0, 3.0)).how, heights.at((1.0, 1.0)).how) == (inside, outside)
    outside_spot = Heights(ground_of([ring], spots=(((1.0, 1.0), Fraction(45)),)), FLAT)
    assert (outside_spot.at((3.0, 3.0)).how, outside_spot.at((1.0, 1.0)).how) == ("bottom", "hilltop")
    # A spot exactly as high as the line tells nothing.
    assert Heights(ground_of([ring], spots=(((4.0, 4.0), Fraction(40)),)), FLAT).at((4.0, 4.0)).height is None
    for high, inside in ((1, "hilltop"), (-1, "bottom")):
        assert Heights(ground_of([replace(ring, high=high)]), FLAT).at((4.0, 4.0)).how == inside


def test_sides_are_carried_on_from_face_to_face() -> None:
    # Only the outer two rings tell anything to each other; the inner ones follow, and a ring of equal height inside a hilltop
    # is a hollow.
    rings = [_square(20, 0.5, 7.5), _square(40, 1, 7), _square(60, 2, 6), _square(60, 2.8, 5.2), _square(40, 3.4, 4.6)]
    heights = Heights(ground_of(rings), FLAT)
    hows = {x: heights.at((x, 4.0)).how for x in (0.2, 0.8, 1.5, 2.4, 3.1, 4.0)}
    assert hows == {0.2: "bottom", 0.8: "between", 1.5: "between", 2.4: "hilltop", 3.1: "between", 4.0: "bottom"}


@pytest.mark.parametrize("name", ["saddles", "smooth 3", "comb"])
@pytest.mark.parametrize("settings", ALL.values(), ids=ALL)
def test_lines_drawn_the_other_way_with_the_other_side_higher_are_the_same(name: str, settings: HeightSettings) -> None:
    map_ = _map(name)
    plain = lines_of(map_)
    told = [replace(line, high=_high_side(map_, line)) for line in plain]
    turned = [replace(line, points=line.points[::-1], high=-line.high) for line in told]
    dice = random.Random(2)
    some = [line if dice.random() < 0.5 else other for line, other in zip(told, turned, strict=True)]
    grounds = [Heights(ground_of(lines), settings) for lines in (plain, told, turned, some[::-1])]
    for place in grounds[0].ground.hexes:
        levels = [heights.centre(place) for heights in grounds]
        assert len({(level.height, level.how) for level in levels}) == 1, place


def _map(name: str) -> FanMap:
    return {
        "saddles": contour_maps.saddles,
        "comb": contour_maps.comb,
        "spiral": contour_maps.spiral,
    }.get(name, lambda: contour_maps.smooth(int(name.split()[-1])))()


def _high_side(map_: FanMap, line: ContourLine) -> int:
    """Which side of a line is higher, by the ground beside the middle of its longest segment."""
    a, b = max(zip(line.points, line.points[1:], strict=False), key=lambda s: math.dist(*s))
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    nx, ny = -(b[1] - a[1]) / math.dist(a, b), (b[0] - a[0]) / math.dist(a, b)
    step = 0.01
    return 1 if map_.ground(x + step * nx, y + step * ny) > map_.ground(x - step * nx, y - step * ny) else -1


# -- moved and mirrored maps --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["smooth 6", "saddles"])
@pytest.mark.parametrize("settings", ALL.values(), ids=ALL)
def test_moved_mirrored_and_turned_maps_have_the_same_heights(name: str, settings: HeightSettings) -> None:
    lines = [replace(line, high=_high_side(_map(name), line)) for line in lines_of(_map(name))]
    spots = (((3.0, 3.0), Fraction(97)), ((5.5, 4.0), Fraction(61)))
    here = Heights(ground_of(lines, spots=spots), settings)

    def moved(p: Point) -> Point:
        return p[0] + 7 * math.sqrt(3) / 2, p[1] - 4.5

    def mirrored(p: Point) -> Point:
        return -p[0], p[1]

    def turned(p: Point) -> Point:
        return -p[1], p[0]

    boxes = {moved: (*moved((0, 0)), *moved((8, 8))), mirrored: (-8.0, 0.0, 0.0, 8.0), turned: (-8.0, 0.0, 0.0, 8.0)}
    dice = random.Random(8)
    points = [(dice.uniform(0.1, 7.9), dice.uniform(0.1, 7.9)) for _ in range(60)]
    for change, box in boxes.items():
        sign = -1 if change is mirrored else 1
        other = [replace(line, points=tuple(map(change, line.points)), high=sign * line.high) for line in lines]
        there = Heights(ground_of(other, box, spots=tuple((change(at), z) for at, z in spots)), settings)
        for point in points:
            assert here.at(point).height == there.at(change(point)).height, (change.__name__, point)


# -- faulty lines -------------------------------------------------------------------------------------------------------------


def test_a_line_that_ends_inside_the_map_is_named_and_the_ground_beside_it_still_has_heights() -> None:
    lines = [*_slope(20), ContourLine(Fraction(110), ((0.0, 2.0), (4.0, 2.0)))]
    ground = ground_of(lines)
    relief = ground.relief
    assert relief is not None
    assert [(line.height, at) for line, at in relief.open_ends] == [(110, (4.0, 2.0))]
    # Nothing tells its sides, and so nothing is told about the ground around it; the other bands do not suffer.
    level = Heights(ground, FLAT).at((7.5, 1.5))
    assert level.height is None and level.line is not None and level.line.height == 110
    assert Heights(ground, FLAT).at((7.5, 6.0)).height == Heights(ground_of(_slope(20)), FLAT).at((7.5, 6.0)).height
    told = Heights(ground_of([*_slope(20), replace(lines[-1], high=1)]), FLAT)
    beside = [told.at((x / 2, y)).height for x in range(1, 16) for y in (1.4, 1.8, 2.2, 2.6)]
    assert all(height is not None and 100 <= height <= 120 for height in beside)
    assert told.at((7.5, 1.5)).height == 105
    assert told.at((2.0, 2.0)).height == 110


def test_an_end_just_short_of_the_edge_is_drawn_on_to_it() -> None:
    short = [replace(line, points=((0.03, line.points[0][1]), (7.96, line.points[1][1]))) for line in _slope(20)]
    ground = ground_of(short)
    assert ground.relief is not None and ground.relief.open_ends == ()
    full = Heights(ground_of(_slope(20)), FLAT)
    assert all(
        Heights(ground, FLAT).at((x, y)).height == full.at((x, y)).height for x in (0.5, 4, 7.5) for y in (1.4, 2.2, 4.7)
    )


def test_crossing_lines_are_named_and_ground_they_contradict_is_not_decided() -> None:
    lines = [ContourLine(Fraction(100), ((0.0, 2.0), (8.0, 6.0)), 1), ContourLine(Fraction(120), ((0.0, 6.0), (8.0, 2.0)), 1)]
    ground = ground_of(lines)
    assert ground.relief is not None
    assert ground.relief.meeting(range(2)) == ground.relief.meeting([1]) == [(0, 1)]
    heights = Heights(ground, FLAT)
    # East of the crossing the ground would lie above 120 m and below 100 m.
    assert heights.at((7.0, 4.0)).height is None
    assert heights.at((1.0, 4.0)).height == 110
    assert heights.at((4.0, 7.0)).how == "hilltop"
    assert heights.at((4.0, 1.0)).how == "bottom"


def test_ground_beyond_the_edge_has_no_height() -> None:
    heights = Heights(ground_of(_slope(20)), FLAT)
    assert heights.at((9.0, 3.0)).height is None
    assert heights.at((9.0, 3.5)).height is None


# -- what changes nothing -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["smooth 1", "smooth 2", "spiral", "comb"])
def test_nothing_beyond_its_reach_changes_a_height(name: str) -> None:
    map_ = _map(name)
    ground = ground_of([replace(line, high=_high_side(map_, line)) for line in lines_of(map_)])
    dice = random.Random(6)
    tried = 0
    for place in dice.sample(ground.hexes, 12):
        for settings in (FLAT, PANCAKE):
            level = Heights(ground, settings).centre(place)
            if not math.isfinite(level.reach):
                continue
            near = shapely.Point(level.at).buffer(level.reach + 0.01)
            # Every corner beyond the reach is shaken a little; what lies within stays.
            shaken = []
            for line in ground.lines:
                points = list(line.points)
                for i in range(1, len(points) - 1):
                    span = shapely.LineString(points[i - 1 : i + 2])
                    if not span.intersects(near):
                        x, y = points[i]
                        points[i] = (x + dice.uniform(-0.003, 0.003), y + dice.uniform(-0.003, 0.003))
                shaken.append(replace(line, points=tuple(points)))
            edited = replace(ground, lines=tuple(shaken))
            if _band(edited, level.at) != _band(ground, level.at):
                continue
            again = Heights(edited, settings).centre(place)
            tried += 1
            assert (again.height, again.how) == (level.height, level.how), (place, settings)
    assert tried > 10


def _band(ground: Ground, at: Point) -> list[frozenset[Fraction]]:
    """The heights of the lines below and above the ground around a point."""
    face = ground.relief.face_at(at) if ground.relief is not None else None
    return [] if face is None else [face.heights_of(kind) for kind in (LOW, HIGH)]


def test_points_far_from_any_line_still_have_heights_of_their_band() -> None:
    map_ = _map("smooth 5")
    heights = Heights(ground_of(lines_of(map_)), FLAT)
    dice = random.Random(1)
    for _ in range(200):
        point = dice.uniform(0, 8), dice.uniform(0, 8)
        if distance_to(map_, point) < 0.02:
            continue
        level = heights.at(point)
        low = 20 * math.floor(map_.ground(*point) / 20)
        assert level.height is not None
        assert low <= level.height <= low + 20
