"""What every command shares: exit codes, the parser of words, how a box is opened and how JSON is printed."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from core.base.errors import CoreError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.interop.imported import Dropped
    from core.questions.game import Game

FINE, PROBLEMS, WRONG = 0, 1, 2
"""Exit codes: fine, problems found in what was given, wrong use."""

Commands = Any
"""What `argparse` calls sub-parsers; commands and kinds are added to it."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line and the exit code of wrong use."""

    def error(self, message: str) -> NoReturn:
        """Says what is wrong and ends the command."""
        print(f"phaseline: {message}\nTry: phaseline --help", file=sys.stderr)
        raise SystemExit(WRONG)


def open_box(path: Path) -> "tuple[Game, int]":
    """The game in a folder; its problems go to standard error, and the exit code says whether there were any.

    Raises CoreError when nothing can be asked of it.
    """
    from core.model.issues import Severity
    from core.questions.game import open_game

    opened = open_game(path)
    # Advice is no fault: it is for who checks the box.
    wrong = [issue for issue in opened.issues if issue.severity is not Severity.ADVICE]
    for issue in wrong:
        print(str(issue), file=sys.stderr)
    if opened.game is None:
        raise CoreError(f"{path} could not be opened.")
    return opened.game, PROBLEMS if wrong else FINE


def json_line(answer: dict[str, Any]) -> str:
    """One line of JSON; what the terminal's encoding cannot carry is escaped."""
    text = json.dumps(answer, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return json.dumps(answer)
    return text


def show_progress(done: float, what: str) -> None:
    """How far a command has come, from 0 to 1, on a terminal only."""
    if sys.stderr.isatty():
        print(f"\r{100 * done:3.0f}% {what:<30}", end="" if done < 1 else "\n", file=sys.stderr, flush=True)


def dropped_values(dropped: "Iterable[Dropped]") -> list[dict[str, object]]:
    """What files of other programs hold that was dropped, for JSON."""
    return [{"what": each.what, "where": each.where, "why": each.why, "count": each.count} for each in dropped]
