"""Makes the session `scenarios/sessions/first-days.journal` again, from the commands of `first_days.txt`. The same every time.

    python packaging/samples/make_first_days.py [--out FILE]

Two players fight the first days of "Summer storm on the Sable" at one table. Dice fall from seeds that follow from their
numbers, and the clock goes on by a minute with every entry, so that the file is the same byte for byte as long as box and rules
are.
"""

import argparse
import hashlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from core.files.digests import box_digest, rules_digest
from core.play.driving import Desk
from core.play.events import Began, Entry, Event
from core.play.journal import Journal
from core.play.replaying import driven
from core.play.session import Session
from core.play.snapshots import History
from core.play.starting import beginning
from core.questions.game import open_game

ROOT = Path(__file__).resolve().parents[2]
BOX = ROOT / "scenarios" / "sable-river"
SCENARIO = "summer-storm.scenario.yaml"
COMMANDS = Path(__file__).with_name("first_days.txt")
SHIPPED = ROOT / "scenarios" / "sessions" / "first-days.journal"

PLAYERS = {"korrin": "Ann", "veldany": "Bob"}
NAME = "first-days-on-the-sable"
BEGIN = 1_760_864_400
"""19 October 2025, 9:00 UTC."""

STEP_S = 60


class Clocked:
    """A journal whose clock goes on by a minute with every entry."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    @property
    def entries(self) -> Sequence[Entry]:
        """All entries."""
        return self._journal.entries

    def append(self, event: Event, by: str) -> Entry:
        """Adds an entry."""
        return self._journal.append(event, by, BEGIN + STEP_S * len(self._journal.entries))


def counted(name: str) -> Callable[[int], bytes]:
    """Bytes that are the same every time, and others at every call."""
    count = 0

    def fresh(length: int) -> bytes:
        nonlocal count
        count += 1
        return hashlib.sha256(f"{name} {count}".encode()).digest()[:length]

    return fresh


def first_entry(of_box: bytes, of_rules: bytes) -> Began:
    """How the session begins."""
    game = open_game(BOX).game
    assert game is not None
    values = game.ruleset.values
    began = beginning(
        game.box, values, SCENARIO, "hot_seat", PLAYERS, of_box=of_box, of_rules=of_rules, program=version("phaseline")
    )
    return replace(began, session=NAME)


def make(path: Path, began: Began, tell: Callable[[str], object] = lambda line: None) -> list[str]:
    """Plays all commands into a new file; the errors that were met."""
    game = open_game(BOX).game
    assert game is not None
    errors = []
    with Journal.create(path, began, at=BEGIN) as journal:
        session = Session(Clocked(journal), History(journal.entries, journal.records))
        desk = Desk(session, game=game, ruleset=game.ruleset, fresh=counted(NAME))
        for answer in driven(desk, COMMANDS.read_text("utf-8").splitlines()):
            for line in answer.said.lines:
                tell(line)
            if answer.error:
                errors.append(f"{COMMANDS.name}:{answer.line}: {answer.error}")
    return errors


def main() -> int:
    """Writes the session where --out says, and what is said on the way."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, default=SHIPPED)
    out: Path = parser.parse_args().out
    out.parent.mkdir(parents=True, exist_ok=True)
    new = out.with_suffix(".new")
    new.unlink(missing_ok=True)
    errors = make(new, first_entry(box_digest(BOX), rules_digest("scs-1.6")), print)
    for error in errors:
        print(error, file=sys.stderr)
    if errors:
        new.unlink()
        return 1
    new.replace(out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
