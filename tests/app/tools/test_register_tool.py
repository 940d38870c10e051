from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from app.canvas.shapes import Caption, Handles, Sketch
from app.tools.register import SKETCH, RegisterTool
from app.tools.tool import Pointer
from core.geometry.register import Affine
from core.model.maps import Underlay
from core.model.scan import centre_on_sheet, fit_of, with_scan

TRUE = Affine(0.012, 0.0005, 0.4, -0.0003, -0.0118, 10.8)
"""From pixels of the made-up scan to the sheet."""

SIZE = (900, 900)


@pytest.fixture
def tool(bench):
    found = bench.box.tools["register"]
    assert isinstance(found, RegisterTool)
    placed = bench.document.box.sheets[0]
    bench.document.do(with_scan(placed, "Choose scanned sheet", Underlay("n.png", SIZE)))
    bench.document.undo_stack.clear()
    bench.box.choose("register")
    return found


def placed(bench):
    return bench.document.box.sheets[0]


def points(bench):
    return placed(bench).sheet.underlay.points


def pixel_of(bench, cell):
    return TRUE.inverse()(centre_on_sheet(placed(bench).frame, cell))


def pointer_at(bench, pixel, held=False):
    fit = fit_of(placed(bench))
    return Pointer(None, placed(bench).frame.to_plane(fit.way.to_sheet(pixel)), 0.01, held=held)


def click(bench, tool, pixel):
    tool.pointer_pressed(pointer_at(bench, pixel, True))
    tool.pointer_released(pointer_at(bench, pixel))


def set_points(bench, tool, *cells):
    for cell in cells:
        pixel = pixel_of(bench, cell)
        heard = []
        tool.naming.connect(lambda *what, heard=heard: heard.append(what))
        click(bench, tool, pixel)
        ((seen, guess),) = heard
        tool.naming.disconnect()
        assert seen == pytest.approx(pixel, abs=1e-6)
        assert guess == (cell if len(points(bench)) >= 3 else None)
        tool.name_point(seen, cell)


def shapes(bench, kind):
    return [each for each in bench.canvas.sketches[SKETCH] if isinstance(each, kind)]


def test_clicks_on_hex_centres_fit_the_scan_and_each_is_one_step(bench, tool):
    set_points(bench, tool, (2, 2), (11, 3), (5, 9), (10, 8), (6, 5))
    fit = fit_of(placed(bench))
    assert fit.fitted and max(fit.strays) < 1e-4
    assert bench.document.undo_stack.count() == 5
    assert [each.text[:5] for each in shapes(bench, Caption)] == ["02.02", "11.03", "05.09", "10.08", "06.05"]
    assert len(shapes(bench, Handles)[0].points) == 5
    assert shapes(bench, Sketch)
    bench.document.undo_stack.setIndex(0)
    assert points(bench) == ()
    assert shapes(bench, Handles) == []


def test_a_point_is_dragged_in_one_step_and_seen_while_it_moves(bench, tool):
    set_points(bench, tool, (2, 2), (11, 3), (5, 9))
    before, steps = points(bench), bench.document.undo_stack.count()
    start = before[1].pixel
    tool.pointer_pressed(pointer_at(bench, start, True))
    for off in (3, 8, 20):
        tool.pointer_moved(pointer_at(bench, (start[0] + off, start[1]), True))
    assert points(bench) == before
    shown = shapes(bench, Handles)[0]
    assert shown.active == {1} and shown.points[1] != shown.points[0]
    tool.pointer_released(pointer_at(bench, (start[0] + 20, start[1])))
    assert points(bench)[1].pixel == pytest.approx((start[0] + 20, start[1]), abs=1e-3)
    assert points(bench)[0] == before[0] and points(bench)[1].cell == (11, 3)
    assert bench.document.undo_stack.count() == steps + 1


