"""Maps that know only hexes, as other programs have them: terrain by hex becomes areas, levels by hex become contours.

Outlines follow the hexsides exactly. The levels of a board become plateaus: the contour of a level runs along the hexsides
around all hexes of that level and above.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise

import shapely
from shapely import LineString, MultiLineString
from shapely import Point as Dot
from shapely import Polygon as Shape
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge

from core.geometry.hexes import Hex
from core.geometry.layout import LatticePoint, SheetFrame, centre, corners, hex_at, to_plane
from core.interop.ground import printed_edge
from core.interop.imported import Drops, Target
from core.model.maps import Area, Cell, Contour, Grid, HexContent, Points, Polygon

BEYOND = 3
"""Hexes around the map that take the level of the nearest hex on it, so that contours run on over the edge that cuts them."""

OVERRUN = 0.5
"""Hexes by which contours run over the edge."""

INSET = 0.3
"""Hexes within which all contours of a cliff find room, where two neighbours differ by several levels."""


def own_frame(grid: Grid) -> SheetFrame:
    """The frame of a sheet by itself."""
    return SheetFrame.place(grid.raised, grid.orientation)


def cell_centre(grid: Grid, cell: Cell) -> tuple[float, float]:
    """The centre dot of a cell in sheet units."""
    frame = own_frame(grid)
    return frame.to_sheet(to_plane(centre(frame.hex(*cell))))


def cell_at(grid: Grid, point: tuple[float, float]) -> Cell | None:
    """The cell of the sheet around a point, None off the sheet."""
    frame = own_frame(grid)
    cell = frame.cell(hex_at(frame.to_lattice(point)))
    return cell if 1 <= cell[0] <= grid.columns and 1 <= cell[1] <= grid.rows else None


def cell_ring(grid: Grid, cell: Cell) -> Points:
    """The outline of a hex in sheet units, anticlockwise on paper, closed."""
    frame = own_frame(grid)
    ring = [frame.to_sheet(to_plane(corner)) for corner in corners(frame.hex(*cell))]
    ring = ring if grid.orientation == "rows" else ring[::-1]
    return (*ring, ring[0])


def outlines(grid: Grid, cells: Iterable[Cell]) -> tuple[Polygon, ...]:
    """The outlines of a set of hexes along hexsides, one for each connected group, with its holes."""
    frame = own_frame(grid)
    return tuple(
        tuple(tuple(frame.to_sheet(to_plane(corner)) for corner in ring) for ring in rings)
        for rings in _groups(frozenset(frame.hex(*cell) for cell in cells))
    )


def terrain_items(
    target: Target, grid: Grid, words: Mapping[Cell, tuple[str, tuple[str, ...]]], drops: Drops
) -> tuple[dict[Cell, HexContent], list[Area]]:
    """Whole hexes and areas for hexes that are each given a word and the kinds of terrain that it may mean, the best first."""
    hexes: dict[Cell, HexContent] = {}
    areas: dict[str, list[Cell]] = {}
    for cell, (word, candidates) in words.items():
        whole, drawn = target.known(candidates, "hexes"), target.known(candidates, "areas")
        if whole is not None and (drawn is None or candidates.index(whole) <= candidates.index(drawn)):
            hexes[cell] = HexContent(whole)
        elif drawn is not None:
            areas.setdefault(drawn, []).append(cell)
        else:
            drops.add(f'terrain "{word}"', "this box has no such terrain", grid.numbering.text(*cell))
    return hexes, [Area(id_, shape) for id_, cells in areas.items() for shape in outlines(grid, cells)]


def plateaus(grid: Grid, levels: Mapping[Cell, int], interval: Fraction) -> tuple[Contour, ...]:
    """Contours around plateaus: that of level n, at n intervals, runs around all hexes of level n and above.

    Hexes without a level take that of the nearest cell by column and row. Where neighbours differ by several levels their
    contours lie closely one inside the other.
    """
    if len(set(levels.values())) < 2:
        return ()
    frame = own_frame(grid)
    known = {
        (column, row): levels.get(_clamped(grid, (column, row)), 0)
        for column in range(1 - BEYOND, grid.columns + BEYOND + 1)
        for row in range(1 - BEYOND, grid.rows + BEYOND + 1)
    }
    by_hex = {frame.hex(*cell): level for cell, level in known.items()}
    steep = any(abs(level - by_hex.get(near, level)) > 1 for place, level in by_hex.items() for near in place.neighbours())
    low, high = min(known.values()), max(known.values())
    inset = INSET / (high - low) if steep else 0.0
    x0, y0, x1, y1 = printed_edge(grid)
    paper = shapely.box(x0 - OVERRUN, y0 - OVERRUN, x1 + OVERRUN, y1 + OVERRUN)
    contours: list[Contour] = []
    for level in range(low + 1, high + 1):
        polygons = [Shape(rings[0], rings[1:]) for rings in outlines(grid, (c for c, n in known.items() if n >= level))]
        ground: BaseGeometry = shapely.union_all(polygons)
        if inset:
            # Round joins keep their distance everywhere; mitred ones of deep insets could reach over the next line.
            ground = ground.buffer(-inset * (level - low), quad_segs=8)
        contours += [_contour(line, ground, level * interval) for line in _lines(ground.boundary.intersection(paper))]
    return tuple(contours)


def _clamped(grid: Grid, cell: Cell) -> Cell:
    return min(max(cell[0], 1), grid.columns), min(max(cell[1], 1), grid.rows)


def _lines(shape: BaseGeometry) -> list[LineString]:
    parts = [part for part in shapely.get_parts(shape) if isinstance(part, LineString) and part.length > 1e-9]
    merged = linemerge(MultiLineString(parts)) if parts else MultiLineString()
    return [part for part in shapely.get_parts(merged) if isinstance(part, LineString)]


def _contour(line: LineString, ground: BaseGeometry, height: Fraction) -> Contour:
    points = tuple((round(x, 4) + 0.0, round(y, 4) + 0.0) for x, y in line.coords)
    (ax, ay), (bx, by) = line.coords[0], line.coords[1]
    length = max(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5, 1e-12)
    left = Dot((ax + bx) / 2 - (by - ay) / length * 1e-4, (ay + by) / 2 + (bx - ax) / length * 1e-4)
    return Contour(height, points, high="left" if ground.intersects(left) else "right")


def _groups(hexes: frozenset[Hex]) -> list[list[list[LatticePoint]]]:
    """The rings around connected groups of hexes: for each group its outer ring and then its holes, closed, on the lattice.

    Three hexes meet at a corner, so that at most one side leads on from it and every ring is found by following sides.
    """
    groups: list[list[list[LatticePoint]]] = []
    left = set(hexes)
    while left:
        group, edge = {min(left)}, [min(left)]
        while edge:
            near = [each for each in edge.pop().neighbours() if each in hexes and each not in group]
            group.update(near)
            edge += near
        left -= group
        onward: dict[LatticePoint, LatticePoint] = {}
        for place in sorted(group):
            ring = corners(place)[::-1]
            for start, end in zip(ring, (*ring[1:], ring[0]), strict=True):
                if onward.get(end) == start:
                    del onward[end]
                else:
                    onward[start] = end
        rings = []
        while onward:
            start = min(onward)
            ring_, at = [start], onward.pop(start)
            while at != start:
                ring_.append(at)
                at = onward.pop(at)
            rings.append([*ring_, start])
        groups.append(sorted(rings, key=lambda ring: _twice_area(ring) < 0))
    return groups


def _twice_area(ring: list[LatticePoint]) -> int:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(ring))
