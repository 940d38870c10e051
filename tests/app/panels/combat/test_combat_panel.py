"""The panel Combat: who may attack, the odds in words, the roll, and what it was."""

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.panels.combat.panel import CombatPanel
from app.panels.combat.words import MOST_ROWS, both_strengths, rolled_words
from core.rules.kernel.combat import Force, Losses, read_result
from core.rules.kernel.parameters import Heading, Parameter
from core.rules.kernel.proposals import Proposal
from tests.app.documents.combat_bench import (
    AFTER,
    ASIDE,
    BEHIND,
    FAR,
    OVERRUNS,
    TARGET,
    WEST,
    Worker,
    attacked,
    attackers,
    combat_of,
    fought,
    leads,
    led,
    loses,
    made_up,
    on_the_move,
    overrun,
    overrunners,
    rolled,
    step,
)

NUMBERS = Parameter("attackers", "fractions", "strengths", only="numbers")
UNITS = Parameter("units", "texts", "units", only="map")
SHIFTS, ROLL = Parameter("shifts", "whole", "further columns"), Parameter("roll", "whole", "the roll")
ODDS = Heading("odds", "Odds", "", "7.4", (UNITS, NUMBERS, SHIFTS))
COMBAT = Heading("combat", "Combat", "", "7.0", (UNITS, NUMBERS, SHIFTS, ROLL))


@pytest.fixture
def document(qapp):
    return made_up()


@pytest.fixture
def worker():
    return Worker()


@pytest.fixture
def combat(document, worker):
    return combat_of(document, worker)


@pytest.fixture
def panel(qtbot, combat, document):
    panel = CombatPanel()
    qtbot.addWidget(panel)
    panel.use(combat, document)
    panel.ask_for(ODDS, COMBAT, "Shift+A")
    panel.resize(420, 700)
    panel.show()
    return panel


def rows(list_):
    return [row.text for row in list_.rows]


def heard(signal):
    calls = []
    signal.connect(lambda *given: calls.append(given))
    return calls


def test_at_first_it_says_what_to_do_and_where_the_series_has_no_combat(panel, combat, worker):
    assert "Shift+A" in panel._hint.text() and panel._hint.isVisible()
    panel.ask_for(None, None, "")
    assert "no combats" in panel._hint.text()


def test_units_are_listed_with_what_they_can_do_and_why_others_cannot(panel, combat, worker, document):
    combat.attack(TARGET)
    worker.answer("combat.attackers", attackers())
    units = panel.attack.units
    label = document.box.label
    assert rows(units)[1] == f"r2 ({label(combat.place_of('r2'))}): may attack with others"
    assert rows(units)[3].endswith(f"may not attack\nr4 is not adjacent to {label(TARGET)} [7.1]")
    assert not units.item(3).flags() & Qt.ItemFlag.ItemIsUserCheckable
    assert "b1, b2" in panel.attack._title.text()


def test_space_and_enter_tick_units_by_keyboard(panel, combat, worker):
    combat.attack(TARGET)
    worker.answer("combat.attackers", attackers())
    units = panel.attack.units
    units.setFocus()
    units.setCurrentRow(0)
    QTest.keyClick(units, Qt.Key.Key_Space)
    assert combat.chosen == ("r1",)
    QTest.keyClick(units, Qt.Key.Key_Down)
    QTest.keyClick(units, Qt.Key.Key_Return)
    assert combat.chosen == ("r1", "r2")
    assert units.currentRow() == 1, "it stays where it is"
    panel.attack._none.click()
    assert combat.chosen == ()


def test_strengths_are_told_factor_by_factor_exactly(panel, combat, worker):
    attacked(combat, worker)
    text = panel.attack._strengths.text()
    assert "Attack 5" in text and "River, 7.1" in text and "× ½" in text and "= <b>2</b>" in text
    assert panel.attack._odds.text() == "Odds 3:2"
    assert "2/3 (66.7 %)" in panel.attack._falls.text() and "1/3 (33.3 %)" in panel.attack._falls.text()
    (bar,) = panel.attack.falling.bars
    assert sum(chance for _, chance in bar.chances) == 1 and len(bar.chances) == 3
    assert panel.attack.tables.bars


