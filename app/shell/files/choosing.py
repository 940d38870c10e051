"""How a user names a box to open: in a dialog for files, or by dropping it on the window."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QMimeData
from PySide6.QtWidgets import QWidget

from app.shell.files.samples import GAME_FILE

JOURNAL = ".journal"
"""How the files of sessions end."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Choosing", text)


def shelf_of(box: Path | None) -> Path:
    """Where other boxes are looked for: the folder that holds that of a box, or of its game file; at first the user's own.

    >>> shelf_of(Path("games/hill")) == shelf_of(Path("games/hill/game.yaml")) == Path("games")
    True
    """
    if box is None:
        return Path.home()
    return box.parent.parent if box.name == GAME_FILE else box.parent


def ask_for_box(window: QWidget, start: Path) -> Path | None:
    """The game file that the user chooses, None when there is none; the dialog begins at `start`."""
    # Not needed for the first picture of the window.
    from PySide6.QtWidgets import QFileDialog

    kinds = _tr("Game boxes (%s);;All files (*)") % GAME_FILE
    chosen, _ = QFileDialog.getOpenFileName(window, _tr("Open box"), str(start), kinds)
    return Path(chosen) if chosen else None


def box_among(dropped: QMimeData) -> Path | None:
    """What could be a box or a session among the files that are dropped, None when nothing could."""
    for url in dropped.urls():
        path = Path(url.toLocalFile())
        if url.isLocalFile() and (path.is_dir() or path.name == GAME_FILE or path.suffix == JOURNAL):
            return path
    return None
