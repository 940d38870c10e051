"""phaseline import dem: makes a box from an elevation grid."""

import argparse
from pathlib import Path

from core.base.errors import WrongUse
from core.cli.parsing import FINE, Commands, show_progress


def add(kinds: Commands) -> None:
    """Adds the kind of file."""
    dem = kinds.add_parser("dem", help="a map sheet from an elevation grid (ESRI ASCII)")
    dem.add_argument("file", type=Path, metavar="FILE")
    dem.add_argument("box", type=Path, metavar="BOX", help="the folder of the new box")
    dem.add_argument("--map", default="A", help="letter of the sheet (default: A)")
    where = dem.add_mutually_exclusive_group()
    where.add_argument("--centre", metavar="LAT,LON", help="middle of the map in degrees; without it, of the grid")
    where.add_argument("--origin", metavar="X,Y", help="lower left corner of the map in the metres of the grid")
    dem.add_argument("--columns", type=int, default=40)
    dem.add_argument("--rows", type=int, default=30)
    dem.add_argument("--hex-m", type=float, default=114.3, help="metres from hex to hex (default: 114.3, 125 yards)")
    dem.add_argument("--ruleset", default="tcs-4.01", help="ruleset of the new box (default: tcs-4.01)")
    dem.add_argument("--interval", default="20", help="contour interval in metres (default: 20)")
    dem.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Writes the new box."""
    from core.files.box_files import write_box
    from core.files.canonical import GAME_FILE
    from core.geometry.layout import SheetFrame
    from core.interop.dem import run
    from core.model.box import GameBox, PlacedSheet

    if (given.box / GAME_FILE).exists():
        raise WrongUse(f"{given.box} already holds a box, and an import would change it; name a new folder.")
    sheet = run(
        given.file,
        sheet_id=given.map,
        centre=given.centre,
        origin=given.origin,
        columns=given.columns,
        rows=given.rows,
        hex_m=given.hex_m,
        interval=given.interval,
        progress=show_progress,
    )
    placed = PlacedSheet(sheet, SheetFrame.place(sheet.grid.raised, sheet.grid.orientation), given.map)
    write_box(given.box, GameBox(title=given.box.name, ruleset=given.ruleset, sheets=(placed,)))
    print(f"{given.box}: {len(sheet.contours)} contours on {given.columns} × {given.rows} hexes")
    return FINE
