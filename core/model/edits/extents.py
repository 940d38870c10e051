"""Rectangles around what is drawn, so that an edit looks only at what lies near."""

from collections.abc import Collection, Iterable

from core.geometry.hexes import Hex
from core.geometry.layout import CORNERS, HALF_ROW, Point, SheetFrame, centre, to_plane
from core.model.maps import Area, Contour, Path

Bounds = tuple[float, float, float, float]
"""x least, y least, x most, y most."""

_MARGIN = 0.01
"""Hexes by which rectangles are widened before they are compared, more than what files round away."""

_REACH = CORNERS[0][0]
"""Lattice units from the centre dot of a hex to its corners in the east and west."""


MOST_KNOWN = 50_000
"""Items that are remembered; then all are forgotten, so that a long day of editing does not keep what is long gone."""


class Extents:
    """Rectangles around areas and lines, in the units of their sheets. Each item is measured once.

    Items are frozen, and what an edit leaves alone stays the same item from one box to the next.
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[Area | Path | Contour, Bounds]] = {}

    def of(self, item: Area | Path | Contour) -> Bounds:
        """The rectangle around an item."""
        known = self._known.get(id(item))
        if known is None or known[0] is not item:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            known = self._known[id(item)] = item, bounds_of(item.shape[0] if isinstance(item, Area) else item.line)
        return known[1]


def extent_of(frame: SheetFrame, hexes: Collection[Hex]) -> Bounds:
    """The rectangle around some hexes, at least one, in the units of a sheet."""
    dots = [centre(place) for place in hexes]
    xs, ys = zip(*dots, strict=True)
    low, high = (min(xs) - _REACH, min(ys) - HALF_ROW), (max(xs) + _REACH, max(ys) + HALF_ROW)
    return bounds_of(frame.to_sheet(to_plane(corner)) for corner in (low, high))


def bounds_of(points: Iterable[Point]) -> Bounds:
    """The rectangle around points, a little wider than they are."""
    xs, ys = zip(*points, strict=True)
    return min(xs) - _MARGIN, min(ys) - _MARGIN, max(xs) + _MARGIN, max(ys) + _MARGIN


def overlap(a: Bounds, b: Bounds) -> bool:
    """Whether two rectangles share a point."""
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]
