"""State and record after an entry: the fold over a journal, one entry at a time."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from types import MappingProxyType

import immutables

from core.base.errors import CoreError, WrongUse
from core.model.box import GameBox
from core.model.deployment import Deployment
from core.model.orders import OpSheet
from core.model.scenario import Allotment, Scenario, Turn
from core.model.state import NO_POINTS, GameState, Held
from core.model.work import Work
from core.play.events import Began, Did, Entry, Went
from core.play.forms import MOST_NUMBER
from core.play.record import Record
from core.play.trust import fault_of_change

_WRONG = (CoreError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
"""What edits of a forger may end with."""


@dataclass(frozen=True)
class Table:
    """Where a session stands after the entry `number`."""

    number: int
    state: GameState
    record: Record
    box: GameBox
    """A box with nothing but the scenario, so that edits can be applied without the game's files."""

    def after(self, entry: Entry, state_at: Callable[[int], GameState]) -> "Table":
        """The table after one more entry; `state_at` gives the states that lie before. Raises WrongUse for one that leads to no
        state, that goes to an entry that does not lie before it, or that makes of the state what its side may not.
        """
        state = self.state
        match entry.event:
            case Did():
                state = done(self.box, state, entry.event)
            case Went(to):
                if not 1 <= to < entry.number:
                    raise WrongUse(f"Entry {entry.number} goes to entry {to}, which does not lie before it.")
                state = gone_to(state_at(to), self.record)
        told = fault_of_change(self.record, entry, self.state, state)
        if told:
            raise WrongUse(told)
        return Table(entry.number, state, self.record.after(entry), self.box)


def gone_to(state: GameState, record: Record) -> GameState:
    """A state that is gone to, with the chits where they are: whoever goes back takes back no draw, so that what was drawn
    lies under its unit, and what lies in its cup again does not."""
    held = state.held
    for unit, seal in record.under.items():
        if unit not in held or held[unit].seal != seal:
            held = held.set(unit, Held(record.chits[seal].cup, seal))
    for unit, lies in state.held.items():
        if held.get(unit) == lies and lies.seal in record.chits and record.chits[lies.seal].back:
            held = held.delete(unit)
    return state if held is state.held else replace(state, held=held)


def done(box: GameBox, state: GameState, did: Did) -> GameState:
    """The state after a change. Raises WrongUse for one that leads to none."""
    work = Work(box, state)
    try:
        for edit in did.edits:
            work = edit.apply(work)
    except _WRONG as error:
        raise WrongUse(str(error) if isinstance(error, CoreError) else f"It leads to no state of play: {error}.") from None
    return work.state


def begun(entry: Entry) -> Table:
    """The table after the first entry. Raises WrongUse for another one, and for allotments beyond all numbers.

    What a scenario prints is known to both sides. Points that a side does not tell of are by mail not in the state: it keeps
    what is left of them sealed.
    """
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
        points=_before_the_start(began.in_the_open.allotments),
        orders=_begun_with(scenario),
        alone=began.kind == "solitaire",
    )
    return Table(entry.number, state, Record(began), box)


def _begun_with(scenario: Scenario) -> "immutables.Map[str, OpSheet]":
    """The op sheets of a scenario; of two with one id the second has a number behind it."""
    found: dict[str, OpSheet] = {}
    for sheet in scenario.sheets:
        id_ = next(each for n in count(1) if (each := f"{sheet.id} ({n})" if n > 1 else sheet.id) not in found)
        found[id_] = replace(sheet, id=id_)
    return immutables.Map(found)


def _before_the_start(allotments: tuple[Allotment, ...]) -> "immutables.Map[tuple[str, str], int]":
    points = NO_POINTS
    for each in allotments:
        if each.turn == 0:
            amount = points.get((each.side, each.what), 0) + each.amount
            if abs(amount) > MOST_NUMBER:
                raise WrongUse(
                    f"The scenario allots {amount} of {each.what} before the start; allowed are at most {MOST_NUMBER}."
                )
            points = points.set((each.side, each.what), amount)
    return points
