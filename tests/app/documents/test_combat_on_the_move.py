"""Overruns: one more kind of combat, whose stack first comes beside the hex."""

from types import MappingProxyType

import pytest

from app.documents.combat import Combat
from core.model.edits.piece_edits import moved
from tests.app.documents.combat_bench import (
    BEHIND,
    EAST,
    FAR,
    OVERRUNS,
    TARGET,
    WEST,
    Worker,
    advance,
    attacked,
    attackers,
    fought,
    going,
    made_up,
    on_the_move,
    overrun,
    overrunners,
    rolled,
)


@pytest.fixture
def worker():
    return Worker()


@pytest.fixture
def document(qapp):
    return made_up()


@pytest.fixture
def combat(document, worker):
    combat = Combat(document, worker)
    document.changed.connect(lambda _: combat.follow())
    return combat


def places(document, *units):
    return {document.work.deployment.pieces[unit].at for unit in units}


# Which kind -------------------------------------------------------------------------------------------------------------------


def test_kinds_are_those_that_the_series_knows_and_the_phase_chooses_until_the_player_does(combat):
    assert combat.kinds == ("attack",) and combat.wanted == "attack"
    combat.due = lambda: "overrun"
    assert combat.wanted == "attack", "nobody overruns in a series without overruns"
    combat.parameters = OVERRUNS
    assert combat.kinds == ("attack", "overrun") and combat.wanted == "overrun"
    combat.wish("attack")
    assert combat.wanted == "attack"
    combat.wish("")
    assert combat.wanted == "overrun"
    combat.wish("bombardment")
    assert combat.wished == "" and combat.wanted == "overrun"


def test_another_kind_is_worked_out_for_the_hex_in_hand_but_no_roll_is_lost(combat, worker, document):
    combat.parameters = OVERRUNS
    combat.attack(TARGET)
    worker.answer("combat.attackers", attackers())
    combat.wish("overrun")
    assert combat.kind == "overrun" and worker.waiting("overrun.units").parameters["to"] == TARGET
    worker.answer("overrun.units", overrunners())
    combat.press(WEST)
    worker.answer("overrun", overrun(document, odds=fought()))
    combat.read({"roll": 9})
    worker.answer("overrun", overrun(document, odds=fought("D1r2", 9)))
    combat.wish("attack")
    assert combat.kind == "overrun" and combat.result is not None


# The stack --------------------------------------------------------------------------------------------------------------------


def test_the_stack_is_clicked_first_and_then_the_hex_that_it_overruns(combat, worker, document):
    combat.parameters = OVERRUNS
    combat.wish("overrun")
    combat.press(WEST)
    assert combat.target is None and set(document.units.ids) == {"r1", "r2"}
    combat.press(EAST)
    assert combat.target is None and set(document.units.ids) == {"r3"}, "another stack of its side takes its place"
    combat.press(WEST)
    combat.press(TARGET)
    assert combat.target == TARGET
    assert worker.waiting("overrun.units").parameters == {"to": TARGET, "units": ["r1", "r2"]}
    worker.answer("overrun.units", overrunners())
    assert combat.chosen == ("r1", "r2")
    assert worker.waiting("overrun").parameters == {"units": ["r1", "r2"], "to": TARGET}


def test_one_stack_overruns_at_a_time_and_who_may_not_is_asked_about_when_it_is_clicked(combat, worker, document):
    on_the_move(combat, worker, overrun(document))
    combat.press(WEST)
    assert combat.chosen == ()
    combat.press(EAST)
    assert combat.target == TARGET, "a stack of the same side is no target"
    assert worker.waiting("overrun.units").parameters["units"] == ["r3"]


def test_a_hex_beside_the_target_is_where_the_stack_comes_from_until_it_is_pressed_again(combat, worker, document):
    on_the_move(combat, worker, overrun(document))
    combat.press(BEHIND)
    assert combat.source == BEHIND and worker.waiting("overrun").parameters["from"] == BEHIND
    combat.press(BEHIND)
    assert combat.source is None and "from" not in worker.waiting("overrun").parameters
    combat.draw(WEST)
    assert combat.source == WEST, "by hand also where others stand"
    combat.draw(FAR)
    assert combat.source == WEST, "only beside the target"


