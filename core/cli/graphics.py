"""phaseline export graphics, import graphics: the control measures of op sheets as GeoJSON, and back onto the sheets."""

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.errors import CoreError, WrongUse, did_you_mean
from core.cli.parsing import FINE, Commands, dropped_values, open_box

if TYPE_CHECKING:
    from core.interop.imported import Dropped
    from core.interop.measures_out import Plotted
    from core.model.box import GameBox
    from core.model.orders import OpSheet

KIND = "graphics"
SUFFIXES = (".geojson", ".json")


def add_export(kinds: Commands) -> None:
    """Adds the kind to the command `export`."""
    parser = kinds.add_parser(KIND, help="the graphics of op sheets as GeoJSON")
    parser.add_argument("box", type=Path, metavar="BOX")
    parser.add_argument("out", type=Path, metavar="OUT", help=f"the file to write ({' or '.join(SUFFIXES)})")
    parser.add_argument("--opsheet", metavar="ID", help="only of this sheet (default: of all)")
    parser.add_argument("--side", metavar="NAME", help="only of this side, whose own symbols are then those of friends")
    _add_both(parser, "say as JSON what was written and what was left out")
    parser.set_defaults(run=run_export)


def add_import(kinds: Commands) -> None:
    """Adds the kind to the command `import`."""
    parser = kinds.add_parser(KIND, help="graphics of op sheets, as `phaseline export graphics` writes them")
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("box", type=Path, metavar="BOX", help="the folder of a box that has the op sheets")
    parser.add_argument("--opsheet", metavar="ID", help="onto this sheet (default: each onto the sheet that it names)")
    parser.add_argument("--keep", action="store_true", help="add to what is drawn on the sheets (default: take its place)")
    _add_both(parser, "say as JSON what came and what was left out")
    parser.set_defaults(run=run_import)


def _add_both(parser: argparse.ArgumentParser, about_json: str) -> None:
    parser.add_argument("--scenario", default="", metavar="NAME", help="its title or file; not needed for one")
    parser.add_argument("--map", help="letter of the map that tells where they lie (default: the only one)")
    parser.add_argument("--json", action="store_true", help=about_json)


def run_export(given: argparse.Namespace) -> int:
    """Writes the file; what it cannot carry is told."""
    from core.base.atomic import write_bytes
    from core.cli.play import scenario_file
    from core.files.measure_files import load_measures
    from core.files.translation_files import shipped_translation
    from core.interop.measures_out import Plotted, measures_geojson

    if not given.out.name.lower().endswith(SUFFIXES):
        raise WrongUse(f"The file's name must end in {' or '.join(SUFFIXES)}, not {given.out.name}.")
    game, code = open_box(given.box)
    sheets = game.box.scenarios[scenario_file(game.box, given.scenario)].sheets
    side = _side(game.box, given.side) if given.side else ""
    chosen = [_named(sheets, given.opsheet)] if given.opsheet else list(sheets)
    chosen = [sheet for sheet in chosen if not side or sheet.side == side]
    plotted = [Plotted(each, sheet.id, not sheet.implemented, sheet.side) for sheet in chosen for each in sheet.measures]
    identities = {each.id: "friend" if each.id == side else "hostile" for each in game.box.oob.sides} if side else {}
    hex_mm = shipped_translation().numbers["paper_hex"]
    text, dropped = measures_geojson(plotted, load_measures(), game.box.sheet_called(given.map or ""), hex_mm, identities)
    write_bytes(given.out, text.encode())
    _say(given, {"files": [str(given.out)]}, str(given.out), dropped)
    return code


