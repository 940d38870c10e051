"""Markers that lie in a hex after something was done: while a session is played the rules say whether it may be, and what it
costs goes with the marker, as one step. Nothing is forced: with a line of why it is laid all the same."""

from PySide6.QtCore import QCoreApplication

from app.documents.live_play import LivePlay
from app.documents.proposals import do_for_side
from app.tools.context import ToolContext
from core.geometry.hexes import Hex
from core.model.deployment import Mark, Spot
from core.model.edits.piece_edits import hex_marked, mark_kind
from core.play.session import Barrier, NeedsReason
from core.questions.answers import reason_text
from core.rules.kernel.rulings import Ruling

ASKS = "Say in a line why it is laid all the same."


def question_of(context: ToolContext, word: str, spot: Spot) -> str:
    """The question that says whether a marker may be laid in a hex just now; "" for none."""
    ruleset = context.document.ruleset
    asked = ruleset.play.laid.get(mark_kind(word), "") if ruleset is not None else ""
    in_play = isinstance(context.document.play, LivePlay) and isinstance(spot, Hex)
    return asked if asked and in_play and context.means(asked) else ""


def lay(context: ToolContext, question: str, spot: Spot, word: str, side: str) -> None:
    """Asks the rules, and lays the marker with what it costs; where they do not allow it, somebody is asked why."""
    document = context.document

    def arrived(ruling: Ruling) -> None:
        live = document.play
        proposal = next(iter(getattr(ruling.detail, "proposals", ())), None)
        if not isinstance(live, LivePlay):
            return
        if proposal is not None:
            do_for_side(document, proposal, side)
            context.status(QCoreApplication.translate("Laying", "Done: %s.") % proposal.label)
            return
        said = [f"{reason_text(each, document.box)} [{each.rule}]." for each in ruling.reasons]
        context.status(" ".join(said))
        edit = hex_marked(document.work, (spot,), Mark(word, side))
        live.reason_wanted.emit(edit, NeedsReason([Barrier(live.session.number, each) for each in said], ASKS))

    context.answers.ask(question, {"to": spot, "side": side}, arrived, on_refused=context.status, slot="laying a marker")
