"""What the window hears of the files of a box; plain values, so that the window need not import what reads and writes them."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from core.files.names import GAME_FILE, LOOKS_FILE, OOB_FILE
from core.model.box import GameBox
from core.model.maps import SECTIONS
from core.model.oob import OOB_SECTIONS

Prints = Mapping[str, str]
"""The fingerprint of each file of a box, by its name inside the folder; empty for a file that is not there."""

BACKUP_FOLDER = ".phaseline-backup"
"""Inside a box: its files as they were before the last save. It can be opened like any box."""

Tally = tuple[tuple[str, tuple[tuple[int, int], ...]], ...]
"""How many items each section of a file holds, and the key of its next one; see `tally`."""

NO_PRINTS: Prints = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Examined:
    """The files of a box as they are on disk: their fingerprints, and those that hold YAML comments."""

    prints: Prints = field(default_factory=lambda: NO_PRINTS)
    commented: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SaveResult:
    """How a save has ended.

    "saved": `files` were written, and `prints` are those of all files of the box and of those it had before, for a map that was
    removed may come back by undoing. "changed": nothing was written, for somebody
    else has changed `files`. "refused": nothing or not everything was written; `text` says why.
    """

    outcome: Literal["saved", "changed", "refused"]
    files: tuple[str, ...] = ()
    prints: Prints = field(default_factory=lambda: NO_PRINTS)
    text: str = ""


def beside_sheets(box: GameBox) -> tuple[str, ...]:
    """The names of the files of a box beside those of its maps, the game file last."""
    ours = (*((LOOKS_FILE,) if box.looks else ()), *((OOB_FILE,) if box.oob else ()))
    return *ours, *sorted(box.scenarios), GAME_FILE


def tally(box: GameBox) -> Tally:
    """What two processes compare, at once, to be sure that they speak of the same state of a box."""
    of_units = tuple((len(box.oob.items(section)), box.oob.items(section).next_key) for section in OOB_SECTIONS)
    of_looks = tuple((len(each.front), len(each.back)) for each in box.looks.looks.values())
    begun = ((file, box.scenarios[file].start) for file in sorted(box.scenarios))
    starts = ((file, ((len(start.pieces), len(start.marks)),)) for file, start in begun)
    return ((LOOKS_FILE, of_looks), (OOB_FILE, of_units), *starts, *_of_sheets(box))


def _of_sheets(box: GameBox) -> Tally:
    return tuple(
        (
            placed.file,
            tuple(
                (len(placed.sheet.hexes), 0)
                if section == "hexes"
                else (len(placed.sheet.items(section)), placed.sheet.items(section).next_key)
                for section in SECTIONS
            ),
        )
        for placed in box.sheets
    )


def prints_of(folder: Path, files: Iterable[str]) -> Prints:
    """The fingerprints of files as they are now; a file that cannot be read counts as not there."""
    return MappingProxyType({file: _print(folder / file) for file in files})


def _print(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return ""
