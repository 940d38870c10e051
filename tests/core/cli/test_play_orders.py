"""Op sheets by commands: drawn up, prepared, put into force and worked on, at one table and by mail."""

import json

from core.files.resources import scenarios_folder
from core.play.events import Did
from core.play.journal import read_journal

COVE = str(scenarios_folder() / "cove-creek")
WAVE = '"Second wave"'
DRAWN = ["jump 1 command.create", f"draw-up {WAVE} attack r2", f"write-on {WAVE} preliminary To the start line"]


def last_change(path):
    """The last change of a journal, with its number."""
    entries = read_journal(path).entries
    return next((each.number, each.event) for each in reversed(entries) if isinstance(each.event, Did))


def test_a_sheet_is_drawn_up_prepared_rolled_for_and_put_into_force(run, tmp_path):
    path = tmp_path / "a.journal"
    lines = [*DRAWN, f"write-on {WAVE} rally r2 18.33", f"write-on {WAVE} reserve '5. Kompanie'", "jump 2 command.accrue"]
    code, out, err = run([*lines, "side red", "steps", "take 1", f"sheets {WAVE}"], COVE, "--new", str(path))
    assert (code, err) == (0, "")
    assert "proposal 1: “Second wave” gains 2 weighted turns" in out
    assert "Second wave: Red, Attack, waiting, 2 weighted turns" in out
    assert "Rally points: II./Grenadier 933 (18.33)" in out and "Reserve: 5. Kompanie" in out
    lines = ["side red", "jump 2 command.implement", f"prepare {WAVE} dice=55", f"prepare {WAVE} dice=62", "take 1"]
    code, out, err = run([*lines, "sheets"], str(path), "--box", COVE)
    assert (code, err) == (0, "")
    assert "A roll of 55: nothing comes into force" in out and "only the preliminary instructions come into force" in out
    assert "Second wave: Red, Attack, preliminary" in out
    number, did = last_change(path)
    assert did.because == number - 1, "the roll that it rests on"


def test_a_reserve_is_sent_in_and_rolls_with_its_units(run, tmp_path):
    path = tmp_path / "a.journal"
    lines = ["write-on 'Down the road' reserve '5. Kompanie' '6. Kompanie'", "jump 1 command.checks", "side red"]
    reserve = "'Down the road' '5. Kompanie'"
    code, out, err = run(
        [*lines, f"steps {reserve}", "take 2", f"prepare {reserve} dice=4", "take 1"], COVE, "--new", str(path)
    )
    assert (code, err) == (0, "")
    assert "proposal 2: Send in 5. Kompanie: Hasty Defense" in out and "A roll of 4 passes" in out
    assert "their orders hold by the op sheet Down the road" in out


def test_nothing_is_rolled_where_no_roll_is_enough(run, tmp_path):
    code, out, err = run([*DRAWN[:2], f"prepare {WAVE} dice=66"], COVE, "--new", str(tmp_path / "a.journal"))
    assert code == 2 and "No roll is enough with fewer than 1 weighted turn; still missing: 1 (6.9f)." in err
    assert "rolls" not in out


def test_what_cannot_be_is_told_and_changes_nothing(run, tmp_path):
    path = tmp_path / "a.journal"
    wrong = [
        "draw-up March hike r2",
        "draw-up March move r2 b2",
        f"draw-up {WAVE} move r2",
        f"write-on {WAVE} nots x",
        "sheets 'Second wav'",
        "prepare 'Down the road'",
        "take 1",
    ]
    code, out, err = run([*DRAWN, *wrong], COVE, "--new", str(path))
    told = [line.partition(": ")[2].partition(": ")[2] for line in err.splitlines()]
    assert code == 2 and out.count("\n") == 3
    assert told[0].startswith('"hike" is no type of op sheets.') and told[1].startswith("An op sheet has units of one side")
    assert told[2] == 'There is an op sheet "Second wave" already.'
    assert told[3].startswith('No part of an op sheet is called "nots". Did you mean "note"?')
    assert 'Did you mean "Second wave"?' in told[4] and told[5].startswith("Nothing is rolled for Down the road now")
    assert told[6].startswith("There is no proposal 1")


def test_a_sheet_that_stands_is_written_on_with_a_line_of_why(run, tmp_path):
    path = tmp_path / "a.journal"
    late = f"write-on {WAVE} note Faster."
    code, out, err = run([*DRAWN, "jump 2 command.review", late, f'because "we agreed" {late}'], COVE, "--new", str(path))
    assert code == 2 and err.count("\n") == 1 and "drawn up already" in err
    assert "we agreed ([6.5a, 6.8])" in out and "the written notes" in out


def test_who_sits_for_one_side_sees_and_writes_its_own_sheets(run, tmp_path):
    path = tmp_path / "a.journal"
    lines = ["side blue", f"sheets {WAVE}", "draw-up Raid attack r2", "sheets"]
    code, out, err = run(["side red", *DRAWN, *lines], COVE, "--new", str(path))
    hidden, strange = err.splitlines()
    assert code == 2 and "out of sight" in hidden and "units of one side, and of the one that sits here" in strange
    assert "Second wave: Red" not in out and "Hold the valley: Blue" in out


def test_what_any_answer_proposes_is_taken_by_its_number(run, tmp_path):
    path = tmp_path / "a.journal"
    lines = ["jump 2 command.review", 'ask opsheet.steps sheet="Mill Brook"', "take 2", "take 2"]
    code, out, _ = run(lines, COVE, "--new", str(path), "--json")
    told = [json.loads(line) for line in out.splitlines()]
    assert code == 2 and "There is no proposal 2" in told[-1]["error"], "it is done once"
    assert "the op sheet Mill Brook has failed" in told[-2]["entries"][0]["text"]


def test_by_mail_a_roll_is_sealed_declared_and_read_when_it_fell(run, tmp_path):
    path = tmp_path / "a.journal"
    begin = [COVE, "--new", str(path), "--kind", "mail", "--side", "Red"]
    lines = ["join one", *DRAWN, "jump 2 command.accrue", "steps", "take 1", f"prepare {WAVE}", f"prepare {WAVE}"]
    code, out, err = run([*lines, "hand-over blue"], *begin)
    assert code == 2 and "is declared as “command prep" in err and err.count("\n") == 1
    assert "Second wave" not in path.read_text("utf-8")
    assert run(["join two", "answer", "hand-over red"], str(path), "--side", "blue")[0] == 0
    code, out, err = run(["unlock one", "disclose", f"steps {WAVE}"], str(path), "--side", "red", "--box", COVE)
    assert (code, err) == (0, "") and "A roll of " in out
    code, _, err = run(["sheets 'Second wave'"], str(path), "--side", "red", "--box", COVE)
    assert code == 2 and "out of sight" in err, "its keys are shut"
