"""A journal keeps every line that it has taken, finds whatever was changed in it, and gives back what is good."""

import json
import os
import random
import subprocess
import sys
import threading
from contextlib import redirect_stderr, redirect_stdout
from hashlib import sha256
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracles.play_events import EVENTS, events_of, spoiled
from oracles.sessions import BLUE, RED, began, move

from core.base.errors import CoreError, WrongUse
from core.base.lock import InUse
from core.cli.main import main
from core.model.edits.force_edits import ChangeScenario
from core.play import journal as module
from core.play import journal_writer
from core.play.dice import fall
from core.play.event_text import entry_text
from core.play.events import Began, Bookmarked, Did, Entry, Noted, Opened, Rolled, Ruled, Went
from core.play.forms import plain_data
from core.play.journal import START, Chain, Damaged, Journal, read_journal, recover
from core.play.journal_writer import Displaced
from core.play.keys import hand_over, join, unlock
from core.play.snapshots import load


def _began(kind="hot_seat") -> Began:
    event = began(kind).event
    assert isinstance(event, Began)
    return event


def _event(number: int):
    match number % 5:
        case 0:
            seed = bytes([number]) * 16
            return Rolled("2d6", fall(seed, "2d6"), "Fire on 12.07", seed)
        case 1:
            return Ruled("los", {"from": "1.04", "to": "4.05"}, "clear", bytes(32), bytes(32))
        case 2:
            return Noted(f"Näher an den Wald, {number}")
        case _:
            return Did("Move", (move("r1", number, -number),))


def _written(path: Path, count: int) -> Path:
    with Journal.create(path, _began(), at=1_760_000_000) as journal:
        for number in range(2, count + 1):
            journal.append(_event(number), (RED, BLUE)[number % 2], 1_760_000_000 + number)
    return path


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _written(tmp_path_factory.mktemp("journals") / "a.journal", 40)


@pytest.fixture
def path(tmp_path: Path, written: Path) -> Path:
    """A journal of 40 lines of its own."""
    path = tmp_path / "a.journal"
    path.write_bytes(written.read_bytes())
    return path


def test_every_line_is_bound_to_all_before_it_as_the_format_says(written):
    link = START
    assert sha256(b"phaseline journal 1\n").digest() == START
    for number, line in enumerate(written.read_bytes().splitlines(keepends=True), 1):
        body, mark, tail = line.rpartition(b',"h":')
        assert mark
        link = sha256(link + body).digest()
        assert tail == f'"{plain_data(link)}"}}\n'.encode()
        assert body.startswith(b'{"phaseline":1,"n":1,' if number == 1 else f'{{"n":{number},"t":'.encode())


def test_a_journal_reads_as_it_was_written(written):
    found = read_journal(written)
    assert found.fault is None
    assert found.good_bytes == written.stat().st_size
    assert [entry.number for entry in found.entries] == list(range(1, 41))
    assert found.entries[0].event == _began()
    assert [entry.event for entry in found.entries[1:]] == [_event(number) for number in range(2, 41)]
    assert found.entries[6] == Entry(7, 1_760_000_007, BLUE, _event(7))
    assert sorted(found.records[-1].rolls) == [5, 10, 15, 20, 25, 30, 35, 40]


def test_it_can_be_played_on(path):
    with Journal.open(path) as journal:
        assert len(journal.entries) == 40
        entry = journal.append(Noted("Later"), RED, 5)
        assert (entry.number, entry.at, journal.entries[-1], journal.link) == (41, 5, entry, entry.link)
        assert read_journal(path).entries == tuple(journal.entries)
    assert read_journal(path).entries[-1].event == Noted("Later")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whatever_events_come_a_journal_gives_them_back(tmp_path, data):
    path = tmp_path / f"{data.draw(st.uuids())}.journal"
    path.unlink(missing_ok=True)
    kinds = events_of(st.integers(1, 1))
    some = st.sampled_from(sorted((kind for kind in kinds if kind is not Began), key=str)).flatmap(kinds.__getitem__)
    with Journal.create(path, data.draw(kinds[Began])) as journal:
        for event in data.draw(st.lists(some, max_size=4)):
            try:
                journal.append(event, RED, 0)
            except WrongUse as refused:
                # Made-up events may answer rolls that nobody declared.
                assert "entry" in str(refused).casefold() or "Entry" in str(refused)
        found = read_journal(path, check=lambda *_: "")
        assert (found.entries, found.records) == (tuple(journal.entries), tuple(journal.records))
        assert found.fault is None


