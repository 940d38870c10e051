"""Writes the recovery log of an open box in threads of its own: a change is with the system at once, on disk in a second."""

import logging
import os
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue

from PySide6.QtCore import QLockFile

from core.files.recovery import SUFFIX, LogHead, LogSummary, base_line, head_line, saved_line, step_line, summary
from core.model.box import GameBox
from core.model.edits.edit import Edit

log = logging.getLogger(__name__)

SYNC_S = 0.5
"""Seconds between two times that the log is forced to the disk; a power cut costs no more than that and one write."""

REST_S = 0.001
"""Seconds that the window has for itself between two pieces of a long line."""

OnFailure = Callable[[str], None]
_Line = Callable[[], bytes]


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to one log: while it is held no other window writes it, offers it or takes it away."""

    file: Path
    lock: QLockFile

    def release(self) -> None:
        """Leaves the log to whoever finds it next."""
        self.lock.unlock()

    def discard(self) -> None:
        """Takes the log away for good. Raises OSError when that cannot be done."""
        self.file.unlink(missing_ok=True)
        self.lock.unlock()


def claim(file: Path) -> Claim | None:
    """The right to a log; None while a living window has it."""
    lock = QLockFile(f"{file}.lock")
    # Age says nothing: a window may be open for weeks. A process that is gone is noticed by its number and name.
    lock.setStaleLockTime(0)
    return Claim(file, lock) if lock.tryLock(0) else None


def left_behind(folder: Path) -> list[LogSummary]:
    """The logs of windows that are gone, with something to recover; the latest first. Those with nothing are taken away."""
    found = []
    for file in folder.glob(f"*{SUFFIX}"):
        claimed = claim(file)
        if claimed is None:
            continue
        offer = summary(file)
        try:
            if offer is None:
                claimed.discard()
                continue
        except OSError as problem:
            log.warning("an empty recovery file stays: %s", problem)
        claimed.release()
        if offer is not None:
            found.append(offer)
    return sorted(found, key=lambda offer: offer.last, reverse=True)


class RecoveryLog:
    """The log that one window keeps of one box. No call waits for the disk but `wait`.

    `on_failure` is called, from another thread, with a sentence for the user when the log cannot be written.
    """

    def __init__(self, claimed: Claim, on_failure: OnFailure, whole: int = 0, changes: int = 0) -> None:
        """Goes on behind the first `whole` bytes of the log that is claimed, which hold so many `changes`."""
        self._claim, self._on_failure, self._whole = claimed, on_failure, whole
        self.changes = changes
        self._lines: SimpleQueue[_Line | None] = SimpleQueue()
        self._unsynced, self._over = threading.Event(), threading.Event()
        self._discard = False
        self._thread = threading.Thread(target=self._run, name="phaseline-recovery", daemon=True)
        self._thread.start()

    @classmethod
    def begin(cls, folder: Path, head: LogHead, base: GameBox, on_failure: OnFailure) -> "RecoveryLog | None":
        """A new log of changes of a box; None, and `on_failure` hears why, when the folder cannot be written."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            on_failure(_sentence(problem))
            return None
        claimed = claim(folder / f"{uuid.uuid4().hex}{SUFFIX}")
        if claimed is None:
            on_failure(_sentence(OSError(f"{folder} cannot be written")))
            return None
        made = cls(claimed, on_failure)
        made._lines.put(partial(head_line, head))
        made._lines.put(partial(base_line, base, _give_way))
        return made

    @property
    def file(self) -> Path:
        """The file of the log."""
        return self._claim.file

    def add(self, edits: Sequence[Edit], net: int) -> None:
        """Notes one change, after which the box is so many changes away from the one on disk."""
        self._lines.put(partial(step_line, edits, net, _give_way))

    def mark_saved(self) -> None:
        """Notes that the changes have led back to what is on disk."""
        self._lines.put(saved_line)

    def keep(self) -> None:
        """Ends the log and leaves it to the next run."""
        self._lines.put(None)

    def discard(self) -> None:
        """Ends the log and takes it away."""
        self._discard = True
        self._lines.put(None)

    @property
    def ending(self) -> bool:
        """Whether its threads still run."""
        return self._thread.is_alive()

    def wait(self) -> None:
        """Waits until a log that was ended is on disk, or gone."""
        self._thread.join()

    def _run(self) -> None:
        try:
            self._write()
        except (OSError, TypeError, ValueError) as problem:
            log.exception("the recovery file cannot be written")
            self._on_failure(_sentence(problem))
            while self._lines.get() is not None:
                pass
        if self._discard:
            try:
                self._claim.discard()
            except OSError:
                log.exception("the recovery file cannot be taken away")
        else:
            self._claim.release()

    def _write(self) -> None:
        with self._claim.file.open("ab") as stream:
            stream.truncate(self._whole)
            _sync_folder(self._claim.file.parent)
            syncer = threading.Thread(target=self._sync, args=(stream.fileno(),), name="phaseline-recovery-sync", daemon=True)
            syncer.start()
            try:
                while (line := self._lines.get()) is not None:
                    if self._discard:
                        continue
                    stream.write(line())
                    # From here on the death of this program loses nothing; that of the machine after the next sync.
                    stream.flush()
                    self._unsynced.set()
            finally:
                self._over.set()
                self._unsynced.set()
                syncer.join()
            if not self._discard:
                os.fsync(stream.fileno())

    def _sync(self, descriptor: int) -> None:
        while True:
            self._unsynced.wait()
            if self._over.is_set():
                return
            self._unsynced.clear()
            try:
                os.fsync(descriptor)
            except OSError as problem:
                self._on_failure(_sentence(problem))
                return
            self._over.wait(SYNC_S)


def _give_way() -> None:
    """Lets the window go on: only one thread at a time runs Python, and a line may hold a whole map."""
    time.sleep(REST_S)


def _sync_folder(folder: Path) -> None:
    """Makes the name of a new file last, where the system has a way to."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sentence(problem: Exception) -> str:
    reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
    return f"What you change cannot be kept for the case of a crash: {reason}. Save often."
