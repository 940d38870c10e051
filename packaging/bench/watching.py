"""Who could fire on overwatch at a way of ten hexes, and fire at a hex: 60 stacks of enemies on the real ground of a sample
box. Asked as the window asks it, of a game whose heights are known, as they are soon after a box was opened."""

import random
import statistics
import time
from dataclasses import dataclass, replace

from core.files.resources import scenarios_folder
from core.geometry.hexes import Hex
from core.model.deployment import Deployment, Piece
from core.model.items import Items
from core.model.oob import Counter, Oob, Side, Value, Values
from core.model.scenario import Scenario
from core.model.state import GameState
from core.questions.catalogue import ask
from core.questions.game import Game, open_game

STACKS, STEPS = 60, 10
FILE = "bench.scenario.yaml"
NEAR = 7
"""So far from the way the enemies stand at most, in hexes, so that many of them can fire."""


@dataclass(frozen=True, slots=True)
class Found:
    """Seconds, medians of several rounds: the first answer, that to a way one hex longer, and the same asked again; and how
    many times as long the longer way takes in a game that was asked nothing before."""

    first_s: float
    further_s: float
    again_s: float
    anew_ratio: float


@dataclass(frozen=True, slots=True)
class Fired:
    """Seconds, medians of several rounds: the first answer about fire at a hex, and that with another firer ticked off; and how
    many times as long this takes in a game that was asked nothing before."""

    first_s: float
    changed_s: float
    anew_ratio: float


def overwatch_preview(rounds: int = 5) -> Found:
    """Measures all of it, each round with enemies elsewhere."""
    opened = open_game(scenarios_folder() / "cove-creek").game
    assert opened is not None
    dice, found = random.Random(7), []
    for _ in range(rounds):
        game, way = _battle(opened, dice)
        anew = _fresh(game)
        first, further, again = _timed(game, way[:-1]), _timed(game, way), _timed(game, way)
        found.append((first, further, again, _timed(anew, way) / further))
    return Found(*(statistics.median(each[n] for each in found) for n in range(4)))


def _timed(game: Game, way: list[Hex]) -> float:
    begin = time.perf_counter()
    ruling = ask("movement", game, units=["mover"], path=way, watch="yes")
    seconds = time.perf_counter() - begin
    assert sum(1 for each in ruling.detail.watched if each.shots) > STEPS // 2, "hardly anybody watches"
    return seconds


def fire_with_changes(rounds: int = 3, changes: int = 6) -> Fired:
    """Measures the fire of all who can at the unit, with other enemies in each round: at first, and one after the other left
    out of it."""
    opened = open_game(scenarios_folder() / "cove-creek").game
    assert opened is not None
    dice, found = random.Random(11), []
    for _ in range(rounds):
        game, way = _battle(opened, dice, gone=STEPS // 2)
        place, anew = way[STEPS // 2 - 1], _fresh(game)
        first, firing = _fired(game, place, None)
        assert len(firing) > changes, "hardly anybody can fire"
        without = [[unit for unit in firing if unit != left] for left in firing[:changes]]
        changed = statistics.median(_fired(game, place, units)[0] for units in without)
        found.append((first, changed, _fired(anew, place, without[0])[0] / changed))
    return Fired(*(statistics.median(each[n] for each in found) for n in range(3)))


def _fired(game: Game, place: Hex, units: list[str] | None) -> tuple[float, list[str]]:
    """Seconds that an answer takes, and who fires by it."""
    begin = time.perf_counter()
    ruling = ask("fire.at", game, to=place, units=units)
    seconds = time.perf_counter() - begin
    assert ruling.detail.outcomes, "no chances"
    return seconds, [part.unit for part in ruling.detail.parts if part.chosen]


def _fresh(game: Game) -> Game:
    """The same game, of which nothing is known but the ground and its heights."""
    fresh = Game.of(game.box, game.ruleset, game.state)
    _warm(fresh)
    return fresh


def _warm(game: Game) -> None:
    # Heights are worked out in the background, and the net when a unit is taken in hand.
    ask("heights", game)
    ask("movement", game, units=["mover"])


def _battle(opened: Game, dice: random.Random, gone: int = 0) -> tuple[Game, list[Hex]]:
    """A unit in the valley that has gone some of its way, this way, and stacks of two around it."""
    box, start = opened.box, opened.box.hex("15.31")
    way = [start.plus(0, -n) for n in range(1, STEPS + 2)]
    near = [place for place in sorted(box.cells) if 2 < min(place.distance(each) for each in way) <= NEAR]
    foot: dict[str, Value] = {"movement.allowance": 20, "movement.class": "foot", "target.class": "area", "morale": 4}
    gun: dict[str, Value] = {"fire.class": "area", "fire.trajectory": "low", **foot}
    counters = [Counter("mover", "red", Values({"piece.kind": "infantry", "piece.name": "mover", "steps": 5, **foot}))]
    pieces = {"mover": Piece([start, *way][gone], mode="Move")}
    for number, place in enumerate(dice.sample(near, STACKS)):
        for kind, strength, reach in (("infantry", 4, 4), ("machine_guns", 2, 7)):
            id_ = f"{kind}-{number}"
            prints: dict[str, Value] = {"piece.kind": kind, "piece.name": id_, "fire.strength": strength, "fire.range": reach}
            counters.append(Counter(id_, "blue", Values({**prints, "steps": 5 if kind == "infantry" else 2, **gun})))
            pieces[id_] = Piece(place, mode="Fire")
    deployment = Deployment().with_pieces(pieces)
    oob = Oob(Items([Side("red", "Red"), Side("blue", "Blue")]), Items(()), Items(counters))
    box = replace(box, oob=oob, scenarios={FILE: Scenario("Bench", start=deployment)})
    game = Game.of(box, opened.ruleset, GameState(scenario=FILE, deployment=deployment))
    _warm(game)
    return game, way