def test_the_way_to_move_that_is_said_by_hand_counts_for_who_may_as_well(combat, worker, document):
    on_the_move(combat, worker, overrun(document))
    combat.give({"mode": "exploitation"})
    assert worker.waiting("overrun.units").parameters["mode"] == "exploitation"
    worker.answer("overrun.units", overrunners())
    assert worker.waiting("overrun").parameters["mode"] == "exploitation"


# Before the roll --------------------------------------------------------------------------------------------------------------


def test_odds_are_those_of_the_combat_in_the_answer(combat, worker, document):
    on_the_move(combat, worker, overrun(document, odds=fought()))
    assert combat.odds is not None and combat.odds.detail.odds == "3:2"
    assert combat.overrun is not None and combat.overrun.cost == 2 and not combat.comes_near and not combat.shut


def test_an_overrun_that_is_not_permitted_has_no_odds_and_nothing_is_moved_for_it(combat, worker, document):
    on_the_move(combat, worker, overrun(document, BEHIND, verdict="prohibited"))
    assert combat.odds is None and not combat.shut and combat.told == ""
    assert not combat.comes_near and not combat.take()


def test_where_strengths_are_kept_back_the_overrun_is_to_be_declared(combat, worker, document):
    on_the_move(combat, worker, overrun(document))
    assert combat.shut and "declared" in combat.told


def test_the_stack_comes_beside_the_hex_as_a_step_of_the_history_and_has_begun_where_it_began(combat, worker, document):
    on_the_move(combat, worker, overrun(document, BEHIND, odds=fought()))
    assert combat.comes_near
    assert combat.take()
    assert places(document, "r1", "r2") == {BEHIND} and document.undo_stack.count() == 1
    label = document.box.label
    assert worker.waiting("overrun.units").parameters["before"] == [f"r1*3*{label(WEST)}", f"r2*3*{label(WEST)}"]
    worker.answer("overrun.units", overrunners())
    assert worker.waiting("overrun").parameters["before"] == [f"r1*3*{label(WEST)}", f"r2*3*{label(WEST)}"]
    document.undo_stack.undo()
    worker.answer("overrun.units", overrunners())
    assert "before" not in worker.waiting("overrun").parameters, "what was undone has cost nothing"


def test_what_was_tried_on_one_hex_does_not_count_for_another(combat, worker, document):
    on_the_move(combat, worker, overrun(document, BEHIND, odds=fought()))
    combat.take()
    combat.clear()
    combat.attack(TARGET)
    assert "before" not in worker.waiting("overrun.units").parameters


# After it ---------------------------------------------------------------------------------------------------------------------


def test_what_an_overrun_does_to_its_units_comes_first_and_they_enter_the_hex_in_the_end(combat, worker, document):
    on_the_move(combat, worker, overrun(document, odds=fought()))
    combat.parameters = MappingProxyType({**OVERRUNS, "advance": frozenset({"overrun", "path"})})
    unready = going(document, ("r1", "r2"), WEST, "Mark them")
    combat.read({"roll": 9})
    worker.answer("overrun", overrun(document, odds=fought("D2r1", 9), proposals=(unready,)))
    assert [step.kind for step in combat.after.steps] == ["markers", "losses", "retreat", "advance"]
    document.do(moved(document.work, ["b1", "b2"], FAR))
    combat.after.go(3)
    assert worker.waiting("advance").parameters == {"units": ["r1", "r2"], "target": TARGET, "hexes": 1, "overrun": "yes"}
    worker.answer("advance", advance(document, "r1", "r2"))
    assert combat.take() and places(document, "r1") == {TARGET}


def test_an_attack_is_no_overrun_to_those_who_advance(combat, worker, document):
    combat.parameters = MappingProxyType({"advance": frozenset({"overrun"})})
    attacked(combat, worker)
    rolled(combat, worker, "none")
    assert "overrun" not in worker.waiting("advance").parameters


def test_an_overrun_that_is_left_is_taken_up_with_its_steps(combat, worker, document):
    on_the_move(combat, worker, overrun(document, odds=fought()))
    combat.read({"roll": 9})
    worker.answer("overrun", overrun(document, odds=fought("D1r2", 9)))
    combat.wish("")
    combat.attack(FAR)
    assert combat.kind == "attack" and [each.places for each in combat.owed] == [(TARGET,)]
    combat.take_up(TARGET)
    assert combat.kind == "overrun" and combat.after.step is not None and combat.chosen == ("r1", "r2")
    assert combat.after.fight is not None and combat.after.fight.cost == 2
