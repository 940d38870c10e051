"""phaseline import: brings files of other programs onto a map of a box, or into a new box."""

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from core.base.comma_parts import comma_parts
from core.base.errors import CoreError, WrongUse
from core.cli import graphics, import_units
from core.cli.parsing import FINE, Commands, Parser, dropped_values, show_progress
from core.cli.scales import contour_metres, hex_metres, say_scale
from core.interop.wishes import BRINGS, PLACED, REPLACED, SHAPED, TITLES, BringWish, Format, label

if TYPE_CHECKING:
    from core.interop.imported import Imported, Replacing
    from core.model.box import GameBox
    from core.model.edits.edit import Edit
    from core.model.maps import MapSheet

NEW_ONLY = ("columns", "rows", "hex_m", "hexes", "raised", "ruleset", "palette")
"""Options that shape a new map; a map that is there has its own."""


def add(commands: Commands) -> None:
    """Adds the command with all kinds of files."""
    bring = commands.add_parser(
        "import",
        help="bring files of other programs onto a map, into the order of battle, or make a new box of them",
        epilog="Example: phaseline import dem N36W085.hgt my-hill --map A --centre 36.5,-84.2 --replace",
    )
    kinds = bring.add_subparsers(title="kinds", metavar="KIND", required=True, parser_class=Parser)
    for kind, title in TITLES.items():
        _add_kind(kinds.add_parser(kind, help=title), kind)
    import_units.add_kinds(kinds)
    graphics.add_import(kinds)


def _add_kind(parser: argparse.ArgumentParser, kind: Format) -> None:
    several = kind == "dem"
    about = "several lie next to each other; the first counts where they overlap" if several else None
    parser.add_argument("file", type=Path, metavar="FILE", nargs="+" if several else None, help=about)
    parser.add_argument("box", type=Path, metavar="BOX", help="the folder of a box, or of the new one")
    parser.add_argument("--map", help="letter or id of the map; not needed when there is one")
    if kind in SHAPED:
        parser.add_argument(
            "--new-map", action="store_true", help="make another map of the box, of the shape that the file has"
        )
    parser.add_argument("--json", action="store_true", help="say as JSON what came and what was dropped")
    replace_ = parser.add_mutually_exclusive_group()
    kept, replaced = ("", " (default)") if kind in REPLACED else (" (default)", "")
    off = f"take what the map holds of these kinds off first{replaced}"
    replace_.add_argument("--replace", action="store_true", help=off)
    replace_.add_argument("--keep", action="store_true", help=f"leave what the map holds, and add to it{kept}")
    if kind == "dem":
        drawn = "take off first what came from elevation data, and keep what was drawn by hand"
        replace_.add_argument("--replace-generated", action="store_true", help=drawn)
    sections = ", ".join(BRINGS[kind])
    parser.add_argument("--only", metavar="KIND,KIND", help=f"only these of {sections}")
    parser.add_argument("--interval", metavar="METRES", help="contour interval (default: the map's, a new one's ruleset's)")
    if kind in PLACED:
        where = parser.add_mutually_exclusive_group()
        where.add_argument("--centre", metavar="LAT,LON", help="middle of the map in degrees, or X,Y in metres of the data")
        where.add_argument("--origin", metavar="X,Y", help="lower left corner of the map in the metres of the data")
        parser.add_argument("--bearing", type=float, default=0.0, metavar="DEGREES", help="of the upper edge, from north")
    if kind == "dem":
        parser.add_argument("--cell", type=float, metavar="METRES", help="size of a cell of a NumPy array")
        parser.add_argument("--unit", choices=("degrees", "metres"), help="of coordinates whose file does not say")
        parser.add_argument("--fill-holes", action="store_true", help="give cells without a height one from around them")
    new = parser.add_argument_group("a new box")
    new.add_argument("--columns", type=int, help="columns of the map (default: 40)")
    new.add_argument("--rows", type=int, help="rows of the map (default: 30)")
    new.add_argument("--hex-m", type=float, help="metres from hex to hex (default: the ruleset's, which is said)")
    new.add_argument("--hexes", choices=("flat-top", "pointy-top"), help="which way hexes point (default: flat-top)")
    new.add_argument("--raised", choices=("odd", "even"), help="columns half a hex higher (default: even)")
    new.add_argument("--ruleset", help="ruleset of the box (default: tcs-4.01)")
    new.add_argument("--palette", help="palette of terrain over the ruleset's (default: none)")
    parser.set_defaults(run=run, format=kind)


