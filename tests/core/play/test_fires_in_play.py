"""Fires as they are played: what is proposed is done, remembered in the journal, told in words and binds who fires again."""

from dataclasses import replace
from pathlib import Path

from oracles import plain_fires
from oracles.stacks import FILE, board, unit

from core.files.digests import rules_digest
from core.files.ruleset_files import load_ruleset
from core.model.deployment import Piece
from core.model.edits.edit import Edit
from core.model.edits.state_edits import ChangeState
from core.model.state import Declared, Moment
from core.play.events import Did, Entry
from core.play.journal import Journal, read_journal
from core.play.proposed import do_proposed
from core.play.session import Session
from core.play.snapshots import History
from core.play.starting import beginning
from core.play.table import begun
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Ruling

MEN = {"steps": 5, "fire__strength": 4, "fire__range": 4, "fire__class": "area", "target__class": "area", "morale": 4}
TUBE = {**MEN, "steps": 2, "fire__range": 9, "fire__trajectory": "high", "fire__calibre": 81}


class Played:
    """A session of a few units on flat ground, with its journal."""

    def __init__(self, folder: Path) -> None:
        units = [
            unit("men", "infantry", **MEN),
            unit("squad", "infantry", "blue", **MEN),
            unit("others", "infantry", "blue", **MEN),
            unit("tube", "mortar", "blue", **TUBE),
        ]
        places = {"men": "05.05", "squad": "05.07", "others": "06.07", "tube": "05.09"}
        at: dict[str, str | Piece] = {id_: Piece(place, mode="Fire") for id_, place in places.items()}
        self.game: Game = board("tcs-4.01", units, at, contours=plain_fires.FLAT)
        ruleset = load_ruleset("tcs-4.01")
        began = beginning(
            *(self.game.box, ruleset.values, FILE, "hot_seat", {"red": "Ann", "blue": "Bob"}),
            of_box=bytes(32),
            of_rules=rules_digest("tcs-4.01"),
            program="test",
        )
        self.file = folder / "fires.journal"
        self.journal = Journal.create(self.file, began)
        self.session = Session(self.journal, History(self.journal.entries, self.journal.records))
        now = Moment(1, "action.actions", "blue")
        self.session.add(Did("Begin", (ChangeState("Begin", {"moment": now}),)), "blue")

    def ask(self, question: str, to: str, **given: object) -> Ruling:
        game = self.game.with_state(self.session.state)
        return ask(question, game, to=game.box.hex(to), **given)

    def do(self, ruling: Ruling, by: str = "blue") -> Proposal:
        (proposal,) = ruling.detail.proposals

        def made(edit: Edit, counts: Declared | None) -> Entry | None:
            return self.session.do(edit, by, counts=counts)

        do_proposed(self.session, self.game.box, proposal, made, lambda entry: None)
        return proposal

    def entries(self) -> tuple[Entry, ...]:
        return tuple(self.journal.entries)


def follow(played: Played, asked: Next) -> Ruling:
    """Asks what follows as a command line would."""
    game = played.game.with_state(played.session.state)
    texts = {name: [part.strip() for part in text.split(",")] for name, text in asked.given.items()}
    lists = {each.name for each in game.system.questions[asked.question].parameters if each.is_list}
    given: dict[str, object] = {name: text if name in lists else text[0] for name, text in texts.items()}
    hexes = {each.name: each.kind for each in game.system.questions[asked.question].parameters}
    for name, value in given.items():
        if hexes[name] == "hex":
            given[name] = game.box.hex(str(value))
        elif hexes[name] == "hexes":
            given[name] = [game.box.hex(label) for label in value]
    return ask(asked.question, game, **given)


def test_a_suppressive_fire_is_played_to_its_markers_and_binds_who_fired(tmp_path: Path) -> None:
    played = Played(tmp_path)
    fired = played.do(played.ask("fire.at", "05.05", units=["squad"], roll=11))
    assert [each.what for each in played.session.state.fought] == ["suppressive-fire"]
    assert played.session.state.declared == ()
    (after,) = fired.then
    marked = played.do(follow(played, after))
    assert played.session.state.deployment.pieces["squad"].marks == {"fired"}
    (overwatch,) = marked.then
    assert (overwatch.side, overwatch.may) == ("red", True)
    answer = follow(played, overwatch)
    assert [part.unit for part in answer.detail.parts if part.able] == ["men"]
    again = played.ask("fire.at", "05.05", units=["others"], roll=11)
    assert again.verdict == "prohibited" and "13.1h" in {each.rule.section for each in again.reasons}


def test_a_mortar_that_has_fired_smoke_is_marked_and_the_smoke_lies_there(tmp_path: Path) -> None:
    played = Played(tmp_path)
    played.do(played.ask("smoke.at", "05.06", units=["tube"], roll=6))
    state = played.session.state
    assert [each.what for each in state.fought] == ["smoke"]
    assert state.deployment.pieces["tube"].marks == {"fired"}
    assert [mark.kind for marks in state.deployment.marks.values() for mark in marks] == ["smoke-mortar"]
    again = played.ask("smoke.at", "05.06", units=["tube"])
    assert again.verdict == "prohibited"


def test_another_phase_forgets_what_was_fired_and_the_journal_keeps_it(tmp_path: Path) -> None:
    played = Played(tmp_path)
    played.do(played.ask("fire.at", "05.05", units=["squad"], roll=11))
    end = played.session.state
    read = read_journal(played.file)
    assert read.fault is None
    table = begun(read.entries[0])
    states = [table.state]
    for entry in read.entries[1:]:
        table = table.after(entry, lambda number: states[number - 1])
        states.append(table.state)
    assert states[-1] == end
    later = replace(end, fought=(), moment=Moment(1, "action.actions", "red"))
    game = played.game.with_state(later)
    told = ask("fire.at", game, to=game.box.hex("05.05"), units=["others"])
    assert told.verdict == "prohibited" and "13.1a" in {each.rule.section for each in told.reasons}
