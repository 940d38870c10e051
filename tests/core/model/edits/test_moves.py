from fractions import Fraction

import immutables
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.files.limits import check_box
from core.geometry.hexes import Hex
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame, plane_centre
from core.model.box import GameBox, PlacedSheet
from core.model.edits.map_edits import ChangeItems
from core.model.edits.motions import Motion, middle_hex
from core.model.edits.moves import mirrored, shift, transformed, turned
from core.model.maps import (
    Area,
    Contour,
    Grid,
    HexContent,
    ItemRef,
    MapSheet,
    Name,
    SideFeature,
    Spot,
    Zone,
)
from core.model.new_map import NewMap
from core.model.work import Work

A, B = "a.map.yaml", "b.map.yaml"


def _box(orientation="columns"):
    grid = Grid(12, 12, Numbering("{column:02}.{row:02}", 12, 12), orientation=orientation)
    sheet = MapSheet(
        "A",
        grid,
        contours=(Contour(Fraction(20), ((3.0, 5.0), (4.5, 5.5), (5.0, 6.0)), high="left"),),
        areas=(Area("woods", (((5.0, 5.0), (6.0, 5.0), (5.0, 6.0), (5.0, 5.0)),)),),
        sides=(SideFeature("hedge", ((5, 5), (5, 6))), SideFeature("wall", ((6, 6), (7, 6)))),
        hexes=immutables.Map({(5, 6): HexContent("village"), (6, 6): HexContent("town")}),
        spots=(Spot(Fraction(31), (4.0, 5.0)),),
        names=(Name("Mill", (5.0, 6.0), angle=30.0),),
        zones=(Zone("setup", frozenset({(5, 5), (6, 5), (6, 6)})),),
    )
    first = SheetFrame.place("odd", orientation)
    beside = SheetFrame.place("odd", orientation, first, 12, 0)
    other = MapSheet("B", grid)
    return GameBox("Test", "tcs-4.01", (PlacedSheet(sheet, first, "A", A), PlacedSheet(other, beside, "B", B)))


REFS = [
    ItemRef(A, "contours", 1),
    ItemRef(A, "areas", 1),
    ItemRef(A, "sides", 1),
    ItemRef(A, "sides", 2),
    ItemRef(A, "hexes", (5, 6)),
    ItemRef(A, "hexes", (6, 6)),
    ItemRef(A, "spots", 1),
    ItemRef(A, "names", 1),
    ItemRef(A, "zones", 1),
]
hexes = st.builds(Hex, st.integers(-9, 9), st.integers(-9, 9))


def _without_overlap(refs):
    """With one of the two hexes the other one, which would be painted over."""
    both = {ItemRef(A, "hexes", (5, 6)), ItemRef(A, "hexes", (6, 6))}
    return refs | both if refs & both else refs


selections = st.sets(st.sampled_from(REFS), min_size=1).map(_without_overlap)
orientations = st.sampled_from(["columns", "rows"])


def _done(box, edit):
    """The box after an edit, and the references of what was put down."""
    after = edit.apply(Work(box)).box
    return after, [ref for ref, item in edit.items.items() if item is not None]


def _bound(box):
    sheet = box.sheet(A).sheet
    return dict(sheet.hexes), {frozenset(s.between): s.feature for s in sheet.sides}, [z.cells for z in sheet.zones]


@given(selections, orientations, st.sampled_from([-1, 1]))
def test_six_turns_bring_everything_back_hexes_and_sides_exactly(refs, orientation, way):
    box = before = _box(orientation)
    selected, about = refs, middle_hex(box, refs)
    for _ in range(6):
        box, selected = _done(box, turned(box, selected, way, about))
    assert _bound(box) == _bound(before)
    for old, new in zip(before.sheet(A).sheet.areas[0].shape[0], box.sheet(A).sheet.areas[0].shape[0], strict=True):
        assert new == pytest.approx(old, abs=0.001)
    assert box.item(ItemRef(A, "names", 1)).angle == 30.0
    assert box.item(ItemRef(A, "contours", 1)).high == "left"


@given(selections, orientations)
def test_mirroring_twice_brings_everything_back(refs, orientation):
    before = _box(orientation)
    about = middle_hex(before, refs)
    once, selected = _done(before, mirrored(before, refs, about))
    if ItemRef(A, "contours", 1) in refs:
        assert once.item(ItemRef(A, "contours", 1)).high == "right"
    twice, _ = _done(once, mirrored(once, selected, about))
    assert _bound(twice) == _bound(before)
    assert twice.item(ItemRef(A, "names", 1)).angle == 30.0
    assert twice.item(ItemRef(A, "contours", 1)).high == "left"


@given(selections, orientations, st.floats(-2, 2), st.floats(-2, 2))
def test_moving_there_and_back_is_nothing(refs, orientation, x, y):
    before = _box(orientation)
    by = (round(x, 4), round(y, 4))
    there, selected = _done(before, shift(before, refs, by))
    back, _ = _done(there, shift(there, selected, (-by[0], -by[1])))
    assert _bound(back) == _bound(before)
    for old, new in zip(before.sheet(A).sheet.contours[0].line, back.sheet(A).sheet.contours[0].line, strict=True):
        assert new == pytest.approx(old, abs=2e-4)


