"""What is asked about op sheets of a game, through the door that the window and the command line use."""

from pathlib import Path
from typing import Any

import pytest

from core.base.errors import WrongUse
from core.questions.answers import as_json, as_text
from core.questions.catalogue import ask
from core.questions.game import Game, open_game
from core.rules.tcs.orders.command import columns_of

CREEK = Path(__file__).resolve().parents[4] / "scenarios" / "cove-creek"


@pytest.fixture(scope="module")
def creek() -> Game:
    game = open_game(CREEK).game
    assert game is not None
    return game


def asked(game: Game, question: str, **given: Any) -> dict[str, Any]:
    return as_json(ask(question, game, **given), game.box)


def test_a_sheet_of_the_sample_can_stand_as_it_is(creek: Game) -> None:
    found = asked(creek, "opsheet.check", sheet="Hold the valley")
    assert (found["verdict"], found["faults"], found["type"]) == ("sound", 0, "Prepared Defense")


def test_the_size_of_a_sheet_is_the_sum_of_what_is_on_it(creek: Game) -> None:
    found = asked(creek, "opsheet.size", sheet="Hold the valley")
    assert (found["elements"], found["staff"], found["size"], found["value"]) == (2, -1, 1, 1)
    assert [each["rule"] for each in found["reasons"]] == ["TCS 4.01 6.7a", "TCS 4.01 6.9b", "TCS 4.01 6.9c"]
    assert "1/E/71" in found["reasons"][0]["text"]


def test_units_that_would_join_count_with_those_on_the_sheet(creek: Game) -> None:
    assert asked(creek, "opsheet.size", sheet="Hold the valley", units=["b1"])["elements"] == 3
    assert asked(creek, "opsheet.size", units=["b1"])["elements"] == 1


def test_a_sheet_in_force_says_so_and_what_a_new_one_would_gain(creek: Game) -> None:
    found = asked(creek, "opsheet.weighted", sheet="hold the valley", fired="yes")
    assert found["each_turn"] == 1 and "is in force" in found["reasons"][0]["text"]


def test_the_chance_comes_with_a_forecast_turn_by_turn(creek: Game) -> None:
    found = asked(creek, "opsheet.chance", sheet="Down the road", ahead=2)
    assert [each["weighted_turns"] for each in found["forecast"]] == [0, 2, 4]
    assert found["forecast"][2] == {"ahead": 2, "weighted_turns": 4, "needed": 64, "chance": "1/12", "by_then": "23/144"}
    text = as_text(ask("opsheet.chance", creek, sheet="Down the road", ahead=1), creek.box)
    assert "Turn +1: 2 weighted turns, 64 or more: 1/12; in force by then: 1/12" in text


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"sheet": "Down the rode"}, 'there is no op sheet "Down the rode". Did you mean "Down the road"?'),
        ({}, "needs sheet=… or units=…"),
        ({"units": ["nobody"]}, 'there is no unit "nobody"'),
    ],
)
def test_what_means_nothing_is_refused_with_what_was_meant(creek: Game, given: dict[str, Any], told: str) -> None:
    with pytest.raises(WrongUse) as refused:
        ask("opsheet.size", creek, **given)
    assert told in str(refused.value)


def test_the_columns_of_a_sheet_are_those_of_its_type_and_row(creek: Game) -> None:
    """An Attack of size 2 and a rating of 3 reads row 5: 52 from 22 weighted turns on, 45 from 28 on. [TCS 4.01 6.9f]"""
    found = columns_of(creek.case, "Attack", 5)
    assert (22, 52) in found and (28, 45) in found and len(found) == 11
    assert columns_of(creek.case, "Attack", 8)[0] == (1, None)
    assert columns_of(creek.case, "Parade", 5) == ()
    asked_of = asked(creek, "opsheet.chance", sheet="Down the road")["columns"]
    row = asked(creek, "opsheet.chance", sheet="Down the road")["row"]
    assert asked_of == [{"weighted_turns": turns, "needed": needed} for turns, needed in columns_of(creek.case, "Attack", row)]
