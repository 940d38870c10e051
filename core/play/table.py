"""State and record after an entry: the fold over a journal, one entry at a time."""

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType

import immutables

from core.base.errors import WrongUse
from core.model.box import GameBox
from core.model.deployment import Deployment
from core.model.scenario import Allotment, Turn
from core.model.state import NO_POINTS, GameState
from core.model.work import Work
from core.play.events import Began, Did, Entry, Went
from core.play.record import Record


@dataclass(frozen=True)
class Table:
    """Where a session stands after the entry `number`."""

    number: int
    state: GameState
    record: Record
    box: GameBox
    """A box with nothing but the scenario, so that edits can be applied without the game's files."""

    def after(self, entry: Entry, state_at: Callable[[int], GameState]) -> "Table":
        """The table after one more entry; `state_at` gives the states that lie before. Raises WrongUse for one that goes to an
        entry that does not lie before it.
        """
        state = self.state
        match entry.event:
            case Did():
                state = done(self.box, state, entry.event)
            case Went(to):
                if not 1 <= to < entry.number:
                    raise WrongUse(f"Entry {entry.number} goes to entry {to}, which does not lie before it.")
                state = state_at(to)
        return Table(entry.number, state, self.record.after(entry), self.box)


def done(box: GameBox, state: GameState, did: Did) -> GameState:
    """The state after a change."""
    work = Work(box, state)
    for edit in did.edits:
        work = edit.apply(work)
    return work.state


def begun(entry: Entry) -> Table:
    """The table after the first entry. Raises WrongUse for another one."""
    began = entry.event
    if not isinstance(began, Began):
        raise WrongUse("A journal begins with what is played.")
    scenario = began.scenario
    box = GameBox(began.game, "", (), scenarios=MappingProxyType({began.file: scenario}))
    # Who sets up first is known before anybody has moved; the order of each turn is said when it is decided.
    sides = tuple(player.side for player in began.players)
    order = tuple(sorted(sides, key=lambda side: side != scenario.moves_first))
    first = scenario.turns[0] if scenario.turns else Turn()
    state = GameState(
        visibility=first.visibility,
        scenario=began.file,
        deployment=scenario.start if scenario.start else Deployment(),
        order=order,
        light=first.light,
        weather=first.weather,
        points=_before_the_start(scenario.allotments),
    )
    return Table(entry.number, state, Record(began), box)


def _before_the_start(allotments: tuple[Allotment, ...]) -> "immutables.Map[tuple[str, str], int]":
    points = NO_POINTS
    for each in allotments:
        if each.turn == 0:
            points = points.set((each.side, each.what), points.get((each.side, each.what), 0) + each.amount)
    return points
