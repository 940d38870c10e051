"""A combat from the hex that is attacked to its roll, and how it is led on: what is asked, chosen, done and undone."""

from dataclasses import replace
from types import MappingProxyType

import immutables
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.model.edits.piece_edits import moved
from core.model.edits.state_edits import ChangeState
from core.questions.answers import reason_text
from tests.app.documents.combat_bench import (
    AFTER,
    BEYOND,
    EAST,
    FAR,
    TARGET,
    WEST,
    Worker,
    attacked,
    attackers,
    combat_of,
    fought,
    leads,
    led,
    loses,
    made_up,
    rolled,
    step,
)


@pytest.fixture
def worker():
    return Worker()


@pytest.fixture
def document(qapp):
    return made_up()


@pytest.fixture
def combat(document, worker):
    return combat_of(document, worker)


@pytest.fixture
def procedures(combat):
    return combat._procedures


def pieces(document):
    return document.work.deployment.pieces


# The attack -------------------------------------------------------------------------------------------------------------------


def test_a_hex_that_is_attacked_asks_who_may_and_nobody_attacks_unasked(combat, worker):
    combat.press(TARGET)
    assert worker.waiting("combat.attackers").parameters == {"to": TARGET}
    worker.answer("combat.attackers", attackers())
    assert [each.unit for each in combat.able] == ["r1", "r2", "r3"] and combat.chosen == ()
    assert not worker.under_way, "without attackers there are no odds"


def test_units_that_are_selected_attack_at_once(combat, worker, document):
    document.units.set(["r3", "r4", "b1"])
    combat.press(TARGET)
    worker.answer("combat.attackers", attackers())
    assert combat.chosen == ("r3",)
    assert worker.waiting("odds").parameters == {"units": ["r3"], "to": TARGET}


def test_a_hex_of_attackers_turns_all_of_them_and_any_other_is_attacked_instead(combat, worker):
    combat.press(TARGET)
    worker.answer("combat.attackers", attackers())
    combat.press(WEST)
    assert combat.chosen == ("r1", "r2")
    combat.turn("r2")
    combat.press(WEST)
    assert combat.chosen == ("r1", "r2")
    combat.press(EAST)
    combat.press(WEST)
    assert combat.chosen == ("r3",)
    combat.press(TARGET)
    assert combat.target == TARGET
    combat.press(FAR)
    assert combat.target == FAR and combat.near is None and combat.chosen == ()


def test_who_may_not_attack_is_never_chosen(combat, worker):
    combat.press(TARGET)
    worker.answer("combat.attackers", attackers())
    combat.choose(["r4", "b1", "r1"])
    assert combat.chosen == ("r1",)


def test_what_the_game_adds_goes_with_the_odds_and_with_the_roll(combat, worker):
    attacked(combat, worker)
    combat.give({"shifts": "2"})
    assert worker.waiting("odds").parameters["shifts"] == "2"
    worker.answer("odds", fought())
    combat.read({"roll": 9})
    assert worker.waiting("combat").parameters == {"units": "r1, r3", "to": "05.06", "shifts": "2", "roll": "9"}


def test_chits_that_are_known_go_with_the_odds_where_they_are_asked_for_and_what_the_player_says_stands(combat, worker):
    combat.known = lambda: ("r1*Blue weak", "b1*Blue strong")
    attacked(combat, worker)
    combat.give({"shifts": "2"})
    assert "chits" not in worker.answer("odds", fought()).parameters
    combat.parameters = MappingProxyType({**combat.parameters, "odds": frozenset({"units", "to", "chits"})})
    combat.give({"chits": "r1*9"})
    assert worker.waiting("odds").parameters["chits"] == "r1*9, b1*Blue strong"
    worker.answer("odds", fought())
    combat.learn()
    assert combat.odds is not None
    combat.known = lambda: ("b1*Blue strong", "b2*Blue weak")
    combat.learn()
    assert worker.waiting("odds").parameters["chits"] == "r1*9, b1*Blue strong, b2*Blue weak"


def test_a_change_of_state_while_a_roll_is_read_loses_neither(combat, worker, document):
    attacked(combat, worker)
    combat.read({"roll": 9})
    assert combat.rolled.is_rolling and combat.result is None
    document.do(moved(document.work, ["r4"], BEYOND, "another unit moves"))
    worker.answer("combat", led(document, fought("D1r2", 9), leads(document)))
    assert combat.result is not None and not combat.rolled.is_rolling


def test_a_refusal_is_told_and_takes_the_odds_away(combat, worker):
    attacked(combat, worker)
    combat.closed = lambda question, given: "not declared" if question == "odds" else ""
    combat.turn("r3")
    worker.refuse("odds", "Strengths are added up only for an attack that is declared.")
    assert combat.shut and "declared" in combat.told and combat.odds is None
    combat.closed = lambda question, given: ""
    combat.turn("r3")
    worker.answer("odds", fought())
    assert not combat.shut and combat.told == ""


