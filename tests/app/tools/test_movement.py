"""Movement on the map: ranges, ways under the pointer and by hand, moves as steps of the history, who reaches a hex."""

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt

from app.canvas.shapes import Caption, HexFill, HexTexts, SightLine, Sketch
from core.geometry.hexes import Hex
from core.model.edits.piece_edits import flipped, moved
from core.rules.kernel.parameters import Heading, Parameter
from core.rules.kernel.proposals import Next
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.rulings import Reason
from core.rules.kernel.watch_detail import Shot, Watched
from core.rules.operations.movement_detail import Met, OwnPoints
from tests.app.tools.hand import key
from tests.app.tools.operations_bench import BLUE, EMPTY, FAR, NEAR, OTHER, RED, at, moves, onto, placed, step

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
REACHED = {RED: 0, EMPTY: 1, NEAR: 3}
FIRE, MINES = "overwatch.fire", "mines.at"


@pytest.fixture
def field(bench):
    made = placed(bench)
    bench.box.choose("movement")
    made.tool = bench.box.current
    return made


def click(field, place, modifiers=PLAIN):
    field.bench.box.pointed(place)
    field.bench.box.pressed(place, None, LEFT, modifiers)
    field.bench.box.released(place, None, LEFT, modifiers)


def asked(field):
    return {each.slot: each for each in field.answers.waiting("movement")}


def answer_range(field, units=("r1", "r2"), start=RED, reached=REACHED):
    field.answers.answer(asked(field)["movement"], moves(units, start, reached))


def answer_way(field, *way, verdict="reached"):
    field.answers.answer(asked(field)["movement way"], moves(("r1", "r2"), RED, REACHED, way, verdict))


def shapes(field, part, kind):
    return [shape for shape in field.canvas.sketches.get(part, ()) if isinstance(shape, kind)]


def reach_blue(field, over):
    """The stack in hand reaches another one, which will be so much above the limit."""
    click(field, RED)
    told = moves(("r1", "r2"), RED, {**REACHED, BLUE: 2})
    rows = tuple(replace(each, over=over) for each in told.detail.reached)
    field.answers.answer(asked(field)["movement"], replace(told, detail=replace(told.detail, reached=rows)))


def test_a_click_takes_the_stack_and_washes_its_range_by_the_points_left(field):
    click(field, RED)
    assert asked(field)["movement"].parameters == {"units": ["r1", "r2"]}
    answer_range(field)
    looks = {shape.look: shape.hexes for shape in shapes(field, "wash movement", HexFill)}
    assert looks == {"range-5": {EMPTY}, "range-2": {NEAR}, "range": {RED, EMPTY, NEAR}}
    (numbers,) = shapes(field, "write movement", HexTexts)
    assert dict(numbers.texts) == {EMPTY: "3", NEAR: "1"}
    assert field.bench.said[-1] == "r1, r2: 4 points, 2 hexes"


def test_points_left_stand_above_the_counters_where_units_are(field):
    click(field, RED)
    answer_range(field, reached={**REACHED, BLUE: 2})
    free, over = shapes(field, "write movement", HexTexts)
    assert BLUE not in free.texts and dict(over.texts) == {BLUE: "2"}
    assert (free.look, over.look) == ("left", "left-over") and over.off[1] > free.off[1] == 0


def test_the_selected_units_are_taken_with_the_tool(bench):
    made = placed(bench)
    made.document.units.set(("r2",))
    bench.box.choose("movement")
    assert bench.box.current.units == ("r2",)


def test_another_click_takes_the_units_of_the_stack_one_by_one(field):
    for wanted in (("r1", "r2"), ("r2",), ("r1",), ("r1", "r2")):
        click(field, RED)
        assert field.tool.units == wanted


