"""Lines of sight judged straight from the readings, in fractions, on outlines rounded to the lattice. Shares no code with core.

The lattice is that of the readings refined 1024 times: X = 3072·c, Y = 2048·r + 1024·[raised]; a point of a sheet stands at
X = round(2048·√3·x), Y = round(2048·y).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import pairwise

from oracles.plain_hexes import Cell, Place, PlainGrid, clip, meetings

getcontext().prec = 60
STRETCH = Fraction(2048 * Decimal(3).sqrt())

Interval = tuple[Fraction, Fraction]


def on_lattice(x: float, y: float) -> Place:
    return round(STRETCH * Fraction(x)), round(2048 * Fraction(y))


@dataclass(frozen=True)
class PlainSymbol:
    """An outline with its holes on the lattice, or a single stretch of line (`rings` of one open ring of two points)."""

    name: str
    height: Fraction
    rings: tuple[tuple[Place, ...], ...]
    cells: frozenset[Cell] | None = None  # only in these, where given

    def has_ground_at(self, at: tuple[Fraction, Fraction], middle: Place, hexagon: Sequence[Place]) -> bool:
        """Whether ground of the symbol in a hex reaches a point that lies on the symbol and in the closed hex.

        Around the point, the sides through it part the plane into sectors; the symbol and the hex share ground there if some
        sector lies inside both. A line encloses nothing and belongs to both of its hexes.
        """
        if len(self.rings[0]) == 2:
            return True
        edges = [e for ring in self.rings for e in zip(ring, ring[1:] + ring[:1], strict=True)]
        rim = list(zip(hexagon, [*hexagon[1:], *hexagon[:1]], strict=True))
        if not any(_on(at, side) for side in rim):
            return True
        ways = [(end[0] - at[0], end[1] - at[1]) for side in (*edges, *rim) if _on(at, side) for end in side]
        # Towards the middle of the hex, too, so that no sector inside it is as wide as half a turn.
        ways = [(x, y) for x, y in (*ways, (middle[0] - at[0], middle[1] - at[1])) if x or y]
        unit = [(x / (abs(x) + abs(y)), y / (abs(x) + abs(y))) for x, y in ways]
        tiny = Fraction(1, 10**40)
        for n, (ax, ay) in enumerate(unit):
            for bx, by in unit[n + 1 :]:
                if ax * by == ay * bx:
                    continue
                near = at[0] + tiny * (ax + bx), at[1] + tiny * (ay + by)
                strictly = not any(_on(near, side) for side in (*rim, *edges))
                if strictly and _inside(near, rim) and _inside(near, edges):
                    return True
        return False

    def contact(self, start: Place, end: Place) -> list[Interval]:
        """The closed parts of a segment that lie on or inside the outline."""
        if len(self.rings[0]) == 2:
            return _on_side(start, end, *self.rings[0])
        edges = [e for ring in self.rings for e in zip(ring, ring[1:] + ring[:1], strict=True)]
        dx, dy = end[0] - start[0], end[1] - start[1]
        whole = dx * dx + dy * dy
        marks: set[Fraction] = set()

        def place_of(x: int | Fraction, y: int | Fraction) -> Fraction:
            return Fraction(dx * (x - start[0]) + dy * (y - start[1])) / whole

        for (px, py), (qx, qy) in edges:
            side_p = dx * (py - start[1]) - dy * (px - start[0])
            side_q = dx * (qy - start[1]) - dy * (qx - start[0])
            if side_p == 0:
                marks.add(place_of(px, py))
            if side_q == 0:
                marks.add(place_of(qx, qy))
            if side_p * side_q < 0:
                part = Fraction(side_p, side_p - side_q)
                marks.add(place_of(px + part * (qx - px), py + part * (qy - py)))
        touched = sorted(t for t in marks if 0 <= t <= 1)
        found: list[Interval] = [(t, t) for t in touched]
        stops = sorted({Fraction(0), Fraction(1), *touched})
        for low, high in pairwise(stops):
            middle = (low + high) / 2
            at = start[0] + middle * dx, start[1] + middle * dy
            if _inside(at, edges):
                found.append((low, high))
        return found


def _on_side(start: Place, end: Place, p: Place, q: Place) -> list[Interval]:
    dx, dy = end[0] - start[0], end[1] - start[1]
    side_p = dx * (p[1] - start[1]) - dy * (p[0] - start[0])
    side_q = dx * (q[1] - start[1]) - dy * (q[0] - start[0])
    if side_p * side_q > 0:
        return []
    whole = dx * dx + dy * dy
    at_p = Fraction(dx * (p[0] - start[0]) + dy * (p[1] - start[1]), whole)
    at_q = Fraction(dx * (q[0] - start[0]) + dy * (q[1] - start[1]), whole)
    if side_p == side_q == 0:
        low, high = max(Fraction(0), min(at_p, at_q)), min(Fraction(1), max(at_p, at_q))
        return [(low, high)] if low <= high else []
    t = at_p + Fraction(side_p, side_p - side_q) * (at_q - at_p)
    return [(t, t)] if 0 <= t <= 1 else []


def _on(at: tuple[Fraction, Fraction], side: tuple[Place, Place]) -> bool:
    (px, py), (qx, qy) = side
    across = (qx - px) * (at[1] - py) - (qy - py) * (at[0] - px)
    return across == 0 and min(px, qx) <= at[0] <= max(px, qx) and min(py, qy) <= at[1] <= max(py, qy)


def _inside(at: tuple[Fraction, Fraction], edges: Sequence[tuple[Place, Place]]) -> bool:
    """Whether a point lies on an edge or an odd number of edges lies to its east."""
    x, y = at
    odd = False
    for (px, py), (qx, qy) in edges:
        across = (qx - px) * (y - py) - (qy - py) * (x - px)
        if across == 0 and min(px, qx) <= x <= max(px, qx) and min(py, qy) <= y <= max(py, qy):
            return True
        if (py > y) != (qy > y) and (across > 0) == (qy > py):
            odd = not odd
    return odd


@dataclass(frozen=True)
class PlainMap:
    """A map as the readings see it. `filled` hexes block anywhere in them; `heights` are those of centre dots."""

    grid: PlainGrid
    cells: frozenset[Cell]
    heights: Mapping[Cell, Fraction | None]
    symbols: Sequence[PlainSymbol] = ()
    filled: Mapping[Cell, tuple[str, Fraction]] = field(default_factory=dict)

    def fine_centre(self, cell: Cell) -> Place:
        x, y = self.grid.centre(cell)
        return 1024 * x, 1024 * y

    def fine_corners(self, cell: Cell) -> list[Place]:
        return [(1024 * x, 1024 * y) for x, y in self.grid.corners(cell)]


@dataclass(frozen=True)
class PlainRow:
    cell: Cell
    how: str
    feature: Fraction
    column: int | None
    total: Fraction | None
    sight: Fraction | None
    blocks: bool


def judge(
    map_: PlainMap,
    a: Cell,
    b: Cell,
    *,
    smoke: frozenset[Cell] = frozenset(),
    visibility: int | None = None,
    without: frozenset[str] = frozenset(),
    own_ground: bool = True,
) -> tuple[str, list[PlainRow]]:
    """The verdict and every point of contention."""
    grid = map_.grid
    distance = grid.distance(a, b)
    z_a, z_b = map_.heights[a], map_.heights[b]
    start, end = map_.fine_centre(a), map_.fine_centre(b)
    rows = []
    met = [m for m in meetings(grid, a, b) if m.cell in map_.cells]
    if met:
        out_of_start = clip(start, end, map_.fine_corners(a))
        into_end = clip(start, end, map_.fine_corners(b))
        assert out_of_start is not None and into_end is not None
        contacts = [(s, s.contact(start, end)) for s in map_.symbols if s.name not in without and _near(s, start, end)]
    for m in met:
        features = [Fraction(0)]
        if m.cell in map_.filled and map_.filled[m.cell][0] not in without:
            features.append(map_.filled[m.cell][1])
        for symbol, parts in contacts:
            if symbol.cells is not None and m.cell not in symbol.cells:
                continue
            for low, high in parts:
                low, high = max(low, m.enter), min(high, m.leave)
                if low <= high and high > out_of_start[1] and low < into_end[0]:
                    middle = (low + high) / 2
                    at = start[0] + middle * (end[0] - start[0]), start[1] + middle * (end[1] - start[1])
                    if not own_ground or symbol.has_ground_at(at, map_.fine_centre(m.cell), map_.fine_corners(m.cell)):
                        features.append(symbol.height)
        base = map_.heights[m.cell]
        total = None if base is None else base + max(features)
        column = sight = None
        if z_a is not None and z_b is not None:
            column = grid.distance(a if z_a <= z_b else b, m.cell)
            sight = min(z_a, z_b) + abs(z_a - z_b) * Fraction(column, distance)
        higher = total is not None and sight is not None and total > sight
        rows.append(PlainRow(m.cell, m.how, max(features), column, total, sight, higher or m.cell in smoke))
    if distance <= 1:
        return "clear", rows
    if visibility is not None and distance > visibility:
        return "blocked", rows
    if any(row.blocks for row in rows):
        return "blocked", rows
    if any(row.total is None or row.sight is None for row in rows):
        return "undecidable", rows
    return "clear", rows


def _near(symbol: PlainSymbol, start: Place, end: Place) -> bool:
    """Whether the outline's corners do not all lie on one side of the line, or outside its bounding box."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    points = [p for ring in symbol.rings for p in ring]
    for axis in (0, 1):
        low, high = min(start[axis], end[axis]), max(start[axis], end[axis])
        if max(p[axis] for p in points) < low or min(p[axis] for p in points) > high:
            return False
    sides = [dx * (y - start[1]) - dy * (x - start[0]) for x, y in points]
    return min(sides) <= 0 <= max(sides)


