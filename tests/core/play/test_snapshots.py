"""Kept states save time and change nothing: the tables after all entries are those of a plain fold."""

import tempfile
from dataclasses import replace
from pathlib import Path

import immutables
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.play_events import changes_of_pieces, changes_of_state
from oracles.sessions import BLUE, RED, SOFT, Folded, began, move

from core.base.errors import WrongUse
from core.base.lock import InUse
from core.base.steps import finish
from core.geometry.hexes import Hex
from core.model.edits.edit import Edit
from core.model.edits.state_edits import ChangeState
from core.model.scenario import Allotment
from core.model.state import Declared, GameState
from core.play import snapshots as module
from core.play.events import Bookmarked, Did, Entry, Event, Noted, Rolled, Went
from core.play.forms import plain_data
from core.play.journal import Damaged, Journal, read_journal
from core.play.keys import join
from core.play.record import Record
from core.play.session import Session
from core.play.snapshots import History, Snapshots, load, open_session


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "EVERY", 3)


def _without_chits(edit: Edit) -> Edit:
    """Chits lie where they were drawn to: they are no matter of any change."""
    if not isinstance(edit, ChangeState):
        return edit
    return ChangeState(edit.label, {name: value for name, value in edit.said.items() if name != "held"})


@st.composite
def played(draw: st.DrawFn) -> list[Entry]:
    """Entries of a session that goes back and forth."""
    entries = [began()]
    for number in range(2, draw(st.integers(2, 15))):
        event: Event = draw(
            st.one_of(
                st.builds(lambda edit: Did(edit.label, (edit,)), changes_of_pieces(st.sampled_from(["r1", "r2", "b1"]))),
                st.builds(lambda edit: Did(edit.label, (_without_chits(edit),)), changes_of_state),
                st.builds(Went, st.integers(1, number - 1)),
                st.builds(Bookmarked, st.integers(1, number - 1), st.just("here")),
                st.just(Rolled("d6", (3,))),
            )
        )
        # A link is all that a kept state is known by.
        entries.append(Entry(number, 0, RED, event, f"{draw(st.uuids())}".encode()))
    return entries


def _told(tables: History | Folded, numbers: list[int]) -> list[tuple[int, GameState, Record]]:
    found = [tables.at(number) for number in numbers]
    return [(each.number, each.state, each.record) for each in found]


@given(played(), st.data())
def test_states_are_the_same_whatever_is_kept_and_whatever_is_damaged(entries, data):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        History(entries[: data.draw(st.integers(1, len(entries)))], snapshots=Snapshots("s", folder))
        for path in sorted(folder.iterdir()):
            match data.draw(st.sampled_from(["leave", "remove", "cut", "change"])):
                case "remove":
                    path.unlink()
                case "cut":
                    path.write_bytes(path.read_bytes()[: data.draw(st.integers(0, 60))])
                case "change":
                    path.write_bytes(path.read_bytes().replace(b'"', b"'", 1))
        history = History(entries, snapshots=Snapshots("s", folder))
        numbers = data.draw(st.permutations(range(1, len(entries) + 1)))
        assert _told(history, numbers) == _told(Folded(entries), numbers)


@given(played())
def test_entries_that_are_added_lead_on(entries):
    history, plain = History(entries[:1]), Folded(entries[:1])
    for entry in entries[1:]:
        plain.follow(entry)
        assert history.follow(entry) == plain.at(entry.number)
    numbers = list(range(len(entries), 0, -1))
    assert _told(history, numbers) == _told(Folded(entries), numbers)


@given(played())
def test_undo_then_redo_leads_to_the_same_state(entries):
    lines = [*entries]
    last = len(lines)
    for number, to in enumerate((max(last - 1, 1), last), last + 1):
        lines.append(Entry(number, 0, RED, Went(to)))
    history = History(lines)
    assert history.at(last + 2).state == history.at(last).state
    assert history.at(last + 1).state == history.at(max(last - 1, 1)).state


def _moves(count: int) -> list[Entry]:
    moves = [Entry(n, 0, RED, Did("Move", (move("r1", n, n),)), bytes([n])) for n in range(2, count + 1)]
    return [began(), *moves]