def run(given: argparse.Namespace) -> int:
    """Changes the box, or writes the new one."""
    from core.files.canonical import GAME_FILE

    wish = wished(given)
    if (given.box / GAME_FILE).exists():
        return _onto(given, wish)
    return _new(given, wish)


def wished(given: argparse.Namespace) -> BringWish:
    """What a command line asks for. Raises WrongUse."""
    from core.interop.dem import interval_of

    sections = None
    if given.only is not None:
        words = comma_parts(given.only)
        for word in words:
            if word not in BRINGS[given.format]:
                raise WrongUse(f'--only: "{word}" is none of {", ".join(BRINGS[given.format])}.')
        sections = frozenset(section for section in BRINGS[given.format] if section in words)
    file, *more = given.file if isinstance(given.file, list) else [given.file]
    return BringWish(
        file,
        given.format,
        centre=getattr(given, "centre", None),
        origin=getattr(given, "origin", None),
        bearing=getattr(given, "bearing", 0.0),
        interval=None if given.interval is None else interval_of(given.interval),
        cell=getattr(given, "cell", None),
        unit=getattr(given, "unit", None),
        fill_holes=getattr(given, "fill_holes", False),
        sections=sections,
        replacing=_replacing(given),
        more=tuple(more),
        new_sheet=getattr(given, "new_map", False),
    )


def _replacing(given: argparse.Namespace) -> "Replacing":
    if getattr(given, "replace_generated", False):
        return "generated"
    return bool(given.replace or (given.format in REPLACED and not given.keep))


def _onto(given: argparse.Namespace, wish: BringWish) -> int:
    """Brings the file onto a map of a box that is there."""
    from core.files.box_files import load_box
    from core.files.limits import within_limits
    from core.files.saving import examine, files_of, save
    from core.files.translation_files import shipped_translation
    from core.interop.bring import bring
    from core.interop.imported import OtherShape, Target, brought, leaving
    from core.interop.new_sheet import beside_all, open_target
    from core.model.issues import Severity
    from core.model.work import Work

    loaded = load_box(given.box)
    for issue in loaded.issues:
        print(str(issue), file=sys.stderr)
    if loaded.box is None or loaded.ruleset is None or any(each.severity is Severity.ERROR for each in loaded.issues):
        raise CoreError(f"{given.box} has problems, and writing it would lose what could not be read; mend it first.")
    _check_shape(given, loaded.box, wish.new_sheet)
    known = examine(given.box, files_of(loaded.box))
    terrain = loaded.ruleset.terrain_of(loaded.box)
    edit: Edit
    if wish.new_sheet:
        target = open_target(loaded.box, terrain, given.map or "")
        found = bring(wish, target, shipped_translation(), within_limits, show_progress)
        edit = beside_all(loaded.box, found, label(wish))
    else:
        placed = loaded.box.sheet_called(given.map or "")
        try:
            found = bring(wish, Target(placed.sheet, terrain), shipped_translation(), within_limits, show_progress)
        except OtherShape as error:
            raise WrongUse(f"{error} --new-map does so.") from error
        if wish.format == "dem" and not wish.replacing and placed.sheet.contours and found.sheet.contours:
            many = f"{len(placed.sheet.contours)} contours lay on map {placed.letter or placed.sheet.id} before and stay there"
            print(f"{many}; without --keep they are taken off first.", file=sys.stderr)
        gone = sum(1 for _ in leaving(placed.sheet, found, wish.replacing))
        if gone and not given.replace:
            taken = "1 item was" if gone == 1 else f"{gone} items were"
            print(f"{taken} taken off map {placed.letter or placed.sheet.id} first; --keep leaves them.", file=sys.stderr)
        edit = brought(loaded.box, placed.file, found, label(wish), wish.replacing)
    result = save(given.box, edit.apply(Work(loaded.box)).box, known.prints)
    if result.outcome != "saved":
        raise CoreError(result.text or f"{', '.join(result.files)} was changed by somebody else meanwhile; try again.")
    if known.commented:
        files = ", ".join(known.commented)
        print(f"{files}: comments were left out; the files as they were are in the backup.", file=sys.stderr)
    _say(given, found, new=False)
    return FINE


