"""Points of the map onto which what is drawn snaps: ends of lines, the map's edge, centre dots, corners."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from app.tools.tool import Pointer
from core.geometry.layout import Point
from core.geometry.lines import Line, bounds, foot_on_segment, is_closed, nearest
from core.model.box import GameBox, sheet_edge
from core.model.maps import Contour, Path

SNAP_PX = 10.0
"""Pixels from the pointer within which it snaps."""

_ON_EDGE = 1e-6
_HALVINGS = 40


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
        for a, b in pairwise(line)
    )


def edge_point(box: GameBox, pointer: Pointer) -> Point | None:
    """The nearest point of the map's edge within reach of the pointer; seams between maps are no edge."""
    edges = [sheet_edge(placed) for placed in box.sheets]
    feet: list[Point] = []
    for x0, y0, x1, y1 in edges:
        ring = ((x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0))
        for a, b in pairwise(ring):
            foot = foot_on_segment(pointer.point, a, b)[1]
            if not any(
                u0 + _ON_EDGE < foot[0] < u1 - _ON_EDGE and v0 + _ON_EDGE < foot[1] < v1 - _ON_EDGE for u0, v0, u1, v1 in edges
            ):
                feet.append(foot)
    return nearest_of(feet, pointer)


def on_map(box: GameBox, line: Sequence[Point]) -> bool:
    """Whether something of a line may lie on the map, judged by the rectangle around it."""
    if not line:
        return False
    low_x, low_y, high_x, high_y = bounds(line)
    return any(low_x <= x1 and high_x >= x0 and low_y <= y1 and high_y >= y0 for x0, y0, x1, y1 in map(sheet_edge, box.sheets))


def ended_at_edge(box: GameBox, line: Line) -> Line:
    """A line whose ends, where they lie beyond the map, are drawn back to its edge. What lies outside between two stretches
    on the map stays; a closed line stays whole.
    """
    if is_closed(line):
        return line
    edges = [sheet_edge(placed) for placed in box.sheets]

    def shown(point: Point) -> bool:
        x, y = point
        return any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in edges)

    within = [n for n, point in enumerate(line) if shown(point)]
    if not within:
        return line
    first, last = within[0], within[-1]
    head = (_leaving(line[first], line[first - 1], shown),) if first > 0 else ()
    tail = (_leaving(line[last], line[last + 1], shown),) if last < len(line) - 1 else ()
    return (*head, *line[first : last + 1], *tail)


def _leaving(inner: Point, outer: Point, shown: Callable[[Point], bool]) -> Point:
    """The last point of a segment that is still on the map; found by halving, as it may leave one map for another."""
    for _ in range(_HALVINGS):
        middle = ((inner[0] + outer[0]) / 2, (inner[1] + outer[1]) / 2)
        if shown(middle):
            inner = middle
        else:
            outer = middle
    return inner
