"""How a session is opened: its journal is verified from the first line on, its box is found, its side is known."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QDialog, QFileDialog, QMainWindow

from app.dialogs.play.open import SideDialog
from app.documents.slices import Slices
from app.shell.desks.play_boxes import Candidates, candidates, named
from app.shell.desks.play_keys import KeyRing
from app.shell.desks.play_start import free_file, sessions_folder
from app.shell.desks.play_table import Begin, OpenBox, Seated
from app.shell.files.choosing import JOURNAL, ask_for_box
from app.shell.files.samples import SCENARIOS
from app.shell.questions import Choice, ask, nothing
from app.shell.session import Session
from app.shell.status_bar import StatusBar
from app.shell.version import is_newer, version
from app.workers.answers import Answers
from app.workers.play_answers import FoundBox
from core.base import atomic
from core.base.errors import CoreError, WrongUse
from core.base.lock import InUse, Lock
from core.play import trust
from core.play.events import Entry
from core.play.glance import Glance, glance
from core.play.journal import Damaged, Journal, Read, reading
from core.play.memories import Memory, difference, memory_path, recall
from core.play.record import Record
from core.play.snapshots import History, opening

if TYPE_CHECKING:
    from core.play.keys import Keys

OPEN_TICKET = -4
"""Stands for the opening of a session where answers of the worker have their tickets."""

SLOT = "play open"

MOST_OFFERED = 4
"""Of so many boxes that bear the title of a session one can be taken at once; the likeliest come first."""


class Rebuilt(WrongUse):
    """A journal that is not the one that was seen; `line` is the first that differs."""

    def __init__(self, path: Path, line: int, sentence: str) -> None:
        super().__init__(f"{path}:{line}: {sentence}")
        self.line = line


class Opening(QObject):
    """Opens one session at a time; `begin` shows it once everything is there. `leave` leaves the one that is played, and gives
    the keys that were open. `begun` carries the file that a session which is being opened is played in, `given_up` tells that
    it is not opened."""

    begun = Signal(object)
    given_up = Signal()

    def __init__(
        self,
        window: QMainWindow,
        answers: Answers,
        open_box: OpenBox,
        status: StatusBar,
        settings: Session,
        ring: KeyRing,
        begin: Begin,
        leave: "Callable[[], Mapping[str, Keys]]",
    ) -> None:
        super().__init__(window)
        self._window, self._answers, self._open_box = window, answers, open_box
        self._status, self._settings, self._ring, self._begin = status, settings, ring, begin
        self._leave = leave
        self._kept: Mapping[str, Keys] = {}
        self._slices = Slices(self)
        self._slices.advanced.connect(self._show_progress)
        self._wanted = Path()
        self._waiting: tuple[Seated, Path] | None = None
        self.side_dialog: SideDialog | None = None
        status.cancelled.connect(self._cancel)
        # All who listen to the new document come first.
        open_box.box_shown.connect(lambda: QTimer.singleShot(0, self, self._box_shown))

    def ask_and_open(self) -> None:
        """Asks for a file and opens it."""
        folder = next((path.parent for path in self._settings.played() if path.parent.is_dir()), sessions_folder())
        start = folder if folder.is_dir() else Path.home()
        kinds = self.tr("Sessions (*%s);;All files (*)") % JOURNAL
        chosen, _ = QFileDialog.getOpenFileName(self._window, self.tr("Open a session"), str(start), kinds)
        if chosen:
            self.open(Path(chosen))

    def open(self, path: Path) -> None:
        """Opens a session, once it is verified. One that comes with the program is copied, and the copy is opened."""
        self.drop()
        self._wanted = path = path.absolute()
        if self._is_played(path):
            self._status.show_passing(self.tr("This session is being played."))
            return
        if path.resolve().is_relative_to(SCENARIOS):
            self._open_copy(path)
            return
        try:
            seen = glance(path)
        except OSError as problem:
            self._settings.forget_played(path)
            self._tell(self.tr("The session could not be opened."), f"{path}: {problem.strerror or problem}.")
            self.given_up.emit()
            return
        side, memory = "", None
        try:
            if seen is not None:
                side = self._side_known(seen)
                memory = recall(seen.session, side) if side or seen.kind != "mail" else None
        except CoreError as problem:
            # What was remembered is damaged: nothing is known any more, which the user decides upon.
            self._offer_forgetting(path, seen, str(problem))
            self.given_up.emit()
            return
        own = self._own(seen, side) if seen is not None else path
        self.begun.emit(own)
        if seen is not None and seen.kind == "mail" and own != path and own.is_file():
            self._take_in(path, own, memory)
        else:
            self._read(path, memory)

    def _open_copy(self, path: Path) -> None:
        copy = free_file(sessions_folder(), path.stem)
        try:
            copy.parent.mkdir(parents=True, exist_ok=True)
            atomic.write_bytes(copy, path.read_bytes())
        except OSError as problem:
            self._tell(self.tr("The session could not be copied."), f"{copy}: {problem.strerror or problem}.")
            return
        self._status.show_passing(self.tr("The session that comes with Phaseline was copied to %s") % copy)
        # Whatever was made of an earlier copy, this one begins anew.
        self._read_forgetting(copy)

    def drop(self) -> None:
        """Gives up a session that was about to be opened."""
        self._slices.cancel()
        self._kept = {}
        self._status.end_progress(OPEN_TICKET)
        if self._waiting is not None:
            self._waiting[0].journal.close()
            self._waiting = None

    def _is_played(self, path: Path) -> bool:
        """Whether a file is that of the session which this very window plays."""
        document = self._open_box.document
        played = document.play.path if document is not None and document.play is not None else None
        if played is None:
            return False
        try:
            return played == path or played.samefile(path)
        except OSError:
            return False

    # What is known of it ------------------------------------------------------------------------------------------------------

    def _side_known(self, seen: Glance) -> str:
        """The side that is played here, as far as it is remembered; "" where it is not, or where two are and this window plays
        neither."""
        if seen.kind != "mail":
            return ""
        known = [side for side in seen.sides if memory_path(seen.session, side).is_file()]
        if len(known) > 1:
            known = [side for side in known if self._is_played(self._own(seen, side))]
        return known[0] if len(known) == 1 else ""

    def _own(self, seen: Glance, side: str) -> Path:
        """The file that this computer plays a session by mail in; what is sent back becomes part of it."""
        kept = self._settings.text(own_key(seen.session, side))
        return Path(kept) if kept else self._wanted

    # Reading ------------------------------------------------------------------------------------------------------------------

    def _read(self, path: Path, memory: Memory | None, table: bytes = b"") -> None:
        known = memory if memory is not None and memory.number else None
        check = trust.since(known) if known is not None else trust.fault
        marked = Marking(check, known)

        def steps() -> Generator[tuple[int, int], None, Seated]:
            try:
                journal, history = yield from opening(path, marked)
            except Damaged as damaged:
                if marked.rebuilt and damaged.fault.line == marked.rebuilt:
                    raise Rebuilt(path, marked.rebuilt, damaged.fault.text) from None
                raise
            try:
                fresh = Memory(journal.records[0].began.session, table=table)
                return verified(journal, history, memory if memory is not None else fresh)
            except BaseException:
                journal.close()
                raise

        self._run(steps(), self._take_side)

    def _take_in(self, came: Path, own: Path, memory: Memory | None) -> None:
        """What the other player has sent is checked against the own file, which it then goes on. Where this window plays that
        file, it leaves it once all is found right, and goes on with what came."""

        def steps() -> Generator[tuple[int, int], None, Read]:
            read = yield from reading(came, trust.since(memory) if memory is not None and memory.number else trust.fault)
            gone_on(came, read, own)
            return read

        def take(read: Read) -> None:
            kept = self._leave() if self._is_played(own) else {}
            try:
                taken_in(came, read, own)
            except (CoreError, OSError) as problem:
                self._refuse(problem)
                return
            self._status.show_passing(self.tr("Your file goes on with what came; entries in all: %d") % len(read.entries))
            self._wanted, self._kept = own, kept
            self._read(own, memory)

        self._run(steps(), take)

    def _run(self, steps: Generator[tuple[int, int], None, object], take: Callable[..., object]) -> None:
        self._status.show_busy(OPEN_TICKET, self.tr("Opening the session"), 0, 0, background=False)

        def done(result: object) -> None:
            self._status.end_progress(OPEN_TICKET)
            take(result)

        self._slices.run(steps, done, self._refuse)

    def _show_progress(self, done: int, total: int) -> None:
        self._status.show_busy(OPEN_TICKET, self.tr("Opening the session"), done, total, background=False)

    def _cancel(self, ticket: int) -> None:
        if ticket == OPEN_TICKET:
            self._give_up()
            self._status.show_passing(self.tr("The session was not opened."))

    # What is wrong with it ----------------------------------------------------------------------------------------------------

    def _refuse(self, problem: Exception) -> None:
        self._status.end_progress(OPEN_TICKET)
        path = self._wanted
        if isinstance(problem, InUse):
            here = self.tr("This session is open in this window already.")
            self._tell(here if problem.here else self.tr("This session is open in another window."), str(problem))
        elif isinstance(problem, Rebuilt):
            self._refuse_rebuilt(path, problem)
        elif isinstance(problem, Damaged):
            self._refuse_damaged(path, problem)
        elif isinstance(problem, OSError):
            self._tell(self.tr("The session could not be opened."), f"{path}: {problem.strerror or problem}.")
        else:
            self._tell(self.tr("The session could not be opened."), str(problem))
        self.given_up.emit()

    def _refuse_damaged(self, path: Path, damaged: Damaged) -> None:
        text = self.tr("The journal is damaged in line %d.") % damaged.fault.line
        close = Choice(self.tr("Close"), nothing, away=True)
        if damaged.fault.line < 2:
            ask(self._window, self.tr("Open a session"), text, damaged.fault.told(path), [close])
            return
        good = Choice(self.tr("&Write the good part…"), lambda: self.recover(path))
        detail = self.tr("%s It can be written into a new file and played on; this one stays as it is.")
        ask(self._window, self.tr("Open a session"), text, detail % damaged.fault.told(path), [good, close])

    def recover(self, path: Path) -> None:
        """Asks for a new file, writes what is good of a journal into it, and opens that one."""
        proposed = free_file(path.parent, self.tr("%s, good part") % path.stem)
        kinds = self.tr("Sessions (*%s)") % JOURNAL
        chosen, _ = QFileDialog.getSaveFileName(self._window, self.tr("Write the good part"), str(proposed), kinds)
        if not chosen:
            return
        to = Path(chosen)

        def take(count: object) -> None:
            self._status.show_passing(self.tr("Entries that were good: %d") % int(str(count)))
            # What was remembered is of the longer journal; this one is a part of it.
            self._read_forgetting(to)

        def refused(sentence: str) -> None:
            self._tell(self.tr("The good part could not be written."), sentence)

        self._answers.run("recover_journal", {"file": path, "to": to}, take, on_refused=refused, slot=SLOT)

    def _refuse_rebuilt(self, path: Path, problem: Rebuilt) -> None:
        seen = glance(path)
        text = self.tr("This is not the journal that this program has seen: it differs from line %d on.") % problem.line
        if seen is not None and seen.kind != "mail":
            self._offer_forgetting(path, seen, f"{text} {problem}")
            return
        detail = self.tr("%s Ask the other player for the right file. Nothing of yours has been changed.") % problem
        ask(self._window, self.tr("Open a session"), text, detail, [Choice(self.tr("Close"), nothing, away=True)])

    def _offer_forgetting(self, path: Path, seen: Glance | None, sentence: str) -> None:
        """At one table players may go on with an older copy; by mail they may not."""
        close = Choice(self.tr("Cancel"), nothing, away=True)
        go_on = Choice(self.tr("&Open all the same"), lambda: self._read_forgetting(path), loses=True)
        choices = [close, go_on]
        if seen is not None and seen.kind == "mail":
            choices = [close]
            way_out = self.tr("If you trust the journal, take that file away and open the session again.")
            sentence = f"{sentence} {way_out}"
        text = self.tr("This is not what is remembered of the session.")
        ask(self._window, self.tr("Open a session"), text, sentence, choices)

    def _read_forgetting(self, path: Path) -> None:
        """Reads a journal without what was seen of the session; the key of its cups is no memory of lines, and is kept."""
        self._wanted = path.absolute()
        try:
            seen = glance(self._wanted)
            table = recall(seen.session).table if seen is not None else b""
        except (CoreError, OSError):
            # Where even that is lost, the cups say so when they are opened.
            table = b""
        self._read(self._wanted, None, table)

    # The side -----------------------------------------------------------------------------------------------------------------

    def _take_side(self, seated: Seated) -> None:
        self._waiting = seated, self._wanted
        began, record = seated.record.began, seated.record
        if began.kind != "mail":
            everybody = {player.side: "" for player in began.players if player.side in record.keys}
            self._ring.open_all(record, everybody if began.kind == "solitaire" else {}, self._with_keys, self._give_up)
            return
        if seated.memory.side:
            self._unlock(seated, seated.memory.side)
            return
        likely = record.holder or next((player.side for player in began.players if player.side not in record.keys), "")
        dialog = SideDialog(self._window, began.game, began.players, frozenset(record.keys), likely)
        self.side_dialog = dialog

        def answer(result: int) -> None:
            self.side_dialog = None
            dialog.deleteLater()
            if result == QDialog.DialogCode.Accepted:
                self._with_side(seated, dialog.side)
            else:
                self._give_up()

        dialog.finished.connect(answer)
        dialog.open()

    def _with_side(self, seated: Seated, side: str) -> None:
        began = seated.record.began
        try:
            memory = recall(began.session, side)
            told = (
                difference(memory, seated.record, [entry.link for entry in seated.journal.entries]) if memory.number else None
            )
        except CoreError as problem:
            self._give_up()
            self._tell(self.tr("The session could not be opened."), str(problem))
            return
        if told is not None:
            path = seated.journal.path
            self._give_up()
            self._refuse_rebuilt(path, Rebuilt(path, told.number, told.sentence))
            return
        seated.memory = memory
        self._unlock(seated, side)

    def _unlock(self, seated: Seated, side: str) -> None:
        seated.mine = (side,)
        joined, kept = seated.record.keys.get(side), self._kept.get(side)
        self._kept = {}
        if joined is not None and kept is not None and kept.public == joined.public:
            # Nobody has left the screen: what is opened is the session that was played.
            seated.keys = (kept,)
            self._find_box(seated)
        elif joined is not None:
            why = self.tr("“%s” is played by mail. Your pass phrase opens what your side keeps to itself.")
            self._ring.unlock(seated.record, side, why % seated.record.began.game, self._with_key, self._give_up)
        else:
            self._ring.join(seated.record, side, lambda made: self._joined(seated, made), self._give_up)

    def _joined(self, seated: Seated, made: object) -> None:
        from app.workers.play_answers import OpenKeys

        assert isinstance(made, OpenKeys) and made.joined is not None
        journal, side = seated.journal, made.keys.side
        last = journal.entries[-1]
        wrong = trust.fault(seated.record, Entry(last.number + 1, last.at, side, made.joined), last.link)
        if wrong:
            self._give_up()
            self._tell(self.tr("This side cannot join now."), wrong)
            return
        try:
            seated.history.follow(journal.append(made.joined, side))
        except (CoreError, OSError) as problem:
            self._give_up()
            self._tell(self.tr("The session could not be opened."), str(problem))
            return
        self._with_key(made)

    def _with_key(self, made: object) -> None:
        self._with_keys((made,))

    def _with_keys(self, made: Sequence[object]) -> None:
        from app.workers.play_answers import OpenKeys

        if self._waiting is None:
            return
        seated = self._waiting[0]
        seated.keys = tuple(each.keys for each in made if isinstance(each, OpenKeys))
        self._find_box(seated)

    # The box ------------------------------------------------------------------------------------------------------------------

    def _find_box(self, seated: Seated) -> None:
        began, document = seated.record.began, self._open_box.document
        shown = document.path if document is not None and document.box.title == began.game else None
        last = (self._settings.text(box_key(began.session)), seated.memory.box)
        self._look_into(seated, candidates(began.game, self._wanted, last, shown, self._open_box.recent()))

    def _look_into(self, seated: Seated, known: Candidates) -> None:
        def take(found: object) -> None:
            assert isinstance(found, FoundBox)
            if self._waiting is None or self._waiting[0] is not seated:
                return
            if found.folder is None:
                self._ask_for_box(seated)
                return
            if not found.same and not known.last and len(known.others) > 1:
                self._ask_which(seated, known.others)
                return
            if not found.same:
                seated.warning = self.tr(
                    "The files of the box are not those that the session began with. What was played stays as it is; what the "
                    "maps, units and charts say may be another thing now, and rulings with it."
                )
            self._show_box(seated, found.folder)

        parameters = {"folders": known.folders, "digest": seated.record.began.box}
        self._answers.run("play_box", parameters, take, on_refused=lambda _: self._ask_for_box(seated), slot=SLOT)

    def _ask_which(self, seated: Seated, folders: Sequence[Path]) -> None:
        """Several boxes bear the title, and none has the files that the session began with."""
        few = folders[:MOST_OFFERED]
        choices = [
            Choice(name.replace("&", "&&"), partial(self._look_into, seated, Candidates((folder,), ())))
            for folder, name in zip(few, named(few), strict=True)
        ]
        choices += [self._choosing(seated), Choice(self.tr("Cancel"), self._give_up, away=True)]
        text = self.tr("Which box “%s” is it?") % seated.record.began.game
        detail = self.tr("Several bear this title, and the files of none are those that the session began with.")
        ask(self._window, self.tr("Open a session"), text, detail, choices)

    def _choosing(self, seated: Seated) -> Choice:
        def choose() -> None:
            chosen = ask_for_box(self._window, Path.home())
            if chosen is None:
                self._give_up()
            else:
                self._look_into(seated, Candidates((chosen.parent,), ()))

        return Choice(self.tr("&Choose the box…"), choose)

    def _ask_for_box(self, seated: Seated) -> None:
        choices = [self._choosing(seated), Choice(self.tr("Cancel"), self._give_up, away=True)]
        text = self.tr("Where is the box “%s”?") % seated.record.began.game
        ask(self._window, self.tr("Open a session"), text, self.tr("The session is played with its maps and units."), choices)

    def _show_box(self, seated: Seated, folder: Path) -> None:
        self._waiting = seated, folder
        document, saving = self._open_box.document, self._open_box.saving
        modified = saving is not None and saving.modified
        if document is not None and document.path == folder and not modified:
            self._box_shown()
        elif saving is not None:
            # A session that is played over the box now ends with it, and everything of it is on disk.
            saving.leave(lambda: self._open_box.open_now(folder), self._give_up)

    def _box_shown(self) -> None:
        """The box may be the one that a session waits for."""
        document = self._open_box.document
        if self._waiting is None or document is None:
            return
        seated, folder = self._waiting
        if document.path != folder:
            return
        self._waiting = None
        began = seated.record.began
        if began.file not in document.box.scenarios:
            seated.journal.close()
            self.given_up.emit()
            text = self.tr("The box “%s” has no such scenario any more.") % document.box.title
            self._tell(text, self.tr("The session was begun with the scenario in %s.") % began.file)
            return
        if is_newer(began.program, version()):
            told = self.tr("The session was begun with Phaseline {then}, which is newer than this one, {now}.")
            told = told.replace("{then}", began.program).replace("{now}", version())
            seated.warning = f"{told} {seated.warning}".strip()
        if seated.journal.torn:
            seated.warning = f"{seated.journal.torn} {seated.warning}".strip()
        self._settings.keep_text(box_key(began.session), str(folder))
        seated.memory = replace(seated.memory, box=str(folder))
        self._begin(seated)

    def _give_up(self) -> None:
        self.drop()
        self.given_up.emit()

    def _tell(self, text: str, detail: str) -> None:
        close = Choice(self.tr("Close"), nothing, away=True)
        ask(self._window, self.tr("Open a session"), text, detail, [close])


class Marking:
    """A check that notes which line is not the one that was seen; 0 for none."""

    def __init__(self, check: Callable[[Record, Entry, bytes], str], memory: Memory | None) -> None:
        self._check, self._memory = check, memory
        self.rebuilt = 0

    def __call__(self, record: Record, entry: Entry, link: bytes) -> str:
        """What is wrong with an entry, "" for nothing."""
        told = self._check(record, entry, link)
        if told and self._memory is not None and entry.number <= self._memory.number:
            self.rebuilt = entry.number
        return told


def verified(journal: Journal, history: History, memory: Memory) -> Seated:
    """A session whose journal is the one that is remembered. Raises Rebuilt."""
    links = [entry.link for entry in journal.entries]
    told = difference(memory, journal.records[-1], links) if memory.number else None
    if told is not None:
        raise Rebuilt(journal.path, told.number, told.sentence)
    return Seated(journal, history, memory)


def gone_on(came: Path, read: Read, own: Path) -> bytes:
    """What the own file of a session is when it goes on with what came. Raises Damaged, Rebuilt, OSError, and WrongUse for a
    file that is older than the own one.
    """
    if read.fault is not None:
        raise Damaged(came, read.fault)
    new, old = b"".join(read.lines), own.read_bytes()
    if not new.startswith(old):
        if old.startswith(new):
            raise WrongUse(f"{came} is older than what you have: it ends after entry {len(read.entries)}.")
        line = next((n for n, (a, b) in enumerate(zip(old.split(b"\n"), new.split(b"\n"), strict=False), 1) if a != b), 1)
        raise Rebuilt(came, line, f"Line {line} is not the one in {own}.")
    return new


def taken_in(came: Path, read: Read, own: Path) -> None:
    """Lets the own file of a session go on with what came. Raises InUse, and what `gone_on` does."""
    with Lock(own):
        new = gone_on(came, read, own)
        if new != own.read_bytes():
            atomic.write_bytes(own, new)


def own_key(session: str, side: str) -> str:
    """Under which the own file of a session by mail is kept among the choices of the user."""
    return f"sessions/{session}/{side}"


def box_key(session: str) -> str:
    """Under which the box of a session is kept among the choices of the user."""
    return f"sessions/{session}/box"
