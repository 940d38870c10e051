"""What is done with cups is worked out beside the window, at one table and by mail, down to what a program owes."""

import pytest
from play_sessions import Table

from app.workers.jobs import start
from app.workers.play_answers import CupAnswer
from core.base.errors import WrongUse
from core.base.steps import finish
from core.play import cups, cups_judged
from core.play.cups_at_table import fresh_key
from core.play.events import Drew, Entry, Opened, PutBack, Settled, Shuffled


def run(table: Table, secret: object, by: str, **wish: object) -> CupAnswer:
    """Runs the job and adds what it answers."""
    number = table.entries[-1].number
    found = finish(start("cup_events", None, record=table.record, number=number, by=by, secret=secret, **wish))
    assert isinstance(found, CupAnswer)
    for event in found.events:
        table.add(by, event)
    return found


def kinds(found: CupAnswer) -> list[type]:
    return [type(event) for event in found.events]


def test_at_one_table_a_chit_is_drawn_looked_at_told_and_put_back():
    table, key = Table("hot_seat"), fresh_key()
    assert kinds(run(table, key, "red", do="fill", cup="strength", contents={"weak": 2, "strong": 1})) == [Shuffled]
    assert kinds(run(table, key, "red", do="draw", cup="strength", unit="r1")) == [Drew]
    value = run(table, key, "red", do="look", seal="strength 1").value
    assert value in ("weak", "strong")
    assert kinds(run(table, key, "red", do="back", seal="strength 1")) == [Opened, PutBack, Shuffled]
    assert run(table, key, "red", do="look", seal="strength 1").value == value
    assert kinds(run(table, key, "red", do="draw", cup="strength", draws=3, public=True)) == [Drew, Opened] * 3
    assert cups.state(table.record, "strength").inside == 0


def test_by_mail_each_program_adds_what_it_owes():
    table = Table("mail", units={"r1": ("red", "First"), "b1": ("blue", "Guard")})
    red, blue = table.keys["red"], table.keys["blue"]
    run(table, red, "red", do="fill", cup="strength", contents={"weak": 2, "strong": 2})
    assert kinds(run(table, blue, "blue", do="settle")) == [Settled]
    run(table, red, "red", do="draw", cup="strength", unit="r1")
    assert kinds(run(table, blue, "blue", do="settle")) == []
    assert kinds(run(table, blue, "blue", do="hand over")) == [Settled]
    assert run(table, red, "red", do="look", seal="strength 1").value in ("weak", "strong")
    with pytest.raises(WrongUse):
        run(table, blue, "blue", do="look", seal="strength 1")
    run(table, red, "red", do="tell", seal="strength 1")
    assert run(table, blue, "blue", do="look", seal="strength 1").value


def test_a_chit_for_both_to_see_is_unlocked_by_who_draws_and_told_by_the_other_program():
    table = Table("mail", open_cups=("activation",))
    red, blue = table.keys["red"], table.keys["blue"]
    run(table, red, "red", do="fill", cup="activation", contents={"Red": 1, "Blue": 1})
    run(table, blue, "blue", do="settle")
    assert kinds(run(table, red, "red", do="draw", cup="activation", public=True)) == [Drew, Settled]
    assert kinds(run(table, blue, "blue", do="settle")) == [Opened]
    assert cups.state(table.record, "activation").chits[0].value in ("Red", "Blue")


def test_what_was_judged_beside_the_window_is_not_judged_again_in_it(monkeypatch):
    table = Table("mail")
    red, blue = table.keys["red"], table.keys["blue"]
    number = table.entries[-1].number
    wish = {"do": "fill", "cup": "strength", "contents": {"weak": 9}}
    steps = start("cup_events", None, record=table.record, number=number, by="red", secret=red, **wish)
    told = []
    try:
        while True:
            told.append(next(steps))
    except StopIteration as end:
        found = end.value
    assert [step.total for step in told][1:3] == [9, 9], "how far it has come is said"
    cups_judged._right.clear()
    monkeypatch.setattr(cups_judged, "is_proved", lambda *_: False)
    entry = Entry(number + 1, 0, "red", found.events[0])
    assert "are not those that it got" in cups.fault(table.record, entry)
    cups.vouch(found.marks)
    assert cups.fault(table.record, entry) == ""
    with pytest.raises(WrongUse, match="are not those that it got"):
        run(table, blue, "blue", do="fill", cup="strength", contents={"weak": 9})


def test_what_cannot_be_done_is_refused():
    table, key = Table("hot_seat"), fresh_key()
    with pytest.raises(WrongUse, match="not filled"):
        run(table, key, "red", do="draw", cup="strength", unit="r1")
    with pytest.raises(WrongUse, match='"juggle"'):
        run(table, key, "red", do="juggle")
