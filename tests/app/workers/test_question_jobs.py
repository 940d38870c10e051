"""The worker lists the questions of a box, and answers them from the very texts that forms hold."""

import pickle
from dataclasses import replace

import pytest
from oracles.golden_cases import golden_cases

from app.panels.ask.words import list_lines, list_text, missing, words_of, written
from app.workers import core_door
from app.workers.jobs import start
from core.base.errors import WrongUse
from core.base.steps import finish
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.model.new_map import NewMap
from core.questions.catalogue import QUESTIONS
from core.questions.game import Game
from core.questions.names import meant

SERIES = {load_ruleset(id_).series: id_ for id_ in ruleset_ids()}


def game_of(ruleset, options=None):
    box = NewMap("Nowhere", ruleset=ruleset, columns=2, rows=2).box()
    return Game.of(replace(box, options=options or {}), load_ruleset(ruleset))


def headings_of(game):
    return {heading.name: heading for heading in finish(start("questions", game))}


def cases(series):
    """Every worked example of a series."""
    return [case for case in golden_cases() if case.game.ruleset.series == series and not case.refused]


def as_text(value):
    """A parameter of a worked example as one types it."""
    return ", ".join(str(each) for each in value) if isinstance(value, list) else str(value)


def typed(heading, game, given):
    """What a form says after a worked example was typed into it: lists a line an item, words by their titles."""
    book, values = game.case.charts, {}
    for parameter in heading.parameters:
        if parameter.name not in given:
            continue
        text = as_text(given[parameter.name])
        offered = words_of(parameter.words, book, values, single=not parameter.is_list)
        shown = next((word.title for word in offered if word.text == text), text)
        values[parameter.name] = list_text(list_lines(text)) if parameter.is_list else written(shown, offered)
    return values


@pytest.mark.parametrize("series", SERIES)
def test_every_question_of_a_series_is_listed_with_all_that_a_form_needs(series):
    headings = headings_of(game_of(SERIES[series]))
    assert list(headings) == list(QUESTIONS[series])
    assert pickle.loads(pickle.dumps(tuple(headings.values()))) == tuple(headings.values())
    for heading in headings.values():
        assert heading.title and heading.summary and heading.rules
        for parameter in heading.parameters:
            assert (parameter.kind == "choice") == bool(parameter.choices)
            assert "_" not in parameter.label


@pytest.mark.parametrize("series", SERIES)
def test_worked_examples_typed_into_forms_give_the_same_verdicts(series):
    asked = 0
    for case in cases(series):
        # A form is that of a question by its own name, however players call it.
        name = meant(case.question, case.game.case.ruleset.series, "", case.given).question.name
        heading = headings_of(case.game)[name]
        values = typed(heading, case.game, case.given)
        assert not missing(heading, values), case
        found = finish(core_door.steps(name, case.game, **values))
        assert (found.verdict, found.value) == (case.ruling.verdict, case.ruling.value), str(case)
        asked += 1
    assert asked


def test_without_rules_there_is_nothing_to_ask():
    with pytest.raises(WrongUse, match="not known here"):
        finish(start("questions", None))
