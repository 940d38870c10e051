"""The two games that questions are asked about here."""

import pytest

from core.files.resources import scenarios_folder
from core.questions.game import Game, open_game


@pytest.fixture(scope="session")
def example() -> Game:
    """The rules' own example."""
    game = open_game(scenarios_folder() / "tcs-example").game
    assert game is not None
    return game
