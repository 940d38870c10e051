import itertools
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.files.wkt import BadShape, decimal_text, line_text, polygon_text, read_line, read_polygon
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.charts import Axis, Chart
from core.model.edits.edit import Aspect, Several
from core.model.edits.map_edits import (
    ChangeBox,
    ChangeItems,
    ChangeSheet,
    ChangeSheets,
    is_line,
    restated,
    settled,
    settled_line,
    settled_shape,
)
from core.model.maps import Area, Contour, Grid, HexContent, ItemRef, MapSheet, Name, Path, Spot
from core.model.work import Work

A, B = "a.map.yaml", "b.map.yaml"
CHART = Chart("demo.fire", "Fire", "dice", "steps", "box", "the card", Axis("strength", ("0",)), dice="d6")


def _sheet(name: str) -> MapSheet:
    contours = (Contour(Fraction(20), ((0.0, 1.0), (5.0, 1.0))), Contour(Fraction(40), ((0.0, 2.0), (5.0, 2.0))))
    return MapSheet(name, Grid(6, 6, Numbering("{column:02}.{row:02}", 6, 6)), contours=contours)


def _work() -> Work:
    first = SheetFrame.place("odd")
    beside = SheetFrame.place("odd", "columns", first, 6, 0)
    return Work(
        GameBox("Test", "tcs-4.01", (PlacedSheet(_sheet("A"), first, "A", A), PlacedSheet(_sheet("B"), beside, "B", B)))
    )


coordinates = st.floats(-1, 7, allow_nan=False).map(lambda x: x + 0.00003)
points = st.tuples(coordinates, coordinates)
refs = st.builds(ItemRef, st.sampled_from([A, B]), st.just("contours"), st.integers(1, 5))
lines = st.lists(points, min_size=2, max_size=5).map(tuple).filter(lambda line: is_line(settled_line(line)))
contours = st.builds(Contour, st.integers(0, 9).map(Fraction), lines)
hex_refs = st.builds(ItemRef, st.sampled_from([A, B]), st.just("hexes"), st.tuples(st.integers(1, 6), st.integers(1, 6)))
heads = st.builds(lambda title: replace(_sheet("A").head, title=title), st.text("ab", max_size=2))
edits = st.one_of(
    st.builds(ChangeItems, st.just("Draw"), st.dictionaries(refs, st.none() | contours, max_size=3)),
    st.builds(ChangeItems, st.just("Paint"), st.dictionaries(hex_refs, st.none() | st.just(HexContent("village")), max_size=4)),
    st.builds(ChangeSheet, st.just("Rename"), st.sampled_from([A, B]), heads),
    st.builds(lambda title: ChangeBox("Title", replace(_work().box.head, title=title)), st.text("ab", max_size=2)),
    st.builds(lambda name: ChangeBox("Set", replace(_work().box.head, chart_set=name)), st.sampled_from(["", "gazala"])),
    st.builds(lambda own: ChangeBox("Charts", replace(_work().box.head, charts=own)), st.sampled_from([{}, {CHART.id: CHART}])),
)


@given(st.lists(edits, max_size=5))
def test_an_edit_touches_something_exactly_when_it_changes_the_work(changes):
    work = _work()
    for edit in changes:
        after = edit.apply(work)
        assert bool(edit.touched(work)) == (after != work)
        work = after


@given(st.lists(edits, min_size=1, max_size=4), st.lists(edits, max_size=4))
def test_what_is_restated_brings_the_work_before_to_the_work_after_and_back(first, later):
    before = Several("", first).apply(_work())
    edit = Several("", later)
    touched, after = edit.touched(before), edit.apply(before)
    assert Several("", restated(after, touched)).apply(before).box == after.box
    assert Several("", restated(before, touched)).apply(after).box == before.box


@given(contours)
def test_points_are_settled_to_what_a_file_keeps(contour):
    ref = ItemRef(A, "contours", 9)
    after = ChangeItems("Draw", {ref: contour}).apply(_work())
    line = after.box.item(ref).line
    assert all(round(x, 4) == x and round(y, 4) == y for x, y in line)
    assert all(a != b for a, b in itertools.pairwise(line))


P, Q, R, NEAR_P = (1.0, 1.0), (3.0, 1.0), (2.0, 3.0), (1.00001, 1.0)


