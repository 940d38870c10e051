"""Drawing contours on an empty map."""

import itertools
import math
from fractions import Fraction

import pytest
import shapely
from PySide6.QtCore import Qt

from app.canvas.shapes import Caption, Sketch
from core.geometry.hexes import Hex
from core.geometry.lines import is_closed, segments_apart
from core.model.box import sheet_edge
from core.model.edits.map_edits import ChangeItems
from core.model.maps import Contour, ItemRef
from tests.app.tools.hand import ALT, CTRL, SHIFT, at, click, drag, key, option


@pytest.fixture
def tool(bench):
    bench.box.choose("contour")
    return bench.box.current


def contours(bench):
    return list(bench.document.box.sheets[0].sheet.contours)


def test_clicks_and_a_double_click_draw_a_line_of_these_points(bench, tool):
    for x, y in ((3.0, 3.0), (4.0, 3.0), (4.5, 4.0)):
        click(tool, x, y)
    tool.double_pressed(at(4.5, 4.0, True))
    tool.pointer_released(at(4.5, 4.0))
    (line,) = contours(bench)
    points = tuple(map(bench.document.box.sheets[0].frame.to_plane, line.line))
    assert points == ((3.0, 3.0), (4.0, 3.0), (4.5, 4.0))
    assert (line.height, line.kind) == (20, "solid")
    assert bench.document.undo_stack.count() == 1
    assert bench.document.undo_stack.undoText() == "Draw contour 20 m"


def test_one_drag_draws_a_smooth_line_in_one_step(bench, tool):
    drag(tool, *((3 + n / 20, 3 + (n % 2) * 0.01) for n in range(60)))
    (line,) = contours(bench)
    assert 2 <= len(line.line) < 20
    assert bench.document.undo_stack.count() == 1


def test_coming_back_to_the_start_closes_the_line(bench, tool):
    for x, y in ((3.0, 3.0), (5.0, 3.0), (5.0, 5.0), (3.03, 3.02)):
        click(tool, x, y)
    (line,) = contours(bench)
    assert is_closed(line.line)
    assert len(line.line) == 4


@pytest.mark.parametrize("off", [0.0, 0.04])
def test_a_drag_that_comes_back_to_its_start_closes_the_line_without_a_crossing(bench, tool, off):
    around = [k / 24 * math.tau for k in range(25)]
    drag(tool, *((4 + 1.5 * math.cos(turn), 5 + 1.5 * math.sin(turn)) for turn in around[:-1]), (5.5, 5.0 + off))
    (line,) = contours(bench)
    assert is_closed(line.line)
    assert shapely.LinearRing(line.line).is_simple
    assert len(line.line) > 12


def test_brackets_step_the_height_by_the_interval_and_with_shift_by_half_of_it(bench, tool):
    for event, height, broken in (
        (key(Qt.Key.Key_BracketRight), 40, False),
        (key(Qt.Key.Key_BraceRight, SHIFT), 50, True),
        (key(Qt.Key.Key_BracketLeft, SHIFT), 40, False),
        (key(Qt.Key.Key_BracketLeft), 20, False),
    ):
        assert tool.wants(event)
        assert tool.key(event)
        assert (tool.height, tool.broken) == (height, broken)
    assert "20 m" in bench.said[-1]
    click(tool, 3, 3)
    captions = [shape for shape in bench.canvas.sketches["contour"] if isinstance(shape, Caption)]
    assert captions[0].text == "20 m"


def test_after_each_line_the_next_is_one_interval_higher_when_it_climbs(bench, tool):
    option(tool, "climb", True)
    drag(tool, (3.0, 3.0), (5.0, 3.0))
    assert tool.height == 40
    drag(tool, (3.0, 4.0), (5.0, 4.0))
    assert [line.height for line in contours(bench)] == [20, 40]


def test_an_end_snaps_to_an_open_end_of_its_height_and_joins_it(bench, tool):
    drag(tool, (3.0, 3.0), (5.0, 3.0))
    drag(tool, (5.04, 3.03), (6.0, 4.0), (7.0, 4.0))
    (line,) = contours(bench)
    assert bench.document.undo_stack.undoText() == "Extend contour 20 m"
    assert len(line.line) >= 3
    tool.set_height(Fraction(40))
    drag(tool, (7.02, 4.0), (8.0, 4.0))
    assert len(contours(bench)) == 2


def test_control_does_not_snap(bench, tool):
    drag(tool, (3.0, 3.0), (5.0, 3.0))
    drag(tool, (5.04, 3.03), (6.0, 4.0), modifiers=CTRL)
    assert len(contours(bench)) == 2


