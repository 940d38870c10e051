"""Tools that paint hexes and hexsides: one edit for a gesture, a preview before it, locked layers left alone."""

from dataclasses import replace
from types import MappingProxyType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.canvas.shapes import HexFill, Sketch
from core.analysis.cut_areas import without_hexes
from core.geometry.hexes import Hex
from core.geometry.layout import corners, plane_centre, to_plane
from core.model.edits.hex_edits import HexAreas, paint_terrain
from core.model.edits.map_edits import ChangeBox, ChangeItems
from core.model.maps import Area, HexContent, ItemRef, Path, Zone
from core.model.terrain import Terrain, TerrainKind

LEFT = Qt.MouseButton.LeftButton
PLAIN, SHIFT, CTRL, ALT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
CHART = {
    each.id: each
    for each in (
        Terrain("woods", "Woods", TerrainKind.AREA),
        Terrain("field", "Field", TerrainKind.AREA),
        Terrain("building", "Building", TerrainKind.AREA),
        Terrain("village", "Village", TerrainKind.HEX, whole_hex=True),
        Terrain("stream", "Stream", TerrainKind.SIDE),
        Terrain("bridge", "Bridge", TerrainKind.SIDE),
        Terrain("trail", "Trail", TerrainKind.PATH),
    )
}


@pytest.fixture
def drawing(bench):
    document = bench.document
    document.do(ChangeBox("Chart", replace(document.box.head, terrain=MappingProxyType(CHART))))
    document.undo_stack.clear()
    return bench


def put(bench, section, key, item):
    bench.document.do(ChangeItems("Put", {ItemRef("", section, key): item}))


def sheet(bench):
    return bench.document.box.sheets[0].sheet


def at(bench, column, row):
    return bench.document.box.sheets[0].frame.hex(column, row)


def drag(bench, *places, held=PLAIN):
    points = [plane_centre(place) if isinstance(place, Hex) else place for place in places]
    drag_points(bench, *points, held=held)


def drag_points(bench, *points, held=PLAIN):
    box = bench.box
    box.pressed(None, points[0], LEFT, held)
    for point in points[1:]:
        box.pointed(None, point)
    box.released(None, points[-1], LEFT, held)


def grounds(bench, terrain):
    areas, placed = HexAreas(), bench.document.box.sheets[0]
    return [areas.hexes(placed, area) for area in placed.sheet.areas if area.terrain == terrain]


def press(bench, which, text="", held=PLAIN):
    return bench.box.key(QKeyEvent(QKeyEvent.Type.KeyPress, which, held, text))


def fill_shown(bench, tool, look="brush"):
    return next((shape.hexes for shape in bench.canvas.sketches.get(tool, ()) if getattr(shape, "look", "") == look), None)


def test_a_stroke_of_the_brush_is_one_step_and_leaves_no_gap(drawing):
    drawing.box.choose("brush")
    drag(drawing, at(drawing, 2, 3), at(drawing, 8, 3))
    assert [len(ground) for ground in grounds(drawing, "woods")] == [7]
    assert drawing.document.undo_stack.count() == 1
    drawing.document.undo_stack.undo()
    assert not len(sheet(drawing).areas)


def test_nothing_is_done_before_the_button_goes_up_and_escape_gives_it_up(drawing):
    drawing.box.choose("brush")
    box, point = drawing.box, plane_centre(at(drawing, 3, 3))
    box.pointed(None, point)
    assert fill_shown(drawing, "brush") == {at(drawing, 3, 3)}
    box.pressed(None, point, LEFT, PLAIN)
    box.pointed(None, plane_centre(at(drawing, 5, 4)))
    assert at(drawing, 3, 3) in fill_shown(drawing, "brush")
    assert drawing.document.undo_stack.count() == 0
    box.escape()
    box.released(None, point, LEFT, PLAIN)
    assert drawing.document.undo_stack.count() == 0


