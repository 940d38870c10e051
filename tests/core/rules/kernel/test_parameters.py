"""What questions ask for: words of names, items of lists, and charts that exist."""

import pytest

from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.questions.catalogue import QUESTIONS
from core.rules.kernel.parameters import Parameter, Part, Words, in_words, item_text

RULESETS = {load_ruleset(id_).series: load_ruleset(id_) for id_ in ruleset_ids()}
EACH = [
    pytest.param(series, question, parameter, id=f"{series} {question.name} {parameter.name}")
    for series, questions in QUESTIONS.items()
    for question in questions.values()
    for parameter in question.parameters
    if parameter.words is not None or parameter.form
]


def test_names_become_words_unless_a_title_is_given():
    assert Parameter("defence_combined_arms", "choice", "").label == "Defence combined arms"
    assert Parameter("dg", "choice", "", title="DG").label == "DG"
    assert in_words("movement.road") == "Movement: road"


def test_an_item_is_written_in_the_order_of_its_parts():
    form = (
        Part("How many", "whole", before="", after="x"),
        Part("Kind", "word", ("gun",), required=True),
        Part("States", "words", ("wet", "cold"), before="*"),
    )
    assert item_text(form, {"States": ("cold", "wet"), "Kind": ("gun",), "How many": ("2",)}) == "2x gun*cold*wet"
    assert item_text(form, {"Kind": ("gun",), "How many": (" ",)}) == "gun"


@pytest.mark.parametrize(("series", "question", "parameter"), EACH)
def test_words_stand_on_charts_of_the_series(series, question, parameter):
    charts = RULESETS[series].charts
    for words in (parameter.words, *(part.words for part in parameter.form)):
        if isinstance(words, Words):
            labels = [label for id_ in words.charts for label in getattr(charts[id_], words.axis).labels]
            of_no_chart = words.axis in ("ids", "sides", "formations", "counters")
            assert labels or of_no_chart or words.of in {each.name for each in question.parameters}


@pytest.mark.parametrize(("series", "question", "parameter"), EACH)
def test_parts_of_an_item_have_titles_of_their_own(series, question, parameter):
    titles = [part.title for part in parameter.form]
    assert len(set(titles)) == len(titles)


def test_every_question_has_a_title_and_its_own_heading():
    for questions in QUESTIONS.values():
        titles = [question.heading.title for question in questions.values()]
        assert len(set(titles)) == len(titles)
        assert all("_" not in title and "." not in title for title in titles)
