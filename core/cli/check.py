"""phaseline check: lists everything that is wrong with boxes."""

import argparse
import json
import sys
from pathlib import Path

from core.cli.parsing import FINE, PROBLEMS, Commands
from core.geometry.layout import Point, hex_at, to_lattice
from core.model.box import GameBox
from core.model.issues import Issue
from core.model.maps import ItemRef


def add(commands: Commands) -> None:
    """Adds the command."""
    check = commands.add_parser("check", help="list everything that is wrong with a box")
    check.add_argument("boxes", nargs="+", type=Path, metavar="BOX")
    check.add_argument("--json", action="store_true", help="as JSON")
    check.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Prints the issues of all boxes."""
    from core.questions.game import open_game

    opened = [open_game(box) for box in given.boxes]
    found = [(each, issue) for each in opened for issue in each.issues]
    if given.json:
        print(json.dumps([_as_json(each.path, each.box, issue) for each, issue in found], indent=2, ensure_ascii=False))
    else:
        for each, issue in found:
            print(f"{each.path}: {issue}" if len(given.boxes) > 1 else str(issue), file=sys.stderr)
        if not found:
            print(f"{', '.join(map(str, given.boxes))}: no problems found")
    return PROBLEMS if found else FINE


def _as_json(path: Path, box: GameBox | None, issue: Issue) -> dict[str, object]:
    """One finding as `resources/manual/json.md` describes it."""
    return {
        "box": str(path),
        "file": issue.place.file,
        "line": issue.place.line,
        "column": issue.place.column,
        "severity": issue.severity.value,
        "text": issue.text,
        "rule": issue.rule,
        "code": issue.code,
        "subjects": [_subject(box, ref) for ref in issue.subjects] if box is not None else [],
        "at": _at(box, issue.at) if box is not None and issue.at is not None else None,
        "fix": issue.fix.label if issue.fix is not None else None,
    }


def _subject(box: GameBox, ref: ItemRef) -> dict[str, object]:
    """Which item is meant: by its cell, or by its number in its section of the file, counted from 1."""
    if isinstance(ref.key, tuple):
        return {"file": ref.sheet, "section": ref.section, "cell": list(ref.key)}
    number = box.sheet(ref.sheet).sheet.items(ref.section).keys.index(ref.key) + 1
    return {"file": ref.sheet, "section": ref.section, "number": number}


def _at(box: GameBox, at: Point) -> dict[str, object]:
    """A point of the shared plane in the units of the sheet that prints it, and the number of the hex around it."""
    place = hex_at(to_lattice(at))
    printed = box.prints(place)
    placed = printed[0][0] if printed else box.sheets[0]
    x, y = placed.frame.to_sheet(at)
    return {"file": placed.file, "x": round(x, 4), "y": round(y, 4), "hex": box.label(place)}
