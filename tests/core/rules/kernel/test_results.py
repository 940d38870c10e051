"""What charts may hold: results that procedures can read, words that they know, whole numbers where parts cannot be counted."""

from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law

from core.files.canonical import chart_text
from core.files.chart_files import parse_charts
from core.files.ruleset_files import load_ruleset
from core.model.charts import Band, Chart
from core.rules.bcs.combat import read_result as read_bcs
from core.rules.kernel.chart_checks import faults, misfits
from core.rules.kernel.combat import UNKNOWN
from core.rules.kernel.combat import read_result as read_crt
from core.rules.kernel.results import NOTATIONS, knows
from core.rules.vcs.results import read_result as read_vcs

RULESETS = {id_: load_ruleset(id_) for id_ in ("tcs-4.01", "scs-1.6", "new-scs", "bcs-1.1", "vcs")}
CHARTS = {chart.id: chart for ruleset in RULESETS.values() for chart in ruleset.charts.values()}
MARKED = [chart for chart in CHARTS.values() if chart.closed or chart.grammar]
BY_COLUMN = [chart for chart in CHARTS.values() if chart.words_of]
"""Charts that have other words in each column."""


def with_result(chart: Chart, result: str) -> Chart:
    """A chart with another result in the first band of its first column, which has no order any more."""
    first, *rest = chart.bands[0]
    return replace(chart, bands=((replace(first, result=result), *rest), *chart.bands[1:]), order=())


def with_cell(chart: Chart, key: tuple[str, str], cell: Fraction | str) -> Chart:
    return replace(chart, cells=MappingProxyType({**chart.cells, key: cell}))


def bare(chart: Chart) -> Chart:
    """A chart as somebody may type it, who says nothing of what it may hold."""
    return replace(chart, closed=False, grammar="", words=(), words_of={}, whole=False, fractions=())


@law(400)
@given(
    st.text(alphabet="ABDRSabpr0123-()[]*@ –", max_size=8)
    | st.from_regex(r"[ABD]\d(-?\(\d\))?b?|A\dp?D?\d?[SR]?", fullmatch=True)
)
def test_each_notation_reads_what_the_procedures_of_its_series_read(text):
    assert NOTATIONS["vcs"].reads(text.strip()) == (read_vcs(text) is not None)
    assert NOTATIONS["bcs"].reads(text) == (read_bcs(text) is not None)
    assert NOTATIONS["crt"].reads(text) == (read_crt(text) is not None)


def test_every_table_of_dice_says_what_it_may_hold():
    tables = {chart.id for chart in CHARTS.values() if chart.form == "dice"}
    assert tables - {chart.id for chart in MARKED} == {chart.id for chart in BY_COLUMN if chart.form == "dice"}
    assert all(set(chart.words_of) <= {*chart.columns.labels, *chart.rows.labels} for chart in BY_COLUMN)


@pytest.mark.parametrize(
    ("id_", "at", "result", "text"),
    [
        ("vcs.weather", 0, "mud", 'Column "weather": "mud" cannot stand here. Allowed: clear, rain, storm.'),
        ("vcs.weather", 1, "dri", 'Column "ground": "dri" cannot stand here. Did you mean "dry"?'),
        ("tcs.artillery.scatter", 1, "opponet", 'Column "direction": "opponet" cannot stand here. Did you mean "opponent"?'),
    ],
)
def test_a_result_that_belongs_to_another_column_is_told_at_its_cell(id_, at, result, text):
    chart = CHARTS[id_]
    first, *rest = chart.bands[at]
    bands = (*chart.bands[:at], (replace(first, result=result), *rest), *chart.bands[at + 1 :])
    for typed in (replace(chart, bands=bands, order=()), replace(bare(chart), bands=bands, order=())):
        (told,) = (*faults(typed), *misfits(typed, CHARTS))
        assert (told.text, told.column, told.roll) == (text, chart.columns.labels[at], first.low)


def test_the_results_of_a_game_are_those_that_its_series_knows():
    rules = RULESETS["scs-1.6"]
    for set_ in rules.sets:
        known = rules.known(set_)
        typed = bare(with_result(known["scs.barrage"], "DG+Los"))
        told = [fault.text for fault in misfits(typed, known)]
        assert told == [f'Column "{typed.columns.labels[0]}": "DG+Los" is no result of this chart. Did you mean "DG+Loss"?']
        assert not list(misfits(bare(known["scs.barrage"]), known)), set_


def test_words_are_given_for_columns_or_rows_that_there_are():
    (told,) = faults(replace(CHARTS["vcs.weather"], words_of={"grund": ("dry", "mud")}))
    assert told.text == 'Words are given for "grund", which is no column and no row. Did you mean "ground"?'


