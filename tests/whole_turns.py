"""Whole turns of sample boxes, played by the words of "phaseline play" from a script and replayed from their journals.

Under a command of a script stand parts of what it must say, each behind a ">", or behind a "!" what it is refused with.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from unicodedata import numeric

from core.files.digests import box_digest, rules_digest
from core.files.resources import scenarios_folder
from core.geometry.hexes import Hex
from core.model.deployment import Spot
from core.model.state import GameState
from core.play.cups_at_table import fresh_key
from core.play.driving import Desk
from core.play.journal import Journal, read_journal
from core.play.memories import Memory
from core.play.replaying import driven
from core.play.session import Session
from core.play.snapshots import History
from core.play.starting import beginning
from core.play.table import begun
from core.questions.game import Game, open_game

NO_OPTIONS: Mapping[str, str] = MappingProxyType({})


@dataclass
class Line:
    """A command of a script, what it must say, and what it is refused with."""

    number: int
    command: str
    says: list[str] = field(default_factory=list)
    refused: str = ""


def script(path: Path) -> Iterator[Line]:
    """The commands of a script in their order."""
    line: Line | None = None
    for number, text in enumerate(path.read_text("utf-8").splitlines(), 1):
        if text.startswith(("> ", "! ")):
            assert line is not None
            if text[0] == ">":
                line.says.append(text[2:])
            else:
                line.refused = text[2:]
        elif text and not text.startswith("#"):
            if line is not None:
                yield line
            line = Line(number, text)
    assert line is not None
    yield line


def exact(text: str) -> str:
    """A text with numbers that are not whole as plain fractions, such as 7/2 for 3½ or 3.5, however they are written."""

    def glyphs(found: re.Match[str]) -> str:
        return str(int(found[1] or 0) + Fraction(numeric(found[2])).limit_denominator(4))

    text = re.sub("([0-9]*)([½¼¾⅓⅔])", glyphs, text)
    return re.sub("[0-9]+[.][0-9]+", lambda found: str(Fraction(found[0])), text)


@dataclass(frozen=True)
class Played:
    """A turn that was played: the state at its end, where each unit stands, by the printed numbers of hexes, and how a place is
    written."""

    end: GameState
    stand: Mapping[str, str]
    label: Callable[[Spot], str]


def played(
    box: str, scenario: str, players: Mapping[str, str], path: Path, folder: Path, options: Mapping[str, str] = NO_OPTIONS
) -> Played:
    """Plays a script with a sample box, holds every answer against it, and replays the journal, which must end alike. `options`
    are those that the box plays by beside its own."""
    place = scenarios_folder() / box
    game = open_game(place).game
    assert game is not None and game.ruleset is not None
    if options:
        game = Game.of(replace(game.box, options={**game.box.options, **options}), game.ruleset)
    assert game.ruleset is not None
    began = beginning(
        *(game.box, game.ruleset.values, scenario, "hot_seat", players),
        of_box=box_digest(place),
        of_rules=rules_digest(game.ruleset.id),
        program="test",
        play=game.ruleset.play,
    )
    lines = list(script(path))
    file = folder / "turn.journal"
    with Journal.create(file, began) as journal:
        session = Session(journal, History(journal.entries, journal.records))
        # Chits are drawn at one table under a key that the program keeps.
        memory = Memory(session.record.began.session, table=fresh_key())
        desk = Desk(session, game=game, ruleset=game.ruleset, memory=memory)
        answers = list(driven(desk, [each.command for each in lines]))
        end = session.state
    assert len(answers) == len(lines)
    for line, answer in zip(lines, answers, strict=True):
        told = exact("\n".join(answer.said.lines))
        where = f"{path.name}:{line.number}: {line.command}\n{told}\n{answer.error}"
        assert bool(answer.error) == bool(line.refused) and line.refused in answer.error, where
        assert [part for part in line.says if exact(part) not in told] == [], where

    read = read_journal(file)
    assert read.fault is None
    table = begun(read.entries[0])
    states = [table.state]
    for entry in read.entries[1:]:
        table = table.after(entry, lambda number: states[number - 1])
        states.append(table.state)
    assert states[-1] == end and end.deployment is not None
    pieces = end.deployment.pieces
    stand = {id_: game.box.label(piece.at) for id_, piece in pieces.items() if isinstance(piece.at, Hex)}
    return Played(end, stand, lambda spot: game.box.label(spot) if isinstance(spot, Hex) else spot)
