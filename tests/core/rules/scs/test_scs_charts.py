"""The charts of SCS: nothing in them is wrong, stand-ins are derived again, sets of games hold what their source has."""

import sys
from fractions import Fraction
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest
import yaml

from core.files.canonical import set_text
from core.files.ruleset_files import load_ruleset
from core.model.charts import read_odds
from core.model.issues import Severity
from core.rules.kernel.chart_checks import faults
from core.rules.kernel.charts import ChartBook, chances, find, result, rolls_of
from core.rules.kernel.combat import UNKNOWN, Losses, read_result
from core.rules.kernel.examples import outcomes

ROOT = Path(__file__).resolve().parents[4]
HOME = ROOT / "resources" / "rulesets" / "scs" / "1.6"
SCRIPTS = ROOT / "packaging" / "calibrate"
RULES = load_ruleset("scs-1.6")
TABLES = ("scs.crt", "scs.crt_1166")
SETS = (
    *("afrika", "ardennes", "autumn-for-barbarossa", "bastogne", "crusader", "drive-on-paris", "fallschirmjaeger", "gazala"),
    *("guadalajara", "heights-of-courage", "rostov-41", "stalingrad-pocket", "the-mighty-endeavor", "yom-kippur"),
)
MEASURES = {
    "attackers_steps": lambda losses: losses.attacker.steps,
    "defenders_steps": lambda losses: losses.defender.steps,
    "retreat": lambda losses: losses.defender.retreat,
}


def losses(text: str) -> Losses:
    found = read_result(text)
    assert found is not None, text
    return found


def mean(chart, label, measure):
    found = chances(chart, find(chart.columns, label)).items()
    return sum((MEASURES[measure](losses(text)) * chance for text, chance in found), Fraction(0))


@pytest.fixture(name="script")
def _script(monkeypatch):
    monkeypatch.syspath_prepend(SCRIPTS)
    return import_module("scs")


@pytest.mark.parametrize("id_", TABLES)
def test_better_odds_and_higher_rolls_are_never_worse_for_the_attackers(id_):
    chart = RULES.charts[id_]
    for label in chart.columns.labels:
        given = [losses(result(chart, find(chart.columns, label), roll)) for roll in rolls_of(chart)]
        for low, high in pairwise(given):
            assert high.attacker.steps <= low.attacker.steps
            assert (high.defender.steps, high.defender.retreat) >= (low.defender.steps, low.defender.retreat)
    for left, right in pairwise(chart.columns.labels):
        assert mean(chart, right, "attackers_steps") < mean(chart, left, "attackers_steps")
        assert mean(chart, right, "defenders_steps") > mean(chart, left, "defenders_steps")
        assert mean(chart, right, "retreat") > mean(chart, left, "retreat")


@pytest.mark.parametrize("id_", TABLES)
def test_left_of_the_table_the_attackers_lose_a_step_whatever_is_rolled(id_):
    chart = RULES.charts[id_]
    for place in (find(chart.columns, "1:40"), find(chart.columns, "1:1").shifted(-20)):
        assert {result(chart, place, roll) for roll in rolls_of(chart)} == {"A1"}


@pytest.mark.parametrize(
    ("id_", "within"),
    [
        ("scs.crt", {"attackers_steps": "0.27", "defenders_steps": "0.19", "retreat": "0.19"}),
        ("scs.crt_1166", {"attackers_steps": "0.05", "defenders_steps": "0.15", "retreat": "0.14"}),
    ],
)
def test_mean_losses_are_as_near_to_the_laws_as_the_scripts_say(id_, within, script):
    chart = RULES.charts[id_]
    laws = {measure.__name__: law for measure, law in script.MIDDLE.items()}
    for measure, most in within.items():
        for label in chart.columns.labels:
            assert abs(mean(chart, label, measure) - laws[measure](read_odds(label))) <= Fraction(most)


