"""What is still to be asked after what was done, as a part of the state of play: undone with it, and in the journal.

What a proposal is followed by (`core.rules.kernel.proposals.Next`) interrupts what waited before, and is asked first.
"""

import re
from collections.abc import Callable, Mapping

from core.base.counted import agreeing
from core.model.box import GameBox
from core.model.edits.state_edits import ChangeState
from core.model.state import GameState, Owed
from core.questions.sentences import fill
from core.rules.kernel.proposals import Next, Proposal


def owed_of(question: Next, box: GameBox) -> Owed:
    """A question as the state of play keeps it: hexes by their printed numbers."""
    title = question.title
    told = tuple((name, fill(f"{{{name}}}", {name: value}, box)) for name, value in title.values.items())
    given = tuple(question.given.items())
    return Owed(question.question, given, question.side, question.may, title.rule.section, title.template, told)


def owed_after(state: GameState, box: GameBox, proposal: Proposal, answers: Owed | None = None) -> tuple[Owed, ...]:
    """What is to be asked after a proposal is done on an answer: what it is followed by, then what waited before, without the
    question that it `answers` and those that are moot by it."""
    waiting = tuple(each for each in _without(state.owed, answers) if not is_moot(proposal, each.question, dict(each.given)))
    return (*(owed_of(each, box) for each in proposal.then), *waiting)


def is_moot(proposal: Proposal, question: str, given: Mapping[str, str]) -> bool:
    """Whether a question that waits falls away with a proposal."""
    return any((name, dict(known)) == (question, dict(given)) for name, known in proposal.moot)


def leaving(state: GameState, *questions: Owed) -> ChangeState:
    """The edit by which questions are left out."""
    waiting = state.owed
    for question in questions:
        waiting = _without(waiting, question)
    left = "; ".join(map(title_of, questions))
    return ChangeState(f"Leave out: {left}" if left else "Leave a question out", {"owed": waiting})


def title_of(question: Owed, said: Callable[[str], str] = str) -> str:
    """What a question is about, in a sentence; `said` gives it in another language.

    >>> title_of(Owed("morale.at", title="Morale in {hex}", told=(("hex", "20.18"),)))
    'Morale in 20.18'
    >>> title_of(Owed("losses.at", title="{unit} loses {steps} steps", told=(("unit", "1/C/781"), ("steps", "1"))))
    '1/C/781 loses 1 step'
    """
    told = dict(question.told)
    # It may come out of the file of somebody else: no more is read of it than the names of fields.
    return re.sub(r"\{(\w+)\}", lambda found: told.get(found[1], found[0]), agreeing(said(question.title), told))


def _without(waiting: tuple[Owed, ...], question: Owed | None) -> tuple[Owed, ...]:
    if question is None or question not in waiting:
        return waiting
    at = waiting.index(question)
    return waiting[:at] + waiting[at + 1 :]
