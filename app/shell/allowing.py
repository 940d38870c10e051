"""Which actions mean something just now, and why the others do not."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.shell.action_table import NEEDS_BOX
from app.shell.actions import Actions

if TYPE_CHECKING:
    from app.documents.document import Document

OF_PATH = ("file.close", "file.reload")
"""Actions that mean something as soon as a box was asked for, be it one that cannot be opened."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Allowing", text)


def no_box() -> str:
    """Why what needs a box is grey."""
    return _tr("no box is open")


def allow_for(actions: Actions, document: "Document | None", path: Path | None) -> None:
    """Allows the actions that mean something for what the window has open; the others say why they do not."""
    for name in sorted(NEEDS_BOX):
        there = path if name in OF_PATH else document
        actions.allow(name, "" if there is not None else no_box())
    stack = document.undo_stack if document is not None else None
    actions["edit.undo"].setText(_tr("&Undo %s") % (stack.undoText() if stack is not None else ""))
    actions["edit.redo"].setText(_tr("&Redo %s") % (stack.redoText() if stack is not None else ""))
    if stack is None:
        undo = redo = no_box()
    else:
        undo = "" if stack.canUndo() else _tr("nothing has been changed since the box was opened")
        redo = "" if stack.canRedo() else _tr("nothing was taken back")
    actions.allow("edit.undo", undo)
    actions.allow("edit.redo", redo)
