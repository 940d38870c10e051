"""A box compiled for measuring: its hexes, its relief, and what stands in every hex.

Everything that a sight line may touch is judged on the integer lattice. An outline is cut at the hexsides into pieces; a line
that crosses a whole hex touches a connected piece exactly when it touches the piece's convex hull, so only the hull is kept.
"""

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from core.geometry.contours import ContourLine, Relief, build_relief, clip_line
from core.geometry.hexes import Hex
from core.geometry.layout import CORNERS, LatticePoint, Point, centre, corners, hex_at
from core.model.box import GameBox, PlacedSheet, sheet_edge
from core.model.maps import Area, Cell, Points, Section
from core.model.terrain import FITTING, Terrain

COAST = "coast"
"""Source of the lines that bound the sea."""

SEAM = 0.05
"""Hexes: contours of two sheets that come this near to each other at their seam are one line."""

OVERLAP = 0.001
"""Hexes by which a printed edge is widened: a file states it to four decimals, and a centre dot on it is on the map."""

HEIGHTS_VERSION = 4
"""Raised whenever the same ground would be given other heights, so that stored heights are not used."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something with a height in one hex. `hull` holds the corners of its convex hull on the lattice, None for a whole hex."""

    terrain: str
    height: Fraction
    hull: tuple[LatticePoint, ...] | None


@dataclass(frozen=True, eq=False)
class Ground:
    """A compiled box. `obstacles` are sorted highest first. `interval` is the contour interval in metres, None when the sheets
    state none or different ones."""

    hexes: tuple[Hex, ...]
    lines: tuple[ContourLine, ...]
    edge: BaseGeometry
    sea: BaseGeometry
    spots: tuple[tuple[Point, Fraction], ...]
    lows: tuple[Point, ...]
    interval: Fraction | None
    obstacles: Mapping[Hex, tuple[Obstacle, ...]]

    @cached_property
    def cells(self) -> frozenset[Hex]:
        """The hexes, for asking whether one is on the map."""
        return frozenset(self.hexes)

    @cached_property
    def has_contours(self) -> bool:
        """Whether any line but the coast tells heights."""
        return any(line.source != COAST for line in self.lines)

    @cached_property
    def relief(self) -> Relief | None:
        """The faces between the contours; None for a map without contours."""
        return build_relief(self.lines, self.edge, self.spots) if self.lines else None

    @cached_property
    def key(self) -> str:
        """A digest of everything that heights depend on."""
        parts: list[object] = [HEIGHTS_VERSION, self.edge.wkt, self.sea.wkt, self.interval, self.spots, self.lows]
        parts += [(line.height, line.points, line.high) for line in self.lines]
        return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()


def compile_ground(box: GameBox, terrain: Mapping[str, Terrain]) -> Ground:
    """Measures a box once. `terrain` says what each id on the map is; ids that it lacks have no height."""
    lines: list[list[ContourLine]] = []
    seas: list[BaseGeometry] = []
    obstacles: dict[Hex, list[Obstacle]] = {}
    for placed in box.sheets:
        lines.append(_contours(placed))
        for area in placed.sheet.areas:
            kind = _fitting(terrain, "areas", area.terrain)
            if kind is None:
                continue
            if kind.sea:
                seas.append(_polygon(area, placed))
            if kind.los_height:
                for place, hull in _pieces(area, placed, box.cells):
                    if not kind.whole_hex:
                        obstacles.setdefault(place, []).append(Obstacle(kind.id, kind.los_height, hull))
                    elif len(hull) > 2:
                        obstacles.setdefault(place, []).append(Obstacle(kind.id, kind.los_height, None))
        for cell, content in placed.sheet.hexes.items():
            kind = _fitting(terrain, "hexes", content.terrain)
            place = placed.frame.hex(*cell)
            if kind is not None and kind.los_height and place in box.cells:
                outline = None if kind.whole_hex else corners(place)
                obstacles.setdefault(place, []).append(Obstacle(kind.id, kind.los_height, outline))
        for side in placed.sheet.sides:
            kind = _fitting(terrain, "sides", side.feature)
            if kind is not None and kind.los_height:
                drawn = hexside(placed, side.between)
                for cell in side.between:
                    place = placed.frame.hex(*cell)
                    if place in box.cells and drawn is not None:
                        obstacles.setdefault(place, []).append(Obstacle(kind.id, kind.los_height, drawn))
    frames = [shapely.box(*sheet_edge(placed)).buffer(OVERLAP, join_style="mitre") for placed in box.sheets]
    edge = shapely.union_all(frames)
    sea = shapely.union_all(seas) if seas else shapely.Polygon()
    intervals = {p.sheet.contour_interval for p in box.sheets if p.sheet.contours}
    return Ground(
        hexes=tuple(sorted(box.cells)),
        lines=(*_laid_together(lines, frames), *_coast(sea)),
        edge=edge,
        sea=sea,
        spots=tuple((p.frame.to_plane(s.at), s.height) for p in box.sheets for s in p.sheet.spots),
        lows=tuple(p.frame.to_plane(low.at) for p in box.sheets for low in p.sheet.lows),
        interval=intervals.pop() if len(intervals) == 1 else None,
        obstacles=MappingProxyType(
            {place: tuple(sorted(found, key=lambda o: -o.height)) for place, found in obstacles.items()}
        ),
    )


