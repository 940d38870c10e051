"""Tells when a window has been painted for the first time. How long that takes is measured in `timing`."""

import os
import time

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

EXIT_VARIABLE = "PHASELINE_EXIT_AFTER_FIRST_PAINT"
"""An environment variable that makes the program print the time and end once its window has been painted; for measuring."""


class FirstPaint(QObject):
    """Emits `painted` once, after a window's first paint event has been dealt with."""

    painted = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Waits for the paint event of the window."""
        if event.type() == QEvent.Type.Paint and watched is self._window:
            self._window.removeEventFilter(self)
            QTimer.singleShot(0, self.painted.emit)
        return False


def exits_after_first_paint() -> bool:
    """Whether this run is only for measuring."""
    return bool(os.environ.get(EXIT_VARIABLE))


def tell_time_and_end() -> None:
    """Prints the time of day in seconds and ends the event loop without asking anybody."""
    print(time.time(), flush=True)
    application = QApplication.instance()
    if application is not None:
        application.exit(0)
