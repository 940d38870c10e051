"""Garbage is collected in the GUI thread alone: what Qt has made must not die in a thread that only reads or writes.

Python collects cycles in whatever thread happens to make enough objects; the threads that read answers of the worker and that
write the recovery log make many. A widget or timer that is part of such a cycle would be deleted there, which Qt forbids.
"""

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 200


class GuiCollector(QObject):
    """Collects when Python itself would, but only here. While it lives Python does not collect by itself."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.collect)
        self._timer.start(INTERVAL_MS)

    def close(self) -> None:
        """Lets Python collect again by itself."""
        self._timer.stop()
        gc.enable()

    def collect(self) -> int:
        """Collects the oldest generation that is due, and those younger; -1 when none was."""
        due = [n for n, (made, most) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True)) if made > most]
        if not due:
            return -1
        gc.collect(due[-1])
        return due[-1]
