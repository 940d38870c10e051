"""The charts of BCS: nothing in them is wrong, the examples come out, published odds hold exactly."""

from fractions import Fraction
from itertools import pairwise

import pytest

from core.files.ruleset_files import load_ruleset
from core.rules.bcs.combat import Result, read_result
from core.rules.kernel.charts import chances, find, number_in, result

RULES = load_ruleset("bcs-1.1")
NAMED = (
    *("bcs.barrage", "bcs.combat", "bcs.combat_modifiers", "bcs.combat_terrain", "bcs.engagement"),
    *("bcs.engagement_results", "bcs.engagement_support", "bcs.entry", "bcs.exerts", "bcs.fatigue"),
    *("bcs.forced_march", "bcs.ground", "bcs.hard_jump", "bcs.isolation", "bcs.jump"),
    *("bcs.limits", "bcs.movement", "bcs.msr", "bcs.msr_ways", "bcs.planned_fatigue_costs"),
    *("bcs.retreat_key", "bcs.retreat_results", "bcs.retreat_ways", "bcs.safe_path", "bcs.screen_effects"),
    *("bcs.screens", "bcs.second_activation", "bcs.snafu", "bcs.snafu_effects", "bcs.snafu_modifiers"),
    *("bcs.stacking", "bcs.trains", "bcs.unprepared", "bcs.ways", "bcs.zones"),
)


def share(chart_id: str, modifier: int, wanted) -> Fraction:
    chart = RULES.charts[chart_id]
    found = chances(chart, find(chart.columns, chart.columns.labels[0]), modifier).items()
    return sum((chance for text, chance in found if wanted(text)), Fraction(0))


def test_every_chart_that_the_rules_name_has_a_file():
    assert tuple(sorted(RULES.charts)) == NAMED


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
