"""Questions that are still to be asked as procedures go on: those of the latest interruption first, at each entry of a session.

What is done by a proposal is followed by questions (`core.rules.kernel.proposals.Next`). One that interrupts another is asked
before it, so that they are a stack. It belongs to the entry after which it stands: whoever goes back in the session finds
again what was to be asked there.
"""

from dataclasses import dataclass, field

from core.play.session import Session
from core.rules.kernel.proposals import Next, Proposal

NOTHING: tuple[Next, ...] = ()


@dataclass
class Owing:
    """What is still to be asked in a session, by the entry from which on it is; the next one stands first."""

    session: Session
    _known: dict[int, tuple[Next, ...]] = field(default_factory=dict)

    @property
    def now(self) -> tuple[Next, ...]:
        """What is to be asked where the session stands."""
        at = self.session.number
        while at:
            if at in self._known:
                return self._known[at]
            at = self.session.parent(at)
        return NOTHING

    def begun(self, proposal: Proposal, answers: Next | None = None) -> tuple[Next, ...]:
        """What is to be asked after a proposal that was done on an answer: what it is followed by, and what waited before,
        without the question that was answered."""
        waiting = self.now
        if answers is not None and answers in waiting:
            at = waiting.index(answers)
            waiting = waiting[:at] + waiting[at + 1 :]
        return self._keep((*proposal.then, *waiting))

    def left(self, question: Next) -> tuple[Next, ...]:
        """What is to be asked when one of them is left out."""
        return self._keep(tuple(each for each in self.now if each is not question))

    def _keep(self, questions: tuple[Next, ...]) -> tuple[Next, ...]:
        self._known[self.session.number] = questions
        return questions