def test_the_way_under_the_pointer_is_drawn_with_the_cost_of_each_step(field):
    click(field, RED)
    answer_range(field)
    field.bench.box.pointed(NEAR)
    assert asked(field)["movement way"].parameters["to"] == NEAR
    answer_way(field, step(RED, EMPTY, 1), step(EMPTY, NEAR, 2))
    (line,) = shapes(field, "movement way", Sketch)
    assert line.look == "way" and len(line.line) == 3
    (costs,) = shapes(field, "movement way", HexTexts)
    assert dict(costs.texts) == {EMPTY: "1", NEAR: "2"}
    assert shapes(field, "movement way", Caption)[0].text == "3 of 4"
    assert "1 + 2 · 3 of 4" in field.bench.said[-1]
    assert shapes(field, "write movement", HexTexts) == [], "the hexes of the way tell what they cost"


@pytest.mark.parametrize("through", [True, False])
def test_of_counters_out_of_sight_beside_the_way_it_is_said_that_they_may_have_zones(field, through):
    beside = {*EMPTY.neighbours(), *RED.neighbours()}
    hidden = next(each for each in (EMPTY if through else NEAR).neighbours() if (each in beside) == through)
    click(field, RED)
    answer_range(field)
    field.bench.box.pointed(NEAR)
    field.document.play = SimpleNamespace(below={hidden: 1, "Reserve": 2})
    answer_way(field, step(RED, EMPTY, 1), step(EMPTY, NEAR, 2))
    field.document.play = None
    words = f"what is out of sight in {field.document.box.label(hidden)} may have zones there"
    assert "1 + 2 · 3 of 4" in field.bench.said[-1]
    assert (words in field.bench.said[-1]) == through == ("out of sight" in field.bench.said[-1])


def test_a_hex_out_of_reach_says_why(field):
    click(field, RED)
    answer_range(field)
    field.bench.box.pointed(FAR)
    answer_way(field, verdict="not_reached")
    assert shapes(field, "movement way", Caption)[0].text == "out of reach"
    assert "is far" in field.bench.said[-1]
    click(field, FAR)
    assert field.document.undo_stack.count() == 0


def test_what_is_said_of_the_hex_is_told_and_not_of_the_range_as_a_whole(field):
    click(field, RED)
    answer_range(field)
    field.bench.box.pointed(FAR)
    told = moves(("r1", "r2"), RED, REACHED, (), "not_reached")
    whole = replace(told.reasons[0], template="They reach four hexes", hexes=(RED,))
    before = replace(told.reasons[0], template="They may move", hexes=())
    field.answers.answer(asked(field)["movement way"], replace(told, reasons=(before, *told.reasons, whole)))
    assert "is far" in field.bench.said[-1] and "four hexes" not in field.bench.said[-1]


def test_in_a_phase_in_which_nobody_moves_a_click_takes_another_stack_and_moves_nobody(field):
    click(field, RED)
    told = moves(("r1", "r2"), RED, {**REACHED, BLUE: 2})
    field.answers.answer(asked(field)["movement"], replace(told, detail=replace(told.detail, idle="Combat Phase")))
    assert field.bench.said[-1] == "Combat Phase: nobody moves now. Choose a mode above to move all the same."
    click(field, NEAR)
    assert field.document.undo_stack.count() == 0 and "nobody moves now" in field.bench.said[-1]
    click(field, BLUE)
    assert field.document.undo_stack.count() == 0 and field.tool.units == ("b1",)


def test_units_of_the_other_side_are_not_moved_by_a_click_in_a_phase_of_this_one(field):
    click(field, RED)
    told = moves(("r1", "r2"), RED, REACHED)
    theirs = replace(told.reasons[0], template="The phase is that of {side}", values={"side": "Blue", "unit": "1st"})
    field.answers.answer(asked(field)["movement"], replace(told, reasons=(theirs, *told.reasons)))
    assert field.bench.said[-1].startswith("The phase is that of Blue [")
    click(field, NEAR)
    assert field.document.undo_stack.count() == 0 and "The phase is that of Blue" in field.bench.said[-1]
    field.tool._set_mode("movement")
    field.answers.answer(asked(field)["movement"], replace(told, reasons=(theirs, *told.reasons)))
    click(field, NEAR)
    assert field.document.undo_stack.count() == 1


