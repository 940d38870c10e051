"""The fine cursor of the keyboard, and the keys that tools which draw share."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.tools.tool import Tool
from app.tools.tool_box import FINE_STEP, ToolBox
from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre

CTRL, PLAIN = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
A = Hex(4, 2)


class Pen(Tool):
    """A tool that writes down what it is told."""

    id, icon, keys, group = "pen", "select", "Shift+F12", "draw"
    name, hint = "Pen", "Draws."

    def __init__(self, context):
        super().__init__(context)
        self.told = []

    def pointer_moved(self, pointer):
        self.told.append(("moved", pointer))

    def pointer_pressed(self, pointer):
        self.told.append(("pressed", pointer))

    def pointer_released(self, pointer):
        self.told.append(("released", pointer))

    def double_pressed(self, pointer):
        self.told.append(("double", pointer))

    def take_back(self):
        self.told.append(("back", None))
        return True

    def wants(self, event):
        return event.key() == Qt.Key.Key_X


@pytest.fixture
def pen(bench, monkeypatch):
    monkeypatch.setattr("app.tools.tool_box.drawing_tools", lambda context, picker: (Pen(context),))
    bench.box.close()
    bench.box = ToolBox(bench.context)
    bench.canvas.moved = bench.box.cursor_moved
    bench.box.choose("pen")
    bench.canvas.set_cursor(A)
    tool = bench.box.current
    tool.told.clear()
    return tool


def press(bench, key, held=PLAIN):
    return bench.box.key(QKeyEvent(QKeyEvent.Type.KeyPress, key, held))


def test_ctrl_and_arrows_move_a_cross_by_an_eighth_of_a_hex(bench, pen):
    assert press(bench, Qt.Key.Key_Right, CTRL)
    x, y = plane_centre(A)
    assert pen.told[-1][1].point == (x + FINE_STEP, y)
    assert pen.told[-1][1].modifiers == PLAIN
    assert bench.canvas.sketches["fine cursor"]


def test_enter_is_a_press_and_a_release_at_the_cross(bench, pen):
    press(bench, Qt.Key.Key_Up, CTRL)
    press(bench, Qt.Key.Key_Return)
    (_, pressed), (_, released) = pen.told[-2:]
    assert [what for what, _ in pen.told[-2:]] == ["pressed", "released"]
    x, y = plane_centre(A)
    assert pressed.point == released.point == (x, y + FINE_STEP)
    assert (pressed.held, released.held) == (True, False)


def test_ctrl_and_enter_finish(bench, pen):
    press(bench, Qt.Key.Key_Return, CTRL)
    assert [what for what, _ in pen.told[-2:]] == ["double", "released"]
    assert pen.told[-1][1].modifiers == PLAIN


def test_backspace_takes_back(bench, pen):
    assert press(bench, Qt.Key.Key_Backspace)
    assert pen.told[-1][0] == "back"


def test_the_hex_cursor_follows_the_cross_into_the_next_hex(bench, pen):
    for _ in range(5):
        press(bench, Qt.Key.Key_Up, CTRL)
    assert bench.canvas.cursor == Hex(4, 3)
    x, y = plane_centre(A)
    assert pen.told[-1][1].point == (x, y + 5 * FINE_STEP)


def test_the_cross_stays_near_the_map(bench, pen):
    low = min((place for place in bench.document.box.cells if place.q == A.q), key=lambda place: place.r)
    bench.canvas.set_cursor(low)
    for _ in range(12):
        press(bench, Qt.Key.Key_Down, CTRL)
    assert bench.canvas.cursor == low
    assert pen.told[-1][1].point[1] == plane_centre(low)[1] - 0.75


def test_another_hex_takes_the_cross_to_its_dot(bench, pen):
    press(bench, Qt.Key.Key_Right, CTRL)
    bench.canvas.set_cursor(Hex(3, 3))
    assert bench.canvas.sketches["fine cursor"] == ()
    press(bench, Qt.Key.Key_Return)
    assert pen.told[-1][1].point == plane_centre(Hex(3, 3))


def test_a_tool_may_take_a_key_from_the_actions_of_the_window(bench, pen):
    event = QKeyEvent(QKeyEvent.Type.ShortcutOverride, Qt.Key.Key_X, PLAIN)
    event.ignore()
    assert bench.box.eventFilter(bench.box, event)
    assert event.isAccepted()
    other = QKeyEvent(QKeyEvent.Type.ShortcutOverride, Qt.Key.Key_Q, PLAIN)
    assert not bench.box.eventFilter(bench.box, other)


def test_tools_that_ask_know_no_fine_cursor(bench, pen):
    bench.box.choose("los")
    assert not press(bench, Qt.Key.Key_Right, CTRL)
