"""What a side does with what is another side's: its pieces, its chits, its points, its op sheets.

Results of combat are done by whoever sits at the screen: a unit that is in an attack declared, and anything once dice have
fallen in the phase. All else is for its owner, and is done by another one with a line of why, which stays in the journal.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace

from core.model.edits.edit import IN_PLAY, Edit, flat
from core.model.edits.force_edits import ChangePieces
from core.model.edits.order_edits import ChangeOrders
from core.model.edits.state_edits import ChangeState
from core.model.orders import OpSheet
from core.play.declaring import fights
from core.play.events import Did, Rolled
from core.play.session import TABLE, Barrier, Session
from core.rules.kernel.procedure import ProcedureDetail
from core.rules.kernel.proposals import Proposal, Proposed
from core.rules.kernel.rulings import Ruling

MOST_NAMED = 4
"""So many units are named."""

ASKS = "Say in a line why it is done all the same."


def barriers(session: Session, edit: Edit, by: str) -> tuple[Barrier, ...]:
    """What stands against a change that a side makes: whose pieces and points it changes. Nothing where both sit at the screen
    (`by` is the table), where one plays alone, and for going along the sequence of play."""
    edits = tuple(flat((edit,)))
    if by == TABLE or session.record.began.kind == "solitaire" or _goes(edits) or _rolled(session):
        return ()
    touched: dict[str, dict[str, None]] = {}
    for side, what in _concerned(session, edits):
        if side not in ("", by):
            touched.setdefault(side, {})[what] = None
    return tuple(Barrier(session.number, _sentence(session, side, list(named))) for side, named in touched.items())


def writes_for(edit: Edit, eyes: Collection[str]) -> str:
    """The side for which a change would write op sheets though nobody who looks may know these; "" for none.

    What is ordered its own player alone writes, whatever a ruling proposes.
    """
    for each in flat((edit,)):
        if isinstance(each, ChangeOrders) and each.file == IN_PLAY:
            sides = (sheet.side for sheet in each.sheets.values() if sheet is not None)
            if strange := next((side for side in sides if side not in eyes), ""):
                return strange
    return ""


def left_to_others(ruling: Ruling, eyes: Collection[str]) -> tuple[Ruling, tuple[str, ...]]:
    """A ruling with what those who look may do of what it proposes, and the sides that do the rest, each once."""
    detail = ruling.detail
    if not isinstance(detail, Proposed) or not (others := [each.side for each in detail.proposals if not does(each, eyes)]):
        return ruling, ()
    own = [number for number, each in enumerate(detail.proposals) if does(each, eyes)]
    kept: Proposed = replace(detail, proposals=tuple(detail.proposals[number] for number in own))
    if isinstance(kept, ProcedureDetail) and kept.ways:
        kept = replace(kept, ways=tuple(kept.ways[number] for number in own))
    return replace(ruling, detail=kept), tuple(dict.fromkeys(others))


def does(proposal: Proposal, eyes: Collection[str]) -> bool:
    """Whether those who look may do what is proposed: nobody but its side does what is its alone."""
    return not proposal.side or proposal.side in eyes


def _goes(edits: tuple[Edit, ...]) -> bool:
    return any(isinstance(edit, ChangeState) and "moment" in edit.said for edit in edits)


def _rolled(session: Session) -> bool:
    """Whether dice have fallen since the phase began."""
    for at in reversed(session.way()):
        event = session.entries[at - 1].event
        if isinstance(event, Rolled):
            return True
        if isinstance(event, Did) and _goes(event.edits):
            return False
    return False


def _concerned(session: Session, edits: tuple[Edit, ...]) -> Iterator[tuple[str, str]]:
    """The side and the name of each thing that is changed."""
    state, units = session.state, session.record.began.units
    pieces = state.deployment.pieces if state.deployment is not None else {}
    for edit in edits:
        if isinstance(edit, ChangePieces) and edit.file == IN_PLAY:
            changed = [unit for unit, piece in edit.pieces.items() if pieces.get(unit) != piece]
        elif isinstance(edit, ChangeState):
            # Chits are laid down and taken away as they are drawn and put back; turning one is the loss of a step.
            held = edit.said.get("held", state.held)
            changed = [unit for unit, lies in state.held.items() if unit in held and held[unit] != lies]
            points = edit.said.get("points", state.points)
            for side, what in {*points, *state.points}:
                if points.get((side, what), 0) != state.points.get((side, what), 0):
                    yield side, what
        elif isinstance(edit, ChangeOrders) and edit.file == IN_PLAY:
            changed = []
            for id_, sheet in edit.sheets.items():
                was = state.orders.get(id_)
                if sheet != was:
                    yield (was or sheet or OpSheet(id_, "", "")).side, id_
        else:
            continue
        for unit in changed:
            side, name = units.get(unit, ("", ""))
            if not fights(state, unit):
                yield side, name or unit


def _sentence(session: Session, side: str, named: list[str]) -> str:
    what = ", ".join(named[:MOST_NAMED]) + (f" and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else "")
    told = f"This changes what is {session.title(side)}'s: {what}."
    return f"{told} No attack is declared in which it takes part, and no dice have fallen in this phase."
