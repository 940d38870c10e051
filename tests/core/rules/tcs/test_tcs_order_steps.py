"""Op sheets as play goes on: each step says what has become of them, and who is dug in by it."""

from dataclasses import replace
from typing import Any

import immutables
import pytest
from oracles.stacks import board, hexes, unit

from core.base.errors import WrongUse
from core.model.deployment import Piece
from core.model.edits.edit import Edit
from core.model.edits.order_edits import ChangeOrders
from core.model.oob import Formation, Values
from core.model.orders import Addition, Alternate, Commitment, OpSheet
from core.model.state import GameState, Moment
from core.model.work import Work
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.tcs.orders.order_steps import OrderSteps, as_sheet
from core.rules.tcs.orders.standing import OrdersInForce

BATTALION = Values({"morale.kind": "battalion"})
FORMATIONS = tuple(Formation(f"{n}-bn", f"{n}-123", "red", values=BATTALION) for n in (1, 2, 3))
UNITS = [
    *(unit(f"{n}-{name}", "infantry", formation=f"{n}-bn", steps=5) for n in (1, 2, 3) for name in "ab"),
    *(unit(f"t-{n}", "vehicle", formation="3-bn", steps=4) for n in (1, 2)),
]
HERE, THERE = hexes(board("tcs-4.01", []), "05.05", "06.06")


def sheet(id_: str, *units: str, **said: Any) -> OpSheet:
    return OpSheet(id_, "red", **{"type": "Attack", "units": units, "rally": tuple((each, HERE) for each in units), **said})


class Play:
    """A state of play with op sheets, which steps change."""

    def __init__(self, *sheets: OpSheet, at: dict[str, Any] | None = None, turn: int = 4, **options: str) -> None:
        where = {each.id: Piece("05.05", mode="fire") for each in UNITS} | (at or {})
        self.game: Game = board("tcs-4.01", UNITS, where, formations=FORMATIONS, options=options)
        start = self.game.box.scenarios[self.game.forces.file].start
        orders = immutables.Map({each.id: each for each in sheets})
        self.show(GameState(scenario=self.game.forces.file, deployment=start, moment=Moment(turn), orders=orders))

    def show(self, state: GameState) -> None:
        self.game = self.game.with_state(state)

    @property
    def orders(self) -> OrdersInForce:
        return OrdersInForce(self.game.case, self.game.forces, Work(self.game.box, self.game.state).orders)

    @property
    def steps(self) -> OrderSteps:
        return OrderSteps(self.game.case, self.orders)

    def sheet(self, id_: str) -> OpSheet:
        return self.game.state.orders[id_]

    def do(self, edit: Edit) -> None:
        self.show(edit.apply(Work(self.game.box, self.game.state)).state)

    def begin(self, turn: int) -> None:
        self.show(replace(self.game.state, moment=Moment(turn)))

    def of(self, id_: str) -> str:
        held = self.game.forces.unit(id_)
        assert held is not None
        return self.orders.of(held).orders

    def dug_in(self) -> set[str]:
        deployment = self.game.state.deployment
        assert deployment is not None
        return {id_ for id_, piece in deployment.pieces.items() if "dug-in" in piece.marks}


def test_a_sheet_drawn_up_in_play_waits_and_one_from_before_is_in_force() -> None:
    play = Play()
    play.do(play.steps.drawn_up(sheet("Oak", "1-bn", "2-bn"), 4))
    assert play.sheet("Oak") == sheet("Oak", "1-bn", "2-bn", status="waiting", turn=4, elements=2, staff=True)
    play.do(play.steps.drawn_up(sheet("Elm", "3-bn", status="waiting"), 0))
    assert play.sheet("Elm").implemented and play.of("3-a") == "assigned" and play.of("1-a") == "unassigned"


def test_a_new_sheet_takes_its_units_from_the_old_one() -> None:
    play = Play(sheet("Oak", "1-bn", "2-bn"), sheet("Elm", "2-bn", status="waiting", turn=2))
    play.do(play.steps.begun(play.sheet("Elm"), "implemented"))
    assert play.sheet("Elm").implemented
    assert play.sheet("Oak").left == (("2-a", "reassigned"), ("2-b", "reassigned"))
    assert (play.of("1-a"), play.of("2-a")) == ("assigned", "assigned")
    held = play.game.forces.unit("2-a")
    assert held is not None and play.orders.of(held).sheet == "Elm"


def test_preliminary_instructions_take_units_from_the_old_sheet_and_leave_them_unassigned() -> None:
    play = Play(sheet("Oak", "1-bn"), sheet("Elm", "1-bn", status="waiting", turn=2, preliminary="To the wood."))
    play.do(play.steps.begun(play.sheet("Elm"), "preliminary"))
    assert play.of("1-a") == "preliminary" and not play.orders.members(play.sheet("Oak"))
    # A sheet that has only been drawn up lost nobody.
    other = Play(sheet("Oak", "1-bn"), sheet("Ash", "1-bn", status="waiting", turn=1), sheet("Elm", "1-bn", status="waiting"))
    other.do(other.steps.begun(other.sheet("Elm"), "implemented"))
    assert not other.sheet("Ash").left and other.sheet("Oak").left


