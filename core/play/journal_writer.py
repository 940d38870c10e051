"""How the lines of a journal come to disk: each in one write at once, synced by a thread, and never into a file that is no
longer the one at its path."""

import os
import threading
from contextlib import suppress
from pathlib import Path

from core.base.lock import is_at

SYNC_S = 0.5
"""Seconds after which what was appended is written to disk; with the time that a disk takes, less than one."""


class Displaced(OSError):
    """The file of a journal is not the one any more that was opened; its lines are all in memory (`Journal.rescue`)."""


class LineWriter:
    """Writes lines at once, and has them synced to disk by a thread of its own. `size` is where the file must end."""

    def __init__(self, path: Path, handle: int, size: int) -> None:
        self._path, self._handle, self._size, self._told = path, handle, size, False
        self._waiting = threading.Event()
        self._ending = threading.Event()
        self._failed: OSError | None = None
        self._thread: threading.Thread | None = None

    def write(self, line: bytes) -> None:
        """Writes a line at the end of the file. Raises Displaced, OSError."""
        self._raise_failure()
        self._check_place()
        written = 0
        try:
            written = os.write(self._handle, line)
            if written < len(line):
                raise OSError("The disk is full.")
        except OSError:
            with suppress(OSError):
                os.ftruncate(self._handle, self._size)
            raise
        self._size += len(line)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
            self._thread.start()
        self._waiting.set()

    def sync(self) -> None:
        """Syncs now. Raises Displaced, OSError."""
        self._waiting.clear()
        synced(self._handle)
        self._raise_failure()
        self._check_place()

    def _check_place(self) -> None:
        """Raises Displaced when the file is no longer the one at its path, or no longer as it was written here."""
        try:
            there = is_at(self._handle, self._path)
        except OSError:
            there = False
        if not there:
            what = "another program has moved, removed or replaced it"
        elif os.fstat(self._handle).st_size != self._size:
            what = "it was changed by another program while it was open"
        else:
            return
        self._told = True
        raise Displaced(f"{self._path} is no longer the file that was opened: {what}. Nothing more is written into it.")

    def end(self) -> None:
        """Syncs, and has the thread end."""
        self._ending.set()
        self._waiting.set()
        if self._thread is not None:
            self._thread.join()
        told = self._told
        try:
            self.sync()
        except Displaced:
            # Who was told that nothing more is written need not hear it when the file is given free.
            if not told:
                raise

    def _run(self) -> None:
        while not self._ending.is_set():
            self._waiting.wait()
            # Lines that follow each other closely are synced together.
            if self._ending.wait(SYNC_S):
                return
            self._waiting.clear()
            try:
                synced(self._handle)
            except OSError as error:
                self._failed = error

    def _raise_failure(self) -> None:
        if self._failed is not None:
            failed, self._failed = self._failed, None
            raise failed


def synced(handle: int) -> None:
    """Has all that was written put on disk."""
    full = getattr(os, "fdatasync", os.fsync)
    full(handle)
