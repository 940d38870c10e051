"""Garbage is collected in the GUI thread alone: what Qt has made must not die in a thread that only reads or writes.

Python collects cycles in whatever thread happens to make enough objects; the threads that read answers of the worker and that
write the recovery log make many. A widget or timer that is part of such a cycle would be deleted there, which Qt forbids.
"""

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 200

REST_ROUNDS = 100
"""Rounds from one look at everything to the next, for that takes tens of milliseconds."""

EVERYTHING = 2
"""The oldest of Python's generations."""


class GuiCollector(QObject):
    """Collects when Python itself would, but only here. While it lives Python does not collect by itself."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._rest = 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.collect)
        self._timer.start(INTERVAL_MS)

    def close(self) -> None:
        """Lets Python collect again by itself."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()

    def collect(self) -> int:
        """Collects the oldest generation that is due, and those younger; -1 when none was."""
        self._rest -= 1
        due = [n for n, (made, most) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True)) if made > most]
        if self._rest > 0 and EVERYTHING in due:
            due.remove(EVERYTHING)
        if not due:
            return -1
        gc.collect(due[-1])
        if due[-1] == EVERYTHING:
            self._rest = REST_ROUNDS
            if not gc.get_freeze_count():
                # What has outlived the start (modules, types, the window) lives to the end and need not be looked at again.
                gc.freeze()
        return due[-1]
