"""Holes of an elevation grid, closed from around them, where somebody has asked for that."""

from dataclasses import replace

import numpy as np

from core.interop.elevation_grid import ElevationGrid, Heights
from core.interop.ground import RIM, Edge

ROUNDS = 200
"""Rounds of evening out; after them a hole of twenty cells across lies within a metre of its smoothest filling."""


def without_holes(grid: ElevationGrid, ground: Edge) -> tuple[ElevationGrid, int]:
    """The grid with every cell under a rectangle of the ground given a height, and how many had none.

    Cells beyond the rectangle, but for a rim, stay as they are. A hole is filled from its rim inwards and then evened out, so
    that it bends as little as a stretched skin.
    """
    rows, columns = grid.heights.shape
    rim = 8 * RIM
    left = max(int((ground[0] - grid.west) / grid.cell[0]) - rim, 0)
    right = min(int((ground[2] - grid.west) / grid.cell[0]) + rim + 1, columns)
    top = max(int((grid.north - ground[3]) / grid.cell[1]) - rim, 0)
    bottom = min(int((grid.north - ground[1]) / grid.cell[1]) + rim + 1, rows)
    part = grid.heights[top:bottom, left:right]
    holes = np.isnan(part)
    count = int(holes.sum())
    if not count or holes.all():
        return grid, 0
    heights = grid.heights.copy()
    heights[top:bottom, left:right] = _filled(part, holes)
    heights.setflags(write=False)
    return replace(grid, heights=heights), count


def _filled(heights: Heights, holes: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Heights:
    filled = heights.copy()
    while (empty := np.isnan(filled)).any():
        padded = np.pad(filled, 1, constant_values=np.nan)
        around = np.stack([padded[:-2, 1:-1], padded[2:, 1:-1], padded[1:-1, :-2], padded[1:-1, 2:]])
        known = ~np.isnan(around)
        number = known.sum(axis=0)
        mean = np.where(known, around, 0.0).sum(axis=0) / np.maximum(number, 1)
        filled[empty & (number > 0)] = mean[empty & (number > 0)]
    for _ in range(ROUNDS):
        padded = np.pad(filled, 1, mode="edge")
        even = (padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]) / 4
        filled[holes] = even[holes]
    return filled
