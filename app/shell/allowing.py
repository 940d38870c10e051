"""Which actions mean something just now, and why the others do not."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.shell.action_table import NEEDS_BOX, NEEDS_SESSION, NOT_IN_PLAY
from app.shell.actions import GROUP_PROPERTY, Actions

if TYPE_CHECKING:
    from app.documents.document import Document
    from app.documents.live_play import LivePlay

OF_PATH = ("file.close", "file.reload")
"""Actions that mean something as soon as a box was asked for, be it one that cannot be opened."""

OF_PAST = ("play.present", "play.take_up")
"""Actions that mean something while a state is looked at that was."""

CHOOSES_SCENARIO = "scenario."
"""How the names of actions begin that show another scenario."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Allowing", text)


def no_box() -> str:
    """Why what needs a box is grey."""
    return _tr("no box is open")


def allow_for(actions: Actions, document: "Document | None", path: Path | None) -> None:
    """Allows the actions that mean something for what the window has open; the others say why they do not."""
    for name in sorted(NEEDS_BOX - NOT_IN_PLAY):
        there = path if name in OF_PATH else document
        actions.allow(name, "" if there is not None else no_box())
    allow_in_play(actions, document, path)
    allow_history(actions, document)


def allow_in_play(actions: Actions, document: "Document | None", path: Path | None) -> None:
    """Allows what means something while a session is played, and what does not while one is."""
    live = document.play if document is not None else None
    played = _tr("a session is played, and the game stays as it is") if live is not None else ""
    for action in actions:
        name = action.objectName()
        if name in NOT_IN_PLAY:
            there = path if name in OF_PATH else document
            actions.allow(name, played if there is not None or name not in NEEDS_BOX else no_box())
        elif action.property(GROUP_PROPERTY) == "draw" or name.startswith(CHOOSES_SCENARIO):
            actions.allow(name, played)
        elif name in NEEDS_SESSION:
            actions.allow(name, "" if live is not None else _tr("no session is played"))


def allow_history(actions: Actions, document: "Document | None") -> None:
    """Allows to undo and to redo, which say what, and to leave what is looked at."""
    live = document.play if document is not None else None
    if document is None:
        _name(actions, "", "", no_box(), no_box())
    elif live is not None:
        _name_in_play(actions, live)
    else:
        stack = document.undo_stack
        undo = "" if stack.canUndo() else _tr("nothing has been changed since the box was opened")
        redo = "" if stack.canRedo() else _tr("nothing was taken back")
        _name(actions, stack.undoText(), stack.redoText(), undo, redo)
    why = _tr("no session is played") if live is None else _tr("the map shows the present") if live.latest else ""
    for name in OF_PAST:
        actions.allow(name, why)


def _name_in_play(actions: Actions, live: "LivePlay") -> None:
    undone, redone = live.undone_next, live.redone_next
    wait = "" if live.latest else _tr("the map shows how it was")
    undo = wait or ("" if undone is not None else _tr("nothing has been done yet"))
    redo = wait or ("" if redone is not None else _tr("nothing was taken back"))
    _name(actions, undone or "", redone or "", undo, redo)


def _name(actions: Actions, undone: str, redone: str, undo: str, redo: str) -> None:
    """Writes what would be undone and done again, and why it is not, "" where it can be."""
    actions["edit.undo"].setText(_tr("&Undo %s") % undone.replace("&", "&&"))
    actions["edit.redo"].setText(_tr("&Redo %s") % redone.replace("&", "&&"))
    actions.allow("edit.undo", undo)
    actions.allow("edit.redo", redo)
