"""Jobs of live play: digests of what is played, boxes that fit a session, keys of sides, and what is good of a journal."""

from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

from app.workers.play_answers import Digests, FoundBox, OpenKeys
from core.base.errors import CoreError
from core.files.digests import box_digest, rules_digest
from core.play import keys
from core.play.events import Joined, Kind
from core.play.journal import recover
from core.rules.kernel.progress import Progress


def play_digests(game: Any, *, folder: Path, ruleset: str) -> Generator[Progress, None, Digests]:
    """The digests of a box and of its ruleset."""
    yield Progress(0, 2)
    box = box_digest(folder)
    yield Progress(1, 2)
    return Digests(box, rules_digest(ruleset))


def play_box(game: Any, *, folders: Sequence[Path], digest: bytes) -> Generator[Progress, None, FoundBox]:
    """The first of some boxes whose files are those of a session, else the first of them that can be read."""
    found = FoundBox()
    for number, folder in enumerate(folders):
        yield Progress(number, len(folders))
        try:
            same = box_digest(folder) == digest
        except OSError:
            continue
        if same:
            return FoundBox(folder, same)
        found = found if found.folder is not None else FoundBox(folder)
    return found


def join_side(
    game: Any, *, phrase: str, side: str, session: str, kind: Kind, hardness: int = keys.HARDNESS
) -> Generator[Progress, None, OpenKeys]:
    """Fresh keys for a side under a pass phrase."""
    yield Progress(0, 1)
    return OpenKeys(*keys.fresh(phrase, side, session, kind, hardness))


def unlock_side(game: Any, *, joined: Joined, phrase: str, side: str, session: str) -> Generator[Progress, None, OpenKeys]:
    """The keys of a side, opened with its pass phrase. Refused for another one."""
    yield Progress(0, 1)
    return OpenKeys(keys.unlock(joined, phrase, side, session))


def recover_journal(game: Any, *, file: Path, to: Path) -> Generator[Progress, None, int]:
    """Writes what is good of a journal into a new file; how many entries there are in it."""
    yield Progress(0, 1)
    try:
        return len(recover(file, to).entries)
    except OSError as problem:
        raise CoreError(f"{to} cannot be written: {problem.strerror or problem}.") from None
