"""Who is first where dice say it: what each side has rolled in the phase, who may say it, and what stands against another one.

Ties alone are rolled again [TCS 2.0], so that what fell first counts; by whatever way dice fall, those are meant whose purpose
is `INITIATIVE`, with the name of a side behind it where another one rolls for it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from core.model.state import GameState
from core.play.events import Player, Rolled
from core.play.passage import begun_at
from core.play.session import TABLE, Barrier, Session
from core.play.turns import Course, winner

INITIATIVE = "initiative"
"""What dice for the order of the sides are rolled for."""

ASKS = "Say in a line why it is done all the same."


@dataclass(frozen=True, slots=True)
class Initiative:
    """What dice have said: the roll of each side, as far as they have rolled, and the side that says who is first, "" for none;
    `tie` says that all are to roll again."""

    rolls: Mapping[str, int]
    best: str = ""
    tie: bool = False


def initiative(session: Session, course: Course, state: GameState, shown: int = 0) -> Initiative | None:
    """What dice have said in the phase that a state stands in, up to an entry (0 for the last); None where they say nothing."""
    step = course.step(state)
    if step is None or step.phase.order != "roll":
        return None
    since, rolls = begun_at(session, shown or session.number), dict[str, int]()
    for at in session.way(shown):
        entry = session.entries[at - 1]
        if at <= since or not isinstance(entry.event, Rolled):
            continue
        side = _whose(entry.event.purpose, entry.by, session.players)
        if side not in state.order:
            continue
        if _all_rolled(rolls, state.order):
            if winner(rolls):
                break
            rolls.clear()
        rolls[side] = sum(entry.event.pips)
    whole = _all_rolled(rolls, state.order)
    best = winner(rolls) if whole else ""
    return Initiative(MappingProxyType(rolls), best, whole and not best)


def _whose(purpose: str, by: str, players: Sequence[Player]) -> str:
    """The side that a roll for the order is of, "" for another roll."""
    first, _, rest = purpose.strip().casefold().partition(" ")
    if first != INITIATIVE:
        return ""
    rest = rest.strip(" ,:()")
    return next((each.side for each in players if rest and rest in (each.side.casefold(), each.title.casefold())), by)


def _all_rolled(rolls: Mapping[str, int], order: Sequence[str]) -> bool:
    return bool(order) and all(side in rolls for side in order)


def barriers(session: Session, course: Course, by: str) -> tuple[Barrier, ...]:
    """What stands against a side that says who is first: dice that say that another one does, and dice that have not fallen.
    Nothing where both sit at the screen (`by` is the table), and where one plays alone."""
    state = session.state
    found = initiative(session, course, state)
    step = course.step(state)
    if found is None or step is None or by in (TABLE, found.best) or session.record.began.kind == "solitaire":
        return ()
    section = step.phase.section
    if found.best:
        sentence = f"By the dice {session.title(found.best)} says who is first [{section}]."
    else:
        sentence = f"Dice say which side decides who is first, and have not done so yet [{section}]."
    return (Barrier(session.number, sentence, section),)
