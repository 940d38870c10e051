"""Which window may save a box. The lock lies with the user's own state: opening a box writes nothing into its folder."""

import hashlib
from pathlib import Path

from PySide6.QtCore import QLockFile


class BoxLock:
    """The right of one window to save to one folder. The lock of a process that is gone is taken over."""

    def __init__(self, folder: Path, box: Path) -> None:
        """`folder` holds the locks; it is made when the first is taken."""
        name = hashlib.sha256(str(box.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:32]
        self._folder = folder
        self._lock = QLockFile(str(folder / f"{name}.lock"))
        # Age says nothing: a window may be open for weeks. A process that is gone is noticed by its number and name.
        self._lock.setStaleLockTime(0)
        self._held = False

    @property
    def held(self) -> bool:
        """Whether this window has the right."""
        return self._held

    def take(self) -> bool:
        """Takes the right, unless another window has it. Where no lock can be made at all, nobody is kept from saving."""
        if not self._held:
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
            except OSError:
                self._held = True
                return True
            taken = self._lock.tryLock(0)
            self._held = taken or self._lock.error() is not QLockFile.LockError.LockFailedError
        return self._held

    def release(self) -> None:
        """Gives the right up."""
        if self._held:
            self._lock.unlock()
            self._held = False
