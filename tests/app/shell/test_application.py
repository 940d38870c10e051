"""A program that the system tells to end closes its window by itself."""

import os
import signal
import sys

import pytest
from PySide6.QtWidgets import QMainWindow

from app.shell.application import end_when_told


class _Window(QMainWindow):
    ended = 0

    def end_session(self) -> None:
        self.ended += 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_the_signal_to_end_reaches_the_window_through_its_event_loop(qtbot):
    before = signal.getsignal(signal.SIGTERM)
    window = _Window()
    qtbot.addWidget(window)
    try:
        end_when_told(window)
        os.kill(os.getpid(), signal.SIGTERM)
        qtbot.waitUntil(lambda: window.ended == 1)
    finally:
        signal.signal(signal.SIGTERM, before)
