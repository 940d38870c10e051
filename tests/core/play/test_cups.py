"""Chits from cups at one table and alone: the program shuffles, and everything can be checked in the end."""

from collections import Counter
from dataclasses import replace
from itertools import count, pairwise

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from play_sessions import Table

from core.base.errors import WrongUse
from core.files.ruleset_files import load_ruleset
from core.model.box import GameBox
from core.play import cups, cups_at_table
from core.play.events import Drew, Opened, PutBack, Shuffled
from core.play.memories import Memory
from core.play.record import Record

CHITS = {"strong": 2, "average": 3, "weak": 1}
UNITS = {f"r{number}": ("red", "") for number in range(9)} | {f"b{number}": ("blue", "") for number in range(9)}
KEY = bytes(range(32))


def table_of(kind="hot_seat", contents=None):
    table = Table(kind, units=UNITS)
    table.add("", cups.fill(table.record, "Red", contents or CHITS, KEY))
    return table


def test_every_chit_is_drawn_once_and_then_the_cup_is_empty():
    table = table_of()
    drawn = []
    for number in range(6):
        drew = cups.draw(table.record, "Red", f"r{number}", KEY)
        table.add("red", drew)
        drawn.append(cups.value(table.record, drew.seal, KEY))
    assert Counter(drawn) == Counter(CHITS)
    assert cups.state(table.record, "Red").inside == 0
    with pytest.raises(WrongUse, match='The cup "Red" is empty'):
        cups.draw(table.record, "Red", "r7", KEY)
    assert table.fault("red", Drew("Red", "r7", "x")) == 'The cup "Red" is empty.'


def test_all_orders_come_up_alike(monkeypatch):
    table, fell = Table("solitaire"), Counter()
    salts = (number.to_bytes(16) for number in count())
    monkeypatch.setattr(cups_at_table.secrets, "token_bytes", lambda size: next(salts))
    for number in range(600):
        shuffled = cups.fill(table.record, f"cup {number}", {"a": 1, "b": 1, "c": 1}, KEY)
        record = table.record.after(replace(table.entries[0], number=4, by="", event=shuffled))
        order = []
        for place in range(3):
            drew = cups.draw(record, f"cup {number}", "", KEY)
            record = record.after(replace(table.entries[0], number=5 + place, by="", event=drew))
            order.append(cups.value(record, drew.seal, KEY))
        fell["".join(order)] += 1
    assert len(fell) == 6
    assert sum((count - 100) ** 2 / 100 for count in fell.values()) < 20.515


def test_what_stands_in_the_journal_tells_no_order():
    table = table_of()
    shuffled = table.entries[-1].event
    again = cups.fill(Table("hot_seat").record, "Red", CHITS, KEY)
    assert shuffled.parts[0] == again.parts[0]
    assert not set(_each(shuffled.parts[2])) & set(_each(again.parts[2]))
    # Chits of one value have digests of their own.
    assert len(set(_each(shuffled.parts[2]))) == 6


def _each(digests):
    return [digests[start : start + 32] for start in range(0, len(digests), 32)]


def test_a_chit_belongs_to_the_side_of_its_unit_and_to_its_drawer_where_there_is_none():
    table = table_of()
    table.add("red", cups.draw(table.record, "Red", "b1", KEY))
    table.add("red", cups.draw(table.record, "Red", "", KEY))
    assert [chit.owner for chit in cups.state(table.record, "Red").out] == ["blue", "red"]


def test_something_sealed_under_the_name_of_a_coming_chit_is_passed_over():
    table = table_of()
    record = replace(table.record, sealed=table.record.sealed.set("Red 1", ()).set("Red 2", ()))
    assert cups.draw(record, "Red", "r1", KEY).seal == "Red 3"


def test_a_told_chit_goes_back_and_is_shuffled_in_before_the_next_is_drawn():
    table = table_of(contents={"only": 1})
    drew = cups.draw(table.record, "Red", "r1", KEY)
    table.add("red", drew)
    with pytest.raises(WrongUse, match='"Red 1" is told before it goes back'):
        cups.put_back(table.record, drew.seal)
    assert cups.due(table.record, KEY) is None
    table.add("red", cups.reveal(table.record, drew.seal, KEY))
    assert cups.state(table.record, "Red").out[0].value == "only"
    table.add("red", cups.put_back(table.record, drew.seal))
    assert cups.state(table.record, "Red").out == ()
    with pytest.raises(WrongUse, match="shuffled in before the next one is drawn"):
        cups.draw(table.record, "Red", "r2", KEY)
    assert "shuffled in before" in table.fault("red", Drew("Red", "r2", "Red 2"))
    table.add("", cups.due(table.record, KEY))
    assert cups.due(table.record, KEY) is None
    table.add("red", cups.draw(table.record, "Red", "r2", KEY))
    assert cups.value(table.record, "Red 2", KEY) == "only"


