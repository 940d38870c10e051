from fractions import Fraction

import immutables
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame, plane_centre
from core.model.box import GameBox, PlacedSheet
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
