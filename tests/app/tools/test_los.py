"""Line of sight by drag, by clicks and by keys."""

import pytest
from PySide6.QtCore import Qt

from app.tools.los import OLD_VERDICT_MS
from core.geometry.hexes import Hex
from core.model.edits.state_edits import PlaceSmoke

LEFT, RIGHT, PLAIN = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.KeyboardModifier.NoModifier
A, B, C, D = Hex(2, 2), Hex(4, 2), Hex(5, 3), Hex(6, 3)


@pytest.fixture(autouse=True)
def los_in_hand(bench):
    bench.box.choose("los")


def drag(bench, *places):
    bench.box.pressed(places[0], None, LEFT, PLAIN)
    for place in places[1:]:
        bench.box.pointed(place)


def test_while_dragging_the_line_is_pending_until_its_own_answer_comes(bench):
    drag(bench, A, B)
    assert bench.canvas.shown["line"] == (A, B, "pending", ())
    (asked,) = bench.answers.waiting("los")
    bench.answers.answer(asked, bench.los(asked, "blocked", (Hex(3, 2),)))
    start, end, verdict, marks = bench.canvas.shown["line"]
    assert (start, end, verdict) == (A, B, "blocked")
    assert [(mark.place, mark.name) for mark in marks] == [(Hex(3, 2), "Village")]
    assert "blocked by" in bench.said[-1]


def test_one_question_is_under_way_and_the_latest_place_wins(bench):
    drag(bench, A, B, C, D)
    (first,) = bench.answers.waiting("los")
    assert first.parameters["to"] == B
    bench.answers.answer(first, bench.los(first))
    assert bench.canvas.shown["line"] == (A, D, "pending", ()), "the answer for a place left behind never paints"
    (last,) = bench.answers.waiting("los")
    assert last.parameters["to"] == D
    bench.answers.answer(last, bench.los(last))
    assert bench.canvas.shown["line"] == (A, D, "clear", ())


def test_a_slow_answer_is_given_up_for_a_newer_place(bench, qtbot):
    drag(bench, A, B, C)
    (slow,) = bench.answers.waiting("los")
    qtbot.waitUntil(lambda: bench.answers.waiting("los") != [slow])
    (newer,) = bench.answers.waiting("los")
    assert newer.parameters["to"] == C


def test_release_asks_all_methods_with_the_one_in_force_first(bench):
    drag(bench, A, C)
    bench.box.released(C, None, LEFT, PLAIN)
    asked = bench.answers.waiting("los")
    assert [each.parameters["method"] for each in asked] == ["standard", "simplified"]
    bench.answers.answer(asked[1], bench.los(asked[1], "blocked"))
    assert bench.canvas.shown["line"][2] == "pending", "only the method in force colours the line"
    assert bench.published[-1][1] == {"standard": (0, 1)}
    bench.answers.answer(asked[0], bench.los(asked[0]))
    assert bench.canvas.shown["line"][2] == "clear"
    rulings, pending = bench.published[-1]
    assert [ruling.detail.method for ruling in rulings] == ["standard", "simplified"]
    assert pending == {}


def test_progress_of_a_long_method_is_published(bench):
    drag(bench, A, C)
    bench.box.released(C, None, LEFT, PLAIN)
    asked = bench.answers.waiting("los")[1]
    asked.on_progress(3, 10, None)
    assert bench.published[-1][1]["simplified"] == (3, 10)


def test_two_clicks_do_what_a_drag_does(bench):
    for place in (A, C):
        bench.box.pressed(place, None, LEFT, PLAIN)
        bench.box.released(place, None, LEFT, PLAIN)
    assert {each.parameters["to"] for each in bench.answers.waiting("los")} == {C}
    assert bench.canvas.shown["line"][:2] == (A, C)


def test_arrows_and_enter_do_what_a_drag_does(bench, qtbot):
    bench.canvas.set_cursor(A)
    bench.box.current.enter(A)
    bench.canvas.set_cursor(C)
    assert bench.canvas.shown["line"] == (A, C, "pending", ())
    bench.box.current.enter(C)
    assert len(bench.answers.waiting("los")) == 2


def test_escape_cancels_the_gesture_then_clears_the_answer_then_selects(bench):
    drag(bench, A, C)
    bench.box.released(C, None, LEFT, PLAIN)
    bench.box.pressed(D, None, LEFT, PLAIN)
    bench.box.escape()
    assert bench.canvas.shown["line"][0] is None
    assert bench.box.current.id == "los"
    drag(bench, A, C)
    bench.box.released(C, None, LEFT, PLAIN)
    bench.box.escape()
    assert bench.canvas.shown["line"][0] is None
    assert bench.published[-1] == ((), {})
    assert bench.box.current.id == "los"
    bench.box.escape()
    assert bench.box.current.id == "select"