def test_a_thousand_changed_bytes_are_all_found_where_they_are(tmp_path, written):
    dice, good = random.Random(20261121), written.read_bytes()
    whole, path = read_journal(written), tmp_path / "bad.journal"
    for _ in range(1000):
        at = dice.randrange(len(good))
        byte = dice.choice([each for each in (good[at] ^ 1 << dice.randrange(8), dice.randrange(256)) if each != good[at]])
        path.write_bytes(good[:at] + bytes([byte]) + good[at + 1 :])
        found = read_journal(path)
        line = good.count(b"\n", 0, at) + 1
        assert found.fault is not None, f"byte {at} became {byte} and nobody saw it"
        assert (found.fault.line, found.fault.offset) == (line, good.rfind(b"\n", 0, at) + 1)
        assert found.entries == whole.entries[: line - 1]
        assert good[: found.good_bytes] == path.read_bytes()[: found.good_bytes]
        assert found.good_bytes == found.fault.offset


def test_damage_is_told_with_its_place_and_what_is_lost(path, tmp_path):
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:9], lines[9].replace(b"Fire", b"Wire"), *lines[10:]]))
    with pytest.raises(Damaged) as damaged:
        Journal.open(path)
    assert str(damaged.value).startswith(f"{path}:10: The line is not as it was written: it does not fit its own link")
    assert "The 30 lines behind it are lost with it. The 9 lines before it are good." in str(damaged.value)
    assert "--recover NEW" in str(damaged.value)
    new = tmp_path / "b.journal"
    assert recover(path, new).entries == read_journal(new).entries
    assert new.read_bytes() == b"".join(lines[:9])
    with pytest.raises(WrongUse, match="exists already"):
        recover(path, new)
    with Journal.open(new) as journal:
        assert journal.append(Noted("On"), RED).number == 10


@pytest.mark.parametrize(
    ("change", "line", "text"),
    [
        (lambda lines: lines[:4] + lines[5:], 5, "does not fit its own link"),
        (lambda lines: [*lines[:4], lines[5], lines[4], *lines[6:]], 5, "does not fit its own link"),
        (lambda lines: [*lines[:4], lines[3], *lines[4:]], 5, "does not fit its own link"),
        (lambda lines: [*lines[:4], b"\n", *lines[4:]], 5, "does not end as a line of a journal does"),
        (lambda lines: [b"\n", *lines], 1, "does not begin as one"),
        (lambda lines: lines[1:], 1, "does not begin as one"),
        (lambda lines: [lines[0].replace(b'"phaseline":1', b'"phaseline":2'), *lines[1:]], 1, "in another form"),
        (lambda lines: [*lines[:4], lines[4][:-1] + b"\r\n", *lines[5:]], 5, "does not end as"),
        (lambda lines: [*lines, b"\0" * 4096 + b"\n"], 41, "does not end as"),
        (lambda lines: [*lines[:4], b"x" * (module.MOST_LINE_BYTES + 5) + b"\n", *lines[4:]], 5, "longer than 1,048,576 bytes"),
        (lambda lines: [], 1, "The file is empty"),
        (lambda lines: [b"\xff\xfe\x00" * 40 + b"\n"], 1, "does not begin as one"),
    ],
)
def test_lines_that_were_taken_out_moved_or_put_in_are_found(path, change, line, text):
    lines = path.read_bytes().splitlines(keepends=True)
    changed = change(lines)
    path.write_bytes(b"".join(changed))
    found = read_journal(path)
    assert found.fault is not None
    assert (found.fault.line, found.fault.lost) == (line, max(len(changed) - line, 0))
    assert text in found.fault.text
    assert not found.fault.torn or not changed


