"""Questions without a map, whatever they are asked: an answer that can be shown, or a word on what is allowed."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.base.errors import CoreError
from core.files.ruleset_files import load_ruleset
from core.model.new_map import NewMap
from core.questions.answers import as_json, as_text
from core.questions.catalogue import QUESTIONS, ask
from core.questions.game import Game
from core.rules.kernel.system import Parameter
from core.rules.kernel.tables import COMMON

RULES = {"vcs": load_ruleset("vcs"), "bcs": load_ruleset("bcs-1.1")}
ASKED = [(series, name) for series in RULES for name in QUESTIONS[series] if name not in {each.name for each in COMMON}]


@cache
def game(series: str, options: tuple[tuple[str, str], ...]) -> Game:
    box = NewMap("Nowhere", ruleset=RULES[series].id, columns=1, rows=1).box()
    return Game.of(replace(box, options=dict(options)), RULES[series])


@cache
def words(series: str) -> list[str]:
    """Labels of charts, which are what texts usually are."""
    charts = RULES[series].charts.values()
    found = {label for chart in charts for label in (*chart.rows.labels, *chart.columns.labels)}
    return sorted({*found, "4", "7*Isolated", "3*Entrenchment*River", "2*1/2", "D2-(1)b", "B1-(1)", "A1", "", "x*"})


def values(parameter: Parameter, known: list[str]) -> st.SearchStrategy[Any]:
    texts = st.sampled_from(known)
    kinds: dict[str, st.SearchStrategy[Any]] = {
        "hex": st.just("01.01"),
        "hexes": st.lists(st.just("01.01"), max_size=2),
        "choice": st.sampled_from(parameter.choices or ("",)),
        "whole": st.integers(-2, 16),
        "fraction": st.integers(-2, 16),
        "fractions": st.lists(st.integers(-1, 8), max_size=3),
        "text": texts,
        "texts": st.lists(texts, max_size=3),
    }
    return kinds[parameter.kind]


@cache
def choices(series: str) -> st.SearchStrategy[dict[str, str]]:
    switches = {id_: st.sampled_from(list(option.values)) for id_, option in RULES[series].options.items() if option.values}
    return st.fixed_dictionaries({}, optional=switches)


@cache
def given_to(series: str, name: str) -> st.SearchStrategy[dict[str, Any]]:
    """What a question may be asked with; made once, since making it takes longer than drawing from it."""
    known, parameters = words(series), QUESTIONS[series][name].parameters
    always = {each.name: values(each, known) for each in parameters if each.required}
    perhaps = {each.name: values(each, known) for each in parameters if not each.required}
    return st.fixed_dictionaries(always, optional=perhaps)


@pytest.mark.parametrize(("series", "name"), ASKED)
@settings(max_examples=60)
@given(data=st.data())
def test_every_question_answers_or_says_what_is_allowed(series: str, name: str, data: st.DataObject) -> None:
    in_ = game(series, tuple(sorted(data.draw(choices(series)).items())))
    given_ = data.draw(given_to(series, name))
    try:
        ruling = ask(name, in_, **given_)
    except CoreError as error:
        assert str(error).endswith((".", "?", ")", "…"))
        return
    answer = as_json(ruling, in_.box)
    assert as_text(ruling, in_.box).startswith(name)
    assert answer["verdict"]
    for table in (answer, *answer.get("tables", ())):
        if table.get("chances"):
            assert sum(map(Fraction, table["chances"].values())) == 1
    assert {chart["id"] for chart in answer["charts"]} <= set(RULES[series].charts)
