from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.edits.shape_edits import (
    Vertex,
    deleted,
    drawn_area,
    drawn_path,
    recut,
    reshaped,
    simplify,
    smooth,
    to_back,
    to_front,
    vertices,
    with_hole,
    with_new_vertex,
    with_vertices,
    without_vertices,
)
from core.model.maps import Area, Contour, Grid, ItemRef, MapSheet, Path, Spot
from core.model.work import Work

A = "a.map.yaml"
SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0), (0.0, 0.0))
HOLE = ((1.0, 1.0), (2.0, 1.0), (1.0, 2.0), (1.0, 1.0))
AREA, ROAD, LINE = ItemRef(A, "areas", 1), ItemRef(A, "paths", 1), ItemRef(A, "contours", 1)


def _box(**sections):
    kept = {
        "areas": (Area("woods", (SQUARE, HOLE)), Area("lake", (SQUARE,))),
        "paths": (Path("road", ((0.0, 0.0), (2.0, 0.0), (4.0, 0.0))),),
        "contours": (Contour(Fraction(20), SQUARE),),
        "spots": (Spot(Fraction(3), (1.0, 1.0)),),
    }
    sheet = MapSheet("A", Grid(12, 12, Numbering("{column:02}.{row:02}", 12, 12)), **{**kept, **sections})
    return GameBox("Test", "tcs-4.01", (PlacedSheet(sheet, SheetFrame.place("odd"), "A", A),))


def _after(box, edit):
    return edit.apply(Work(box)).box


@given(st.sampled_from([AREA, ROAD, LINE]), st.data())
def test_moving_a_vertex_moves_it_alone_and_keeps_rings_closed(ref, data):
    box = _box()
    old = vertices(box, ref)
    vertex = data.draw(st.sampled_from(sorted(old)))
    after = _after(box, with_vertices(box, {ref: {vertex: (7.0, 7.5)}}))
    assert vertices(after, ref) == {**old, vertex: (7.0, 7.5)}


@given(st.sampled_from([AREA, ROAD, LINE]), st.tuples(st.floats(0, 4), st.floats(0, 4)))
def test_a_vertex_put_in_and_taken_out_again_leaves_the_line_as_it_was(ref, point):
    box = _box()
    edit, vertex = with_new_vertex(box, ref, point)
    after = _after(box, edit)
    assert after.item(ref) == box.item(ref) or vertices(after, ref)[vertex] == pytest.approx(point, abs=1e-4)
    if len(vertices(after, ref)) > len(vertices(box, ref)):
        assert _after(after, without_vertices(after, {ref: [vertex]})).item(ref) == box.item(ref)


def test_a_hole_of_too_few_points_goes_and_so_does_an_item():
    box = _box()
    holeless = _after(box, without_vertices(box, {AREA: [Vertex(1, 0)]}))
    assert holeless.item(AREA).shape == (SQUARE,)
    gone = without_vertices(box, {AREA: [Vertex(0, 0), Vertex(0, 1)]})
    assert _after(box, gone).item(AREA) is None
    assert _after(box, without_vertices(box, {ROAD: [Vertex(0, 0), Vertex(0, 2)]})).item(ROAD) is None


def test_lines_and_outlines_become_simpler_and_smoother_together():
    box = _box()
    refs = [AREA, ROAD, LINE, ItemRef(A, "spots", 1)]
    simple = _after(box, simplify(box, refs))
    assert simple.item(ROAD).line == ((0.0, 0.0), (4.0, 0.0))
    round_ = _after(box, smooth(box, refs))
    assert len(round_.item(LINE).line) > len(SQUARE)
    assert round_.item(LINE).closed
    with pytest.raises(WrongUse, match="outline"):
        smooth(box, refs[3:])


def test_front_and_back_change_the_order_and_nothing_else():
    box = _box()
    front = _after(box, to_front(box, [AREA]))
    assert [each.terrain for each in front.sheets[0].sheet.areas] == ["lake", "woods"]
    edit = to_back(front, [ref for ref, item in to_front(box, [AREA]).items.items() if item is not None])
    assert _after(front, edit) == box
    assert [each.terrain for each in _after(box, to_back(box, [ItemRef(A, "areas", 2)])).sheets[0].sheet.areas] == [
        "lake",
        "woods",
    ]
    with pytest.raises(WrongUse, match="Whole hexes"):
        to_front(box, [ItemRef(A, "hexes", (1, 1))])


def test_deleting_says_what_and_how_many():
    box = _box()
    assert deleted(box, [AREA]).label == "Delete area"
    assert deleted(box, [AREA, ItemRef(A, "areas", 2)]).label == "Delete 2 areas"
    assert deleted(box, [AREA, ROAD]).label == "Delete 2 items"


