"""The tables after any entry of a journal, soon; and states that are kept between two runs, so that a long one opens at once.

States are folded from the events. Every `EVERY` entries one is kept in the user's cache folder, under the link of its entry,
which binds all that it follows from, and under the shape of a state, so that none is taken for what another program would make
of the same lines. A file that is missing, damaged or stale is no error: what it would say is folded again.
"""

import hashlib
import json
import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_cache_path

from core.base.errors import CoreError, WrongUse
from core.base.steps import finish
from core.model.state import GameState
from core.play import trust
from core.play.event_text import FORMS
from core.play.events import Did, Entry, Went
from core.play.forms import Unfit, plain_data
from core.play.journal import Check, Damaged, Journal, Read, read_journal
from core.play.record import Record
from core.play.table import Table, begun, done, gone_to
from core.play.trust import fault_of_change

EVERY = 500
"""A state is kept after so many entries; to fold as many takes less than a frame."""

FOLD = 3
"""Raised when the same entries lead to other states than in an older program."""

KEPT_S = 90 * 24 * 3600
"""States that were kept so long ago are removed."""

_STATE = FORMS.of(GameState)
_MADE_BY = f"{FOLD} {_STATE.shape}".encode()
_WRONG = (CoreError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError)


def cache_folder() -> Path:
    """Where states are kept."""
    return user_cache_path("phaseline", appauthor=False) / "sessions"


class Snapshots:
    """The kept states of one session; `folder` is where those of all are."""

    def __init__(self, session: str, folder: Path | None = None) -> None:
        self._folder = folder or cache_folder()
        self._session = hashlib.sha256(session.encode("utf-8", "replace")).hexdigest()[:24]
        self._tidied = False

    def recall(self, entry: Entry) -> GameState | None:
        """The state after an entry, None where it is not kept; a damaged file is removed."""
        path = self._path(entry)
        try:
            seal, _, body = path.read_bytes().partition(b"\n")
        except OSError:
            return None
        try:
            if seal != _seal(body):
                raise Unfit("is damaged.")
            state: GameState = _STATE.read(json.loads(body))
        except (ValueError, RecursionError):
            with suppress(OSError):
                path.unlink()
            return None
        return state

    def keep(self, entry: Entry, state: GameState) -> None:
        """Keeps the state after an entry, and removes what was kept of it otherwise. A folder that cannot be written is passed
        over, and so is a state that no file can hold: it only saves time."""
        path = self._path(entry)
        try:
            body = json.dumps(_STATE.write(state), ensure_ascii=False, separators=(",", ":")).encode("utf-8")
        except Unfit:
            return
        part = path.with_suffix(".part")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            # Nothing is synced to disk: what a crash leaves of it does not fit its seal.
            part.write_bytes(_seal(body) + b"\n" + body)
            part.replace(path)
            for other in self._folder.glob(f"{self._session}-{entry.number}-*"):
                if other != path:
                    other.unlink()
            self._tidy()
        except OSError:
            with suppress(OSError):
                part.unlink()

    def _tidy(self) -> None:
        """Removes states that were kept long ago, once in a run."""
        if self._tidied:
            return
        self._tidied = True
        before = time.time() - KEPT_S
        for path in self._folder.iterdir():
            if path.stat().st_mtime < before:
                path.unlink()

    def _path(self, entry: Entry) -> Path:
        name = hashlib.sha256(_MADE_BY + entry.link).hexdigest()[:40]
        return self._folder / f"{self._session}-{entry.number}-{name}.json"


def _seal(body: bytes) -> bytes:
    return plain_data(hashlib.sha256(body).digest()).encode("ascii")


