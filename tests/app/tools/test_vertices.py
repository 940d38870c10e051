"""Taking hold of the points of lines and outlines."""

from fractions import Fraction

import pytest
from PySide6.QtCore import Qt

from app.canvas.shapes import Handles
from core.model.edits.map_edits import ChangeItems
from core.model.edits.shape_edits import Vertex, vertices
from core.model.maps import Area, Contour, ItemRef
from tests.app.tools.hand import CTRL, SHIFT, at, click, drag, key


@pytest.fixture
def drawn(bench):
    """An area and a contour on the map, and the tool in hand."""
    placed = bench.document.box.sheets[0]
    bench.area, bench.line = ItemRef(placed.file, "areas", 1), ItemRef(placed.file, "contours", 1)
    ring = tuple(map(placed.frame.to_sheet, ((3, 3), (5, 3), (5, 5), (3, 5), (3, 3))))
    line = tuple(map(placed.frame.to_sheet, ((2.0, 7.0), (4.0, 7.0), (6.0, 7.0))))
    bench.document.do(ChangeItems("Draw", {bench.area: Area("woods", (ring,)), bench.line: Contour(Fraction(20), line)}))
    bench.document.undo_stack.clear()
    bench.box.choose("vertices")
    bench.tool = bench.box.current
    return bench


def _points(bench, ref):
    return {vertex: pytest.approx(point, abs=1e-3) for vertex, point in vertices(bench.document.box, ref).items()}


def test_a_click_selects_an_item_and_shows_its_handles(drawn):
    click(drawn.tool, 4, 4)
    assert drawn.document.selection.refs == {drawn.area}
    (handles,) = (shape for shape in drawn.canvas.sketches["vertices"] if isinstance(shape, Handles))
    assert len(handles.points) == 4


def test_a_drag_moves_a_vertex_in_one_step_and_previews_until_then(drawn):
    click(drawn.tool, 4, 7)
    drawn.tool.pointer_pressed(at(4, 7, True))
    drawn.tool.pointer_moved(at(4.5, 7.8, True))
    assert drawn.document.undo_stack.count() == 0
    drawn.tool.pointer_released(at(4.5, 7.8))
    assert drawn.document.undo_stack.count() == 1
    assert _points(drawn, drawn.line)[Vertex(0, 1)] == (4.5, 7.8)
    drawn.document.undo_stack.undo()
    assert _points(drawn, drawn.line)[Vertex(0, 1)] == (4, 7)


def test_the_first_point_of_a_ring_moves_its_last_one_too(drawn):
    click(drawn.tool, 4, 4)
    drag(drawn.tool, (3, 3), (2, 2))
    ring = drawn.document.box.item(drawn.area).shape[0]
    assert ring[0] == ring[-1]
    assert _points(drawn, drawn.area)[Vertex(0, 0)] == (2, 2)


def test_a_vertex_snaps_to_another_line_unless_control_is_held(drawn):
    click(drawn.tool, 4, 7)
    drag(drawn.tool, (2, 7), (3.05, 5.04))
    assert _points(drawn, drawn.line)[Vertex(0, 0)] == (3, 5)
    drag(drawn.tool, (3, 5), (3.05, 5.04), modifiers=CTRL)
    assert _points(drawn, drawn.line)[Vertex(0, 0)] == (3.05, 5.04)


def test_a_double_click_on_a_segment_inserts_a_vertex_and_delete_takes_it_out(drawn):
    click(drawn.tool, 4, 7)
    drawn.tool.double_pressed(at(5, 7.05, True))
    drawn.tool.pointer_released(at(5, 7.05))
    assert len(_points(drawn, drawn.line)) == 4
    assert drawn.tool.active == {(drawn.line, Vertex(0, 2))}
    assert drawn.tool.wants(key(Qt.Key.Key_Delete))
    assert drawn.tool.key(key(Qt.Key.Key_Delete))
    assert len(_points(drawn, drawn.line)) == 3


