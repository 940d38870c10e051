"""What the worker asks of core. Only the worker process imports this module, by name: it brings numpy and shapely."""

from collections.abc import Generator
from pathlib import Path
from typing import Any

from app.workers.messages import OpenedBox
from core.analysis.relief_raster import relief_raster
from core.model.state import GameState
from core.questions import catalogue
from core.questions.game import Game, open_game
from core.rules.kernel.progress import Progress
from core.rules.kernel.rulings import Ruling


def open_box(path: Path) -> tuple[Game | None, OpenedBox]:
    """The compiled game and what the window shows of it."""
    opened = open_game(path)
    game, box = opened.game, opened.box
    if box is not None:
        # Which hexes are playable is counted here, so that the window need not.
        _ = box.cells
    ruleset = game.ruleset if game is not None else None
    state = game.state if game is not None else GameState()
    return game, OpenedBox(path, box, ruleset, state, opened.issues)


def with_state(game: Game, state: GameState) -> Game:
    """The same game under another state of play."""
    return game.with_state(state)


def steps(question: str, game: Game, **parameters: Any) -> Generator[Progress, None, Ruling]:
    """A question's answer in slices."""
    return catalogue.steps(question, game, **parameters)


def relief(game: Game, resolution: int) -> Generator[Progress, None, object]:
    """The raster of heights for the eye (a `core.model.relief.ReliefRaster`, None without contours), in slices."""
    pieces = relief_raster(game.box, resolution)
    while True:
        try:
            done, total = next(pieces)
        except StopIteration as end:
            return end.value
        yield Progress(done, total)


def rest(game: Game) -> None:
    """Stores the heights that were computed, so that the next run knows them."""
    game.compiled.keep_heights()