@pytest.mark.parametrize("over", [0, 1])
def test_a_click_on_another_stack_takes_it_whether_there_is_room_or_not(field, over):
    reach_blue(field, over)
    field.bench.box.pointed(BLUE)
    answer_way(field, step(RED, BLUE, 2))
    assert field.bench.said[-1].endswith("a click takes its stack, Shift+click and a click move onto it")
    click(field, BLUE)
    assert field.document.undo_stack.count() == 0 and field.tool.units == ("b1",)


@pytest.mark.parametrize("over", [0, 1])
def test_units_go_onto_another_stack_along_a_way_that_shift_leads_there(field, over):
    reach_blue(field, over)
    click(field, BLUE, SHIFT)
    assert field.document.undo_stack.count() == 0 and field.tool.units == ("r1", "r2")
    assert "path" not in asked(field)["movement way"].parameters, "it is the cheapest way, and no straight one"
    for _ in ("pointed at", "led there"):
        answer_way(field, step(RED, BLUE, 2))
    assert field.bench.said[-1].endswith("a click moves onto its stack")
    assert ("overstacked" in field.bench.said[-1]) == bool(over)
    click(field, BLUE)
    assert field.document.undo_stack.count() == 1 and at(field.document, "r1") == BLUE
    field.document.undo_stack.undo()
    assert at(field.document, "r1") == RED


def test_who_is_led_onto_a_stack_is_not_once_the_pointer_has_gone_elsewhere_or_with_escape(field):
    reach_blue(field, 0)
    click(field, BLUE, SHIFT)
    field.bench.box.pointed(NEAR)
    click(field, BLUE)
    assert field.document.undo_stack.count() == 0 and field.tool.units == ("b1",)
    field.tool.clear_result()
    reach_blue(field, 0)
    click(field, BLUE, SHIFT)
    assert field.tool.cancel_gesture() and not field.tool.cancel_gesture()
    click(field, BLUE)
    assert field.document.undo_stack.count() == 0 and field.tool.units == ("b1",)


def test_ctrl_takes_another_stack_in_the_middle_of_a_way_by_hand(field):
    reach_blue(field, 0)
    click(field, BLUE, SHIFT)
    click(field, BLUE, CTRL)
    assert field.document.undo_stack.count() == 0 and field.tool.units == ("b1",)


def test_a_move_above_the_limit_says_so(field):
    click(field, RED)
    told = moves(("r1", "r2"), RED, REACHED)
    rows = tuple(replace(each, over=1) for each in told.detail.reached)
    field.answers.answer(asked(field)["movement"], replace(told, detail=replace(told.detail, reached=rows)))
    click(field, NEAR)
    assert field.document.undo_stack.count() == 1 and field.bench.said[-1].endswith("overstacked")


def test_a_refusal_has_no_names_of_parameters(field):
    click(field, RED)
    asked(field)["movement"].on_refused("units: 1st stands in no hex of the map.")
    assert field.bench.said[-1] == "1st stands in no hex of the map."


def test_a_click_into_the_range_is_one_step_of_the_history(field):
    click(field, RED)
    answer_range(field)
    click(field, NEAR)
    assert at(field.document, "r1") == at(field.document, "r2") == NEAR
    assert field.document.undo_stack.count() == 1
    assert field.tool.units == ("r1", "r2"), "they are in hand for the next move"
    field.document.undo_stack.undo()
    assert at(field.document, "r1") == RED


def told_own(field, *own, units=("r1", "r2")):
    """The range of the stack, with what its units spend of their own."""
    told = moves(units, RED, REACHED)
    field.answers.answer(asked(field)["movement"], replace(told, detail=replace(told.detail, own=own)))


def test_who_changes_its_mode_is_turned_over_in_the_same_step_of_the_history(field):
    field.document.do(flipped(field.document.work, ["r1"]))
    click(field, RED)
    told_own(field, OwnPoints("r1", first=Fraction(2), face=0, mode=""))
    click(field, NEAR)
    pieces = field.document.work.deployment.pieces
    assert (pieces["r1"].at, pieces["r1"].face, pieces["r2"].face) == (NEAR, 0, 0)
    field.document.undo_stack.undo()
    pieces = field.document.work.deployment.pieces
    assert (pieces["r1"].at, pieces["r1"].face) == (RED, 1)


