"""Keys that a widget keeps for itself, and those that it leaves to the map, where both know them."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence


def keep_letters(event: QEvent) -> bool:
    """Takes letters and digits for the widget that has the keyboard; elsewhere in the window they choose tools."""
    if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
        plain = not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
        if plain and event.text().isprintable() and event.text().strip():
            event.accept()
            return True
    return False


def is_step_of_map(event: QEvent, can_undo: bool, can_redo: bool) -> bool:
    """Whether an event asks for undo or redo of which an editor has none of its own: the map's history goes on then."""
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    undo, redo = (event.matches(key) for key in (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo))
    return (undo and not can_undo) or (redo and not can_redo)
