"""The journal on disk: one line for each event, each bound to all before it; appended, flushed, locked, read back.

A line is one object of JSON, and ends with its link: the SHA-256 digest, in base64 for addresses, of the link of the line
before followed by the very bytes of the line in front of `,"h":`. The first line stands on `START` and says in which form the
journal is written:

    {"phaseline":1,"n":1,"t":1760000000,"do":"began",…,"h":"K7gNU3sdo-OL0wNhqoVWhr3g6s1xYv72ol_pe_Unols"}

Whatever is changed afterwards, to the last bit, is found and located; what stands before it is good, and can be recovered. A
line that lacks its end was being written when the program was killed, and counts as not written.
"""

import os
import time
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from core.base import atomic
from core.base.errors import CoreError, WrongUse
from core.base.lock import Lock, hold
from core.base.steps import finish
from core.play import trust
from core.play.event_text import entry_text, read_entry
from core.play.events import (
    MOST_OPENED_BYTES,
    Answered,
    Began,
    Bookmarked,
    Did,
    Disclosed,
    Entry,
    Event,
    Noted,
    Opened,
    Rolled,
    Went,
)
from core.play.forms import Unfit, plain_data
from core.play.journal_writer import Displaced, LineWriter
from core.play.record import Record

SUFFIX = ".journal"
FORMAT = 1
"""Raised when journals of an older program can no longer be read as they stand."""

START = sha256(b"phaseline journal 1\n").digest()
"""What the first line stands on."""

MOST_BEGUN_BYTES = 16 * 2**20
MOST_LINE_BYTES = 2**20
MOST_BYTES = 2**29
"""The longest first line, other line and file; a line that opens something may have more (`MOST_OPENED_BYTES`)."""

_FORMAT_KEY = b'{"phaseline":'
_HEAD = _FORMAT_KEY + str(FORMAT).encode() + b","
_MARK, _END = b',"h":"', b'"}\n'
_LINK_SIGNS = 43
_TAIL = len(_MARK) + _LINK_SIGNS + len(_END)
_CHUNK = 2**20
_OPENS = b'"do":"opened"'
_OPENS_WITHIN = 2**12

Check = Callable[[Record, Entry, bytes], str]
"""What is wrong with an entry, as a sentence, "" for nothing; given the record and the link before it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Where a journal is damaged: the line from 1, its first byte in the file from 0, and what is wrong, as a sentence.

    `lost` is how many lines stand behind it. `torn` says that it is the last line, and has no end.
    """

    line: int
    offset: int
    text: str
    lost: int = 0
    torn: bool = False

    def told(self, path: Path) -> str:
        """The whole finding, with the file."""
        behind = {0: "", 1: " The line behind it is lost with it."}.get(
            self.lost, f" The {self.lost} lines behind it are lost with it."
        )
        good = {1: "Nothing of the journal is good.", 2: "The line before it is good."}.get(
            self.line, f"The {self.line - 1} lines before it are good."
        )
        return f"{path}:{self.line}: {self.text}{behind} {good}"


class Damaged(CoreError):
    """A journal that cannot be played on as it is; `fault` says where it is damaged."""

    def __init__(self, path: Path, fault: Fault) -> None:
        advice = f' "phaseline journal {path} --recover NEW" writes them into a new journal.' if fault.line > 1 else ""
        super().__init__(fault.told(path) + advice)
        self.fault = fault


class BadLine(CoreError):
    """A line that does not belong where it stands; the text says why."""


@dataclass(frozen=True, slots=True)
class Read:
    """What is good of a journal: its entries, the record after each, where in the file each line ends, and the lines."""

    entries: tuple[Entry, ...]
    records: tuple[Record, ...]
    ends: tuple[int, ...]
    fault: Fault | None = None
    lines: tuple[bytes, ...] = ()

    @property
    def good_bytes(self) -> int:
        """How many bytes of the file are good."""
        return self.ends[-1] if self.ends else 0

    def before(self, number: int, why: str) -> "Read":
        """What is good where an entry turns out to make no sense."""
        ends = self.ends[: number - 1]
        lost = len(self.entries) - number + (self.fault.lost + 1 if self.fault is not None else 0)
        fault = Fault(number, ends[-1] if ends else 0, why, lost)
        return Read(self.entries[: number - 1], self.records[: number - 1], ends, fault, self.lines[: number - 1])


