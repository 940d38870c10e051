"""What a program remembers of a session between two runs, so that no other journal is put in its place.

A memory holds the public keys of the sides and the links of all lines that were seen: the last one whole, which decides; of the
others three bytes each, which say where a journal begins to differ. It is a small file in the user's state folder, for each
session and each side that this program acts for. It holds no secret, but for the key of the cups of a session at one table.

Whoever only looks at a journal remembers, in a file of its own, up to which line everything was found right: a link binds all
lines before it, hence no signature and no proof among them is looked at twice.
"""

import base64
import binascii
import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from platformdirs import user_state_path

from core.base.atomic import write_text
from core.base.errors import CoreError
from core.play.record import Record

SHORT = 3
"""So many bytes of each link are remembered."""

LINK = 32
MOST_BYTES = 16 * 1024 * 1024
"""No memory of a session is longer."""

VERSION = 1
_HEAD, _RIGHT_HEAD = "session memory", "lines found right"

ASKED = 1
"""Raised when more is asked of lines than in an older program, so that all are asked again."""

MOST_RIGHT = 16
"""So many links of lines that were found right are kept for a session: those of branches that players sent to each other."""

NOT_SEEN = "is not the one that this program has seen"
"""What is said of a line that differs from the one that is remembered."""

NOBODY: Mapping[str, bytes] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Memory:
    """What was seen of a session: the public keys by side, the first bytes of the link of each line, the last link whole.

    `table` is the key under which the order of cups is sealed at one table, empty by mail. `box` is the folder of the box that
    it was played with last, "" where nobody knows.
    """

    session: str
    side: str = ""
    publics: Mapping[str, bytes] = field(default_factory=lambda: NOBODY)
    links: bytes = b""
    last: bytes = b""
    table: bytes = field(default=b"", repr=False)
    box: str = ""

    @property
    def number(self) -> int:
        """The number of the last line that was seen, 0 for none."""
        return len(self.links) // SHORT


@dataclass(frozen=True, slots=True)
class Difference:
    """A line in which a journal is not the one that was seen, and why, as a sentence."""

    number: int
    sentence: str


def seen(memory: Memory, record: Record, links: Sequence[bytes]) -> Memory:
    """The memory after a journal was read that does not differ from it; `links` are those of all its lines, the first first."""
    publics = {**memory.publics, **{side: joined.public for side, joined in record.keys.items()}}
    short = b"".join(link[:SHORT] for link in links)
    return replace(memory, publics=MappingProxyType(publics), links=short, last=links[-1] if links else b"")


def difference(memory: Memory, record: Record, links: Sequence[bytes]) -> Difference | None:
    """Where a journal is not the one that was seen, or a longer one that grew from it; None where it is.

    `record` is the one after its last line, `links` are those of all lines.
    """
    if record.began.session != memory.session:
        return Difference(1, "This is another session.")
    for number, link in enumerate(links[: memory.number], 1):
        told = fault_of_line(memory, number, link)
        if told:
            return Difference(number, told)
    if len(links) < memory.number:
        told = f"The journal ends after line {len(links)}, and this program has seen {memory.number}: lines were taken away."
        return Difference(len(links) + 1, told)
    for side, public in sorted(memory.publics.items()):
        joined = record.keys.get(side)
        if joined is None or joined.public != public:
            return Difference(1, f'The keys of side "{side}" are not those that this program has seen.')
    return None


def fault_of_line(memory: Memory, number: int, link: bytes) -> str:
    """Why a line that was seen before is not that one, as a sentence; "" when it is, or was not seen."""
    seen_link = memory.last if number == memory.number else memory.links[(number - 1) * SHORT : number * SHORT]
    if link.startswith(seen_link):
        return ""
    return f"Line {number} {NOT_SEEN}: the journal was changed or written anew from there on."


def memory_text(memory: Memory) -> str:
    """A memory as the text of its file."""
    plain = {
        "phaseline": _HEAD,
        "version": VERSION,
        "session": memory.session,
        "side": memory.side,
        "publics": {side: _text(public) for side, public in sorted(memory.publics.items())},
        "links": _text(memory.links),
        "last": _text(memory.last),
        "table": _text(memory.table),
        "box": memory.box,
    }
    return json.dumps(plain, indent=1, ensure_ascii=False) + "\n"


