import pytest
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from app.shell.action_table import ActionSpec
from app.shell.actions import Actions, portable_keys


@pytest.fixture
def actions(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    actions = Actions(window)
    actions.add((ActionSpec("file.open", "Open", "Opens", ("Ctrl+O",)), ActionSpec("file.quit", "Quit", "Ends", ("Ctrl+Q",))))
    return actions


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