def test_what_lies_in_hexes_takes_points_along_by_whole_hexes():
    box = _box()
    both = [ItemRef(A, "hexes", (5, 6)), ItemRef(A, "spots", 1)]
    after, _ = _done(box, shift(box, both, (0.1, 0.8)))
    assert (5, 7) in after.sheet(A).sheet.hexes
    assert after.item(ItemRef(A, "spots", 1)).at == (4.0, 6.0)
    alone, _ = _done(box, shift(box, both[1:], (0.1, 0.8)))
    assert alone.item(ItemRef(A, "spots", 1)).at == (4.1, 5.8)


def test_an_item_moved_across_the_seam_belongs_to_the_other_map():
    box = _box()
    after, refs = _done(box, shift(box, [ItemRef(A, "spots", 1), ItemRef(A, "hexes", (5, 6))], plane_centre(Hex(12, -6))))
    assert {ref.sheet for ref in refs} == {B}
    assert len(after.sheet(A).sheet.spots) == 0
    assert dict(after.sheet(B).sheet.hexes) == {(5, 6): HexContent("village")}


def test_a_zone_moved_onto_the_seam_becomes_one_for_each_map():
    box = _box()
    after, _ = _done(box, shift(box, [ItemRef(A, "zones", 1)], plane_centre(Hex(7, -4))))
    on_a, on_b = after.sheet(A).sheet.zones, after.sheet(B).sheet.zones
    assert (len(on_a), len(on_b)) == (1, 1)
    assert len(on_a[0].cells) + len(on_b[0].cells) == 3


def test_hexes_do_not_fall_off_the_map():
    box = _box()
    with pytest.raises(WrongUse, match="off the map"):
        shift(box, [ItemRef(A, "zones", 1)], (0.0, 7.0))


@pytest.mark.parametrize("by", [(0, 2), (0, -2), (0, 3), (-2, 0), (-3, 0)])
def test_no_hexside_feature_comes_to_lie_along_the_edge_of_the_map_or_beyond(by):
    box = NewMap("Small", columns=4, rows=4).box()
    side = ItemRef(A, "sides", 1)
    box = ChangeItems("Draw", {side: SideFeature("hedge", ((2, 2), (2, 3)))}).apply(Work(box)).box
    motion = Motion(steps=by)
    for copy in (False, True):
        with pytest.raises(WrongUse, match="off the map"):
            transformed(box, [side], motion, copy=copy)


@given(orientations, hexes, st.integers(0, 5), st.booleans())
def test_a_hexside_feature_lies_between_two_hexes_of_the_map_wherever_it_is_moved(orientation, to, turns, mirror):
    box = NewMap("Four", columns=4, rows=3, across=2, up=2, orientation=orientation).box()
    first, second = box.sheets[0].frame.hex(2, 2), box.sheets[0].frame.hex(2, 3)
    side = ItemRef(A, "sides", 1)
    box = ChangeItems("Draw", {side: SideFeature("hedge", ((2, 2), (2, 3)))}).apply(Work(box)).box
    motion = Motion(first, turns, mirror, (to.q, to.r))
    there = {motion.hex(first), motion.hex(second)}
    if not there <= box.cells.keys():
        with pytest.raises(WrongUse, match="off the map"):
            transformed(box, [side], motion)
        return
    after, (ref,) = _done(box, transformed(box, [side], motion))
    assert there == {after.sheet(ref.sheet).frame.hex(*cell) for cell in after.item(ref).between}
    check_box(after)


def test_a_hexside_feature_is_moved_onto_a_seam_and_off_it_again():
    box = _box()
    first, second = box.sheet(A).frame.hex(12, 6), box.sheet(B).frame.hex(1, 6)
    assert second in first.neighbours()
    moved = shift(box, [ItemRef(A, "sides", 2)], plane_centre(Hex(6, -3)))
    after, (ref,) = _done(box, moved)
    assert {after.sheet(ref.sheet).frame.hex(*cell) for cell in after.item(ref).between} == {first, second}
    back, (ref,) = _done(after, shift(after, [ref], plane_centre(Hex(-6, 3))))
    assert back.item(ref) == box.item(ItemRef(A, "sides", 2))


def test_a_copy_leaves_the_old_item_and_lies_upon_all_others():
    box = _box()
    after, refs = _done(box, transformed(box, REFS, Motion(steps=(0, 1)), "Duplicate", copy=True))
    assert len(after.sheet(A).sheet.areas) == 2
    assert ItemRef(A, "areas", 2) in refs
    assert {(5, 6), (6, 6), (5, 7), (6, 7)} == set(after.sheet(A).sheet.hexes)


def test_a_hex_moved_upon_another_takes_its_place_in_one_step():
    box = _box()
    edit = shift(box, [ItemRef(A, "hexes", (5, 6)), ItemRef(A, "hexes", (6, 6))], plane_centre(Hex(1, -1)))
    after, _ = _done(box, edit)
    assert sorted(content.terrain for content in after.sheet(A).sheet.hexes.values()) == ["town", "village"]
    assert edit.label == "Move 2 hexes"
