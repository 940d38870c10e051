"""Chits by mail: two programs share a cup, neither knows what the other holds, and whoever cheats is found."""

import hashlib
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from play_sessions import SOFT, began

from core.base.errors import WrongUse
from core.play import chit_layers, cups, cups_by_mail, cups_judged, cups_locked, keys, ristretto, trust
from core.play.chits import SALT, contents_of
from core.play.event_text import entry_text, read_entry
from core.play.events import Drew, Entry, Opened, PutBack, Settled, Shuffled
from core.play.record import Record

CHITS = {"strong": 2, "average": 2, "weak": 2}
UNITS = {f"r{number}": ("red", "") for number in range(9)} | {f"b{number}": ("blue", "") for number in range(9)}
OTHER = {"red": "blue", "blue": "red"}
KEYS = {
    side: keys.unlock(keys.join(side, side, "session-1", hardness=SOFT), side, side, "session-1") for side in ("red", "blue")
}


class Program:
    """The program of one side: it has nothing but its own keys and the lines of the file."""

    def __init__(self, side):
        self.side, self.keys = side, KEYS[side]
        self.record, self.lines, self.read = Record(began(units=UNITS)), [], 0

    def fault(self, event, by=""):
        entry = Entry(len(self.lines) + 2, 0, by or self.side, event)
        return trust.fault_of_event(self.record, entry, bytes(32))

    def add(self, event, unchecked=False):
        assert unchecked or not self.fault(event), self.fault(event)
        self._take(entry_text(Entry(len(self.lines) + 2, 0, self.side, event)), unchecked=True)
        return event

    def get(self, file):
        """Reads the lines that the other has added."""
        for line in file[len(self.lines) :]:
            self._take(line)
        self.pay()

    def pay(self):
        """Adds all that is due."""
        while (event := cups.due(self.record, self.keys)) is not None:
            self.add(event)

    def draw(self, unit):
        return self.add(cups.draw(self.record, "Red", unit, self.keys)).seal

    def value(self, seal):
        return cups.value(self.record, seal, self.keys)

    def tell(self, seal):
        return self.add(cups.reveal(self.record, seal, self.keys))

    def _take(self, line, unchecked=False):
        entry = read_entry(line)
        told = "" if unchecked else trust.fault_of_event(self.record, entry, bytes(32))
        assert not told, told
        self.lines.append(line)
        self.record = self.record.after(entry)


def filled(contents=None):
    """Two programs with a cup that both have shuffled; red has the file."""
    red, blue = Program("red"), Program("blue")
    red.add(cups.fill(red.record, "Red", contents or CHITS, red.keys))
    blue.get(red.lines)
    red.get(blue.lines)
    return red, blue


@pytest.fixture
def pair():
    return filled()


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


@pytest.mark.parametrize("unit", ["b1", "nobody", ""])
def test_a_side_draws_for_its_own_units_alone_so_that_nobody_empties_a_cup(pair, unit):
    red, blue = pair
    with pytest.raises(WrongUse, match="By mail a side draws chits for units of its own"):
        red.draw(unit)
    drew = Drew("Red", unit, "Red 1")
    assert f'"{unit}" is none of side "red"' in red.fault(drew)
    # A cheat writes it all the same: nobody takes a lock off by himself.
    for program in pair:
        program._take(entry_text(Entry(len(red.lines) + 2, 0, "red", drew)), unchecked=True)
        blue.pay()
    assert all(not each.bare for each in cups_locked.folded(blue.record, "Red").chits.values()) or unit == "b1"


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


# Cheats.


def locked_by(program, shuffled, change):
    """A stage of a cheat: its chits are changed, with a proof of what can be proved."""
    record = program.record
    contents, salt, public, _, codes = shuffled.parts
    first = cups_locked.LockedCup("session-1", "Red", contents_of(contents) or ())
    found = cups_locked.folded(record, "Red") if "Red" in record.cups else first
    factor = cups_by_mail._factor(program.keys, "Red", shuffled.stage, salt)
    codes = change(chit_layers.unpacked(codes))
    if not chit_layers.are_elements(codes):
        return replace(shuffled, parts=(contents, salt, public, bytes(chit_layers.PROOF), b"".join(codes)))
    about = cups_locked.about_stage(found, program.side, salt, public, codes)
    inside, kept = found.moved()
    before, _ = cups_locked.products(about, inside, [each.code for each in kept], codes)
    proof = chit_layers.prove(factor, about, (found.public.get(program.side, chit_layers.BASE), before))
    return replace(shuffled, parts=(contents, salt, public, proof, b"".join(codes)))


def twice(codes):
    return [codes[0], codes[0], *codes[2:]]


def other(codes):
    return [chit_layers.power(codes[0], 3), *codes[1:]]


