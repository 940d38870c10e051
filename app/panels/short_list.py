"""A list as high as what it holds, up to a few lines; its rows break where they are too long."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.panels.signs import sign_icon
from app.widgets.letters import keep_letters
from app.widgets.themes import show_boxes

MOST_LINES = 9

APART = 3
"""Rows of several lines lie a line through so many apart."""

ROLLS = Qt.Key.Key_R
"""The key that rolls, in the panel as on the map."""

DIGITS = tuple(Qt.Key(Qt.Key.Key_1 + n) for n in range(9))
"""The keys that choose one of several ways, in the panel as on the map."""


def keeps_key(event: QEvent, focus: QWidget | None, rolling: Callable[[], bool]) -> bool:
    """Takes a key for a panel of lists: letters that a list looks for choose no tool; with Shift, and from a button, they do,
    but for the one that rolls, where `rolling` says so."""
    if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
        alone = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if alone and event.key() == ROLLS and rolling():
            event.accept()
            return True
        if event.modifiers() == Qt.KeyboardModifier.ShiftModifier or isinstance(focus, QAbstractButton):
            return False
    return keep_letters(event)


@dataclass(frozen=True, slots=True)
class Row:
    """A row: what it says, whether it is ticked (None for one that cannot be), what it is by, and the sign before it."""

    text: str
    key: str = ""
    ticked: bool | None = None
    tip: str = ""
    sign: str = ""


class _Boxes(QStyledItemDelegate):
    """Frames the boxes to tick so that they are seen in the dark, and sets rows of several lines apart."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """What a line is drawn with."""
        super().initStyleOption(option, index)
        show_boxes(option)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """How large a row is: where one has lines of its own it is seen which of them belong together."""
        size = super().sizeHint(option, index)
        if "\n" in str(index.data()):
            size.setHeight(size.height() + option.fontMetrics.lineSpacing() // APART)
        return size


class ShortList(QListWidget):
    """Shows rows. `chosen` carries the number of a row that the user goes to, `turned` the key of one that is ticked or not any
    more, `opened` comes with Enter or a double click. Digits are for the panel where it is `numbered`."""

    chosen = Signal(int)
    turned = Signal(str)
    opened = Signal()

    def __init__(self, name: str, parent: QWidget | None = None, most: int = MOST_LINES, numbered: bool = False) -> None:
        super().__init__(parent)
        self._rows: tuple[Row, ...] = ()
        self._most, self._numbered, self._fitting = most, numbered, False
        self.setAccessibleName(name)
        self.setItemDelegate(_Boxes(self))
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.currentRowChanged.connect(self._choose)
        self.itemChanged.connect(self._turn)
        self.itemDoubleClicked.connect(lambda _: self.opened.emit())

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is shown."""
        return self._rows

    def show_rows(self, rows: Sequence[Row], current: int = -1) -> None:
        """Shows other rows, one of them as the current one; nothing is told of it."""
        wanted, said = tuple(rows), self._said(self._rows)
        with QSignalBlocker(self):
            if wanted != self._rows:
                at = self.verticalScrollBar().value()
                self._fill(wanted)
                self.verticalScrollBar().setValue(at)
            if 0 <= current < len(wanted) and current != self.currentRow():
                self.setCurrentRow(current)
            if self._said(wanted) != said and self.currentItem() is not None:
                # A row that says more now may break into a line that is out of sight.
                self.scrollToItem(self.currentItem())

    def _said(self, rows: Sequence[Row]) -> str:
        return rows[self.currentRow()].text if 0 <= self.currentRow() < len(rows) else ""

    def _fill(self, rows: tuple[Row, ...]) -> None:
        old, self._rows = self._rows, rows
        if len(old) != len(rows):
            kept = self.currentRow()
            self.clear()
            for _ in rows:
                self.addItem(QListWidgetItem())
            self.setCurrentRow(min(kept, len(rows) - 1))
        plain = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        for number, row in enumerate(rows):
            item = self.item(number)
            item.setText(row.text)
            item.setToolTip(row.tip or row.text)
            item.setIcon(sign_icon(row.sign, self.palette()) if row.sign else QIcon())
            if row.ticked is None:
                item.setFlags(plain)
                item.setData(Qt.ItemDataRole.CheckStateRole, None)
            else:
                item.setFlags(plain | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(Qt.CheckState.Checked if row.ticked else Qt.CheckState.Unchecked)
        self._fit()

    def _choose(self, number: int) -> None:
        if number >= 0:
            self.chosen.emit(number)

    def _turn(self, item: QListWidgetItem) -> None:
        number = self.row(item)
        row = self._rows[number] if 0 <= number < len(self._rows) else None
        if row is not None and row.ticked is not None and (item.checkState() == Qt.CheckState.Checked) != row.ticked:
            self.turned.emit(row.key)
            if number < len(self._rows) and self._rows[number] == row:
                # It was not taken over.
                with QSignalBlocker(self):
                    item.setCheckState(Qt.CheckState.Checked if row.ticked else Qt.CheckState.Unchecked)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens; the key that rolls is for the panel, and so are digits where rows are numbered."""
        alone = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and alone:
            self.opened.emit()
        elif alone and (event.key() == ROLLS or (self._numbered and event.key() in DIGITS)):
            # A list looks for rows by letters and digits, and would keep it.
            event.ignore()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Letters look for a row and choose no tool; with Shift they do."""
        if isinstance(event, QKeyEvent) and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
            return super().event(event)
        return keep_letters(event) or super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Rows break anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _fit(self) -> None:
        """As high as its rows, up to the most. A scroll bar is there or not before rows break, which it takes room from."""
        if self._fitting:
            return
        self._fitting = True
        line = self.fontMetrics().lineSpacing()
        rows = self._rows_with(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if sum(rows) > self._most * line:
            rows = self._rows_with(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        # Of many rows so many are seen as fit, and none of them in part; one alone that is higher is.
        whole = max((high for high in accumulate(rows) if high <= self._most * line), default=self._most * line)
        self.setFixedHeight(max(min(whole, sum(rows)), line) + 2 * self.frameWidth())
        self._fitting = False

    def _rows_with(self, bar: Qt.ScrollBarPolicy) -> list[int]:
        """How high each row is, in pixels, beside a scroll bar or without one."""
        self.setVerticalScrollBarPolicy(bar)
        # Only a layout knows how rows break that are wider than the list.
        self.doItemsLayout()
        line = self.fontMetrics().lineSpacing()
        return [max(self.visualItemRect(self.item(number)).height(), line) for number in range(self.count())]
