"""Seals: nobody else reads them, nothing is put in their place, and every change is seen when they are opened."""

import json
from dataclasses import replace
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from play_sessions import Table

from core.base.errors import WrongUse
from core.play import seals
from core.play.binding import content_text
from core.play.event_text import entry_text
from core.play.events import MOST_OPENED_BYTES, Entry, Opened, Sealed
from core.play.terms import Terms, changes, refused

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text(st.characters(codec="utf-8"), max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters(codec="utf-8"), max_size=5), inner, max_size=4)
    ),
    max_leaves=8,
)
OP_SHEET = {"type": "attack", "units": ["1-A", "1-B"], "route": ["12.07", "13.08"], "alternate": "north", "fires": {"105": 3}}
TERMS = Terms(
    "TCS 4.01 6.5a", "Only alternates, reserves and added units change.", frozenset({"alternate"}), frozenset({"units"})
)


@pytest.fixture(scope="module")
def keys():
    return Table().keys


def sealed_in(table, *contents, side="red", id_="op-1"):
    """A thing that was sealed in some versions."""
    for version, content in enumerate(contents, 1):
        table.add(side, seals.seal(table.keys[side], id_, "op_sheet", content_text(content), version, "Op sheet 1"))
    return seals.versions_of(table.record, id_)


@settings(max_examples=60)
@given(PLAIN, st.text(st.characters(codec="utf-8"), min_size=1, max_size=10))
def test_a_side_reads_what_it_sealed_and_the_other_does_not(keys, content, id_):
    text = content_text(content)
    sealed = seals.seal(keys["red"], id_, "op_sheet", text)
    assert seals.read(keys["red"], sealed) == text
    with pytest.raises(seals.NotOurs):
        seals.read(keys["blue"], sealed)


def test_nothing_of_the_content_and_little_of_its_length_is_seen(keys):
    word = "Objective TUNA"
    sealed = seals.seal(keys["red"], "op-1", "op_sheet", content_text({"goal": word}))
    assert word.encode() not in sealed.box + sealed.digest
    lengths = {len(seals.seal(keys["red"], "a", "chit", content_text("x" * count)).box) for count in range(24)}
    assert len(lengths) == 1


def test_the_same_content_sealed_twice_looks_different(keys):
    one, other = (seals.seal(keys["red"], "op-1", "op_sheet", '"same"') for _ in range(2))
    assert one.digest != other.digest
    assert one.box != other.box


@settings(max_examples=60)
@given(st.data())
def test_a_box_with_any_byte_changed_does_not_open(keys, data):
    sealed = seals.seal(keys["red"], "op-1", "op_sheet", content_text(OP_SHEET))
    box = bytearray(sealed.box)
    box[data.draw(st.integers(0, len(box) - 1))] ^= data.draw(st.integers(1, 255))
    with pytest.raises(seals.NotOurs):
        seals.read(keys["red"], replace(sealed, box=bytes(box)))


@pytest.mark.parametrize("change", [{"id": "op-2"}, {"kind": "plan"}, {"version": 2}, {"digest": bytes(32)}, {"box": b""}])
def test_a_box_opens_only_where_it_was_put(keys, change):
    sealed = seals.seal(keys["red"], "op-1", "op_sheet", content_text(OP_SHEET))
    with pytest.raises(seals.NotOurs, match="was not sealed with the keys of this side, or it is damaged"):
        seals.read(keys["red"], replace(sealed, **change))


@settings(max_examples=20)
@given(st.lists(PLAIN, min_size=1, max_size=3), PLAIN)
def test_what_is_opened_is_what_was_sealed_and_nothing_else_is(contents, other):
    table = Table()
    shown = seals.opened(table.keys["red"], sealed_in(table, *contents))
    assert shown.contents == tuple(map(content_text, contents))
    assert seals.check_opened(table.record, shown) == []
    changed = (*shown.contents[:-1], content_text(other))
    if changed != shown.contents:
        found = seals.check_opened(table.record, replace(shown, contents=changed))
        number = table.entries[-1].number
        assert found == [f'Version {len(contents)} of "op-1" is not what was sealed in entry {number}.']
    table.add("red", shown)
    assert seals.unopened(table.record, "red") == ()


def test_all_versions_are_opened_and_none_is_left_out():
    table = Table()
    versions = sealed_in(table, OP_SHEET, {**OP_SHEET, "alternate": "south"})
    with pytest.raises(WrongUse, match="with all its versions"):
        seals.opened(table.keys["red"], versions[1:])
    with pytest.raises(WrongUse, match="with all its versions"):
        seals.opened(table.keys["red"], ())
    first = seals.opened(table.keys["red"], versions[:1])
    assert table.fault("red", first) == '"op-1" has 2 versions; 1 contents with 1 salts are shown.'
    assert [sealed.version for sealed in seals.unopened(table.record, "red")] == [2]
    assert seals.unopened(table.record, "blue") == ()


