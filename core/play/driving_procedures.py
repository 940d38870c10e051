"""Commands that lead through procedures: dice for the last answer, and the questions that what was done is followed by.

ask, follow --> an answer, which may wait for dice --> throw --> numbered proposals --> take --> what is owed --> follow …
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.base.errors import WrongUse, did_you_mean
from core.play.dice import roll, typed_value, value
from core.play.driving import Asking, Command, Desk, Said, Words, pairs
from core.play.driving_board import asked
from core.play.events import Entry, Rolled
from core.questions.sentences import fill
from core.rules.kernel.procedure import Wanted
from core.rules.kernel.proposals import Next, Proposal


def taken(desk: Desk, proposal: Proposal, written: Sequence[Entry]) -> Said:
    """What is said after something was done that was proposed, and what is to be asked now."""
    asking = desk.asking
    said = sum((desk.told(entry) for entry in written), Said())
    if not written:
        said = Said(("Nothing is changed by it.",), {"entries": []})
    before = desk.owing.now
    desk.owing.begun(proposal, asking.owed if asking is not None else None)
    desk.proposals, desk.because, desk.asking = (), 0, None
    return said + (_owed_now(desk) if proposal.then or before else Said())


def _owed(desk: Desk, words: Words) -> Said:
    return _owed_now(desk) if desk.owing.now else Said(("Nothing is to be asked.",), {"owed": []})


def _owed_now(desk: Desk) -> Said:
    owed = desk.owing.now
    lines = tuple(f"{number}: {_line(desk, each)}" for number, each in enumerate(owed, 1))
    return Said(lines, {"owed": [_told(desk, each) for each in owed]})


def _line(desk: Desk, question: Next) -> str:
    side = f"{desk.session.title(question.side)}: " if question.side else ""
    may = " (may be left out)" if question.may else ""
    title = fill(question.title.template, question.title.values, desk.box)
    return f"{side}{title} [{question.title.rule.section}]{may}: {question.question}"


def _told(desk: Desk, question: Next) -> dict[str, Any]:
    return {
        "question": question.question,
        "given": dict(question.given),
        "what": fill(question.title.template, question.title.values, desk.box),
        "rule": str(question.title.rule),
        "side": question.side or None,
        "may_be_left": question.may,
    }


def _follow(desk: Desk, words: Words) -> Said:
    owed = _first(desk)
    return asked(desk, Asking(owed.question, {**owed.given, **pairs(words)}, owed))


def _leave(desk: Desk, words: Words) -> Said:
    owed, why = _first(desk), " ".join(words).strip()
    said = Said((f"Left out: {_line(desk, owed)}",))
    if not owed.may:
        if not why:
            raise WrongUse("The rules want this asked; leave WHY says why it is not.")
        said += desk.told(desk.session.note(f"{_line(desk, owed)}: {why}", desk.by, why=True))
    desk.owing.left(owed)
    return said + (_owed_now(desk) if desk.owing.now else Said())


def _first(desk: Desk) -> Next:
    owed = desk.owing.now
    if not owed:
        raise WrongUse('Nothing is to be asked; "take" says what is, after what it does.')
    return owed[0]


def _throw(desk: Desk, words: Words) -> Said:
    asking, told = desk.asking, pairs(words)
    if asking is None or not asking.wanted:
        raise WrongUse('The last answer waits for no dice; "ask" and "follow" say which they wait for.')
    if desk.session.by_mail:
        raise WrongUse('By mail dice are declared: "pledge", then "follow" or "ask" with what fell.')
    known = {each.parameter: each for each in asking.wanted}
    if strange := next((name for name in told if name not in known), ""):
        raise WrongUse(f'No dice are wanted for "{strange}".{did_you_mean(strange, known)}')
    said, values, last = Said(), dict[str, str](), 0
    for each in asking.wanted:
        entries = list(_fallen(desk, each, told))
        said += sum((desk.told(entry) for entry in entries), Said())
        values[each.parameter] = ", ".join(str(value(rolled)) for entry in entries if isinstance(rolled := entry.event, Rolled))
        last = entries[-1].number
    return said + asked(desk, replace(asking, given={**asking.given, **values}, wanted=()), last)


def _fallen(desk: Desk, wanted: Wanted, told: Mapping[str, str]) -> Iterator[Entry]:
    """The dice of an answer, rolled or as real ones showed them, in the journal."""
    by = wanted.side if wanted.side and not desk.side else desk.by
    if wanted.parameter not in told:
        for _ in range(wanted.count):
            yield desk.session.add(roll(wanted.dice, wanted.what), by)
        return
    shown = told[wanted.parameter].split(",")
    if len(shown) != wanted.count:
        raise WrongUse(f"{wanted.parameter}: {wanted.count} rolls are wanted, {len(shown)} are told; put commas between them.")
    for rolled in [typed_value(wanted.dice, each, wanted.what) for each in shown]:
        yield desk.session.add(rolled, by)


PROCEDURES = (
    Command("throw", 0, "[PARAMETER=PIPS…]", "roll the dice that the last answer waits for, or tell real ones", _throw),
    Command("owed", 0, "", "what is still to be asked after what was done, the next one first", _owed),
    Command("follow", 0, "[NAME=VALUE…]", "ask the next of these, with what is known and what is added", _follow),
    Command("leave", 0, "[WHY]", "leave the next of these out; what the rules want asked needs a line of why", _leave),
)
"""The commands that lead through procedures."""
