"""Saving: how the open box comes to disk, and everything that must be asked before work could be lost."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from app.documents.box_lock import BoxLock
from app.documents.document import Document
from app.documents.keeper import Keeper
from app.documents.recovery_log import RecoveryLog
from app.shell.files.disk_watch import DiskWatch
from app.shell.files.samples import GAME_FILE, SCENARIOS
from app.shell.questions import Choice, ask, nothing
from app.shell.status_bar import StatusBar
from app.widgets.notices import Notices
from app.workers.answers import Answers
from core.files.saves import BACKUP_FOLDER, Examined, Prints, SaveResult, beside_sheets, tally
from core.model.issues import Issue, Severity

Then = Callable[[], object]

DISK, LOCK, LOG, UNSAVED = "disk", "lock", "log", "unsaved"
"""The keys of notices about one open box."""

MOST_NAMED = 6
"""Files that a question names; more are counted."""


class Saving(QObject):
    """Looks after one open document at a time: `take` it, and `leave` it before it is closed.

    `modified_changed` tells when there comes to be something to save, or no longer is; `moved` carries the folder that the box
    lives in after a copy was saved; `reload_wanted` asks to read the box again, whatever was changed.
    """

    modified_changed = Signal(bool)
    moved = Signal(object)
    reload_wanted = Signal()

    def __init__(
        self, window: QWidget, answers: Answers, notices: Notices, status: StatusBar, state: Path, program: str
    ) -> None:
        """`state` is the folder for the user's state, `program` the version of this one."""
        super().__init__(window)
        self._window, self._answers, self._notices, self._status = window, answers, notices, status
        self._state, self._program = state, program
        self._document: Document | None = None
        self._keeper: Keeper | None = None
        self._lock: BoxLock | None = None
        self._examined: Examined | None = None
        self._unread = 0
        self._told = False
        self._writing = False
        self._then: list[Then] = []
        self._after: list[Then] = []
        self.watch = DiskWatch(answers, self)
        self.watch.examined.connect(self._take_examined)
        self.watch.differs.connect(self._tell_difference)

    @property
    def modified(self) -> bool:
        """Whether there is something to save."""
        return self._keeper is not None and self._keeper.modified

    @property
    def recovery_folder(self) -> Path:
        """Where recovery logs are kept."""
        return self._state / "recovery"

    @property
    def path(self) -> Path | None:
        """The folder that the open box lives in, None while there is none."""
        return self._document.path if self._document is not None else None

    @property
    def _path(self) -> Path:
        assert self._document is not None and self._document.path is not None
        return self._document.path

    def take(self, document: Document, issues: Sequence[Issue], saved: bool = True) -> None:
        """A document was opened, with what was found in its files; one that is not `saved` is unlike them."""
        self._document = document
        self._keeper = Keeper(document, self.recovery_folder, self._program, saved, parent=self)
        self._keeper.modified_changed.connect(self.modified_changed)
        self._keeper.failed.connect(self._tell_log)
        # What a rule or a check of the map finds is kept in the files; what cannot be read in them is not.
        self._unread = sum(each.severity is Severity.ERROR and not each.rule and each.is_of_reading for each in issues)
        self._told = False
        self._examined = None
        self._lock = BoxLock(self._state / "locks", self._path)
        if not self._is_shipped(self._path) and not self._lock.take():
            self._tell_lock()
        self.watch.watch(self._path, self._files())

    def go_on_with(self, log_of: Callable[[Callable[[str], None]], RecoveryLog]) -> None:
        """The document was recovered from a log, which goes on; `log_of` makes it, given what is to hear of its failure."""
        assert self._keeper is not None
        self._keeper.take_over(log_of(self._keeper.tell_failure))

    def drop(self, keep: bool = False) -> None:
        """The document is being closed, whatever was changed. With `keep` its changes are offered again at the next start."""
        self.watch.stop()
        for key in (DISK, LOCK, LOG, UNSAVED):
            self._notices.withdraw(key)
        if self._keeper is not None:
            self._keeper.close(keep)
            self._keeper.deleteLater()
        if self._lock is not None:
            self._lock.release()
        self._document = self._keeper = self._lock = None
        self._writing = False
        self._then.clear()
        self._after.clear()

    def leave(self, then: Then, otherwise: Then = nothing) -> None:
        """Goes on with `then` when nothing is lost by it: at once, or after it was asked what becomes of the changes.

        `otherwise` is done when the user would rather stay.
        """
        if self._document is None or not self.modified:
            then()
            return
        ask(
            self._window,
            self.tr("Save changes?"),
            self.tr("“%s” has changes that are not saved.") % self._document.box.title,
            self.tr("Without saving they are lost."),
            [
                Choice(self.tr("&Save"), lambda: self.save(then)),
                Choice(self.tr("&Don’t Save"), lambda: self._give_up(then), loses=True),
                Choice(self.tr("Cancel"), otherwise, away=True),
            ],
        )

    def save(self, then: Then = nothing) -> None:
        """Saves the box where it lives, or asks for a place where that cannot be; goes on with `then` when it is saved."""
        if self._document is None or self._lock is None:
            return
        if self._writing:
            self._after.append(lambda: self.save(then))
        elif not self.modified:
            self._status.show_passing(self.tr("There is nothing to save."))
            then()
        elif self._is_shipped(self._path):
            text = self.tr("This box comes with Phaseline and stays as it is.")
            self._offer_copy(text, self.tr("Your changes need a place of their own."), then)
        elif not self._lock.take():
            text = self.tr("Another window has this box open for saving.")
            self._offer_copy(text, self.tr("So that neither writes over the other, this one can save a copy."), then)
        else:
            self._notices.withdraw(LOCK)
            self._warn(lambda: self._write(self._path, self.watch.known, then), then)

    def save_as(self, then: Then = nothing) -> None:
        """Asks for a folder and saves the box there; the window then shows that one."""
        if self._document is None:
            return
        start = self._path.parent if not self._is_shipped(self._path) else Path.home()
        chosen = self.choose_folder(start / f"{self._path.name}-copy")
        if chosen is not None:
            self.save_in(chosen, then)

    def choose_folder(self, start: Path) -> Path | None:
        """The folder that the user names for a copy; None when there is none."""
        option = QFileDialog.Option.DontConfirmOverwrite
        title = self.tr("Save a copy as: name a folder for the box")
        chosen, _ = QFileDialog.getSaveFileName(self._window, title, str(start), options=option)
        return Path(chosen).absolute() if chosen else None

    def save_in(self, folder: Path, then: Then = nothing) -> None:
        """Saves the box into a folder, which it then lives in."""
        folder = folder.parent if folder.name == GAME_FILE else folder
        if self._document is None:
            return
        if folder == self._path:
            self.save(then)
            return
        wrong = ""
        if self._is_shipped(folder):
            wrong = self.tr("Boxes that come with Phaseline stay as they are.")
        elif folder.exists() and not folder.is_dir():
            wrong = self.tr("“%s” is a file; a box needs a folder.") % folder
        elif folder.name == BACKUP_FOLDER:
            wrong = self.tr("A folder of that name keeps the previous version of a box.")
        if wrong:
            self._offer_copy(wrong, self.tr("Please choose another place."), then)
        elif (folder / GAME_FILE).exists():
            choices = [
                Choice(self.tr("&Choose Another…"), lambda: self.save_as(then)),
                Choice(self.tr("&Replace"), lambda: self._write_copy(folder, then), loses=True),
                Choice(self.tr("Cancel"), nothing, away=True),
            ]
            text = self.tr("There is a box in “%s” already.") % folder
            detail = self.tr("Its files would be kept as its previous version in its folder %s.") % BACKUP_FOLDER
            ask(self._window, self.tr("Replace the box?"), text, detail, choices)
        else:
            self._write_copy(folder, then)

    def look(self) -> None:
        """Looks whether somebody else has changed the files; the window has come to the front again."""
        if self._document is not None and not self._writing and self.watch.known is not None:
            self.watch.look()

    def _files(self) -> tuple[str, ...]:
        assert self._document is not None
        box = self._document.box
        return *(placed.file for placed in box.sheets if placed.file), *beside_sheets(box)

    @staticmethod
    def _is_shipped(path: Path) -> bool:
        return path.resolve().is_relative_to(SCENARIOS)

    def _give_up(self, then: Then) -> None:
        if self._keeper is not None:
            self._keeper.give_up()
        then()

    def _offer_copy(self, text: str, detail: str, then: Then) -> None:
        choices = [
            Choice(self.tr("Save a &Copy As…"), lambda: self.save_as(then)),
            Choice(self.tr("Cancel"), nothing, away=True),
        ]
        ask(self._window, self.tr("Save"), text, detail, choices)

    def _warn(self, write: Then, then: Then) -> None:
        """Says, once for a box, what is in its files and would not be in the new ones; then writes."""
        commented = self._examined.commented if self._examined is not None else ()
        if self._told or not (commented or self._unread):
            write()
            return
        sentences = []
        if commented:
            sentences.append(
                self.tr("Comments in these files are not kept: %s. What is to stay belongs into a “note”.")
                % self._named(commented)
            )
        if self._unread:
            sentences.append(
                self.tr("What could not be read when the box was opened is not kept; the panel “Issues” lists it (%d).")
                % self._unread
            )
        sentences.append(self.tr("The files as they are now become the previous version in the folder %s.") % BACKUP_FOLDER)

        def go_on() -> None:
            self._told = True
            write()

        over = Choice(self.tr("&Save Anyway"), go_on)
        copy = Choice(self.tr("Save a &Copy As…"), lambda: self.save_as(then))
        # Enter is not to take from the box what may be a whole file with one slip in it.
        choices = [copy, over] if self._unread else [over, copy]
        choices.append(Choice(self.tr("Cancel"), nothing, away=True))
        ask(self._window, self.tr("Save"), self.tr("Saving leaves something out."), "\n\n".join(sentences), choices)

    def _write_copy(self, folder: Path, then: Then) -> None:
        lock = BoxLock(self._state / "locks", folder)
        if not lock.take():
            text = self.tr("Another window has the box in “%s” open.") % folder
            self._offer_copy(text, self.tr("Please choose another place."), then)
            return

        self._write(folder, None, then, lock)

    def _move(self, folder: Path, lock: BoxLock) -> None:
        """The box has been saved elsewhere, and lives there from now on."""
        assert self._document is not None
        if self._lock is not None:
            self._lock.release()
        self._lock = lock
        self._document.path = folder
        self._notices.withdraw(LOCK)
        self._notices.withdraw(DISK)
        self.moved.emit(folder)

    def _write(self, folder: Path, known: Prints | None, then: Then, lock: BoxLock | None = None, again: bool = True) -> None:
        """Has the worker write the box; once more when it held another. `lock` is that of another folder than its own."""
        document = self._document
        if document is None or self._writing:
            return
        if known is None and folder == self._path and self.watch.known is None:
            # The files have not been looked at yet, so that nobody knows whose they are.
            self._then.append(lambda: self._write(folder, self.watch.known, then, lock, again))
            return
        self._writing = True
        self.watch.pause()
        box = document.box
        parameters: dict[str, object] = {"folder": folder, "known": known, "expected": tally(box)}
        if document.ruleset is None:
            # The worker has no game of a box whose rules nobody knows.
            parameters["box"] = box
        if folder != self._path:
            parameters["source"] = self._path

        def fail() -> None:
            self._after.clear()
            if lock is not None:
                lock.release()
            if self.watch.known is None:
                self.watch.look()

        def take(result: object) -> None:
            assert isinstance(result, SaveResult)
            self._writing = False
            if document is not self._document or self._keeper is None:
                return
            if result.outcome == "saved":
                self._examined = Examined(result.prints)
                self._told, self._unread = True, 0
                self._notices.withdraw(LOG)
                self._notices.withdraw(UNSAVED)
                self._notices.withdraw(DISK)
                self._status.show_passing(self.tr("Saved in %s") % folder)
                if lock is not None:
                    self._move(folder, lock)
                self._keeper.saved(box)
                self.watch.watch(folder, self._files(), result.prints)
                waiting, self._after = self._after, []
                for go_on in (then, *waiting):
                    go_on()
                return
            fail()
            if result.outcome == "changed":
                self._ask_overwrite(result.files, then)
            else:
                self._offer_copy(result.text, self.tr("Nothing is lost: the window still holds your work."), then)

        def refused(text: str) -> None:
            self._writing = False
            if document is not self._document:
                return
            if again:
                self._answers.reset(document.work, document.ruleset)
                self._write(folder, known, then, lock, again=False)
            else:
                fail()
                self._offer_copy(text, self.tr("Nothing is lost: the window still holds your work."), then)

        self._answers.run("save_box", parameters, take, on_refused=refused, in_step=document.ruleset is not None)

    def _ask_overwrite(self, files: Sequence[str], then: Then) -> None:
        choices = [
            Choice(self.tr("Save a &Copy As…"), lambda: self.save_as(then)),
            Choice(self.tr("&Overwrite"), lambda: self._overwrite(then), loses=True),
            Choice(self.tr("&Reload (lose my changes)"), self.reload_wanted.emit, loses=True),
            Choice(self.tr("Cancel"), nothing, away=True),
        ]
        text = self.tr("Somebody else has changed this box on disk since you opened or saved it: %s.") % self._named(files)
        detail = (
            self.tr("If you overwrite it, what is there now becomes the previous version in the folder %s.") % BACKUP_FOLDER
        )
        ask(self._window, self.tr("Changed on disk"), text, detail, choices)

    def _overwrite(self, then: Then) -> None:
        self._write(self._path, None, then)

    def _take_examined(self, examined: Examined) -> None:
        self._examined = examined
        waiting, self._then = self._then, []
        for go_on in waiting:
            go_on()

    def _tell_difference(self, files: tuple[str, ...]) -> None:
        if not files:
            self._notices.withdraw(DISK)
        elif self.modified:
            text = self.tr("Somebody else has changed this box on disk: %s. Before you save over it you will be asked.")
            self._notices.tell(
                DISK,
                text % self._named(files),
                [(self.tr("Save a Copy As…"), self.save_as), (self.tr("Reload…"), self._ask_reload)],
            )
        else:
            text = self.tr("Somebody else has changed this box on disk: %s.") % self._named(files)
            self._notices.tell(
                DISK, text, [(self.tr("Reload"), self.reload_wanted.emit), (self.tr("Keep this one"), self._keep_this)]
            )

    def _ask_reload(self) -> None:
        choices = [
            Choice(self.tr("Cancel"), nothing, away=True),
            Choice(self.tr("&Reload (lose my changes)"), self.reload_wanted.emit, loses=True),
        ]
        text = self.tr("Reading the box again gives up what you have changed.")
        ask(self._window, self.tr("Reload"), text, "", choices)

    def _keep_this(self) -> None:
        if self._keeper is not None:
            self._keeper.changed_on_disk()

    def _tell_lock(self) -> None:
        text = self.tr(
            "This box is open in another window. What you change here can be saved as a copy, or here once it is closed."
        )
        self._notices.tell(LOCK, text, [(self.tr("Save a Copy As…"), self.save_as)])

    def _tell_log(self, text: str) -> None:
        self._notices.tell(LOG, text)

    def _named(self, files: Sequence[str]) -> str:
        named = ", ".join(files[:MOST_NAMED])
        return named if len(files) <= MOST_NAMED else self.tr("%s and %d more") % (named, len(files) - MOST_NAMED)
