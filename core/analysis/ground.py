"""A box compiled for measuring: its hexes, its relief, and what stands in every hex.

Everything that a sight line may touch is judged on the integer lattice. An outline is cut at the hexsides into pieces; a line
that crosses a whole hex touches a connected piece exactly when it touches the piece's convex hull, so only the hull is kept.
"""

import hashlib
import math
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from core.base.errors import Place
from core.base.steps import finish
from core.geometry.contours import ContourLine, Relief
from core.geometry.faces import clip_line, relief_steps
from core.geometry.hex_ground import has_ground, hexes_near, inner_corners
from core.geometry.hexes import Hex
from core.geometry.layout import CORNERS, LatticePoint, Point, centre, corners
from core.model.box import GameBox, PlacedSheet, sheet_edge
from core.model.maps import NOWHERE, Area, Cell, Contour, ItemRef, Points, Section
from core.model.terrain import FITTING, Terrain

COAST = "coast"
"""Source of the lines that bound the sea."""

SEAM = 0.05
"""Hexes: contours of two sheets that come this near to each other at their seam are one line."""

OVERLAP = 0.001
"""Hexes by which a printed edge is widened: a file states it to four decimals, and a centre dot on it is on the map."""

CUT = 0.0002
"""Hexes by which a line may leave the part of the ground that is its own sheet's: where it is cut at a seam, and where it runs
along one, its file states it to four decimals."""

SLICE = 25
"""Areas whose pieces are worked out in one go, about 10 ms."""

HEIGHTS_VERSION = 6
"""Raised whenever the same ground would be given other heights, so that stored heights are not used."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something with a height in one hex. `hull` holds the corners of its convex hull on the lattice, None for a whole hex.

    `beside` marks what has no ground in the hex: an outline of ground in the hexes beside it, which touches it from outside.
    Whether such a contact counts is for the rules to say.
    """

    terrain: str
    height: Fraction
    hull: tuple[LatticePoint, ...] | None
    beside: bool = False


Standing = tuple[tuple[Hex, Obstacle], ...]


@dataclass(eq=False)
class _Memory:
    """What was compiled of the single items of a box, so that the next box compiles only what has changed.

    Values are found under the item they were made from, and hold for that very value of it. `setting` is what all of them
    depend on: grids, frames and terrain. `obstacles`, worked out when first asked for, are those of the sections in `standing`.
    `relief` was cut from the lines and with the spots beside it.
    """

    box: GameBox
    terrain: Mapping[str, Terrain]
    setting: object
    frames: tuple[BaseGeometry, ...]
    edge: BaseGeometry
    rooms: tuple[BaseGeometry, ...]
    lines: dict[ItemRef, tuple[Contour, ContourLine]] = field(default_factory=dict)
    areas: dict[ItemRef, tuple[Area, Standing]] = field(default_factory=dict)
    seas: dict[ItemRef, tuple[Area, BaseGeometry]] = field(default_factory=dict)
    clipped: dict[int, tuple[ContourLine, tuple[ContourLine, ...]]] = field(default_factory=dict)
    joined: dict[int, tuple[ContourLine, dict[int, Point], ContourLine]] = field(default_factory=dict)
    standing: tuple[object, ...] = ()
    obstacles: Mapping[Hex, tuple[Obstacle, ...]] | None = None
    sea: tuple[tuple[BaseGeometry, ...], BaseGeometry, tuple[ContourLine, ...]] = ((), shapely.Polygon(), ())
    relief: tuple[Relief, tuple[ContourLine, ...], tuple[tuple[Point, Fraction], ...]] | None = None


