"""Control measures: the facts by which each kind is known, and the laws that all of them keep."""

import itertools
import math
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.files.measure_files import load_measures
from core.geometry.lines import foot_on_segment, inside, signed_area
from core.geometry.measures.drawing import REACH, UndrawablePoints
from core.geometry.measures.parts import Drawn, Stroke
from core.geometry.measures.placing import box
from core.model.edits.map_edits import settled_line
from core.model.graphics import (
    Measure,
    MeasureKind,
    as_printed,
    drawing,
    mirrored,
    moved,
    pulled,
    reversed_measure,
    scaled,
    whole,
)

KINDS = load_measures().kinds
CIRCLES = ("secure", "isolate")
NAMED = "Trout"


def drawn(kind: str, *points: tuple[float, float], **more: object) -> Drawn:
    return drawing(KINDS[kind], Measure(kind, points, **{"text": NAMED, **more}))


def away(point: tuple[float, float], drawing: Drawn | Stroke) -> float:
    """How far a point lies from what is drawn."""
    strokes = drawing.strokes if isinstance(drawing, Drawn) else (drawing,)
    lines = [(*each.points, each.points[0]) if each.closed else each.points for each in strokes]
    return min(math.dist(foot_on_segment(point, a, b)[1], point) for line in lines for a, b in itertools.pairwise(line))


def texts(drawing: Drawn, slot: str) -> list[str]:
    return [each.text for each in drawing.letters if each.slot == slot]


def heads(drawing: Drawn) -> list[tuple[float, float]]:
    """The tips of open arrowheads: strokes of three points, both wings as long."""
    three = [each.points for each in drawing.strokes if len(each.points) == 3 and not each.closed]
    return [tip for a, tip, b in three if math.isclose(math.dist(a, tip), math.dist(b, tip))]


def any_points(kind: MeasureKind, seed: int) -> tuple[tuple[float, float], ...]:
    """Control points somewhere on a map, as many as the kind needs or some more."""
    chance = random.Random(f"{kind.id} {seed}")
    count = kind.least if kind.most else kind.least + chance.randrange(4)
    return tuple((chance.uniform(-9, 9), chance.uniform(-9, 9)) for _ in range(count))


def alike(one: Stroke, other: Stroke) -> bool:
    """Whether two strokes have the same points, whichever comes first."""
    if (one.closed, one.dashed, len(one.points)) != (other.closed, other.dashed, len(other.points)):
        return False
    return found_in(one.points, other.points) and found_in(other.points, one.points)


def found_in(points, others) -> bool:
    """Whether each point is one of others, but for a millionth of a hex."""
    cells = {(round(x, 5), round(y, 5)) for x, y in others}
    hair = (-1e-6, 1e-6)
    return all(any((round(x + dx, 5), round(y + dy, 5)) in cells for dx in hair for dy in hair) for x, y in points)


def assert_same_ink(one: Drawn, other: Drawn) -> None:
    assert len(one.strokes) == len(other.strokes)
    left = list(other.strokes)
    for stroke in one.strokes:
        match = next((each for each in left if alike(stroke, each)), None)
        assert match is not None, stroke
        left.remove(match)
    assert sorted(map(len, one.rings)) == sorted(map(len, other.rings))
    for ring in one.rings:
        assert any(alike(Stroke(ring, True), Stroke(each, True)) for each in other.rings)


# ---- each kind by its facts


@pytest.mark.parametrize("kind", ["phase-line", "line-of-departure", "limit-of-advance", "final-coordination-line", "feba"])
def test_a_named_line_goes_through_its_points_and_bears_its_name_at_both_ends(kind):
    points = ((0, 0), (3, 1), (6, 0))
    line = drawn(kind, *points)
    assert [stroke.dashed for stroke in line.strokes] == [False]
    assert all(away(point, line) < 1e-9 for point in points)
    word = {"phase-line": "PL", "line-of-departure": "LD", "limit-of-advance": "LOA", "feba": "FEBA"}.get(kind, "FINAL CL")
    assert texts(line, "label") == [f"{word} {NAMED}"] * 2
    first, last = (letters.seat for letters in line.letters)
    assert first.at[0] < 0 and first.anchor == "end" and last.at[0] > 6 and last.anchor == "start"


