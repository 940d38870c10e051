"""Writes a box that was not there before, and never over one that was."""

from pathlib import Path

from core.base.errors import WrongUse
from core.files.canonical import GAME_FILE, write_box
from core.model.box import GameBox


def taken(folder: Path, box: GameBox) -> str:
    """Why a new box cannot be written into a folder, as a sentence; empty when it can."""
    if folder.exists() and not folder.is_dir():
        return f"{folder} is a file; a box needs a folder."
    held = [name for name in (GAME_FILE, *(placed.file for placed in box.sheets)) if (folder / name).exists()]
    if GAME_FILE in held:
        return f"{folder} already holds a box, which a new one would replace; name another folder."
    if held:
        return f"{folder} already holds {held[0]}, which a new box would replace; name another folder."
    return ""


def create_box(folder: Path, box: GameBox) -> tuple[Path, ...]:
    """Writes a new box and gives its files. There is either a whole box at the end or none.

    Raises WrongUse when the folder holds a box or one of its files already, OSError when it cannot be written.
    """
    refused = taken(folder, box)
    if refused:
        raise WrongUse(refused)
    made = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        return write_box(folder, box)
    except Exception:
        # Nothing of these names was there before, so what is there now is ours.
        for name in (GAME_FILE, *(placed.file for placed in box.sheets)):
            (folder / name).unlink(missing_ok=True)
        if made and not any(folder.iterdir()):
            folder.rmdir()
        raise
