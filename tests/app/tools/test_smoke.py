"""Smoke as a what-if, through the undo history."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from core.geometry.hexes import Hex

LEFT = Qt.MouseButton.LeftButton
PLAIN, SHIFT, CTRL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)
A = Hex(4, 2)


@pytest.fixture(autouse=True)
def smoke_in_hand(bench):
    bench.box.choose("smoke")


@pytest.mark.parametrize(("held", "marker"), [(PLAIN, "smoke"), (SHIFT, "smoke_barrage"), (CTRL, "continuous_fire")])
def test_each_key_places_its_own_marker_and_a_second_click_takes_it_away(bench, held, marker):
    bench.box.pressed(A, None, LEFT, held)
    assert getattr(bench.document.state, marker) == {A}
    assert bench.canvas.shown["smoke"][0] == bench.document.state
    bench.box.pressed(A, None, LEFT, held)
    assert getattr(bench.document.state, marker) == frozenset()


def test_a_plain_click_takes_any_marker_away(bench):
    bench.box.pressed(A, None, LEFT, SHIFT)
    bench.box.pressed(A, None, LEFT, PLAIN)
    assert bench.document.state.smoke_barrage == bench.document.state.smoke == frozenset()


def test_another_marker_takes_the_place_of_the_first(bench):
    bench.box.pressed(A, None, LEFT, PLAIN)
    bench.box.pressed(A, None, LEFT, CTRL)
    assert bench.document.state.smoke == frozenset()
    assert bench.document.state.continuous_fire == {A}


def test_every_marker_can_be_undone(bench):
    bench.box.pressed(A, None, LEFT, PLAIN)
    bench.document.undo_stack.undo()
    assert bench.document.state.smoke == frozenset()
    assert bench.canvas.shown["smoke"][0].smoke == frozenset()


def test_enter_places_smoke_on_the_hex_cursor(bench):
    bench.canvas.set_cursor(A)
    assert bench.box.key(QKeyEvent(QKeyEvent.Type.KeyPress, Qt.Key.Key_Return, SHIFT))
    assert bench.document.state.smoke_barrage == {A}
