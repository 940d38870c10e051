"""A window of an elevation grid as a smooth surface in the units of a map sheet.

Ground and paper meet in a local frame: metres east and north of the middle of the map, on a plane that touches the globe
there (equirectangular; over 20 km the scale is off by less than 0.2%). Heights between the cells come from a cubic B-spline
through the middles of the cells, after a bell-shaped (Gaussian) smoothing that takes out the noise of the measurement.
"""

import math
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from core.base.errors import CoreError
from core.geometry.layout import SheetFrame
from core.interop.elevation_grid import ElevationGrid, Heights
from core.model.box import PlacedSheet, sheet_edge
from core.model.maps import Georeference, Grid, MapSheet

EARTH_RADIUS_M = 6_371_008.8
"""Mean radius of the Earth in metres (IUGG, from the GRS 80 ellipsoid)."""

MESH = 0.1
"""Distance between the points of a surface in hexes: 11 m at 114.3 m to the hex, finer than a pen draws."""

RIM = 4
"""Cells kept around a window so that neither the smoothing nor the spline notices where the window ends."""

Edge = tuple[float, float, float, float]

_Coordinate = TypeVar("_Coordinate", float, Heights)


class NoGround(CoreError):
    """An elevation grid without the ground that a map asks for."""


@dataclass(frozen=True)
class GroundFrame:
    """Where a sheet lies on the ground.

    `middle` is the point of the ground (x before y, degrees or metres as in the grid) under `pin`, a point of the sheet in
    sheet units; `hex_m` is the length of one sheet unit in metres. `bearing` is where the sheet's upper edge lies, in degrees
    clockwise from north.
    """

    middle: tuple[float, float]
    pin: tuple[float, float]
    hex_m: float
    geographic: bool
    bearing: float = 0.0

    @classmethod
    def of(cls, georeference: Georeference, hex_m: float) -> "GroundFrame":
        """The frame of a sheet that says where it lies."""
        return cls(georeference.at, georeference.pin, hex_m, georeference.unit == "degrees", georeference.bearing)

    @property
    def georeference(self) -> Georeference:
        """The frame as a sheet keeps it."""
        return Georeference(self.middle, self.pin, "degrees" if self.geographic else "metres", self.bearing).settled

    @property
    def metres(self) -> tuple[float, float]:
        """Metres in one unit of the grid's coordinates, eastwards and northwards, in the middle of the map."""
        if not self.geographic:
            return 1.0, 1.0
        degree = EARTH_RADIUS_M * math.pi / 180
        return degree * math.cos(math.radians(self.middle[1])), degree

    def to_ground(self, x: _Coordinate, y: _Coordinate) -> tuple[_Coordinate, _Coordinate]:
        """The ground under points of the sheet, in the coordinates of the grid."""
        east, north = self.metres
        right, up = (x - self.pin[0]) * self.hex_m, (y - self.pin[1]) * self.hex_m
        if self.bearing:
            sine, cosine = math.sin(math.radians(self.bearing)), math.cos(math.radians(self.bearing))
            right, up = right * cosine + up * sine, up * cosine - right * sine
        return self.middle[0] + right / east, self.middle[1] + up / north

    def to_sheet(self, x: _Coordinate, y: _Coordinate) -> tuple[_Coordinate, _Coordinate]:
        """The points of the sheet over points of the ground; the inverse of `to_ground`."""
        east, north = self.metres
        right, up = (x - self.middle[0]) * east, (y - self.middle[1]) * north
        if self.bearing:
            sine, cosine = math.sin(math.radians(self.bearing)), math.cos(math.radians(self.bearing))
            right, up = right * cosine - up * sine, up * cosine + right * sine
        return self.pin[0] + right / self.hex_m, self.pin[1] + up / self.hex_m

    def ground_edge(self, edge: Edge) -> Edge:
        """The smallest upright rectangle on the ground that holds an edge of the sheet."""
        corners = [self.to_ground(x, y) for x in (edge[0], edge[2]) for y in (edge[1], edge[3])]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        return min(xs), min(ys), max(xs), max(ys)


@dataclass(frozen=True, eq=False)
class Surface:
    """Heights in metres on a square mesh over a sheet: `heights[j, i]` stands at (`xs[i]`, `ys[j]`) in sheet units."""

    xs: Heights
    ys: Heights
    heights: Heights

    def at(self, x: Heights, y: Heights) -> Heights:
        """Heights at points of the sheet, straight between the points of the mesh; the rim's height beyond it."""
        step_x, step_y = self.xs[1] - self.xs[0], self.ys[1] - self.ys[0]
        column = np.clip((x - self.xs[0]) / step_x, 0, len(self.xs) - 1)
        row = np.clip((y - self.ys[0]) / step_y, 0, len(self.ys) - 1)
        i = np.minimum(column.astype(int), len(self.xs) - 2)
        j = np.minimum(row.astype(int), len(self.ys) - 2)
        u, v = column - i, row - j
        z = self.heights
        south = z[j, i] * (1 - u) + z[j, i + 1] * u
        north = z[j + 1, i] * (1 - u) + z[j + 1, i + 1] * u
        result: Heights = south * (1 - v) + north * v
        return result


