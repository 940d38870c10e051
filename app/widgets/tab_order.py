"""The way of the Tab key through a page, also into what was added to it later."""

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QWidget


def tab_as_read(page: QWidget) -> None:
    """Has Tab go through the widgets of a page in the order of its layout.

    What is added to a window that is there stands last for Tab, behind all other panels.
    """
    layout = page.layout()
    found = [] if layout is None else [each for each in _as_read(layout) if each.focusPolicy() & Qt.FocusPolicy.TabFocus]
    for before, widget in pairwise(found):
        if before.nextInFocusChain() is not widget:
            QWidget.setTabOrder(before, widget)


def _as_read(layout: QLayout) -> Iterator[QWidget]:
    """The widgets of a layout, each before those in it."""
    for number in range(layout.count()):
        item = layout.itemAt(number)
        if item is None:
            continue
        widget = item.widget()
        inner = widget.layout() if widget is not None else item.layout()
        if widget is not None:
            yield widget
        if inner is not None:
            yield from _as_read(inner)
