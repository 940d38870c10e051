"""Runs one command line: each command is a module that adds itself to the parser and says what runs it."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version

from core.base.errors import CoreError, WrongUse
from core.cli import ask, charts, check, counters, exporting, importing, journal, new, play, questions, replay
from core.cli.parsing import FINE, PROBLEMS, WRONG, Parser

COMMANDS = (questions, ask, check, charts, counters, new, importing, exporting, play, replay, journal)
"""The modules of all commands, in the order in which --help lists them. `app.main` knows their names, too."""


def main(argv: Sequence[str]) -> int:
    """Runs one command line (without the program's name) and returns its exit code."""
    parser = _parser()
    try:
        given = parser.parse_args(list(argv))
        return int(given.run(given))
    except WrongUse as error:
        print(f"phaseline: {error}", file=sys.stderr)
        return WRONG
    except CoreError as error:
        print(f"phaseline: {error}", file=sys.stderr)
        return PROBLEMS
    except BrokenPipeError:
        # The reader of our output has gone; what is still buffered has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"phaseline: {where}{error.strerror or error}.", file=sys.stderr)
        return PROBLEMS
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else WRONG


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="phaseline",
        description="Maps, lines of sight and rulings for hex-and-counter wargames. Without arguments, or with a box, the "
        "window opens.",
        epilog="phaseline render BOX --map A -o map.png draws a map; see phaseline render --help.",
    )
    parser.add_argument("--version", action="version", version=f"Phaseline {version('phaseline')}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)
    for command in COMMANDS:
        command.add(commands)
    return parser