def test_a_path_started_at_the_end_of_its_kind_extends_it():
    box = _box()
    edit = drawn_path(box, "road", ((4.0, 0.0), (5.0, 1.0)))
    after = _after(box, edit)
    assert edit.label == "Extend path"
    assert after.item(ROAD).line == ((0.0, 0.0), (2.0, 0.0), (4.0, 0.0), (5.0, 1.0))
    other = drawn_path(box, "trail", ((4.0, 0.0), (5.0, 1.0)))
    assert len(_after(box, other).sheets[0].sheet.paths) == 2
    backwards = _after(box, drawn_path(box, "road", ((1.0, 3.0), (0.0, 0.0))))
    assert backwards.item(ROAD).line == ((1.0, 3.0), (0.0, 0.0), (2.0, 0.0), (4.0, 0.0))
    with pytest.raises(WrongUse, match="two points"):
        drawn_path(box, "road", ((1.0, 3.0),))


def test_a_path_between_two_of_its_kind_makes_them_one():
    box = _box(paths=(Path("road", ((0.0, 0.0), (2.0, 0.0))), Path("road", ((6.0, 0.0), (4.0, 0.0)))))
    after = _after(box, drawn_path(box, "road", ((2.0, 0.0), (3.0, 1.0), (4.0, 0.0))))
    assert [each.line for each in after.sheets[0].sheet.paths] == [((0.0, 0.0), (2.0, 0.0), (3.0, 1.0), (4.0, 0.0), (6.0, 0.0))]


def test_a_path_over_a_seam_is_kept_by_each_map_where_it_lies():
    first = SheetFrame.place("odd")
    beside = SheetFrame.place("odd", "columns", first, 12, 0)
    grid = Grid(12, 12, Numbering("{column:02}.{row:02}", 12, 12))
    sheets = (PlacedSheet(MapSheet("A", grid), first, "A", A), PlacedSheet(MapSheet("B", grid), beside, "B", "b.map.yaml"))
    box = GameBox("Test", "tcs-4.01", sheets)
    after = _after(box, drawn_path(box, "road", ((8.0, 5.0), (14.0, 5.0))))
    (west,), (east,) = (placed.sheet.paths for placed in after.sheets)
    assert west.line[0] == pytest.approx((8.0, 5.0), abs=1e-3)
    ends = [placed.frame.to_plane(path.line[at]) for placed, path, at in zip(after.sheets, (west, east), (-1, 0), strict=True)]
    assert ends[0] == pytest.approx(ends[1], abs=1e-3)
    assert after.sheets[1].frame.to_plane(east.line[-1]) == pytest.approx((14.0, 5.0), abs=1e-3)


def test_an_area_is_closed_and_needs_three_points():
    box = _box()
    edit = drawn_area(box, "lake", ((6.0, 6.0), (7.0, 6.0), (7.0, 7.0)))
    assert _after(box, edit).item(ItemRef(A, "areas", 3)).shape == (((6.0, 6.0), (7.0, 6.0), (7.0, 7.0), (6.0, 6.0)),)
    with pytest.raises(WrongUse, match="three points"):
        drawn_area(box, "lake", ((6.0, 6.0), (7.0, 6.0)))


def test_a_hole_goes_where_it_lies_wholly_inside_and_swallows_smaller_ones():
    box = _box()
    wide = ((0.5, 0.5), (3.0, 0.5), (3.0, 3.0), (0.5, 3.0))
    edit = with_hole(box, AREA, wide)
    assert edit is not None
    assert len(_after(box, edit).item(AREA).shape) == 2
    assert with_hole(box, AREA, ((3.0, 3.0), (9.0, 3.0), (3.0, 3.5))) is None
    assert with_hole(box, AREA, ((1.2, 1.2), (3.0, 1.2), (3.0, 3.0))) is None
    with pytest.raises(WrongUse, match="already"):
        with_hole(box, AREA, ((1.1, 1.1), (1.3, 1.1), (1.1, 1.3)))
    with pytest.raises(WrongUse, match="Only an area"):
        with_hole(box, ROAD, wide)


def test_an_area_that_falls_apart_becomes_two_and_one_of_which_nothing_is_left_goes():
    box = _box()
    one, two = (SQUARE,), (tuple((x + 5, y) for x, y in SQUARE),)
    after = _after(box, recut(box, {AREA: (one, two), ItemRef(A, "areas", 2): ()}, "Cut area"))
    assert [(each.terrain, each.shape) for each in after.sheets[0].sheet.areas] == [("woods", one), ("woods", two)]


def test_reshaping_replaces_the_part_between_the_ends_of_a_stroke():
    box = _box()
    after = _after(box, reshaped(box, ROAD, ((1.0, 0.0), (2.0, 1.0), (3.0, 0.0)), 0.001))
    line = after.item(ROAD).line
    assert (line[0], line[-1]) == ((0.0, 0.0), (4.0, 0.0))
    assert (2.0, 0.0) not in line
    assert max(y for _, y in line) > 0.5
    back = _after(box, reshaped(box, ROAD, ((3.0, 0.0), (2.0, 1.0), (1.0, 0.0)), 0.001))
    assert back.item(ROAD).line == line


def test_of_a_closed_line_the_part_near_the_stroke_is_replaced():
    box = _box()
    after = _after(box, reshaped(box, LINE, ((1.0, 0.0), (2.0, 0.8), (3.0, 0.0)), 0.001))
    line = after.item(LINE).line
    assert after.item(LINE).closed
    assert set(SQUARE) <= set(line)
    assert any(0.3 < y < 0.9 for _, y in line)


