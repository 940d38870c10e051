"""Contour lines of a surface: drawn, freed of specks, thinned out so that none meets another, with the higher side known."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

import contourpy
import numpy as np
import shapely
from shapely import LinearRing, LineString, STRtree

from core.base.errors import CoreError
from core.interop.elevation_grid import Heights, Progress
from core.interop.ground import Edge, Surface
from core.model.maps import Contour

DECIMALS = 4
"""Decimals of coordinates in files, a hundredth of a metre on the ground."""

MOST_LEVELS = 1000
"""Most contour heights of one map."""

CLEARANCE_M = 0.05
"""How far the mesh keeps from a contour's height, in metres, so that lines meet at no saddle and turn on no point."""

Line = Heights
"""Points of a line, one per row; a closed line repeats its first point exactly."""


class ContourFault(CoreError):
    """A surface whose contours cannot be drawn as asked."""


@dataclass(frozen=True, eq=False)
class ContourLine:
    """One line at a height; the ground is higher on the left of its drawing direction."""

    height: Fraction
    line: Line

    @property
    def closed(self) -> bool:
        """Whether the line returns to its first point."""
        return bool((self.line[0] == self.line[-1]).all())

    @property
    def turned_area(self) -> float:
        """The area of a closed line in square hexes: positive around higher ground, negative around lower."""
        x, y = self.line[:-1, 0], self.line[:-1, 1]
        return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2

    @property
    def contour(self) -> Contour:
        """The line as a map sheet holds it."""
        return Contour(self.height, tuple((float(x), float(y)) for x, y in self.line), high="left")


@dataclass(frozen=True)
class DrawnContours:
    """The lines that a sheet shows, and the specks that it does not, lowest first."""

    lines: tuple[ContourLine, ...]
    specks: tuple[ContourLine, ...]


def draw_contours(
    surface: Surface,
    interval: Fraction,
    edge: Edge,
    least_area: float,
    tolerance: float,
    progress: Progress | None = None,
) -> DrawnContours:
    """All contours of a surface at the multiples of `interval`, in metres, that show inside `edge`.

    Closed lines around less than `least_area` square hexes are left out as specks. Points are left out as long as no line
    moves by more than `tolerance` hexes and no two lines meet. Raises ContourFault when no line shows, when there would be
    more than a thousand heights, and when even the full lines meet.
    """
    first = math.ceil(Fraction(float(surface.heights.min())) / interval)
    last = math.floor(Fraction(float(surface.heights.max())) / interval)
    if last - first >= MOST_LEVELS:
        raise ContourFault(
            f"An interval of {float(interval):g} m gives {last - first + 1:,} contour heights here, more than {MOST_LEVELS}."
        )
    kept: list[ContourLine] = []
    specks: list[ContourLine] = []
    for step in range(first, last + 1):
        if progress is not None:
            progress(0.6 * (step - first) / (last - first + 1), "drawing contours")
        height = step * interval
        for line in _lines_at(surface, float(height)):
            drawn = ContourLine(height, line)
            if not _shows(line, edge):
                continue
            (specks if drawn.closed and abs(drawn.turned_area) < least_area else kept).append(drawn)
    if not kept:
        low, high = float(surface.heights.min()), float(surface.heights.max())
        raise ContourFault(
            f"No contour at a multiple of {float(interval):g} m crosses this ground, which lies between {low:.1f} m and "
            f"{high:.1f} m. Choose a smaller interval."
        )
    thin = thinned([drawn.line for drawn in kept], tolerance, progress)
    lines = [ContourLine(drawn.height, _turned(line, surface)) for drawn, line in zip(kept, thin, strict=True)]
    return DrawnContours(tuple(lines), tuple(specks))


def thinned(lines: Sequence[Line], tolerance: float, progress: Progress | None = None) -> list[Line]:
    """Lines with fewer points and rounded coordinates, none of which meets another or itself.

    Each line is simplified within `tolerance`; lines that then meet get half of it, a quarter, and at last all their points.
    Raises ContourFault with a place when lines meet even so.
    """
    shares = (1.0, 0.5, 0.25, 0.0)
    level = [0] * len(lines)
    thin = [_simplified(line, tolerance) for line in lines]
    for attempt in range(len(shares) * 4):
        if progress is not None:
            progress(0.6 + 0.4 * attempt / (len(shares) * 4), "thinning contours")
        shapes = [LineString(line) for line in thin]
        meeting = _meeting(shapes)
        if not meeting:
            return thin
        stuck = [i for i in meeting if level[i] == len(shares) - 1]
        if len(stuck) == len(meeting):
            x, y = thin[stuck[0]][0]
            raise ContourFault(f"Contours meet near ({x:g}, {y:g}) of the sheet; the ground needs more smoothing there.")
        for i in meeting - set(stuck):
            level[i] += 1
            thin[i] = _simplified(lines[i], tolerance * shares[level[i]])
    raise ContourFault("Contours still meet after every attempt to part them; the ground needs more smoothing.")


def _meeting(shapes: Sequence[LineString]) -> set[int]:
    """The lines that meet another line or themselves."""
    first, second = STRtree(shapes).query(np.array(shapes, dtype=object), predicate="intersects")
    pairs = {int(i) for i, j in zip(first, second, strict=True) if i != j}
    return pairs | {int(i) for i in np.flatnonzero(~shapely.is_simple(np.array(shapes, dtype=object)))}


def _simplified(line: Line, tolerance: float) -> Line:
    shape = LinearRing(line) if (line[0] == line[-1]).all() else LineString(line)
    points = shapely.get_coordinates(shape.simplify(tolerance) if tolerance else shape).round(DECIMALS)
    # Rounding may make neighbours equal, which would be a segment of no length.
    fresh = np.concatenate([[True], (np.diff(points, axis=0) != 0).any(axis=1)])
    result: Line = points[fresh]
    return result


def _lines_at(surface: Surface, height: float) -> list[Line]:
    z = surface.heights
    gap = z - height
    cleared = np.where(np.abs(gap) < CLEARANCE_M, height + np.where(gap < 0, -CLEARANCE_M, CLEARANCE_M), z)
    generator = contourpy.contour_generator(x=surface.xs, y=surface.ys, z=cleared, name="serial", line_type="Separate")
    # The type stubs cannot know that this line type gives one array of points per line.
    lines = cast(list[Line], generator.lines(height))
    return [line for line in lines if len(line) > 3]


def _shows(line: Line, edge: Edge) -> bool:
    return bool(LineString(line).intersects(shapely.box(*edge)))


def _turned(line: Line, surface: Surface) -> Line:
    """The line with the higher ground on its left, as measured on the surface along its whole length."""
    along = np.diff(line, axis=0)
    length = np.hypot(along[:, 0], along[:, 1])
    middle = (line[1:] + line[:-1]) / 2
    aside = np.column_stack([-along[:, 1], along[:, 0]]) / length[:, None] * (surface.xs[1] - surface.xs[0]) / 2
    left, right = middle + aside, middle - aside
    rise = surface.at(left[:, 0], left[:, 1]) - surface.at(right[:, 0], right[:, 1])
    return line if float((rise * length).sum()) > 0 else line[::-1].copy()
