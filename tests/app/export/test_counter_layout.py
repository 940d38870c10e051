"""Where counters lie: every back behind its front, nothing on top of anything, nothing off the paper."""

import math
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from app.export.counter_layout import (
    BACKS,
    BEGINS,
    FOLD_GAP_MM,
    GROUPINGS,
    SIZES,
    SPECK_MM,
    Group,
    SheetWish,
    counter_side,
    lay_out,
    sheet_paper,
    turning_of,
)
from app.export.paper import PAPERS, TURNS
from core.base.errors import WrongUse

papers = st.sampled_from([*(paper.id for paper in PAPERS), "148x210", "330 x 330"])
wishes = st.builds(
    SheetWish,
    side=st.sampled_from([side for _, side in SIZES]) | st.floats(8, 40),
    paper=papers,
    turn=st.sampled_from(TURNS),
    margin=st.floats(0, 25),
    gutter=st.floats(0, 6),
    bleed=st.floats(0, 3),
    backs=st.sampled_from(BACKS),
    over=st.booleans(),
    offset=st.tuples(st.floats(-3, 3), st.floats(-3, 3)),
    group=st.sampled_from(GROUPINGS),
    begin=st.sampled_from(BEGINS),
    marks=st.booleans(),
    labels=st.booleans(),
)
groups = st.lists(st.builds(Group, st.sampled_from(["Blue", "Red", ""]), st.integers(0, 25)), min_size=1, max_size=5)
NEAR = 1e-6


def laid(some, wish):
    assume(sum(group.count for group in some))
    try:
        return lay_out(some, wish)
    except WrongUse:
        assume(False)
        raise


def turned_over(point, page, edge):
    """Where a hand finds a point of the front when it has turned the sheet over an edge: reckoned with a turn in space."""
    x, y = point[0] - page[0] / 2, point[1] - page[1] / 2
    long_is_upright = page[1] >= page[0]
    around_upright = (edge == "long") == long_is_upright
    # A half turn around an axis in the paper's plane changes the sign of what lies across the axis.
    return (page[0] / 2 + (-x if around_upright else x), page[1] / 2 + (y if around_upright else -y))


@given(groups, wishes)
def test_each_back_lies_behind_its_front_plus_the_offset(some, wish):
    plan = laid(some, wish)
    if wish.backs == "none":
        assert all(not back for page in plan.pages for _, _, back in plan.places(page))
        return
    fronts, backs = {}, {}
    for page in plan.pages:
        for number, place, back in plan.places(page):
            (backs if back else fronts)[number] = (page.leaf, place)
    assert fronts.keys() == backs.keys()
    for number, (leaf, front) in fronts.items():
        assert backs[number][0] == leaf
        x, y = backs[number][1].middle
        if wish.backs == "fold":
            # Both are as far from the fold, on its two sides, and on one line across it.
            wide, high = plan.page
            expected = (front.middle[0], high - front.middle[1]) if high > wide else (wide - front.middle[0], front.middle[1])
        else:
            there = turned_over(front.middle, plan.page, wish.backs)
            expected = (there[0] + wish.offset[0], there[1] + wish.offset[1])
        assert (x, y) == pytest.approx(expected, abs=NEAR)
        # What bleeds over one edge of the card does so on both of its sides.
        assert sorted(backs[number][1].bleed) == pytest.approx(sorted(front.bleed))


@given(groups, wishes)
def test_every_counter_lies_once_on_the_paper_and_none_on_another(some, wish):
    plan = laid(some, wish)
    seen = []
    area = wish.margin - SPECK_MM
    for page in plan.pages:
        places = [(place, back) for number, place, back in plan.places(page)]
        seen += [number for number, _, back in plan.places(page) if not back]
        for place, back in places:
            square = place.square
            if not back:
                assert square.left >= area and square.top >= area
                assert square.right <= plan.page[0] - area and square.bottom <= plan.page[1] - area
        # A naive look at every pair: neither counters nor what bleeds around them reach another counter.
        for one, (first, _) in enumerate(places):
            bleed = first.bleed
            for other, (second, _) in enumerate(places):
                if one != other:
                    apart = (
                        second.square.left >= first.square.right + bleed.right - NEAR
                        or second.square.right <= first.square.left - bleed.left + NEAR
                        or second.square.top >= first.square.bottom + bleed.bottom - NEAR
                        or second.square.bottom <= first.square.top - bleed.top + NEAR
                    )
                    assert apart
    assert seen == list(range(sum(group.count for group in some)))


@given(groups, wishes)
def test_marks_stand_outside_of_all_counters_in_line_with_their_sides(some, wish):
    plan = laid(some, wish)
    for page in plan.pages:
        squares = [place.square for _, place, _ in plan.places(page)]
        edges_x = [side for square in squares for side in (square.left, square.right)]
        edges_y = [side for square in squares for side in (square.top, square.bottom)]
        for mark in plan.marks(page):
            upright = mark.x0 == mark.x1
            assert upright != (mark.y0 == mark.y1)
            at, edges = (mark.x0, edges_x) if upright else (mark.y0, edges_y)
            assert min(abs(at - edge) for edge in edges) < 0.01
            if wish.backs != "fold":
                ends = (mark.y0, mark.y1) if upright else (mark.x0, mark.x1)
                low, high = (min(edges_y), max(edges_y)) if upright else (min(edges_x), max(edges_x))
                assert max(ends) <= low + NEAR or min(ends) >= high - NEAR


