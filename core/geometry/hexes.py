"""The hex: an exact, immutable cell address. Printed numbers are made in `labels`, points in `layout`."""

from collections.abc import Iterator
from typing import NamedTuple


class Hex(NamedTuple):
    """A cell in axial coordinates: `q` counts columns eastwards, `r` cells northwards in a column.

    The column to the east of a hex holds its north-east neighbour at the same `r`. A hex is a tuple because sets and tables of
    thousands of them are what zones, supply and overlays are made of: a tuple is hashed and compared five times as fast.
    """

    q: int
    r: int

    def distance(self, other: "Hex") -> int:
        """Cells entered on a shortest walk, in hexes.

        >>> Hex(0, 0).distance(Hex(2, -1))
        2
        """
        dq, dr = other.q - self.q, other.r - self.r
        return max(abs(dq), abs(dr), abs(dq + dr))

    def plus(self, dq: int, dr: int) -> "Hex":
        """The hex `dq` columns and `dr` cells further."""
        return Hex(self.q + dq, self.r + dr)

    def neighbours(self) -> tuple["Hex", ...]:
        """The six adjacent hexes, clockwise from north.

        >>> [h.distance(Hex(0, 0)) for h in Hex(0, 0).neighbours()]
        [1, 1, 1, 1, 1, 1]
        """
        return tuple(self.plus(dq, dr) for dq, dr in DIRECTIONS)

    def within(self, radius: int) -> Iterator["Hex"]:
        """All hexes at most `radius` away, this one included, column by column.

        >>> sum(1 for _ in Hex(3, 4).within(2))
        19
        """
        for dq in range(-radius, radius + 1):
            for dr in range(max(-radius, -radius - dq), min(radius, radius - dq) + 1):
                yield self.plus(dq, dr)


DIRECTIONS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
"""Steps to the six neighbours, clockwise from north."""
