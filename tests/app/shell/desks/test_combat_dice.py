"""In the real window: in every series a combat of a session is rolled, and read from real dice."""

from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from app.shell.desks.play import PlayDesk
from core.model.edits.piece_edits import moved
from core.play.events import Rolled
from core.play.session import NeedsReason
from tests.app.shell.desks.following import answered, go_on, procedures_of

SCENARIOS = Path(__file__).resolve().parents[4] / "scenarios"
LEFT, PLAIN, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
FIGHTS = {
    "sable-river": ("1612", ("korrin", "1712", "41-rifle")),
    "sable-raid": ("1813", ("veldany", "1713", "5-tank", "2-mot")),
    "cape-lorne": ("1511", ()),
}
"""A hex that is attacked in the box of each series, and the side whose units come near: where to, and which."""


@pytest.fixture(scope="module", params=list(FIGHTS))
def window(request, window_of):
    for window in window_of(SCENARIOS / request.param):
        window.box, window.fight = SCENARIOS / request.param, FIGHTS[request.param]
        yield window


@pytest.fixture
def played(window, newly_opened, qtbot, folders_of_play):
    """The combat of a session, with all that may attack and the odds known."""
    bench = newly_opened(window, window.box).workbench
    desk = next(each for each in window._desks if isinstance(each, PlayDesk))
    desk.starting.start()
    dialog = desk.starting.dialog
    dialog.kinds["solitaire"].setChecked(True)
    dialog.go.click()
    qtbot.waitUntil(lambda: desk.live is not None)
    window.actions_["tool.combat"].trigger()
    if window.fight[1]:
        side, near, *units = window.fight[1]
        desk.live.do(moved(window.document.work, units, window.document.box.hex(near)), side)
    yield bench, desk.live, ready(window, bench, qtbot)
    for box in window.findChildren(QDialog):
        if box.isVisible():
            box.close()
    desk.leave()


def ready(window, bench, qtbot):
    combat, page = bench.tools.combat.combat, bench.docks.combat.attack
    press(bench, window.document.box.hex(window.fight[0]))
    qtbot.waitUntil(lambda: bool(combat.able) or bool(combat.told) or combat.near is not None)
    page._all.click()
    qtbot.waitUntil(lambda: combat.odds is not None)
    if combat.is_settled:
        # Odds below the table: a shift brings them onto it.
        combat.give({"shifts": "8"})
        qtbot.waitUntil(lambda: combat.odds is not None and not combat.is_settled)
    tell_chits(bench, combat, qtbot)
    return combat


def tell_chits(bench, combat, qtbot):
    """Says what everybody has drawn, where anybody draws."""
    for drawing in combat.drawing:
        combat.tell_chit(drawing.unit, "5")
    qtbot.waitUntil(lambda: not bench.docks.combat.attack.chits.is_open and combat.odds is not None)


def press(bench, place, modifiers=PLAIN):
    bench.tools.pressed(place, None, LEFT, modifiers)
    bench.tools.released(place, None, LEFT, modifiers)


def test_a_roll_falls_in_the_session_and_is_read(window, played, qtbot):
    bench, live, combat = played
    before = live.session.number
    QTest.keyClick(bench.view, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: combat.result is not None)
    made = live.session.declared_by(before + 1)
    assert [(set(each.units), set(each.against), each.what) for each in made] == [
        (set(combat.chosen), set(combat.targets), combat.kind)
    ]
    rolled = live.session.entry(before + 2).event
    assert isinstance(rolled, Rolled) and len(rolled.pips) == 2
    assert combat.rolled.because == before + 2


def read_sixes(bench):
    """Real dice that ask for steps in every box."""
    page = bench.docks.combat.attack
    for line in page.dice.values():
        line.setText("6" if len(page.dice) > 1 else "6 6")
    page._read.click()