def memory_of(text: str) -> Memory:
    """The memory of a text. Raises CoreError for one that is none."""
    try:
        plain = json.loads(text)
        if plain["phaseline"] != _HEAD or plain["version"] != VERSION:
            raise ValueError
        publics = {str(side): _bytes(public) for side, public in plain["publics"].items()}
        session, side = plain["session"], plain["side"]
        links, last, table = (_bytes(plain[key]) for key in ("links", "last", "table"))
        box = plain.get("box", "")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise CoreError("What was remembered of the session is damaged.") from None
    whole = all(isinstance(each, str) for each in (session, side, box)) and len(links) % SHORT == 0
    if not whole or (links and not last.startswith(links[-SHORT:])):
        raise CoreError("What was remembered of the session is damaged.")
    return Memory(session, side, MappingProxyType(publics), links, last, table, box)


def memory_folder() -> Path:
    """Where memories of sessions lie."""
    return user_state_path("phaseline", appauthor=False) / "sessions"


def memory_path(session: str, side: str = "", folder: Path | None = None) -> Path:
    """The file of a memory. Its name is a digest: a session is called as the other player's file calls it."""
    name = hashlib.sha256(f"{session}\n{side}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return (folder or memory_folder()) / f"{name}.json"


def recall(session: str, side: str = "", folder: Path | None = None) -> Memory:
    """What is remembered of a session, nothing where it was never seen. Raises CoreError for a file that is damaged."""
    path = memory_path(session, side, folder)
    try:
        if not path.is_file():
            return Memory(session, side)
        if path.stat().st_size > MOST_BYTES:
            raise CoreError(f"{path} is longer than any memory of a session.")
        memory = memory_of(path.read_text("utf-8"))
    except OSError as problem:
        raise CoreError(f"{path} cannot be read: {problem.strerror or problem}.") from problem
    except UnicodeDecodeError:
        raise CoreError(f"{path}: What was remembered of the session is damaged.") from None
    except CoreError as problem:
        raise CoreError(f"{path}: {problem}") from None
    if (memory.session, memory.side) != (session, side):
        raise CoreError(f"{path} remembers another session.")
    return memory


def remember(memory: Memory, folder: Path | None = None) -> Path:
    """Writes a memory in one step, for its owner alone to read. Raises CoreError when it cannot be written."""
    path = memory_path(memory.session, memory.side, folder)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if os.name != "nt":
            path.parent.chmod(0o700)
        write_text(path, memory_text(memory))
        if os.name != "nt":
            path.chmod(0o600)
    except OSError as problem:
        raise CoreError(f"{path} cannot be written: {problem.strerror or problem}.") from problem
    return path


def found_right(session: str, sides: Iterable[str] = (), folder: Path | None = None) -> frozenset[bytes]:
    """Links of lines of a session up to which this program has found everything right, when it played for one of the sides or
    only looked. A file that is damaged says nothing."""
    links = {link for link, asked in _right(_right_path(session, folder)) if asked == ASKED}
    for side in ("", *sides):
        try:
            links.add(recall(session, side, folder).last)
        except CoreError:
            continue
    return frozenset(links - {b""})


def keep_found_right(session: str, link: bytes, folder: Path | None = None) -> None:
    """Remembers that all lines up to one with this link were found right. A folder that cannot be written is passed over: it
    only saves time."""
    path = _right_path(session, folder)
    kept = [(each, asked) for each, asked in _right(path) if each != link and asked == ASKED]
    plain = {
        "phaseline": _RIGHT_HEAD,
        "version": VERSION,
        "session": session,
        "links": [[_text(each), asked] for each, asked in [*kept, (link, ASKED)][-MOST_RIGHT:]],
    }
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        if os.name != "nt":
            path.parent.chmod(0o700)
        write_text(path, json.dumps(plain, indent=1) + "\n")
        if os.name != "nt":
            path.chmod(0o600)


def _right(path: Path) -> list[tuple[bytes, int]]:
    try:
        if not path.is_file() or path.stat().st_size > MOST_BYTES:
            return []
        plain = json.loads(path.read_text("utf-8"))
        if plain["phaseline"] != _RIGHT_HEAD or plain["version"] != VERSION:
            return []
        found = [(_bytes(link), int(asked)) for link, asked in plain["links"]]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return []
    return [(link, asked) for link, asked in found if len(link) == LINK]


def _right_path(session: str, folder: Path | None) -> Path:
    return memory_path(session, "", folder).with_suffix(".right.json")


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode()


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text.encode(), altchars=b"-_", validate=True)
    except (binascii.Error, AttributeError):
        raise ValueError from None