def test_a_kept_state_stands_for_the_entries_before_it(tmp_path, monkeypatch):
    entries = _moves(8)
    History(entries, snapshots=Snapshots("s", tmp_path))
    assert len(list(tmp_path.iterdir())) == 2
    folded: list[int] = []
    real = module.done
    monkeypatch.setattr(module, "done", lambda box, state, did: folded.append(1) or real(box, state, did))
    history = History(entries, snapshots=Snapshots("s", tmp_path))
    assert len(folded) == 2
    assert history.at(5).state == Folded(entries).at(5).state
    assert len(folded) == 4
    history.at(5)
    assert len(folded) == 4


def test_a_damaged_state_is_removed_and_made_anew(tmp_path):
    entries = _moves(4)
    History(entries, snapshots=Snapshots("s", tmp_path))
    (path,) = tmp_path.iterdir()
    good = path.read_bytes()
    path.write_bytes(good.replace(b"r1", b"r9"))
    assert Snapshots("s", tmp_path).recall(entries[2]) is None
    assert not path.exists()
    History(entries, snapshots=Snapshots("s", tmp_path))
    assert path.read_bytes() == good


def test_the_states_of_a_journal_that_was_begun_again_are_not_taken(tmp_path):
    entries = _moves(4)
    History(entries, snapshots=Snapshots("s", tmp_path))
    (old,) = tmp_path.iterdir()
    again = [began(), *(Entry(n, 0, RED, Did("Move", (move("r1", -n, n),)), bytes([n + 100])) for n in range(2, 5))]
    history = History(again, snapshots=Snapshots("s", tmp_path))
    assert _told(history, [4, 3, 2, 1]) == _told(Folded(again), [4, 3, 2, 1])
    (new,) = tmp_path.iterdir()
    assert new != old


def test_a_state_of_another_shape_or_another_session_is_not_found(tmp_path, monkeypatch):
    entries = _moves(3)
    Snapshots("s", tmp_path).keep(entries[2], GameState())
    assert Snapshots("s", tmp_path).recall(entries[2]) == GameState()
    assert Snapshots("t", tmp_path).recall(entries[2]) is None
    monkeypatch.setattr(module, "_MADE_BY", b"another program")
    assert Snapshots("s", tmp_path).recall(entries[2]) is None


def test_what_was_kept_long_ago_goes(tmp_path, monkeypatch):
    entries = _moves(6)
    Snapshots("old", tmp_path).keep(entries[2], GameState())
    monkeypatch.setattr(module, "KEPT_S", -100)
    Snapshots("new", tmp_path).keep(entries[5], GameState())
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(tmp_path):
    file = tmp_path / "file"
    file.touch()
    entries = _moves(7)
    history = History(entries, snapshots=Snapshots("s", file / "below"))
    assert _told(history, [7]) == _told(Folded(entries), [7])


def test_a_session_is_played_over_its_journal_and_found_again(tmp_path):
    path, folder = tmp_path / "a.journal", tmp_path / "kept"
    Journal.create(path, began().event).close()
    journal, history = open_session(path, folder=folder)
    session = Session(journal, history)
    for number in range(5):
        session.do(move("r1", number, 7), RED)
    session.undo(RED)
    session.roll("2d6", RED, "to hit")
    state = session.state
    journal.close()
    loaded = load(path, folder=folder)
    assert loaded.read.fault is None
    assert loaded.tables is not None
    assert loaded.tables.at(8).state == state
    assert sorted(loaded.tables.at(8).record.rolls) == [8]
    assert len(list(folder.iterdir())) == 2


