"""Overruns: one more kind of combat, whose stack first comes beside the hex."""

from dataclasses import replace
from fractions import Fraction

import pytest

from core.rules.kernel.proposals import Proposal
from tests.app.documents.combat_bench import (
    AFTER,
    BEHIND,
    EAST,
    FAR,
    OVERRUNS,
    TARGET,
    WEST,
    Worker,
    attacked,
    attackers,
    combat_of,
    fought,
    going,
    leads,
    made_up,
    on_the_move,
    overrun,
    overrunners,
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
    worker.answer("overrun", won(document))
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


def won(document, *then):
    """An overrun whose roll leads on."""
    goes = Proposal("Go on with D1r2", (), then=then or (leads(document, 2, kind="overrun"),))
    return overrun(document, odds=fought("D1r2", 9), proposals=(goes,))


def test_the_roll_of_an_overrun_leads_on_to_what_follows_and_shows_the_tables_of_its_combat(combat, worker, document):
    on_the_move(combat, worker, overrun(document, odds=fought()))
    combat.read({"roll": 9})
    asked = worker.answer("overrun", won(document))
    assert asked.parameters == {"units": "r1, r2", "to": document.box.label(TARGET), "roll": "9"}
    assert combat.result is not None and combat.result.verdict == "D1r2", "its result is that of the combat"
    assert combat.take() and combat._procedures.step.question == AFTER


def test_an_overrun_that_is_no_longer_permitted_says_so_and_is_not_rolled(combat, worker, document):
    on_the_move(combat, worker, overrun(document, odds=fought()))
    combat.read({"roll": 9})
    worker.answer("overrun", overrun(document, verdict="prohibited"))
    assert combat.result is None and not combat.is_allowed and combat._procedures.hand is None


class Purse:
    """Who has spent what, and was noted to go where."""

    def __init__(self):
        self.noted = []

    def forget(self):
        pass

    moved = ()

    def before(self, units):
        return ()

    def went(self, units):
        return None

    def of(self, unit):
        return Fraction(3)

    def note(self, unit, before, place, spent):
        self.noted.append((unit, before, place, spent))


def test_who_enters_the_hex_that_was_overrun_has_spent_what_that_costs_and_nobody_else(combat, worker, document):
    purse = combat.rolled._spent = Purse()
    procedures = combat._procedures
    on_the_move(combat, worker, overrun(document, odds=fought()))
    combat.read({"roll": 9})
    worker.answer("overrun", won(document))
    procedures.take()
    fled = going(document, ("b1", "b2"), FAR, "Retreat")
    back = going(document, ("r1",), EAST, "Retreat, too")
    for proposal, then in ((fled, leads(document, 1, kind="overrun")), (back, leads(document, 0, kind="overrun"))):
        worker.answer(AFTER, step(document, replace(proposal, then=(then,))))
        assert procedures.take() and purse.noted == []
    worker.answer(AFTER, step(document, going(document, ("r1", "r2", "r3"), TARGET, "Advance")))
    assert procedures.take()
    assert purse.noted == [(unit, 3, TARGET, 5) for unit in ("r1", "r2")], "r3 took no part"


def test_who_enters_a_hex_after_an_attack_has_spent_nothing(combat, worker, document):
    purse = combat.rolled._spent = Purse()
    attacked(combat, worker)
    rolled(combat, worker, "none")
    combat.take()
    worker.answer(AFTER, step(document, going(document, ("r1",), TARGET, "Advance")))
    assert combat.take() and places(document, "r1") == {TARGET} and purse.noted == []


def test_an_overrun_that_is_left_is_taken_up_with_its_steps_and_its_cost(combat, worker, document):
    purse = combat.rolled._spent = Purse()
    on_the_move(combat, worker, overrun(document, odds=fought()))
    combat.read({"roll": 9})
    worker.answer("overrun", won(document))
    combat.take()
    combat.wish("")
    combat.attack(FAR)
    assert combat.kind == "attack" and len(combat._procedures.left) == 1
    assert combat.take_up(TARGET)
    worker.answer(AFTER, step(document, going(document, ("r1", "r2"), TARGET, "Advance")))
    assert combat._procedures.take() and {spent for *_, spent in purse.noted} == {5}