def test_the_form_holds_what_belongs_to_units_on_the_map_and_the_dice_stand_apart(panel):
    assert list(panel.attack.form.fields) == ["shifts"]
    assert list(panel.attack.dice) == ["roll"]


def test_what_the_form_says_goes_to_the_odds_at_once_with_enter(panel, combat, worker):
    attacked(combat, worker)
    panel.attack._more.click()
    line = panel.attack.form.fields["shifts"].line
    QTest.keyClicks(line, "2")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert worker.waiting("odds").parameters["shifts"] == "2"
    worker.refuse("odds", "shifts: 2 is too many.")
    assert panel.attack.told == "Shifts: 2 is too many."
    assert panel.attack.form.fields["shifts"].fault.text()
    combat.attack(ASIDE)
    assert line.text() == ""


def test_a_roll_is_wanted_or_read_once_the_odds_are_known(panel, combat, worker):
    wanted, read = heard(panel.roll_wanted), heard(panel.read_wanted)
    combat.attack(TARGET)
    worker.answer("combat.attackers", attackers())
    assert not panel.attack._roll.isEnabled()
    combat.choose(["r1"])
    worker.answer("odds", fought())
    panel.attack._roll.click()
    panel.attack._read.click()
    assert len(wanted) == 1 and read == [], "there is nothing to read yet"
    QTest.keyClicks(panel.attack.dice["roll"], "9")
    QTest.keyClick(panel.attack.dice["roll"], Qt.Key.Key_Return)
    assert read == [({"roll": "9"},)]


def test_what_is_shut_offers_to_declare(panel, combat, worker):
    wanted = heard(panel.declare_wanted)
    attacked(combat, worker)
    combat.closed = lambda question, given: "shut"
    combat.turn("r3")
    worker.refuse("odds", "None is declared [7.2].")
    assert panel.attack.told == "None is declared [7.2]." and panel.attack._declare.isVisible()
    panel.attack._declare.click()
    assert len(wanted) == 1


def test_after_the_roll_it_says_what_fell_and_points_to_what_follows(panel, combat, worker, document):
    attacked(combat, worker)
    combat.read({"roll": 9}, 17)
    assert panel.result.words == "The roll is being read." and not panel.result.go_on.isEnabled()
    worker.answer("combat", led(document, fought("A1D1r2", 9), leads(document)))
    assert panel.result.words == "Roll 9: A1D1r2\nWhat follows from it stands in the panel Resolve."
    assert panel.result.isVisible() and panel.result.go_on.isEnabled() and panel.result.tables.bars
    began = heard(combat._procedures.began)
    panel.result.go_on.click()
    assert len(began) == 1, "it comes forward"
    combat._procedures.leave()
    assert panel.result.words == "Roll 9: A1D1r2\nIt was left with something to be answered."
    panel.result.go_on.click()
    assert combat._procedures.hand is not None and len(began) == 2


def test_while_nothing_is_attacked_it_says_that_a_combat_was_left(panel, combat, worker, document):
    attacked(combat, worker)
    rolled(combat, worker)
    combat._procedures.leave()
    combat.clear()
    assert "taken up again in the panel Resolve" in panel._hint.text() and "Shift+A" in panel._hint.text()
    combat._procedures.take_up(0)
    assert "taken up again" not in panel._hint.text()


def test_after_the_last_step_it_waits_for_another_hex(panel, combat, worker, document):
    attacked(combat, worker)
    rolled(combat, worker)
    combat._procedures.take()
    worker.answer(AFTER, step(document, loses(document, "b1")))
    combat._procedures.take()
    assert panel._hint.isVisible()


