"""Reasons can be read whatever their rules are called: some rule books have numbers, others headings of any length."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

from app.panels.reasons_view import ReasonLine, ReasonsView, chip_room, stands_above

TEXT = "Attackers' side: nothing of the kind is said of them, so that it counts as 0 and leaves the column where it was."
HEADINGS = ("Ambush and surprise, Applying combat results", "Factor effects and column shifts", "Die roll modifiers")


@pytest.fixture
def view(qtbot):
    made = ReasonsView()
    qtbot.addWidget(made)
    letter = made.fontMetrics().averageCharWidth()
    made.resize(45 * letter, 10)
    made.show()
    return made


def heights(view):
    return [view.sizeHintForIndex(view.lines.index(row, 0)).height() for row in range(view.lines.rowCount())]


def test_headings_of_rules_leave_their_sentences_as_much_room_as_numbers_do(view):
    view.show_lines([ReasonLine("8.2b", TEXT)])
    (numbered,) = heights(view)
    view.show_lines([ReasonLine(heading, TEXT) for heading in HEADINGS])
    line = view.fontMetrics().height()
    assert all(height <= numbered + line for height in heights(view)), "the heading has a line of its own, no more"


def test_one_heading_among_numbers_leaves_them_in_their_column(view):
    metrics = QFontMetrics(view.font())
    width = view.viewport().width()
    room = chip_room(("8.2b", "10.0f", HEADINGS[0]), metrics, width)
    assert 0 < room <= width // 4
    assert [stands_above(chip, metrics, room) for chip in ("8.2b", "10.0f", HEADINGS[0])] == [False, False, True]


@pytest.mark.parametrize("letters", [6, 12, 20, 45, 90])
def test_every_line_is_as_high_as_what_stands_in_it_at_any_width(view, letters):
    view.resize(letters * view.fontMetrics().averageCharWidth(), 10)
    view.show_lines([ReasonLine(chip, TEXT, note="Reading") for chip in ("8.2b", *HEADINGS)])
    assert view.height() >= sum(heights(view))
    view.grab()


def test_the_whole_name_of_a_rule_is_in_its_tooltip(view):
    view.show_lines(
        [ReasonLine(HEADINGS[0], TEXT), ReasonLine("8.2b", TEXT, tip="TCS 4.01 8.2b"), ReasonLine("1.2", "", tip="x")]
    )
    tips = [view.lines.index(row, 0).data(Qt.ItemDataRole.ToolTipRole) for row in range(3)]
    assert tips == [HEADINGS[0], "TCS 4.01 8.2b", "1.2\nx"]
