"""Who could fire on overwatch at a way of ten hexes: 60 stacks of enemies on the real ground of a sample box."""

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
    """Seconds, medians of several rounds: the first answer, that to a way one hex longer, and the same asked again."""

    first_s: float
    further_s: float
    again_s: float


def overwatch_preview(rounds: int = 5) -> Found:
    """Measures all of it, each round with enemies elsewhere."""
    opened = open_game(scenarios_folder() / "cove-creek").game
    assert opened is not None
    dice, found = random.Random(7), []
    for _ in range(rounds):
        game, way = _battle(opened, dice)
        found.append((_timed(game, way[:-1]), _timed(game, way), _timed(game, way)))
    return Found(*(statistics.median(each[n] for each in found) for n in range(3)))


def _timed(game: Game, way: list[Hex]) -> float:
    begin = time.perf_counter()
    ruling = ask("overwatch", game, units=["mover"], path=way)
    seconds = time.perf_counter() - begin
    assert len(ruling.detail.watched) > STEPS // 2, "hardly anybody watches"
    return seconds


def _battle(opened: Game, dice: random.Random) -> tuple[Game, list[Hex]]:
    """A unit in the valley, the way that it goes, and stacks of two around it."""
    box, start = opened.box, opened.box.hex("15.31")
    way = [start.plus(0, -n) for n in range(1, STEPS + 2)]
    near = [place for place in sorted(box.cells) if 2 < min(place.distance(each) for each in way) <= NEAR]
    foot: dict[str, Value] = {"movement.allowance": 20, "movement.class": "foot", "target.class": "area", "morale": 4}
    gun: dict[str, Value] = {"fire.class": "area", "fire.trajectory": "low", **foot}
    counters = [Counter("mover", "red", Values({"piece.kind": "infantry", "piece.name": "mover", "steps": 5, **foot}))]
    pieces = {"mover": Piece(start, mode="Move")}
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
    # The ground and its net are known when a unit is taken in hand.
    ask("movement", game, units=["mover"], to=way[0])
    return game, way
