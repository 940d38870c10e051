"""Paths, areas, measuring and reshaping on an empty map."""

import itertools
from dataclasses import replace
from types import MappingProxyType

import pytest
from PySide6.QtCore import Qt

from app.canvas.shapes import Caption, Sketch
from core.geometry.areas import without
from core.geometry.hex_clip import hex_under
from core.geometry.layout import plane_centre, to_lattice
from core.geometry.lines import is_closed
from core.geometry.outlines import corner_neighbours, nearest_corner
from core.model.edits.map_edits import ChangeBox
from core.model.maps import ItemRef
from core.model.terrain import Terrain, TerrainKind
from tests.app.tools.hand import ALT, CTRL, at, click, double_click, drag, key, option

TERRAIN = {
    "road": Terrain("road", "Road", TerrainKind.PATH),
    "river": Terrain("river", "River", TerrainKind.PATH),
    "woods": Terrain("woods", "Woods", TerrainKind.AREA),
    "lake": Terrain("lake", "Lake", TerrainKind.AREA),
}


@pytest.fixture
def known(bench):
    document = bench.document
    document.do(ChangeBox("Terrain", replace(document.box.head, terrain=MappingProxyType(TERRAIN))))
    document.undo_stack.clear()
    return bench


def _tool(bench, name):
    bench.box.choose(name)
    return bench.box.current


def _sheet(bench):
    return bench.document.box.sheets[0].sheet


def _plane(bench, line):
    return tuple(map(bench.document.box.sheets[0].frame.to_plane, line))


def _dot(bench, column, row):
    return plane_centre(bench.document.box.sheets[0].frame.hex(column, row))


def test_a_path_between_two_clicks_runs_over_the_centre_dots_of_a_shortest_way(known):
    tool = _tool(known, "path")
    click(tool, *_dot(known, 2, 3))
    double_click(tool, *_dot(known, 6, 5))
    (path,) = _sheet(known).paths
    assert path.feature == "road"
    frame = known.document.box.sheets[0].frame
    assert len(path.line) == frame.hex(2, 3).distance(frame.hex(6, 5)) + 1
    assert known.document.undo_stack.count() == 1


def test_a_drag_through_hexes_sets_their_centre_dots(known):
    tool = _tool(known, "path")
    start, end = _dot(known, 2, 3), _dot(known, 2, 6)
    drag(tool, start, *((start[0] + 0.1, start[1] + n / 5) for n in range(1, 15)), end)
    (path,) = _sheet(known).paths
    frame = known.document.box.sheets[0].frame
    assert [frame.cell(hex_under(point)) for point in _plane(known, path.line)] == [(2, row) for row in (3, 4, 5, 6)]


def test_a_path_begun_at_the_end_of_one_of_its_kind_extends_it_and_of_another_kind_does_not(known):
    tool = _tool(known, "path")
    click(tool, *_dot(known, 2, 3))
    double_click(tool, *_dot(known, 2, 5))
    click(tool, *_dot(known, 2, 5))
    double_click(tool, *_dot(known, 4, 7))
    assert len(_sheet(known).paths) == 1
    tool.take_terrain("river")
    click(tool, *_dot(known, 4, 7))
    double_click(tool, *_dot(known, 6, 8))
    assert [path.feature for path in _sheet(known).paths] == ["road", "river"]


def test_a_free_path_snaps_to_a_junction_unless_control_is_held(known):
    tool = _tool(known, "path")
    option(tool, "mode", "free")
    drag(tool, (2.0, 3.0), (6.0, 3.0))
    drag(tool, (4.0, 5.0), (4.0, 3.04))
    assert _plane(known, _sheet(known).paths[1].line)[-1] == pytest.approx((4.0, 3.0), abs=1e-3)
    drag(tool, (5.0, 5.0), (5.0, 3.04), modifiers=CTRL)
    assert _plane(known, _sheet(known).paths[2].line)[-1] == pytest.approx((5.0, 3.04), abs=1e-3)


