"""Writes a box that was not there before, and never over one that was."""

from pathlib import Path

from core.base.errors import WrongUse
from core.files.canonical import all_file_names, write_box
from core.files.limits import check_box
from core.files.names import why_taken
from core.model.box import GameBox


def create_box(folder: Path, box: GameBox) -> tuple[Path, ...]:
    """Writes a new box and gives its files. There is either a whole box at the end or none.

    Raises WrongUse when the folder holds a box or one of its files already, and for a box that could not be opened again,
    OSError when it cannot be written.
    """
    check_box(box)
    files = all_file_names(box)
    refused = why_taken(folder, files)
    if refused:
        raise WrongUse(refused)
    made = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        return write_box(folder, box)
    except Exception:
        # Nothing of these names was there before, so what is there now is ours.
        for name in files:
            (folder / name).unlink(missing_ok=True)
        if made and not any(folder.iterdir()):
            folder.rmdir()
        raise
