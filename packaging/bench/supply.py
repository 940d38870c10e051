"""Zones and supply of SCS on a map of 200 × 200 hexes with 1,000 units a side: of all units, and after one unit's move."""

import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from nets import operational_box

from core.analysis.traces import traced
from core.files.ruleset_files import load_ruleset
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.deployment import Deployment, Piece
from core.model.items import Items
from core.model.oob import Counter, Oob, Side, Value, Values
from core.model.scenario import Scenario
from core.model.state import GameState
from core.questions.game import Game
from core.rules.operations.board import Board
from core.rules.operations.questions import board_of
from core.rules.operations.supply import FreeLines, judged, lines_of
from core.rules.scs.system import OPERATIONS

UNITS = 1_000
FILE = "battle.scenario.yaml"
SIDES = {"red": "west edge", "blue": "east edge"}
ROUNDS = 15


@dataclass(frozen=True, slots=True)
class Found:
    """Seconds of the processor, medians of several rounds: a move with zones and supply of both sides, all units of a side, one
    by one."""

    move_s: float
    whole_s: float
    plain_s: float


def supply_of_a_large_map() -> Found:
    """Measures all of it; both ways judge alike."""
    box, moves = battle()
    game = Game.of(box, load_ruleset("scs-1.6"))
    start = box.scenarios[FILE].start
    state = GameState(scenario=FILE, deployment=start)
    _shown(_board(game.with_state(state)))
    taken = []
    for id_, to in moves:
        assert state.deployment is not None
        moved = replace(state.deployment.pieces[id_], at=to)
        state = replace(state, deployment=state.deployment.with_pieces({id_: moved}))
        taken.append(_timed(partial(_looked_at, game, state)))
    board = _board(game.with_state(state))
    units = [unit for _, unit in board.of("red")]
    lines = lines_of(board, units[0])
    assert isinstance(lines, FreeLines)
    open_ = bytearray(b"\x01") * len(board.net.hexes)
    for number in lines.blocks.closed:
        open_[number] = 0

    def at_once() -> list[bool]:
        found = traced(board.net, lines.sources, open_, lines.passes)
        return [found.far[board.place(unit)] >= 0 for unit in units]

    def one_by_one(some: int) -> list[bool]:
        return [_has_line(board, lines, open_, board.place(unit)) for unit in units[:some]]

    few = 20
    assert at_once()[:few] == one_by_one(few)
    whole = statistics.median(_timed(at_once) for _ in range(5))
    plain = _timed(lambda: one_by_one(few)) * len(units) / few
    return Found(statistics.median(taken), whole, plain)


def battle() -> tuple[GameBox, list[tuple[str, Hex]]]:
    """Two armies that meet in the middle of the map, and moves of single units of theirs."""
    dice = random.Random(3)
    box = operational_box()
    cells = sorted(box.cells)
    units, pieces = [], {}
    for side, (low, high) in {"red": (10, 98), "blue": (102, 190)}.items():
        places = dice.sample([place for place in cells if low <= place.q <= high], UNITS)
        for number, place in enumerate(places):
            id_ = f"{side}-{number}"
            printed: dict[str, Value] = {"piece.kind": "combat", "piece.name": id_, "attack": 4, "defence": 4, "movement": 6}
            printed |= {"steps": 2, "movement.class": dice.choice(("leg", "truck", "track"))}
            units.append(Counter(id_, side, Values(printed)))
            pieces[id_] = Piece(place)
    moves = []
    for _ in range(ROUNDS):
        id_ = dice.choice(units).id
        near = [place for place in pieces[id_].at.within(5) if place in box.cells]  # type: ignore[union-attr]
        moves.append((id_, dice.choice(near)))
    sides = Items(Side(id_, id_.title(), values=Values({"supply.source": words})) for id_, words in SIDES.items())
    scenario = Scenario("Battle", start=Deployment().with_pieces(pieces))
    return replace(box, oob=Oob(sides, Items(), Items(units)), scenarios={FILE: scenario}), moves


def _board(game: Game) -> Board:
    return board_of(game.case, {}, OPERATIONS, game.system.force_rules)


def _shown(board: Board) -> int:
    """What the map shows of both sides: their zones, and the supply of every unit."""
    return sum(len(board.zones(side).hexes) + len(judged(board, (unit for _, unit in board.of(side)))) for side in SIDES)


def _looked_at(game: Game, state: GameState) -> int:
    return _shown(_board(game.with_state(state)))


def _has_line(board: Board, lines: FreeLines, open_: bytearray, start: int) -> bool:
    """A search from one unit, hex by hex, until it comes to a source."""
    seen, waiting = {start}, [start]
    while waiting:
        farther = []
        for place in waiting:
            if place in lines.sources and open_[place]:
                return True
            for edge in range(6 * place, 6 * place + 6):
                into = board.net.near[edge]
                if into >= 0 and into not in seen and open_[into] and lines.passes[board.net.crossing[edge]]:
                    seen.add(into)
                    farther.append(into)
        waiting = farther
    return False


def _timed(work: Callable[[], object]) -> float:
    """Seconds of the processor, which other programs do not lengthen."""
    start = time.thread_time()
    work()
    return time.thread_time() - start
