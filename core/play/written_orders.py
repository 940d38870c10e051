"""What is to be said of orders that hold as soon as they are written, once their side has opened them [BCS 1.1 variant 6].

Each is held against what the rules propose in the state that it found. It asks questions, and so runs beside the window.
"""

from collections.abc import Iterator

from core.base.errors import CoreError
from core.model.edits.edit import flat
from core.model.edits.order_edits import ChangeOrders
from core.model.orders import OpSheet
from core.play.session import Session
from core.play.views import View
from core.questions.answers import reason_text
from core.questions.catalogue import ask
from core.questions.game import Game

QUESTION = "orders.at"
"""The question that proposes an order."""

VIA = " via "
"""What stands in the words of an order between where it goes and by way of what."""


def against_order(session: Session, game: Game, side: str, order: OpSheet, at: int) -> Iterator[str]:
    """What stands against an order of a side as entry `at` has written it, in the state that it found; nothing where the rules
    propose just that."""
    asked = game.with_state(View(session, [side]).state(session.parent(at)).state)
    to, _, via = order.note.partition(VIA)
    given = {"formation": next(iter(order.units), ""), "destination": to, **({"via": via} if via else {})}
    try:
        ruling = ask(QUESTION, asked, **given)
    except CoreError as problem:
        yield f"“{order.id}”: {problem}"
        return
    edits = flat(edit for proposal in getattr(ruling.detail, "proposals", ()) for edit in proposal.edits)
    made = [sheet for edit in edits if isinstance(edit, ChangeOrders) for sheet in edit.sheets.values()]
    if not any(sheet is not None and (sheet.units, sheet.note) == (order.units, order.note) for sheet in made):
        yield f"“{order.id}”: {reason_text(ruling.reasons[0], game.box)}"
