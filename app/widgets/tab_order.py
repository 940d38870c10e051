"""The way of the Tab key through a page, also into what was added to it later."""

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QScrollArea, QWidget


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
    """The widgets of a layout, each before those in it, and those that scroll in it.

    The items of the layout are left alone: one that is asked for is held as long as the layout lives, also when Qt has deleted
    it with its widget. What comes to lie at its address is then taken for it, and the program crashes.
    """
    holder = layout.parentWidget()
    parts = (*layout.children(), *(holder.children() if holder is not None else ()))
    placed = [(layout.indexOf(each), each) for each in parts if isinstance(each, QLayout | QWidget)]
    for _, each in sorted(((at, each) for at, each in placed if at >= 0), key=lambda found: found[0]):
        if isinstance(each, QWidget):
            yield each
        # What scrolls is laid out by itself.
        inside = each.widget() if isinstance(each, QScrollArea) else None
        inner = (inside or each).layout()
        if inner is not None:
            yield from _as_read(inner)