def test_another_value_than_the_one_drawn_is_not_told():
    table = table_of()
    table.add("red", cups.draw(table.record, "Red", "r1", KEY))
    shown = cups.reveal(table.record, "Red 1", KEY)
    other = next(value for value in CHITS if value != shown.contents[0])
    assert table.fault("red", replace(shown, contents=(other,))) == f'"Red 1" does not say "{other}".'
    table.add("red", cups.draw(table.record, "Red", "r2", KEY))
    second = cups.reveal(table.record, "Red 2", KEY)
    assert "does not say" in table.fault("red", replace(second, id="Red 1"))


def test_another_key_tells_nothing():
    table = table_of()
    table.add("red", cups.draw(table.record, "Red", "r1", KEY))
    with pytest.raises(WrongUse, match="does not belong to the cup"):
        cups.value(table.record, "Red 1", bytes(32))


def test_the_key_lies_on_the_computer_of_the_table_and_is_open_to_a_player_alone():
    table = table_of()
    with pytest.raises(WrongUse, match="its key was kept by the program with which the session began"):
        cups.table_key(table.record, Memory("session-1"))
    assert cups.table_key(table.record, Memory("session-1", table=KEY)) == KEY
    alone = Table("solitaire")
    assert cups.table_key(alone.record, Memory("session-1")) == cups_at_table.open_key("session-1")
    assert len(cups_at_table.fresh_key()) == 32


def test_in_the_end_the_key_shows_that_every_shuffle_was_right():
    table = table_of()
    for number in range(3):
        table.add("red", cups.draw(table.record, "Red", f"r{number}", KEY))
        seal = f"Red {number + 1}"
        table.add("red", cups.reveal(table.record, seal, KEY))
        table.add("red", cups.put_back(table.record, seal))
        table.add("", cups.due(table.record, KEY))
    assert cups.verdict(table.record, "Red") is None
    table.add("", cups.disclose(table.record, "Red", KEY))
    assert cups.verdict(table.record, "Red") == []


def test_a_shuffle_with_false_chits_is_found_when_the_key_is_disclosed():
    table = Table("hot_seat", units=UNITS)
    false = cups_at_table.fill(table.record, "Red", '["strong","strong"]', KEY)
    table.add("", replace(false, parts=(b'["strong","weak"]', *false.parts[1:])))
    table.add("", cups.disclose(table.record, "Red", KEY))
    assert cups.verdict(table.record, "Red") == ['Shuffle 1 of the cup "Red" does not hold the chits that it has to.']


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Shuffled("Blue", ()), "A shuffle has what lies in the cup"),
        (Shuffled("Blue", (b"[]", bytes(16), b""), 1), "is filled first, with chits that are listed"),
        (Shuffled("Blue", (b"[" * 9999, bytes(16), b""), 1), "is filled first, with chits that are listed"),
        (Shuffled("Blue", (b'["a"]', bytes(16), b""), 2), "is filled first"),
        (Shuffled("Blue", (b'["a"]', bytes(16), bytes(64)), 1), "1 chits lie in the cup"),
        (Shuffled("", (b'["a"]', bytes(16), bytes(32)), 1), "a name of 1 to 200 letters"),
        (Shuffled("cup:x", (b'["a"]', bytes(16), bytes(32)), 1), 'does not begin with "cup:"'),
        (Shuffled("Red", (b"", bytes(16), bytes(192)), 2), "is shuffled anew when chits came back"),
        (Drew("Rad", "r2", "x"), 'The cup "Rad" is not filled yet. Did you mean "Red"?'),
        (Drew("Red", "r2", "Red 1"), 'Something is called "Red 1" already.'),
        (Drew("Red", "r1", "Red 2"), 'A chit lies under "r1" already.'),
        (Drew("Red", "r2", "Red 2", (b"x",)), "nothing but its place"),
        (Drew("Red", "r2", "cup:x"), "does not begin with"),
        (PutBack("Red", "x"), 'No chit "x" was drawn from the cup "Red".'),
        (PutBack("Red", "Red 1"), "is told before it goes back"),
        (PutBack("Red", "Red 1", (b"x",)), "Nothing goes with a chit"),
        (Opened("Red 1", (), ()), "told with its value and the salt of its place"),
        (Opened("cup:Blue", ("00",), ()), "a cup that is not filled"),
        (Opened("cup:Red", ("00",), ()), "64 digits from 0 to f"),
        (Opened("cup:Red", (), ()), "64 digits from 0 to f"),
    ],
)
def test_what_a_file_says_of_cups_that_cannot_be_is_told_as_a_sentence(event, said):
    table = table_of()
    table.add("red", cups.draw(table.record, "Red", "r1", KEY))
    assert said in table.fault("red", event)


@pytest.mark.parametrize("contents", [{}, {"a": 0}, {"": 1}, {"a": 401}, {"x" * 201: 1}])
def test_a_cup_holds_some_chits_with_values(contents):
    with pytest.raises(WrongUse, match="A cup holds 1 to 400 chits"):
        cups.fill(Table("hot_seat").record, "Red", contents, KEY)


