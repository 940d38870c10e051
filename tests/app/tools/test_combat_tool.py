"""The tool Combat on the map: what is pressed there, and what is shown of a combat."""

import pytest
from PySide6.QtCore import Qt

from app.canvas.shapes import Caption, Handles, HexFill, HexTexts, Sketch
from core.geometry.layout import plane_centre
from tests.app.documents.combat_bench import (
    ASIDE,
    BEHIND,
    BEYOND,
    EAST,
    FAR,
    OVERRUNS,
    TARGET,
    WEST,
    advance,
    attackers,
    fought,
    going,
    losses,
    overrun,
    overrunners,
    placed,
    retreat,
    way,
)
from tests.app.tools.hand import CTRL, SHIFT, key

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def tool(bench):
    placed(bench.document)
    bench.box.choose("combat")
    return bench.box.current


def click(bench, place, modifiers=PLAIN):
    bench.box.pressed(place, None, LEFT, modifiers)
    bench.box.released(place, None, LEFT, modifiers)


def answer(bench, question, ruling):
    (asked,) = bench.answers.waiting(question)
    bench.answers.answer(asked, ruling)
    return asked.parameters


def attacked(bench):
    click(bench, TARGET)
    answer(bench, "combat.attackers", attackers())
    click(bench, WEST)
    click(bench, EAST)
    answer(bench, "odds", fought())


def rolled(bench, result="A1D1r2"):
    attacked(bench)
    bench.box.current.combat.read({"roll": 9})
    answer(bench, "combat", fought(result, 9))


def shown(bench, kind):
    return [each for each in bench.canvas.sketches.get("combat", ()) if isinstance(each, kind)]


def fills(bench):
    return {each.look: set(each.hexes) for each in shown(bench, HexFill)}


def captions(bench):
    return {each.at: each.text for each in shown(bench, Caption)}


def test_the_hex_attacked_those_who_may_attack_it_and_those_who_may_not_are_marked_each_in_its_way(bench, tool):
    click(bench, TARGET)
    assert fills(bench) == {"target": {TARGET}}
    answer(bench, "combat.attackers", attackers())
    assert fills(bench) == {"target": {TARGET}, "candidate": {WEST, EAST}}
    assert captions(bench) == {plane_centre(WEST): "0 of 2", plane_centre(EAST): "0 of 1"}
    assert [each.points for each in shown(bench, Handles)] == [(plane_centre(FAR),)]
    click(bench, WEST)
    assert fills(bench) == {"target": {TARGET}, "candidate": {EAST}, "firer": {WEST}}
    assert captions(bench)[plane_centre(WEST)] == "2 of 2"


def test_the_pointer_over_a_unit_says_why_it_does_not_attack(bench, tool):
    click(bench, TARGET)
    answer(bench, "combat.attackers", attackers())
    bench.box.pointed(FAR)
    assert bench.said[-1] == f"r4 is not adjacent to {bench.document.box.label(TARGET)}"


def test_shift_attacks_another_hex_even_where_attackers_stand(bench, tool):
    attacked(bench)
    click(bench, WEST, SHIFT)
    assert tool.combat.target == WEST


def test_ctrl_or_d_attack_another_hex_at_once_and_both_are_marked(bench, tool):
    click(bench, TARGET)
    answer(bench, "combat.attackers", attackers())
    click(bench, FAR, CTRL)
    assert fills(bench)["target"] == {TARGET, FAR}
    bench.canvas.set_cursor(FAR)
    bench.box.key(key(Qt.Key.Key_D))
    assert fills(bench)["target"] == {TARGET}


def test_enter_does_as_a_click_does(bench, tool):
    bench.canvas.set_cursor(TARGET)
    bench.box.key(key(Qt.Key.Key_Return))
    assert tool.combat.target == TARGET


def test_ways_of_a_retreat_are_numbered_and_picked_by_digits_and_clicks(bench, tool):
    rolled(bench)
    tool.combat.after.skip()
    ways = way(BEHIND, BEYOND), way(ASIDE, steps=1, zones=(ASIDE,))
    answer(bench, "retreat", retreat(("b1", "b2"), TARGET, *ways))
    assert captions(bench) == {plane_centre(BEYOND): "1", plane_centre(ASIDE): "2"}
    assert [(each.look, each.line[-1]) for each in shown(bench, Sketch)] == [
        ("guide", plane_centre(ASIDE)),
        ("selected", plane_centre(BEYOND)),
    ]
    assert not shown(bench, Handles)
    assert bench.box.key(key(Qt.Key.Key_2))
    assert tool.combat.after.picked == 1 and fills(bench)["selected"] == {ASIDE}
    assert [each.points for each in shown(bench, Handles)] == [(plane_centre(ASIDE),)], "the zone is marked"
    click(bench, BEYOND)
    assert tool.combat.after.picked == 0


