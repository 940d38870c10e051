"""The tool Combat on the map: what is pressed there, and what is shown of a combat."""

import pytest
from PySide6.QtCore import Qt

from app.canvas.shapes import Caption, Handles, HexFill, HexTexts, Sketch
from core.geometry.layout import plane_centre
from core.rules.kernel.parameters import Heading
from core.rules.kernel.procedure import BESIDE, OPEN, Part
from tests.app.documents.combat_bench import (
    AFTER,
    ASIDE,
    BEHIND,
    BEYOND,
    EAST,
    FAR,
    HEADINGS,
    OVERRUNS,
    TARGET,
    WEST,
    attackers,
    fought,
    going,
    leads,
    led,
    loses,
    overrun,
    overrunners,
    placed,
    step,
    why,
)
from tests.app.tools.hand import CTRL, SHIFT, key

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def tool(bench):
    placed(bench.document)
    bench.box.learn((*HEADINGS, Heading("combat.attackers", "Who", "", "7.0", ())))
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
    """A roll has fallen, and its result is gone on with."""
    attacked(bench)
    bench.box.current.combat.read({"roll": 9})
    answer(bench, "combat", led(bench.document, fought(result, 9), leads(bench.document, 2)))
    bench.box.key(key(Qt.Key.Key_Return, CTRL))


def fleeing(bench, *ways, **detail):
    """The defenders retreat by one of some ways."""
    places = [(TARGET, *each) for each in ways]
    proposals = [going(bench.document, ("b1", "b2"), each[-1], f"Retreat {n}") for n, each in enumerate(places, 1)]
    parts = (Part("b1", TARGET, True, True), Part("b2", TARGET, True, True))
    known = {"units": "units", "along": "path", "ways": tuple(places), "parts": parts, **detail}
    return step(bench.document, *proposals, verdict="retreat", **known)


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
    answer(bench, AFTER, fleeing(bench, (BEHIND, BEYOND), (ASIDE,), warned=((), (ASIDE,))))
    assert captions(bench) == {plane_centre(BEYOND): "1", plane_centre(ASIDE): "2", plane_centre(TARGET): "2 of 2"}
    assert [(each.look, each.line[-1]) for each in shown(bench, Sketch)] == [
        ("guide", plane_centre(ASIDE)),
        ("selected", plane_centre(BEYOND)),
    ]
    assert not shown(bench, Handles)
    assert bench.box.key(key(Qt.Key.Key_2))
    assert tool.procedures.picked == 1 and fills(bench)["selected"] == {ASIDE}
    assert [(each.look, each.points) for each in shown(bench, Handles)] == [("warning", (plane_centre(ASIDE),))]
    click(bench, BEYOND)
    assert tool.procedures.picked == 0
    assert fills(bench)["target"] == {TARGET}, "the hex that was attacked stays marked"


def test_ctrl_or_d_draw_a_way_hex_by_hex_and_take_it_back(bench, tool):
    rolled(bench)
    answer(bench, AFTER, fleeing(bench, (ASIDE,)))
    assert "Ctrl and a click: the hexes of a way" in bench.said[-1]
    click(bench, BEHIND, CTRL)
    label = bench.document.box.label
    broken = why("{hex} is too near", hex=BEHIND)
    drawn = {"ways": (), "drawn": (TARGET, BEHIND), "broken": broken}
    assert answer(bench, AFTER, fleeing(bench, **drawn))["path"] == label(BEHIND)
    click(bench, BEYOND, CTRL)
    answer(bench, AFTER, fleeing(bench, **{**drawn, "drawn": (TARGET, BEHIND, BEYOND)}))
    assert [each.line for each in shown(bench, Sketch) if each.look == "new"] == [
        tuple(plane_centre(place) for place in (TARGET, BEHIND, BEYOND))
    ]
    assert fills(bench)["selected"] == {BEYOND}
    bench.canvas.set_cursor(BEYOND)
    assert bench.box.key(key(Qt.Key.Key_D))
    assert answer(bench, AFTER, fleeing(bench, **drawn))["path"] == label(BEHIND), "by keyboard, too"
    bench.box.key(key(Qt.Key.Key_Return, CTRL))
    assert bench.document.undo_stack.count() == 0 and bench.said[-1] == f"{label(BEHIND)} is too near [7.1]"


