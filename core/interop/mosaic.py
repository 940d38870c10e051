"""Elevation of several files as one: tiles of SRTM next to each other, sheets of a survey, a fine grid within a coarse one.

All come onto the cells of the finest. Where files overlap the first that knows a height counts, so that the best stands first.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely
from numpy.typing import NDArray

from core.base.errors import Place, WrongUse
from core.interop.elevation_grid import LARGEST_GRID, BadGrid, ElevationGrid, Heights
from core.interop.ground import Edge, NoGround
from core.interop.raster_files import Around

ALIKE = 0.01
"""Cells that are off by less than this share of a cell are taken for the same cells."""

DIFFERENT_M = 1.0
"""Heights of one place that differ by more are said to differ."""

MOST_GAPS = 3
"""How many gaps between files are named."""


@dataclass(frozen=True)
class Mosaic:
    """Several grids as one. `differing` counts the cells that two files know and give heights more than a metre apart."""

    grid: ElevationGrid
    differing: int = 0


def cropped(grid: ElevationGrid, around: Around) -> ElevationGrid | None:
    """The part of a grid that is wanted, all of its cells whole; None when nothing of it is."""
    if grid.geographic is not around.geographic:
        return grid
    reach_x, reach_y = around.reach
    rows, columns = grid.heights.shape
    left = max(math.floor((around.middle[0] - reach_x - grid.west) / grid.cell[0]), 0)
    right = min(math.ceil((around.middle[0] + reach_x - grid.west) / grid.cell[0]), columns)
    top = max(math.floor((grid.north - around.middle[1] - reach_y) / grid.cell[1]), 0)
    bottom = min(math.ceil((grid.north - around.middle[1] + reach_y) / grid.cell[1]), rows)
    if right <= left or bottom <= top:
        return None
    part = grid.heights[top:bottom, left:right].copy()
    part.setflags(write=False)
    west, south = grid.west + left * grid.cell[0], grid.north - bottom * grid.cell[1]
    return replace(grid, heights=part, west=west, south=south)


def joined(grids: Sequence[ElevationGrid]) -> Mosaic:
    """One grid of several, NaN where none of them knows a height.

    Raises WrongUse where some are in degrees and some in metres, BadGrid where they are too many heights together.
    """
    first = grids[0]
    for each in grids:
        if each.geographic is not first.geographic:
            words = [f"{grid.file} is in {'degrees' if grid.geographic else 'metres'}" for grid in (first, each)]
            raise WrongUse(f"{words[0]}, and {words[1]}; bring in files of one kind together.")
    if len(grids) == 1:
        return Mosaic(first)
    base = min(grids, key=lambda grid: grid.cell[0] * grid.cell[1])
    wide, high = base.cell
    left, right = min(_columns(each, base)[0] for each in grids), max(_columns(each, base)[1] for each in grids)
    top, bottom = min(_rows(each, base)[0] for each in grids), max(_rows(each, base)[1] for each in grids)
    if (right - left) * (bottom - top) > LARGEST_GRID:
        text = f"The files together have {right - left} × {bottom - top} heights, which are too many (at most {LARGEST_GRID:,})"
        raise BadGrid(Place(_names(grids)), f"{text}; say where the map lies, or leave files out.")
    whole = np.full((bottom - top, right - left), np.nan)
    differing = 0
    for each in grids:
        a, b = _columns(each, base)
        c, d = _rows(each, base)
        part = whole[c - top : d - top, a - left : b - left]
        heights = _onto(each, base, range(a, b), range(c, d))
        known = ~np.isnan(part)
        differing += int((np.abs(heights[known] - part[known]) > DIFFERENT_M).sum())
        part[~known] = heights[~known]
    whole.setflags(write=False)
    west, south = base.west + left * wide, base.north - bottom * high
    return Mosaic(ElevationGrid(whole, west, south, base.cell, base.geographic, _names(grids)), differing)


def check_cover(grids: Sequence[ElevationGrid], needed: Edge) -> None:
    """Raises NoGround, which names the gaps, when some ground of a rectangle lies in none of the grids."""
    slack = 1e-6 * max(max(each.cell) for each in grids)
    held = shapely.union_all([shapely.box(each.west, each.south, each.east, each.north).buffer(slack) for each in grids])
    missing = shapely.box(*needed).difference(held)
    gaps: list[Edge] = sorted((part.bounds for part in shapely.get_parts(missing) if part.area > 0), key=_minus_area)
    if not gaps:
        return
    words = [_words(gap, grids[0].geographic) for gap in gaps[:MOST_GAPS]]
    if len(gaps) > MOST_GAPS:
        words.append(f"and {len(gaps) - MOST_GAPS} more")
    lacking = "; ".join(words)
    raise NoGround(f"The {len(grids)} files together lack ground of the map: {lacking}.{_tiles(grids, gaps)}")


def _minus_area(gap: Edge) -> float:
    return -(gap[2] - gap[0]) * (gap[3] - gap[1])


def _words(gap: Edge, geographic: bool) -> str:
    axes = ("longitude", "latitude") if geographic else ("x", "y")
    return f"{axes[0]} {gap[0]:.6g} to {gap[2]:.6g}, {axes[1]} {gap[1]:.6g} to {gap[3]:.6g}"


def tile_name(south: int, west: int) -> str:
    """How a tile of SRTM is called after its south-west corner.

    >>> tile_name(36, -85), tile_name(-1, 7)
    ('N36W085', 'S01E007')
    """
    return f"{'S' if south < 0 else 'N'}{abs(south):02}{'W' if west < 0 else 'E'}{abs(west):03}"


def _tiles(grids: Sequence[ElevationGrid], gaps: Sequence[Edge]) -> str:
    """The tiles that are missing, where all files are tiles of SRTM."""
    if not all(".hgt" in each.file.lower() for each in grids):
        return ""
    tiles = {
        tile_name(south, west)
        for gap in gaps
        for west in range(math.floor(gap[0]), math.ceil(gap[2]))
        for south in range(math.floor(gap[1]), math.ceil(gap[3]))
    }
    have = {each.file.replace("\\", "/").rpartition("/")[2].partition(".")[0].upper() for each in grids}
    wanted = sorted(tiles - have)
    return f" Bring in {', '.join(wanted)} as well." if 0 < len(wanted) <= 2 * MOST_GAPS else ""


def _names(grids: Sequence[ElevationGrid]) -> str:
    return grids[0].file if len(grids) == 1 else f"{grids[0].file} and {len(grids) - 1} more"


def _columns(grid: ElevationGrid, base: ElevationGrid) -> tuple[int, int]:
    """The first column of `base`, counted on beyond its edges, whose middle lies in a grid, and the one after the last."""
    return _span((grid.west - base.west) / base.cell[0], (grid.east - base.west) / base.cell[0])


def _rows(grid: ElevationGrid, base: ElevationGrid) -> tuple[int, int]:
    return _span((base.north - grid.north) / base.cell[1], (base.north - grid.south) / base.cell[1])


def _span(start: float, end: float) -> tuple[int, int]:
    # A cell whose middle lies just on the edge belongs to the grid; half a hundredth keeps rounding out of it.
    first, last = math.ceil(start - 0.5 - ALIKE / 2), math.floor(end - 0.5 + ALIKE / 2) + 1
    return first, max(first, last)


def _onto(grid: ElevationGrid, base: ElevationGrid, columns: range, rows: range) -> Heights:
    """The heights of a grid at the middles of cells of another, straight between its own."""
    across = (base.west + (np.array(columns) + 0.5) * base.cell[0] - grid.west) / grid.cell[0] - 0.5
    down = (grid.north - base.north + (np.array(rows) + 0.5) * base.cell[1]) / grid.cell[1] - 0.5
    (i, u), (j, v) = _between(across, grid.heights.shape[1]), _between(down, grid.heights.shape[0])
    if not u.any() and not v.any():
        heights: Heights = grid.heights[np.ix_(j, i)]
        return heights
    west, east = np.minimum(i, grid.heights.shape[1] - 1), np.minimum(i + 1, grid.heights.shape[1] - 1)
    upper, lower = np.minimum(j, grid.heights.shape[0] - 1), np.minimum(j + 1, grid.heights.shape[0] - 1)
    north = _mixed(grid.heights[np.ix_(upper, west)], grid.heights[np.ix_(upper, east)], u[None, :])
    south = _mixed(grid.heights[np.ix_(lower, west)], grid.heights[np.ix_(lower, east)], u[None, :])
    return _mixed(north, south, v[:, None])


def _mixed(one: Heights, other: Heights, share: Heights) -> Heights:
    """Between two heights; where nothing of the other is wanted it may be unknown."""
    return np.where(share == 0, one, one * (1 - share) + other * share)


def _between(positions: Heights, size: int) -> tuple[NDArray[np.intp], Heights]:
    """The cell before each position and how far behind its middle it lies, 0 to 1; beyond the last middle the last cell."""
    inside = np.clip(positions, 0, size - 1)
    cells = np.floor(inside + ALIKE).astype(np.intp)
    rest = inside - cells
    rest[np.abs(rest) < ALIKE] = 0.0
    return cells, np.clip(rest, 0.0, 1.0)
