"""phaseline check: lists everything that is wrong with boxes."""

import argparse
import json
import sys
from pathlib import Path

from core.cli.parsing import FINE, PROBLEMS, Commands


def add(commands: Commands) -> None:
    """Adds the command."""
    check = commands.add_parser("check", help="list everything that is wrong with a box")
    check.add_argument("boxes", nargs="+", type=Path, metavar="BOX")
    check.add_argument("--json", action="store_true", help="as JSON")
    check.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Prints the issues of all boxes."""
    from core.questions.game import open_game

    found = [(box, issue) for box in given.boxes for issue in open_game(box).issues]
    if given.json:
        listed = [
            {
                "box": str(box),
                "file": issue.place.file,
                "line": issue.place.line,
                "column": issue.place.column,
                "severity": issue.severity.value,
                "text": issue.text,
                "rule": issue.rule,
            }
            for box, issue in found
        ]
        print(json.dumps(listed, indent=2, ensure_ascii=False))
    else:
        for box, issue in found:
            print(f"{box}: {issue}" if len(given.boxes) > 1 else str(issue), file=sys.stderr)
        if not found:
            print(f"{', '.join(map(str, given.boxes))}: no problems found")
    return PROBLEMS if found else FINE
