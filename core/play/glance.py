"""What a journal says of itself at its top, before anything of it is verified: enough to know its box and its memory."""

import json
from dataclasses import dataclass
from pathlib import Path

from core.play.events import Kind
from core.play.journal import MOST_BEGUN_BYTES

_KINDS: tuple[Kind, ...] = ("hot_seat", "solitaire", "mail")


@dataclass(frozen=True, slots=True)
class Glance:
    """The name of the session, how it is played, the title of the game, and its sides by id."""

    session: str
    kind: Kind
    game: str
    sides: tuple[str, ...]


def glance(path: Path) -> Glance | None:
    """The top of a journal; None for one that says nothing of the kind, which opening it then explains. Raises OSError."""
    with path.open("rb") as stream:
        line = stream.readline(MOST_BEGUN_BYTES + 1)
    try:
        said = json.loads(line)
        kind = next(each for each in _KINDS if each == said["kind"])
        texts = [said["session"], said["game"], *(player["side"] for player in said["players"])]
    except (ValueError, LookupError, TypeError, StopIteration, RecursionError):
        return None
    if not all(isinstance(text, str) for text in texts):
        return None
    return Glance(texts[0], kind, texts[1], tuple(texts[2:]))
