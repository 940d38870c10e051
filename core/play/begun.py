"""Where units began the phase, for questions that ask it: the journal knows it, so that players need not say it."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from core.base.errors import WrongUse
from core.play.coming_in import came_in
from core.play.passage import begun_at, trails
from core.rules.operations.movement_detail import UNCOUNTED

if TYPE_CHECKING:
    from core.play.driving import Desk

BEGAN, BEFORE, SPENT, UNITS, AHEAD = "began", "before", "spent", "units", "ahead"


def with_begun(desk: "Desk", question: str, given: Mapping[str, str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """The parameters of a question: with the hexes where its units began the phase that have left them since, so that what that
    took at least is counted, and with who has come in during the turn. And what is to be said of that."""
    from core.questions.catalogue import QUESTIONS

    asked = dict(given)
    known = QUESTIONS.get(desk.asked().ruleset.series, {}).get(question)
    wanted = {each.name for each in known.parameters} if known is not None else set()
    if AHEAD in wanted and AHEAD not in given and (came := came_in(desk.session)):
        asked[AHEAD] = ", ".join(f"{unit}*{desk.label(place)}" for unit, place in came)
    if BEFORE not in wanted or BEFORE in given or BEGAN in given:
        return asked, ()
    ways = trails(desk.session, begun_at(desk.session, in_whole=True))
    try:
        units = desk.units(word.strip() for word in given[UNITS].split(",")) if given.get(UNITS) else _own(desk, ways)
    except WrongUse:
        # A formation, or nobody: the question says so, or is asked as it is.
        return asked, ()
    starts = {unit: desk.label(ways[unit][0]) for unit in units if unit in ways}
    if SPENT in given:
        if BEGAN in wanted and len(set(starts.values())) == 1 and len(starts) == len(units):
            asked[BEGAN] = next(iter(starts.values()))
        return asked, ()
    if starts:
        asked[BEFORE] = ", ".join(f"{unit}*{UNCOUNTED}*{start}" for unit, start in starts.items())
    counted = starts and given.get(UNITS)
    hint = f"The fewest points are counted of who moved in this phase; say with {SPENT}=… how many they were."
    return asked, (hint,) if counted else ()


def _own(desk: "Desk", ways: Iterable[str]) -> tuple[str, ...]:
    """The units among some that stand on the map and are of who looks; where everybody does all of them."""
    known, pieces = desk.session.record.began.units, desk.deployment.pieces
    return tuple(unit for unit in ways if unit in pieces and (not desk.side or known.get(unit, ("",))[0] == desk.side))
