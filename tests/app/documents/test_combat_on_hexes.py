"""Several hexes that are attacked at once: chosen one by one, fought as one, each with retreats and advances of its own."""

from dataclasses import replace

import pytest

from core.geometry.hexes import Hex
from core.model.edits.piece_edits import moved
from core.questions.answers import reason_text
from core.rules.kernel.rulings import Ruling
from core.rules.operations.battle_detail import AttackersDetail
from tests.app.documents.combat_bench import (
    AFTER,
    TARGET,
    Worker,
    attackers,
    combat_of,
    fought,
    leads,
    led,
    loses,
    made_up,
    step,
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
    return combat_of(document, worker)


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


def test_the_roll_is_for_all_of_them_and_what_is_left_is_taken_up_at_any(combat, worker, document):
    procedures = combat._procedures
    joined(combat, worker)
    combat.read({"roll": 9}, 17)
    asked = worker.answer("combat", led(document, fought("D1r1", 9), leads(document, 2, TARGET, NEXT)))
    both_labels = f"{label(combat, TARGET)}, {label(combat, NEXT)}"
    assert asked.parameters["to"] == both_labels
    assert reason_text(procedures.step.title.reason, document.box) == f"Attack on {both_labels}"
    assert procedures.take() and combat.rolled.is_under_way
    worker.answer(AFTER, step(document, loses(document, "b1", leads(document, 1, TARGET, NEXT))))
    assert procedures.take()
    other = Hex(9, 1)
    combat.attack(other)
    assert combat.targets == (other,) and len(procedures.left) == 1
    combat.attack(NEXT)
    assert not procedures.left and procedures.step.given["done"] == "1"
