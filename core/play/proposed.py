"""Whose it is to do what a ruling proposes."""

from collections.abc import Iterable

from core.model.edits.edit import flat
from core.model.edits.force_edits import ChangePieces
from core.model.edits.order_edits import ChangeOrders
from core.model.oob import Oob
from core.model.orders import OpSheet
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
