"""The declared attacks in the panel Turn."""

import pytest
from PySide6.QtWidgets import QLabel, QPushButton

from app.panels.play.attacks import AttackBox, AttackRow


@pytest.fixture
def box(qtbot):
    made = AttackBox()
    qtbot.addWidget(made)
    return made


def buttons(box, row):
    return {button.text(): button for button in box.rows[row].findChildren(QPushButton)}


def test_it_is_not_there_while_nothing_is_declared(box):
    box.show_attacks((), True)
    assert box.isHidden()
    box.show_attacks((AttackRow(0, "Red: First against 1.01"),), True)
    assert not box.isHidden() and len(box.rows) == 1
    box.show_attacks((), True)
    assert box.isHidden() and not box.rows


def test_each_attack_is_shown_fought_and_done_with_by_its_own_number(box):
    box.show_attacks((AttackRow(0, "Red: First against 1.01"), AttackRow(1, "Red: Second against 1.02", fights=True)), True)
    heard = []
    for what, signal in (("show", box.show_wanted), ("fight", box.fight_wanted), ("done", box.done_wanted)):
        signal.connect(lambda number, what=what: heard.append((what, number)))
    buttons(box, 1)["Show"].click()
    buttons(box, 1)["Resolve"].click()
    buttons(box, 0)["Done with"].click()
    assert heard == [("show", 1), ("fight", 1), ("done", 0)]
    assert "Resolve" not in buttons(box, 0), "it is not led on the map"
    assert buttons(box, 1)["Done with"].accessibleName() == "Done with: Red: Second against 1.02"


def test_what_was_is_shown_and_cannot_be_resolved(box):
    box.show_attacks((AttackRow(0, "Red: First against 1.01", fights=True),), False)
    enabled = {words: button.isEnabled() for words, button in buttons(box, 0).items()}
    assert enabled == {"Show": True, "Resolve": False, "Done with": False}


def test_many_attacks_are_scrolled(box):
    box.resize(200, 400)
    box.show_attacks((AttackRow(0, "Red: First against 1.01"),), True)
    low = box.height()
    box.show_attacks([AttackRow(n, f"Red: Regiment {n} against 1.0{n}") for n in range(9)], True)
    assert low < box.height() < box.widget().sizeHint().height()


def test_what_was_fought_is_listed_below_and_has_nothing_to_be_done_with(box):
    box.show_attacks((AttackRow(0, "Red: First against 1.01"),), True, ("Red: Second against 1.02",))
    texts = [label.text() for label in box.findChildren(QLabel)]
    assert texts[-2:] == ["Done so far:", "Red: Second against 1.02"] and len(box.rows) == 1
    box.show_attacks((), True, ("Red: Second against 1.02",))
    assert not box.isHidden() and not box.findChildren(QPushButton)
    box.show_attacks((), True)
    assert box.isHidden()


def test_no_row_is_cut(box):
    box.resize(300, 400)
    box.show_attacks([AttackRow(n, f"Red: Regiment {n} against 1.0{n} with all that it has, and more") for n in range(9)], True)
    box.show()
    bottoms = [row.geometry().bottom() + 1 for row in box.rows]
    assert box.viewport().height() in bottoms and box.viewport().height() > bottoms[0]
