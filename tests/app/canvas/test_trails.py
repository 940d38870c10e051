"""Where units went, as lines over the map."""

import itertools

from app.canvas.shapes import HexTexts, Sketch
from app.canvas.style import load_style
from app.canvas.trails import EARLIER, LATEST, PIECE, shapes_of, trails_of
from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre
from core.play.session import Leg

A, B, C = Hex(0, 0), Hex(1, 0), Hex(2, 0)


def lines(shapes, look):
    return [shape.line for shape in shapes if isinstance(shape, Sketch) and shape.look == look]


def test_legs_that_follow_on_each_other_are_one_way():
    legs = [Leg(2, 1, "u", A, B), Leg(3, 1, "v", B, A), Leg(4, 1, "u", B, C), Leg(5, 2, "u", C, A)]
    assert trails_of(legs) == {1: {"u": [(A, B, C)], "v": [(B, A)]}, 2: {"u": [(C, A)]}}


def test_a_way_that_is_broken_off_begins_anew():
    legs = [Leg(2, 1, "u", A, B), Leg(3, 1, "u", B, "Reserve"), Leg(4, 1, "u", "Reserve", C), Leg(5, 1, "u", C, A)]
    assert trails_of(legs) == {1: {"u": [(A, B), (C, A)]}}


def test_the_latest_turn_has_a_look_of_its_own_and_turns_are_numbered():
    shapes = shapes_of([Leg(2, 1, "u", A, B), Leg(3, 2, "u", B, C)])
    before, now = lines(shapes, EARLIER), lines(shapes, LATEST)
    assert len(before) == len(now) == 2
    assert now[0][0] == plane_centre(B) and now[0][1] != plane_centre(C)
    assert shapes[-1] == HexTexts({B: "1", C: "2"}, "note")
    assert {LATEST, EARLIER} <= set(load_style().overlay.sketches)


def test_one_turn_by_itself_has_no_number_and_units_together_have_one_line():
    shapes = shapes_of([Leg(2, 1, "u", A, B), Leg(2, 1, "v", A, B)])
    assert len(shapes) == 2 and all(isinstance(shape, Sketch) for shape in shapes)


def test_long_ways_are_painted_in_pieces_that_join():
    way = [Hex(n, 0) for n in range(2 * PIECE + 2)]
    shapes = shapes_of([Leg(n, 1, "u", start, end) for n, (start, end) in enumerate(itertools.pairwise(way))])
    pieces = lines(shapes, LATEST)[:-1]
    assert len(pieces) == 3
    assert all(first[-1] == second[0] for first, second in itertools.pairwise(pieces))


def test_without_legs_there_is_nothing():
    assert shapes_of([Leg(2, 1, "u", "Reserve", A)]) == ()