def test_the_end_can_be_cut_at_any_byte(path):
    good = path.read_bytes()
    start = good.rfind(b"\n", 0, len(good) - 1) + 1
    for end in range(start + 1, len(good)):
        path.write_bytes(good[:end])
        found = read_journal(path)
        assert found.fault is not None
        assert found.fault.torn
        assert (len(found.entries), found.good_bytes) == (39, start)


def test_a_line_that_was_cut_is_set_aside_and_told(path):
    good = path.read_bytes()
    path.write_bytes(good[:-20])
    with Journal.open(path) as journal:
        assert "was not whole" in journal.torn
        assert len(journal.entries) == 39
        journal.append(Noted("Again"), RED)
    assert read_journal(path).fault is None
    start = good.rfind(b"\n", 0, len(good) - 1) + 1
    assert path.with_name("a.journal.torn").read_bytes() == good[start:-20] + b"\n"


def test_a_journal_without_a_whole_line_is_not_opened_and_not_touched(path):
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(Damaged, match="Nothing of the journal is good"):
        Journal.open(path)
    assert path.stat().st_size == 200
    with pytest.raises(CoreError, match=r"Nothing of .* can be recovered"):
        recover(path, path.with_name("b.journal"))
    assert not path.with_name("b.journal").exists()


def _chained(*texts: str) -> bytes:
    """Lines with the links that fit them, as a program that forges a journal writes them."""
    link, lines = START, b""
    for text in texts:
        body = text.encode("utf-8", "surrogateescape")
        link = sha256(link + body).digest()
        lines += body + f',"h":"{plain_data(link)}"}}\n'.encode()
    return lines


@pytest.fixture(scope="module")
def first(written: Path) -> str:
    """The first line of a journal, without its link."""
    return written.read_text(encoding="utf-8").splitlines()[0].rpartition(',"h":')[0]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"n":2,"t":0,"do":"went","to":2', "names entry 2, which does not lie before it"),
        ('{"n":2,"t":0,"do":"went","to":0', "names entry -1"),
        ('{"n":2,"t":0,"do":"went","to":-4', "names entry -4"),
        ('{"n":2,"t":0,"do":"noted","x":"","on":99', "names entry 99"),
        ('{"n":2,"t":0,"do":"answered","to":1,"half":""', "Entry 1 declares no rolls"),
        ('{"n":2,"t":0,"do":"rolled","d":"d6","p":[1],"pledge":1', "Entry 1 declares no rolls"),
        ('{"n":3,"t":0,"do":"noted","x":""', "has the number 3 where 2 belongs"),
        ('{"n":2,"t":0,"do":"noted","x":1', "may be from a newer one"),
        ('{"n":2,"t":0,"do":"noted","x":"\udcff"', "no text in UTF-8"),
        ("[" * 100_000, "nested too deeply"),
        ('{"n":2,"t":0,"do":"handed_over","to":"blue","signature":""', "has no keys to sign with"),
    ],
    ids=range(11),
)
def test_forged_lines_that_fit_the_chain_are_refused_by_what_they_say(tmp_path, first, text, why):
    path = tmp_path / "forged.journal"
    path.write_bytes(_chained(first, text))
    found = read_journal(path)
    assert found.fault is not None
    assert (found.fault.line, len(found.entries)) == (2, 1)
    assert why in found.fault.text


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whatever_a_forger_writes_is_a_journal_or_refused_in_a_sentence(tmp_path, first, data):
    """As `phaseline replay` and `phaseline journal` would read it."""
    kinds, path, lines = EVENTS, tmp_path / "forged.journal", [first]
    for number in range(2, data.draw(st.integers(2, 5)) + 1):
        event = data.draw(kinds[data.draw(st.sampled_from(sorted(kinds, key=str)))])
        written = json.loads(entry_text(Entry(number, 0, data.draw(st.sampled_from(["", RED, "green"])), event)))
        changed = spoiled(written, data.draw) if data.draw(st.booleans()) else written
        lines.append(json.dumps(changed, ensure_ascii=False)[:-1])
    if data.draw(st.booleans()):
        lines[0] = json.dumps(spoiled(json.loads(first + "}"), data.draw), ensure_ascii=False)[:-1]
    path.write_bytes(_chained(*lines))
    loaded = load(path, folder=tmp_path / "kept")
    if loaded.read.fault is not None:
        assert loaded.read.fault.text.endswith((".", "?"))
        assert loaded.read.fault.line == len(loaded.read.entries) + 1
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        assert main(["replay", str(path), "--json"]) in (0, 1)
        assert main(["replay", str(path)]) in (0, 1)
        assert main(["journal", str(path)]) in (0, 1)