def test_strokes_that_touch_become_one_area(drawing):
    drawing.box.choose("brush")
    drag(drawing, at(drawing, 2, 3))
    drag(drawing, at(drawing, 4, 3))
    assert len(sheet(drawing).areas) == 2
    drag(drawing, at(drawing, 3, 3))
    (ground,) = grounds(drawing, "woods")
    assert ground == {at(drawing, 2, 3), at(drawing, 3, 3), at(drawing, 4, 3)}


def test_brackets_change_the_size_and_the_preview_at_once(drawing):
    drawing.box.choose("brush")
    drawing.box.pointed(None, plane_centre(at(drawing, 6, 5)))
    press(drawing, Qt.Key.Key_BracketRight)
    assert len(fill_shown(drawing, "brush")) == 7
    for _ in range(9):
        press(drawing, Qt.Key.Key_BracketRight)
    assert drawing.box.current.size == 5
    press(drawing, Qt.Key.Key_BracketLeft)
    assert drawing.box.current.size == 4


def test_shift_goes_straight_on_from_the_last_stroke(drawing):
    drawing.box.choose("brush")
    drag(drawing, at(drawing, 2, 2))
    drag(drawing, at(drawing, 9, 2), held=SHIFT)
    assert [len(ground) for ground in grounds(drawing, "woods")] == [8]


def test_ctrl_takes_away_what_is_chosen_and_nothing_else(drawing):
    drawing.box.choose("brush")
    drag(drawing, at(drawing, 2, 3), at(drawing, 6, 3))
    drawing.box.take_terrain("village")
    drag(drawing, at(drawing, 4, 3))
    drag(drawing, at(drawing, 4, 3), held=CTRL)
    assert not sheet(drawing).hexes
    assert len(grounds(drawing, "woods")[0]) == 5
    drawing.box.take_terrain("woods")
    drag(drawing, at(drawing, 4, 3), held=CTRL)
    assert sorted(len(ground) for ground in grounds(drawing, "woods")) == [2, 2]


def test_number_keys_choose_terrain_and_alt_or_k_picks_it_from_the_map(drawing):
    drawing.box.choose("brush")
    press(drawing, Qt.Key.Key_4)
    assert drawing.box.current.terrain == "village"
    put(drawing, "hexes", (5, 5), HexContent("village"))
    press(drawing, Qt.Key.Key_2)
    drag(drawing, at(drawing, 5, 5), held=ALT)
    assert drawing.box.current.terrain == "village"
    press(drawing, Qt.Key.Key_1)
    drawing.box.pointed(None, plane_centre(at(drawing, 5, 5)))
    press(drawing, Qt.Key.Key_K)
    assert drawing.box.current.terrain == "village"


def test_a_locked_layer_is_left_alone_and_named(drawing):
    drawing.canvas.locked.add("areas")
    drawing.box.choose("brush")
    drag(drawing, at(drawing, 3, 3))
    assert drawing.document.undo_stack.count() == 0
    assert "Areas" in drawing.said[-1]


def test_the_keyboard_paints_as_the_mouse_does(drawing):
    drawing.box.choose("brush")
    drawing.canvas.set_cursor(at(drawing, 3, 3))
    press(drawing, Qt.Key.Key_Return)
    drawing.canvas.set_cursor(at(drawing, 6, 3))
    press(drawing, Qt.Key.Key_Return, held=SHIFT)
    assert [len(ground) for ground in grounds(drawing, "woods")] == [4]


def test_terrain_that_the_tool_in_hand_cannot_draw_takes_the_tool_that_can(drawing):
    drawing.box.choose("brush")
    drawing.box.take_terrain("stream")
    assert drawing.box.current.id == "sides"
    assert drawing.box.current.terrain == "stream"


def test_filling_shows_what_it_would_fill_and_fills_it_with_a_click(drawing, qtbot):
    drawing.box.choose("brush")
    drag(drawing, at(drawing, 4, 1), at(drawing, 4, 10))
    drawing.box.choose("fill")
    drawing.box.take_terrain("field")
    drawing.box.pointed(at(drawing, 2, 2), plane_centre(at(drawing, 2, 2)))
    qtbot.waitUntil(lambda: bool(fill_shown(drawing, "fill")))
    shown = fill_shown(drawing, "fill")
    assert shown == {at(drawing, column, row) for column in (1, 2, 3) for row in range(1, 11)}
    drawing.box.pressed(at(drawing, 2, 2), plane_centre(at(drawing, 2, 2)), LEFT, PLAIN)
    assert grounds(drawing, "field") == [shown]


