"""Does what rulings propose: in a session for the side whose it is, else in the box."""

from collections.abc import Iterable

from app.documents.document import Document
from app.documents.live_play import LivePlay
from core.base.errors import CoreError
from core.model.edits.edit import Several
from core.rules.kernel.proposals import Proposal


def do_proposal(document: Document, proposal: Proposal, units: Iterable[str], because: int = 0) -> bool:
    """Does what a ruling proposes about some units, as one step of the history; False when that could not be. In play whose
    units they are does it, where both sides play at this table; by mail every side writes its own."""
    oob = document.box.oob
    sides = (counter.side for unit in units if (counter := oob.counter(unit)) is not None)
    return do_for_side(document, proposal, next(sides, ""), because)


def do_for_side(document: Document, proposal: Proposal, side: str, because: int = 0) -> bool:
    """The same for a side, "" for the one that acts."""
    edit, play = Several(proposal.label, proposal.edits), document.play
    if play is None:
        return document.do(edit)
    owner = None if play.session.by_mail or not side else side
    if proposal.attempt is None:
        return play.do(edit, owner, because, ruled=True) is not None
    return play.latest and _attempted(play, proposal, owner, because)


def _attempted(play: LivePlay, proposal: Proposal, owner: str | None, because: int) -> bool:
    """Does what is proposed as an attempt that nobody has declared: it is declared before and resolved behind."""
    made, session = proposal.attempt, play.session
    assert made is not None
    try:
        play.follow(session.declare(made.units, made.against, made.by, made.what))
        edit = Several(proposal.label, proposal.edits)
        done = not proposal.edits or play.do(edit, owner, because, ruled=True) is not None
        play.follow(session.resolve([session.state.declared[-1]], made.by))
    except (CoreError, OSError):
        # Somebody has declared it meanwhile, or its unit is gone.
        return False
    return done
