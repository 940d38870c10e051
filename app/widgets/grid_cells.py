"""What tables that are typed into have in common: the keys that leave a cell, and the signs at what is wrong."""

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QComboBox

from app.widgets.themes import is_dark

ENDING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
SIDEWAYS = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Right})
UP_DOWN = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down})

ENDS = {
    Qt.Key.Key_Return: (1, 0),
    Qt.Key.Key_Enter: (1, 0),
    Qt.Key.Key_Tab: (0, 1),
    Qt.Key.Key_Backtab: (0, -1),
}
"""Keys that take what was typed, and where they go: rows down, columns along."""

STEPS = {
    **ENDS,
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
}
"""The same with the arrows."""

REPLACING = "replacing"
"""The property of an editor that was opened by a letter: arrows then leave the cell, and do not move in the text."""

CLOSED = "closed"
"""The property of an editor that is closed, so that nothing is taken from it twice."""

CORNER_SHARE = 0.4
"""The size of the corner that marks a cell, as a share of the cell's smaller side."""


def step_of(event: QKeyEvent) -> tuple[int, int]:
    """Where one of `STEPS` leads: rows down and columns along; Enter goes up with Shift."""
    key = Qt.Key(event.key())
    down, along = STEPS[key]
    up = key in ENDING and event.modifiers() & Qt.KeyboardModifier.ShiftModifier
    return (-down if up else down), along


def meant_by(box: QComboBox, text: str) -> int:
    """The line of a list that a text means: that of this word, or the only one that begins so; -1 for none."""
    number = box.findText(text)
    if number >= 0 or not text.strip():
        return number
    wanted = text.strip().casefold()
    begun = [n for n in range(box.count()) if box.itemText(n).casefold().startswith(wanted)]
    return begun[0] if len(begun) == 1 else -1


def runs(numbers: Iterable[int]) -> Iterator[range]:
    """Numbers in order, as ranges without gaps: a selection of thousands of rows is quick when it has few parts.

    >>> list(runs([7, 1, 2, 3, 2]))
    [range(1, 4), range(7, 8)]
    """
    first = last = None
    for number in sorted(set(numbers)):
        if last is not None and number == last + 1:
            last = number
            continue
        if first is not None and last is not None:
            yield range(first, last + 1)
        first = last = number
    if first is not None and last is not None:
        yield range(first, last + 1)


def mark_colour(mark: str, palette: QPalette) -> QColor:
    """The colour of a mark ("error", or a doubt): a second sign beside its shape and words."""
    dark = is_dark(palette)
    if mark == "error":
        return QColor("#ff9a8d" if dark else "#a3211a")
    return QColor("#f0c674" if dark else "#6b4a00")


def paint_corner(painter: QPainter, area: QRect, mark: str, colour: QColor) -> None:
    """Marks a cell: a full corner and a line below for an error, an empty corner for a doubt."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    size = min(area.height(), area.width()) * CORNER_SHARE
    right, top = area.right() + 1.0, float(area.top())
    painter.setPen(QPen(colour, 1.5))
    painter.setBrush(colour if mark == "error" else Qt.BrushStyle.NoBrush)
    painter.drawPolygon(QPolygonF([QPointF(right - size, top), QPointF(right, top), QPointF(right, top + size)]))
    if mark == "error":
        painter.drawLine(area.bottomLeft(), area.bottomRight())
    painter.restore()
