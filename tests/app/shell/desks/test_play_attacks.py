"""In the real window: the odds are shut until an attack is declared; it is shown, stands in the panel Turn, and is resolved."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QPushButton

from app.shell.desks.play import PlayDesk
from app.shell.desks.units_menu import UnitsMenu
from core.geometry.hexes import Hex
from core.model.edits.piece_edits import moved
from core.play.events import Noted
from core.rules.kernel.rulings import Ruling

RIVER = Path(__file__).resolve().parents[4] / "scenarios" / "sable-river"
ODDS = {"attackers": "5", "defenders": "4"}


@pytest.fixture(scope="module")
def river(window_of):
    yield from window_of(RIVER)


@pytest.fixture
def play(river, newly_opened, qtbot, folders_of_play):
    """Begins a session, with the Korrin player at the screen where one side looks at a time."""
    newly_opened(river, RIVER)
    desk = next(each for each in river._desks if isinstance(each, PlayDesk))

    def begin(kind="hot_seat"):
        desk.starting.start()
        dialog = desk.starting.dialog
        dialog.kinds[kind].setChecked(True)
        dialog.go.click()
        qtbot.waitUntil(lambda: desk.live is not None)
        if kind == "hot_seat":
            desk.seats.seat_dialog.seats["korrin"].setChecked(True)
            desk.seats.seat_dialog.show_map.click()
            assert desk.live.eyes == {"korrin"}
        return desk.live

    yield begin
    for box in river.findChildren(QDialog):
        if box.isVisible():
            box.close()
    desk.leave()


def at(river, label):
    return river.document.box.hex(label)


def stand_before_the_bridge(river, live):
    """The 41 Rifle stands beside Sablebridge, where two counters of the other side lie, and is selected."""
    live.do(moved(river.document.work, ["41-rifle"], at(river, "1712")), "korrin")
    river.document.units.set(["41-rifle"])


def attacks(river):
    return river.workbench.play.attacks


def go(river, qtbot, why=""):
    """Declares what the dialog shows; `why` where the rules do not allow it."""
    attacks(river).dialog.go.click()
    if why:
        qtbot.waitUntil(lambda: attacks(river).line_dialog is not None)
        line = attacks(river).line_dialog
        line.line.setText(why)
        line.accept()
    qtbot.waitUntil(lambda: attacks(river).dialog is None)


def declared(river, live, qtbot, why=""):
    """The attack on Sablebridge, which the dialog offers."""
    stand_before_the_bridge(river, live)
    river.actions_["play.declare"].trigger()
    dialog = attacks(river).dialog
    row = next(
        row for row in range(dialog.list.count()) if dialog.list.item(row).data(Qt.ItemDataRole.UserRole) == at(river, "1612")
    )
    dialog.list.item(row).setCheckState(Qt.CheckState.Checked)
    go(river, qtbot, why)
    return live.session.state.declared


def test_an_attack_is_declared_with_a_warning_and_shows_what_lies_below(river, play, qtbot):
    live, document = play(), river.document
    stand_before_the_bridge(river, live)
    river.actions_["play.declare"].trigger()
    dialog = attacks(river).dialog
    texts = [dialog.list.item(row).text() for row in range(dialog.list.count())]
    assert "1612: 2 Rgt/1, and 1 more out of sight" in texts, texts
    assert "cannot be taken back" in dialog.warning.text() and "[Fog of War]" in dialog.warning.text()
    assert "41 Rifle" in dialog.attackers.text()
    assert "i-eng" not in document.state.deployment.pieces
    dialog.line.setText("1613")
    dialog.more.click()
    assert dialog.told.text() == "Nobody of another side lies in 1613."
    # A click on the map chooses a hex of the list, and leaves it.
    chosen = dialog.targets
    river.workbench.view.pressed.emit(at(river, "1612"), None, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    assert set(dialog.targets) ^ set(chosen) == {at(river, "1612")}
    if at(river, "1612") not in dialog.targets:
        river.workbench.view.cursor_activated.emit(at(river, "1612"))
    assert dialog.targets == (at(river, "1612"),) and dialog.go.isEnabled()
    go(river, qtbot)
    assert [(each.by, each.units, each.against) for each in live.session.state.declared] == [
        ("korrin", ("41-rifle",), (at(river, "1612"),))
    ]
    # Who attacks sees the whole stack now.
    assert "i-eng" in document.state.deployment.pieces


def test_the_attack_stands_in_the_panel_turn_is_shown_and_resolved_with_a_reason(river, play, qtbot):
    live = play()
    assert declared(river, live, qtbot)
    box = river.workbench.docks.turn.attacks
    assert not box.isHidden() and len(box.rows) == 1
    buttons = {button.text(): button for button in box.rows[0].findChildren(QPushButton)}
    assert "41 Rifle against 1612" in buttons["Show"].accessibleName()
    river.document.units.set()
    buttons["Show"].click()
    assert river.document.units.ids == ("41-rifle",)
    # Resolving it leads to its odds; nothing is done with by that.
    buttons["Resolve"].click()
    combat = river.workbench.tools.combat.combat
    assert river.workbench.tools.current is river.workbench.tools.combat
    assert combat.targets == (at(river, "1612"),) and river.workbench.docks.combat.isVisible()
    qtbot.waitUntil(lambda: combat.chosen == ("41-rifle",))
    assert live.session.state.declared
    buttons["Done with"].click()
    why = attacks(river).line_dialog
    assert why.isVisible() and "No dice have fallen since" in why.line.accessibleDescription()
    why.line.setText("the wrong hex")
    why.accept()
    assert not live.session.state.declared and not box.rows
    # What was fought stands there as long as it counts.
    told = [label.text() for label in box.findChildren(QLabel)]
    assert not box.isHidden() and "Korrin: 41 Rifle against 1612" in told, told
    assert any(isinstance(entry.event, Noted) and entry.event.text == "the wrong hex" for entry in live.session.entries)
    # The stack is hidden again as the rules of views say. A hex is attacked once in a phase [7.2d].
    assert declared(river, live, qtbot, why="tried again")
    # After dice no reason is asked.
    live.follow(live.session.roll("2d6", "korrin", "the attack"))
    attacks(river).resolve(0)
    assert attacks(river).line_dialog is None and not live.session.state.declared


def test_what_stood_declared_when_a_session_was_left_stands_in_the_panel_turn_when_it_is_opened(river, play, qtbot):
    live = play()
    assert declared(river, live, qtbot)
    path = live.path
    desk = next(each for each in river._desks if isinstance(each, PlayDesk))
    desk.leave()
    assert desk.live is None
    desk.opening.open(path)
    qtbot.waitUntil(lambda: desk.seats.seat_dialog is not None)
    desk.seats.seat_dialog.seats["korrin"].setChecked(True)
    desk.seats.seat_dialog.show_map.click()
    box = river.workbench.docks.turn.attacks
    assert desk.live.session.state.declared and len(box.rows) == 1 and not box.isHidden()
    assert {button.text() for button in box.rows[0].findChildren(QPushButton)} == {"Show", "Resolve", "Done with"}


def test_an_attack_that_the_rules_do_not_allow_wants_a_line_of_why(river, play, qtbot):
    live, document = play(), river.document
    document.units.set(["2-scout"])
    river.actions_["play.declare"].trigger()
    dialog = attacks(river).dialog
    dialog.line.setText("1612")
    dialog.more.click()
    last = live.session.number
    dialog.go.click()
    qtbot.waitUntil(lambda: attacks(river).line_dialog is not None)
    line = attacks(river).line_dialog
    told = "Not near enough to attack 1612: 2 Scout [SCS 1.6 7.0]."
    assert told in line.line.accessibleDescription() and dialog.told.text() == told
    # Who would rather not has declared nothing and seen nothing, and may choose another place.
    line.reject()
    assert live.session.number == last and dialog.isEnabled() and dialog.targets == (at(river, "1612"),)
    assert "i-eng" not in document.state.deployment.pieces
    go(river, qtbot, "a feint that the scenario has")
    note, step = live.session.entries[-2:]
    assert isinstance(note.event, Noted)
    assert note.event.text == "a feint that the scenario has (Attack that [SCS 1.6 7.0] does not allow)"
    assert step.event.because == note.number and "i-eng" in document.state.deployment.pieces


def test_the_odds_are_shut_until_an_attack_is_declared(river, play, qtbot):
    live = play()
    panel, heard = river.workbench.docks.ask, []
    river.actions_["ask.combat"].trigger()
    panel.form.set_values(ODDS)
    panel.ask()
    assert "only for an attack that is declared" in panel.told and "[Fog of War]" in panel.told
    assert panel.ruling.isHidden() and panel._declare.isVisible()
    # Whoever else asks, such as a tool of the map, is refused as well.
    river.answers.ask("combat", ODDS, heard.append, on_refused=heard.append)
    qtbot.waitUntil(lambda: bool(heard))
    assert heard[0].startswith("Strengths are added up only")
    stand_before_the_bridge(river, live)
    panel._declare.click()
    dialog = attacks(river).dialog
    assert dialog is not None
    dialog.reject()
    assert attacks(river).dialog is None
    assert declared(river, live, qtbot)
    heard.clear()
    river.answers.ask("combat", ODDS, heard.append, on_refused=heard.append)
    qtbot.waitUntil(lambda: bool(heard))
    assert isinstance(heard[0], Ruling)
    qtbot.waitUntil(lambda: not panel.ruling.isHidden())
    assert not panel._declare.isVisible()


def test_what_stands_against_a_barrage_is_said_before_it_is_declared_and_its_column_after(river, play, qtbot):
    live, heard = play(), []
    stand_before_the_bridge(river, live)
    asked = {"units": "41-rifle", "to": "1612"}
    river.answers.ask("barrage", asked, heard.append, on_refused=heard.append)
    qtbot.waitUntil(lambda: bool(heard))
    assert heard[0].startswith("Strengths are added up only")
    river.actions_["play.declare"].trigger()
    dialog = attacks(river).dialog
    dialog.kinds.setCurrentIndex(dialog.kinds.findData("barrage"))
    dialog.line.setText("1612")
    dialog.more.click()
    dialog.go.click()
    qtbot.waitUntil(lambda: attacks(river).line_dialog is not None)
    assert "41 Rifle prints no barrage strength [SCS 1.6 2.0a]." in dialog.told.text()
    attacks(river).line_dialog.line.setText("to see what is said")
    attacks(river).line_dialog.accept()
    qtbot.waitUntil(lambda: attacks(river).dialog is None)
    heard.clear()
    river.answers.ask("barrage", asked, heard.append, on_refused=heard.append)
    qtbot.waitUntil(lambda: bool(heard))
    assert isinstance(heard[0], Ruling) and heard[0].verdict == "prohibited"


@pytest.mark.parametrize("other", ["1712", [Hex(17, 12)], "1612, 1712", "no hex"])
def test_what_is_declared_on_a_hex_opens_questions_about_no_other_one(other, river, play, qtbot):
    live, panel = play(), river.workbench.docks.ask
    stand_before_the_bridge(river, live)
    assert declared(river, live, qtbot)

    def heard_of(question, to):
        heard = []
        river.answers.ask(question, {"units": "41-rifle", "to": to}, heard.append, on_refused=heard.append)
        qtbot.waitUntil(lambda: bool(heard))
        return heard[0]

    assert isinstance(heard_of("odds", "1612"), Ruling)
    refused = [heard_of(question, other) for question in ("odds", "barrage")]
    if other == "no hex":
        assert all("no hex" in each for each in refused)
        return
    assert all("[Fog of War]" in each for each in refused)
    # In the form it can be declared from there, and what was ruled is not noted either.
    river.actions_["ask.barrage"].trigger()
    panel.form.set_values({"units": "41-rifle", "to": "1712"})
    panel.ask()
    assert "none on this hex is [Fog of War]" in panel.told and panel._declare.isVisible()


def test_a_stack_that_is_not_seen_whole_is_not_judged(river, play, qtbot):
    play()
    panel = river.workbench.docks.ask
    river.actions_["ask.stacking"].trigger()
    panel.form.set_values({"hex": "1612"})
    panel.ask()
    assert "1 more counter lies out of sight in 1612" in panel.told and panel.ruling.isHidden()


def test_who_plays_alone_asks_the_odds_at_any_time_and_declares_as_well(river, play, qtbot):
    live, heard = play("solitaire"), []
    river.answers.ask("combat", ODDS, heard.append, on_refused=heard.append)
    qtbot.waitUntil(lambda: bool(heard))
    assert isinstance(heard[0], Ruling)
    assert declared(river, live, qtbot)


def test_without_units_of_ones_own_nothing_is_declared(river, play, qtbot):
    live = play()
    river.document.units.set(["2-rgt-1"])
    river.actions_["play.declare"].trigger()
    assert attacks(river).dialog is None and live.session.number == 1


def test_the_dialog_goes_when_somebody_else_looks_at_the_screen(river, play, qtbot):
    live = play()
    stand_before_the_bridge(river, live)
    river.actions_["play.declare"].trigger()
    live.look_through(frozenset(("veldany",)))
    assert attacks(river).dialog is None
    assert river.findChild(UnitsMenu).attack is not None
    QApplication.processEvents()


def test_overruns_are_declared_from_the_map_as_well(river, play, qtbot):
    live = play()
    stand_before_the_bridge(river, live)
    river.actions_["play.declare"].trigger()
    dialog = attacks(river).dialog
    # Before the first turn all kinds of the series are offered, and in a phase its own.
    assert [dialog.kinds.itemData(n) for n in range(dialog.kinds.count())] == ["attack", "overrun", "barrage"]
    assert dialog.kind == "attack" and not dialog.kinds.isHidden()
    dialog.kinds.setCurrentIndex(1)
    river.workbench.view.cursor_activated.emit(at(river, "1612"))
    if at(river, "1612") not in dialog.targets:
        river.workbench.view.cursor_activated.emit(at(river, "1612"))
    go(river, qtbot, why="to be seen in the journal")
    assert [(each.what, each.against) for each in live.session.state.declared] == [("overrun", (at(river, "1612"),))]
    texts = [label.text() for label in river.workbench.docks.turn.attacks.findChildren(QLabel)]
    assert "Korrin, Overrun: 41 Rifle against 1612" in texts, texts