@pytest.mark.parametrize("held", [held for r in RULESETS.values() for held in r.sets.values()], ids=lambda held: held.id)
def test_the_charts_of_a_game_know_no_more_than_those_of_the_series(held):
    for chart in held.charts:
        assert [fault.text for fault in misfits(chart, CHARTS) if fault.text.endswith("whole number.")] == []
        original = CHARTS[chart.id]
        assert all(knows(original, band.result) for bands in chart.bands for band in bands)
        assert (chart.grammar, chart.whole) == (original.grammar, original.whole)


@pytest.mark.parametrize("word", ["SYRR", "Bananas", "none of it"])
@pytest.mark.parametrize("chart", [each for each in MARKED if each.form == "dice"], ids=lambda chart: chart.id)
def test_a_result_that_no_procedure_reads_is_a_fault_and_a_misfit(chart, word):
    typed = with_result(chart, word)
    assert [fault for fault in faults(replace(typed, order=chart.order)) if f'"{word}"' in fault.text]
    assert [fault for fault in misfits(bare(typed), CHARTS) if f'"{word}"' in fault.text]
    assert len([fault for fault in (*faults(typed), *misfits(typed, CHARTS)) if f'"{word}"' in fault.text]) == 1


@pytest.mark.parametrize(
    ("id_", "result"),
    [("tcs.fire", "13"), ("scs.crt", "A1*D2r3"), ("scs.crt", UNKNOWN), ("vcs.crt", "D4-(2)b"), ("bcs.combat", "A1D1S")],
)
def test_a_printed_table_may_have_other_results_of_the_same_notation(id_, result):
    assert not [fault for fault in misfits(bare(with_result(CHARTS[id_], result)), CHARTS) if result in fault.text]


def test_morale_results_are_told_with_the_nearest():
    told = [fault.text for fault in misfits(bare(with_result(CHARTS["tcs.morale"], "SYRR")), CHARTS)]
    assert told == ['Column "1": "SYRR" is no result of this chart. Did you mean "syr"?']


@pytest.mark.parametrize(
    ("id_", "key", "cell", "text"),
    [
        ("new_scs.terrain", ("Forest", "shift left"), Fraction(1, 2), "1/2 is no whole number."),
        ("tcs.area.other", ("smoke", "shift"), Fraction(-3, 2), "-3/2 is no whole number."),
        ("scs.terrain", ("River", "columns"), Fraction(-1, 2), "-1/2 is no whole number."),
        ("new_scs.terrain", ("Forest", "overrun"), "never", '"never" cannot stand here. Allowed: no, yes.'),
        ("new_scs.terrain", ("Forest", "overrun"), Fraction(3), "3 cannot stand here. Allowed: no, yes."),
        ("new_scs.terrain", ("Forest", "shift left"), "yes", '"yes" is no number.'),
        ("bcs.retreat_results", ("1", "hexes"), "away", '"away" is no number.'),
        ("tcs.artillery.missions", ("HE", "battery zone"), "any", '"any" cannot stand here. Allowed: by marker, none.'),
        ("vcs.terrain", ("Swamp", "mechanised"), "barred", '"barred" is no word of this chart. Allowed: half, prohibited.'),
    ],
)
def test_parts_of_what_is_counted_whole_and_unknown_words_are_told_at_their_cell(id_, key, cell, text):
    chart = CHARTS[id_]
    for typed in (with_cell(chart, key, cell), bare(with_cell(chart, key, cell))):
        (told,) = (*faults(typed), *misfits(typed, CHARTS))
        assert (told.text, told.row, told.column) == (text, *key)


def test_factors_beside_whole_numbers_stay_exact():
    typed = with_cell(CHARTS["new_scs.terrain"], ("Forest", "attack factor"), Fraction(2, 3))
    assert (*faults(typed), *misfits(bare(typed), CHARTS)) == ()


def test_what_a_chart_may_hold_is_written_and_read_again():
    chart = replace(
        CHARTS["new_scs.terrain"], closed=True, words=("yes", "no"), grammar="odds", whole=True, fractions=("attack factor",)
    )
    assert chart.words_of["overrun"] == ("yes", "no")
    assert parse_charts(chart_text(chart), "file")[1] == (chart,)
    wrong = chart_text(chart).replace("grammar: odds", "grammar: crtt")
    assert 'Did you mean "crt"?' in parse_charts(wrong, "file")[2][0].text


def test_a_column_of_fractions_must_be_there():
    (told,) = faults(replace(CHARTS["new_scs.terrain"], fractions=("attack factor", "defence")))
    assert told.text == 'Fractions may stand in the column "defence", which the chart has not.'


def test_bands_are_judged_one_by_one():
    chart = CHARTS["scs.crt"]
    typed = replace(chart, bands=((Band(2, 7, "A1"), Band(8, 12, "Bananas")), *chart.bands[1:]), order=())
    (told,) = faults(typed)
    assert (told.column, told.roll) == (chart.columns.labels[0], 8)