def test_what_a_move_costs_is_noted_of_each_as_it_spends_it_and_of_those_who_go_along(field, monkeypatch):
    click(field, RED)
    own = (OwnPoints("r1", first=Fraction(2), face=0, mode=""), OwnPoints("b1", Fraction(1, 2)))
    told_own(field, *own, units=("r1", "r2", "b1"))
    noted = {}
    monkeypatch.setattr(field.tool.context.spent, "note", lambda id_, before, place, spent: noted.update({id_: spent}))
    click(field, NEAR)
    assert noted == {"r1": 5, "r2": 3, "b1": Fraction(3, 2)}


def test_points_with_shift_draw_the_way_by_hand(field):
    click(field, RED)
    answer_range(field)
    corner = Hex(2, 3)
    click(field, corner, SHIFT)
    answer_way(field, step(RED, corner, 1))
    answer_way(field, step(RED, Hex(2, 2), 1), step(Hex(2, 2), corner, 1))
    field.bench.box.pointed(Hex(3, 3))
    path = asked(field)["movement way"].parameters["path"]
    assert path == [RED, Hex(2, 2), corner, Hex(3, 3)]
    answer_way(field, step(RED, Hex(2, 2), 1), step(Hex(2, 2), corner, 1), step(corner, Hex(3, 3), 5), verdict="not_reached")
    assert shapes(field, "movement way", Sketch)[0].look == "way-barred"
    click(field, Hex(3, 3))
    assert field.document.undo_stack.count() == 0, "what is not reached is not moved to"
    assert field.tool.take_back()
    assert "path" not in asked(field)["movement way"].parameters
    assert not field.tool.take_back()


def test_ctrl_takes_another_stack_and_one_out_of_reach_is_taken_by_a_click(field):
    click(field, RED)
    answer_range(field)
    click(field, BLUE)
    assert field.tool.units == ("b1",)
    answer_range(field, ("b1",), BLUE, {BLUE: 0, OTHER: 1})
    click(field, OTHER, CTRL)
    assert field.tool.units == ("b2",)


def test_a_click_on_empty_ground_without_units_says_what_to_do(field):
    click(field, FAR)
    assert "No unit stands in" in field.bench.said[-1]


def test_enter_takes_and_moves_and_the_first_arrow_begins_at_the_stack(field):
    field.canvas.set_cursor(RED)
    assert field.bench.box.key(key(Qt.Key.Key_Return))
    answer_range(field)
    field.canvas.set_cursor(None)
    field.bench.box.key(key(Qt.Key.Key_Right))
    assert field.canvas.cursor == RED
    field.canvas.set_cursor(EMPTY)
    field.bench.box.key(key(Qt.Key.Key_Return))
    assert at(field.document, "r1") == EMPTY


def headed(field, *parameters):
    """The questions of the series are known: movement with these choices."""
    asked_for = tuple(Parameter(name, "choice", "", choices=choices) for name, choices in parameters)
    names = (("movement", asked_for), ("movement.onto", ()))
    field.bench.context.headings = tuple(Heading(name, "", "", "", each) for name, each in names)


def test_a_series_without_zones_is_not_asked_to_leave_them_out(field):
    assert [option.id for option in field.tool.options] == ["asks", "spent"]
    headed(field, ("zones", ("as_ruled", "ignored")))
    assert [option.id for option in field.tool.options] == ["asks", "spent", "zones"]


def watched_way(*shots):
    """A way of two steps into EMPTY and NEAR, the second of which is under fire."""
    told = moves(("r1", "r2"), RED, REACHED, (step(RED, EMPTY, 1), step(EMPTY, NEAR, 2)), "reached")
    way = (Watched(RED, EMPTY, ()), Watched(EMPTY, NEAR, tuple(shots)))
    return replace(told, detail=replace(told.detail, watched=way, met=(Met(NEAR, (asked_then(FIRE, may=True),)),)))


