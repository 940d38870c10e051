"""What the rules see: numbers on the map and the chord under the cursor."""

from fractions import Fraction
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt

from core.geometry.hexes import Hex

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
A, B = Hex(4, 2), Hex(5, 2)
CHORD = SimpleNamespace(low_end=(1.0, 1.0), high_end=(2.0, 2.0), low_height=Fraction(60), high_height=Fraction(80), part=0.3)


@pytest.fixture(autouse=True)
def rules_see_in_hand(bench):
    bench.heights.heights["standard"] = {A: Fraction(65)}
    bench.box.choose("rules_see")


def test_known_heights_are_shown_at_once_and_others_as_they_come(bench):
    assert bench.heights.watched[0] == ("standard", bench.canvas.middle())
    assert bench.canvas.shown["numbers"] == ({A: "65"},)
    bench.heights.tell("standard", {B: None})
    assert bench.canvas.shown["numbers"] == ({A: "65", B: "?"},)


def test_heights_of_another_method_are_not_shown(bench):
    shown = len(bench.canvas.history)
    bench.heights.tell("simplified", {B: Fraction(60)})
    assert len(bench.canvas.history) == shown


def test_the_method_in_force_changes_the_numbers(bench):
    bench.heights.heights["simplified"] = {A: Fraction(60)}
    bench.document.set_method("simplified")
    assert bench.canvas.shown["numbers"] == ({A: "60"},)


def test_the_chord_belongs_to_the_hex_under_the_cursor(bench):
    bench.box.pointed(A)
    (asked,) = bench.answers.waiting("elevation")
    bench.answers.answer(asked, bench.elevation(asked, 65, CHORD))
    assert bench.canvas.shown["chord"] == ((1.0, 1.0), (2.0, 2.0), (1.0, 2.0), ("60", "80"))
    bench.box.pointed(B)
    assert bench.canvas.shown["chord"][0] is None


def test_a_click_publishes_how_the_height_was_found(bench):
    bench.box.pointed(A)
    (asked,) = bench.answers.waiting("elevation")
    bench.answers.answer(asked, bench.elevation(asked))
    bench.box.pressed(A, None, LEFT, PLAIN)
    assert bench.published[-1][0][0].detail.hex == A


def test_escape_takes_the_numbers_away_and_a_click_brings_them_back(bench):
    bench.box.escape()
    assert bench.canvas.shown["numbers"] == ({},)
    bench.box.pressed(A, None, LEFT, PLAIN)
    assert bench.canvas.shown["numbers"] == ({A: "65"},)