def test_a_side_seals_and_opens_for_itself_alone():
    table = Table()
    versions = sealed_in(table, OP_SHEET)
    shown = seals.opened(table.keys["red"], versions)
    assert "opened by the side that sealed it" in table.fault("blue", shown)
    theirs = seals.seal(table.keys["blue"], "op-1", "op_sheet", "1", 2)
    assert table.fault("blue", theirs) == '"op-1" was sealed by another side in entry 4.'
    assert seals.owner(table.record, "op-1") == "red"
    assert seals.owner(table.record, "op-2") == ""


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Sealed("op-1", "op_sheet", 1, bytes(32), bytes(100)), 'Version 1 of "op-1" is sealed, and 2 is the next one.'),
        (Sealed("op-1", "op_sheet", 3, bytes(32), bytes(100)), "2 is the next one"),
        (Sealed("op-1", "plan", 2, bytes(32), bytes(100)), 'sealed as "op_sheet", and does not become "plan"'),
        (Sealed("op-2", "plan", 1, bytes(31), bytes(100)), "has 31 bytes; 32 are needed"),
        (Sealed("op-2", "plan", 1, bytes(32), b""), "What is sealed has 0 bytes"),
        (Sealed("op-2", "plan", 1, bytes(32), bytes(300_000)), "What is sealed has 300000 bytes"),
        (Sealed("op-2", "plan", -(1 << 70), bytes(32), bytes(100)), "1 is the next one"),
        (Sealed("", "plan", 1, bytes(32), bytes(100)), "1 to 500 letters"),
        (Sealed("cup:Red", "plan", 1, bytes(32), bytes(100)), "a name of chits"),
        (Opened("op-9", (), ()), 'Nothing was sealed as "op-9".'),
        (Opened("op-1", (), ()), "0 contents with 0 salts"),
        (Opened("op-1", ("1",), (b"",)), "is not what was sealed in entry 4"),
    ],
)
def test_what_a_file_says_of_seals_that_cannot_be_is_told_as_a_sentence(event, said):
    table = Table()
    sealed_in(table, OP_SHEET)
    assert said in table.fault("red", event)


@pytest.mark.parametrize("content", ["[" * 100_000, "[" * 100 + "]" * 100, "NaN", "{'a': 1}", '{"b":1, "a":2}', "", "\ud800"])
def test_only_contents_in_their_canonical_form_are_sealed(keys, content):
    with pytest.raises(WrongUse, match="not in its canonical form"):
        seals.seal(keys["red"], "op-1", "op_sheet", content)


def test_a_content_that_is_too_long_is_refused(keys):
    with pytest.raises(WrongUse, match="at most 256 KiB"):
        seals.seal(keys["red"], "op-1", "op_sheet", content_text("x" * 300_000))
    with pytest.raises(WrongUse, match="no content that a file can hold"):
        content_text({1, 2})


def test_each_field_that_differs_is_held_against_the_rules():
    after = {**OP_SHEET, "units": ["1-A", "2-C", "1-B"], "alternate": "south", "route": ["12.07"], "fires": {"105": 2}}
    found = changes(content_text(OP_SHEET), content_text(after), TERMS)
    assert {change.field: change.verdict for change in found} == {
        "units": "grown",
        "alternate": "allowed",
        "route": "refused",
        "fires.105": "refused",
    }
    assert [change.field for change in refused(content_text(OP_SHEET), content_text(after), TERMS)] == [
        "fires.105",
        "route",
    ]


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        (["a"], ["a", "a"], "grown"),
        (["a", "a"], ["a"], "refused"),
        (["a"], ["b"], "refused"),
        ({"a": ["x"]}, {"a": ["x", "y"], "b": 1}, "grown"),
        ({"a": 1}, {"a": 2}, "refused"),
        ({"a": 1}, ["a"], "refused"),
        (None, ["a"], "refused"),
    ],
)
def test_what_may_only_grow_keeps_all_that_was_there(before, after, verdict):
    terms = Terms("6.5a", grows=frozenset({"units"}))
    (change,) = changes(content_text({"units": before}), content_text({"units": after}), terms)
    assert change.verdict == verdict


@given(PLAIN, PLAIN)
def test_contents_differ_in_some_field_unless_they_are_the_same(one, other):
    found = changes(content_text(one), content_text(other), Terms("6.5a"))
    assert bool(found) == (content_text(one) != content_text(other))
    assert all(change.verdict == "refused" for change in found)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([{"line": 1}], [{"line": 1}, {"line": 2}]),
        ([["A", "B"], ["B", "C"]], [["A", "X"], ["A", "B"], ["X", "D"], ["B", "C"]]),
        ([["A", "B"], ["B", "C"]], [["B", "C"], ["A", "B"]]),
    ],
)
def test_a_drawing_never_grows_as_its_order_says_something(before, after):
    terms = Terms("6.5a", grows=frozenset({"graphic"}))
    (change,) = changes(content_text({"graphic": before}), content_text({"graphic": after}), terms)
    assert change.verdict == "refused"