def test_a_journal_begins_once(tmp_path, first):
    path = tmp_path / "forged.journal"
    path.write_bytes(_chained('{"phaseline":1,"n":1,"t":0,"do":"noted","x":""'))
    assert "begins with what is played" in read_journal(path).fault.text
    again = first.replace('"phaseline":1,"n":1', '"n":2')
    path.write_bytes(_chained(first, again))
    assert "Only the first line" in read_journal(path).fault.text


def test_signatures_are_checked_as_lines_come_and_the_fault_names_theirs(tmp_path):
    path = tmp_path / "mail.journal"
    event = _began("mail")
    joined = join("north", RED, event.session, hardness=10)
    keys = unlock(joined, "north", RED, event.session)
    with Journal.create(path, event, at=1) as journal:
        journal.append(joined, RED, 2)
        journal.append(Noted("Mine"), RED, 3)
        journal.append(hand_over(keys, BLUE, journal.link), RED, 4)
    assert read_journal(path).fault is None
    lines = [line.rpartition(',"h":')[0] for line in path.read_text(encoding="utf-8").splitlines()]
    path.write_bytes(_chained(*lines[:2], lines[2].replace("Mine", "Ours"), lines[3]))
    fault = read_journal(path).fault
    assert fault is not None
    assert fault.line == 4
    assert fault.text.startswith('The signature of side "red" does not fit the lines before')


def test_nothing_is_written_that_would_be_refused(path):
    before = path.read_bytes()
    with Journal.open(path) as journal:
        for event in (
            Did("Edit", (ChangeScenario("Remove", "a", None),)),
            Went(41),
            Bookmarked(99, "Here"),
            Noted("x" * module.MOST_LINE_BYTES),
            _began(),
        ):
            with pytest.raises(WrongUse):
                journal.append(event, RED)
        assert len(journal.entries) == 40
    assert path.read_bytes() == before


def test_a_disk_that_refuses_leaves_the_journal_as_it_was(path, monkeypatch):
    before, real = path.read_bytes(), os.write
    with Journal.open(path) as journal:
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", lambda handle, data: real(handle, data[:7]))
            with pytest.raises(OSError, match="full"):
                journal.append(Noted("Lost"), RED)
        assert path.read_bytes() == before
        assert journal.append(Noted("Kept"), RED).number == 41
    assert read_journal(path).fault is None


def test_a_disk_that_fails_to_sync_is_told_at_the_next_line(path, monkeypatch):
    def refuse(handle: int) -> None:
        raise OSError(5, "Input/output error")

    with Journal.open(path) as journal:
        with monkeypatch.context() as patch:
            patch.setattr(journal_writer, "synced", refuse)
            with pytest.raises(OSError, match="Input/output"):
                journal.sync()
        journal.append(Noted("On"), RED)


