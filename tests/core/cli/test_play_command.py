"""`phaseline play` begins sessions and goes on with them; `phaseline journal` exports them as sides may read them."""

import io
import json
import shutil
from dataclasses import replace

import pytest

from app.main import COMMANDS, wants_pictures
from core.cli.main import main
from core.files.box_files import load_box
from core.files.resources import scenarios_folder
from core.files.scenario_files import scenario_text
from core.model.edits.order_edits import ChangeOrders
from core.model.graphics import Measure
from core.model.orders import OpSheet
from core.play.journal import Journal, read_journal
from core.play.session import Session
from core.play.snapshots import History

BOX = str(scenarios_folder() / "sable-river")
COVE = str(scenarios_folder() / "cove-creek")
SHIPPED = str(scenarios_folder() / "sessions" / "first-days.journal")


def test_a_session_is_begun_and_gone_on_with(run, tmp_path):
    path = tmp_path / "a.journal"
    words = [BOX, "--new", str(path), "--scenario", "summer-storm", "--player", "Korrin=Ann"]
    code, out, err = run(["side Korrin", "next", "move 40-rifle 1714"], *words)
    assert (code, err) == (0, "")
    assert "3: Korrin: Move units: 40 Rifle goes from 1715 to 1714." in out
    code, out, err = run(["where 40-rifle", "end", "bogus"], str(path), "--side", "korrin", "--box", BOX)
    assert (code, err) == (0, "")
    assert out.splitlines() == ["1714: 40-rifle (40 Rifle), Korrin", "The session is left; its journal keeps everything."]


def test_what_cannot_be_done_names_its_line_and_the_rest_is_done(run, tmp_path):
    path = tmp_path / "a.journal"
    code, out, err = run(["", "mve 40-rifle 1714", "move 40-rifle 1714"], BOX, "--new", str(path))
    assert code == 2
    assert err == 'phaseline: line 2: There is no command "mve". Did you mean "move"?\n'
    assert "40 Rifle goes from 1715 to 1714" in out


def test_answers_are_json_when_asked_for(run, tmp_path):
    path = tmp_path / "a.journal"
    code, out, _ = run(["next", "mve", "roll 2d6 fire"], BOX, "--new", str(path), "--json")
    told = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert [(each["line"], each["ok"]) for each in told] == [(1, True), (2, False), (3, True)]
    assert told[0]["entries"][0]["entry"] == 2
    assert told[1]["error"].startswith("There is no command")
    assert len(told[2]["pips"]) == 2 and told[2]["value"] == sum(told[2]["pips"])


def test_odds_are_asked_when_an_attack_is_declared_and_who_plays_alone_asks_at_any_time(run, tmp_path):
    path, odds = tmp_path / "a.journal", "combat attackers=5 defenders=4"
    lines = ["side korrin", f"ask {odds}", f"rule {odds}", "ask stacking hex=1813"]
    code, out, err = run(lines, BOX, "--new", str(path))
    assert code == 2 and "stacking" in out and "1:1" not in out
    told = "Strengths are added up only for an attack that is declared; none is [Fog of War]. Declare it first:"
    assert [told in line for line in err.splitlines()] == [True, True]
    declare = ["move 40-rifle 1712", "declare attack 40-rifle against 1612"]
    declared = ["side korrin", *declare, f"ask {odds}", "resolve 1 never mind", f"ask {odds}"]
    code, out, err = run(declared, str(path), "--box", BOX)
    assert code == 2 and "1:1" in out and err.startswith("phaseline: line 6: Strengths are added up only")
    alone = run([f"ask {odds}"], BOX, "--new", str(tmp_path / "b.journal"), "--kind", "solitaire")
    assert alone[0] == 0 and "1:1" in alone[1]


