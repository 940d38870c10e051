"""Where the keyboard goes."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def first_focusable(pane: QWidget) -> QWidget | None:
    """The first widget of a pane, itself included, that is seen and takes the keyboard by Tab; None if there is none.

    First is what the pane has speak for it, else what was made first. Qt's own chain of focus is not asked: the binding makes
    each widget of it the child of the one before, and gives up the map's viewport together with a dialog that once stood before
    it in the chain.
    """
    for widget in (pane.focusProxy(), pane, *pane.findChildren(QWidget)):
        if widget is not None and widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            return widget
    return None
