"""The session that ships: replayed from its first line to its last, made again, and searched for what is hidden."""

import importlib.util
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from core.files.digests import box_digest
from core.files.resources import scenarios_folder
from core.files.ruleset_files import load_ruleset
from core.play.events import Began, Did, Entry, Ruled
from core.play.exports import Closed, view_for
from core.play.journal import read_journal
from core.play.luck import ledger
from core.play.session import Session
from core.play.snapshots import History, load
from core.play.table import begun
from core.play.told import Teller
from core.play.views import Unseen, View

ROOT = Path(__file__).resolve().parents[3]
SHIPPED = scenarios_folder() / "sessions" / "first-days.journal"
SIDES = ("korrin", "veldany")


@lru_cache(maxsize=1)
def played() -> Session:
    read = read_journal(SHIPPED)
    assert read.fault is None
    return Session(Closed(read.entries), History(read.entries, read.records))


@lru_cache(maxsize=2)
def view_of(side: str) -> View:
    return view_for(played(), side, load_ruleset("scs-1.6").play)


def maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_first_days", ROOT / "packaging" / "samples" / "make_first_days.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def texts(value: Any) -> Iterator[str]:
    """Every text that is anywhere in a value."""
    if isinstance(value, str):
        yield value
    elif is_dataclass(value) and not isinstance(value, type):
        for each in fields(value):
            yield from texts(getattr(value, each.name))
    elif isinstance(value, Mapping) or hasattr(value, "items"):
        for key, held in value.items():
            yield from texts(key)
            yield from texts(held)
    elif isinstance(value, tuple | list | frozenset | set):
        for each in value:
            yield from texts(each)


def bare(entry: Entry) -> Entry:
    """An entry without the digest of a ruling, which changes with each word that the rules say."""
    return replace(entry, event=replace(entry.event, digest=b"")) if isinstance(entry.event, Ruled) else entry


@pytest.mark.slow
def test_made_again_the_session_is_the_same(tmp_path: Path) -> None:
    module, began = maker(), played().record.began
    assert module.make(tmp_path / "again.journal", module.first_entry(began.box, began.rules)) == []
    again = read_journal(tmp_path / "again.journal").entries
    assert list(map(bare, again)) == list(map(bare, played().entries))
    if again == tuple(played().entries):
        assert (tmp_path / "again.journal").read_bytes() == SHIPPED.read_bytes()


def test_it_names_the_version_of_the_program_it_ships_with() -> None:
    assert played().record.began.program == version("phaseline"), "run packaging/samples/make_first_days.py"


def test_it_was_played_over_the_box_that_ships() -> None:
    folder = scenarios_folder() / "sable-river"
    assert played().record.began.box == box_digest(folder), "run packaging/samples/make_first_days.py"


def test_it_is_replayed_from_the_first_line_to_the_last(tmp_path: Path) -> None:
    session = played()
    assert session.number > 120
    table = begun(session.entries[0])
    states = [table.state]
    for entry in session.entries[1:]:
        table = table.after(entry, lambda number: states[number - 1])
        states.append(table.state)
        assert session.state_at(entry.number) == table.state
    kept = load(SHIPPED, folder=tmp_path)
    assert kept.tables is not None and kept.tables.at(session.number).state == states[-1]
    assert table.state.moment.turn == 3
    assert ledger(table.record)[0].number == len(table.record.rolls) == 9
    assert [branch.name for branch in session.branches()]


def played_of(event: Any) -> Any:
    """An event without what the box prints, which both players have: set-ups, arrivals, op sheets before play."""
    if isinstance(event, Began):
        return replace(event, scenario=replace(event.scenario, set_ups=(), arrivals=(), sheets=()))
    return event


@pytest.mark.parametrize("side", SIDES)
def test_no_id_that_is_hidden_from_a_side_is_in_its_view(side: str) -> None:
    session, view = played(), view_of(side)
    found = 0
    for number in range(1, session.number + 1):
        after = view.hidden(session.state_at(view.seen_at(number)))
        before = view.hidden(session.state_at(view.seen_at(session.parent(number)))) if number > 1 else after
        hidden = after & before
        found += len(hidden)
        assert hidden.isdisjoint(texts(view.state(number).state))
        assert after.isdisjoint(texts(view.state(number).state))
        assert hidden.isdisjoint(texts(played_of(view.entry(number).event)))
    assert found > session.number


@pytest.mark.parametrize("side", SIDES)
def test_what_is_told_to_a_side_names_no_unit_that_is_hidden_from_it(side: str) -> None:
    session, view = played(), view_of(side)
    teller = Teller(session.record.began)
    for number in range(2, session.number + 1):
        seen = view.entry(number)
        if isinstance(seen.event, Did | Unseen):
            hidden = view.hidden(session.state_at(number)) & view.hidden(session.state_at(session.parent(number)))
            sentence = teller.told(seen, view.state(session.parent(number)).state)
            names = {teller.unit(id_) for id_ in hidden}
            assert not any(re.search(rf"(?<![\w/]){re.escape(name)}(?![\w/])", sentence) for name in names), (number, sentence)


def test_what_one_side_asked_the_other_does_not_see() -> None:
    session = played()
    asked = {entry.number: entry.by for entry in session.entries if isinstance(entry.event, Ruled)}
    assert set(asked.values()) == set(SIDES)
    for number, by in asked.items():
        other = next(side for side in SIDES if side != by)
        assert view_of(other).entry(number).event == Unseen("question")
        assert view_of(by).entry(number).event == session.entry(number).event
