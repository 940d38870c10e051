"""ESRI ASCII grids: a header of keys and numbers, then heights row by row from north to south.

The format is described by its owner in the manual of ArcGIS ("Esri ASCII raster format"); GDAL and QGIS write it too.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TextIO

import numpy as np
from numpy.typing import NDArray

from core.base.errors import CoreError, Place, did_you_mean

Heights = NDArray[np.float64]

Progress = Callable[[float, str], None]
"""Called with the part that is done (0 to 1) and with what is being done. What it raises ends the work and is passed on."""

LARGEST_GRID = 25_000_000
"""Most heights that are read from one file: 200 MB of memory, a square of 5 km at one metre."""

LONGEST_NUMBER = 32
"""Most bytes that a height and the space after it may take; a file with more per height is not this format."""

LONGEST_LINE = 4_000_000
"""Most characters of one line; a file without line ends is read no further."""

BYTE_ORDER_MARK = "\xef\xbb\xbf"
"""What some programs begin a file of text with: the mark of UTF-8, read byte by byte."""

_KEYS = ("ncols", "nrows", "xllcorner", "xllcenter", "yllcorner", "yllcenter", "cellsize", "dx", "dy", "nodata_value")


class BadGrid(CoreError):
    """An elevation file that cannot be read; the text starts with the place of the fault."""

    def __init__(self, place: Place, text: str) -> None:
        super().__init__(f"{place}: {text}")
        self.place = place


@dataclass(frozen=True, eq=False)
class ElevationGrid:
    """Heights in metres on a regular grid.

    `heights` has one row per line of the file, north to south, and NaN where the file says that it knows no height; it is
    read-only. `west` and `south` are the outer edges of the grid, `cell` is the width and height of one cell, all in degrees
    (`geographic`) or in metres. A height stands for the middle of its cell.
    """

    heights: Heights
    west: float
    south: float
    cell: tuple[float, float]
    geographic: bool
    file: str = ""

    @property
    def east(self) -> float:
        """The outer edge in the east, in degrees or metres."""
        return self.west + self.cell[0] * len(self.heights[0])

    @property
    def north(self) -> float:
        """The outer edge in the north, in degrees or metres."""
        return self.south + self.cell[1] * len(self.heights)

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the grid, x before y."""
        return (self.west + self.east) / 2, (self.south + self.north) / 2


def read_elevation_grid(
    file: Path, unit: Literal["degrees", "metres"] | None = None, progress: Progress | None = None
) -> ElevationGrid:
    """The heights of an ESRI ASCII grid, its keys in any order and any case.

    The format does not say what its coordinates are: `unit` does; without it they are degrees when every one of them is a
    possible longitude or latitude and a cell is smaller than a tenth of a degree. Raises BadGrid with file and line.
    """
    try:
        size = file.stat().st_size
        stream = file.open(encoding="latin-1")
    except OSError as error:
        raise BadGrid(Place(str(file)), f"The file cannot be read: {error.strerror}.") from error
    with stream:
        header, values = _read(stream, size, str(file), progress)
    values[values == header.nodata] = np.nan
    if not np.isfinite(values).any():
        raise BadGrid(Place(str(file)), f"No cell has a height: all {values.size} say {header.nodata:g} (no data).")
    values.setflags(write=False)
    heights = values.reshape(header.rows, header.columns)
    return ElevationGrid(heights, header.west, header.south, header.cell, _is_geographic(header, unit), str(file))


@dataclass(frozen=True, slots=True)
class _Header:
    columns: int
    rows: int
    west: float
    south: float
    cell: tuple[float, float]
    nodata: float


def _read(stream: TextIO, size: int, file: str, progress: Progress | None) -> tuple[_Header, Heights]:
    """The header of a file of `size` bytes, and all its heights in one row."""
    lines = _numbered_lines(stream, file)
    header, first = _read_header(lines, file)
    rows, columns = header.rows, header.columns
    if size > rows * columns * LONGEST_NUMBER + 4096:
        text = f"The header promises {columns} × {rows} heights, and the file is far too big for that ({size:,} bytes)."
        raise BadGrid(Place(file), text)
    return header, _read_values(first, lines, header, file, progress)


def _numbered_lines(stream: TextIO, file: str) -> Iterator[tuple[int, list[str]]]:
    """The words of each line that has some, with its number."""
    number = 0
    while line := stream.readline(LONGEST_LINE):
        number += 1
        if len(line) == LONGEST_LINE:
            raise BadGrid(Place(file, number), f"This line has more than {LONGEST_LINE:,} characters.")
        words = (line.removeprefix(BYTE_ORDER_MARK) if number == 1 else line).split()
        if words:
            yield number, words