def test_a_declared_attack_can_be_resolved_from_here(panel, combat, worker):
    wanted = heard(panel.resolve_wanted)
    attacked(combat, worker)
    rolled(combat, worker)
    assert not panel.result.resolve.isVisible()
    panel.declared = lambda: True
    panel.refresh()
    assert panel.result.resolve.text() == "Reso&lve the attack"
    panel.result.resolve.click()
    assert len(wanted) == 1


def test_the_keyboard_stays_in_the_panel_from_page_to_page(panel, combat, worker, document):
    attacked(combat, worker)
    panel.activateWindow()
    panel.attack.units.setFocus()
    rolled(combat, worker)
    assert panel.focusProxy() is panel.result
    combat.clear()
    assert panel._hint.isVisible()


def test_without_a_combat_it_is_empty(panel):
    panel.use(None, None)
    assert "Open a box" in panel._hint.text()


@pytest.mark.parametrize(
    ("rolls", "verdict", "losses", "told"),
    [
        ([("roll", "9")], "A1r1", "A1r1", "Roll 9: A1r1"),
        ([("white", "4"), ("red", "6")], "surprise", "Dr3", "Roll white 4, red 6: Dr3 (surprise)"),
        ([("roll", "6")], "B1", "D1r2", "Roll 6: B1 (D1r2)"),
    ],
)
def test_a_roll_in_words(rolls, verdict, losses, told):
    assert rolled_words(rolls, verdict, read_result(losses) or Losses()) == told


def test_of_a_great_many_units_the_first_are_told_and_what_the_others_come_to():
    detail, many = fought().detail, tuple(Force(Fraction(2), name=f"U{number}") for number in range(100))
    words = both_strengths(replace(detail, attackers=many, defenders=many[:MOST_ROWS]))
    assert words.count("<tr>") == 2 * (MOST_ROWS + 1)
    assert ">Attack 200<" in words
    assert f"{100 - MOST_ROWS + 1} more" in words
    assert f"<b>{2 * (100 - MOST_ROWS + 1)}</b>" in words


def test_strengths_of_nobody_are_no_words():
    assert both_strengths(type(fought().detail)()) == ""


