"""Questions that are asked by commands: the chits that go with them, and what is left out of sight [VCS 1.0, 9.1, 9.2]."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.base.errors import WrongUse
from core.play import cups
from core.play.chits_known import CHITS, known_chits, listed, named

if TYPE_CHECKING:
    from core.play.driving import Desk

STRENGTHS, ZONES = ("combat", "odds"), ("movement", "zoc")
"""Questions that add up strengths of a hex, and those in which zones decide."""


def with_chits(desk: "Desk", question: str, given: Mapping[str, str], *, own: bool) -> dict[str, str]:
    """The parameters of a question with the chits that are known, for a question that asks for them; `own` also those that only
    the side knows that sits here. What the player has said of a unit stands."""
    from core.questions.catalogue import QUESTIONS

    asked = dict(given)
    known = QUESTIONS.get(desk.asked().ruleset.series, {}).get(question)
    session, state = desk.session, desk.seen.state
    if known is None or not state.held or all(each.name != CHITS for each in known.parameters):
        return asked

    def values(seal: str, owner: str) -> str:
        if not own:
            raise WrongUse("It is not told.")
        secret = desk.secret_of(owner) if session.by_mail else cups.table_key(session.record, desk.memory)
        return cups.value(session.record, seal, secret)

    told_of = {desk.unit(word) for word in named(given.get(CHITS, ""))}
    found = dict(known_chits(session, state, desk.side, values))
    charts = desk.asked().ruleset.book(desk.box)
    texts = listed({unit: said for unit, said in found.items() if unit not in told_of}, state, desk.play.cups, charts)
    if texts:
        asked[CHITS] = ", ".join((*((given[CHITS],) if given.get(CHITS) else ()), *texts))
    return asked


def out_of_sight(desk: "Desk", question: str, given: Mapping[str, str]) -> tuple[str, ...]:
    """What is to be said of an answer that does without counters out of sight: in the hex that is attacked, or anywhere for
    questions in which zones decide. [VCS 1.0, 9.2]"""
    below = desk.seen.below
    if question in STRENGTHS and given.get("to"):
        place = desk.spot(given["to"])
        if count := below.get(place, 0):
            lies = "1 more counter lies" if count == 1 else f"{count} more counters lie"
            where = desk.spot_label(place)
            return (f"Not all is counted: {lies} out of sight in {where}. With both sides at the table all are seen.",)
    if question in ZONES and any(below.values()):
        return ("Counters of the other side that lie out of sight are not counted; they may have zones.",)
    return ()
