"""Measures how long the first picture of the window takes from the start of a process, beside a bare window of Qt."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from app.shell.first_paint import EXIT_VARIABLE

BARE = """
import sys, time
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
def painted():
    print(time.time(), flush=True)
    application.exit(0)
class Window(QMainWindow):
    def paintEvent(self, event):
        super().paintEvent(event)
        QTimer.singleShot(0, painted)
application = QApplication(sys.argv)
window = Window()
window.resize(1280, 800)
window.show()
application.exec()
"""

OURS = "from app.main import run; run()"


@dataclass(frozen=True, slots=True)
class FirstPaintTiming:
    """Seconds from the start of a process to the first picture of its window, a bare window of Qt and ours, and how much longer
    ours takes; each the median of all rounds."""

    bare_s: float
    ours_s: float
    ratio: float


def measure(rounds: int = 5) -> FirstPaintTiming:
    """Measures in turns, so that both meet the same machine, and compares within each; so many rounds, after one to warm up.

    Raises subprocess.CalledProcessError when a window does not come up.
    """
    bare, ours = [], []
    for round_number in range(rounds + 1):
        times = _seconds([sys.executable, "-c", BARE]), _seconds([sys.executable, "-c", OURS])
        if round_number:
            bare.append(times[0])
            ours.append(times[1])
    return FirstPaintTiming(median(bare), median(ours), median(b / a for a, b in zip(bare, ours, strict=True)))


def _seconds(command: Sequence[str]) -> float:
    # Users start from compiled modules; a test run may have been told to leave none behind.
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment[EXIT_VARIABLE] = "1"
    begin = time.time()
    ended = subprocess.run(command, env=environment, check=True, timeout=60, stdout=subprocess.PIPE, text=True)
    return float(ended.stdout) - begin