def test_a_probable_line_of_deployment_is_broken():
    line = drawn("probable-line-of-deployment", (0, 0), (6, 0))
    assert [stroke.dashed for stroke in line.strokes] == [True]


def test_a_boundary_goes_through_its_points_and_shows_size_and_units():
    points = ((0.0, 0.0), (2.0, 1.0), (7.0, 0.5), (9.0, 2.0))
    line = drawn("boundary", *points, text="", echelon="battalion", units=("1-123", "2-130"))
    assert all(away(point, line) < 1e-9 for point in points)
    bars = [stroke for stroke in line.strokes if len(stroke.points) == 2]
    assert len(bars) == 2
    middle = [sum(point[axis] for bar in bars for point in bar.points) / 4 for axis in (0, 1)]
    # The sign stands in a gap of the longest span.
    assert 2 < middle[0] < 7
    assert min(away(tuple(middle), stroke) for stroke in line.strokes if len(stroke.points) > 2) > 0.25
    left, right = (next(each for each in line.letters if each.slot == slot) for slot in ("left", "right"))
    assert (left.text, right.text) == ("1-123", "2-130")
    assert left.seat.at[1] > middle[1] > right.seat.at[1]


@pytest.mark.parametrize(
    ("echelon", "strokes", "dots"),
    [("squad", 0, 1), ("platoon", 0, 3), ("company", 1, 0), ("regiment", 3, 0), ("brigade", 2, 0), ("division", 4, 0)],
)
def test_the_size_of_a_unit_is_dots_bars_and_crosses(echelon, strokes, dots):
    plain = drawn("boundary", (0, 0), (8, 0))
    line = drawn("boundary", (0, 0), (8, 0), echelon=echelon)
    assert len(line.strokes) == 2 + strokes and len(plain.strokes) == 1
    assert len(line.rings) == dots


def test_the_bumps_of_the_line_of_own_troops_swell_to_its_left():
    points = [point for stroke in drawn("flot", (0, 0), (8, 0)).strokes for point in stroke.points]
    assert min(y for _, y in points) > -1e-9
    assert max(y for _, y in points) == pytest.approx(8 / round(8 / 0.55) / 2, abs=0.01)
    assert {round(x, 6) for x, y in points if abs(y) < 1e-9} >= {0.0, 8.0}


def test_the_name_of_a_route_stands_in_a_gap_of_it():
    route = drawn("route", (0, 0), (10, 0))
    (name,) = route.letters
    assert name.text == f"ROUTE {NAMED}" and name.tied
    assert away(name.seat.at, route) > name.width / 2


@pytest.mark.parametrize(("kind", "word"), [("objective", "OBJ"), ("assembly-area", "AA"), ("engagement-area", "EA")])
def test_an_area_is_a_closed_ring_that_holds_its_name(kind, word):
    corners = ((0, 0), (0, 3), (5, 4), (6, 1))
    area = drawn(kind, *corners)
    (ring,) = area.strokes
    assert ring.closed and all(away(corner, area) < 1e-9 for corner in corners)
    (name,) = area.letters
    assert name.text == f"{word} {NAMED}"
    assert all(inside(ring.points, corner) for corner in box(name))


def test_the_name_of_an_area_that_is_too_small_for_it_stands_outside():
    area = drawn("objective", (0, 0), (0, 0.6), (0.6, 0.6), (0.6, 0))
    (ring,), (name,) = area.strokes, area.letters
    assert not any(inside(ring.points, corner) for corner in box(name))


