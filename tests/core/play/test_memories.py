"""What a program remembers: a journal that was shortened, changed or written anew is refused with the line where it differs."""

import hashlib
import os
import stat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from play_sessions import Table, began

from core.base.errors import CoreError
from core.play import memories, trust
from core.play.events import Entry, Joined, Noted
from core.play.memories import Memory, difference, memory_of, memory_text, recall, remember, seen
from core.play.record import Record


def links_of(count, start=b""):
    links = [hashlib.sha256(start + b"1").digest()]
    while len(links) < count:
        links.append(hashlib.sha256(links[-1] + b"line").digest())
    return links


RECORD = Table().record


def test_a_journal_that_has_grown_is_the_same_journal():
    memory = seen(Memory("session-1", "red"), RECORD, links_of(10))
    assert memory.number == 10
    assert set(memory.publics) == {"red", "blue"}
    assert difference(memory, RECORD, links_of(10)) is None
    assert difference(memory, RECORD, links_of(25)) is None
    assert seen(memory, RECORD, links_of(25)).number == 25


@given(st.integers(1, 9))
def test_a_journal_that_was_shortened_says_after_which_line(count):
    memory = seen(Memory("session-1"), RECORD, links_of(10))
    found = difference(memory, RECORD, links_of(count))
    assert found.number == count + 1
    assert found.sentence.startswith(f"The journal ends after line {count}, and this program has seen 10:")


@given(st.integers(1, 10), st.integers(0, 5))
def test_a_journal_that_was_written_anew_says_from_which_line_on(line, more):
    memory = seen(Memory("session-1"), RECORD, links_of(10))
    links = links_of(10)[: line - 1]
    links += links_of(11 - line + more, start=b"another")
    found = difference(memory, RECORD, links)
    assert found.number == line
    assert found.sentence.startswith(f"Line {line} is not the one that this program has seen")


def test_the_last_link_decides_where_the_short_ones_are_forged():
    memory = seen(Memory("session-1"), RECORD, links_of(10))
    forged = [link[: memories.SHORT] + bytes(29) for link in links_of(10)]
    assert difference(memory, RECORD, forged).number == 10


def test_other_keys_and_another_session_are_found():
    memory = seen(Memory("session-1"), RECORD, links_of(3))
    other = Table().record
    assert "are not those that this program has seen" in difference(memory, other, links_of(3)).sentence
    assert difference(memory, Record(began()), links_of(3)) is not None
    assert difference(memory, Record(began(session="session-2")), links_of(3)).sentence == "This is another session."


def test_lines_that_were_seen_are_compared_and_only_new_ones_are_asked_everything():
    links = links_of(6)
    memory = seen(Memory("session-1"), RECORD, links[:4])
    check = trust.since(memory)

    def fault(number, link=None, by="red"):
        entry = Entry(number, 0, by, Noted("hello"), link=link or links[number - 1])
        return check(RECORD, entry, links[number - 2])

    assert [fault(number, by="green") for number in (2, 3, 4)] == ["", "", ""]
    assert 'no side "green"' in fault(5, by="green")
    assert "Line 3 is not the one" in fault(3, bytes(32))
    assert "Line 4 is not the one" in fault(4, links[3][: memories.SHORT] + bytes(29))
    changed = Entry(2, 0, "red", Noted("hello"), link=links[1])
    assert "Line 1 is not the one" in check(RECORD, changed, bytes(32))


SIDES = st.dictionaries(st.text(max_size=5), st.binary(min_size=32, max_size=32), max_size=3)


@given(st.text(max_size=20), st.text(max_size=5), SIDES, st.integers(0, 20), st.binary(max_size=32))
def test_a_memory_is_its_text_and_back(session, side, publics, count, table):
    links = links_of(count) if count else []
    record = Record(began(session=session))
    for name, public in publics.items():
        record = record.after(Entry(2, 0, name, Joined(public, b"", b"", 10)))
    memory = seen(Memory(session, side, table=table), record, links)
    assert memory_of(memory_text(memory)) == memory


@settings(max_examples=200)
@given(st.data())
def test_any_damage_is_told_as_a_sentence(data):
    text = memory_text(seen(Memory("session-1", "red"), RECORD, links_of(4)))
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    changed = text[:start] + data.draw(st.text(max_size=5)) + text[end:]
    try:
        found = memory_of(changed)
    except CoreError as told:
        assert str(told) == "What was remembered of the session is damaged."
    else:
        assert isinstance(found, Memory)


def test_memories_lie_in_a_folder_of_their_own_for_each_session_and_side(tmp_path):
    assert recall("session-1", "red", tmp_path) == Memory("session-1", "red")
    memory = seen(Memory("session-1", "red", table=bytes(32)), RECORD, links_of(4))
    path = remember(memory, tmp_path)
    assert recall("session-1", "red", tmp_path) == memory
    assert recall("session-1", "blue", tmp_path).number == 0
    assert recall("../../evil", "", tmp_path).number == 0
    assert memories.memory_path("../../evil", "", tmp_path).parent == tmp_path
    if os.name != "nt":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff\xfe", b"[" * 5000, b'{"phaseline": "session memory", "version": 2}'])
def test_a_file_that_is_no_memory_is_told_with_its_name(tmp_path, data):
    path = memories.memory_path("session-1", "", tmp_path)
    path.write_bytes(data)
    with pytest.raises(CoreError, match=f"{path.name}: What was remembered of the session is damaged."):
        recall("session-1", "", tmp_path)


def test_a_memory_of_another_session_is_not_taken(tmp_path):
    remember(Memory("session-2"), tmp_path).rename(memories.memory_path("session-1", "", tmp_path))
    with pytest.raises(CoreError, match="remembers another session"):
        recall("session-1", "", tmp_path)
    assert "sessions" in memories.memory_folder().parts