def test_a_polygon_closes_at_its_start_or_with_a_double_click(known):
    tool = _tool(known, "area")
    for x, y in ((3, 3), (5, 3), (5, 5), (3.02, 3.03)):
        click(tool, x, y)
    click(tool, 6, 6)
    click(tool, 7, 6)
    double_click(tool, 7, 7)
    first, second = _sheet(known).areas
    assert first.terrain == second.terrain == "woods"
    assert len(first.shape[0]) == len(second.shape[0]) == 4
    assert is_closed(first.shape[0])


def test_an_area_drawn_by_hand_is_one_smooth_ring(known):
    tool = _tool(known, "area")
    tool.take_terrain("lake")
    drag(tool, (3, 3), (4, 3), (5, 3), (5.5, 4), (5, 5), (4, 5.2), (3, 4.5), (2.6, 3.6))
    (area,) = _sheet(known).areas
    assert area.terrain == "lake"
    assert len(area.shape[0]) > 8


def test_an_area_along_hexsides_has_corners_only(known):
    tool = _tool(known, "area")
    option(tool, "mode", "sides")
    for x, y in ((3, 3), (5, 3.2), (4.4, 5)):
        click(tool, x, y)
    tool.key(key(Qt.Key.Key_Return))
    (area,) = _sheet(known).areas
    ring = [to_lattice(point) for point in _plane(known, area.shape[0])]
    for a, b in itertools.pairwise(ring):
        near = min(corner_neighbours(_corner(a)), key=lambda each: abs(each[0] - b[0]) + abs(each[1] - b[1]))
        assert abs(near[0] - b[0]) + abs(near[1] - b[1]) < 3


def _corner(point):
    return nearest_corner(point)


def test_an_outline_that_crosses_itself_is_refused_with_words(known):
    tool = _tool(known, "area")
    for x, y in ((3, 3), (5, 5), (5, 3), (3, 5)):
        click(tool, x, y)
    tool.key(key(Qt.Key.Key_Return))
    assert len(_sheet(known).areas) == 0
    assert "crosses itself" in known.said[-1]


def _square(tool, x, y, size):
    for dx, dy in ((0, 0), (size, 0), (size, size), (0, size)):
        click(tool, x + dx, y + dy)
    tool.key(key(Qt.Key.Key_Return))


def test_a_ring_wholly_inside_becomes_a_hole_at_once(known):
    tool = _tool(known, "area")
    _square(tool, 3, 3, 3)
    click(tool, 4, 4, ALT)
    for x, y in ((5, 4), (5, 5)):
        click(tool, x, y)
    tool.key(key(Qt.Key.Key_Return))
    (area,) = _sheet(known).areas
    assert len(area.shape) == 2
    assert known.document.undo_stack.undoText() == "Cut hole"


def test_any_other_ring_is_cut_by_the_worker_and_an_area_may_fall_apart(known):
    tool = _tool(known, "area")
    _square(tool, 3, 3, 3)
    option(tool, "cut", True)
    for x, y in ((4, 2), (5, 2), (5, 7), (4, 7)):
        click(tool, x, y)
    tool.key(key(Qt.Key.Key_Return))
    (asked,) = known.answers.waiting("cut_outline")
    known.answers.answer(asked, without(asked.parameters["shape"], asked.parameters["taken"]))
    assert len(_sheet(known).areas) == 2
    assert {area.terrain for area in _sheet(known).areas} == {"woods"}
    assert known.document.undo_stack.undoText() == "Cut area"


def test_a_drag_that_encloses_nothing_is_given_up_and_a_tail_beyond_the_start_is_cut_off(known):
    tool = _tool(known, "area")
    drag(tool, (3, 3), (5, 3))
    assert not tool.stroke
    drag(tool, (3, 3), (5, 5), (5, 3), (3, 5))
    assert not tool.stroke
    assert len(_sheet(known).areas) == 0
    drag(tool, (3, 3), (5, 3), (5, 5), (3, 5), (3.2, 2.6))
    assert len(_sheet(known).areas) == 1


