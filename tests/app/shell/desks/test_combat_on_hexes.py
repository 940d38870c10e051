"""In the real window: several hexes attacked at once, where the series allows it, and where it does not."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from app.shell.desks.play import PlayDesk
from core.model.edits.piece_edits import moved
from tests.app.shell.desks.following import procedures_of

SCENARIOS = Path(__file__).resolve().parents[4] / "scenarios"
LEFT, PLAIN, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
FIRST, SECOND = "1511", "1611"
"""Two hexes beside 1510, from which both are attacked."""


@pytest.fixture(scope="module")
def window(window_of):
    yield from window_of(SCENARIOS / "cape-lorne")


@pytest.fixture
def combat(window, newly_opened, qtbot, folders_of_play):
    """The combat tool in a session, with enemies in both hexes."""
    bench = newly_opened(window, SCENARIOS / "cape-lorne").workbench
    desk = next(each for each in window._desks if isinstance(each, PlayDesk))
    desk.starting.start()
    desk.starting.dialog.kinds["solitaire"].setChecked(True)
    desk.starting.dialog.go.click()
    qtbot.waitUntil(lambda: desk.live is not None)
    window.actions_["tool.combat"].trigger()
    combat, box = bench.tools.combat.combat, window.document.box
    press(bench, box.hex(FIRST))
    qtbot.waitUntil(lambda: combat.near is not None)
    enemy = box.oob.counter(combat.defenders[0]).side
    more = next(each.id for each in box.oob.counters if each.side == enemy and "btl" in each.id)
    desk.live.do(moved(window.document.work, [more], box.hex(SECOND)), enemy)
    qtbot.waitUntil(lambda: combat.near is not None and bool(combat.able))
    yield combat
    desk.leave()


def press(bench, place, modifiers=PLAIN):
    bench.tools.pressed(place, None, LEFT, modifiers)
    bench.tools.released(place, None, LEFT, modifiers)


def told_all(combat, qtbot):
    for drawing in combat.drawing:
        combat.tell_chit(drawing.unit, "5")
    qtbot.waitUntil(lambda: combat.odds is not None and all(each.unit in combat.chits for each in combat.drawing))


def test_ctrl_and_a_click_attack_another_hex_at_once(window, combat, qtbot):
    bench, box = window.workbench, window.document.box
    page, places = bench.docks.combat.attack, (box.hex(FIRST), box.hex(SECOND))
    press(bench, places[1], CTRL)
    qtbot.waitUntil(lambda: combat.detail is not None and combat.detail.others == places[1:])
    assert "1511 and 1611" in page._title.text()
    page._all.click()
    qtbot.waitUntil(lambda: combat.odds is not None)
    told_all(combat, qtbot)
    assert [line.split(" falls")[0] for line in page._falls.text().splitlines()] == [FIRST, SECOND]
    entered = set()
    for roll in range(2, 13):
        combat.read({"roll": roll})
        qtbot.waitUntil(lambda: combat.result is not None)
        asked = [then for each in procedures_of(bench).asked.proposals for then in each.then]
        assert all(each.given["to"] == f"{FIRST}, {SECOND}" for each in asked)
        # Each hex falls by itself.
        entered |= {place for place in places if asked and box.label(place) not in asked[0].given.get("holds", "")}
        assert procedures_of(bench).back()
        qtbot.waitUntil(lambda: combat.odds is not None)
    assert entered == set(places)


def test_a_hex_that_cannot_be_added_is_said_and_the_attack_goes_on(window, combat, qtbot):
    bench, box = window.workbench, window.document.box
    press(bench, box.hex("1512"), CTRL)
    qtbot.waitUntil(lambda: combat.targets == (box.hex(FIRST),) and combat.near is not None)
    assert "1512" in window.workbench._status.hint


def test_what_is_not_declared_can_be_from_the_panel_which_comes_forward_with_the_hex(window, combat, qtbot):
    bench, page = window.workbench, window.workbench.docks.combat.attack
    page._all.click()
    qtbot.waitUntil(lambda: combat.odds is not None)
    assert not page._declare.isHidden(), "chits are drawn for what is declared"
    page._none.click()
    qtbot.waitUntil(lambda: page._declare.isHidden())
    raised = []
    bench.combat._docks.show_answer, kept = lambda *names: raised.extend(names), bench.combat._docks.show_answer
    try:
        press(bench, window.document.box.hex("1410"))
    finally:
        bench.combat._docks.show_answer = kept
    assert raised == ["combat"]
