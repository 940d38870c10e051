"""The steps that a result asks for, and the ways to take them."""

import pytest

from app.documents.combat_steps import Offer, Step, ends_of, offers_of, steps_after
from app.panels.combat.words import step_words
from core.rules.kernel.combat import CombatDetail, read_result
from core.rules.operations.battle_detail import Proposal, with_proposals
from tests.app.documents.combat_bench import (
    BEHIND,
    BEYOND,
    EAST,
    TARGET,
    WEST,
    advance,
    going,
    losses,
    made_up,
    retreat,
    way,
)

ATTACKERS = {"r1": WEST, "r2": WEST, "r3": EAST}


def steps(result):
    detail = CombatDetail(losses=read_result(result))
    return [
        (each.kind, each.side, each.units, each.place, each.count) for each in steps_after(detail, {TARGET: ("b1",)}, ATTACKERS)
    ]


def test_the_defenders_come_first_then_the_attackers_stack_by_stack_and_last_who_advances():
    assert steps("A2r1D1r3") == [
        ("losses", "defender", ("b1",), TARGET, 1),
        ("retreat", "defender", ("b1",), TARGET, 3),
        ("losses", "attacker", ("r1", "r2", "r3"), None, 2),
        ("retreat", "attacker", ("r1", "r2"), WEST, 1),
        ("retreat", "attacker", ("r3",), EAST, 1),
        ("advance", "attacker", ("r1", "r2", "r3"), TARGET, 3),
    ]


@pytest.mark.parametrize(
    ("result", "kinds"), [("none", ["advance"]), ("A1", ["losses", "advance"]), ("Dr1", ["retreat", "advance"])]
)
def test_what_a_result_does_not_ask_for_is_no_step(result, kinds):
    assert [kind for kind, *_ in steps(result)] == kinds


def test_nobody_advances_where_the_hex_holds():
    detail = CombatDetail(losses=read_result("A1"), facts={"hex_falls": "holds"})
    assert [each.kind for each in steps_after(detail, {TARGET: ("b1",)}, ATTACKERS)] == ["losses"]


def test_defenders_follow_each_stack_of_attackers_that_retreats_where_the_series_has_that():
    facts = {"hex_falls": "holds", "defenders_advance": "yes"}
    detail = CombatDetail(losses=read_result("A1r2"), facts=facts)
    found = [each for each in steps_after(detail, {TARGET: ("b1", "b2")}, ATTACKERS) if each.kind == "advance"]
    assert found == [Step("advance", "defender", ("b1", "b2"), place, 2) for place in (WEST, EAST)]
    words = [step_words(each, made_up().box) for each in found]
    assert all(each.startswith("Defenders advance into") for each in words) and len(set(words)) == 2


def test_without_a_result_there_is_nothing_to_do():
    assert steps_after(CombatDetail(), {TARGET: ("b1",)}, ATTACKERS) == ()


def test_markers_that_the_combat_itself_proposes_come_before_all(qapp):
    document = made_up()
    proposal = going(document, ("r1",), TARGET, "Turn the marker")
    detail = with_proposals(CombatDetail(losses=read_result("none")), (proposal,))
    first, *rest = steps_after(detail, {TARGET: ("b1",)}, ATTACKERS)
    assert (first.kind, first.proposals) == ("markers", (proposal,)) and len(rest) == 1
    assert offers_of(None, first) == (Offer(proposal),)


def test_offers_are_the_choices_the_ways_or_the_hexes_of_an_answer(qapp):
    document = made_up()
    found = offers_of(losses(document, {"b1": 1}, {"b2": 1}), Step("losses"))
    assert [each.proposal.label for each in found] == ["Lose steps: b1", "Lose steps: b2"]
    ways = (way(BEHIND, BEYOND), way(BEHIND, steps=1))
    found = offers_of(retreat(("b1",), TARGET, *ways), Step("retreat"))
    assert [each.way for each in found] == list(ways) and [each.ends for each in found] == [(BEYOND,), (BEHIND,)]
    found = offers_of(advance(document, "r1"), Step("advance"))
    assert found[0].ends == (TARGET,)
    assert offers_of(None, Step("losses")) == ()


def test_the_ends_of_a_proposal_are_where_its_units_stand_afterwards(qapp):
    document = made_up()
    assert ends_of(going(document, ("r1", "r2"), BEHIND, "go")) == (BEHIND,)
    assert ends_of(Proposal("nothing", ())) == ()
