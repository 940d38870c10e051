"""Thousands of hexes of one shape, filed so that those in a rectangle are found without asking of every hex of it."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache

from app.canvas.transform import MapTransform, Span
from core.geometry.hexes import DIRECTIONS, Hex

_NOTHING: dict[int, Hex] = {}


class HexSet:
    """Hexes by their columns, as the transform goes through them."""

    def __init__(self, places: Iterable[Hex]) -> None:
        self._columns: dict[int, dict[int, Hex]] = {}
        for place in places:
            self._columns.setdefault(place.q, {})[place.r] = place
        self._rows: dict[int, list[int]] = {}

    def within(self, transform: MapTransform, span: Span) -> Iterator[Hex]:
        """Those whose bounding rectangles touch a rectangle of the scene, in the order of `MapTransform.hexes_in`."""
        for q, first, last in transform.columns_in(span):
            column = self._columns.get(q)
            if column is None:
                continue
            rows = self._rows.get(q)
            if rows is None:
                rows = self._rows[q] = sorted(column)
            for r in rows[bisect_left(rows, first) : bisect_right(rows, last)]:
                yield column[r]

    def open_sides(self, place: Hex) -> list[int]:
        """The hexsides of a hex, clockwise from north, beyond which none of them lies."""
        q, r, columns = place.q, place.r, self._columns
        return [number for number, (dq, dr) in enumerate(DIRECTIONS) if r + dr not in columns.get(q + dq, _NOTHING)]


@lru_cache(maxsize=16)
def filed(hexes: frozenset[Hex]) -> HexSet:
    """The hexes of a shape; every strip of every tile asks for those of the same few shapes."""
    return HexSet(hexes)
