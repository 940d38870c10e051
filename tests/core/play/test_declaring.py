"""What may be declared, and what is wrong with what another program has written."""

from dataclasses import replace

import pytest
from play_sessions import began

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Deployment, Piece
from core.model.edits.state_edits import ChangeState
from core.model.state import AIR_SUPPLY, BRIDGE_DEMOLITION, ROAD_DEMOLITION, SEA_SUPPLY, SUPPORT, Declared, GameState, Moment
from core.play import declaring, trust
from core.play.events import Did, Entry, Rolled
from core.play.record import Record

KNOWN = {"r1": ("red", "First"), "r2": ("red", "Second"), "b1": ("blue", "Guard"), "b2": ("blue", "Horse")}
THERE = Hex(5, 5)
LYING = Deployment().with_pieces({"r1": Piece(Hex(0, 0)), "b1": Piece(THERE), "b2": Piece(THERE, 1), "r2": Piece("Off map")})
STATE = GameState(deployment=LYING)
GOOD = Declared("red", ("r1", "r2"), (THERE,), "attack", ("b1", "b2"))


def test_what_lies_there_when_it_is_declared_is_kept_with_it() -> None:
    assert declaring.declared(KNOWN, STATE, "red", ["r1", "r2"], [THERE]) == GOOD
    assert declaring.fault(KNOWN, STATE, GOOD) == ""


def test_by_mail_nothing_that_was_announced_is_done_with_before_dice_have_fallen() -> None:
    held = Did("Declare", (ChangeState("Declare", {"declared": (GOOD,)}),))
    before, entry = replace(STATE, declared=(GOOD,)), Entry(9, 0, "red", Did("Never mind", ()))
    for binding, told in ((True, "What entry 4 announces is done with"), (False, "")):
        record = Record(began(units=KNOWN, binding=binding)).after(Entry(3, 0, "red", Rolled("d6", (1,))))
        record = record.after(Entry(4, 0, "red", held))
        assert record.fixed == (4 if binding else 0)
        assert trust.fault_of_change(record, entry, before, STATE).startswith(told)
        assert bool(trust.fault_of_change(record, entry, before, STATE)) == bool(told)
        rolled = record.after(Entry(5, 0, "red", held)).after(Entry(6, 0, "red", Rolled("d6", (1,))))
        # What is said once more is announced but once.
        assert rolled.fixed == record.fixed
        assert trust.fault_of_change(rolled, entry, before, STATE) == ""


@pytest.mark.parametrize(
    ("forged", "told"),
    [
        (replace(GOOD, units=("b1",)), "only own units"),
        (replace(GOOD, units=()), "at least one unit"),
        (replace(GOOD, against=(THERE, "Off map")), "nobody of another side"),
        (replace(GOOD, shown=("b1",)), "names other units"),
        (replace(GOOD, shown=("b1", "b2", "b3")), "names other units"),
        (replace(GOOD, by=""), "no unit of side"),
    ],
)
def test_what_another_program_makes_up_by_mail_is_refused(forged: Declared, told: str) -> None:
    assert told in declaring.fault(KNOWN, STATE, forged)
    assert declaring.fault({}, STATE, forged) == "", "nobody knows whose units are"
    record, entry = Record(began(units=KNOWN)), Entry(9, 0, forged.by, Did("Declare", ()))
    assert told in trust.fault_of_change(record, entry, STATE, replace(STATE, declared=(forged,)))
    held = replace(STATE, declared=(forged,))
    assert trust.fault_of_change(record, entry, held, held) == "", "it was read before"


HELD = replace(STATE, declared=(GOOD,))
GUN = Declared("blue", ("b3",), (THERE,), SUPPORT)
"""A gun that lies elsewhere."""


def test_support_is_declared_for_own_units_that_are_attacked_and_shows_nothing() -> None:
    known = {**KNOWN, "b3": ("blue", "Gun")}
    lying = LYING.with_pieces({"b3": Piece(Hex(7, 5))})
    held = replace(HELD, deployment=lying)
    assert declaring.declared(known, held, "blue", ["b3"], [THERE], SUPPORT) == GUN
    assert declaring.fault(known, held, GUN) == ""
    for by, units, against in (("blue", ["b3"], [Hex(0, 0)]), ("red", ["r1"], [THERE])):
        with pytest.raises(WrongUse):
            declaring.declared(known, held, by, units, against, SUPPORT)
    with pytest.raises(WrongUse, match="that is attacked"):
        declaring.declared(known, replace(held, declared=()), "blue", ["b3"], [THERE], SUPPORT)
    # Who supports does not fight with a strength of its own, and is done when the attack is.
    both = replace(held, declared=(GOOD, GUN))
    assert not declaring.fights(both, "b3") and declaring.fights(both, "b1")
    assert declaring.resolved(both, [GOOD]) == {"declared": (), "fought": (GOOD, GUN)}
    assert declaring.resolved(both, [GUN]) == {"declared": (GOOD,), "fought": (GUN,)}


