"""Orders of battle in files: what is written is read again, and what is wrong is told with its line and never hidden."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.forces import RULESETS, boxes, oobs, rulesets

from core.files.box_files import load_box, write_box
from core.files.canonical import all_file_names, box_texts
from core.files.oob_files import oob_text, read_oob
from core.files.saving import examine, files_of, save
from core.files.strict_yaml import parse_document
from core.model.box import GameBox
from core.model.items import Items
from core.model.oob import Counter, Oob, Side, Values
from core.rules.kernel.ruleset import Ruleset

WriteBox = Callable[..., Path]

COUNTERS = """\
phaseline: counters
version: 1
sides:
- {id: blue, name: Blue, colour: "#123456"}
formations:
- {id: "1-bn", name: 1st Battalion, side: blue}
counters:
- {id: a, side: blue, formation: "1-bn", values: {morale: 3, piece.kind: infantry, piece.name: "12", steps: 5}}
"""


def read(text: str, ruleset: Ruleset | None = RULESETS["tcs-4.01"]) -> tuple[Oob, list[str]]:
    oob, issues = read_oob(parse_document(text, "counters.yaml"), ruleset)
    return oob, [str(issue) for issue in issues]


@given(st.data(), rulesets)
def test_reading_a_written_order_of_battle_gives_it_again_with_the_types_of_its_ruleset(
    data: st.DataObject, ruleset: Ruleset
) -> None:
    oob = data.draw(oobs(ruleset))
    text = oob_text(oob)
    again, issues = read(text, ruleset)
    assert issues == []
    assert again == oob
    for mine, theirs in zip(oob.counters, again.counters, strict=True):
        assert {id_: type(value) for id_, value in mine.values.items()} == {k: type(v) for k, v in theirs.values.items()}
    assert oob_text(again) == text


@given(st.data(), rulesets)
def test_without_a_ruleset_values_are_kept_so_that_they_can_be_written_as_they_were(
    data: st.DataObject, ruleset: Ruleset
) -> None:
    text = oob_text(data.draw(oobs(ruleset)))
    again, issues = read(text, None)
    assert issues == []
    assert oob_text(again) == text


@given(box=boxes())
def test_a_box_with_units_and_scenarios_reads_as_it_was_written(box: GameBox, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("box")
    written = write_box(folder, box)
    assert tuple(path.name for path in written) == all_file_names(box)
    loaded = load_box(folder)
    assert loaded.issues == ()
    assert loaded.box == box
    assert list(loaded.box.scenarios) == sorted(box.scenarios)
    assert box_texts(loaded.box) == box_texts(box)


def test_an_order_of_battle_is_one_item_a_line_with_quotes_where_they_are_needed() -> None:
    oob, issues = read(COUNTERS)
    assert issues == []
    assert oob_text(oob) == COUNTERS.replace("name: 1st Battalion", 'name: "1st Battalion"')
    assert str(oob.counters[0].place) == "counters.yaml:8:3"


def test_a_box_without_units_names_no_files_of_them(box_with: WriteBox) -> None:
    box = load_box(box_with()).box
    assert box is not None
    assert set(box_texts(box)) == {"game.yaml", "a.map.yaml"}
    assert "oob" not in box_texts(box)["game.yaml"]
    assert files_of(box) == ("a.map.yaml", "game.yaml")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("morale: 3", "morale: 30", '8:59: error: Printed morale must be a whole number from 0 to 13, not "30".'),
        ("morale: 3", "morale: 3.5", '8:59: error: Printed morale must be a whole number from 0 to 13, not "3.5".'),
        ("morale: 3", "morale: [3]", '8:59: error: "morale" must be one value, not a list; what is not printed is left out.'),
        ("morale: 3", "morale: null", '8:59: error: "morale" must be one value, not nothing; what is not printed is left out.'),
        ("infantry", "infanty", '8:74: error: Kind of piece cannot be "infanty". Did you mean "infantry"?'),
        ("side: blue, formation", "sied: blue, formation", '8:11: error: A counter has no key "sied". Did you mean "side"?'),
        ('"#123456"', "red", '4:34: error: "colour" must be a colour such as "#9dbb6c", not "red".'),
        ("{id: a, ", "{", '8:3: error: This counter has no "id".'),
    ],
)
def test_what_is_wrong_is_told_with_line_cause_and_nearest_match(old: str, new: str, said: str) -> None:
    assert COUNTERS.count(old) == 1
    oob, issues = read(COUNTERS.replace(old, new))
    assert issues == [f"counters.yaml:{said}"]
    assert len(oob.sides) == 1
    assert oob.sides[0].id == "blue"


def test_a_wrong_value_is_left_out_alone_and_one_that_nobody_knows_is_kept() -> None:
    oob, _ = read(COUNTERS.replace("morale: 3", "morale: much, glory: 7"))
    assert dict(oob.counters[0].values) == {"glory": 7, "piece.kind": "infantry", "piece.name": "12", "steps": 5}


def test_words_need_no_quotes_and_stay_what_is_written() -> None:
    oob, issues = read(COUNTERS.replace('piece.name: "12"', "piece.name: 4.10"))
    assert issues == []
    assert oob.counters[0].values["piece.name"] == "4.10"


def test_an_empty_value_blanks_the_back_and_is_nothing_on_the_front() -> None:
    counter = Counter("a", "", Values({"morale": 3, "steps": ""}), Values({"morale": ""}))
    text = oob_text(Oob(counters=Items([counter])))
    assert '{id: a, values: {morale: 3}, back: {morale: ""}}' in text
    oob, issues = read(text.replace("morale: 3", 'morale: ""'))
    assert issues == ['counters.yaml:4:28: error: "morale" is empty; what is not printed is left out.']
    assert oob.counters[0].back == Values({"morale": ""})


def test_a_counter_with_a_back_that_prints_nothing_else_is_not_one_with_a_blank_back() -> None:
    for back in (None, Values()):
        oob = Oob(counters=Items([Counter("a", "", back=back)]))
        again, _ = read(oob_text(oob))
        assert again.counters[0].back == back


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("oob: units.yaml", 'game.yaml:7:6: error: "oob" cannot be "units.yaml". Did you mean "counters.yaml"?'),
        ("oob: counters.yaml", 'game.yaml:7:6: error: There is no file "counters.yaml" in the folder of the box.'),
        (
            "scenarios: [../x.scenario.yaml]",
            'game.yaml:7:13: error: "../x.scenario.yaml" cannot be a file of this box: the name ',
        ),
        (
            "scenarios: [a.map.yaml]",
            'game.yaml:7:13: error: "a.map.yaml" is a file of this box already; each scenario has one of its own.',
        ),
        ("scenarios: [4]", 'game.yaml:7:13: error: Item 1 of "scenarios" must be the name of a file, not 4.'),
        (
            "scenarios: [dwan.scenario.yaml]",
            'game.yaml:7:13: error: There is no file "dwan.scenario.yaml" in the folder of the box. '
            'Did you mean "dawn.scenario.yaml"?',
        ),
    ],
)
def test_files_that_the_game_file_names_wrongly_are_told(line: str, said: str, box_with: WriteBox) -> None:
    folder = box_with(game=("- {file: a.map.yaml, letter: A}\n", f"- {{file: a.map.yaml, letter: A}}\n{line}\n"))
    (folder / "dawn.scenario.yaml").write_text("phaseline: scenario\nversion: 1\ntitle: Dawn\n", encoding="utf-8")
    loaded = load_box(folder)
    (issue,) = loaded.issues
    assert str(issue).startswith(said)
    assert loaded.box is not None
    assert not loaded.box.scenarios


def test_a_save_backs_up_units_and_scenarios_and_sees_what_somebody_else_wrote(box_with: WriteBox) -> None:
    folder = box_with()
    box = load_box(folder).box
    assert box is not None
    peopled = box.with_oob(Oob(Items([Side("blue", "Blue")])))
    first = save(folder, peopled, examine(folder, files_of(box)).prints)
    assert first.outcome == "saved"
    assert {"counters.yaml", "game.yaml"} <= set(first.files)
    assert load_box(folder).box == peopled
    (folder / "counters.yaml").write_text(COUNTERS, encoding="utf-8")
    refused = save(folder, peopled, first.prints)
    assert (refused.outcome, refused.files) == ("changed", ("counters.yaml",))
    save(folder, box, None)
    assert (folder / ".phaseline-backup" / "counters.yaml").read_text(encoding="utf-8") == COUNTERS
