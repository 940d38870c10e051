"""Several hexes that are attacked at once: chosen one by one, fought as one, each with retreats and advances of its own."""

from dataclasses import replace

import pytest

from app.documents.combat import Combat
from core.geometry.hexes import Hex
from core.model.edits.piece_edits import moved
from core.rules.kernel.combat import read_result
from core.rules.kernel.rulings import Ruling
from core.rules.operations.battle_detail import AttackersDetail, fact_of
from tests.app.documents.combat_bench import (
    BEHIND,
    BEYOND,
    TARGET,
    Worker,
    advance,
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

NEXT = Hex(4, 4)
"""A hex beside the target and beside those in the west, in which b2 stands here."""


@pytest.fixture
def worker():
    return Worker()


@pytest.fixture
def document(qapp):
    document = made_up()
    document.do(moved(document.work, ["b2"], NEXT))
    return document


@pytest.fixture
def combat(document, worker):
    combat = Combat(document, worker)
    document.changed.connect(lambda _: combat.follow())
    return combat


def both(*others):
    return replace(attackers(), detail=replace(attackers().detail, others=others))


def label(combat, place):
    return combat._document.box.label(place)


def joined(combat, worker):
    combat.attack(TARGET)
    worker.answer("combat.attackers", attackers())
    combat.choose(["r1", "r2"])
    worker.answer("odds", fought())
    combat.join(NEXT)
    worker.answer("combat.attackers", both(NEXT))
    worker.answer("odds", fought())


def test_a_hex_that_is_added_is_asked_about_together_with_the_first(combat, worker):
    combat.attack(TARGET)
    worker.answer("combat.attackers", attackers())
    combat.choose(["r1", "r2"])
    worker.answer("odds", fought())
    combat.join(NEXT)
    assert combat.targets == (TARGET, NEXT) and combat.odds is None, "the odds were those of one hex"
    assert worker.waiting("combat.attackers").parameters == {"to": [TARGET, NEXT]}
    worker.answer("combat.attackers", both(NEXT))
    assert combat.chosen == ("r1", "r2")
    assert worker.waiting("odds").parameters == {"units": ["r1", "r2"], "to": [TARGET, NEXT]}
    worker.answer("odds", fought())
    combat.join(TARGET)
    assert combat.targets == (NEXT,), "the same again takes it out, the first one as well"
    worker.answer("combat.attackers", attackers())
    combat.join(NEXT)
    assert combat.targets == (NEXT,), "the last one stays"


def test_without_a_hex_the_first_one_is_simply_attacked(combat, worker):
    combat.join(TARGET)
    assert combat.targets == (TARGET,) and worker.waiting("combat.attackers").parameters == {"to": TARGET}


def test_hexes_that_are_declared_together_are_attacked_together(combat, worker):
    combat.attack(TARGET)
    worker.answer("combat.attackers", both(NEXT))
    assert combat.targets == (TARGET, NEXT)
    combat.press(NEXT)
    assert combat.targets == (TARGET, NEXT), "neither of them is another attack"


@pytest.mark.parametrize("verdict", ["prohibited", "empty"])
def test_a_hex_that_may_not_be_added_is_told_and_left_out(combat, worker, verdict):
    said = []
    combat.refused.connect(said.append)
    combat.attack(TARGET)
    worker.answer("combat.attackers", attackers())
    combat.choose(["r1"])
    worker.answer("odds", fought())
    combat.join(NEXT)
    detail = AttackersDetail(TARGET, ("b1",), (), (NEXT,))
    worker.answer("combat.attackers", Ruling("combat.attackers", "demo-1.0", verdict, 0, (why("One hex at a time"),), detail))
    assert said == ["One hex at a time"] and combat.targets == (TARGET,)
    assert worker.waiting("combat.attackers").parameters == {"to": TARGET}
    worker.answer("combat.attackers", attackers())
    worker.answer("odds", fought())
    assert combat.chosen == ("r1",) and combat.odds is not None


def test_a_hex_that_cannot_be_asked_about_is_left_out_as_well(combat, worker):
    said = []
    combat.refused.connect(said.append)
    combat.attack(TARGET)
    worker.answer("combat.attackers", attackers())
    combat.join(NEXT)
    worker.refuse("combat.attackers", "side: name the side.")
    assert said == ["side: name the side."] and combat.targets == (TARGET,) and not combat.told


def test_each_hex_has_its_own_retreat_and_its_own_advance(combat, worker, document):
    joined(combat, worker)
    falls = {fact_of("hex_falls", label(combat, place), True): "surely" for place in (TARGET, NEXT)}
    combat.read({"roll": 9}, 17)
    answer = fought("D1r1", 9)
    worker.answer("combat", replace(answer, detail=replace(answer.detail, losses=read_result("D1r1"), facts=falls)))
    steps = combat.after.steps
    assert [(each.kind, each.units, each.place) for each in steps] == [
        ("losses", ("b1", "b2"), None),
        ("retreat", ("b1",), TARGET),
        ("retreat", ("b2",), NEXT),
        ("advance", ("r1", "r2"), TARGET),
        ("advance", ("r1", "r2"), NEXT),
    ]
    worker.answer("losses", losses(document, {"b1": 1}))
    combat.take()
    for unit, start, end in (("b1", TARGET, BEHIND), ("b2", NEXT, BEYOND)):
        asked = worker.waiting("retreat").parameters
        assert asked["units"] == [unit]
        worker.answer("retreat", retreat((unit,), start, way(end)))
        worker.answer("retreat", retreat((unit,), start, way(end), proposals=(going(document, (unit,), end, "go"),)))
        assert combat.take()
    assert worker.waiting("advance").parameters["target"] == TARGET
    worker.answer("advance", advance(document, "r1", "r2"))
    assert combat.take()
    assert worker.waiting("advance").parameters["units"] == ["r2"], "one unit after the other"
    worker.answer("advance", advance(document))
    asked = worker.waiting("advance").parameters
    assert asked["target"] == NEXT and asked["units"] == ["r2"], "who has advanced does not advance again"


def test_the_way_along_which_is_advanced_is_that_of_the_defenders_of_the_hex(combat, worker, document):
    combat.parameters = {"advance": frozenset({"path"}), "combat.attackers": frozenset()}
    joined(combat, worker)
    rolled(combat, worker, "Dr1")
    for unit, start, end in (("b1", TARGET, BEHIND), ("b2", NEXT, BEYOND)):
        worker.answer("retreat", retreat((unit,), start, way(end)))
        worker.answer("retreat", retreat((unit,), start, way(end), proposals=(going(document, (unit,), end, "go"),)))
        combat.take()
    assert worker.waiting("advance").parameters["path"] == [BEHIND]
    combat.after.skip()
    assert worker.waiting("advance").parameters["path"] == [BEYOND]


def test_a_hex_that_holds_is_not_advanced_into(combat, worker):
    joined(combat, worker)
    combat.read({"roll": 9}, 17)
    answer = fought("A1", 9)
    facts = {
        fact_of("hex_falls", label(combat, TARGET), True): "holds",
        fact_of("hex_falls", label(combat, NEXT), True): "retreat",
    }
    worker.answer("combat", replace(answer, detail=replace(answer.detail, facts=facts)))
    assert [(each.kind, each.place) for each in combat.after.steps if each.kind == "advance"] == [("advance", NEXT)]


def test_what_is_owed_of_several_hexes_is_taken_up_at_any_of_them(combat, worker):
    joined(combat, worker)
    rolled(combat, worker, "Dr1")
    other = Hex(9, 1)
    combat.attack(other)
    assert [each.places for each in combat.owed] == [(TARGET, NEXT)] and combat.targets == (other,)
    combat.attack(NEXT)
    assert combat.targets == (TARGET, NEXT) and combat.result is not None and combat.owed == ()
