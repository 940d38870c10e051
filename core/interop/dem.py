"""Real ground as a map sheet: contours, spot elevations and low points from an elevation grid.

    read_elevation -> place_sheet -> ground_surface -> draw_contours, spots, lows -> MapSheet

`read` brings ground to any sheet, `run` makes a sheet of its own; `phaseline import dem` and the dialog use them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from core.base.errors import WrongUse
from core.geometry.labels import Numbering
from core.interop.contour_lines import draw_contours
from core.interop.elevation_grid import ElevationGrid
from core.interop.ground import Edge, GroundFrame, NoGround, Surface, ground_surface, printed_edge
from core.interop.holes import without_holes
from core.interop.imported import Drops, Imported, Progress, Target, part_of
from core.interop.mosaic import check_cover, cropped, joined
from core.interop.raster_files import TIFF_SUFFIXES, Around, Elsewhere, read_elevation
from core.interop.summits import lows, spots
from core.model.maps import Georeference, Grid, MapSheet

LARGEST_SHEET = 500
"""Most columns or rows of an imported sheet."""

MOST_DEGREES = 360
"""Numbers beyond this are no degrees, whichever of a place's two they are."""

DRAWN = ("contours", "spots", "lows")
"""The sections of a sheet that are drawn from data of elevation."""


@dataclass(frozen=True, slots=True)
class DrawingRules:
    """How ground is drawn.

    `smoothing` is the standard deviation of the smoothing of heights, `overrun` how far lines run beyond the sheet's edge (the
    edge itself cuts them), both in hexes. Closed contours around less than `least_area` square hexes are left out. Lines are
    thinned within `tolerance` hexes. Tops that rise `spot_prominence` intervals over their surroundings get a spot elevation.
    With `fill_holes` cells without a height are given one from around them; without, they refuse the map.
    """

    smoothing: float = 0.3
    overrun: float = 0.5
    least_area: float = 0.12
    tolerance: float = 0.006
    spot_prominence: Fraction = Fraction(1, 2)
    fill_holes: bool = False


PLAIN = DrawingRules()


@dataclass(frozen=True)
class DrawnGround:
    """A sheet with the ground that it was drawn from, for those who draw more on it."""

    sheet: MapSheet
    frame: GroundFrame
    surface: Surface
    edge: Edge
    specks: int = 0
    """How many closed contours were too small to be drawn."""

    filled: int = 0
    """How many cells of the elevation had no height and were given one from around them."""


@dataclass(frozen=True, slots=True)
class Where:
    """Where a sheet is to lie on the ground, in words of the command line.

    `centre` is "LAT,LON" for elevation in degrees and "X,Y" for one in metres; a GeoTIFF in metres takes either, X and Y in its
    own projection. `origin` is the "X,Y" of the lower left corner of the map, for elevation in metres only. With neither the
    sheet lies where it says that it lies, else in the middle of the file. `bearing` turns the map's upper edge away from north,
    in degrees clockwise.
    """

    centre: str | None = None
    origin: str | None = None
    bearing: float = 0.0


HERE = Where()
"""Nothing is said of where the sheet lies."""


def place_sheet(
    elevation: ElevationGrid, grid: Grid, middle: tuple[float, float] | None = None, bearing: float = 0.0
) -> GroundFrame:
    """The frame that puts the middle of a sheet's printed edge over a point of the ground.

    `middle` is x before y in the coordinates of `elevation`; without it the middle of the elevation grid.
    """
    edge = printed_edge(grid)
    pin = (edge[0] + edge[2]) / 2, (edge[1] + edge[3]) / 2
    return GroundFrame(middle or elevation.middle, pin, grid.hex_m, elevation.geographic, bearing)


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
    return draw_ground(elevation, place_sheet(elevation, grid, middle), grid, interval, sheet_id, title, rules, progress)