def test_a_cup_is_filled_once():
    table = table_of()
    with pytest.raises(WrongUse, match="filled already"):
        cups.fill(table.record, "Red", CHITS, KEY)
    with pytest.raises(WrongUse, match='No chit is called "x"'):
        cups.value(table.record, "x", KEY)
    with pytest.raises(WrongUse, match="not filled yet"):
        cups.state(table.record, "Blue")


class OneCup(RuleBasedStateMachine):
    """Drawing, telling and putting back in any order: chits are neither lost nor made."""

    def __init__(self):
        super().__init__()
        self.table = table_of()
        self.under = {}

    @precondition(lambda self: cups.state(self.table.record, "Red").inside)
    @rule(unit=st.sampled_from(sorted(UNITS)))
    def draw(self, unit):
        if unit in self.under:
            return
        while (event := cups.due(self.table.record, KEY)) is not None:
            self.table.add("", event)
        drew = cups.draw(self.table.record, "Red", unit, KEY)
        self.table.add(UNITS[unit][0], drew)
        self.under[unit] = drew.seal, cups.value(self.table.record, drew.seal, KEY)

    @precondition(lambda self: self.under)
    @rule(data=st.data())
    def give_back(self, data):
        unit = data.draw(st.sampled_from(sorted(self.under)))
        seal, value = self.under.pop(unit)
        shown = cups.reveal(self.table.record, seal, KEY)
        assert shown.contents == (value,)
        self.table.add(UNITS[unit][0], shown)
        self.table.add(UNITS[unit][0], cups.put_back(self.table.record, seal))

    @invariant()
    def chits_stay_what_they_are(self):
        state = cups.state(self.table.record, "Red")
        assert state.inside + len(self.under) == 6
        assert {chit.unit: chit.seal for chit in state.out} == {unit: seal for unit, (seal, _) in self.under.items()}
        out = Counter(value for _, value in self.under.values())
        assert out <= Counter(CHITS)
        for seal, value in self.under.values():
            assert cups.value(self.table.record, seal, KEY) == value


OneCup.TestCase.settings = settings(max_examples=20, stateful_step_count=20, deadline=None)
TestOneCup = OneCup.TestCase


def test_an_entry_of_a_cup_takes_as_long_after_many_as_after_few(monkeypatch):
    """Counted, not timed: events that are folded, and orders that are worked out."""
    folded, orders = [], []
    after, shuffled = cups_at_table._Cup.after, cups_at_table._shuffled
    monkeypatch.setattr(cups_at_table._Cup, "after", lambda *given: folded.append(1) or after(*given))
    monkeypatch.setattr(cups_at_table, "_shuffled", lambda *given: orders.append(1) or shuffled(*given))
    table = table_of(contents={"a": 3})
    counts = []
    for number in range(60):
        drew = cups.draw(table.record, "Red", f"r{number % 2}", KEY)
        table.add("red", drew)
        table.add("red", cups.reveal(table.record, drew.seal, KEY))
        table.add("red", cups.put_back(table.record, drew.seal))
        table.add("red", cups.due(table.record, KEY))
        counts.append((len(folded), len(orders)))
    steps = {(one[0] - other[0], one[1] - other[1]) for other, one in pairwise(counts[1:])}
    assert max(events for events, _ in steps) <= 3
    assert max(worked for _, worked in steps) <= 2
    # An earlier record tells of the cup as it was, whatever was folded since.
    assert len(cups.state(table.record, "Red").chits) == 60
    early = Record(table.record.began)
    for entry in table.entries[1:10]:
        early = early.after(entry)
    assert len(cups.state(early, "Red").chits) == sum(isinstance(entry.event, Drew) for entry in table.entries[:10])
    assert len(cups.state(table.record, "Red").chits) == 60


def test_a_cup_that_is_filled_with_other_chits_than_the_rules_list_is_told():
    rules = load_ruleset("vcs")
    book = rules.book(GameBox("A game", "vcs", ()))
    right = rules.play.cups["red"].chits(book)
    table = Table(units=UNITS)
    assert cups.unlike_rules(table.record, rules.play.cups.values(), book) == []
    for contents, told in ((right, []), ({**right, "99-99": 2}, ["2 × 99-99 and not 0"])):
        table = Table("hot_seat", units=UNITS)
        table.add("", cups.fill(table.record, "red", contents, KEY))
        found = cups.unlike_rules(table.record, rules.play.cups.values(), book)
        assert len(found) == len(told)
        for sentence, part in zip(found, told, strict=True):
            assert sentence == f'The cup "red" was filled with other chits than the rules list [9.1]: {part}.'
    own = {f"{number}": 1 for number in range(20)}
    table = Table("hot_seat", units=UNITS)
    table.add("", cups.fill(table.record, "red", own, KEY))
    (found,) = cups.unlike_rules(table.record, rules.play.cups.values(), book)
    assert found.count(" × ") == cups.MOST_TOLD and found.endswith(" others.")
