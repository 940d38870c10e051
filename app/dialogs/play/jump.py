"""Where to jump in the course of a game: every phase of every turn, found by a few letters."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.widgets.buttons import button_row
from app.widgets.seeking import finds

WIDTH_LETTERS, HEIGHT_LINES = 64, 24
_STOP = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Stop:
    """A place to jump to: a phase of a turn, whose it is, and what it is called. The words of a `turn` come before."""

    turn: int
    phase: str
    side: str
    words: str
    here: bool = False


class JumpDialog(QDialog):
    """Lists where play can go; `chosen` is the answer when it is accepted."""

    def __init__(self, parent: QWidget | None, stops: Sequence[Stop]) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Jump to a phase"))
        self._stops = tuple(stops)
        self.line = QLineEdit(self)
        self.line.setPlaceholderText(self.tr("A few letters of the turn, the phase or the side"))
        self.line.setClearButtonEnabled(True)
        label = QLabel(self.tr("&Find:"), self)
        label.setBuddy(self.line)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Phases"))
        self.list.setUniformItemSizes(True)
        hint = QLabel(
            self.tr("What a turn brings comes with it, and goes when you jump back over its beginning. The journal keeps all."),
            self,
        )
        hint.setWordWrap(True)
        self._buttons = button_row(self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("&Jump"))
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for part in (label, self.line, self.list, hint, self._buttons):
            column.addWidget(part, 1 if part is self.list else 0)
        self.line.textChanged.connect(self._fill)
        self.line.installEventFilter(self)
        self.list.itemDoubleClicked.connect(lambda _: self.accept())
        self.list.currentItemChanged.connect(lambda *_: self._judge())
        metrics = self.fontMetrics()
        self.resize(WIDTH_LETTERS * metrics.averageCharWidth(), HEIGHT_LINES * metrics.lineSpacing())
        self._fill()
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def chosen(self) -> Stop | None:
        """The place that is chosen."""
        item = self.list.currentItem()
        found: Stop | None = item.data(_STOP) if item is not None else None
        return found

    def accept(self) -> None:
        """Jumps, when a place is chosen."""
        if self.chosen is not None:
            super().accept()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrows go through the list while letters are typed."""
        if watched is self.line and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            keys = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
            if event.key() in keys and not event.modifiers():
                self.list.keyPressEvent(event)
                return True
        return super().eventFilter(watched, event)

    def _fill(self) -> None:
        wanted = self.line.text()
        self.list.clear()
        here = 0
        for stop in self._stops:
            if not finds(wanted, stop.words):
                continue
            if stop.here:
                here = self.list.count()
            item = QListWidgetItem(f"▶ {stop.words}" if stop.here else stop.words, self.list)
            item.setData(_STOP, stop)
        self.list.setCurrentRow(here)
        if self.list.currentItem() is not None:
            self.list.scrollToItem(self.list.currentItem(), QListWidget.ScrollHint.PositionAtCenter)
        self._judge()

    def _judge(self) -> None:
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(self.chosen is not None)
