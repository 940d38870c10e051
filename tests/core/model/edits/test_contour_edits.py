from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.edits.contour_edits import (
    at_height,
    close,
    drawn_contour,
    high_sides,
    join,
    kind_at,
    raised,
    reverse_high,
    split,
    turned_round,
    with_high,
)
from core.model.maps import Contour, Grid, ItemRef, MapSheet, Path, Spot
from core.model.work import Work

A = "a.map.yaml"
RING = ((1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0), (1.0, 1.0))


def _ref(key, section="contours"):
    return ItemRef(A, section, key)


def _box(*contours, **more):
    grid = Grid(12, 12, Numbering("{column:02}.{row:02}", 12, 12))
    sheet = MapSheet("A", grid, contour_interval=Fraction(20), contours=contours, **more)
    # The frame of raised "odd" has its origin in that of the plane, so that points are the same in both.
    return GameBox("Test", "tcs-4.01", (PlacedSheet(sheet, SheetFrame.place("odd"), "A", A),))


def _after(box, edit):
    return edit.apply(Work(box)).box


points = st.tuples(st.integers(0, 40).map(lambda n: n / 4), st.integers(0, 40).map(lambda n: n / 4))
open_lines = st.lists(points, min_size=2, max_size=9, unique=True).map(tuple)
sides = st.sampled_from(["left", "right", None])
heights = st.sampled_from([0, 20, 30, 40, 60]).map(Fraction)
contours = st.builds(Contour, heights, open_lines, st.sampled_from(["solid", "broken"]), sides)


@given(open_lines, st.integers(1, 7), sides)
def test_joining_and_splitting_gives_the_parts_back(line, at, high):
    assume(0 < at < len(line) - 1)
    first, second = Contour(Fraction(20), line[: at + 1], high=high), Contour(Fraction(20), line[at:], high=high)
    assume(len({first.line[0], first.line[-1], second.line[-1]}) == 3)
    box = _box(first, second)
    joined = _after(box, join(box, [_ref(1), _ref(2)]))
    assert [each.line for each in joined.sheets[0].sheet.contours] == [line]
    parts = _after(joined, split(joined, _ref(1), line[at]))
    if line.count(line[at]) == 1 and _passes_once(line, line[at]):
        assert sorted(each.line for each in parts.sheets[0].sheet.contours) == sorted([first.line, second.line])
        assert {each.high for each in parts.sheets[0].sheet.contours} == {high}


def _passes_once(line, point):
    from core.geometry.lines import foot_on_segment

    near = [n for n in range(len(line) - 1) if foot_on_segment(point, line[n], line[n + 1])[1] == point]
    return len(near) == 2


@given(contours)
def test_turning_a_line_round_twice_or_reversing_twice_is_nothing(contour):
    assert turned_round(turned_round(contour)) == contour
    box = _box(contour)
    if contour.high is None:
        with pytest.raises(WrongUse, match="neighbours"):
            reverse_high(box, [_ref(1)])
        return
    once = _after(box, reverse_high(box, [_ref(1)]))
    assert once.item(_ref(1)).high != contour.high
    assert _after(once, reverse_high(once, [_ref(1)])) == box


@given(st.lists(contours, min_size=1, max_size=4), st.sampled_from([10, 20, -20, 30, 5]).map(Fraction))
def test_raising_and_lowering_again_is_nothing(lines, by):
    box = _box(*lines, spots=(Spot(Fraction(33), (1.0, 1.0)),))
    refs = [*(_ref(n + 1) for n in range(len(lines))), _ref(1, "spots")]
    up = _after(box, raised(box, refs, by))
    assert up.item(_ref(1, "spots")).height == 33 + by
    assert _after(up, raised(up, refs, -by)) == box


def test_a_line_raised_by_half_an_interval_becomes_broken():
    box = _box(Contour(Fraction(20), ((0.0, 0.0), (5.0, 0.0))))
    assert _after(box, raised(box, [_ref(1)], Fraction(10))).item(_ref(1)).kind == "broken"
    assert _after(box, at_height(box, [_ref(1)], Fraction(30))).item(_ref(1)).kind == "broken"
    assert kind_at(Fraction(7), None) == "solid"


def test_lines_are_joined_at_their_nearest_ends_and_the_high_side_stays_where_it_is():
    first = Contour(Fraction(20), ((0.0, 0.0), (2.0, 0.0)))
    second = Contour(Fraction(20), ((5.0, 0.0), (2.1, 0.0)), high="left")
    box = _box(first, second)
    after = _after(box, join(box, [_ref(1), _ref(2)]))
    (line,) = after.sheets[0].sheet.contours
    assert line.line == ((0.0, 0.0), (2.0, 0.0), (2.1, 0.0), (5.0, 0.0))
    assert line.high == "right"


def test_a_line_that_meets_ends_of_its_height_becomes_one_with_them():
    box = _box(
        Contour(Fraction(20), ((0.0, 0.0), (2.0, 0.0)), high="left"),
        Contour(Fraction(20), ((6.0, 0.0), (4.0, 0.0))),
        Contour(Fraction(40), ((4.0, 0.0), (4.0, 3.0))),
    )
    edit = drawn_contour(box, ((2.0, 0.0), (3.0, 1.0), (4.0, 0.0)), Fraction(20), False)
    after = _after(box, edit).sheets[0].sheet.contours
    assert edit.label == "Extend contour 20 m"
    assert [each.line for each in after] == [
        ((0.0, 0.0), (2.0, 0.0), (3.0, 1.0), (4.0, 0.0), (6.0, 0.0)),
        ((4.0, 0.0), (4.0, 3.0)),
    ]
    assert after[0].high == "left"


