"""The tool Fire on the map: what is pressed there, and what is shown of whatever is asked."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from app.canvas.shapes import Caption, Handles, HexFill, Sketch
from core.geometry.layout import plane_centre
from core.questions.answers import reason_text
from core.rules.kernel.procedure import BESIDE, TARGET, ZONE
from tests.app.documents.combat_bench import ASIDE, BEHIND, BEYOND, EAST, FAR, WEST, placed
from tests.app.documents.combat_bench import TARGET as HERE
from tests.app.documents.procedure_bench import (
    ANSWER,
    FIRE,
    HEADINGS,
    LOSSES,
    RETREAT,
    answer,
    asked,
    fire,
    hit,
    label,
    retreat,
)
from tests.app.tools.hand import CTRL, SHIFT, key

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def tool(bench):
    placed(bench.document)
    bench.box.learn(HEADINGS)
    bench.box.choose("fire")
    return bench.box.current


def click(bench, place, modifiers=PLAIN):
    bench.box.pressed(place, None, LEFT, modifiers)
    bench.box.released(place, None, LEFT, modifiers)


def told(bench, question, ruling):
    (waiting,) = bench.answers.waiting(question)
    bench.answers.answer(waiting, ruling)
    return waiting.parameters


def shown(bench, kind):
    return [each for each in bench.canvas.sketches.get("procedure", ()) if isinstance(each, kind)]


def fills(bench):
    return {each.look: set(each.hexes) for each in shown(bench, HexFill)}


def captions(bench):
    return {each.at: each.text for each in shown(bench, Caption)}


def test_a_click_on_a_hex_begins_a_fire_and_all_who_take_part_are_marked_each_in_its_way(bench, tool):
    click(bench, HERE)
    assert told(bench, FIRE, fire()) == {"to": label(bench.document)}
    assert fills(bench) == {"target": {HERE}, "candidate": {EAST}, "firer": {WEST}}
    assert captions(bench) == {plane_centre(WEST): "2 of 2"}, "one alone is said by its wash"
    (x, y), ((mark,),) = plane_centre(FAR), [each.points for each in shown(bench, Handles)]
    assert mark != (x, y) and abs(mark[0] - x) < 0.8 and abs(mark[1] - y) < 0.5, "in the hex, beside its counters"


def test_units_of_whom_nobody_is_to_be_chosen_are_not_counted(bench, tool):
    click(bench, HERE)
    told_all = fire()
    told(bench, FIRE, replace(told_all, detail=replace(told_all.detail, units="")))
    assert fills(bench)["firer"] == {WEST} and not captions(bench)


@pytest.mark.parametrize(("at_hex", "title"), [("", "Fire at"), ("Fight against {hex}", "Fight against")])
def test_what_is_begun_is_called_as_the_series_calls_it(bench, tool, at_hex, title):
    tool.procedures.learn(replace(each, at_hex=at_hex if each.name == FIRE else "") for each in HEADINGS)
    click(bench, HERE)
    reason = bench.context.procedures.step.title.reason
    assert reason_text(reason, bench.document.box) == f"{title} {label(bench.document)}"


def test_a_click_on_firers_ticks_them_and_one_elsewhere_fires_there(bench, tool):
    click(bench, HERE)
    told(bench, FIRE, fire())
    click(bench, EAST)
    assert told(bench, FIRE, fire(("r1", "r2", "r3")))["units"] == "r1, r2, r3"
    click(bench, BEHIND)
    assert told(bench, FIRE, fire())["to"] == label(bench.document, BEHIND)
    click(bench, EAST, SHIFT)
    assert told(bench, FIRE, fire()) == {"to": label(bench.document, EAST)}, "with Shift it is another fire"


def test_enter_does_as_a_click_does(bench, tool):
    bench.canvas.set_cursor(HERE)
    bench.box.key(key(Qt.Key.Key_Return))
    assert told(bench, FIRE, fire())


def test_the_pointer_over_units_says_why_they_do_not_take_part(bench, tool):
    click(bench, HERE)
    told(bench, FIRE, fire())
    bench.box.pointed(FAR)
    assert bench.said[-1] == f"r4 does not see {label(bench.document)} [7.1]"
    bench.box.pointed(WEST)
    assert bench.said[-1] == tool.hint


def test_ways_are_numbered_and_picked_by_digits_and_by_clicks_on_their_ends(bench, tool):
    tool.procedures.begin(asked(RETREAT, to=label(bench.document)))
    told(bench, RETREAT, retreat())
    assert captions(bench) == {plane_centre(BEHIND): "1", plane_centre(BEYOND): "2", plane_centre(ASIDE): "3"}
    assert [each.look for each in shown(bench, Sketch)] == ["guide", "guide", "selected"]
    bench.box.key(key(Qt.Key.Key_3))
    assert tool.procedures.picked == 2 and fills(bench)["selected"] == {ASIDE}
    click(bench, BEHIND)
    assert tool.procedures.picked == 0
    click(bench, FAR)
    assert "nothing to choose" in bench.said[-1]


def test_hexes_are_washed_by_what_they_are_in_the_answer(bench, tool):
    tool.procedures.begin(asked(RETREAT, to=label(bench.document)))
    hexes = {TARGET: frozenset({HERE}), ZONE: frozenset({WEST}), BESIDE: frozenset({EAST})}
    told(bench, RETREAT, answer(RETREAT, hexes=hexes))
    assert fills(bench) == {"target": {HERE}, "under fire": {WEST}, "candidate": {EAST}}


def test_keys_roll_do_and_go_back(bench, tool):
    rolled = []
    tool.roll_wanted = lambda: rolled.append(True)
    bench.box.key(key(Qt.Key.Key_R))
    click(bench, HERE)
    told(bench, FIRE, fire())
    assert rolled == [True] and tool.wants(key(Qt.Key.Key_R)) and tool.wants(key(Qt.Key.Key_Return, CTRL))
    bench.box.key(key(Qt.Key.Key_Return, CTRL))
    assert "nothing to be done" in bench.said[-1]
    tool.procedures.read({"roll": "34"})
    told(bench, FIRE, hit(bench.document))
    bench.box.key(key(Qt.Key.Key_Backspace))
    assert told(bench, FIRE, fire()) == {"to": label(bench.document)}
    tool.procedures.read({"roll": "34"})
    told(bench, FIRE, hit(bench.document))
    bench.box.key(key(Qt.Key.Key_Return, CTRL))
    assert tool.procedures.step.question == LOSSES


def test_escape_leaves_the_procedure_and_another_tool_does_not(bench, tool):
    click(bench, HERE)
    told(bench, FIRE, fire())
    tool.procedures.read({"roll": "34"})
    bench.box.choose("los")
    assert tool.procedures.hand is not None and not bench.canvas.sketches["procedure"]
    bench.box.choose("fire")
    told(bench, FIRE, hit(bench.document))
    bench.box.key(key(Qt.Key.Key_Escape))
    assert tool.procedures.hand is None and len(tool.procedures.left) == 1
    assert not bench.canvas.sketches["procedure"]


def test_what_the_other_side_answers_is_not_pressed(bench, tool):
    tool.procedures.whose = lambda: frozenset({"red"})
    tool.procedures.begin(asked(ANSWER, "blue", to=label(bench.document)))
    click(bench, HERE)
    assert "other side answers" in bench.said[-1] and not bench.answers.waiting(ANSWER)


def test_what_changes_is_asked_of_the_state_after_it(bench, tool):
    click(bench, HERE)
    told(bench, FIRE, fire())
    tool.procedures.read({"roll": "34"})
    told(bench, FIRE, hit(bench.document))
    tool.procedures.take()
    (waiting,) = bench.answers.waiting(LOSSES)
    assert bench.answers.states[-1] == bench.document.state and waiting.parameters["steps"] == "1"


def test_what_is_asked_stays_for_whoever_comes_to_the_screen(bench, tool):
    click(bench, HERE)
    told(bench, FIRE, fire())
    tool.clear_for_others()
    assert tool.procedures.hand is not None and tool.procedures.hand.is_fresh


def test_the_status_bar_says_which_hex_is_to_be_clicked(bench, tool):
    assert "enemies" in bench.said[-1] and "fire" not in bench.said[-1].lower()
    tool.procedures.begin(asked(RETREAT))
    assert bench.said[-1].startswith("Click on the map: the hex.")
    click(bench, HERE)
    told(bench, RETREAT, retreat())
    assert "digits pick what is proposed" in bench.said[-1]


def test_a_hex_that_may_be_said_is_asked_for_where_nothing_can_be_done_without_it(bench, tool):
    tool.procedures.begin(asked(RETREAT, to=label(bench.document)))
    told(bench, RETREAT, answer(RETREAT, place="aside"))
    assert bench.said[-1].startswith("Click on the map: which way.")
    assert tool.procedures.asked.waits_for_place
    click(bench, FAR)
    assert told(bench, RETREAT, answer(RETREAT, place="aside"))["aside"] == label(bench.document, FAR)
    assert not tool.procedures.asked.waits_for_place, "it is said"


def test_ctrl_and_a_click_say_by_way_of_which_hexes_it_goes_and_take_them_back(bench, tool):
    tool.procedures.begin(asked(RETREAT, to=label(bench.document)))
    leads = answer(RETREAT, place="aside", along="past")
    told(bench, RETREAT, leads)
    assert "Ctrl and a click: past which hexes" in bench.said[-1]
    first, second = (label(bench.document, each) for each in (BEYOND, FAR))
    click(bench, BEYOND, CTRL)
    assert told(bench, RETREAT, leads)["past"] == first
    click(bench, FAR, CTRL)
    assert told(bench, RETREAT, leads)["past"] == f"{first}, {second}", "in the order in which they are clicked"
    click(bench, BEYOND, CTRL)
    assert told(bench, RETREAT, leads)["past"] == second
    told_so_far = len(bench.said)
    tool.procedures.begin(asked(LOSSES, to=label(bench.document), steps="1"))
    click(bench, FAR, CTRL)
    assert "nothing to choose" in bench.said[-1] and len(bench.said) > told_so_far, "where nothing goes by way of hexes"


def test_what_was_in_the_way_of_dice_is_not_said_any_more_when_they_have_fallen(bench, tool):
    click(bench, HERE)
    told(bench, FIRE, fire())
    bench.context.status("That is no roll.")
    tool.procedures.choose(["r3"])
    assert bench.said[-1] == "That is no roll.", "until dice fall, or something else is asked"
    told(bench, FIRE, fire(("r3",)))
    tool.procedures.read({"roll": "34"})
    assert bench.said[-1] == tool.hint
    told(bench, FIRE, hit(bench.document))
    bench.context.status("Something else.")
    tool.procedures.take()
    assert tool.procedures.step.question == LOSSES and bench.said[-1] == tool.hint