def is_close_call(map_: PlainMap, symbol: PlainSymbol, cell: Cell, a: Cell, b: Cell, units: int = 2) -> bool:
    """Whether an outline leaves a hex between two lattice points, and there so near a line that rounding may decide.

    Core keeps the points where an outline crosses a hexside as lattice points; everything else is exact on both sides.
    """
    start, end = map_.fine_centre(a), map_.fine_centre(b)
    dx, dy = end[0] - start[0], end[1] - start[1]
    corners = map_.fine_corners(cell)
    sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
    doubtful: list[tuple[Fraction, Fraction]] = []
    for ring in symbol.rings:
        for p, q in zip(ring, ring[1:] + ring[:1], strict=True):
            for one, two in sides:
                side_p = (two[0] - one[0]) * (p[1] - one[1]) - (two[1] - one[1]) * (p[0] - one[0])
                side_q = (two[0] - one[0]) * (q[1] - one[1]) - (two[1] - one[1]) * (q[0] - one[0])
                if side_p * side_q < 0:
                    part = Fraction(side_p, side_p - side_q)
                    cut = p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1])
                    if cut[0].denominator > 1 or cut[1].denominator > 1:
                        doubtful.append(cut)
                # A corner of the outline a hair beside a hexside is taken to lie on it.
                if side_p != 0 and side_p * side_p <= 4 * ((two[0] - one[0]) ** 2 + (two[1] - one[1]) ** 2):
                    doubtful.append((Fraction(p[0]), Fraction(p[1])))
    reach = units * units * (dx * dx + dy * dy)
    return any((dx * (y - start[1]) - dy * (x - start[0])) ** 2 <= reach for x, y in doubtful)
