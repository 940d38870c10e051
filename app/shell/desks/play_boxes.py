"""Which boxes a session may be played with: the one that it was played with last, those near its journal, and all that are
known by its title."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.shell.files.samples import shipped, title_of
from core.files.boxes_near import boxes_near


@dataclass(frozen=True, slots=True)
class Candidates:
    """Folders of boxes, the likeliest first; `last` are those that the session was played with."""

    last: tuple[Path, ...]
    others: tuple[Path, ...]

    @property
    def folders(self) -> tuple[Path, ...]:
        """All of them."""
        return tuple(dict.fromkeys((*self.last, *self.others)))


def candidates(game: str, journal: Path, last: Iterable[str], shown: Path | None, recent: Iterable[Path]) -> Candidates:
    """The boxes of a session of a game of that title: `last` are the folders that are remembered of it, `shown` is that of the
    box in the window, where it bears the title, `recent` are those opened last."""
    played = tuple(path for path in dict.fromkeys(Path(each) for each in last if each) if path.is_dir())
    known = [shown] if shown is not None else []
    known += [path for path in (*boxes_near(journal), *recent, *(entry.path for entry in shipped())) if title_of(path) == game]
    return Candidates(played, tuple(path for path in dict.fromkeys(known) if path.is_dir()))


def named(folders: Sequence[Path]) -> list[str]:
    """Folders as they are told apart: by as much of their ends as differs.

    >>> named([Path("/games/a/amber"), Path("/games/b/amber"), Path("/tmp/other")])
    ['…/a/amber', '…/b/amber', '…/other']
    """
    found = []
    for folder in folders:
        parts = folder.parts
        length = next(
            (n for n in range(1, len(parts)) if not any(each.parts[-n:] == parts[-n:] for each in folders if each != folder)),
            len(parts),
        )
        found.append("…/" + "/".join(parts[-length:]) if length < len(parts) else str(folder))
    return found
