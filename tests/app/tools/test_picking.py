"""What lies under the pointer, compared with looking at every item."""

import math
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.tools.picking import REACH_PX, Picker, kind_of, outline_of, side_line
from app.tools.snapping import contour_ends, edge_point, ended_at_edge, nearest_of, on_map, path_points
from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre
from core.geometry.lines import inside, is_closed, nearest
from core.model.box import sheet_edge
from core.model.edits.motions import loosened
from core.model.maps import Area, Contour, HexContent, ItemRef, Name, Path, SideFeature, Spot, Zone
from tests.app.conftest import box_of, made_up_sheet
from tests.app.tools.conftest import FakeCanvas
from tests.app.tools.hand import at


class _Holder:
    """A document, as far as finding needs one."""

    def __init__(self, box):
        self.box = box
        self.document, self.canvas = self, FakeCanvas()


def _named(box):
    """The box with a file name for each sheet, by which items are told apart."""
    return replace(box, sheets=tuple(replace(placed, file=f"{placed.letter}.map.yaml") for placed in box.sheets))


SINGLE, POINTY = box_of(made_up_sheet()), box_of(made_up_sheet(12, 14, "rows"))
BOXES = [_named(box) for box in (SINGLE, POINTY, box_of(made_up_sheet(), made_up_sheet(name="B")))]
PICKERS = [Picker(_Holder(box)) for box in BOXES]

points = st.tuples(st.floats(0, 14), st.floats(0, 12))


def _all(box, section):
    for placed in box.sheets:
        keys = placed.sheet.hexes if section == "hexes" else placed.sheet.items(section).keys
        for key in keys:
            yield ItemRef(placed.file, section, key)


@settings(deadline=None, max_examples=40)
@given(st.sampled_from([0, 1, 2]), points)
def test_lines_and_areas_under_the_pointer_are_those_that_a_look_at_each_finds(which, point):
    box, picker = BOXES[which], PICKERS[which]
    reach = REACH_PX * 0.01
    found = set(picker.under(at(*point)))
    for section in ("contours", "paths", "areas"):
        for ref in _all(box, section):
            rings = outline_of(loosened(box, ref))
            near = min(nearest(ring, point).distance for ring in rings)
            within = section == "areas" and inside(rings[0], point) and not any(inside(hole, point) for hole in rings[1:])
            if abs(near - reach) > 1e-9:
                assert (ref in found) == (within or near < reach)


@settings(deadline=None, max_examples=40)
@given(st.sampled_from([0, 1, 2]), points, points)
def test_what_lies_wholly_inside_a_rectangle_is_touched_by_it_too(which, a, b):
    picker = PICKERS[which]
    wholly = picker.within(a, b, True)
    touched = picker.within(a, b, False)
    assert wholly <= touched <= picker.everything()


def test_what_is_small_lies_in_front_of_what_is_large():
    picker = PICKERS[0]
    spot = next(iter(_all(BOXES[0], "spots")))
    at_spot = loosened(BOXES[0], spot).points[0]
    assert picker.under(at(*at_spot))[0] == spot


def test_a_hexside_lies_between_its_hexes():
    a, b = Hex(2, 2), Hex(3, 2)
    first, second = side_line(a, b)
    for end in (first, second):
        assert math.dist(end, plane_centre(a)) == pytest.approx(math.dist(end, plane_centre(b)))


@pytest.mark.parametrize(
    ("item", "kind"),
    [
        (Contour(Fraction(40), ((0.0, 0.0), (1.0, 1.0))), "40"),
        (Area("woods", ()), "woods"),
        (Path("road", ()), "road"),
        (SideFeature("hedge", ((1, 1), (1, 2))), "hedge"),
        (HexContent("village"), "village"),
        (Spot(Fraction(3), (0.0, 0.0)), ""),
        (Name("Mill", (0.0, 0.0)), ""),
        (Zone("setup", frozenset()), ""),
    ],
)
def test_the_kind_of_an_item_is_its_terrain_or_a_contours_height(item, kind):
    assert kind_of(item) == kind


@given(st.sampled_from([0, 1, 2]), points)
def test_the_edge_that_the_pointer_snaps_to_is_an_edge_of_the_map_and_no_seam(which, point):
    box = BOXES[which]
    foot = edge_point(box, at(*point))
    if foot is None:
        return
    assert math.dist(foot, point) <= 0.1 + 1e-9
    for x0, y0, x1, y1 in map(sheet_edge, box.sheets):
        assert not (x0 + 1e-3 < foot[0] < x1 - 1e-3 and y0 + 1e-3 < foot[1] < y1 - 1e-3)


@given(st.sampled_from([0, 1, 2]), st.lists(st.tuples(st.floats(-3, 30), st.floats(-3, 15)), min_size=2, max_size=6).map(tuple))
def test_a_line_ended_at_the_edge_begins_and_ends_on_the_map(which, line):
    box = BOXES[which]
    ended = ended_at_edge(box, line)
    edges = [sheet_edge(placed) for placed in box.sheets]

    def shown(point):
        return any(x0 <= point[0] <= x1 and y0 <= point[1] <= y1 for x0, y0, x1, y1 in edges)

    if any(map(shown, line)) and not is_closed(line):
        assert on_map(box, line)
        assert shown(ended[0])
        assert shown(ended[-1])
        assert {point for point in line if shown(point)} <= set(ended)
    else:
        assert ended == line


def test_ends_and_junctions_of_lines_are_found_near_the_pointer():
    box = BOXES[0]
    placed = box.sheets[0]
    road = placed.sheet.paths[2]
    end = placed.frame.to_plane(road.line[0])
    near = at(end[0] + 0.03, end[1])
    assert nearest_of(path_points(box, near), near) == end
    assert nearest_of((), near) is None
    contour = next(each for each in placed.sheet.contours if not each.closed)
    ends = list(contour_ends(box, lambda each: each.height == contour.height))
    assert placed.frame.to_plane(contour.line[0]) in ends


def test_items_that_have_changed_are_measured_anew():
    holder = _Holder(BOXES[0])
    picker = Picker(holder)
    (first, *_) = _all(BOXES[0], "areas")
    x, y = loosened(BOXES[0], first).points[0]
    assert first in picker.under(at(x, y))
    placed = BOXES[0].sheets[0]
    moved = placed.sheet.with_items("areas", {first.key: None})
    holder.box = BOXES[0].with_sheet(placed.file, moved)
    assert first not in picker.under(at(x, y))
    assert picker.loose(first) is None