def test_a_battle_position_is_open_for_the_size_of_its_unit_only():
    corners = ((0, 0), (0, 3), (5, 3), (5, 0))
    assert [each.closed for each in drawn("battle-position", *corners).strokes] == [True]
    sized = drawn("battle-position", *corners, echelon="company")
    around, bar = sized.strokes
    assert not around.closed
    # Between the last control point and the first.
    assert all(abs(x - 2.5) < 0.4 and y < 0 for x, y in bar.points)
    assert all(away(corner, around) < 1e-9 for corner in corners)


def test_an_alternate_position_is_broken_and_says_so():
    area = drawn("battle-position", (0, 0), (0, 3), (5, 3), (5, 0), alternate=True)
    assert [each.dashed for each in area.strokes] == [True]
    assert texts(area, "label") == [f"BP {NAMED} (ALT)"]


@pytest.mark.parametrize("turn", [1, -1])
def test_the_teeth_of_a_strong_point_point_outward(turn):
    corners = ((0, 0), (0, 3), (5, 3), (5, 0))[::turn]
    ring, *teeth = drawn("strong-point", *corners).strokes
    assert ring.closed and len(teeth) > 20
    for foot, top in (tooth.points for tooth in teeth):
        middle = ((foot[0] + top[0]) / 2, (foot[1] + top[1]) / 2)
        assert not inside(ring.points, middle)
        assert away(foot, ring) < 1e-9


@pytest.mark.parametrize("turn", [1, -1])
def test_the_triangles_of_an_obstacle_belt_point_outward(turn):
    corners = ((0, 0), (0, 4), (7, 4), (7, 0))[::turn]
    (belt,) = drawn("obstacle-belt", *corners).strokes
    plain = drawn("objective", *corners).strokes[0].points
    assert belt.closed
    tops = [point for point in belt.points if away(point, Stroke(plain, True)) > 0.1]
    assert len(tops) > 8 and not any(inside(plain, top) for top in tops)
    assert abs(signed_area(belt.points)) > abs(signed_area(plain))


@pytest.mark.parametrize(
    ("kind", "letters"),
    [
        ("check-point", "CKP"),
        ("start-point", "SP"),
        ("release-point", "RP"),
        ("rally-point", "RLY"),
        ("passage-point", "PP"),
        ("point-of-departure", "PD"),
    ],
)
def test_a_point_is_a_box_that_stands_on_its_place_with_letters_inside(kind, letters):
    flag = drawn(kind, (2.0, 3.0))
    (ring,) = flag.strokes
    assert ring.closed and len(ring.points) == 5
    assert min(ring.points, key=lambda point: point[1]) == (2.0, 3.0)
    inner = next(each for each in flag.letters if each.slot == "letters")
    assert inner.text == letters and all(inside(ring.points, corner) for corner in box(inner))
    name = next(each for each in flag.letters if each.slot == "label")
    assert name.text == NAMED and not any(inside(ring.points, corner) for corner in box(name))


def test_a_coordination_point_is_a_crossed_circle():
    circle, *arms = drawn("coordination-point", (1.0, 1.0)).strokes
    radius = math.dist(circle.points[0], (1.0, 1.0))
    assert circle.closed and all(math.isclose(math.dist(point, (1.0, 1.0)), radius) for point in circle.points)
    assert len(arms) == 2
    assert all(math.isclose(math.dist(end, (1.0, 1.0)), radius) for arm in arms for end in arm.points)


def test_a_target_reference_point_is_an_upright_cross():
    arms = drawn("target-reference-point", (1.0, 1.0)).strokes
    assert len(arms) == 2 and sum(a[0] == b[0] for a, b in (arm.points for arm in arms)) == 1
    assert texts(drawn("target-reference-point", (1.0, 1.0)), "label") == [f"TRP {NAMED}"]


