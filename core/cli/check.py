"""phaseline check: lists everything that is wrong with boxes."""

import argparse
import json
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.errors import Place, WrongUse
from core.cli.parsing import FINE, PROBLEMS, Commands
from core.geometry.layout import Point, hex_at, to_lattice
from core.model.box import GameBox
from core.model.issues import Issue, Severity
from core.model.maps import ItemRef

if TYPE_CHECKING:
    from core.questions.game import Opened


def add(commands: Commands) -> None:
    """Adds the command."""
    check = commands.add_parser("check", help="list everything that is wrong with a box")
    check.add_argument("boxes", nargs="*", type=Path, metavar="BOX")
    check.add_argument(
        "--charts", action="store_true", help="check the charts of every ruleset, your own, and those of the boxes given"
    )
    check.add_argument("--json", action="store_true", help="as JSON")
    check.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Prints the issues of all boxes, and with --charts what is wrong with charts."""
    from core.questions.game import open_game

    if not given.boxes and not given.charts:
        raise WrongUse("Name a box to check: phaseline check BOX, or phaseline check --charts")
    opened = [open_game(box) for box in given.boxes]
    found: list[tuple[Opened | None, Issue]] = [(each, issue) for each in opened for issue in each.issues]
    if given.charts:
        # What is wrong with own charts is told with the boxes that they would be in force for.
        told = {each.game.ruleset.id for each in opened if each.game is not None}
        found += [(None, issue) for issue in _chart_issues(told)]
    wrong = any(issue.severity is not Severity.ADVICE for _, issue in found)
    if given.json:
        print(json.dumps([_as_json(each, issue) for each, issue in found], indent=2, ensure_ascii=False))
    else:
        for each, issue in found:
            print(f"{each.path}: {issue}" if each is not None and len(given.boxes) > 1 else str(issue), file=sys.stderr)
        if not wrong:
            print(f"{', '.join([*map(str, given.boxes), *(['charts'] if given.charts else [])])}: no problems found")
    return PROBLEMS if wrong else FINE


def _chart_issues(told: Collection[str]) -> Iterator[Issue]:
    """What is wrong with the charts that come with the program, and the worked examples that they do not agree with.

    Also with the user's own, but for the rulesets of which it is `told` already.
    """
    from core.files.own_charts import misplaced, read_own
    from core.files.ruleset_files import BrokenRuleset, load_ruleset, ruleset_ids
    from core.rules.kernel.chart_checks import faults, gathered
    from core.rules.kernel.charts import ChartBook
    from core.rules.kernel.examples import outcomes

    if not told:
        yield from misplaced()
    for id_ in ruleset_ids():
        try:
            ruleset = load_ruleset(id_)
        except BrokenRuleset as error:
            yield from error.issues
            continue
        if id_ not in told:
            yield from read_own(ruleset)[1]
        books = {"charts": ruleset.charts.values(), **{f"sets/{each.id}": each.charts for each in ruleset.sets.values()}}
        for folder, charts in books.items():
            for chart in charts:
                for fault in gathered(chart, faults(chart)):
                    yield Issue(Place(f"{id_}/{folder}/{chart.id}"), fault.text, fault.severity)
        for outcome in outcomes(ruleset.examples, ChartBook.of(ruleset.charts.values())):
            if not outcome.agrees:
                said = outcome.fault or ", ".join(f"{name} {outcome.found.get(name)}" for name in outcome.example.expect)
                wanted = ", ".join(f"{name} {value}" for name, value in outcome.example.expect.items())
                text = f"The example {outcome.example.id} ({outcome.example.rule}) wants {wanted}, and the charts give: {said}."
                yield Issue(Place(f"{id_}/examples.yaml"), text)


def _as_json(opened: "Opened | None", issue: Issue) -> dict[str, object]:
    """One finding as `resources/manual/json.md` describes it; `box` is empty for charts that come with the program."""
    box = opened.box if opened is not None else None
    return {
        "box": str(opened.path) if opened is not None else "",
        "file": issue.place.file,
        "line": issue.place.line,
        "column": issue.place.column,
        "severity": issue.severity.value,
        "text": issue.text,
        "rule": issue.rule,
        "code": issue.code,
        "subjects": [_subject(box, ref) for ref in issue.subjects] if box is not None else [],
        "at": _at(box, issue.at) if box is not None and issue.at is not None else None,
        "units": list(issue.units),
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