class Chain:
    """The lines of a journal so far: what the next one is, and whether a given one is it."""

    def __init__(self, entries: Iterable[Entry] = (), records: Iterable[Record] = ()) -> None:
        self.entries, self.records = list(entries), list(records)

    @property
    def link(self) -> bytes:
        """The link of the last line."""
        return self.entries[-1].link if self.entries else START

    def line(self, event: Event, by: str, at: int) -> bytes:
        """The next line. Raises WrongUse for an event that no journal can hold."""
        return _line(Entry(len(self.entries) + 1, at, by, event), self.link)

    def take(self, line: bytes, check: Check | None = None) -> tuple[Entry, Record]:
        """The entry of the next line, and the record after it; nothing is added yet. Raises BadLine."""
        number = len(self.entries) + 1
        body, link = self._body(line)
        try:
            text = body.decode("utf-8") + "}"
            entry = read_entry("{" + text[len(_HEAD) :] if number == 1 else text)
        except UnicodeDecodeError:
            raise BadLine("The line is no text in UTF-8.") from None
        except Unfit as unfit:
            told = "The line is no event that this version of Phaseline knows"
            raise BadLine(f"{told}; it may be from a newer one. {unfit}") from None
        entry = Entry(entry.number, entry.at, entry.by, entry.event, link)
        if len(line) > most_bytes(entry.event):
            raise BadLine(_too_long(most_bytes(entry.event)))
        if entry.number != number:
            raise BadLine(f"The line has the number {entry.number} where {number} belongs.")
        return entry, self._followed(entry, check)

    def add(self, entry: Entry, record: Record) -> None:
        """Adds an entry that was taken."""
        self.entries.append(entry)
        self.records.append(record)

    def _body(self, line: bytes) -> tuple[bytes, bytes]:
        """A line without its link, and the link, which fits all that stands before it."""
        if not self.entries and not line.startswith(_HEAD):
            if line.startswith(_FORMAT_KEY):
                raise BadLine("The journal is written in another form than this version of Phaseline can read.")
            raise BadLine("This is no journal of Phaseline: it does not begin as one.")
        body, tail = line[:-_TAIL], line[-_TAIL:]
        link = sha256(self.link + body).digest()
        if tail != _tail(link):
            if not tail.startswith(_MARK) or not tail.endswith(_END):
                raise BadLine("The line does not end as a line of a journal does: it was changed or cut.")
            raise BadLine("The line is not as it was written: it does not fit its own link and the lines before it.")
        return body, link

    def _followed(self, entry: Entry, check: Check | None) -> Record:
        """The record after an entry. Raises BadLine."""
        event = entry.event
        if not self.entries:
            if not isinstance(event, Began):
                raise BadLine("A journal begins with what is played, and this line is another event.")
            return Record(event)
        if isinstance(event, Began):
            raise BadLine("Only the first line of a journal says what is played.")
        for number in _named(event):
            if not 0 <= number < entry.number:
                raise BadLine(f"The line names entry {number}, which does not lie before it.")
        before = self.records[-1]
        found = check(before, entry, self.link) if check is not None else ""
        if found:
            raise BadLine(found)
        try:
            return before.after(entry)
        except CoreError as error:
            raise BadLine(str(error)) from None


def _named(event: Event) -> tuple[int, ...]:
    """The entries that an event names, 0 for none."""
    match event:
        case Did():
            return (event.because,)
        case Went(to) | Answered(to) | Disclosed(to):
            # These always name one.
            return (to or -1,)
        case Rolled():
            return (event.pledge,)
        case Noted() | Bookmarked():
            return (event.on,)
        case _:
            return ()


def _line(entry: Entry, before: bytes) -> bytes:
    text = entry_text(entry)[:-1].encode("utf-8")
    body = _HEAD + text[1:] if entry.number == 1 else text
    line = body + _tail(sha256(before + body).digest())
    most = most_bytes(entry.event)
    if len(line) > most:
        raise WrongUse(f"This is too much for one line of a journal: {len(line):,} bytes, where {most:,} are allowed.")
    return line


def most_bytes(event: Event) -> int:
    """How long the line of an event may be."""
    if isinstance(event, Began):
        return MOST_BEGUN_BYTES
    return MOST_OPENED_BYTES if isinstance(event, Opened) else MOST_LINE_BYTES


def _too_long(most: int) -> str:
    return f"The line is longer than {most:,} bytes."


def last_linked(path: Path, links: Collection[bytes]) -> int:
    """The last line that ends with one of these links, 0 for none; whether a link fits is not asked. Raises OSError."""
    ends, found = {_tail(link) for link in links}, 0
    with path.open("rb", buffering=_CHUNK) as stream:
        for number in count(1):
            line, _ = _next_line(stream, number == 1)
            if not line:
                return found
            if line[-_TAIL:] in ends:
                found = number
    return found