def run_import(given: argparse.Namespace) -> int:
    """Changes the op sheets of the scenario; nothing is written when nothing has changed."""
    from core.cli.play import scenario_file
    from core.files.box_files import load_box
    from core.files.measure_files import load_measures
    from core.files.saving import examine, files_of, save
    from core.interop.imported import Drops, read_bytes
    from core.interop.measures_in import read_measures
    from core.model.edits.order_edits import ChangeOrders
    from core.model.issues import Severity
    from core.model.work import Work

    loaded = load_box(given.box)
    for issue in loaded.issues:
        print(str(issue), file=sys.stderr)
    if loaded.box is None or any(each.severity is Severity.ERROR for each in loaded.issues):
        raise CoreError(f"{given.box} has problems, and writing it would lose what could not be read; mend it first.")
    known = examine(given.box, files_of(loaded.box))
    file = scenario_file(loaded.box, given.scenario)
    sheets = {sheet.id: sheet for sheet in loaded.box.scenarios[file].sheets}
    placed = loaded.box.sheet_called(given.map or "")
    found, dropped = read_measures(read_bytes(given.file), str(given.file), load_measures(), placed)
    onto = _named(sheets.values(), given.opsheet).id if given.opsheet else ""
    drops = Drops()
    changed = _drawn(found, sheets, onto, drops, keep=given.keep)
    edit = ChangeOrders("Import graphics", changed, file)
    if edit.touched(Work(loaded.box)):
        result = save(given.box, edit.apply(Work(loaded.box)).box, known.prints)
        if result.outcome != "saved":
            raise CoreError(result.text or f"{', '.join(result.files)} was changed by somebody else meanwhile; try again.")
    count = sum(1 for each in found if (onto or each.sheet) in changed)
    said = {"box": str(given.box), "measures": count, "sheets": sorted(changed)}
    measures = "1 control measure" if count == 1 else f"{count} control measures"
    _say(given, said, f"{given.box}: {measures} on {', '.join(sorted(changed)) or 'no op sheet'}", (*dropped, *drops.listed))
    return FINE


def _drawn(
    found: "Iterable[Plotted]", sheets: "dict[str, OpSheet]", onto: str, drops: object, *, keep: bool
) -> "dict[str, OpSheet | None]":
    """The sheets with what was found drawn on them; what names a sheet that there is not is noted."""
    from core.interop.imported import Drops
    from core.model.graphics import Measure

    assert isinstance(drops, Drops)
    by_sheet: dict[str, list[Measure]] = {}
    for each in found:
        name = onto or each.sheet
        if name in sheets:
            by_sheet.setdefault(name, []).append(each.measure)
        elif name:
            near = did_you_mean(name, sheets).strip()
            drops.add("control measure", f'there is no op sheet "{name}"' + (f". {near}" if near else ""), each.measure.text)
        else:
            drops.add("control measure", "it names no op sheet; say onto which with --opsheet", each.measure.text)
    return {
        name: replace(sheets[name], measures=(*(sheets[name].measures if keep else ()), *some))
        for name, some in by_sheet.items()
    }


def _named(sheets: "Iterable[OpSheet]", name: str) -> "OpSheet":
    known = {sheet.id: sheet for sheet in sheets}
    found = known.get(name) or next((each for id_, each in known.items() if id_.casefold() == name.casefold()), None)
    if found is None:
        raise WrongUse(f'There is no op sheet "{name}" in this scenario.{did_you_mean(name, known)}')
    return found


def _side(box: "GameBox", name: str) -> str:
    known = {word: each.id for each in box.oob.sides for word in (each.id, each.name)}
    found = next((id_ for word, id_ in known.items() if word.casefold() == name.casefold()), None)
    if found is None:
        raise WrongUse(f'There is no side "{name}" in this box.{did_you_mean(name, known)}')
    return found


def _say(given: argparse.Namespace, said: dict[str, object], line: str, dropped: "tuple[Dropped, ...]") -> None:
    if given.json:
        print(json.dumps({**said, "dropped": dropped_values(dropped)}, indent=2, ensure_ascii=False))
        return
    print(line)
    for each in dropped:
        print(f"left out: {each}", file=sys.stderr)
