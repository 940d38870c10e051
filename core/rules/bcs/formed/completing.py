"""What is still to be done of an activation before another one begins [BCS 1.1 variants 2, 3, 9].

A formation that has neither rolled for SNAFU nor recovers has not completed its activation, and what is still to be asked of
what was done comes before what is begun anew. Each is told with its rule, and led to.
"""

from dataclasses import dataclass

from core.model.oob import Formation
from core.rules.bcs.activation import WORST
from core.rules.bcs.meant import active, say, standing
from core.rules.bcs.standing import FIRST
from core.rules.bcs.tables import ON, PUBLISHED
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board

DRAWS = frozenset({"activation.at", "draw.at", "smoothing.at"})
"""The questions that say who is activated next: they wait for all others."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """Why an activation is not complete, and the question that goes on with it."""

    why: Reason
    asked: Next

    def first(self, *then: Next) -> Proposal:
        """The proposal that goes on with it, and asks `then` once that is answered. What waits already is not asked twice."""
        return Proposal(
            "Go on with this activation first",
            (),
            then=(self.asked, *then),
            moot=((self.asked.question, dict(self.asked.given)),),
        )


def unfinished(board: Board) -> Unfinished | None:
    """What the activation in hand still lacks; None where it lacks nothing, and where nobody is active.

    [BCS 1.1 variants 3, 9, published summaries]
    """
    formation = active(board)
    if not board.forces.state.in_play or formation is None:
        return None
    told = {"formation": formation.name}
    waiting = next((each for each in board.forces.state.owed if not each.may and each.question not in DRAWS), None)
    if waiting is not None:
        title = Reason(board.ref(waiting.section), waiting.title, dict(waiting.told))
        asked = Next(waiting.question, title, dict(waiting.given), waiting.side)
        return Unfinished(
            say(board, PUBLISHED, "The activation of {formation} is not complete: something waits", **told), asked
        )
    now = standing(board, formation.id)
    if now.snafu or now.recovered:
        return None
    if board.case.choices["fatigue.planned"] == ON and now.fatigue == WORST and now.activation == FIRST:
        asked = _asked(formation, "recovery.at", say(board, "3", "{formation} recovers from fatigue", **told))
        return Unfinished(say(board, "3", "The activation of {formation} is not complete: it must recover", **told), asked)
    asked = _asked(formation, "snafu.at", say(board, PUBLISHED, "SNAFU roll of {formation}", **told))
    why = "The activation of {formation} is not complete: its SNAFU roll is still to be made"
    return Unfinished(say(board, PUBLISHED, why, **told), asked)


def _asked(formation: Formation, question: str, title: Reason) -> Next:
    return Next(question, title, {"formation": formation.id}, formation.side)