def test_a_line_that_leads_to_no_state_is_damage(tmp_path, monkeypatch):
    path, folder = tmp_path / "a.journal", tmp_path / "kept"
    with Journal.create(path, began().event) as journal:
        for number in range(4):
            journal.append(Did("Move", (move("r1", number, 7),)), RED)
        journal.append(Noted("The end"), RED)
    ends = read_journal(path).ends
    real = module.done

    def done(box, state, did):
        if did.edits[0].pieces["r1"].at.q == 2:
            raise KeyError("nowhere")
        return real(box, state, did)

    monkeypatch.setattr(module, "done", done)
    loaded = load(path, folder=folder)
    fault = loaded.read.fault
    assert fault is not None
    assert (fault.line, fault.offset, fault.lost) == (4, ends[2], 2)
    assert "leads to no state of play" in fault.text
    assert loaded.tables is not None
    assert loaded.tables.at(3).number == len(loaded.read.entries) == 3
    with pytest.raises(Damaged, match=r"a\.journal:4: The line leads to no state"):
        open_session(path, folder=folder)
    Journal.open(path).close()


def test_a_journal_of_which_nothing_is_good_has_no_tables(tmp_path):
    path = tmp_path / "a.journal"
    path.write_bytes(b"nothing\n")
    loaded = load(path, folder=tmp_path)
    assert loaded.tables is None
    assert loaded.read.fault is not None


def test_the_seal_of_a_state_is_the_digest_of_its_text(tmp_path):
    entries = _moves(3)
    Snapshots("s", tmp_path).keep(entries[2], GameState(visibility=3))
    (path,) = tmp_path.iterdir()
    seal, _, body = path.read_bytes().partition(b"\n")
    assert body == b'{"visibility":3}'
    assert len(seal) == len(plain_data(bytes(32)))


def test_a_journal_is_opened_in_steps_and_free_when_they_are_given_up(tmp_path):
    path = tmp_path / "a.journal"
    with Journal.create(path, began().event) as journal:
        for number in range(20):
            journal.append(Noted(f"Note {number}"), RED)
    steps = module.opening(path, folder=tmp_path / "states")
    done, total = next(steps)
    assert 0 < done < total == path.stat().st_size
    with pytest.raises(InUse):
        Journal.open(path)
    steps.close()
    opened, history = finish(module.opening(path, folder=tmp_path / "states"))
    with opened:
        assert len(opened.entries) == 21 and history.at(21).state == history.at(1).state


def test_a_first_line_that_allots_beyond_all_numbers_is_damage(tmp_path):
    first = began().event
    many = replace(first.scenario, allotments=(Allotment(RED, "ammunition", 2**53 - 1),) * 3)
    path = tmp_path / "a.journal"
    with Journal.create(path, replace(first, scenario=many)) as journal:
        for number in range(7):
            journal.append(Noted(str(number)), RED)
    loaded = load(path, folder=tmp_path)
    assert loaded.tables is None
    assert loaded.read.fault.line == 1
    assert "of ammunition before the start" in loaded.read.fault.text
    with pytest.raises(Damaged, match="of ammunition before the start"):
        open_session(path, folder=tmp_path)


def test_a_state_that_no_file_can_hold_is_folded_again_and_no_fault(tmp_path):
    kept = Snapshots("s", tmp_path)
    state = GameState(points=immutables.Map({(RED, "ammunition"): 2**53}))
    kept.keep(began(), state)
    assert kept.recall(began()) is None


def test_nothing_is_written_that_leads_to_no_state(tmp_path):
    path = tmp_path / "a.journal"
    with Journal.create(path, began("mail").event) as journal:
        played = Session(journal, History(journal.entries, journal.records), [RED])
        played.add(join("phrase", RED, "s-1", "mail", SOFT), RED)
        before = path.read_bytes()
        theirs = ChangeState("Declare", {"declared": (Declared(BLUE, ("b1",), (Hex(0, 0),)),)})
        for edit in (theirs, Broken()):
            with pytest.raises(WrongUse):
                played.add(Did("Declare", (edit,)), RED)
        assert path.read_bytes() == before
        assert (played.number, len(journal.entries)) == (2, 2)
        # A forger writes it all the same.
        journal.append(Did("Declare", (theirs,)), RED)
    fault = load(path, folder=tmp_path).read.fault
    assert (fault.line, fault.text) == (3, 'Side "red" declares something in the name of side "blue".')


class Broken:
    """An edit that leads nowhere."""

    label = "Broken"

    def apply(self, work):
        raise KeyError("nobody")