@dataclass(frozen=True, eq=False)
class Ground:
    """A compiled box. `interval` is the contour interval in metres, None when the sheets state none or different ones."""

    hexes: tuple[Hex, ...]
    lines: tuple[ContourLine, ...]
    edge: BaseGeometry
    sea: BaseGeometry
    spots: tuple[tuple[Point, Fraction], ...]
    lows: tuple[Point, ...]
    interval: Fraction | None
    memory: _Memory | None = field(default=None, repr=False)

    @cached_property
    def obstacles(self) -> Mapping[Hex, tuple[Obstacle, ...]]:
        """What stands in every hex, highest first."""
        for _ in self.prepare():
            pass
        found = self.memory.obstacles if self.memory is not None else None
        return found if found is not None else MappingProxyType({})

    def prepare(self) -> Iterator[None]:
        """Works out `obstacles` in slices of a few milliseconds, for those who have time before they are asked for."""
        return _stand(self.memory) if self.memory is not None else iter(())

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
        return finish(self.relief_steps())

    def relief_steps(self) -> Generator[None, None, Relief | None]:
        """Works out `relief` in slices, for those who have time before it is asked for."""
        if not self.lines or "relief" in self.__dict__:
            return self.__dict__.get("relief")
        last = self.memory.relief if self.memory is not None else None
        if last is not None and last[0].edge is self.edge and last[2] == self.spots and _same(last[1], self.lines):
            return last[0]
        relief = yield from relief_steps(self.lines, self.edge, self.spots, before=last[0] if last is not None else None)
        if self.memory is not None:
            self.memory.relief = relief, self.lines, self.spots
        # Where a cached property looks first.
        self.__dict__["relief"] = relief
        return relief

    def place_of(self, line: ContourLine) -> Place:
        """Where in the files a contour line stands; no file for one that has never been saved, and for the coast."""
        known = self.memory.lines.get(line.source) if self.memory is not None and isinstance(line.source, ItemRef) else None
        return known[0].place if known is not None else NOWHERE

    def is_solid(self, line: ContourLine) -> bool:
        """Whether a contour line is drawn solid; the coast is no contour line of the map."""
        known = self.memory.lines.get(line.source) if self.memory is not None and isinstance(line.source, ItemRef) else None
        return known is not None and known[0].kind == "solid"

    @cached_property
    def key(self) -> str:
        """A digest of everything that heights depend on."""
        parts: list[object] = [HEIGHTS_VERSION, self.edge.wkt, self.sea.wkt, self.interval, self.spots, self.lows]
        parts += [(line.height, line.points, line.high) for line in self.lines]
        return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()


def compile_ground(box: GameBox, terrain: Mapping[str, Terrain], before: Ground | None = None) -> Ground:
    """Measures a box once. `terrain` says what each id on the map is; ids that it lacks have no height.

    What the ground `before` holds of items that are still the same values is taken from there; the result is what it would be
    without.
    """
    memory = _memory(box, terrain, before)
    old = before.memory if before is not None and before.memory is not None and memory.edge is before.memory.edge else None
    lines = [_contours(placed, memory, old) for placed in box.sheets]
    _find_sea(memory, old)
    intervals = {p.sheet.contour_interval for p in box.sheets if p.sheet.contours}
    return Ground(
        hexes=before.hexes if old is not None and before is not None else tuple(sorted(box.cells)),
        lines=(*_laid_together(lines, memory, old), *memory.sea[2]),
        edge=memory.edge,
        sea=memory.sea[1],
        spots=tuple((p.frame.to_plane(s.at), s.height) for p in box.sheets for s in p.sheet.spots),
        lows=tuple(p.frame.to_plane(low.at) for p in box.sheets for low in p.sheet.lows),
        interval=intervals.pop() if len(intervals) == 1 else None,
        memory=memory,
    )


def _memory(box: GameBox, terrain: Mapping[str, Terrain], before: Ground | None) -> _Memory:
    """An empty memory for a box; where grids, frames and terrain are as before, with the same edges and the last relief."""
    setting = tuple((p.file, p.frame, p.sheet.grid) for p in box.sheets), dict(terrain)
    old = before.memory if before is not None else None
    if old is not None and old.setting == setting:
        return _Memory(box, terrain, setting, old.frames, old.edge, old.rooms, areas=old.areas, relief=old.relief)
    edges = tuple(shapely.box(*sheet_edge(placed)) for placed in box.sheets)
    frames = tuple(edge.buffer(OVERLAP, join_style="mitre") for edge in edges)
    free: BaseGeometry = shapely.union_all(edges)
    taken = free
    rooms: list[BaseGeometry] = []
    for edge, frame in zip(edges, frames, strict=True):
        # A widened edge takes no ground from a neighbour: what runs beside a seam is kept by the sheet that it lies on.
        own = edge.intersection(free).union(frame.difference(taken))
        rooms.append(own.buffer(CUT, join_style="mitre"))
        free, taken = free.difference(edge), taken.union(frame)
    return _Memory(box, terrain, setting, frames, shapely.union_all(frames), tuple(rooms))