@pytest.mark.parametrize("kind", ["axis-main", "axis-supporting", "counter-attack"])
def test_an_axis_has_its_tip_at_its_first_point_and_is_symmetric(kind):
    axis = drawn(kind, (0.0, 8.0), (0.0, 0.0), (0.6, 3.0))
    outline = axis.strokes[0].points
    assert (0.0, 8.0) in outline and max(y for _, y in outline) == 8.0
    for stroke in axis.strokes:
        assert all(min(math.dist((-x, y), other) for other in stroke.points) < 1e-9 for x, y in stroke.points)
    # It is open at its rear, and the width lies on its side.
    assert not axis.strokes[0].closed and {round(y, 9) for _, y in (outline[0], outline[-1])} == {0.0}
    width = axis.handles[-1]
    assert width.role == "width" and width.at == pytest.approx((0.6, 3.0)) and away(width.at, axis) < 1e-9
    assert (len(axis.strokes) == 2) is (kind == "axis-main")
    assert {stroke.dashed for stroke in axis.strokes} == {kind == "counter-attack"}
    assert texts(axis, "letters") == (["CATK"] if kind == "counter-attack" else [])


def test_the_sides_of_a_bent_axis_keep_their_distance_from_its_middle():
    axis = drawn("axis-supporting", (9.0, 0.0), (6.0, 3.0), (3.0, -1.0), (0.0, 1.0), (3.0, -0.5))
    half = away((3.0, -1.0), axis)
    assert half == pytest.approx(0.5, abs=0.06)
    assert all(away(bend, axis) == pytest.approx(0.5, abs=0.06) for bend in ((6.0, 3.0), (3.0, -1.0), (0.0, 1.0)))


def test_a_short_axis_has_a_head_within_its_length():
    outline = drawn("axis-main", (0.0, 1.0), (0.0, 0.0), (3.0, 0.5)).strokes[0].points
    assert min(y for _, y in outline) > -1e-9 and max(abs(x) for x, _ in outline) < 0.5


@pytest.mark.parametrize("kind", ["direction-main", "direction-supporting", "direction-feint"])
def test_a_direction_of_attack_is_a_line_to_its_tip(kind):
    arrow = drawn(kind, (8.0, 0.0), (4.0, 1.0), (0.0, 0.0))
    assert away((8.0, 0.0), arrow) < 1e-9 and away((4.0, 1.0), arrow) < 1e-9 and away((0.0, 0.0), arrow) < 1e-9
    closed = [stroke for stroke in arrow.strokes if stroke.closed]
    assert len(closed) == (kind == "direction-main")
    assert len(heads(arrow)) == {"direction-main": 0, "direction-supporting": 1, "direction-feint": 2}[kind]
    # Of a feint the foremost head is broken.
    foremost = [stroke.dashed for stroke in arrow.strokes if len(stroke.points) in (3, 6) and (8.0, 0.0) in stroke.points]
    assert foremost == [kind == "direction-feint"]


def test_support_by_fire_has_two_arrows_from_its_base_to_its_tips():
    base, tips = ((0.0, 0.0), (3.0, 0.0)), ((-1.0, 4.0), (4.0, 4.0))
    support = drawn("support-by-fire", *base, *tips)
    assert sorted(heads(support)) == sorted(tips)
    shafts = [stroke.points for stroke in support.strokes if len(stroke.points) == 2]
    assert shafts == list(zip(base, tips, strict=True))
    (feet,) = (stroke.points for stroke in support.strokes if len(stroke.points) == 4)
    assert feet[1:3] == base and all(y < 0 for _, y in (feet[0], feet[3]))
    assert feet[0][0] < 0 and feet[3][0] > 3