@pytest.mark.parametrize(
    ("before", "after", "field", "verdict"),
    [
        ({"alternates": {"chosen": 1}}, {"alternates": {"chosen": 2}}, "alternates.chosen", "allowed"),
        ({"alternates.chosen": 1}, {"alternates.chosen": 2}, r"alternates\.chosen", "refused"),
        ({"alternates\\": {"chosen": 1}}, {"alternates\\": {"chosen": 2}}, r"alternates\\.chosen", "refused"),
        ({"": {"alternates": {"chosen": 1}}}, {"": {"alternates": {"chosen": 2}}}, r"\e.alternates.chosen", "refused"),
    ],
)
def test_a_key_with_a_point_is_no_way_into_a_group(before, after, field, verdict):
    terms = Terms("6.5a", free=frozenset({"alternates.chosen"}))
    (change,) = changes(content_text(before), content_text(after), terms)
    assert (change.field, change.verdict) == (field, verdict)


@pytest.mark.parametrize("content", ['{"type":"attack","type":"defend"}', '{"b":1,"a":2}', '{"a": 1}', '["\\ud800"]'])
def test_a_content_that_can_be_read_in_two_ways_is_not_opened(content):
    table = Table()
    digest = seals._digest("session-1", "red", "op", "op_sheet", 1, b"s" * 32, content)
    table.add("red", Sealed("op", "op_sheet", 1, digest, bytes(200)))
    assert table.fault("red", Opened("op", (content,), (b"s" * 32,))) == 'Version 1 of "op" is no content that can be read.'


@pytest.mark.parametrize(
    "text", ['"' * 120_000, "x" * 240_000, "\\" * 120_000, "\x01" * 40_000], ids=["quotes", "x", "backslashes", "signs"]
)
def test_whatever_is_sealed_can_be_opened_in_one_line(text):
    table = Table()
    content, said = content_text({"graphic": text}), ""
    for version in count(1):
        sealed = seals.seal(table.keys["red"], "op-1", "op_sheet", content, version)
        said = table.fault("red", sealed)
        if said:
            break
        table.add("red", sealed)
    assert version > 30
    assert said == '"op-1" has too many versions: with one more they could not be opened together. Seal another one.'
    shown = seals.opened(table.keys["red"], seals.versions_of(table.record, "op-1"))
    line = entry_text(Entry(len(table.entries) + 1, 1, "red", shown))
    assert len(line.encode()) < MOST_OPENED_BYTES
    assert table.fault("red", shown) == ""


def test_a_reveal_is_told_in_sentences_with_the_rule():
    table = Table()
    after = {key: value for key, value in OP_SHEET.items() if key != "fires"}
    shown = seals.opened(table.keys["red"], sealed_in(table, OP_SHEET, {**after, "alternate": "south", "note": "?"}))
    assert seals.verdicts(table.record, shown, {"op_sheet": TERMS}) == [
        'Version 2 changes "alternate" from "north" to "south". TCS 4.01 6.5a allows it.',
        'Version 2 takes away "fires", which was {"105":3}. TCS 4.01 6.5a does not allow it. '
        "Only alternates, reserves and added units change.",
        'Version 2 adds "note": "?". TCS 4.01 6.5a does not allow it. Only alternates, reserves and added units change.',
    ]
    told = seals.verdicts(table.record, shown, {})
    assert told[0] == 'Version 2 changes "alternate" from "north" to "south". Nothing allows it.'
    forged = replace(shown, contents=(shown.contents[0], shown.contents[0]))
    assert seals.verdicts(table.record, forged, {}) == ['Version 2 of "op-1" is not what was sealed in entry 5.']


def test_what_was_never_changed_is_told_so():
    table = Table()
    shown = seals.opened(table.keys["red"], sealed_in(table, OP_SHEET))
    assert seals.verdicts(table.record, shown, {}) == ["It is what was sealed, and was never changed."]


@given(st.text(max_size=30) | PLAIN.map(json.dumps))
def test_a_hostile_content_never_stops_the_program(content):
    table = Table()
    sealed_in(table, OP_SHEET)
    assert table.fault("red", Opened("op-1", (content,), (b"x",)))


def test_contents_deeper_than_any_of_ours_are_no_contents():
    with pytest.raises(WrongUse, match="no content that can be read"):
        changes("[" * 900 + "]" * 900, "1", TERMS)
