"""The ground between contour lines: lines, the faces between them, and what lies below and above each face.

A *face* is a region between neighbouring lines, closed by the map's edge where needed. Each piece of its boundary is a *rim*:
the line lies below the face (`LOW`: the ground rises from it), above it (`HIGH`), is the map's edge (`EDGE`), or nobody knows
(`UNKNOWN`). Lines that end inside a face count on both their sides, each side for itself.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from core.geometry.layout import Point

LOW, HIGH, EDGE, UNKNOWN = 1, 2, 0, 3

SAME = 1e-9
"""Two lengths or parts closer than this are equal; far below what a mark can tell apart (1/8 of a step)."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class ContourLine:
    """A line of one height in the plane. `high` is +1 when the ground is higher on the left of its drawing direction, -1 on
    the right, 0 when the line itself does not say. `source` is any value of the caller's that names the line."""

    height: Fraction
    points: tuple[Point, ...]
    high: int = 0
    source: object = None


@dataclass(frozen=True, eq=False)
class Face:
    """A region between lines. Row i of `starts` and `ends` (n, 2) is a rim segment with the face on its left, `kinds[i]` its
    kind and `heights[i]` its place in `levels` (-1 for the edge). A line that ends inside the face has two rows for each of its
    segments, one for each side; they are marked in `loose`."""

    polygon: shapely.Polygon
    starts: Floats
    ends: Floats
    kinds: npt.NDArray[np.int8]
    heights: npt.NDArray[np.int32]
    levels: tuple[Fraction, ...]
    loose: npt.NDArray[np.bool_]
    unknown: tuple[ContourLine, ...] = ()

    @property
    def has_low(self) -> bool:
        """Whether some line lies below this face."""
        return bool((self.kinds == LOW).any())

    @property
    def has_high(self) -> bool:
        """Whether some line lies above this face."""
        return bool((self.kinds == HIGH).any())

    def heights_of(self, kind: int) -> frozenset[Fraction]:
        """The heights of all rims of a kind."""
        return frozenset(self.levels[int(i)] for i in np.unique(self.heights[self.kinds == kind]))

    def top(self) -> Fraction:
        """The highest line above the face, else the highest below it."""
        kind = HIGH if self.has_high else LOW
        return max(self.heights_of(kind))

    def floor(self) -> Fraction:
        """The lowest line below the face, else the lowest above it."""
        kind = LOW if self.has_low else HIGH
        return min(self.heights_of(kind))

    def distances(self, point: Point) -> Floats:
        """Distance from a point to every rim segment."""
        return distances_to(point, self.starts, self.ends)

    def nearest(self, point: Point, kind: int) -> tuple[Fraction, float, Point] | None:
        """Height, distance and foot of the nearest rim of a kind; None when the face has none.

        A line that ends inside the face is a rim of a kind only for points on the side where it is that.
        """
        away_from = ~self.loose | (facing(point, self.starts, self.ends) > 0)
        rows = np.flatnonzero((self.kinds == kind) & away_from)
        if not len(rows):
            return None
        away = distances_to(point, self.starts[rows], self.ends[rows])
        best = int(np.argmin(away))
        row = int(rows[best])
        foot = _foot(point, self.starts[row], self.ends[row])
        return self.levels[int(self.heights[row])], float(away[best]), foot


@dataclass(frozen=True, eq=False)
class Relief:
    """All faces of a map, and the lines that bound them (clipped to the edge)."""

    edge: BaseGeometry
    lines: tuple[ContourLine, ...]
    faces: tuple[Face, ...]
    shapes: tuple[shapely.LineString, ...]
    open_ends: tuple[tuple[ContourLine, Point], ...]
    _face_tree: shapely.STRtree = field(repr=False)
    _line_tree: shapely.STRtree = field(repr=False)

    def face_at(self, point: Point) -> Face | None:
        """The face around a point; None outside the map's edge."""
        found = self._face_tree.query(shapely.Point(point), predicate="intersects")
        return self.faces[int(min(found))] if len(found) else None

    def on_line(self, point: Point, within: float) -> ContourLine | None:
        """The line that passes at most `within` of a point: the nearest, of equally near ones the higher."""
        found, away = self._line_tree.query_nearest(
            shapely.Point(point), max_distance=within + SAME, return_distance=True, all_matches=True
        )
        near = [self.lines[int(i)] for i, d in zip(found, away, strict=True) if d <= within]
        return max(near, key=lambda line: line.height) if near else None

    def near(self, shape: BaseGeometry, within: float) -> list[tuple[ContourLine, shapely.LineString]]:
        """The lines that come at most `within` near a shape."""
        rows = self._line_tree.query(shape, predicate="dwithin", distance=within)
        return [(self.lines[int(i)], self.shapes[int(i)]) for i in sorted(rows)]

    def crossings(self) -> list[tuple[ContourLine, ContourLine, Point]]:
        """Pairs of lines of different heights that meet, with one point where they do."""
        out: list[tuple[ContourLine, ContourLine, Point]] = []
        if not self.shapes:
            return out
        for i, j in zip(*self._line_tree.query(list(self.shapes), predicate="intersects"), strict=True):
            line, other = self.lines[int(i)], self.lines[int(j)]
            if line.height < other.height:
                x, y = shapely.get_coordinates(self.shapes[int(i)].intersection(self.shapes[int(j)]))[0]
                out.append((line, other, (float(x), float(y))))
        return out


