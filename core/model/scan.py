"""How a scanned sheet lies under its grid: its control points as pairs, the map through them, and how far each strays."""

from dataclasses import dataclass, replace
from functools import lru_cache

from core.geometry.layout import Point, SheetFrame, plane_centre
from core.geometry.register import BadPoints, Pair, Registration, Straight, centred, fit_affine, register, residuals
from core.model.box import PlacedSheet, sheet_edge
from core.model.maps import Cell, ControlPoint, Underlay


@dataclass(frozen=True, slots=True)
class ScanFit:
    """A scan under its sheet. `way` leads between pixels and points of the sheet.

    `fitted` is False while the points tell nothing; the picture then lies over the middle of its sheet, so that points can be
    clicked, and `complaint` says what is missing. `strays` are the residuals in hexes, in the order of the points, empty
    without a fit; `worst` is the position of the largest, None where none is larger than a click can be wrong.
    """

    way: Registration
    fitted: bool
    complaint: str
    strays: tuple[float, ...]
    worst: int | None

    @property
    def piecewise(self) -> bool:
        """Whether the map is made of pieces that pass through every point."""
        return bool(self.way.pieces)


STRAY_HEXES = 0.02
"""Residuals below this are no more than what a click is wrong by, in hexes."""


def centre_on_sheet(frame: SheetFrame, cell: Cell) -> Point:
    """The centre dot of a cell in the sheet's own units."""
    return frame.to_sheet(plane_centre(frame.hex(*cell)))


def pairs_of(frame: SheetFrame, points: tuple[ControlPoint, ...]) -> tuple[Pair, ...]:
    """Pixels and the points of the sheet that are seen there."""
    return tuple((point.pixel, centre_on_sheet(frame, point.cell)) for point in points)


def fit_of(placed: PlacedSheet) -> ScanFit | None:
    """How the scan of a sheet lies, None for a sheet without one."""
    scan = placed.sheet.underlay
    if scan is None:
        return None
    edge = sheet_edge(placed)
    a, b = placed.frame.to_sheet(edge[:2]), placed.frame.to_sheet(edge[2:])
    bounds = min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])
    return _fit(scan.size, pairs_of(placed.frame, scan.points), bounds)


@lru_cache(maxsize=32)
def _fit(size: tuple[int, int], pairs: tuple[Pair, ...], bounds: tuple[float, float, float, float]) -> ScanFit:
    try:
        straight = fit_affine(pairs)
        strays = residuals(pairs, straight)
    except BadPoints as error:
        return ScanFit(centred(size, bounds), False, str(error), (), None)
    largest = max(range(len(strays)), key=strays.__getitem__)
    worst = largest if strays[largest] > STRAY_HEXES else None
    try:
        return ScanFit(register(pairs), True, "", strays, worst)
    except BadPoints as error:
        # The points contradict each other here or there: the straight map still shows where.
        return ScanFit(Straight(straight, straight.inverse()), True, str(error), strays, worst)


def with_point(scan: Underlay, point: ControlPoint) -> Underlay:
    """The scan with one more control point; one hex has one point, the last counts."""
    others = tuple(each for each in scan.points if each.cell != point.cell)
    return replace(scan, points=(*others, point))
