"""What may be declared, and what is wrong with what another program has written."""

from dataclasses import replace

import pytest
from play_sessions import began

from core.geometry.hexes import Hex
from core.model.deployment import Deployment, Piece
from core.model.edits.state_edits import ChangeState
from core.model.state import Declared, GameState
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
