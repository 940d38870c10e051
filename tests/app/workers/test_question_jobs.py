"""The worker lists the questions of a box, and answers them from the very texts that forms hold."""

import pickle
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from app.panels.ask_words import list_lines, list_text, missing, words_of, written
from app.workers import core_door
from app.workers.jobs import start
from core.base.errors import WrongUse
from core.base.steps import finish
from core.files.resources import scenarios_folder
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.model.new_map import NewMap
from core.questions.catalogue import QUESTIONS
from core.questions.game import Game, open_game

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
SERIES = {load_ruleset(id_).series: id_ for id_ in ruleset_ids()}


def game_of(ruleset, options=None):
    box = NewMap("Nowhere", ruleset=ruleset, columns=2, rows=2).box()
    return Game.of(replace(box, options=options or {}), load_ruleset(ruleset))


def headings_of(game):
    return {heading.name: heading for heading in finish(start("questions", game))}


def cases(series):
    """Every worked example of a series: the game it is asked over, its question and its parameters."""
    games = {}
    for path in sorted(GOLDEN.glob("*/*.yaml")):
        document = yaml.safe_load(path.read_text(encoding="utf-8"))
        place, options = document.get("box") or document["ruleset"], document.get("options", {})
        key = (place, tuple(sorted(options.items())))
        if key not in games:
            games[key] = game_of(place, options) if place in ruleset_ids() else open_game(scenarios_folder() / place).game
        if games[key].ruleset.series == series:
            yield from ((games[key], f"{path.stem} {case['given']}", case) for case in document["cases"])


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
    for game, name, case in cases(series):
        heading = headings_of(game)[case["question"]]
        values = typed(heading, game, case["given"])
        assert not missing(heading, values), name
        wanted = finish(core_door.steps(case["question"], game, **case["given"]))
        found = finish(core_door.steps(case["question"], game, **values))
        assert (found.verdict, found.value) == (wanted.verdict, wanted.value), name
        asked += 1
    assert asked


def test_without_rules_there_is_nothing_to_ask():
    with pytest.raises(WrongUse, match="not known here"):
        finish(start("questions", None))
