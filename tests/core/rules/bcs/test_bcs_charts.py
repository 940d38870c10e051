"""The charts of BCS: nothing in them is wrong, the examples come out, published odds hold exactly."""

import re
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
import yaml

from core.files.canonical import chart_text
from core.files.ruleset_files import load_ruleset
from core.rules.bcs.combat import Result, read_result
from core.rules.kernel.chart_checks import faults
from core.rules.kernel.charts import ChartBook, chances, find, number_in, result
from core.rules.kernel.examples import outcomes

ROOT = Path(__file__).resolve().parents[4]
HOME = ROOT / "resources" / "rulesets" / "bcs" / "1.1"
SCRIPTS = ROOT / "packaging" / "calibrate"
RULES = load_ruleset("bcs-1.1")
BOOK = ChartBook.of(RULES.charts.values())
DERIVED = (
    *("bcs.barrage", "bcs.combat", "bcs.engagement", "bcs.engagement_support", "bcs.fatigue", "bcs.isolation", "bcs.snafu"),
)
NAMED = (
    *("bcs.barrage", "bcs.combat", "bcs.combat_modifiers", "bcs.engagement", "bcs.engagement_support", "bcs.fatigue"),
    *("bcs.forced_march", "bcs.isolation", "bcs.jump", "bcs.limits", "bcs.planned_fatigue_costs", "bcs.retreat_key"),
    *("bcs.retreat_results", "bcs.screen_effects", "bcs.screens", "bcs.second_activation", "bcs.snafu", "bcs.snafu_effects"),
    *("bcs.snafu_modifiers", "bcs.trains", "bcs.zones"),
)


def share(chart_id: str, modifier: int, wanted) -> Fraction:
    chart = RULES.charts[chart_id]
    found = chances(chart, find(chart.columns, chart.columns.labels[0]), modifier).items()
    return sum((chance for text, chance in found if wanted(text)), Fraction(0))


def test_every_chart_that_the_rules_name_has_a_file():
    assert tuple(sorted(RULES.charts)) == NAMED


@pytest.mark.parametrize("chart", RULES.charts.values(), ids=lambda chart: chart.id)
def test_nothing_is_wrong_with_a_chart_and_its_file_is_written_as_the_program_writes(chart):
    assert faults(chart) == ()
    assert chart.unit
    assert chart.source
    assert chart.rules
    assert (HOME / "charts" / f"{chart.id}.yaml").read_text("utf-8") == chart_text(chart)
    for part in chart.parts:
        assert all(label in chart.rows.labels for label in part.rows), part
        assert all(label in chart.columns.labels for label in part.columns), part


@pytest.mark.parametrize("example", RULES.examples, ids=lambda example: example.id)
def test_the_examples_of_the_rules_come_out(example):
    (outcome,) = outcomes([example], BOOK)
    assert outcome.agrees, (outcome.fault, dict(outcome.found))


def test_the_charts_are_derived_again_byte_for_byte(tmp_path):
    program = [sys.executable, str(SCRIPTS / "bcs.py"), "--out", str(tmp_path)]
    subprocess.run(program, cwd=ROOT, check=True, timeout=120, capture_output=True)
    made = sorted((tmp_path / "bcs" / "1.1" / "charts").iterdir())
    assert [path.stem for path in made] == sorted(DERIVED)
    assert [path.name for path in made if path.read_bytes() != (HOME / "charts" / path.name).read_bytes()] == []


def test_what_the_script_says_of_itself_is_so():
    program = [sys.executable, "-m", "doctest", str(SCRIPTS / "bcs.py")]
    subprocess.run(program, cwd=SCRIPTS, check=True, timeout=120, capture_output=True)


def texts(value: object) -> list[str]:
    """Every text in a file."""
    if isinstance(value, dict):
        return [text for each in value.values() for text in texts(each)]
    if isinstance(value, list):
        return [text for each in value for text in texts(each)]
    return [value] if isinstance(value, str) else []


def test_charts_hold_numbers_and_short_sentences_of_ours():
    for path in (HOME / "examples.yaml", *sorted((HOME / "charts").glob("*.yaml"))):
        for text in texts(yaml.safe_load(path.read_text("utf-8"))):
            if re.match(r"-?\d+(-\d+)? \S", text):
                continue  # a column of results
            assert len(text) <= 280, text
            assert all(len(sentence.split()) <= 30 for sentence in re.split(r"[.;:] ", text)), text


# What is published


def read(text: str) -> Result:
    found = read_result(text)
    assert found is not None, text
    return found


def test_an_attack_at_plus_one_has_the_published_odds():
    assert share("bcs.combat", 1, lambda text: read(text).attackers and not read(text).prepared_only) == Fraction(21, 36)
    assert share("bcs.combat", 1, lambda text: read(text).defenders) == Fraction(6, 36)


def test_an_engagement_at_plus_two_has_the_published_odds():
    assert share("bcs.engagement", 2, lambda text: text == "target retreats") == Fraction(21, 36)
    assert share("bcs.engagement", 2, lambda text: text == "both lose") == Fraction(12, 36)
    assert round(100 * share("bcs.engagement", 2, lambda text: text == "firer retreats")) == 8


@pytest.mark.parametrize(
    ("chart", "starts"),
    [("bcs.combat", (7, 9, 11, 13)), ("bcs.engagement", (6, 9)), ("bcs.engagement_support", (4, 6, 11))],
)
def test_rows_begin_where_they_are_known_to(chart, starts):
    assert tuple(band.low for band in RULES.charts[chart].bands[0][1:]) == starts


def test_at_most_two_steps_of_a_side_are_lost():
    found = [read(band.result) for band in RULES.charts["bcs.combat"].bands[0]]
    most = number_in(RULES.charts["bcs.limits"], "Losses of a side", "number")
    assert max(max(each.attackers, each.defenders) for each in found) == most == 2


@pytest.mark.parametrize("chart", ["bcs.combat", "bcs.engagement", "bcs.engagement_support", "bcs.snafu"])
def test_beyond_the_ends_the_ends_count(chart):
    held = RULES.charts[chart]
    place = find(held.columns, "result")
    assert result(held, place, -7) == held.order[0]
    assert result(held, place, 30) == held.order[-1]


def test_fatigue_lowers_the_snafu_roll_by_its_level_or_by_one_at_the_worst():
    chart = RULES.charts["bcs.snafu_modifiers"]
    levels = [f"Fat-{n}" for n in range(5)]
    assert [number_in(chart, level, "standard") for level in levels] == [0, -1, -2, -3, -4]
    assert [number_in(chart, level, "planned fatigue") for level in levels] == [0, 0, 0, 0, -1]
    assert number_in(chart, "Fresh", "planned fatigue") == 1


def test_an_unmodified_snafu_roll_has_the_chances_that_its_constraint_states():
    found = {
        wanted: share("bcs.snafu", 0, lambda text, wanted=wanted: text == wanted) for wanted in ("Fail", "Partial", "Full")
    }
    assert found == {"Fail": Fraction(6, 36), "Partial": Fraction(15, 36), "Full": Fraction(15, 36)}


def test_harder_targets_of_barrages_lose_no_more():
    chart = RULES.charts["bcs.barrage"]
    losses = [chances(chart, find(chart.columns, label))["1"] for label in chart.columns.labels]
    assert all(before <= after for before, after in pairwise(losses))