def printed_edge(grid: Grid) -> Edge:
    """The edge of a sheet in its own units: as stated, else the bounding box of its hexes."""
    if grid.edge is not None:
        return grid.edge
    frame = SheetFrame.place(grid.raised, grid.orientation)
    x0, y0, x1, y1 = sheet_edge(PlacedSheet(MapSheet("", grid), frame))
    low, high = frame.to_sheet((x0, y0)), frame.to_sheet((x1, y1))
    return low[0], low[1], high[0], high[1]


def ground_surface(grid: ElevationGrid, frame: GroundFrame, edge: Edge, smoothing_m: float, mesh: float = MESH) -> Surface:
    """The ground under `edge` (x least, y least, x most, y most in sheet units).

    `smoothing_m` is the standard deviation of the smoothing in metres on the ground; 0 leaves the heights as they are.
    Raises NoGround when the grid does not reach that far or has holes there.
    """
    xs, ys = _ticks(edge[0], edge[2], mesh), _ticks(edge[1], edge[3], mesh)
    window = _window(grid, frame, (edge[0], edge[1], float(xs[-1]), float(ys[-1])), smoothing_m, mesh)
    east, north = frame.metres
    cells = window.cell[0] * east, window.cell[1] * north
    heights = window.heights
    for axis, cell in ((0, cells[1]), (1, cells[0])):
        heights = _smooth(heights, smoothing_m / cell, axis)
    knots = _spline_knots(_spline_knots(heights, 0), 1)
    if frame.bearing:
        return Surface(xs, ys, _evaluate_turned(knots, window, frame, xs, ys))
    across = (frame.to_ground(xs, xs)[0] - window.west) / window.cell[0] - 0.5
    down = (window.north - frame.to_ground(ys, ys)[1]) / window.cell[1] - 0.5
    return Surface(xs, ys, _evaluate(_evaluate(knots, down, 0), across, 1))


def _ticks(low: float, high: float, mesh: float) -> Heights:
    return np.array([low + mesh * k for k in range(math.ceil((high - low) / mesh) + 1)])


