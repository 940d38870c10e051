"""phaseline new: makes a box of empty maps."""

import argparse
import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.errors import WrongUse
from core.cli.parsing import FINE, Commands
from core.cli.scales import contour_metres, hex_metres, say_scale
from core.model.new_map import NewMap, read_metres
from core.model.numberings import NumberScheme, corner_numbers

if TYPE_CHECKING:
    from core.rules.kernel.ruleset import Ruleset

_GRID = re.compile(r"([0-9]{1,3})[x×]([0-9]{1,3})")
_NO_INTERVAL = "none"


def add(commands: Commands) -> None:
    """Adds the command."""
    new = commands.add_parser(
        "new",
        help="make a new box with an empty map, or several edge to edge",
        epilog="Example: phaseline new my-hill --columns 40 --rows 30 --raised even --interval 20",
    )
    new.add_argument("box", type=Path, metavar="BOX", help="the folder of the new box")
    new.add_argument("--title", help="title of the box (default: the folder's name)")
    new.add_argument("--ruleset", default="tcs-4.01", help="ruleset of the box (default: tcs-4.01)")
    new.add_argument("--palette", default="", help="palette of terrain over the ruleset's (default: none)")
    grid = new.add_argument_group("grid")
    grid.add_argument("--columns", type=int, default=40, help="columns of each map (default: 40)")
    grid.add_argument("--rows", type=int, default=30, help="rows of each map (default: 30)")
    grid.add_argument("--hexes", choices=("flat-top", "pointy-top"), default="flat-top", help="which way hexes point")
    grid.add_argument("--raised", choices=("odd", "even"), default="even", help="columns half a hex higher (default: even)")
    grid.add_argument("--hex-m", metavar="METRES", help="from hex to hex (default: the ruleset's, which is said)")
    grid.add_argument("--interval", metavar="METRES", help='contours every so often, or "none" (default: the ruleset\'s)')
    grid.add_argument("--half-lines", action="store_true", help="broken contours may stand at half intervals")
    grid.add_argument("--sheets", default="1x1", metavar="2x1", help="maps side by side and one below the other")
    grid.add_argument("--letter", default="A", help="letter of the first map (default: A)")
    numbers = new.add_argument_group("hex numbers")
    numbers.add_argument("--order", choices=("column-row", "row-column"), default="column-row")
    numbers.add_argument(
        "--first", choices=("bottom-left", "top-left", "bottom-right", "top-right"), default="bottom-left",
        help="corner of the lowest numbers",
    )  # fmt: skip
    numbers.add_argument("--separator", default=".", help='between column and row (default: ".")')
    numbers.add_argument("--digits", type=int, choices=range(1, 7), default=2, help="with leading zeros up to so many digits")
    numbers.add_argument("--letters", choices=("none", "column", "row"), default="none", help="what is counted A, B, …")
    numbers.add_argument("--prefix", default="", help="printed before every number")
    numbers.add_argument("--first-column", type=int, default=1, metavar="N", help="lowest number of a column")
    numbers.add_argument("--first-row", type=int, default=1, metavar="N", help="lowest number of a row")
    new.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Writes the new box."""
    from core.files.new_box import create_box
    from core.files.palette_files import check_palette
    from core.files.ruleset_files import load_ruleset

    ruleset = load_ruleset(given.ruleset)
    check_palette(given.palette)
    wish = wished(given, ruleset)
    box = wish.box()
    create_box(given.box, box)
    say_scale(ruleset, hexes=given.hex_m is None, contours=given.interval is None)
    sheets = f"{len(box.sheets)} maps of " if len(box.sheets) > 1 else ""
    low, *_, high = corner_numbers(box.sheets[0].sheet.grid.numbering)
    print(f"{given.box}: {sheets}{wish.columns} × {wish.rows} hexes, {low} to {high}")
    return FINE


def wished(given: argparse.Namespace, ruleset: "Ruleset") -> NewMap:
    """The new map that a command line asks for; its scale is the ruleset's where none is given. Raises WrongUse for what is no
    number."""
    grid = _GRID.fullmatch(given.sheets)
    if grid is None:
        raise WrongUse(f'--sheets: "{given.sheets}" is no grid of maps; write 2x1 for two maps side by side.')
    if given.first_column < 0 or given.first_row < 0:
        raise WrongUse("--first-column and --first-row are 0 or more.")
    scheme = NumberScheme(given.order, given.separator, given.digits, given.letters, given.prefix)
    hex_m = _decimal(hex_metres(ruleset)) if given.hex_m is None else read_metres(given.hex_m, "--hex-m")
    interval: Decimal | None = None
    if given.interval is None:
        stated = contour_metres(ruleset)
        interval = None if stated is None else _decimal(stated)
    elif given.interval != _NO_INTERVAL:
        interval = read_metres(given.interval, "--interval")
    return NewMap(
        title=given.title if given.title is not None else given.box.resolve().name,
        ruleset=given.ruleset,
        palette=given.palette,
        columns=given.columns,
        rows=given.rows,
        orientation="columns" if given.hexes == "flat-top" else "rows",
        raised=given.raised,
        numbering=scheme.pattern,
        first=given.first,
        first_column=given.first_column,
        first_row=given.first_row,
        hex_m=hex_m,
        interval=interval,
        half_lines=given.half_lines,
        letter=given.letter,
        across=int(grid[1]),
        up=int(grid[2]),
    )


def _decimal(metres: Fraction) -> Decimal:
    # Every length in a ruleset is a decimal of metres.
    return Decimal(metres.numerator) / Decimal(metres.denominator)
