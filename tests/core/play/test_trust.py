"""Lines of another player: whatever they say, the answer is a sentence; ciphers are loaded with the first that needs them."""

import subprocess
import sys
from dataclasses import fields, replace
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from play_sessions import SOFT, Table, began

from core.base.errors import CoreError
from core.play import cups, keys, pledges, seals, trust
from core.play.events import (
    Answered,
    Disclosed,
    Drew,
    Entry,
    Event,
    HandedOver,
    Joined,
    Opened,
    Pledged,
    PutBack,
    Rolled,
    Sealed,
    Shuffled,
)
from core.play.record import Record

UNITS = {"r1": ("red", ""), "b1": ("blue", "")}
KEY = bytes(32)


def by_mail():
    table = Table(units=UNITS)
    table.add("red", seals.seal(table.keys["red"], "op-1", "op_sheet", "1"))
    number = table.add("red", pledges.declare(table.keys["red"], table.record, [("2d6", "Attack")]))
    table.add("blue", pledges.answer(table.record, number, "blue"))
    table.add("blue", pledges.declare(table.keys["blue"], table.record, [("d6", "Attack")]))
    table.add("red", cups.fill(table.record, "Red", {"a": 1, "b": 1, "c": 1}, table.keys["red"]))
    table.add("blue", cups.due(table.record, table.keys["blue"]))
    table.add("red", cups.draw(table.record, "Red", "b1", table.keys["red"]))
    table.add("red", cups.draw(table.record, "Red", "r1", table.keys["red"]))
    return table


def at_table():
    table = Table("hot_seat", units=UNITS)
    table.add("red", seals.seal(table.keys["red"], "op-1", "op_sheet", "1"))
    table.add("", cups.fill(table.record, "Red", {"a": 1, "b": 1, "c": 1}, KEY))
    table.add("red", cups.draw(table.record, "Red", "r1", KEY))
    table.add("red", cups.reveal(table.record, "Red 1", KEY))
    return table


TABLES = {"mail": by_mail(), "hot_seat": at_table()}

NUMBERS = st.integers(-2, 14) | st.sampled_from([1 << 63, 1 << 64, -(1 << 70)])
NAMES = st.sampled_from(
    ["", "red", "blue", "green", "op-1", "op-2", "Red", "Blue", "Red 1", "Red 2", "cup:", "cup:Red", "\ud800"]
)
WORDS = (
    NAMES
    | st.sampled_from(["r1", "b1", "cup:Red:red", "cup:Red:blue", "2d6", "0" * 64, '["a"]', "[" * 5000])
    | st.text(max_size=3)
)
BYTES = st.binary(max_size=4) | st.sampled_from(
    [bytes(size) for size in (16, 32, 48, 64, 256, 288, 290, 512, 768)] + [b'["a","b","c"]']
)
MANY = st.lists(BYTES, max_size=5).map(tuple)

EVENTS = st.one_of(
    st.builds(Rolled, WORDS, st.lists(NUMBERS, max_size=3).map(tuple), WORDS, BYTES, NUMBERS, NUMBERS),
    st.builds(Joined, BYTES, BYTES, BYTES, NUMBERS),
    st.builds(HandedOver, NAMES, BYTES),
    st.builds(Sealed, WORDS, WORDS, NUMBERS, BYTES, BYTES, WORDS),
    st.builds(Opened, WORDS, st.lists(WORDS, max_size=2).map(tuple), MANY),
    st.builds(Pledged, st.lists(st.tuples(WORDS, WORDS), max_size=2).map(tuple), BYTES),
    st.builds(Answered, NUMBERS, BYTES),
    st.builds(Disclosed, NUMBERS, BYTES),
    st.builds(Shuffled, WORDS, MANY, NUMBERS),
    st.builds(Drew, WORDS, WORDS, WORDS, MANY),
    st.builds(PutBack, WORDS, WORDS, MANY),
)