def draw_ground(
    elevation: ElevationGrid,
    frame: GroundFrame,
    grid: Grid,
    interval: Fraction,
    sheet_id: str = "A",
    title: str = "",
    rules: DrawingRules = PLAIN,
    progress: Progress | None = None,
) -> DrawnGround:
    """The ground under a sheet that lies as `frame` says; otherwise as `import_dem`."""
    edge = printed_edge(grid)
    wide = edge[0] - rules.overrun, edge[1] - rules.overrun, edge[2] + rules.overrun, edge[3] + rules.overrun
    if progress is not None:
        progress(0.0, "smoothing heights")
    filled = 0
    if rules.fill_holes:
        elevation, filled = without_holes(elevation, frame.ground_edge(wide))
    surface = ground_surface(elevation, frame, wide, rules.smoothing * grid.hex_m)
    drawn = draw_contours(surface, interval, edge, rules.least_area, rules.tolerance, part_of(progress, 0.1, 0.8))
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
    return DrawnGround(sheet, frame, surface, edge, len(drawn.specks), filled)


def read(
    file: Path,
    target: Target,
    where: Where = HERE,
    interval: Fraction | None = None,
    cell: float | None = None,
    unit: Literal["degrees", "metres"] | None = None,
    rules: DrawingRules = PLAIN,
    progress: Progress | None = None,
    more: Sequence[Path] = (),
) -> Imported:
    """The contours, tops and bottoms of a sheet's ground from an elevation file of any known format, or of several together.

    `interval` is in metres, without it the sheet's own; `cell` the size of the cells of a NumPy array; `more` are files that
    hold what the first does not. Raises WrongUse for what cannot be, BadGrid for a faulty file, NoGround and ContourFault when
    the map cannot be drawn there.
    """
    sheet = target.sheet
    interval = interval or sheet.contour_interval
    if interval is None:
        raise WrongUse(f"Map {sheet.id} has no contour interval; say which one the contours are to have.")
    if where.centre is not None and where.origin is not None:
        raise WrongUse("Give either the centre or the origin of the map, not both.")
    check_bearing(where)
    stated = where.centre is not None or where.origin is not None
    lies = None if stated else sheet.georeference
    if file.name.lower().endswith(TIFF_SUFFIXES) and (says_metres(where) or (lies and lies.unit == "metres")):
        unit = unit or "metres"
    drops = Drops()
    parts: list[ElevationGrid] = []
    middle: tuple[float, float] | None = None
    if more:
        wanted = _Wanted(sheet.grid, where, lies)
        parts, middle = _several((file, *more), wanted, unit, cell, drops, part_of(progress, 0.0, 0.35))
        mosaic = joined(parts)
        elevation = mosaic.grid
        if mosaic.differing:
            why = "the one that was named first counts"
            drops.add("height that two files give differently", why, "", mosaic.differing)
    else:
        tiff = file.name.lower().endswith(TIFF_SUFFIXES)
        around = _around(sheet.grid, where, lies.at if lies else None, unit) if tiff else None
        elevation = read_elevation(file, unit, cell, around, part_of(progress, 0.0, 0.4))
    if lies is None:
        frame = place_sheet(elevation, sheet.grid, _middle(elevation, sheet.grid, where) or middle, where.bearing)
    elif (lies.unit == "degrees") is elevation.geographic:
        frame = GroundFrame.of(lies, sheet.grid.hex_m)
    else:
        said = "degrees" if elevation.geographic else "metres"
        raise WrongUse(f"Map {sheet.id} knows its place in {lies.unit}, and {file.name} is in {said}; say where the map lies.")
    # What is drawn now and what is drawn later from the file of the sheet must be the same ground.
    frame = GroundFrame.of(frame.georeference, sheet.grid.hex_m)
    if parts:
        check_cover(parts, frame.ground_edge(printed_edge(sheet.grid)))
    drawn = draw_ground(elevation, frame, sheet.grid, interval, sheet.id, sheet.title, rules, part_of(progress, 0.4, 0.6))
    if drawn.specks:
        drops.add("closed contour", f"it holds less than {rules.least_area:g} hexes", "", drawn.specks)
    if drawn.filled:
        drops.add("cell without a height", "it was given one from the cells around it", "", drawn.filled)
    sheet = replace(generated(drawn.sheet), georeference=frame.georeference)
    return Imported(sheet, drops.listed, frozenset({"contours", "spots", "lows"}))