def test_what_is_rolled_for_counts_as_fought_after_its_last_step_and_undo_gives_it_back(window, played, qtbot):
    bench, live, combat = played
    before, state = live.session.number, live.session.state
    read_sixes(bench)
    qtbot.waitUntil(lambda: combat.result is not None)
    declared = live.session.state.declared
    procedures = procedures_of(bench)
    assert declared and procedures.step.is_result
    with pytest.raises(NeedsReason):
        live.undo()
    go_on(bench, qtbot)
    assert live.session.state.owed, "dice that ask for steps in every box"
    while procedures.hand is not None:
        assert live.session.state.declared == declared, "it is fought until the last step is taken"
        answered(bench, qtbot)
        procedures.pick(len(procedures.asked.proposals) - 1)
        assert procedures.take()
    assert live.session.state.fought == declared and live.session.state.declared == ()
    press(bench, declared[0].against[0])
    qtbot.waitUntil(lambda: combat.near is not None and not set(declared[0].units) & {each.unit for each in combat.able})
    combat.clear()
    while live.session.state.declared != declared:
        live.undo()
    assert live.session.state.fought == ()
    while procedures.step is None or not procedures.step.is_result:
        live.undo()
    live.undo("It was meant for another hex.")
    assert live.session.state == state, "dice and what was declared by them go back in one step"
    press(bench, declared[0].against[0])
    qtbot.waitUntil(lambda: set(declared[0].units) <= {each.unit for each in combat.able})
    combat.choose(declared[0].units)
    qtbot.waitUntil(lambda: combat.odds is not None)
    tell_chits(bench, combat, qtbot)
    read_sixes(bench)
    qtbot.waitUntil(lambda: combat.result is not None)
    assert live.session.state.declared == declared and live.session.number > before + 2


def test_real_dice_are_read_into_the_journal(window, played, qtbot):
    bench, live, combat = played
    page = bench.docks.combat.attack
    page._read.click()
    assert "what the real dice show" in page.told, "an empty field is told"
    lines = list(page.dice.values())
    for line in lines:
        line.setText("5" if len(lines) > 1 else " ".join("5" * 2))
    before = live.session.number
    page._read.click()
    qtbot.waitUntil(lambda: combat.result is not None)
    assert live.session.declared_by(before + 1)
    rolled = live.session.entry(before + 2).event
    assert isinstance(rolled, Rolled) and set(rolled.pips) == {5} and len(rolled.pips) == 2


def test_a_click_elsewhere_takes_nothing_of_what_is_owed(window, played, qtbot):
    bench, _, combat = played
    target = combat.target
    QTest.keyClick(bench.view, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: combat.result is not None)
    result, other = combat.result, next(iter(set(window.document.box.cells) - {target, *target.neighbours()}))
    press(bench, other)
    assert combat.target == target and combat.result is result
    press(bench, other, SHIFT)
    assert combat.target == other and combat.result is None
    assert [button.text() for button in bench.docks.procedure._left] == [
        f"Take up again: Attack on {window.document.box.label(target)}"
    ]
    bench.docks.procedure._left[0].click()
    assert procedures_of(bench).step.is_result and not procedures_of(bench).left


def test_every_roll_is_read_and_one_that_asks_for_nothing_only_ends_the_attack(window, played, qtbot):
    bench, _, combat = played
    names = list(bench.docks.combat.attack.dice)
    fallen = product(range(1, 7), repeat=2) if len(names) > 1 else ((pips,) for pips in range(2, 13))
    empty = []
    for pips in fallen:
        rolls = dict(zip(names, pips, strict=True))
        combat.read(rolls)
        qtbot.waitUntil(lambda: combat.result is not None or bool(combat.told))
        assert combat.result is not None, (rolls, combat.told)
        (proposal,) = procedures_of(bench).asked.proposals
        if not proposal.then:
            empty.append(rolls)
        assert procedures_of(bench).back()
        qtbot.waitUntil(lambda: combat.odds is not None)
    assert bool(empty) == (window.box.name == "sable-raid")
