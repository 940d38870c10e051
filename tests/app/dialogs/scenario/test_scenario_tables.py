"""The tables of the window Scenario: what is wrong is listed and leads to its cell, columns fit, and turns take along what
comes on them."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLineEdit

from app.dialogs.scenario.findings import MOST_LISTED
from app.dialogs.scenario.model import MARK_ROLE
from app.dialogs.scenario.widths import Widths
from app.dialogs.scenario.window import ScenarioWindow
from app.documents.document import Document
from core.base.errors import Place
from core.model.edits.scenario_edits import allotted
from core.model.issues import Issue, Severity
from core.model.items import Items
from core.model.new_map import NewMap
from core.model.oob import Counter, Formation, Oob, Side
from core.model.scenario import Allotment, Arrival, Scenario, SetUp, Turn
from core.model.state import GameState

FILE = "first.scenario.yaml"
OOB = Oob(
    Items([Side("de", "German"), Side("us", "American")]),
    Items([Formation("bn", "A battalion with quite a long name", "de")]),
    Items([Counter("a", "de", formation="bn"), Counter("b", "us")]),
)
TRACK = Scenario(
    "First",
    turns=(Turn("0600"), Turn("0620"), Turn("0640")),
    arrivals=(Arrival(("a",), 2), Arrival(("b",), 0)),
    allotments=(Allotment("de", "shells", 4, 2), Allotment("de", "shells", 5, 3)),
)


class Worker:
    """Knows no rules."""

    def run(self, *_, **__):
        return 1


@pytest.fixture
def opened(qtbot):
    def open_window(scenario, tab, widths=""):
        box = NewMap("t", columns=6, rows=6).box().with_oob(OOB).with_scenarios({FILE: scenario})
        document = Document(box, None, state=GameState(scenario=FILE))
        window = ScenarioWindow(None, document, Worker(), widths)
        window.kept = document
        qtbot.addWidget(window)
        window.show()
        window.tabs.setCurrentWidget(getattr(window, tab))
        return window

    return open_window


def scenario_of(window):
    return window.kept.box.scenarios[FILE]


def put(page, row, column, text):
    page.table.setData(page.table.index(row, column), text)


def listed(page):
    """The lines of the list below a table, which are gathered in a turn of the event loop."""
    QApplication.processEvents()
    return page.findings.texts


# What is wrong ------------------------------------------------------------------------------------------------------------


def test_every_red_cell_is_listed_whichever_row_is_current_and_leads_there(opened, qtbot):
    window = opened(Scenario("First", set_ups=(SetUp(("bn",)), SetUp(("gone",)), SetUp())), "set_ups")
    page = window.set_ups
    put(page, 2, 3, "far")
    page.view.go_to(0, 0)
    assert [each.split(":")[0] for each in listed(page)] == ["Row 2", "Row 3"]
    assert "no counter and no formation" in listed(page)[0] and "no whole number" in listed(page)[1]
    qtbot.mouseClick(
        page.findings.viewport(), Qt.MouseButton.LeftButton, pos=page.findings.visualItemRect(page.findings.item(1)).center()
    )
    assert (page.view.currentIndex().row(), page.view.currentIndex().column()) == (2, 3)
    page.findings.setCurrentRow(0)
    qtbot.keyClick(page.findings, Qt.Key.Key_Return)
    assert (page.view.currentIndex().row(), page.view.currentIndex().column()) == (1, 0)
    put(page, 2, 3, "2")
    put(page, 1, 0, "a")
    assert not listed(page) and not page.findings.isVisible()


def test_the_line_of_the_chosen_row_is_marked_in_the_list(opened):
    window = opened(Scenario("First", set_ups=(SetUp(("gone",)), SetUp(), SetUp(("lost",)))), "set_ups")
    page = window.set_ups
    assert len(listed(page)) == 2
    page.view.go_to(2)
    assert page.findings.currentRow() == 1
    page.view.go_to(1)
    assert page.findings.currentRow() == -1


def test_what_the_check_finds_marks_the_cell_that_it_is_about(opened):
    row = Arrival(("a",), 9, place=Place(FILE, 4))
    window = opened(Scenario("First", turns=(Turn("1"),), arrivals=(row,)), "arrivals")
    window.kept.show_issues((Issue(Place(FILE, 4), "Late.", Severity.WARNING, "27.2", "arrives-late", units=("a",)),))
    index = window.arrivals.table.index(0, 0)
    assert index.data(MARK_ROLE) == "warning" and index.data(Qt.ItemDataRole.ToolTipRole) == "Late. [27.2]"
    assert window.arrivals.table.index(0, 1).data(MARK_ROLE) is None


@pytest.mark.parametrize(
    ("row", "column"), [(SetUp(("a",), zone="West"), 4), (SetUp(("a",), box="Pool"), 5), (SetUp(("a",)), 0)]
)
def test_units_that_stand_wrongly_mark_what_says_where_they_are_set_up(opened, row, column):
    window = opened(Scenario("First", set_ups=(replace(row, place=Place(FILE, 4)),)), "set_ups")
    window.kept.show_issues((Issue(Place(FILE, 4), "Too many.", Severity.ERROR, "7.1", "overstacked", units=("a",)),))
    assert [each.column for each in window.set_ups.table.findings() if "Too many" in each.words] == [column]


def test_of_very_many_findings_the_first_are_listed_and_the_rest_is_counted(opened):
    window = opened(Scenario("First", set_ups=tuple(SetUp((f"gone-{n}",)) for n in range(MOST_LISTED + 7))), "set_ups")
    assert len(listed(window.set_ups)) == MOST_LISTED + 1
    assert listed(window.set_ups)[-1].startswith("And 7 more")


# Columns ------------------------------------------------------------------------------------------------------------------


def test_columns_fit_what_stands_in_them_and_grow_with_what_is_typed(opened, qtbot):
    window = opened(Scenario("First", turns=(Turn("0600", weather="Fog"),)), "turns")
    page, weather = window.turns, 4
    before = page.view.columnWidth(weather)
    long = "Snow that falls the whole day"
    put(page, 0, weather, long)
    qtbot.waitUntil(lambda: page.view.columnWidth(weather) > before)
    assert page.view.columnWidth(weather) >= page.view.fontMetrics().horizontalAdvance(long)


def test_widths_that_the_user_has_drawn_are_kept_from_one_window_to_the_next(opened):
    window = opened(TRACK, "turns")
    letter = window.turns.view.fontMetrics().averageCharWidth()
    window.turns.view.setColumnWidth(1, 33 * letter)
    assert window.widths == "turns.date:33"
    window.leave()
    again = opened(TRACK, "turns", window.widths)
    assert again.turns.view.columnWidth(1) == 33 * letter
    again.turns.view.horizontalHeader().sectionHandleDoubleClicked.emit(1)
    assert again.widths == "" and again.turns.view.columnWidth(1) < 33 * letter


@pytest.mark.parametrize("text", ["", "nonsense", "a.b:", "a.b:-3", "a.b:99999999999", ".:x " * 500, "a.b:\u0663"])
def test_widths_that_mean_nothing_are_left_out(text):
    assert str(Widths(text)) == ""


def test_all_turns_of_the_matrix_are_as_wide_as_one_of_them_is_drawn(opened):
    window = opened(TRACK, "allotments")
    view = window.allotments.view
    letter = view.fontMetrics().averageCharWidth()
    view.setColumnWidth(4, 9 * letter)
    view.fit()
    assert [view.columnWidth(column) for column in (3, 4, 5)] == [9 * letter] * 3


# Turns --------------------------------------------------------------------------------------------------------------------


def test_what_comes_on_turns_goes_along_when_one_is_put_in_before_them_in_one_step(opened):
    window = opened(TRACK, "turns")
    before, steps = scenario_of(window), window.kept.undo_stack.count()
    window.turns.view.go_to(0)
    window.turns.add()
    after = scenario_of(window)
    assert [each.turn for each in after.arrivals] == [3, 0] and [each.turn for each in after.allotments] == [3, 4]
    assert window.kept.undo_stack.count() == steps + 1
    assert "follow their turns: 3" in window.message.text()
    window.kept.undo_stack.undo()
    assert scenario_of(window) == before


def test_what_came_on_a_turn_that_is_removed_comes_on_the_next_and_moves_with_turns(opened):
    window = opened(TRACK, "turns")
    window.turns.view.go_to(1)
    window.turns.remove()
    after = scenario_of(window)
    assert after.arrivals[0].turn == 2 and sum(each.amount for each in allotted(after, ("de", "shells"), 2)) == 9
    assert "Removed: 1" in window.message.text() and "follow their turns: 1" in window.message.text()
    window.kept.undo_stack.undo()
    window.turns.view.go_to(1)
    window.turns.shift(1)
    assert scenario_of(window).arrivals[0].turn == 3 and scenario_of(window).turns[2].title == "0620"


def test_a_text_that_means_nothing_stays_with_its_turn(opened):
    window = opened(TRACK, "allotments")
    put(window.allotments, 0, 4, "many")
    window.tabs.setCurrentWidget(window.turns)
    window.turns.view.go_to(0)
    window.turns.add()
    assert list(window.allotments.table.wrong) == [(0, 5)]
    assert window.allotments.table.row_says(0)[0].startswith("Turn 3: ")
    window.kept.undo_stack.undo()
    assert list(window.allotments.table.wrong) == [(0, 4)]
    QApplication.processEvents()


# Amounts ------------------------------------------------------------------------------------------------------------------


def paste(page, text, row=0, column=0):
    page.view.go_to(row, column)
    QGuiApplication.clipboard().setText(text)
    page.view.paste()


BLOCK = "German\tshells\t20\t\t3\nGerman\tsorties\t\t1\nus\tshells\t\t\t\t-2\n"
PASTED = (
    Allotment("de", "shells", 20, 0),
    Allotment("de", "shells", 3, 2),
    Allotment("de", "sorties", 1, 1),
    Allotment("us", "shells", -2, 3),
)


@pytest.mark.parametrize("had", [(), (Allotment("de", "shells", 4, 0),)])
def test_a_block_of_amounts_makes_as_many_lines_as_it_has_and_undo_takes_all_of_them_back(opened, had):
    window = opened(replace(TRACK, arrivals=(), allotments=had), "allotments")
    page, before = window.allotments, list(window.allotments.lines.lines)
    paste(page, BLOCK)
    assert set(scenario_of(window).allotments) == set(PASTED)
    assert page.lines.lines == [("de", "shells"), ("de", "sorties"), ("us", "shells")] and not page.table.wrong
    assert page.table.rowCount() == 3
    window.kept.undo_stack.undo()
    assert scenario_of(window).allotments == had and page.lines.lines == before
    window.kept.undo_stack.redo()
    assert set(scenario_of(window).allotments) == set(PASTED) and len(page.lines.lines) == 3


def test_amounts_of_a_line_that_means_nothing_wait_until_it_does(opened):
    window = opened(replace(TRACK, arrivals=(), allotments=()), "allotments")
    page, table = window.allotments, window.allotments.table
    paste(page, "Greek\tshells\t20\nGerman\tshells\tmany\t2\nGerman\tshells\t7\n\t\t\n")
    assert scenario_of(window).allotments == (Allotment("de", "shells", 2, 1),)
    assert sorted(table.wrong) == [(0, 0), (0, 2), (1, 2), (2, 1), (2, 2)]
    assert "Greek" in table.says((0, 0)) and "first" in table.says((0, 2)) and "line 2 already" in table.says((2, 1))
    put(page, 0, 0, "American")
    put(page, 2, 1, "smoke")
    assert set(scenario_of(window).allotments) == {
        Allotment("us", "shells", 20, 0),
        Allotment("de", "shells", 2, 1),
        Allotment("de", "smoke", 7, 0),
    }
    assert sorted(table.wrong) == [(1, 2)]


def test_undo_takes_lines_back_that_came_with_wrong_texts_and_escape_does(opened):
    window = opened(replace(TRACK, arrivals=()), "allotments")
    page, table = window.allotments, window.allotments.table
    paste(page, "German\tsorties\t2\nGreek\tshells\t20\n", row=0)
    # The first line became another one, the second one is red.
    assert page.lines.lines[0] == ("de", "sorties") and len(page.lines.lines) == 2 and table.wrong
    window.kept.undo_stack.undo()
    assert page.lines.lines == [("de", "shells")] and not table.wrong
    paste(page, "Greek\tshells\t20\n", row=0)
    table.take_back([0])
    assert page.lines.lines == [("de", "shells")] and not table.wrong


def test_several_cells_are_pasted_into_several_also_while_one_is_being_typed(opened, qtbot):
    window = opened(replace(TRACK, arrivals=(), allotments=()), "allotments")
    page = window.allotments
    page.add()
    assert (page.view.currentIndex().row(), page.view.currentIndex().column()) == (0, 0)
    page.view.go_to(0, 1)
    page.view.edit(page.view.currentIndex())
    editor = next(each for each in page.view.viewport().findChildren(QLineEdit) if each.isVisible())
    QGuiApplication.clipboard().setText("shells\t20\nsmoke\t\t1\n")
    qtbot.keyClick(editor, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert scenario_of(window).allotments == (Allotment("de", "shells", 20, 0),)
    assert page.table.text((1, 1)) == "smoke" and "who gets it" in page.table.says((1, 3))