@pytest.mark.parametrize("kind", ["hot_seat", "solitaire"])
def test_an_attack_that_the_rules_do_not_allow_is_declared_with_a_line_of_why(run, tmp_path, kind):
    path = tmp_path / "a.journal"
    begin = [*(["side korrin"] if kind == "hot_seat" else []), "jump 1 combat korrin"]
    far = "declare attack 2-scout against 1612"
    code, out, err = run([*begin, far, "units 1612"], BOX, "--new", str(path), "--kind", kind)
    assert code == 2 and "declares" not in out and ("1 more out of sight" in out) == (kind == "hot_seat")
    assert "Not near enough to attack 1612: 2 Scout [SCS 1.6 7.0]. Say in a line why it is declared all the same" in err
    assert 'because "WHY" declare attack 2-scout against 1612' in err
    code, out, err = run([*begin[:-1], f'because "a feint" {far}', "units 1612"], str(path), "--box", BOX)
    assert (code, err) == (0, "") and "I Eng" in out
    assert ": a feint (Attack that [SCS 1.6 7.0] does not allow)" in out and "because of entry" in out


def test_a_stack_is_judged_by_those_alone_who_see_all_of_it(run, tmp_path):
    path, ask = tmp_path / "a.journal", "ask stacking hex=1612"
    code, out, err = run(["side korrin", ask, "side veldany", ask], BOX, "--new", str(path))
    told = "1 more counter lies out of sight in 1612; whether all of them fit is for the other side to say."
    assert code == 2 and err.strip() == f"phaseline: line 2: {told}"
    assert out.count("stacking: Within the limits") == 1


def test_a_finding_is_overruled_by_its_number(run, tmp_path):
    path = tmp_path / "a.journal"
    crowd = "because setup move 40-rifle 41-rifle 42-rifle 60-rifle 36-rifle 1715"
    lines = ["jump 1 combat.attacks korrin", crowd, "audit", "overrule 4.0 9 no such", "overrule 9.9 1 wrong"]
    code, out, err = run(["jump 1 combat korrin", *lines[1:]], BOX, "--new", str(path))
    found = next(line for line in out.splitlines() if line.startswith("1 "))
    section, text = found.partition("[")[2].partition("] ")[::2]
    assert 'There is no finding 9; "audit" lists them.' in err and f"Finding 1 is by [{section}], not by [9.9]." in err
    code, out, err = run(["audit", f"overrule {section} 1 for one turn"], str(path), "--box", BOX)
    assert (code, err) == (0, "") and f'overrules {section}, "{text}"' in out


def test_what_a_phase_has_seen_fought_is_shown_and_told_by_the_rules(run, capsys, tmp_path):
    path = tmp_path / "a.journal"
    attack = ["declare attack 41-rifle against 1612", "roll 2d6 attack", "resolve 1"]
    near = "ask combat.attackers to=1612 side=korrin"
    again = [f'because "tried again" {attack[0]}', *attack[1:]]
    lines = ["side korrin", "jump 1 combat korrin", "move 41-rifle 1712", *attack, near, *again, "show"]
    code, out, err = run(lines, BOX, "--new", str(path))
    assert code == 0, err
    assert "[SCS 1.6 7.2d] 41 Rifle has attacked already in this phase, in 1612" in out
    assert "fought 2: Korrin, attack: 41 Rifle against 1612" in out and "declared here: attack" in out
    assert main(["replay", str(path), "--json"]) == 0
    kept = json.loads(capsys.readouterr().out)["fought"]
    assert [(each["what"], each["units"], each["against"]) for each in kept] == [("attack", ["41-rifle"], ["1612"])] * 2
    code, out, err = run(["side korrin", "next", "show", "declare overrunn 41-rifle against 1612"], str(path), "--box", BOX)
    assert code == 2 and "fought" not in out and "declared here: overrun" in out
    assert 'No "overrunn" is declared in this series' in err and 'Did you mean "overrun"?' in err