def _window(grid: ElevationGrid, frame: GroundFrame, edge: Edge, smoothing_m: float, mesh: float) -> ElevationGrid:
    """The cells under an edge and a rim around them; where the file ends sooner, the rim goes on with the slope there.

    Cells much smaller than the mesh come back in blocks, each with the mean of its heights.
    """
    west, south, east, north = frame.ground_edge(edge)
    slack = 1e-6 * max(grid.cell)
    if west < grid.west - slack or south < grid.south - slack or east > grid.east + slack or north > grid.north + slack:
        across, along, digits = ("longitude", "latitude", 4) if grid.geographic else ("x", "y", 0)
        raise NoGround(
            f"The map needs ground from {across} {west:.{digits}f} to {east:.{digits}f} and {along} {south:.{digits}f} to "
            f"{north:.{digits}f}, a little beyond its edge; {grid.file or 'the grid'} holds {across} {grid.west:.{digits}f} to "
            f"{grid.east:.{digits}f} and {along} {grid.south:.{digits}f} to {grid.north:.{digits}f}."
        )
    fine = mesh * frame.hex_m
    per_x, per_y = (length * unit for length, unit in zip(grid.cell, frame.metres, strict=True))
    rows, columns = grid.heights.shape
    from_west, from_north = (west - grid.west) / grid.cell[0], (grid.north - north) / grid.cell[1]
    to_east, to_south = (east - grid.west) / grid.cell[0], (grid.north - south) / grid.cell[1]
    block_x, left, right = _span(from_west, to_east, per_x, smoothing_m, fine)
    block_y, top, bottom = _span(from_north, to_south, per_y, smoothing_m, fine)
    inside = grid.heights[max(top, 0) : bottom, max(left, 0) : right]
    holes = np.argwhere(np.isnan(inside))
    if len(holes):
        row, column = int(holes[0][0]) + max(top, 0), int(holes[0][1]) + max(left, 0)
        x = grid.west + (column + 0.5) * grid.cell[0]
        y = grid.north - (row + 0.5) * grid.cell[1]
        where = f"latitude {y:.5f}, longitude {x:.5f}" if grid.geographic else f"x {x:.6g}, y {y:.6g}"
        raise NoGround(
            f"{len(holes)} of the {inside.size} cells under the map and around it have no height, the first in row {row + 1}, "
            f"column {column + 1} ({where}). Move the map away from the hole, or let holes be filled from around them."
        )
    pads = ((max(-top, 0), max(bottom - rows, 0)), (max(-left, 0), max(right - columns, 0)))
    heights = np.pad(inside, pads, mode="reflect", reflect_type="odd") if any(map(any, pads)) else inside
    blocks = heights.reshape(len(heights) // block_y, block_y, -1, block_x).mean(axis=(1, 3))
    cell = grid.cell[0] * block_x, grid.cell[1] * block_y
    return ElevationGrid(
        blocks, grid.west + left * grid.cell[0], grid.north - bottom * grid.cell[1], cell, grid.geographic, grid.file
    )


def _span(low: float, high: float, cell_m: float, smoothing_m: float, fine_m: float) -> tuple[int, int, int]:
    """Cells per block, the first cell and the one after the last, for cells from `low` to `high` and their rim."""
    block = max(1, math.floor(fine_m / 2 / cell_m))
    rim = (RIM + math.ceil(4 * smoothing_m / (cell_m * block))) * block
    first = math.floor(low) - rim
    return block, first, first + math.ceil((math.ceil(high) + rim - first) / block) * block


def _smooth(heights: Heights, sigma: float, axis: int) -> Heights:
    """Gaussian smoothing along one axis; `sigma` in cells. What lies beyond the end goes on with the slope there."""
    if sigma <= 0:
        return heights
    reach = max(1, math.ceil(4 * sigma))
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    weights /= weights.sum()
    padded = np.pad(heights, [(reach, reach) if a == axis else (0, 0) for a in (0, 1)], mode="reflect", reflect_type="odd")
    size = heights.shape[axis]
    smooth = np.zeros_like(heights)
    for shift, weight in enumerate(weights):
        smooth += weight * (padded[shift : shift + size] if axis == 0 else padded[:, shift : shift + size])
    return smooth


def _spline_knots(heights: Heights, axis: int) -> Heights:
    """Coefficients of the cubic B-spline that passes through the heights, one more at either end.

    The tridiagonal system (1, 4, 1)/6 with a natural end (no curvature) is solved by elimination, all lines at once.
    """
    lines = np.moveaxis(heights, axis, 0)
    size = len(lines)
    inner = 6.0 * lines[1:-1]
    inner[0] -= lines[0]
    inner[-1] -= lines[-1]
    factor = np.empty(size - 2)
    factor[0] = 1 / 4
    inner[0] *= factor[0]
    for k in range(1, size - 2):
        factor[k] = 1 / (4 - factor[k - 1])
        inner[k] = (inner[k] - inner[k - 1]) * factor[k]
    for k in range(size - 4, -1, -1):
        inner[k] -= factor[k] * inner[k + 1]
    knots = np.concatenate([lines[:1], inner, lines[-1:]])
    before, after = 2 * knots[:1] - knots[1:2], 2 * knots[-1:] - knots[-2:-1]
    return np.moveaxis(np.concatenate([before, knots, after]), 0, axis)


def _evaluate(knots: Heights, positions: Heights, axis: int) -> Heights:
    """The spline at positions counted in cells from the first height, along one axis."""
    lines = np.moveaxis(knots, axis, 0)
    start = np.clip(np.floor(positions).astype(int), 0, len(lines) - 4)
    weights = _weights((positions - start)[:, None])
    total = sum(weight * lines[start + k] for k, weight in enumerate(weights)) / 6
    return np.moveaxis(total, 0, axis)


def _evaluate_turned(knots: Heights, window: ElevationGrid, frame: GroundFrame, xs: Heights, ys: Heights) -> Heights:
    """The spline under a mesh that lies askew on the grid, one row of the mesh after the other."""
    rows, columns = knots.shape
    heights = np.empty((len(ys), len(xs)))
    for number, y in enumerate(ys):
        east, north = frame.to_ground(xs, np.full(len(xs), y))
        across, down = (east - window.west) / window.cell[0] - 0.5, (window.north - north) / window.cell[1] - 0.5
        i = np.clip(np.floor(across).astype(int), 0, columns - 4)
        j = np.clip(np.floor(down).astype(int), 0, rows - 4)
        along, below = _weights(across - i), _weights(down - j)
        heights[number] = sum(
            below[row] * along[column] * knots[j + row, i + column] for row in range(4) for column in range(4)
        )
    return heights / 36


def _weights(u: Heights) -> tuple[Heights, Heights, Heights, Heights]:
    """Six times the weights of the four coefficients around a position, `u` behind the second."""
    return (1 - u) ** 3, 3 * u**3 - 6 * u**2 + 4, -3 * u**3 + 3 * u**2 + 3 * u + 1, u**3
