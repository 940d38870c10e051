"""Zones and ranges by the rules of a series, asked as the window asks them: 2,000 units on 200 × 200 hexes, made up."""

import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import immutables

from core.files.ruleset_files import load_ruleset
from core.geometry.hexes import DIRECTIONS, Hex
from core.model.deployment import Deployment, Piece
from core.model.edits.edit import IN_PLAY
from core.model.edits.force_edits import ChangePieces
from core.model.items import Items
from core.model.maps import HexContent, SideFeature
from core.model.new_map import NewMap
from core.model.oob import Counter, Oob, Side, Value, Values
from core.model.scenario import Scenario
from core.model.state import GameState
from core.model.terrain import Terrain, TerrainKind
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.operations.board import Board
from core.rules.operations.zones import zones_of
from core.rules.scs.stacking import RULES
from core.rules.scs.system import OPERATIONS

SIDE = 200
UNITS = 2_000
FILE = "bench.scenario.yaml"


@dataclass(frozen=True, slots=True)
class Found:
    """Seconds, medians of several rounds. `moved` are those of the first answers after one unit has moved."""

    zones_s: float
    zones_ratio: float
    range_s: float
    onto_s: float
    moved_zones_s: float
    moved_range_s: float


def made_up_game() -> Game:
    """Terrain, rivers and units of two sides, strewn."""
    dice = random.Random(7)
    box = NewMap("Many units", ruleset="scs-1.6", columns=SIDE, rows=SIDE, interval=None).box()
    placed = box.sheets[0]
    cells = [(column, row) for column in range(1, SIDE + 1) for row in range(1, SIDE)]
    kinds = ("woods", "hills", "town", "marsh")
    filled = {cell: HexContent(dice.choice(kinds)) for cell in cells if dice.random() < 0.3}
    hexes: immutables.Map[tuple[int, int], HexContent] = immutables.Map(filled)
    sides = Items(SideFeature("river", (cell, (cell[0], cell[1] + 1))) for cell in cells if dice.random() < 0.05)
    terrain = {id_: Terrain(id_, id_.capitalize(), TerrainKind.HEX) for id_ in ("woods", "hills", "marsh")}
    places = list(box.cells)
    counters = [_counter(number) for number in range(UNITS)]
    start = Deployment().with_pieces({each.id: Piece(dice.choice(places)) for each in counters})
    box = replace(
        box.with_sheet(placed.file, replace(placed.sheet, hexes=hexes, sides=sides)),
        terrain=terrain,
        oob=Oob(Items([Side("red", "Red"), Side("blue", "Blue")]), Items(()), Items(counters)),
        scenarios={FILE: Scenario("Many", start=start)},
    )
    return Game.of(box, load_ruleset("scs-1.6"), GameState(scenario=FILE, deployment=start))


def _counter(number: int) -> Counter:
    prints: dict[str, Value] = {
        "piece.kind": "combat",
        "piece.name": f"{number}",
        "steps": 2,
        "attack": number % 5,
        "defence": 3,
    }
    prints |= {"defence": 3, "movement": 4 + number % 7, "movement.class": ("leg", "truck", "track")[number % 3]}
    return Counter(f"u-{number}", "red" if number % 2 else "blue", Values(prints))


def zones_and_ranges(rounds: int = 5) -> Found:
    """Measures all of it; both ways to the zones find the same."""
    game = made_up_game()
    ask("zoc", game, side="red")
    ask("movement.onto", game, to="100.100", side="blue", beside="yes")

    board = Board(game.case, RULES, OPERATIONS, game.forces)
    assert board.at

    def overlay() -> None:
        ours.append(zones_of(board, "red").hexes | zones_of(board, "blue").hexes)

    def set_loop() -> None:
        plain.append(frozenset(_plain(board, "red") | _plain(board, "blue")))

    ours: list[frozenset[int]] = []
    plain: list[frozenset[int]] = []
    pairs = [(_timed(overlay), _timed(set_loop)) for _ in range(rounds)]
    assert set(ours) == set(plain)
    moves = [_after_a_move(game, number) for number in range(rounds)]
    movers = [f"u-{number}" for number in range(1, 41)]
    goals = [game.forces.unit(each).piece.at for each in movers[:rounds]]  # type: ignore[union-attr]
    return Found(
        statistics.median(one for one, _ in pairs),
        statistics.median(other / one for one, other in pairs),
        statistics.median(_timed(partial(ask, "movement", game, units=each)) for each in movers),
        statistics.median(_timed(partial(ask, "movement.onto", game, to=each)) for each in goals),
        statistics.median(zones for zones, _ in moves),
        statistics.median(ranges for _, ranges in moves),
    )


def _plain(board: Board, side: str) -> set[int]:
    """One set after another: each unit asked whether it has a zone, each hexside whether it lets it through."""
    found: set[int] = set()
    for number, unit in board.of(side):
        if not OPERATIONS.zone(board, unit).yes:
            continue
        place, class_ = board.net.hexes[number], OPERATIONS.zone_class(unit)
        near = [board.net.index.get(Hex(place.q + q, place.r + r), -1) for q, r in DIRECTIONS]
        met = [board.net.crossings[board.net.crossing[6 * number + direction]] for direction in range(6)]
        found |= {each for each, one in zip(near, met, strict=True) if each >= 0 and OPERATIONS.reaches(board, class_, one)}
    return found


def _after_a_move(game: Game, number: int) -> tuple[float, float]:
    """How long zones, and then the range of another unit, take when one unit has moved by a hex."""
    id_ = f"u-{10 * number}"
    piece = game.state.deployment.pieces[id_] if game.state.deployment is not None else None
    assert piece is not None
    assert isinstance(piece.at, Hex)
    near = next(each for each in piece.at.neighbours() if each in game.box.cells)
    after = game.with_edits([ChangePieces("Move", IN_PLAY, {id_: replace(piece, at=near)})])
    return _timed(lambda: ask("zoc", after, side="red")), _timed(lambda: ask("movement", after, units="u-1"))


def _timed(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin
