"""In the real window: a combat is worked out from the first click to the last advance, tried before play and fought in it."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QDialog

from app.documents.combat_kinds import ASKED
from app.panels.combat.words import declare_word, resolve_word
from app.shell.desks.play import PlayDesk
from core.model.edits.piece_edits import moved
from core.play.events import Noted, Rolled
from tests.app.shell.desks.following import answered, go_on, procedures_of, take, take_all

RIVER = Path(__file__).resolve().parents[4] / "scenarios" / "sable-river"
LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture(scope="module")
def river(window_of):
    yield from window_of(RIVER)


@pytest.fixture
def bench(river, newly_opened):
    """The workbench with the tool Combat in hand."""
    newly_opened(river, RIVER).actions_["tool.combat"].trigger()
    return river.workbench


@pytest.fixture
def play(river, bench, qtbot, folders_of_play):
    """Begins a session with the Korrin player at the screen."""
    desk = next(each for each in river._desks if isinstance(each, PlayDesk))

    def begin():
        desk.starting.start()
        dialog = desk.starting.dialog
        dialog.kinds["hot_seat"].setChecked(True)
        dialog.go.click()
        qtbot.waitUntil(lambda: desk.live is not None)
        desk.seats.seat_dialog.seats["korrin"].setChecked(True)
        desk.seats.seat_dialog.show_map.click()
        river.actions_["tool.combat"].trigger()
        return desk.live

    yield begin
    for box in river.findChildren(QDialog):
        if box.isVisible():
            box.close()
    desk.leave()


def at(river, label):
    return river.document.box.hex(label)


def stand(river, units, label):
    river.document.do(moved(river.document.work, units, at(river, label)))


def press(bench, place):
    bench.tools.pressed(place, None, LEFT, PLAIN)
    bench.tools.released(place, None, LEFT, PLAIN)


def before_the_river(river, bench, qtbot):
    """Three Korrin units stand around two of Veldany in 1516, which is attacked."""
    stand(river, ["35-rifle", "36-rifle"], "1617")
    stand(river, ["34-rifle"], "1515")
    stand(river, ["7-rgt-3", "3-art"], "1516")
    press(bench, at(river, "1516"))
    combat = bench.tools.combat.combat
    qtbot.waitUntil(lambda: bool(combat.able))
    return combat


def rows(list_):
    return [row.text for row in list_.rows]


def test_those_who_may_attack_are_ticked_and_the_odds_follow_with_every_factor(river, bench, qtbot):
    combat = before_the_river(river, bench, qtbot)
    assert not bench.docks.combat.parentWidget().isHidden(), "it comes with its tool"
    page = bench.docks.combat.attack
    assert rows(page.units)[:3] == [
        f"{name} may attack" for name in ("34 Rifle (1515):", "35 Rifle (1617):", "36 Rifle (1617):")
    ]
    assert rows(page.units)[3].startswith("40 Rifle (1715): may not attack\n40 Rifle is not adjacent")
    assert combat.chosen == ()
    press(bench, at(river, "1617"))
    assert combat.chosen == ("35-rifle", "36-rifle")
    page.units.item(0).setCheckState(Qt.CheckState.Checked)
    assert len(combat.chosen) == 3
    qtbot.waitUntil(lambda: combat.odds is not None and "1¼" in page._strengths.text())
    assert "Attack 3¾" in page._strengths.text() and "¼" in page._strengths.text()
    assert page._odds.text() == "Odds 1:1"
    assert "5/12 (41.7 %)" in page._falls.text() and page.falling.bars
    assert "column" in page.tables.words
    page._none.click()
    assert combat.chosen == () and combat.odds is None
    assert page._answer.isHidden()


def test_who_rolls_too_early_is_told_what_is_missing_and_not_to_choose_where_nobody_may_attack(river, bench, qtbot):
    tool, page = bench.tools.combat, bench.docks.combat.attack
    tool.clear_result()
    tool.roll_wanted()
    assert page.told.startswith("Click the hex that is attacked first")
    press(bench, at(river, "1812"))
    qtbot.waitUntil(lambda: tool.combat.near is not None)
    nobody = page.told
    assert not tool.combat.able and nobody.startswith("No unit of Veldany may attack")
    tool.roll_wanted()
    assert page.told == nobody
    combat = before_the_river(river, bench, qtbot)
    assert not combat.chosen
    tool.roll_wanted()
    assert page.told == "Choose the units that attack first."


def test_what_the_game_adds_shifts_the_column(river, bench, qtbot):
    combat = before_the_river(river, bench, qtbot)
    page = bench.docks.combat.attack
    page._all.click()
    qtbot.waitUntil(lambda: combat.odds is not None)
    assert set(page.form.fields) == {"modifiers", "shifts", "roll_modifier"}
    assert set(page.dice) == {"roll"}
    page._more.click()
    page.form.fields["shifts"].line.setText("2")
    qtbot.waitUntil(lambda: "column 3:1" in page._odds.text())
    page.form.fields["shifts"].line.setText("many")
    qtbot.waitUntil(lambda: bool(page.told))
    assert page.form.fields["shifts"].fault.text() and combat.odds is None
    press(bench, at(river, "1612"))
    assert page.form.values == {}, "another hex is attacked: nothing is added yet"


def test_every_step_after_the_roll_is_offered_done_and_undone_as_one(river, bench, qtbot):
    combat, procedures = before_the_river(river, bench, qtbot), procedures_of(bench)
    document, page, resolve = river.document, bench.docks.combat.result, bench.docks.procedure
    bench.docks.combat.attack._all.click()
    qtbot.waitUntil(lambda: combat.odds is not None)
    bench.docks.combat.attack.dice["roll"].setText("11")
    bench.docks.combat.attack._read.click()
    qtbot.waitUntil(lambda: combat.result is not None)
    assert page.words.startswith("Roll 11: D1r2") and bench.tools.current.id == "combat"
    qtbot.waitUntil(lambda: bench.docks.is_seen("procedure"))
    assert resolve.page._title.text().startswith("Attack on 1516") and "D1r2" in resolve.page._verdict.text()
    count = document.undo_stack.count()
    assert go_on(bench, qtbot) == "losses" and document.undo_stack.count() == count, "it only leads on"
    done = []
    for kind in ("losses", "retreat"):
        assert answered(bench, qtbot) == kind
        done.append(procedures.proposal.label)
        resolve._take.click()
        assert document.undo_stack.count() == count + len(done), "one step of the history"
    assert done == ["Lose 1 step of 7 Rgt/3", "Retreat to 1317"]
    pieces = document.work.deployment.pieces
    assert pieces["7-rgt-3"].lost == 1 and pieces["3-art"].at == at(river, "1317")
    assert answered(bench, qtbot) == "advance"
    QTest.keyClick(bench.view, Qt.Key.Key_2)
    QTest.keyClick(bench.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert document.work.deployment.pieces["34-rifle"].at == at(river, "1516")
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert answered(bench, qtbot) == "retreat"
    while document.undo_stack.index() > count:
        document.undo_stack.undo()
    assert answered(bench, qtbot) == "losses"
    QTest.keyClick(bench.view, Qt.Key.Key_Backspace)
    assert procedures.step.is_result, "the result is no step of the history by itself"
    QTest.keyClick(bench.view, Qt.Key.Key_Backspace)
    assert combat.result is None and procedures.hand is None and combat.chosen
    qtbot.waitUntil(lambda: bench.docks.is_seen("combat"))


def test_after_the_last_step_the_panel_combat_is_in_sight_again(river, bench, qtbot):
    combat = before_the_river(river, bench, qtbot)
    bench.docks.combat.attack._all.click()
    qtbot.waitUntil(lambda: combat.odds is not None)
    combat.read({"roll": 11})
    go_on(bench, qtbot)
    assert bench.docks.is_seen("procedure")
    take_all(bench, qtbot)
    assert combat.target is None and bench.docks.is_seen("combat") and bench.tools.current.id == "combat"


def test_no_button_shares_its_letter_with_a_menu(river, bench, qtbot):
    menus = {QKeySequence.mnemonic(each.text()).toString() for each in river.menuBar().actions()}

    def letters(page):
        shown = [each for each in page.findChildren(QAbstractButton) if each.isVisible()]
        found = [QKeySequence.mnemonic(each.text()).toString() for each in shown]
        return [each for each in found if each]

    combat = before_the_river(river, bench, qtbot)
    docks = bench.docks.combat
    docks.attack._all.click()
    qtbot.waitUntil(lambda: combat.odds is not None)
    words = [*map(declare_word, ASKED), *map(resolve_word, ASKED), docks.attack.chits.draw_all.text()]
    before = letters(docks.attack)
    combat.read({"roll": 12})
    go_on(bench, qtbot)
    bench.docks.front("combat")
    qtbot.waitUntil(lambda: docks.result.isVisible())
    after = letters(docks.result)
    assert len(before) >= 3 and after, "they are there to be compared"
    for each in (before, after):
        assert len(set(each)) == len(each)
    assert menus.isdisjoint({*before, *after, *(QKeySequence.mnemonic(each).toString() for each in words)})


def test_who_lost_the_step_of_the_result_pays_for_staying_after_the_others(river, bench, qtbot):
    combat, procedures = before_the_river(river, bench, qtbot), procedures_of(bench)
    stand(river, ["8-rgt-3", "7-rgt-3"], "1516")
    bench.docks.combat.attack._all.click()
    qtbot.waitUntil(lambda: combat.odds is not None and len(combat.defenders) == 3)
    combat.give({"shifts": "3"})
    qtbot.waitUntil(lambda: combat.odds is not None)
    combat.read({"roll": 11})
    go_on(bench, qtbot)
    loss, retreat = combat.result.detail.losses.defender.steps, combat.result.detail.losses.defender.retreat
    assert loss and retreat, combat.result.verdict
    take(bench, qtbot)
    assert answered(bench, qtbot) == "retreat"
    there = [each.unit for each in procedures.asked.parts]
    before = {unit: river.document.work.deployment.pieces[unit].lost for unit in there}
    hurt = {unit for unit, lost in before.items() if lost}
    take(bench, qtbot, "Stay")
    pieces = river.document.work.deployment.pieces
    again = {unit for unit in hurt if unit not in pieces or pieces[unit].lost > before[unit]}
    spared = {unit for unit in before if unit not in hurt and unit in pieces and pieces[unit].lost == before[unit]}
    assert hurt and not (again and spared)


def test_losses_may_be_chosen_otherwise_and_are_checked(river, bench, qtbot):
    combat, procedures, resolve = before_the_river(river, bench, qtbot), procedures_of(bench), bench.docks.procedure
    bench.docks.combat.attack._all.click()
    qtbot.waitUntil(lambda: combat.odds is not None)
    combat.read({"roll": 11})
    go_on(bench, qtbot)
    (form,) = [each for each in resolve.page.forms if "choice" in each.fields]
    form.set_values({"choice": "3-art"})
    resolve.page._say()
    qtbot.waitUntil(lambda: procedures.asked.detail.broken is not None)
    assert "first step" in resolve.warned and not resolve._take.isEnabled()
    form.set_values({"choice": "7-rgt-3"})
    resolve.page._say()
    qtbot.waitUntil(lambda: procedures.ruling is not None and procedures.asked.detail.broken is None)
    assert resolve._take.isEnabled() and resolve.warned == ""


def test_a_way_of_a_retreat_is_drawn_on_the_map_and_a_part_of_the_stack_goes_by_itself(river, bench, qtbot):
    combat, procedures = before_the_river(river, bench, qtbot), procedures_of(bench)
    bench.docks.combat.attack._all.click()
    qtbot.waitUntil(lambda: combat.odds is not None)
    combat.read({"roll": 11})
    go_on(bench, qtbot)
    take(bench, qtbot)
    assert answered(bench, qtbot) == "retreat"
    procedures.turn("3-art")
    assert procedures.asked.chosen == ("7-rgt-3",)
    answered(bench, qtbot)
    way = next(each for each in procedures.asked.detail.ways if len(each) == 3)
    for place in way[1:]:
        bench.tools.pressed(place, None, LEFT, Qt.KeyboardModifier.ControlModifier)
        bench.tools.released(place, None, LEFT, Qt.KeyboardModifier.ControlModifier)
        drawn = way[: way.index(place) + 1]
        qtbot.waitUntil(lambda drawn=drawn: procedures.asked.detail.drawn == drawn)
    assert procedures.asked.detail.broken is None and procedures.asked.chosen == ("7-rgt-3",)
    procedures.take()
    pieces = river.document.work.deployment.pieces
    assert pieces["7-rgt-3"].at == way[-1] and pieces["3-art"].at == at(river, "1516")
    assert answered(bench, qtbot) == "retreat" and [each.unit for each in procedures.asked.parts] == ["3-art"]


def test_under_fog_of_war_the_attack_is_declared_first_and_the_journal_keeps_the_roll(river, bench, play, qtbot):
    live = play()
    combat, page = bench.tools.combat.combat, bench.docks.combat.attack
    live.do(moved(river.document.work, ["41-rifle"], at(river, "1712")), "korrin")
    press(bench, at(river, "1612"))
    qtbot.waitUntil(lambda: bool(combat.able))
    page._all.click()
    qtbot.waitUntil(lambda: combat.shut)
    assert "declared" in page.told and page._declare.isVisibleTo(page)
    page._declare.click()
    dialog = bench.play.attacks.dialog
    assert dialog is not None and dialog.targets == (at(river, "1612"),)
    dialog.go.click()
    qtbot.waitUntil(lambda: combat.odds is not None)
    assert combat.chosen and not combat.shut
    combat.give({"shifts": "8"})
    qtbot.waitUntil(lambda: combat.odds is not None and not combat.is_settled)
    last = live.session.number
    QTest.keyClick(bench.view, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: combat.result is not None)
    rolled = [live.session.entry(n) for n in range(last + 1, live.session.number + 1)]
    assert [type(each.event) for each in rolled] == [Rolled]
    assert combat.rolled.because == rolled[0].number and combat.rolled.rolls == {"roll": str(sum(rolled[0].event.pips))}
    assert set(combat.targets) == {at(river, "1612")} and procedures_of(bench).step.because == rolled[0].number


def test_real_dice_of_a_session_are_written_one_by_one(river, bench, play, qtbot):
    live = play()
    combat, page = bench.tools.combat.combat, bench.docks.combat.attack
    live.do(moved(river.document.work, ["41-rifle"], at(river, "1712")), "korrin")
    live.session.declare(["41-rifle"], [at(river, "1612")], "korrin")
    live.follow(live.session.entry(live.session.number))
    press(bench, at(river, "1612"))
    qtbot.waitUntil(lambda: combat.odds is not None)
    assert combat.chosen == ("41-rifle",), "who is declared attacks"
    combat.give({"shifts": "8"})
    old = combat.odds
    qtbot.waitUntil(lambda: combat.odds is not old)
    last = live.session.number
    page.dice["roll"].setText("7")
    page._read.click()
    assert combat.result is None and live.session.number == last
    assert "every die by itself" in page.told
    page.dice["roll"].setText("6 6")
    page._read.click()
    qtbot.waitUntil(lambda: combat.result is not None)
    assert combat.rolled.rolls == {"roll": "12"}
    entry = live.session.entry(combat.rolled.because)
    assert isinstance(entry.event, Rolled) and entry.event.pips == (6, 6)
    # What the result wants of the other side is for its player: it waits until he looks.
    procedures = procedures_of(bench)
    procedures.take()
    step = procedures.step
    assert step.side == "veldany" and not procedures.is_ours and procedures.ruling is None
    assert "Veldany answers this" in bench.docks.procedure.warned
    owed = live.session.state.owed
    assert [each.question for each in owed] == [step.question]
    live.undo()
    qtbot.waitUntil(lambda: procedures.step is not None and procedures.step.is_result)
    assert live.session.state.owed == () and combat.rolled.is_under_way, "its result is to be gone on with again"


def test_below_the_table_nobody_rolls_and_the_attack_is_resolved_without_dice(river, bench, play, qtbot):
    live = play()
    combat, panel = bench.tools.combat.combat, bench.docks.combat
    live.do(moved(river.document.work, ["41-rifle"], at(river, "1712")), "korrin")
    live.session.declare(["41-rifle"], [at(river, "1612")], "korrin")
    live.follow(live.session.entry(live.session.number))
    press(bench, at(river, "1612"))
    qtbot.waitUntil(lambda: combat.odds is not None)
    assert combat.is_settled and panel.attack._roll.text() == "Go on without a &roll"
    last = live.session.number
    QTest.keyClick(bench.view, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: combat.result is not None)
    assert live.session.number == last and combat.rolled.rolls == {}
    assert panel.result.words.startswith("Without a roll: A1")
    go_on(bench, qtbot)
    take_all(bench, qtbot)
    assert live.session.state.declared == () and live.session.state.fought
    events = [live.session.entry(n).event for n in range(last + 1, live.session.number + 1)]
    assert not any(isinstance(each, Rolled) for each in events)
    assert [each.text for each in events if isinstance(each, Noted)] == ["By its result no dice are rolled."]
