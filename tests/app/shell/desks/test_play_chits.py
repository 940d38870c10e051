"""In the real window: strength chits are filled in, drawn for a unit, seen by their owner alone, turned and put back."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog

from app.dialogs.play.chits import FillDialog
from app.shell.desks.play import PlayDesk
from app.shell.desks.units_menu import UnitsMenu
from core.model.edits.piece_edits import reduced
from core.play.chits import told
from core.play.events import Did, Drew, PutBack, Shuffled
from core.play.session import NeedsReason
from tests.app.shell.desks.following import answered, go_on, procedures_of, take

LORNE = Path(__file__).resolve().parents[4] / "scenarios" / "cape-lorne"


@pytest.fixture(scope="module")
def lorne_window(window_of):
    yield from window_of(LORNE)


@pytest.fixture
def desk(request, lorne_window, newly_opened, qtbot, folders_of_play):
    """A session of somebody who plays alone, or of another kind."""
    newly_opened(lorne_window, LORNE)
    found = next(each for each in lorne_window._desks if isinstance(each, PlayDesk))
    found.starting.start()
    dialog = found.starting.dialog
    dialog.kinds[getattr(request, "param", "solitaire")].setChecked(True)
    dialog.go.click()
    qtbot.waitUntil(lambda: found.live is not None)
    yield found
    for box in lorne_window.findChildren(QDialog):
        if box.isVisible():
            box.close()
    found.leave()


def choose(tree, text):
    tree.setCurrentItem(
        next(tree.topLevelItem(row) for row in range(tree.topLevelItemCount()) if tree.topLevelItem(row).text(0) == text)
    )


def attack(live):
    """A unit of the class Blue attacks whatever lies nearest in the list: who fights draws a chit."""
    units, pieces, oob = live.session.record.began.units, live.session.state.deployment.pieces, live.document.box.oob
    unit = next(id_ for id_ in pieces if str(oob.counter(id_).values.get("strength.class")).casefold() == "blue")
    side = units[unit][0]
    target = next(piece.at for id_, piece in pieces.items() if units[id_][0] != side)
    live.follow(live.session.declare([unit], [target], side))


def test_a_chit_goes_from_its_cup_to_a_unit_and_back(lorne_window, desk, qtbot):
    lorne_window.actions_["play.chits"].trigger()
    dialog, live = desk.chits.dialog, desk.live
    choose(dialog.cups, "Blue chits")
    assert dialog.fill.isEnabled() and not dialog.draw.isEnabled()
    dialog.fill.click()
    filling = desk.chits.filling
    assert sum(filling.contents.values()) == 27
    filling.go.click()
    qtbot.waitUntil(lambda: "blue" in live.session.record.cups)
    assert isinstance(live.session.entries[-1].event, Shuffled)
    choose(dialog.cups, "Blue chits")
    assert dialog.unit.count() == 0, "nobody fights"
    attack(live)
    choose(dialog.cups, "Blue chits")
    assert dialog.unit.count() > 0
    unit = dialog.unit.currentData()
    dialog.draw.click()
    qtbot.waitUntil(lambda: unit in live.session.state.held)
    assert any(isinstance(entry.event, Drew) for entry in live.session.entries)
    assert dialog.chits.topLevelItemCount() == 1 and dialog.chits.topLevelItem(0).text(3) == "not told"
    dialog.look.click()
    qtbot.waitUntil(lambda: dialog.told.text().startswith("It says: "))
    dialog.turn.click()
    assert live.session.state.held[unit].reduced and dialog.chits.topLevelItem(0).text(4) == "reduced"
    dialog.turn.click()
    dialog.back.click()
    asked = desk.chits.line_dialog
    assert asked is not None and unit in live.session.state.held
    asked.line.setText("drawn for the wrong unit")
    asked.accept()
    qtbot.waitUntil(lambda: unit not in live.session.state.held)
    (back,) = (entry.event for entry in live.session.entries if isinstance(entry.event, PutBack))
    assert back.why == "drawn for the wrong unit"
    choose(dialog.cups, "Blue chits")
    drawers = {dialog.unit.itemData(row) for row in range(dialog.unit.count())}
    assert unit not in drawers, "none is drawn for it again in this attack"
    assert dialog.chits.topLevelItemCount() == 0
    dialog.reject()


def test_the_menu_of_units_leads_to_their_chits_while_a_session_is_played(lorne_window, desk):
    menu = lorne_window.findChild(UnitsMenu)
    unit = next(id_ for id_ in desk.live.session.state.deployment.pieces if id_ not in desk.live.session.state.held)
    lorne_window.document.units.set([unit])
    menu.chits()
    assert desk.chits.dialog is not None
    desk.chits.dialog.reject()
    desk.leave()
    assert menu.chits is None


def test_by_mail_what_a_program_owes_to_cups_is_added_when_its_keys_are_open(lorne_window, desk, qtbot):
    desk.leave()
    desk.starting.start()
    dialog = desk.starting.dialog
    dialog.kinds["mail"].setChecked(True)
    dialog.mine["alliance"].setChecked(True)
    for line in (dialog.phrases["alliance"].first, dialog.phrases["alliance"].again):
        line.setText("over the beach")
    dialog.go.click()
    qtbot.waitUntil(lambda: desk.live is not None)
    live = desk.live
    lorne_window.actions_["play.chits"].trigger()
    choose(desk.chits.dialog.cups, "Blue chits")
    desk.chits.dialog.fill.click()
    desk.chits.filling.go.click()
    qtbot.waitUntil(lambda: "blue" in live.session.record.cups)
    number = live.session.number
    assert live.session.entries[-1].by == "alliance"
    keys = live.keys["alliance"]
    live.put_keys_away("alliance")
    live.open_keys(keys)
    qtbot.wait(200)
    assert live.session.number == number, "nothing is owed before the other side has done its part"
    desk.chits.dialog.reject()


def test_by_mail_what_the_other_side_waits_for_is_added_before_the_file_is_handed_over(desk, monkeypatch):
    asked = []
    monkeypatch.setattr(desk.chits, "run", lambda wish, then=None: asked.append((wish, then)))
    monkeypatch.setattr(type(desk.chits), "_may_pay", True)
    gone_on = []
    desk.seats.pay(lambda: gone_on.append(True))
    assert asked[0][0] == {"do": "hand over"} and not gone_on
    asked[0][1]()
    assert gone_on == [True]
    monkeypatch.setattr(type(desk.chits), "_may_pay", False)
    desk.seats.pay(lambda: gone_on.append(True))
    assert gone_on == [True, True] and len(asked) == 1


def test_what_is_refused_while_no_dialog_is_open_is_said_in_the_status_bar(desk, qtbot):
    with qtbot.waitSignal(desk.chits.told) as said:
        desk.chits.say("It cannot be done.")
    assert said.args == ["It cannot be done."]


def test_who_does_not_own_a_chit_neither_looks_nor_puts_it_back(lorne_window, desk, qtbot):
    live = desk.live
    attack(live)
    lorne_window.actions_["play.chits"].trigger()
    choose(desk.chits.dialog.cups, "Blue chits")
    desk.chits.dialog.fill.click()
    desk.chits.filling.go.click()
    qtbot.waitUntil(lambda: "blue" in live.session.record.cups)
    choose(desk.chits.dialog.cups, "Blue chits")
    unit = desk.chits.dialog.unit.currentData()
    desk.chits.dialog.draw.click()
    qtbot.waitUntil(lambda: unit in live.session.state.held)
    owner = live.session.record.began.units[unit][0]
    other = next(player.side for player in live.session.players if player.side != owner)
    live.look_through(frozenset({other}))
    assert desk.chits.dialog is None
    lorne_window.actions_["play.chits"].trigger()
    dialog = desk.chits.dialog
    assert [button.isEnabled() for button in (dialog.look, dialog.tell_all, dialog.turn, dialog.back)] == [False] * 4
    dialog.reject()
    live.look_through(live.session.mine)


@pytest.mark.parametrize(
    ("lines", "contents"),
    [
        ("4 weak\n2 very strong\n\n1 weak", {"weak": 5, "very strong": 2}),
        ("weak", {}),
        ("0 weak", {}),
        ("999 weak", {}),
        ("", {}),
    ],
)
def test_what_lies_in_a_cup_is_read_line_by_line(qtbot, lines, contents):
    dialog = FillDialog(None, "Red", "Chits of large units.", {"weak": 4})
    qtbot.addWidget(dialog)
    assert dialog.contents == {"weak": 4} and dialog.go.isEnabled()
    dialog.lines.setPlainText(lines)
    assert dialog.contents == contents and dialog.go.isEnabled() == bool(contents)


def test_all_chits_that_a_combat_needs_are_drawn_at_once_and_are_one_step_of_the_history(lorne_window, desk, qtbot):
    live, box = desk.live, lorne_window.document.box
    action = lorne_window.actions_["play.draw_all"]
    before = len(live.session.entries)
    action.trigger()
    assert len(live.session.entries) == before, "nobody fights"
    target, units = box.hex("1511"), ["1-1", "2-1"]
    live.follow(live.session.declare(units, [target], "alliance"))
    before = len(live.session.entries)
    action.trigger()
    qtbot.waitUntil(lambda: set(live.session.state.held) == {"1-1", "2-1", "629-210"})
    events = [entry.event for entry in live.session.entries[before:]]
    assert [each.cup for each in events if isinstance(each, Shuffled)] == ["blue"], "it is filled as the rules list it"
    drew = [each for each in events if isinstance(each, Drew)]
    assert [(each.cup, each.unit) for each in drew] == [("blue", unit) for unit in sorted(live.session.state.held)]
    assert [each.label for each in events if isinstance(each, Did)] == ["Draw 3 chits"]
    with pytest.raises(NeedsReason):
        live.undo()
    laid = live.session.undo_to()
    live.undo("The wrong attack")
    assert live.session.undo_to() < laid, "one step goes over all of them"
    assert set(live.session.state.held) == {"1-1", "2-1", "629-210"}, "what was drawn lies where it lies"
    action.trigger()
    assert len(live.session.state.held) == 3, "whoever has a chit draws none"


def test_the_panel_has_a_button_for_all_chits_and_takes_it_away_when_they_are_known(lorne_window, desk, qtbot):
    live, bench = desk.live, lorne_window.workbench
    combat, page = bench.tools.combat.combat, bench.docks.combat.attack
    lorne_window.actions_["tool.combat"].trigger()
    live.follow(live.session.declare(["1-1", "2-1"], [lorne_window.document.box.hex("1511")], "alliance"))
    combat.attack(lorne_window.document.box.hex("1511"))
    qtbot.waitUntil(lambda: bool(combat.drawing))
    assert not page.chits.draw_all.isHidden()
    page.chits.draw_all.click()
    qtbot.waitUntil(lambda: {each.unit for each in combat.drawing} <= set(live.session.state.held))
    qtbot.waitUntil(page.chits.draw_all.isHidden)
    qtbot.waitUntil(lambda: not page.chits.is_open)
    assert page.chits.tell_all.isHidden(), "who plays alone knows what was drawn"
    assert not any(told(live.session.record, held.seal) for held in live.session.state.held.values())


@pytest.mark.parametrize("desk", ["hot_seat"], indirect=True)
def test_where_two_play_all_chits_of_a_combat_are_told_at_once(lorne_window, desk, qtbot):
    live, bench = desk.live, lorne_window.workbench
    combat, page = bench.tools.combat.combat, bench.docks.combat.attack
    lorne_window.actions_["tool.combat"].trigger()
    live.follow(live.session.declare(["1-1", "2-1"], [lorne_window.document.box.hex("1511")], "alliance"))
    combat.attack(lorne_window.document.box.hex("1511"))
    qtbot.waitUntil(lambda: bool(combat.drawing))
    page.chits.draw_all.click()
    qtbot.waitUntil(lambda: not page.chits.tell_all.isHidden())
    assert page.chits.is_open and page.chits.draw_all.isHidden(), "they are drawn, and not told"
    page.chits.tell_all.click()
    qtbot.waitUntil(lambda: not page.chits.is_open)
    assert all(told(live.session.record, held.seal) for held in live.session.state.held.values())
    assert page.chits.tell_all.isHidden() and page.chits.draw_all.isHidden()


def test_a_chit_goes_back_into_its_cup_with_the_loss_that_gives_it_back(lorne_window, desk, qtbot):
    live, bench = desk.live, lorne_window.workbench
    combat, box = bench.tools.combat.combat, lorne_window.document.box
    lorne_window.actions_["tool.combat"].trigger()
    combat.attack(box.hex("1511"))
    qtbot.waitUntil(lambda: bool(combat.able))
    combat.choose([each.unit for each in combat.able if each.role == "attacks"])
    qtbot.waitUntil(lambda: bool(combat.drawing))
    unit, cup = next((each.unit, each.cup) for each in combat.drawing if each.unit in combat.chosen)
    live.follow(live.session.declare([unit], [combat.target], box.oob.counter(unit).side))
    rule = desk.chits.rules[cup]
    desk.chits.run({"do": "fill", "cup": cup, "contents": desk.chits._proposed(rule)})
    qtbot.waitUntil(lambda: cup in live.session.record.cups)
    desk.chits.run({"do": "draw", "cup": cup, "unit": unit, "draws": rule.drawn, "public": not rule.secret})
    qtbot.waitUntil(lambda: unit in live.session.state.held)
    live.do(reduced(lorne_window.document.work, [unit], {unit: 3}, 1), box.oob.counter(unit).side)
    assert unit in live.session.state.held, "the first step turns it over"
    for drawing in combat.drawing:
        combat.tell_chit(drawing.unit, "5")
    qtbot.waitUntil(lambda: combat.odds is not None and all(each.told for each in combat.drawing))
    combat.read({"roll": 2})
    qtbot.waitUntil(lambda: combat.result is not None)
    procedures, side = procedures_of(bench), box.oob.counter(unit).side
    verdict = go_on(bench, qtbot)
    while (verdict, procedures.step.side) != ("losses", side):
        take(bench, qtbot, "by hand")
        verdict = answered(bench, qtbot)
    number = next(n for n, each in enumerate(procedures.asked.proposals) if unit in each.chits)
    procedures.pick(number)
    assert procedures.take()
    qtbot.waitUntil(lambda: unit not in live.session.state.held)
    (back,) = (entry.event for entry in live.session.entries if isinstance(entry.event, PutBack))
    assert not back.why and desk.chits.line_dialog is None, "nobody has to say why"