def _find_sea(memory: _Memory, old: _Memory | None) -> None:
    """Works out the sea, and takes over what stands in the hexes where that is still the same."""
    box = memory.box
    memory.standing = tuple(s for p in box.sheets for s in (p.sheet.items("areas"), p.sheet.hexes, p.sheet.items("sides")))
    if old is not None and _same(old.standing, memory.standing):
        memory.seas, memory.sea, memory.obstacles = old.seas, old.sea, old.obstacles
        return
    wet = {id_ for id_ in memory.terrain if (kind := _fitting(memory.terrain, "areas", id_)) is not None and kind.sea}
    for placed in box.sheets:
        for key, area in placed.sheet.items("areas").keyed():
            if area.terrain in wet:
                ref = ItemRef(placed.file, "areas", key)
                known = old.seas.get(ref) if old is not None else None
                memory.seas[ref] = known if known is not None and known[0] is area else (area, _polygon(area, placed))
    seas = [sea for _, sea in memory.seas.values()]
    if old is not None and _same(old.sea[0], seas):
        memory.sea = old.sea
    else:
        whole = shapely.union_all(seas) if seas else shapely.Polygon()
        memory.sea = tuple(seas), whole, tuple(_coast(whole))


def _stand(memory: _Memory) -> Iterator[None]:
    """Works out what stands in every hex, highest first, in slices."""
    if memory.obstacles is not None:
        return
    found: dict[Hex, list[Obstacle]] = {}
    areas: dict[ItemRef, tuple[Area, Standing]] = {}
    for placed in memory.box.sheets:
        for number, (key, area) in enumerate(placed.sheet.items("areas").keyed()):
            if number % SLICE == SLICE - 1:
                yield
            ref = ItemRef(placed.file, "areas", key)
            known = memory.areas.get(ref)
            if known is None or known[0] is not area:
                known = area, tuple(_of_area(area, placed, memory))
            areas[ref] = known
            for place, obstacle in known[1]:
                found.setdefault(place, []).append(obstacle)
        for place, obstacle in _of_cells(placed, memory.box, memory.terrain):
            found.setdefault(place, []).append(obstacle)
    memory.areas = areas
    memory.obstacles = MappingProxyType({place: tuple(sorted(each, key=lambda o: -o.height)) for place, each in found.items()})


def _same(one: Sequence[object], two: Sequence[object]) -> bool:
    """Whether two sequences hold the very same values."""
    return len(one) == len(two) and all(a is b for a, b in zip(one, two, strict=True))


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


def _contours(placed: PlacedSheet, memory: _Memory, old: _Memory | None) -> list[ContourLine]:
    # A sheet of pointy-top hexes is mirrored into the frame, and its left becomes right.
    left = 1 if placed.sheet.grid.orientation == "columns" else -1
    sign = {"left": left, "right": -left, None: 0}
    known: tuple[Contour, ContourLine] | None
    found = []
    for key, contour in placed.sheet.items("contours").keyed():
        ref = ItemRef(placed.file, "contours", key)
        known = old.lines.get(ref) if old is not None else None
        if known is None or known[0] is not contour:
            points = tuple(placed.frame.to_plane(p) for p in contour.line)
            known = contour, ContourLine(contour.height, points, sign[contour.high], ref)
        memory.lines[ref] = known
        line = known[1].points
        if len(line) > 1 and (line[0] != line[1] or len(set(line)) > 1):
            # A line of no length parts nothing.
            found.append(known[1])
    return found


def _of_area(area: Area, placed: PlacedSheet, memory: _Memory) -> Iterator[tuple[Hex, Obstacle]]:
    """What an area puts into hexes."""
    kind = _fitting(memory.terrain, "areas", area.terrain)
    if kind is None or not kind.los_height or not area.shape or len(area.shape[0]) < 4:
        return
    for place, hull, beside in _pieces(area, placed, memory.box.cells):
        if not kind.whole_hex:
            yield place, Obstacle(kind.id, kind.los_height, hull, beside)
        elif len(hull) > 2:
            yield place, Obstacle(kind.id, kind.los_height, None, beside)


def _of_cells(placed: PlacedSheet, box: GameBox, terrain: Mapping[str, Terrain]) -> Iterator[tuple[Hex, Obstacle]]:
    """What stands in whole hexes and along hexsides."""
    for cell, content in placed.sheet.hexes.items():
        kind = _fitting(terrain, "hexes", content.terrain)
        place = placed.frame.hex(*cell)
        if kind is not None and kind.los_height and place in box.cells:
            yield place, Obstacle(kind.id, kind.los_height, None if kind.whole_hex else corners(place))
    for side in placed.sheet.sides:
        kind = _fitting(terrain, "sides", side.feature)
        if kind is not None and kind.los_height:
            drawn = hexside(placed, side.between)
            for cell in side.between:
                place = placed.frame.hex(*cell)
                if place in box.cells and drawn is not None:
                    yield place, Obstacle(kind.id, kind.los_height, drawn)


