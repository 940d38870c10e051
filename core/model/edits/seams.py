"""Contours and paths that run from one map of a box to another: each map keeps the part that lies on it.

Where printed edges overlap, the ground is that of the map that is listed first, as it is for heights.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from types import MappingProxyType

from core.geometry.layout import Point
from core.model.box import GameBox, PlacedSheet, sheet_edge
from core.model.edits.map_edits import ChangeItems, settled_line
from core.model.edits.motions import NewKeys
from core.model.maps import Contour, Item, ItemRef, Path

Rectangle = tuple[float, float, float, float]

SHORTEST = 0.001
"""Hexes; what is shorter on another map is no more than rounding."""

Piece = tuple[int, tuple[Point, ...]]
"""The position of a sheet in the box and a part of a line in the shared plane."""


def over_seams(box: GameBox, change: ChangeItems) -> ChangeItems:
    """The change with every contour and path in it cut at the seams of the box; the same change where none crosses one."""
    if len(box.sheets) == 1:
        return change
    edges = [sheet_edge(placed) for placed in box.sheets]
    files = [placed.file for placed in box.sheets]
    keys = NewKeys(box)
    items: dict[ItemRef, Item | None] = {}
    for ref, item in change.items.items():
        if not isinstance(item, Contour | Path) or ref.sheet not in files:
            items[ref] = item
            continue
        home = files.index(ref.sheet)
        pieces = list(_pieces([box.sheets[home].frame.to_plane(point) for point in item.line], edges, home))
        if all(owner == home for owner, _ in pieces):
            items[ref] = item
            continue
        # What lies on its own map keeps its key; without such a part, the item leaves that map.
        items[ref] = None
        for owner, points in pieces:
            part = _part(item, box.sheets[owner], points)
            if part is None:
                continue
            if owner == home and items[ref] is None:
                items[ref] = part
            else:
                # A key that the change itself has taken already is not free.
                at = keys.ref(files[owner], ref.section)
                while at in change.items:
                    at = keys.ref(files[owner], ref.section)
                items[at] = part
    return ChangeItems(change.label, MappingProxyType(items))


def _part(item: Contour | Path, placed: PlacedSheet, points: Sequence[Point]) -> Contour | Path | None:
    line = settled_line(map(placed.frame.to_sheet, points))
    span = max((abs(a[axis] - b[axis]) for a, b in pairwise(line) for axis in (0, 1)), default=0.0)
    return replace(item, line=line) if span > SHORTEST else None


def _pieces(line: Sequence[Point], edges: Sequence[Rectangle], home: int) -> Iterator[Piece]:
    """The parts of a line by the map that they lie on. What lies on no map stays with the map that came before."""
    steps = [step for a, b in pairwise(line) for step in _steps(a, b, edges)]
    if not steps:
        return
    owners: list[int] = []
    for a, b in steps:
        found = _owner(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), edges)
        owners.append(found if found is not None else owners[-1] if owners else home)
    runs = [[at for at, _ in group] for _, group in groupby(enumerate(owners), key=lambda each: each[1])]
    if line[0] == line[-1] and len(runs) > 1 and owners[0] == owners[-1]:
        # A ring that begins in the middle of a part.
        runs[0] = runs.pop() + runs[0]
    for run in runs:
        yield owners[run[0]], (steps[run[0]][0], *(steps[at][1] for at in run))


def _steps(a: Point, b: Point, edges: Sequence[Rectangle]) -> Iterator[tuple[Point, Point]]:
    """A segment in steps between which it crosses the edges of maps."""
    shares = {0.0, 1.0}
    for edge in edges:
        for axis in (0, 1):
            length = b[axis] - a[axis]
            if length:
                shares.update(share for at in (edge[axis], edge[axis + 2]) if 0 < (share := (at - a[axis]) / length) < 1)
    points = [_along(a, b, share) for share in sorted(shares)]
    yield from pairwise(points)


def _along(a: Point, b: Point, share: float) -> Point:
    if share in (0.0, 1.0):
        return b if share else a
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


def _owner(point: Point, edges: Sequence[Rectangle]) -> int | None:
    x, y = point
    for number, (x0, y0, x1, y1) in enumerate(edges):
        if x0 <= x <= x1 and y0 <= y <= y1:
            return number
    return None
