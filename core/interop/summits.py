"""Tops and bottoms of a surface, as a map marks them."""

from fractions import Fraction

import numpy as np
import shapely
from shapely import Polygon, STRtree

from core.geometry.layout import Point
from core.interop.contour_lines import DECIMALS, ContourLine, DrawnContours
from core.interop.elevation_grid import Heights
from core.interop.ground import Edge, Surface
from core.model.maps import Low, Spot

_AROUND = tuple((dj, di) for dj in (-1, 0, 1) for di in (-1, 0, 1) if (dj, di) != (0, 0))


def prominences(heights: Heights) -> list[tuple[float, int, int]]:
    """Every top of a mesh as (prominence, row, column), most prominent first.

    The prominence of a top is how far one must go down from it to reach higher ground; the highest top of all has its
    height over the lowest point of the mesh.
    """
    rows, columns = heights.shape
    flat = heights.ravel()
    order = np.argsort(-flat, kind="stable")
    owner = np.full(flat.size, -1, dtype=np.int64)
    tops: list[tuple[float, int, int]] = []

    def top_of(point: int) -> int:
        while owner[point] != point:
            owner[point] = owner[owner[point]]
            point = int(owner[point])
        return point

    for point in order.tolist():
        row, column = divmod(point, columns)
        around = {
            top_of((row + dj) * columns + column + di)
            for dj, di in _AROUND
            if 0 <= row + dj < rows and 0 <= column + di < columns and owner[(row + dj) * columns + column + di] >= 0
        }
        if not around:
            owner[point] = point
            continue
        highest = max(around, key=lambda top: (flat[top], -top))
        owner[point] = highest
        for top in around - {highest}:
            tops.append((float(flat[top] - flat[point]), *divmod(top, columns)))
            owner[top] = highest
    last = int(order[0])
    tops.append((float(flat[last] - flat[int(order[-1])]), *divmod(last, columns)))
    return sorted(tops, reverse=True)


def spots(surface: Surface, contours: DrawnContours, edge: Edge, least_prominence: float, stride: int = 2) -> tuple[Spot, ...]:
    """Spot elevations in whole metres on the tops inside `edge` that rise at least `least_prominence` metres.

    The printed height is rounded down, and stays below the height of every speck that was left out around it, so that no
    spot contradicts the contours. `stride` is how many points of the mesh one step of the search takes.
    """
    coarse = surface.heights[::stride, ::stride]
    left_out = [(Polygon(speck.line), speck.height) for speck in contours.specks if speck.turned_area > 0]
    marks = []
    for prominence, row, column in prominences(coarse):
        if prominence < least_prominence:
            break
        j, i = _highest_near(surface.heights, row * stride, column * stride, stride)
        at = round(float(surface.xs[i]), DECIMALS), round(float(surface.ys[j]), DECIMALS)
        # A top on the rim of the window is no top; the ground goes on rising there.
        on_rim = j in (0, len(surface.ys) - 1) or i in (0, len(surface.xs) - 1)
        if on_rim or not (edge[0] <= at[0] <= edge[2] and edge[1] <= at[1] <= edge[3]):
            continue
        height = int(surface.heights[j, i] // 1)
        for ring, level in left_out:
            if ring.covers(shapely.Point(at)):
                height = min(height, -int(-level // 1) - 1)
        marks.append(Spot(Fraction(height), at))
    return tuple(marks)


def lows(surface: Surface, contours: DrawnContours, edge: Edge) -> tuple[Low, ...]:
    """The lowest point of every closed bottom inside `edge`."""
    bottoms = [line for line in contours.lines if line.closed and line.turned_area < 0]
    rings = [Polygon(line.line) for line in bottoms]
    tree = STRtree(rings)
    marks = []
    for index, ring in enumerate(rings):
        if any(inner != index and ring.contains(rings[inner]) for inner in tree.query(ring)):
            continue
        at = _lowest_inside(surface, bottoms[index], ring)
        if edge[0] <= at[0] <= edge[2] and edge[1] <= at[1] <= edge[3]:
            marks.append(Low(at))
    return tuple(marks)


def _highest_near(heights: Heights, row: int, column: int, reach: int) -> tuple[int, int]:
    top, left = max(row - reach, 0), max(column - reach, 0)
    part = heights[top : row + reach + 1, left : column + reach + 1]
    j, i = divmod(int(part.argmax()), part.shape[1])
    return top + j, left + i


def _lowest_inside(surface: Surface, bottom: ContourLine, ring: Polygon) -> Point:
    x0, y0, x1, y1 = ring.bounds
    i = np.flatnonzero((surface.xs >= x0) & (surface.xs <= x1))
    j = np.flatnonzero((surface.ys >= y0) & (surface.ys <= y1))
    shapely.prepare(ring)
    xs, ys = np.meshgrid(surface.xs[i], surface.ys[j])
    inside = shapely.contains_xy(ring, xs, ys)
    heights = np.where(inside, surface.heights[np.ix_(j, i)], np.inf)
    if not inside.any():
        middle = ring.representative_point()
        return round(middle.x, DECIMALS), round(middle.y, DECIMALS)
    row, column = divmod(int(heights.argmin()), len(i))
    return round(float(xs[row, column]), DECIMALS), round(float(ys[row, column]), DECIMALS)