def _laid_together(lines: Sequence[Sequence[ContourLine]], memory: _Memory, old: _Memory | None) -> list[ContourLine]:
    """The contours of sheets laid side by side: each kept to its own sheet, and joined across the seams.

    Where sheets overlap, the ground is that of the first. Two ends of one height that meet at a seam are moved to the middle
    between them, so that they become one line.
    """
    if len(lines) == 1:
        return list(lines[0])
    laid: list[tuple[int, ContourLine]] = []
    for number, (own, room) in enumerate(zip(lines, memory.rooms, strict=True)):
        for line in own:
            known = old.clipped.get(id(line)) if old is not None else None
            if known is None:
                known = line, tuple(clip_line(line, room, SEAM, near=2 * CUT))
            memory.clipped[id(line)] = known
            laid += [(number, piece) for piece in known[1]]
    moved: dict[int, dict[int, Point]] = {}
    joined: set[tuple[int, int]] = set()
    for _, i, at, j, other in sorted(_meetings(laid)):
        if (i, at) in joined or (j, other) in joined:
            continue
        joined |= {(i, at), (j, other)}
        (x0, y0), (x1, y1) = laid[i][1].points[at], laid[j][1].points[other]
        middle = ((x0 + x1) / 2, (y0 + y1) / 2)
        moved.setdefault(i, {})[at] = middle
        moved.setdefault(j, {})[other] = middle
    found = [line for _, line in laid]
    for i, ends in moved.items():
        line = found[i]
        last = old.joined.get(id(line)) if old is not None else None
        if last is None or last[1] != ends:
            last = line, ends, _with_ends(line, ends)
        memory.joined[id(line)] = last
        found[i] = last[2]
    return found


def _meetings(laid: Sequence[tuple[int, ContourLine]]) -> list[tuple[float, int, int, int, int]]:
    """How far apart, and which ends: every two ends of one height of lines of different sheets that are near each other."""
    ends = [(i, at) for i, (_, line) in enumerate(laid) if line.points[0] != line.points[-1] for at in (0, -1)]
    if not ends:
        return []
    spots = shapely.points([laid[i][1].points[at] for i, at in ends])
    found = []
    for k, m in zip(*shapely.STRtree(spots).query(spots, predicate="dwithin", distance=2 * SEAM), strict=True):
        (i, at), (j, other) = ends[int(k)], ends[int(m)]
        (sheet_i, one), (sheet_j, two) = laid[i], laid[j]
        away = math.dist(one.points[at], two.points[other])
        if k < m and sheet_i != sheet_j and one.height == two.height and away <= SEAM:
            found.append((away, i, at, j, other))
    return found


def _with_ends(line: ContourLine, ends: Mapping[int, Point]) -> ContourLine:
    points = list(line.points)
    for at, end in ends.items():
        points[at] = end
    return replace(line, points=tuple(points))


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


def _pieces(area: Area, placed: PlacedSheet, cells: Mapping[Hex, object]) -> list[tuple[Hex, tuple[LatticePoint, ...], bool]]:
    """The convex hulls of an outline's connected pieces, hex by hex, each with whether it touches the hex only from outside.

    A piece has ground in its hex when it reaches a hair into it. An outline that does so in no hex at all, on the map or not,
    as a building drawn as a stroke on a hexside, belongs to every hex that it touches.
    """

    def ring(points: Points) -> list[LatticePoint]:
        return [placed.frame.to_lattice(p) for p in points]

    drawn = [ring(each) for each in area.shape]
    shape: BaseGeometry = shapely.Polygon(drawn[0], drawn[1:])
    if not shape.is_valid:
        shape = shapely.make_valid(shape)
    near = [place for place in hexes_near(drawn) if place in cells]
    if not near:
        return []
    tiles, cores = _tiles([corners(place) for place in near]), _tiles([inner_corners(place) for place in near])
    shapely.prepare(shape)
    hits = np.flatnonzero(shapely.intersects(shape, tiles))
    # All of them points of the lattice, so that this is exact.
    own = shapely.intersects(shape, cores)
    nowhere = not own.any() and not any(has_ground(drawn, place) for place in hexes_near(drawn))
    out = []
    for i in hits:
        place = near[int(i)]
        parts = shapely.get_parts(shapely.intersection(shape, tiles[i]))
        for part in parts:
            points = [_snap(place, float(x), float(y)) for x, y in shapely.get_coordinates(part)]
            if points:
                beside = not own[i] or (len(parts) > 1 and not shapely.intersects(part, cores[i]))
                out.append((place, convex_hull(points), beside and not nowhere))
    return out


def _tiles(rings: Sequence[Sequence[LatticePoint]]) -> np.ndarray:
    """Polygons of hexes from their corners."""
    return np.asarray(shapely.polygons(np.array([[*ring, ring[0]] for ring in rings], dtype=float)))


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