def test_keys_of_the_map_are_heard_here(panel, combat, worker, document, qtbot):
    attacked(combat, worker)
    rolls, told = heard(panel.roll_wanted), heard(panel.told)
    panel.attack._none.setFocus()
    QTest.keyClick(panel.attack._none, Qt.Key.Key_R)
    assert len(rolls) == 1
    rolled(combat, worker)
    panel.result.go_on.setFocus()
    QTest.keyClick(panel.result.go_on, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert combat._procedures.step.question == AFTER, "it does what is picked"
    QTest.keyClick(panel.result.go_on, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert told == [("There is nothing to be done yet.",)], "nothing is offered yet"
    escaped = heard(panel.escaped)
    QTest.keyClick(panel.result.go_on, Qt.Key.Key_Escape)
    assert len(escaped) == 1


# Overruns ---------------------------------------------------------------------------------------------------------------------


def test_every_condition_of_an_overrun_stands_with_its_rule_those_first_that_are_not_met(panel, combat, worker, document):
    on_the_move(combat, worker, overrun(document, verdict="prohibited"))
    part, label = panel.attack.overrun, document.box.label(WEST)
    assert part._verdict.text() == "The overrun is not permitted" and not part.move_there.isVisible()
    assert rows(part.conditions) == [
        f"Not met: Points are left in {label} [7.1]",
        "Not known: Nobody knows of others [7.1]",
        "They began together [7.1]",
    ]
    assert [row.sign for row in part.conditions.rows] == ["blocked", "undecidable", "clear"]
    assert "Overrun of" in panel.attack._title.text() and "may overrun" in rows(panel.attack.units)[0]
    assert not panel.attack._roll.isEnabled() and panel.attack._answer.isHidden()
    assert "Reasons" in panel.attack._why.text() and panel.attack._why.isVisible(), "also where there are no odds"


def test_a_stack_is_moved_beside_the_hex_first_and_rolls_there(panel, combat, worker, document):
    on_the_move(combat, worker, overrun(document, BEHIND, odds=fought()))
    part, label = panel.attack.overrun, document.box.label(BEHIND)
    assert part._verdict.text() == "The overrun is permitted"
    assert part._points.text() == f"From {label}: 3 to come there and 2 for the overrun, 5 points; 1 left"
    assert part.move_there.text() == f"M&ove to {label}" and not panel.attack._roll.isEnabled()
    part.move_there.click()
    assert document.work.deployment.pieces["r1"].at == BEHIND
    worker.answer("overrun.units", overrunners())
    worker.answer("overrun", overrun(document, odds=fought()))
    assert not part.move_there.isVisible() and panel.attack._roll.isEnabled()


def test_kinds_of_combat_are_chosen_in_the_panel_where_the_series_has_several(panel, combat, worker, document):
    assert not panel.kinds.isVisible()
    combat.parameters = OVERRUNS
    panel.refresh()
    assert panel.kinds.isVisible()
    assert [panel.kinds.itemText(n) for n in range(panel.kinds.count())] == ["Attack", "Overrun"]
    panel.kinds.setCurrentIndex(1)
    panel.kinds.activated.emit(1)
    assert combat.wanted == "overrun"
    on_the_move(combat, worker, overrun(document, odds=fought()))
    combat.read({"roll": 9})
    goes = (Proposal("Go on", (), then=(leads(document),)),)
    worker.answer("overrun", overrun(document, odds=fought("D1r2", 9), proposals=goes))
    assert not panel.kinds.isVisible() and panel.result.words.startswith("Roll 9: D1r2")
    assert panel.result.resolve.text() == "Reso&lve the overrun"


def test_an_overrun_is_hidden_where_an_attack_is_worked_out(panel, combat, worker):
    attacked(combat, worker)
    assert panel.attack.overrun.isHidden() and panel.attack._roll.isEnabled()


def test_the_key_that_rolls_does_so_from_the_list_of_units_as_well(panel, combat, worker):
    attacked(combat, worker)
    wanted = heard(panel.roll_wanted)
    panel.attack.units.setFocus()
    QTest.keyClick(panel.attack.units, Qt.Key.Key_R)
    assert wanted == [()]


def test_another_combat_is_read_from_its_first_line_on(panel, combat, worker, qtbot):
    attacked(combat, worker)
    panel.resize(420, 160)
    bar = panel._rooms[0].verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    bar.setValue(bar.maximum())
    combat.attack(FAR)
    assert bar.value() == 0


def test_without_strengths_there_is_no_gap_for_them(panel, combat, worker):
    attacked(combat, worker)
    assert panel.attack._strengths.isVisible()
    bare = fought()
    combat.give({"shifts": "1"})
    worker.answer("odds", replace(bare, detail=replace(bare.detail, attackers=(), defenders=())))
    assert not panel.attack._strengths.isVisible()


@pytest.mark.parametrize(("by_mail", "way"), [(False, "Hand over… and look together"), (True, "The other side says")])
def test_defenders_out_of_sight_are_told_of_and_those_elsewhere_are_not(panel, combat, worker, document, by_mail, way):
    document.play = SimpleNamespace(below={TARGET: 1}, eyes={"red"}, session=SimpleNamespace(by_mail=by_mail))
    attacked(combat, worker)
    told = panel.attack.told
    assert told.startswith(f"More counters lie out of sight in {document.box.label(TARGET)}") and way in told
    document.play = SimpleNamespace(below={FAR: 1}, eyes={"red"}, session=SimpleNamespace(by_mail=by_mail))
    panel.refresh()
    assert panel.attack.told == ""
    document.play = None
