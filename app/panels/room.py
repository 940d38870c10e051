"""A part of a panel that scrolls from top to bottom when there is too little room for it, instead of making the window grow."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QWidget


class Room(QScrollArea):
    """Holds a widget with a layout, which gets all the room that there is, and never less than it needs.

    What has the keyboard stays where it is on the screen when something above it comes or goes.
    """

    def __init__(self, inside: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._inside = inside
        self.setWidget(inside)
        inside.installEventFilter(self)
        self._held: tuple[QWidget, int] | None = None
        self._settling = QTimer(self, singleShot=True, interval=0)
        self._settling.timeout.connect(self._settle)
        self._value = self.verticalScrollBar().value()
        self.verticalScrollBar().valueChanged.connect(self._follow)
        program = QApplication.instance()
        assert isinstance(program, QApplication)
        program.focusChanged.connect(self._hold)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Gives what is inside the height that its words need in the new width."""
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What is inside says other words, or more."""
        if watched is self._inside and event.type() == QEvent.Type.LayoutRequest:
            # Before anything moves: what scrolls with it is not taken for what somebody scrolls.
            self._settling.start()
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        layout = self._inside.layout()
        if layout is not None:
            # Qt asks for no height for a width here, and would press lines that are broken into each other. Where nothing that
            # is shown breaks there is none to ask for.
            least = layout.totalMinimumHeightForWidth(self.viewport().width())
            self._inside.setMinimumHeight(least if least >= 0 else layout.totalMinimumSize().height())

    def bring(self, widget: QWidget) -> None:
        """Brings a widget inside into view once all is laid out that came with it."""
        QTimer.singleShot(0, widget, lambda: self.ensureWidgetVisible(widget, 0, self.fontMetrics().height()))

    def _height_of(self, widget: QWidget) -> int:
        """How far below the upper edge a widget stands."""
        return widget.mapTo(self.viewport(), widget.rect().topLeft()).y()

    def _hold(self, *_: object) -> None:
        """Keeps in mind where what has the keyboard stands, where it is seen."""
        if self._settling.isActive():
            return
        widget = QApplication.focusWidget()
        seen = widget is not None and self._inside.isAncestorOf(widget) and not widget.visibleRegion().isEmpty()
        self._held = (widget, self._height_of(widget)) if widget is not None and seen else None

    def _follow(self, value: int) -> None:
        """Somebody scrolls, also while all is laid out anew: it stays scrolled."""
        before, self._value = self._value, value
        # A value beyond the new end is taken back by Qt itself.
        if self._held is not None and self._settling.isActive() and before <= self.verticalScrollBar().maximum():
            widget, height = self._held
            self._held = widget, height - (value - before)
        self._hold()

    def _settle(self) -> None:
        """All is laid out anew."""
        if self._held is not None and self._held[0] is QApplication.focusWidget():
            widget, before = self._held
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self._height_of(widget) - before)
        self._hold()


def bring_into_view(widget: QWidget) -> None:
    """Brings a widget into view in the room that it scrolls in, where there is one."""
    above = widget.parentWidget()
    while above is not None and not isinstance(above, Room):
        above = above.parentWidget()
    if isinstance(above, Room):
        above.bring(widget)
