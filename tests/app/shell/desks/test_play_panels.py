"""The panels of live play in the real window: phases and their end, the film, notes, rulings, dice, trails."""

from types import SimpleNamespace

import immutables
import pytest
from oracles.sessions import SOFT, Folded, Kept
from PySide6.QtWidgets import QApplication

from app.documents.live_play import LivePlay
from core.model.deployment import Deployment, Piece
from core.model.edits.edit import IN_PLAY, Several
from core.model.edits.force_edits import ChangePieces, ChangeScenario, ChangeUnits
from core.model.edits.piece_edits import marked, moved
from core.model.edits.state_edits import ChangeState
from core.model.oob import Counter, OobRef, Side
from core.model.scenario import ARRIVING, Allotment, Scenario, Turn
from core.play import keys
from core.play.dice import typed_value
from core.play.events import Bookmarked, Did, Entry, Noted, Overruled, Pledged, Rolled, Ruled, Went
from core.play.session import Session
from core.play.starting import beginning

FILE = "fight.scenario.yaml"


def platoon(id_, side):
    values = {"piece.kind": "infantry", "piece.name": id_.upper(), "steps": 5, "target.class": "area"}
    return Counter(id_, side, immutables.Map(values))


@pytest.fixture
def fight(window, qtbot):
    """The example map with seven platoons of one side in a hex, one of the other far away, and a session over it."""
    document = window.document
    cells = sorted(document.box.cells)
    full, far = cells[len(cells) // 2], cells[0]
    counters = [platoon(f"p{n}", "us") for n in range(7)] + [platoon("g0", "de")]
    items = {OobRef("sides", 0): Side("us", "US", "#7a8450"), OobRef("sides", 1): Side("de", "German", "#808080")}
    items |= {OobRef("counters", n): counter for n, counter in enumerate(counters)}
    pieces = {f"p{n}": Piece(full, n) for n in range(7)} | {"g0": Piece(far)}
    scenario = Scenario(
        "Fight",
        turns=(Turn("0800"), Turn("0820")),
        allotments=(Allotment("us", "105 mm", 4),),
        start=Deployment().with_pieces(pieces),
    )
    document.do(Several("Add forces", (ChangeUnits("", items), ChangeScenario("", FILE, scenario))))
    document.show_scenario(FILE)
    started = []

    def play(kind="hot_seat", mine=()):
        values = document.ruleset.values
        began = beginning(document.box, values, FILE, kind, {}, of_box=b"b", of_rules=b"r", program="test")
        kept = Kept([Entry(1, 1_700_000_000, "", began)])
        live = LivePlay(document, Session(kept, Folded(kept.entries), mine))
        window._enable()
        started.append(live)
        bench = window.workbench
        return SimpleNamespace(
            live=live, session=live.session, document=document, bench=bench, docks=bench.docks, full=full, far=far, kept=kept
        )

    yield play
    for live in started:
        live.end()
        live.deleteLater()
    window._enable()
    for name in ("turn", "journal", "dice"):
        window.workbench.docks._docks[name].hide()
    document.units.set()
    document.show_scenario("")


def trigger(window, name):
    action = window.actions_[name]
    assert action.isEnabled(), name
    action.trigger()


def go(at, phase, side="", turn=1):
    course, live = at.bench.play.turn.course, at.live
    moment = course.at(live.session.state, turn, phase, side)
    live.do(Several("Go", course.edits_to(live.session.state, moment)))


def events(at, kind):
    return [entry.event for entry in at.session.entries if isinstance(entry.event, kind)]


def test_play_goes_from_phase_to_phase_by_a_key_and_back(window, fight, qtbot, monkeypatch):
    at = fight()
    # A phase that takes long to be looked through stays until the user goes on; here none takes long.
    monkeypatch.setattr(at.bench.play.turn._looking, "start", lambda: None)
    trigger(window, "play.next_phase")
    first = at.session.state.moment
    assert first.turn == 1
    trigger(window, "play.next_phase")
    qtbot.waitUntil(lambda: at.session.state.moment != first)
    assert "Turn 1 of 2 · 0800" in at.docks.turn.told and "US — 105 mm: 4" in at.docks.turn.told
    trigger(window, "play.previous_phase")
    assert at.session.state.moment == first
    assert [entry.event.label for entry in at.session.entries[1:]] == [
        "Go to turn 1: Op sheets in force are reviewed",
        "Go to turn 1: Weighted turns accrue",
        "Go to turn 1: Op sheets in force are reviewed",
    ]


def test_the_end_of_a_phase_says_what_the_rules_want_and_forces_nothing(window, fight, qtbot):
    at = fight()
    go(at, "action.stacking")
    here, page = at.session.state.moment, at.docks.turn.findings
    trigger(window, "play.next_phase")
    qtbot.waitUntil(lambda: at.docks.turn.at_end and page.list.count() > 0)
    finding = page.current
    assert finding.code == "overstacked" and "35" in finding.text and finding.section
    assert at.session.state.moment == here
    page._show.click()
    assert set(at.document.units.ids) == set(finding.units)
    page._over.click()
    dialog = at.bench.play.turn.dialog
    dialog.line.setText("agreed between us")
    dialog.accept()
    assert events(at, Overruled) == [Overruled(finding.section, finding.text, "agreed between us")]
    assert page.list.item(0).text().startswith("✓ overruled")
    page._go.click()
    assert at.session.state.moment != here and not at.docks.turn.at_end


def test_what_is_mended_is_looked_at_again_and_the_phase_can_be_stayed_in(window, fight, qtbot):
    at = fight()
    course = at.bench.play.turn.course
    steps = course.steps(1, at.session.state.order)
    step = next(step for step in steps if step.phase.removes and not step.phase.removes[0].earlier and step.side)
    go(at, step.id, step.side)
    phase = at.bench.play.turn.course.step(at.session.state).phase
    marker = phase.removes[0].markers[0]
    own = "p0" if step.side == "us" else "g0"
    piece = at.document.work.deployment.pieces[own]
    at.document.do(ChangePieces("Mark", IN_PLAY, {own: Piece(piece.at, piece.rank, marks=frozenset({marker}))}))
    here, page = at.session.state.moment, at.docks.turn.findings
    trigger(window, "play.next_phase")
    qtbot.waitUntil(lambda: at.docks.turn.at_end and page.list.count() > 0)
    assert page.current.code == "markers"
    page._mend.click()
    assert not at.document.work.deployment.pieces[own].marks & {marker}
    qtbot.waitUntil(lambda: "Nothing is left" in page._title.text())
    page._stay.click()
    assert not at.docks.turn.at_end and at.session.state.moment == here


def test_the_key_pressed_twice_does_not_skip_what_is_looked_after(window, fight, qtbot):
    at = fight()
    go(at, "action.stacking")
    here = at.session.state.moment
    trigger(window, "play.next_phase")
    trigger(window, "play.next_phase")
    assert at.session.state.moment == here
    page = at.docks.turn.findings
    qtbot.waitUntil(lambda: at.docks.turn.at_end and page.list.count() > 0)
    trigger(window, "play.next_phase")
    assert at.session.state.moment != here


def test_what_is_found_comes_to_the_front_and_follows_what_is_undone(window, fight, qtbot):
    at = fight()
    at.document.do(moved(at.document.work, ["p6"], at.far))
    go(at, "action.stacking")
    at.docks.front("ruling")
    trigger(window, "play.next_phase")
    page = at.docks.turn.findings
    qtbot.waitUntil(lambda: at.docks.turn.at_end and page.list.count() > 0)
    qtbot.waitUntil(lambda: not at.docks.turn.visibleRegion().isEmpty())
    told = page.current.text

    def listed():
        return any(told in page.list.item(row).text() for row in range(page.list.count()))

    at.document.do(moved(at.document.work, ["p0", "p1", "p2", "p3"], at.full.neighbours()[0]))
    qtbot.waitUntil(lambda: not listed())
    at.live.undo()
    qtbot.waitUntil(listed)


def test_a_quiet_phase_ends_at_once(window, fight, qtbot):
    at = fight()
    at.document.do(moved(at.document.work, ["p6"], at.far))
    at.document.do(moved(at.document.work, ["g0"], next(iter(at.far.neighbours()))))
    at.document.do(moved(at.document.work, ["p5", "p4"], at.full.neighbours()[0]))
    go(at, "action.recovery")
    here = at.session.state.moment
    trigger(window, "play.next_phase")
    qtbot.waitUntil(lambda: at.session.state.moment != here or at.docks.turn.at_end)


def test_initiative_is_rolled_and_the_winner_says_who_is_first(window, fight):
    at = fight()
    go(at, "artillery.initiative")
    panel = at.docks.turn
    panel.order._roll.click()
    rolls = events(at, Rolled)
    assert len(rolls) == 2 and all(roll.purpose == "initiative" for roll in rolls)
    assert "US" in panel.order._told.text() and "German" in panel.order._told.text()
    second = at.session.state.order[1]
    panel.order._sides[second].click()
    assert at.session.state.order[0] == second


def test_dice_that_have_decided_are_not_rolled_again_and_another_side_says_why(window, fight):
    at = fight()
    go(at, "artillery.initiative")
    panel = at.docks.turn
    for side, pips in (("us", 2), ("de", 2), ("us", 1)):
        at.live.follow(at.session.add(typed_value("d6", str(pips), "initiative"), side))
        assert panel.order._roll.isEnabled(), "a tie is rolled again"
    at.live.follow(at.session.add(typed_value("d6", "5", "initiative"), "de"))
    assert not panel.order._roll.isEnabled() and "ties" in panel.order._roll.toolTip()
    at.live.look_through(frozenset({"us"}))
    before, first = at.session.number, at.session.state.order[0]
    other = next(side for side in at.session.state.order if side != first)
    panel.order._sides[other].click()
    dialog = at.bench.play.turn.dialog
    assert at.session.number == before and "says who is first [2.0]" in dialog.line.accessibleDescription()
    dialog.line.setText("as the other side has told")
    dialog.accept()
    assert at.session.state.order[0] == other
    assert at.session.entries[-1].event.because == at.session.number - 1
    # The side that the dice name is asked nothing.
    at.live.look_through(frozenset({"de"}))
    panel.order._sides[first].click()
    assert at.session.state.order[0] == first


def test_tasks_are_ticked_into_the_journal(window, fight):
    at = fight()
    go(at, "artillery.initiative")
    tasks = at.docks.turn.tasks
    tasks.ticked.emit(tasks.item(0).data(0x0100).text, True)
    assert at.session.state.ticked
    trigger(window, "play.next_phase")
    assert not at.session.state.ticked


def test_reinforcements_are_those_of_the_side_whose_phase_it_is(window, fight):
    at = fight()
    turn = at.bench.play.turn
    go(at, "action.actions", "us")
    arriving = {id_: Piece(ARRIVING, rank) for rank, id_ in enumerate(("p1", "p2", "g0"))}
    at.live.do(ChangePieces("Bring up", IN_PLAY, arriving))
    turn.open("arrivals")
    assert at.document.units.ids == ("p1", "p2")
    go(at, "action.actions", "de")
    turn.open("arrivals")
    assert at.document.units.ids == ("g0",)
    at.live.do(ChangePieces("Bring in", IN_PLAY, {"g0": Piece(at.far)}))
    turn.open("arrivals")
    assert "No reinforcements" in window.statusBar().hint


def test_any_phase_of_any_turn_is_jumped_to(window, fight):
    at = fight()
    trigger(window, "play.jump")
    dialog = at.bench.play.turn.dialog
    dialog.line.setText("turn 2 initiative")
    dialog.accept()
    assert (at.session.state.moment.turn, at.session.state.moment.phase) == (2, "artillery.initiative")


def test_back_over_the_beginning_of_a_turn_play_stands_where_it_stood_and_dice_ask_why(window, fight):
    at = fight()
    go(at, "action.actions", "us")
    before = at.session.state
    go(at, "command.review", turn=2)
    at.live.follow(at.session.roll("d6", "us", "something"))
    trigger(window, "play.previous_phase")
    dialog = at.bench.play.turn.dialog
    assert at.session.state.moment.turn == 2 and dialog is not None
    dialog.line.setText("the turn was not over")
    dialog.accept()
    assert at.session.state.moment.turn == 1 and at.session.state.deployment == before.deployment
    assert [event.why for event in events(at, Went)] == ["the turn was not over"]


def test_the_sky_and_what_is_left_are_set_by_hand(window, fight):
    at = fight()
    trigger(window, "play.sky")
    dialog = at.bench.play.turn.dialog
    dialog.limit.setChecked(True)
    dialog.sight.setValue(7)
    dialog.weather.setText("fog")
    dialog.accept()
    assert (at.session.state.visibility, at.session.state.weather) == (7, "fog")
    trigger(window, "play.points")
    dialog = at.bench.play.turn.dialog
    dialog.amounts[("us", "105 mm")].setValue(3)
    dialog._what.setText("smoke")
    dialog._add_new()
    dialog.accept()
    assert at.session.state.points[("us", "105 mm")] == 3 and ("us", "smoke") in at.session.state.points


def test_the_film_shows_how_it_was_and_the_map_follows(window, fight):
    at = fight()
    at.document.do(moved(at.document.work, ["g0"], at.far.neighbours()[2]))
    trigger(window, "play.film_back")
    assert at.live.shown == 1 and at.document.work.deployment.pieces["g0"].at == at.far
    assert "how it was" in at.docks.turn._why_not.text()
    trigger(window, "play.film_forward")
    assert at.live.latest and at.document.work.deployment.pieces["g0"].at != at.far


def test_notes_comments_and_bookmarks_of_the_past_leave_the_reader_there(window, fight):
    at = fight()
    at.document.do(moved(at.document.work, ["g0"], at.far.neighbours()[2]))
    at.live.look_at(1)
    for name, text in (("play.bookmark", "the start"), ("play.comment", "so it began"), ("play.note", "a fine day")):
        trigger(window, name)
        dialog = at.bench.play.journal.dialog
        dialog.line.setText(text)
        dialog.accept()
    assert at.live.shown == 1
    assert events(at, Bookmarked) == [Bookmarked(1, "the start")]
    assert events(at, Noted) == [Noted("so it began", 1), Noted("a fine day")]
    row = at.docks.journal.model.index(0, 3).data()
    assert row.startswith("★ the start: ") and "(1 comment)" in row


def test_a_ruling_that_is_shown_is_noted_and_asked_again(window, fight, qtbot):
    at = fight()
    answers, got = window.answers, []

    def arrived(ruling):
        got.append(ruling)
        at.docks.ruling.show_rulings((ruling,), at.document.box)

    answers.ask("los", {"from": at.document.box.hex("1.04"), "to": at.document.box.hex("4.05")}, arrived, slot="a test")
    qtbot.waitUntil(lambda: bool(got))
    trigger(window, "play.note_ruling")
    qtbot.waitUntil(lambda: bool(events(at, Ruled)))
    ruled = events(at, Ruled)[0]
    assert ruled.question == "los" and ruled.parameters["from"] == "1.04"
    told = []
    at.bench.play.hands.tell = told.append
    try:
        at.docks.journal.again_wanted.emit(at.session.number)
        qtbot.waitUntil(lambda: bool(told))
    finally:
        del at.bench.play.hands.tell
    assert told[0].startswith("Asked again: the same ruling")


def test_a_question_that_is_shut_is_not_asked_again_either(window, fight, qtbot, monkeypatch):
    at = fight()
    parameters = {"attackers": "5", "defenders": "3"}
    at.live.follow(at.session.rule(Ruled("combat", parameters, "2:1", bytes(32), bytes(32)), at.live.acting))
    told, ran = [], []
    journal = at.bench.play.journal
    monkeypatch.setattr(journal._answers, "closed", lambda question, _: f"{question} is shut.")
    monkeypatch.setattr(journal._answers, "run", lambda *more, **words: ran.append(more))
    monkeypatch.setattr(at.bench.play.hands, "tell", told.append)
    before = at.docks.ask.question
    at.docks.journal.again_wanted.emit(at.session.number)
    assert told == ["combat is shut."] and not ran and at.docks.ask.question == before


def test_what_a_side_has_asked_is_gone_when_another_looks(window, fight, qtbot):
    at = fight()
    at.live.look_through(frozenset({"us"}))
    ask, why = at.docks.ask, at.docks.ruling
    qtbot.waitUntil(lambda: "ask.los" in window.actions_)
    trigger(window, "ask.los")
    form = {"from": "1.04", "to": "4.05"}
    ask.form.set_values(form)
    ask.ask()
    qtbot.waitUntil(lambda: why.shown is not None and ask.ruling.shown is not None)
    at.live.look_through(frozenset({"de"}))
    assert not ask.question and ask.ruling.shown is None and why.shown is None
    trigger(window, "ask.los")
    assert not set(form.values()) & set(ask.form.values.values())
    # An answer that was told in the panel and not yet beside the map is nobody's any more either.
    ask.form.set_values(form)
    ask.ask()
    qtbot.waitUntil(lambda: ask.ruling.shown is not None)
    at.live.look_through(frozenset({"us"}))
    QApplication.processEvents()
    assert ask.ruling.shown is None and why.shown is None
    trigger(window, "ask.los")
    at.live.look_through(frozenset({"de"}))
    trigger(window, "ask.los")
    # An answer that is still on its way is nobody's any more.
    ask.form.set_values(form)
    ask.ask()
    at.live.look_through(frozenset({"us"}))
    got = []
    window.answers.ask("los", {"from": at.full, "to": at.far}, got.append, slot="a test")
    qtbot.waitUntil(lambda: bool(got))
    QApplication.processEvents()
    assert ask.ruling.shown is None and why.shown is None


def test_dice_are_rolled_typed_in_and_never_rolled_by_looking_back(window, fight):
    at = fight()
    panel = at.docks.dice
    trigger(window, "play.roll")
    panel._typed.setText("9")
    panel._note_typed()
    assert len(events(at, Rolled)) == 1
    panel._way.setCurrentIndex(panel._way.findText("d6 (one die)"))
    panel._typed.setText("5")
    panel._note_typed()
    assert events(at, Rolled)[-1].pips == (5,) and panel._typed.text() == ""
    at.live.look_at(1)
    trigger(window, "play.roll")
    assert len(events(at, Rolled)) == 2


def test_luck_is_shown_in_words(window, fight):
    at = fight()
    for _ in range(3):
        trigger(window, "play.roll")
    trigger(window, "play.luck")
    dialog = at.bench.play.dice.luck
    assert "3 rolls" in dialog.text.toPlainText()
    dialog.reject()
    assert at.bench.play.dice.luck is None


def test_by_mail_rolls_are_declared_with_the_keys_of_the_side(window, fight):
    at = fight("mail", ("us",))
    began = at.session.record.began
    joined = keys.join("a phrase", "us", began.session, "mail", SOFT)
    at.live.follow(at.session.add(joined, "us"))
    at.live.open_keys(keys.unlock(joined, "a phrase", "us", began.session))
    panel = at.docks.dice
    panel._purpose.setText("an attack")
    trigger(window, "play.roll")
    panel._declare.click()
    assert len(events(at, Pledged)) == 1 and "waits for the answer of German" in panel._open.item(0).text()


def test_trails_lie_over_the_map_for_all_or_the_selected_units(window, fight, qtbot):
    at = fight()
    go(at, "artillery.initiative")
    for n in (0, 1):
        at.document.do(moved(at.document.work, [f"p{n}"], at.full.neighbours()[n]))
    layer = at.bench.view.overlay("play: trails")
    trigger(window, "play.trails")
    assert len(layer.shapes) == 4
    trigger(window, "play.trails_selected")
    assert not layer.shapes
    at.document.units.set(("p1",))
    qtbot.waitUntil(lambda: len(layer.shapes) == 2)
    at.live.look_at(2)
    qtbot.waitUntil(lambda: not layer.shapes)
    trigger(window, "play.trails_selected")
    trigger(window, "play.trails")
    assert not layer.shapes


def test_play_is_taken_up_from_the_past_and_the_rest_is_a_branch(window, fight):
    at = fight()
    at.document.do(moved(at.document.work, ["g0"], at.far.neighbours()[2]))
    at.live.take_up(1, "the other way", "")
    assert isinstance(at.session.entries[-1].event, Went)
    assert at.docks.journal._branches.isEnabled()
    at.document.do(ChangeState("Rain", {"weather": "rain"}))
    at.docks.journal._branches_menu.actions()[0].trigger()
    assert at.live.shown == 2 and at.document.work.deployment.pieces["g0"].at != at.far
    # The film of a branch goes back over the way on which it lies.
    trigger(window, "play.film_back")
    assert at.live.shown == 1


def test_without_a_session_the_panels_say_so_and_actions_are_grey(window, fight):
    at = fight()
    assert at.docks.journal.model.rowCount() == 1
    at.live.end()
    window._enable()
    QApplication.processEvents()
    assert at.docks.journal.model.rowCount() == 0 and not window.actions_["play.next_phase"].isEnabled()
    assert at.docks.turn._stack.currentIndex() == 0


def test_what_is_another_sides_is_changed_with_a_line_of_why(window, fight):
    at = fight()
    pieces, units = at.session.state.deployment.pieces, at.session.record.began.units
    sides = [player.side for player in at.session.players]
    own = next(side for side in sides if any(units[id_][0] == side for id_ in pieces))
    other = next(side for side in sides if side != own)
    theirs = next(id_ for id_ in pieces if units[id_][0] == own)
    edit = marked(at.document.work, [theirs], "fired")
    at.live.look_through(frozenset({other}))
    before = at.session.number
    assert not at.document.do(edit)
    dialog = at.bench.play.hands.dialog
    assert dialog is not None and at.session.number == before, "nothing is done before somebody says why"
    dialog.line.setText("he was called away")
    dialog.accept()
    assert at.bench.play.hands.dialog is None
    noted, done = at.session.entries[-2:]
    assert noted.event == Noted("he was called away", why=True) and noted.by == other
    assert isinstance(done.event, Did) and done.event.because == noted.number and done.by == other
    at.document.do(edit := marked(at.document.work, [theirs], "suppressed"))
    at.bench.play.hands.dialog.reject()
    assert at.session.number == done.number
    at.live.look_through(frozenset({own}))
    assert at.document.do(edit) and at.bench.play.hands.dialog is None, "its owner does as he likes"