@pytest.mark.parametrize("kind", ["attack-by-fire", "ambush"])
def test_a_position_that_fires_has_one_arrow_to_its_tip(kind):
    position = drawn(kind, (1.0, 5.0), (-1.0, 0.0), (3.0, 0.0))
    assert heads(position) == [(1.0, 5.0)]
    assert away((-1.0, 0.0), position) < 1e-9 and away((3.0, 0.0), position) < 1e-9
    shaft = next(stroke.points for stroke in position.strokes if stroke.points[-1] == (1.0, 5.0) and len(stroke.points) == 2)
    assert shaft[0][0] == pytest.approx(1.0)
    behind = [y for stroke in position.strokes for _, y in stroke.points if y < -0.1]
    assert behind


def test_the_bow_of_an_ambush_swells_towards_its_target_and_has_legs_behind():
    ambush = drawn("ambush", (1.0, 5.0), (-1.0, 0.0), (3.0, 0.0))
    bow = max((stroke.points for stroke in ambush.strokes), key=len)
    assert min(y for _, y in bow) > -1e-9 and max(y for _, y in bow) > 0.9
    legs = [points for points in (stroke.points for stroke in ambush.strokes) if len(points) == 2 and (1.0, 5.0) not in points]
    assert len(legs) > 4 and all(top[1] < foot[1] and math.isclose(top[0], foot[0]) for foot, top in legs)


@pytest.mark.parametrize(("kind", "letter"), [("screen", "S"), ("guard", "G"), ("cover", "C")])
def test_security_is_two_arrows_with_bolts_and_a_letter_in_each(kind, letter):
    security = drawn(kind, (0.0, 0.0), (-5.0, 1.0), (5.0, 1.0))
    assert sorted(heads(security)) == [(-5.0, 1.0), (5.0, 1.0)]
    assert texts(security, "letters") == [letter] * 2
    # Room for the unit is left in the middle.
    assert away((0.0, 0.0), security) > 0.4
    left, right = (each.seat.at for each in security.letters if each.slot == "letters")
    assert left == pytest.approx((-right[0], right[1]))


@pytest.mark.parametrize(("kind", "letter"), [("secure", "S"), ("isolate", "I")])
def test_a_circle_is_open_at_its_second_point_and_has_an_arrowhead_there(kind, letter):
    ring = drawn(kind, (0.0, 0.0), (0.0, -3.0))
    assert away((0.0, -3.0), ring) > 0.5
    (tip,) = (head for head in heads(ring) if math.isclose(math.hypot(*head), 3.0) and head[1] < -2.5)
    assert tip[0] < 0
    (inner,) = (each for each in ring.letters if each.slot == "letters")
    assert inner.text == letter and inner.seat.at == pytest.approx((0.0, 3.0), abs=0.2)
    longest = sorted((stroke.points for stroke in ring.strokes), key=len)[-2:]
    assert all(math.isclose(math.hypot(*point), 3.0, abs_tol=0.01) for points in longest for point in points)


def test_the_teeth_of_isolate_point_inward():
    strokes = drawn("isolate", (0.0, 0.0), (0.0, -3.0)).strokes
    teeth = [stroke.points for stroke in strokes if len(stroke.points) == 3 and math.hypot(*stroke.points[1]) < 2.9]
    assert len(teeth) > 10
    assert all(math.hypot(*a) > 2.9 and math.hypot(*b) > 2.9 for a, _, b in teeth)
    assert len(drawn("secure", (0.0, 0.0), (0.0, -3.0)).strokes) + len(teeth) == len(strokes)


def test_seize_is_a_circle_around_the_unit_and_a_bow_to_what_is_seized():
    seize = drawn("seize", (0.0, 0.0), (6.0, 0.0), (3.0, 2.0))
    circle = next(stroke for stroke in seize.strokes if stroke.closed)
    assert all(math.isclose(math.hypot(*point), 0.65) for point in circle.points)
    assert heads(seize) == [pytest.approx((6.0, 0.0))]
    bow = next(each for each in seize.handles if each.role == "bow")
    # A quarter of a circle, bowed to the side of the third point.
    assert bow.at == pytest.approx((3.0, 3 * (math.sqrt(2) - 1)))
    assert all(y > -1e-9 for stroke in seize.strokes if not stroke.closed and len(stroke.points) > 3 for _, y in stroke.points)
    assert texts(seize, "letters") == ["S"]


