"""Where the box of a session may lie: copied or moved together, box and journal are found near each other."""

from collections.abc import Iterator
from pathlib import Path

from core.files.names import GAME_FILE

MOST_LOOKED_AT = 500
"""So many folders beside a journal are looked at; a folder of downloads has more, and no box is sought there."""


def boxes_near(journal: Path) -> tuple[Path, ...]:
    """The folders of boxes near a journal: that in which it lies, those beside it, and those one folder up; the nearest first.

    A folder that cannot be read holds none.
    """
    return tuple(dict.fromkeys(_near(journal.absolute().parent)))


def _near(folder: Path) -> Iterator[Path]:
    for place in (folder, folder.parent):
        if _is_box(place):
            yield place
        try:
            inside = sorted(each for _, each in zip(range(MOST_LOOKED_AT), place.iterdir(), strict=False) if each.is_dir())
        except OSError:
            continue
        yield from (each for each in inside if _is_box(each))


def _is_box(folder: Path) -> bool:
    try:
        return (folder / GAME_FILE).is_file()
    except OSError:
        return False
