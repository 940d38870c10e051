"""Does what a ruling proposes, and says whose it is to do that."""

from collections.abc import Callable, Iterable

from core.model.edits.edit import Edit, Several, flat
from core.model.edits.force_edits import ChangePieces
from core.model.edits.order_edits import ChangeOrders
from core.model.oob import Oob
from core.model.orders import OpSheet
from core.model.state import Declared
from core.play.events import Entry
from core.play.session import Session
from core.rules.kernel.proposals import Proposal


def side_of(oob: Oob, sheets: Iterable[OpSheet], proposal: Proposal) -> str:
    """The side whose units, or whose op sheets of those that are known, a proposal changes first; "" where it changes
    neither."""
    known = {sheet.id: sheet.side for sheet in sheets}
    for edit in flat(proposal.edits):
        if isinstance(edit, ChangePieces):
            sides = [counter.side for unit in edit.pieces if (counter := oob.counter(unit)) is not None]
        elif isinstance(edit, ChangeOrders):
            sides = [known[id_] for id_ in edit.sheets if id_ in known]
        else:
            continue
        if sides:
            return sides[0]
    return ""


def do_proposed(
    session: Session, proposal: Proposal, do: Callable[[Edit], Entry | None], tell: Callable[[Entry], object]
) -> bool:
    """Has `do` make what is proposed, as one step; False when nothing is changed by it. The attempt that it belongs to is
    declared before, where it does not stand declared, and resolved behind, which `tell` hears of.

    Raises CoreError when its unit is gone; OSError when the journal is not written.
    """
    edit, made = Several(proposal.label, tuple(proposal.edits)), proposal.attempt
    if made is None:
        return do(edit) is not None
    if _standing(session, made) is None:
        tell(session.declare(made.units, made.against, made.by, made.what))
    done = not proposal.edits or do(edit) is not None
    if (standing := _standing(session, made)) is not None:
        tell(session.resolve([standing], made.by))
    return done


def _standing(session: Session, made: Declared) -> Declared | None:
    """An attempt as it stands declared; None where it does not."""
    wanted = made.by, made.what, made.units, made.against
    return next((each for each in session.state.declared if (each.by, each.what, each.units, each.against) == wanted), None)