class Nonsense(CoreError):
    """An entry that leads to no state; `number` is its number."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(why)
        self.number = number


class History:
    """The tables of a session: after its last entry, and after any other.

    Every entry is folded once, those before a kept state when that was kept; a state that was folded stays in memory, which
    takes about 1 KiB, for what did not change is shared. Raises Nonsense for an entry that leads to no state.

    One that is not made `at_once` answers nothing until `folding` has been run through.
    """

    def __init__(
        self,
        entries: Iterable[Entry],
        records: Sequence[Record] = (),
        snapshots: Snapshots | None = None,
        at_once: bool = True,
    ) -> None:
        self._entries = list(entries)
        self._snapshots = snapshots
        try:
            first = begun(self._entries[0])
        except CoreError as error:
            raise Nonsense(1, str(error)) from None
        self._box = first.box
        self._records = list(records) or [first.record]
        self._states = {1: first.state}
        self._kept = 0
        if at_once:
            finish(self.folding())

    def folding(self) -> Generator[tuple[int, int], None, None]:
        """Folds all entries in steps; each tells how many are folded, and of how many."""
        self._kept = self._last_kept()
        for entry in self._entries[len(self._records) : self._kept]:
            self._records.append(self._records[-1].after(entry))
        for entry in self._entries[max(self._kept, 1) :]:
            self._fold(entry)
            yield entry.number, len(self._entries)

    def at(self, number: int) -> Table:
        """The table after an entry."""
        return Table(number, self._state(number), self._records[number - 1], self._box)

    def follow(self, entry: Entry) -> Table:
        """The table after an entry that was just added."""
        self._entries.append(entry)
        self._fold(entry)
        return self.at(entry.number)

    def _fold(self, entry: Entry) -> None:
        number = entry.number
        try:
            if len(self._records) < number:
                self._records.append(self._records[-1].after(entry))
            after = self._after(entry)
            told = fault_of_change(self._records[number - 2], entry, self._state(number - 1), after)
            if told:
                raise WrongUse(told)
            self._states[number] = after
        except _WRONG as error:
            why = str(error) if isinstance(error, CoreError) else f"The line leads to no state of play: {error}."
            raise Nonsense(number, why) from None
        if self._snapshots is not None and number % EVERY == 0:
            self._snapshots.keep(entry, self._states[number])

    def _after(self, entry: Entry) -> GameState:
        return self._after_state(self._state(_parent(entry)), entry)

    def _after_state(self, state: GameState, entry: Entry) -> GameState:
        """The state after an entry from the one that it stands on."""
        match entry.event:
            case Did():
                return done(self._box, state, entry.event)
            case Went():
                return gone_to(state, self._records[entry.number - 2])
            case _:
                return state

    def _state(self, number: int) -> GameState:
        """The state after an entry: folded from the nearest one on its way that is known."""
        way: list[Entry] = []
        while (state := self._known(number)) is None:
            entry = self._entries[number - 1]
            way.append(entry)
            number = _parent(entry)
        for entry in reversed(way):
            state = self._after_state(state, entry)
            self._states[entry.number] = state
        return state

    def _known(self, number: int) -> GameState | None:
        state = self._states.get(number)
        if state is None and number <= self._kept and number % EVERY == 0 and self._snapshots is not None:
            state = self._snapshots.recall(self._entries[number - 1])
            if state is not None:
                self._states[number] = state
        return state

    def _last_kept(self) -> int:
        """The last entry after which a state is kept, 0 for none."""
        if self._snapshots is not None:
            for number in range(len(self._entries) // EVERY * EVERY, 0, -EVERY):
                state = self._snapshots.recall(self._entries[number - 1])
                if state is not None:
                    self._states[number] = state
                    return number
        return 0


def _parent(entry: Entry) -> int:
    return entry.event.to if isinstance(entry.event, Went) else entry.number - 1


@dataclass(frozen=True, slots=True)
class Loaded:
    """A journal to look at: what is good of it, and its tables; None where nothing is good."""

    read: Read
    tables: History | None


def load(path: Path, check: Check = trust.fault, folder: Path | None = None) -> Loaded:
    """Reads a journal and folds it, as far as both can be done. `folder` is where states are kept, else the user's.

    Raises OSError when the file cannot be read, CoreError when it is too large for a journal.
    """
    read = read_journal(path, check)
    while read.entries:
        try:
            return Loaded(read, History(read.entries, read.records, _snapshots(read.records[0], folder)))
        except Nonsense as error:
            read = read.before(error.number, str(error))
    return Loaded(read, None)


def open_session(path: Path, check: Check = trust.fault, folder: Path | None = None) -> tuple[Journal, History]:
    """Opens a journal to play on, with its tables. Raises InUse when another window has it, Damaged, OSError."""
    return finish(opening(path, check, folder))


def opening(
    path: Path, check: Check = trust.fault, folder: Path | None = None
) -> Generator[tuple[int, int], None, tuple[Journal, History]]:
    """`open_session` in steps, each with how far it has come; the file is free again when they are given up."""
    journal = yield from Journal.opening(path, check)
    try:
        history = History(journal.entries, journal.records, _snapshots(journal.records[0], folder), at_once=False)
        yield from history.folding()
        return journal, history
    except Nonsense as error:
        read = read_journal(path, check).before(error.number, str(error))
        assert read.fault is not None
        journal.close()
        raise Damaged(path, read.fault) from None
    except BaseException:
        journal.close()
        raise


def _snapshots(record: Record, folder: Path | None) -> Snapshots:
    return Snapshots(record.began.session, folder)