def test_after_a_filling_the_status_tells_what_was_done_and_offers_it_no_more(drawing, qtbot):
    drawing.box.choose("fill")
    here = at(drawing, 2, 2), plane_centre(at(drawing, 2, 2))
    drawing.box.pressed(*here, LEFT, PLAIN)
    qtbot.waitUntil(lambda: len(sheet(drawing).areas) == 1)
    assert drawing.said[-1] == f"{len(drawing.document.box.cells)} hexes filled."
    drawing.box.pointed(*here)
    assert not drawing.box.current._slices.busy
    assert not fill_shown(drawing, "fill")
    drawing.box.pressed(*here, LEFT, PLAIN)
    assert "already" in drawing.said[-1]
    drawing.box.take_terrain("field")
    drawing.box.pressed(*here, LEFT, PLAIN)
    qtbot.waitUntil(lambda: bool(grounds(drawing, "field")))


def test_a_click_before_the_filling_is_known_waits_for_it(drawing, qtbot):
    drawing.box.choose("fill")
    drawing.box.pressed(at(drawing, 2, 2), plane_centre(at(drawing, 2, 2)), LEFT, PLAIN)
    qtbot.waitUntil(lambda: len(sheet(drawing).areas) == 1)
    assert grounds(drawing, "woods") == [set(drawing.document.box.cells)]


def test_a_filling_stops_at_rivers_and_at_roads_only_where_that_is_wished(drawing, qtbot):
    frame = drawing.document.box.sheets[0].frame
    for column, kind in ((4, "river"), (7, "trail")):
        line = tuple(frame.to_sheet(plane_centre(at(drawing, column, row))) for row in (1, 10))
        put(drawing, "paths", column, Path(kind, line))
    drawing.box.choose("fill")
    drawing.box.pointed(at(drawing, 5, 2), plane_centre(at(drawing, 5, 2)))
    widths = {}
    for stop_at, _ in drawing.box.current.options[1].choices:
        drawing.box.current.options[1].change(stop_at)
        assert drawing.box.current.options[1].value == stop_at
        qtbot.waitUntil(lambda: bool(fill_shown(drawing, "fill")))
        columns = {frame.cell(place)[0] for place in fill_shown(drawing, "fill")}
        widths[stop_at] = min(columns), max(columns)
    last = drawing.document.box.sheets[0].sheet.grid.columns
    assert widths == {"terrain": (1, last), "sides": (4, last), "roads": (4, 7)}


def test_a_very_large_filling_is_painted_by_the_worker(drawing, qtbot, monkeypatch):
    monkeypatch.setattr("app.tools.fill.MOST_AT_ONCE", 50)
    drawing.box.choose("fill")
    drawing.box.pressed(at(drawing, 2, 2), plane_centre(at(drawing, 2, 2)), LEFT, PLAIN)
    qtbot.waitUntil(lambda: bool(drawing.answers.waiting("paint_terrain")))
    (asked,) = drawing.answers.waiting("paint_terrain")
    drawing.answers.answer(asked, paint_terrain(drawing.document.box, areas=HexAreas(), **asked.parameters))
    assert grounds(drawing, "woods") == [set(drawing.document.box.cells)]


def test_the_eraser_takes_what_its_option_says(drawing):
    drawing.box.choose("brush")
    drag(drawing, at(drawing, 2, 3), at(drawing, 6, 3))
    put(drawing, "hexes", (4, 3), HexContent("village"))
    drawing.box.choose("erase")
    takes = drawing.box.current.options[0]
    takes.change("hexes")
    drag(drawing, at(drawing, 4, 3))
    assert not sheet(drawing).hexes
    assert len(grounds(drawing, "woods")[0]) == 5
    takes.change("everything")
    drag(drawing, at(drawing, 4, 3))
    assert len(grounds(drawing, "woods")) == 2