def generated(sheet: MapSheet) -> MapSheet:
    """A sheet whose ground says of itself that it was drawn from data of elevation."""
    sections: dict[str, Any] = {
        section: tuple(replace(item, source="elevation") for item in getattr(sheet, section)) for section in DRAWN
    }
    return replace(sheet, **sections)


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
    """A sheet of its own from an elevation file; `centre` and `origin` as in `Where`.

    Raises WrongUse for arguments that cannot be, BadGrid for a faulty file, NoGround and ContourFault when the map cannot be
    drawn there.
    """
    grid = new_grid(columns, rows, hex_m, raised, numbering)
    step = interval_of(interval)
    target = Target(MapSheet(sheet_id, grid, title), {}, True)
    return read(file, target, Where(centre, origin), step, unit=unit, rules=rules, progress=progress).sheet


def new_grid(
    columns: int,
    rows: int,
    hex_m: float,
    raised: Literal["odd", "even"] = "odd",
    numbering: str = "{column:02}.{row:02}",
    orientation: Literal["columns", "rows"] = "columns",
) -> Grid:
    """The grid of a new sheet. Raises WrongUse for sizes that no sheet can have."""
    for name, count in (("columns", columns), ("rows", rows)):
        if not 1 <= count <= LARGEST_SHEET:
            raise WrongUse(f"{name} must be between 1 and {LARGEST_SHEET}, not {count}.")
    if not 1 <= hex_m <= 100_000:
        raise WrongUse(f"hex-m must be between 1 and 100000 metres, not {hex_m:g}.")
    return Grid(columns, rows, Numbering(numbering, columns, rows), orientation, raised, hex_m)


def interval_of(text: str) -> Fraction:
    """A contour interval in metres as it was written. Raises WrongUse."""
    try:
        interval = Decimal(text)
    except InvalidOperation as error:
        raise WrongUse(f'The interval must be a number of metres, not "{text}".') from error
    if not interval.is_finite() or not Decimal("0.1") <= interval <= 1000:
        raise WrongUse(f"The interval must be between 0.1 and 1000 metres, not {text}.")
    return Fraction(interval)


def says_metres(where: Where) -> bool:
    """Whether a place can only be meant in metres: an origin, or a centre whose numbers no degrees reach."""
    if where.centre is None:
        return where.origin is not None
    try:
        return any(abs(float(part)) > MOST_DEGREES for part in where.centre.split(","))
    except ValueError:
        return False


def check_bearing(where: Where) -> None:
    """Raises WrongUse for what is no direction."""
    if not -360 <= where.bearing <= 360:
        raise WrongUse(f"The bearing must be between -360 and 360 degrees, not {where.bearing:g}.")


