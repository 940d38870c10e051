"""Maps of hexes in GeoJSON, as wargame-cartographer writes them: polygons with `q`, `r`, `terrain` and `elevation_m`.

Hexes are flat-topped; `q` counts columns eastwards. Whether `r` counts north or south is seen in the file itself.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import immutables

from core.base.errors import Place
from core.geometry.labels import Numbering
from core.interop.features import exact_height
from core.interop.ground import EARTH_RADIUS_M, GroundFrame
from core.interop.hex_cells import cell_at, cell_centre, plateaus, terrain_items
from core.interop.imported import BadFile, Drops, Imported, Target, bare
from core.model.maps import Cell, Georeference, Grid, MapSheet, Points, Section
from core.model.translation import Translation

MOST_SIDE = 500


@dataclass(frozen=True, slots=True)
class HexFeature:
    """One hex of the file: its ring in degrees, and what it says."""

    name: str
    ring: Points
    values: Mapping[str, Any]

    @property
    def middle(self) -> tuple[float, float]:
        """Longitude and latitude of its centre: as stated where that is on earth, else that of its ring."""
        lon, lat = _degrees(self.values.get("center_lon"), 360), _degrees(self.values.get("center_lat"), 90)
        if lon is not None and lat is not None:
            return lon, lat
        points = self.ring[:-1]
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _degrees(value: object, most: float) -> float | None:
    try:
        number = float(value)  # type: ignore[arg-type]  # whatever is no number is refused by the call itself
    except (TypeError, ValueError, OverflowError):
        return None
    return number if abs(number) <= most else None


def is_hex(values: Mapping[str, Any]) -> bool:
    """Whether properties are those of a hex of such a map."""
    return "terrain" in values and all(isinstance(values.get(key), int) for key in ("q", "r"))


def read_hexes(hexes: Sequence[HexFeature], name: str, target: Target, translation: Translation, drops: Drops) -> Imported:
    """Terrain by hex and plateaus of height: onto a new sheet of the file's own grid, else onto the hexes that lie there."""
    sheet, cells = _own_sheet(hexes, name, target) if target.grid_is_open else _there(hexes, target, drops)
    interval = target.sheet.contour_interval
    words: dict[Cell, tuple[str, tuple[str, ...]]] = {}
    levels: dict[Cell, int] = {}
    for cell, each in cells.items():
        word = str(each.values["terrain"])
        if not translation.is_nothing(word):
            words[cell] = word, translation.candidates(word)
        height = exact_height(each.values.get("elevation_m"))
        if height is not None and interval is not None:
            levels[cell] = math.floor(height / interval)
    target = replace(target, sheet=sheet)
    filled, areas = terrain_items(target, sheet.grid, words, drops)
    contours = plateaus(sheet.grid, levels, interval) if interval is not None else ()
    for key in ("movement_cost", "defensive_modifier", "slope_deg"):
        count = sum(1 for each in hexes if each.values.get(key) is not None)
        if count:
            drops.add(f'property "{key}"', "rules say this of terrain, not of a hex", "", count)
    if levels and interval is not None:
        drops.add("height of a hex", f"it was rounded down to the contour interval of {float(interval):g} m", "", len(levels))
    brings: list[Section] = ["hexes", "areas"]
    if levels:
        brings.append("contours")
    found = replace(bare(sheet), contours=contours, areas=areas, hexes=immutables.Map(filled))
    return Imported(found, drops.listed, frozenset(brings))


def _there(hexes: Sequence[HexFeature], target: Target, drops: Drops) -> tuple[MapSheet, dict[Cell, HexFeature]]:
    """The hexes of the file on the cells of a sheet: by their place on the ground, else by their numbers."""
    sheet = target.sheet
    frame = GroundFrame.of(sheet.georeference, sheet.grid.hex_m) if sheet.georeference else None
    cells: dict[Cell, HexFeature] = {}
    for each in hexes:
        if frame is not None:
            cell = cell_at(sheet.grid, frame.to_sheet(*each.middle))
        else:
            cell = sheet.grid.numbering.cell(str(each.values.get("hex_number", "")))
            inside = cell is not None and 1 <= cell[0] <= sheet.grid.columns and 1 <= cell[1] <= sheet.grid.rows
            cell = cell if inside else None
        if cell is None:
            drops.add("hex", "it lies off the map", each.name)
        elif cell in cells:
            drops.add("hex", "another lies on the same hex of the map", each.name)
        else:
            cells[cell] = each
    return sheet, cells


def _own_sheet(hexes: Sequence[HexFeature], name: str, target: Target) -> tuple[MapSheet, dict[Cell, HexFeature]]:
    """A sheet with the grid of the file. `q` and `r` are axial; a column's shift follows from them."""
    by_axial: dict[tuple[int, int], HexFeature] = {}
    for each in hexes:
        by_axial.setdefault((each.values["q"], each.values["r"]), each)
    up = 1 if _grows_north(by_axial) else -1
    # Northwards, a step of q to the east of the same r stands half a hex higher; southwards, lower.
    halves = {axial: up * (2 * axial[1] + axial[0]) for axial in by_axial}
    columns = {q for q, _ in by_axial}
    low, left = min(halves.values()), min(columns)
    width = max(columns) - left + 1
    raised = "odd" if any((halves[axial] - low) % 2 and (axial[0] - left) % 2 == 0 for axial in by_axial) else "even"
    cells = {(q - left + 1, (halves[q, r] - low) // 2 + 1): each for (q, r), each in by_axial.items()}
    height = max(row for _, row in cells)
    if width > MOST_SIDE or height > MOST_SIDE:
        raise BadFile(Place(name), f"Its {width} × {height} hexes are too many; a map has at most {MOST_SIDE} × {MOST_SIDE}.")
    numbering = Numbering(
        "{column:02}{row:02}" if max(width, height) < 100 else "{column:03}{row:03}", width, height, "top-left"
    )
    grid = Grid(width, height, numbering, "columns", "odd" if raised == "odd" else "even", _metres(by_axial) or 1000.0)
    first = next(iter(cells))
    place = Georeference(cells[first].middle, cell_centre(grid, first)).settled
    sheet = target.sheet
    return MapSheet(sheet.id, grid, sheet.title, sheet.contour_interval, georeference=place), cells


def _grows_north(by_axial: Mapping[tuple[int, int], HexFeature]) -> bool:
    for (q, r), each in by_axial.items():
        other = by_axial.get((q, r + 1))
        if other is not None:
            return other.middle[1] > each.middle[1]
    return False


def _metres(by_axial: Mapping[tuple[int, int], HexFeature]) -> float | None:
    """Metres from hex to hex, up and down a column, to the decimals of files."""
    for (q, r), each in by_axial.items():
        other = by_axial.get((q, r + 1))
        if other is not None:
            away = abs(other.middle[1] - each.middle[1]) * math.pi / 180 * EARTH_RADIUS_M
            return min(max(round(away, 4), 0.01), 1_000_000.0)
    return None
