"""In the real window: guns barrage a hex of a game that has them, from the click on the hex to the steps that are lost."""

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractButton, QDialog

from app.documents.combat_kinds import BARRAGE
from app.shell.desks.play import PlayDesk
from core.model.edits.piece_edits import moved
from core.play.events import Rolled
from tests.app.shell.desks.following import go_on, procedures_of, take_all

SABLE = Path(__file__).resolve().parents[4] / "scenarios" / "sable-river"
LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
TARGET, GUNS = "1612", "1712"


@pytest.fixture(scope="module")
def river(window_of):
    yield from window_of(SABLE)


@pytest.fixture
def bench(river, newly_opened):
    return newly_opened(river, SABLE).workbench


@pytest.fixture
def live(river, bench, qtbot, folders_of_play):
    """A session of somebody who plays alone, with guns of Korrin beside a hex of Veldany."""
    desk = next(each for each in river._desks if isinstance(each, PlayDesk))
    desk.starting.start()
    dialog = desk.starting.dialog
    dialog.kinds["solitaire"].setChecked(True)
    dialog.go.click()
    qtbot.waitUntil(lambda: desk.live is not None)
    river.actions_["tool.combat"].trigger()
    put(river, desk.live, TARGET, "1-rgt-1", "2-rgt-1", side="veldany")
    put(river, desk.live, GUNS, "14-art", "103-hvy-art", side="korrin")
    yield desk.live
    for box in river.findChildren(QDialog):
        if box.isVisible():
            box.close()
    desk.leave()


def put(river, live, label, *units, side):
    live.do(moved(river.document.work, units, river.document.box.hex(label)), side)


def press(bench, river, label):
    place = river.document.box.hex(label)
    bench.tools.pressed(place, None, LEFT, PLAIN)
    bench.tools.released(place, None, LEFT, PLAIN)


def go_to(bench, live, phase):
    """Play goes on to a phase of the side that moves first."""
    turn = bench.play.turn
    steps = turn.course.steps(1, live.session.state.order)
    turn._go_to_step(next(each for each in steps if each.id == phase and each.side in ("", "korrin")))


def aim(bench, river, qtbot):
    """The hex is pressed, then the guns; what they come to is known."""
    combat = bench.tools.combat.combat
    press(bench, river, TARGET)
    qtbot.waitUntil(lambda: combat.near is not None)
    press(bench, river, GUNS)
    qtbot.waitUntil(lambda: combat.odds is not None)
    return combat


def rolled(page, combat, qtbot, text):
    page.dice["roll"].setText(text)
    page._read.click()
    qtbot.waitUntil(lambda: combat.result is not None)


def test_in_its_phase_a_hex_and_guns_are_pressed_dice_read_and_the_result_is_taken_step_by_step(river, bench, live, qtbot):
    panel, page, document = bench.docks.combat, bench.docks.combat.attack, river.document
    go_to(bench, live, "movement.move")
    assert river.status.hint.startswith("Click the stack that overruns")
    go_to(bench, live, "barrage")
    assert river.status.hint.startswith("Click the hex that is barraged")
    assert panel.kinds.currentText() == "By the phase: Barrage"
    combat = aim(bench, river, qtbot)
    assert combat.kind == BARRAGE and "Barrage of 1612" in page._title.text() and page._note.isHidden()
    assert set(combat.chosen) == {"14-art", "103-hvy-art"}
    assert set(page.form.fields) == {"modifiers", "shifts"} and set(page.dice) == {"roll"}
    said = {row.key: row for row in page.units.rows}
    assert "may barrage" in said["14-art"].text and "21-tank" not in said
    assert page._odds.text().startswith("Strength 21 · column ")
    assert "Barrage 21" in page._strengths.text() and combat.odds.detail.tables[0].chances
    rolled(page, combat, qtbot, "6 5")
    steps = {"1": "1 step", "2": "2 steps"}[combat.result.verdict]
    assert panel.result.words.startswith(f"Roll 11: {steps}\n")
    assert isinstance(live.session.entry(combat.rolled.because).event, Rolled)
    (made,) = live.session.state.declared
    assert (made.what, set(made.units), made.against) == ("barrage", set(combat.chosen), (document.box.hex(TARGET),))
    result, before = combat.result, {unit: document.work.deployment.pieces[unit].lost for unit in made.shown}
    assert go_on(bench, qtbot) == "losses"
    assert [verdict for verdict, _ in take_all(bench, qtbot)] == ["losses"]
    lost = sum(document.work.deployment.pieces[unit].lost - before[unit] for unit in made.shown)
    assert lost == result.detail.facts["steps"]
    qtbot.waitUntil(lambda: live.session.state.fought == (made,))

    combat.clear()
    press(bench, river, TARGET)
    qtbot.waitUntil(lambda: combat.near is not None)
    said = {row.key: row for row in page.units.rows}
    assert all("has fired already, at 1612" in said[gun].text for gun in made.units), "others may"


