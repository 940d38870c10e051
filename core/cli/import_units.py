"""phaseline import counters, countersheet and orbat: units of other programs into the order of battle of a box."""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.base.errors import CoreError, WrongUse
from core.cli.parsing import FINE, PROBLEMS, Commands

if TYPE_CHECKING:
    from core.interop.counter_csv import Finding
    from core.interop.imported import Dropped
    from core.model.box import GameBox
    from core.model.edits.force_edits import ChangeUnits
    from core.rules.kernel.ruleset import Ruleset

KINDS: Mapping[str, str] = {
    "counters": "counters as a table of CSV, as `phaseline counters --csv` writes it",
    "countersheet": "counters of a CSV file for templates of Inkscape",
    "orbat": "sides, formations and units of a scenario of ORBAT Mapper",
}


def add_kinds(kinds: Commands) -> None:
    """Adds these kinds of files to the command `import`."""
    for kind, about in KINDS.items():
        parser = kinds.add_parser(kind, help=about)
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("box", type=Path, metavar="BOX", help="the folder of a box that is there")
        if kind != "orbat":
            made = "make sides and formations that the box has not, in the place of saying that they are not there"
            parser.add_argument("--make", action="store_true", help=made)
        parser.add_argument("--json", action="store_true", help="say as JSON what came and what was not taken")
        parser.set_defaults(run=run, kind=kind)


def run(given: argparse.Namespace) -> int:
    """Changes the order of battle of the box; nothing is written when nothing has changed."""
    from core.files.box_files import load_box
    from core.files.saving import examine, files_of, save
    from core.model.issues import Severity
    from core.model.work import Work

    file, folder = _file_and_box(given)
    loaded = load_box(folder)
    for issue in loaded.issues:
        print(str(issue), file=sys.stderr)
    if loaded.box is None or loaded.ruleset is None or any(each.severity is Severity.ERROR for each in loaded.issues):
        raise CoreError(f"{folder} has problems, and writing it would lose what could not be read; mend it first.")
    known = examine(folder, files_of(loaded.box))
    edit, findings, dropped = _read(given, file, loaded.box, loaded.ruleset)
    after = edit.apply(Work(loaded.box)).box
    if edit.touched(Work(loaded.box)):
        result = save(folder, after, known.prints)
        if result.outcome != "saved":
            raise CoreError(result.text or f"{', '.join(result.files)} was changed by somebody else meanwhile; try again.")
        if known.commented:
            files = ", ".join(known.commented)
            print(f"{files}: comments were left out; the files as they were are in the backup.", file=sys.stderr)
    _say(given, folder, _counts(loaded.box, edit), findings, dropped)
    return PROBLEMS if findings else FINE


def _file_and_box(given: argparse.Namespace) -> tuple[Path, Path]:
    """The file and the box, in whichever order they were given. Raises WrongUse when neither is the folder of a box."""
    from core.files.names import GAME_FILE

    for file, box in ((given.file, given.box), (given.box, given.file)):
        if (box / GAME_FILE).is_file():
            return file, box
    raise WrongUse(f"{given.box} holds no box; units come into one that is there, such as phaseline new makes.")


def _read(
    given: argparse.Namespace, file: Path, box: "GameBox", ruleset: "Ruleset"
) -> "tuple[ChangeUnits, tuple[Finding, ...], tuple[Dropped, ...]]":
    from core.interop.chart_csv import table_file
    from core.interop.counter_csv import from_csv
    from core.interop.countersheet import from_countersheet
    from core.interop.imported import read_bytes
    from core.interop.orbat import MOST_BYTES, from_orbat

    data = read_bytes(file, MOST_BYTES)
    if given.kind == "orbat":
        found = from_orbat(data, str(file), box, ruleset)
        return found.edit, (), found.dropped
    text = table_file(data, str(file))
    if given.kind == "countersheet":
        return from_countersheet(text, box, ruleset, str(file), making=given.make)
    edit, findings = from_csv(text, box, ruleset, str(file), making=given.make)
    return edit, findings, ()


def _counts(box: "GameBox", edit: "ChangeUnits") -> dict[str, dict[str, int]]:
    """How many items of each section are new and changed."""
    from core.model.oob import OOB_SECTIONS

    counts = {section: {"new": 0, "changed": 0} for section in OOB_SECTIONS}
    for ref in edit.items:
        counts[ref.section]["new" if box.oob.item(ref) is None else "changed"] += 1
    return {section: count for section, count in counts.items() if any(count.values())}


def _say(
    given: argparse.Namespace,
    folder: Path,
    counts: dict[str, dict[str, int]],
    findings: "tuple[Finding, ...]",
    dropped: "tuple[Dropped, ...]",
) -> None:
    if given.json:
        said: dict[str, Any] = {
            "box": str(folder),
            "items": counts,
            "findings": [
                {
                    "line": each.line,
                    "cell": each.column,
                    "heading": each.heading,
                    "counter": each.counter,
                    "written": each.written,
                    "text": each.text,
                }
                for each in findings
            ],
            "dropped": [{"what": each.what, "where": each.where, "why": each.why, "count": each.count} for each in dropped],
        }
        print(json.dumps(said, indent=2, ensure_ascii=False))
        return
    parts = [
        f"{many} {what} {section if many > 1 else section[:-1]}"
        for section, count in counts.items()
        for what, many in count.items()
        if many
    ]
    print(f"{folder}: {', '.join(parts) or 'nothing has changed'}")
    for finding in findings:
        print(f"not taken: {finding}", file=sys.stderr)
    for each in dropped:
        print(f"left out: {each}")
