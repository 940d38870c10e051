"""Hexes straight from the readings: columns, rows and half hexes; exact fractions; slow and obvious.

A cell is (column, row). The lattice has X = 3c and Y = 2r + [raised]; corners stand at (X±2, Y) and (X±1, Y±1).
Nothing here is shared with core.
"""

from dataclasses import dataclass
from fractions import Fraction

Cell = tuple[int, int]
Place = tuple[int, int]


@dataclass(frozen=True)
class PlainGrid:
    """Flat-top hexes; `raised` tells which columns stand half a hex higher."""

    raised: str = "even"

    def lift(self, column: int) -> int:
        return int(column % 2 == (0 if self.raised == "even" else 1))

    def centre(self, cell: Cell) -> Place:
        return 3 * cell[0], 2 * cell[1] + self.lift(cell[0])

    def corners(self, cell: Cell) -> list[Place]:
        """Counter-clockwise from east."""
        x, y = self.centre(cell)
        return [(x + 2, y), (x + 1, y + 1), (x - 1, y + 1), (x - 2, y), (x - 1, y - 1), (x + 1, y - 1)]

    def distance(self, a: Cell, b: Cell) -> int:
        columns = abs(a[0] - b[0])
        half_hexes = abs(self.centre(a)[1] - self.centre(b)[1])
        return columns + max(0, (half_hexes - columns) // 2)

    def cells_around(self, a: Cell, b: Cell) -> list[Cell]:
        """All cells of the bounding box of two, and one more all around."""
        columns = range(min(a[0], b[0]) - 1, max(a[0], b[0]) + 2)
        rows = range(min(a[1], b[1]) - 2, max(a[1], b[1]) + 3)
        return [(c, r) for c in columns for r in rows]


def clip(start: Place, end: Place, ring: list[Place]) -> tuple[Fraction, Fraction] | None:
    """The parameters between which a segment lies in a closed convex ring (counter-clockwise); None when it misses it."""
    low, high = Fraction(0), Fraction(1)
    dx, dy = end[0] - start[0], end[1] - start[1]
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        # Left of the side or on it: side × (point - a) >= 0 with point = start + t·d.
        at_start = (bx - ax) * (start[1] - ay) - (by - ay) * (start[0] - ax)
        per_t = (bx - ax) * dy - (by - ay) * dx
        if per_t == 0:
            if at_start < 0:
                return None
        elif per_t > 0:
            low = max(low, Fraction(-at_start, per_t))
        else:
            high = min(high, Fraction(at_start, -per_t))
    return (low, high) if low <= high else None


@dataclass(frozen=True)
class PlainMeeting:
    """A cell met between two parameters of a segment, and how: interior, hexside or corner."""

    cell: Cell
    enter: Fraction
    leave: Fraction
    how: str
    side: int

    @property
    def order(self) -> tuple[Fraction, int]:
        """From start to end; of two beside each other the right one of the travelling direction first."""
        return self.enter + self.leave, self.side


def meetings(grid: PlainGrid, a: Cell, b: Cell) -> list[PlainMeeting]:
    """Every cell but the ends whose closed hex meets the segment between two centres, in order."""
    start, end = grid.centre(a), grid.centre(b)
    dx, dy = end[0] - start[0], end[1] - start[1]
    found = []
    for cell in grid.cells_around(a, b):
        if cell in (a, b):
            continue
        sides = [dx * (y - start[1]) - dy * (x - start[0]) for x, y in grid.corners(cell)]
        if min(sides) > 0 or max(sides) < 0:
            continue
        part = clip(start, end, grid.corners(cell))
        if part is None:
            continue
        if part[0] == part[1]:
            how = "corner"
        elif min(sides) < 0 < max(sides):
            how = "interior"
        else:
            how = "hexside"
        found.append(PlainMeeting(cell, *part, how, sum(sides)))
    return sorted(found, key=lambda m: m.order)
