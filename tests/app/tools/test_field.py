"""Field of view: the light follows the viewer, and only the viewer's own."""

import pytest
from PySide6.QtCore import Qt

from core.geometry.hexes import Hex
from core.model.edits.state_edits import SetVisibility

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
A, B, C = Hex(2, 2), Hex(4, 2), Hex(5, 3)


@pytest.fixture(autouse=True)
def field_in_hand(bench):
    bench.box.choose("field")


def click(bench, place):
    bench.box.pressed(place, None, LEFT, PLAIN)
    bench.box.released(place, None, LEFT, PLAIN)


def answer(bench, seen, undecided=None):
    (asked,) = bench.answers.waiting("field")
    bench.answers.answer(asked, bench.field(asked, seen, undecided))


def test_a_click_lights_what_the_hex_sees_and_publishes_the_ruling(bench):
    click(bench, A)
    answer(bench, {A, B}, {C})
    assert bench.canvas.shown["field"] == (A, {A, B}, {C}, True)
    assert bench.published[-1][0][0].detail.seen == {A, B}
    assert "2" in bench.said[-1]


def test_partial_answers_light_up_as_they_come(bench):
    click(bench, A)
    (asked,) = bench.answers.waiting("field")
    asked.on_progress(1, 4, (frozenset({B}), frozenset()))
    asked.on_progress(2, 4, (frozenset({C}), frozenset()))
    assert bench.canvas.shown["field"] == (A, {B, C}, frozenset(), False)
    assert bench.published[-1][1] == {"standard": (2, 4)}


def test_the_light_follows_the_drag_and_stale_light_never_paints(bench):
    bench.box.pressed(A, None, LEFT, PLAIN)
    (first,) = bench.answers.waiting("field")
    bench.box.pointed(B)
    bench.box.pointed(C)
    first.on_progress(1, 4, (frozenset({A}), frozenset()))
    bench.answers.answer(first, bench.field(first, {A}))
    assert bench.canvas.shown["field"][0] == C
    assert A not in bench.canvas.shown["field"][1]
    answer(bench, {C})
    assert bench.canvas.shown["field"] == (C, {C}, frozenset(), True)
    assert bench.published == [], "nothing is told before the release"
    bench.box.released(C, None, LEFT, PLAIN)
    assert bench.published[-1][0][0].detail.start == C


def test_the_light_of_the_last_place_goes_out_when_the_next_answer_takes_long(bench, qtbot):
    click(bench, A)
    answer(bench, {A, B})
    click(bench, C)
    assert bench.canvas.shown["field"][:2] == (C, {A, B})
    qtbot.waitUntil(lambda: bench.canvas.shown["field"][1] == frozenset())


def test_escape_puts_a_dragged_viewer_back_and_then_the_light_out(bench):
    click(bench, A)
    answer(bench, {A})
    bench.box.pressed(B, None, LEFT, PLAIN)
    bench.box.escape()
    assert bench.canvas.shown["field"][0] == A
    bench.box.escape()
    assert bench.canvas.shown["field"][0] is None
    assert bench.published[-1] == ((), {})


def test_another_visibility_asks_again(bench):
    click(bench, A)
    answer(bench, {A})
    bench.document.do(SetVisibility(3))
    (asked,) = bench.answers.waiting("field")
    assert asked.parameters["from"] == A
