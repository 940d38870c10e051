"""A hand that clicks and drags with a tool, at points of the shared plane."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.tools.tool import Pointer
from core.geometry.hex_clip import hex_under

PLAIN, CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier


def at(x, y, held=False, modifiers=PLAIN):
    return Pointer(hex_under((x, y)), (x, y), 0.01, modifiers, held)


def key(which, modifiers=PLAIN):
    return QKeyEvent(QKeyEvent.Type.KeyPress, which, modifiers)


def click(tool, x, y, modifiers=PLAIN):
    tool.pointer_moved(at(x, y, modifiers=modifiers))
    tool.pointer_pressed(at(x, y, True, modifiers))
    tool.pointer_released(at(x, y, modifiers=modifiers))


def double_click(tool, x, y):
    click(tool, x, y)
    tool.double_pressed(at(x, y, True))
    tool.pointer_released(at(x, y))


def drag(tool, *points, modifiers=PLAIN):
    tool.pointer_pressed(at(*points[0], True, modifiers))
    for point in points:
        tool.pointer_moved(at(*point, True, modifiers))
    tool.pointer_released(at(*points[-1], False, modifiers))


def option(tool, name, value):
    next(each for each in tool.options if each.id == name).change(value)
