"""The charts of New SCS: nothing in them is wrong, stand-ins are derived again and meet what the rules say of the tables."""

from fractions import Fraction
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

from core.files.ruleset_files import load_ruleset
from core.model.charts import read_odds
from core.rules.kernel.charts import ChartBook, find, result, rolls_of
from core.rules.kernel.combat import Losses, read_result
from core.rules.kernel.dice import dice
from core.rules.kernel.examples import outcomes

ROOT = Path(__file__).resolve().parents[4]
SCRIPTS = ROOT / "packaging" / "calibrate"
RULES = load_ruleset("new-scs")
RIGHT = ("new_scs.crt_defender", "new_scs.crt_defender_divisional")
LEFT = ("new_scs.crt_attacker", "new_scs.crt_attacker_divisional")
STEPS = tuple(f"new_scs.bombardment.{rating}" for rating in (2, 3, 4))


def losses(chart, label, roll) -> Losses:
    found = read_result(result(chart, find(chart.columns, label), roll))
    assert found is not None
    return found


def mean(chart, label, measure) -> Fraction:
    """Counted roll by roll, without modifiers."""
    return sum((chance * measure(losses(chart, label, roll)) for roll, chance in dice("2d6").chances.items()), Fraction(0))


@pytest.fixture(name="script")
def _script(monkeypatch):
    monkeypatch.syspath_prepend(SCRIPTS)
    return import_module("new_scs")


@pytest.mark.parametrize("id_", RIGHT)
def test_the_defenders_side_ends_at_5_to_1_and_knows_retreats_of_one_hex_and_of_more(id_):
    chart = RULES.charts[id_]
    assert chart.columns.labels[-1] == "5-1"
    assert rolls_of(chart) == tuple(range(-1, 16))
    retreats = {losses(chart, label, roll).defender.retreat for label in chart.columns.labels for roll in rolls_of(chart)}
    assert {0, 1, 2} <= retreats
    assert all(losses(chart, label, roll).attacker.steps == 0 for label in chart.columns.labels for roll in rolls_of(chart))


@pytest.mark.parametrize("id_", RIGHT)
def test_better_odds_and_higher_rolls_are_never_better_for_the_defenders(id_):
    chart = RULES.charts[id_]
    found = [[losses(chart, label, roll).defender for roll in rolls_of(chart)] for label in chart.columns.labels]
    rows = [*found, *(list(column) for column in zip(*found, strict=True))]
    for row in rows:
        for before, after in pairwise(row):
            assert after.steps >= before.steps
            assert after.retreat >= before.retreat


@pytest.mark.parametrize("id_", LEFT)
def test_a_stronger_defence_and_lower_rolls_are_never_better_for_the_attackers(id_):
    chart = RULES.charts[id_]
    found = [[losses(chart, label, roll) for roll in rolls_of(chart)] for label in chart.columns.labels]
    assert all(each.defender.steps == each.attacker.retreat == 0 for column in found for each in column)
    for column in found:
        assert all(after.attacker.steps <= before.attacker.steps for before, after in pairwise(column))
    for row in zip(*found, strict=True):
        assert all(after.attacker.steps >= before.attacker.steps for before, after in pairwise(row))


@pytest.mark.parametrize("id_", LEFT)
def test_every_strength_of_a_defence_has_one_column(id_):
    axis = RULES.charts[id_].columns
    assert [find(axis, n).off for n in range(120)] == [None] * 120
    assert [find(axis, n).index for n in range(120)] == sorted(find(axis, n).index for n in range(120))


@pytest.mark.parametrize(
    ("id_", "laws", "steps", "hexes"),
    [
        ("new_scs.crt_defender", "TACTICAL", "0.10", "0.11"),
        ("new_scs.crt_defender_divisional", "DIVISIONAL", "0.12", "0.20"),
    ],
)
def test_mean_losses_of_defenders_are_as_near_to_the_laws_as_the_scripts_say(id_, laws, steps, hexes, script):
    chart = RULES.charts[id_]
    by_name = {measure.__name__: law for measure, law in getattr(script, laws).items()}
    for label in chart.columns.labels:
        step = read_odds(label)
        lost = mean(chart, label, lambda found: found.defender.steps)
        back = mean(chart, label, lambda found: found.defender.retreat)
        assert abs(lost - by_name["defenders_steps"](step)) <= Fraction(steps)
        assert abs(back - by_name["retreat"](step)) <= Fraction(hexes)


