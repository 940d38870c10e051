"""Where the keyboard goes."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTextEdit, QWidget


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


def focus_next(panes: Sequence[QWidget], at: QWidget | None) -> None:
    """Moves the keyboard from the pane that holds the widget `at`, or from none, round to the next one that takes it."""
    now = next((n for n, pane in enumerate(panes) if at is not None and (pane is at or pane.isAncestorOf(at))), -1)
    for pane in (*panes[now + 1 :], *panes[: now + 1]):
        target = first_focusable(pane)
        if target is not None:
            target.setFocus(Qt.FocusReason.TabFocusReason)
            return


def finish_writing() -> None:
    """What is being written counts now, as it does when the keyboard goes elsewhere; it stays where it is."""
    field = QApplication.focusWidget()
    if isinstance(field, QLineEdit | QPlainTextEdit | QTextEdit):
        field.clearFocus()
        if QApplication.focusWidget() is None and field.isVisible():
            field.setFocus(Qt.FocusReason.OtherFocusReason)
