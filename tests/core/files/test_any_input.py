"""Whatever a file holds, opening its box does not fail: it says what is wrong, at places that exist."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.files.box_files import load_box, write_box
from core.files.resources import scenarios_folder
from core.files.strict_yaml import Unreadable, parse_document

EXAMPLE = scenarios_folder() / "tcs-example"
FILES = ("game.yaml", "a.map.yaml")
FORCES = {
    "counters.yaml": """\
phaseline: counters
version: 1
sides:
- {id: blue, name: Blue, colour: "#123456"}
formations:
- {id: bn, name: Battalion, side: blue, parent: rgt, values: {}}
counters:
- {id: a, side: blue, formation: bn, copies: 2, values: {morale: 3, piece.kind: infantry, piece.name: A}, back: {steps: ""}}
""",
    "dawn.scenario.yaml": """\
phaseline: scenario
version: 1
title: Dawn
off_map: [Pool]
turns:
- {title: "1", light: night, visibility: 3}
set_ups:
- {units: [a], hexes: ["3.04"], within: 2}
arrivals:
- {units: [bn], turn: 3, edge: false}
victory:
- {text: Win, points: 3}
sheets:
- {id: "1", side: blue, type: attack, rally: [[bn, "3.04"]]}
start:
- {unit: a, at: "3.04", rank: 1, marks: [step-loss 2]}
marks:
- {kind: smoke, at: "4.04"}
""",
}
# Pieces that files are made of, so that a change often leaves YAML that is wrong only for us.
SIGNS = [
    "{",
    "}",
    "[",
    "]",
    ": ",
    ", ",
    "\n",
    "\n- ",
    "- ",
    '"',
    "'",
    "#",
    " #",
    "&a ",
    "*a",
    "!!str ",
    "<<: ",
    "? ",
    "| ",
    "---\n",
]
VALUES = ["0", "-1", "1e9999", "4.10", "null", "true", "~", "POINT (1 1)", "LINESTRING (0 0, 1 1)", "nan", "\t", "\0", "é", "A"]
WORDS = ["version: 2\n", "title: x\n", "2.09", "../x", "grid", "woods", "high: left"]
PIECES = st.sampled_from([*SIGNS, *VALUES, *WORDS])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("box")


@given(data=st.data(), file=st.sampled_from(FILES))
def test_a_box_with_any_change_opens_or_says_why_not(data: st.DataObject, file: str, folder: Path) -> None:
    for name in FILES:
        (folder / name).write_bytes((EXAMPLE / name).read_bytes())
    text = (EXAMPLE / file).read_text(encoding="utf-8")
    # Changes near the ends of lines and keys matter more than those inside long rows of coordinates.
    starts = [0, *(at + 1 for at, sign in enumerate(text) if sign in '\n{}:,"' and not text[at - 1].isdigit())]
    start = data.draw(st.sampled_from(starts))
    length = data.draw(st.integers(0, 12))
    put = data.draw(st.lists(PIECES, max_size=3).map("".join))
    (folder / file).write_text(text[:start] + put + text[start + length :], encoding="utf-8")
    loaded = load_box(folder)
    assert loaded.box is not None or loaded.issues
    for issue in loaded.issues:
        if issue.place.file in FILES:
            lines = (folder / issue.place.file).read_text(encoding="utf-8").split("\n")
            assert 0 <= issue.place.line <= len(lines) + 1
        assert issue.text[-1] in ".?…"
    if loaded.box is not None:
        saved = folder / "saved"
        write_box(saved, loaded.box)
        assert load_box(saved).box == loaded.box, "what could be shown can be saved"


@given(data=st.data(), file=st.sampled_from(tuple(FORCES)))
def test_a_box_with_any_change_of_its_units_opens_or_says_why_not(data: st.DataObject, file: str, folder: Path) -> None:
    for name in FILES:
        (folder / name).write_bytes((EXAMPLE / name).read_bytes())
    game = (EXAMPLE / "game.yaml").read_text(encoding="utf-8")
    (folder / "game.yaml").write_text(f"{game}oob: counters.yaml\nscenarios: [dawn.scenario.yaml]\n", encoding="utf-8")
    for name, text in FORCES.items():
        (folder / name).write_text(text, encoding="utf-8")
    text = FORCES[file]
    start = data.draw(st.integers(0, len(text)))
    put = data.draw(st.lists(PIECES, max_size=3).map("".join))
    (folder / file).write_text(text[:start] + put + text[start + data.draw(st.integers(0, 12)) :], encoding="utf-8")
    loaded = load_box(folder)
    assert loaded.box is not None, "its maps are good"
    for issue in loaded.issues:
        assert issue.place.file in (*FILES, *FORCES)
        assert issue.text[-1] in ".?…"
    saved = folder / "saved"
    write_box(saved, loaded.box)
    assert load_box(saved).box == loaded.box, "what could be shown can be saved"


@given(st.text(st.characters(codec="utf-8"), max_size=60) | st.lists(PIECES, max_size=12).map("".join))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    try:
        document = parse_document(text, "f.yaml")
    except Unreadable as error:
        assert error.issue.place.file == "f.yaml"
    else:
        assert all(issue.place.line >= 1 for issue in document.issues)