def test_of_two_preliminary_instructions_those_that_began_last_are_followed_whenever_they_were_drawn_up() -> None:
    first = sheet("Oak", "1-bn", status="waiting", preliminary="To the ford", turn=1, rally=(("1-bn", HERE),))
    later = sheet("Elm", "1-a", status="waiting", preliminary="To the wood", turn=3, rally=(("1-a", THERE),), type="Move")
    play = Play(first, later)
    play.do(play.steps.begun(play.sheet("Elm"), "preliminary"))
    play.do(play.steps.begun(play.sheet("Oak"), "preliminary"))
    units = {id_: play.game.forces.unit(id_) for id_ in ("1-a", "1-b")}
    assert {id_: play.orders.of(each).sheet for id_, each in units.items()} == {"1-a": "Oak", "1-b": "Oak"}
    assert play.orders.of(units["1-a"]).rally == HERE
    joins = replace(sheet("Ash", "2-bn", preliminary="To the hill", turn=2), added=(Addition(("1-a",), "Attack", turn=3),))
    play.do(ChangeOrders("Write", {"Ash": joins}))
    play.do(play.steps.begun(play.sheet("Ash"), "preliminary", 0))
    assert [play.orders.of(each).sheet for each in units.values()] == ["Ash", "Oak"]
    assert play.orders.counts_as_unassigned(play.orders.of(units["1-a"]))


def test_units_in_fire_mode_dig_in_as_their_prepared_defense_comes_into_force() -> None:
    moving = {"1-b": Piece("05.05", mode="move")}
    play = Play(sheet("Hold", "1-bn", type="Prepared Defense", status="waiting"), at=moving)
    play.do(play.steps.begun(play.sheet("Hold"), "implemented"))
    assert play.dug_in() == {"1-a"}
    hasty = Play(sheet("Hold", "1-bn", type="Hasty Defense", status="waiting"))
    hasty.do(hasty.steps.begun(hasty.sheet("Hold"), "implemented"))
    assert hasty.dug_in() == set()


@pytest.mark.parametrize(("option", "left"), [("never", set()), ("unassigned", {"1-a"}), ("any", {"1-a"})])
def test_who_has_other_orders_or_none_is_dug_in_no_longer_unless_the_game_says_so(option: str, left: set[str]) -> None:
    dug = {"1-a": Piece("05.05", mode="fire", marks=frozenset({"dug-in"}))}
    play = Play(sheet("Hold", "1-bn", type="Prepared Defense"), at=dug, **{"dug_in.outside_defence": option})
    play.do(play.steps.ended(play.sheet("Hold"), "succeeded"))
    assert play.of("1-a") == "unassigned" and play.dug_in() == left


def test_a_part_of_a_sheet_may_fail_while_the_rest_goes_on() -> None:
    play = Play(sheet("Oak", "1-bn", "2-bn"))
    play.do(play.steps.ended(play.sheet("Oak"), "failed", ["1-bn"]))
    assert (play.of("1-a"), play.of("2-a")) == ("unassigned", "assigned")
    held = play.game.forces.unit("1-a")
    assert held is not None and play.orders.of(held).rally == HERE
    play.do(play.steps.ended(play.sheet("Oak"), "failed", ["2-bn"]))
    assert play.sheet("Oak").status == "failed", "nobody is left on it"


def test_units_are_struck_off_a_waiting_sheet_whose_size_stays() -> None:
    play = Play(sheet("Oak", "1-bn", "2-bn", status="waiting", elements=2, staff=True))
    play.do(play.steps.struck_off(play.sheet("Oak"), ["2-bn"]))
    drawn = play.sheet("Oak")
    assert drawn.left == (("2-a", "scratched"), ("2-b", "scratched")) and play.steps.preparation(drawn).effective_size == 1
    with pytest.raises(WrongUse, match=r"6\.13a-b"):
        play.steps.struck_off(replace(drawn, status="implemented"), ["1-bn"])


def test_a_third_battalion_leaves_two_thirds_of_the_weighted_turns() -> None:
    play = Play(sheet("Oak", "1-bn", "2-bn", status="waiting", elements=2, staff=True, turns=27, note="Go."))
    play.do(play.steps.added(play.sheet("Oak"), ("3-bn",), "On the left."))
    drawn = play.sheet("Oak")
    assert (drawn.turns, drawn.elements, play.steps.preparation(drawn).effective_size) == (18, 3, 2)
    assert drawn.units == ("1-bn", "2-bn", "3-bn") and drawn.note == "Go.\nOn the left."


