"""Garbage is collected in the GUI thread alone: what Qt has made must not die in a thread that only reads or writes.

Python collects cycles in whatever thread happens to make enough objects; the threads that read answers of the worker and that
write the recovery log make many. A widget or timer that is part of such a cycle would be deleted there, which Qt forbids.

Looking for cycles among the items and pictures of a large map would stop the window for tenths of a second, though there are
none: they are let go of without the collector. What has become so much at once is therefore set aside unseen, and all of it
is looked at when the user has turned to another program.
"""

import gc

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

INTERVAL_MS = 200

REST_ROUNDS = 100
"""Rounds from one look at the oldest generation to the next."""

AWAY_MS = 2000
"""How long another program must have been in front before everything is looked at."""

MOST = 10_000
"""Objects that are looked at in one go, about 10 ms."""

EVERYTHING = 2
"""The oldest of Python's generations."""

SET_ASIDE = 3
"""What `GuiCollector.collect` says when it has set objects aside unseen."""


class GuiCollector(QObject):
    """Collects when Python itself would, but only here. While it lives Python does not collect by itself."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._rest = 0
        self._unseen = False
        # Python counts what is set aside one by one, which takes tenths of a second once it is a large map.
        self._set_aside = gc.get_freeze_count() > 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.collect)
        self._timer.start(INTERVAL_MS)
        self._away = QTimer(self)
        self._away.setSingleShot(True)
        self._away.setInterval(AWAY_MS)
        self._away.timeout.connect(self.look_at_all)
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.applicationStateChanged.connect(self._follow)

    def close(self) -> None:
        """Lets Python collect again by itself."""
        self._timer.stop()
        self._away.stop()
        gc.unfreeze()
        gc.enable()

    def collect(self) -> int:
        """Collects the oldest generation that is due, and those younger; -1 when none was, SET_ASIDE when there was more than
        can be looked at in one go."""
        self._rest -= 1
        due = [n for n, (made, most) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True)) if made > most]
        if self._rest > 0 and EVERYTHING in due:
            due.remove(EVERYTHING)
        if not due:
            return -1
        if self._are_many(due[-1]):
            gc.freeze()
            self._unseen = self._set_aside = True
            return SET_ASIDE
        gc.collect(due[-1])
        if due[-1] == EVERYTHING:
            self._rest = REST_ROUNDS
            if not self._set_aside:
                # What has outlived the start (modules, types, the window) lives to the end and need not be looked at again.
                gc.freeze()
                self._set_aside = True
        return due[-1]

    def look_at_all(self) -> int:
        """Collects among all objects, those set aside included, if there are any; the number of those found."""
        if not self._unseen:
            return 0
        self._unseen = False
        gc.unfreeze()
        found = gc.collect()
        gc.freeze()
        return found

    def _are_many(self, oldest: int) -> bool:
        """Whether the generations up to that one hold too much for one go; what has outlived the start does not count."""
        # What was let go of since is missing in Python's own count, whichever generation it was in.
        held = gc.get_count()[0]
        for generation in range(oldest + 1):
            if held > MOST or (generation == EVERYTHING and not self._set_aside):
                break
            held = len(gc.get_objects(generation)) + (held if generation else 0)
        return held > MOST

    def _follow(self, state: Qt.ApplicationState) -> None:
        if state == Qt.ApplicationState.ApplicationActive:
            self._away.stop()
        else:
            self._away.start()