def _fitting(terrain: Mapping[str, Terrain], section: Section, id_: str) -> Terrain | None:
    """The kind of terrain that an item is of; None for one that is not known or that stands in the wrong section."""
    kind = terrain.get(id_)
    return kind if kind is not None and kind.kind in FITTING[section] else None


def hexside(placed: PlacedSheet, between: tuple[Cell, Cell]) -> tuple[LatticePoint, LatticePoint] | None:
    """The two corners that adjacent cells share on the lattice; None when the cells are not adjacent."""
    one, two = (placed.frame.hex(*cell) for cell in between)
    shared = sorted(set(corners(one)) & set(corners(two)))
    return (shared[0], shared[1]) if len(shared) == 2 else None


def convex_hull(points: Iterable[LatticePoint]) -> tuple[LatticePoint, ...]:
    """Corners of the convex hull, counter-clockwise, by exact integers; one or two points are their own hull.

    >>> convex_hull([(0, 0), (4, 0), (4, 4), (2, 1), (2, 0)])
    ((0, 0), (4, 0), (4, 4))
    """
    order = sorted(set(points))
    if len(order) < 3:
        return tuple(order)

    def half(run: Sequence[LatticePoint]) -> list[LatticePoint]:
        chain: list[LatticePoint] = []
        for p in run:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2], chain[-1]
                if (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax) > 0:
                    break
                chain.pop()
            chain.append(p)
        return chain

    return tuple(half(order)[:-1] + half(order[::-1])[:-1])


def _contours(placed: PlacedSheet) -> list[ContourLine]:
    # A sheet of pointy-top hexes is mirrored into the frame, and its left becomes right.
    left = 1 if placed.sheet.grid.orientation == "columns" else -1
    sign = {"left": left, "right": -left, None: 0}
    return [
        ContourLine(c.height, tuple(placed.frame.to_plane(p) for p in c.line), sign[c.high], c.place)
        for c in placed.sheet.contours
    ]


def _laid_together(lines: Sequence[Sequence[ContourLine]], frames: Sequence[BaseGeometry]) -> list[ContourLine]:
    """The contours of sheets laid side by side: each kept to its own sheet, and joined across the seams.

    Where sheets overlap, the ground is that of the first. Two ends of one height that meet at a seam are moved to the middle
    between them, so that they become one line.
    """
    if len(lines) == 1:
        return list(lines[0])
    taken: BaseGeometry = shapely.Polygon()
    laid: list[tuple[int, ContourLine]] = []
    for number, (own, frame) in enumerate(zip(lines, frames, strict=True)):
        room = frame.difference(taken)
        taken = taken.union(frame)
        laid += [(number, piece) for line in own for piece in clip_line(line, room, SEAM)]
    ends = [(i, at) for i, (_, line) in enumerate(laid) if line.points[0] != line.points[-1] for at in (0, -1)]
    pairs = []
    for k, (i, at) in enumerate(ends):
        for j, other in ends[k + 1 :]:
            (sheet_i, one), (sheet_j, two) = laid[i], laid[j]
            away = math.dist(one.points[at], two.points[other])
            if sheet_i != sheet_j and one.height == two.height and away <= SEAM:
                pairs.append((away, i, at, j, other))
    joined: set[tuple[int, int]] = set()
    for _, i, at, j, other in sorted(pairs):
        if (i, at) in joined or (j, other) in joined:
            continue
        joined |= {(i, at), (j, other)}
        (x0, y0), (x1, y1) = laid[i][1].points[at], laid[j][1].points[other]
        middle = ((x0 + x1) / 2, (y0 + y1) / 2)
        laid[i], laid[j] = _with_end(laid[i], at, middle), _with_end(laid[j], other, middle)
    return [line for _, line in laid]


