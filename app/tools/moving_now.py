"""Whether units that are put down by hand move in the phase that is played: said in a line, while they stay where they are."""

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from app.tools.context import ToolContext
from core.questions.answers import reason_text
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.movement_detail import RangeDetail

MOVEMENT = "movement"
"""The question of where units can go."""


def not_now(ruling: Ruling) -> Reason | None:
    """Why units do not move in the phase that is played, by a ruling on their movement; None where they do."""
    detail = ruling.detail
    if not isinstance(detail, RangeDetail):
        return None
    of_others = (each for each in ruling.reasons if {"unit", "side"} <= each.values.keys())
    return ruling.reasons[0] if detail.idle else next(of_others, None)


def tell_moving(context: ToolContext, units: Iterable[str]) -> None:
    """Says in the status bar where these units do not move now in play; of what is no unit nothing is said."""

    def arrived(ruling: Ruling) -> None:
        reason = not_now(ruling)
        if reason is not None:
            told = QCoreApplication.translate("MovingNow", "%s. What was moved stays.")
            context.status(told % f"{reason_text(reason, context.document.box)} [{reason.rule}]")

    if context.document.play is not None and context.means(MOVEMENT):
        asked = {"units": list(units)}
        context.answers.ask(MOVEMENT, asked, arrived, on_refused=lambda _: None, slot="moving now", background=True)
