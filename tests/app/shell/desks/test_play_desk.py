"""Live play in the real window: a session begins, is left, opened, handed over, and refused where it must be."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLabel, QMessageBox

from app.documents.live_play import LivePlay
from app.shell.actions import why_not
from app.shell.desks import play_open, play_start
from app.shell.desks.play import PlayDesk
from app.shell.desks.play_open import OPEN_TICKET
from app.shell.desks.play_rescue import DISPLACED
from app.shell.desks.play_seats import numbers_to_compare
from core.model.edits.map_edits import ChangeBox
from core.model.edits.piece_edits import moved
from core.model.edits.state_edits import ChangeState, SetWithout
from core.model.state import Moment
from core.play import memories, snapshots
from core.play.events import Did, HandedOver, Joined, Noted, Went
from core.play.journal import Journal, read_journal
from core.play.keys import fingerprint, hand_over, join, unlock
from core.play.pledges import answer as answered
from core.play.pledges import declare
from tests.app.conftest import to_front

SCENARIOS = Path(__file__).resolve().parents[4] / "scenarios"
RIVER = SCENARIOS / "sable-river"


@pytest.fixture(scope="module")
def river_window(window_of):
    yield from window_of(RIVER)


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """Sessions, memories and states are kept in a folder of the test."""
    for part in (play_start, play_open):
        monkeypatch.setattr(part, "sessions_folder", lambda: tmp_path / "sessions")
    monkeypatch.setattr(memories, "memory_folder", lambda: tmp_path / "memories")
    monkeypatch.setattr(snapshots, "cache_folder", lambda: tmp_path / "states")
    return tmp_path


@pytest.fixture
def desk(river_window, newly_opened, folders):
    window = newly_opened(river_window, RIVER)
    found = next(each for each in window._desks if isinstance(each, PlayDesk))
    yield found
    for box in window.findChildren(QDialog):
        if box.isVisible():
            box.close()
    found.opening.drop()
    found.leave()


def started(desk, qtbot, kind="solitaire", phrases=(), yours=""):
    """A session that was begun in the dialog."""
    desk.starting.start()
    dialog = desk.starting.dialog
    dialog.kinds[kind].setChecked(True)
    if yours:
        dialog.mine[yours].setChecked(True)
    dialog.secret.setChecked(bool(phrases) and kind == "hot_seat")
    for side, phrase in dict(phrases).items():
        dialog.phrases[side].first.setText(phrase)
        dialog.phrases[side].again.setText(phrase)
    assert dialog.go.isEnabled(), dialog.fault()
    dialog.go.click()
    qtbot.waitUntil(lambda: desk.live is not None)
    return desk.live


def sides(desk):
    return [side.id for side in desk._open_box.document.box.oob.sides]


def a_move(document, hex_=None):
    """A counter put somewhere else."""
    id_ = next(iter(document.work.deployment.pieces))
    cells = iter(document.box.cells)
    to = next(each for each in cells if each != document.work.deployment.pieces[id_].at)
    return moved(document.work, [id_], hex_ or to)


def question(window):
    return next(each for each in window.findChildren(QMessageBox) if each.isVisible())


def answer(box, text):
    next(button for button in box.buttons() if button.text().replace("&", "") == text).click()


def test_the_title_of_the_window_names_the_phase(river_window, desk, qtbot):
    window = river_window
    live = started(desk, qtbot)
    window.actions_["play.next_phase"].trigger()
    qtbot.waitUntil(lambda: live.session.state.moment.turn == 1)
    moment = live.session.state.moment
    phases = {phase.id: phase.title for top in window.document.ruleset.sequence for _, phase in top.walk()}
    assert f"turn 1, {phases[moment.phase]}" in window.windowTitle()
    window.actions_["play.leave"].trigger()


def test_a_session_is_played_undone_and_left(river_window, desk, qtbot):
    window, document = river_window, river_window.document
    before = document.work
    live = started(desk, qtbot)
    assert isinstance(document.play, LivePlay) and live.path.parent.name == "sessions"
    assert "before the start" in window.windowTitle() and live.path.stem in window.windowTitle()
    assert document.do(a_move(document))
    changed = document.work.deployment
    assert window.actions_["edit.undo"].isEnabled()
    window.actions_["edit.undo"].trigger()
    assert document.work.deployment != changed and isinstance(live.session.entries[-1].event, Went)
    window.actions_["edit.redo"].trigger()
    assert document.work.deployment == changed
    path = live.path
    window.actions_["play.leave"].trigger()
    assert document.play is None and document.work == before
    assert "sable" in window.windowTitle().lower() and not desk.bar.isVisible()
    read = read_journal(path)
    assert read.fault is None and [type(entry.event) for entry in read.entries][-3:] == [Did, Went, Went]
    assert document.undo_stack.count() == 0 and not window.isWindowModified()


def test_what_changes_the_game_is_grey_in_play_and_says_why(river_window, desk, qtbot):
    window = river_window
    assert window.actions_["map.sheets"].isEnabled() and not window.actions_["play.leave"].isEnabled()
    window.workbench.tools.choose("contour")
    started(desk, qtbot)
    assert window.workbench.tools.current.group != "draw"
    for name in ("map.sheets", "box.counters", "box.scenario", "file.save", "tool.contour", "play.start"):
        assert why_not(window.actions_[name]) == "Not now, because a session is played, and the game stays as it is."
    assert window.actions_["play.leave"].isEnabled() and window.actions_["tool.units"].isEnabled()
    assert all(why_not(action) for action in window.actions_ if not action.isEnabled())
    window.actions_["play.leave"].trigger()
    assert window.actions_["tool.contour"].isEnabled() and window.actions_["map.sheets"].isEnabled()


def test_panels_stand_as_they_did_when_a_session_was_played_last(river_window, desk, qtbot):
    docks, layouts = river_window.workbench.docks, river_window.layouts
    river_window.actions_["view.reset_layout"].trigger()
    qtbot.waitUntil(lambda: layouts.settled)
    making = {name for name, dock in docks._docks.items() if not dock.isHidden()}
    started(desk, qtbot)
    qtbot.waitUntil(lambda: docks._docks["layers"].isHidden() and layouts.settled)
    playing = {name for name, dock in docks._docks.items() if not dock.isHidden()}
    assert "layers" in making and {"stack", "ruling"} <= playing
    assert not river_window.menus.draw.menuAction().isVisible()
    docks._docks["charts"].show()
    desk.leave()
    qtbot.waitUntil(lambda: {name for name, dock in docks._docks.items() if not dock.isHidden()} == making)
    assert river_window.menus.draw.menuAction().isVisible()
    started(desk, qtbot)
    qtbot.waitUntil(lambda: docks._docks["layers"].isHidden() and layouts.settled)
    assert not docks._docks["charts"].isHidden()
    river_window.actions_["view.reset_layout"].trigger()
    qtbot.waitUntil(lambda: layouts.settled)
    assert docks._docks["charts"].isHidden()


def test_what_was_is_looked_at_and_play_is_taken_up_from_there(river_window, desk, qtbot):
    document, live = river_window.document, started(desk, qtbot)
    first = live.session.number
    document.do(a_move(document))
    live.session.roll("2d6")
    live.look_at(first)
    assert desk.bar.isVisible() and f"entry {first} of {live.session.number}" in desk.bar.words.text()
    assert not river_window.actions_["edit.undo"].isEnabled()
    assert river_window.actions_["play.take_up"].isEnabled()
    river_window.actions_["play.present"].trigger()
    assert live.latest and not desk.bar.isVisible()
    live.look_at(first)
    desk.take_up()
    dialog = desk.reason_dialog
    assert dialog.list.count() == 1 and not dialog._go.isEnabled()
    dialog.called.setText("Another way")
    dialog.line.setText("We agreed to try it")
    dialog._go.click()
    went = live.session.entries[-1].event
    assert went == Went(first, "Another way", "We agreed to try it") and live.latest


def test_undo_over_dice_asks_why(river_window, desk, qtbot):
    document, live = river_window.document, started(desk, qtbot)
    document.do(a_move(document))
    live.follow(live.session.roll("2d6"))
    river_window.actions_["edit.undo"].trigger()
    assert desk.reason_dialog is not None and isinstance(live.session.entries[-2].event, Did)
    desk.reason_dialog.line.setText("The die fell off the table")
    desk.reason_dialog._go.click()
    assert live.session.entries[-1].event.why == "The die fell off the table" and desk.reason_dialog is None


def test_terrain_treated_as_absent_is_a_what_if_and_no_entry(river_window, desk, qtbot):
    document, live = river_window.document, started(desk, qtbot)
    number = live.session.number
    document.do(SetWithout(frozenset({"woods"})))
    assert document.state.without == {"woods"} and live.session.number == number
    document.do(a_move(document))
    assert document.state.without == {"woods"}


def test_a_session_that_was_left_is_opened_again(river_window, desk, qtbot):
    document, live = river_window.document, started(desk, qtbot)
    document.do(a_move(document))
    path, state = live.path, live.session.state
    desk.leave()
    desk.opening.open(path)
    qtbot.waitUntil(lambda: desk.live is not None)
    assert desk.live.session.state == state and desk.live.keys.keys() == set(sides(desk))
    assert path in river_window._session.played()


def test_a_session_that_another_window_has_is_refused(river_window, desk, qtbot):
    live = started(desk, qtbot)
    path = live.path
    desk.leave()
    with Journal.open(path):
        # By a name that it has in another folder; the window names no process where it is itself.
        desk.opening.open(path)
        qtbot.waitUntil(lambda: any(each.isVisible() for each in river_window.findChildren(QMessageBox)))
        box = question(river_window)
        assert "this window already" in box.text() and "process" not in box.informativeText()
        answer(box, "Close")
        path.with_name(path.name + ".lock").write_text("12 elsewhere\n")
        desk.opening.open(path)
        qtbot.waitUntil(lambda: any(each.isVisible() for each in river_window.findChildren(QMessageBox)))
        box = question(river_window)
        assert "another window" in box.text() and "process 12 on elsewhere" in box.informativeText()
        answer(box, "Close")
    assert desk.live is None


def test_of_a_damaged_session_the_good_part_is_played_on(river_window, desk, qtbot, monkeypatch):
    document, live = river_window.document, started(desk, qtbot)
    document.do(a_move(document))
    good = live.session.number
    document.do(a_move(document, next(iter(reversed(list(document.box.cells))))))
    path = live.path
    desk.leave()
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:good], lines[good].replace(b'"l":"', b'"l":"x')]))
    desk.opening.open(path)
    # What is remembered of it tells first that this is not what was seen.
    qtbot.waitUntil(lambda: any(each.isVisible() for each in river_window.findChildren(QMessageBox)))
    box = question(river_window)
    assert f":{good + 1}:" in box.informativeText() or f"line {good + 1}" in box.text()
    new = path.with_name("good.journal")
    monkeypatch.setattr("app.shell.desks.play_open.QFileDialog.getSaveFileName", lambda *_: (str(new), ""))
    answer(box, "Write the good part…")
    qtbot.waitUntil(lambda: desk.live is not None)
    assert desk.live.session.number == good and desk.live.path == new


def test_an_older_copy_is_opened_only_by_who_says_so(river_window, desk, qtbot):
    document, live = river_window.document, started(desk, qtbot)
    path = live.path
    whole = path.read_bytes()
    document.do(a_move(document))
    live.memory = replace(live.memory, table=b"what opens the cups")
    desk.leave()
    path.write_bytes(whole)
    desk.opening.open(path)
    qtbot.waitUntil(lambda: any(each.isVisible() for each in river_window.findChildren(QMessageBox)))
    box = question(river_window)
    assert "lines were taken away" in box.informativeText()
    answer(box, "Open all the same")
    qtbot.waitUntil(lambda: desk.live is not None)
    # What opens the cups is no memory of lines.
    assert desk.live.memory.table == b"what opens the cups"


def test_players_change_places_under_a_cover(river_window, desk, qtbot):
    red, blue = sides(desk)
    live = started(desk, qtbot, "hot_seat", {red: "red phrase", blue: "blue phrase"})
    assert desk.seats.covered and desk.seats._cover.isVisible() and len(live.eyes) == 1
    dialog = desk.seats.seat_dialog
    dialog.seats[red].setChecked(True)
    dialog.line.setText("wrong")
    dialog.show_map.click()
    qtbot.waitUntil(lambda: "not the pass phrase" in dialog.told.text())
    dialog.reject()
    assert desk.seats.covered
    dialog.line.setText("red phrase")
    dialog.show_map.click()
    qtbot.waitUntil(lambda: not desk.seats.covered)
    assert live.eyes == {red} and set(live.keys) == {red} and not desk.seats._cover.isVisible()
    # The phase of the other side covers the map again.
    river_window.document.do(ChangeState("Movement", {"moment": Moment(1, "movement", blue)}))
    assert desk.seats.covered and desk.seats.seat_dialog.side == blue
    desk.seats.seat_dialog.line.setText("blue phrase")
    desk.seats.seat_dialog.show_map.click()
    qtbot.waitUntil(lambda: not desk.seats.covered)
    assert live.eyes == {blue} and set(live.keys) == {blue}


def test_a_session_goes_by_mail_and_comes_back(river_window, desk, qtbot, monkeypatch, folders):
    red, blue = sides(desk)
    document, live = river_window.document, started(desk, qtbot, "mail", {red: "red phrase"}, red)
    own = live.path
    assert live.session.mine == {red} and set(live.keys) == {red}
    document.do(a_move(document))
    declared = live.session.add(declare(live.keys[red], live.session.record, [("2d6", "an attack")]), red)
    live.follow(declared)
    desk.seats.hand_over()
    sent = desk.seats.send_dialog.file
    desk.seats.send_dialog._go.click()
    assert isinstance(live.session.entries[-1].event, HandedOver) and "waiting for" in river_window.windowTitle()
    assert read_journal(sent).fault is None and desk.seats.sent_dialog is not None
    desk.seats.sent_dialog.close()
    number = live.session.number
    document.do(a_move(document))
    assert live.session.number == number
    desk.leave()

    # The other player, whose computer remembers nothing.
    monkeypatch.setattr(memories, "memory_folder", lambda: folders / "other memories")
    desk.opening.open(sent)
    qtbot.waitUntil(lambda: desk.opening.side_dialog is not None)
    assert desk.opening.side_dialog.side == blue
    desk.opening.side_dialog.accept()
    joining = desk.ring.dialog
    joining.new.first.setText("blue phrase")
    joining.new.again.setText("blue phrase")
    joining.accept()
    qtbot.waitUntil(lambda: desk.live is not None)
    other = desk.live
    assert other.session.mine == {blue} and isinstance(other.session.entries[-1].event, Joined)
    numbers = {side: fingerprint(joined.public) for side, joined in other.session.record.keys.items()}
    assert all(each in river_window.notices.texts["session"] for each in numbers.values())
    document.do(a_move(document, next(iter(reversed(list(document.box.cells))))))
    # What waits for an answer is told, and told once more before the file goes back without one.
    assert "wait for your answer" in river_window.notices.texts["rolls that wait"]
    desk.seats.hand_over()
    answer(question(river_window), "Hand over all the same")
    assert desk.seats.send_dialog is not None
    desk.seats.send_dialog.reject()
    other.follow(other.session.add(answered(other.session.record, declared.number, blue), blue))
    assert "rolls that wait" not in river_window.notices.texts
    desk.seats.hand_over()
    back = desk.seats.send_dialog.file
    desk.seats.send_dialog._go.click()
    told = " ".join(label.text() for label in desk.seats.sent_dialog.findChildren(QLabel))
    assert numbers[red] in told and numbers[blue] in told
    desk.seats.sent_dialog.close()
    number = other.session.number
    desk.leave()

    # Back at the first one: the file is checked, and goes on in the own one.
    monkeypatch.setattr(memories, "memory_folder", lambda: folders / "memories")
    forged = back.with_name("forged.journal")
    forged.write_bytes(back.read_bytes().replace(b'"l":"', b'"l":"X', 1))
    desk.opening.open(forged)
    qtbot.waitUntil(lambda: any(each.isVisible() for each in river_window.findChildren(QMessageBox)))
    box = question(river_window)
    assert len(box.buttons()) <= 2 and desk.live is None
    box.close()
    desk.opening.open(back)
    qtbot.waitUntil(lambda: desk.ring.dialog is not None)
    desk.ring.dialog.line.setText("red phrase")
    desk.ring.dialog._try()
    qtbot.waitUntil(lambda: desk.live is not None)
    assert desk.live.path == own and desk.live.session.number == number
    assert desk.live.session.may_act(red) == "" and numbers[blue] in river_window.notices.texts["session"]
    # A key that this computer has seen is not told again.
    assert numbers_to_compare(desk.live.session.record, desk.live.memory) == []


def test_what_comes_back_is_taken_in_by_the_window_that_plays_the_session(river_window, desk, qtbot, folders):
    red, blue = sides(desk)
    live = started(desk, qtbot, "mail", {red: "red phrase"}, red)
    own = live.path
    live.follow(live.session.add(hand_over(live.keys[red], blue, live.session.entries[-1].link), red))
    live.remember()
    back, forged = folders / "back.journal", folders / "forged.journal"
    back.write_bytes(own.read_bytes())
    with Journal.open(back) as journal:
        joined = join("blue phrase", blue, live.session.record.began.session, hardness=10)
        journal.append(joined, blue)
        keys = unlock(joined, "blue phrase", blue, live.session.record.began.session)
        journal.append(Noted("Here it is"), blue)
        journal.append(hand_over(keys, red, journal.link), blue)
    number = live.session.number + 3

    # What is not right leaves the session as it is, and the window in it.
    forged.write_bytes(back.read_bytes().replace(b"Here it is", b"Here it isn't", 1))
    for wrong in (forged, folders / "older.journal"):
        if wrong != forged:
            wrong.write_bytes(b"".join(own.read_bytes().splitlines(keepends=True)[:1]))
        desk.opening.open(wrong)
        qtbot.waitUntil(lambda: any(each.isVisible() for each in river_window.findChildren(QMessageBox)))
        question(river_window).close()
        assert desk.live is live and live.session.number == number - 3

    desk.opening.open(back)
    qtbot.waitUntil(lambda: desk.live not in (None, live))
    played = desk.live
    assert played.path == own and played.session.number == number and played.session.may_act(red) == ""
    assert river_window.status.hint == f"Your file goes on with what came; entries in all: {number}"
    # Nobody has left the screen, and nobody is asked for the pass phrase.
    assert desk.ring.dialog is None and set(played.keys) == {red}
    assert own.read_bytes() == back.read_bytes() and river_window.document.play is played
    # The own file by another name is the session that is being played.
    other = folders / "other.journal"
    other.symlink_to(own)
    desk.opening.open(other)
    assert desk.live is played and "being played" in river_window.status.hint


def test_a_box_that_is_not_saved_is_not_played_until_it_is(river_window, desk, qtbot, monkeypatch):
    saving = river_window.saving
    monkeypatch.setattr(type(saving), "modified", property(lambda _: True))
    desk.starting.start()
    assert desk.starting.dialog is None
    box = question(river_window)
    assert "not saved" in box.text()
    monkeypatch.undo()
    box.close()


def test_the_session_of_the_last_run_is_offered(river_window, desk, qtbot):
    live = started(desk, qtbot)
    path = live.path
    desk.shut_down()
    assert river_window._session.playing == path
    with Journal.open(path):
        desk.offer_last()
        assert "session open before" not in river_window.notices.texts and river_window._session.playing == path
    desk.offer_last()
    assert path.stem in river_window.notices.texts["session open before"]
    river_window.notices.withdraw("session open before")
    path.rename(path.with_name("elsewhere.journal"))
    desk.offer_last()
    assert river_window._session.playing is None


def test_the_session_that_is_being_opened_is_not_offered_and_is_again_where_it_is_not_opened(river_window, desk, qtbot):
    path = started(desk, qtbot).path
    shorter = path.read_bytes()
    river_window.document.do(a_move(river_window.document))

    def is_offered():
        return "session open before" in river_window.notices.texts

    desk.shut_down()
    desk.offer_last()
    assert is_offered()
    desk.opening.open(path.with_name("another.journal"))
    answer(question(river_window), "Close")
    assert is_offered(), "another one was meant"
    desk.opening.open(path)
    assert not is_offered() and desk.live is None
    river_window.status.cancelled.emit(OPEN_TICKET)
    assert is_offered()
    whole = path.read_bytes()
    path.write_bytes(shorter)
    desk.opening.open(path)
    qtbot.waitUntil(lambda: any(each.isVisible() for each in river_window.findChildren(QMessageBox)))
    assert is_offered()
    answer(question(river_window), "Cancel")
    path.write_bytes(whole)
    desk.opening.open(path)
    qtbot.waitUntil(lambda: desk.live is not None)
    assert not is_offered()


def test_a_session_that_comes_with_the_program_is_played_as_a_copy(river_window, desk, qtbot, folders):
    shipped = play_start.shipped_sessions()
    assert shipped
    before = shipped[0].read_bytes()
    desk.opening.open(shipped[0])
    qtbot.waitUntil(lambda: desk.live is not None or desk.opening.side_dialog is not None)
    assert desk.live.path == folders / "sessions" / shipped[0].name and desk.live.path.read_bytes() == before
    assert "session" not in river_window.notices.texts
    desk.leave()
    desk.opening.open(shipped[0])
    qtbot.waitUntil(lambda: desk.live is not None)
    assert desk.live.path.stem == f"{shipped[0].stem} 2" and shipped[0].read_bytes() == before


def test_who_has_lost_the_phrase_can_still_leave(river_window, desk, qtbot):
    red, blue = sides(desk)
    live = started(desk, qtbot, "hot_seat", {red: "red phrase", blue: "blue phrase"})
    desk.seats.seat_dialog.leave.click()
    assert desk.live is None and not desk.seats.covered and not desk.seats._cover.isVisible()
    assert river_window.document.play is None and live.path.is_file()


def test_a_session_that_is_being_played_is_not_opened_once_more(river_window, desk, qtbot):
    live = started(desk, qtbot)
    desk.opening.open(live.path)
    assert desk.live is live and "being played" in river_window.status.hint


def test_a_journal_that_cannot_be_written_is_told_above_the_map(river_window, desk, qtbot):
    document, live = river_window.document, started(desk, qtbot)
    before = document.work.deployment
    with live.path.open("ab") as other:
        other.write(b"something else")
    assert not document.do(a_move(document))
    assert document.work.deployment == before
    assert "changed by another program" in river_window.notices.texts["session"]


def test_a_journal_that_was_removed_is_told_and_all_its_lines_go_into_a_new_file(
    river_window, desk, qtbot, folders, monkeypatch
):
    document, live = river_window.document, started(desk, qtbot)
    assert document.do(a_move(document))
    entries = list(live.session.entries)
    live.path.unlink()
    assert not document.do(a_move(document))
    qtbot.waitUntil(lambda: DISPLACED in river_window.notices.texts)
    told = river_window.notices.texts[DISPLACED]
    assert "moved, removed or replaced" in told and f"All {len(entries)} entries are still in memory" in told
    new = folders / "new"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(new), ""))
    desk.rescue.rescue()
    qtbot.waitUntil(lambda: desk.live is not None and desk.live is not live)
    assert DISPLACED not in river_window.notices.texts
    assert desk.live.path == new.with_suffix(".journal")
    assert list(desk.live.session.entries) == entries
    assert river_window.document.do(a_move(river_window.document))
    assert len(read_journal(desk.live.path).entries) == len(entries) + 1


def test_who_leaves_a_session_whose_file_is_gone_finds_its_lines_beside_it(river_window, desk, qtbot):
    live = started(desk, qtbot)
    path, entries = live.path, list(live.session.entries)
    path.unlink()
    desk.leave()
    assert f"All entries are written to {path.with_stem(path.stem + '-rescued-1')}" in river_window.status.hint
    assert list(read_journal(path.with_stem(path.stem + "-rescued-1")).entries) == entries


def test_terrain_and_maps_are_refused_where_a_gesture_would_change_them(river_window, desk, qtbot):
    document, live = river_window.document, started(desk, qtbot)
    number, head = live.session.number, document.box.head
    assert not document.do(ChangeBox("Rename", replace(head, title="Other")))
    assert live.session.number == number and "not changed while it is played" in river_window.status.hint


def test_what_one_side_has_chosen_is_not_left_for_the_next(river_window, desk, qtbot):
    red, blue = sides(desk)
    live = started(desk, qtbot, "hot_seat")
    desk.seats.seat_dialog.seats[red].setChecked(True)
    desk.seats.seat_dialog.show_map.click()
    document = river_window.document
    view, listed = river_window.workbench.view, river_window.workbench.docks.ask.list
    document.units.set([next(iter(document.work.deployment.pieces))])
    view.go_to(next(iter(document.box.cells)))
    first = listed.names[0]
    listed.search.setText("odds")
    assert listed.current == "odds" != first
    desk.seats.hand_over()
    assert desk.seats.seat_dialog.side == blue
    desk.seats.seat_dialog.show_map.click()
    assert live.eyes == {blue} and document.units.ids == ()
    assert view.cursor_hex is None and (listed.search.text(), listed.current) == ("", first)


def test_keys_are_those_of_the_map_once_the_cover_is_off(river_window, desk, qtbot):
    red, blue = sides(desk)
    live = started(desk, qtbot, "hot_seat")
    view, bench = river_window.workbench.view, river_window.workbench
    for side in (red, blue):
        desk.seats.seat_dialog.seats[side].setChecked(True)
        desk.seats.seat_dialog.show_map.click()
        to_front(qtbot, river_window)
        assert live.eyes == {side} and QApplication.focusWidget() is view
        bench.docks.turn.setFocus()
        assert QApplication.focusWidget() is not view
        desk.seats.hand_over()


def test_what_is_remembered_and_damaged_is_told_with_a_way_out(river_window, desk, qtbot):
    live = started(desk, qtbot)
    path, session = live.path, live.session.record.began.session
    desk.leave()
    memories.memory_path(session).write_text("{}")
    desk.opening.open(path)
    box = question(river_window)
    assert "damaged" in box.informativeText()
    answer(box, "Open all the same")
    qtbot.waitUntil(lambda: desk.live is not None)
    assert memories.recall(session).number == desk.live.session.number
