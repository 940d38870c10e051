"""Contours over the seams of a box: every map keeps its part, and nothing else changes."""

import math
from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from core.model.box import sheet_edge
from core.model.edits.map_edits import ChangeItems
from core.model.edits.seams import over_seams
from core.model.maps import Area, Contour, ItemRef
from core.model.new_map import NewMap

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
    wood = {ItemRef(A.file, "areas", 1): Area("woods", (((1, 1), (30, 1), (1, 3), (1, 1)),))}
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
