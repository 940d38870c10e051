"""In the real window: the tool Combat follows the phase that is played."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QDialog

from app.panels.play.words import teller_of
from app.shell.desks.play import PlayDesk
from core.model.edits.piece_edits import moved
from core.play.events import Did, Noted, Rolled
from core.play.views import View
from tests.app.shell.desks.following import answered, go_on, procedures_of, take, take_all

RAID = Path(__file__).resolve().parents[4] / "scenarios" / "sable-raid"
LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture(scope="module")
def raid(window_of):
    yield from window_of(RAID)


@pytest.fixture
def bench(raid, newly_opened):
    return newly_opened(raid, RAID).workbench


@pytest.fixture
def play(raid, bench, qtbot, folders_of_play):
    """Begins a session of somebody who plays alone."""
    desk = next(each for each in raid._desks if isinstance(each, PlayDesk))

    def begin(kind="solitaire"):
        desk.starting.start()
        dialog = desk.starting.dialog
        dialog.kinds[kind].setChecked(True)
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


def test_in_a_bombardment_phase_guns_fire_and_in_phases_without_fights_it_is_said_that_nobody_does(raid, bench, play, qtbot):
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
    assert combat.rolled.rolls == {"white": "6", "red": "6"}
    assert isinstance(live.session.entry(combat.rolled.because).event, Rolled)
    answered(bench, qtbot)
    assert procedures_of(bench).take() and procedures_of(bench).hand is None
    assert any("unready" in mark for mark in raid.document.work.deployment.pieces["2-art"].marks)

    combat.clear()
    go_to(bench, live, "reaction")
    press(bench, raid, "1813")
    qtbot.waitUntil(lambda: combat.near is not None)
    assert combat.kind == "overrun", "what comes next is worked out"
    assert page._note.text().startswith("It is the Enemy Reaction Phase, not the Exploitation Phase: nobody overruns now")
    go_to(bench, live, "combat")
    qtbot.waitUntil(page._note.isHidden)
    assert combat.kind == "attack" and combat.note() == ""


@pytest.mark.parametrize(("phase", "rating"), [("movement", 2), ("", 3)])
def test_a_gun_that_moved_in_this_activation_bombards_with_1_less(raid, bench, play, qtbot, phase, rating):
    live, combat, box = play(), bench.tools.combat.combat, raid.document.box
    if phase:
        go_to(bench, live, phase)
    live.do(moved(raid.document.work, ["2-art"], box.hex("1713")), "veldany")
    go_to(bench, live, "bombardment")
    press(bench, raid, "1813")
    qtbot.waitUntil(lambda: combat.near is not None)
    combat.choose(["2-art"])
    qtbot.waitUntil(lambda: combat.odds is not None)
    assert combat.odds.detail.facts["rating_soft"] == rating
    combat.give({"moved": "no"})
    qtbot.waitUntil(lambda: combat.odds is not None and combat.odds.detail.facts["rating_soft"] == 3)
    combat.clear()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_interdiction_is_of_the_side_that_has_the_phase_and_takes_an_air_point(raid, bench, play, qtbot):
    live, box, commands = play(), raid.document.box, bench.tools.units.commands
    go_to(bench, live, "air")
    enemy = box.hex("1813")
    raid.document.units.set(("36-rifle",))
    menu = bench.units.menu.pop_up(commands, enemy, QPoint(10, 10))
    in_hex = next(action.menu() for action in menu.actions() if action.text() == "Markers in the &hex")
    titles = [action.text() for action in in_hex.actions()]
    assert titles[:2] == ["Air interdiction, Veldany", "Air interdiction, Korrin"]
    left = {key: count for key, count in live.session.state.points.items() if "air" in key[1].casefold()}
    assert left == {("veldany", "air points"): 1, ("korrin", "air points"): 1}, "what a side has where a turn says nothing"
    before = live.session.state
    in_hex.actions()[0].trigger()
    menu.close()
    qtbot.waitUntil(lambda: enemy in raid.document.work.deployment.marks)
    assert [mark.side for mark in raid.document.work.deployment.marks[enemy]] == ["veldany"]
    assert live.session.state.points["veldany", "air points"] == 0
    live.undo()
    assert live.session.state == before, "the marker and its point are one step"
    live.redo()
    menu = bench.units.menu.pop_up(commands, enemy, QPoint(10, 10))
    in_hex = next(action.menu() for action in menu.actions() if action.text() == "Markers in the &hex")
    assert in_hex.actions()[0].text() == "Remove Air interdiction, Veldany"
    menu.close()


def test_without_an_air_point_interdiction_is_refused_with_the_rule_and_laid_with_a_line_of_why(raid, bench, play, qtbot):
    live, box, commands = play(), raid.document.box, bench.tools.units.commands
    go_to(bench, live, "air")
    first, second, hands = box.hex("1813"), box.hex("1512"), bench.play.hands
    assert commands.mark_hex(first, "air-interdiction", "veldany")
    qtbot.waitUntil(lambda: first in raid.document.work.deployment.marks)
    assert commands.mark_hex(second, "air-interdiction", "veldany")
    qtbot.waitUntil(lambda: hands.dialog is not None)
    assert hands.dialog.windowTitle() == "Against the rules?"
    about = hands.dialog.line.accessibleDescription()
    assert "Veldany has no air points left [NEW SCS Air phase]." in about
    assert second not in raid.document.work.deployment.marks
    hands.dialog.line.setText("The game lends it one more.")
    hands.dialog.accept()
    qtbot.waitUntil(lambda: second in raid.document.work.deployment.marks)
    noted, done = (live.session.entry(live.session.number - n).event for n in (1, 0))
    assert isinstance(noted, Noted) and noted.text == "The game lends it one more." and noted.why
    assert isinstance(done, Did) and done.because == live.session.number - 1
    assert live.session.state.points["veldany", "air points"] == 0


@pytest.mark.parametrize("phase", ["movement", "exploitation"])
def test_in_other_phases_nobody_interdicts(raid, bench, play, qtbot, phase):
    live, box, commands = play(), raid.document.box, bench.tools.units.commands
    go_to(bench, live, phase)
    place, hands = box.hex("1813"), bench.play.hands
    assert commands.mark_hex(place, "air-interdiction", "veldany")
    qtbot.waitUntil(lambda: hands.dialog is not None)
    assert "missions in the Air Phase" in hands.dialog.line.accessibleDescription()
    hands.dialog.reject()
    assert place not in raid.document.work.deployment.marks


def test_in_a_movement_phase_a_stack_comes_near_overruns_and_goes_on_with_the_points_that_are_left(raid, bench, play, qtbot):
    live = play()
    panel, combat = bench.docks.combat, bench.tools.combat.combat
    page, spent, box = panel.attack, bench.tools.context.spent, raid.document.box
    live.do(moved(raid.document.work, ["5-tank", "2-mot"], box.hex("1715")), "veldany")
    live.do(moved(raid.document.work, ["3-tank"], box.hex("1216")), "veldany")
    go_to(bench, live, "movement")
    assert panel.kinds.currentText() == "By the phase: Overrun"
    press(bench, raid, "1715")
    press(bench, raid, "1813")
    qtbot.waitUntil(lambda: combat.comes_near and combat.overrun is not None)
    assert combat.kind == "overrun" and set(combat.chosen) == {"5-tank", "2-mot"} and page._note.isHidden()
    assert set(page.form.fields) == {"mode", "spent", "intelligence"} and set(page.dice) == {"white", "red"}
    overrun = combat.overrun
    assert combat.odds is not None and not combat.shut, "who plays alone knows the strengths"
    bench.tools.combat.roll_wanted()
    assert (
        combat.result is None and not combat.rolled.is_rolling and page.told.startswith("The stack comes beside the hex first")
    )
    page.overrun.move_there.click()
    qtbot.waitUntil(lambda: combat.overrun is not None and combat.overrun.approach is None)
    assert {raid.document.work.deployment.pieces[unit].at for unit in combat.chosen} == {overrun.source}
    assert spent.of("5-tank") == overrun.spent and combat.overrun.left == overrun.left
    qtbot.waitUntil(lambda: combat.odds is not None)
    page.dice["white"].setText("6")
    page.dice["red"].setText("5")
    page._read.click()
    qtbot.waitUntil(lambda: combat.result is not None)
    (made,) = live.session.state.declared
    assert (made.what, set(made.units), made.against) == ("overrun", {"5-tank", "2-mot"}, (box.hex("1813"),))
    assert panel.result.resolve.text() == "Reso&lve the overrun" and panel.result.resolve.isVisibleTo(panel.result)
    units = combat.chosen
    go_on(bench, qtbot)
    take_all(bench, qtbot, until="advance")
    assert any("must enter" in each.template for each in procedures_of(bench).ruling.reasons)
    take(bench, qtbot, "Advance together")
    entered = {raid.document.work.deployment.pieces[unit].at for unit in units}
    assert entered == {box.hex("1813")} and spent.of("5-tank") == overrun.spent + overrun.cost
    qtbot.waitUntil(lambda: live.session.state.fought == (made,))


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
    assert combat.rolled.rolls == {"white": "5", "red": "5"}
    rolled = live.session.entry(combat.rolled.because).event
    assert isinstance(rolled, Rolled) and rolled.pips == (5, 5)
    assert procedures_of(bench).back()
    qtbot.waitUntil(lambda: combat.odds is not None)
    page._roll.click()
    qtbot.waitUntil(lambda: combat.result is not None)


def test_a_counter_put_down_in_a_phase_without_movement_stays_and_the_rule_is_told(raid, bench, play, qtbot, monkeypatch):
    live, heard = play(), []
    commands, pieces = bench.tools.units.commands, raid.document.work.deployment.pieces
    monkeypatch.setattr(bench.tools.context, "status", heard.append)
    for phase, unit, told in (
        ("combat", "5-tank", "Combat Phase: nobody moves now"),
        ("movement", "36-rifle", "The phase is that of Veldany; 36 Rifle moves in those of its own side"),
    ):
        go_to(bench, live, phase)
        place = pieces[unit].at.plus(0, 1)
        commands.put_down({unit: place}, place)
        qtbot.waitUntil(lambda told=told: any(told in said and "What was moved stays" in said for said in heard))
        assert raid.document.work.deployment.pieces[unit].at == place
    heard.clear()
    place = pieces["2-mot"].at.plus(0, 1)
    commands.put_down({"2-mot": place}, place)
    asked = bench.tools.context.answers
    done = []
    asked.ask("movement", {"units": ["2-mot"]}, done.append)
    qtbot.waitUntil(lambda: bool(done))
    assert not any("What was moved stays" in said for said in heard), "in its own phase nothing is said"


def test_the_map_is_covered_for_the_side_that_acts_in_the_activation_of_the_other(raid, bench, play, qtbot):
    live, desk = play("hot_seat"), next(each for each in raid._desks if isinstance(each, PlayDesk))
    desk.seats.seat_dialog.show_map.click()
    qtbot.waitUntil(lambda: not desk.seats.covered)
    go_to(bench, live, "combat")
    assert live.eyes == {"veldany"} and not desk.seats.covered
    # Reactions are those of the other side, though the activation is the same.
    go_to(bench, live, "reaction")
    assert desk.seats.covered and desk.seats.seat_dialog.side == "korrin"
    desk.seats.seat_dialog.show_map.click()
    qtbot.waitUntil(lambda: not desk.seats.covered)
    go_to(bench, live, "exploitation")
    assert desk.seats.covered and desk.seats.seat_dialog.side == "veldany"


def test_who_lay_beneath_others_at_the_beginning_is_called_by_name_once_it_is_seen(raid, bench, play):
    live, document = play("hot_seat"), raid.document
    rifles = moved(document.work, ["60-rifle"], document.box.hex("2113"))
    live.session.do(rifles, "korrin")
    view = View(live.session, frozenset({"veldany"}), document.ruleset.play.stacks)
    entry = view.entry(live.session.number)
    teller = teller_of(view, document.box, (), document.ruleset)
    assert "60-rifle" not in view.entry(1).event.units and isinstance(entry.event, Did)
    assert "60 Rifle appears at 2113" in teller.told(entry, view.state(live.session.number - 1).state)
