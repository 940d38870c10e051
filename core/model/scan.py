"""How a scanned sheet lies under its grid: its control points as pairs, the map through them, and how far each strays."""

from dataclasses import dataclass, replace
from functools import lru_cache

from core.base.errors import WrongUse
from core.geometry.layout import LATTICE_X, LATTICE_Y, Point, SheetFrame, hex_at, plane_centre
from core.geometry.register import BadPoints, Pair, Registration, Straight, centred, fit_affine, register, residuals
from core.model.box import PlacedSheet, sheet_edge
from core.model.edits.map_edits import ChangeSheet, settled_point
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


def with_point(points: tuple[ControlPoint, ...], point: ControlPoint) -> tuple[ControlPoint, ...]:
    """Control points and one more; one hex has one point, the last counts."""
    return (*(each for each in points if each.cell != point.cell), point)


def spread(points: tuple[ControlPoint, ...], before: tuple[int, int], after: tuple[int, int]) -> tuple[ControlPoint, ...]:
    """Control points of a picture on another one that shows the same sheet as far as the same edges, at another size.

    >>> spread((ControlPoint((100.0, 50.0), (1, 1)),), (200, 100), (400, 100))[0].pixel
    (200.0, 50.0)
    """
    across, down = after[0] / before[0], after[1] / before[1]
    return tuple(replace(each, pixel=(each.pixel[0] * across, each.pixel[1] * down)) for each in points)


def cell_named(placed: PlacedSheet, text: str) -> Cell:
    """The cell of a sheet with a printed number, with or without the sheet's letter. Raises WrongUse with the allowed ones."""
    grid = placed.sheet.grid
    plain = text.strip()
    readings = [plain]
    if placed.letter and plain.upper().startswith(placed.letter.upper()):
        readings.append(plain[len(placed.letter) :].lstrip())
    for reading in readings:
        cell = grid.numbering.cell(reading)
        if cell is not None and 1 <= cell[0] <= grid.columns and 1 <= cell[1] <= grid.rows:
            return cell
    first, last = grid.numbering.text(1, 1), grid.numbering.text(grid.columns, grid.rows)
    raise WrongUse(f'There is no hex "{plain}" on this map. Hexes run from {first} to {last}.')


def guess(placed: PlacedSheet, fit: ScanFit, pixel: Point) -> Cell | None:
    """The cell that the present fit sees at a pixel, None without a fit or beside the grid."""
    if not fit.fitted:
        return None
    x, y = placed.frame.to_plane(fit.way.to_sheet(pixel))
    cell = placed.frame.cell(hex_at((x * LATTICE_X, y * LATTICE_Y)))
    grid = placed.sheet.grid
    return cell if 1 <= cell[0] <= grid.columns and 1 <= cell[1] <= grid.rows else None


def with_points(placed: PlacedSheet, label: str, points: tuple[ControlPoint, ...]) -> ChangeSheet:
    """The edit after which the scan of a sheet has these control points; the sheet must have a scan."""
    scan = placed.sheet.underlay
    assert scan is not None
    kept = tuple(replace(point, pixel=settled_point(point.pixel)) for point in points)
    return with_scan(placed, label, replace(scan, points=kept))


def with_scan(placed: PlacedSheet, label: str, scan: Underlay | None) -> ChangeSheet:
    """The edit after which a sheet has another scan, or none."""
    return ChangeSheet(label, placed.file, replace(placed.sheet.head, underlay=scan))
