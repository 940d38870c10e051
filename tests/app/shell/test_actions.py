import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from app.shell.action_table import ActionSpec
from app.shell.actions import Actions, portable_keys, why_not
from tests.app.conftest import to_front


@pytest.fixture
def actions(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    actions = Actions(window)
    actions.add((ActionSpec("file.open", "Open", "Opens", ("Ctrl+O",)), ActionSpec("file.quit", "Quit", "Ends", ("Ctrl+Q",))))
    return actions


def test_a_grey_action_says_why_in_its_tips(actions):
    actions.allow("file.open", "no box is open")
    action = actions["file.open"]
    assert not action.isEnabled()
    assert action.toolTip().splitlines() == ["Open (Ctrl+O)", "Opens", "Not now, because no box is open."]
    assert action.statusTip() == "Not now, because no box is open. Opens"
    assert why_not(action) == "Not now, because no box is open."
    actions.allow("file.open")
    assert action.isEnabled()
    assert (action.toolTip(), action.statusTip(), why_not(action)) == ("Open (Ctrl+O)\nOpens", "Opens", "")


def test_other_keys_leave_the_reason_where_it_is(actions):
    actions.allow("file.open", "no box is open")
    actions.choose_keys({"file.open": ("Ctrl+J",)})
    assert actions["file.open"].toolTip().endswith("\nNot now, because no box is open.")


def test_the_keys_of_a_grey_action_tell_why_nothing_happens(actions, qtbot):
    window, heard = actions.parent(), []
    actions.refused.connect(heard.append)
    to_front(qtbot, window)
    qtbot.keyClick(window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    assert heard == []
    actions.allow("file.open", "no box is open")
    qtbot.keyClick(window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert heard == ["Open: Not now, because no box is open."]


def test_the_users_keys_replace_those_that_are_shipped_and_go_back(actions):
    actions.choose_keys({"file.open": ("Ctrl+J",), "file.quit": ("Ctrl+Q",)})
    assert portable_keys(actions["file.open"]) == ("Ctrl+J",)
    assert "Ctrl+J" in actions["file.open"].toolTip()
    assert actions.own_keys == {"file.open": ("Ctrl+J",)}
    actions.choose_keys({"file.open": ("Ctrl+O",)})
    assert portable_keys(actions["file.open"]) == ("Ctrl+O",)
    assert actions.own_keys == {}


def test_keys_of_an_action_that_comes_later_wait_for_it(actions):
    actions.use_keys({"tool.los": ("Ctrl+L",)})
    action = QAction("Line of sight")
    action.setShortcut(QKeySequence("L"))
    actions.adopt(action, "tool.los")
    assert portable_keys(action) == ("Ctrl+L",)
    assert actions.preset_keys("tool.los") == ("L",)
    actions.choose_keys({"file.open": ("Ctrl+J",)})
    assert actions.own_keys == {"tool.los": ("Ctrl+L",), "file.open": ("Ctrl+J",)}


def test_choosing_keys_is_told(actions, qtbot):
    with qtbot.waitSignal(actions.keys_changed):
        actions.choose_keys({"file.open": ()})
