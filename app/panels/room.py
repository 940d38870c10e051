"""A part of a panel that scrolls from top to bottom when there is too little room for it, instead of making the window grow."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


class Room(QScrollArea):
    """Holds a widget with a layout, which gets all the room that there is, and never less than it needs."""

    def __init__(self, inside: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._inside = inside
        self.setWidget(inside)
        inside.installEventFilter(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Gives what is inside the height that its words need in the new width."""
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What is inside says other words, or more."""
        if watched is self._inside and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        layout = self._inside.layout()
        if layout is not None:
            # Qt asks for no height for a width here, and would press lines that are broken into each other.
            self._inside.setMinimumHeight(layout.totalMinimumHeightForWidth(self.viewport().width()))
