"""The recovery log: a box as it was last on disk, and after it a line for every change since.

One file for one window with one box, in the folder for the user's state. Every line is a checksum and one JSON object:
first a `LogHead`, then the box that the changes begin from, then for each change the edits that lead to the work after it,
be it done, undone or redone (`core.model.edits.map_edits.restated`). A line {"saved": true} says that the changes so far have
led back to what is on disk. A line is whole or it does not count; what stands behind a broken one does not count either.

The state of play is no part of it, for it is no part of what is saved.
"""

import json
import os
import re
import zlib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO

from core.base.errors import CoreError
from core.files.value_text import NoValue, decode, pieces
from core.model.box import GameBox
from core.model.edits.edit import Edit
from core.model.work import Work

FORMAT = 1
"""Raised when logs of an older program can no longer be read as they stand."""

SUFFIX = ".recovery"
MOST_HEAD_BYTES = 64 * 1024

PIECES = 100
"""Pieces of a long line that are written without a rest, about 2 ms."""

Rest = Callable[[], object]


def _no_rest() -> None:
    """Goes on at once."""


NO_BASE = "The box that the changes began from is not in the recovery file, or this version cannot read it."

_CHECKSUM = len("00000000 ")
_NET = re.compile(rb'\],"net":(\d{1,9})\}\n\Z')


class BrokenLog(CoreError):
    """A recovery log of which nothing can be recovered; the text says why."""


@dataclass(frozen=True, slots=True)
class LogHead:
    """Whose changes a log holds: the folder of the box, its title, the version of the program, its process, its format."""

    path: str
    title: str
    program: str
    process: int
    format: int = FORMAT


@dataclass(frozen=True, slots=True)
class LogSummary:
    """A log as it is offered: its head, how many changes lead from what is on disk to what it holds, those that were undone
    not counted, and when the last was made, in seconds since 1970.

    `wrong` says why nothing can be recovered, empty when something can.
    """

    file: Path
    head: LogHead
    changes: int
    last: float
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class Recovered:
    """The box that a log leads to, from how many changes. `lost` lines at its end could not be read, `whole` bytes could."""

    head: LogHead
    box: GameBox
    changes: int
    lost: int
    whole: int


def head_line(head: LogHead) -> bytes:
    """The first line of a log."""
    return _line({"head": asdict(head)})


def base_line(box: GameBox, rest: Rest = _no_rest) -> bytes:
    """The line of the box that changes begin from. `rest` is called again and again while a long line is written."""
    return _long_line("base", box, rest)


def step_line(edits: Sequence[Edit], net: int | None = None, rest: Rest = _no_rest) -> bytes:
    """The line of one change, after which the box is so many (`net`) changes away from the one on disk; one that was undone
    takes one back. Without that number every line counts. `rest` as with `base_line`.
    """
    return _long_line("step", tuple(edits), rest, "" if net is None else f',"net":{net}')


def saved_line() -> bytes:
    """The line that says that the changes so far have led back to what is on disk."""
    return _line({"saved": True})


def read_log(file: Path) -> Recovered:
    """The box that a log leads to.

    Raises BrokenLog when it holds no whole base or was written in another format, OSError when it cannot be read.
    """
    with file.open("rb") as stream:
        head = _head(stream)
        whole, work, changes = stream.tell(), None, 0
        for line in stream:
            try:
                entry = _entry(line)
                if work is None:
                    work = Work(_box(entry))
                elif "step" in entry:
                    for edit in _edits(entry["step"]):
                        work = edit.apply(work)
                    changes = int(entry.get("net", changes + 1))
            except (CoreError, TypeError, AttributeError, LookupError, ValueError, ArithmeticError):
                # A value of the right class may still hold what no edit of this version can be made of.
                break
            whole += len(line)
        stream.seek(whole)
        lost = sum(1 for _ in stream)
    if work is None:
        raise BrokenLog(NO_BASE)
    return Recovered(head, work.box, changes, lost, whole)


def summary(file: Path) -> LogSummary | None:
    """What a log has to offer, quickly: nothing is decoded. None when there is nothing that is not saved, or no file."""
    try:
        with file.open("rb") as stream:
            try:
                head = _head(stream)
            except BrokenLog as broken:
                return LogSummary(file, LogHead("", file.stem, "", 0), 0, file.stat().st_mtime, str(broken))
            lines = [line for line in stream if line.endswith(b"\n")]
            last = os.fstat(stream.fileno()).st_mtime
    except FileNotFoundError:
        return None
    except OSError as problem:
        # Nothing is known of it, so that nobody may take it for empty.
        why = f"The recovery file {file} cannot be read: {problem.strerror or problem}."
        return LogSummary(file, LogHead("", file.stem, "", 0), 0, 0.0, why)
    changes, steps = 0, [line for line in lines if line[_CHECKSUM:].startswith(b'{"step":')]
    if steps:
        net = _NET.search(steps[-1])
        # In logs of older programs every step counts.
        changes = int(net[1]) if net is not None else len(steps)
    if not steps or lines[-1] == saved_line():
        # Ended before its first change was written, or after the last was taken back.
        return None
    based = lines[0][_CHECKSUM:].startswith(b'{"base":')
    return LogSummary(file, head, changes, last, "" if based else NO_BASE)


def _head(stream: BinaryIO) -> LogHead:
    line = stream.readline(MOST_HEAD_BYTES)
    given = _entry(line).get("head")
    if not isinstance(given, dict) or given.get("format") != FORMAT:
        program = given.get("program", "") if isinstance(given, dict) else ""
        raise BrokenLog(
            f"The recovery file was written by another version of Phaseline ({program or 'unknown'}), which alone can read it."
        )
    try:
        return LogHead(**given)
    except TypeError:
        raise BrokenLog("The first line of the recovery file names things that this version does not know.") from None


def _box(entry: dict[str, Any]) -> GameBox:
    box = decode(entry.get("base"))
    if not isinstance(box, GameBox):
        raise BrokenLog("The recovery file does not begin with a box.")
    return box


def _edits(plain: object) -> tuple[Edit, ...]:
    edits = decode(plain)
    if not isinstance(edits, tuple) or not all(hasattr(edit, "apply") for edit in edits):
        raise NoValue("A line of the recovery file is no change.")
    return edits


def _line(entry: dict[str, Any]) -> bytes:
    text = json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    return b"%08x " % zlib.crc32(text) + text + b"\n"


def _long_line(name: str, value: object, rest: Rest, more: str = "") -> bytes:
    """The line that `_line` would make of the encoded value, and of what is `more`."""
    parts = [f'{{"{name}":'.encode()]
    for piece in pieces(value):
        parts.append(piece.encode("utf-8"))
        if len(parts) % PIECES == 0:
            rest()
    text = b"".join((*parts, more.encode(), b"}"))
    return b"%08x " % zlib.crc32(text) + text + b"\n"


def _entry(line: bytes) -> dict[str, Any]:
    """The object of a line. Raises BrokenLog for a torn or altered one."""
    checksum, _, text = line.removesuffix(b"\n").partition(b" ")
    if not line.endswith(b"\n") or checksum != b"%08x" % zlib.crc32(text):
        raise BrokenLog("A line of the recovery file is torn or was altered.")
    try:
        entry = json.loads(text)
    except (ValueError, RecursionError):
        entry = None
    if not isinstance(entry, dict):
        raise BrokenLog("A line of the recovery file is torn or was altered.")
    return entry