def test_a_right_click_cancels_and_the_release_after_it_asks_nothing(bench):
    drag(bench, A, C)
    bench.box.pressed(C, None, RIGHT, PLAIN)
    bench.box.released(C, None, LEFT, PLAIN)
    assert bench.answers.waiting("los") == []
    assert bench.canvas.shown["line"][0] is None


def test_an_answer_to_a_cancelled_line_never_paints(bench):
    drag(bench, A, C)
    bench.box.released(C, None, LEFT, PLAIN)
    asked = bench.answers.waiting("los")
    bench.box.escape()
    shown, published = len(bench.canvas.history), len(bench.published)
    for each in asked:
        each.on_ruling(bench.los(each))
    assert (len(bench.canvas.history), len(bench.published)) == (shown, published)


def test_smoke_placed_later_asks_the_same_line_again_under_the_new_state(bench):
    drag(bench, A, C)
    bench.box.released(C, None, LEFT, PLAIN)
    before = len(bench.answers.asked)
    bench.box.choose("smoke")
    assert bench.canvas.shown["line"][:2] == (A, C), "the line stays while smoke is placed"
    bench.document.do(PlaceSmoke(B))
    again = bench.answers.asked[before:]
    assert [(each.parameters["from"], each.parameters["to"]) for each in again] == [(A, C)] * 2
    assert bench.answers.states[-1].smoke == {B}


def judged(bench, verdict="clear"):
    drag(bench, A, C)
    bench.box.released(C, None, LEFT, PLAIN)
    for asked in bench.answers.waiting("los"):
        bench.answers.answer(asked, bench.los(asked, verdict))


def test_a_verdict_under_another_state_of_play_fades_when_the_new_one_takes_long(bench, qtbot):
    judged(bench)
    bench.document.do(PlaceSmoke(B))
    assert bench.canvas.shown["line"][2] == "clear", "a quick answer does not flicker"
    qtbot.waitUntil(lambda: bench.canvas.shown["line"] == (A, C, "pending", ()))


def test_a_quick_answer_under_the_new_state_never_fades(bench, qtbot):
    judged(bench)
    before = len(bench.canvas.history)
    bench.document.do(PlaceSmoke(B))
    first = bench.answers.waiting("los")[0]
    bench.answers.answer(first, bench.los(first, "blocked"))
    qtbot.wait(2 * OLD_VERDICT_MS)
    lines = [what[2] for kind, what in bench.canvas.history[before:] if kind == "line"]
    assert lines == ["blocked"]


def test_a_line_cleared_while_its_answer_is_awaited_does_not_come_back(bench, qtbot):
    judged(bench)
    bench.document.do(PlaceSmoke(B))
    bench.box.escape()
    qtbot.wait(2 * OLD_VERDICT_MS)
    assert bench.canvas.shown["line"][0] is None


def test_a_refusal_takes_the_old_verdict_off_the_line(bench):
    judged(bench)
    bench.document.do(PlaceSmoke(B))
    first, second = bench.answers.waiting("los")
    second.on_refused("The calculating process ended before it had an answer.")
    assert bench.canvas.shown["line"][2] == "clear", "only the method in force colours the line"
    first.on_refused("The calculating process ended before it had an answer.")
    assert bench.canvas.shown["line"] == (A, C, "pending", ())


def test_another_method_in_force_is_asked_first(bench):
    drag(bench, A, C)
    bench.box.released(C, None, LEFT, PLAIN)
    bench.document.set_method("simplified")
    assert [each.parameters["method"] for each in bench.answers.waiting("los")] == ["simplified", "standard"]


def test_a_refusal_is_said_and_nothing_stays_pending(bench):
    drag(bench, A, C)
    bench.box.released(C, None, LEFT, PLAIN)
    for asked in bench.answers.waiting("los"):
        asked.on_refused("No such hex.")
    assert bench.said[-1] == "No such hex."
    assert bench.published[-1] == ((), {})


def test_off_the_map_the_line_stays_at_the_last_hex(bench):
    drag(bench, A, C)
    bench.box.pointed(None)
    bench.box.released(None, None, LEFT, PLAIN)
    assert {each.parameters["to"] for each in bench.answers.waiting("los")} == {C}
