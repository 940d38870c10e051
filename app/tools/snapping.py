"""Points of the map onto which what is drawn snaps: ends of lines, the map's edge, centre dots, corners."""

import itertools
import math
from collections.abc import Callable, Iterable, Iterator

from app.tools.tool import Pointer
from core.geometry.layout import Point
from core.geometry.lines import foot_on_segment, is_closed, nearest
from core.model.box import GameBox, sheet_edge
from core.model.maps import Contour, Path

SNAP_PX = 10.0
"""Pixels from the pointer within which it snaps."""

_ON_EDGE = 1e-6


def nearest_of(points: Iterable[Point], pointer: Pointer) -> Point | None:
    """The nearest of some points within reach of the pointer."""
    best = min(points, key=lambda point: math.dist(point, pointer.point), default=None)
    return best if best is not None and math.dist(best, pointer.point) <= SNAP_PX * pointer.reach else None


def contour_ends(box: GameBox, fits: Callable[[Contour], bool]) -> Iterator[Point]:
    """The open ends of contours that fit, in the shared plane."""
    for placed in box.sheets:
        for contour in placed.sheet.contours:
            if fits(contour) and not is_closed(contour.line) and contour.line:
                yield placed.frame.to_plane(contour.line[0])
                yield placed.frame.to_plane(contour.line[-1])


def path_points(box: GameBox, pointer: Pointer) -> Iterator[Point]:
    """Ends of paths, then the nearest points of those that pass near the pointer, where a junction can be made."""
    reach = SNAP_PX * pointer.reach
    for placed in box.sheets:
        at = placed.frame.to_sheet(pointer.point)
        for path in placed.sheet.paths:
            foot = _near(path, at, reach)
            if foot is not None:
                yield placed.frame.to_plane(foot)


def _near(path: Path, at: Point, reach: float) -> Point | None:
    line = path.line
    if not line or (len(line) > 8 and not _in_reach(line, at, reach)):
        return None
    for end in (line[0], line[-1]):
        if math.dist(end, at) <= reach:
            return end
    vertex = min(line, key=lambda point: math.dist(point, at))
    if math.dist(vertex, at) <= reach / 2:
        return vertex
    foot = nearest(line, at)
    return foot.point if foot.distance <= reach / 2 else None


def _in_reach(line: tuple[Point, ...], at: Point, reach: float) -> bool:
    x, y = at
    return any(
        min(a[0], b[0]) - reach <= x <= max(a[0], b[0]) + reach and min(a[1], b[1]) - reach <= y <= max(a[1], b[1]) + reach
        for a, b in itertools.pairwise(line)
    )


def edge_point(box: GameBox, pointer: Pointer, px: float = SNAP_PX) -> Point | None:
    """The nearest point of the map's edge, within reach of the pointer or when the pointer is beyond it; seams between maps
    are no edge."""
    edges = [sheet_edge(placed) for placed in box.sheets]
    feet: list[Point] = []
    outside = not any(x0 <= pointer.point[0] <= x1 and y0 <= pointer.point[1] <= y1 for x0, y0, x1, y1 in edges)
    for x0, y0, x1, y1 in edges:
        ring = ((x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0))
        for a, b in itertools.pairwise(ring):
            foot = foot_on_segment(pointer.point, a, b)[1]
            within = (
                u0 + _ON_EDGE < foot[0] < u1 - _ON_EDGE and v0 + _ON_EDGE < foot[1] < v1 - _ON_EDGE for u0, v0, u1, v1 in edges
            )
            if not any(within):
                feet.append(foot)
    best = min(feet, key=lambda point: math.dist(point, pointer.point), default=None)
    if best is None:
        return None
    return best if outside or math.dist(best, pointer.point) <= px * pointer.reach else None