def asked_then(question, may=False, side="blue"):
    """What is asked of units that enter a hex."""
    return Next(question, Reason(RuleRef("", "", "15.2"), "They enter"), {"moving": "r1, r2"}, side, may)


def shot(place, expected):
    return Shot(place, ("b1",), "area fire", "5", Fraction(expected), Fraction(1, 4), Fraction(1, 3), 2)


def test_who_could_fire_at_the_way_is_told_after_what_it_costs(field):
    headed(field, ("watch", ("yes", "no")))
    click(field, RED)
    answer_range(field)
    field.bench.box.pointed(NEAR)
    answer_way(field, step(RED, EMPTY, 1), step(EMPTY, NEAR, 2))
    question = asked(field)["under fire"]
    assert question.parameters == {"units": ["r1", "r2"], "to": NEAR, "watch": "yes"}
    answer = watched_way(shot(BLUE, "1/2"), shot(OTHER, "1/4"))
    field.answers.answer(question, answer)
    assert field.bench.published[-1][0] == (answer,)
    assert "under fire in 1 hex, worst in" in field.bench.said[-1] and "0.50 steps" in field.bench.said[-1]
    marks = field.canvas.sketches["wash under fire"]
    assert [mark.hexes for mark in marks if isinstance(mark, HexFill)] == [{NEAR}]
    assert {(mark.start, mark.end) for mark in marks if isinstance(mark, SightLine)} == {(BLUE, NEAR), (OTHER, NEAR)}
    (texts,) = field.canvas.sketches["write under fire"]
    assert dict(texts.texts) == {NEAR: "◎0.5"}


def fired_at(field):
    """A way into NEAR, the last step of which is under fire."""
    headed(field, ("watch", ("yes", "no")))
    click(field, RED)
    answer_range(field)
    field.bench.box.pointed(NEAR)
    answer_way(field, step(RED, EMPTY, 1), step(EMPTY, NEAR, 2))
    field.answers.answer(asked(field)["under fire"], watched_way(shot(BLUE, "1/2")))


def stopped(field):
    """A way into NEAR is drawn, which is under fire; the series leads through fire on overwatch."""
    fired_at(field)
    learn(field, FIRE)


def learn(field, *questions):
    """The series leads through these."""
    headings = (*field.bench.context.headings, *(Heading(each, "", "", "", (), leads=True) for each in questions))
    field.bench.context.headings = headings
    field.bench.context.procedures.learn(headings)


def test_a_key_stops_the_stack_where_it_is_fired_at_and_asks_the_other_side(field):
    stopped(field)
    assert field.tool.wants(key(Qt.Key.Key_O))
    field.bench.box.key(key(Qt.Key.Key_O))
    assert at(field.document, "r1") == at(field.document, "r2") == NEAR and field.document.undo_stack.count() == 1
    (asked_of,) = field.answers.waiting(FIRE)
    assert asked_of.parameters == {"moving": "r1, r2"}
    step_in_hand = field.bench.context.procedures.step
    assert step_in_hand.side == "blue" and step_in_hand.may
    assert field.tool.units == ("r1", "r2"), "it goes on with what is left"


def test_the_option_stops_at_the_next_click_alone(field):
    stopped(field)
    next(each for each in field.tool.options if each.id == "overwatch").change(True)
    click(field, NEAR)
    assert at(field.document, "r1") == NEAR and field.answers.waiting(FIRE)
    assert not next(each for each in field.tool.options if each.id == "overwatch").value


def test_nobody_is_stopped_where_nobody_could_fire(field):
    stopped(field)
    field.bench.box.pointed(EMPTY)
    answer_way(field, step(RED, EMPTY, 1))
    field.bench.box.key(key(Qt.Key.Key_O))
    assert at(field.document, "r1") == RED and "Nobody could fire" in field.bench.said[-1]
    field.bench.box.pointed(None)
    field.bench.box.key(key(Qt.Key.Key_O))
    assert "Point first" in field.bench.said[-1]


