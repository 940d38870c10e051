"""Edits as they are told: what of them goes without saying, and what happens at once."""

from collections.abc import Iterable
from dataclasses import replace

from core.model.edits.edit import Edit
from core.model.edits.force_edits import ChangePieces
from core.model.edits.state_edits import ChangeState
from core.model.state import Moment
from core.play.turns import GOING


def gone_to(label: str, edits: Iterable[Edit]) -> Moment | None:
    """The moment to which a change goes along the sequence of play, None for another change."""
    if not label.startswith(GOING):
        return None
    said = (edit.said["moment"] for edit in edits if isinstance(edit, ChangeState) and "moment" in edit.said)
    return next(said, None)


def without_going(edit: Edit) -> Edit:
    """What a change does beside going to another moment, at which no task is done yet and nothing was fought."""
    if not isinstance(edit, ChangeState) or "moment" not in edit.said:
        return edit
    return without(edit, "moment", "ticked", "fought")


def says_of(edit: Edit) -> frozenset[str]:
    """What of the state of play an edit says as a whole."""
    return frozenset(edit.said) if isinstance(edit, ChangeState) else frozenset()


def without(edit: Edit, *names: str) -> Edit:
    """An edit that says some things of the state of play no more."""
    if not isinstance(edit, ChangeState):
        return edit
    return replace(edit, said={name: value for name, value in edit.said.items() if name not in names})


def told_at_once(edits: Iterable[Edit]) -> list[Edit]:
    """The same edits with what happens to pieces one change after the other told as one: the last of it is how they are."""
    told: list[Edit] = []
    for edit in edits:
        last = told[-1] if told else None
        if isinstance(edit, ChangePieces) and isinstance(last, ChangePieces) and edit.file == last.file:
            told[-1] = replace(edit, pieces={**last.pieces, **edit.pieces}, marks={**last.marks, **edit.marks})
        else:
            told.append(edit)
    return told