def test_a_session_by_mail_goes_to_and_fro_and_a_shortened_file_is_refused(run, tmp_path):
    path = tmp_path / "a.journal"
    code, _, err = run([], BOX, "--new", str(path), "--kind", "mail")
    assert (code, err) == (2, "phaseline: By mail say which side is played here: --side veldany or --side korrin.\n")
    first = [BOX, "--new", str(path), "--kind", "mail", "--side", "Korrin"]
    assert run(["join one", "next", "pledge 2d6:bridge", "hand-over veldany"], *first)[0] == 0
    code, _, err = run(["next"], str(path), "--side", "korrin")
    assert code == 2 and "it is the turn of its player to send it back" in err
    assert run(["join two", "answer", "hand-over korrin"], str(path), "--side", "veldany")[0] == 0
    whole = path.read_bytes()
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    code, _, err = run(["show"], str(path), "--side", "veldany")
    assert code == 1 and "lines were taken away" in err and "--all-the-same" not in err
    assert run(["show"], str(path), "--side", "veldany", "--all-the-same")[0] == 2
    path.write_bytes(whole)
    code, out, _ = run(["unlock one", "disclose"], str(path), "--side", "korrin")
    assert code == 0 and "as declared in entry" in out
    assert run([], str(path))[0] == 2