def lying(sheet: MapSheet, where: Where, geographic: bool) -> MapSheet:
    """The sheet at the place that is stated, as it is where none is. `geographic` says whether words mean degrees or metres.

    Raises WrongUse for words that name no place, and for a bearing that is no direction.
    """
    check_bearing(where)
    middle = _stated(sheet.grid, where, geographic)
    if middle is None:
        return sheet
    edge = printed_edge(sheet.grid)
    pin = (edge[0] + edge[2]) / 2, (edge[1] + edge[3]) / 2
    frame = GroundFrame(middle, pin, sheet.grid.hex_m, geographic, where.bearing)
    return replace(sheet, georeference=frame.georeference)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is known of where the map lies before any file is read."""

    grid: Grid
    where: Where
    lies: Georeference | None

    def around(self, geographic: bool) -> Around | None:
        """The ground that files in degrees or in metres need be read for, None where that is not known."""
        if self.lies is not None:
            middle = self.lies.at if (self.lies.unit == "degrees") is geographic else None
        else:
            middle = _stated(self.grid, self.where, geographic)
        return None if middle is None else _reaching(self.grid, middle, geographic)


def _several(
    files: Sequence[Path],
    wanted: _Wanted,
    unit: Literal["degrees", "metres"] | None,
    cell: float | None,
    drops: Drops,
    progress: Progress | None,
) -> tuple[list[ElevationGrid], tuple[float, float]]:
    """The grids of several files, cut to the ground of the map, and the middle of them all, where a map lies that says nothing
    of its place; files that hold nothing of it are dropped. Raises NoGround where nothing is left.
    """
    found: list[ElevationGrid] = []
    edges: list[Edge] = []
    lattice: tuple[float, float] | None = None
    for number, file in enumerate(files):
        told = part_of(progress, number / len(files), 1 / len(files))
        try:
            # GeoTIFFs may be larger than what is read whole.
            tiff = file.name.lower().endswith(TIFF_SUFFIXES)
            before = wanted.around(unit != "metres") if tiff else None
            each = read_elevation(file, unit, cell, before, told, one_of_several=True, lattice=lattice)
            lattice = lattice or (each.cell if tiff else None)
        except Elsewhere:
            drops.add("file", "it holds no ground of this map", file.name)
            continue
        edges.append((each.west, each.south, each.east, each.north))
        # What is not wanted is let go at once: four tiles at a second of arc would take 400 MB.
        around = wanted.around(each.geographic)
        found += _cut(each, around, drops)
        if told is not None:
            told(1.0, "reading heights")
    if not found:
        raise NoGround(f"None of the {len(files)} files holds any ground of the map.")
    west, south = min(edge[0] for edge in edges), min(edge[1] for edge in edges)
    east, north = max(edge[2] for edge in edges), max(edge[3] for edge in edges)
    middle = (west + east) / 2, (south + north) / 2
    if wanted.around(found[0].geographic) is None and wanted.lies is None:
        here = _reaching(wanted.grid, middle, found[0].geographic)
        found = [part for each in found for part in _cut(each, here, drops)]
        if not found:
            raise NoGround(f"The middle of the {len(files)} files lies in none of them; say where the map lies.")
    return found, middle


def _cut(grid: ElevationGrid, around: Around | None, drops: Drops) -> list[ElevationGrid]:
    part = grid if around is None else cropped(grid, around)
    if part is None:
        drops.add("file", "it holds no ground of this map", Path(grid.file).name)
        return []
    return [part]


def _around(
    grid: Grid, where: Where, lies: tuple[float, float] | None, unit: Literal["degrees", "metres"] | None
) -> Around | None:
    """The ground that files need be read for, None where that is not known beforehand."""
    geographic = unit != "metres"
    middle = lies or _stated(grid, where, geographic)
    return None if middle is None else _reaching(grid, middle, geographic)


def _reaching(grid: Grid, middle: tuple[float, float], geographic: bool) -> Around:
    edge = printed_edge(grid)
    reach = math.hypot(edge[2] - edge[0], edge[3] - edge[1]) * grid.hex_m
    # From its pin, which may be a corner, a sheet reaches no farther than its diagonal; the rest is for smoothing.
    return Around(middle, 1.1 * reach + 20 * grid.hex_m, geographic)


def _middle(elevation: ElevationGrid, grid: Grid, where: Where) -> tuple[float, float] | None:
    if where.origin is not None and elevation.geographic:
        raise WrongUse("An origin in metres needs a grid in metres; this file is in degrees: give its centre as LAT,LON.")
    return _stated(grid, where, elevation.geographic)


def _stated(grid: Grid, where: Where, geographic: bool) -> tuple[float, float] | None:
    """The point of the ground under the middle of the map, x before y; None where none is stated."""
    if where.centre is not None:
        first, second = _pair("centre", "LAT,LON" if geographic else "X,Y", where.centre)
        if geographic and not (-90 <= first <= 90 and -360 <= second <= 360):
            raise WrongUse(f"The centre must be LAT,LON in degrees, latitude first, not {where.centre}.")
        return (second, first) if geographic else (first, second)
    if where.origin is not None:
        x, y = _pair("origin", "X,Y", where.origin)
        edge = printed_edge(grid)
        right, up = (edge[2] - edge[0]) / 2 * grid.hex_m, (edge[3] - edge[1]) / 2 * grid.hex_m
        sine, cosine = math.sin(math.radians(where.bearing)), math.cos(math.radians(where.bearing))
        return x + right * cosine + up * sine, y + up * cosine - right * sine
    return None


def _pair(name: str, form: str, text: str) -> tuple[float, float]:
    try:
        first, second = (float(part) for part in text.split(","))
    except ValueError as error:
        raise WrongUse(f'The {name} must be two numbers, {form}, not "{text}".') from error
    if not (math.isfinite(first) and math.isfinite(second)):
        raise WrongUse(f'The {name} must be two numbers, {form}, not "{text}".')
    return first, second