@given(groups, wishes)
def test_folded_paper_has_room_at_its_fold(some, wish):
    plan = laid(some, replace(wish, backs="fold"))
    line = plan.fold
    level = line.y0 == line.y1
    for page in plan.pages:
        for _, place, back in plan.places(page):
            square = place.square
            near, far = (square.top, square.bottom) if level else (square.left, square.right)
            at = line.y0 if level else line.x0
            assert (near - at if back else at - far) >= FOLD_GAP_MM - NEAR


@given(groups, wishes)
def test_groups_begin_where_they_are_to_and_are_named(some, wish):
    plan = laid(some, wish)
    named = wish.group != "none" and wish.begin != "run"
    assert bool([heading for leaf in plan.leaves for heading in leaf.headings]) == named
    if not named:
        return
    leaf_of = {cell.number: number for number, leaf in enumerate(plan.leaves) for cell in leaf.cells}
    place_of = {cell.number: cell.front.square for leaf in plan.leaves for cell in leaf.cells}
    for leaf in plan.leaves:
        for heading in leaf.headings:
            for cell in leaf.cells:
                square, bleed = cell.front.square, cell.front.bleed
                above = heading.room.bottom <= square.top - bleed.top + NEAR
                assert above or heading.room.top >= square.bottom + bleed.bottom - NEAR
    first = 0
    for group in some:
        if group.count and first:
            before = first - 1
            same_sheet = leaf_of[first] == leaf_of[before]
            assert not (same_sheet and wish.begin == "sheet")
            assert not same_sheet or place_of[first].top > place_of[before].bottom
        first += group.count


@given(st.integers(1, 800), wishes)
def test_one_group_takes_no_more_sheets_than_it_must(count, wish):
    plan = laid([Group("", count)], replace(wish, group="none"))
    assert len(plan.leaves) == math.ceil(count / (plan.columns * plan.rows))
    if wish.turn == "fewest":
        for turn in ("portrait", "landscape"):
            try:
                other = lay_out([Group("", count)], replace(wish, group="none", turn=turn))
            except WrongUse:
                continue
            assert len(plan.leaves) <= len(other.leaves)


@pytest.mark.parametrize(
    ("turn", "backs", "axis"),
    [
        ("portrait", "long", "upright"),
        ("portrait", "short", "level"),
        ("landscape", "long", "level"),
        ("landscape", "short", "upright"),
    ],
)
@pytest.mark.parametrize("over", [False, True])
def test_a_counter_turned_over_in_the_hand_shows_its_back_upright(turn, backs, axis, over):
    wish = SheetWish(turn=turn, backs=backs, over=over)
    plan = lay_out([Group("", 3)], wish)
    turning = turning_of(wish, plan.page)
    assert turning.axis == axis
    back = turning.place(plan.leaves[0].cells[0].front)
    # A sheet that is turned around the line around which the counter is turned shows both the same way up.
    assert back.upturned == ((axis == "level") != over)


def test_neighbours_that_touch_have_no_bleed_between_them_and_others_share_the_gap():
    touching = lay_out([Group("", 2)], SheetWish(bleed=2, gutter=0)).leaves[0].cells
    assert [(cell.front.bleed.left, cell.front.bleed.right) for cell in touching] == [(2, 0), (0, 2)]
    apart = lay_out([Group("", 2)], SheetWish(bleed=2, gutter=3)).leaves[0].cells
    assert [(cell.front.bleed.left, cell.front.bleed.right) for cell in apart] == [(2, 1.5), (1.5, 2)]


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (SheetWish(side=2), "Counters of 2 mm cannot be printed. Allowed: 6 to 80 mm."),
        (SheetWish(side=float("nan")), "Counters of nan mm cannot be printed"),
        (SheetWish(margin=100), "do not fit on A4 paper"),
        (SheetWish(bleed=9), "A bleed of 9 mm"),
        (SheetWish(offset=(0, 30)), "An offset of backs of 30 mm"),
        (SheetWish(paper="a44"), 'no paper "a44". Did you mean "a4"?'),
        (SheetWish(paper="20x20"), "Paper of 20 × 20 mm cannot be used"),
        (SheetWish(backs="lung"), 'Backs cannot be printed "lung". Did you mean "long"?'),
        (SheetWish(side=80, group="none", margin=70), "Make the margins smaller"),
    ],
)
def test_what_cannot_be_printed_is_said(wish, said):
    with pytest.raises(WrongUse) as told:
        lay_out([Group("", 10)], wish)
    assert said in str(told.value)


def test_more_sheets_than_anybody_wants_are_refused():
    with pytest.raises(WrongUse, match="the most is 400"):
        lay_out([Group("", 9000)], SheetWish(side=80))


def test_sizes_are_read_as_people_write_them():
    assert counter_side("9/16") == pytest.approx(14.2875)
    assert counter_side("15 mm") == 15.0
    assert sheet_paper("TABLOID").title == "Tabloid"
    with pytest.raises(WrongUse, match="no size of counters"):
        counter_side("3/7")


@given(groups, wishes)
def test_words_stand_clear_of_counters_and_marks(some, wish):
    plan = laid(some, wish)
    for page in plan.pages:
        room = plan.words_room(page)
        if room is None:
            continue
        assert room.top >= -NEAR and room.bottom <= plan.page[1] + NEAR
        fold = plan.fold
        assert fold is None or fold.y0 == fold.y1 or room.right <= fold.x0 + NEAR
        for _, place, _ in plan.places(page):
            assert place.square.top >= room.bottom - NEAR or place.square.bottom <= room.top + NEAR
        for mark in plan.marks(page):
            assert min(mark.y0, mark.y1) >= room.bottom - NEAR or max(mark.y0, mark.y1) <= room.top + NEAR