@pytest.mark.parametrize(
    ("before", "after", "right"),
    [
        (HELD, replace(STATE, fought=(GOOD,)), True),
        # Older programs did not keep what was resolved.
        (HELD, STATE, True),
        (STATE, replace(STATE, fought=(GOOD,)), False),
        (HELD, replace(HELD, fought=(GOOD,)), False),
        (HELD, replace(STATE, fought=(replace(GOOD, units=("r1",)),)), False),
        (replace(STATE, fought=(GOOD,)), STATE, False),
        (replace(HELD, fought=(GUN,)), replace(STATE, fought=(GOOD,)), False),
        # Another phase drops what no longer counts, and adds nothing.
        (replace(STATE, fought=(GOOD, GUN)), replace(STATE, fought=(GUN,), moment=Moment(2)), True),
        (replace(STATE, fought=(GOOD, GUN)), replace(STATE, moment=Moment(2)), True),
        (replace(STATE, fought=(GOOD, GUN)), replace(STATE, fought=(GUN, GOOD), moment=Moment(2)), False),
        (STATE, replace(STATE, fought=(GOOD,), moment=Moment(2)), False),
    ],
)
def test_nothing_counts_as_fought_but_what_was_declared_and_is_resolved(
    before: GameState, after: GameState, right: bool
) -> None:
    assert (declaring.fault_of_fought(KNOWN, before, after, announced=True) == "") == right
    record, entry = Record(began("mail", units=KNOWN, binding=True)), Entry(9, 0, "red", Did("Resolve", ()))
    assert right or trust.fault_of_change(record, entry, before, after)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (STATE, replace(STATE, fought=(GOOD,)), ""),
        (replace(STATE, fought=(GUN,)), replace(STATE, fought=(GUN, GOOD)), ""),
        (STATE, replace(STATE, fought=(replace(GOOD, units=("b1",)),)), "no unit of side"),
        (STATE, replace(STATE, fought=(replace(GOOD, by=""),)), "no unit of side"),
        (GameState(deployment=Deployment()), GameState(deployment=Deployment(), fought=(GOOD,)), "is not in play"),
        (replace(STATE, fought=(GUN,)), replace(STATE, fought=(GOOD, GUN)), "Something counts as fought"),
        (replace(STATE, fought=(GUN,)), STATE, "Something counts as fought"),
        (STATE, replace(STATE, fought=(GOOD,), moment=Moment(2)), "Something counts as fought"),
    ],
)
def test_where_nothing_must_be_announced_own_units_do_something_at_once(before: GameState, after: GameState, told: str) -> None:
    found = declaring.fault_of_fought(KNOWN, before, after, announced=False)
    assert bool(found) == bool(told) and told in found


def test_by_mail_what_binds_is_announced_first_and_elsewhere_done_at_once() -> None:
    entry, after = Entry(9, 0, "red", Did("At once", ())), replace(STATE, fought=(GOOD,))
    for kind, binding, allowed in (("mail", True, False), ("mail", False, True), ("hot_seat", True, True)):
        record = Record(began(kind, units=KNOWN, binding=binding))
        assert (trust.fault_of_change(record, entry, STATE, after) == "") == allowed


def test_what_is_done_to_a_place_is_declared_wherever_it_is_and_is_no_fight() -> None:
    empty = Hex(9, 9)
    made = declaring.declared(KNOWN, STATE, "red", ["r1"], [empty], BRIDGE_DEMOLITION)
    assert made == Declared("red", ("r1",), (empty,), BRIDGE_DEMOLITION), "it shows nothing"
    assert declaring.fault(KNOWN, STATE, made) == ""
    trying = replace(STATE, declared=(made,))
    assert not declaring.fights(trying, "r1")
    with pytest.raises(WrongUse, match="declared for that place already"):
        declaring.declared(KNOWN, trying, "red", ["r2"], [empty], BRIDGE_DEMOLITION)
    assert declaring.declared(KNOWN, trying, "red", ["r2"], [empty], ROAD_DEMOLITION).what == ROAD_DEMOLITION
    with pytest.raises(WrongUse, match="once, until that is resolved"):
        declaring.declared(KNOWN, trying, "red", ["r1"], [Hex(8, 8)], ROAD_DEMOLITION)


@pytest.mark.parametrize("what", [AIR_SUPPLY, SEA_SUPPLY])
def test_supply_from_elsewhere_is_declared_for_one_unit_where_it_lies(what: str) -> None:
    (at,) = (piece.at for unit, piece in STATE.deployment.pieces.items() if unit == "r1")
    assert declaring.declared(KNOWN, STATE, "red", ["r1"], [at], what) == Declared("red", ("r1",), (at,), what)
    for units, against in (["r1"], [Hex(9, 9)]), (["r1"], [at, Hex(9, 9)]), (["r1", "r2"], [at]):
        with pytest.raises(WrongUse, match="for one unit, in the place in which it lies"):
            declaring.declared(KNOWN, STATE, "red", units, against, what)


def test_a_place_where_something_is_done_may_be_attacked_and_is_not_supported_for_it() -> None:
    made = declaring.declared(KNOWN, STATE, "red", ["r1"], [THERE], ROAD_DEMOLITION)
    trying = replace(STATE, declared=(made,))
    with pytest.raises(WrongUse, match="a place that is attacked"):
        declaring.declared(KNOWN, trying, "blue", ["b1"], [THERE], SUPPORT)
    attack = declaring.declared(KNOWN, trying, "red", ["r2"], [THERE])
    held = Declared("blue", ("b1",), (THERE,), SUPPORT)
    both = replace(STATE, declared=(made, attack, held))
    # Who supports has supported once the attack is over, though something is done there still.
    assert declaring.resolved(both, [attack]) == {"declared": (made,), "fought": (attack, held)}
