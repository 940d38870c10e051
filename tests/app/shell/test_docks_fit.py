"""Panels that have nothing to show for a box are put away, and come back behind the others with one that they serve."""

from dataclasses import dataclass

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QMainWindow, QPushButton, QWidget

from app.shell.action_table import ALL
from app.shell.actions import Actions
from app.shell.docks import Docks
from core.base.steps import finish
from tests.app.conftest import to_front


@dataclass
class Stand:
    window: QMainWindow
    docks: Docks

    def hidden(self, name: str) -> bool:
        return self.docks._docks[name].isHidden()

    def seen(self, name: str) -> bool:
        dock = self.docks._docks[name]
        return not dock.isHidden() and not dock.visibleRegion().isEmpty()


@pytest.fixture
def stand(qtbot) -> Stand:
    window = QMainWindow()
    qtbot.addWidget(window)
    actions = Actions(window)
    actions.add(ALL)
    docks = Docks(window, actions)
    window.resize(1200, 800)
    window.show()
    qtbot.waitExposed(window)
    finish(docks.arrange())
    return Stand(window, docks)


def test_the_stack_is_a_tab_from_the_start_behind_the_first_panel_where_there_are_counters(stand):
    stand.docks.fit_box(sights=True, counters=True)
    assert not stand.hidden("stack") and stand.seen("ruling") and not stand.seen("stack")


def test_without_counters_there_is_no_tab_and_it_comes_behind_what_is_seen_with_the_first_ones(stand):
    stand.docks.fit_box(sights=True, counters=False)
    assert stand.hidden("stack")
    stand.docks.front("layers")
    stand.docks.stack.has_counters.emit()
    assert not stand.hidden("stack")
    assert stand.seen("layers") and not stand.seen("stack")


def test_what_the_user_has_put_away_stays_away(stand):
    stand.docks._docks["stack"].hide()
    stand.docks.fit_box(sights=True, counters=False)
    stand.docks.fit_box(sights=True, counters=True)
    assert stand.hidden("stack")


def test_a_layout_is_kept_as_it_is_with_everything_to_show(stand):
    stand.docks.fit_box(sights=False, counters=False)
    state = stand.docks.layout(3)
    assert stand.hidden("stack") and stand.hidden("profile")
    assert stand.window.restoreState(state, 3)
    assert not stand.hidden("stack") and not stand.hidden("profile")
    assert stand.window.dockWidgetArea(stand.docks._docks["stack"]) == Qt.DockWidgetArea.RightDockWidgetArea


class Letters:
    """Buttons of two panels in one place that have the same letter, a label of a third that leads to a field by another, and
    what was pressed."""

    def __init__(self, stand, qtbot):
        self.pressed = []
        self.buttons = {}
        for name in ("ruling", "charts"):
            button = QPushButton("&8 up", stand.docks._docks[name].widget())
            button.clicked.connect(lambda _=False, name=name: self.pressed.append(name))
            button.show()
            self.buttons[name] = button
        panel = stand.docks._docks["ask"].widget()
        self.label, self.line = QLabel("&9 down", panel), QLineEdit(panel)
        self.label.setBuddy(self.line)
        self.label.show()
        self.line.show()
        self.map = QWidget()
        self.map.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        stand.window.setCentralWidget(self.map)
        to_front(qtbot, stand.window)
        self.map.setFocus()

    def press(self, key=Qt.Key.Key_8):
        QTest.keyClick(self.map, key, Qt.KeyboardModifier.AltModifier)


def test_a_letter_is_heard_by_the_panel_in_front_whoever_lies_behind(stand, qtbot):
    letters = Letters(stand, qtbot)
    for name in ("ruling", "charts", "ruling"):
        stand.docks.front(name)
        qtbot.waitUntil(lambda name=name: stand.seen(name))
        letters.press()
        # Qt shows a button down for a moment before it is pressed.
        qtbot.waitUntil(lambda: bool(letters.pressed))
        assert letters.pressed.pop() == name and not letters.pressed
    # Nothing is lost by it: all of them have their letters again.
    qtbot.waitUntil(lambda: all(button.shortcut() == QKeySequence("Alt+8") for button in letters.buttons.values()))


def test_what_lies_behind_does_not_answer_to_a_letter_that_nobody_in_front_has(stand, qtbot):
    letters = Letters(stand, qtbot)
    stand.docks.front("layers")
    qtbot.waitUntil(lambda: stand.seen("layers"))
    letters.press(Qt.Key.Key_9)
    assert not letters.line.hasFocus()
    stand.docks.front("ask")
    qtbot.waitUntil(lambda: stand.seen("ask"))
    letters.press(Qt.Key.Key_9)
    qtbot.waitUntil(letters.line.hasFocus)


def test_words_that_change_while_a_letter_is_away_keep_their_own(stand, qtbot):
    letters = Letters(stand, qtbot)
    stand.docks.front("layers")
    qtbot.waitUntil(lambda: stand.seen("layers"))
    letters.press()
    letters.buttons["charts"].setText("&8 up")
    letters.buttons["ruling"].setText("None")
    QApplication.processEvents()
    assert letters.buttons["charts"].shortcut() == QKeySequence("Alt+8")
    assert letters.buttons["ruling"].shortcut().isEmpty()
