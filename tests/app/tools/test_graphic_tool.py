"""Control measures are set point by point, picked, pulled, turned round and erased: each gesture one step of the history."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from app.canvas.shapes import Graphic, Handles
from core.files.measure_files import load_measures, load_motifs
from core.geometry.hexes import Hex
from core.geometry.layout import hex_at, plane_centre, to_lattice
from core.model.graphics import reversed_measure
from core.model.items import Items
from core.model.oob import Oob, Side
from core.model.orders import OpSheet
from core.model.scenario import Scenario
from tests.app.tools.hand import ALT, at, click, double_click, drag, key, option

FILE = "a.scenario.yaml"
A, B, C, D = (3.03, 3.02), (5.05, 4.04), (7.01, 3.03), (5.11, 6.13)


@pytest.fixture
def tool(bench):
    """The tool in hand, with a sheet of Blue to draw for."""
    sheet = OpSheet("Fish", "blue", "Attack")
    box = bench.document.box.with_oob(Oob(Items([Side("blue", "Blue", "#204080")])))
    box = box.with_scenarios({FILE: Scenario("A", sheets=(sheet,))})
    bench.document.work = replace(bench.document.work, box=box)
    bench.document.show_scenario(FILE)
    bench.context.orders.learn(load_measures(), load_motifs().values())
    tool = bench.box.tools["graphic"]
    tool.start()
    return tool


def measures(bench):
    return bench.context.orders.sheet.measures


def shown(bench, kind):
    return [each for each in bench.canvas.sketches.get("graphic", ()) if isinstance(each, kind)]


def draw(tool, kind, *points):
    option(tool, "kind", kind)
    for x, y in points:
        click(tool, x, y, ALT)


def test_a_line_is_ended_by_enter_and_named_by_the_motif(bench, tool):
    draw(tool, "phase-line", A, B, C)
    assert shown(bench, Graphic) and len(shown(bench, Handles)[0].points) == 3
    assert tool.key(key(Qt.Key.Key_Return))
    (made,) = measures(bench)
    assert made.points == (A, B, C) and made.text == bench.context.orders.motifs[0].names[0]
    assert bench.document.undo_stack.count() == 1
    assert bench.context.orders.measure == made, "what was drawn is in hand"
    assert tool.next_name == bench.context.orders.motifs[0].names[1]


def test_an_arrow_finds_its_width_and_takes_as_many_bends_as_are_set(bench, tool):
    draw(tool, "axis-main", A, B, C)
    tool.key(key(Qt.Key.Key_Return))
    (made,) = measures(bench)
    assert made.points[:3] == (A, B, C) and len(made.points) == 4


def test_what_has_a_number_of_points_ends_with_the_last_one(bench, tool):
    draw(tool, "rally-point", A)
    assert [each.points for each in measures(bench)] == [(A,)]
    draw(tool, "ambush", A, B, C)
    assert measures(bench)[1].points == (A, B, C)


def test_what_is_ended_early_is_completed(bench, tool):
    draw(tool, "support-by-fire", A, B)
    tool.key(key(Qt.Key.Key_Return))
    (made,) = measures(bench)
    assert made.points[:2] == (A, B) and len(made.points) == 4
    draw(tool, "ambush", A)
    tool.key(key(Qt.Key.Key_Return))
    assert len(measures(bench)) == 1 and "at least 2 points" in bench.said[-1]


def test_an_outline_closes_where_it_began(bench, tool):
    option(tool, "kind", "objective")
    for x, y in (A, B, D):
        click(tool, x, y, ALT)
    click(tool, *A)
    (made,) = measures(bench)
    assert made.points == (A, B, D)


def test_a_double_click_ends_a_line_and_backspace_takes_a_point_back(bench, tool):
    draw(tool, "free-line", A, B)
    assert tool.take_back()
    double_click(tool, 9.0, 2.0)
    (made,) = measures(bench)
    assert made.points[0] == A and len(made.points) == 2


def test_points_snap_to_hexes_and_to_other_measures_and_with_alt_to_nothing(bench, tool):
    option(tool, "kind", "rally-point")
    middle = plane_centre(Hex(5, 3))
    click(tool, middle[0] + 0.04, middle[1] + 0.03)
    assert measures(bench)[0].points[0] == pytest.approx(middle, abs=1e-3)
    off = round(middle[0] + 0.25, 4), round(middle[1] + 0.11, 4)
    click(tool, *off, ALT)
    assert measures(bench)[1].points == (off,)
    option(tool, "kind", "check-point")
    click(tool, off[0] + 0.05, off[1])
    assert measures(bench)[2].points == (off,)


def test_a_measure_is_picked_by_its_ink_and_moved_whole(bench, tool):
    draw(tool, "free-line", A, C)
    tool.key(key(Qt.Key.Key_Return))
    option(tool, "kind", "")
    assert bench.context.orders.picked is None
    middle = (A[0] + C[0]) / 2, (A[1] + C[1]) / 2
    drag(tool, middle, (middle[0] + 1, middle[1] + 2), modifiers=ALT)
    (made,) = measures(bench)
    assert made.points[0] == pytest.approx((A[0] + 1, A[1] + 2))
    assert bench.document.undo_stack.count() == 2
    click(tool, 10.9, 8.9)
    assert bench.context.orders.picked is None, "beside everything nothing is picked"


def test_the_handles_of_what_is_in_hand_stay_when_the_mouse_leaves_the_map(bench, tool):
    draw(tool, "free-line", A, C)
    tool.key(key(Qt.Key.Key_Return))
    option(tool, "kind", "")
    click(tool, *A)
    assert shown(bench, Handles)
    tool.point_at(None)
    assert shown(bench, Handles)


def test_a_handle_is_pulled_by_itself(bench, tool):
    draw(tool, "direction-main", A, B, C)
    tool.key(key(Qt.Key.Key_Return))
    drag(tool, B, (5.0, 7.0), modifiers=ALT)
    assert measures(bench)[0].points == (A, (5.0, 7.0), C)
    assert bench.said[-1] == "Bend"


def test_r_turns_it_round_and_delete_erases_it(bench, tool):
    draw(tool, "direction-main", A, C)
    tool.key(key(Qt.Key.Key_Return))
    before = measures(bench)[0]
    assert tool.wants(key(Qt.Key.Key_R)) and tool.key(key(Qt.Key.Key_R))
    kind = bench.context.orders.kind(before)
    assert measures(bench)[0] == reversed_measure(kind, before) != before
    assert tool.key(key(Qt.Key.Key_Delete)) and measures(bench) == ()
    assert not tool.key(key(Qt.Key.Key_R)), "nothing is in hand"


def test_what_has_no_front_is_not_turned_and_nothing_says_that_it_is(bench, tool):
    draw(tool, "objective", A, B, C, A)
    before = measures(bench)
    option(tool, "kind", "")
    click(tool, *A, ALT)
    assert bench.context.orders.picked == 0 and "turns it round" not in bench.said[-1]
    assert tool.key(key(Qt.Key.Key_R)) and measures(bench) == before
    assert bench.said[-1] == "Objective: it has no front that could be turned round."
    draw(tool, "direction-main", D, B)
    tool.key(key(Qt.Key.Key_Return))
    option(tool, "kind", "")
    click(tool, *D, ALT)
    assert bench.context.orders.picked == 1 and "R turns it round" in bench.said[-1]


def test_a_measure_is_picked_carried_and_pulled_by_keys_alone(bench, tool):
    draw(tool, "direction-main", A, C)
    tool.key(key(Qt.Key.Key_Return))
    option(tool, "kind", "")
    bench.context.orders.pick(None)
    before = measures(bench)[0]
    x, y = plane_centre(hex_at(to_lattice(A)))
    assert (x, y) != A
    tool.entered(at(x, y))
    assert bench.context.orders.picked == 0 and measures(bench)[0] == before, "it is in hand, and not carried yet"
    tool.pointer_moved(at(x, y + 1))
    tool.entered(at(x, y))
    assert bench.said[-1].startswith("Tip: the arrows carry it")
    tool.pointer_moved(at(x, y + 1))
    assert shown(bench, Handles)[0].points[0] == (x, y + 1) and measures(bench)[0] == before
    tool.cancel_gesture()
    assert bench.context.orders.picked == 0 and measures(bench)[0] == before, "Escape leaves it where it was, in hand"
    tool.entered(at(x, y))
    tool.pointer_moved(at(x, y + 2))
    tool.entered(at(x, y + 2))
    (made,) = measures(bench)
    assert made.points[0] == pytest.approx((x, y + 2), abs=1e-4) and made.points[1:] == before.points[1:]
    middle = ((made.points[0][0] + made.points[1][0]) / 2, (made.points[0][1] + made.points[1][1]) / 2)
    tool.entered(at(*middle))
    assert bench.said[-1].startswith("All of it: ")
    tool.entered(at(middle[0] + 1, middle[1]))
    moved = measures(bench)[0].points
    assert [x for x, _ in moved] == pytest.approx([x + 1 for x, _ in made.points], abs=1e-4)


def test_the_hint_is_that_of_the_keyboard_while_the_hex_cursor_is_seen(bench, tool):
    option(tool, "kind", "phase-line")
    assert "a double click ends it" in tool.hint
    bench.canvas.cursor = Hex(3, 3)
    assert "Ctrl+Enter ends it" in tool.hint


def test_escape_gives_up_what_is_drawn_and_then_lets_go(bench, tool):
    draw(tool, "free-line", A, B)
    assert tool.cancel_gesture() and not measures(bench)
    draw(tool, "rally-point", A)
    assert tool.cancel_gesture() and bench.context.orders.picked is None
    assert not tool.cancel_gesture()


def test_alternates_and_sizes_go_onto_what_is_drawn(bench, tool):
    option(tool, "kind", "boundary")
    option(tool, "echelon", "company")
    option(tool, "alternate", True)
    for x, y in (A, C):
        click(tool, x, y, ALT)
    tool.key(key(Qt.Key.Key_Return))
    (made,) = measures(bench)
    assert made.echelon == "company" and made.alternate and made.text == "", "a boundary is known by its units"


def test_the_text_that_is_typed_is_the_name_of_one_measure(bench, tool):
    option(tool, "kind", "phase-line")
    option(tool, "name", "Otter")
    for x, y in (A, C):
        click(tool, x, y, ALT)
    tool.key(key(Qt.Key.Key_Return))
    assert measures(bench)[0].text == "Otter" and tool.next_name != "Otter"


def test_without_a_sheet_nothing_is_drawn_and_it_is_said(bench, tool):
    option(tool, "kind", "rally-point")
    bench.document.show_scenario("")
    assert tool.options == ()
    click(tool, *A)
    assert "write one in the panel" in bench.said[-1]


def test_pressing_begins_nothing_off_a_kind_that_is_not_known(bench, tool):
    tool.take_kind("no-such-kind")
    tool.pointer_pressed(at(*A, True))
    tool.pointer_released(at(*A))
    assert measures(bench) == ()


def test_the_names_of_a_measure_in_hand_are_not_written_again_until_it_is_pulled(bench, tool):
    draw(tool, "phase-line", A, B)
    assert shown(bench, Graphic)[0].drawn.letters, "while it is drawn"
    tool.key(key(Qt.Key.Key_Return))
    (graphic,) = shown(bench, Graphic)
    assert graphic.drawn.strokes and graphic.drawn.letters == ()
    tool.pointer_pressed(at(*B, True, ALT))
    tool.pointer_moved(at(*C, True, ALT))
    assert shown(bench, Graphic)[0].drawn.letters, "where it would be"