def copy_with(folder, sheet):
    """A copy of the box in whose scenario an op sheet was written."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(COVE, folder)
    loaded = load_box(folder)
    (file, scenario), *_ = loaded.box.scenarios.items()
    text = scenario_text(replace(scenario, sheets=(*scenario.sheets, sheet)), loaded.box)
    (folder / file).write_text(text, "utf-8")


def test_an_op_sheet_by_mail_is_sealed_when_it_is_written_and_verified_when_it_is_shown(run, tmp_path):
    red, blue, copy = tmp_path / "red.journal", tmp_path / "blue.journal", tmp_path / "copy"
    hawk = Measure("objective", ((10.0, 12.0), (13.0, 12.0), (13.0, 15.0)), "Kestrel")
    march = OpSheet("Night march", "red", "Attack", ("r2",), note="Nobody shall know.", measures=(hawk,))
    copy_with(copy, march)
    begin = [COVE, "--new", str(red), "--kind", "mail", "--side", "Red"]
    code, out, err = run(["join one", "seal-sheet 'Night march'", f"seal-sheet 'nite march' {copy}"], *begin)
    assert code == 2 and 'Red has no op sheet "Night march"' in err and 'Did you mean "Night march"?' in err
    lines = ["unlock one", f"seal-sheet 'night march' {copy}", f"seal-sheet 'Night march' {copy}", "hand-over blue"]
    code, out, err = run(lines, str(red), "--side", "red")
    assert "says what is sealed of it in version 1" in err
    assert "Nobody shall know" not in red.read_text("utf-8") and "Kestrel" not in red.read_text("utf-8")

    blue.write_bytes(red.read_bytes())
    code, out, err = run(["join two", "secrets", "read 'Night march'", "hand-over red"], str(blue), "--side", "blue")
    assert "Night march: op sheet of Red, version 1, sealed" in out and "has sealed nothing" in err

    # Red puts the objective elsewhere, and brings a unit in.
    red.write_bytes(blue.read_bytes())
    moved = replace(hawk, points=((10.0, 12.0), (13.0, 12.0), (14.0, 16.0)))
    copy_with(copy, replace(march, units=("r2", "rp"), measures=(moved,)))
    lines = ["unlock one", f"seal-sheet 'Night march' {copy}", "read 'Night march'", "open 'Night march'", "hand-over blue"]
    code, out, err = run(lines, str(red), "--side", "red")
    assert (code, err) == (0, "") and "Task organization: II./Grenadier 933, 2./Panzer 116" in out

    blue.write_bytes(red.read_bytes())
    code, out, err = run(["unlock two", "verify 'Night march'"], str(blue), "--side", "blue")
    assert (code, err) == (0, "")
    assert "Both versions are what was sealed, to the last point." in out
    assert 'Version 2 changes "objective Kestrel" in the graphic: its points. [1.5, 6.5] does not allow it.' in out
    assert "Version 2 adds “2./Panzer 116” to the task organization. [1.5, 6.5] allows it." in out


def test_at_one_table_a_sheet_that_is_changed_after_it_was_sealed_is_seen_to_be(run, tmp_path):
    path = tmp_path / "a.journal"
    lines = ["side Red", "join one", "seal-sheet 'down the road'", "secrets"]
    code, out, err = run(lines, COVE, "--new", str(path), "--player", "Red=Ann")
    assert (code, err) == (0, "") and "Down the road: op sheet of Red, version 1, sealed\n" in out
    with Journal.open(path) as found:
        session = Session(found, History(found.entries, found.records), ["red", "blue"])
        sheet = session.state.orders["Down the road"]
        session.do(ChangeOrders("Change an op sheet", {sheet.id: replace(sheet, status="failed")}), "red")
    lines = ["one", "side Red", "unlock one", "secrets"]
    code, out, _ = run(lines[1:], str(path))
    assert "version 1, sealed\n" in out, "how far it has come is no change of what is written"
    with Journal.open(path) as found:
        session = Session(found, History(found.entries, found.records), ["red", "blue"])
        session.do(ChangeOrders("Change an op sheet", {sheet.id: replace(sheet, type="Move")}), "red")
    code, out, _ = run([*lines[1:], "open 'Down the road'"], str(path))
    assert "version 1, sealed, the sheet in play says something else" in out
    assert 'The sheet in play differs from what was sealed: it changes the type from "Attack" to "Move".' in out


def test_a_second_copy_at_one_table_is_gone_on_with_by_who_says_so(run, tmp_path):
    one, other = tmp_path / "one.journal", tmp_path / "other.journal"
    assert run([], BOX, "--new", str(one), "--scenario", "summer-storm")[0] == 0
    other.write_bytes(one.read_bytes())
    assert run(["note the first copy"], str(one))[0] == 0
    code, _, err = run(["note the second copy"], str(other))
    assert code != 0 and "lines were taken away" in err and "--all-the-same" in err
    assert run(["note the second copy"], str(other), "--all-the-same")[0] == 0
    # Now the first one is the one that differs, in a line that was seen.
    code, _, err = run([], str(one))
    assert code != 0 and "not the one that this program has seen" in err and "--all-the-same" in err and "lost" not in err
    assert run([], str(one), "--all-the-same")[0] == 0 and len(read_journal(one).entries) == 2


def test_wrong_calls_are_told_with_what_is_allowed(run, tmp_path):
    new = ["--new", str(tmp_path / "b.journal")]
    code, _, err = run([], BOX, *new, "--scenario", "summer-strom.scenario.yaml")
    assert code == 2 and 'Did you mean "summer-storm.scenario.yaml"?' in err
    code, _, err = run([], BOX, *new, "--player", "Korin=Ann")
    assert code == 2 and 'Did you mean "korrin"?' in err
    assert run([], str(tmp_path / "none.journal"))[0] == 2
    assert run([], str(tmp_path / "none"), *new)[0] == 1
    assert not (tmp_path / "b.journal").exists()


def test_one_who_plays_alone_needs_no_pass_phrase(run, tmp_path):
    path = tmp_path / "a.journal"
    box = str(scenarios_folder() / "cove-creek")
    assert run(["show"], box, "--new", str(path), "--kind", "solitaire")[0] == 0
    code, out, err = run(["side blue", "seal plan p-1 'over the ridge'", "read p-1"], str(path), "--box", box)
    assert (code, err) == (0, "")
    assert out.endswith("p-1, version 1:\nover the ridge\n")


def test_the_shipped_session_is_told_as_each_side_sees_it(capsys, tmp_path):
    assert main(["journal", SHIPPED, "--side", "Veldany"]) == 0
    told = capsys.readouterr().out
    assert "Korrin asks a question." in told and "3 Pontoon" not in told.partition("attack: ")[0]
    assert main(["journal", SHIPPED, "--json"]) == 0
    left = [json.loads(line) for line in capsys.readouterr().out.splitlines() if '"left": true' in line]
    assert left
    page = tmp_path / "a.html"
    assert main(["journal", SHIPPED, "--html", str(page)]) == 0
    assert "Turn 2: 13 June 1946" in page.read_text("utf-8")
    assert main(["journal", SHIPPED, "--side", "Veldani"]) == 2
    assert 'Did you mean "veldany"?' in capsys.readouterr().err
    assert main(["journal", SHIPPED, "--pictures", str(tmp_path)]) == 2


def test_the_front_door_knows_the_command_and_sends_pictures_to_a_painter():
    assert "play" in COMMANDS
    assert wants_pictures(["journal", "a", "--pictures=b", "--box", "c"])
    assert not wants_pictures(["journal", "a", "--text", "--box", "c"])


def test_a_file_that_is_removed_while_it_is_played_is_written_beside(monkeypatch, capsys, tmp_path):
    path = tmp_path / "a.journal"

    class Lines(io.StringIO):
        """Somebody removes the file before the second line comes."""

        def readline(self, *given):
            line = super().readline(*given)
            if line.startswith("roll"):
                path.unlink()
            return line

    monkeypatch.setattr("sys.stdin", Lines("next\nroll 2d6 fire\n"))
    assert main(["play", BOX, "--new", str(path)]) == 1
    told = capsys.readouterr().err
    new = tmp_path / "a-rescued-1.journal"
    assert f"All 2 entries are written into {new}." in told
    assert not path.exists()
    assert len(read_journal(new).entries) == 2


def test_who_is_first_is_said_by_the_dice_of_both_sides_of_which_ties_alone_are_rolled_again(run, tmp_path):
    path = tmp_path / "a.journal"
    typed = [f"typed d6 {pips} initiative{of}" for pips, of in ((3, ""), (3, " Blue"), (1, ""), (4, " Blue"), (6, ""))]
    lines = ["side red", "jump 1 action.initiative", "first blue", *typed[:2], "first blue", *typed[2:], "first red"]
    code, out, err = run(lines, COVE, "--new", str(path))
    told = [line.split(": ", 2)[2].partition(". ")[0] for line in err.splitlines()]
    fallen = "Dice say which side decides who is first, and have not done so yet [2.0]"
    best = "By the dice Blue says who is first [2.0]"
    # Red has rolled once more, which is no tie.
    assert code == 2 and told == [fallen, fallen, best]
    code, out, err = run(["side red", 'because "Blue said so" first red'], str(path), "--box", COVE)
    assert (code, err) == (0, "") and ": Blue said so" in out
    code, out, err = run(["side blue", "first blue"], str(path), "--box", COVE)
    assert (code, err) == (0, "") and "Decide who is first: Blue, then Red" in out


def changed_copy(folder, name):
    """A copy of a sample with the same title and other files."""
    shutil.copytree(BOX, folder / name)
    game = folder / name / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("ruleset:", f"# {name}\nruleset:", 1), "utf-8")
    return folder / name


def test_a_session_goes_on_with_the_box_that_it_was_begun_with(run, tmp_path):
    copy, path = changed_copy(tmp_path / "games" / "old", "mine"), tmp_path / "play" / "a.journal"
    path.parent.mkdir()
    assert run(["next"], str(copy), "--new", str(path))[0] == 0
    assert run(["ask stacking hex=1813"], str(path))[::2] == (0, "")
    # Moved with its journal it is found near it, by its files.
    shutil.move(copy, path.parent / "elsewhere")
    changed_copy(path.parent, "another")
    assert run(["ask stacking hex=1813"], str(path))[::2] == (0, "")
    # Once its files are others, the one played with last is taken, and said to be another one.
    game = path.parent / "elsewhere" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("# mine", "# more"), "utf-8")
    code, _, err = run(["ask stacking hex=1813"], str(path))
    assert code == 0 and err == f"phaseline: {path.parent / 'elsewhere'} says something else than when the session began.\n"
    shutil.rmtree(path.parent / "elsewhere")
    assert "the game of this session is not known" in run([], str(path))[2]
