"""A stand-in for core.questions, so that the worker's own behaviour can be seen: it is imported by the worker process."""

import os
import sys
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from app.workers.messages import OpenedBox
from core.base.errors import CoreError, Place, WrongUse
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.edits.edit import Edit
from core.model.issues import Issue
from core.model.maps import Grid, MapSheet
from core.model.state import GameState
from core.model.work import Work
from core.rules.kernel.progress import Progress
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.rulings import Ruling

RESTS: list[str] = []


class Unreadable:
    """Is written to a pipe and cannot be read from it."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return int, ("no number",)


@dataclass(frozen=True)
class FakeGame:
    box: GameBox
    state: GameState


def open_box(path: Path, before: Sequence[FakeGame] = ()) -> tuple[FakeGame | None, OpenedBox]:
    if path.name == "crash":
        os._exit(3)
    if path.name == "fault":
        raise ZeroDivisionError
    if path.name == "missing":
        raise CoreError(f"There is no game box at {path}.")
    sheet = MapSheet("A", Grid(5, 5, Numbering("{column:02}.{row:02}", 5, 5)))
    box = GameBox(path.name, "fake", (PlacedSheet(sheet, SheetFrame.place("odd")),))
    game = FakeGame(box, GameState())
    return game, OpenedBox(path, box, None, game.state, ())


def goes_on(game: FakeGame | None, before: Sequence[FakeGame]) -> bool:
    return game in before


def game_of(work: Work, ruleset: Ruleset | None) -> FakeGame | None:
    return None if work.box.ruleset == "unknown" else FakeGame(work.box, work.state)


def with_edits(game: FakeGame, edits: Sequence[Edit]) -> FakeGame:
    work = Work(game.box, game.state)
    for edit in edits:
        work = edit.apply(work)
    return FakeGame(work.box, work.state)


def check(game: FakeGame) -> Generator[Progress, None, object]:
    for done in range(2):
        yield Progress(done, 2)
    return game.box.title


def with_check(game: FakeGame, checked: object) -> tuple[FakeGame, tuple[Issue, ...]]:
    return game, (Issue(Place("a.map.yaml"), f"Something is wrong with {checked}."),)


def with_state(game: FakeGame, state: GameState) -> FakeGame:
    return replace(game, state=state)


def steps(question: str, game: FakeGame, **parameters: Any) -> Generator[Progress, None, Ruling]:
    if question == "wrong":
        raise WrongUse("There is no hex 99.99.")
    return _steps(question, game, parameters)


def _steps(question: str, game: FakeGame, parameters: dict[str, Any]) -> Generator[Progress, None, Ruling]:
    value: Any = None
    if question == "long":
        for done in range(parameters["slices"]):
            time.sleep(0.01)
            yield Progress(done, parameters["slices"], done)
    elif question == "long_box":
        for done in range(parameters["slices"]):
            yield Progress(done, parameters["slices"])
        value = game.box.title
    elif question == "crash":
        os._exit(3)
    elif question == "fault":
        raise ZeroDivisionError
    elif question == "late_wrong":
        yield Progress(0, 1)
        raise WrongUse("There is no hex 99.99.")
    elif question == "unreadable":
        value = Unreadable()
    elif question == "unsendable":
        value = lambda: None  # noqa: E731 - functions without a name cannot be pickled
    elif question == "visibility":
        value = game.state.visibility
    elif question == "box":
        value = game.box.title
    elif question == "modules":
        value = " ".join(sorted(sys.modules))
    elif question == "pid":
        value = os.getpid()
    elif question == "echo":
        value = parameters["value"]
    return Ruling(question, "fake", "clear", value, ())


def relief(game: FakeGame, resolution: int) -> Generator[Progress, None, object]:
    yield Progress(1, 2)
    return ("raster", game.box.title, resolution)


def job(name: str, game: FakeGame | None, **parameters: Any) -> Generator[Progress, None, object]:
    if name == "wrong":
        raise WrongUse("There is no such job.")
    return _job(game, **parameters)


def _job(game: FakeGame | None, slices: int = 1) -> Generator[Progress, None, object]:
    for done in range(slices):
        yield Progress(done, slices)
    return None if game is None else game.box.title


def rest(game: FakeGame) -> None:
    if game.box.title == "full disk":
        raise OSError("No space left on device")
    RESTS.append(game.box.title)
