"""What the window hears of the files of a box; plain values, so that the window need not import what reads and writes them."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Literal

Prints = Mapping[str, str]
"""The fingerprint of each file of a box, by its name inside the folder; empty for a file that is not there."""

BACKUP_FOLDER = ".phaseline-backup"
"""Inside a box: its files as they were before the last save. It can be opened like any box."""

NO_PRINTS: Prints = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Examined:
    """The files of a box as they are on disk: their fingerprints, and those that hold YAML comments."""

    prints: Prints = field(default_factory=lambda: NO_PRINTS)
    commented: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SaveResult:
    """How a save has ended.

    "saved": `files` were written, and `prints` are those of all files of the box. "changed": nothing was written, for somebody
    else has changed `files`. "refused": nothing or not everything was written; `text` says why.
    """

    outcome: Literal["saved", "changed", "refused"]
    files: tuple[str, ...] = ()
    prints: Prints = field(default_factory=lambda: NO_PRINTS)
    text: str = ""


def prints_of(folder: Path, files: Iterable[str]) -> Prints:
    """The fingerprints of files as they are now; a file that cannot be read counts as not there."""
    return MappingProxyType({file: _print(folder / file) for file in files})


def _print(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return ""
