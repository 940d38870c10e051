"""Which questions read which charts is found in the procedures, and every worked example bears it out."""

import pytest
from oracles.golden_cases import golden_cases

from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.questions.readers import chart_readers

READ_ANYTHING = {"chart.lookup", "dice.chances", "sequence"}


@pytest.mark.parametrize("id_", ruleset_ids())
def test_every_chart_that_an_answer_names_is_one_that_its_question_is_known_to_read(id_):
    rules = load_ruleset(id_)
    readers = chart_readers(rules.series, rules.charts)
    for case in golden_cases():
        if case.place != id_ or case.question in READ_ANYTHING or case.refused:
            continue
        for chart in case.ruling.charts:
            if chart.chart in rules.charts:
                assert case.ruling.question in readers.get(chart.chart, ()), chart


def test_a_name_that_a_procedure_puts_together_is_known_by_its_beginning():
    charts = ("new_scs.crt_attacker", "new_scs.crt_defender_divisional", "new_scs.terrain", "new_scs.made_up")
    readers = chart_readers(load_ruleset("new-scs").series, charts)
    assert "combat" in readers["new_scs.crt_attacker"]
    assert readers["new_scs.crt_attacker"] == readers["new_scs.crt_defender_divisional"]
    assert "new_scs.made_up" not in readers


def test_a_question_that_reads_any_chart_reads_none_by_name():
    rules = load_ruleset("scs-1.6")
    assert all("chart.lookup" not in names for names in chart_readers("scs", rules.charts).values())
    assert not chart_readers("no such series", rules.charts)


def test_a_question_about_zones_reads_what_terrain_costs_and_no_table_of_combat_results():
    readers = chart_readers("scs", load_ruleset("scs-1.6").charts)
    assert {"zoc", "movement", "movement.onto", "overrun"} <= set(readers["scs.movement"])
    assert "zoc" not in readers["scs.crt"]
    assert {"combat", "overrun"} <= set(readers["scs.crt"])