def _check_shape(given: argparse.Namespace, box: "GameBox", new_sheet: bool) -> None:
    """Options for a new box may say again what the map is anyway, so that the same line works twice. Raises WrongUse."""
    there: dict[str, object] = {"ruleset": box.ruleset, "palette": box.palette}
    if not new_sheet:
        grid = box.sheet_called(given.map or "").sheet.grid
        hexes = "pointy-top" if grid.orientation == "rows" else "flat-top"
        there |= {"columns": grid.columns, "rows": grid.rows, "hex_m": grid.hex_m, "hexes": hexes, "raised": grid.raised}
    wished = {name: getattr(given, name) for name in NEW_ONLY if getattr(given, name) is not None}
    shaping = [f"--{name.replace('_', '-')}" for name, value in wished.items() if name not in there or there[name] != value]
    if shaping:
        raise WrongUse(f"{given.box} already holds a box, whose maps are what they are; leave out {', '.join(shaping)}.")


def _new(given: argparse.Namespace, wish: BringWish) -> int:
    """Makes a box of the file."""
    from core.files.limits import within_limits
    from core.files.new_box import create_box
    from core.files.palette_files import check_palette
    from core.files.ruleset_files import load_ruleset
    from core.files.translation_files import shipped_translation
    from core.interop.bring import bring
    from core.interop.dem import new_grid
    from core.interop.imported import Target, new_box
    from core.model.maps import MapSheet
    from core.model.placing import sheet_letter

    ruleset = load_ruleset(given.ruleset or "tcs-4.01")
    palette = given.palette or ""
    check_palette(palette)
    letter = sheet_letter(given.map or "A", ())
    size = 40 if given.columns is None else given.columns, 30 if given.rows is None else given.rows
    orientation = "rows" if given.hexes == "pointy-top" else "columns"
    hex_m = float(hex_metres(ruleset)) if given.hex_m is None else given.hex_m
    interval = wish.interval
    if interval is None and "contours" in BRINGS[wish.format]:
        interval = contour_metres(ruleset)
    grid = new_grid(*size, hex_m, given.raised or "even", orientation=orientation)  # type: ignore[arg-type]  # argparse chose
    sheet = MapSheet(letter, grid, contour_interval=interval)
    title = given.box.resolve().name
    frame = replace(new_box(title, ruleset.id, _empty(sheet), letter), palette=palette)
    target = Target(sheet, ruleset.terrain_of(frame), grid_is_open=True)
    found = bring(wish, target, shipped_translation(), within_limits, show_progress)
    create_box(given.box, replace(new_box(title, ruleset.id, found, letter), palette=palette))
    # A file that knows its own scale has brought it along.
    hexes = given.hex_m is None and found.sheet.grid.hex_m == hex_m
    say_scale(ruleset, hexes, wish.interval is None and interval is not None and found.sheet.contour_interval == interval)
    _say(given, found, new=True)
    return FINE


def _empty(sheet: "MapSheet") -> "Imported":
    from core.interop.imported import Imported

    return Imported(sheet)


def _say(given: argparse.Namespace, found: "Imported", new: bool) -> None:
    grid = found.sheet.grid
    if given.json:
        said = {
            "box": str(given.box),
            "map": found.sheet.id if given.map is None or getattr(given, "new_map", False) else given.map,
            "new": new,
            "columns": grid.columns,
            "rows": grid.rows,
            "items": dict(found.counts),
            "dropped": dropped_values(found.dropped),
        }
        print(json.dumps(said, indent=2, ensure_ascii=False))
        return
    counts = ", ".join(f"{count} {cast(str, section)}" for section, count in found.counts.items()) or "nothing"
    print(f"{given.box}: {counts} on {grid.columns} × {grid.rows} hexes")
    for each in found.dropped:
        print(f"left out: {each}")
