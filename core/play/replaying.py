"""Drives a session by lines of words: for blind players, for tests, and for whoever makes a session by a script.

One command stands on a line; `help` lists them. What stands behind # is passed over. A line that cannot be done is told with
its number and the nearest command, and changes nothing; of a command of several entries, those that were added are told.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from core.base.errors import CoreError, WrongUse, did_you_mean
from core.play.driving import Command, Desk, Said, Words, split
from core.play.driving_attacks import ATTACKS
from core.play.driving_board import BOARD
from core.play.driving_journal import JOURNAL
from core.play.driving_orders import ORDERS
from core.play.driving_procedures import PROCEDURES
from core.play.driving_secrets import SECRETS


def _end(desk: Desk, words: Words) -> Said:
    return Said(("The session is left; its journal keeps everything.",), {}, True)


def _help(desk: Desk, words: Words) -> Said:
    if words:
        found = _command(words[0])
        lines: tuple[str, ...] = (f"{found.name} {found.usage}".rstrip(), f"  {found.about}")
    else:
        lines = tuple(f"{f'{each.name} {each.usage}'.rstrip():<38} {each.about}" for each in COMMANDS.values())
    return Said(
        lines, {"commands": [{"name": each.name, "usage": each.usage, "about": each.about} for each in COMMANDS.values()]}
    )


def _because(desk: Desk, words: Words) -> Said:
    command = _command(words[1])
    if len(words) - 2 < command.least:
        raise WrongUse(f'"{command.name}" needs more words: {command.name} {command.usage}.')
    desk.why = words[0].strip()
    try:
        return command.run(desk, words[2:])
    finally:
        desk.why = ""


COMMANDS: Mapping[str, Command] = MappingProxyType(
    {
        each.name: each
        for each in (
            Command("help", 0, "[COMMAND]", "list the commands, or say what one is for", _help),
            *BOARD,
            *JOURNAL,
            *ATTACKS,
            *ORDERS,
            *PROCEDURES,
            *SECRETS,
            Command(
                "because",
                2,
                '"WHY" COMMAND…',
                "say why, and do what is another side's to do, or against the rules",
                _because,
            ),
            Command("end", 0, "", "leave the session", _end),
        )
    }
)
"""All commands by their names."""

ALWAYS = ("help", "side", "unlock", "end")
"""The commands for which no pass phrase needs to be given first."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a line of commands gave: its number, its words, what is said, or the error that it met."""

    line: int
    text: str
    said: Said
    error: str = ""
    misused: bool = False


def done(desk: Desk, line: str) -> Said:
    """Does one command; an empty line does nothing. Raises WrongUse, another CoreError, OSError."""
    words = split(line)
    if not words:
        return Said()
    command = _command(words[0])
    if len(words) - 1 < command.least:
        raise WrongUse(f'"{command.name}" needs more words: {command.name} {command.usage}.')
    if desk.shut and command.name not in ALWAYS:
        raise WrongUse(desk.shut)
    return command.run(desk, words[1:])


def driven(desk: Desk, lines: Iterable[str]) -> Iterator[Answer]:
    """Does commands one after the other, until one ends; those that cannot be done are told, and the next is done."""
    for number, line in enumerate(lines, 1):
        text, before = line.strip(), desk.session.number
        try:
            said = done(desk, text)
        except CoreError as error:
            yield Answer(number, text, _since(desk, before), str(error), isinstance(error, WrongUse))
            continue
        except OSError as error:
            yield Answer(number, text, _since(desk, before), f"{error.strerror or error}".rstrip(".") + ".")
            continue
        if said.lines or said.data or said.ends:
            yield Answer(number, text, said)
        if said.ends:
            return


def _since(desk: Desk, before: int) -> Said:
    """What was done before a command of several steps met an error."""
    return sum((desk.told(entry) for entry in desk.session.entries[before:]), Said())


def _command(word: str) -> Command:
    if word not in COMMANDS:
        raise WrongUse(f'There is no command "{word}".{did_you_mean(word, COMMANDS)}')
    return COMMANDS[word]
