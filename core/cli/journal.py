"""phaseline journal: the entries of a session as sentences, as JSON or as a page; recovers what is good of a damaged one.

Pages with map pictures and sequences of pictures need a painter: `app.export.session_command` takes over there, with the words
that are added here.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.errors import WrongUse
from core.cli.parsing import FINE, Commands, json_line
from core.cli.readers import HELP, read_for
from core.cli.replay import game_of, open_journal, tell_fault, tell_not_shown
from core.rules.kernel.play_rules import PlayRules

if TYPE_CHECKING:
    from core.play.session import Session
    from core.play.snapshots import Loaded
    from core.play.told import Teller
    from core.play.views import View

EACH = ("turn", "phase", "entry")


def add(commands: Commands) -> None:
    """Adds the command."""
    journal = commands.add_parser(
        "journal",
        help="list the entries of a session, export them, or recover what is good of it",
        epilog="Example: phaseline journal battle.journal --html battle.html --box my-box --side Red",
    )
    add_arguments(journal)
    journal.set_defaults(run=run)


def add_arguments(journal: argparse.ArgumentParser) -> None:
    """Adds what can be said of a journal."""
    journal.add_argument("journal", type=Path, metavar="SESSION.journal")
    how = journal.add_mutually_exclusive_group()
    how.add_argument("--text", action="store_true", help="list them as sentences (so without a choice)")
    how.add_argument("--json", action="store_true", help="list them as JSON, one on each line")
    how.add_argument("--html", type=Path, metavar="OUT", help="write a page; with --box it shows the map after each turn")
    how.add_argument("--pictures", type=Path, metavar="FOLDER", help="write a sequence of pictures of the map; needs --box")
    how.add_argument("--recover", type=Path, metavar="NEW", help="write what is good of a damaged journal into a new file")
    journal.add_argument("-o", "--output", type=Path, metavar="FILE", help="write the text or JSON into a file")
    journal.add_argument(
        "--box", type=Path, metavar="BOX", help="the game, for pictures of its maps; hex numbers of a sample are known"
    )
    journal.add_argument("--side", default="", metavar="NAME", help=HELP)
    journal.add_argument("--each", choices=EACH, default="", help="pictures after each (default: turn on a page, else phase)")
    journal.add_argument("--dpi", type=float, default=60.0, metavar="N", help="dots per inch of pictures (60)")
    journal.add_argument("--progress", action="store_true", help=argparse.SUPPRESS)


def run(given: argparse.Namespace) -> int:
    """Prints or writes the entries; what is wrong with the journal goes to standard error."""
    if given.recover is not None:
        return _recover(given.journal, given.recover)
    if given.pictures is not None:
        raise WrongUse("Pictures need the game: give --box with its folder.")
    looked = look(given)
    if given.html is not None:
        write_page(looked, given.html)
        print(given.html)
    elif given.output is not None:
        from core.base.atomic import write_text

        write_text(given.output, "".join(f"{line}\n" for line in listed(looked, given.json)))
        print(given.output)
    else:
        for line in listed(looked, given.json):
            print(line)
    tell_not_shown(looked.session.record)
    return tell_fault(given.journal, looked.loaded.read, looked.code)


@dataclass(frozen=True)
class Looked:
    """A journal that is looked at: by whom, how it is told, and the exit code so far. `sections` are rules by questions."""

    loaded: "Loaded"
    session: "Session"
    view: "View"
    teller: "Teller"
    eyes: str
    sections: Mapping[str, str]
    code: int


def look(given: argparse.Namespace) -> Looked:
    """Opens a journal as a side may see it. Raises CoreError, WrongUse, OSError."""
    from core.play.exports import Closed
    from core.play.session import Session
    from core.play.told import Teller, phase_titles, plain_place
    from core.rules.kernel.markers import marker_title

    loaded, tables = open_journal(given.journal)
    began = loaded.read.records[0].began
    game, code = game_of(given.box, began, given.journal)
    session = Session(Closed(loaded.read.entries), tables)
    reader = read_for(loaded, session, given.side)
    sections = dict[str, str]()
    phase: Callable[[str], str] = str
    if reader.ruleset is not None:
        phase, sections = phase_titles(reader.ruleset.sequence), _sections(reader.ruleset.series)
    names = {each.id: each.name for each in game.box.oob.formations} if game is not None else {}
    place = game.box.label if game is not None else plain_place
    rules = reader.ruleset.play if reader.ruleset is not None else PlayRules()
    teller = Teller(
        *(began, place, phase),
        group=lambda id_: names.get(id_) or id_,
        marker=partial(marker_title, reader.ruleset),
        condition=rules.condition_title,
    )
    return Looked(loaded, session, reader.view, teller, reader.side, sections, code)


def write_page(looked: Looked, out: Path, pictures: Mapping[int, bytes] | None = None) -> None:
    """Writes the page of a journal in one step. Raises OSError."""
    from core.base.atomic import write_text
    from core.play.reports import Report

    turns = looked.session.record.began.scenario.turns

    def title(number: int) -> str:
        said = turns[number - 1] if number <= len(turns) else None
        words = [str(number), *(each for each in ((said.title, said.date) if said else ()) if each and each != str(number))]
        return ": ".join([words[0], ", ".join(words[1:])]) if words[1:] else words[0]

    report = Report(looked.session, looked.view, looked.teller, looked.eyes, pictures or {}, looked.sections, title)
    write_text(out, "".join(report.page()))


def _sections(series: str) -> dict[str, str]:
    from core.questions.catalogue import QUESTIONS

    return {name: question.rules for name, question in QUESTIONS.get(series, {}).items()}


def listed(looked: Looked, as_json: bool) -> Iterator[str]:
    """The entries, one on each line."""
    from core.play.event_text import word_of
    from core.play.exports import lines, text
    from core.play.views import Unseen

    if not as_json:
        yield from text(looked.session, looked.view, looked.teller)
        return
    for line in lines(looked.session, looked.view, looked.teller):
        seen = line.seen
        word = "unseen" if isinstance(seen.event, Unseen) else word_of(seen.event)
        told = {"entry": seen.number, "at": seen.at, "by": seen.by or None, "do": word, "text": line.sentence}
        yield json_line(told | ({"left": True} if line.left else {}))


def _recover(path: Path, new: Path) -> int:
    from core.play.journal import recover

    found = recover(path, new)
    many = len(found.entries)
    print(f"{new}: {'1 entry' if many == 1 else f'{many} entries'}")
    return tell_fault(path, found, FINE)