def exchanged(codes):
    """Two chits that are none, of the same product: the one cheat that a stage itself does not show."""
    one = chit_layers.power(chit_layers.BASE, 12345)
    two = chit_layers.power(one, ristretto.ORDER - 1)
    return [chit_layers.product([codes[0], one]), chit_layers.product([codes[1], two]), *codes[2:]]


def fewer(codes):
    return codes[1:]


def outside(codes):
    return [bytes(31) + b"\xff", *codes[1:]]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (twice, "has 6 chits, no two alike"),
        (fewer, "has 6 chits, no two alike"),
        (outside, "has 6 chits, no two alike"),
        (other, 'The chits that side "red" gives back to the cup "Red" are not those that it got.'),
    ],
)
def test_a_stage_that_does_not_give_back_what_it_got_is_refused(change, said):
    red = Program("red")
    cheat = locked_by(red, cups.fill(red.record, "Red", CHITS, red.keys), change)
    assert said in red.fault(cheat)


@pytest.mark.parametrize("cheater", ["red", "blue"])
def test_chits_that_are_none_are_found_when_drawn_and_their_maker_when_locks_are_disclosed(cheater):
    red, blue = Program("red"), Program("blue")
    first = cups.fill(red.record, "Red", CHITS, red.keys)
    red.add(locked_by(red, first, exchanged) if cheater == "red" else first)
    for line in red.lines:
        blue._take(line)
    (second,) = cups.due(blue.record, blue.keys).shuffled
    blue.add(Settled((locked_by(blue, second, exchanged) if cheater == "blue" else second,)))
    red.get(blue.lines)
    seals = [blue.draw(f"b{number}") for number in range(6)]
    red.get(blue.lines)
    blue.get(red.lines)
    told = []
    for seal in seals:
        try:
            blue.value(seal)
        except WrongUse as wrong:
            told.append(str(wrong))
    assert len(told) == 2
    assert "is none of the chits of the cup" in told[0]
    blue.add(cups.disclose(blue.record, "Red", blue.keys))
    red.get(blue.lines)
    red.add(cups.disclose(red.record, "Red", red.keys))
    stage = {"red": "first", "blue": "second"}[cheater]
    assert cups.verdict(red.record, "Red") == [
        f'Side "{cheater}" did not do the {stage} stage of round 1 of the cup "Red" as it had to: chits were exchanged.'
    ]


def test_a_chit_under_a_unit_cannot_be_exchanged_in_a_later_round(pair):
    red, blue = pair
    seals = [red.draw("r1"), red.draw("r2"), red.draw("r3")]
    blue.get(red.lines)
    red.get(blue.lines)
    red.tell(seals[0])
    red.add(cups.put_back(red.record, seals[0]))
    (honest,) = cups.due(red.record, red.keys).shuffled
    # The last two numbers are those of the chits that stay under their units.
    cheat = locked_by(red, honest, lambda codes: [*codes[:-2], codes[-1], codes[-2]])
    assert "are not those that it got" in red.fault(cheat)
    assert red.fault(honest) == ""


def settled(unlocked, **changed):
    return Settled((), (replace(unlocked, **changed),))


def test_a_lock_that_is_not_the_right_one_is_refused(pair):
    red, blue = pair
    own, second = red.draw("r1"), red.draw("r2")
    for line in red.lines[len(blue.lines) :]:
        blue._take(line)
    owed = cups.due(blue.record, blue.keys)
    (off,) = owed.unlocked
    assert off.seals == (own, second) and not owed.shuffled
    one, two = chit_layers.unpacked(off.parts[0])
    said = f'What side "blue" has taken off "{own}", "{second}" is not its lock.'
    for bares in (chit_layers.power(one, 2) + two, two + one, bytes(2 * ristretto.WIDTH)):
        assert blue.fault(settled(off, parts=(bares, off.parts[1]))) == said
    assert blue.fault(settled(off, parts=(off.parts[0], bytes(chit_layers.PROOF)))) == said
    assert "and a proof for each round" in blue.fault(settled(off, parts=(b"", b"")))
    assert "and a proof for each round" in blue.fault(settled(off, seals=(own, own)))
    assert "and a proof for each round" in blue.fault(settled(off, seals=()))
    assert 'No chit "Red 9"' in blue.fault(settled(off, seals=(own, "Red 9")))
    assert blue.fault(owed, by="red") == said.replace("blue", "red")
    assert "or locks that it takes off" in blue.fault(Settled())
    assert "is not filled yet" in blue.fault(settled(off, cup="Green"))
    blue.add(owed)
    assert "has taken its lock off" in blue.fault(owed)


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