def test_what_is_proposed_beside_a_way_that_breaks_a_rule_is_done_only_once_it_is_picked(bench, tool):
    rolled(bench)
    answer(bench, AFTER, fleeing(bench, (ASIDE,)))
    click(bench, BEHIND, CTRL)
    answer(bench, AFTER, fleeing(bench, (ASIDE,), drawn=(TARGET, BEHIND), broken=why("It is too short")))
    bench.box.key(key(Qt.Key.Key_Return, CTRL))
    assert bench.document.undo_stack.count() == 0 and bench.said[-1] == "It is too short [7.1]"
    bench.box.key(key(Qt.Key.Key_1))
    bench.box.key(key(Qt.Key.Key_Return, CTRL))
    assert bench.document.undo_stack.count() == 1


def test_ctrl_enter_does_what_is_picked_and_says_when_there_is_nothing(bench, tool):
    rolled(bench)
    bench.box.key(key(Qt.Key.Key_Return, CTRL))
    assert bench.document.undo_stack.count() == 0 and bench.said[-1] == "There is nothing to be done yet."
    answer(bench, AFTER, step(bench.document, loses(bench.document, "b1")))
    bench.box.key(key(Qt.Key.Key_Enter, CTRL))
    assert bench.document.work.deployment.pieces["b1"].lost == 1


def test_who_could_advance_and_hexes_of_it_are_lit(bench, tool):
    rolled(bench, "none")
    hexes = {BESIDE: frozenset({WEST, EAST}), OPEN: frozenset({TARGET})}
    advance = going(bench.document, ("r1",), TARGET, "Advance")
    answer(bench, AFTER, step(bench.document, advance, verdict="advance", hexes=hexes, ways=((WEST, TARGET),)))
    assert fills(bench)["candidate"] == {WEST, EAST} and fills(bench)["selected"] == {TARGET}


def test_a_press_where_nothing_leads_says_so_and_shift_leaves_the_combat_for_another_one(bench, tool):
    rolled(bench)
    answer(bench, AFTER, fleeing(bench, (ASIDE,)))
    click(bench, FAR)
    assert tool.combat.target == TARGET and "There is nothing to choose in" in bench.said[-1]
    click(bench, FAR, SHIFT)
    assert tool.combat.target == FAR and tool.procedures.hand is None and len(tool.procedures.left) == 1
    click(bench, TARGET, SHIFT)
    assert tool.procedures.hand is not None and not tool.procedures.left


def test_another_tool_keeps_what_is_in_hand_and_its_marks_come_back(bench, tool):
    rolled(bench)
    answer(bench, AFTER, fleeing(bench, (ASIDE,)))
    bench.box.choose("select")
    assert bench.canvas.sketches["combat"] == () and tool.procedures.hand is not None
    bench.box.choose("combat")
    assert shown(bench, Sketch) and "Ctrl and a click: the hexes of a way" in bench.said[-1]


def test_r_asks_for_a_roll_and_turns_no_counter_while_nothing_is_attacked(bench, tool):
    asked = []
    tool.roll_wanted = lambda: asked.append(1)
    assert tool.key(key(Qt.Key.Key_R)) and asked == [1]
    attacked(bench)
    assert tool.key(key(Qt.Key.Key_R)) and asked == [1, 1]
    assert not tool.key(key(Qt.Key.Key_R, SHIFT))


def test_backspace_goes_back_before_the_roll_and_escape_takes_all_away(bench, tool):
    attacked(bench)
    tool.combat.read({"roll": 9})
    answer(bench, "combat", led(bench.document, fought("A1D1r2", 9), leads(bench.document, 2)))
    assert bench.box.key(key(Qt.Key.Key_Backspace))
    assert tool.combat.result is None and fills(bench)["firer"] == {WEST, EAST} and tool.procedures.hand is None
    bench.box.escape()
    assert tool.combat.target is None and bench.canvas.sketches["combat"] == ()
    assert not tool.clear_result()


def test_escape_leaves_what_follows_a_roll_before_it_takes_the_combat_away(bench, tool):
    rolled(bench)
    bench.box.escape()
    assert tool.procedures.hand is None and len(tool.procedures.left) == 1 and tool.combat.target == TARGET
    bench.box.escape()
    assert tool.combat.target is None and len(tool.procedures.left) == 1


def test_whoever_comes_to_the_screen_finds_no_attack_but_what_the_rules_still_ask(bench, tool):
    rolled(bench)
    tool.clear_for_others()
    assert tool.combat.target is None and tool.procedures.hand is not None


def test_undo_goes_back_a_step(bench, tool):
    rolled(bench)
    answer(bench, AFTER, step(bench.document, loses(bench.document, "b1", leads(bench.document))))
    bench.box.key(key(Qt.Key.Key_Return, CTRL))
    assert tool.procedures.step.given["done"] == "1"
    bench.document.undo_stack.undo()
    assert tool.procedures.step.given["done"] == "2"


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