def test_a_line_snaps_to_the_edge_of_the_map(bench, tool):
    drag(tool, (5.0, 4.0), (2.0, 4.0), (-1.0, 4.0))
    frame = bench.document.box.sheets[0].frame
    x0 = sheet_edge(bench.document.box.sheets[0])[0]
    end = frame.to_plane(contours(bench)[0].line[-1])
    assert end[0] == pytest.approx(x0, abs=1e-4)


def test_ends_led_beyond_the_edge_end_there_and_what_lies_off_the_map_is_not_drawn(bench, tool):
    frame = bench.document.box.sheets[0].frame
    x0 = sheet_edge(bench.document.box.sheets[0])[0]
    for x, y in ((x0 - 2, 4.0), (x0 - 1, 4.0), (x0 + 1, 4.0), (x0 + 2, 4.0)):
        click(tool, x, y)
    tool.key(key(Qt.Key.Key_Return))
    line = [frame.to_plane(point) for point in contours(bench)[0].line]
    assert line[0] == pytest.approx((x0, 4.0), abs=1e-3)
    assert len(line) == 3
    drag(tool, (x0 - 5, 4.0), (x0 - 3, 4.0))
    assert len(contours(bench)) == 1
    assert "off the map" in bench.said[-1]


def test_backspace_takes_points_back_and_escape_gives_up(bench, tool):
    click(tool, 3, 3)
    click(tool, 4, 3)
    assert tool.take_back()
    assert tool.take_back()
    assert not tool.take_back()
    click(tool, 3, 3)
    bench.box.escape()
    assert bench.document.undo_stack.count() == 0
    assert not tool.stroke


def test_enter_ends_a_line_drawn_with_the_mouse(bench, tool):
    click(tool, 3, 3)
    click(tool, 4, 3)
    assert tool.key(key(Qt.Key.Key_Return))
    assert len(contours(bench)) == 1


def test_ticks_show_the_high_side_and_x_turns_it(bench, tool):
    option(tool, "high", "left")
    click(tool, 3, 3)
    tool.pointer_moved(at(5, 3))
    ticks = [shape for shape in bench.canvas.sketches["contour"] if isinstance(shape, Sketch) and shape.look == "guide"]
    assert ticks
    assert all(tick.line[1][1] > 3 for tick in ticks)
    assert tool.wants(key(Qt.Key.Key_X))
    assert tool.key(key(Qt.Key.Key_X))
    ticks = [shape for shape in bench.canvas.sketches["contour"] if isinstance(shape, Sketch) and shape.look == "guide"]
    assert all(tick.line[1][1] < 3 for tick in ticks)
    click(tool, 5, 3)
    tool.key(key(Qt.Key.Key_Return))
    assert contours(bench)[0].high == "right"


def test_a_following_line_keeps_its_spacing_by_hand_and_by_points(bench, tool):
    ref = ItemRef(bench.document.box.sheets[0].file, "contours", 1)
    frame = bench.document.box.sheets[0].frame
    wall = tuple(frame.to_sheet((n / 2, 4 + (n % 3) / 4)) for n in range(4, 17))
    bench.document.do(ChangeItems("Draw", {ref: Contour(Fraction(40), wall)}))
    option(tool, "follow", True)
    option(tool, "spacing", Fraction(1, 2))
    drag(tool, *((2 + n / 10, 4.2 if n > 10 else 2.0) for n in range(55)))
    for x, y in ((2.0, 6.0), (5.0, 4.6), (8.0, 6.0)):
        click(tool, x, y)
    tool.key(key(Qt.Key.Key_Return))
    drawn = [line for line in contours(bench) if line.height == 20]
    assert len(drawn) == 2
    for line in drawn:
        for a, b in itertools.pairwise(line.line):
            assert min(segments_apart(a, b, c, d) for c, d in itertools.pairwise(wall)) >= 0.5 - 2e-4


def test_alt_takes_the_height_of_a_line(bench, tool):
    tool.set_height(Fraction(60))
    drag(tool, (3.0, 3.0), (5.0, 3.0))
    tool.set_height(Fraction(20))
    click(tool, 4, 3, ALT)
    assert tool.height == 60
    assert len(contours(bench)) == 1


def test_a_locked_layer_says_so(bench, tool):
    bench.canvas.locked.add("contours")
    drag(tool, (3.0, 3.0), (5.0, 3.0))
    assert contours(bench) == []
    assert "locked" in bench.said[-1]


def test_the_keyboard_alone_draws_a_line(bench, tool):
    box = bench.box
    bench.canvas.set_cursor(Hex(4, 2))
    assert box.key(key(Qt.Key.Key_Return))
    bench.canvas.set_cursor(Hex(6, 2))
    assert box.key(key(Qt.Key.Key_Return, CTRL))
    (line,) = contours(bench)
    assert len(line.line) == 2
