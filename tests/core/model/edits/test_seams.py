"""Lines over the seams of a box: every map keeps its part, all parts are edited as one line, and nothing else changes."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.geometry.layout import LATTICE_X, LATTICE_Y, hex_at
from core.geometry.lines import is_closed
from core.model.box import sheet_edge
from core.model.edits.clipboard import copied, pasted, read_clipping
from core.model.edits.contour_edits import close, drawn_contour, join
from core.model.edits.map_edits import ChangeItems
from core.model.edits.moves import shift
from core.model.edits.seams import continued, over_seams, whole_line
from core.model.edits.shape_edits import Vertex, drawn_path, reshaped, simplify, with_vertices, without_vertices
from core.model.maps import Area, Contour, ItemRef
from core.model.new_map import NewMap
from core.model.work import Work

BOX = NewMap("t", columns=6, rows=5, across=2, up=2).box()
A, B = BOX.sheets[:2]

coordinates = st.integers(-20, 120).map(lambda n: n / 10 + 0.013)
lines = st.lists(st.tuples(coordinates, coordinates), min_size=2, max_size=6, unique=True)


def drawn(line, closed: bool = False) -> ChangeItems:
    points = tuple(A.frame.to_sheet(point) for point in ([*line, line[0]] if closed else line))
    return ChangeItems("Draw contour", {ItemRef(A.file, "contours", 1): Contour(Fraction(20), points, high="left", note="n")})


def length(points) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(points))


@given(lines, st.booleans())
def test_the_parts_are_as_long_as_the_whole_and_each_lies_on_its_own_map(line, closed):
    closed = closed and len(line) > 2
    whole = drawn(line, closed)
    cut = over_seams(BOX, whole)
    parts = [(BOX.sheet(ref.sheet), item) for ref, item in cut.items.items() if item is not None]
    before = sum(length(item.line) for item in whole.items.values())
    assert abs(sum(length(item.line) for _, item in parts) - before) < 0.02
    for placed, item in parts:
        assert (item.height, item.high, item.note) == (20, "left", "n")
        x0, y0, x1, y1 = sheet_edge(placed)
        for a, b in pairwise(item.line):
            x, y = placed.frame.to_plane(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))
            on_map = [each for each in BOX.sheets if _holds(sheet_edge(each), (x, y))]
            # A part that leaves all maps stays with the one that it has left.
            assert not on_map or (x0 - 0.001 <= x <= x1 + 0.001 and y0 - 0.001 <= y <= y1 + 0.001)


def _holds(edge, point) -> bool:
    return edge[0] <= point[0] <= edge[2] and edge[1] <= point[1] <= edge[3]


def test_what_crosses_no_seam_stays_as_it_is():
    change = drawn([(2.0, 2.0), (3.0, 3.0)])
    assert dict(over_seams(BOX, change).items) == dict(change.items)
    wood = {ItemRef(A.file, "areas", 1): Area("woods", (((1, 1), (3, 1), (1, 3), (1, 1)),))}
    assert dict(over_seams(BOX, ChangeItems("x", wood)).items) == wood


def test_a_line_that_lies_on_another_map_goes_there():
    _, y0, x1, _ = sheet_edge(B)
    change = drawn([(x1 - 1, y0 + 1), (x1 - 2, y0 + 2)])
    cut = over_seams(BOX, change)
    assert {ref.sheet: item is not None for ref, item in cut.items.items()} == {A.file: False, B.file: True}


def test_a_ring_over_a_seam_is_two_lines():
    x = sheet_edge(A)[2]
    cut = over_seams(BOX, drawn([(x - 1, 1.5), (x + 1, 1.5), (x + 1, 3.5), (x - 1, 3.5)], closed=True))
    assert sorted(ref.sheet for ref in cut.items) == [A.file, B.file]
    ends = [
        {tuple(round(part, 3) for part in BOX.sheet(ref.sheet).frame.to_plane(each.line[n])) for n in (0, -1)}
        for ref, each in cut.items.items()
    ]
    assert ends[0] == ends[1]


def after(box, edit):
    return edit.apply(Work(box)).box


def lengths(box, section) -> float:
    return sum(length(item.line) for placed in box.sheets for item in placed.sheet.items(section))


def refs_of(box, *sections):
    return {ItemRef(p.file, section, key) for p in box.sheets for section in sections for key in p.sheet.items(section).keys}


RING_AT = sheet_edge(A)[2]
RING = ((RING_AT - 1, 1.5), (RING_AT + 1, 1.5), (RING_AT + 1, 3.5), (RING_AT - 1, 3.5), (RING_AT - 1, 1.5))
vectors = st.tuples(st.integers(-25, 25), st.integers(-10, 25)).map(lambda each: (each[0] / 10 + 0.0037, each[1] / 10 + 0.0071))


def with_ring(box=BOX):
    return after(box, drawn_contour(box, RING, Fraction(20), broken=False, high="left"))


def test_the_parts_of_a_line_know_each_other_and_are_one_line_again():
    box = with_ring()
    refs = refs_of(box, "contours")
    assert len(refs) == 2
    for ref in refs:
        assert continued(box, ref) == refs
    whole = whole_line(box, min(refs, key=str))
    assert is_closed(whole.loose.item.line)
    assert sum(len(marks) for marks in whole.marks[:-1]) == sum(len(box.item(ref).line) for ref in refs)
    assert set(whole.parts) == refs


def test_lines_of_other_heights_or_sides_do_not_go_on_in_each_other():
    box = with_ring()
    one, two = sorted(refs_of(box, "contours"), key=str)
    for other in (replace(box.item(two), height=Fraction(40)), replace(box.item(two), high="right")):
        assert continued(after(box, ChangeItems("x", {two: other})), one) == {one}


@given(vectors)
def test_a_ring_over_a_seam_that_is_moved_stays_one_ring_and_each_map_keeps_its_part(by):
    box = with_ring()
    moved = after(box, shift(box, refs_of(box, "contours"), by))
    refs = refs_of(moved, "contours")
    assert abs(lengths(moved, "contours") - 8) < 0.01
    whole = whole_line(moved, min(refs, key=str))
    assert set(whole.parts) == refs
    assert is_closed(whole.loose.item.line)
    for x, y in RING:
        assert min(math.dist((x + by[0], y + by[1]), point) for point in whole.loose.item.line) < 0.001
    back = after(moved, shift(moved, refs, (-by[0], -by[1])))
    assert len(refs_of(back, "contours")) == 2
    assert sum(len(item.line) for p in back.sheets for item in p.sheet.contours) <= 2 + 2 * len(RING)


def test_one_map_alone_is_moved_over_the_seam_and_cut_there():
    box = after(BOX, drawn_contour(BOX, [(2.0, 2.0), (4.0, 2.5)], Fraction(20), broken=False))
    x = sheet_edge(A)[2]
    edit = shift(box, refs_of(box, "contours"), (x - 3.0, 0.0))
    assert sorted(ref.sheet for ref, item in edit.items.items() if item is not None) == [A.file, B.file]
    assert abs(lengths(after(box, edit), "contours") - lengths(box, "contours")) < 0.001


@given(vectors)
def test_a_copy_of_a_line_over_a_seam_is_one_line_wherever_it_is_put(by):
    box = with_ring()
    clipping = read_clipping(copied(box, refs_of(box, "contours")))
    assert len(clipping.items) == 1
    place = hex_at((by[0] * LATTICE_X, by[1] * LATTICE_Y))
    made = pasted(box, {}, clipping, place.plus(4, 2), 0, False).edit
    only = after(after(box, ChangeItems("x", dict.fromkeys(refs_of(box, "contours")))), made)
    assert abs(lengths(only, "contours") - 8) < 0.01
    refs = refs_of(only, "contours")
    assert continued(only, min(refs, key=str)) == refs


@given(st.tuples(st.integers(-20, 20), st.integers(-10, 10)).map(lambda each: (each[0] / 10 + 0.0037, each[1] / 10 + 0.0071)))
def test_the_point_on_a_seam_takes_both_parts_of_its_line_along(by):
    line = ((RING_AT - 2, 2.0), (RING_AT - 1, 2.0), (RING_AT + 1, 2.0), (RING_AT + 2, 2.0))
    box = after(BOX, drawn_path(BOX, "trail", line))
    mine = next(ref for ref in refs_of(box, "paths") if ref.sheet == A.file)
    joint = Vertex(0, len(box.item(mine).line) - 1)
    goal = (RING_AT + by[0], 2.0 + by[1])
    moved = after(box, with_vertices(box, {mine: {joint: goal}}))
    refs = refs_of(moved, "paths")
    whole = whole_line(moved, min(refs, key=str))
    assert set(whole.parts) == refs
    near = (line[0], line[1], goal, line[2], line[3])
    assert abs(length(whole.loose.item.line) - length(near)) < 0.005
    without = after(box, without_vertices(box, {mine: [joint]}))
    assert abs(lengths(without, "paths") - length(line)) < 0.001


def test_a_vertex_that_is_led_over_the_seam_leads_its_line_there():
    box = after(BOX, drawn_path(BOX, "trail", ((1.0, 2.0), (2.0, 2.0), (3.0, 2.0))))
    (ref,) = refs_of(box, "paths")
    edit = with_vertices(box, {ref: {Vertex(0, 2): (RING_AT + 1.0, 2.0)}})
    assert edit.label == "Move vertex"
    assert {each.sheet for each, item in edit.items.items() if item is not None} == {A.file, B.file}
    assert edit.items[ref] is not None


def test_a_stroke_over_the_seam_reshapes_both_parts():
    line = ((RING_AT - 2, 2.0), (RING_AT + 2, 2.0))
    box = after(BOX, drawn_path(BOX, "trail", line))
    mine = next(ref for ref in refs_of(box, "paths") if ref.sheet == B.file)
    stroke = ((RING_AT - 1, 2.0), (RING_AT - 1, 3.0), (RING_AT + 1, 3.0), (RING_AT + 1, 2.0))
    made = after(box, reshaped(box, mine, stroke, 0.001))
    refs = refs_of(made, "paths")
    assert len(refs) == 2
    assert continued(made, mine) == refs
    assert 5 < lengths(made, "paths") <= 6


def test_lines_of_two_maps_are_joined_closed_and_simplified_as_one():
    left, right = ((RING_AT - 2, 2.0), (RING_AT - 1, 2.0)), ((RING_AT + 1, 2.0), (RING_AT + 2, 3.0))
    box = after(BOX, drawn_path(BOX, "trail", left))
    box = after(box, drawn_path(box, "trail", right))
    whole = after(box, join(box, refs_of(box, "paths")))
    refs = refs_of(whole, "paths")
    assert {ref.sheet for ref in refs} == {A.file, B.file}
    assert continued(whole, min(refs, key=str)) == refs
    closed = after(whole, close(whole, refs))
    assert abs(lengths(closed, "paths") - lengths(whole, "paths") - math.dist(left[0], right[1])) < 0.01
    assert simplify(closed, refs_of(closed, "paths")).label == "Simplify path"
    with pytest.raises(WrongUse, match="already"):
        join(whole, refs)


def test_a_line_drawn_on_from_another_map_takes_in_the_line_where_it_ends():
    box = after(BOX, drawn_contour(BOX, ((RING_AT + 1, 2.0), (RING_AT + 2, 3.0)), Fraction(20), broken=False))
    made = after(box, drawn_contour(box, ((RING_AT - 1, 2.0), (RING_AT + 1, 2.0)), Fraction(20), broken=False))
    refs = refs_of(made, "contours")
    assert sorted(ref.sheet for ref in refs) == [A.file, B.file]
    assert continued(made, min(refs, key=str)) == refs