def _read_header(lines: Iterator[tuple[int, list[str]]], file: str) -> tuple[_Header, tuple[int, list[str]]]:
    """The header, and the first line after it."""
    found: dict[str, float] = {}
    places: dict[str, int] = {}
    number = 0
    for number, words in lines:
        if _number(words[0]) is not None:
            return _header(found, places, file, number), (number, words)
        key = words[0].casefold()
        if key not in _KEYS:
            raise BadGrid(Place(file, number), f'Unknown key "{words[0][:40]}" in the header.{did_you_mean(key, _KEYS)}')
        if key in found:
            raise BadGrid(Place(file, number), f"{key} is given twice (first in line {places[key]}).")
        value = _number(words[1]) if len(words) == 2 else None
        if value is None or (key != "nodata_value" and not math.isfinite(value)):
            raise BadGrid(Place(file, number), f'{key} needs one number, not "{" ".join(words[1:])[:40]}".')
        found[key], places[key] = value, number
    raise BadGrid(Place(file, number), "The file ends before its first height.")


def _header(found: dict[str, float], places: dict[str, int], file: str, end: int) -> _Header:
    def need(*keys: str) -> str:
        given = [key for key in keys if key in found]
        if len(given) != 1:
            what = " or ".join(keys)
            both = f"give {what}, not both" if given else f"{what} is missing"
            raise BadGrid(Place(file, places[given[-1]] if given else end), f"The header is not complete: {both}.")
        return given[0]

    def count(key: str) -> int:
        value = found[need(key)]
        if value != int(value) or value < 2:
            raise BadGrid(Place(file, places[key]), f"{key} must be a whole number of at least 2, not {value:g}.")
        return int(value)

    columns, rows = count("ncols"), count("nrows")
    if columns * rows > LARGEST_GRID:
        text = f"{columns} × {rows} heights are too many (at most {LARGEST_GRID:,}); cut the file to the ground that you need."
        raise BadGrid(Place(file, places["nrows"]), text)
    if "cellsize" in found and not {"dx", "dy"} & set(found):
        cell = found["cellsize"], found["cellsize"]
    elif "cellsize" in found:
        raise BadGrid(Place(file, places["cellsize"]), "The header has cellsize and also dx or dy; give one of both.")
    else:
        cell = (found[need("dx")], found[need("dy")]) if {"dx", "dy"} & set(found) else (found[need("cellsize")], 0.0)
    if min(cell) <= 0:
        key = "cellsize" if "cellsize" in found else "dx" if cell[0] <= 0 else "dy"
        raise BadGrid(Place(file, places[key]), f"{key} must be more than 0.")
    x, y = need("xllcorner", "xllcenter"), need("yllcorner", "yllcenter")
    west = found[x] - (cell[0] / 2 if x == "xllcenter" else 0)
    south = found[y] - (cell[1] / 2 if y == "yllcenter" else 0)
    return _Header(columns, rows, west, south, cell, found.get("nodata_value", -9999.0))


def _read_values(
    first: tuple[int, list[str]],
    lines: Iterator[tuple[int, list[str]]],
    header: _Header,
    file: str,
    progress: Progress | None,
) -> Heights:
    """All heights in one row; line ends mean nothing to this format."""
    whole = header.columns * header.rows
    values = np.empty(whole)
    done, number, words = 0, *first
    while True:
        try:
            row = np.array(words, dtype=np.float64)
        except ValueError as error:
            wrong = next(word for word in words if _number(word) is None)
            raise BadGrid(Place(file, number), f'A height must be a number, not "{wrong[:40]}".') from error
        if (np.isinf(row) & (row != header.nodata)).any():
            raise BadGrid(Place(file, number), "A height must be finite.")
        if done + row.size > whole:
            text = f"More heights than the header promises ({header.columns} × {header.rows} = {whole})."
            raise BadGrid(Place(file, number), text)
        values[done : done + row.size] = row
        done += row.size
        if progress is not None:
            progress(done / whole, "reading heights")
        following = next(lines, None)
        if following is None:
            break
        number, words = following
    if done < whole:
        text = f"The file ends after {done} heights; the header promises {header.columns} × {header.rows} = {whole}."
        raise BadGrid(Place(file, number), text)
    return values


def _number(word: str) -> float | None:
    try:
        return float(word)
    except ValueError:
        return None


def _is_geographic(header: _Header, unit: Literal["degrees", "metres"] | None) -> bool:
    if unit is not None:
        return unit == "degrees"
    east = header.west + header.cell[0] * header.columns
    north = header.south + header.cell[1] * header.rows
    on_globe = header.west >= -180 and east <= 360 and header.south >= -90 and north <= 90
    return on_globe and max(header.cell) < 0.1
