"""In the real window: op sheets in a session by mail are written, prepared, rolled for and opened, by two programs in turn."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog, QMessageBox

from app.shell.desks import play_open, play_start
from app.shell.desks.play import PlayDesk
from app.shell.desks.play_secrets import IN_PLAY
from core.model.edits.state_edits import ChangeState
from core.model.graphics import Measure
from core.model.state import Moment
from core.play import memories, snapshots
from core.play.events import OrdersOpened, Rolled
from core.play.journal import read_journal
from core.play.own_orders import NOT_OPEN, has_sealed
from core.play.views import Unseen

SCENARIOS = Path(__file__).resolve().parents[4] / "scenarios"


@pytest.fixture(scope="module")
def window(window_of):
    yield from window_of(SCENARIOS / "cove-creek")


@pytest.fixture
def panel(window, newly_opened, qtbot):
    newly_opened(window, SCENARIOS / "cove-creek")
    panel, desk = window.workbench.docks.orders, window.workbench.orders
    qtbot.waitUntil(lambda: len(panel.board.rows) == 6 and bool(desk.orders.kinds.kinds))
    return panel


@pytest.fixture
def orders(window, panel):
    return window.workbench.orders.orders


class Homes:
    """Two players at one window: the program of each remembers what is in its own home alone."""

    def __init__(self, desk, qtbot, monkeypatch, folder):
        self._desk, self._qtbot, self._patch, self._folder = desk, qtbot, monkeypatch, folder

    def enter(self, side):
        home = self._folder / side
        for part in (play_start, play_open):
            self._patch.setattr(part, "sessions_folder", lambda: home / "sessions")
        self._patch.setattr(memories, "memory_folder", lambda: home / "memories")
        self._patch.setattr(snapshots, "cache_folder", lambda: home / "states")

    def send(self):
        """Hands over, and leaves; gives the file."""
        desk = self._desk
        desk.seats.hand_over()
        for box in desk._window.findChildren(QMessageBox):
            if box.isVisible():
                next(each for each in box.buttons() if "all the same" in each.text()).click()
        sent = desk.seats.send_dialog.file
        desk.seats.send_dialog._go.click()
        desk.seats.sent_dialog.close()
        desk.leave()
        return sent

    def receive(self, side, file):
        """The player of a side opens what came."""
        self.enter(side)
        desk, qtbot = self._desk, self._qtbot
        desk.opening.open(file)
        qtbot.waitUntil(lambda: desk.opening.side_dialog is not None or desk.ring.dialog is not None)
        if desk.opening.side_dialog is not None:
            desk.opening.side_dialog.accept()
        qtbot.waitUntil(lambda: desk.ring.dialog is not None)
        if hasattr(desk.ring.dialog, "new"):
            desk.ring.dialog.new.first.setText(f"{side} phrase")
            desk.ring.dialog.new.again.setText(f"{side} phrase")
            desk.ring.dialog.accept()
        else:
            desk.ring.dialog.line.setText(f"{side} phrase")
            desk.ring.dialog._try()
        qtbot.waitUntil(lambda: desk.live is not None)
        return desk.live


@pytest.fixture
def homes(window, panel, qtbot, monkeypatch, tmp_path):
    desk = next(each for each in window._desks if isinstance(each, PlayDesk))
    made = Homes(desk, qtbot, monkeypatch, tmp_path)
    yield made
    for box in window.findChildren(QDialog):
        if box.isVisible():
            box.close()
    desk.opening.drop()
    desk.leave()


@pytest.fixture
def live(window, homes, qtbot):
    """A session by mail that blue has begun; it stands in the first turn."""
    homes.enter("blue")
    desk = homes._desk
    desk.starting.start()
    dialog = desk.starting.dialog
    dialog.kinds["mail"].setChecked(True)
    dialog.mine["blue"].setChecked(True)
    dialog.phrases["blue"].first.setText("blue phrase")
    dialog.phrases["blue"].again.setText("blue phrase")
    dialog.go.click()
    qtbot.waitUntil(lambda: desk.live is not None)
    go_to(desk.live, 1)
    return desk.live


def go_to(live, turn):
    live.do(ChangeState("Go to", {"moment": Moment(turn, "command.accrue", "blue")}))


def written(window, panel, qtbot):
    """A sheet of a battalion that is written in the panel."""
    orders = window.workbench.orders.orders
    window.document.units.set([each.id for each in window.document.box.oob.all_members("b2")])
    panel.new.click()
    qtbot.waitUntil(lambda: orders.sheet.in_preparation and bool(panel.form.chance.bars.bars))
    return orders.sheet


def test_a_sheet_is_written_drawn_and_prepared_in_the_panel_as_at_one_table(window, panel, orders, live, qtbot):
    before = live.session.number
    sheet = written(window, panel, qtbot)
    assert sheet.side == "blue" and sheet.id in [each.id for each in orders.sheets]
    orders.draw(Measure("objective", ((20.0, 12.0), (21.0, 12.0), (21.0, 13.0)), "Zander"))
    assert orders.sheet.measures[0].text == "Zander"
    assert all(has_sealed(entry.event) for entry in live.session.entries[before:]) and live.session.number == before + 2
    assert not live.session.state.orders.get(sheet.id) and "Zander" not in live.path.read_text("utf-8")
    journal = window.workbench.docks.journal.model
    assert "draws up the op sheet" in journal.text(before + 1)
    assert "sealed" in panel.sealed.text() and panel.sealed.isVisibleTo(panel)
    # The turn of the next weighted turns.
    go_to(live, 2)
    panel.gain.click()
    qtbot.waitUntil(lambda: any("gains" in row.text for row in panel.steps.list.rows))
    panel.steps.do.click()
    assert orders.sheet.turns > 0
    gained = orders.sheet
    assert "weighted turns" in live.view.entry(live.session.number).event.label
    desk_undo = window.actions_["edit.undo"]
    assert "gain" in desk_undo.text().lower()
    desk_undo.trigger()
    assert orders.sheet.turns == 0
    window.actions_["edit.redo"].trigger()
    assert orders.sheet == gained
    # What was is looked at with the sheets of then.
    live.look_at(before + 1)
    assert not orders.sheet.measures and orders.sheet.id == sheet.id
    live.look_at_present()


def test_the_other_player_learns_that_something_was_written_and_writes_his_own(window, panel, orders, live, homes, qtbot):
    sheet = written(window, panel, qtbot)
    number = live.session.number
    file = homes.send()
    assert sheet.id.encode() not in file.read_bytes()
    other = homes.receive("red", file)
    assert [each.side for each in orders.sheets].count("blue") == 3, "those that the scenario prints"
    assert other.view.entry(number).event == Unseen("sealed")
    journal = window.workbench.docks.journal.model
    assert "writes something down and seals it" in journal.text(number)
    window.document.units.set([each.id for each in window.document.box.oob.counters if each.side == "red"][:3])
    panel.new.click()
    assert orders.sheet.side == "red" and orders.sheet.id == sheet.id, "neither knows what the other calls his"
    own = orders.sheet
    back = homes.receive("blue", homes.send())
    assert [each for each in orders.sheets if each.id == own.id] == [sheet]
    assert back.session.number > number


def test_a_roll_is_named_under_seal_declared_in_the_open_and_found_when_it_fell(window, panel, orders, live, homes, qtbot):
    sheet = written(window, panel, qtbot)
    orders.write("Wait long", replace(sheet, turns=90, turn=0, elements=1, staff=True, gained=1))
    qtbot.waitUntil(lambda: not panel.steps.dice.isHidden())
    assert not panel.steps.real.isVisibleTo(panel), "real dice count for nothing by mail"
    before = live.session.number
    panel.steps.roll_wanted.emit()
    assert live.session.number == before + 1
    dice = window.workbench.docks.dice
    ((way, purpose),) = dice._batch
    assert way == "11..66" and sheet.id not in purpose and purpose == f"command prep {before - 2}"
    panel.steps.roll_wanted.emit()
    assert live.session.number == before + 1 and len(dice._batch) == 1, "it is named once"
    dice._declare.click()
    assert live.session.number == before + 2
    panel.steps.roll_wanted.emit()
    assert "is not open yet" in panel._warned.text
    other = homes.receive("red", homes.send())
    dice._answer.click()
    assert type(other.session.entries[-1].event).__name__ == "Answered"
    live = homes.receive("blue", homes.send())
    dice._disclose.click()
    rolled = live.session.number
    assert isinstance(live.session.entry(rolled).event, Rolled)
    orders.choose(sheet.id)
    shown = str(10 * live.session.entry(rolled).event.pips[0] + live.session.entry(rolled).event.pips[1])
    qtbot.waitUntil(lambda: shown in panel.steps.told.text())
    if not panel.steps.list.rows:
        # The dice fell too low; that much is theirs to say.
        return
    panel.steps.do.click()
    qtbot.waitUntil(lambda: orders.sheet.implemented)
    entry = live.session.entries[-1].event
    assert entry.because == 0 and live.view.entry(live.session.number).event.because == rolled


def test_what_is_opened_is_seen_by_both_and_held_against_the_rules(window, panel, orders, live, homes, qtbot):
    sheet = written(window, panel, qtbot)
    orders.write("Cheat", replace(sheet, turns=7, elements=1, staff=True))
    secrets = homes._desk.secrets
    window.actions_["play.secrets"].trigger()
    row = IN_PLAY + "blue"
    dialog = secrets.dialog
    items = [dialog.list.topLevelItem(each) for each in range(dialog.list.topLevelItemCount())]
    dialog.list.setCurrentItem(items[0])
    assert dialog.current == row and not dialog.change.isEnabled()
    dialog.read.click()
    assert "Task organization" in dialog.text.toPlainText() and "Only this side" in dialog.told.text()
    dialog.open_all.click()
    box = next(each for each in window.findChildren(QMessageBox) if each.isVisible())
    next(each for each in box.buttons() if each.text().replace("&", "") == "Open to all").click()
    assert isinstance(live.session.entries[-1].event, OrdersOpened)
    qtbot.waitUntil(lambda: "every one is what was sealed" in dialog.told.text(), timeout=20_000)
    assert "has 7 weighted turns now; by the rules" in dialog.told.text()
    dialog.reject()
    other = homes.receive("red", homes.send())
    assert sheet.id in [each.id for each in orders.sheets]
    assert "draws up the op sheet" in window.workbench.docks.journal.model.text(4)
    window.actions_["play.secrets"].trigger()
    dialog = secrets.dialog
    dialog.list.setCurrentItem(dialog.list.topLevelItem(0))
    dialog.read.click()
    qtbot.waitUntil(lambda: "has 7 weighted turns now; by the rules" in dialog.told.text(), timeout=20_000)
    assert read_journal(other.path).fault is None


def test_keys_that_are_shut_are_opened_from_the_panel_with_the_pass_phrase(window, panel, orders, live, qtbot):
    sheet = written(window, panel, qtbot)
    assert panel.unlock.isHidden()
    live.put_keys_away("blue")
    assert not panel.unlock.isHidden() and sheet.id not in [each.id for each in orders.sheets]
    ring = window.workbench.play.ring
    panel.unlock.click()
    ring.dialog.line.setText("red phrase")
    ring.dialog._try()
    qtbot.waitUntil(lambda: ring.dialog.told.text().startswith("⚠"))
    assert panel.unlock.isVisibleTo(panel)
    ring.dialog.line.setText("blue phrase")
    ring.dialog._try()
    qtbot.waitUntil(lambda: ring.dialog is None)
    assert panel.unlock.isHidden() and "sealed as it is written" in panel.sealed.text()
    assert sheet.id in [each.id for each in orders.sheets]
    panel.form.time.setText("0600")
    panel.form.time.editingFinished.emit()
    assert live.view.orders()[sheet.id].time == "0600"


def test_keys_that_are_shut_are_told_calmly_and_nothing_is_lost(window, panel, orders, live, qtbot):
    sheet = written(window, panel, qtbot)
    kept = live.keys["blue"]
    told = []
    live.refused.connect(told.append)
    live.put_keys_away("blue")
    assert "seals it" in window.workbench.docks.journal.model.text(live.session.number)
    assert sheet.id not in [each.id for each in orders.sheets]
    assert "pass phrase" in panel.sealed.text()
    panel.new.click()
    assert told == [NOT_OPEN]
    live.open_keys(kept)
    assert sheet.id in [each.id for each in orders.sheets]
