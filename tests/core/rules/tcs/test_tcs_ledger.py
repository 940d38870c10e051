"""The ledger of weighted turns of a session is what its journal says, counted again by hand [TCS 4.01 6.9d-e, 6.13d, 26.1a]."""

from collections.abc import Callable
from fractions import Fraction
from math import floor
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.sessions import Folded, Kept, began
from oracles.stacks import board

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
from core.rules.tcs.order_steps import OrderSteps
from core.rules.tcs.standing import OrdersInForce
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
DEEDS = st.one_of(
    st.tuples(st.just("draw"), st.sampled_from(TASKS)),
    st.tuples(st.just("add"), st.sampled_from(list(BATTALIONS))),
    st.tuples(st.just("strike"), st.sampled_from(IDS)),
    st.tuples(st.sampled_from(["begin", "prepare", "end", "undo"]), st.none()),
)
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
        if what in done:
            done[what]()
        if what == "turn":
            self.session.do(unmarked(self.work(self.state), list(PIECES) if turn % 2 else [], "fired"))

    def _draw(self, steps: OrderSteps, units: tuple[str, ...], turn: int) -> None:
        self._names += 1
        self.session.do(steps.drawn_up(sheet(f"Sheet {self._names}", *units), turn))

    def _gain(self, game: Game, fired_upon: bool) -> None:
        """The first line that is proposed, or the last, which may be that a sheet was fired upon."""
        proposals = [each for each in ask("opsheet.steps", game).detail.proposals if each.label.endswith(("turn", "turns"))]
        for edit in proposals[-1 if fired_upon else 0].edits if proposals else ():
            self.session.do(edit, label="fired upon" if "fired upon" in proposals[-1 if fired_upon else 0].label else "")


def recounted(played: Played) -> dict[str, int]:
    """The weighted turns of each sheet, from the entries of the journal on the way to the present alone."""
    ledger: dict[str, int] = {}
    gained: set[tuple[str, int]] = set()
    for number in played.session.way():
        event = played.session.entry(number).event
        if not isinstance(event, Did):
            continue
        before, after = played.session.state_at(played.session.parent(number)), played.session.state_at(number)
        for edit in (each for each in flat(event.edits) if isinstance(each, ChangeOrders)):
            for id_, new in edit.sheets.items():
                assert new is not None
                old = before.orders.get(id_)
                ledger.setdefault(id_, 0)
                if edit.label == "Accrue weighted turns":
                    assert old is not None and (id_, after.moment.turn) not in gained, "once in a turn"
                    assert old.turn < before.moment.turn, "first in the turn after its own"
                    gained.add((id_, after.moment.turn))
                    ledger[id_] += gain_of(old, before, fired_upon=event.label == "fired upon")
                elif old is not None and edit.label == "Add units":
                    ledger[id_] = in_proportion(ledger[id_], old, new)
    return ledger


def counters(held: OpSheet, with_struck_off: bool = False) -> set[str]:
    named = {unit for name in held.units for unit in BATTALIONS.get(name, (name,))}
    return named if with_struck_off else named - {unit for unit, _ in held.left}


def gain_of(held: OpSheet, state: GameState, fired_upon: bool) -> int:
    units = counters(held)
    assert state.deployment is not None
    bound = {unit for each in state.orders.values() if each.status in ("implemented", "preliminary") for unit in counters(each)}
    gains = [3]
    if held.status == "preliminary" or units & bound:
        gains.append(2)
    if state.light == "night":
        gains.append(2)
    if fired_upon or any("fired" in state.deployment.pieces[unit].marks for unit in units):
        gains.append(1)
    return min(gains) * (3 if units and units <= set(VEHICLES) else 1)


def in_proportion(turns: int, old: OpSheet, new: OpSheet) -> int:
    def formations(units: set[str]) -> set[str]:
        return {name for name, within in BATTALIONS.items() if units.intersection(within)}

    coming = formations(counters(new, True)) - formations(counters(old, True))
    had = old.elements
    assert had is not None
    # "Rounding normally" takes a half up.
    return floor(Fraction(turns * had, had + len(coming)) + Fraction(1, 2)) if coming else turns


@settings(deadline=None, max_examples=80)
@given(st.sampled_from(TASKS), TURNS)
def test_the_ledger_of_a_session_is_what_its_journal_says(first: tuple[str, ...], turns: list[Any]) -> None:
    played = Played()
    for what, given_ in (("turn", False), ("draw", first)):
        played.take(what, given_)
    for turn, fires, gains, deeds in turns:
        for what, given_ in (turn, *fires, *gains, *deeds):
            played.take(what, given_)
    assert {id_: each.turns for id_, each in played.state.orders.items()} == recounted(played)


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
    assert recounted(played) == {"Sheet 1": 3} == {id_: each.turns for id_, each in played.state.orders.items()}