def mined(field, *way):
    """A way into NEAR is drawn, on which EMPTY is mined."""
    headed(field)
    learn(field, FIRE, MINES)
    click(field, RED)
    answer_range(field)
    field.bench.box.pointed(NEAR)
    told = moves(("r1", "r2"), RED, REACHED, (step(RED, EMPTY, 1), step(EMPTY, NEAR, 2)), "reached")
    met = (Met(EMPTY, (asked_then(FIRE, may=True), asked_then(MINES))), Met(NEAR, (asked_then(FIRE, may=True),)))
    field.answers.answer(asked(field)["movement way"], replace(told, detail=replace(told.detail, met=met)))


def test_a_move_goes_up_to_the_first_hex_in_which_something_attacks_and_leads_on_to_that(field):
    mined(field)
    click(field, NEAR)
    assert at(field.document, "r1") == EMPTY and field.document.undo_stack.count() == 1
    assert [each.question for each in reversed(field.bench.context.procedures.hand.steps)] == [FIRE, MINES]
    assert field.answers.waiting(FIRE)
    field.document.undo_stack.undo()
    assert at(field.document, "r1") == RED and field.bench.context.procedures.hand is None


def test_what_the_side_that_moves_may_answer_comes_with_the_move_and_the_fire_of_others_does_not(field):
    headed(field)
    learn(field, FIRE, MINES)
    click(field, RED)
    answer_range(field)
    field.bench.box.pointed(NEAR)
    told = moves(("r1", "r2"), RED, REACHED, (step(RED, EMPTY, 1), step(EMPTY, NEAR, 2)), "reached")
    met = (Met(NEAR, (asked_then(FIRE, may=True), asked_then(MINES, may=True, side="red"))),)
    field.answers.answer(asked(field)["movement way"], replace(told, detail=replace(told.detail, met=met)))
    click(field, NEAR)
    assert at(field.document, "r1") == NEAR
    assert [each.question for each in field.bench.context.procedures.hand.steps] == [MINES]


def test_where_the_series_tells_of_no_overwatch_the_key_is_not_taken(field):
    headed(field)
    click(field, RED)
    answer_range(field)
    field.bench.box.pointed(NEAR)
    answer_way(field, step(RED, EMPTY, 1), step(EMPTY, NEAR, 2))
    assert not field.tool.wants(key(Qt.Key.Key_O))
    assert "overwatch" not in [each.id for each in field.tool.options]


def test_of_another_way_what_is_told_already_stays_marked_and_nothing_else(field):
    fired_at(field)
    field.bench.box.pointed(FAR)
    answer_way(field, step(RED, EMPTY, 1), step(EMPTY, NEAR, 2), step(NEAR, FAR, 1))
    marks = field.canvas.sketches["wash under fire"]
    assert [type(each) for each in marks] == [HexFill], "no line leads to a hex that is no longer the last"
    field.bench.box.pointed(OTHER)
    answer_way(field, step(RED, OTHER, 1))
    assert not field.canvas.sketches["wash under fire"] and not field.canvas.sketches["write under fire"]


def test_a_way_of_which_no_fire_can_be_told_is_not_marked_by_the_way_before(field):
    fired_at(field)
    field.bench.box.pointed(FAR)
    answer_way(field, step(RED, EMPTY, 1), step(EMPTY, NEAR, 2), step(NEAR, FAR, 1))
    asked(field)["under fire"].on_refused("units: no class of target.")
    assert not field.canvas.sketches["wash under fire"] and field.bench.said[-1] == "No class of target."


def test_another_way_takes_the_marks_of_fire_off_the_map_until_it_is_answered(field):
    headed(field, ("watch", ("yes", "no")))
    click(field, RED)
    answer_range(field)
    field.bench.box.pointed(NEAR)
    answer_way(field, step(RED, EMPTY, 1), step(EMPTY, NEAR, 2))
    field.answers.answer(asked(field)["under fire"], watched_way(shot(BLUE, "1/2")))
    field.bench.box.pointed(None)
    assert not field.canvas.sketches["wash under fire"] and not field.canvas.sketches["write under fire"]