def test_the_laws_lie_within_the_published_tables(script):
    laws = {measure.__name__: law for measure, law in script.MIDDLE.items()}
    for label in RULES.charts["scs.crt"].columns.labels:
        columns = [
            chart
            for held in RULES.sets.values()
            for chart in held.charts
            if chart.id == "scs.crt" and label in chart.columns.labels
            if UNKNOWN not in chances(chart, find(chart.columns, label))
        ]
        for measure, law in laws.items():
            means = [mean(chart, label, measure) for chart in columns]
            assert min(means) <= law(read_odds(label)) <= max(means)


def test_no_stand_in_is_the_table_of_a_game():
    printed = [chart.bands for held in RULES.sets.values() for chart in held.charts]
    assert not any(column in game for game in printed for id_ in TABLES for column in RULES.charts[id_].bands)


@pytest.mark.parametrize("row", ["Open", "Woods", "River", "City"])
def test_terrain_never_helps_the_attackers(row):
    cells = RULES.charts["scs.terrain"].cells
    assert cells[row, "attack factor"] <= 1 <= cells[row, "defence factor"]
    assert max(cells[row, column] for column in ("columns", "barrage columns", "barrage roll")) <= 0


def test_the_worked_examples_come_out_with_the_stand_ins_and_with_every_game():
    plain = ChartBook.of(RULES.charts.values())
    assert all(outcome.agrees for outcome in outcomes(RULES.examples, plain))
    for held in RULES.sets.values():
        book = ChartBook.of(RULES.charts.values(), held.charts)
        assert [each.example.id for each in outcomes(RULES.examples, book) if not each.agrees] == []


# Sets of charts


def test_there_is_a_set_for_each_of_the_fourteen_games():
    assert tuple(RULES.sets) == SETS


@pytest.mark.parametrize("id_", SETS)
def test_a_set_takes_the_place_of_known_charts_and_says_where_it_is_from(id_):
    held = RULES.sets[id_]
    assert {"scs.crt", "scs.terrain"} <= {chart.id for chart in held.charts} <= set(RULES.charts)
    for chart in held.charts:
        original = RULES.charts[chart.id]
        assert (chart.form, chart.columns.find, chart.rows.free) == (original.form, original.columns.find, original.rows.free)
        assert (chart.status, chart.source) == ("transcription", "transcription by a third party, unverified")
        assert [fault for fault in faults(chart) if fault.severity is Severity.ERROR] == []
        if chart.form == "values":
            assert chart.columns.labels == original.columns.labels
    assert (HOME / "sets" / f"{id_}.yaml").read_text("utf-8") == set_text(held.id, held.title, held.charts, held.doubts)


@pytest.mark.parametrize("id_", SETS)
def test_every_result_of_a_combat_table_is_read_or_said_to_be_unknown(id_):
    chart = next(chart for chart in RULES.sets[id_].charts if chart.id == "scs.crt")
    for bands in chart.bands:
        given = {band.result for band in bands}
        assert given == {UNKNOWN} or all(read_result(each) is not None for each in given)


def test_columns_that_do_not_cover_their_dice_are_left_out_and_told():
    lost = {
        (held.id, label)
        for held in RULES.sets.values()
        for chart in held.charts
        if chart.id == "scs.crt"
        for label, bands in zip(chart.columns.labels, chart.bands, strict=True)
        if bands[0].result == UNKNOWN
    }
    assert lost == {
        ("autumn-for-barbarossa", "1:3"),
        ("stalingrad-pocket", "1:3"),
        ("stalingrad-pocket", "4:1"),
        ("stalingrad-pocket", "5:1"),
    }
    for game, label in lost:
        assert any(f"The column {label} of the combat table is left out" in doubt for doubt in RULES.sets[game].doubts)


