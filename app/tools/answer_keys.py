"""The keys of tools that lead through what follows a click: digits pick, R rolls, Ctrl+Enter does it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

ROLL_KEY, TAKE_KEYS = "R", ("Ctrl+Return", "Ctrl+Enter")

MOST_DRAWN = 9
"""So many ways are drawn at once, beside the one that is picked: those that digits choose."""

DIGITS = tuple(Qt.Key(Qt.Key.Key_1 + n) for n in range(MOST_DRAWN))

_ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


def is_key(event: QKeyEvent, key: Qt.Key) -> bool:
    """Whether it is this key alone."""
    return event.key() == key and not event.modifiers()


def is_take(event: QKeyEvent) -> bool:
    """Whether a key does what is picked."""
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return Qt.Key(event.key()) in _ENTER and held == Qt.KeyboardModifier.ControlModifier