def test_another_course_gives_up_what_was_begun(known):
    for name, mode in (("area", "sides"), ("path", "free")):
        tool = _tool(known, name)
        click(tool, 3, 3)
        option(tool, "mode", mode)
        assert not tool.stroke


def test_nothing_can_be_cut_out_of_empty_ground(known):
    tool = _tool(known, "area")
    option(tool, "cut", True)
    _square(tool, 3, 3, 1)
    assert "no area" in known.said[-1]


def test_measuring_says_hexes_metres_and_range_and_changes_nothing(known):
    tool = _tool(known, "measure")
    click(tool, *_dot(known, 2, 3))
    double_click(tool, *_dot(known, 2, 6))
    assert known.said[-1] == "3.00 hexes · 343 m · range 3"
    captions = [shape for shape in known.canvas.sketches["measure"] if isinstance(shape, Caption)]
    assert captions[0].text == known.said[-1]
    assert known.document.undo_stack.count() == 0
    assert tool.clear_result()
    assert known.canvas.sketches["measure"] == ()


def test_a_closed_measurement_says_what_it_encloses(known):
    tool = _tool(known, "measure")
    _square(tool, 3, 3, 2)
    click(tool, 0, 0)
    tool.cancel_gesture()
    for x, y in ((3, 3), (5, 3), (5, 5), (3, 5), (3, 3)):
        click(tool, x, y)
    assert "encloses 4.6 hexes" in known.said[-1]
    assert "km²" in known.said[-1]


def test_points_from_centre_dot_to_centre_dot(known):
    tool = _tool(known, "measure")
    option(tool, "centres", True)
    x, y = _dot(known, 2, 3)
    click(tool, x + 0.2, y - 0.2)
    double_click(tool, x + 0.1, y + 2.1)
    assert known.said[-1].startswith("2.00 hexes")


def test_a_stroke_over_a_part_of_a_line_replaces_that_part_in_one_step(known):
    path = _tool(known, "path")
    option(path, "mode", "free")
    drag(path, (2.0, 3.0), (8.0, 3.0))
    tool = _tool(known, "reshape")
    drag(tool, (3.0, 3.02), (4.0, 4.0), (5.0, 4.2), (6.0, 3.05))
    (line,) = (path.line for path in _sheet(known).paths)
    plane = _plane(known, line)
    assert max(y for _, y in plane) > 3.7
    assert (plane[0], plane[-1]) == ((2.0, 3.0), (8.0, 3.0))
    assert known.document.undo_stack.undoText() == "Reshape"
    assert known.document.selection.refs == {ItemRef(known.document.box.sheets[0].file, "paths", 1)}


def test_reshaping_begins_on_a_line(known):
    tool = _tool(known, "reshape")
    drag(tool, (3.0, 3.02), (4.0, 4.0))
    assert "Begin on" in known.said[-1]


@pytest.mark.parametrize("name", ["path", "area"])
def test_a_locked_layer_and_an_empty_chart_say_so(known, bench, name):
    tool = _tool(known, name)
    known.canvas.locked.update({"paths", "areas"})
    click(tool, 3, 3)
    assert "locked" in known.said[-1]
    known.canvas.locked.clear()
    document = known.document
    document.do(ChangeBox("Terrain", replace(document.box.head, terrain=MappingProxyType({}))))
    click(tool, 3, 3)
    assert "knows no" in known.said[-1]


@pytest.mark.parametrize("name", ["contour", "path", "area", "measure"])
def test_every_line_is_previewed_while_it_grows_and_gone_when_another_tool_is_taken(known, name):
    tool = _tool(known, name)
    click(tool, 3, 3)
    click(tool, 5, 3)
    tool.pointer_moved(at(5, 5))
    assert any(isinstance(shape, Sketch) for shape in known.canvas.sketches[name])
    assert tool.take_back()
    known.box.choose("select")
    assert known.canvas.sketches[name] == ()
    assert known.document.undo_stack.count() == 0