@pytest.mark.parametrize(
    ("game", "attack", "defence"),
    [
        *(("ardennes", "1/4", "1/2"), ("afrika", "1/4", "1/2"), ("stalingrad-pocket", "1/2", "1/2")),
        *(("crusader", "1/2", "1/2"), ("rostov-41", "1/2", "1/2"), ("guadalajara", "1/2", "1/2")),
    ],
)
def test_out_of_supply_is_that_of_the_game(game, attack, defence):
    chart = next(chart for chart in RULES.sets[game].charts if chart.id == "scs.out_of_supply")
    cells = tuple(chart.cells["Out of supply", column] for column in ("attack factor", "defence factor"))
    assert cells == (Fraction(attack), Fraction(defence))


TRANSCRIBED = {
    "table": "Demo '41: Combat Results Table",
    "crt": {
        "dice": {"count": 2, "reading": "sum of 2d6"},
        "columns": [
            {"odds": "1:2", "results": [{"lo": 2, "hi": 7, "result": "A1"}, {"lo": 7, "hi": 11, "result": "D1"}]},
            {"odds": "1:1", "results": [{"lo": 2, "hi": 7, "result": "A1"}, {"lo": 8, "hi": 12, "result": "D1r1"}]},
        ],
    },
    "barrage_table": {
        "dice": {"count": 1, "reading": "sum of 1d6"},
        "modifiers": [{"name": "No Spotter", "type": "shift", "value": -1}],
        "columns": [
            {"strength": "1", "results": [{"lo": 1, "hi": 1, "result": "DG"}, {"lo": 2, "hi": 6, "result": "NE"}]},
            {"strength": "2+", "results": [{"lo": 1, "hi": 2, "result": "DG"}, {"lo": 3, "hi": 7, "result": "NE"}]},
        ],
    },
    "crt_modifiers": [
        {"name": "OOS Attack", "type": "mult", "value": 0.25},
        {"name": "Mud", "type": "mult", "value": 0.5, "applies": "attack"},
        {"name": "Air", "type": "shift", "value": 1},
    ],
    "terrain_effects": [
        {"name": "Open"},
        {"name": "Fort,Box", "combat_defend": {"type": "shift", "value": 1}},
        {"name": "Lake", "combat_attack": {"type": "mult", "value": 0.333}, "barrage_defend": {"type": "drm", "value": 1}},
    ],
}


def test_a_transcription_becomes_a_set_in_one_form(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(SCRIPTS)
    script = import_module("transcriptions")
    monkeypatch.setattr(script, "DOUBTS", {"demo": ("One thing.",)})
    (tmp_path / "scs_demo.yaml").write_text(yaml.safe_dump(TRANSCRIBED), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["transcriptions.py", str(tmp_path), "--out", str(tmp_path)])
    script.main()
    held = yaml.safe_load((tmp_path / "scs" / "1.6" / "sets" / "demo-41.yaml").read_text("utf-8"))
    charts = {chart["id"]: chart for chart in held["charts"]}
    assert held["doubts"] == [
        "One thing.",
        "The column 1:2 of the combat table is left out and says unknown: nothing for 12, two results for 7.",
    ]
    assert charts["scs.crt"]["results"] == {"1:2": "2-12 unknown", "1:1": "2-7 A1, 8-12 D1r1"}
    assert charts["scs.barrage"]["most"] == 7
    assert charts["scs.barrage"]["results"] == {"1": "1 DG, 2-7 NE", "2+": "1-2 DG, 3-7 NE"}
    assert charts["scs.terrain"]["cells"] == {
        "Open": [1, 1, 0, 0, 0],
        "Fort/Box": [1, 1, -1, 0, 0],
        "Lake": ["1/3", 1, 0, 0, 1],
    }
    assert charts["scs.modifiers"]["cells"] == {"Mud": ["1/2", 1, 0, 0], "Air": [1, 1, 1, 0]}
    assert charts["scs.out_of_supply"]["cells"] == {"Out of supply": ["1/4", 1]}
    assert charts["scs.barrage_modifiers"]["cells"] == {"No Spotter": [1, -1, 0]}