def test_a_drag_or_a_new_point_can_be_given_up(bench, tool):
    set_points(bench, tool, (2, 2), (11, 3), (5, 9))
    before = points(bench)
    tool.pointer_pressed(pointer_at(bench, before[0].pixel, True))
    tool.pointer_moved(pointer_at(bench, (500.0, 500.0), True))
    assert tool.cancel_gesture()
    tool.pointer_released(pointer_at(bench, (500.0, 500.0)))
    assert points(bench) == before
    click(bench, tool, (450.0, 450.0))
    assert len(shapes(bench, Handles)[0].points) == 4
    tool.forget_pending()
    assert len(shapes(bench, Handles)[0].points) == 3
    assert not tool.cancel_gesture()


def test_a_press_without_a_move_takes_a_point_in_hand_and_delete_takes_it_away(bench, tool):
    set_points(bench, tool, (2, 2), (11, 3), (5, 9))
    click(bench, tool, points(bench)[1].pixel)
    assert tool.active == 1 and len(points(bench)) == 3
    press = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Delete, Qt.KeyboardModifier.NoModifier)
    assert tool.wants(press) and tool.key(press)
    assert [point.cell for point in points(bench)] == [(2, 2), (5, 9)]
    assert tool.active is None and not tool.key(press)


def test_a_place_beside_the_picture_is_told_and_sets_nothing(bench, tool):
    heard = []
    tool.naming.connect(lambda *what: heard.append(what))
    click(bench, tool, (-40.0, 300.0))
    assert heard == []
    assert "beside the scanned sheet" in bench.said[-1]


def test_a_hidden_or_locked_scan_takes_no_points(bench, tool):
    heard = []
    tool.naming.connect(lambda *what: heard.append(what))
    bench.canvas.locked.add("underlay")
    click(bench, tool, (450.0, 450.0))
    assert heard == [] and points(bench) == ()
    assert "hidden or locked" in bench.said[-1]


def test_the_hex_under_the_pointer_is_told_once_there_is_a_fit(bench, tool):
    set_points(bench, tool, (2, 2), (11, 3), (5, 9))
    tool.pointer_moved(pointer_at(bench, pixel_of(bench, (7, 6))))
    assert "hex 07.06 by the present fit" in bench.said[-1]


def test_the_worst_point_is_marked_by_a_sign(bench, tool):
    set_points(bench, tool, (2, 2), (11, 3), (5, 9), (10, 8))
    wrong = pixel_of(bench, (6, 5))
    tool.name_point((wrong[0] + 40, wrong[1]), (6, 5))
    marked = [each.text for each in shapes(bench, Caption) if each.text.startswith("⚠")]
    assert len(marked) == 1 and "06.05" in marked[0]


def test_a_point_for_a_hex_that_has_one_takes_its_place(bench, tool):
    set_points(bench, tool, (2, 2), (11, 3))
    tool.name_point((123.0, 456.0), (2, 2))
    assert [(point.cell, point.pixel) for point in points(bench)][-1] == ((2, 2), (123.0, 456.0))
    assert len(points(bench)) == 2


def test_without_a_scan_the_tool_says_where_one_is_chosen(bench):
    bench.box.choose("register")
    assert bench.canvas.sketches[SKETCH] == ()
    tool = bench.box.current
    tool.pointer_pressed(Pointer(None, (1.0, 1.0)))
    tool.pointer_released(Pointer(None, (1.0, 1.0)))
    assert "Choose one first" in bench.said[-1]
    tool.name_point((1.0, 1.0), (1, 1))
    assert not bench.document.undo_stack.count()


def test_another_tool_takes_the_points_off_the_map_and_stops_listening(bench, tool):
    set_points(bench, tool, (2, 2), (11, 3), (5, 9))
    bench.box.choose("select")
    assert bench.canvas.sketches[SKETCH] == ()
    scan = placed(bench).sheet.underlay
    bench.document.do(with_scan(placed(bench), "Look", replace(scan, opacity=0.5)))
    assert bench.canvas.sketches[SKETCH] == ()