def build_relief(
    lines: Sequence[ContourLine],
    edge: BaseGeometry,
    spots: Iterable[tuple[Point, Fraction]] = (),
    reach: float = 0.05,
) -> Relief:
    """Cuts the plane inside `edge` (a polygon) along contour lines.

    A line's end that stops at most `reach` hexes short of the edge is drawn on to it. Which side of a line is higher is taken
    from the line, else from a face with lines of two heights, else from a spot elevation, carried on from face to face.
    """
    clipped = [piece for line in lines for piece in clip_line(line, edge, reach)]
    shapes = [shapely.LineString(line.points) for line in clipped]
    rims = _edge_pieces(edge, clipped)
    network = shapely.union_all([*shapes, *rims])
    cells, cuts, dangles, _ = shapely.polygonize_full([network])
    polygons = [orient(p) for p in shapely.get_parts(cells) if edge.intersects(p.representative_point())]
    # What polygonizing leaves over are lines that end inside the map, or join two faces' rims without parting anything.
    loose = [*shapely.get_parts(dangles), *shapely.get_parts(cuts)]
    faces = _assemble(polygons, clipped, shapes, loose, list(spots))
    return Relief(
        edge=edge,
        lines=tuple(clipped),
        faces=tuple(faces),
        shapes=tuple(shapes),
        open_ends=tuple(_open_ends(clipped, loose, edge)),
        _face_tree=shapely.STRtree([f.polygon for f in faces]),
        _line_tree=shapely.STRtree(shapes),
    )