def test_units_of_a_formation_that_is_on_the_sheet_already_cost_nothing() -> None:
    play = Play(sheet("Oak", "1-a", status="waiting", elements=1, staff=False, turns=27))
    play.do(play.steps.added(play.sheet("Oak"), ("1-b",)))
    assert (play.sheet("Oak").turns, play.sheet("Oak").elements, play.sheet("Oak").staff) == (27, 1, True)


def test_units_added_to_a_sheet_in_force_prepare_by_themselves_with_its_staff_and_type() -> None:
    play = Play(sheet("Oak", "1-bn", staff=True, elements=1))
    play.do(play.steps.added(play.sheet("Oak"), ("2-a", "3-a")))
    drawn = play.sheet("Oak")
    assert drawn.added == (Addition(("2-a", "3-a"), "Attack", "", 2, turn=4),) and play.of("2-a") == "unassigned"
    alone = play.steps.preparation(as_sheet(drawn, drawn.added[0]))
    assert (alone.type, alone.effective_size) == ("Attack", 1)
    assert not play.steps.accrued([]).sheets, "what is added comes after the gains of its turn"
    play.begin(5)
    play.do(play.steps.accrued([]))
    assert play.sheet("Oak").added[0].turns == 3 and not play.steps.accrued([]).sheets
    play.do(play.steps.begun(play.sheet("Oak"), "implemented", 0))
    assert play.of("2-a") == "assigned" and play.sheet("Oak").added[0].status == "implemented"


def test_only_vehicles_join_a_sheet_of_vehicles_in_force() -> None:
    play = Play(sheet("Oak", "t-1"))
    play.do(play.steps.added(play.sheet("Oak"), ("t-2",)))
    with pytest.raises(WrongUse, match=r"1-A cannot be added to it \(6.13c\)"):
        play.steps.added(play.sheet("Oak"), ("1-a",))
    # Before it is in force others may be added, and a Prepared Defense is no such sheet.
    waiting = Play(sheet("Oak", "t-1", status="waiting", elements=1, staff=False))
    waiting.do(waiting.steps.added(waiting.sheet("Oak"), ("1-a",)))
    # Nor does it become another one as vehicles or others leave it.
    bare = Play(sheet("Oak", "t-1", left=(("t-1", "reassigned"),)))
    with pytest.raises(WrongUse, match=r"sheet of vehicles alone; 1-A"):
        bare.steps.added(bare.sheet("Oak"), ("1-a",))
    mixed = Play(sheet("Oak", "t-1", "1-b", left=(("1-b", "failed"),)))
    mixed.do(mixed.steps.added(mixed.sheet("Oak"), ("1-a",)))
    struck = Play(sheet("Oak", "t-1", "1-b", left=(("1-b", "scratched"),)))
    with pytest.raises(WrongUse, match="vehicles alone"):
        struck.steps.added(struck.sheet("Oak"), ("1-a",))
    defence = Play(sheet("Hold", "t-1", type="Prepared Defense"))
    defence.do(defence.steps.added(defence.sheet("Hold"), ("1-a",)))


def test_no_units_are_added_to_a_sheet_that_is_over() -> None:
    play = Play(sheet("Oak", "1-bn", status="failed"))
    with pytest.raises(WrongUse, match=r"6\.11"):
        play.steps.added(play.sheet("Oak"), ("2-bn",))


def test_weighted_turns_of_all_sheets_are_those_of_a_recount() -> None:
    play = Play(
        sheet("Oak", "1-bn", status="waiting"), sheet("Elm", "t-1", "t-2", status="waiting"), sheet("Ash", "2-bn"), turn=1
    )
    fired = ([], ["1-a"], ["t-2", "2-a"], [], ["nobody"])
    for turn, units in enumerate(fired, start=2):
        play.begin(turn)
        play.do(play.steps.accrued(units))
        play.do(play.steps.accrued(units))
    assert play.sheet("Oak").turns == 3 + 1 + 3 + 3 + 3
    assert play.sheet("Elm").turns == 9 + 9 + 3 + 9 + 9
    assert play.sheet("Ash").turns == 0, "it is in force"


def test_reserves_are_sent_in_as_a_group_with_one_operation() -> None:
    play = Play(sheet("Oak", "1-bn", "2-bn", reserve=("2-bn",)))
    assert play.of("2-a") == "reserve"
    play.do(play.steps.sent_in(play.sheet("Oak"), ("2-a",), "Hasty Defense", 4, "Hold the hill."))
    assert (play.of("2-a"), play.of("2-b")) == ("committing", "reserve")
    play.do(play.steps.passed(play.sheet("Oak"), 0))
    assert play.sheet("Oak").committed == (Commitment(("2-a",), "Hasty Defense", "Hold the hill.", 4, holds=True),)
    assert play.of("2-a") == "assigned"
    with pytest.raises(WrongUse, match="2-A"):
        play.steps.sent_in(play.sheet("Oak"), ("2-bn",), "Attack", 5)
    with pytest.raises(WrongUse, match="Prepared Defense"):
        play.steps.sent_in(play.sheet("Oak"), ("2-b",), "Prepared Defense", 5)


