"""Keys that tools take for themselves, and those that they leave to the window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence

from core.rules.kernel.parameters import Heading, Parameter
from tests.app.tools.hand import ALT, CTRL, PLAIN, SHIFT, click, key

META = Qt.KeyboardModifier.MetaModifier
LETTERS = [Qt.Key.Key_K, Qt.Key.Key_X, Qt.Key.Key_R, Qt.Key.Key_M]
SIGNS = [Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight, Qt.Key.Key_Comma, Qt.Key.Key_Period]
EDITING = [Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Tab, Qt.Key.Key_Space]


def in_hand(bench, name):
    bench.box.choose(name)
    return bench.box.current


@pytest.mark.parametrize("held", [CTRL, ALT, META, CTRL | SHIFT])
def test_no_tool_takes_a_key_that_is_held_with_ctrl_alt_or_meta_from_the_window(bench, held):
    for name in bench.box.tools:
        tool = in_hand(bench, name)
        for which in (*LETTERS, *SIGNS, *EDITING):
            assert not tool.wants(key(which, held)), (name, which)
            assert not tool.key(key(which, held)), (name, which)


def test_the_key_that_picks_still_picks_by_itself(bench):
    brush = in_hand(bench, "brush")
    assert brush.wants(key(Qt.Key.Key_K))
    assert brush.key(key(Qt.Key.Key_K))


def test_the_keys_of_a_name_that_is_typed_leave_chords_alone(bench):
    names = in_hand(bench, "names")
    click(names, 3.0, 3.0)
    assert names.wants(key(Qt.Key.Key_Space))
    assert not names.wants(key(Qt.Key.Key_Tab, CTRL))


def test_every_key_that_a_tool_calls_its_own_does_something_for_it(bench):
    told = {name: tool.own_keys for name, tool in bench.box.tools.items() if tool.own_keys}
    assert set(told) >= {"brush", "contour", "spot", "building", "stamp"}
    for name, keys in told.items():
        tool = in_hand(bench, name)
        if name == "movement":
            # It stops for fire where the series leads through that, and units are in hand.
            watch = Parameter("watch", "choice", "whether it is told who could fire", choices=("yes", "no"))
            bench.context.headings = (Heading("movement", "", "", "", (watch,)),)
            tool._units = ("one",)
        if name == "contour":
            click(tool, 2.0, 2.0)
            click(tool, 3.0, 3.0)
        for portable in keys:
            pressed = QKeySequence(portable)[0]
            assert tool.wants(key(pressed.key(), pressed.keyboardModifiers() or PLAIN)), (name, portable)