def _with_end(laid: tuple[int, ContourLine], at: int, end: Point) -> tuple[int, ContourLine]:
    number, line = laid
    points = (end, *line.points[1:]) if at == 0 else (*line.points[:-1], end)
    return number, replace(line, points=points)


def _coast(sea: BaseGeometry) -> list[ContourLine]:
    """The outline of the sea as contours of 0 m, the land on their higher side."""
    out = []
    for part in shapely.get_parts(sea):
        if isinstance(part, shapely.Polygon) and not part.is_empty:
            turned = orient(part)
            for ring in (turned.exterior, *turned.interiors):
                points = tuple((float(x), float(y)) for x, y in shapely.get_coordinates(ring))
                out.append(ContourLine(Fraction(0), points, -1, COAST))
    return out


def _polygon(area: Area, placed: PlacedSheet) -> BaseGeometry:
    rings = [[placed.frame.to_plane(p) for p in ring] for ring in area.shape]
    return shapely.make_valid(shapely.Polygon(rings[0], rings[1:]))


def _pieces(area: Area, placed: PlacedSheet, cells: Mapping[Hex, object]) -> list[tuple[Hex, tuple[LatticePoint, ...]]]:
    """The convex hulls of an outline's connected pieces, hex by hex, contacts with a hexside alone included."""

    def ring(points: Points) -> list[LatticePoint]:
        return [placed.frame.to_lattice(p) for p in points]

    shape: BaseGeometry = shapely.Polygon(ring(area.shape[0]), [ring(hole) for hole in area.shape[1:]])
    if not shape.is_valid:
        shape = shapely.make_valid(shape)
    x0, y0, x1, y1 = shape.bounds
    west, east = hex_at((x0, y0)).q - 1, hex_at((x1, y1)).q + 1
    near = []
    for q in range(west, east + 1):
        low, high = (int((y - 1024 * q) // 2048) for y in (y0, y1))
        near += [place for r in range(low - 1, high + 3) if (place := Hex(q, r)) in cells]
    if not near:
        return []
    rings = np.array([[*corners(place), corners(place)[0]] for place in near], dtype=float)
    tiles = np.asarray(shapely.polygons(rings))
    shapely.prepare(shape)
    hits = np.flatnonzero(shapely.intersects(shape, tiles))
    out = []
    for i in hits:
        place = near[int(i)]
        inside = shapely.intersection(shape, tiles[i])
        for part in shapely.get_parts(inside):
            points = [_snap(place, float(x), float(y)) for x, y in shapely.get_coordinates(part)]
            if points:
                out.append((place, convex_hull(points)))
    return out


DRAWN = 0.75
"""Lattice units: what files keep of a point (four decimals) moves it by less than this; nearer to a hexside is on it."""


def _snap(place: Hex, x: float, y: float) -> LatticePoint:
    """The lattice point for a corner of a cut outline; on a hexside it stays exactly on that hexside.

    Hexsides lie on y = ±1024, x + y = ±2048 and x - y = ±2048 around the centre, so every whole x has its whole y there.
    """
    cx, cy = centre(place)
    dx, dy = x - cx, y - cy
    for ex, ey in CORNERS:
        if abs(dx - ex) < DRAWN and abs(dy - ey) < DRAWN:
            return cx + ex, cy + ey
    ix, iy = round(dx), round(dy)
    if abs(abs(dy) - 1024) < DRAWN:
        iy = 1024 if dy > 0 else -1024
    elif abs(abs(dx + dy) - 2048) < DRAWN:
        iy = (2048 if dx + dy > 0 else -2048) - ix
    elif abs(abs(dx - dy) - 2048) < DRAWN:
        iy = ix - (2048 if dx - dy > 0 else -2048)
    elif abs(ix + iy) > 2048 or abs(ix - iy) > 2048:
        ix -= 1 if ix > 0 else -1
    return cx + ix, cy + iy
