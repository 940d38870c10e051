"""Where the keyboard goes."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def first_focusable(pane: QWidget) -> QWidget | None:
    """The first widget of a pane, itself included, that is seen and takes the keyboard by Tab; None if there is none."""
    widget = pane
    while True:
        inside = widget is pane or pane.isAncestorOf(widget)
        if inside and widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            return widget
        following = widget.nextInFocusChain()
        if following is None or following is pane:
            return None
        widget = following
