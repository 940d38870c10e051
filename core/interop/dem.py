"""Real ground as a map sheet: contours, spot elevations and low points from an elevation grid.

    read_elevation_grid -> place_sheet -> ground_surface -> draw_contours, spots, lows -> MapSheet

`run` is what `phaseline import dem` does short of writing the file.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path
from typing import Literal

from core.base.errors import WrongUse
from core.geometry.labels import Numbering
from core.interop.contour_lines import draw_contours
from core.interop.elevation_grid import ElevationGrid, Progress, read_elevation_grid
from core.interop.ground import Edge, GroundFrame, Surface, ground_surface, printed_edge
from core.interop.summits import lows, spots
from core.model.maps import Grid, MapSheet

LARGEST_SHEET = 500
"""Most columns or rows of an imported sheet."""


@dataclass(frozen=True, slots=True)
class DrawingRules:
    """How ground is drawn.

    `smoothing` is the standard deviation of the smoothing of heights, `overrun` how far lines run beyond the sheet's edge (the
    edge itself cuts them), both in hexes. Closed contours around less than `least_area` square hexes are left out. Lines are
    thinned within `tolerance` hexes. Tops that rise `spot_prominence` intervals over their surroundings get a spot elevation.
    """

    smoothing: float = 0.3
    overrun: float = 0.5
    least_area: float = 0.12
    tolerance: float = 0.006
    spot_prominence: Fraction = Fraction(1, 2)


PLAIN = DrawingRules()


@dataclass(frozen=True)
class DrawnGround:
    """A sheet with the ground that it was drawn from, for those who draw more on it."""

    sheet: MapSheet
    frame: GroundFrame
    surface: Surface
    edge: Edge


def place_sheet(elevation: ElevationGrid, grid: Grid, middle: tuple[float, float] | None = None) -> GroundFrame:
    """The frame that puts the middle of a sheet's printed edge over a point of the ground.

    `middle` is x before y in the coordinates of `elevation`; without it the middle of the elevation grid.
    """
    edge = printed_edge(grid)
    pin = (edge[0] + edge[2]) / 2, (edge[1] + edge[3]) / 2
    return GroundFrame(middle or elevation.middle, pin, grid.hex_m, elevation.geographic)


def import_dem(
    elevation: ElevationGrid,
    grid: Grid,
    interval: Fraction,
    middle: tuple[float, float] | None = None,
    sheet_id: str = "A",
    title: str = "",
    rules: DrawingRules = PLAIN,
    progress: Progress | None = None,
) -> DrawnGround:
    """The ground around `middle` (x before y, degrees or metres as in `elevation`) as a sheet with `grid`.

    `interval` is the contour interval in metres; every contour stands at a multiple of it. `progress` may raise to cancel.
    Raises NoGround and ContourFault, which say what to change.
    """
    frame = place_sheet(elevation, grid, middle)
    edge = printed_edge(grid)
    wide = edge[0] - rules.overrun, edge[1] - rules.overrun, edge[2] + rules.overrun, edge[3] + rules.overrun
    if progress is not None:
        progress(0.0, "smoothing heights")
    surface = ground_surface(elevation, frame, wide, rules.smoothing * grid.hex_m)
    drawn = draw_contours(surface, interval, edge, rules.least_area, rules.tolerance, _part(progress, 0.1, 0.8))
    if progress is not None:
        progress(0.9, "finding tops and bottoms")
    # Tops need finding no finer than the eye of a map reader; a large map would take minutes otherwise.
    stride = max(2, math.isqrt(surface.heights.size // 100_000))
    sheet = MapSheet(
        id=sheet_id,
        grid=grid,
        title=title,
        contour_interval=interval,
        contours=tuple(line.contour for line in drawn.lines),
        spots=spots(surface, drawn, edge, float(rules.spot_prominence * interval), stride),
        lows=lows(surface, drawn, edge),
    )
    if progress is not None:
        progress(1.0, "done")
    return DrawnGround(sheet, frame, surface, edge)


def run(
    file: Path,
    *,
    sheet_id: str = "A",
    title: str = "",
    centre: str | None = None,
    origin: str | None = None,
    columns: int,
    rows: int,
    hex_m: float = 114.3,
    interval: str = "20",
    raised: Literal["odd", "even"] = "odd",
    numbering: str = "{column:02}.{row:02}",
    unit: Literal["degrees", "metres"] | None = None,
    rules: DrawingRules = PLAIN,
    progress: Progress | None = None,
) -> MapSheet:
    """The sheet that `phaseline import dem FILE BOX` adds to a box.

    `centre` is "LAT,LON" for a grid in degrees and "X,Y" for one in metres; `origin` is the "X,Y" of the lower left corner of
    the map, for a grid in metres only. Without either the map lies in the middle of the file. Raises WrongUse for arguments
    that cannot be, BadGrid for a faulty file, NoGround and ContourFault when the map cannot be drawn there.
    """
    for name, count in (("columns", columns), ("rows", rows)):
        if not 1 <= count <= LARGEST_SHEET:
            raise WrongUse(f"{name} must be between 1 and {LARGEST_SHEET}, not {count}.")
    if not 1 <= hex_m <= 100_000:
        raise WrongUse(f"hex-m must be between 1 and 100000 metres, not {hex_m:g}.")
    step = _interval(interval)
    if centre is not None and origin is not None:
        raise WrongUse("Give either the centre or the origin of the map, not both.")
    grid = Grid(columns, rows, Numbering(numbering, columns, rows), raised=raised, hex_m=hex_m)
    elevation = read_elevation_grid(file, unit, _part(progress, 0.0, 0.4))
    middle = _middle(elevation, grid, centre, origin)
    return import_dem(elevation, grid, step, middle, sheet_id, title, rules, _part(progress, 0.4, 0.6)).sheet


def _middle(elevation: ElevationGrid, grid: Grid, centre: str | None, origin: str | None) -> tuple[float, float] | None:
    if centre is not None:
        first, second = _pair("centre", "LAT,LON" if elevation.geographic else "X,Y", centre)
        return (second, first) if elevation.geographic else (first, second)
    if origin is not None:
        if elevation.geographic:
            raise WrongUse("An origin in metres needs a grid in metres; this file is in degrees: give its centre as LAT,LON.")
        x, y = _pair("origin", "X,Y", origin)
        edge = printed_edge(grid)
        return x + (edge[2] - edge[0]) / 2 * grid.hex_m, y + (edge[3] - edge[1]) / 2 * grid.hex_m
    return None


def _pair(name: str, form: str, text: str) -> tuple[float, float]:
    try:
        first, second = (float(part) for part in text.split(","))
    except ValueError as error:
        raise WrongUse(f'The {name} must be two numbers, {form}, not "{text}".') from error
    if not (math.isfinite(first) and math.isfinite(second)):
        raise WrongUse(f'The {name} must be two numbers, {form}, not "{text}".')
    return first, second


def _interval(text: str) -> Fraction:
    try:
        interval = Decimal(text)
    except InvalidOperation as error:
        raise WrongUse(f'The interval must be a number of metres, not "{text}".') from error
    if not interval.is_finite() or not Decimal("0.1") <= interval <= 1000:
        raise WrongUse(f"The interval must be between 0.1 and 1000 metres, not {text}.")
    return Fraction(interval)


def _part(progress: Progress | None, start: float, share: float) -> Callable[[float, str], None] | None:
    """A callback for a piece of the work that takes `share` of the whole from `start` on."""
    if progress is None:
        return None
    whole = progress
    return lambda done, what: whole(start + share * done, what)
