"""A journal on the command line: verified, told, replayed to any entry, and recovered."""

import io
import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from oracles.sessions import BLUE, RED, SOFT, began, move

from app.main import COMMANDS
from core.cli.main import main
from core.files.digests import box_digest
from core.files.resources import scenarios_folder
from core.geometry.hexes import Hex
from core.model.edits.state_edits import ChangeState, PlaceSmoke
from core.model.state import Moment
from core.play import keys
from core.play.events import Began, Ruled
from core.play.exports import opener
from core.play.journal import Journal
from core.play.session import Session
from core.play.snapshots import open_session
from core.questions.game import open_game


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "a.journal"
    event = began().event
    assert isinstance(event, Began)
    Journal.create(path, event, at=1_760_000_000).close()
    journal, tables = open_session(path)
    session = Session(journal, tables)
    session.do(move("r1", 1, 2), RED)
    session.do(ChangeState("Next phase", {"moment": Moment(1, "movement", BLUE)}))
    session.roll("2d6", BLUE, "to hit")
    session.do(PlaceSmoke(Hex(2, 2)), BLUE)
    session.bookmark(3, "dawn", RED)
    session.undo(BLUE)
    journal.close()
    return path


def test_the_state_is_told_as_json(path, capsys):
    assert main(["replay", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["entry"], told["entries"], told["fault"]) == (7, 7, None)
    assert (told["turn"], told["phase"], told["side"], told["light"]) == (1, "movement", "blue", "twilight")
    assert {each["id"]: each["at"] for each in told["pieces"]} == {"r1": [1, 2], "r2": [0, 0], "b1": [5, 5], "b2": [6, 5]}
    assert told["points"] == [{"side": "red", "what": "ammunition", "amount": 12}]
    assert told["markers"] == []
    assert [(each["entry"], each["by"], each["purpose"]) for each in told["dice"]] == [(4, "blue", "to hit")]
    assert told["bookmarks"] == [{"entry": 3, "name": "dawn"}]
    assert [each["name"] for each in told["players"]] == ["Ann", "Bob"]


def test_any_entry_can_be_gone_to(path, capsys):
    assert main(["replay", str(path), "--to", "5", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["markers"] == [{"at": [2, 2], "kind": "smoke", "side": "", "text": ""}]
    assert main(["replay", str(path), "--to", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["turn"], told["dice"], told["pieces"][0]["at"]) == (0, [], [0, 0])
    assert main(["replay", str(path), "--to", "8"]) == 2
    assert capsys.readouterr().err == f"phaseline: There is no entry 8; {path} has entries 1 to 7.\n"


def test_the_state_is_told_in_lines(path, capsys):
    assert main(["replay", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:4] == [
        "A game: A battle, scs-1.6",
        "entry 7 of 7; the journal is whole",
        "turn 1, movement, Blue, twilight",
        "Red has 12 ammunition left",
    ]
    assert "(1, 2)  r1" in lines
    assert lines[-1] == "1 roll of dice so far"


def test_a_game_gives_hexes_their_printed_numbers(path, capsys):
    box = scenarios_folder() / "tcs-example"
    assert main(["replay", str(path), "--box", str(box), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert all(isinstance(each["at"], str) for each in told["pieces"])
    assert main(["journal", str(path), "--box", str(box)]) == 0
    assert "(0, 0)" not in capsys.readouterr().out


def test_entries_are_told_as_sentences(path, capsys):
    assert main(["journal", str(path), "--text", "--side", "all"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 7
    assert lines[0].startswith("    1  2025-10-09 08:53:20  The session begins")
    assert lines[1].endswith("Red: Move: r1 goes from (0, 0) to (1, 2).")
    assert lines[6].endswith("Blue goes to entry 4; play stands there now.")


def test_entries_are_told_as_json(path, capsys):
    assert main(["journal", str(path), "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["do"] for each in told] == ["began", "did", "did", "rolled", "did", "bookmarked", "went"]
    assert told[0]["by"] is None
    assert told[5] == {**told[5], "entry": 6, "by": "red", "text": 'Red calls entry 3 "dawn".'}


def test_damage_is_told_and_what_is_good_is_shown_and_recovered(path, tmp_path, capsys):
    path.write_bytes(path.read_bytes().replace(b"to hit", b"no hit"))
    new = tmp_path / "b.journal"
    assert main(["replay", str(path), "--json"]) == 1
    shown = capsys.readouterr()
    assert json.loads(shown.out)["fault"]["line"] == 4
    assert json.loads(shown.out)["entry"] == 3
    assert shown.err.startswith(f"phaseline: {path}:4: The line is not as it was written")
    assert "The 3 lines behind it are lost with it. The 3 lines before it are good." in shown.err
    assert main(["journal", str(path)]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 3
    assert main(["journal", str(path), "--recover", str(new)]) == 1
    shown = capsys.readouterr()
    assert shown.out == f"{new}: 3 entries\n"
    assert f"{path}:4:" in shown.err
    assert main(["replay", str(new)]) == 0
    assert main(["journal", str(path), "--recover", str(new)]) == 2


def test_a_file_that_is_no_journal_is_told_to_be_none(tmp_path, capsys):
    file = tmp_path / "a.journal"
    file.write_bytes(bytes(range(256)) * 20)
    assert main(["replay", str(file)]) == 1
    assert "This is no journal of Phaseline" in capsys.readouterr().err
    assert main(["journal", str(tmp_path / "none.journal")]) == 1
    assert "No such file" in capsys.readouterr().err
    assert main(["replay", str(tmp_path)]) == 1
    assert "Traceback" not in capsys.readouterr().err


def test_the_front_door_knows_the_commands():
    assert {"replay", "journal"} <= COMMANDS


def test_the_state_is_told_as_a_side_sees_it(tmp_path, capsys):
    path = tmp_path / "c.journal"
    units = {"r1": (RED, ""), "r2": (RED, ""), "b1": (BLUE, ""), "b2": (BLUE, "")}
    Journal.create(path, replace(began().event, units=units), at=1_760_000_000).close()
    assert main(["replay", str(path), "--to", "1", "--side", "Blue", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert "r1" not in {each["id"] for each in told["pieces"]}
    assert told["below"] == [{"at": [0, 0], "count": 1}]
    assert main(["replay", str(path), "--to", "1", "--side", "red", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {each["id"] for each in told["pieces"]} == {"r1", "r2", "b1", "b2"} and told["below"] == []
    assert main(["replay", str(path), "--to", "1", "--side", "Blue"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 counter lies out of sight"
    assert main(["replay", str(path), "--side", "green"]) == 2
    assert 'There is no side "green"' in capsys.readouterr().err
    # Without a side it is what both know, of both stacks what lies on top.
    assert main(["replay", str(path), "--to", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {each["id"] for each in told["pieces"]} == {"r2", "b1", "b2"} and told["below"] == [{"at": [0, 0], "count": 1}]
    assert main(["replay", str(path), "--to", "1", "--side", "all", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {each["id"] for each in told["pieces"]} == {"r1", "r2", "b1", "b2"} and "below" not in told


@pytest.mark.parametrize("command", ["replay", "journal"])
def test_what_a_file_by_mail_keeps_sealed_is_named(tmp_path, capsys, command):
    path = tmp_path / "b.journal"
    first = replace(began("mail").event, secret=("ammunition",))
    Journal.create(path, first, at=1_760_000_000).close()
    assert main([command, str(path)]) == 0
    told = capsys.readouterr()
    assert "12" not in told.out
    assert told.err == 'phaseline: By mail each side keeps what it has left of "ammunition" sealed; it is not shown.\n'


def with_phrases(path, kind):
    """A session in which both sides have pass phrases, and red asks and overrules something; the keys of red."""
    units = {"r1": (RED, "First"), "r2": (RED, "Second"), "b1": (BLUE, "Third"), "b2": (BLUE, "Fourth")}
    Journal.create(path, replace(began(kind).event, units=units), at=1_760_000_000).close()
    journal, tables = open_session(path)
    session = Session(journal, tables, [RED])
    joined = keys.join("red phrase", RED, "s-1", kind, SOFT)
    session.add(joined, RED)
    if kind != "mail":
        session.add(keys.join("blue phrase", BLUE, "s-1", kind, SOFT), BLUE)
    session.rule(Ruled("combat", {"attackers": "First"}, "two to one", b"d", b"r"), RED)
    session.overrule("4.0", "Red has 2 units in 00.00", "why", RED)
    journal.close()
    return keys.unlock(joined, "red phrase", RED, "s-1")


@pytest.mark.parametrize("command", ["journal", "replay"])
def test_what_a_side_keeps_is_told_to_who_knows_its_pass_phrase(tmp_path, capsys, monkeypatch, command):
    path = tmp_path / "d.journal"
    own = with_phrases(path, "hot_seat")

    def run(side, *lines):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        code = main([command, str(path), *(["--side", side] if side else [])])
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    kept = "two to one" if command == "journal" else "First"
    code, out, _ = run("")
    assert code == 0 and kept not in out, "what both know needs no phrase"
    code, out, err = run("red")
    assert (code, out) == (2, "") and "Red has a pass phrase: type it, or give it as a line of the input." in err
    code, out, err = run("red", "blue phrase")
    assert (code, out) == (2, "") and "not the pass phrase" in err
    code, out, _ = run("red", "red phrase")
    assert code == 0 and kept in out
    code, out, _ = run("red", opener(own).decode().strip())
    assert code == 0 and kept in out
    assert run("blue", opener(own).decode().strip())[0] == 2
    assert run("blue", "key:12")[0] == 2
    assert run("all", "red phrase")[0] == 2
    code, out, _ = run("all", "red phrase", "blue phrase")
    assert code == 0 and kept in out


def test_by_mail_a_side_is_asked_for_its_phrase_and_alone_nobody(tmp_path, capsys, monkeypatch):
    by_mail, alone = tmp_path / "e.journal", tmp_path / "f.journal"
    with_phrases(by_mail, "mail")
    with_phrases(alone, "solitaire")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["journal", str(by_mail)]) == 0
    assert "two to one" not in capsys.readouterr().out
    assert main(["journal", str(by_mail), "--side", "all"]) == 2
    assert main(["journal", str(by_mail), "--side", "red"]) == 2
    assert "Red has a pass phrase" in capsys.readouterr().err
    for words in ([], ["--side", "red"], ["--side", "all"]):
        assert main(["journal", str(alone), *words]) == 0
        assert "two to one" in capsys.readouterr().out


def test_a_phrase_is_asked_for_at_a_terminal(tmp_path, capsys, monkeypatch):
    path = tmp_path / "g.journal"
    with_phrases(path, "hot_seat")
    asked = []
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("getpass.getpass", lambda prompt: asked.append(prompt) or "red phrase")
    assert main(["journal", str(path), "--side", "red"]) == 0
    assert asked == ["Pass phrase of Red: "] and "two to one" in capsys.readouterr().out


def test_the_numbers_of_a_sample_are_known_without_naming_it(capsys):
    shipped = str(scenarios_folder() / "sessions" / "first-days.journal")
    assert main(["replay", shipped, "--side", "all"]) == 0
    out = capsys.readouterr().out
    assert "1612  " in out and "(16, " not in out
    assert main(["journal", shipped, "--side", "Korrin"]) == 0
    out = capsys.readouterr().out
    assert "1612" in out and "(15, 7)" not in out


def test_what_is_ticked_off_and_resolved_is_told_in_short(capsys):
    shipped = str(scenarios_folder() / "sessions" / "first-days.journal")
    assert main(["journal", shipped, "--side", "all"]) == 0
    out = capsys.readouterr().out
    assert "not done:" not in out and "Tick off a task" not in out and "resolved:" not in out
    assert "Korrin: done: Placing costs no movement points" in out
    assert "Korrin: the attack of Korrin on 1612 is resolved." in out
    assert "Korrin declares attack: 41 Rifle and 42 Rifle against 1612." in out
    assert "Korrin: Declare attack: Korrin declares" not in out


def test_formations_are_called_by_their_names_where_the_game_is_known(tmp_path, capsys):
    game = open_game(scenarios_folder() / "sable-river").game
    assert game is not None
    formation = next(each for each in game.box.oob.formations if each.name and each.name != each.id)
    event = began().event
    assert isinstance(event, Began)
    path = tmp_path / "formations.journal"
    Journal.create(path, replace(event, box=box_digest(scenarios_folder() / "sable-river")), at=1_760_000_000).close()
    journal, tables = open_session(path)
    said = ChangeState("Say it", {"conditions": {(formation.id, "state"): "tired"}})
    Session(journal, tables).do(said, RED)
    journal.close()
    assert main(["journal", str(path), "--side", "all"]) == 0
    out = capsys.readouterr().out
    assert f"{formation.name} is tired" in out
    assert f"{formation.id} is tired" not in out
