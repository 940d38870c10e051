"""What is ruled of a combat on the map, as headlines."""

from dataclasses import replace

import pytest

from app.panels.rulings.headlines import headline
from core.rules.kernel.combat import Facts
from core.rules.kernel.rulings import Ruling
from core.rules.operations.battle_detail import AttackersDetail
from tests.app.documents.combat_bench import ASIDE, BEHIND, TARGET, advance, attackers, losses, made_up, retreat, way


@pytest.fixture
def document(qapp):
    return made_up()


def told(ruling, document):
    line = headline(ruling, document.box)
    return line.sign, line.title, line.particulars


def test_who_may_attack(document):
    label = document.box.label(TARGET)
    assert told(attackers(), document) == ("clear", "3 units may take part", f"attack on {label} · 1 unit near may not")
    alone = replace(attackers(), detail=replace(attackers().detail, units=attackers().detail.units[3:]))
    assert told(alone, document)[:2] == ("blocked", "Nobody may attack")
    empty = replace(attackers(), verdict="empty", detail=AttackersDetail(TARGET, (), ()))
    assert told(empty, document)[1] == "Nobody is there to be attacked"


def test_losses(document):
    assert told(losses(document, {"b1": 1}, {"b2": 1}), document) == ("dice", "1 step is lost", "defenders · 2 legal choices")
    assert "nothing is left" in told(losses(document, {"b1": 1}, verdict="all"), document)[2]
    assert told(losses(document, verdict="prohibited", side="attacker"), document)[1:] == (
        "This choice breaks a rule",
        "attackers",
    )
    enemy = losses(document, {"b1": 1})
    assert "the enemy picks" in told(replace(enemy, detail=replace(enemy.detail, picks="enemy")), document)[2]


@pytest.mark.parametrize(
    ("verdict", "sign", "title"),
    [
        ("free", "clear", "A way is free"),
        ("losses", "dice", "Every way costs steps"),
        ("blocked", "blocked", "The retreat is blocked"),
        ("stays", "clear", "Nobody has to retreat"),
        ("legal", "clear", "This way is legal"),
        ("prohibited", "blocked", "This way breaks a rule"),
    ],
)
def test_retreats(document, verdict, sign, title):
    ruling = replace(retreat(("b1",), TARGET, way(BEHIND, steps=1), way(ASIDE, steps=2)), verdict=verdict)
    found = told(ruling, document)
    assert found[:2] == (sign, title) and found[2].startswith(f"from {document.box.label(TARGET)}")
    if verdict == "losses":
        assert found[2].endswith("2 legal ways · 1 step lost at least")
    unknown = replace(ruling, verdict="free", detail=replace(ruling.detail, supply=False))
    assert "no source of supply is known" in told(unknown, document)[2]


def test_advances(document):
    label = document.box.label(TARGET)
    assert told(advance(document, "r1", "r3"), document) == ("clear", "2 units may advance", f"into {label} · 2 hexes in all")
    must = advance(document, "r1")
    assert told(replace(must, detail=replace(must.detail, must=True)), document)[1] == "1 unit must advance"
    assert told(advance(document), document)[:2] == ("blocked", "Nobody advances")
    assert told(replace(must, verdict="occupied"), document)[1] == "The hex is not empty yet"


def test_losses_of_another_series_are_told_as_they_were(document):
    ruling = Ruling("losses", "demo-1.0", "read", 2, (), Facts({"steps_lost": 2}))
    assert "2" in told(ruling, document)[1]