def _next_line(stream: BinaryIO, first: bool) -> tuple[bytes, int]:
    """The next line of a file, of which no more is read than a line may have, and how much that is."""
    most = MOST_BEGUN_BYTES if first else MOST_LINE_BYTES
    line = stream.readline(most + 1)
    if len(line) > most and not first and _OPENS in line[:_OPENS_WITHIN]:
        most = MOST_OPENED_BYTES
        if not line.endswith(b"\n"):
            line += stream.readline(most + 1 - len(line))
    return line, most


def _tail(link: bytes) -> bytes:
    return _MARK + plain_data(link).encode("ascii") + _END


def read_journal(path: Path, check: Check = trust.fault) -> Read:
    """What is good of a journal, from its first line on, and where it is damaged.

    `check` is asked about every entry. Raises OSError when the file cannot be read,
    CoreError when it is too large for a journal.
    """
    return finish(reading(path, check))


def reading(path: Path, check: Check = trust.fault) -> Generator[tuple[int, int], None, Read]:
    """`read_journal` in steps; each tells how many bytes were read, and of how many."""
    with path.open("rb", buffering=_CHUNK) as stream:
        size = os.fstat(stream.fileno()).st_size
        if size > MOST_BYTES:
            raise CoreError(f"{path} is larger than a journal can be: {MOST_BYTES // 2**20} MiB are allowed.")
        chain, lines, ends, fault = Chain(), list[bytes](), [0], None
        while fault is None:
            line, most = _next_line(stream, not chain.entries)
            if not line and chain.entries:
                break
            try:
                if len(line) > most:
                    raise BadLine(_too_long(most))
                if not line:
                    raise BadLine("The file is empty.")
                if not line.endswith(b"\n"):
                    raise BadLine("The last line is not whole; it was being written when the program ended.")
                chain.add(*chain.take(line, check))
                ends.append(ends[-1] + len(line))
                lines.append(line)
            except BadLine as bad:
                whole = line.endswith(b"\n")
                torn = not whole and len(line) <= most
                fault = Fault(len(chain.entries) + 1, ends[-1], str(bad), _lines_behind(stream, whole), torn)
            yield ends[-1], size
    return Read(tuple(chain.entries), tuple(chain.records), tuple(ends[1:]), fault, tuple(lines))


def _lines_behind(stream: BinaryIO, whole: bool) -> int:
    """How many lines follow, one without an end included; the present line was read whole, or else its rest comes first."""
    ends, last = 0, b"\n"
    while chunk := stream.read(_CHUNK):
        ends += chunk.count(b"\n")
        last = chunk[-1:]
    cut = int(last != b"\n")
    return ends + cut if whole else max(ends - 1 + cut, 0) if ends else 0


def recover(path: Path, to: Path, check: Check = trust.fault) -> Read:
    """Writes what is good of a journal into a new file, and tells what is not.

    Raises WrongUse when there is such a file already, CoreError when nothing is good, OSError.
    """
    if to.exists():
        raise WrongUse(f"{to} exists already; what is recovered goes into a new file.")
    found = read_journal(path, check)
    if not found.entries:
        raise CoreError(f"Nothing of {path} can be recovered. {found.fault.text if found.fault else ''}".strip())
    with path.open("rb") as stream, atomic.replaced(to) as part, part.open("wb") as written:
        left = found.good_bytes
        while left:
            chunk = stream.read(min(left, _CHUNK))
            if not chunk:
                raise CoreError(f"{path} became shorter while it was read.")
            left -= len(chunk)
            written.write(chunk)
    return found