def test_ctrl_draws_a_way_by_hand(bench, tool):
    rolled(bench)
    tool.combat.after.skip()
    answer(bench, "retreat", retreat(("b1", "b2"), TARGET, way(ASIDE)))
    click(bench, BEHIND, CTRL)
    click(bench, BEYOND, CTRL)
    assert [each.line for each in shown(bench, Sketch) if each.look == "new"] == [
        tuple(plane_centre(place) for place in (TARGET, BEHIND, BEYOND))
    ]
    assert fills(bench)["selected"] == {BEYOND}
    bench.canvas.set_cursor(BEYOND)
    assert bench.box.key(key(Qt.Key.Key_D))
    assert tool.combat.after.drawn == (BEHIND,), "by keyboard, too"


def test_ctrl_enter_does_what_is_picked_and_says_when_there_is_nothing(bench, tool):
    rolled(bench)
    bench.box.key(key(Qt.Key.Key_Return, CTRL))
    assert bench.document.undo_stack.count() == 0 and bench.said[-1]
    answer(bench, "losses", losses(bench.document, {"b1": 1}))
    bench.box.key(key(Qt.Key.Key_Enter, CTRL))
    assert bench.document.work.deployment.pieces["b1"].lost == 1


def test_ctrl_enter_says_which_rule_a_way_by_hand_breaks(bench, tool):
    rolled(bench)
    tool.combat.after.skip()
    answer(bench, "retreat", retreat(("b1", "b2"), TARGET, way(ASIDE)))
    click(bench, BEHIND, CTRL)
    answer(bench, "retreat", retreat(("b1", "b2"), TARGET, way(BEHIND)))
    bench.box.key(key(Qt.Key.Key_Return, CTRL))
    assert bench.document.undo_stack.count() == 0 and bench.said[-1].startswith("They retreat [")


def test_hexes_of_an_advance_are_lit(bench, tool):
    rolled(bench, "none")
    answer(bench, "advance", advance(bench.document, "r1", "r3"))
    assert fills(bench)["selected"] == {TARGET} and fills(bench)["firer"] == {WEST, EAST}


def test_r_asks_for_a_roll_and_turns_no_counter_while_nothing_is_attacked(bench, tool):
    asked = []
    tool.roll_wanted = lambda: asked.append(1)
    assert tool.key(key(Qt.Key.Key_R)) and asked == [1]
    attacked(bench)
    assert tool.key(key(Qt.Key.Key_R)) and asked == [1, 1]
    assert not tool.key(key(Qt.Key.Key_R, SHIFT))


def test_backspace_goes_back_before_the_roll_and_escape_takes_all_away(bench, tool):
    rolled(bench)
    assert bench.box.key(key(Qt.Key.Key_Backspace))
    assert tool.combat.result is None and fills(bench)["firer"] == {WEST, EAST}
    bench.box.escape()
    assert tool.combat.target is None and bench.canvas.sketches["combat"] == ()
    assert not tool.clear_result()


def test_a_change_of_the_state_asks_again_and_undo_goes_back_a_step(bench, tool):
    rolled(bench)
    answer(bench, "losses", losses(bench.document, {"b1": 1}))
    tool.combat.take()
    answer(bench, "retreat", retreat(("b1", "b2"), TARGET, way(BEHIND)))
    proposal = going(bench.document, ("b1", "b2"), BEHIND, "Retreat")
    answer(bench, "retreat", retreat(("b1", "b2"), TARGET, way(BEHIND), proposals=(proposal,)))
    tool.combat.take()
    assert tool.combat.after.taken == {0, 1}
    bench.document.undo_stack.undo()
    assert tool.combat.after.taken == {0}
    assert answer(bench, "retreat", retreat(("b1", "b2"), TARGET, way(BEHIND)))["units"] == ["b1", "b2"]


# Overruns ---------------------------------------------------------------------------------------------------------------------


def test_a_stack_is_clicked_then_the_hex_and_its_way_there_is_drawn_with_what_each_step_costs(bench, tool):
    tool.combat.parameters = OVERRUNS
    tool.combat.wish("overrun")
    assert bench.said[-1] == tool.hint and "overruns" in tool.hint
    click(bench, WEST)
    assert bench.said[-1].endswith("now click the hex that they overrun.")
    click(bench, TARGET)
    answer(bench, "overrun.units", overrunners())
    answer(bench, "overrun", overrun(bench.document, BEHIND, odds=fought()))
    assert fills(bench) == {"target": {TARGET}, "firer": {WEST}, "selected": {BEHIND}}
    assert [dict(each.texts) for each in shown(bench, HexTexts)] == [{BEHIND: "3"}]
    assert shown(bench, Sketch)


def test_ctrl_enter_moves_the_stack_and_ctrl_click_says_from_where(bench, tool):
    tool.combat.parameters = OVERRUNS
    tool.combat.wish("overrun")
    click(bench, WEST)
    click(bench, TARGET)
    answer(bench, "overrun.units", overrunners())
    answer(bench, "overrun", overrun(bench.document, BEHIND, odds=fought()))
    click(bench, BEHIND, CTRL)
    assert answer(bench, "overrun", overrun(bench.document, BEHIND, odds=fought()))["from"] == BEHIND
    assert bench.box.key(key(Qt.Key.Key_Return, CTRL))
    assert bench.document.work.deployment.pieces["r1"].at == BEHIND