def test_a_line_from_one_end_of_another_to_its_other_end_closes_it():
    box = _box(Contour(Fraction(20), ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0))))
    after = _after(box, drawn_contour(box, ((2.0, 2.0), (0.0, 2.0), (0.0, 0.0)), Fraction(20), False))
    (ring,) = after.sheets[0].sheet.contours
    assert ring.closed
    assert len(ring.line) == 5


def test_a_closed_line_opens_where_it_is_split_and_closes_again():
    box = _box(Contour(Fraction(20), RING))
    opened = _after(box, split(box, _ref(1), (3.1, 2.0)))
    assert opened.item(_ref(1)).line == ((3.0, 3.0), (1.0, 3.0), (1.0, 1.0), (3.0, 1.0))
    assert set(_after(opened, close(opened, [_ref(1)])).item(_ref(1)).line) == set(RING)


def test_what_cannot_be_done_is_said():
    box = _box(
        Contour(Fraction(20), RING),
        Contour(Fraction(20), ((0.0, 0.0), (2.0, 0.0))),
        Contour(Fraction(40), ((0.0, 9.0), (2.0, 9.0))),
        paths=(Path("road", ((0.0, 0.0), (1.0, 1.0))), Path("trail", ((1.0, 1.0), (2.0, 2.0)))),
    )
    for refs, words in (
        ([_ref(1), _ref(2)], "closed"),
        ([_ref(2), _ref(3)], "different heights"),
        ([_ref(2)], "two or more"),
        ([_ref(1, "paths"), _ref(2, "paths")], "different kinds"),
    ):
        with pytest.raises(WrongUse, match=words):
            join(box, refs)
    with pytest.raises(WrongUse, match="12,000"):
        raised(box, [_ref(2)], Fraction(20_000))
    with pytest.raises(WrongUse, match="contours"):
        with_high(box, [_ref(1, "paths")], "left")


def test_joined_lines_keep_the_notes_of_both_and_the_only_name():
    contours = [Contour(Fraction(20), ((n, 0.0), (n + 1.0, 0.0)), note=note) for n, note in enumerate(("a", "", "b", "a"))]
    paths = (Path("road", ((0.0, 5.0), (1.0, 5.0))), Path("road", ((1.0, 5.0), (2.0, 5.0)), "North Road", "gravel"))
    box = _box(*contours, paths=paths)
    assert _after(box, join(box, [_ref(n) for n in range(1, 5)])).item(_ref(1)).note == "a; b"
    road = _after(box, join(box, [_ref(1, "paths"), _ref(2, "paths")])).item(_ref(1, "paths"))
    assert (road.name, road.note) == ("North Road", "gravel")


WEST, EAST = ((0.0, 0.0), (2.0, 0.0)), ((3.0, 0.0), (5.0, 0.0))


@pytest.mark.parametrize(
    ("second", "words"),
    [
        (Contour(Fraction(20), EAST, "broken", "left"), "a solid and a broken contour"),
        (Contour(Fraction(20), EAST, high="right"), "higher on different sides"),
        (Contour(Fraction(20), EAST[::-1], high="left"), "higher on different sides"),
    ],
)
def test_contours_that_say_different_things_are_not_joined(second, words):
    box = _box(Contour(Fraction(20), WEST, high="left"), second)
    with pytest.raises(WrongUse, match=words):
        join(box, [_ref(1), _ref(2)])


def test_contours_with_one_high_side_are_joined_whichever_way_they_are_drawn():
    for second in (Contour(Fraction(20), EAST, high="left"), Contour(Fraction(20), EAST[::-1], high="right")):
        box = _box(Contour(Fraction(20), WEST, high="left"), second)
        assert _after(box, join(box, [_ref(1), _ref(2)])).item(_ref(1)) == Contour(Fraction(20), (*WEST, *EAST), high="left")


def test_paths_of_different_names_are_not_joined():
    box = _box(paths=(Path("road", WEST, "North Road"), Path("road", EAST, "South Road")))
    with pytest.raises(WrongUse, match='"North Road" and "South Road"'):
        join(box, [_ref(1, "paths"), _ref(2, "paths")])


def test_a_contour_drawn_between_two_that_contradict_each_other_leaves_the_second_alone():
    first, second = Contour(Fraction(20), WEST, high="left"), Contour(Fraction(20), EAST, high="right")
    box = _box(first, second)
    after = _after(box, drawn_contour(box, (WEST[-1], EAST[0]), Fraction(20), False)).sheets[0].sheet.contours
    assert list(after) == [Contour(Fraction(20), (*WEST, EAST[0]), high="left"), second]


@pytest.mark.parametrize(
    ("line", "left"),
    [
        (RING, "inside"),
        (RING[::-1], "outside"),
        (((1.0, 1.0), (5.0, 2.0)), "to the top"),
        (((5.0, 2.0), (1.0, 1.0)), "to the bottom"),
        (((1.0, 1.0), (2.0, 5.0)), "to the left"),
        (((2.0, 5.0), (1.0, 1.0)), "to the right"),
    ],
)
@pytest.mark.parametrize("high", [None, "left"])
def test_the_ways_to_say_the_high_side_are_told_by_where_the_ground_rises(line, left, high):
    box = _box(Contour(Fraction(20), line, high=high))
    one, two = high_sides(box, _ref(1))
    assert left in one.label and one.label != two.label
    assert [_after(box, way).item(_ref(1)).high for way in (one, two)] == ["left", "right"]


def test_only_contours_have_high_sides_to_choose():
    box = _box(spots=(Spot(Fraction(20), (1.0, 1.0)),))
    assert high_sides(box, _ref(1, "spots")) == ()
