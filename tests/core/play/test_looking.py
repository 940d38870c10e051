"""A journal that is looked at again is verified once, and nothing that was changed goes unseen."""

import pytest
from play_sessions import Table

from core.play import cups, cups_judged, trust
from core.play.events import Noted
from core.play.journal import Journal
from core.play.looking import look
from core.play.memories import Memory, found_right, keep_found_right, memory_path, remember, seen


@pytest.fixture
def folders(tmp_path):
    return {"states": tmp_path / "states", "memories": tmp_path / "memories"}


@pytest.fixture
def mailed(tmp_path):
    """A journal by mail with a cup that both sides have shuffled."""
    table = Table("mail", units={"r1": ("red", "First")})
    table.add("red", cups.fill(table.record, "Red", {"weak": 3}, table.keys["red"]))
    path = tmp_path / "mail.journal"
    journal = Journal.create(path, table.entries[0].event)
    for entry in table.entries[1:]:
        journal.append(entry.event, entry.by)
    journal.close()
    return path


@pytest.fixture
def asked(monkeypatch):
    """How many lines were verified."""
    numbers = []
    fault = trust.fault

    def counting(record, entry, link):
        numbers.append(entry.number)
        return fault(record, entry, link)

    # Who has the file is not what is tried here.
    monkeypatch.setattr("core.play.keys.fault_of_author", lambda record, entry: "")
    monkeypatch.setattr(trust, "fault", counting)
    monkeypatch.setattr("core.play.snapshots.load.__defaults__", (counting, None))
    return numbers


def test_lines_are_verified_once(mailed, folders, asked):
    assert look(mailed, **folders).read.fault is None
    assert asked == [2, 3, 4]
    asked.clear()
    again = look(mailed, **folders)
    assert asked == [] and len(again.read.entries) == 4 and again.tables is not None
    with Journal.open(mailed, lambda *_: "") as journal:
        journal.append(Noted("later"), "red")
    assert look(mailed, **folders).read.fault is None
    assert asked == [5]


def test_what_was_verified_in_play_is_known_as_well(mailed, folders, asked):
    loaded = look(mailed, **folders)
    session = loaded.read.records[0].began.session
    for path in folders["memories"].iterdir():
        path.unlink()
    remember(seen(Memory(session, "red"), loaded.read.records[-1], [e.link for e in loaded.read.entries]), folders["memories"])
    asked.clear()
    look(mailed, **folders)
    assert asked == []


def test_a_forged_beginning_of_what_was_seen_is_verified_anew(mailed, tmp_path, folders, asked):
    good = look(mailed, **folders).read
    forged = tmp_path / "forged.journal"
    lines = mailed.read_bytes().splitlines(keepends=True)
    with Journal.create(forged, good.entries[0].event, at=7) as journal:
        for entry in good.entries[1:-1]:
            journal.append(entry.event, entry.by)
    with forged.open("ab") as stream:
        stream.write(lines[-1])
    asked.clear()
    found = look(forged, **folders).read
    assert asked == [2, 3] and found.fault.line == 4, "nothing is good that nobody has looked at"


def test_links_of_lines_that_were_found_right_are_kept_and_the_oldest_are_forgotten(tmp_path):
    links = [bytes([number]) * 32 for number in range(20)]
    for link in [*links, links[5]]:
        keep_found_right("session-1", link, tmp_path)
    found = found_right("session-1", folder=tmp_path)
    assert len(found) == 16 and links[5] in found and links[3] not in found
    assert found_right("session-2", folder=tmp_path) == frozenset()


@pytest.mark.parametrize("text", ["", "[]", '{"phaseline":"lines found right","version":1,"links":[["?",1]]}', "\0"])
def test_a_damaged_file_of_such_links_says_nothing(tmp_path, text):
    keep_found_right("session-1", bytes(32), tmp_path)
    path = memory_path("session-1", "", tmp_path).with_suffix(".right.json")
    assert path.is_file()
    path.write_text(text)
    assert found_right("session-1", folder=tmp_path) == frozenset()
    keep_found_right("session-1", bytes(32), tmp_path)
    assert found_right("session-1", folder=tmp_path) == {bytes(32)}


def test_proofs_of_a_process_do_not_hide_that_lines_are_asked_anew(mailed, folders, asked):
    cups_judged._right.clear()
    look(mailed, **folders)
    assert len(cups_judged._right) == 1
