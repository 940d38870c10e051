"""Scenarios in files: what is wrong is told with its line, and only that is left out."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.forces import RULESETS, a_map_of_two, oobs, scenarios

from core.files.canonical import box_texts
from core.files.recovery import step_line
from core.files.scenario_files import read_scenario, scenario_text
from core.files.strict_yaml import parse_document
from core.files.value_text import decode, encode
from core.model.box import GameBox
from core.model.edits.force_edits import ChangeScenario
from core.model.items import Items
from core.model.oob import Counter, Oob
from core.model.scenario import Scenario

FILE = "dawn.scenario.yaml"

TEXT = """\
phaseline: scenario
version: 1
title: Dawn
sets_up_first: blue
off_map: [Pool]
turns:
- {title: Night, date: "22:00", light: night, visibility: 2}
set_ups:
- {units: [a], hexes: ["A03.02"], within: 2}
arrivals:
- {units: [b], turn: 3, hexes: ["B02.02"], edge: false}
allotments:
- {side: blue, what: mortar rounds, amount: 12}
victory:
- {text: Hold the hill, side: blue, points: 3, hexes: ["A03.02"]}
sheets:
- {id: "1", side: blue, type: attack, units: [a], rally: [["1-bn", "A02.02"]], status: waiting}
start:
- {unit: a, at: "A03.02", rank: 1, lost: 2, marks: [step-loss 2]}
- {unit: b, box: Pool, on: a}
marks:
- {kind: smoke, at: "A04.02", side: blue}
"""


def a_box() -> GameBox:
    return GameBox("A box", "tcs-4.01", a_map_of_two(), oob=Oob(counters=Items([Counter("a", "blue"), Counter("b", "blue")])))


def read(text: str) -> tuple[Scenario, list[str]]:
    scenario, issues = read_scenario(parse_document(text, FILE), a_box())
    assert scenario is not None
    return scenario, [str(issue).removeprefix(f"{FILE}:") for issue in issues]


@given(st.data())
def test_reading_a_written_scenario_gives_it_again(data: st.DataObject) -> None:
    box = GameBox("A box", "scs-1.6", a_map_of_two(), oob=data.draw(oobs(RULESETS["scs-1.6"], separate=True)))
    scenario = data.draw(scenarios(box))
    text = scenario_text(scenario, box)
    again, issues = read_scenario(parse_document(text, FILE), box)
    assert issues == ()
    assert again == scenario
    assert scenario_text(again, box) == text


@given(st.data())
def test_the_recovery_log_keeps_a_scenario_exactly(data: st.DataObject) -> None:
    box = a_box()
    edit = ChangeScenario("Change the scenario", FILE, data.draw(scenarios(box)))
    assert decode(encode(edit)) == edit
    assert step_line([edit]).endswith(b"\n")


def test_a_scenario_is_written_as_it_is_read() -> None:
    scenario, issues = read(TEXT)
    assert issues == []
    assert scenario_text(scenario, a_box()) == TEXT
    assert str(scenario.set_ups[0].place) == f"{FILE}:9:3"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            '{units: [a], hexes: ["A03.02"]',
            '{units: [a], hexes: ["A33.02"]',
            '9:24: error: There is no hex "A33.02" on this map. Hexes run from A01.01 to A06.04, and from B01.01 to B06.04.',
        ),
        (
            "{unit: a, at",
            "{unit: aa, at",
            '19:10: error: There is no counter "aa" in the order of battle. Allowed: a, b.',
        ),
        (
            "{unit: b, box",
            "{unit: a, box",
            '20:10: error: "a" stands in line 19 already; a counter is in one place',
        ),
        (
            "box: Pool, on",
            "on",
            '20:3: error: Say either the hex that it is in ("at") or the box beside the map ("box").',
        ),
        ("light: night", "light: nigth", '7:40: error: "light" cannot be "nigth". Did you mean "night"?'),
        ("edge: false", "edge: perhaps", '11:50: error: "edge" must be true or false, not "perhaps".'),
        ("amount: 12", "amount: many", '13:45: error: "amount" must be a whole number, not "many".'),
        ('"A02.02"]]', '"A02.09"]]', '17:68: error: There is no hex "A02.09" on this map.'),
        ("turns:", "truns:", '6:1: error: A scenario has no key "truns". Did you mean "turns"?'),
    ],
)
def test_what_is_wrong_is_told_with_line_cause_and_nearest_match(old: str, new: str, said: str) -> None:
    assert TEXT.count(old) == 1
    scenario, (issue,) = read(TEXT.replace(old, new))
    assert issue.startswith(said)
    assert scenario.title == "Dawn"
    assert len(scenario.victory) == 1


def test_thousands_of_unknown_counters_are_told_at_once_and_the_first_with_the_nearest() -> None:
    counters = Items(Counter(f"c{n}", "red") for n in range(3_000))
    rows = (f'- {{unit: d{n}, at: "A01.01"}}' for n in range(3_000))
    document = parse_document("\n".join(("phaseline: scenario", "version: 1", "title: T", "start:", *rows)), FILE)
    _, issues = read_scenario(document, a_box().with_oob(Oob(counters=counters)))
    assert len(issues) == 3_000
    assert "Allowed: c0" in issues[0].text and issues[-1].text == 'There is no counter "d2999" in the order of battle.'


def test_a_scenario_of_a_newer_program_is_not_read(tmp_path: Path) -> None:
    scenario, (issue,) = read_scenario(parse_document(TEXT.replace("version: 1", "version: 2"), FILE), a_box())
    assert scenario is None
    assert "This scenario is version 2" in issue.text


def test_each_scenario_has_a_file_of_its_own() -> None:
    box = a_box().with_scenarios({FILE: Scenario("Dawn"), "b.scenario.yaml": Scenario("Dusk")})
    assert set(box_texts(box)) == {"a.map.yaml", "b.map.yaml", "counters.yaml", FILE, "b.scenario.yaml", "game.yaml"}
    assert "scenarios: [b.scenario.yaml, dawn.scenario.yaml]\n" in box_texts(box)["game.yaml"]


GRAPHIC = '- {sheet: Oak, kind: objective, points: ["A02.02", "A03.02 +0.25 -0.1", "A02.03"], text: Trout}'
SHEETS = """\
phaseline: scenario
version: 1
title: Dawn
sheets:
- {id: Oak, side: blue, type: Attack}
- {id: Oak, side: blue, type: Move}
graphics:
"""


def test_control_measures_stand_line_by_line_and_name_their_sheet() -> None:
    second = GRAPHIC.replace("kind", "nth: 2, kind").replace("Trout", "Bass")
    scenario, issues = read(f"{SHEETS}{GRAPHIC}\n{second}\n")
    assert issues == []
    assert [[each.text for each in sheet.measures] for sheet in scenario.sheets] == [["Trout"], ["Bass"]]
    assert GRAPHIC in scenario_text(scenario, a_box())


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (GRAPHIC.replace("Oak", "Oac"), 'There is no op sheet "Oac" in this scenario. Did you mean "Oak"?'),
        (GRAPHIC.replace("Oak", "Oak, nth: 3"), 'There is no op sheet "Oak" in this scenario.'),
        (GRAPHIC.replace("objective", "objectiv"), 'There is no kind of control measure "objectiv". Did you mean "objective"?'),
        (GRAPHIC.replace("A02.03", "A99.99"), "There is no hex"),
    ],
)
def test_a_control_measure_that_is_wrong_is_left_out_with_its_place(line: str, told: str) -> None:
    scenario, issues = read(f"{SHEETS}{line}\n")
    assert not any(sheet.measures for sheet in scenario.sheets)
    assert told in issues[0]
