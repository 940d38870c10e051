"""The command line: what it answers, what it refuses, and with which exit code."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.cli import main
from core.files.resources import scenarios_folder

EXAMPLE = str(scenarios_folder() / "tcs-example")
HEAD = {"question", "ruleset", "verdict", "value", "reasons", "charts", "box_errors"}


def asked(capsys, *words: str) -> dict:
    assert main(["ask", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_line_of_sight_as_json_has_the_documented_keys(capsys):
    answer = asked(capsys, "los", EXAMPLE, "from=1.04", "to=4.05", "method=standard")
    assert set(answer) > HEAD
    assert (answer["verdict"], answer["distance"]) == ("clear", 3)
    row = answer["profile"][0]
    wanted = {"hex", "distance", "base_m", "feature", "feature_m", "height_m", "sight_m", "margin_m", "blocks"}
    assert wanted < set(row)
    assert {"rule", "text", "hexes", "numbers"} == set(answer["reasons"][0])


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        (("elevation", "hex=4.04"), {"hex", "method", "how", "chord"}),
        (("field", "from=4.05"), {"hexes", "undecidable", "from", "visibility"}),
        (("crossfire", "target=4.06", "firers=4.09,6.05"), {"lines", "pairs", "completing", "completing_seen"}),
        (("heights", "method=simplified"), {"heights", "method"}),
    ],
)
def test_every_question_answers_as_json_and_as_text(capsys, words, keys):
    name, *rest = words
    assert HEAD | keys <= set(asked(capsys, name, EXAMPLE, *rest))
    assert main(["ask", name, EXAMPLE, *rest]) == 0
    assert capsys.readouterr().out.startswith(f"{name}: ")


def test_the_manual_describes_every_key_of_the_json(capsys):
    page = (Path(__file__).parents[3] / "resources" / "manual" / "json.md").read_text(encoding="utf-8")
    for words in (
        ("los", "from=1.11", "to=2.06"),
        ("elevation", "hex=4.04"),
        ("field", "from=4.05"),
        ("crossfire", "target=4.06", "firers=4.09,6.05"),
        ("heights",),
        ("sequence",),
    ):
        answer = asked(capsys, words[0], EXAMPLE, *words[1:])
        keys = set(answer) | {key for row in answer.get("profile", ()) for key in row}
        keys |= {key for pair in answer.get("pairs", ()) for key in pair} | set(answer.get("chord") or ())
        keys |= {key for phase in answer.get("phases", ()) for part in (phase, *phase["tasks"]) for key in part}
        assert {key for key in keys if f"`{key}`" not in page} == set()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ask", "lso", EXAMPLE, "from=1.04"), 'Did you mean "los"?'),
        (("ask", "los", EXAMPLE, "frm=1.04"), 'Did you mean "from"?'),
        (("ask", "los", EXAMPLE, "from=1.04"), "needs to="),
        (("ask", "los", EXAMPLE, "from=1.04", "to=9.99"), "Hexes run from 1.01 to 6.14"),
        (("ask", "los", EXAMPLE, "from=1.04", "from=1.04"), "given twice"),
        (("ask", "los", EXAMPLE, "from=1.04", "to=4.05", "method=standart"), 'Did you mean "standard"?'),
        (("ask", "los", EXAMPLE, "from=1.04", "to=4.05", "visibility=²"), "no whole number"),
        (("ask", "los", EXAMPLE, "from=1.04", "to=4.05", "without=wods"), 'Did you mean "woods"?'),
        (("ask", "los", EXAMPLE, "game=1"), 'no parameter "game"'),
        (("ask", "los", EXAMPLE, "from=" + "9" * 5000, "to=4.05"), "no hex"),
        (("ask", "los"), "Give a question, a box and the parameters"),
        (("nothing",), "invalid choice"),
    ],
)
def test_wrong_use_says_what_is_wrong_and_ends_with_2(capsys, words, said):
    assert main(words) == 2
    shown = capsys.readouterr()
    assert said in shown.err
    assert shown.out == ""


def test_a_batch_answers_in_order_and_goes_on_after_a_bad_line(capsys, tmp_path):
    lines = [
        '{"question": "los", "from": "1.04", "to": "4.05", "smoke": ["3.05"], "visibility": 5}',
        '{"question": "los", "from": 1.04, "to": "4.05"}',
        "not json",
        '{"question": "los", "from": "1.04", "to": "4.05", "without": [["x"]]}',
        '{"question": "los", "game": 1}',
        '{"question": "los", "from": "\\ud800", "to": "4.05"}',
        '{"question": "elevation", "hex": "4.04"}',
    ]
    path = tmp_path / "questions.jsonl"
    path.write_bytes("\n".join(lines[:3]).encode() + b"\n\xff\xfe\n" + "\n".join(lines[3:]).encode())
    assert main(["ask", "--batch", str(path), EXAMPLE]) == 1
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer.get("verdict", "error") for answer in answers] == ["blocked", *["error"] * 6, "decided"]
    assert answers[1]["error"].startswith(f"{path}:2: ")
    assert "in quotes" in answers[1]["error"]


def test_a_batch_reads_standard_input(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"question": "elevation", "hex": "4.04"}\n'))
    assert main(["ask", "--batch", "-", EXAMPLE]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == 65


def test_a_sound_box_checks_with_0_and_a_broken_one_with_1_and_its_lines(capsys, tmp_path):
    assert main(["check", EXAMPLE]) == 0
    for name in ("game.yaml", "a.map.yaml"):
        (tmp_path / name).write_text((Path(EXAMPLE) / name).read_text().replace("terrain: village", "terrain: vilage"))
    capsys.readouterr()
    assert main(["check", str(tmp_path)]) == 1
    assert 'a.map.yaml:20:21: error: There is no terrain "vilage"' in capsys.readouterr().err
    assert main(["ask", "elevation", str(tmp_path), "hex=4.04", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["box_errors"] == 1


def test_what_is_wrong_with_a_map_is_listed_with_what_it_is_about(capsys, tmp_path):
    for name in ("game.yaml", "a.map.yaml"):
        (tmp_path / name).write_text((Path(EXAMPLE) / name).read_text())
    sheet = tmp_path / "a.map.yaml"
    double = '- {height: 20, high: left, line: "LINESTRING (0.4 1, 0.5 1, 0.5 1.0003, 0.9 1.4)"}\n'
    sheet.write_text(sheet.read_text().replace("contours:\n", "contours:\n" + double))
    assert main(["check", str(tmp_path), "--json"]) == 1
    found = [each for each in json.loads(capsys.readouterr().out) if each["code"] == "doubled-vertex"]
    assert [each["subjects"] for each in found] == [[{"file": "a.map.yaml", "section": "contours", "number": 1}]]
    assert found[0]["fix"] == "Drop doubled vertices"
    assert found[0]["at"]["x"] == 0.5


def test_a_missing_box_ends_with_1(capsys, tmp_path):
    assert main(["ask", "elevation", str(tmp_path / "none"), "hex=4.04"]) == 1
    assert "could not be opened" in capsys.readouterr().err


def test_an_import_makes_a_box_and_gives_no_other_shape_to_one_that_is_there(capsys, tmp_path):
    grid = Path(__file__).parents[3] / "packaging" / "samples" / "cove-creek.asc"
    words = ["import", "dem", str(grid), str(tmp_path / "new"), "--columns", "12", "--rows", "8"]
    assert main(words) == 0
    assert main(["check", str(tmp_path / "new")]) == 0
    assert main([*words[:-1], "9"]) == 2
    assert "already holds a box" in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    assert main([*words[:3], str(tmp_path / "file" / "x"), *words[4:]]) == 1


def test_the_questions_are_listed_with_their_parameters(capsys):
    assert main(["questions", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    listed = {q["question"]: {p["name"] for p in q["parameters"]} for q in told if q["series"] == "tcs"}
    assert {q["series"] for q in told} == {"tcs", "scs", "new-scs", "bcs", "vcs"}
    assert {"from", "to", "method", "smoke", "visibility", "without"} <= listed["los"]
    assert {"los", "elevation", "heights", "field", "crossfire", "chart.lookup", "dice.chances"} <= set(listed)


@pytest.mark.parametrize("target", ["closed pipe", "/dev/full"])
def test_output_that_cannot_be_written_leaves_no_traceback(target):
    command = [sys.executable, "-c", "import sys; from core.cli import main; sys.exit(main(sys.argv[1:]))"]
    command += ["ask", "heights", EXAMPLE, "--json"]
    if target == "closed pipe":
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
        os.close(writer)
    else:
        if not Path(target).exists():
            pytest.skip("this system has no /dev/full")
        with Path(target).open("w") as full:
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert "Traceback" not in done.stderr
