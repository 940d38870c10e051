"""A sheet as GeoJSON (RFC 7946): every item a feature with its properties, so that reading it gives the sheet again.

A sheet that knows its place in degrees is written in longitude and latitude. One that knows it in metres is written in these
metres, one that lies nowhere in millimetres on paper; a foreign member says so, for other programs will misplace such a file.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from core.geometry.layout import Point
from core.interop.features import ToSheet
from core.interop.geojson import DEGREES, METRES, PAPER
from core.interop.ground import GroundFrame
from core.interop.hex_cells import cell_ring, outlines
from core.interop.imported import Dropped, Drops, items_of
from core.interop.own_items import FORMAT, MARK, Values, head_values, number, properties, side_line
from core.model.maps import (
    SECTIONS,
    Area,
    Cell,
    Contour,
    HexContent,
    Item,
    Key,
    Low,
    MapSheet,
    Name,
    Path,
    Points,
    Section,
    SideFeature,
    Spot,
    Zone,
)

DECIMALS = {DEGREES: 9, METRES: 5, PAPER: 4}
"""Decimals that bring every point back to its four decimals of a hex."""


def geojson_text(
    sheet: MapSheet,
    hex_mm: Fraction,
    cells: Sequence[Cell] | None = None,
    heights: Mapping[Cell, Fraction] | None = None,
) -> tuple[str, tuple[Dropped, ...]]:
    """The text of a file, and what of the sheet it cannot carry.

    `cells` are the hexes that are written beside the items, all of the grid without it; `heights` their heights in metres,
    where somebody has asked the rules. `hex_mm` is the distance of hex centres on paper for a sheet that lies nowhere.
    """
    units, to_ground = way_to_ground(sheet, float(hex_mm))
    writer = _Writer(sheet, to_ground, DECIMALS[units])
    features = list(writer.grid(cells, heights or {}))
    for section in SECTIONS:
        features += [writer.feature(section, key, item) for key, item in items_of(sheet, section)]
    mark: Values = {"format": FORMAT, "units": units, "sheet": head_values(sheet)}
    if units == PAPER:
        mark["hex_mm"] = number(hex_mm)
    if units != DEGREES:
        mark["warning"] = f"Coordinates are {units}, not longitude and latitude: other programs will show this map elsewhere."
    body = ",\n".join(_json(feature) for feature in features)
    drops = Drops()
    if sheet.underlay is not None:
        drops.add("scanned sheet", "GeoJSON holds no pictures", sheet.underlay.file)
    return f'{{"type": "FeatureCollection",\n"{MARK}": {_json(mark)},\n"features": [\n{body}\n]}}\n', drops.listed


def way_to_ground(sheet: MapSheet, hex_mm: float) -> tuple[str, ToSheet]:
    """In which units a sheet is written, and how its points become theirs."""
    place = sheet.georeference
    if place is None:
        return PAPER, lambda point: (point[0] * hex_mm, point[1] * hex_mm)
    frame = GroundFrame.of(place, sheet.grid.hex_m)
    return (DEGREES if place.unit == "degrees" else METRES), lambda point: frame.to_ground(*point)


class _Writer:
    def __init__(self, sheet: MapSheet, to_ground: ToSheet, decimals: int) -> None:
        self._sheet, self._to_ground, self._decimals = sheet, to_ground, decimals

    def grid(self, cells: Sequence[Cell] | None, heights: Mapping[Cell, Fraction]) -> Iterator[Values]:
        """The hexes of the sheet."""
        grid = self._sheet.grid
        listed = cells
        if listed is None:
            listed = [(column, row) for column in range(1, grid.columns + 1) for row in range(1, grid.rows + 1)]
        for cell in listed:
            label = grid.numbering.text(*cell)
            values: Values = {"grid": True, "id": label, "col": cell[0], "row": cell[1]}
            content = self._sheet.hexes.get(cell)
            if content is not None:
                values["terrain"] = content.terrain
            if cell in heights:
                values["elevation_m"] = number(heights[cell])
            ring = self._ring(cell_ring(grid, cell), hole=False)
            yield self._made(f"grid/{label}", "Polygon", [ring], values)

    def feature(self, section: Section, key: Key, item: Item) -> Values:
        """One item."""
        sheet = self._sheet
        name = sheet.grid.numbering.text(*key) if isinstance(key, tuple) else str(key)
        kind, coordinates = self._geometry(key, item)
        return self._made(f"{section}/{name}", kind, coordinates, properties(sheet, section, key, item))

    def _geometry(self, key: Key, item: Item) -> tuple[str, object]:
        match item:
            case Contour() | Path():
                return "LineString", self._line(item.line)
            case Area():
                return "Polygon", [self._ring(ring, hole=number > 0) for number, ring in enumerate(item.shape)]
            case SideFeature():
                return "LineString", self._line(side_line(self._sheet, item))
            case HexContent():
                assert isinstance(key, tuple)
                return "Polygon", [self._ring(cell_ring(self._sheet.grid, key), hole=False)]
            case Zone():
                shapes = outlines(self._sheet.grid, item.cells)
                return "MultiPolygon", [[self._ring(ring, hole=n > 0) for n, ring in enumerate(shape)] for shape in shapes]
            case Spot() | Low() | Name():
                return "Point", self._point(item.at)

    def _made(self, id_: str, kind: str, coordinates: object, values: Values) -> Values:
        geometry = {"type": kind, "coordinates": coordinates}
        return {"type": "Feature", "id": id_, "geometry": geometry, "properties": values}

    def _point(self, point: Point) -> list[float]:
        x, y = self._to_ground(point)
        return [round(x, self._decimals) + 0.0, round(y, self._decimals) + 0.0]

    def _line(self, points: Points) -> list[list[float]]:
        return [self._point(point) for point in points]

    def _ring(self, points: Points, hole: bool) -> list[list[float]]:
        """A ring as the format wants it: the outer one anticlockwise, holes clockwise."""
        ring = self._line(points)
        anticlockwise = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(ring)) > 0
        return ring if anticlockwise is not hole else ring[::-1]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