def nearly_right(kind):
    """Lines that were right where they stood, or would be the next one, each with some fields of another line of its kind or of
    any value."""
    table = TABLES[kind]
    secret = table.keys["red"] if kind == "mail" else KEY
    nexts = [("red", cups.draw(table.record, "Red", "", secret)), ("red", cups.disclose(table.record, "Red", secret))]
    if kind == "mail":
        nexts += [
            ("red", pledges.disclose(table.keys["red"], table.record, 5)),
            ("blue", pledges.answer(table.record, 7, "red")),
        ]
        nexts += [("blue", cups.due(table.record, table.keys["blue"]))]
    lines = [(entry.by, entry.event) for entry in table.entries[1:]] + nexts

    @st.composite
    def line(draw):
        by, event = draw(st.sampled_from(lines))
        for name in draw(st.lists(st.sampled_from([field.name for field in fields(event)]), max_size=2)):
            like = [getattr(other, name) for _, other in lines if type(other) is type(event)]
            value = getattr(event, name)
            any_value = NUMBERS if isinstance(value, int) else BYTES if isinstance(value, bytes) else WORDS
            if not isinstance(value, tuple):
                event = replace(event, **{name: draw(st.sampled_from(like) | any_value)})
            elif value and isinstance(value[0], bytes):
                place = draw(st.integers(0, len(value) - 1))
                event = replace(event, **{name: (*value[:place], draw(BYTES), *value[place + 1 :])})
            else:
                event = replace(event, **{name: draw(st.sampled_from(like))})
        return draw(st.sampled_from([by, "red", "blue"])), event

    return line()


LINES = {kind: st.tuples(NAMES, EVENTS) | nearly_right(kind) for kind in TABLES}


def test_every_event_that_is_to_be_trusted_is_tried_below():
    assert len(get_args(Event)) == 18


@pytest.mark.parametrize("kind", TABLES)
@settings(max_examples=400, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_whatever_a_line_says_the_answer_is_a_sentence(kind, data):
    record = TABLES[kind].record
    events = data.draw(st.lists(LINES[kind], min_size=1, max_size=4))
    for by, event in events:
        entry = Entry(20, 0, by, event)
        told = trust.fault_of_event(record, entry, bytes(32))
        assert told == "" or told.endswith((".", "?")), told
        assert isinstance(trust.fault(record, entry, bytes(32)), str)
        if not told:
            record = record.after(entry)
    # What was let through can be looked at.
    for cup in record.cups:
        cups.state(record, cup)
        cups.verdict(record, cup)
        for chit in cups.state(record, cup).chits:
            try:
                cups.value(record, chit.seal, TABLES[kind].keys["red"] if kind == "mail" else KEY)
            except CoreError as problem:
                assert str(problem).endswith(".")
    pledges.open_pledges(record)
    for side in ("red", "blue"):
        seals.unopened(record, side)


def test_a_session_of_two_by_mail_goes_to_and_fro_under_every_check():
    record, link, number = Record(began(units=UNITS)), b"1", 1
    found = {}

    def add(by, event):
        nonlocal record, link, number
        entry = Entry(number + 1, 0, by, event)
        told = trust.fault(record, entry, link)
        assert told == "", told
        record, link, number = record.after(entry), link + b"x", number + 1
        return number

    for side, other in (("red", "blue"), ("blue", "red")):
        joined = keys.join(side, side, "session-1", hardness=SOFT)
        found[side] = keys.unlock(joined, side, side, "session-1")
        add(side, joined)
        add(side, seals.seal(found[side], f"op {side}", "op_sheet", '{"type":"attack"}'))
        add(side, keys.hand_over(found[side], other, link))
    pledged = add("red", pledges.declare(found["red"], record, [("2d6", "Attack"), ("2d6", "Attack")]))
    add("red", keys.hand_over(found["red"], "blue", link))
    add("blue", pledges.answer(record, pledged, "blue"))
    add("blue", keys.hand_over(found["blue"], "red", link))
    add("red", pledges.disclose(found["red"], record, pledged))
    for rolled in pledges.rolls_due(record, "red"):
        add("red", rolled)
    add("red", seals.opened(found["red"], seals.versions_of(record, "op red")))
    assert trust.fault(record, Entry(number + 1, 0, "red", keys.hand_over(found["red"], "blue", b"another")), link)
    assert trust.fault(record, Entry(number + 1, 0, "blue", keys.hand_over(found["blue"], "red", link)), link)


LIGHT = """
import sys
import core.play.session, core.play.trust, core.play.luck, core.play.pledges, core.play.cups, core.play.views
print(sorted({"cryptography", "numpy", "shapely", "pydantic", "contourpy"} & set(sys.modules)))
from core.play import keys, seals
print(sorted({"cryptography", "numpy", "shapely", "pydantic", "contourpy"} & set(sys.modules)))
"""


def test_ciphers_are_loaded_with_keys_alone_and_nothing_heavy_ever():
    done = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "['cryptography']"]
