"""Dice by mail: nobody can choose a roll, repeat it, leave it out, or speak for the other side."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from play_sessions import Table, began

from core.base.errors import WrongUse
from core.play import dice, pledges
from core.play.events import Answered, Disclosed, Entry, HandedOver, Pledged, Rolled
from core.play.record import Record
from core.rules.kernel.dice import DICE

BATCH = (("2d6", "Attack on 12.07"), ("11..66", "Morale of 1-A"), ("2d6", "Attack on 12.07"))
PURPOSES = st.text(max_size=20).map("Attack {}".format)
BATCHES = st.lists(st.tuples(st.sampled_from(sorted(DICE)), PURPOSES), min_size=1, max_size=6)


@pytest.fixture
def table():
    return Table()


def played(table, batch=BATCH):
    """A batch that was declared, answered and opened; the number of its entry."""
    number = table.add("red", pledges.declare(table.keys["red"], table.record, batch))
    table.add("blue", pledges.answer(table.record, number, "blue"))
    table.add("red", pledges.disclose(table.keys["red"], table.record, number))
    return number


@settings(max_examples=25)
@given(BATCHES)
def test_all_rolls_of_a_batch_fall_as_both_halves_say_and_are_checked(batch):
    table = Table()
    number = played(table, batch)
    due = pledges.rolls_due(table.record, "red")
    assert [(rolled.dice, rolled.purpose) for rolled in due] == batch
    assert pledges.rolls_due(table.record, "blue") == ()
    assert "before all rolls that it has opened have fallen" in table.fault("red", HandedOver("blue", b""))
    for rolled in due:
        table.add("red", rolled)
    assert pledges.rolls_due(table.record, "red") == pledges.open_pledges(table.record) == ()
    assert pledges.verify(table.record, number) == ""


def test_one_batch_played_anew_falls_differently():
    first, second = Table(), Table()
    numbers = [played(each, BATCH * 20) for each in (first, second)]
    fallen = [[*pledges.rolls_of(each.record, number)] for each, number in ((first, numbers[0]), (second, numbers[1]))]
    assert [rolled.pips for rolled in fallen[0]] != [rolled.pips for rolled in fallen[1]]


def test_both_halves_the_session_the_entry_and_the_place_decide_how_dice_fall(table):
    played(table, [("3d6", "Attack")] * 40)
    (number, pledge) = next(iter(table.record.pledges.items()))
    base = [rolled.pips for rolled in pledges.rolls_of(table.record, number)]
    assert len(set(base)) > 20
    others = [
        table.record.__class__(began(), pledges=table.record.pledges.set(number, replace(pledge, half=bytes(32)))),
        table.record.__class__(began(), pledges=table.record.pledges.set(number, replace(pledge, answer=bytes(32)))),
        table.record.__class__(began(session="another"), pledges=table.record.pledges),
    ]
    for record in others:
        assert [rolled.pips for rolled in pledges.rolls_of(record, number)] != base
    moved = table.record.__class__(began(), pledges=table.record.pledges.set(number + 1, pledge))
    assert [rolled.pips for rolled in pledges.rolls_of(moved, number + 1)] != base


def test_pips_of_pledges_are_spread_as_fair_dice_are(table):
    played(table, [("3d6", "Attack")] * 200)
    (number,) = table.record.pledges
    record = table.record
    faces = Counter()
    for half in range(10):
        pledge = replace(record.pledges[number], half=bytes([half] * 32), answer=bytes(32))
        rolls = pledges.rolls_of(Record(began(), pledges=record.pledges.set(number, pledge)), number)
        faces.update(pips for rolled in rolls for pips in rolled.pips)
    assert sum((count - 1000) ** 2 / 1000 for count in faces.values()) < 20.515


def test_the_half_follows_from_the_keys_and_no_two_batches_share_one(table):
    first = pledges.declare(table.keys["red"], table.record, BATCH)
    second = pledges.declare(table.keys["red"], table.record, BATCH)
    assert first.commitment != second.commitment
    number = table.add("red", first)
    table.add("blue", pledges.answer(table.record, number, "blue"))
    assert pledges.disclose(table.keys["red"], table.record, number) == pledges.disclose(
        table.keys["red"], table.record, number
    )


def test_before_it_is_opened_nothing_of_a_half_stands_in_what_is_sent(table):
    number = table.add("red", pledges.declare(table.keys["red"], table.record, BATCH))
    table.add("blue", pledges.answer(table.record, number, "blue"))
    half = pledges.disclose(table.keys["red"], table.record, number).half
    assert half not in repr(table.entries).encode()
    assert repr(half) not in repr(table.entries)


@given(st.binary(max_size=40))
def test_no_other_half_is_taken(half):
    table = Table()
    number = table.add("red", pledges.declare(table.keys["red"], table.record, BATCH))
    table.add("blue", pledges.answer(table.record, number, "blue"))
    told = table.fault("red", Disclosed(number, half))
    assert told == f"The half that was opened is not the one that entry {number} committed to."


def test_purposes_and_dice_are_bound_so_that_rolls_cannot_be_swapped_afterwards(table):
    number = played(table)
    pledge = table.record.pledges[number]
    swapped = replace(pledge, pledged=Pledged(tuple(reversed(BATCH[:2])) + BATCH[2:], pledge.pledged.commitment))
    record = Record(began(), pledges=table.record.pledges.set(number, swapped))
    assert "committed to" in pledges.verify(record, number)


def test_a_half_that_is_kept_back_stays_open_for_all_to_see(table):
    number = table.add("red", pledges.declare(table.keys["red"], table.record, BATCH))
    assert [(each.waits_for, each.waits_on) for each in pledges.open_pledges(table.record)] == [("answer", "blue")]
    table.add("blue", pledges.answer(table.record, number, "blue"))
    assert [(each.waits_for, each.waits_on) for each in pledges.open_pledges(table.record)] == [("disclosure", "red")]
    with pytest.raises(WrongUse, match=f"The rolls that entry {number} declares are still open"):
        pledges.declare(table.keys["red"], table.record, BATCH)
    # The other side can declare rolls of its own meanwhile.
    table.add("blue", pledges.declare(table.keys["blue"], table.record, BATCH))
    assert len(pledges.open_pledges(table.record)) == 2


def test_rolls_fall_in_the_order_declared_and_none_is_left_out(table):
    number = played(table)
    first, second, third = pledges.rolls_of(table.record, number)
    assert "roll 2 is not the next one" in table.fault("red", second)
    table.add("red", first)
    assert "roll 1 is not the next one" in table.fault("red", first)
    assert "roll 3 is not the next one" in table.fault("red", third)
    assert [each.waits_for for each in pledges.open_pledges(table.record)] == ["rolls"]
    other = replace(second, pips=(second.pips[0] % 6 + 1, second.pips[1]))
    assert "fell as" in table.fault("red", other)
    assert "was declared as" in table.fault("red", replace(second, purpose="Something else"))
    assert "fall to the side that declared them" in table.fault("blue", second)


@pytest.mark.parametrize(
    ("by", "event", "said"),
    [
        ("red", Answered(9, bytes(32)), "Entry 9 declares no rolls."),
        ("red", Disclosed(9, bytes(32)), "Entry 9 declares no rolls."),
        ("red", Rolled("d6", (1,), pledge=9), "Entry 9 declares no rolls."),
        ("red", Pledged((), bytes(48)), "A batch has 1 to 200 rolls; this one has 0."),
        ("red", Pledged((("d6", "Attack"),) * 201, bytes(48)), "this one has 201"),
        ("red", Pledged((("d7", "Attack"),), bytes(48)), 'There are no dice "d7".'),
        ("red", Pledged((("d6", "x" * 501),), bytes(48)), "at most 500 letters"),
        ("red", Pledged((("d6", "Attack"),), bytes(32)), "The commitment has 32 bytes; 48 are needed."),
    ],
)
def test_what_a_file_says_of_pledges_that_cannot_be_is_told_as_a_sentence(table, by, event, said):
    assert said in table.fault(by, event)


def test_a_side_cannot_answer_itself_nor_open_for_the_other(table):
    number = table.add("red", pledges.declare(table.keys["red"], table.record, BATCH))
    assert "answered by the other side" in table.fault("red", Answered(number, bytes(32)))
    assert "this one has 3" in table.fault("blue", Answered(number, b"abc"))
    assert "when the other side has answered" in table.fault("red", Disclosed(number, bytes(32)))
    assert "are not opened yet" in table.fault("red", Rolled("2d6", (1, 1), BATCH[0][1], pledge=number))
    table.add("blue", pledges.answer(table.record, number, "blue"))
    assert "answered already" in table.fault("blue", Answered(number, bytes(32)))
    assert "opened by the side that declared them" in table.fault("blue", Disclosed(number, bytes(32)))
    table.add("red", pledges.disclose(table.keys["red"], table.record, number))
    assert "opened already" in table.fault("red", Disclosed(number, bytes(32)))


@pytest.mark.parametrize("rolled", [dice.typed("2d6", (6, 6), "Attack"), dice.roll("2d6", "Attack")], ids=["typed", "seed"])
def test_by_mail_no_roll_falls_that_no_pledge_binds(table, rolled):
    assert "so that nobody can choose them" in table.fault("red", rolled)
    assert Table("hot_seat").fault("red", rolled) == ""


@pytest.mark.parametrize("purpose", ["", "  "])
def test_what_a_roll_is_for_is_said_before_it_falls(table, purpose):
    with pytest.raises(WrongUse, match="Say of each roll what it is for"):
        pledges.declare(table.keys["red"], table.record, [("2d6", "Attack"), ("d6", purpose)])
    assert "the d6 of this batch has no purpose" in table.fault("red", Pledged((("d6", purpose),), bytes(48)))


def test_at_one_table_no_rolls_are_declared():
    assert "by mail alone" in pledges.fault(Record(began("hot_seat")), Entry(2, 0, "red", Pledged(BATCH, bytes(48))))


def test_an_entry_that_answers_nothing_never_reaches_the_record():
    with pytest.raises(WrongUse, match="Entry 7 declares no rolls"):
        Record(began()).after(Entry(9, 0, "blue", Answered(7, bytes(32))))
