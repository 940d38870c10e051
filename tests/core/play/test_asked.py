"""Rulings noted in a session, and asked again."""

from pathlib import Path

import pytest

from core.base.errors import WrongUse
from core.base.steps import finish
from core.files.digests import rules_digest
from core.model.state import GameState
from core.play.asked import ruled_steps
from core.questions.game import Game, open_game

EXAMPLE = Path(__file__).resolve().parents[3] / "scenarios" / "tcs-example"


@pytest.fixture(scope="module")
def game() -> Game:
    found = open_game(EXAMPLE).game
    assert found is not None
    return found


def test_a_ruling_is_noted_with_what_was_asked_as_texts(game: Game) -> None:
    start, end = game.box.hex("1.04"), game.box.hex("4.05")
    ruled = finish(ruled_steps(game, "los", {"from": start, "to": end, "method": "standard", "visibility": None}))
    assert ruled.parameters == {"from": "1.04", "to": "4.05", "method": "standard"}
    assert ruled.question == "los" and ruled.verdict
    assert ruled.rules == rules_digest(game.box.ruleset) and len(ruled.digest) == 32


def test_what_was_noted_is_ruled_the_same_when_it_is_asked_again(game: Game) -> None:
    first = finish(ruled_steps(game, "los", {"from": "1.04", "to": "4.05"}))
    assert finish(ruled_steps(game, first.question, first.parameters, GameState())) == first


def test_under_another_state_of_play_the_ruling_may_be_another(game: Game) -> None:
    first = finish(ruled_steps(game, "los", {"from": "1.04", "to": "4.05"}))
    dark = finish(ruled_steps(game, first.question, first.parameters, GameState(visibility=1)))
    assert dark.digest != first.digest and dark.rules == first.rules


def test_several_hexes_are_written_with_commas(game: Game) -> None:
    firers = [game.box.hex("4.09"), game.box.hex("6.05")]
    ruled = finish(ruled_steps(game, "crossfire", {"target": game.box.hex("4.06"), "firers": firers}))
    assert ruled.parameters["firers"] == "4.09, 6.05"


def test_a_question_that_there_is_not_is_refused(game: Game) -> None:
    with pytest.raises(WrongUse):
        finish(ruled_steps(game, "los", {"nowhere": "1.04"}))