@pytest.mark.parametrize(
    ("item", "words"),
    [
        (Contour(Fraction(20), (P, NEAR_P)), "A contour needs at least two points"),
        (Path("trail", ()), "A path needs at least two points"),
        (Area("woods", ()), "An area needs a closed outline"),
        (Area("building", ((P, P, P),)), "An area needs a closed outline"),
        (Area("woods", ((P, Q, R, Q),)), "An area needs a closed outline"),
        (Area("woods", ((P, Q, NEAR_P, Q, P),)), "An area needs a closed outline"),
        (Area("woods", ((P, Q, R, P), (P, Q, Q, P))), "A hole needs a closed outline"),
    ],
)
def test_what_no_file_could_keep_is_refused_with_a_sentence(item, words):
    with pytest.raises(WrongUse, match=words):
        ChangeItems("Draw", {ItemRef(A, "areas", 9): item})


rings = st.lists(st.sampled_from([P, Q, R, NEAR_P, (2.0, 1.5)]), max_size=6).map(tuple)


@given(st.one_of(rings.map(lambda line: Path("trail", line)), rings.map(lambda ring: Area("woods", (ring,)))))
def test_an_item_is_refused_exactly_when_it_could_not_be_read_again(item):
    ref = ItemRef(A, "paths" if isinstance(item, Path) else "areas", 9)
    try:
        kept = settled(item)
        again = read_line(line_text(kept.line)) if isinstance(kept, Path) else read_polygon(polygon_text(kept.shape))
    except BadShape:
        with pytest.raises(WrongUse):
            ChangeItems("Draw", {ref: item})
    else:
        held = ChangeItems("Draw", {ref: item}).items[ref]
        assert (held.line if isinstance(held, Path) else held.shape) == again


def test_an_outline_is_kept_without_holes_too_small_for_a_file():
    outline, speck = (P, Q, R, P), (P, NEAR_P, (1.0, 1.00001), P)
    assert settled_shape([outline, speck]) == (outline,)
    assert settled_shape([speck, outline]) == ()


@given(st.floats(0.01, 100), st.floats(-360, 360))
def test_names_are_settled_to_the_size_and_angle_that_a_file_keeps(size, angle):
    name = ChangeItems("Write name", {ItemRef(A, "names", 9): Name("Here", P, size, angle)}).items[ItemRef(A, "names", 9)]
    assert (name.size, name.angle) == (float(decimal_text(size)), float(decimal_text(angle)))
    assert str(name.angle) != "-0.0"


def test_the_count_of_hexes_is_kept_while_the_grids_stay():
    work = _work()
    cells = work.box.cells
    painted = ChangeItems("Paint", {ItemRef(B, "hexes", (2, 2)): HexContent("village")}).apply(work)
    assert painted.box.cells is cells
    narrower = replace(_sheet("B").head, grid=Grid(5, 6, Numbering("{column:02}.{row:02}", 5, 6)))
    assert len(ChangeSheet("Narrow", B, narrower).apply(work).box.cells) == len(cells) - 6


def test_a_printed_hex_tells_its_sheet_as_it_is_now():
    work = _work()
    place = work.box.sheets[1].frame.hex(2, 2)
    painted = ChangeItems("Paint", {ItemRef(B, "hexes", (2, 2)): HexContent("village")}).apply(work)
    ((placed, cell),) = painted.box.prints(place)
    assert placed.sheet.hexes[cell].terrain == "village"


def test_removing_a_sheet_is_a_matter_of_sheets_and_comes_back_whole():
    work = _work()
    edit = ChangeSheets("Remove map", work.box.sheets[:1])
    assert edit.touched(work).aspects == {Aspect.SHEETS}
    after = edit.apply(work)
    assert [placed.file for placed in after.box.sheets] == [A]
    assert Several("", restated(work, edit.touched(work))).apply(after).box == work.box


def test_items_that_are_many_share_all_that_an_edit_leaves_alone():
    areas = tuple(Area("woods", (((x, 0.0), (x + 0.5, 0.0), (x, 0.5), (x, 0.0)),)) for x in map(float, range(50)))
    sheet = replace(_sheet("A"), areas=areas, spots=(Spot(Fraction(1), (1.0, 1.0)),))
    work = Work(GameBox("Test", "tcs-4.01", (PlacedSheet(sheet, SheetFrame.place("odd"), "A", A),)))
    after = ChangeItems("Erase", {ItemRef(A, "areas", 3): None}).apply(work)
    left = after.box.sheets[0].sheet
    assert left.spots is sheet.spots
    assert list(left.areas) == [area for n, area in enumerate(areas, start=1) if n != 3]
    assert left.areas.keys[:3] == (1, 2, 4)