@pytest.mark.parametrize(("id_", "by"), [("new_scs.crt_attacker", "1/4"), ("new_scs.crt_attacker_divisional", "1/5")])
def test_mean_losses_of_attackers_are_as_near_to_the_laws_as_the_scripts_say(id_, by, script):
    chart = RULES.charts[id_]
    for n, label in enumerate(chart.columns.labels):
        lost = mean(chart, label, lambda found: found.attacker.steps)
        assert abs(lost - (script.LEAST_LOSS + n * Fraction(by))) <= Fraction(12, 100)


def test_more_soft_units_and_higher_ratings_never_lose_fewer_steps():
    for face in range(1, 7):
        table = [
            [int(result(RULES.charts[id_], find(RULES.charts[id_].columns, soft), face)) for soft in (0, 1, 3)] for id_ in STEPS
        ]
        assert all(row == sorted(row) for row in table)
        assert all(list(column) == sorted(column) for column in zip(*table, strict=True))
    given = {result(RULES.charts[id_], find(RULES.charts[id_].columns, 9), face) for id_ in STEPS for face in range(1, 7)}
    assert given == {"0", "1", "2"}


def test_the_worked_examples_come_out():
    book = ChartBook.of(RULES.charts.values())
    found = outcomes(RULES.examples, book)
    assert [each.example.id for each in found if not each.agrees] == []
    assert {chart for each in found for chart in each.example.charts} >= {*RIGHT, *STEPS, "new_scs.armour", "new_scs.modifiers"}


def test_cells_that_the_rules_state_are_marked_among_those_that_they_do_not():
    chart = RULES.charts["new_scs.terrain"]
    assert chart.provenance("City", "shift left").status == "rules text"
    assert chart.provenance("Forest", "shift left").status == "stand-in"
    assert chart.provenance("Village", "bombardment").status == "rules text"


# Costs of entry

COSTS = RULES.charts["new_scs.entry_costs"]
CLASSES = COSTS.columns.labels
SHUT = Fraction(1000)
"""In the place of terrain that is prohibited."""


def points(row: str, class_: str) -> Fraction:
    cell = COSTS.cells[row, class_]
    return cell if isinstance(cell, Fraction) else SHUT


def test_every_kind_of_terrain_on_the_chart_of_effects_has_its_costs_and_the_sea_is_closed():
    assert {*RULES.charts["new_scs.terrain"].rows.labels, "Sea"} == set(COSTS.rows.labels)
    assert {COSTS.cells["Sea", class_] for class_ in CLASSES} == {"prohibited"}
    assert COSTS.is_stand_in


def test_open_ground_costs_one_point_so_that_both_prices_of_an_overrun_agree():
    rules = RULES.charts["new_scs.movement"].cells
    for class_ in CLASSES:
        assert points("Clear", class_) == 1
        assert rules["Overrun", "points"] + points("Clear", class_) == rules["Overrun, flat", "points"]


def test_the_obstacles_of_the_text_occur_and_hexsides_cost_whole_points(script):
    found = {points(row, class_) for row in script.OBSTACLES for class_ in CLASSES}
    assert {1, 3} <= found
    assert all(each.denominator == 1 for each in found)


def test_some_road_costs_less_than_a_point_and_a_trail_costs_one():
    assert min(points("Road", class_) for class_ in CLASSES) < 1
    assert {points("Trail", class_) for class_ in CLASSES} == {1}


def test_terrain_that_overruns_are_barred_from_hinders_most_of_its_kind(script):
    barred = {row for row in COSTS.rows.labels if RULES.charts["new_scs.terrain"].cells.get((row, "overrun")) == "no"}
    for kind in (script.GROUND, script.OBSTACLES):
        assert min(kind[row] for row in barred & set(kind)) > max(kind[row] for row in set(kind) - barred)


def test_a_worse_grade_is_never_cheaper_and_wheels_suffer_more_than_tracks_and_these_more_than_feet(script):
    for kind in (script.GROUND, script.OBSTACLES):
        rows = sorted(kind, key=kind.get)
        for class_ in CLASSES:
            assert [points(row, class_) for row in rows] == sorted(points(row, class_) for row in rows)
        for row in rows:
            assert points(row, "leg") <= points(row, "mechanised") <= points(row, "truck")
