"""For whose eyes a journal is told: what both sides know, what one side may see, or everything.

What a side may see beyond that is for who knows its pass phrase, as when it is played: at one table with phrases, and by mail.
The phrase is typed, or stands on a line of the input; a window gives the key that it has open (`core.play.exports.opener`).
"""

import getpass
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.errors import CoreError, WrongUse
from core.play.exports import EVERYTHING, KEY_WORD

if TYPE_CHECKING:
    from core.play.keys import Keys
    from core.play.record import Record
    from core.play.session import Session
    from core.play.snapshots import Loaded
    from core.play.views import View
    from core.rules.kernel.ruleset import Ruleset

HELP = (
    f'only what this side may see, with its pass phrase if it has one; "{EVERYTHING}" for everything '
    "(default: what both sides know)"
)


@dataclass(frozen=True)
class Reader:
    """Who reads a journal: `side` is one of its sides, "" for both. `ruleset` is None where nobody knows it. `keys` are those
    that a pass phrase has opened."""

    session: "Session"
    view: "View"
    side: str
    ruleset: "Ruleset | None"
    keys: "tuple[Keys, ...]" = ()


def read_for(loaded: "Loaded", session: "Session", side: str) -> Reader:
    """A journal for who asks for it: "" for what both sides know. A player alone knows everything.

    Raises CoreError where nobody knows what a side may see, WrongUse for a side that there is not or a phrase that is wrong.
    """
    from core.files.ruleset_files import load_ruleset
    from core.play.exports import common_view, view_for
    from core.rules.kernel.play_rules import PlayRules

    record = loaded.read.records[-1]
    alone, whole = record.began.kind == "solitaire", side.casefold() == EVERYTHING
    ruleset = None
    try:
        ruleset = load_ruleset(record.began.ruleset)
    except CoreError as problem:
        if not whole and not (alone and not side):
            told = (
                f'What a side may see cannot be told without the rules of the session. {problem} "--side all" tells everything.'
            )
            raise CoreError(told) from problem
    rules = ruleset.play if ruleset is not None else PlayRules()
    if whole or (alone and not side):
        keys = _let_in(record, [player.side for player in record.began.players])
        return Reader(session, view_for(session, "", rules, keys), "", ruleset, keys)
    if not side:
        return Reader(session, common_view(session, rules), "", ruleset)
    own = next(iter(view_for(session, side, rules).eyes))
    keys = _let_in(record, [own])
    return Reader(session, view_for(session, own, rules, keys), own, ruleset, keys)


def _let_in(record: "Record", sides: list[str]) -> "tuple[Keys, ...]":
    """Asks for the pass phrase of each side that has one, and gives the keys that it opens. Raises WrongUse."""
    if record.began.kind == "solitaire":
        return ()
    return tuple(_open(record, side) for side in sides if side in record.keys)


def _open(record: "Record", side: str) -> "Keys":
    """The keys of a side: those that its phrase opens, or those that a window has open."""
    from core.play.keys import given, unlock

    title = next((player.title for player in record.began.players if player.side == side), side)
    if sys.stdin.isatty():
        said = getpass.getpass(f"Pass phrase of {title}: ")
    else:
        said = sys.stdin.readline().rstrip("\r\n")
        if not said:
            raise WrongUse(f"{title} has a pass phrase: type it, or give it as a line of the input.")
    if said.startswith(KEY_WORD):
        held = given(record.keys[side], said.removeprefix(KEY_WORD), side, record.began.session)
        if held is not None:
            return held
    return unlock(record.keys[side], said, side, record.began.session)


def remembered(session: str) -> str:
    """The folder of the box that a session at one table was played with last, "" where that is not known."""
    from core.play.memories import recall

    try:
        return recall(session).box
    except CoreError:
        return ""


def found_box(box: Path | None, digest: bytes, journal: Path, remembered: str = "") -> Path | None:
    """The folder of the game of a session: the one that is named, else one with the same files, which is the one that it was
    played with last, one near the journal or a sample, else the one that it was played with last; None for none."""
    if box is not None:
        return box
    from core.files.boxes_near import boxes_near
    from core.files.digests import box_digest
    from core.files.names import GAME_FILE
    from core.files.resources import scenarios_folder

    last = [Path(remembered)] if remembered and (Path(remembered) / GAME_FILE).is_file() else []
    shipped = (path.parent for path in sorted(scenarios_folder().glob("*/game.yaml")))
    every = (*last, *boxes_near(journal), *shipped)
    return next((folder for folder in every if box_digest(folder) == digest), next(iter(last), None))