def test_block_is_a_bar_with_a_stem_that_holds_its_letter():
    block = drawn("block", (0.0, 4.0), (6.0, 4.0), (3.0, 0.0))
    bar, *stem = (stroke.points for stroke in block.strokes)
    assert bar == ((0.0, 4.0), (6.0, 4.0))
    assert len(stem) == 2 and stem[0][0] == (3.0, 4.0) and stem[1][-1] == pytest.approx((3.0, 0.0))
    (letter,) = (each for each in block.letters if each.slot == "letters")
    assert letter.text == "B" and letter.seat.at == pytest.approx((3.0, 2.0))


@pytest.mark.parametrize(("kind", "letter"), [("delay", "D"), ("withdraw", "W")])
def test_a_delay_is_an_arrow_whose_rear_turns_back_in_a_half_circle(kind, letter):
    cane = drawn(kind, (6.0, 0.0), (0.0, 0.0), (0.5, -2.0))
    assert heads(cane) == [(6.0, 0.0)]
    assert texts(cane, "letters") == [letter]
    bend = max((stroke.points for stroke in cane.strokes), key=len)
    assert {tuple(round(c, 6) + 0.0 for c in end) for end in (bend[0], bend[-1])} == {(0.0, 0.0), (0.0, -2.0)}
    # It swells away from the tip, on the side that the third point names.
    assert all(math.isclose(math.dist(point, (0.0, -1.0)), 1.0) for point in bend)
    assert min(x for x, _ in bend) == pytest.approx(-1.0, abs=0.01) and max(x for x, _ in bend) < 1e-6
    assert cane.handles[2].at == pytest.approx((0.0, -2.0))


def test_a_minefield_is_a_box_with_mines_along_its_middle():
    field = drawn("minefield", (0.0, 0.0), (6.0, 0.0), (1.0, 1.0))
    (outline,) = field.strokes
    assert outline.closed and sorted(outline.points) == [(0.0, -1.0), (0.0, 1.0), (6.0, -1.0), (6.0, 1.0)]
    assert len(field.rings) >= 3
    for ring in field.rings:
        assert all(inside(outline.points, point) for point in ring)
        assert sum(y for _, y in ring) == pytest.approx(0.0, abs=1e-9)


def test_free_texts_and_lines_are_what_they_are():
    (name,) = drawn("free-text", (1.0, 2.0)).letters
    assert (name.text, name.seat.at, name.seat.angle) == (NAMED, (1.0, 2.0), 0.0)
    (slanting,) = drawn("free-text", (1.0, 2.0), (0.0, 1.0)).letters
    assert slanting.seat.angle == pytest.approx(45.0)
    line = drawn("free-line", (0, 0), (3, 1), (6, 0), text="")
    assert [stroke.dashed for stroke in line.strokes] == [False] and not line.letters


def test_every_kind_has_a_fact_of_its_own_above():
    source = Path(__file__).read_text(encoding="utf-8")
    assert [kind for kind in KINDS if f'"{kind}"' not in source.partition("# ---- laws")[0]] == []


# ---- laws of all kinds, told once for those that are drawn alike

SHAPES = list({(kind.shape.recipe, kind.shape.traits, *kind.shape.sizes.items()): kind for kind in KINDS.values()}.values())
each_shape = pytest.mark.parametrize("kind", SHAPES, ids=lambda kind: kind.id)


