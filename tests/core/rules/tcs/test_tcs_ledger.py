"""The ledger of weighted turns of a session is what its journal says, counted again by hand [TCS 4.01 6.9d-e, 6.13c-d, 26.1a].

It has an account for each sheet, and one for each group of units that were added to a sheet in force."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import floor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.sessions import Folded, Kept, began
from oracles.stacks import board

from core.base.errors import WrongUse
from core.model.deployment import Piece
from core.model.edits.edit import flat
from core.model.edits.order_edits import ChangeOrders
from core.model.edits.piece_edits import marked, unmarked
from core.model.edits.state_edits import ChangeState
from core.model.orders import OpSheet
from core.model.state import GameState, Moment
from core.model.work import Work
from core.play.events import Began, Did, Entry
from core.play.session import Session
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.tcs.orders.order_steps import OrderSteps
from core.rules.tcs.orders.standing import OrdersInForce
from tests.core.rules.tcs.test_tcs_order_steps import FORMATIONS, UNITS, sheet

VEHICLES = ("t-1", "t-2")
BATTALIONS = {
    "1-bn": ("1-a", "1-b"),
    "2-bn": ("2-a", "2-b"),
    "3-bn": ("3-a", "3-b", *VEHICLES),
}
TASKS = (("1-bn",), ("2-bn",), ("1-bn", "2-bn"), VEHICLES, ("1-a", "t-1"))
PIECES = {each.id: Piece("05.05", mode="fire") for each in UNITS}
IDS = [each.id for each in UNITS]
JOINS = st.tuples(st.just("join"), st.sampled_from([*BATTALIONS, "3-a", "t-1"]))
DEEDS = st.one_of(
    st.tuples(st.just("draw"), st.sampled_from(TASKS)),
    st.tuples(st.just("add"), st.sampled_from(list(BATTALIONS))),
    st.tuples(st.sampled_from(["strike", "fail"]), st.sampled_from(IDS)),
    JOINS,
    st.tuples(st.sampled_from(["begin", "prepare", "end", "undo", "enter", "set out", "leave"]), st.none()),
)
OPENINGS = st.one_of(st.just(()), st.tuples(st.just(("begin", None)), JOINS), st.tuples(st.just(("begin", None)), JOINS, JOINS))
GAINS = st.lists(st.tuples(st.just("gain"), st.booleans()), min_size=1, max_size=3)
TURNS = st.lists(
    st.tuples(
        st.tuples(st.just("turn"), st.booleans()),
        st.lists(st.tuples(st.just("fire"), st.sampled_from(IDS)), max_size=1),
        GAINS,
        st.lists(DEEDS, max_size=3),
    ),
    min_size=3,
    max_size=7,
)


class Played:
    """A session of one side's sheets, in which anything that the rules let is done."""

    def __init__(self) -> None:
        self._game: Game = board("tcs-4.01", UNITS, PIECES, formations=FORMATIONS, options={"command.rating": "3"})
        first = began("solitaire")
        assert isinstance(first.event, Began)
        scenario = self._game.box.scenarios[self._game.forces.file]
        event = Began(
            "s-1", "solitaire", "A game", b"box", self._game.forces.file, scenario, first.event.players, "tcs-4.01", b""
        )
        kept = Kept([Entry(1, first.at, "", event)])
        self.session = Session(kept, Folded(kept.entries))
        self._names = 0

    def game(self, state: GameState) -> Game:
        return self._game.with_state(state)

    def work(self, state: GameState) -> Work:
        return Work(self._game.box, state)

    @property
    def state(self) -> GameState:
        return self.session.state

    def take(self, what: str, given: Any) -> None:
        work, turn = self.work(self.state), self.state.moment.turn
        game = self.game(self.state)
        steps = OrderSteps(game.case, OrdersInForce(game.case, game.forces, work.orders))
        waiting = next((each for each in work.orders if each.in_preparation), None)
        done: dict[str, Callable[[], object]] = {
            "turn": lambda: self.session.do(
                ChangeState("Turn", {"moment": Moment(turn + 1), "light": "night" if given else "day"})
            ),
            "fire": lambda: self.session.do(marked(work, [given], "fired")),
            "draw": lambda: self._draw(steps, given, turn),
            "gain": lambda: self._gain(game, fired_upon=given),
            "undo": lambda: self.session.undo() if self.session.undo_to() else None,
        }
        if waiting is not None:
            done |= {
                "add": lambda: self.session.do(steps.added(waiting, (given,))),
                "strike": lambda: self.session.do(steps.struck_off(waiting, [given])),
                "begin": lambda: self.session.do(steps.begun(waiting, "implemented")),
                "prepare": lambda: self.session.do(steps.begun(waiting, "preliminary")),
            }
        force = next((each for each in work.orders if each.implemented), None)
        if force is not None:
            done["end"] = lambda: self.session.do(steps.ended(force, "succeeded"))
            if given in counters(force):
                done["fail"] = lambda: self.session.do(steps.ended(force, "failed", (given,)))
            done["join"] = lambda: self._join(steps, force, given)
            number = next((n for n, each in enumerate(force.added) if each.in_preparation), None)
            if number is not None:
                done |= {
                    "enter": lambda: self.session.do(steps.begun(force, "implemented", number)),
                    "set out": lambda: self.session.do(steps.begun(force, "preliminary", number)),
                    "leave": lambda: self.session.do(steps.withdrawn(force, number, force.added[number].units)),
                }
        if what in done:
            done[what]()
        if what == "turn":
            self.session.do(unmarked(self.work(self.state), list(PIECES) if turn % 2 else [], "fired"))

    def _draw(self, steps: OrderSteps, units: tuple[str, ...], turn: int) -> None:
        self._names += 1
        self.session.do(steps.drawn_up(sheet(f"Sheet {self._names}", *units), turn))

    def _join(self, steps: OrderSteps, force: OpSheet, name: str) -> None:
        """Units that are not on a sheet in force are added to it; to one of vehicles alone vehicles are."""
        new, on = counters_of((name,)), counters(force) | {unit for each in force.added for unit in counters_of(each.units)}
        if new & on:
            return
        if counters(force) and counters(force) <= set(VEHICLES) and not new <= set(VEHICLES):
            with pytest.raises(WrongUse, match=r"6\.13c"):
                steps.added(force, (name,))
            return
        self.session.do(steps.added(force, (name,)))

    def _gain(self, game: Game, fired_upon: bool) -> None:
        """The first line that is proposed, or the last, which may be that a sheet was fired upon."""
        proposals = [each for each in ask("opsheet.steps", game).detail.proposals if each.label.endswith(("turn", "turns"))]
        if not proposals:
            assert not [each.id for each in game.state.orders.values() if is_owed(each, game.state.moment.turn)]
        for edit in proposals[-1 if fired_upon else 0].edits if proposals else ():
            self.session.do(edit, label="fired upon" if "fired upon" in proposals[-1 if fired_upon else 0].label else "")


