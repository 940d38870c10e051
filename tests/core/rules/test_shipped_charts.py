"""What holds of the charts of every series: no fault, examples come out, stand-ins are derived again byte for byte."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from core.files.canonical import chart_text
from core.files.resources import rulesets_folder
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.model.charts import STATUSES
from core.rules.kernel.chart_checks import faults
from core.rules.kernel.charts import ChartBook
from core.rules.kernel.examples import outcomes

ROOT = Path(__file__).resolve().parents[3]
SCRIPTS = ROOT / "packaging" / "calibrate"
RULESETS = [load_ruleset(id_) for id_ in ruleset_ids()]
CHARTS = [pytest.param(rules, chart, id=f"{rules.id} {chart.id}") for rules in RULESETS for chart in rules.charts.values()]
EXAMPLES = [pytest.param(rules, example, id=f"{rules.id} {example.id}") for rules in RULESETS for example in rules.examples]

DERIVED = {
    "bcs": (
        *("bcs.barrage", "bcs.combat", "bcs.engagement", "bcs.engagement_support", "bcs.fatigue", "bcs.isolation"),
        "bcs.snafu",
    ),
    "new_scs": (
        *("new_scs.bombardment.2", "new_scs.bombardment.3", "new_scs.bombardment.4"),
        *("new_scs.crt_attacker", "new_scs.crt_attacker_divisional"),
        *("new_scs.crt_defender", "new_scs.crt_defender_divisional", "new_scs.entry_costs"),
    ),
    "scs": ("scs.barrage", "scs.crt", "scs.crt_1166"),
    "tcs_command_prep": ("tcs.command_prep",),
    "tcs_fire": ("tcs.fire", "tcs.point.steps"),
    "tcs_rolls": (
        *("tcs.artillery.adjustment", "tcs.artillery.point_fire", "tcs.artillery.strengths", "tcs.at_roll", "tcs.morale"),
        "tcs.spotting",
    ),
    "tcs_shifts": (
        *("tcs.area.range", "tcs.area.stacking", "tcs.area.stacking_unspotted", "tcs.area.terrain"),
        *("tcs.area.terrain_unspotted", "tcs.point.differential", "tcs.point.range", "tcs.point.terrain"),
    ),
    "vcs": ("vcs.chits", "vcs.crt", "vcs.crt_lines"),
}
"""What each script of packaging/calibrate makes."""


def _home(rules):
    return rulesets_folder() / rules.series / rules.edition


def _texts(value: object) -> list[str]:
    """Every text in a file."""
    if isinstance(value, dict):
        return [text for each in value.values() for text in _texts(each)]
    if isinstance(value, list):
        return [text for each in value for text in _texts(each)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize(("rules", "chart"), CHARTS)
def test_nothing_is_wrong_with_a_chart_and_its_file_is_written_as_the_program_writes(rules, chart):
    assert faults(chart) == ()
    assert chart.unit
    assert chart.source
    assert chart.rules
    assert {chart.status, *(part.status for part in chart.parts)} <= set(STATUSES)
    assert (_home(rules) / "charts" / f"{chart.id}.yaml").read_text("utf-8") == chart_text(chart)


@pytest.mark.parametrize(("rules", "chart"), CHARTS)
def test_what_is_said_of_the_parts_of_a_chart_is_said_of_cells_that_it_has(rules, chart):
    for part in chart.parts:
        assert all(label in chart.rows.labels for label in part.rows), part
        assert all(label in chart.columns.labels for label in part.columns), part


@pytest.mark.parametrize(("rules", "example"), EXAMPLES)
def test_the_examples_of_the_rules_come_out(rules, example):
    (outcome,) = outcomes([example], ChartBook.of(rules.charts.values()))
    assert outcome.agrees, (outcome.fault, dict(outcome.found))


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.id)
def test_every_series_has_charts_and_examples_and_no_example_stands_twice(rules):
    ids = [example.id for example in rules.examples]
    assert rules.charts
    assert ids
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.id)
def test_charts_hold_numbers_and_short_sentences_of_ours(rules):
    for path in (_home(rules) / "examples.yaml", *sorted((_home(rules) / "charts").glob("*.yaml"))):
        for text in _texts(yaml.safe_load(path.read_text("utf-8"))):
            if re.match(r"-?\d+(-\d+)? \S", text):
                continue  # a column of results
            assert len(text) <= 280, text
            assert all(len(sentence.split()) <= 30 for sentence in re.split(r"[.;:] ", text)), text


@pytest.mark.parametrize("script", DERIVED)
def test_the_charts_are_derived_again_byte_for_byte(script, tmp_path):
    program = [sys.executable, str(SCRIPTS / f"{script}.py"), "--out", str(tmp_path)]
    subprocess.run(program, cwd=ROOT, check=True, timeout=120, capture_output=True)
    made = sorted(tmp_path.rglob("*.yaml"))
    assert [path.stem for path in made] == sorted(DERIVED[script])
    ours = {path: rulesets_folder() / path.relative_to(tmp_path) for path in made}
    assert [path.name for path, kept in ours.items() if path.read_bytes() != kept.read_bytes()] == []


@pytest.mark.parametrize("module", sorted(path.stem for path in SCRIPTS.glob("*.py")))
def test_what_the_scripts_say_of_themselves_is_so(module):
    program = [sys.executable, "-m", "doctest", str(SCRIPTS / f"{module}.py")]
    subprocess.run(program, cwd=SCRIPTS, check=True, timeout=120, capture_output=True)
