"""Joins the rescue of a journal to the window: where its file was moved, removed or replaced, all lines go into a new one."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QFileDialog, QMainWindow

from app.documents.live_play import LivePlay
from app.shell.status_bar import StatusBar
from app.widgets.notices import Notices
from core.base.errors import CoreError
from core.play.journal import SUFFIX, Journal
from core.play.journal_writer import Displaced

DISPLACED = "session displaced"
"""The key of the notice about a journal whose file is no longer there."""


class PlayRescue(QObject):
    """Says above the map that the file of the session was put away, and writes its lines into a new one."""

    def __init__(
        self, window: QMainWindow, notices: Notices, status: StatusBar, open_session: Callable[[Path], object]
    ) -> None:
        """`open_session` leaves the session that is played, and plays that of a file."""
        super().__init__(window)
        self._window, self._notices, self._status, self._open = window, notices, status, open_session
        self._journal: Journal | None = None

    def use(self, live: LivePlay | None) -> None:
        """Another session is played, or none."""
        if self._journal is not None:
            self._journal.on_displaced = None
            self._notices.withdraw(DISPLACED)
        self._journal = live.journal if live is not None else None
        if self._journal is not None:
            self._journal.on_displaced = self._displaced

    def _displaced(self, problem: Displaced) -> None:
        # The line that could not be written is still being dealt with.
        QTimer.singleShot(0, self, lambda: self._offer(str(problem)))

    def _offer(self, sentence: str) -> None:
        if self._journal is None or self._journal.rescued is not None:
            return
        entries = len(self._journal.entries)
        told = self.tr("{problem} All {count} entries are still in memory.")
        told = told.replace("{count}", str(entries)).replace("{problem}", sentence)
        self._notices.tell(DISPLACED, told, [(self.tr("&Write them to a new file…"), self.rescue)])

    def rescue(self) -> None:
        """Asks for a new file, writes all lines into it, and plays on there."""
        journal = self._journal
        if journal is None:
            return
        kinds = self.tr("Sessions (*%s);;All files (*)") % SUFFIX
        title = self.tr("Write the session to a new file")
        chosen, _ = QFileDialog.getSaveFileName(self._window, title, str(journal.free_beside()), kinds)
        if not chosen:
            self._displaced(Displaced(self.tr("The file of the session is gone.")))
            return
        new = Path(chosen) if Path(chosen).suffix else Path(chosen).with_suffix(SUFFIX)
        try:
            journal.rescue(new)
        except (CoreError, OSError) as problem:
            self._displaced(Displaced(str(problem)))
            return
        self._notices.withdraw(DISPLACED)
        self._status.show_passing(self.tr("All entries are written to %s") % new)
        self._open(new)
