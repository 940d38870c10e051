"""File names that a box may use: inside its folder, and the same on every system."""

from collections.abc import Iterable
from pathlib import Path, PurePosixPath

GAME_FILE = "game.yaml"
OOB_FILE = "counters.yaml"
LOOKS_FILE = "looks.yaml"
SCENARIO_SUFFIX = ".scenario.yaml"

_FORBIDDEN = frozenset('\\:*?"<>|')


def bad_file_name(name: str) -> str:
    """Why a name cannot be a file of a box, as the end of a sentence; empty when it can.

    >>> bad_file_name("a.map.yaml")
    ''
    >>> bad_file_name("../../etc/passwd")
    "leads out of the box's folder"
    """
    path = PurePosixPath(name)
    if not name or name.endswith("/") or not path.name:
        return "is empty"
    if path.is_absolute() or ".." in path.parts or name[1:2] == ":":
        return "leads out of the box's folder"
    bad = sorted({sign for sign in name if sign in _FORBIDDEN or not sign.isprintable()})
    if bad:
        return f"holds {' '.join(repr(sign) for sign in bad)}, which not every system allows"
    return ""


def why_taken(folder: Path, sheet_files: Iterable[str]) -> str:
    """Why a new box cannot be written into a folder, as a sentence; empty when it can."""
    if folder.exists() and not folder.is_dir():
        return f"{folder} is a file; a box needs a folder."
    if (folder / GAME_FILE).exists():
        return f"{folder} already holds a box, which a new one would replace; name another folder."
    held = next((name for name in sheet_files if (folder / name).exists()), "")
    return f"{folder} already holds {held}, which a new box would replace; name another folder." if held else ""
