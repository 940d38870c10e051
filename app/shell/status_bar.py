"""The line below the map: what the tool wants, how far a long answer is, and what lies under the pointer."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QProgressBar, QSizePolicy, QStatusBar, QToolButton, QWidget

if TYPE_CHECKING:
    from fractions import Fraction

PATIENCE_MS = 350
"""Answers that take less show no progress, so that nothing flickers."""

PASSING_MS = 8000
"""How long a message stays that asks for nothing."""

BAR_LETTERS = 16
STEPS = 1000


class ElidedLabel(QLabel):
    """A line of plain text that gives way to what stands beside it: what does not fit ends in "…", and is told as a tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    @property
    def elided(self) -> str:
        """The text as far as it is shown."""
        room = self.contentsRect().width() - max(self.indent(), 0)
        line = " ".join(self.text().split())
        return self.fontMetrics().elidedText(line, Qt.TextElideMode.ElideRight, room)

    def minimumSizeHint(self) -> QSize:
        """One line of no width."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints what there is room for."""
        painter = QPainter(self)
        room = self.contentsRect().adjusted(max(self.indent(), 0), 0, 0, 0)
        alignment = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        self.style().drawItemText(
            painter, room, alignment.value, self.palette(), self.isEnabled(), self.elided, self.foregroundRole()
        )
        painter.end()


class StatusBar(QStatusBar):
    """`cancelled` carries the ticket of the answer that the user does not want to wait for."""

    cancelled = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self._ticket = 0
        self._background = False
        self._hint = ElidedLabel(self)
        self._hint.setAccessibleName(self.tr("What the tool wants"))
        self._hint.setIndent(self.fontMetrics().averageCharWidth())
        self._what = QLabel(self)
        self._bar = QProgressBar(self)
        self._bar.setRange(0, STEPS)
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(BAR_LETTERS * self.fontMetrics().averageCharWidth())
        self._bar.setMaximumHeight(self.fontMetrics().height())
        self._cancel = QToolButton(self)
        self._cancel.setAutoRaise(True)
        self._cancel.setToolTip(self.tr("Stop this"))
        self._cancel.setAccessibleName(self.tr("Stop this"))
        self._cancel.clicked.connect(lambda: self.cancelled.emit(self._ticket))
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE_MS)
        self._patience.timeout.connect(self._show_progress)
        self._lasting = ""
        self._passing = QTimer(self)
        self._passing.setSingleShot(True)
        self._passing.setInterval(PASSING_MS)
        self._passing.timeout.connect(lambda: self.show_hint(self._lasting))
        self.addWidget(self._hint, 1)
        for part in (self._what, self._bar, self._cancel):
            self.addPermanentWidget(part)
        self.place = self._cell(self.tr("Hex"), "A00.00")
        self.point = self._cell(self.tr("Place on the sheet, in hexes"), "000.00, 000.00")
        self.height_ = self._cell(self.tr("Height of the hex"), "0000.0 m")
        self.terrain = self._cell(self.tr("Terrain"), "")
        self.zoom = self._cell(self.tr("Zoom"), "1000 %")
        self.end_progress(0)

    def paint_icons(self) -> None:
        """Draws icons in the colours of the palette in force."""
        from app.widgets.icons import icon

        self._cancel.setIcon(icon("cancel"))

    def show_hint(self, text: str) -> None:
        """What the tool wants the user to do, or has to say."""
        self._passing.stop()
        self._lasting = text
        self._say(text)

    def show_passing(self, text: str) -> None:
        """A message that gives way to the hint before it after a few seconds."""
        self._say(text)
        self._passing.start()

    def speak(self, text: str) -> None:
        """Says what the hex cursor has come to: shown like a passing message, and told to screen readers."""
        # Not needed for the first picture of the window.
        from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent

        self.show_passing(text)
        QAccessible.updateAccessibility(QAccessibleEvent(self._hint, QAccessible.Event.NameChanged))
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._hint, text))

    def _say(self, text: str) -> None:
        self._hint.setText(text)
        self._hint.setToolTip(text)

    @property
    def hint(self) -> str:
        """The hint in force."""
        return self._hint.text()

    def show_place(self, label: str, point: str, terrain: str) -> None:
        """What lies under the pointer; empty texts when it is not over the map."""
        self.place.setText(label)
        self.point.setText(point)
        self.terrain.setText(terrain)
        if not label:
            self.height_.clear()

    def show_height(self, known: bool, height: "Fraction | None") -> None:
        """The height of the hex under the pointer: not known yet, undecidable, or so many metres."""
        from core.rules.kernel.rulings import metres

        if not known:
            self.height_.setText("…")
        elif height is None:
            self.height_.setText(self.tr("no height"))
        else:
            self.height_.setText(self.tr("%s m") % metres(height))

    def show_zoom(self, factor: float) -> None:
        """The zoom, 1 for the map's own size."""
        self.zoom.setText(self.tr("%d %%") % round(100 * factor))

    def show_busy(self, ticket: int, what: str, done: int, total: int, background: bool) -> None:
        """How far an answer is. What the user waits for goes before what runs in the background."""
        if background and self._ticket and not self._background and ticket != self._ticket:
            return
        if ticket != self._ticket:
            self._ticket, self._background = ticket, background
            self._patience.start()
        self._what.setText(what)
        # Without a total the bar runs to and fro.
        self._bar.setRange(0, STEPS if total else 0)
        if total:
            self._bar.setValue(round(STEPS * done / total))

    def end_progress(self, ticket: int) -> None:
        """An answer is there, or nobody waits for it any more."""
        if ticket == self._ticket:
            self._ticket = 0
            self._patience.stop()
            for part in (self._what, self._bar, self._cancel):
                part.hide()

    def _show_progress(self) -> None:
        for part in (self._what, self._bar, self._cancel):
            part.show()

    def _cell(self, name: str, widest: str) -> QLabel:
        label = QLabel(self)
        label.setAccessibleName(name)
        label.setToolTip(name)
        label.setIndent(self.fontMetrics().averageCharWidth())
        if widest:
            label.setMinimumWidth(self.fontMetrics().horizontalAdvance(f"{widest}  "))
        self.addPermanentWidget(label)
        return label