def test_disorder_is_one_step_that_is_undone_as_one_and_without_effect_there_is_none(river, bench, live, qtbot):
    panel, page = bench.docks.combat, bench.docks.combat.attack
    go_to(bench, live, "barrage")
    combat = aim(bench, river, qtbot)
    rolled(page, combat, qtbot, "2 4")
    assert combat.result.verdict == "DG" and panel.result.words.startswith("Roll 6: DG\n")
    before, procedures = live.session.state.deployment, procedures_of(bench)
    (only,) = procedures.asked.proposals
    assert only.edits and not only.then
    assert procedures.take() and procedures.hand is None
    pieces = river.document.work.deployment.pieces
    assert all("disorganized" in pieces[unit].marks for unit in ("1-rgt-1", "2-rgt-1"))
    qtbot.waitUntil(lambda: bool(live.session.state.fought))
    live.undo()
    live.undo()
    assert live.session.state.deployment == before


def test_nothing_is_left_to_do_after_a_barrage_without_effect(river, bench, live, qtbot):
    page = bench.docks.combat.attack
    go_to(bench, live, "barrage")
    combat = aim(bench, river, qtbot)
    rolled(page, combat, qtbot, "1 1")
    assert combat.result.verdict == "NE"
    assert go_on(bench, qtbot) == "" and live.session.state.fought, "it only counts as fired"


def test_in_the_combat_phase_it_is_said_that_nobody_barrages_now(river, bench, live, qtbot):
    panel, combat = bench.docks.combat, bench.tools.combat.combat
    go_to(bench, live, "combat")
    press(bench, river, TARGET)
    qtbot.waitUntil(lambda: combat.near is not None)
    assert combat.kind == "attack"
    combat.wish(BARRAGE)
    qtbot.waitUntil(lambda: combat.near is not None)
    assert panel.attack._note.text().startswith("It is the Combat Phase, not the Barrage: nobody barrages now.")
    combat.wish("")


def test_a_game_without_barrage_strengths_has_no_barrages(river, bench):
    combat, document = bench.tools.combat.combat, river.document
    oob = document.box.oob
    assert BARRAGE in combat.kinds and document.ruleset.play.is_known(BARRAGE, oob)
    unarmed = oob.with_items(dict.fromkeys(oob.ref("counters", id_) for id_ in oob.ids("counters")))
    assert not document.ruleset.play.is_known(BARRAGE, unarmed) and document.ruleset.play.is_known("attack", unarmed)


def test_no_button_shares_its_letter_with_what_lies_beside_the_panel_in_a_session(river, bench, live, qtbot):
    def letters(widget):
        shown = [each for each in widget.findChildren(QAbstractButton) if each.isVisible()]
        found = (QKeySequence.mnemonic(each.text()).toString() for each in shown)
        return Counter(each for each in found if each)

    go_to(bench, live, "barrage")
    combat = aim(bench, river, qtbot)
    page = bench.docks.combat.attack
    beside = letters(bench.docks.journal)
    assert beside and max((letters(bench.docks.combat) + beside).values()) == 1
    rolled(page, combat, qtbot, "2 4")
    bench.docks.front("combat")
    qtbot.waitUntil(lambda: letters(bench.docks.combat.result).total() >= 2)
    after = letters(bench.docks.combat.result)
    assert max((after + beside).values()) == 1


@pytest.mark.parametrize("task", ["barrage", "combat", "overrun"])
def test_a_task_of_a_phase_in_which_is_fought_takes_up_the_tool(river, bench, live, task):
    bench.tools.choose("units")
    bench.play.turn.open(task)
    assert bench.tools.current.id == "combat" and not bench.docks.combat.parentWidget().isHidden()
    bench.tools.choose("units")
    bench.play.turn.open("combat.result")
    assert bench.tools.current.id == "units", "what is asked alone is asked"
