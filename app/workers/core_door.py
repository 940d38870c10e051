"""What the worker asks of core. Only the worker process imports this module, by name: it brings numpy and shapely."""

from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

from app.workers import jobs
from app.workers.messages import OpenedBox
from core.analysis.relief_raster import relief_raster
from core.base.errors import CoreError
from core.files.own_charts import rules_in_force
from core.model.edits.edit import Edit
from core.model.issues import Issue
from core.model.state import GameState
from core.model.work import Work
from core.questions import catalogue
from core.questions.game import Game, open_game
from core.rules.kernel.progress import Progress
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.rulings import Ruling


def open_box(path: Path, before: Sequence[Game] = ()) -> tuple[Game | None, OpenedBox]:
    """The compiled game and what the window shows of it. What was worked out for games `before` is taken over if it can be."""
    opened = open_game(path, before)
    game, box = opened.game, opened.box
    if box is not None:
        # Which hexes are playable is counted here, so that the window need not.
        _ = box.cells
    ruleset = game.ruleset if game is not None else None
    state = game.state if game is not None else GameState()
    return game, OpenedBox(path, box, ruleset, state, opened.issues)


def goes_on(game: Game | None, before: Sequence[Game]) -> bool:
    """Whether all that was worked out for one of the games `before` was taken over."""
    return game is not None and any(game.compiled is each.compiled for each in before)


def game_of(work: Work, ruleset: Ruleset | None) -> Game | None:
    """The game of a box that the window holds; None when its ruleset is not known."""
    if ruleset is None:
        try:
            ruleset, _ = rules_in_force(work.box.ruleset)
        except CoreError:
            return None
    return Game.of(work.box, ruleset, work.state)


def with_edits(game: Game, edits: Sequence[Edit]) -> Game:
    """The game of the changed box; what the edits do not touch is kept."""
    return game.with_edits(edits)


def check(game: Game) -> Generator[Progress, None, object]:
    """What is wrong with the game's box, in slices; `with_check` takes it. The first line of sight is made ready, too."""
    steps = game.check()
    while True:
        try:
            done, total = next(steps)
        except StopIteration as end:
            for _ in game.ground.prepare():
                yield Progress(1, 1)
            return end.value
        yield Progress(done, total)


def with_check(game: Game, found: Any) -> tuple[Game, tuple[Issue, ...]]:
    """The game that knows what `check` has found in its map and scenarios, and that."""
    checked = game.with_check(found)
    return checked, checked.found


def with_state(game: Game, state: GameState) -> Game:
    """The same game under another state of play."""
    return game.with_state(state)


def steps(question: str, game: Game, /, **parameters: Any) -> Generator[Progress, None, Ruling]:
    """A question's answer in slices."""
    return catalogue.steps(question, game, **parameters)


def relief(game: Game, resolution: int) -> Generator[Progress, None, object]:
    """The raster of heights for the eye (a `core.model.relief.ReliefRaster`, None without contours), in slices."""
    known = game.compiled.reliefs
    if resolution in known:
        return known[resolution]
    pieces = relief_raster(game.box, resolution)
    while True:
        try:
            done, total = next(pieces)
        except StopIteration as end:
            known[resolution] = end.value
            return known[resolution]
        yield Progress(done, total)


def job(name: str, game: Game | None, /, **parameters: Any) -> Generator[Progress, None, object]:
    """The slices of a job of `app.workers.jobs`."""
    return jobs.start(name, game, **parameters)


def rest(game: Game) -> None:
    """Stores the heights that were computed, so that the next run knows them."""
    game.compiled.keep_heights()
