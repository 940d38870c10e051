"""Which hexes lines lead between, straight from the readings: exact fractions, every hex asked; slow and obvious.

Points are those of the lattice: the hex (q, r) has its centre dot at (3072q, 2048r + 1024q), its corners 2048 to the east and
west of it, and 1024 to either side and 1024 up or down. Nothing here is shared with core.
"""

from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import pairwise

Cell = tuple[int, int]
Point = tuple[int, int]
State = frozenset[Cell]
"""The closed hexes that hold a point: one inside a hex, two on a hexside, three on a corner."""

AROUND = ((2048, 0), (1024, 1024), (-1024, 1024), (-2048, 0), (-1024, -1024), (1024, -1024))


def corners(cell: Cell) -> list[Point]:
    """Counter-clockwise from east."""
    x, y = 3072 * cell[0], 2048 * cell[1] + 1024 * cell[0]
    return [(x + dx, y + dy) for dx, dy in AROUND]


def sides(cell: Cell) -> list[tuple[Point, Point]]:
    ring = corners(cell)
    return list(zip(ring, [*ring[1:], ring[0]], strict=True))


def holds(cell: Cell, x: Fraction | int, y: Fraction | int) -> bool:
    """Whether a closed hex holds a point: it lies to the right of none of its sides."""
    return all((bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0 for (ax, ay), (bx, by) in sides(cell))


def cells_near(points: Collection[Point]) -> list[Cell]:
    """All hexes that points, and what lies between them, may touch."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return [
        (q, r)
        for q in range(min(xs) // 3072 - 1, max(xs) // 3072 + 3)
        for r in range((min(ys) - 1024 * q) // 2048 - 1, (max(ys) - 1024 * q) // 2048 + 3)
    ]


def meets(a: Point, b: Point, side: tuple[Point, Point]) -> set[Fraction]:
    """Where along a segment it meets the line through a hexside; nowhere where it runs beside it."""
    (cx, cy), (dx, dy) = side
    of_a = (dx - cx) * (a[1] - cy) - (dy - cy) * (a[0] - cx)
    of_b = (dx - cx) * (b[1] - cy) - (dy - cy) * (b[0] - cx)
    if of_a == of_b:
        return set()
    at = Fraction(of_a, of_a - of_b)
    return {at} if 0 < at < 1 else set()


def states(line: Sequence[Point]) -> list[State]:
    """The hexes that hold a line, one after another, leaving out where it only meets hexsides; repeats left out too."""
    found: list[State] = []
    for a, b in pairwise(line):
        if a == b:
            continue
        cells = cells_near([a, b])
        cuts = {Fraction(0), Fraction(1)}
        for cell in cells:
            for side in sides(cell):
                cuts |= meets(a, b, side)
        for one, two in pairwise(sorted(cuts)):
            half = (one + two) / 2
            x, y = a[0] + half * (b[0] - a[0]), a[1] + half * (b[1] - a[1])
            state = frozenset(cell for cell in cells if holds(cell, x, y))
            if not found or found[-1] != state:
                found.append(state)
    return found


def between(one: State, two: State) -> set[State]:
    """The pairs of hexes that two states connect where they meet."""
    return {frozenset({a, b}) for a in one for b in two if a != b} if one != two else set()


def led(line: Sequence[Point]) -> set[State]:
    """The pairs of hexes between which a line leads."""
    return {pair for one, two in pairwise(states(line)) for pair in between(one, two)}


def all_led(lines: Collection[Sequence[Point]]) -> set[State]:
    """The pairs of hexes between which lines lead that go on as one where their ends meet on a hexside."""
    found = {pair for line in lines for pair in led(line)}
    ends = [(line[at], lies[at]) for line in lines if (lies := states(line)) for at in (0, -1)]
    for n, (point, one) in enumerate(ends):
        for other, two in ends[n + 1 :]:
            if point == other and sum(holds(cell, *point) for cell in cells_near([point])) > 1:
                found |= between(one, two)
    return found