def test_the_eraser_shows_what_goes(drawing):
    line = tuple(drawing.document.box.sheets[0].frame.to_sheet(plane_centre(at(drawing, 4, row))) for row in (3, 4))
    put(drawing, "paths", 1, Path("trail", line))
    drawing.box.choose("erase")
    press(drawing, Qt.Key.Key_BracketRight)
    drawing.box.pointed(None, plane_centre(at(drawing, 4, 3)))
    shown = drawing.canvas.sketches["erase"]
    assert [shape.look for shape in shown] == ["erase", "erase"]
    assert {type(shape) for shape in shown} == {HexFill, Sketch}


def test_an_area_of_free_outline_is_cut_by_the_worker_in_the_same_step(drawing):
    ring = ((1.0, 1.0), (8.0, 1.0), (8.0, 8.0), (1.0, 8.0), (1.0, 1.0))
    put(drawing, "areas", 1, Area("woods", (ring,)))
    put(drawing, "hexes", (4, 4), HexContent("village"))
    steps = drawing.document.undo_stack.count()
    drawing.box.choose("erase")
    drag(drawing, at(drawing, 4, 4))
    (asked,) = drawing.answers.waiting("cut_areas")
    drawing.answers.answer(asked, without_hexes(drawing.document.box, **asked.parameters))
    assert drawing.document.undo_stack.count() == steps + 1
    assert not sheet(drawing).hexes
    assert len(sheet(drawing).areas[0].shape) == 2


def test_what_was_changed_while_the_worker_cut_is_left_alone(drawing):
    ring = ((1.0, 1.0), (8.0, 1.0), (8.0, 8.0), (1.0, 8.0), (1.0, 1.0))
    put(drawing, "areas", 1, Area("woods", (ring,)))
    drawing.box.choose("erase")
    drag(drawing, at(drawing, 4, 4))
    (asked,) = drawing.answers.waiting("cut_areas")
    cut = without_hexes(drawing.document.box, **asked.parameters)
    put(drawing, "areas", 1, Area("field", (ring,)))
    drawing.answers.answer(asked, cut)
    assert sheet(drawing).areas[0] == Area("field", (ring,))


def test_erasing_only_what_is_locked_says_so(drawing):
    put(drawing, "hexes", (4, 4), HexContent("village"))
    drawing.canvas.locked.add("hexes")
    drawing.box.choose("erase")
    drag(drawing, at(drawing, 4, 4))
    assert sheet(drawing).hexes
    assert "Hexes" in drawing.said[-1]


def corner(place, k):
    return to_plane(corners(place)[k])


def test_a_drag_paints_a_chain_along_hexsides_and_going_back_takes_it_back(drawing):
    drawing.box.choose("sides")
    place = at(drawing, 5, 5)
    drag_points(drawing, corner(place, 0), corner(place, 1), corner(place, 2), corner(place, 3))
    assert [side.feature for side in sheet(drawing).sides] == ["stream"] * 3
    drawing.document.undo_stack.undo()
    drag_points(drawing, corner(place, 0), corner(place, 1), corner(place, 2), corner(place, 1))
    assert len(sheet(drawing).sides) == 1
    drag_points(drawing, corner(place, 0), corner(place, 1))
    assert len(sheet(drawing).sides) == 1
    assert "already" in drawing.said[-1]


def test_a_click_takes_the_nearest_hexside_and_ctrl_removes_it(drawing):
    drawing.box.choose("sides")
    x, y = plane_centre(at(drawing, 5, 5))
    drag_points(drawing, (x, y + 0.4))
    assert [set(side.between) for side in sheet(drawing).sides] == [{(5, 5), (5, 6)}]
    drag_points(drawing, (x, y + 0.4), held=CTRL)
    assert not len(sheet(drawing).sides)


def test_shift_leads_the_chain_on_from_its_last_corner(drawing):
    drawing.box.choose("sides")
    place = at(drawing, 5, 5)
    drag_points(drawing, corner(place, 0), corner(place, 1))
    drag_points(drawing, corner(place, 3), held=SHIFT)
    assert len(sheet(drawing).sides) == 3