@pytest.mark.parametrize(
    ("held", "gone", "wanted"), [(("2-bn",), (), 0), (("2-bn", "1-a"), (), 1), (("2-bn",), ("1-a",), 1), ((), (), 0)]
)
def test_more_than_half_in_reserve_forces_some_to_be_sent_in(held, gone, wanted) -> None:
    drawn = sheet("Oak", "1-bn", "2-bn", reserve=held, left=tuple((each, "failed") for each in gone))
    assert Play(drawn).steps.must_commit(drawn) == wanted
    assert Play(drawn).steps.must_commit(replace(drawn, status="waiting")) == 0


def test_who_switches_to_the_alternate_does_not_come_back() -> None:
    play = Play(sheet("Oak", "1-bn", alternates=(Alternate(("1-a",), "Over the ridge."),)))
    play.do(play.steps.switched(play.sheet("Oak"), 0, passed=False))
    assert play.sheet("Oak").alternates[0].tried and not play.sheet("Oak").alternates[0].taken
    play.do(play.steps.switched(play.sheet("Oak"), 0, passed=True))
    assert play.sheet("Oak").alternates == (Alternate(("1-a",), "Over the ridge.", taken=True),)


def test_a_sheet_that_is_over_goes_when_all_its_units_have_newer_orders() -> None:
    play = Play(sheet("Oak", "1-bn", status="succeeded"), sheet("Elm", "1-a", status="waiting", turn=3))
    assert play.steps.spent() == ()
    play.do(play.steps.begun(play.sheet("Elm"), "implemented"))
    assert play.steps.spent() == (), "1-B still gathers at its rally point"
    play.do(play.steps.drawn_up(sheet("Ash", "1-b"), 5))
    play.do(play.steps.begun(play.sheet("Ash"), "preliminary"))
    assert [each.id for each in play.steps.spent()] == ["Oak"]


def test_who_failed_alone_and_is_taken_over_gathers_by_the_sheet_that_bound_it_last_whenever_that_was_drawn_up() -> None:
    first = sheet("Oak", "1-bn", status="waiting", turn=1, rally=(("1-bn", HERE),))
    play = Play(first, sheet("Elm", "1-bn", status="waiting", turn=2, type="Move", rally=(("1-bn", THERE),)))
    play.do(play.steps.begun(play.sheet("Elm"), "implemented"))
    play.do(play.steps.ended(play.sheet("Elm"), "failed", ("1-a",)))
    failed = play.game.forces.unit("1-a")
    assert failed is not None
    before = play.orders.of(failed)
    assert (before.orders, before.rally, before.fails) == ("unassigned", THERE, True)
    play.do(play.steps.begun(play.sheet("Oak"), "implemented"))
    assert play.sheet("Elm").left == (("1-a", "reassigned"), ("1-b", "reassigned"))
    play.do(play.steps.ended(play.sheet("Oak"), "succeeded"))
    after = play.orders.of(failed)
    assert (after.orders, after.rally, after.fails) == ("unassigned", HERE, False)


def test_who_is_still_off_the_map_does_not_dig_in_as_a_prepared_defence_comes_into_force() -> None:
    waits = sheet("Oak", "1-bn", status="waiting", turn=2, type="Prepared Defense")
    play = Play(waits, at={"1-a": Piece("Reserve box", mode="fire")})
    play.do(play.steps.begun(play.sheet("Oak"), "implemented"))
    assert play.dug_in() == {"1-b"}


def test_guns_off_the_map_neither_count_nor_keep_vehicles_from_a_sheet_of_vehicles() -> None:
    game = board(
        "tcs-4.01",
        [
            unit("t-1", "vehicle", formation="bn"),
            unit("t-2", "vehicle", formation="rgt"),
            unit("guns", "artillery", formation="rgt"),
        ],
        {"t-1": Piece("05.05"), "t-2": Piece("05.05"), "guns": Piece("Off map")},
        formations=(Formation("bn", "1-58", "red", values=BATTALION), Formation("rgt", "58", "red", values=BATTALION)),
    )
    oak = sheet("Oak", "bn")
    orders = OrdersInForce(game.case, game.forces, (oak,))
    (made,) = OrderSteps(game.case, orders).added(oak, ("rgt",)).sheets["Oak"].added  # type: ignore[attr-defined, union-attr]
    assert made.elements == 1
    assert ask("opsheet.size", game, units=["rgt"]).reasons[0].values["units"] == "T-2"