def test_what_one_process_has_found_right_is_not_asked_again_by_another(pair, monkeypatch):
    red, blue = pair
    red.draw("r1")
    for line in red.lines[len(blue.lines) :]:
        blue._take(line)
    owed = cups.due(blue.record, blue.keys)
    marks = cups_judged.marks(blue.record, "blue", owed)
    cups_judged._right.clear()
    wrong = settled(owed.unlocked[0], parts=(owed.unlocked[0].parts[0], bytes(chit_layers.PROOF)))
    cups_judged.vouch(marks)
    monkeypatch.setattr(cups_judged, "is_proved", lambda *_: False)
    assert blue.fault(owed) == ""
    assert "is not its lock" in blue.fault(wrong)
    assert "is not its lock" in blue.fault(owed, by="red")
    cups_judged._right.clear()
    assert "is not its lock" in blue.fault(owed)


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


def test_another_value_than_the_one_drawn_is_not_told(pair):
    red, blue = pair
    own, second = red.draw("r1"), red.draw("r2")
    early = Opened(own, ("strong",), (bytes(2 + chit_layers.PROOF),))
    assert "before the other side has taken its lock off" in red.fault(early)
    blue.get(red.lines)
    red.get(blue.lines)
    shown = cups.reveal(red.record, own, red.keys)
    state = cups.state(red.record, "Red")
    for index, value in enumerate(state.contents):
        changed = replace(shown, contents=(value,), salts=(index.to_bytes(2) + shown.salts[0][2:],))
        assert bool(red.fault(changed)) == (changed != shown)
    assert "does not say" in red.fault(replace(shown, id=second))
    assert "does not say" in red.fault(replace(shown, salts=(b"\xff\xff" + shown.salts[0][2:],)))
    assert "does not say" in red.fault(shown, by="blue") or "before the other side" in red.fault(shown, by="blue")


def test_a_side_that_discloses_false_locks_is_told_to_have_cheated(pair):
    red, _ = pair
    shown = cups.disclose(red.record, "Red", red.keys)
    false = replace(shown, contents=(hashlib.sha256(b"x").hexdigest(),))
    red.add(false)
    assert len(cups.verdict(red.record, "Red")) == 1
    red.add(shown)
    assert cups.verdict(red.record, "Red") == []


@pytest.mark.parametrize(
    ("by", "event", "said"),
    [
        ("red", Shuffled("Blue", ()), "A stage of a shuffle has"),
        ("red", Shuffled("Blue", (b"[]", bytes(SALT), b"", b"", b""), 1), "is filled first, with chits that are listed"),
        ("red", Shuffled("Blue", (b'["a"]', bytes(SALT), b"", b"", b""), 1), "has 1 chits, no two alike"),
        ("red", Shuffled("Blue", (b'["a"]', bytes(SALT), b"", b"", bytes(32)), 1), "has 1 chits, no two alike"),
        ("red", Shuffled("Blue", (b'["a"]', bytes(SALT), b"", b"", chit_layers.BASE), 1), "are not those that it got"),
        ("red", Shuffled("Blue", (b'["a"]', bytes(SALT), b"", b"", chit_layers.BASE), 2), "1 is the next one"),
        ("red", Shuffled("Red", (b"", bytes(SALT), b"", b"", b""), 2), "Stage 2 of the cup"),
        ("red", Shuffled("Red", (b"", bytes(SALT), b"", b"", b""), 3), "Nothing came back to the cup"),
        ("red", Drew("Red", "r2", "Red 2", (b"",)), "Nothing but its place goes with a chit"),
        ("red", Drew("Red", "r2", "Red 1"), '"Red 1" is drawn already.'),
        ("red", Drew("Red", "r1", "Red 1"), '"Red 1" is drawn already.'),
        ("red", Drew("Red", "r1", "Red 2"), 'A chit lies under "r1" already.'),
        ("red", PutBack("Red", "Red 1"), "is told before it goes back"),
        ("red", Opened("Red 1", (), ()), "before the other side has taken its lock off"),
        ("red", Opened("cup:Red:red", (), ()), 'Side "red" has 1 locks on the cup "Red"'),
        ("red", Opened("cup:Red:red", ("00",), ()), "each of 64 digits from 0 to f"),
        ("red", Opened("cup:Red:blue", ("0" * 64,), ()), "A side discloses its own locks"),
        ("red", Opened("cup:", (), ()), "A side discloses its own locks"),
    ],
)
def test_what_a_file_says_of_cups_that_cannot_be_is_told_as_a_sentence(pair, by, event, said):
    red, _ = pair
    red.draw("r1")
    assert said in red.fault(event, by=by)


def test_a_side_does_not_shuffle_twice_in_a_round():
    red = Program("red")
    red.add(cups.fill(red.record, "Red", CHITS, red.keys))
    assert cups.due(red.record, red.keys) is None
    second = Shuffled("Red", (b"", bytes(SALT), b"", b"", b""), 2)
    assert "is for the other side" in red.fault(second)
