"""In the real window: the tool Combat follows the phase that is played."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog

from app.shell.desks.play import PlayDesk
from core.model.edits.piece_edits import moved
from core.play.events import Rolled

RAID = Path(__file__).resolve().parents[4] / "scenarios" / "sable-raid"
LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture(scope="module")
def raid(window_of):
    yield from window_of(RAID)


@pytest.fixture
def bench(raid, qtbot):
    """The workbench with the tool Combat in hand."""
    qtbot.waitUntil(lambda: raid.document is not None)
    bench = raid.workbench
    qtbot.waitUntil(lambda: bench.tools.context.headings is not None)
    yield bench
    bench.tools.combat.clear_result()
    bench.tools.choose("select")


@pytest.fixture
def play(raid, bench, qtbot, folders_of_play):
    """Begins a session of somebody who plays alone."""
    desk = next(each for each in raid._desks if isinstance(each, PlayDesk))

    def begin():
        desk.starting.start()
        dialog = desk.starting.dialog
        dialog.kinds["solitaire"].setChecked(True)
        dialog.go.click()
        qtbot.waitUntil(lambda: desk.live is not None)
        raid.actions_["tool.combat"].trigger()
        return desk.live

    yield begin
    for box in raid.findChildren(QDialog):
        if box.isVisible():
            box.close()
    desk.leave()


def press(bench, raid, label):
    place = raid.document.box.hex(label)
    bench.tools.pressed(place, None, LEFT, PLAIN)
    bench.tools.released(place, None, LEFT, PLAIN)


def go_to(bench, live, phase):
    """Play goes on to a phase of the first activation."""
    turn = bench.play.turn
    state = live.session.state
    step = next(each for each in turn.course.steps(1, state.order) if each.id == phase and each.side in ("", "veldany"))
    turn._go_to_step(step)


def test_in_a_bombardment_phase_guns_fire_and_in_others_nobody_attacks(raid, bench, play, qtbot):
    live = play()
    page, combat = bench.docks.combat.attack, bench.tools.combat.combat
    live.do(moved(raid.document.work, ["2-art"], raid.document.box.hex("1713")), "veldany")
    go_to(bench, live, "bombardment")
    press(bench, raid, "1813")
    qtbot.waitUntil(lambda: combat.near is not None)
    assert combat.kind == "bombardment" and "Bombardment of" in page._title.text() and page._note.isHidden()
    said = {row.key: row for row in page.units.rows}
    assert "may bombard" in said["2-art"].text and said["2-art"].ticked is False
    assert "may not bombard" in said["9-art"].text and "reaches 3 hexes" in said["9-art"].text
    assert "36-rifle" not in said and set(page.form.fields) == {"air", "moved"} and set(page.dice) == {"white", "red"}
    page.units.item(0).setCheckState(Qt.CheckState.Checked)
    qtbot.waitUntil(lambda: combat.odds is not None)
    assert combat.odds.question == "bombardment" and combat.odds.detail.facts["soft"] == 1
    page.dice["white"].setText("6")
    page.dice["red"].setText("6")
    page._read.click()
    qtbot.waitUntil(lambda: combat.result is not None)
    assert combat.rolls == {"white": 6, "red": 6} and combat.proposal is not None
    assert isinstance(live.session.entry(combat.because).event, Rolled)
    assert combat.take() and combat.step is None
    assert any("unready" in mark for mark in raid.document.work.deployment.pieces["2-art"].marks)

    combat.clear()
    go_to(bench, live, "movement")
    press(bench, raid, "1813")
    qtbot.waitUntil(lambda: combat.near is not None)
    assert combat.kind == "attack" and page._note.text().startswith("It is the Movement Phase, not the Combat Phase")
    go_to(bench, live, "combat")
    assert combat.note() == ""
    qtbot.waitUntil(page._note.isHidden)


def test_two_dice_of_a_combat_are_read_in_a_session(raid, bench, play, qtbot):
    live = play()
    page, combat = bench.docks.combat.attack, bench.tools.combat.combat
    live.do(moved(raid.document.work, ["5-tank", "2-mot"], raid.document.box.hex("1713")), "veldany")
    go_to(bench, live, "combat")
    press(bench, raid, "1813")
    qtbot.waitUntil(lambda: bool(combat.able))
    page._all.click()
    qtbot.waitUntil(lambda: combat.odds is not None)
    page.dice["white"].setText("5")
    page.dice["red"].setText("5")
    page._read.click()
    qtbot.waitUntil(lambda: combat.result is not None)
    assert combat.rolls == {"white": 5, "red": 5}
    rolled = live.session.entry(combat.because).event
    assert isinstance(rolled, Rolled) and rolled.pips == (5, 5)
    combat.back()
    qtbot.waitUntil(lambda: combat.odds is not None)
    page._roll.click()
    qtbot.waitUntil(lambda: combat.result is not None)
