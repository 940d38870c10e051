"""Whoever cheats with chits by mail is found: at once where the lines show it, else when locks are disclosed."""

import hashlib
from dataclasses import replace

import pytest
from mail_programs import CHITS, Program

from core.base.errors import WrongUse
from core.play import chit_layers, cups, cups_by_mail, cups_judged, cups_locked, ristretto
from core.play.chits import SALT, contents_of
from core.play.event_text import entry_text
from core.play.events import Drew, Entry, Opened, PutBack, Settled, Shuffled


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
