"""Keeper: knows whether a document is saved, and keeps its recovery log while it is not."""

import logging
import os
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.documents.document import Document
from app.documents.edit_command import NO_STROKE
from app.documents.recovery_log import RecoveryLog
from core.files.recovery import LogHead
from core.model.box import GameBox
from core.model.edits.edit import Touched

log = logging.getLogger(__name__)


class Way:
    """The way from the box on disk to the present one, as the user would count it: what is undone is no longer on it, and all
    edits of one stroke are one change. `ahead` changes lie before the first box that is known.
    """

    def __init__(self, box: GameBox, ahead: int) -> None:
        self.ahead = ahead
        self._boxes: list[tuple[GameBox, int]] = [(box, NO_STROKE)]

    @property
    def changes(self) -> int:
        """How many changes away the present box is."""
        return self.ahead + len(self._boxes) - 1

    def go_on(self, box: GameBox, stroke: int) -> None:
        """The box has become another, or one that it was before."""
        known = next((at for at, (each, _) in enumerate(self._boxes) if each is box), None)
        if known is not None:
            del self._boxes[known + 1 :]
        elif stroke != NO_STROKE and len(self._boxes) > 1 and self._boxes[-1][1] == stroke:
            self._boxes[-1] = box, stroke
        else:
            self._boxes.append((box, stroke))

    def begin_at(self, box: GameBox) -> None:
        """A box that it was, or another, is the one on disk."""
        known = next((at for at, (each, _) in enumerate(self._boxes) if each is box), None)
        self._boxes = self._boxes[known:] if known is not None else [(box, NO_STROKE), self._boxes[-1]]
        self.ahead = 0


class Keeper(QObject):
    """Follows one document. The state of play is a what-if: it is neither saved nor recovered, and asks for no saving.

    `modified_changed` tells when there comes to be something to save, or no longer is; `failed` carries a sentence when the
    recovery log cannot be written.
    """

    modified_changed = Signal(bool)
    failed = Signal(str)

    def __init__(
        self,
        document: Document,
        folder: Path,
        program: str,
        saved: bool = True,
        recovery: RecoveryLog | None = None,
        parent: QObject | None = None,
    ) -> None:
        """`folder` is where logs are kept, `program` the version that writes them.

        A document that is not `saved` is unlike what is on disk from the beginning; one that was recovered goes on with the
        `recovery` log that it was recovered from.
        """
        super().__init__(parent)
        self._document, self._folder, self._program = document, folder, program
        self._saved: GameBox | None = document.box if saved else None
        self._before = document.box
        self._way = Way(document.box, 0 if saved else recovery.changes if recovery is not None else 1)
        self._log = recovery
        self._ended: list[RecoveryLog] = []
        self._hopeless = False
        self._was_modified = not saved
        if not saved:
            document.undo_stack.resetClean()
        document.changed.connect(self._follow)

    @property
    def modified(self) -> bool:
        """Whether the box is another than the one on disk."""
        return self._document.box is not self._saved

    @property
    def log_file(self) -> Path | None:
        """The recovery log, None while there is none."""
        return self._log.file if self._log is not None else None

    def take_over(self, recovery: RecoveryLog) -> None:
        """Goes on with a log that leads to the box as it is."""
        self._log = recovery
        self._way.ahead = recovery.changes

    def saved(self, box: GameBox) -> None:
        """A box that the document is or was a moment ago is now the one on disk."""
        self._saved = box
        if not self.modified:
            self._document.undo_stack.setClean()
        else:
            self._document.undo_stack.resetClean()
        self._end(keep=False)
        self._way.begin_at(box)
        if self.modified:
            # It was changed again while it was being written.
            self._before = self._document.box
            self._begin()
            if self._log is not None:
                self._log.add((), self._way.changes)
        self._tell()

    def changed_on_disk(self) -> None:
        """What is on disk is no longer a box that the document has been."""
        self._saved = None
        self._way.ahead = max(self._way.ahead, 1)
        self._document.undo_stack.resetClean()
        self._tell()

    def give_up(self) -> None:
        """The changes are not wanted: they are neither saved nor offered again."""
        self._saved = self._document.box
        self._end(keep=False)
        self._tell()

    def close(self, keep: bool = False) -> None:
        """The document is being closed. The log goes with it, unless the work is to be offered again at the next start."""
        self._document.changed.disconnect(self._follow)
        self._end(keep)
        self._wait()

    def _begin(self) -> None:
        path = self._document.path
        head = LogHead(str(path) if path is not None else "", self._before.title, self._program, os.getpid())
        self._log = RecoveryLog.begin(self._folder, head, self._before, self.tell_failure)
        self._hopeless = self._log is None

    def _end(self, keep: bool) -> None:
        if self._log is not None:
            if keep and self.modified:
                self._log.keep()
            else:
                self._log.discard()
            self._ended = [*(each for each in self._ended if each.ending), self._log]
            self._log = None

    def _wait(self) -> None:
        for each in self._ended:
            each.wait()
        self._ended.clear()

    def _follow(self, touched: Touched) -> None:
        if not touched.box:
            return
        self._way.go_on(self._document.box, self._document.stroke)
        if self._log is None and self.modified and not self._hopeless:
            self._begin()
        if self._log is not None:
            self._log.add(self._document.restated(touched), self._way.changes)
            if not self.modified:
                self._log.mark_saved()
        self._before = self._document.box
        self._tell()

    def tell_failure(self, text: str) -> None:
        """The log says, from any thread, that it cannot be written."""
        try:
            self.failed.emit(text)
        except RuntimeError:
            # The document was closed in the meantime, and its changes are saved or given up.
            log.warning("a recovery file of a closed box failed: %s", text)

    def _tell(self) -> None:
        if self.modified != self._was_modified:
            self._was_modified = self.modified
            self.modified_changed.emit(self.modified)
