"""The game boxes that ship with the program."""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"
GAME_FILE = "game.yaml"
HEAD_BYTES = 4096

_TITLE = re.compile(r"^title:[ \t]*(?P<quote>[\"']?)(?P<title>.+?)(?P=quote)[ \t]*(?:#.*)?$", re.MULTILINE)
_NOTE = re.compile(r"^note:[ \t]*[\"']?(?P<sentence>[^.\"']+\.)(?= |[\"']?$)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class BoxEntry:
    """A box by its folder and title, before it is opened. `about` is a sentence on it, "" where there is none."""

    path: Path
    title: str
    about: str = ""


def title_of(box: Path) -> str:
    """The title of a box for a list of boxes; its folder's name when the file does not say or cannot be read.

    Only the top of the game file is looked at. It is read in full, and every fault in it told, when the box is opened.
    """
    found = _TITLE.search(_head(box))
    return found.group("title") if found else (box.parent if box.name == GAME_FILE else box).name


def about(box: Path) -> str:
    """The first sentence of a box's note, "" where it has none near the top of its file."""
    found = _NOTE.search(_head(box))
    return found.group("sentence") if found else ""


def _head(box: Path) -> str:
    """The top of a box's game file, empty where it cannot be read."""
    game = box / GAME_FILE if box.is_dir() else box
    try:
        with game.open("rb") as stream:
            return stream.read(HEAD_BYTES).decode("utf-8", errors="replace")
    except OSError:
        return ""


@lru_cache(maxsize=1)
def shipped(folder: Path = SCENARIOS) -> tuple[BoxEntry, ...]:
    """The boxes in a folder, by title."""
    found = [BoxEntry(game.parent, title_of(game.parent), about(game.parent)) for game in folder.glob(f"*/{GAME_FILE}")]
    return tuple(sorted(found, key=lambda entry: entry.title.casefold()))