class Journal:
    """A journal that is being played: locked for other windows, and open for one line after the other.

    What was appended is with the system when `append` returns, so that a killed program loses nothing, and on disk within a
    second. `torn` tells of a line that was cut when it was opened, "" for none.

    Where another program puts another file in its place, removes or changes it, nothing more is written: `append`, `sync` and
    `close` raise Displaced, which `on_displaced` hears first, and `rescue` writes all lines into a new file: `rescued`.
    """

    def __init__(self, path: Path, lock: Lock, handle: int, chain: Chain, lines: Iterable[bytes], torn: str = "") -> None:
        self.path, self.torn = path, torn
        self._lock, self._handle, self._chain, self._lines = lock, handle, chain, list(lines)
        self._writer = LineWriter(path, handle, sum(map(len, self._lines)))
        self.on_displaced: Callable[[Displaced], object] | None = None
        self.rescued: Path | None = None

    @classmethod
    def create(cls, path: Path, began: Began, by: str = "", at: int | None = None) -> "Journal":
        """Begins a journal. Raises WrongUse when there is such a file already, InUse, OSError."""
        chain = Chain()
        line = chain.line(began, by, _now(at))
        with _locked(path) as lock:
            if path.exists():
                raise WrongUse(f"{path} exists already; a new session goes into a new file.")
            chain.add(*_own(chain, line))
            atomic.write_bytes(path, line)
            return cls(path, lock, _held(path), chain, [line])

    @classmethod
    def open(cls, path: Path, check: Check = trust.fault) -> "Journal":
        """Opens a journal to play on; `check` is asked about every entry. A last line that is not whole is set aside beside it.

        Raises InUse when another window has it, Damaged, OSError.
        """
        return finish(cls.opening(path, check))

    @classmethod
    def opening(cls, path: Path, check: Check = trust.fault) -> Generator[tuple[int, int], None, "Journal"]:
        """`open` in steps, as `reading` tells them; the file is free again when they are given up."""
        if not path.exists():
            raise WrongUse(f"There is no file {path}.")
        with _locked(path) as lock:
            handle = _held(path)
            try:
                found = yield from reading(path, check)
                torn = ""
                if found.fault is not None:
                    if not found.fault.torn or not found.entries:
                        raise Damaged(path, found.fault)
                    torn = _set_aside(path, found)
                return cls(path, lock, handle, Chain(found.entries, found.records), found.lines, torn)
            except BaseException:
                os.close(handle)
                raise

    @property
    def entries(self) -> Sequence[Entry]:
        """All entries, the first with the number 1."""
        return self._chain.entries

    @property
    def records(self) -> Sequence[Record]:
        """The record after each entry."""
        return self._chain.records

    @property
    def link(self) -> bytes:
        """The digest that binds all lines so far."""
        return self._chain.link

    def append(self, event: Event, by: str, at: int | None = None) -> Entry:
        """Adds a line for good; `at` are seconds since 1970, else now. Whether a side may say this is for the session to ask.

        Raises WrongUse for what no journal can hold, Displaced, OSError when it cannot be written; nothing is added then.
        """
        line = self._chain.line(event, by, _now(at))
        entry, record = _own(self._chain, line)
        with self._telling():
            self._writer.write(line)
        self._lines.append(line)
        self._chain.add(entry, record)
        return entry

    def sync(self) -> None:
        """Returns when all lines are on disk. Raises Displaced, OSError when the disk refuses."""
        with self._telling():
            self._writer.sync()

    @contextmanager
    def _telling(self) -> Iterator[None]:
        try:
            yield
        except Displaced as problem:
            if self.on_displaced is not None:
                self.on_displaced(problem)
            raise

    def free_beside(self) -> Path:
        """A name beside the file that no file has."""
        beside = (self.path.with_stem(f"{self.path.stem}-rescued-{number}") for number in count(1))
        return next(path for path in beside if not path.exists())

    def rescue(self, to: Path) -> None:
        """Writes all lines into a new file, as they are in memory: for a journal whose file was displaced. Raises WrongUse when
        there is such a file already, OSError."""
        if to.exists():
            raise WrongUse(f"{to} exists already; what is rescued goes into a new file.")
        atomic.write_bytes(to, b"".join(self._lines))
        self.rescued = to

    def close(self) -> None:
        """Syncs the file and gives it free; nothing happens when that was done before. Raises Displaced, OSError when the disk
        refuses."""
        if self._handle < 0:
            return
        try:
            self._writer.end()
        finally:
            os.close(self._handle)
            self._handle = -1
            self._lock.release()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def _now(at: int | None) -> int:
    return int(time.time()) if at is None else at


@contextmanager
def _locked(path: Path) -> Iterator[Lock]:
    """The lock of a file, given back only when something goes wrong."""
    lock = Lock(path)
    try:
        yield lock
    except BaseException:
        lock.release()
        raise


def _held(path: Path) -> int:
    """A file to append to, which is locked itself, too. Raises InUse, OSError."""
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
    try:
        hold(handle, path)
    except BaseException:
        os.close(handle)
        raise
    return handle


def _own(chain: Chain, line: bytes) -> tuple[Entry, Record]:
    """An entry of our own, read as everybody will read it: nothing is written that would be refused."""
    try:
        return chain.take(line)
    except BadLine as bad:
        raise WrongUse(str(bad)) from None


def _set_aside(path: Path, found: Read) -> str:
    """Moves a last line that is not whole into a file beside the journal; tells so."""
    beside = path.with_name(path.name + ".torn")
    with path.open("rb+") as stream:
        stream.seek(found.good_bytes)
        rest = stream.read()
        with beside.open("ab") as kept:
            kept.write(rest + b"\n")
            kept.flush()
            os.fsync(kept.fileno())
        stream.truncate(found.good_bytes)
        stream.flush()
        os.fsync(stream.fileno())
    return (
        f"The last line of {path} was not whole: the program ended while it was written. Its {len(rest)} bytes are kept in "
        f"{beside.name}; the {len(found.entries)} entries before it are good."
    )