@each_shape
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_the_mirror_of_a_drawing_is_the_drawing_of_the_mirror(kind, seed):
    measure = Measure(kind.id, any_points(kind, seed), NAMED, echelon="company")
    seen = drawing(kind, measure)
    turned = drawing(kind, mirrored(kind, measure, 2.0))

    def flip(line):
        return tuple((4.0 - x, y) for x, y in line)

    if kind.id in CIRCLES:
        # Their arrows always run against the clock; what they go around is mirrored.
        assert flip([each.at for each in seen.handles]) == tuple(each.at for each in turned.handles)
        return
    strokes = tuple(replace(stroke, points=flip(stroke.points)) for stroke in seen.strokes)
    assert_same_ink(turned, Drawn(strokes, tuple(map(flip, seen.rings))))


@each_shape
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6), factor=st.sampled_from([0.25, 0.5, 2.0, 3.0]))
def test_a_drawing_scales_with_its_points_and_its_size(kind, seed, factor):
    measure = Measure(kind.id, any_points(kind, seed), NAMED, echelon="platoon")
    seen = drawing(kind, measure)
    larger = drawing(kind, scaled(measure, factor), factor)
    assert len(seen.strokes) == len(larger.strokes)
    for one, other in zip(seen.strokes, larger.strokes, strict=True):
        assert len(one.points) == len(other.points)
        assert all(math.dist((x * factor, y * factor), q) < 1e-6 for (x, y), q in zip(one.points, other.points, strict=True))
    for one, other in zip(seen.letters, larger.letters, strict=True):
        assert (one.text, one.height * factor) == (other.text, pytest.approx(other.height))
        assert math.dist(tuple(c * factor for c in one.seat.at), other.seat.at) < 1e-6


@each_shape
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_turned_round_twice_a_measure_is_itself(kind, seed):
    points = settled_line(any_points(kind, seed))
    measure = Measure(kind.id, points, NAMED)
    once = reversed_measure(kind, measure)
    assert settled_line(reversed_measure(kind, once).points) == points
    assert len(once.points) == len(points)


@pytest.mark.parametrize("kind", ["axis-main", "direction-main", "delay", "seize"])
def test_turned_round_the_tip_is_where_the_rear_was(kind):
    points = ((8.0, 1.0), (0.0, 0.0), (4.0, 2.0)) if kind != "direction-main" else ((8.0, 1.0), (0.0, 0.0))
    measure = Measure(kind, points)
    turned = reversed_measure(KINDS[kind], measure)
    assert turned.points[:2] == points[1::-1]
    if kind == "axis-main":
        assert turned.points[-1] == points[-1]


@pytest.mark.parametrize("kind", ["support-by-fire", "attack-by-fire", "ambush", "block"])
def test_turned_round_a_position_faces_the_other_way(kind):
    tips = {"support-by-fire": (2, 3), "block": (2,)}.get(kind, (0,))
    points = whole(KINDS[kind], Measure(kind, ((0.0, 4.0),))).points
    turned = reversed_measure(KINDS[kind], Measure(kind, points)).points
    base = [n for n in range(len(points)) if n not in tips]

    def faces(where):
        along = sum(where[n][1] for n in tips) / len(tips) - sum(where[n][1] for n in base) / len(base)
        return math.copysign(1, along)

    assert faces(turned) == -faces(points)


@each_shape
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_whatever_the_points_everything_is_finite_near_them_and_readable(kind, data):
    coordinates = st.sampled_from([-3.0, 0.0, 0.0, 1e-7, 0.25, 1.0, 4.5]) | st.floats(-40, 40)
    most = kind.most or 7
    points = data.draw(st.lists(st.tuples(coordinates, coordinates), min_size=1, max_size=most).map(tuple))
    size = data.draw(st.sampled_from([0.3, 1.0, 2.5]))
    measure = whole(kind, Measure(kind.id, points, NAMED, units=("a", "b"), echelon="battalion"), size)
    assert len(measure.points) >= kind.least and measure.points[: len(points)] == points
    seen = drawing(kind, measure, size)
    assert len(seen.handles) == len(measure.points)
    extent = max(math.dist(a, b) for a in measure.points for b in measure.points)
    bound = REACH[0] * extent + REACH[1] * size
    for point in (*seen.ink(), *(each.at for each in seen.handles), *(each.seat.at for each in seen.letters)):
        assert all(map(math.isfinite, point)) and math.dist(point, measure.points[0]) <= bound
    for letters in seen.letters:
        assert letters.height > 0 or extent == 0
        assert all(-90 <= seat.angle <= 90 for seat in (letters.seat, *letters.others))


