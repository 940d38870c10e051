"""Which questions read which charts is found in the procedures, and every worked example bears it out."""

from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from core.base.errors import WrongUse
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.model.new_map import NewMap
from core.questions.catalogue import ask
from core.questions.game import Game
from core.questions.readers import chart_readers

GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("*/*.yaml"))
READ_ANYTHING = {"chart.lookup", "dice.chances", "sequence"}


def _cases(ruleset):
    documents = (yaml.safe_load(path.read_text(encoding="utf-8")) for path in GOLDEN)
    return [(each.get("options", {}), case) for each in documents if each.get("ruleset") == ruleset for case in each["cases"]]


@pytest.mark.parametrize("id_", ruleset_ids())
def test_every_chart_that_an_answer_names_is_one_that_its_question_is_known_to_read(id_):
    rules = load_ruleset(id_)
    readers = chart_readers(rules.series, rules.charts)
    box = NewMap("Nowhere", ruleset=id_, columns=1, rows=1).box()
    for options, case in _cases(id_):
        if case["question"] in READ_ANYTHING:
            continue
        try:
            ruling = ask(case["question"], Game.of(replace(box, options=dict(options)), rules), **case["given"])
        except WrongUse:
            continue
        for chart in ruling.charts:
            if chart.chart in rules.charts:
                assert case["question"] in readers.get(chart.chart, ()), chart


def test_a_name_that_a_procedure_puts_together_is_known_by_its_beginning():
    charts = ("new_scs.crt_attacker", "new_scs.crt_defender_divisional", "new_scs.terrain", "new_scs.made_up")
    readers = chart_readers(load_ruleset("new-scs").series, charts)
    assert readers["new_scs.crt_attacker"] == readers["new_scs.crt_defender_divisional"] == ("combat",)
    assert "new_scs.made_up" not in readers


def test_a_question_that_reads_any_chart_reads_none_by_name():
    rules = load_ruleset("scs-1.6")
    assert all("chart.lookup" not in names for names in chart_readers("scs", rules.charts).values())
    assert not chart_readers("no such series", rules.charts)