def test_a_roll_without_a_result_is_told_and_nothing_follows(combat, worker, procedures):
    attacked(combat, worker)
    combat.read({"roll": 9})
    worker.answer("combat", fought())
    assert combat.result is None and combat.told == "The chart has no result for this roll."
    assert procedures.hand is None and combat.odds is not None and combat.chosen == ("r1", "r3")


def test_a_roll_that_is_refused_is_told_and_the_attack_is_as_it_was(combat, worker, procedures):
    attacked(combat, worker)
    combat.read({"roll": 9})
    worker.refuse("combat", "roll: 9 is too much.")
    assert combat.told == "roll: 9 is too much." and combat.result is None and not combat.rolled.is_under_way
    assert procedures.hand is None and combat.odds is not None


def test_a_hex_that_is_no_longer_on_the_map_is_let_go(combat, worker, document):
    attacked(combat, worker)
    document.work = document.work.__class__(replace(document.box, sheets=()), document.state)
    combat.follow()
    assert combat.target is None


# From the roll on -------------------------------------------------------------------------------------------------------------


def test_a_roll_is_a_procedure_whose_result_leads_to_the_steps_after_it(combat, worker, document, procedures):
    attacked(combat, worker)
    rolled(combat, worker)
    assert combat.result is not None and combat.rolled.rolls == {"roll": "9"} and combat.rolled.because == 17
    assert reason_text(procedures.step.title.reason, document.box) == "Attack on 05.06" and procedures.step.side == "red"
    assert not procedures.asked.fields, "nothing is to be said of what has fallen"
    assert combat.take(), "what is picked is done from here, too"
    assert worker.waiting(AFTER).parameters == {"to": "05.06", "done": "2"} and procedures.step.because == 17
    worker.answer(AFTER, step(document, loses(document, "b1", leads(document))))
    assert procedures.take() and pieces(document)["b1"].lost == 1 and document.undo_stack.count() == 1
    assert combat.rolled.is_under_way and combat.result is not None, "its result is known until the end"


def test_two_steps_of_one_question_are_never_taken_for_each_other(combat, worker, document, procedures):
    attacked(combat, worker)
    rolled(combat, worker)
    procedures.take()
    worker.answer(AFTER, step(document, loses(document, "b1", leads(document))))
    assert procedures.take()
    assert procedures.proposal is None and not procedures.take(), "the next step is not answered yet"


def test_what_is_settled_needs_no_dice_and_is_gone_on_with_like_a_roll(combat, worker, document, procedures):
    attacked(combat, worker)
    worker_asked = led(document, fought("A1"), leads(document))
    combat.read({})
    asked = worker.answer("combat", worker_asked)
    assert "roll" not in asked.parameters and combat.result is not None and combat.rolled.rolls == {}
    assert procedures.back() and procedures.hand is None and combat.odds is not None and not combat.rolled.is_under_way


def test_back_leads_to_the_attack_before_its_roll_and_nothing_is_asked_anew(combat, worker, document, procedures):
    attacked(combat, worker)
    rolled(combat, worker)
    before = len(worker.asked)
    assert procedures.back()
    assert combat.result is None and combat.chosen == ("r1", "r3") and combat.odds is not None and procedures.hand is None
    assert len(worker.asked) == before
    rolled(combat, worker, "D1")
    assert combat.result.verdict == "D1", "another roll on the same hex"
    assert procedures.take()
    worker.answer(AFTER, step(document, loses(document, "b1")))
    assert procedures.take()
    document.undo_stack.undo()
    assert procedures.step.question == AFTER, "what is over is found again, too"


def test_after_the_last_step_the_combat_is_over_and_a_press_attacks_another_hex(combat, worker, document, procedures):
    over = []
    combat.over.connect(lambda: over.append(combat.targets))
    attacked(combat, worker)
    rolled(combat, worker)
    procedures.take()
    worker.answer(AFTER, step(document, loses(document, "b1")))
    assert not over
    procedures.take()
    assert over == [(TARGET,)] and combat.target is None
    combat.press(FAR)
    assert combat.target == FAR and combat.result is None


def test_a_result_that_nothing_follows_is_gone_on_with_and_over(combat, worker, document, procedures):
    attacked(combat, worker)
    combat.read({"roll": 9})
    worker.answer("combat", led(document, fought("A1", 9)))
    assert procedures.asked.is_idle and procedures.may_be_left
    procedures.skip()
    assert combat.target is None and procedures.hand is None


def test_what_the_combat_leaves_besides_is_one_step_that_leads_on_and_undo_finds_it_again(combat, worker, document, procedures):
    attacked(combat, worker)
    combat.read({"roll": 9}, 17)
    spent = ChangeState("Change points", {"points": immutables.Map({("red", "support"): 2})})
    worker.answer("combat", led(document, fought("Dr1", 9), leads(document), edits=(spent,)))
    assert procedures.take() and document.work.state.points
    worker.answer(AFTER, step(document, loses(document, "b1", leads(document, 0))))
    assert procedures.take()
    document.undo_stack.undo()
    assert procedures.step.question == AFTER and pieces(document)["b1"].lost == 0 and document.work.state.points
    document.undo_stack.undo()
    assert procedures.step.question == "combat" and combat.rolled.is_under_way and not document.work.state.points
    document.undo_stack.redo()
    assert procedures.step.question == AFTER and combat.rolled.is_under_way


