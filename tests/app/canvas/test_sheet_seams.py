"""Sheets that are laid edge to edge look like one map, and each alone shows what the others keep of its ground."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.canvas.layers import LayerState
from app.canvas.scene_map import SceneMap
from app.canvas.sheet_seams import around, laid_together, seams
from app.canvas.transform import MapTransform, contains, to_rect, united
from core.geometry.hexes import Hex
from core.geometry.outlines import hexside
from core.model.box import GameBox, sheet_edge
from core.model.edits.contour_edits import drawn_contour
from core.model.edits.shape_edits import drawn_area, drawn_path
from core.model.edits.sheet_edits import resize_sheet
from core.model.edits.side_edits import paint_sides
from core.model.new_map import NewMap
from core.model.terrain import Terrain, TerrainKind
from core.model.work import Work
from tests.app.canvas.pictures import changed, paint

FRAME = LayerState.only("paper")

bounds = st.integers(0, 8).map(lambda n: 40.0 * n)
spans = st.tuples(bounds, bounds, st.integers(1, 4), st.integers(1, 4)).map(
    lambda each: (each[0], each[1], each[0] + 40.0 * each[2], each[1] + 40.0 * each[3])
)


def drawn(box: GameBox) -> GameBox:
    """Something of every kind that runs from sheet to sheet, around the middle of the box."""
    x0, y0, x1, y1 = united(sheet_edge(placed) for placed in box.sheets)
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    ring = ((x - 2, y - 1.5), (x + 2, y - 1.5), (x + 2, y + 1.5), (x - 2, y + 1.5), (x - 2, y - 1.5))
    box = drawn_contour(box, ring, Fraction(20), broken=False, high="left").apply(Work(box)).box
    box = drawn_path(box, "primary-road", ((x - 2.5, y - 0.3), (x + 2.5, y + 0.2))).apply(Work(box)).box
    return drawn_area(box, "lake", tuple((px / 2 + x / 2, py / 2 + y / 2) for px, py in ring)).apply(Work(box)).box


@given(st.lists(spans, min_size=1, max_size=4))
def test_seams_run_within_the_outline_and_part_every_two_sheets(edges):
    inside = around(edges)
    for (ax, ay), (bx, by) in seams(edges):
        assert ax == bx or ay == by
        middle = ((ax + bx) / 2, (ay + by) / 2)
        assert inside.contains(to_rect((middle[0] - 1, middle[1] - 1, middle[0] + 1, middle[1] + 1)))
    if len(set(edges)) == 1:
        assert seams(edges) == []
    assert all(inside.contains(to_rect((x0 + 1, y0 + 1, x1 - 1, y1 - 1))) for x0, y0, x1, y1 in edges)


def test_sheets_that_nearly_meet_leave_no_gap():
    laid = laid_together([(0.0, 0.0, 99.6, 50.0), (100.0, 0.3, 200.0, 50.0)])
    assert laid == [(0.0, 0.0, 99.6, 50.0), (99.6, 0.0, 200.0, 50.0)]
    assert seams([(0.0, 0.0, 99.6, 50.0), (100.0, 0.3, 200.0, 50.0)]) == [[(99.6, 0.0), (99.6, 50.0)]]


@pytest.mark.parametrize("orientation", ["columns", "rows"])
@pytest.mark.parametrize(("across", "up", "lines"), [(1, 1, 0), (2, 1, 1), (1, 2, 1), (2, 2, 4)])
def test_maps_laid_edge_to_edge_have_one_frame_and_one_thin_line_where_two_meet(qapp, orientation, across, up, lines):
    box = NewMap("t", columns=4, rows=3, across=across, up=up, orientation=orientation).box()
    edges = [MapTransform.of(box).span(sheet_edge(placed)) for placed in box.sheets]
    # Four sheets around a point: lines that go on in each other may be told as one.
    assert 0 < len(seams(edges)) <= lines if lines else not seams(edges)
    frame = around(edges).boundingRect()
    assert (frame.left(), frame.top(), frame.right(), frame.bottom()) == pytest.approx(united(edges))
    assert around(edges).elementCount() <= 6


def test_the_frame_of_two_maps_is_that_of_one_as_large_but_for_a_thin_line(qapp):
    start = NewMap("t", columns=5, rows=4).box()
    one = resize_sheet(start, start.sheets[0].file, "right", 5).edit.apply(Work(start)).box
    two = NewMap("t", columns=5, rows=4, across=2).box()
    alone, beside = (paint(SceneMap.whole(box), 40, FRAME) for box in (one, two))
    differs = changed(alone, beside).any(axis=0)
    assert 0 < differs.sum() <= 3


@pytest.mark.parametrize("orientation", ["columns", "rows"])
@pytest.mark.parametrize(("across", "up"), [(2, 1), (1, 2)])
def test_each_sheet_alone_shows_what_the_whole_map_shows_within_its_edge(qapp, orientation, across, up):
    box = drawn(NewMap("t", columns=6, rows=5, across=across, up=up, orientation=orientation).box())
    whole = SceneMap.whole(box)
    transform = MapTransform.of(box)
    layers = LayerState.only("areas", "water", "roads")
    for placed in box.sheets:
        left, top, right, bottom = transform.span(sheet_edge(placed))
        inner = (left + 5, top + 5, right - 5, bottom - 5)
        alone = SceneMap.whole(box, sheets=(placed,))
        assert contains(alone.bounds, inner)
        pictures = [paint(scene, 50, layers, inner) for scene in (whole, alone)]
        assert pictures[0][..., 3].any()
        # The round end of a road that another sheet takes on is seen upon the road only.
        assert changed(*pictures, by=40).mean() < 2e-3


def test_an_area_over_a_seam_is_drawn_to_its_end(qapp):
    box = NewMap("t", columns=5, rows=5, across=2).box()
    seam = sheet_edge(box.sheets[0])[2]
    ring = ((seam - 1, 1.0), (seam + 2, 1.0), (seam + 2, 3.0), (seam - 1, 3.0))
    filled = drawn_area(box, "lake", ring).apply(Work(box)).box
    transform = MapTransform.of(box)
    span = transform.span((seam - 0.8, 1.2, seam + 1.8, 2.8))
    picture = paint(SceneMap.whole(filled), 40, LayerState.only("water"), span)
    assert np.all(picture[..., 3] > 0)


@pytest.mark.parametrize("orientation", ["columns", "rows"])
@pytest.mark.parametrize(("across", "up", "edge"), [(2, 1, "right"), (1, 2, "below")])
def test_a_hedge_along_a_seam_and_on_over_it_looks_as_on_one_map(qapp, orientation, across, up, edge):
    two = NewMap("t", columns=4, rows=4, across=across, up=up, orientation=orientation).box()
    start = NewMap("t", columns=4, rows=4, orientation=orientation).box()
    one = resize_sheet(start, start.sheets[0].file, edge, 4).edit.apply(Work(start)).box
    assert one.cells.keys() == two.cells.keys()
    near = {place for place in two.cells for other in place.neighbours() if other in two.cells and _parted(two, place, other)}
    sides = sorted({hexside(place, other) for place in near for other in place.neighbours() if other in near})
    hedge = Terrain("hedgerow", "Hedgerow", TerrainKind.SIDE)
    pictures = []
    for box in (one, two):
        painted = paint_sides(box, hedge, sides).apply(Work(box)).box
        assert sum(len(placed.sheet.sides) for placed in painted.sheets) == len(sides)
        span = MapTransform.of(box).span(united(sheet_edge(placed) for placed in box.sheets))
        pictures.append(paint(SceneMap.whole(painted), 40, LayerState.only("sides"), span))
    assert (pictures[0][..., 3] > 0).sum() > 500
    # Dots of a hedge begin anew where another map goes on with it.
    drawn_on = [picture[..., 3] > 60 for picture in pictures]
    assert (drawn_on[0] & drawn_on[1]).sum() > 0.8 * drawn_on[0].sum()
    assert changed(*pictures, by=40).mean() < 0.01


def _parted(box: GameBox, one: Hex, other: Hex) -> bool:
    """Whether no sheet prints both of two hexes."""
    return not {placed.file for placed, _ in box.prints(one)} & {placed.file for placed, _ in box.prints(other)}


def test_a_sheet_alone_with_neighbours_is_prepared_anew_after_edits(qapp):
    box = NewMap("t", columns=5, rows=5, across=2).box()
    edit = drawn_area(box, "lake", ((1.0, 1.0), (2.0, 1.0), (2.0, 2.0)))
    touched = edit.touched(Work(box))
    assert SceneMap.whole(box).can_follow(edit.apply(Work(box)).box, touched)
    assert not SceneMap.whole(box, sheets=box.sheets[1:]).can_follow(edit.apply(Work(box)).box, touched)