def hit(face: Face, point: Point, towards: Point) -> tuple[int, Point, float] | None:
    """What a ray from a point of a face meets first: the rim's row, where, and how far; None when it meets nothing."""
    u = np.array([towards[0] - point[0], towards[1] - point[1]])
    size = float(np.hypot(u[0], u[1]))
    if size == 0:
        return None
    u /= size
    a, b = face.starts - point, face.ends - point
    d = b - a
    crosses = (u[0] * a[:, 1] - u[1] * a[:, 0] >= 0) != (u[0] * b[:, 1] - u[1] * b[:, 0] >= 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        along = (a[:, 0] * d[:, 1] - a[:, 1] * d[:, 0]) / (u[0] * d[:, 1] - u[1] * d[:, 0])
    along = np.where(crosses & (along > 0) & (facing(point, face.starts, face.ends) > 0), along, np.inf)
    row = int(np.argmin(along))
    if not np.isfinite(along[row]):
        return None
    return row, (point[0] + u[0] * along[row], point[1] + u[1] * along[row]), float(along[row])


def facing(point: Point, starts: Floats, ends: Floats) -> Floats:
    """Positive for segments that have a point on their left, negative for those that have it on their right."""
    a, d = starts - point, ends - starts
    return np.asarray(a[:, 0] * d[:, 1] - a[:, 1] * d[:, 0])


def distances_to(point: Point, starts: Floats, ends: Floats) -> Floats:
    """Distance from a point to each segment of (n, 2) starts and ends."""
    d = ends - starts
    rel = np.asarray(point) - starts
    square = np.maximum((d * d).sum(axis=1), 1e-300)
    t = np.clip((rel * d).sum(axis=1) / square, 0, 1)
    away = rel - t[:, None] * d
    return np.asarray(np.hypot(away[:, 0], away[:, 1]))


def _foot(point: Point, start: Floats, end: Floats) -> Point:
    d = end - start
    t = float(np.clip(((np.asarray(point) - start) * d).sum() / max(float((d * d).sum()), 1e-300), 0, 1))
    return as_point(start + t * d)


def as_point(xy: Floats) -> Point:
    """Two floats of an array as a point."""
    return float(xy[0]), float(xy[1])


# -- building ---------------------------------------------------------------------------------------------------------------


def clip_line(line: ContourLine, edge: BaseGeometry, reach: float) -> list[ContourLine]:
    """The pieces of a line inside the edge, drawn on to the edge where an end stops just short of it."""
    shape = shapely.LineString(_without_repeats(line.points))
    inside = shape if edge.contains_properly(shape) else edge.intersection(shape)
    pieces = [p for p in shapely.get_parts(inside) if isinstance(p, shapely.LineString) and p.length > SAME]
    if line.points[0] == line.points[-1] and len(pieces) > 1:
        # A ring is cut where it was first drawn, too; that cut is no end.
        pieces = list(shapely.get_parts(shapely.line_merge(shapely.MultiLineString(pieces))))
    out = []
    for piece in pieces:
        points = [(float(x), float(y)) for x, y in shapely.get_coordinates(piece)]
        if points[0] != points[-1]:
            points = _to_edge(points[0], edge, reach) + points + _to_edge(points[-1], edge, reach)
        high = line.high if _same_direction(shape, piece) else -line.high
        out.append(ContourLine(line.height, tuple(points), high, line.source))
    return out


def _same_direction(whole: shapely.LineString, piece: shapely.LineString) -> bool:
    """Whether a piece cut from a line runs the way the line runs."""
    coordinates = shapely.get_coordinates(piece)
    steps = np.hypot(*(coordinates[1:] - coordinates[:-1]).T)
    i = int(np.argmax(steps))
    a, b = coordinates[i], coordinates[i + 1]
    near, far = a + (b - a) * 0.25, a + (b - a) * 0.75
    return bool(whole.project(shapely.Point(near)) < whole.project(shapely.Point(far)))


def _without_repeats(points: Sequence[Point]) -> list[Point]:
    return [p for i, p in enumerate(points) if i == 0 or p != points[i - 1]]


def _to_edge(end: Point, edge: BaseGeometry, reach: float) -> list[Point]:
    """The point of the edge to which a loose end is drawn on; empty when it lies there already or is too far away."""
    spot = shapely.Point(end)
    away = edge.boundary.distance(spot)
    if away <= SAME or away > reach:
        return []
    foot = edge.boundary.interpolate(edge.boundary.project(spot))
    return [(float(foot.x), float(foot.y))]


def _edge_pieces(edge: BaseGeometry, lines: Sequence[ContourLine]) -> list[shapely.LineString]:
    """The edge, cut at every line's end that lies on it; the cuts are exactly those ends, so that the pieces meet them."""
    rings = [ring for part in shapely.get_parts(edge) for ring in (part.exterior, *part.interiors)]
    ends = [p for line in lines if line.points[0] != line.points[-1] for p in (line.points[0], line.points[-1])]
    pieces = []
    for ring in rings:
        stops: dict[float, Point] = {}
        corners = [(float(x), float(y)) for x, y in shapely.get_coordinates(ring)]
        for corner in corners[:-1]:
            stops[float(ring.project(shapely.Point(corner)))] = corner
        for end in ends:
            spot = shapely.Point(end)
            if ring.distance(spot) <= 10 * SAME:
                at = float(ring.project(spot))
                close = [s for s in stops if abs(s - at) <= 10 * SAME]
                for s in close:
                    del stops[s]
                stops[at] = end
        order = [stops[s] for s in sorted(stops)]
        pieces += [shapely.LineString([p, q]) for p, q in zip(order, order[1:] + order[:1], strict=True) if p != q]
    return pieces


def _owners(lines: Sequence[ContourLine]) -> dict[tuple[Point, Point], tuple[int, int]]:
    """Directed segment -> (line, +1 or -1 for drawn in this direction or against it)."""
    owners: dict[tuple[Point, Point], tuple[int, int]] = {}
    for number, line in enumerate(lines):
        for a, b in pairwise(line.points):
            owners[a, b] = number, 1
            owners[b, a] = number, -1
    return owners


def _owner_of(
    a: Point,
    b: Point,
    owners: dict[tuple[Point, Point], tuple[int, int]],
    lines: Sequence[ContourLine],
    shapes: Sequence[shapely.LineString],
    tree: shapely.STRtree,
) -> tuple[int, int] | None:
    """The line that a boundary segment belongs to; where lines cross, segments are cut and are found by their place."""
    known = owners.get((a, b))
    if known is not None:
        return known
    middle = shapely.Point((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    found = tree.query(middle, predicate="dwithin", distance=10 * SAME)
    if not len(found):
        return None
    number = int(min(found))
    shape = shapes[number]
    ahead = shape.project(shapely.Point(a)) < shape.project(shapely.Point(b))
    return number, 1 if ahead else -1


def _open_ends(
    lines: Sequence[ContourLine], dangles: Sequence[BaseGeometry], edge: BaseGeometry
) -> list[tuple[ContourLine, Point]]:
    """Ends of lines that stop inside the map without meeting anything."""
    if not dangles:
        return []
    tips = shapely.union_all(list(dangles))
    out = []
    for line in lines:
        if line.points[0] == line.points[-1]:
            continue
        for end in (line.points[0], line.points[-1]):
            spot = shapely.Point(end)
            if tips.distance(spot) <= SAME and edge.boundary.distance(spot) > 10 * SAME:
                out.append((line, end))
    return out


def _assemble(
    polygons: Sequence[shapely.Polygon],
    lines: Sequence[ContourLine],
    shapes: Sequence[shapely.LineString],
    dangles: Sequence[BaseGeometry],
    spots: Sequence[tuple[Point, Fraction]],
) -> list[Face]:
    tree = shapely.STRtree(list(shapes))
    owners = _owners(lines)
    levels = tuple(sorted({line.height for line in lines}))
    level_of = {height: i for i, height in enumerate(levels)}
    # Per face: rows (start, end, line number or -1, side) with side +1 when the face lies on the left of the line as drawn.
    rows: list[list[tuple[Point, Point, int, int]]] = []
    for polygon in polygons:
        own: list[tuple[Point, Point, int, int]] = []
        for ring in (polygon.exterior, *polygon.interiors):
            points = [(float(x), float(y)) for x, y in shapely.get_coordinates(ring)]
            for a, b in pairwise(points):
                owner = _owner_of(a, b, owners, lines, shapes, tree)
                own.append((a, b, *owner) if owner else (a, b, -1, 0))
        rows.append(own)
    around = [len(own) for own in rows]
    if polygons and dangles:
        faces_tree = shapely.STRtree(list(polygons))
        for dangle in dangles:
            points = [(float(x), float(y)) for x, y in shapely.get_coordinates(dangle)]
            for a, b in pairwise(points):
                middle = shapely.Point((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
                owner = _owner_of(a, b, owners, lines, shapes, tree)
                if owner is None:
                    continue
                for number in faces_tree.query(middle, predicate="intersects"):
                    rows[int(number)] += [(a, b, owner[0], owner[1]), (b, a, owner[0], -owner[1])]
    high = _settle_sides(polygons, rows, lines, spots)
    faces: list[Face] = []
    for polygon, own in zip(polygons, rows, strict=True):
        kinds, heights, unknown = [], [], set()
        for _, _, number, side in own:
            if number < 0:
                kinds.append(EDGE)
                heights.append(-1)
                continue
            heights.append(level_of[lines[number].height])
            if high[number] == 0:
                kinds.append(UNKNOWN)
                unknown.add(number)
            else:
                kinds.append(LOW if high[number] == side else HIGH)
        faces.append(
            Face(
                polygon,
                np.array([r[0] for r in own], dtype=float).reshape(-1, 2),
                np.array([r[1] for r in own], dtype=float).reshape(-1, 2),
                np.array(kinds, dtype=np.int8),
                np.array(heights, dtype=np.int32),
                levels,
                np.arange(len(own)) >= around[len(faces)],
                tuple(lines[n] for n in sorted(unknown)),
            )
        )
        shapely.prepare(polygon)
    return faces


def _settle_sides(
    polygons: Sequence[shapely.Polygon],
    rows: Sequence[Sequence[tuple[Point, Point, int, int]]],
    lines: Sequence[ContourLine],
    spots: Sequence[tuple[Point, Fraction]],
) -> list[int]:
    """For every line the side that is higher: +1 left, -1 right, 0 when nothing tells."""
    high = [line.high for line in lines]
    sides = [{(number, side) for _, _, number, side in own if number >= 0} for own in rows]
    if all(high):
        return high
    hints: list[tuple[int, Fraction]] = []
    if spots and polygons:
        tree = shapely.STRtree(list(polygons))
        for at, height in spots:
            hints += [(int(i), height) for i in tree.query(shapely.Point(at), predicate="intersects")]

    def settle(number: int, side: int, above: bool) -> bool:
        if high[number]:
            return False
        high[number] = side if above else -side
        return True

    changed = True
    while changed:
        changed = False
        for own in sides:
            heights = sorted({lines[number].height for number, _ in own})
            above = {lines[n].height: high[n] == s for n, s in own if high[n]}
            for number, side in own:
                height = lines[number].height
                if (number, -side) in own or high[number]:
                    continue
                if height in above:
                    changed |= settle(number, side, above[height])
                elif len(heights) > 1:
                    changed |= settle(number, side, height == heights[0])
        if not changed:
            for face, height in hints:
                for number, side in sides[face]:
                    if lines[number].height != height and (number, -side) not in sides[face]:
                        changed |= settle(number, side, height > lines[number].height)
    return high
