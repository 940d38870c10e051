"""The worker says what the rules of each series say of scenarios, in words that the window can show."""

import pickle

import pytest

from app.workers.jobs import start
from core.base.steps import finish
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.model.new_map import NewMap
from core.questions.game import Game
from core.questions.sentences import fill
from core.rules.kernel.scenario_rules import ScenarioRules

SERIES = {load_ruleset(id_).series: id_ for id_ in ruleset_ids()}
ENTRY = {
    "tcs": ("by any hex within 10 along the edge", "nowhere else"),
    "scs": ("by any hex within 10 along the edge", "by any hex within 5 of it"),
    "new-scs": ("by any hex within 10 along the edge", "by any hex within 5 of it"),
    "vcs": ("by any hex of the same edge, or the nearest depot", "nowhere else"),
    "bcs": ("by any hex within 10 along the edge", "by any hex within 5 of it"),
}


@pytest.mark.parametrize("series", sorted(ENTRY))
def test_each_series_says_where_units_come_in_whose_entry_is_blocked(series):
    box = NewMap("Nowhere", ruleset=SERIES[series], columns=2, rows=2).box()
    rules = finish(start("scenario_rules", Game.of(box, load_ruleset(SERIES[series]))))
    assert isinstance(rules, ScenarioRules)
    for reasons, said in zip((rules.over_edge, rules.inside), ENTRY[series], strict=True):
        words = [fill(reason.template, reason.values, box) for reason in reasons]
        assert said in "; ".join(words) and "{" not in "".join(words)
        # Nobody has published what BCS says.
        assert ("stand-in" in words[-1]) == (series == "bcs")
        assert all(reason.rule.section for reason in reasons)
    assert ("Prepared Defense" in rules.sheet_types) == (series == "tcs")
    assert pickle.loads(pickle.dumps(rules)) == rules


def test_a_box_whose_rules_are_not_known_says_nothing():
    assert finish(start("scenario_rules", None)) == ScenarioRules()
