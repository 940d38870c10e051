"""phaseline export: writes a map for other programs."""

import argparse
import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.errors import WrongUse
from core.cli import graphics
from core.cli.parsing import Commands, Parser, dropped_values, open_box

if TYPE_CHECKING:
    from core.model.maps import Cell, MapSheet
    from core.questions.game import Game

SUFFIXES = {"geojson": (".geojson", ".json"), "tmx": (".tmx", ".tmj"), "megamek": (".board",)}

TITLES = {
    "geojson": "GeoJSON, every item with its properties",
    "tmx": "Tiled: TMX, or TMJ by the name's end",
    "megamek": "a board of MegaMek",
}


def add(commands: Commands) -> None:
    """Adds the command with all kinds of files."""
    send = commands.add_parser(
        "export",
        help="write a map for other programs",
        epilog="Example: phaseline export geojson scenarios/cove-creek cove.geojson; pictures: phaseline render",
    )
    kinds = send.add_subparsers(title="kinds", metavar="KIND", required=True, parser_class=Parser)
    for kind, title in TITLES.items():
        parser = kinds.add_parser(kind, help=title)
        parser.add_argument("box", type=Path, metavar="BOX")
        parser.add_argument("out", type=Path, metavar="OUT", help=f"the file to write ({' or '.join(SUFFIXES[kind])})")
        parser.add_argument("--map", help="letter of the sheet (default: the only one)")
        parser.add_argument("--json", action="store_true", help="say as JSON what was written and what was dropped")
        if kind == "geojson":
            parser.add_argument("--heights", action="store_true", help="with the height of every hex by the rules")
        parser.set_defaults(run=run, format=kind)
    graphics.add_export(kinds)


def run(given: argparse.Namespace) -> int:
    """Writes the files."""
    from core.base.atomic import write_bytes
    from core.files.translation_files import shipped_translation
    from core.interop.bring import sent

    if not given.out.name.lower().endswith(SUFFIXES[given.format]):
        raise WrongUse(f"The file's name must end in {' or '.join(SUFFIXES[given.format])}, not {given.out.name}.")
    game, code = open_box(given.box)
    placed = game.box.sheet_called(given.map or "")
    heights = _heights(game, placed.sheet) if getattr(given, "heights", False) else None
    made = sent(placed.sheet, given.format, given.out.name, game.compiled.terrain, shipped_translation(), heights)
    paths = [given.out.parent / name for name in made.files]
    for path, data in zip(paths, made.files.values(), strict=True):
        write_bytes(path, data)
    if given.json:
        said = {"files": [str(path) for path in paths], "dropped": dropped_values(made.dropped)}
        print(json.dumps(said, indent=2, ensure_ascii=False))
    else:
        print(", ".join(map(str, paths)))
        for each in made.dropped:
            print(f"left out: {each}", file=sys.stderr)
    return code


def _heights(game: "Game", sheet: "MapSheet") -> "dict[Cell, Fraction]":
    """The heights of a sheet's hexes by the rules; those that the rules cannot tell are left out."""
    from core.questions.catalogue import ask

    placed = next(each for each in game.box.sheets if each.sheet is sheet)
    heights: dict[Cell, Fraction] = {}
    for column in range(1, sheet.grid.columns + 1):
        for row in range(1, sheet.grid.rows + 1):
            place = placed.frame.hex(column, row)
            if place in game.box.cells:
                value = ask("elevation", game, hex=game.box.label(place)).value
                if isinstance(value, Fraction | int):
                    heights[column, row] = Fraction(value)
    return heights