Account = tuple[str, frozenset[str]]
"""A sheet, and the units that an account is of where they were added to it in force."""


def recounted(played: Played) -> dict[Account, int]:
    """The weighted turns of each sheet and of what was added to one, from the entries of the journal on the way to the present
    alone."""
    ledger: dict[Account, int] = {}
    gained: set[tuple[Account, int]] = set()
    for number in played.session.way():
        event = played.session.entry(number).event
        if not isinstance(event, Did):
            continue
        before, turn = played.session.state_at(played.session.parent(number)), played.session.state_at(number).moment.turn
        for edit in (each for each in flat(event.edits) if isinstance(each, ChangeOrders)):
            for id_, new in edit.sheets.items():
                assert new is not None
                old, whole = before.orders.get(id_), (id_, frozenset[str]())
                ledger.setdefault(whole, 0)
                if edit.label == "Accrue weighted turns":
                    assert old is not None
                    # Who was added in this turn gains first in the next.
                    joining = [each for each in _added(old) if each[1].turn < turn]
                    waiting = [(whole, old)] if old.in_preparation else joining
                    for account, held in waiting:
                        assert (account, turn) not in gained, "once in a turn"
                        assert held.turn < turn, "first in the turn after its own"
                        gained.add((account, turn))
                        ledger[account] += gain_of(held, before, fired_upon=event.label == "fired upon")
                elif old is not None and edit.label == "Add units" and old.in_preparation:
                    ledger[whole] = in_proportion(ledger[whole], old, new)
                elif old is not None and edit.label == "Add units":
                    joined = frozenset(counters_of(new.added[-1].units))
                    ledger[id_, joined] = 0
                    assert new.added[-1].elements == len(formations(joined)), "the size of those who join alone"
                _follow(ledger, new)
    return ledger


def _follow(ledger: dict[Account, int], new: OpSheet) -> None:
    """Of units that were added to a sheet some may have left it; what is left of them keeps their account."""
    old = {units: ledger.pop((new.id, units)) for id_, units in list(ledger) if id_ == new.id and units}
    for units in (frozenset(counters_of(each.units)) for each in new.added):
        ledger[new.id, units] = next(turns for before, turns in old.items() if units <= before)


