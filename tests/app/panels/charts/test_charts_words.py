"""Charts in words and as printed tables: groups, badges, layouts, the origins of cells, and what a look into them says."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.panels.charts.examples import example_lines, examples_title
from app.panels.charts.grid import grid_of, layouts, results_of, roll_words
from app.panels.charts.lookup import look_up
from app.panels.charts.words import badge_word, chart_badge, groups
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.model.charts import STATUSES, Axis, Band, Chart, Part
from core.model.new_map import NewMap
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.charts import ChartBook, find, result, rolls_of
from core.rules.kernel.dice import dice
from core.rules.kernel.examples import Entry, Example, outcomes

TCS = load_ruleset("tcs-4.01")
FIRE, PREP = TCS.charts["tcs.fire"], TCS.charts["tcs.command_prep"]
SHIPPED = [chart for id_ in ruleset_ids() for chart in load_ruleset(id_).charts.values()]
OF_SETS = [chart for id_ in ruleset_ids() for each in load_ruleset(id_).sets.values() for chart in each.charts]
TABLES = [chart for chart in (*SHIPPED, *OF_SETS) if chart.form == "dice"]

SMALL = Chart(
    "demo.small",
    "Small",
    "dice",
    "steps",
    "stand-in",
    "ours",
    Axis("strength", ("1", "2", "3"), "span", below="none"),
    dice="d6",
    least=-1,
    most=7,
    order=("none", "1", "2"),
    bands=(
        (Band(-1, 5, "none"), Band(6, 7, "1")),
        (Band(-1, 3, "none"), Band(4, 7, "1")),
        (Band(-1, 2, "none"), Band(3, 5, "1"), Band(6, 7, "2")),
    ),
    parts=(Part("rules text", "Demo 1.2", columns=("3",), rolls=(6,)),),
)


def test_every_badge_is_a_word_of_its_own():
    words = [badge_word(status) for status in STATUSES]
    assert words == ["Published", "Rules text", "Transcription, unverified", "Stand-in", "Of this box", "Yours"]
    assert chart_badge(PREP) == "Published, stand-in in parts"
    assert chart_badge(FIRE) == "Stand-in"


def test_charts_are_grouped_by_what_they_are_about():
    found = {group.title: [chart.id for chart in group.charts] for group in groups(TCS.charts.values()) if group.title}
    assert found["Area fire"][0] == "tcs.area.other"
    assert found["AT Roll"] == ["tcs.at_roll", "tcs.at_roll.modifiers"]
    assert found["Command prep"][0] == "tcs.command_prep"
    alone = [group.charts[0].id for group in groups(TCS.charts.values()) if not group.title]
    assert "tcs.fire" in alone


@pytest.mark.parametrize("id_", ruleset_ids())
def test_no_chart_is_lost_among_the_groups(id_):
    charts = load_ruleset(id_).charts
    shown = [chart.id for group in groups(charts.values()) for chart in group.charts]
    assert sorted(shown) == sorted(charts)


@pytest.mark.parametrize("chart", TABLES, ids=lambda chart: f"{chart.id} {chart.title}")
def test_both_layouts_say_of_every_roll_what_the_chart_says(chart):
    by_roll, by_result = grid_of(chart, "rolls"), grid_of(chart, "results")
    order = rolls_of(chart)
    for number, column in enumerate(chart.columns.labels):
        place = find(chart.columns, column)
        # A naive second reading: go through the cells as a player does.
        listed = {}
        for row, cells in zip(by_result.rows, by_result.cells, strict=True):
            for run in cells[number].text.split(", ") if cells[number].text != "–" else ():
                for roll in order:
                    if _within(chart, run, roll):
                        assert roll not in listed
                        listed[roll] = row
        assert listed == {roll: result(chart, place, roll) for roll in order}
        for roll in order:
            rows = [n for n, label in enumerate(by_roll.rows) if _within(chart, label, roll)]
            assert [by_roll.cells[row][number].text for row in rows] == [result(chart, place, roll)]


def _within(chart, label, roll):
    """Whether a printed run of rolls holds a roll."""
    text = label.replace("−", "-")
    if text.endswith(" or less"):
        return roll <= int(text.removesuffix(" or less"))
    if text.endswith(" or more"):
        return roll >= int(text.removesuffix(" or more"))
    low, _, high = text.replace("–", " to ").partition(" to ")
    return int(low) <= roll <= int(high or low)


def test_the_layout_is_that_of_printed_tables():
    assert layouts(FIRE) == ("results", "rolls")
    assert layouts(load_ruleset("scs-1.6").charts["scs.crt"]) == ("rolls", "results")
    assert layouts(PREP) == ()


def test_rolls_that_modifiers_make_stand_for_all_beyond_them():
    assert [roll_words(SMALL, *run) for run in ((-1, 2), (3, 3), (6, 7), (0, 0), (-1, -1))] == [
        "2 or less",
        "3",
        "6 or more",
        "0",
        "−1 or less",
    ]


def test_cells_of_another_origin_carry_its_letter_and_the_legend_says_whose_it_is():
    by_roll = grid_of(SMALL, "rolls")
    row = by_roll.rows.index("6")
    assert [cell.mark for cell in by_roll.cells[row]] == ["", "", "ᵃ"]
    ((letter, origin),) = by_roll.legend
    assert (letter, origin.status, origin.source) == ("ᵃ", "rules text", "Demo 1.2")
    assert "Rules text: Demo 1.2" in by_roll.cells[row][2].tip
    by_result = grid_of(SMALL, "results")
    assert [cell.mark for cell in by_result.cells[by_result.rows.index("2")]] == ["", "", "ᵃ"]


def test_needed_cells_know_their_chance():
    grid = grid_of(PREP)
    cell = grid.cells[grid.rows.index("5")][grid.columns.index("6")]
    assert (cell.text, cell.chance) == ("52", Fraction(11, 36))
    assert "11/36 (30.6 %)" in cell.tip
    assert grid.cells[grid.rows.index("6")][0].tip.startswith("6, 1: no roll succeeds")


@given(st.sampled_from(TABLES), st.data())
def test_looking_up_says_what_the_rulings_say(chart, data):
    column = data.draw(st.sampled_from(chart.columns.labels))
    shifts = data.draw(st.integers(-4, 4))
    roll = data.draw(st.none() | st.sampled_from(dice(chart.dice).rolls))
    found = look_up(chart, column, shifts=shifts, roll=roll)
    ruling = ask("chart.lookup", _game(chart), chart=chart.id, column=column, shifts=shifts, roll=roll)
    assert not found.fault
    if found.column is not None:
        assert chart.columns.labels[found.column] == ruling.detail.column
    assert found.result == ruling.detail.result
    if roll is not None:
        assert found.chance == dict(ruling.detail.chances)[found.result]


def _game(chart):
    rules = replace(TCS, charts={chart.id: chart}, sets={})
    return Game.of(NewMap("Nowhere", columns=1, rows=1).box(), rules)


def test_looking_up_in_other_tables():
    found = look_up(PREP, "6", "5", roll=43)
    assert (found.result, found.chance) == ("no", Fraction(25, 36))
    assert found.words == "Column 6. 52 or more succeeds: 11/36 (30.6 %). A roll of 43 fails."
    assert look_up(SMALL, "2", shifts=-4).words == "From 2 off the chart: none."
    assert look_up(SMALL, "7").column == 2, "the last column holds what lies beyond it"
    assert look_up(SMALL, "many").fault == '"many" is no strength of the chart. Allowed: 1, 2, 3.'


def test_examples_say_what_is_expected_and_what_is_found_instead():
    agreeing = Example("a", "1.1", "Two", Entry("demo.small", 2), (), {"column": "2", "result": "1"}, 5)
    differing = Example("b", "1.2", "Three", Entry("demo.small", 3), (-1,), {"column": "1", "at least": 1}, 1)
    missing = Example("c", "1.3", "None", Entry("demo.gone", 3), (), {"column": "1"})
    found = outcomes((agreeing, differing, missing), ChartBook.of((SMALL,)))
    assert examples_title(found) == "1 of 3 examples agree"
    first, second, last = example_lines(found)
    assert first.chip == "1.2"
    assert first.note == "✗ Does not agree"
    assert first.text == "✗ Three: the rules give column 1 and 1 or more. The charts give column 2 and 0."
    assert "demo.gone" in second.text
    assert (last.note, last.text) == ("", "✓ Two: the rules give column 2 and the result 1.")


def test_results_stand_in_the_order_of_the_chart():
    assert results_of(SMALL) == ("none", "1", "2")
    assert set(results_of(FIRE)) == {band.result for bands in FIRE.bands for band in bands}
