"""The board of 60 formations of BCS, as the window asks for it, over the map of a sample box with all its variants: at first,
after one unit has moved, and in the next activation. The formations stand at random, many of them off the roads or cut off, so
that their supply routes take long."""

import pickle
import random
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import truediv

from core.files.resources import scenarios_folder
from core.geometry.hexes import Hex
from core.model.deployment import Deployment, Piece
from core.model.items import Items
from core.model.oob import Counter, Formation, Oob, Values
from core.model.state import Moment
from core.questions.catalogue import ask
from core.questions.game import Game, open_game

FORMATIONS = 60
PIECES = ("headquarters", "trains", "combat", "combat", "combat")
"""What each of them has on the map."""


OPTIONS = dict.fromkeys(
    (
        *("fatigue.planned", "package.rod_miller", "coordination.middle_ground", "orders.written", "jumps.soft_hard"),
        "activation.smoothing",
    ),
    "on",
)
"""The variants beside those that the box plays; of the two that exclude each other the one that takes longer."""


@dataclass(frozen=True, slots=True)
class Boards:
    """Seconds: the first board of a state of play, and the medians of those after one unit more has moved, and after another
    formation was activated; and how many times as long one after a move takes in a game that was asked for no board before, the
    median too."""

    first_s: float
    moved_s: float
    activated_s: float
    anew_ratio: float


@dataclass(frozen=True, slots=True)
class Shown:
    """Seconds in which the window takes in a board: the first one, and the median of those after one unit more has moved."""

    first_s: float
    moved_s: float


def board_of_many(rounds: int = 12) -> Boards:
    """Measures boards while units of one formation after the other move."""
    opened = open_game(scenarios_folder() / "amber-road").game
    assert opened is not None
    dice = random.Random(5)
    game = _crowded(opened, dice)
    first, games, moved, activated = _timed(game), [], [], []
    for number in range(rounds):
        game = _after_an_activation(game, number)
        activated.append(_timed(game))
        game = _after_a_move(game, f"f{number}-{number % len(PIECES)}", dice)
        games.append(game)
        moved.append(_timed(game))
    # The first one is that in which play begins.
    anew = [_timed(_fresh(each)) for each in games]
    return Boards(
        first, statistics.median(moved), statistics.median(activated[1:]), statistics.median(map(truediv, anew, moved))
    )


def board_in_the_window(rounds: int = 12) -> Shown:
    """Measures the panel while units move, with boards that came over from the worker process."""
    from PySide6.QtWidgets import QApplication

    from app.documents.document import Document
    from app.panels.formations.panel import FormationsPanel
    from app.workers import messages  # noqa: F401 - says how rulings are pickled

    application = QApplication.instance() or QApplication([])
    opened = open_game(scenarios_folder() / "amber-road").game
    assert opened is not None
    dice = random.Random(5)
    game = _crowded(opened, dice)
    panel = FormationsPanel()
    panel.use(Document(game.box, game.ruleset), known=True)
    panel.resize(1000, 500)
    panel.show()
    seconds = []
    for number in range(rounds):
        board = pickle.loads(pickle.dumps(ask("formations", game)))
        begin = time.perf_counter()
        panel.show_board(board)
        seconds.append(time.perf_counter() - begin)
        application.processEvents()
        game = _after_a_move(game, f"f{number}-{number % len(PIECES)}", dice)
    panel.close()
    return Shown(seconds[0], statistics.median(seconds[1:]))


def _fresh(game: Game) -> Game:
    """The same game, of which nothing but the map was compiled for a question."""
    fresh = Game.of(game.box, game.case.ruleset).with_state(game.state)
    ask("movement", fresh, units=["f0-0"])
    return fresh


def _timed(game: Game) -> float:
    begin = time.perf_counter()
    rows = ask("formations", game).detail.rows
    seconds = time.perf_counter() - begin
    assert len(rows) == FORMATIONS and all(row.cells for row in rows)
    return seconds


def _crowded(game: Game, dice: random.Random) -> Game:
    """As many formations as may be, each with headquarters, trains and three units of its own side's half of the map."""
    oob, start = game.box.oob, {}
    formations, counters = [], []
    models = {kind: next(each for each in oob.counters if each.values.get("piece.kind") == kind) for kind in PIECES}
    halves = _halves(game)
    for number in range(FORMATIONS):
        side = oob.sides[number % 2].id
        formations.append(Formation(f"f{number}", name=f"Formation {number}", side=side, values=Values({"fatigue": "Fresh"})))
        for place, kind in enumerate(PIECES):
            made: Counter = replace(models[kind], id=f"f{number}-{place}", side=side, formation=f"f{number}")
            counters.append(made)
            start[made.id] = Piece(halves[side].pop(dice.randrange(len(halves[side]))))
    crowded = Oob(oob.sides, formations=Items(formations), counters=Items(counters))
    box = replace(game.box.with_oob(crowded), options={**game.box.options, **OPTIONS})
    state = replace(game.state, deployment=Deployment().with_pieces(start))
    return Game.of(box, game.case.ruleset).with_state(state)


def _halves(game: Game) -> dict[str, list[Hex]]:
    rows = sorted(game.box.cells, key=lambda place: (place.r, place.q))
    middle, sides = len(rows) // 2, [each.id for each in game.box.oob.sides]
    return {sides[0]: rows[:middle], sides[1]: rows[middle:]}


def _after_an_activation(game: Game, number: int) -> Game:
    """The formation before is done, and another one is active, of the other side."""
    oob, state = game.box.oob, game.state
    before = {key: "Done" for key, word in state.conditions.items() if word == "Active"}
    words = state.conditions.update({**before, (f"f{number}", "activation"): "Active"})
    side = oob.sides[number % 2].id
    moment = Moment(2, "activation.pick", side, 1, f"f{number}")
    return game.with_state(replace(state, moment=moment, order=tuple(each.id for each in oob.sides), conditions=words))


def _after_a_move(game: Game, unit: str, dice: random.Random) -> Game:
    deployment = game.state.deployment
    assert deployment is not None
    piece = deployment.pieces[unit]
    assert isinstance(piece.at, Hex)
    places: Iterator[Hex] = (each for each in piece.at.neighbours() if each in game.box.cells)
    moved = replace(piece, at=dice.choice(list(places)))
    return game.with_state(replace(game.state, deployment=deployment.with_pieces({unit: moved})))