def test_a_file_that_somebody_else_has_written_to_is_not_written_on(path):
    with Journal.open(path) as journal:
        with path.open("ab") as other:
            other.write(b"x")
        with pytest.raises(OSError, match="changed by another program"):
            journal.append(Noted("On"), RED)


def test_two_windows_on_one_journal_are_refused(path):
    with Journal.open(path):
        with pytest.raises(InUse, match=r"a\.journal is open in this window"):
            Journal.open(path)
        assert len(read_journal(path).entries) == 40
    Journal.open(path).close()


def test_a_new_journal_takes_no_place_of_another(path):
    before = path.read_bytes()
    with pytest.raises(WrongUse, match="exists already"):
        Journal.create(path, _began())
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == ["a.journal"]


def test_there_is_nothing_to_open_where_there_is_no_file(tmp_path):
    with pytest.raises(WrongUse, match="There is no file"):
        Journal.open(tmp_path / "none.journal")
    assert list(tmp_path.iterdir()) == []


def test_a_journal_that_is_closed_is_closed(path):
    journal = Journal.open(path)
    journal.append(Noted("Last"), RED)
    journal.close()
    journal.close()
    assert not path.with_name("a.journal.lock").exists()


def test_the_thread_that_syncs_ends_even_when_it_is_told_so_between_two_waits(path, monkeypatch):
    class Told(threading.Event):
        """Whoever ends the writer comes just before the thread forgets what it waited for."""

        def clear(self) -> None:
            writer._ending.set()
            self.set()
            super().clear()

    monkeypatch.setattr(journal_writer, "SYNC_S", 0)
    with path.open("ab") as stream:
        writer = journal_writer.LineWriter(path, stream.fileno(), path.stat().st_size)
        writer._waiting = Told()
        writer._waiting.set()
        writer._run()


def test_a_chain_takes_only_its_own_next_line():
    chain = Chain()
    line = chain.line(_began(), "", 1)
    chain.add(*chain.take(line))
    with pytest.raises(CoreError, match="does not fit its own link"):
        chain.take(line)


