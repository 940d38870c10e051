"""In the real window: what is added to an attack and may not come has its die, and guns that may support are ticked."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog

from app.shell.desks.play import PlayDesk
from core.model.edits.state_edits import ChangeState
from core.play.events import Rolled

LORNE = Path(__file__).resolve().parents[4] / "scenarios" / "cape-lorne"
AIR = ("alliance", "air missions")


@pytest.fixture(scope="module")
def lorne(window_of):
    yield from window_of(LORNE)


@pytest.fixture
def attack(lorne, newly_opened, qtbot, folders_of_play):
    """An attack on Porta in a session, with all that may attack, two air points, and its odds known."""
    bench = newly_opened(lorne, LORNE).workbench
    desk = next(each for each in lorne._desks if isinstance(each, PlayDesk))
    desk.starting.start()
    desk.starting.dialog.kinds["solitaire"].setChecked(True)
    desk.starting.dialog.go.click()
    qtbot.waitUntil(lambda: desk.live is not None)
    desk.live.do(ChangeState("Points", {"points": desk.live.session.state.points.set(AIR, 2)}), "alliance")
    lorne.actions_["tool.combat"].trigger()
    combat = bench.tools.combat.combat
    combat.attack(lorne.document.box.hex("1511"))
    qtbot.waitUntil(lambda: bool(combat.able))
    combat.choose(each.unit for each in combat.able if each.role == "attacks")
    qtbot.waitUntil(lambda: bool(combat.drawing))
    for drawing in combat.drawing:
        combat.tell_chit(drawing.unit, "5")
    page = bench.docks.combat.attack
    qtbot.waitUntil(lambda: combat.odds is not None and not page.chits.is_open)
    yield desk.live, combat, page
    for box in lorne.findChildren(QDialog):
        if box.isVisible():
            box.close()
    desk.leave()


def test_nothing_is_rolled_while_defenders_are_out_of_sight(lorne, newly_opened, qtbot, folders_of_play):
    bench = newly_opened(lorne, LORNE).workbench
    desk = next(each for each in lorne._desks if isinstance(each, PlayDesk))
    desk.starting.start()
    desk.starting.dialog.go.click()
    qtbot.waitUntil(lambda: desk.live is not None)
    desk.seats.seat_dialog.seats["alliance"].setChecked(True)
    desk.seats.seat_dialog.show_map.click()
    live, combat, page = desk.live, bench.tools.combat.combat, bench.docks.combat.attack
    porta = lorne.document.box.hex("1511")
    live.follow(live.session.declare(("2-1",), (porta,), "alliance", "attack"))

    def fight():
        """The attack as it is resolved from the panel Turn, with every chit told."""
        bench.docks.turn.attacks.fight_wanted.emit(0)
        qtbot.waitUntil(lambda: bool(combat.drawing))
        for drawing in combat.drawing:
            combat.tell_chit(drawing.unit, "5")
        qtbot.waitUntil(lambda: combat.odds is not None and not page.chits.is_open)
        page._roll.click()

    fight()
    assert combat.result is None and "out of sight in 1511" in page.told and "629-210" not in combat.defenders
    desk.seats.hand_over()
    desk.seats.seat_dialog.seats[""].setChecked(True)
    desk.seats.seat_dialog.show_map.click()
    fight()
    qtbot.waitUntil(lambda: combat.result is not None)
    assert "629-210" in combat.defenders
    desk.leave()


def test_what_was_added_to_an_attack_stays_when_something_happens_in_a_session_that_was_opened(
    lorne, newly_opened, qtbot, folders_of_play
):
    bench = newly_opened(lorne, LORNE).workbench
    desk = next(each for each in lorne._desks if isinstance(each, PlayDesk))
    desk.starting.start()
    desk.starting.dialog.kinds["solitaire"].setChecked(True)
    desk.starting.dialog.go.click()
    qtbot.waitUntil(lambda: desk.live is not None)
    number, path = desk.live.session.number, desk.live.path
    lorne.actions_["play.next_phase"].trigger()
    qtbot.waitUntil(lambda: desk.live.session.number > number)
    desk.leave()
    desk.opening.open(path)
    qtbot.waitUntil(lambda: desk.live is not None)
    combat, page = bench.tools.combat.combat, bench.docks.combat.attack
    combat.attack(lorne.document.box.hex("1511"))
    page.add("shifts", "2")
    desk.live.follow(desk.live.session.roll("d6", "alliance", "the wind"))
    page.add("air_roll", "3")
    assert combat.given == {"shifts": "2", "air_roll": "3"}
    desk.leave()


def shift(combat):
    return combat.odds.detail.facts["shift"]


def test_an_air_point_is_rolled_for_before_the_attack(attack, qtbot):
    live, combat, page = attack
    without = shift(combat)
    page.offered.boxes["air", "1"].click()
    qtbot.waitUntil(lambda: combat.odds is not None and shift(combat) == without + 1)
    before = live.session.number
    page._roll.click()
    assert live.session.number == before and "Roll first whether it comes: air missions" in page.told
    page.offered.dice["air", "1"].roll.click()
    rolled = live.session.entry(before + 1).event
    assert isinstance(rolled, Rolled) and rolled.dice == "d6" and rolled.purpose == "air missions: Attack on 1511"
    assert live.session.entry(before + 1).by == "alliance"
    comes = rolled.pips[0] <= 5
    qtbot.waitUntil(lambda: combat.odds is not None and shift(combat) == without + comes)
    assert combat.given["air_roll"] == str(rolled.pips[0]) and not page.offered.unrolled(combat.given)
    page._roll.click()
    qtbot.waitUntil(lambda: combat.result is not None)


def test_guns_of_the_defenders_are_ticked_one_beside_the_other(attack, qtbot):
    _, combat, page = attack
    guns = [each for each in combat.offers if each.parameter == "supporting"]
    assert [each.value for each in guns] == ["i-210-art"] and not guns[0].added
    without = shift(combat)
    page.offered.boxes["supporting", "i-210-art"].click()
    qtbot.waitUntil(lambda: combat.odds is not None and shift(combat) == without - 1)
    assert page.offered.boxes["supporting", "i-210-art"].isChecked()
    page.offered.boxes["supporting", "i-210-art"].click()
    qtbot.waitUntil(lambda: combat.odds is not None and shift(combat) == without)
