"""Cuts the ground along contour lines into faces, all of it or only where lines have changed."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from core.base.steps import finish
from core.geometry.contours import EDGE, HIGH, LOW, SAME, UNKNOWN, ContourLine, Face, Floats, Relief
from core.geometry.layout import Point

REACH = 0.05
"""Hexes: an end of a line that stops at most so far short of the edge is drawn on to it."""

SLICE = 150
"""Lines or faces that are worked out between two steps, about 10 ms."""

MOST_AFFECTED = 0.6
"""Part of all faces; where more of them are bounded by lines that have changed, everything is cut anew."""


@dataclass(frozen=True, eq=False)
class _Cell:
    """A face before it is settled which side of its lines is higher.

    Row i of `starts` and `ends` is a rim segment; `owners[i]` is the place of its line in `lines`, -1 for the edge;
    `turns[i]` is +1 when the face lies on the left of that line as drawn, -1 on its right. `sides` holds all (place in
    `lines`, turn) that occur. Cells lie in the order of their bounds and first corners.
    """

    polygon: shapely.Polygon
    starts: Floats
    ends: Floats
    lines: tuple[ContourLine, ...]
    owners: npt.NDArray[np.int32]
    turns: npt.NDArray[np.int8]
    loose: npt.NDArray[np.bool_]
    sides: frozenset[tuple[int, int]]
    order: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class CutRelief(Relief):
    """A relief that remembers how it was cut, so that the next one can be cut where lines have changed only.

    `ends` counts how many open lines end at a point, `heights` how many lines have a height; `levels` are these in order.
    """

    ends: "Counter[Point]"
    shared: frozenset[Point]
    heights: "Counter[Fraction]"
    levels: tuple[Fraction, ...]
    cells: tuple[_Cell, ...]
    pieces: dict[int, tuple[ContourLine, frozenset[Point], tuple[ContourLine, ...]]]
    drawn: dict[int, shapely.LineString]
    rims: tuple[shapely.LineString, ...]
    made: dict[int, tuple[object, Face]]


def build_relief(
    lines: Sequence[ContourLine],
    edge: BaseGeometry,
    spots: Iterable[tuple[Point, Fraction]] = (),
    before: Relief | None = None,
) -> Relief:
    """Cuts the plane inside `edge` (a polygon) along contour lines.

    A line's end that stops at most `REACH` hexes short of the edge is drawn on to it. Which side of a line is higher is taken
    from the line, else from a face with lines of two heights, else from a spot elevation, carried on from face to face.

    Faces of the relief `before` are kept where their lines are the same values. The result is what it would be without.
    """
    return finish(relief_steps(lines, edge, spots, before))


def relief_steps(
    lines: Sequence[ContourLine],
    edge: BaseGeometry,
    spots: Iterable[tuple[Point, Fraction]] = (),
    before: Relief | None = None,
) -> Generator[None, None, Relief]:
    """The same in slices."""
    old = before if isinstance(before, CutRelief) and before.edge is edge else None
    pieces: dict[int, tuple[ContourLine, frozenset[Point], tuple[ContourLine, ...]]] = {}
    ends = _ends_of(lines, old)
    # Where another line goes on, as at the seam of two sheets, an end is none.
    shared = frozenset(end for end, count in ends.items() if count > 1)
    same_ends = old is not None and old.shared == shared
    for number, line in enumerate(lines):
        if number % SLICE == SLICE - 1:
            yield
        known = old.pieces.get(id(line)) if old is not None else None
        if known is None or not same_ends:
            met = shared.intersection((line.points[0], line.points[-1])) if shared else shared
            if known is None or known[1] != met:
                known = line, met, tuple(clip_line(line, edge, REACH, met))
        pieces[id(line)] = known
    clipped = tuple(piece for line in lines for piece in pieces[id(line)][2])
    drawn = {
        id(piece): old.drawn[id(piece)] if old is not None and id(piece) in old.drawn else shapely.LineString(piece.points)
        for piece in clipped
    }
    yield
    shapes = tuple(drawn[id(piece)] for piece in clipped)
    now = {id(piece) for piece in clipped}
    added = [p for p in clipped if old is None or id(p) not in old.drawn]
    removed = [p for p in old.lines if id(p) not in now] if old is not None else []
    rims = old.rims if old is not None else ()
    if old is None or any(p.points[0] != p.points[-1] for p in (*added, *removed)):
        rims = tuple(_edge_pieces(edge, clipped))
    kept, again = _split(old, added, removed, drawn) if old is not None else ([], None)
    yield
    cells = tuple(kept)
    tree = shapely.STRtree(shapes)
    if again is None or again:
        cells = (*kept, *(yield from _cut(clipped, shapes, tree, rims, edge, again)))
    cells = tuple(sorted(cells, key=lambda cell: cell.order))
    high = _settle_sides(cells, clipped, list(spots))
    heights = Counter(old.heights) if old is not None else Counter()
    heights.update(line.height for line in added)
    heights.subtract(line.height for line in removed)
    heights = +heights
    levels = tuple(sorted(heights))
    if old is not None and levels == old.levels:
        levels = old.levels
    made: dict[int, tuple[object, Face]] = {}
    for number, cell in enumerate(cells):
        if number % SLICE == SLICE - 1:
            yield
        sign = tuple([high[id(line)] for line in cell.lines])
        have = old.made.get(id(cell)) if old is not None and levels is old.levels else None
        made[id(cell)] = have if have is not None and have[0] == sign else (sign, _face(cell, high, levels))
    faces = tuple(made[id(cell)][1] for cell in cells)
    return CutRelief(
        edge=edge,
        lines=clipped,
        faces=faces,
        shapes=shapes,
        _face_tree=shapely.STRtree([f.polygon for f in faces]),
        _line_tree=tree,
        ends=ends,
        shared=shared,
        heights=heights,
        levels=levels,
        cells=cells,
        pieces=pieces,
        drawn=drawn,
        rims=rims,
        made=made,
    )


def _ends_of(lines: Sequence[ContourLine], old: CutRelief | None) -> "Counter[Point]":
    """How many open lines end at a point."""

    def counted(some: Iterable[ContourLine]) -> Iterator[Point]:
        return (end for line in some if line.points[0] != line.points[-1] for end in (line.points[0], line.points[-1]))

    if old is None:
        return Counter(counted(lines))
    now, ends = {id(line) for line in lines}, Counter(old.ends)
    ends.update(counted(line for line in lines if id(line) not in old.pieces))
    ends.subtract(counted(line for key, (line, _, _) in old.pieces.items() if key not in now))
    return ends


def _split(
    old: CutRelief, added: Sequence[ContourLine], removed: Sequence[ContourLine], drawn: "dict[int, shapely.LineString]"
) -> tuple[list[_Cell], list[_Cell] | None]:
    """The cells that stay, and those whose ground is to be cut anew; None for all ground."""
    gone = {id(line) for line in removed}
    again = {i for i, cell in enumerate(old.cells) if any(id(line) in gone for line in cell.lines)} if gone else set()
    if added:
        new = [drawn[id(line)] for line in added]
        again |= {int(i) for i in old._face_tree.query(new, predicate="dwithin", distance=10 * SAME)[1]}
    if len(again) > max(4, MOST_AFFECTED * len(old.cells)):
        return [], None
    return [cell for i, cell in enumerate(old.cells) if i not in again], [old.cells[i] for i in sorted(again)]


def _cut(
    lines: Sequence[ContourLine],
    shapes: Sequence[shapely.LineString],
    tree: shapely.STRtree,
    rims: Sequence[shapely.LineString],
    edge: BaseGeometry,
    again: Sequence[_Cell] | None,
) -> Generator[None, None, list[_Cell]]:
    """The cells of the whole map, or of the ground that some cells have covered so far."""
    if again is None:
        ground, near = edge, list(range(len(lines)))
    else:
        ground = shapely.MultiPolygon([cell.polygon for cell in again])
        # Where lines cross, what is drawn around a cell is off the line by rounding; its lines are found all the same.
        cells = [cell.polygon for cell in again]
        near = sorted({int(i) for i in tree.query(cells, predicate="dwithin", distance=10 * SAME)[1]})
        x0, y0, x1, y1 = shapely.bounds(ground) + 10 * SAME * np.array([-1, -1, 1, 1])
        west, south, east, north = shapely.bounds(np.array(rims)).T
        rims = [rims[int(i)] for i in np.flatnonzero((west <= x1) & (east >= x0) & (south <= y1) & (north >= y0))]
    own = [lines[i] for i in near]
    drawn = [shapes[i] for i in near]
    network = shapely.union_all([*drawn, *rims])
    yield
    found, cuts, dangles, _ = shapely.polygonize_full([network])
    # What polygonizing leaves over are lines that end inside the map, or join two faces' rims without parting anything.
    loose = [*shapely.get_parts(dangles), *shapely.get_parts(cuts)]
    whole = [p for p in shapely.get_parts(found) if not p.is_empty]
    if whole:
        inside = _covered(ground, again, [p.representative_point() for p in whole])
        whole = [orient(shapely.normalize(p)) for p, yes in zip(whole, inside, strict=True) if yes]
    yield
    return (yield from _assemble(whole, own, drawn, loose))


def _covered(ground: BaseGeometry, again: Sequence[_Cell] | None, points: Sequence[shapely.Point]) -> Sequence[bool]:
    """Which points lie on the ground that is cut; cells may share rims, so that together they are no valid geometry."""
    if again is None:
        return [bool(yes) for yes in shapely.intersects(ground, list(points))]
    tree = shapely.STRtree([cell.polygon for cell in again])
    hits = {int(i) for i in tree.query(list(points), predicate="intersects")[0]}
    return [i in hits for i in range(len(points))]


def clip_line(
    line: ContourLine, edge: BaseGeometry, reach: float, met: frozenset[Point] = frozenset(), near: float = SAME
) -> list[ContourLine]:
    """The pieces of a line inside the edge, drawn on to the edge where an end stops just short of it and is not `met`.

    An end that is as `near` to the edge lies on it.
    """
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
            before = [] if points[0] in met else _to_edge(points[0], edge, reach, near)
            points = before + points + ([] if points[-1] in met else _to_edge(points[-1], edge, reach, near))
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


def _to_edge(end: Point, edge: BaseGeometry, reach: float, near: float) -> list[Point]:
    """The point of the edge to which a loose end is drawn on; empty when it lies there already or is too far away."""
    spot = shapely.Point(end)
    away = edge.boundary.distance(spot)
    if away <= near or away > reach:
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
        spots = shapely.points(np.array(ends).reshape(-1, 2))
        on_ring = shapely.distance(ring, spots) <= 10 * SAME
        along = shapely.line_locate_point(ring, spots)
        taken = sorted(stops)
        for i in np.flatnonzero(on_ring).tolist():
            at = float(along[i])
            low, high = bisect_left(taken, at - 10 * SAME), bisect_right(taken, at + 10 * SAME)
            for known in taken[low:high]:
                del stops[known]
            taken[low:high] = [at]
            stops[at] = ends[i]
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
    lines: Sequence[ContourLine],
    shapes: Sequence[shapely.LineString],
    tree: shapely.STRtree,
) -> tuple[int, int] | None:
    """The line that a segment of a rim belongs to where lines cross: it is cut there, and is found by its place."""
    middle = shapely.Point((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    found = tree.query(middle, predicate="dwithin", distance=10 * SAME)
    if not len(found):
        return None
    number = int(min(found))
    shape = shapes[number]
    ahead = shape.project(shapely.Point(a)) < shape.project(shapely.Point(b))
    return number, 1 if ahead else -1


def _assemble(
    polygons: Sequence[shapely.Polygon],
    lines: Sequence[ContourLine],
    shapes: Sequence[shapely.LineString],
    dangles: Sequence[BaseGeometry],
) -> Generator[None, None, list[_Cell]]:
    """Polygons with what each piece of their rims belongs to."""
    tree = shapely.STRtree(list(shapes))
    owners = _owners(lines)
    # Per polygon: rows (start, end, line number or -1, side) with side +1 when it lies on the left of the line as drawn.
    rows: list[list[tuple[Point, Point, int, int]]] = []
    for count, polygon in enumerate(polygons):
        if count % SLICE == SLICE - 1:
            yield
        own: list[tuple[Point, Point, int, int]] = []
        for ring in (polygon.exterior, *polygon.interiors):
            points = list(map(tuple, shapely.get_coordinates(ring).tolist()))
            for a, b in pairwise(points):
                owner = owners.get((a, b)) or _owner_of(a, b, lines, shapes, tree)
                own.append((a, b, *owner) if owner else (a, b, -1, 0))
        rows.append(own)
    around = [len(own) for own in rows]
    if polygons and dangles:
        faces_tree = shapely.STRtree(list(polygons))
        for dangle in dangles:
            points = list(map(tuple, shapely.get_coordinates(dangle).tolist()))
            for a, b in pairwise(points):
                middle = shapely.Point((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
                owner = owners.get((a, b)) or _owner_of(a, b, lines, shapes, tree)
                if owner is None:
                    continue
                for number in faces_tree.query(middle, predicate="intersects"):
                    rows[int(number)] += [(a, b, owner[0], owner[1]), (b, a, owner[0], -owner[1])]
    yield
    cells: list[_Cell] = []
    for polygon, own, whole in zip(polygons, rows, around, strict=True):
        if len(cells) % SLICE == SLICE - 1:
            yield
        cells.append(_cell(polygon, own, whole, lines))
    return cells


def _cell(
    polygon: shapely.Polygon, rows: Sequence[tuple[Point, Point, int, int]], around: int, lines: Sequence[ContourLine]
) -> _Cell:
    numbers = sorted({number for _, _, number, _ in rows if number >= 0})
    place = {number: i for i, number in enumerate(numbers)}
    place[-1] = -1
    owners = np.array([place[row[2]] for row in rows], dtype=np.int32)
    turns = np.array([row[3] for row in rows], dtype=np.int8)
    shapely.prepare(polygon)
    return _Cell(
        polygon,
        np.array([row[0] for row in rows], dtype=float).reshape(-1, 2),
        np.array([row[1] for row in rows], dtype=float).reshape(-1, 2),
        tuple(lines[number] for number in numbers),
        owners,
        turns,
        np.arange(len(rows)) >= around,
        frozenset((place[number], side) for _, _, number, side in rows if number >= 0),
        (*polygon.bounds, *rows[0][0]),
    )


def _face(cell: _Cell, high: dict[int, int], levels: tuple[Fraction, ...]) -> Face:
    """A cell with what is now known of its lines."""
    level_of = {height: i for i, height in enumerate(levels)}
    # The last entry of both stands for the edge, whose owner is -1.
    sides = np.array([*(high[id(line)] for line in cell.lines), 9], dtype=np.int8)[cell.owners]
    heights = np.array([*(level_of[line.height] for line in cell.lines), -1], dtype=np.int32)[cell.owners]
    kinds = np.where(sides == 0, UNKNOWN, np.where(sides == cell.turns, LOW, HIGH)).astype(np.int8)
    kinds[cell.owners < 0] = EDGE
    unknown = tuple(line for line in cell.lines if not high[id(line)])
    return Face(cell.polygon, cell.starts, cell.ends, kinds, heights, levels, cell.loose, unknown, cell.lines, cell.owners)


def _settle_sides(
    cells: Sequence[_Cell], lines: Sequence[ContourLine], spots: Sequence[tuple[Point, Fraction]]
) -> dict[int, int]:
    """For every line (by its identity) the side that is higher: +1 left, -1 right, 0 when nothing tells."""
    high = {id(line): line.high for line in lines}
    pending = [cell for cell in cells if not all(high[id(line)] for line in cell.lines)]
    if not pending:
        return high
    hints: list[tuple[_Cell, Fraction]] = []
    if spots:
        tree = shapely.STRtree([cell.polygon for cell in pending])
        for at, height in spots:
            hints += [(pending[int(i)], height) for i in tree.query(shapely.Point(at), predicate="intersects")]

    def settle(line: ContourLine, side: int, above: bool) -> bool:
        if high[id(line)]:
            return False
        high[id(line)] = side if above else -side
        return True

    changed = True
    while changed and pending:
        changed = False
        for cell in pending:
            heights = sorted({line.height for line in cell.lines})
            told = [(cell.lines[n], side) for n, side in sorted(cell.sides) if high[id(cell.lines[n])]]
            above = {line.height: high[id(line)] == side for line, side in told}
            for number, side in sorted(cell.sides):
                line = cell.lines[number]
                if (number, -side) in cell.sides or high[id(line)]:
                    continue
                if line.height in above:
                    changed |= settle(line, side, above[line.height])
                elif len(heights) > 1:
                    changed |= settle(line, side, line.height == heights[0])
        if not changed:
            for cell, height in hints:
                for number, side in sorted(cell.sides):
                    line = cell.lines[number]
                    if line.height != height and (number, -side) not in cell.sides:
                        changed |= settle(line, side, height > line.height)
        pending = [cell for cell in pending if not all(high[id(line)] for line in cell.lines)]
    return high