KILLED = """
import os, random, signal, sys, time
from pathlib import Path
from core.play.events import Noted
from core.play.journal import Journal, read_journal

path, dice = Path(sys.argv[1]), random.Random(11)
begun, lines = path.read_bytes(), 0
for round in range(200):
    if round % 10 == 0:
        path.write_bytes(begun)
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        journal = Journal.open(path)
        while True:
            entry = journal.append(Noted("x" * dice.randrange(900)), "red")
            os.write(theirs, entry.number.to_bytes(4, "big"))
    os.close(theirs)
    heard = os.read(ours, 4) if round % 8 else b""
    until = time.perf_counter() + dice.random() * 0.002
    while time.perf_counter() < until:
        pass
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while more := os.read(ours, 4096):
        heard += more
    os.close(ours)
    told = int.from_bytes(heard[-4:], "big")
    found = read_journal(path)
    assert found.fault is None or found.fault.torn, found.fault
    assert len(found.entries) >= told, (len(found.entries), told)
    lines += len(found.entries)
print(len(found.entries), lines)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="processes are forked")
def test_a_writer_killed_at_200_points_has_kept_every_line_that_it_told_of(tmp_path):
    path = _written(tmp_path / "a.journal", 2)
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    last, lines = map(int, done.stdout.split())
    assert lines > 1000
    with Journal.open(path) as journal:
        assert len(journal.entries) == last


def test_what_opens_something_may_be_long_and_nothing_else(path):
    contents = tuple('"' * 120_000 for _ in range(40))
    with Journal.open(path) as journal:
        entry = journal.append(Opened("op-1", contents, (b"s" * 32,) * 40), RED)
        with pytest.raises(WrongUse, match="too much for one line"):
            journal.append(Opened("op-2", contents * 2, ()), RED)
        with pytest.raises(WrongUse, match="too much for one line"):
            journal.append(Noted("x" * module.MOST_LINE_BYTES), RED)
    found = read_journal(path, lambda *_: "")
    assert found.fault is None
    assert found.entries[-1] == entry
    assert len(found.lines[-1]) > 9 * module.MOST_LINE_BYTES
    # A note that passes for one is no good.
    lines = [line.rpartition(',"h":')[0] for line in path.read_text(encoding="utf-8").splitlines()]
    forged = '{"n":41,"t":1,"do":"noted","x":"' + "x" * module.MOST_LINE_BYTES + '","y":{"do":"opened"}}'
    path.write_bytes(_chained(*lines[:40], forged[:-1]))
    assert "longer than 1,048,576 bytes" in read_journal(path).fault.text
    forged = forged.replace('"x":"', '"y":{"do":"opened"},"x":"')
    path.write_bytes(_chained(*lines[:40], forged[:-1]))
    assert read_journal(path).fault.line == 41


def _replaced(path):
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    copy.replace(path)


@pytest.mark.parametrize(
    ("displace", "what"),
    [
        (_replaced, "moved, removed or replaced"),
        (Path.unlink, "moved, removed or replaced"),
        (lambda path: path.rename(path.with_name("moved")), "moved, removed or replaced"),
        (lambda path: path.write_bytes(b"hello"), "changed by another program"),
    ],
    ids=["replaced", "removed", "moved", "overwritten"],
)
def test_a_file_that_was_put_away_is_noticed_and_all_lines_can_be_rescued(path, tmp_path, displace, what):
    journal = Journal.open(path)
    journal.append(Noted("before"), RED)
    before = path.read_bytes()
    displace(path)
    after = path.read_bytes() if path.exists() else b""
    for _ in range(2):
        with pytest.raises(Displaced, match=what):
            journal.append(Noted("into the void"), RED)
        with pytest.raises(Displaced, match=what):
            journal.sync()
    assert len(journal.entries) == 41
    assert (path.read_bytes() if path.exists() else b"") == after
    new = tmp_path / "new.journal"
    journal.rescue(new)
    assert new.read_bytes() == before
    with pytest.raises(WrongUse, match="exists already"):
        journal.rescue(new)
    journal.close()
    with Journal.open(new) as rescued:
        assert rescued.append(Noted("on"), RED).number == 42


def test_who_leaves_without_another_line_is_told_that_the_file_is_gone(path):
    journal = Journal.open(path)
    path.unlink()
    with pytest.raises(Displaced):
        journal.close()
    journal.close()


@pytest.mark.skipif(os.name == "nt", reason="an open file has one name there")
def test_a_journal_is_locked_by_whatever_name_it_is_opened(path):
    hard = path.with_name("hard.journal")
    os.link(path, hard)
    with Journal.open(path), pytest.raises(InUse, match="is open in this window"):
        Journal.open(hard)
    Journal.open(hard).close()


@pytest.mark.skipif(os.name == "nt", reason="an open file is not removed there")
def test_a_journal_stays_locked_when_the_file_beside_it_is_removed(path):
    with Journal.open(path):
        path.with_name(path.name + ".lock").unlink()
        with pytest.raises(InUse, match="is open in this window"):
            Journal.open(path)
    Journal.open(path).close()


@pytest.mark.parametrize("deep", [400, 700, 990, 5_000])
def test_a_line_of_lists_in_lists_is_refused_in_a_sentence(path, deep):
    lines = [line.rpartition(',"h":')[0] for line in path.read_text(encoding="utf-8").splitlines()]
    forged = '{"n":41,"t":1,"do":"noted","x":' + "[" * deep + "]" * deep + ',"y":"\\u0041"'
    path.write_bytes(_chained(*lines, forged))
    fault = read_journal(path).fault
    assert fault.line == 41
    assert fault.text.endswith(".")