@each_shape
def test_points_that_coincide_make_a_drawing_and_no_error(kind):
    points = ((1.0, 1.0),) * max(kind.least, min(kind.most or 4, 4))
    seen = drawing(kind, Measure(kind.id, points, NAMED))
    assert all(map(math.isfinite, (c for point in seen.ink() for c in point)))


@pytest.mark.parametrize("points", [(), ((0.0, math.nan),), ((math.inf, 0.0), (0.0, 0.0))])
def test_what_is_nowhere_cannot_be_drawn(points):
    with pytest.raises(UndrawablePoints):
        drawing(KINDS["phase-line"], Measure("phase-line", points))


def test_more_points_than_a_kind_has_cannot_be_drawn():
    with pytest.raises(UndrawablePoints, match="3 points, not 4"):
        drawing(KINDS["block"], Measure("block", ((0, 0), (1, 0), (2, 0), (3, 0))))


def test_two_control_points_in_one_place_make_a_corner():
    smooth = drawn("free-line", (0, 0), (3, 3), (6, 0), text="").strokes[0].points
    cornered = drawn("free-line", (0, 0), (3, 3), (3, 3), (6, 0), text="").strokes[0].points
    assert len(smooth) > 10 and cornered == ((0, 0), (3, 3), (6, 0))


def test_a_measure_can_be_moved_and_shown_as_printed():
    measure = Measure("block", ((0.0, 4.0), (6.0, 4.0), (3.0, 0.0)))
    assert moved(measure, 1.0, -2.0).points == ((1.0, 2.0), (7.0, 2.0), (4.0, -2.0))
    assert as_printed(measure, "columns") == measure
    assert as_printed(measure, "rows").points[0] == (4.0, 0.0)
    assert as_printed(as_printed(measure, "rows"), "rows") == measure


@pytest.mark.parametrize("bends", [(), ((0.3, 2.0),), ((1.5, 1.0), (-1.0, 3.0))])
@pytest.mark.parametrize("number", [0, 1])
def test_an_axis_whose_tip_or_bend_is_pulled_stays_as_broad(bends, number):
    kind = KINDS["axis-main"]
    axis = whole(kind, Measure("axis-main", ((0.0, 0.0), *bends, (0.0, 5.0), (0.4, 3.0))))
    moved = pulled(kind, axis, number, (2.5, -1.0 + 2 * number))

    def breadth(measure):
        (body,) = (stroke for stroke in drawing(kind, measure).strokes if len(stroke.points) > 3)
        return math.dist(body.points[0], body.points[-1])

    assert moved.points[number] == (2.5, -1.0 + 2 * number) and moved.points[-1] != axis.points[-1]
    assert breadth(moved) == pytest.approx(breadth(axis), rel=0.05)
    last = len(axis.points) - 1
    assert pulled(kind, axis, last, (0.7, 3.0)).points == (*axis.points[:-1], (0.7, 3.0)), "the width is pulled by itself"


def test_a_point_of_a_measure_without_a_width_is_pulled_alone():
    line = Measure("phase-line", ((0.0, 0.0), (1.0, 1.0), (2.0, 0.0)))
    assert pulled(KINDS["phase-line"], line, 1, (1.0, 5.0)).points == ((0.0, 0.0), (1.0, 5.0), (2.0, 0.0))
    unfinished = Measure("axis-main", ((0.0, 0.0),))
    assert pulled(KINDS["axis-main"], unfinished, 0, (1.0, 1.0)).points == ((1.0, 1.0),)
