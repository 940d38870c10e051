"""Where sheets lie beside one another: edge to edge, with hexes that meet."""

from dataclasses import replace
from typing import Literal, get_args

from core.base.errors import WrongUse
from core.geometry.layout import COLUMN_STEP, SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.maps import Grid

Edge = Literal["right", "left", "above", "below"]
"""An edge of a sheet as one sees it, and the side on which another sheet lies."""

EDGES: tuple[Edge, ...] = get_args(Edge)

_PARITY: tuple[Literal["odd", "even"], Literal["odd", "even"]] = ("odd", "even")


def along(orientation: str, edge: Edge) -> tuple[int, int]:
    """The direction of an edge in columns and rows of the grid. Columns of pointy-top hexes run upwards, rows to the right.

    >>> along("columns", "right"), along("rows", "right")
    ((1, 0), (0, 1))
    """
    across, up = {"right": (1, 0), "left": (-1, 0), "above": (0, 1), "below": (0, -1)}[edge]
    return (across, up) if orientation == "columns" else (up, across)


def axis_words(orientation: str) -> tuple[str, str]:
    """What columns and rows of the grid are called when they are counted. Those of pointy-top hexes lie as lines.

    >>> axis_words("columns"), axis_words("rows")
    (('columns', 'rows'), ('lines', 'hexes in each line'))
    """
    return ("columns", "rows") if orientation == "columns" else ("lines", "hexes in each line")


def frame_beside(placed: PlacedSheet, edge: Edge, columns: int, rows: int) -> SheetFrame:
    """The frame of a sheet of so many columns and rows that touches another at an edge, no hex on both.

    Which of its columns are raised follows from where it lies.
    """
    grid, frame = placed.sheet.grid, placed.frame
    by_columns, by_rows = along(frame.orientation, edge)
    column_steps = by_columns * (grid.columns if by_columns > 0 else columns)
    row_steps = by_rows * (grid.rows if by_rows > 0 else rows)
    for raised in (frame.raised, *_PARITY):
        try:
            return SheetFrame.place(raised, frame.orientation, frame, column_steps, 2 * row_steps)
        except ValueError:
            continue
    raise AssertionError("one of both ways to raise columns always fits")


def overlapping(frame: SheetFrame, columns: int, rows: int, sheets: tuple[PlacedSheet, ...]) -> PlacedSheet | None:
    """The first of some sheets that would print a hex of a sheet in that frame; None when none does."""
    for placed in sheets:
        grid, other = placed.sheet.grid, placed.frame
        shift = (other.origin[0] - frame.origin[0]) // COLUMN_STEP
        if shift + grid.columns < 1 or shift + 1 > columns:
            continue
        for column in range(max(1, 1 + shift), min(columns, grid.columns + shift) + 1):
            # Both sheets count the rows of a column in whole hexes, so one row tells how they lie.
            row = other.cell(frame.hex(column, 1))[1]
            if row <= grid.rows and row + rows - 1 >= 1:
                return placed
    return None


def free_letter(box: GameBox) -> str:
    """The first letter that no sheet of a box has."""
    taken = {placed.letter.upper() for placed in box.sheets}
    letters = [chr(ord("A") + number) for number in range(26)]
    return next(letter for first in ("", *letters) for letter in (f"{first}{each}" for each in letters) if letter not in taken)


def letter_after(letter: str, steps: int) -> str:
    """The letter so many steps after another, as sheets are lettered.

    >>> letter_after("A", 2), letter_after("Z", 1), letter_after("C", 0)
    ('C', 'AA', 'C')
    """
    number = 0
    for sign in letter.upper():
        number = number * 26 + ord(sign) - ord("A") + 1
    number += steps
    text = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


def with_raised(grid: Grid, frame: SheetFrame) -> Grid:
    """The grid with the columns raised that its frame raises."""
    return grid if grid.raised == frame.raised else replace(grid, raised=frame.raised)


def sheet_words(placed: PlacedSheet) -> str:
    """What a sheet is called in a list to choose from: its letter, and its title when it has one."""
    name = placed.letter or placed.sheet.id
    return f"{name}: {placed.sheet.title}" if placed.sheet.title else name


def sheet_letter(letter: str, others: tuple[PlacedSheet, ...]) -> str:
    """A letter for a sheet as it is kept. Raises WrongUse when it is none, or taken by one of the others."""
    given = letter.strip()
    if not (given.isascii() and given.isalpha() and len(given) <= 3):
        raise WrongUse(f'"{given}" is no letter of a map; one to three letters from A to Z are.')
    if given.upper() in {placed.letter.upper() for placed in others}:
        raise WrongUse(f'The letter "{given}" is already taken by another map of this box.')
    return given
