"""DiskWatch: notices that somebody else has changed the files of the open box."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from app.workers.answers import Answers
from core.files.saves import NO_PRINTS, Examined, Prints

REST_MS = 300
"""Milliseconds without another sign of change before files are looked at: a save elsewhere touches several."""


class DiskWatch(QObject):
    """Compares the files of one box with what is known of them, whenever the system tells of a change and when asked.

    `examined` carries the first `Examined` of a box, `differs` the files that are no longer what is known of them, as a tuple;
    an empty one when they are again.
    """

    examined = Signal(object)
    differs = Signal(object)

    def __init__(self, answers: Answers, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._answers = answers
        self._folder: Path | None = None
        self._files: tuple[str, ...] = ()
        self._known: Prints | None = None
        self._told: tuple[str, ...] = ()
        self._ticket = 0
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._notice)
        self._watcher.directoryChanged.connect(self._notice)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self.look)

    @property
    def known(self) -> Prints | None:
        """The fingerprints of the files when they were last read or written; None while they are not known."""
        return self._known

    def watch(self, folder: Path, files: Sequence[str], known: Prints | None = None) -> None:
        """Watches the files of a box; without knowledge of them, what they are now is what is known."""
        self.stop()
        self._folder, self._files, self._known = folder, tuple(files), known
        self._follow()
        if known is None:
            self.look()

    def stop(self) -> None:
        """Watches nothing any more."""
        self._rest.stop()
        self._answers.cancel(self._ticket)
        self._folder, self._known, self._told = None, None, ()
        paths = [*self._watcher.files(), *self._watcher.directories()]
        if paths:
            self._watcher.removePaths(paths)

    def pause(self) -> None:
        """Looks at nothing until `watch`: the files are being written by this window."""
        self._rest.stop()
        self._answers.cancel(self._ticket)

    def look(self) -> None:
        """Looks at the files now."""
        if self._folder is None:
            return
        parameters = {"folder": self._folder, "files": self._files}
        self._ticket = self._answers.run("examine_box", parameters, self._take, slot="examine", background=True)

    def _notice(self, _: str) -> None:
        # A file that is replaced is lost to the watcher, hence it is followed anew after every sign.
        self._follow()
        self._rest.start()

    def _follow(self) -> None:
        if self._folder is None:
            return
        watched = {*self._watcher.files(), *self._watcher.directories()}
        wanted = [self._folder, *(self._folder / file for file in self._files)]
        fresh = [str(path) for path in wanted if str(path) not in watched and path.exists()]
        if fresh:
            self._watcher.addPaths(fresh)

    def _take(self, result: object) -> None:
        assert isinstance(result, Examined)
        if self._known is None:
            self._known = result.prints
            self.examined.emit(result)
            return
        known = self._known or NO_PRINTS
        changed = tuple(file for file, digest in result.prints.items() if digest != known.get(file, ""))
        if changed != self._told:
            self._told = changed
            self.differs.emit(changed)
