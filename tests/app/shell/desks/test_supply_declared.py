"""In the real window: supply by air is declared for one unit where it lies, and once in a player turn [VCS 11.4]."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel

from app.documents.proposals import do_for_side
from app.shell.desks.play import PlayDesk
from core.model.edits.piece_edits import marked
from core.model.state import AIR_SUPPLY, BRIDGE_DEMOLITION, LOADING, Declared
from core.questions.catalogue import ask
from core.questions.game import open_game

LORNE = Path(__file__).resolve().parents[4] / "scenarios" / "cape-lorne"


@pytest.fixture(scope="module")
def landing(window_of):
    yield from window_of(LORNE)


def test_supply_by_air_is_declared_where_the_unit_lies_and_a_second_attempt_wants_a_reason(
    landing, newly_opened, qtbot, folders_of_play
):
    bench = newly_opened(landing, LORNE).workbench
    desk = next(each for each in landing._desks if isinstance(each, PlayDesk))
    desk.starting.start()
    desk.starting.dialog.kinds["solitaire"].setChecked(True)
    desk.starting.dialog.go.click()
    qtbot.waitUntil(lambda: desk.live is not None)
    live, turn, attacks = desk.live, bench.play.turn, bench.play.attacks
    turn._attempt(lambda: turn.course.at(live.session.state, 1, "supply.judge", "alliance"))
    live.do(marked(landing.document.work, ["2-1", "13-5"], "out-of-supply"), "alliance")

    def open_dialog(unit):
        landing.document.units.set([unit])
        landing.actions_["play.declare"].trigger()
        return attacks.dialog

    own, elsewhere = (landing.document.box.hex(label) for label in ("1510", "1509"))
    dialog = open_dialog("2-1")
    assert [dialog.list.item(row).data(Qt.ItemDataRole.UserRole) for row in range(dialog.list.count())] == [own]
    bench.view.pressed.emit(elsewhere, None, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    dialog.go.click()
    assert "in the place in which it lies" in dialog.told.text() and not live.session.state.declared
    bench.view.pressed.emit(elsewhere, None, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    if dialog.targets != (own,):
        bench.view.pressed.emit(own, None, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    dialog.go.click()
    qtbot.waitUntil(lambda: attacks.dialog is None)
    assert live.session.state.declared == (Declared("alliance", ("2-1",), (own,), AIR_SUPPLY),)
    attacks.resolve(0)
    assert [each.what for each in live.session.state.fought] == [AIR_SUPPLY]
    # What units did that only cost them points is no such thing.
    loaded = Declared("alliance", ("2-1",), (own,), LOADING)
    assert live.do(marked(landing.document.work, ["2-1"], "loaded"), "alliance", ruled=True, counts=loaded)
    assert loaded in live.session.state.fought
    texts = [label.text() for label in bench.docks.turn.attacks.findChildren(QLabel)]
    assert texts == ["Done so far:", "Alliance, Supply by air: 2/1 in 1510"]
    dialog = open_dialog("13-5")
    dialog.list.item(0).setCheckState(Qt.CheckState.Checked)
    dialog.go.click()
    qtbot.waitUntil(lambda: attacks.line_dialog is not None)
    assert "has made its attempt of this player turn, for 2/1 [VCS 11.4]" in dialog.told.text()
    for each in landing.findChildren(QDialog):
        if each.isVisible():
            each.close()
    desk.leave()


def test_an_attempt_that_is_rolled_and_was_not_declared_counts_once_it_is_done(landing, newly_opened, qtbot, folders_of_play):
    bench = newly_opened(landing, LORNE).workbench
    desk = next(each for each in landing._desks if isinstance(each, PlayDesk))
    desk.starting.start()
    desk.starting.dialog.kinds["solitaire"].setChecked(True)
    desk.starting.dialog.go.click()
    qtbot.waitUntil(lambda: desk.live is not None)
    live, turn, document = desk.live, bench.play.turn, landing.document
    turn._attempt(lambda: turn.course.at(live.session.state, 1, "supply.judge", "alliance"))
    live.do(marked(document.work, ["2-1", "13-5"], "out-of-supply"), "alliance")
    game = open_game(LORNE).game

    def asked(question, **given):
        return ask(question, game.with_state(live.session.state), **given)

    (proposal,) = asked("supply.air", units="2-1", roll=6).detail.proposals
    assert do_for_side(document, proposal, "alliance")
    assert [(each.what, each.units) for each in live.session.state.fought] == [(AIR_SUPPLY, ("2-1",))]
    assert not live.session.state.declared and "out-of-supply" in live.session.state.deployment.pieces["2-1"].marks
    assert asked("supply.air", units="13-5").verdict == "prohibited"
    # It is made once: what was proposed before comes too late.
    pieces = live.session.state.deployment.pieces
    turn._attempt(lambda: turn.course.at(live.session.state, 1, "engineering", "alliance"))
    assert live.session.state.deployment.pieces == pieces
    (proposal,) = (each for each in asked("demolition", units="14-5", to="2308", target="Bridge", roll=1).detail.proposals)
    assert not proposal.edits and do_for_side(document, proposal, "alliance")
    assert [each.what for each in live.session.state.fought] == [AIR_SUPPLY, BRIDGE_DEMOLITION]
    assert asked("demolition", units="14-5", to="2308", target="Bridge").verdict == "prohibited"
    desk.leave()


@pytest.mark.parametrize(("roll", "left"), [(6, ["bridge-destroyed"]), (1, [])])
def test_an_attempt_that_was_declared_is_resolved_with_what_is_rolled_for_it(
    landing, newly_opened, qtbot, folders_of_play, roll, left
):
    bench = newly_opened(landing, LORNE).workbench
    desk = next(each for each in landing._desks if isinstance(each, PlayDesk))
    desk.starting.start()
    desk.starting.dialog.kinds["solitaire"].setChecked(True)
    desk.starting.dialog.go.click()
    qtbot.waitUntil(lambda: desk.live is not None)
    live, turn, bridge = desk.live, bench.play.turn, landing.document.box.hex("2308")
    turn._attempt(lambda: turn.course.at(live.session.state, 1, "engineering", "alliance"))
    live.follow(live.session.declare(("14-5",), (bridge,), "alliance", BRIDGE_DEMOLITION))
    game = open_game(LORNE).game.with_state(live.session.state)
    (proposal,) = ask("demolition", game, units="14-5", to="2308", target="Bridge", roll=roll).detail.proposals
    assert do_for_side(landing.document, proposal, "alliance")
    state = live.session.state
    assert not state.declared and [each.what for each in state.fought] == [BRIDGE_DEMOLITION]
    assert [mark.kind for mark in state.deployment.marks.get(bridge, ())] == left
    desk.leave()
