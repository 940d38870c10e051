"""Chits by mail: two programs share a cup, neither knows what the other holds, and every chit comes once."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mail_programs import CHITS, OTHER, UNITS, Program, filled
from play_sessions import began

from core.base.errors import WrongUse
from core.play import chit_layers, cups, cups_by_mail, cups_locked, ristretto
from core.play.events import Opened, PutBack, Settled
from core.play.record import Record


def test_an_attack_rides_on_the_files_that_go_to_and_fro_anyway(pair):
    red, blue = pair
    own = red.draw("r1")
    blue.get(red.lines)
    enemy = blue.draw("b1")
    # Red sees its own with the file that comes back, blue with the next.
    red.get(blue.lines)
    assert red.value(own) in CHITS
    red.tell(own)
    blue.get(red.lines)
    assert cups.state(blue.record, "Red").chits[0].value == red.value(own)
    assert blue.value(enemy) in CHITS
    blue.tell(enemy)
    red.get(blue.lines)
    assert cups.state(red.record, "Red").chits[1].value == blue.value(enemy)
    # A spent chit goes back; the next round is done with the two files that follow.
    red.add(cups.put_back(red.record, own))
    red.pay()
    blue.get(red.lines)
    assert cups.state(blue.record, "Red").inside == 5
    again = blue.draw("b2")
    red.get(blue.lines)
    blue.get(red.lines)
    assert blue.value(again) in CHITS


def test_every_chit_comes_once_whoever_draws(pair):
    red, blue = pair
    seals = [red.draw(unit) for unit in ("r1", "r2", "r3")]
    blue.get(red.lines)
    seals += [blue.draw(unit) for unit in ("b1", "b2", "b3")]
    red.get(blue.lines)
    with pytest.raises(WrongUse, match='The cup "Red" is empty'):
        red.draw("r4")
    blue.get(red.lines)
    found = [(red if unit.owner == "red" else blue).value(unit.seal) for unit in cups.state(red.record, "Red").out]
    assert Counter(found) == Counter(CHITS)
    assert len(set(seals)) == 6


def test_a_chit_is_put_back_by_its_owner_alone(pair):
    red, blue = pair
    own = red.draw("r1")
    blue.get(red.lines)
    red.get(blue.lines)
    assert "is told before it goes back" in red.fault(PutBack("Red", own))
    red.tell(own)
    blue.get(red.lines)
    assert blue.fault(PutBack("Red", own)) == f'"{own}" is put back by side "red", whose chit it is, and not by "blue".'
    red.add(cups.put_back(red.record, own))


def test_only_the_owner_can_tell_what_a_chit_says(pair):
    red, blue = pair
    own = red.draw("r1")
    with pytest.raises(WrongUse, match="the other side has to take its lock off first"):
        red.value(own)
    blue.get(red.lines)
    with pytest.raises(WrongUse, match="cannot be known yet"):
        blue.value(own)
    red.get(blue.lines)
    assert red.value(own) in CHITS
    # When red lets it, blue can tell the chit, too.
    red.add(cups.share(red.record, own, red.keys))
    blue.get(red.lines)
    assert blue.value(own) == red.value(own)
    blue.tell(own)


def test_nothing_that_is_sent_is_a_chit_before_it_is_told(pair):
    red, blue = pair
    own = red.draw("r1")
    blue.get(red.lines)
    red.get(blue.lines)
    chits = set(chit_layers.encoded("session-1", "Red", 6))
    sent = set()
    for name in red.record.cups:
        for _, event in red.record.cups[name].events:
            for part in getattr(event, "parts", ()):
                sent.update(filter(ristretto.is_element, chit_layers.unpacked(part)))
    assert not chits & sent
    # Neither does any number that was sent give a chit with the other's locks: all of them are tried.
    locks = map(chit_layers.inverse, cups_by_mail._factors(cups_locked.folded(blue.record, "Red"), blue.keys))
    assert not chits & {chit_layers.power(number, lock) for lock in locks for number in sent}
    assert red.value(own) in CHITS


def test_a_chit_allotted_while_both_still_shuffle_comes_out_when_they_have():
    red, blue = Program("red"), Program("blue")
    red.add(cups.fill(red.record, "Red", CHITS, red.keys))
    own = red.draw("r1")
    with pytest.raises(WrongUse, match="comes out of the cup when both sides have shuffled"):
        red.value(own)
    with pytest.raises(WrongUse, match="comes out of the cup when both sides have shuffled"):
        cups.share(red.record, own, red.keys)
    for line in red.lines:
        blue._take(line)
    enemy = blue.draw("b1")
    blue.pay()
    red.get(blue.lines)
    blue.get(red.lines)
    assert red.value(own) in CHITS
    assert blue.value(enemy) in CHITS
    assert cups.state(red.record, "Red").inside == 4


def test_chits_under_units_keep_their_values_through_rounds_and_can_go_back_later(pair):
    red, blue = pair
    kept, spent = red.draw("r1"), red.draw("r2")
    blue.get(red.lines)
    red.get(blue.lines)
    before = red.value(kept)
    for number in range(2):
        red.tell(spent)
        red.add(cups.put_back(red.record, spent))
        red.pay()
        blue.get(red.lines)
        red.get(blue.lines)
        assert red.value(kept) == before
        spent = red.draw(f"r{number + 3}")
        blue.get(red.lines)
        red.get(blue.lines)
    red.tell(kept)
    red.add(cups.put_back(red.record, kept))
    red.pay()
    blue.get(red.lines)
    red.get(blue.lines)
    # All of them are still there.
    seals = [red.draw("r1")]
    blue.get(red.lines)
    seals += [blue.draw(f"b{number}") for number in range(4)]
    assert cups.state(blue.record, "Red").inside == 0
    red.get(blue.lines)
    blue.get(red.lines)
    values = [red.value(spent), red.value(seals[0]), *(blue.value(seal) for seal in seals[1:])]
    assert Counter(values) == Counter(CHITS)


def test_what_comes_back_between_two_stages_waits_for_the_next_round(pair):
    red, blue = pair
    first, second = red.draw("r1"), red.draw("r2")
    blue.get(red.lines)
    red.get(blue.lines)
    for seal in (first, second):
        red.tell(seal)
    red.add(cups.put_back(red.record, first))
    red.pay()
    red.add(cups.put_back(red.record, second))
    drawn = red.draw("r3")
    # Blue ends the round and begins the next, for the second chit; red ends that one.
    blue.get(red.lines)
    red.get(blue.lines)
    blue.get(red.lines)
    red.get(blue.lines)
    assert red.value(drawn) in CHITS
    assert cups.state(red.record, "Red").inside == 5


@settings(max_examples=4)
@given(st.lists(st.sampled_from(["draw", "tell", "hand over"]), min_size=4, max_size=10))
def test_whatever_two_honest_sides_do_is_never_refused_and_verified_in_the_end(steps):
    programs = dict(zip(("red", "blue"), filled({"a": 2, "b": 2}), strict=True))
    side = "red"
    for step in steps:
        program = programs[side]
        state = cups.state(program.record, "Red")
        used = {chit.unit for chit in state.out}
        if step == "draw" and state.inside:
            program.draw(next(unit for unit, (owner, _) in UNITS.items() if owner == side and unit not in used))
        for chit in state.out if step == "tell" else ():
            try:
                program.tell(chit.seal) if not chit.value else None
            except WrongUse:
                continue
            program.add(cups.put_back(program.record, chit.seal))
        if step == "hand over":
            program.pay()
            side = OTHER[side]
            programs[side].get(program.lines)
    for program in (programs[side], programs[OTHER[side]]):
        program.get(programs[OTHER[program.side]].lines) if program.side != side else None
        program.add(cups.disclose(program.record, "Red", program.keys))
    assert cups.verdict(program.record, "Red") == []


def test_what_a_side_owes_is_one_line_and_locks_are_taken_off_when_it_hands_over(pair):
    red, blue = pair
    seals = [red.draw("r1"), red.draw("r2")]
    for line in red.lines[len(blue.lines) :]:
        blue._take(line)
    assert cups.due(blue.record, blue.keys, leaving=False) is None
    owed = cups.due(blue.record, blue.keys)
    assert [each.seals for each in owed.unlocked] == [tuple(seals)]
    blue.add(owed)
    assert cups.due(blue.record, blue.keys) is None
    red.get(blue.lines)
    for seal in seals:
        red.tell(seal)
        red.add(cups.put_back(red.record, seal))
    assert cups.due(red.record, red.keys, leaving=False) is None
    first = cups.due(red.record, red.keys)
    assert [stage.stage for stage in first.shuffled] == [3]
    red.add(first)
    for line in red.lines[len(blue.lines) :]:
        blue._take(line)
    # The second stage is done as soon as the file is there: chits are drawn from what it gives.
    assert [stage.stage for stage in cups.due(blue.record, blue.keys, leaving=False).shuffled] == [4]


def test_chits_of_several_rounds_are_unlocked_together(pair):
    red, blue = pair
    kept, spent = red.draw("r1"), red.draw("r2")
    for line in red.lines[len(blue.lines) :]:
        blue._take(line)
    first = cups.due(blue.record, blue.keys).unlocked[0]
    blue.add(Settled((), (cups_by_mail._unlocked(cups_locked.folded(blue.record, "Red"), [spent], blue.keys),)))
    assert first.seals == (kept, spent)
    for line in blue.lines[len(red.lines) :]:
        red._take(line)
    red.tell(spent)
    red.add(cups.put_back(red.record, spent))
    red.pay()
    # Blue ends the round without a look at what it owes else.
    for line in red.lines[len(blue.lines) :]:
        blue._take(line)
    blue.add(Settled(cups.due(blue.record, blue.keys, leaving=False).shuffled))
    for line in blue.lines[len(red.lines) :]:
        red._take(line)
    late = red.draw("r3")
    for line in red.lines[len(blue.lines) :]:
        blue._take(line)
    (off,) = cups.due(blue.record, blue.keys).unlocked
    assert off.seals == (kept, late) and len(off.parts[1]) == 2 * chit_layers.PROOF
    blue.pay()
    red.get(blue.lines)
    assert {red.value(kept), red.value(late)} <= set(CHITS)


def opened(contents):
    """Two programs with an open cup that both have shuffled; red has the file."""
    pair = Program("red"), Program("blue")
    for program in pair:
        program.record = Record(replace(began(units=UNITS), open_cups=("Red",)))
    red, blue = pair
    red.add(cups.fill(red.record, "Red", contents, red.keys))
    blue.get(red.lines)
    red.get(blue.lines)
    return pair


def test_a_chit_for_both_to_see_is_told_by_the_program_that_gets_the_file():
    red, blue = opened({"Red": 1, "Blue": 1})
    drew = red.add(cups.draw(red.record, "Red", "", red.keys))
    red.pay()
    assert not cups.state(red.record, "Red").chits[0].value
    with pytest.raises(WrongUse, match="cannot be known yet"):
        red.value(drew.seal)
    for line in red.lines[len(blue.lines) :]:
        blue._take(line)
    shown = cups.due(blue.record, blue.keys, leaving=False)
    assert isinstance(shown, Opened) and shown.contents[0] in ("Red", "Blue")
    blue.add(shown)
    assert cups.due(blue.record, blue.keys) is None
    # The next one is drawn by the other side, and the one that is left follows from the first.
    second = blue.add(cups.draw(blue.record, "Red", "", blue.keys))
    blue.pay()
    red.get(blue.lines)
    assert {chit.value for chit in cups.state(red.record, "Red").chits} == {"Red", "Blue"}
    # At the end of the turn either side puts all back.
    red.add(cups.put_back(red.record, drew.seal))
    red.add(PutBack("Red", second.seal))
    red.pay()
    blue.get(red.lines)
    assert cups.state(blue.record, "Red").inside == 2


def test_a_chit_drawn_before_both_have_shuffled_is_told_two_files_later():
    pair = Program("red"), Program("blue")
    for program in pair:
        program.record = Record(replace(began(units=UNITS), open_cups=("Red",)))
    red, blue = pair
    red.add(cups.fill(red.record, "Red", {"Red": 1, "Blue": 1}, red.keys))
    red.add(cups.draw(red.record, "Red", "", red.keys))
    red.pay()
    blue.get(red.lines)
    red.get(blue.lines)
    assert cups.state(red.record, "Red").chits[0].value in ("Red", "Blue")


def test_from_an_open_cup_nobody_draws_for_a_unit():
    red, _ = opened({"Red": 1, "Blue": 1})
    with pytest.raises(WrongUse, match="lie under no unit"):
        red.draw("r1")