@given(st.lists(st.sampled_from(["take", "undo", "redo"]), max_size=12))
def test_undo_and_redo_find_the_step_that_is_next_however_often_they_are_pressed(qapp, does):
    document, worker = made_up(), Worker()
    combat = combat_of(document, worker)
    procedures = combat._procedures
    attacked(combat, worker)
    rolled(combat, worker)
    assert procedures.take()
    for what in does:
        at = document.undo_stack.index()
        if what == "undo" and at:
            document.undo_stack.undo()
        elif what == "redo":
            document.undo_stack.redo()
        elif what == "take" and at < 2:
            who = ("b1", "r1")[at]
            worker.answer(AFTER, step(document, loses(document, who, *([leads(document)] if not at else []))))
            assert procedures.take()
        at = document.undo_stack.index()
        assert (procedures.hand is None) == (at == 2)
        assert at == 2 or procedures.step.given["done"] == str(2 - at)


def test_what_others_do_meanwhile_takes_nothing_back(combat, worker, document, procedures):
    attacked(combat, worker)
    rolled(combat, worker)
    procedures.take()
    worker.answer(AFTER, step(document, loses(document, "b1", leads(document))))
    procedures.take()
    document.do(moved(document.work, ["r4"], BEYOND, "another unit moves"))
    assert procedures.step.given["done"] == "1" and combat.rolled.is_under_way


def test_chits_that_go_back_into_their_cups_are_put_back_once_the_step_is_done(combat, worker, document, procedures):
    put = []
    procedures.give_back = lambda units: put.append((units, pieces(document)["b1"].lost))
    attacked(combat, worker)
    rolled(combat, worker)
    procedures.take()
    worker.answer(AFTER, step(document, loses(document, "b1", chits=("b1",))))
    assert not put
    procedures.take()
    assert put == [(("b1",), 1)]


def test_chits_that_are_known_go_with_every_step_that_asks_for_them(combat, worker, document, procedures):
    combat.parameters = MappingProxyType(dict.fromkeys(("odds", AFTER), frozenset({"chits"})))
    combat.known = lambda: ("b1*Blue weak", "r1*Red strong")
    attacked(combat, worker)
    combat.tell_chit("r3", "Red weak")
    worker.answer("odds", fought())
    rolled(combat, worker)
    combat.known = lambda: ("b1*Blue weak", "b2*Blue strong")
    procedures.take()
    assert worker.waiting(AFTER).parameters["chits"] == "r3*Red weak, b1*Blue weak, r1*Red strong, b2*Blue strong"
    combat.clear()
    procedures.follow()
    assert worker.waiting(AFTER).parameters["chits"].startswith("r3*Red weak"), "also while another hex is attacked"
    combat.parameters = MappingProxyType({})
    procedures.follow()
    assert "chits" not in worker.waiting(AFTER).parameters


# What is left -----------------------------------------------------------------------------------------------------------------


def test_a_combat_that_is_left_with_steps_is_taken_up_where_it_was(combat, worker, document, procedures):
    attacked(combat, worker)
    rolled(combat, worker)
    procedures.take()
    worker.answer(AFTER, step(document, loses(document, "b1", leads(document))))
    procedures.take()
    combat.attack(FAR)
    assert combat.target == FAR and not combat.rolled.is_under_way and len(procedures.left) == 1
    combat.attack(TARGET)
    assert procedures.step.given["done"] == "1" and not procedures.left and combat.target is None
    document.undo_stack.undo()
    assert procedures.step.given["done"] == "2", "what is undone is to be answered again"


def test_what_is_left_in_sight_is_gone_on_with_and_its_result_is_known_still(combat, worker, procedures):
    attacked(combat, worker)
    rolled(combat, worker)
    result = combat.result
    procedures.leave()
    assert combat.rolled.left == 0 and combat.rolled.is_under_way and combat.result is result
    began = []
    procedures.began.connect(lambda: began.append(1))
    assert combat.take_up(TARGET) and procedures.hand is not None and combat.result is result
    assert combat.take_up(TARGET) and len(began) == 2, "it comes forward where it is in hand already"
    assert not combat.take_up(FAR)


def test_a_hex_of_which_nothing_is_left_is_attacked_anew(combat, worker, procedures):
    attacked(combat, worker)
    combat.attack(FAR)
    assert not procedures.left and combat.target == FAR
    attacked(combat, worker)
    rolled(combat, worker)
    assert procedures.back()
    combat.attack(FAR)
    assert not procedures.left, "nothing had come of it"
