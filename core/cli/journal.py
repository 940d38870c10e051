"""phaseline journal: the entries of a session as sentences or as JSON; recovers what is good of a damaged one."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from core.cli.parsing import FINE, Commands, json_line
from core.cli.replay import labels, open_journal, tell_fault

if TYPE_CHECKING:
    from core.model.state import GameState
    from core.play.events import Entry
    from core.play.snapshots import History


def add(commands: Commands) -> None:
    """Adds the command."""
    journal = commands.add_parser(
        "journal",
        help="list the entries of a session, or recover what is good of it",
        epilog="Example: phaseline journal battle.journal --text",
    )
    journal.add_argument("journal", type=Path, metavar="SESSION.journal")
    how = journal.add_mutually_exclusive_group()
    how.add_argument("--text", action="store_true", help="list them as sentences (so without a choice)")
    how.add_argument("--json", action="store_true", help="list them as JSON, one on each line")
    how.add_argument("--recover", type=Path, metavar="NEW", help="write what is good of a damaged journal into a new file")
    journal.add_argument("--box", type=Path, metavar="BOX", help="the game, for the numbers that its maps print")
    journal.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Prints the entries; what is wrong with the journal goes to standard error."""
    if given.recover is not None:
        return _recover(given.journal, given.recover)
    from core.play.event_text import word_of
    from core.play.told import Teller, plain_place

    loaded, tables = open_journal(given.journal)
    label, code = labels(given.box)
    teller = Teller(loaded.read.records[0].began, label or plain_place)
    for entry in loaded.read.entries:
        before = _before(tables, entry)
        if given.json:
            told = {"entry": entry.number, "at": entry.at, "by": entry.by or None, "do": word_of(entry.event)}
            print(json_line(told | {"text": teller.told(entry, before)}))
        else:
            print(teller.line(entry, before))
    return tell_fault(given.journal, loaded.read, code)


def _before(tables: "History", entry: "Entry") -> "GameState | None":
    return tables.at(entry.number - 1).state if entry.number > 1 else None


def _recover(path: Path, new: Path) -> int:
    from core.play.journal import recover

    found = recover(path, new)
    many = len(found.entries)
    print(f"{new}: {'1 entry' if many == 1 else f'{many} entries'}")
    return tell_fault(path, found, FINE)
