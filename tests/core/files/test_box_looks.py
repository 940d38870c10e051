"""Looks that a box brings: they come back from its file as they were, and what is wrong there is told with its place."""

from collections.abc import Callable
from pathlib import Path

from hypothesis import given
from oracles.look_books import look_books

from core.files.box_files import load_box, write_box
from core.files.look_files import read_look_book
from core.files.look_texts import look_book_text
from core.files.resources import scenarios_folder
from core.files.saving import save
from core.files.strict_yaml import parse_document
from core.files.value_text import decode, encode
from core.model.edits.look_edits import ChangeLooks
from core.model.looks import Condition, LookBook
from core.questions.game import open_game
from core.rules.kernel.looks import face_of
from core.rules.kernel.markers import marker_face

WriteBox = Callable[..., Path]

LISTED = ("maps:\n", "looks: looks.yaml\nmaps:\n")

LOOKS = """\
phaseline: looks
version: 1
full_px: 40
colours: {sand: "#E0D0A0"}
groups:
  band:
  - {form: box, area: [0, 0, 1, 0.1], fill: stripe}
looks:
  own:
    title: Our own
    of: [infantry]
    ground: sand
    front:
    - {use: band, when: {steps: true}}
    - {form: text, area: [0.1, 0.1, 0.8, 0.8], small: false, text: "{fire.strength}", ink: ink, when: {steps: [3, 4]}}
markers:
  mud:
    title: Mud
    section: "our rule 3"
    about: Nobody moves here.
    on: [hex]
    ground: sand
    parts:
    - {form: text, area: [0.1, 0.3, 0.8, 0.4], text: MUD, ink: ink}
"""


def a_box(box_with: WriteBox, looks: str) -> Path:
    folder = box_with(game=LISTED)
    (folder / "looks.yaml").write_text(looks, encoding="utf-8")
    return folder


def said(folder: Path) -> list[str]:
    return [str(issue) for issue in open_game(folder).issues if issue.place.file in ("looks.yaml", "game.yaml")]


@given(look_books)
def test_reading_written_looks_gives_them_again(book: LookBook) -> None:
    text = look_book_text(book)
    again, issues = read_look_book(parse_document(text, "looks.yaml"))
    assert issues == ()
    assert again == book
    assert look_book_text(again) == text


@given(look_books)
def test_the_recovery_file_keeps_looks(book: LookBook) -> None:
    edit = ChangeLooks("Change looks", book)
    assert decode(encode(edit)) == edit


def test_a_box_has_its_looks_over_those_of_its_rules_and_writes_them_again(box_with: WriteBox, tmp_path: Path) -> None:
    loaded = load_box(a_box(box_with, LOOKS))
    assert loaded.box is not None and loaded.ruleset is not None and loaded.ruleset.bare is not None
    assert loaded.issues == ()
    own = loaded.ruleset.looks["own"]
    assert dict(own.colours)["sand"] == "#e0d0a0"
    assert own.front[0].when == (Condition("steps"),)
    assert own.front[1].from_px == own.full_px == 40
    assert set(loaded.ruleset.looks) == {"own", *loaded.ruleset.bare.looks}
    assert loaded.ruleset.markers["mud"].title == "Mud"
    copy = tmp_path / "copy"
    write_box(copy, loaded.box)
    again = load_box(copy)
    assert again.box == loaded.box
    assert again.issues == ()


def test_whoever_opens_the_sample_draws_its_air_points_and_exploitation_as_it_says() -> None:
    loaded = load_box(scenarios_folder() / "sable-raid")
    assert loaded.box is not None and loaded.ruleset is not None
    oob = loaded.box.oob
    for id_, colour in (("veldany-air-1", "#e4eef4"), ("3-tank", "#e7d36a")):
        counter = oob.counter(id_)
        assert counter is not None
        assert colour in {part.fill for part in face_of(loaded.ruleset, oob, counter).parts}
    assert marker_face(loaded.ruleset, "raided").parts[1].text == "RAIDED"


def test_looks_of_a_box_that_are_gone_leave_no_line_and_a_former_version(box_with: WriteBox) -> None:
    folder = a_box(box_with, LOOKS)
    box = load_box(folder).box
    assert box is not None
    assert save(folder, box.with_looks(LookBook()), None).outcome == "saved"
    assert "looks.yaml" not in (folder / "game.yaml").read_text(encoding="utf-8")
    assert (folder / ".phaseline-backup" / "looks.yaml").read_text(encoding="utf-8") == LOOKS


def test_what_is_wrong_with_an_element_is_told_and_the_others_stay(box_with: WriteBox) -> None:
    folder = a_box(box_with, LOOKS.replace("area: [0.1, 0.1, 0.8, 0.8]", "area: [0.1, 0.1, 1.8, 0.8]"))
    assert said(folder) == ['looks.yaml:15:26: error: "area" must be a number from 0 to 1, not 1.8.']
    box = load_box(folder).box
    assert box is not None
    assert [element.form for element in box.looks.looks["own"].front] == ["box"]


def test_names_that_there_are_not_are_told_with_place_and_nearest_match(box_with: WriteBox) -> None:
    text = LOOKS.replace("{fire.strength}", "{fire.strenght}").replace("ink: ink, when", "ink: sandy, when")
    text = text.replace("of: [infantry]", "of: [infantrie]").replace("ink: ink}\n", "ink: snad}\n")
    assert said(a_box(box_with, text)) == [
        'looks.yaml:9:3: warning: The look "own": There is no kind of piece "infantrie". Did you mean "infantry"?',
        'looks.yaml:15:7: warning: The look "own", element 2 of its front: There is no colour "sandy". Did you mean "sand"?',
        'looks.yaml:15:7: warning: The look "own", element 2 of its front: Nothing that counters print is called '
        '"fire.strenght". Did you mean "fire.strength"?',
        'looks.yaml:24:7: warning: The marker "mud", element 1 of its front: There is no colour "snad". Did you mean "sand"?',
    ]


def test_a_file_that_is_no_file_of_looks_is_told_and_the_box_opens(box_with: WriteBox) -> None:
    folder = a_box(box_with, "phaseline: markers\nversion: 1\n")
    assert said(folder) == ['looks.yaml:1:12: error: This is a file of the kind "markers"; wanted is phaseline: looks.']
    assert load_box(folder).box is not None


def test_a_file_that_is_not_there_is_told_in_the_game_file(box_with: WriteBox) -> None:
    assert said(box_with(game=LISTED)) == [
        'game.yaml:5:8: error: There is no file "looks.yaml" in the folder of the box. Allowed: a.map.yaml.'
    ]


def test_another_name_for_the_file_is_refused(box_with: WriteBox) -> None:
    folder = box_with(game=("maps:\n", "looks: mine.yaml\nmaps:\n"))
    assert said(folder)[0].startswith('game.yaml:5:8: error: "looks" cannot be "mine.yaml".')
