"""Hexes to points and back: the integer lattice, the plane, and the place of one sheet's grid in both."""

import math
from dataclasses import dataclass
from typing import Literal

from core.geometry.hexes import Hex

Point = tuple[float, float]
LatticePoint = tuple[int, int]

LATTICE_Y = 2048
"""Lattice units in Y for the height of one hex (hexside to opposite hexside)."""

LATTICE_X = 2048 * math.sqrt(3)
"""Lattice units in X for the same length."""

COLUMN_STEP = 3072
"""Lattice units in X from one column of hex centres to the next."""

HALF_ROW = 1024
"""Lattice units in Y by which a column stands higher or lower than its neighbour."""

CORNERS: tuple[LatticePoint, ...] = (
    (2048, 0),
    (1024, -1024),
    (-1024, -1024),
    (-2048, 0),
    (-1024, 1024),
    (1024, 1024),
)
"""Corners of a hex around its centre on the lattice, clockwise from east."""


def centre(cell: Hex) -> LatticePoint:
    """The centre dot of a hex on the lattice.

    >>> centre(Hex(2, 1))
    (6144, 4096)
    """
    return COLUMN_STEP * cell.q, LATTICE_Y * cell.r + HALF_ROW * cell.q


def corners(cell: Hex) -> tuple[LatticePoint, ...]:
    """The six corners of a hex on the lattice, clockwise from east."""
    cx, cy = centre(cell)
    return tuple((cx + dx, cy + dy) for dx, dy in CORNERS)


def holds(cell: Hex, point: LatticePoint) -> bool:
    """Whether the closed hex (its hexsides and corners included) holds a lattice point.

    >>> holds(Hex(0, 0), (2048, 0)), holds(Hex(0, 0), (2048, 1))
    (True, False)
    """
    cx, cy = centre(cell)
    dx, dy = point[0] - cx, point[1] - cy
    return abs(dy) <= 1024 and abs(dx + dy) <= 2048 and abs(dx - dy) <= 2048


def hex_at(point: tuple[float, float]) -> Hex:
    """The hex around a point given in lattice units; on a hexside or corner, one of the hexes that share it.

    >>> hex_at((3000, 1500)) == Hex(1, 0)
    True
    """
    x, y = point
    fq = x / COLUMN_STEP
    fr = (y - HALF_ROW * fq) / LATTICE_Y
    fs = -fq - fr
    q, r, s = round(fq), round(fr), round(fs)
    off_q, off_r, off_s = abs(q - fq), abs(r - fr), abs(s - fs)
    if off_q > off_r and off_q > off_s:
        q = -r - s
    elif off_r > off_s:
        r = -q - s
    return Hex(q, r)


def to_lattice(point: Point) -> LatticePoint:
    """A plane point on the lattice, rounded to its nearest integers (an error of at most 1/4096 of a hex)."""
    return round(LATTICE_X * point[0]), round(LATTICE_Y * point[1])


def to_plane(point: tuple[float, float]) -> Point:
    """A lattice point in the plane.

    >>> to_plane((0, 3072))
    (0.0, 1.5)
    """
    return point[0] / LATTICE_X, point[1] / LATTICE_Y


def plane_centre(cell: Hex) -> Point:
    """The centre dot of a hex in the plane."""
    return to_plane(centre(cell))


@dataclass(frozen=True, slots=True)
class SheetFrame:
    """Where one sheet's own columns, rows and points lie in the frame that all sheets of a box share.

    A sheet counts columns from 1 at its left edge and rows from 1 at its bottom, whatever its printed numbers say. Its own
    points have 1.0 from centre to centre, x east, y north; the centre of column c, row r stands at x = c·√3/2 and at y = r,
    half a hex higher in raised columns. On a sheet of pointy-top hexes (`orientation` "rows") x and y change places: columns
    run upwards and rows to the east.

    `origin` is the lattice point of the shared frame that carries the sheet's point (0, 0).
    """

    raised: Literal["odd", "even"]
    orientation: Literal["columns", "rows"] = "columns"
    origin: LatticePoint = (0, 0)

    @classmethod
    def place(
        cls,
        raised: Literal["odd", "even"],
        orientation: Literal["columns", "rows"] = "columns",
        beside: "SheetFrame | None" = None,
        columns: int = 0,
        half_rows: int = 0,
    ) -> "SheetFrame":
        """The frame of a box's first sheet, or of one laid `columns` columns east and `half_rows` half hexes north of it.

        Raises ValueError when the hexes of the sheet would not fall on those of the first.
        """
        if beside is None:
            return cls(raised, orientation, (0, -HALF_ROW if raised == "even" else 0))
        origin = beside.origin[0] + COLUMN_STEP * columns, beside.origin[1] + HALF_ROW * half_rows
        frame = cls(raised, orientation, origin)
        if orientation != beside.orientation or centre(frame.hex(1, 1)) != frame.to_lattice_of_cell(1, 1):
            raise ValueError(f"hexes do not meet at an offset of {columns} columns and {half_rows} half hexes")
        return frame

    def is_raised(self, column: int) -> bool:
        """Whether a column, counted from 1 at the left of the sheet, stands half a hex higher."""
        return column % 2 == (1 if self.raised == "odd" else 0)

    def hex(self, column: int, row: int) -> Hex:
        """The hex at a column and row of the sheet.

        >>> SheetFrame.place("even").hex(1, 4).distance(SheetFrame.place("even").hex(4, 5))
        3
        """
        x, y = self.to_lattice_of_cell(column, row)
        q = x // COLUMN_STEP
        return Hex(q, (y - HALF_ROW * q) // LATTICE_Y)

    def to_lattice_of_cell(self, column: int, row: int) -> LatticePoint:
        """The lattice point of the centre dot printed at a column and row of the sheet."""
        lift = HALF_ROW if self.is_raised(column) else 0
        return COLUMN_STEP * column + self.origin[0], LATTICE_Y * row + lift + self.origin[1]

    def cell(self, place: Hex) -> tuple[int, int]:
        """Column and row of a hex on this sheet (they may lie beyond its printed edge).

        >>> frame = SheetFrame.place("odd", beside=SheetFrame.place("odd"), columns=20)
        >>> frame.cell(frame.hex(3, 7))
        (3, 7)
        """
        x, y = centre(place)
        column = (x - self.origin[0]) // COLUMN_STEP
        lift = HALF_ROW if self.is_raised(column) else 0
        return column, (y - self.origin[1] - lift) // LATTICE_Y

    def to_plane(self, point: Point) -> Point:
        """A point of the sheet in the shared plane."""
        x, y = point if self.orientation == "columns" else (point[1], point[0])
        ox, oy = to_plane(self.origin)
        return x + ox, y + oy

    def to_lattice(self, point: Point) -> LatticePoint:
        """A point of the sheet on the shared lattice, judged in the sheet's own units and then moved."""
        x, y = point if self.orientation == "columns" else (point[1], point[0])
        lx, ly = to_lattice((x, y))
        return lx + self.origin[0], ly + self.origin[1]

    def to_sheet(self, point: Point) -> Point:
        """A point of the shared plane in the sheet's own units; the inverse of `to_plane`."""
        ox, oy = to_plane(self.origin)
        x, y = point[0] - ox, point[1] - oy
        return (x, y) if self.orientation == "columns" else (y, x)
