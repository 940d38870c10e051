"""How the commands end that write files: what they return, and what they say on the way and when something goes wrong."""

import argparse
import sys
from collections.abc import Callable, Sequence

from core.base.errors import CoreError, WrongUse

FINE, PROBLEMS, WRONG = 0, 1, 2

PROGRESS = "progress "
"""Begins the lines that tell the window how far the work has come."""


def ended(do: Callable[[], int], unwritten: str) -> int:
    """What a command returns: what `do` does, 2 for a wrong call, 1 for what cannot be read or written. `unwritten` is the
    sentence for a file that could not be written, without its end.
    """
    try:
        return do()
    except WrongUse as error:
        print(error, file=sys.stderr)
        return WRONG
    except CoreError as error:
        print(error, file=sys.stderr)
        return PROBLEMS
    except OSError as error:
        print(f"{unwritten}: {error}", file=sys.stderr)
        return PROBLEMS


def parsed(parser: argparse.ArgumentParser, given: Sequence[str] | None, helps_alone: bool = False) -> argparse.Namespace | int:
    """What a command was told; what it returns where that was wrong or a wish for help, which with `helps_alone` needs nothing
    else to be said."""
    try:
        asked = helps_alone and given is not None and {"-h", "--help"} & set(given)
        return parser.parse_args(["--help"] if asked else given)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else WRONG
