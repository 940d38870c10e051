"""Files that one window at a time has open: a lock that the system frees when a process ends, however it ends."""

import os
import platform
import sys
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from core.base.errors import WrongUse

SUFFIX = ".lock"
_WHO_BYTES = 200
_FAR = 1 << 30
"""Where Windows locks a byte: what stands before it can still be read by the one who finds it locked."""


class InUse(WrongUse):
    """A file that somebody has open: another window, or (`here`) this very one."""

    def __init__(self, file: Path, who: str = "", here: bool = False) -> None:
        told = "this window already. Leave it" if here else f"another window{who}. Close it there"
        super().__init__(f"{file} is open in {told} before it is opened here.")
        self.here = here


_held: dict[tuple[int, int], int] = {}
"""The files that this process has locked themselves: which file, and by what handle."""


class Lock:
    """The lock of a file, taken when it is made: a small file beside it, with the name of the process that has it.

    Raises InUse when somebody else has it, in this process or another, and OSError when the folder cannot be written.
    """

    def __init__(self, file: Path) -> None:
        real = file.resolve()
        self.path = real.with_name(real.name + SUFFIX)
        self._handle = -1
        while self._handle < 0:
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
            if not _taken(handle):
                process, host = _who(handle)
                os.close(handle)
                raise InUse(file, _words(process, host), (process, host) == (str(os.getpid()), platform.node()))
            if is_at(handle, self.path):
                self._handle = handle
            else:
                # Whoever had it has taken it away between our opening and our locking it.
                os.close(handle)
        os.ftruncate(handle, 0)
        os.write(handle, f"{os.getpid()} {platform.node()}\n".encode()[:_WHO_BYTES])

    def release(self) -> None:
        """Gives the lock back; nothing happens when that was done before."""
        if self._handle < 0:
            return
        if os.name == "nt":
            os.close(self._handle)
            with suppress(OSError):
                self.path.unlink()
        else:
            with suppress(OSError):
                self.path.unlink()
            os.close(self._handle)
        self._handle = -1

    def __enter__(self) -> "Lock":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.release()


if sys.platform == "win32":
    import msvcrt

    def _taken(handle: int) -> bool:
        os.lseek(handle, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(handle, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _taken(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def hold(handle: int, file: Path) -> None:
    """Locks an open file itself until it is closed: by whatever name somebody opens it, and even where the small file beside it
    was removed. Raises InUse when somebody else has it."""
    found = os.fstat(handle)
    which = found.st_dev, found.st_ino
    if not _taken(handle):
        raise InUse(file, here=_still_has(_held.get(which), which))
    _held[which] = handle


def in_use(file: Path) -> bool:
    """Whether somebody has the lock of a file now, in this process or another. Where no lock can be taken nobody has it."""
    try:
        Lock(file).release()
    except InUse:
        return True
    except OSError:
        return False
    return False


def is_at(handle: int, path: Path) -> bool:
    """Whether an open file is the one that has the name now."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


def _still_has(handle: int | None, which: tuple[int, int]) -> bool:
    """Whether a handle that had a file has it yet: it may have been closed since, and stand for another one."""
    try:
        found = os.fstat(handle) if handle is not None else None
    except OSError:
        return False
    return found is not None and (found.st_dev, found.st_ino) == which


def _who(handle: int) -> tuple[str, str]:
    """The process that has the lock and its computer, as far as the file says it; "" where it does not."""
    process, _, host = os.read(handle, _WHO_BYTES).decode("utf-8", "replace").strip().partition(" ")
    return (process, host) if process.isdigit() else ("", "")


def _words(process: str, host: str) -> str:
    if not process:
        return ""
    return f" (process {process})" if host == platform.node() else f" (process {process} on {host})"