def _added(held: OpSheet) -> Iterator[tuple[Account, OpSheet]]:
    """What was added to a sheet in force and is in preparation yet, with its account, as a sheet of its own."""
    for each in held.added:
        if each.status in ("waiting", "preliminary"):
            alone = OpSheet(
                held.id, held.side, held.type, units=each.units, status=each.status, turn=each.turn, gained=each.gained
            )
            yield (held.id, frozenset(counters_of(each.units))), alone


def written(played: Played) -> dict[Account, int]:
    """The same as the sheets have it."""
    sheets = played.state.orders.items()
    return {(id_, frozenset[str]()): each.turns for id_, each in sheets} | {
        (id_, frozenset(counters_of(added.units))): added.turns for id_, each in sheets for added in each.added
    }


def counters_of(names: Iterable[str]) -> set[str]:
    return {unit for name in names for unit in BATTALIONS.get(name, (name,))}


def counters(held: OpSheet, with_struck_off: bool = False) -> set[str]:
    named = counters_of(held.units)
    return named if with_struck_off else named - {unit for unit, _ in held.left}


def bound_by(held: OpSheet) -> set[str]:
    """Who is under a sheet in force, or under its preliminary instructions."""
    if held.status not in ("implemented", "preliminary"):
        return set()
    joined = (each.units for each in held.added if each.status in ("implemented", "preliminary"))
    return counters(held).union(*map(counters_of, joined))


def is_owed(held: OpSheet, turn: int) -> bool:
    """Whether a sheet, or what was added to it, is still to gain in a turn."""
    parts = [held] if held.in_preparation and counters(held) else [each for _, each in _added(held)] if held.implemented else []
    return any(each.turn < turn and each.gained != turn for each in parts)


def gain_of(held: OpSheet, state: GameState, fired_upon: bool) -> int:
    units = counters(held)
    assert state.deployment is not None
    gains = [3]
    if held.status == "preliminary" or any(units & bound_by(each) for each in state.orders.values()):
        gains.append(2)
    if state.light == "night":
        gains.append(2)
    if fired_upon or any("fired" in state.deployment.pieces[unit].marks for unit in units):
        gains.append(1)
    return min(gains) * (3 if units and units <= set(VEHICLES) else 1)


def formations(units: Iterable[str]) -> set[str]:
    return {name for name, within in BATTALIONS.items() if not set(within).isdisjoint(units)}


def in_proportion(turns: int, old: OpSheet, new: OpSheet) -> int:
    coming = formations(counters(new, True)) - formations(counters(old, True))
    had = old.elements
    assert had is not None
    # "Rounding normally" takes a half up.
    return floor(Fraction(turns * had, had + len(coming)) + Fraction(1, 2)) if coming else turns


@settings(deadline=None, max_examples=80)
@given(st.sampled_from(TASKS), OPENINGS, TURNS)
def test_the_ledger_of_a_session_is_what_its_journal_says(first: tuple[str, ...], opening: list[Any], turns: list[Any]) -> None:
    played = Played()
    for what, given_ in (("turn", False), ("draw", first), *opening):
        played.take(what, given_)
    for turn, fires, gains, deeds in turns:
        for what, given_ in (turn, *fires, *gains, *deeds, *gains[:1]):
            played.take(what, given_)
    assert written(played) == recounted(played)


def test_the_recount_sees_a_battalion_that_fires_and_one_that_joins() -> None:
    played = Played()
    for what, given_ in (
        ("turn", False),
        ("draw", ("1-bn",)),
        ("turn", False),
        ("gain", False),
        ("turn", False),
        ("fire", "1-a"),
        ("gain", False),
        ("turn", True),
        ("gain", False),
        ("add", "2-bn"),
    ):
        played.take(what, given_)
    assert recounted(played) == {("Sheet 1", frozenset()): 3} == written(played)


def test_the_recount_sees_units_that_join_a_sheet_in_force() -> None:
    played = Played()
    for what, given_ in (
        ("turn", False),
        ("draw", ("1-bn",)),
        ("begin", None),
        ("join", "2-bn"),
        ("gain", False),
        ("turn", False),
        ("gain", False),
        ("join", "t-1"),
        ("turn", False),
        ("set out", None),
        ("fire", "1-a"),
        ("gain", False),
    ):
        played.take(what, given_)
    battalion, vehicle = ("Sheet 1", frozenset({"2-a", "2-b"})), ("Sheet 1", frozenset({"t-1"}))
    assert recounted(played) == {("Sheet 1", frozenset()): 0, battalion: 5, vehicle: 9} == written(played)