def test_options_ask_anew_without_zones_and_with_points_that_are_spent(field):
    headed(field, ("zones", ("as_ruled", "ignored")))
    click(field, RED)
    answer_range(field)
    by_id = {option.id: option for option in field.tool.options}
    by_id["zones"].change(True)
    assert asked(field)["movement"].parameters["zones"] == "ignored"
    answer_range(field)
    by_id["spent"].change(Fraction(3, 2))
    assert asked(field)["movement"].parameters["spent"] == Fraction(3, 2)


def test_who_reaches_a_hex_is_told_with_the_points_left(field):
    field.tool.options[0].change("onto")
    click(field, BLUE)
    (question,) = field.answers.waiting("movement.onto")
    assert question.parameters == {"to": BLUE}
    field.answers.answer(question, onto(BLUE, [("r1", RED, 2), ("r2", RED, 1)]))
    (texts,) = shapes(field, "write movement", HexTexts)
    assert dict(texts.texts) == {RED: "2"}
    assert "reached by 2 units of Red army; r1 has 2 points left there" in field.bench.said[-1]


def test_onto_an_empty_hex_all_sides_are_asked_and_the_nearest_is_told_first(field):
    field.tool.options[0].change("onto")
    click(field, FAR)
    red, blue = field.answers.waiting("movement.onto")
    assert (red.parameters["side"], blue.parameters["side"]) == ("red", "blue")
    field.answers.answer(red, onto(FAR, [("r1", RED, 1)]))
    field.answers.answer(blue, onto(FAR, [("b1", BLUE, 3)], "blue"))
    (texts,) = shapes(field, "write movement", HexTexts)
    assert dict(texts.texts) == {RED: "1", BLUE: "3"}
    first, second = field.bench.said[-1].split(" · ")
    assert "of Blue army; b1 has 3 points left there" in first and "of Red army; r1 has 1 point left there" in second
    (published, _) = field.bench.published[-1]
    assert [each.detail.sides for each in published] == [("blue",), ("red",)]


def test_onto_a_hex_of_a_map_without_units_nothing_is_asked(bench):
    bench.box.choose("movement")
    bench.box.current.options[0].change("onto")
    bench.box.pressed(FAR, None, LEFT, PLAIN)
    assert not bench.answers.under_way and bench.said[-1] == "No units stand on the map."


def test_of_a_stack_those_go_who_may_and_the_others_are_named(field):
    click(field, RED)
    field.answers.answer(asked(field)["movement"], moves(("r1", "r2"), RED, {RED: 0}, verdict="may_not_move", barred=("r1",)))
    assert field.tool.units == ("r2",)
    answer_range(field, ("r2",))
    assert field.bench.said[-1] == "r2: 4 points, 2 hexes · r1 may not move"
    click(field, RED)
    assert field.tool.units == ("r2",), "the first of them by itself"
    click(field, RED)
    assert field.tool.units == ("r1",), "each is still told why it may not"


def test_units_that_are_dragged_elsewhere_are_followed_and_parted_ones_let_go(field):
    click(field, RED)
    answer_range(field)
    field.document.do(moved(field.document.work, ("r1", "r2"), FAR))
    assert field.tool.units == ("r1", "r2")
    assert asked(field)["movement"].parameters["units"] == ["r1", "r2"]
    field.document.do(moved(field.document.work, ("r1",), NEAR))
    assert field.tool.units == ()


def test_escape_gives_up_the_way_by_hand_and_then_the_units(field):
    click(field, RED)
    answer_range(field)
    click(field, Hex(2, 3), SHIFT)
    field.bench.box.escape()
    assert field.tool.units == ("r1", "r2")
    field.bench.box.escape()
    assert field.tool.units == ()
    assert field.canvas.sketches["wash movement"] == ()
