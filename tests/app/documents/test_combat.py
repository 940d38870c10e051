"""A combat from the hex that is attacked to the last advance: what is asked, chosen, done and undone."""

from dataclasses import replace
from types import MappingProxyType

import immutables
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.combat import Combat
from core.model.edits.piece_edits import moved, reduced, taken_off
from core.model.edits.state_edits import ChangeState
from core.rules.kernel.rulings import Ruling
from core.rules.operations.battle_detail import AdvanceDetail, Proposal, RetreatDetail, with_proposals
from tests.app.documents.combat_bench import (
    ASIDE,
    BEHIND,
    BEYOND,
    EAST,
    FAR,
    TARGET,
    WEST,
    Worker,
    advance,
    attacked,
    attackers,
    fought,
    going,
    losses,
    made_up,
    retreat,
    rolled,
    way,
    why,
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
    assert worker.waiting("combat").parameters == {"units": ["r1", "r3"], "to": TARGET, "shifts": "2", "roll": "9"}


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
    combat.follow()
    worker.answer("combat.attackers", attackers())
    worker.answer("combat", fought("D1r2", 9))
    assert combat.result is not None


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


def test_a_roll_without_a_result_is_told_and_nothing_follows(combat, worker):
    attacked(combat, worker)
    combat.read({"roll": 9})
    worker.answer("combat", fought())
    assert combat.result is None and combat.told


def test_a_hex_that_is_no_longer_on_the_map_is_let_go(combat, worker, document):
    attacked(combat, worker)
    document.work = document.work.__class__(replace(document.box, sheets=()), document.state)
    combat.follow()
    assert combat.target is None


# The steps --------------------------------------------------------------------------------------------------------------------


def test_a_step_asks_for_the_units_that_are_left_and_only_what_the_series_knows(combat, worker, document):
    attacked(combat, worker)
    rolled(combat, worker)
    assert worker.waiting("losses").parameters == {"units": ["b1", "b2"], "side": "defender", "steps": 1}
    combat.parameters = MappingProxyType({"losses": frozenset({"target", "against"})})
    combat.after.go(2)
    combat.after.go(0)
    assert worker.waiting("losses").parameters == {
        "units": ["b1", "b2"],
        "side": "defender",
        "steps": 1,
        "target": TARGET,
        "against": ["r1", "r3"],
    }


def test_enemies_who_were_lost_have_fought_all_the_same(combat, worker, document):
    attacked(combat, worker)
    combat.parameters = MappingProxyType({"losses": frozenset({"against"})})
    rolled(combat, worker)
    document.do(taken_off(document.work, ["r1"]))
    assert "r1" not in pieces(document)
    assert worker.waiting("losses").parameters["against"] == ["r1", "r3"]


def test_losses_are_done_as_one_step_of_the_history_and_the_retreat_follows(combat, worker, document):
    attacked(combat, worker)
    rolled(combat, worker)
    worker.answer("losses", losses(document, {"b1": 1}, {"b2": 1}))
    combat.after.pick(1)
    assert combat.take()
    assert pieces(document)["b2"].lost == 1 and document.undo_stack.count() == 1
    assert combat.after.step is not None and combat.after.step.kind == "retreat" and combat.after.taken == {0}


def test_the_way_of_a_retreat_is_picked_then_who_pays_for_it(combat, worker, document):
    attacked(combat, worker)
    rolled(combat, worker)
    combat.after.skip()
    ways = way(BEHIND, BEYOND), way(ASIDE, steps=1, zones=(ASIDE,))
    worker.answer("retreat", retreat(("b1", "b2"), TARGET, *ways))
    assert worker.waiting("retreat").parameters["path"] == [TARGET, BEHIND, BEYOND] and combat.after.proposal is None
    combat.press(ASIDE)
    assert combat.after.picked == 1
    assert worker.waiting("retreat").parameters["path"] == [TARGET, ASIDE]
    payers = tuple(going(document, ("b1", "b2"), ASIDE, f"Retreat; lose {who}") for who in ("b1", "b2"))
    worker.answer("retreat", retreat(("b1", "b2"), TARGET, ways[1], proposals=payers))
    combat.after.pick_share(1)
    assert combat.after.proposal is payers[1]
    assert any(each.template.startswith("This way costs") for each in combat.after.reasons)
    assert combat.take()
    assert pieces(document)["b1"].at == ASIDE
    assert combat.after.step is not None and combat.after.step.side == "attacker"


def test_units_of_a_stack_go_by_separate_ways_and_a_zone_is_paid_once(combat, worker, document):
    combat.parameters = MappingProxyType({"retreat": frozenset({"entered"})})
    attacked(combat, worker)
    rolled(combat, worker)
    combat.after.skip()
    combat.after.keep_back(["b2"])
    asked = worker.waiting("retreat").parameters
    assert asked["units"] == ["b1"] and "entered" not in asked
    only = way(ASIDE, steps=1, zones=(ASIDE,))
    worker.answer("retreat", retreat(("b1",), TARGET, only))
    worker.answer("retreat", retreat(("b1",), TARGET, only, proposals=(going(document, ("b1",), ASIDE, "Retreat"),)))
    assert combat.take()
    assert combat.after.step is not None and (combat.after.step.kind, combat.after.step.side) == ("retreat", "defender")
    asked = worker.waiting("retreat").parameters
    assert asked["units"] == ["b2"] and asked["entered"] == [ASIDE]
    combat.after.keep_back(["b2"])
    assert combat.after.staying == frozenset(), "somebody goes"


def test_where_a_stack_goes_as_a_whole_who_did_not_fight_goes_along_and_nobody_is_kept_back(combat, worker, document):
    attacked(combat, worker, ("r1",))
    rolled(combat, worker, "A1r1")
    combat.after.skip()
    assert worker.waiting("retreat").parameters["units"] == ["r1"]
    left_out = RetreatDetail(("r1",), WEST, 1, "", True, (), whole=True, lacking=("r2",))
    worker.answer("retreat", Ruling("retreat", "demo-1.0", "prohibited", None, (why("All of them"),), left_out))
    assert worker.waiting("retreat").parameters["units"] == ["r1", "r2"]
    answer = retreat(("r1", "r2"), WEST, way(FAR))
    worker.answer("retreat", replace(answer, detail=replace(answer.detail, whole=True)))
    combat.after.keep_back(["r2"])
    assert combat.after.staying == frozenset()
    assert worker.waiting("retreat").parameters["path"] == [WEST, FAR]


def test_who_was_lost_neither_retreats_nor_advances(combat, worker, document):
    attacked(combat, worker)
    rolled(combat, worker, "D4r2")
    worker.answer("losses", losses(document, {"b1": 1, "b2": 1}))
    assert combat.take()
    combat.after.go(0)
    worker.answer("losses", losses(document, {"b1": 1, "b2": 1}))
    assert combat.take()
    assert not {"b1", "b2"} & set(pieces(document))
    assert combat.after.step is not None and combat.after.step.kind == "advance"
    assert worker.waiting("advance").parameters == {"units": ["r1", "r3"], "target": TARGET, "hexes": 2}


def test_one_unit_after_the_other_advances(combat, worker, document):
    attacked(combat, worker)
    rolled(combat, worker, "none")
    worker.answer("advance", advance(document, "r1", "r3"))
    assert combat.take() and pieces(document)["r1"].at == TARGET
    assert worker.waiting("advance").parameters["units"] == ["r3"], "who has advanced does not advance once more"
    worker.answer("advance", advance(document, "r3"))
    assert combat.take() and pieces(document)["r3"].at == TARGET
    assert combat.after.step is None and not combat.take()


def test_an_advance_that_is_undone_is_offered_again(combat, worker, document):
    attacked(combat, worker)
    rolled(combat, worker, "none")
    worker.answer("advance", advance(document, "r1", "r3"))
    assert combat.take()
    worker.answer("advance", advance(document, "r3"))
    document.undo_stack.undo()
    assert worker.waiting("advance").parameters["units"] == ["r1", "r3"]


def test_defenders_who_followed_one_stack_do_not_follow_the_other(combat, worker, document):
    combat.parameters = MappingProxyType({"retreat": frozenset(), "advance": frozenset({"path"})})
    attacked(combat, worker)
    rolled(combat, worker, "Ar1", facts={"hex_falls": "holds", "defenders_advance": "yes"})
    worker.answer("retreat", retreat(("r1",), WEST, way(FAR)))
    gone = (going(document, ("r1",), FAR, "Retreat"),)
    worker.answer("retreat", retreat(("r1",), WEST, way(FAR), proposals=gone))
    assert combat.take()
    combat.after.skip()
    asked = worker.waiting("advance").parameters
    assert asked == {"units": ["b1", "b2"], "target": WEST, "hexes": 1, "path": [FAR]}
    detail = AdvanceDetail(WEST, 1, (), 0, False, (going(document, ("b1",), WEST, "Advance b1"),))
    worker.answer("advance", replace(advance(document), detail=detail))
    assert combat.take() and pieces(document)["b1"].at == WEST
    combat.after.skip()
    asked = worker.waiting("advance").parameters
    assert (asked["units"], asked["target"]) == (["b2"], EAST)


def test_a_breakthrough_and_the_way_of_the_retreat_count_where_the_series_asks_for_them(combat, worker, document):
    known = frozenset({"path", "breakthrough"})
    combat.parameters = MappingProxyType({"retreat": known, "advance": known})
    attacked(combat, worker)
    rolled(combat, worker, "A1r1Dr1", breakthrough="yes")
    assert worker.waiting("retreat").parameters["breakthrough"] == "yes"
    ways = way(BEHIND)
    worker.answer("retreat", retreat(("b1", "b2"), TARGET, ways))
    proposal = going(document, ("b1", "b2"), BEHIND, "Retreat")
    worker.answer("retreat", retreat(("b1", "b2"), TARGET, ways, proposals=(proposal,)))
    assert combat.take()
    combat.after.go(2)
    assert "breakthrough" not in worker.waiting("retreat").parameters, "only the defenders' line breaks"
    combat.after.go(4)
    asked = worker.waiting("advance").parameters
    assert asked["path"] == [BEHIND] and asked["breakthrough"] == "yes"


def test_the_result_as_it_is_printed_goes_with_the_advance_where_the_series_asks_for_it(combat, worker):
    attacked(combat, worker)
    rolled(combat, worker, "Dr1")
    combat.after.go(1)
    assert "result" not in worker.waiting("advance").parameters
    combat.parameters = MappingProxyType({"advance": frozenset({"result"})})
    combat.after.go(0)
    combat.after.go(1)
    assert worker.waiting("advance").parameters["result"] == "Dr1"


def test_who_stands_idle_beside_the_attackers_suffers_with_them_and_may_advance(combat, worker, document):
    attacked(combat, worker, ("r1", "r3"))
    rolled(combat, worker, "A1r1Dr1", idle=("r2",))
    told = {(each.kind, each.side, each.place): each.units for each in combat.after.steps}
    assert told["losses", "attacker", None] == ("r1", "r2", "r3")
    assert told["retreat", "attacker", WEST] == ("r1", "r2") and told["retreat", "attacker", EAST] == ("r3",)
    assert told["advance", "attacker", TARGET] == ("r1", "r3", "r2")
    combat.after.go(1)
    worker.answer("losses", losses(document, {"r2": 1}, side="attacker"))
    assert combat.take() and combat.after.taken == {1}
    document.undo_stack.undo()
    assert combat.after.taken == frozenset() and combat.after.at == 1


def test_chits_that_are_known_go_with_losses_and_retreats_of_those_who_have_them(combat, worker, document):
    known = frozenset({"chits"})
    combat.parameters = MappingProxyType(dict.fromkeys(("odds", "losses", "retreat"), known))
    combat.known = lambda: ("b1*Blue weak", "r1*Red strong")
    attacked(combat, worker)
    combat.tell_chit("r3", "Red weak")
    worker.answer("odds", fought())
    rolled(combat, worker, "A1Dr1")
    assert "Red weak" not in worker.waiting("retreat").parameters["chits"]
    assert "b1*Blue weak" in worker.waiting("retreat").parameters["chits"]
    combat.after.go(1)
    assert worker.waiting("losses").parameters["chits"].startswith("r3*Red weak")
    combat.parameters = MappingProxyType({})
    combat.after.go(0)
    assert "chits" not in worker.waiting("retreat").parameters


def test_hexes_that_were_paid_for_in_steps_shorten_the_advance_until_that_is_undone(combat, worker, document):
    combat.parameters = MappingProxyType({"retreat": frozenset(), "advance": frozenset({"path", "paid"})})
    attacked(combat, worker)
    rolled(combat, worker, "Dr2")
    ways = way(BEHIND)
    worker.answer("retreat", retreat(("b1", "b2"), TARGET, ways, paid=1))
    proposal = going(document, ("b1", "b2"), BEHIND, "Retreat")
    worker.answer("retreat", retreat(("b1", "b2"), TARGET, ways, proposals=(proposal,), paid=1))
    assert combat.take()
    assert worker.waiting("advance").parameters["paid"] == 1 and worker.waiting("advance").parameters["path"] == [BEHIND]
    document.undo_stack.undo()
    combat.follow()
    combat.after.go(len(combat.after.steps) - 1)
    asked = worker.waiting("advance").parameters
    assert "paid" not in asked and "path" not in asked, "nobody has retreated"


def test_who_pays_for_standing_fast_is_asked_for_no_other_retreat_until_that_is_undone(combat, worker, document):
    combat.parameters = MappingProxyType({"retreat": frozenset(), "advance": frozenset()})
    attacked(combat, worker)
    rolled(combat, worker, "Dr1")
    combat.after.keep_back(["b2"])
    fast = way(steps=1)
    worker.answer("retreat", retreat(("b1",), TARGET, fast, paid=1))
    stay = Proposal("Stay", (reduced(document.work, ["b1"], {"b1": 2}, 1),))
    worker.answer("retreat", retreat(("b1",), TARGET, fast, proposals=(stay,), paid=1))
    assert combat.take() and pieces(document)["b1"].lost == 1
    assert worker.waiting("retreat").parameters["units"] == ["b2"], "b1 has paid"
    worker.answer("retreat", retreat(("b2",), TARGET, fast, paid=1))
    stay = Proposal("Stay", (reduced(document.work, ["b2"], {"b2": 2}, 1),))
    worker.answer("retreat", retreat(("b2",), TARGET, fast, proposals=(stay,), paid=1))
    assert combat.take() and combat.after.step is not None and combat.after.step.kind == "advance"
    document.undo_stack.undo()
    assert combat.after.step is not None and combat.after.step.kind == "retreat" and combat.after.present == ("b2",)


def test_losses_of_ones_own_choice_are_weighed_and_done_when_they_are_legal(combat, worker, document):
    attacked(combat, worker)
    rolled(combat, worker)
    worker.answer("losses", losses(document, {"b1": 1}))
    combat.after.weigh({"b1": 0, "b2": 1})
    assert worker.waiting("losses").parameters["choice"] == ["b2*1"]
    worker.answer("losses", losses(document, verdict="prohibited"))
    assert combat.after.proposal is None and not combat.take()
    combat.after.weigh({"b2": 1})
    worker.answer("losses", losses(document, {"b2": 1}, verdict="legal"))
    assert combat.take() and pieces(document)["b2"].lost == 1


def test_a_way_that_is_drawn_by_hand_is_weighed_and_gone(combat, worker, document):
    attacked(combat, worker)
    rolled(combat, worker)
    combat.draw(BEHIND)
    assert combat.after.drawn == (), "nobody retreats yet"
    combat.after.skip()
    only = way(ASIDE, steps=1)
    worker.answer("retreat", retreat(("b1", "b2"), TARGET, only))
    worker.answer("retreat", retreat(("b1", "b2"), TARGET, only, proposals=(going(document, ("b1",), ASIDE, "offered"),)))
    combat.draw(FAR)
    assert combat.after.drawn == (), "no hex is jumped over"
    combat.draw(BEHIND)
    assert worker.waiting("retreat").parameters["path"] == [TARGET, BEHIND] and combat.after.proposal is None
    combat.draw(BEYOND)
    combat.draw(BEYOND)
    assert combat.after.drawn == (BEHIND,), "the last hex is taken back"
    combat.draw(BEYOND)
    drawn = way(BEHIND, BEYOND)
    proposals = (going(document, ("b1", "b2"), BEYOND, "drawn"),)
    worker.answer("retreat", retreat(("b1", "b2"), TARGET, drawn, proposals=proposals))
    assert combat.take()
    assert pieces(document)["b1"].at == BEYOND and combat.after._fled[TARGET].way == (BEHIND, BEYOND)


def test_a_way_that_is_taken_back_whole_leaves_what_was_picked(combat, worker, document):
    attacked(combat, worker)
    rolled(combat, worker)
    combat.after.skip()
    only = way(ASIDE)
    worker.answer("retreat", retreat(("b1", "b2"), TARGET, only))
    combat.draw(BEHIND)
    combat.draw(BEHIND)
    assert worker.waiting("retreat").parameters["path"] == [TARGET, ASIDE]
    worker.answer("retreat", retreat(("b1", "b2"), TARGET, only, proposals=(going(document, ("b1",), ASIDE, "offered"),)))
    assert combat.after.proposal is not None and combat.after.proposal.label == "offered"


def test_a_step_that_is_undone_is_to_be_taken_again(combat, worker, document):
    attacked(combat, worker)
    rolled(combat, worker)
    worker.answer("losses", losses(document, {"b1": 1}))
    combat.take()
    document.undo_stack.undo()
    assert combat.after.at == 0 and combat.after.taken == frozenset()
    assert worker.waiting("losses").parameters["units"] == ["b1", "b2"]


def test_a_step_that_is_redone_is_taken_again(combat, worker, document):
    attacked(combat, worker)
    rolled(combat, worker)
    worker.answer("losses", losses(document, {"b1": 1}))
    combat.take()
    worker.answer("retreat", retreat(("b1", "b2"), TARGET, way(BEHIND)))
    gone = (going(document, ("b1", "b2"), BEHIND, "Retreat"),)
    worker.answer("retreat", retreat(("b1", "b2"), TARGET, way(BEHIND), proposals=gone))
    assert combat.take()
    at, fled = combat.after.at, combat.after._fled
    for _ in range(2):
        document.undo_stack.undo()
    document.undo_stack.redo()
    assert combat.after.taken == {0} and combat.after.step.kind == "retreat"
    document.undo_stack.redo()
    assert combat.after.taken == {0, 1} and combat.after.at == at and combat.after._fled == fled


def test_after_the_last_step_a_press_attacks_another_hex(combat, worker, document):
    attacked(combat, worker)
    rolled(combat, worker)
    combat.press(FAR)
    assert combat.target == TARGET, "steps are owed"
    while combat.after.step is not None:
        combat.after.skip()
    combat.press(FAR)
    assert combat.target == FAR and combat.result is None


def test_what_others_do_meanwhile_takes_nothing_back(combat, worker, document):
    attacked(combat, worker)
    rolled(combat, worker)
    worker.answer("losses", losses(document, {"b1": 1}))
    combat.take()
    document.do(moved(document.work, ["r4"], BEYOND, "another unit moves"))
    assert combat.after.at == 1 and combat.after.taken == {0}
    assert combat.back() and combat.result is None and combat.chosen == ("r1", "r3")
    assert not combat.back()


def test_points_that_were_spent_stay_spent_when_a_later_step_is_undone(combat, worker, document):
    attacked(combat, worker)
    spent = Proposal("Spend a point", (ChangeState("Change points", {"points": immutables.Map({("red", "support"): 2})}),))
    combat.read({"roll": 9}, 17)
    answer = fought("Dr1", 9)
    worker.answer("combat", replace(answer, detail=with_proposals(answer.detail, (spent,))))
    assert combat.after.step.kind == "markers" and combat.take()
    worker.answer("retreat", retreat(("b1", "b2"), TARGET, way(BEHIND)))
    ways = (going(document, ("b1", "b2"), BEHIND, "go"),)
    worker.answer("retreat", retreat(("b1", "b2"), TARGET, way(BEHIND), proposals=ways))
    assert combat.take() and combat.after.step.kind == "advance"
    document.undo_stack.undo()
    assert combat.after.step.kind == "retreat" and combat.after.taken == {0}, "the marker step is done still"
    document.undo_stack.undo()
    assert combat.after.step.kind == "markers" and combat.after.taken == frozenset()


@given(st.lists(st.sampled_from(["take", "undo", "redo", "skip"]), max_size=12))
def test_as_many_steps_are_told_as_taken_as_stand_in_the_history(qapp, does):
    document, worker = made_up(), Worker()
    combat = Combat(document, worker)
    document.changed.connect(lambda _: combat.follow())
    attacked(combat, worker)
    rolled(combat, worker, "A1D2")
    for what in does:
        step = combat.after.step
        if what == "undo":
            document.undo_stack.undo()
        elif what == "redo":
            document.undo_stack.redo()
        elif what == "skip":
            combat.after.skip()
        elif what == "take" and step is not None and step.kind == "losses":
            who = "b1" if step.side == "defender" else "r1"
            worker.answer("losses", losses(document, {who: 1}))
            combat.take()
        assert len(combat.after._taken) == document.undo_stack.index()
        assert 0 <= combat.after.at <= len(combat.after.steps)


# What is left -----------------------------------------------------------------------------------------------------------------


def test_a_combat_that_is_left_with_steps_owed_is_taken_up_where_it_was(combat, worker, document):
    attacked(combat, worker)
    rolled(combat, worker)
    worker.answer("losses", losses(document, {"b1": 1}))
    assert combat.take()
    result, at = combat.result, combat.after.at
    combat.attack(FAR)
    assert combat.target == FAR and combat.result is None and [each.places for each in combat.owed] == [(TARGET,)]
    assert combat.owed[0].count == len(("losses", "retreat", "losses", "advance")) - at
    combat.attack(TARGET)
    assert combat.result is result and combat.after.at == at and combat.after.taken == {0} and not combat.owed
    document.undo_stack.undo()
    assert combat.after.step is not None and combat.after.step.kind == "losses", "what is undone is owed again"


def test_what_is_undone_while_a_combat_is_left_is_owed_when_it_is_taken_up(combat, worker, document):
    attacked(combat, worker)
    rolled(combat, worker)
    worker.answer("losses", losses(document, {"b1": 1}))
    assert combat.take()
    combat.clear()
    document.undo_stack.undo()
    assert combat.take_up(TARGET)
    assert combat.after.at == 0 and not combat.after.taken


def test_nothing_is_left_before_the_roll_or_after_the_last_step_and_others_see_nothing_of_it(combat, worker):
    attacked(combat, worker)
    combat.attack(FAR)
    assert not combat.owed
    attacked_again = combat
    attacked_again.clear()
    attacked(combat, worker)
    rolled(combat, worker)
    combat.whose = lambda: "the other player"
    combat.clear()
    assert not combat.owed and not combat.take_up(TARGET)
    combat.whose = lambda: ""
    assert combat.take_up(TARGET)
    combat.after.go(len(combat.after.steps))
    combat.clear()
    assert not combat.owed


def test_who_goes_back_before_the_roll_can_take_it_up_until_another_one_falls(combat, worker):
    attacked(combat, worker)
    rolled(combat, worker)
    assert combat.back() and [each.places for each in combat.owed] == [(TARGET,)]
    worker.answer("combat.attackers", attackers())
    worker.answer("odds", fought())
    rolled(combat, worker)
    assert combat.result is not None and not combat.owed
