"""Supply on the map: states of all units, lines, what cuts them, and who loses supply with a hex."""

import pytest
from PySide6.QtCore import Qt

from app.canvas.shapes import Handles, HexFill, HexTexts, Sketch
from app.tools.supply_marks import between, look_of
from core.geometry.hexes import Hex
from tests.app.tools.hand import key
from tests.app.tools.operations_bench import BLUE, EMPTY, FAR, NEAR, OTHER, RED, STATES, placed, supply

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
IN, OUT = STATES


@pytest.fixture
def field(bench, qapp):
    made = placed(bench)
    bench.box.choose("supply")
    for asked in made.answers.waiting("supply"):
        if asked.parameters["side"] == "red":
            units = [("r1", RED, IN, (), ()), ("r2", RED, OUT, (), ())]
            made.answers.answer(asked, supply("red", units, sources=(FAR,)))
        else:
            made.answers.answer(asked, supply("blue", [("b1", BLUE, IN, (), ()), ("b2", OTHER, IN, (), ())]))
    # Marks and words come in turns of their own.
    qapp.processEvents()
    qapp.processEvents()
    return made


def click(field, place, modifiers=PLAIN):
    field.bench.box.pressed(place, None, LEFT, modifiers)
    field.bench.box.released(place, None, LEFT, modifiers)


def shapes(field, part, kind):
    return [shape for shape in field.canvas.sketches.get(part, ()) if isinstance(shape, kind)]


def test_each_hex_shows_the_worst_state_in_it_by_wash_frame_and_letter(field):
    looks = {shape.look: shape.hexes for shape in shapes(field, "wash supply", HexFill)}
    assert looks == {"supply-1": {BLUE, OTHER}, "supply-3": {RED}, "source": {FAR}}
    (letters,) = shapes(field, "write supply", HexTexts)
    assert dict(letters.texts) == {RED: "O", BLUE: "In", OTHER: "In"}
    assert [shape.look for shape in shapes(field, "write supply", Handles)] == ["supply-1", "supply-3"]


def test_the_status_bar_is_the_legend(field):
    assert field.bench.said[-1] == "Red army: In = in supply: 1, O = out of supply: 1 · Blue army: In = in supply: 2"


def test_states_between_the_best_and_the_worst_have_a_look_of_their_own():
    states = ("Supplied", "Out of supply", "Isolated")
    assert [look_of(state, states) for state in states] == [1, 2, 3]


def test_a_click_draws_the_line_of_a_unit(field):
    click(field, BLUE)
    (question,) = field.answers.waiting("supply")
    assert question.parameters == {"units": ["b1"]}
    field.answers.answer(question, supply("blue", [("b1", BLUE, IN, (BLUE, NEAR, EMPTY), ())]))
    (line,) = shapes(field, "supply line", Sketch)
    assert line.look == "supply-line" and len(line.line) == 3
    assert "b1: In supply, a line of 2 hexes to" in field.bench.said[-1]
    click(field, BLUE)
    (question,) = [each for each in field.answers.waiting("supply") if "units" in each.parameters]
    field.answers.answer(question, supply("blue", [("b1", BLUE, IN, (BLUE,), ())]))
    assert "b1: In supply, on the source in" in field.bench.said[-1]


def test_what_cuts_a_line_is_drawn_and_told(field):
    click(field, RED)
    (question,) = field.answers.waiting("supply")
    cut = (("zone", (EMPTY,)), ("enemy", (BLUE,)), ("side", (RED, Hex(2, 2))))
    field.answers.answer(question, supply("red", [("r1", RED, OUT, (), cut)]))
    looks = {shape.look: shape.hexes for shape in shapes(field, "wash supply line", HexFill)}
    assert looks == {"cut-zone": {EMPTY}, "cut-enemy": {BLUE}}
    (side,) = shapes(field, "supply line", Sketch)
    assert side.look == "cut-side" and side.line == between(RED, Hex(2, 2))
    assert "cut by the enemy zone in" in field.bench.said[-1]


def test_a_hexside_is_the_same_from_both_hexes():
    assert set(between(RED, Hex(2, 2))) == set(between(Hex(2, 2), RED))


def test_shift_asks_who_is_worse_off_when_a_hex_falls(field):
    click(field, EMPTY, SHIFT)
    questions = field.answers.waiting("supply")
    assert [each.parameters for each in questions] == [{"side": "red", "falls": EMPTY}, {"side": "blue", "falls": EMPTY}]
    red, blue = questions
    field.answers.answer(red, supply("red", [("r1", RED, IN, (), ())], falls=EMPTY))
    field.answers.answer(blue, supply("blue", [("b2", OTHER, IN, (), ())], falls=EMPTY, losing=[("b2", OUT)]))
    looks = {shape.look: shape.hexes for shape in shapes(field, "supply line", HexFill)}
    assert looks == {"target": {EMPTY}, "losing": {OTHER}}
    assert field.bench.said[-1].endswith("worse supplied: 1 unit (b2)")
    assert field.bench.published[-1][0][0].detail.side == "blue", "those who lose something come first"


def test_escape_takes_the_line_and_then_the_states_away(field):
    click(field, BLUE)
    field.bench.box.escape()
    assert field.canvas.sketches["supply line"] == ()
    assert field.canvas.sketches["wash supply"] != ()
    field.bench.box.escape()
    assert field.canvas.sketches["wash supply"] == ()


def test_number_keys_choose_a_side(field):
    field.bench.box.key(key(Qt.Key.Key_2))
    assert [each.parameters for each in field.answers.waiting("supply")] == [{"side": "blue"}]


def test_pointing_tells_the_states_in_a_hex(field):
    field.bench.box.pointed(RED)
    assert "r1: In supply · r2: Out of supply" in field.bench.said[-1]
