"""The start page, the page of problems, and the status bar."""

from fractions import Fraction
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCommandLinkButton, QLineEdit, QPushButton

from app.shell.files.samples import BoxEntry
from app.shell.problem_page import ProblemPage
from app.shell.start_page import StartPage
from app.shell.status_bar import StatusBar
from core.base.errors import Place
from core.model.issues import Issue

SAMPLE, OWN = BoxEntry(Path("/boxes/sample"), "Sample & Co"), BoxEntry(Path("/boxes/own"), "My own")


@pytest.fixture
def start(qtbot):
    page = StartPage()
    qtbot.addWidget(page)
    page.show_boxes([SAMPLE], [OWN])
    page.resize(800, 600)
    page.show()
    return page


def test_every_box_on_the_start_page_can_be_opened(start, qtbot):
    buttons = {button.accessibleName(): button for button in start.findChildren(QCommandLinkButton)}
    for entry in (SAMPLE, OWN):
        with qtbot.waitSignal(start.chosen) as chosen:
            buttons[f"Open {entry.title}"].click()
        assert chosen.args == [entry.path]


def test_the_list_of_recent_boxes_can_be_cleared_where_it_is_shown(start, qtbot):
    clear = next(button for button in start.findChildren(QPushButton) if "Clear" in button.text())
    with qtbot.waitSignal(start.cleared):
        clear.click()
    start.show_boxes([SAMPLE], [])
    qtbot.waitUntil(lambda: not any("Clear" in button.text() for button in start.findChildren(QPushButton)))


def test_a_long_title_is_shortened_and_whole_for_screen_readers(qtbot):
    page = StartPage()
    qtbot.addWidget(page)
    entry = BoxEntry(Path("/boxes/long"), "A very long title " * 20)
    page.show_boxes([entry], [])
    button = page.findChild(QCommandLinkButton)
    assert "…" in button.text()
    assert button.accessibleName() == f"Open {entry.title}"


ISSUES = [Issue(Place("a.map.yaml", 3, 5), "This is wrong."), Issue(Place("game.yaml"), "So is this.")]


@pytest.fixture
def problems(qtbot):
    page = ProblemPage()
    qtbot.addWidget(page)
    page.show_problems(Path("/boxes/broken"), ISSUES)
    return page


def test_problems_are_listed_with_their_places(problems):
    assert [problems.list.item(row).text() for row in range(problems.list.count())] == [str(issue) for issue in ISSUES]


def test_problems_are_copied_all_or_as_selected(problems):
    problems.copy_button.click()
    assert QGuiApplication.clipboard().text() == "\n".join(str(issue) for issue in ISSUES)


def test_the_keys_that_copy_problems_are_for_their_list_alone(problems, qtbot):
    beside = QLineEdit("elsewhere", problems)
    problems.show()
    problems.activateWindow()
    qtbot.waitUntil(problems.isActiveWindow)
    beside.setFocus()
    beside.selectAll()
    qtbot.keyClick(beside, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "elsewhere"
    problems.list.setFocus()
    qtbot.keyClick(problems.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert "This is wrong." in QGuiApplication.clipboard().text()


def test_opening_a_problem_tells_which(problems, qtbot):
    with qtbot.waitSignal(problems.issue_activated) as activated:
        problems.list.itemActivated.emit(problems.list.item(1))
    assert activated.args == [ISSUES[1]]


@pytest.mark.parametrize(("button", "signal"), [("Try again", "retry"), ("Open another", "browse"), ("Back", "closed")])
def test_every_way_out_of_the_problems_works(problems, qtbot, button, signal):
    found = next(each for each in problems.findChildren(QPushButton) if button in each.text().replace("&", ""))
    with qtbot.waitSignal(getattr(problems, signal)):
        found.click()


@pytest.fixture
def status(qtbot):
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.show()
    return bar


def test_heights_are_known_undecidable_or_on_their_way(status):
    status.show_height(True, Fraction(125, 2))
    assert status.height_.text() == "62.5 m"
    status.show_height(True, None)
    assert status.height_.text() == "no height"
    status.show_height(False, None)
    assert status.height_.text() == "…"


def test_a_short_answer_shows_no_progress(status):
    status.show_busy(1, "Field", 1, 2, background=False)
    assert not status._bar.isVisible()
    status.end_progress(1)
    assert not status._patience.isActive()


def test_a_long_answer_shows_progress_and_can_be_stopped(status, qtbot):
    status.show_busy(1, "Field", 1, 2, background=False)
    qtbot.waitUntil(lambda: status._bar.isVisible())
    assert status._bar.value() * 2 == status._bar.maximum()
    with qtbot.waitSignal(status.cancelled) as cancelled:
        status._cancel.click()
    assert cancelled.args == [1]


def test_what_the_user_waits_for_goes_before_the_background(status):
    status.show_busy(1, "Field", 1, 2, background=False)
    status.show_busy(2, "Heights", 1, 9, background=True)
    assert status._what.text() == "Field"
    status.show_busy(3, "Sight", 1, 2, background=False)
    assert status._what.text() == "Sight"
    status.end_progress(3)
    status.show_busy(2, "Heights", 2, 9, background=True)
    assert status._what.text() == "Heights"


def test_leaving_the_map_empties_the_place(status):
    status.show_place("03.07", "1.00, 2.00", "Woods")
    status.show_height(True, Fraction(20))
    status.show_place("", "", "")
    assert (status.place.text(), status.height_.text(), status.terrain.text()) == ("", "", "")
