"""What jobs of live play answer: plain values, which the window reads without what makes them."""

from dataclasses import dataclass
from pathlib import Path

from core.play.events import Event, Joined
from core.play.keys import Keys


@dataclass(frozen=True, slots=True)
class Digests:
    """The digests of the files of a box and of its ruleset."""

    box: bytes
    rules: bytes


@dataclass(frozen=True, slots=True)
class FoundBox:
    """A box for a session. `same` says whether its files are those that it began with; `folder` is None where there is none."""

    folder: Path | None = None
    same: bool = False


@dataclass(frozen=True, slots=True)
class OpenKeys:
    """The keys of a side, and the entry that gives them to it, None for keys that it has already."""

    keys: Keys
    joined: Joined | None = None


@dataclass(frozen=True, slots=True)
class CupAnswer:
    """What something done with a cup needs: entries to be added in their order, and what a chit says where that was asked.
    `marks` are those of entries that were found right (`core.play.cups.vouch`)."""

    events: tuple[Event, ...] = ()
    value: str = ""
    marks: tuple[bytes, ...] = ()
