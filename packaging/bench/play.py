"""What a session of 10,000 events costs: to open it, to go to any state of it, and to add a line."""

import json
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.geometry.hexes import Hex
from core.model.deployment import Deployment, Piece
from core.model.edits.edit import IN_PLAY
from core.model.edits.force_edits import ChangePieces
from core.model.edits.state_edits import ChangeState
from core.model.scenario import Scenario
from core.model.state import Moment
from core.play.dice import fall
from core.play.events import Began, Did, Event, Noted, Player, Rolled, Ruled, Went
from core.play.journal import Journal
from core.play.snapshots import History, load

EVENTS = 10_000
UNITS = 500
JUMPS = 40


@dataclass(frozen=True, slots=True)
class Found:
    """Seconds, medians; `plain` are those of a way that does less: `json.loads` of the lines, a bare write, a fold of all.

    `jump_s` is the time to a state that was not asked for before, `step_s` to the next one, back or forth. `line_bytes` is the
    mean of all lines but the first.
    """

    open_s: float
    plain_open_s: float
    jump_s: float
    plain_jump_s: float
    step_s: float
    append_s: float
    plain_append_s: float
    line_bytes: float


def begun(units: Sequence[str], dice: random.Random) -> Began:
    """The first entry of a session between two sides."""
    pieces = {unit: Piece(Hex(dice.randrange(60), dice.randrange(40))) for unit in units}
    scenario = Scenario("Bench", start=Deployment().with_pieces(pieces))
    players = (Player("blue", "Blue"), Player("red", "Red"))
    return Began("bench", "hot_seat", "Bench", bytes(32), "bench", scenario, players, "tcs-4.01", bytes(32))


def event(number: int, units: Sequence[str], dice: random.Random) -> Event:
    """One of the events of a session: moves of one to three units, rolls, rulings, notes, phases, and now and then an undo."""
    match number % 10:
        case 0 | 1 | 2 | 3 | 4:
            moved = {unit: _piece(dice) for unit in dice.sample(units, dice.randint(1, 3))}
            label = f"Move {next(iter(moved))}"
            return Did(label, (ChangePieces(label, IN_PLAY, moved),))
        case 5 | 6:
            seed = dice.randbytes(16)
            return Rolled("2d6", fall(seed, "2d6"), "Fire on 12.07", seed, chance="5/18")
        case 7:
            return Ruled("los", {"from": "12.07", "to": "14.09"}, "blocked", dice.randbytes(32), dice.randbytes(32))
        case 8:
            return Went(number - dice.randint(1, 4)) if number % 30 == 8 else Noted("Their left flank is open")
        case _:
            return Did("Next phase", (ChangeState("Next phase", {"moment": Moment(number // 100, "action.movement", "red")}),))


def _piece(dice: random.Random) -> Piece:
    marks = frozenset({"suppressed"}) if dice.random() < 0.3 else frozenset[str]()
    return Piece(Hex(dice.randrange(60), dice.randrange(40)), dice.randrange(4), mode="moved", marks=marks)


def session_of_10000(rounds: int = 5) -> Found:
    """Writes a session, and measures it."""
    dice = random.Random(3)
    units = [f"1-{number}-rifle" for number in range(UNITS)]
    with tempfile.TemporaryDirectory() as name:
        path, folder = Path(name) / "bench.journal", Path(name) / "kept"
        appended, bare = [], []
        plain = os.open(Path(name) / "plain", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        with Journal.create(path, begun(units, dice)) as journal:
            for number in range(2, EVENTS + 1):
                made = event(number, units, dice)
                appended.append(_timed(lambda made=made: journal.append(made, "red")))  # type: ignore[misc]
                bare.append(_timed(lambda: os.write(plain, bytes(220))))
        os.close(plain)
        lines = path.read_bytes().splitlines()
        assert load(path, folder=folder).read.fault is None
        opened = [_timed(lambda: load(path, folder=folder)) for _ in range(rounds)]
        parsed = [_timed(lambda: [json.loads(line) for line in lines]) for _ in range(rounds)]
        entries = load(path, folder=folder).read.entries
        folded = [_timed(lambda: History(entries)) for _ in range(rounds)]
        jumps = [_jumped(path, folder, number) for number in dice.sample(range(1, EVENTS), JUMPS)]
    return Found(
        statistics.median(opened),
        statistics.median(parsed),
        statistics.median(jump for jump, _ in jumps),
        statistics.median(folded),
        statistics.median(step for _, step in jumps),
        statistics.median(appended),
        statistics.median(bare),
        statistics.mean(len(line) + 1 for line in lines[1:]),
    )


def _jumped(path: Path, folder: Path, number: int) -> tuple[float, float]:
    """Seconds to a state of a session that was just opened, and from there to the one before."""
    tables = load(path, folder=folder).tables
    assert tables is not None
    return _timed(lambda: tables.at(number)), _timed(lambda: tables.at(max(number - 1, 1)))


def _timed(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin
