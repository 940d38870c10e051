"""Does what rulings propose: in a session for the side whose it is, else in the box."""

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from app.documents.document import Document
from core.base.errors import CoreError, WrongUse
from core.model.edits.edit import Edit, Several
from core.model.state import Declared, Owed
from core.play.events import Entry
from core.play.others import does
from core.play.owing import leaving
from core.play.proposed import do_proposed
from core.play.turns import Course
from core.rules.kernel.proposals import Proposal


def do_proposal(document: Document, proposal: Proposal, units: Iterable[str], because: int = 0) -> bool:
    """Does what a ruling proposes about some units, as one step of the history; False when that could not be. In play whose
    units they are does it, where both sides play at this table; by mail every side writes its own."""
    oob = document.box.oob
    sides = (counter.side for unit in units if (counter := oob.counter(unit)) is not None)
    return do_for_side(document, proposal, next(sides, ""), because)


def do_for_side(document: Document, proposal: Proposal, side: str, because: int = 0, answers: Owed | None = None) -> bool:
    """The same for a side, "" for the one that acts; `answers` is what was to be asked and is answered by it."""
    play = document.play
    if play is None:
        return document.do(Several(proposal.label, proposal.edits))
    if proposal.attempt is not None and not play.latest:
        return False
    if not does(proposal, play.eyes):
        told = QCoreApplication.translate("LivePlay", "This is for %s to do. Hand over first.")
        play.refused.emit(told % play.session.title(proposal.side))
        return False
    owner = _owner(document, side)

    def do(edit: Edit, counts: Declared | None) -> Entry | None:
        return play.do(edit, owner, because, ruled=True, counts=counts)

    def course() -> Course:
        if document.ruleset is None:
            raise WrongUse("Without its rules nobody knows how play goes on.")
        return Course.of(document.box, document.ruleset, play.session.record.began.file)

    try:
        return do_proposed(play.session, document.box, proposal, do, play.follow, answers, course)
    except (CoreError, OSError):
        # Its unit is gone, or the journal is not written.
        return False


def leave_for_side(document: Document, side: str, questions: Iterable[Owed]) -> bool:
    """Leaves out what was to be asked in a session, for a side, "" for the one that acts; False when that could not be."""
    play = document.play
    try:
        return play is not None and play.do(leaving(play.session.state, *questions), _owner(document, side)) is not None
    except (CoreError, OSError):
        return False


def _owner(document: Document, side: str) -> str | None:
    """In whose name something is done that a side answers: by mail every side writes its own."""
    return None if document.play is None or document.play.session.by_mail or not side else side
