"""Rolls for op sheets: whoever asks finds what fell for a sheet, or for some units of it, in this turn."""

from dataclasses import replace
from pathlib import Path

import pytest
from oracles.sessions import Folded, Kept

from core.base.errors import WrongUse
from core.files.box_files import load_box
from core.files.ruleset_files import load_ruleset
from core.model.edits.order_edits import ChangeOrders
from core.model.edits.state_edits import ChangeState
from core.model.orders import OpSheet
from core.model.state import Moment
from core.play.events import Entry, Rolled
from core.play.order_rolls import Fallen, OrderRolls
from core.play.own_orders import Writing
from core.play.session import Session
from core.play.starting import beginning
from tests.core.play.test_orders_judged import NEW, Program

BOX = load_box(Path(__file__).resolve().parents[3] / "scenarios" / "cove-creek").box
RULES = load_ruleset("tcs-4.01")
FILE = next(iter(BOX.scenarios))
OAK = OpSheet("Oak", "blue", "Attack", ("b2",), (), "waiting", turn=1)


@pytest.fixture
def table() -> Session:
    """A session at one table in turn 2, with a sheet that is prepared."""
    digests = {"of_box": bytes(32), "of_rules": bytes(32)}
    began = beginning(BOX, RULES.values, FILE, "hot_seat", {}, **digests, program="1", play=RULES.play)
    entries = [Entry(1, 0, "", began)]
    session = Session(Kept(entries), Folded(entries))
    session.do(ChangeState("Go to", {"moment": Moment(2, "command.implement")}))
    session.do(ChangeOrders("Write", {"Oak": OAK}))
    return session


def rolls(session: Session, *units: str, sheet: OpSheet = OAK) -> OrderRolls:
    return OrderRolls(session, BOX, None, sheet, units)


def test_what_fell_is_found_by_its_words_while_the_sheet_is_what_it_was(table: Session) -> None:
    asked = rolls(table)
    assert asked.fallen() is None and asked.purpose == "command prep of Oak"
    entry = table.add(Rolled("11..66", (4, 3), asked.purpose), "blue")
    table.add(Rolled("11..66", (6, 6), "something else"), "blue")
    assert asked.fallen() == Fallen(entry.number, 43)
    assert rolls(table, "b2").fallen() is None, "it was for all of the sheet"
    assert rolls(table, sheet=replace(OAK, turns=3)).fallen() is None
    assert asked.times() == 1
    again = table.add(Rolled("11..66", (1, 1), asked.purpose), "blue")
    assert asked.fallen() == Fallen(again.number, 11) and asked.times() == 2


def test_units_have_rolls_of_their_own_that_name_them(table: Session) -> None:
    formation = BOX.oob.formation("b2")
    assert formation is not None
    checks = rolls(table, "b2")
    assert checks.purpose == f"check of {formation.name} on Oak"
    entry = table.add(Rolled("d6", (5,), checks.purpose), "blue")
    assert checks.fallen() == Fallen(entry.number, 5) and rolls(table).fallen() is None


def test_what_fell_in_another_turn_or_on_another_way_is_over(table: Session) -> None:
    asked = rolls(table)
    table.add(Rolled("11..66", (4, 3), asked.purpose), "blue")
    table.undo(why="It was not to be rolled for.")
    table.do(ChangeOrders("Write", {"Oak": OAK}))
    assert asked.fallen() is None
    table.add(Rolled("11..66", (4, 4), asked.purpose), "blue")
    assert asked.fallen() is not None
    table.do(ChangeState("Go to", {"moment": Moment(3, "command.implement")}))
    assert asked.fallen() is None and asked.times() == 0


def test_by_mail_what_is_sealed_already_is_not_sealed_twice() -> None:
    blue = Program()
    blue.write(NEW)
    blue.go(2)

    def asked() -> OrderRolls:
        played = blue.session
        return OrderRolls(played, BOX, Writing(played, "blue", blue.keys), blue.sheet())

    purpose, meant = asked().to_declare("11..66", "blue")
    assert purpose.startswith("command prep ") and meant is not None and NEW.id not in purpose
    blue.add(meant)
    assert asked().to_declare("11..66", "blue") == (purpose, None)
    number = blue.add(Rolled("11..66", (6, 2), purpose))
    assert asked().fallen() == Fallen(number, 62)
    other, again = asked().to_declare("11..66", "blue")
    assert other != purpose and again is not None
    shut = OrderRolls(blue.session, BOX, Writing(blue.session, "blue", None), blue.sheet())
    with pytest.raises(WrongUse, match="pass phrase"):
        shut.to_declare("11..66", "blue")
