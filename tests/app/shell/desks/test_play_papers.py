"""In the real window: a session is exported for who looks at the screen; op sheets are sealed, read, changed, opened."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog, QInputDialog, QMessageBox

from app.dialogs.play.export import TEXT, SessionWish
from app.shell.desks.play import PlayDesk
from core.model.edits.order_edits import ChangeOrders
from core.play.events import Opened, Ruled, Sealed
from core.play.keys import unlock
from core.play.seals import read
from core.play.sheet_texts import sheet_content

CREEK = Path(__file__).resolve().parents[4] / "scenarios" / "cove-creek"


@pytest.fixture(scope="module")
def creek_window(window_of):
    yield from window_of(CREEK)


@pytest.fixture
def desk(creek_window, newly_opened, qtbot, folders_of_play):
    newly_opened(creek_window, CREEK)
    found = next(each for each in creek_window._desks if isinstance(each, PlayDesk))
    found.starting.start()
    dialog = found.starting.dialog
    dialog.kinds["solitaire"].setChecked(True)
    dialog.go.click()
    qtbot.waitUntil(lambda: found.live is not None)
    yield found
    for box in creek_window.findChildren(QDialog):
        if box.isVisible():
            box.close()
    found.leave()


def test_a_session_is_written_as_text_by_a_process_of_its_own(creek_window, desk, qtbot, tmp_path):
    creek_window.actions_["play.export"].trigger()
    dialog = desk.exporting.dialog
    assert [dialog.side.itemData(row) for row in range(dialog.side.count())] == ["all", "blue", "red"], "one player knows all"
    dialog.kinds[TEXT].setChecked(True)
    dialog.file.setText(str(tmp_path / "told.txt"))
    dialog.export.click()
    assert desk.exporting.busy
    qtbot.waitUntil(lambda: not desk.exporting.busy)
    assert "The session begins" in (tmp_path / "told.txt").read_text("utf-8")
    desk.live.look_through(frozenset({"red"}))
    creek_window.actions_["play.export"].trigger()
    dialog = desk.exporting.dialog
    assert [dialog.side.itemData(row) for row in range(dialog.side.count())] == ["red"], "nothing of the other side"
    dialog.reject()
    desk.live.look_through(desk.live.session.mine)


def test_an_export_is_given_up_when_the_session_is_left(desk, tmp_path):
    desk.exporting.write(SessionWish("html", "", "turn", 60, tmp_path / "a.html"))
    assert desk.exporting.busy
    desk.leave()
    assert not desk.exporting.busy and not (tmp_path / "a.html").exists()


def test_an_op_sheet_is_sealed_read_changed_and_opened_with_a_verdict(creek_window, desk, qtbot):
    secrets = desk.secrets
    creek_window.actions_["play.secrets"].trigger()
    dialog = secrets.dialog
    dialog.write.click()
    writing = secrets.writing
    writing._name.setText("s-1")
    writing._text.setPlainText("Attack along the creek.")
    writing.seal.click()
    qtbot.waitUntil(lambda: "s-1" in desk.live.session.record.sealed)
    assert isinstance(desk.live.session.entries[-1].event, Sealed)
    assert dialog.current == "s-1"
    dialog.read.click()
    assert dialog.text.toPlainText() == "Attack along the creek."
    dialog.change.click()
    writing = secrets.writing
    writing._text.setPlainText("Attack along the creek, then the ridge.")
    writing._why.setText("The reserve is committed.")
    writing._rule.setCurrentIndex(1)
    writing.seal.click()
    assert desk.live.session.entries[-1].event.version == 2
    dialog.open_all.click()
    box = next(each for each in creek_window.findChildren(QMessageBox) if each.isVisible())
    next(button for button in box.buttons() if "Open" in button.text()).click()
    assert isinstance(desk.live.session.entries[-1].event, Opened)
    assert "It names [6.14b]: Reserves are committed" in dialog.told.text()
    assert not dialog.change.isEnabled() and dialog.read.isEnabled()
    dialog.reject()


def test_the_dialog_goes_when_somebody_else_looks(creek_window, desk):
    creek_window.actions_["play.secrets"].trigger()
    assert desk.secrets.dialog is not None
    desk.live.look_through(frozenset({"red"}))
    assert desk.secrets.dialog is None
    desk.live.look_through(desk.live.session.mine)


def test_who_looks_alone_writes_what_both_know_or_what_it_sees_with_the_keys_that_are_open(creek_window, desk, qtbot, tmp_path):
    desk.leave()
    desk.starting.start()
    dialog = desk.starting.dialog
    dialog.kinds["hot_seat"].setChecked(True)
    dialog.secret.setChecked(True)
    for side in ("blue", "red"):
        for line in (dialog.phrases[side].first, dialog.phrases[side].again):
            line.setText(f"{side} phrase")
    dialog.go.click()
    qtbot.waitUntil(lambda: desk.live is not None)
    live = desk.live
    if desk.seats.seat_dialog is not None:
        desk.seats._sit(live, "red")
    live.look_through(frozenset({"red"}))
    record = live.session.record
    live.open_keys(unlock(record.keys["red"], "red phrase", "red", record.began.session))
    live.follow(live.session.rule(Ruled("combat", {"hex": "0101"}, "what red asked", b"d", b"r"), "red"))
    assert desk.exporting._readers(live) == [("", "both sides: what both know"), ("red", "Red")]
    for side, known in (("red", True), ("", False)):
        out = tmp_path / f"told{side}.txt"
        desk.exporting.write(SessionWish(TEXT, side, "turn", 60, out))
        qtbot.waitUntil(lambda: not desk.exporting.busy)
        assert ("what red asked" in out.read_text("utf-8")) is known
    live.put_keys_away("red")
    said = []
    desk.exporting._failed = said.append
    desk.exporting.write(SessionWish(TEXT, "red", "turn", 60, tmp_path / "shut.txt"))
    desk.exporting._errand.failed.connect(said.append)
    qtbot.waitUntil(lambda: bool(said))
    assert "Red has a pass phrase" in said[0] and not (tmp_path / "shut.txt").exists()


def chosen(desk, qtbot, name):
    """Answers which op sheet is sealed."""
    qtbot.waitUntil(lambda: any(each.isVisible() for each in desk.secrets.dialog.findChildren(QInputDialog)))
    asking = next(each for each in desk.secrets.dialog.findChildren(QInputDialog) if each.isVisible())
    names = asking.comboBoxItems()
    asking.setTextValue(name)
    asking.accept()
    return names


def test_an_op_sheet_in_play_is_sealed_as_it_is_written_and_a_later_change_is_told(creek_window, desk, qtbot):
    creek_window.actions_["play.secrets"].trigger()
    dialog = desk.secrets.dialog
    dialog.side.setCurrentIndex(dialog.side.findData("red"))
    assert dialog.sheet.isVisible()
    dialog.sheet.click()
    assert chosen(desk, qtbot, "Down the road") == ["Down the road", "Kampfgruppe Vogt", "Mill Brook"]
    qtbot.waitUntil(lambda: "Down the road" in desk.live.session.record.sealed)
    dialog.read.click()
    qtbot.waitUntil(lambda: "Type: Attack" in dialog.text.toPlainText())
    assert "Changed since" not in dialog.told.text()
    sheet = desk.live.session.state.orders["Down the road"]
    desk.live.session.do(ChangeOrders("Change", {sheet.id: replace(sheet, type="Move")}), "red")
    dialog.read.click()
    said = 'Changed since it was sealed: the sheet in play changes the type from "Attack" to "Move".'
    assert said in dialog.told.text()
    dialog.sheet.click()
    chosen(desk, qtbot, "Down the road")
    qtbot.waitUntil(lambda: len(desk.live.session.record.sealed["Down the road"]) == 2)


def test_an_op_sheet_is_sealed_out_of_a_copy_of_the_box(creek_window, desk, qtbot):
    creek_window.actions_["play.secrets"].trigger()
    desk.secrets.read_copy("blue", CREEK)
    assert "Hold the valley" in chosen(desk, qtbot, "Hold the valley")
    qtbot.waitUntil(lambda: "Hold the valley" in desk.live.session.record.sealed)
    sealed = desk.live.session.record.sealed["Hold the valley"][-1][2]
    sheet = desk.live.session.state.orders["Hold the valley"]
    assert read(desk.live.keys["blue"], sealed) == sheet_content(sheet)
