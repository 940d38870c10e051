"""A small frame over a window, with a line to type into and a list of matches."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QFocusEvent,
    QGuiApplication,
    QIcon,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QWindow,
)
from PySide6.QtWidgets import QFrame, QHeaderView, QLabel, QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

WIDTH_IN_LETTERS = 56
ROWS = 9

_ELSEWHERE = frozenset({Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason})
"""Reasons to lose the keyboard that do not mean that the user has gone on to something else in this window."""


@dataclass(frozen=True, slots=True)
class Match:
    """One line of the list: what is written left and right, and what it stands for.

    One that is not enabled cannot be chosen; `why_not` is the sentence that says why.
    """

    text: str
    note: str
    value: object
    icon: QIcon | None = None
    enabled: bool = True
    why_not: str = ""


class Popup(QFrame):
    """A frame at the top of its parent; arrow keys move in the list, Enter chooses, Escape or a click elsewhere closes.

    `chosen` carries the value of a match, `closed` tells that the frame is gone.
    """

    chosen = Signal(object)
    closed = Signal()

    def __init__(self, parent: QWidget, title: str, hint: str) -> None:
        super().__init__(parent)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Window)
        self.setAccessibleName(title)
        self.line = QLineEdit(self)
        self.line.setPlaceholderText(hint)
        self.line.setAccessibleName(title)
        self.line.setClearButtonEnabled(True)
        self.list = QTreeWidget(self)
        self.list.setAccessibleName(self.tr("Matches"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setColumnCount(2)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.message = QLabel(self)
        self.message.setWordWrap(True)
        layout = QVBoxLayout(self)
        for part in (self.line, self.list, self.message):
            layout.addWidget(part)
        self.line.textEdited.connect(lambda _: self._refill())
        self.line.returnPressed.connect(self._choose_current)
        self.list.itemClicked.connect(lambda item, _: self._choose(item))
        self.list.currentItemChanged.connect(lambda item, _: self._say_why_not(item))
        self.line.installEventFilter(self)
        program = QGuiApplication.instance()
        assert isinstance(program, QGuiApplication)
        program.focusWindowChanged.connect(self._leave_to)
        self.hide()

    def matches(self, text: str) -> Sequence[Match]:
        """What fits the text typed so far, best first. To be overridden."""
        raise NotImplementedError

    def complaint(self, text: str) -> str:
        """A sentence for when nothing fits; empty for none. To be overridden."""
        raise NotImplementedError

    def popup(self, text: str = "") -> None:
        """Shows the frame with a text to begin with, in the place of any other over the same window."""
        for other in self.window().findChildren(Popup):
            if other is not self:
                other.dismiss()
        self.line.setText(text)
        self.line.selectAll()
        self._refill()
        self._place()
        self.show()
        self.raise_()
        self.line.setFocus(Qt.FocusReason.PopupFocusReason)

    def dismiss(self) -> None:
        """Hides the frame and gives the keyboard back."""
        if self.isHidden():
            return
        self.hide()
        self.closed.emit()

    def _leave_to(self, window: QWindow | None) -> None:
        """Goes when a dialog or another window of the program has the keyboard; lists and menus that pop up are none."""
        if self.isHidden() or window is None:
            return
        if window is not self.window().windowHandle() and window.type() in (Qt.WindowType.Window, Qt.WindowType.Dialog):
            self.dismiss()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrow keys and Escape of the line belong to the frame; losing the keyboard closes it."""
        if watched is self.line and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: ROWS, Qt.Key.Key_PageUp: -ROWS}
            key = Qt.Key(event.key())
            if key in steps:
                self._move(steps[key])
                return True
            if key == Qt.Key.Key_Escape:
                self.dismiss()
                return True
        if watched is self.line and isinstance(event, QFocusEvent) and event.lostFocus() and event.reason() not in _ELSEWHERE:
            self.dismiss()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keeps keys that the line leaves, such as Enter, from what lies under the frame."""
        event.accept()

    def _refill(self) -> None:
        text = self.line.text()
        self.list.clear()
        faint = self.palette().brush(QPalette.ColorRole.PlaceholderText)
        for match in self.matches(text):
            item = QTreeWidgetItem(self.list, [match.text, match.note])
            item.setForeground(1, faint)
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            if match.icon is not None:
                item.setIcon(0, match.icon)
            item.setData(0, Qt.ItemDataRole.UserRole, match)
            if not match.enabled:
                item.setForeground(0, faint)
                item.setToolTip(0, match.why_not)
                item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{match.text}. {match.why_not}")
        self.list.setVisible(self.list.topLevelItemCount() > 0)
        self._move(0)
        if not self.list.topLevelItemCount():
            self._say(self.complaint(text))
        elif self.isVisible():
            self._place()

    def _move(self, step: int) -> None:
        items = [self.list.topLevelItem(row) for row in range(self.list.topLevelItemCount())]
        listed = [item for item in items if item is not None]
        if listed:
            now = self.list.currentItem()
            at = listed.index(now) if now in listed else 0
            self.list.setCurrentItem(listed[min(max(at + step, 0), len(listed) - 1)])

    def _choose_current(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self._choose(item)
            return
        self._say(self.complaint(self.line.text()))

    def _choose(self, item: QTreeWidgetItem) -> None:
        match = item.data(0, Qt.ItemDataRole.UserRole)
        if isinstance(match, Match) and match.enabled:
            self.dismiss()
            self.chosen.emit(match.value)

    def _say_why_not(self, item: QTreeWidgetItem | None) -> None:
        match = item.data(0, Qt.ItemDataRole.UserRole) if item is not None else None
        self._say(match.why_not if isinstance(match, Match) and not match.enabled else "")

    def _say(self, sentence: str) -> None:
        """Says something below the list, to screen readers too."""
        if sentence != self.message.text():
            self.message.setText(sentence)
            QAccessible.updateAccessibility(QAccessibleEvent(self.message, QAccessible.Event.Alert))
        self.message.setVisible(bool(sentence))
        if self.isVisible():
            self._place()

    def _room(self) -> QSize:
        parent = self.parentWidget()
        return parent.size() if parent is not None else QSize()

    def _place(self) -> None:
        room, letter, top = self._room(), self.fontMetrics().averageCharWidth(), self.fontMetrics().height()
        self.setFixedWidth(min(WIDTH_IN_LETTERS * letter, room.width() - 2 * letter))
        rows = min(self.list.topLevelItemCount(), ROWS)
        self.list.setFixedHeight(rows * self.list.sizeHintForRow(0) + 2 * self.list.frameWidth())
        layout = self.layout()
        assert layout is not None
        layout.activate()
        high = layout.totalHeightForWidth(self.width()) if layout.hasHeightForWidth() else layout.totalSizeHint().height()
        self.resize(self.width(), high)
        self.move((room.width() - self.width()) // 2, top)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A line around the frame, so that it stands out from what it covers."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()
