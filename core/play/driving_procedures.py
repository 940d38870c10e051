"""Commands that lead through procedures: dice for the last answer, and the questions that what was done is followed by.

ask, follow --> an answer, which may wait for dice --> throw --> numbered proposals --> take --> what is owed --> follow …
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.base.errors import WrongUse, did_you_mean
from core.model.state import Owed
from core.play.dice import roll, typed_value, value
from core.play.driving import Asking, Command, Desk, Said, Words, pairs
from core.play.driving_board import asked
from core.play.events import Entry, Rolled
from core.play.owing import leaving, title_of
from core.play.passage import has_rolled
from core.rules.kernel.procedure import Wanted


def taken(desk: Desk, written: Sequence[Entry], before: Sequence[Owed]) -> Said:
    """What is said after something was done that was proposed, and what is to be asked now, where that has changed."""
    desk.proposals, desk.left_to, desk.because, desk.asking = (), (), 0, None
    if not written:
        return Said(("Nothing is changed by it.",), {"entries": []})
    said = sum((desk.told(entry) for entry in written), Said())
    return said + (all_owed(desk) if desk.session.state.owed != before else Said())


def _owed(desk: Desk, words: Words) -> Said:
    return all_owed(desk)


def all_owed(desk: Desk) -> Said:
    """All that is to be asked now, the next one first."""
    owed = desk.session.state.owed
    lines = tuple(f"owed {number}: {_line(desk, each)}" for number, each in enumerate(owed, 1))
    return Said(lines or ("Nothing is to be asked.",), {"owed": [_told(each) for each in owed]})


def _line(desk: Desk, question: Owed) -> str:
    side = f"{desk.session.title(question.side)}: " if question.side else ""
    may = " (may be left out)" if question.may else ""
    return f"{side}{title_of(question)} [{question.section}]{may}: {question.question}"


def _told(question: Owed) -> dict[str, Any]:
    return {
        "question": question.question,
        "given": dict(question.given),
        "what": title_of(question),
        "section": question.section,
        "side": question.side or None,
        "may_be_left": question.may,
    }


def _follow(desk: Desk, words: Words) -> Said:
    owed = _first(desk)
    return asked(desk, Asking(owed.question, {**dict(owed.given), **pairs(words)}, owed))


def _leave(desk: Desk, words: Words) -> Said:
    owed, why = _first(desk), " ".join(words).strip()
    because = 0
    said = Said()
    fallen = has_rolled(desk.session)
    if not owed.may or fallen:
        if not why:
            wanted = "Its dice have fallen" if owed.may else "The rules want this asked"
            raise WrongUse(f"{wanted}; leave WHY says why it is {'left out all the same' if owed.may else 'not'}.")
        noted = desk.session.note(f"{_line(desk, owed)}: {why}", desk.by, why=True)
        said, because = desk.told(noted), noted.number
    by = owed.side if not desk.side and not desk.session.by_mail else ""
    return said + desk.do(leaving(desk.session.state, owed), because, by=by) + all_owed(desk)


def _first(desk: Desk) -> Owed:
    owed = desk.session.state.owed
    if not owed:
        raise WrongUse('Nothing is to be asked; "take" says what is, after what it does.')
    return owed[0]


def _throw(desk: Desk, words: Words) -> Said:
    asking, told = desk.asking, pairs(words)
    if asking is None or not asking.wanted:
        raise WrongUse('The last answer waits for no dice; "ask" and "follow" say which they wait for.')
    desk.stands()
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
    Command(
        "leave",
        0,
        "[WHY]",
        "leave the next of these out; what the rules want asked, or dice have fallen for, needs a line of why",
        _leave,
    ),
)
"""The commands that lead through procedures."""