def test_a_stroke_beyond_the_end_takes_a_line_further():
    box = _box()
    after = _after(box, reshaped(box, ROAD, ((3.0, 0.0), (4.5, 0.5), (6.0, 0.0)), 0.001))
    assert after.item(ROAD).line[-1] == (6.0, 0.0)


SQUARE_AT_2 = ((2.0, 2.0), (6.0, 2.0), (6.0, 6.0), (2.0, 6.0), (2.0, 2.0))


@pytest.mark.parametrize(
    "stroke",
    [
        ((4.0, 2.0), (5.0, 0.5), (1.0, 0.5), (4.0, 2.0)),
        ((1.9, 1.9), (1.0, 1.0), (3.0, 1.0), (1.95, 1.8)),
        ((4.0, 1.9), (5.0, 0.5), (4.00001, 1.95)),
    ],
)
@pytest.mark.parametrize("ref", [AREA, LINE])
def test_a_stroke_that_comes_back_to_where_it_began_reshapes_no_outline(ref, stroke):
    box = _box(areas=(Area("woods", (SQUARE_AT_2,)),), contours=(Contour(Fraction(20), SQUARE_AT_2),))
    with pytest.raises(WrongUse, match="begins and ends at the same"):
        reshaped(box, ref, stroke, 0.001)


strokes = st.lists(st.tuples(st.floats(0, 8), st.floats(0, 8)), min_size=2, max_size=5).map(tuple)


@given(strokes, st.sampled_from([AREA, LINE]))
def test_a_reshaped_outline_is_closed(stroke, ref):
    box = _box(areas=(Area("woods", (SQUARE_AT_2,)),), contours=(Contour(Fraction(20), SQUARE_AT_2),))
    try:
        item = reshaped(box, ref, stroke, 0.001).items[ref]
    except WrongUse:
        return
    ring = item.shape[0] if isinstance(item, Area) else item.line
    assert ring[0] == ring[-1]
    assert len(set(ring)) > 2


def test_a_vertex_dragged_onto_its_neighbour_never_leaves_less_than_a_triangle():
    triangle = ((2.0, 2.0), (6.0, 2.0), (4.0, 6.0), (2.0, 2.0))
    box = _box(areas=(Area("woods", (triangle,)),), paths=(Path("road", ((1.0, 1.0), (3.0, 1.0))),))
    with pytest.raises(WrongUse, match="three points"):
        with_vertices(box, {AREA: {Vertex(0, 1): (2.0, 2.0)}})
    with pytest.raises(WrongUse, match="two points"):
        with_vertices(box, {ROAD: {Vertex(0, 0): (3.0, 1.00001)}})
    with pytest.raises(WrongUse, match="two points"):
        drawn_path(box, "trail", [(1.0, 1.0), (1.00001, 1.0)])


def test_points_taken_out_of_an_outline_that_meets_itself_leave_no_ring_of_two():
    there_and_back = ((0.0, 0.0), (4.0, 0.0), (6.0, 3.0), (4.0, 0.0), (0.0, 0.0))
    box = _box(areas=(Area("woods", (SQUARE, there_and_back)),))
    assert _after(box, without_vertices(box, {AREA: [Vertex(1, 2)]})).item(AREA).shape == (SQUARE,)


def test_a_line_too_small_to_be_made_simpler_stays_as_it_is():
    speck = ((1.0, 1.0), (1.0001, 1.0), (1.0001, 1.0001), (1.0, 1.0))
    box = _box(areas=(Area("woods", (SQUARE, speck)),), paths=(Path("road", ((1.0, 1.0), (1.0001, 1.0))),))
    for edit in (simplify(box, [AREA, ROAD]), smooth(box, [AREA, ROAD])):
        after = _after(box, edit)
        assert len(after.item(AREA).shape) == 2
        assert len(after.item(ROAD).line) > 1


def test_a_piece_or_hole_too_small_for_a_file_is_left_out_of_what_is_cut():
    box = _box()
    speck = ((1.0, 1.0), (1.00001, 1.0), (1.0, 1.00001), (1.0, 1.0))
    after = _after(box, recut(box, {AREA: [(speck,), (SQUARE, speck)]}, "Cut area"))
    assert after.item(AREA).shape == (SQUARE,)
    assert len(after.sheets[0].sheet.areas) == 2


def test_a_path_drawn_between_two_others_loses_no_name_and_no_note():
    west, east = ((0.0, 0.0), (2.0, 0.0)), ((4.0, 0.0), (6.0, 0.0))
    for names, count in ((("North Road", "South Road"), 2), (("North Road", ""), 1), (("", "North Road"), 1)):
        paths = (Path("road", west, names[0], "gravel"), Path("road", east, names[1], "mined"))
        box = _box(paths=paths)
        left = _after(box, drawn_path(box, "road", ((2.0, 0.0), (4.0, 0.0)))).sheets[0].sheet.paths
        assert len(left) == count
        assert {each.name for each in left} == {name for name in names if name}
        assert [each.note for each in left] == (["gravel", "mined"] if count == 2 else ["gravel; mined"])