def test_a_bridge_is_moved_by_a_drag_and_stands_alone(drawing):
    drawing.box.choose("sides")
    drawing.box.take_terrain("bridge")
    x, y = plane_centre(at(drawing, 5, 5))
    drag_points(drawing, (x, y + 0.4), (x, y + 1.4))
    assert [set(side.between) for side in sheet(drawing).sides] == [{(5, 6), (5, 7)}]


def test_no_feature_along_the_edge_of_the_map(drawing):
    drawing.box.choose("sides")
    low = at(drawing, 5, 1)
    drag_points(drawing, (plane_centre(low)[0], plane_centre(low)[1] - 0.45))
    assert not len(sheet(drawing).sides)
    assert "edge" in drawing.said[-1]


def test_a_zone_is_painted_named_and_chosen_again(drawing):
    drawing.box.choose("zones")
    zones = drawing.box.current
    options = {option.id: option for option in zones.options}
    options["name"].change("North")
    options["kind"].change("entry")
    drag(drawing, at(drawing, 1, 1), at(drawing, 4, 1))
    assert list(sheet(drawing).zones) == [Zone("entry", frozenset({(1, 1), (2, 1), (3, 1), (4, 1)}), "North")]
    drag(drawing, at(drawing, 2, 1), held=CTRL)
    assert len(sheet(drawing).zones[0].cells) == 3
    zones.options[0].change("new")
    drag(drawing, at(drawing, 8, 8))
    assert [zone.name for zone in sheet(drawing).zones] == ["North", "Zone 1"]
    zones.options[0].change("0")
    drag(drawing, at(drawing, 8, 7))
    assert (8, 7) in sheet(drawing).zones[0].cells


gestures = st.lists(
    st.tuples(
        st.sampled_from(["brush", "erase", "sides", "zones", "spot", "low", "building"]),
        st.sampled_from([PLAIN, SHIFT, CTRL]),
        st.lists(st.tuples(st.integers(1, 12), st.integers(1, 10), st.sampled_from([0.0, 0.3])), min_size=1, max_size=3),
        st.integers(1, 3),
    ),
    max_size=8,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(gestures)
def test_whatever_was_drawn_undoing_it_all_brings_the_box_back_and_redoing_it_all_the_drawing(drawing, drawn):
    stack = drawing.document.undo_stack
    stack.setIndex(0)
    stack.clear()
    before = drawing.document.box
    for tool, held, cells, size in drawn:
        drawing.box.choose(tool)
        if tool in ("brush", "erase", "zones"):
            drawing.box.current.size = size
        points = []
        for column, row, off in cells:
            x, y = plane_centre(at(drawing, column, row))
            points.append((x + off, y + off))
        place = at(drawing, *cells[-1][:2])
        drawing.box.pressed(place, points[0], LEFT, held)
        for point in points[1:]:
            drawing.box.pointed(place, point)
        drawing.box.released(place, points[-1], LEFT, held)
        for asked in drawing.answers.waiting("cut_areas"):
            drawing.answers.answer(asked, without_hexes(drawing.document.box, **asked.parameters))
    after = drawing.document.box
    stack.setIndex(0)
    assert drawing.document.box == before
    stack.setIndex(stack.count())
    assert drawing.document.box == after
    stack.setIndex(0)


@pytest.mark.parametrize("tool", ["brush", "fill", "erase", "sides", "zones", "spot", "low", "names", "building"])
def test_no_preview_is_left_by_a_tool_that_is_put_away(drawing, tool, qtbot):
    drawing.box.choose(tool)
    drawing.box.pointed(at(drawing, 4, 4), plane_centre(at(drawing, 4, 4)))
    if tool == "fill":
        qtbot.waitUntil(lambda: bool(drawing.canvas.sketches.get("fill")))
    assert drawing.canvas.sketches[tool]
    drawing.box.choose("select")
    assert drawing.canvas.sketches[tool] == ()
