"""The panel Dice: chances before, what fell after, and rolls by mail."""

from fractions import Fraction

import pytest
from oracles.sessions import BLUE, RED, session
from PySide6.QtWidgets import QApplication

from app.dialogs.play.luck import LuckDialog
from app.panels.play.dice import DicePanel, DiceShown
from app.panels.play.dice_words import ANY, JUST, LEAST, MOST, chance_of, chance_words, percent, spread_words
from core.play.events import Player, Rolled
from core.play.luck import ledger
from core.play.pledges import OpenPledge
from core.rules.kernel.dice import DICE

PLAYERS = (Player(RED, "Red"), Player(BLUE, "Blue"))
FELL = Rolled("11..66", (3, 4), "the attack", b"seed", chance="11/36 (30.6 %) for 52 or more")


@pytest.fixture
def panel(qtbot):
    panel = DicePanel()
    qtbot.addWidget(panel)
    panel.resize(420, 700)
    panel.show()
    panel.show_dice(DiceShown((("11..66", "command prep"),), ((RED, FELL),), PLAYERS))
    return panel


def test_the_dice_of_the_phase_come_first_with_their_purpose(panel):
    assert (panel.way, panel.purpose) == ("11..66", "command prep")
    panel._way.setCurrentIndex(1)
    assert panel.way == next(iter(DICE)) and panel.purpose == ""


def test_the_chance_is_shown_before_the_roll_and_goes_with_it(panel, qtbot):
    panel._wanted.setCurrentIndex(panel._wanted.findData(LEAST))
    panel._number.setCurrentIndex(panel._number.findData(52))
    assert panel._chance.text() == "11/36 (30.6 %) for 52 or more"
    with qtbot.waitSignal(panel.roll_wanted) as wanted:
        panel._roll.click()
    assert wanted.args == ["11..66", "command prep", "11/36 (30.6 %) for 52 or more"]


def test_real_dice_are_typed_in(panel, qtbot):
    panel._typed.setText("3 4")
    with qtbot.waitSignal(panel.typed_wanted) as wanted:
        panel._note.click()
    assert wanted.args == ["11..66", "3 4", "command prep", ""]


def test_what_fell_is_large_and_told(panel):
    assert panel._value.text() == "34" and panel._pips.accessibleDescription() == "3, 4"
    assert panel._about.text().startswith("Red: 34 (3 4) · the attack")
    typed = Rolled("d6", (5,), "morale")
    panel.show_dice(DiceShown((), ((BLUE, typed), (RED, FELL)), PLAYERS))
    assert panel._value.text() == "5" and panel._last.item(0).text().endswith("real dice")


def test_nothing_can_be_rolled_while_the_map_shows_how_it_was(panel, qtbot):
    panel.show_dice(DiceShown((), (), PLAYERS, why_not="The map shows how it was."))
    with qtbot.assertNotEmitted(panel.roll_wanted):
        panel.roll()
    assert not panel._roll.isEnabled() and "how it was" in panel._why_not.text()


def test_by_mail_a_batch_is_declared_and_the_other_side_answers(panel, qtbot):
    pledge = OpenPledge(7, RED, "answer", BLUE, (("2d6", "an attack"),))
    panel.show_dice(DiceShown((("d6", "morale"),), (), PLAYERS, True, (pledge,), frozenset({BLUE})))
    assert panel._at_table.isHidden() and not panel._mail.isHidden()
    panel.roll()
    panel._add.click()
    with qtbot.waitSignal(panel.declare_wanted) as declared:
        panel._declare.click()
    assert declared.args == [(("d6", "morale"), ("d6", "morale"))]
    assert "your move" in panel._open_title.text() and "Blue" in panel._open.item(0).text()
    with qtbot.waitSignal(panel.answer_wanted) as answered:
        panel._answer.click()
    assert answered.args == [7] and not panel._disclose.isEnabled()
    panel.declared()
    assert not panel._declare.isEnabled()


def test_by_mail_each_roll_says_what_it_is_for(panel):
    panel.show_dice(DiceShown((), (), PLAYERS, True, (), frozenset({BLUE})))
    panel.roll()
    assert panel._batch_list.count() == 0 and "what the dice are for" in panel._told.text()
    panel._purpose.setText("an attack")
    panel.roll()
    assert panel._batch_list.count() == 1 and panel._told.isHidden()


def test_only_the_side_that_declared_opens_its_rolls(panel):
    pledge = OpenPledge(7, RED, "disclosure", RED, (("2d6", "Attack"),))
    panel.show_dice(DiceShown((), (), PLAYERS, True, (pledge,), frozenset({BLUE})))
    assert not panel._disclose.isEnabled() and "the other side" in panel._open_title.text()
    panel.show_dice(DiceShown((), (), PLAYERS, True, (pledge,), frozenset({RED})))
    assert panel._disclose.isEnabled()


@pytest.mark.parametrize("way", DICE)
@pytest.mark.parametrize("number", [1, 3, 7, 11, 34])
def test_at_least_and_at_most_and_just_are_all_there_is(way, number):
    parts = [chance_of(way, wanted, number) for wanted in (LEAST, MOST, JUST)]
    assert parts[0] + parts[1] - parts[2] == Fraction(1)
    assert chance_of(way, ANY, number) is None and chance_words(way, ANY, number) == ""


def test_parts_of_a_hundred_say_something_however_small():
    assert [percent(part) for part in (0.5, 1 / 216, 0.0003, 0.0)] == ["50.0 %", "0.5 %", "0.03 %", "0 %"]


def test_luck_is_told_in_words_with_its_numbers(qtbot):
    made = session()
    for _ in range(40):
        made.roll("2d6", RED, "x")
    luck = ledger(made.record)[0]
    words = spread_words(luck.faces)
    assert "chi-square" in words and "mean" in words and "1 × " in words
    dialog = LuckDialog(None, [("Red", [(words, ())])])
    qtbot.addWidget(dialog)
    assert words in dialog.text.toPlainText()


def test_saying_what_is_wanted_moves_nothing_away_under_the_pointer(panel):
    QApplication.processEvents()
    before = panel._roll.mapTo(panel, panel._roll.rect().topLeft())
    panel._wanted.setCurrentIndex(1)
    QApplication.processEvents()
    assert panel._chance.text() and panel._roll.mapTo(panel, panel._roll.rect().topLeft()) == before