def test_a_rectangle_selects_vertices_that_move_together_in_one_step(drawn):
    drawn.document.selection.set({drawn.area, drawn.line})
    drag(drawn.tool, (2.5, 4.5), (5.5, 7.5))
    assert {vertex for ref, vertex in drawn.tool.active if ref == drawn.area} == {Vertex(0, 2), Vertex(0, 3)}
    assert len(drawn.tool.active) == 3
    drag(drawn.tool, (5, 5), (5, 6))
    assert _points(drawn, drawn.area)[Vertex(0, 3)] == (3, 6)
    assert _points(drawn, drawn.line)[Vertex(0, 1)] == (4, 8)
    assert drawn.document.undo_stack.count() == 1


def test_the_keyboard_goes_from_vertex_to_vertex_and_moves_them(drawn):
    drawn.document.selection.set({drawn.line})
    assert drawn.tool.key(key(Qt.Key.Key_Tab))
    assert drawn.tool.active == {(drawn.line, Vertex(0, 0))}
    drawn.tool.key(key(Qt.Key.Key_Up))
    drawn.tool.key(key(Qt.Key.Key_Right, SHIFT))
    assert _points(drawn, drawn.line)[Vertex(0, 0)] == (3, 7.125)
    drawn.tool.key(key(Qt.Key.Key_A, CTRL))
    assert len(drawn.tool.active) == 3
    drawn.tool.key(key(Qt.Key.Key_Delete))
    assert drawn.document.box.item(drawn.line) is None


def test_escape_lets_a_drag_go_and_then_the_vertices(drawn):
    click(drawn.tool, 4, 7)
    drawn.tool.pointer_pressed(at(4, 7, True))
    drawn.tool.pointer_moved(at(4.5, 7.8, True))
    drawn.box.escape()
    drawn.tool.pointer_released(at(4.5, 7.8))
    assert drawn.document.undo_stack.count() == 0
    assert drawn.tool.active
    drawn.box.escape()
    assert not drawn.tool.active


def test_undoing_while_the_tool_is_in_hand_forgets_vertices_that_are_gone(drawn):
    click(drawn.tool, 4, 7)
    drawn.tool.double_pressed(at(5, 7, True))
    drawn.tool.pointer_released(at(5, 7))
    drawn.tool.key(key(Qt.Key.Key_Right))
    drawn.document.undo_stack.undo()
    drawn.document.undo_stack.undo()
    assert len(_points(drawn, drawn.line)) == 3
    drawn.tool.key(key(Qt.Key.Key_Right))


def test_a_locked_layer_is_not_changed(drawn):
    drawn.document.selection.set({drawn.line})
    drawn.canvas.locked.add("contours")
    drag(drawn.tool, (4, 7), (4, 8))
    assert drawn.document.undo_stack.count() == 0


def test_a_vertex_that_would_leave_no_outline_is_not_moved_and_the_status_bar_says_why(drawn):
    placed = drawn.document.box.sheets[0]
    ring = tuple(map(placed.frame.to_sheet, ((3, 3), (5, 3), (4, 5), (3, 3))))
    drawn.document.do(ChangeItems("Draw", {drawn.area: Area("woods", (ring,))}))
    before = drawn.document.box
    click(drawn.tool, 4, 3.5)
    drag(drawn.tool, (3, 3), (5, 3))
    assert drawn.document.box is before
    assert "at least three points that are not the same" in drawn.said[-1]
    drag(drawn.tool, (3, 3), (2, 2))
    assert _points(drawn, drawn.area)[Vertex(0, 0)] == (2, 2)


def test_an_item_of_no_size_is_not_put_on_the_map(drawn):
    point = drawn.document.box.item(drawn.line).line[0]
    assert not drawn.tool.put("Draw", {drawn.line: Contour(Fraction(20), (point, point))})
    assert "two points that are not the same" in drawn.said[-1]
