"""Our own items in files of other formats: their properties as plain values, and the items of such properties again.

GeoJSON and Tiled carry shapes; what else an item says of itself stands in its properties, under the same names in both. A file
that we have written also carries what the sheet says of itself, so that it can be made again without loss.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from core.base.errors import CoreError
from core.geometry.labels import BadPattern, Numbering
from core.geometry.layout import Point, corners, to_plane
from core.geometry.outlines import nearest_corner, side_between
from core.interop.features import exact_height
from core.interop.hex_cells import own_frame
from core.interop.imported import Drops, Target
from core.model.edits.map_edits import settled
from core.model.edits.motions import can_name
from core.model.maps import (
    Area,
    Cell,
    Contour,
    Georeference,
    Grid,
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
    Source,
    Spot,
    Zone,
)

MARK = "phaseline"
"""The key under which our files say that they are ours."""

FORMAT = 1

FARTHEST = 1000
"""No point of a sheet lies farther than this from its origin, in hexes; the largest sheet has half as many."""

OFF_CORNER = 0.01
"""Hexes that the ends of a hexside may lie off its corners: coordinates on the ground are rounded."""

Values = dict[str, Any]


class NotOurs(CoreError):
    """What calls itself ours and is not; the text says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Given:
    """An item as a file gives it: its section, its shape in sheet units, and its properties."""

    section: Section
    rings: Sequence[Points]
    values: Mapping[str, Any]
    name: str


def number(value: Fraction | float) -> int | float:
    """A number as JSON carries it: whole numbers whole, decimals with all their digits.

    >>> number(Fraction(40)), number(Fraction(125, 2))
    (40, 62.5)
    """
    return int(value) if value == int(value) else float(value)


def properties(sheet: MapSheet, section: Section, key: Key, item: Item) -> Values:
    """All that an item says of itself beside its shape; what is empty is left out."""
    text = sheet.grid.numbering.text
    values: Values = {}
    match item:
        case Contour():
            values = {
                "elevation_m": number(item.height),
                "line": item.kind,
                "high": item.high or "",
                "source": item.source,
                "index": _index(sheet, item),
            }
        case Area():
            values = {"terrain": item.terrain, "name": item.name}
        case Path():
            values = {"feature": item.feature, "name": item.name}
        case SideFeature():
            values = {"feature": item.feature, "a": text(*item.between[0]), "b": text(*item.between[1])}
        case HexContent():
            assert isinstance(key, tuple)
            values = {"hex": text(*key), "terrain": item.terrain, "name": item.name}
        case Spot():
            values = {"elevation_m": number(item.height), "name": item.name, "source": item.source}
        case Name():
            values = {"text": item.text, "size": number(item.size), "angle": number(item.angle)}
        case Zone():
            cells = " ".join(text(*cell) for cell in sorted(item.cells))
            values = {"zone": item.kind, "cells": cells, "name": item.name, "side": item.side}
        case Low():
            values = {"source": item.source}
    values["note"] = item.note
    return {"section": section, **{name: value for name, value in values.items() if value != "" and value is not False}}


def item_of(given: Given, target: Target, drops: Drops) -> tuple[Key | None, Item] | None:
    """The item of properties that `properties` has made, and its cell where it is a hex; None where it cannot be kept.

    What cannot be kept, and why, is added to `drops`.
    """
    values, rings = given.values, given.rings
    note, name = _word(values, "note"), _word(values, "name")
    line: Points = rings[0] if rings else ()
    source: Source = "elevation" if values.get("source") == "elevation" else ""
    made: Item | None = None
    key: Key | None = None
    if not all(abs(x) <= FARTHEST and abs(y) <= FARTHEST for ring in rings for x, y in ring):
        drops.add(given.section.removesuffix("s"), "it lies far off the map", given.name)
        return None
    if given.section in ("contours", "spots"):
        height = exact_height(values.get("elevation_m"))
        if height is None:
            drops.add(given.section.removesuffix("s"), "its elevation_m is no number of metres", given.name)
            return None
        if given.section == "spots":
            made = Spot(height, line[0], name, note, source=source) if line else None
        elif len(set(line)) > 1:
            high: Any = values.get("high") if values.get("high") in ("left", "right") else None
            made = Contour(height, line, "broken" if values.get("line") == "broken" else "solid", high, note, source=source)
    elif given.section in ("areas", "paths", "sides", "hexes"):
        word = _word(values, "terrain" if given.section in ("areas", "hexes") else "feature")
        id_ = target.known((word,), given.section)
        if id_ is None:
            drops.add(f'terrain "{word}"', "this box has no such terrain for that", given.name)
            return None
        if given.section == "areas":
            made = Area(id_, tuple(rings), name, note) if rings and all(len(set(ring)) > 2 for ring in rings) else None
        elif given.section == "paths":
            made = Path(id_, line, name, note) if len(set(line)) > 1 else None
        elif given.section == "sides":
            # On a seam one of the two hexes is the neighbour's.
            between = (_cell(target, values.get("a"), 1), _cell(target, values.get("b"), 1))
            made = _side(target, id_, between if all(between) else _cells_beside(target, line), note)
            if made is not None and not can_name(target.sheet.grid.numbering, made.between):
                drops.add("hexside feature on a seam", "the numbers of this map cannot name the hex beyond", given.name)
                return None
        else:
            key = _cell(target, values.get("hex"))
            made = HexContent(id_, name, note) if key else None
    elif given.section == "lows":
        made = Low(line[0], note, source=source) if line else None
    elif given.section == "names":
        text = _word(values, "text") or name
        made = (
            Name(text, line[0], round(real(values.get("size"), 0.35), 4), round(real(values.get("angle"), 0.0), 4) + 0.0, note)
            if line and text
            else None
        )
    else:
        cells = [_cell(target, label) for label in _word(values, "cells").split()]
        lost = sum(1 for cell in cells if cell is None)
        if lost:
            drops.add("hex of a zone", "it lies off the map", given.name, lost)
        kind: Any = _word(values, "zone")
        kind = kind if kind in ("setup", "entry", "exit", "sea") else "other"
        here = frozenset(cell for cell in cells if cell is not None)
        made = Zone(kind, here, name, _word(values, "side"), note) if here else None
    if made is None:
        drops.add(given.section.removesuffix("s"), "its shape or its hexes do not lie on this map", given.name)
        return None
    return key, settled(made)


def head_values(sheet: MapSheet) -> Values:
    """What a sheet says of itself, as plain values."""
    grid = sheet.grid
    numbers = grid.numbering
    values: Values = {
        "id": sheet.id,
        "title": sheet.title,
        "columns": grid.columns,
        "rows": grid.rows,
        "orientation": grid.orientation,
        "raised": grid.raised,
        "hex_m": grid.hex_m,
        "edge": list(grid.edge) if grid.edge else None,
        "number_every": grid.number_every,
        "numbering": numbers.pattern,
        "first": numbers.first,
        "first_column": numbers.first_column,
        "first_row": numbers.first_row,
        "contour_interval_m": None if sheet.contour_interval is None else number(sheet.contour_interval),
        "half_lines": sheet.half_lines or None,
        "georeference": _georeference_values(sheet.georeference),
        "note": sheet.note,
    }
    return {name: value for name, value in values.items() if value not in (None, "")}


def sheet_of_head(values: object) -> MapSheet:
    """The empty sheet of values that `head_values` has made. Raises NotOurs, which names what is wrong."""
    if not isinstance(values, Mapping):
        raise NotOurs("What it says of its map is no group of values.")
    columns, rows = (_count(values, name) for name in ("columns", "rows"))
    orientation = _choice(values, "orientation", ("columns", "rows"))
    raised = _choice(values, "raised", ("odd", "even"))
    first = _choice(values, "first", ("bottom-left", "top-left", "bottom-right", "top-right"))
    hex_m = real(values.get("hex_m"), 114.3)
    if not 0.01 <= hex_m <= 1_000_000:
        raise NotOurs(f"Its hexes cannot be {hex_m:g} m from centre to centre.")
    firsts = [values.get(name, 1) for name in ("first_column", "first_row")]
    if not all(_is_whole(each, 0, 100_000) for each in firsts):
        raise NotOurs("Its numbering does not begin with a whole number.")
    try:
        pattern = str(values.get("numbering", "{column:02}.{row:02}"))
        numbering = Numbering(pattern, columns, rows, first, firsts[0], firsts[1])
    except BadPattern as error:
        raise NotOurs(f"Its {error}.") from error
    every = values.get("number_every", 5)
    every = every if _is_whole(every, 1, 1000) else 5
    grid = Grid(columns, rows, numbering, orientation, raised, hex_m, _edge(values.get("edge")), every)
    interval = exact_height(values.get("contour_interval_m"))
    interval = interval if interval is not None and interval > 0 else None
    title, note = _word(values, "title"), _word(values, "note")
    place = _georeference(values.get("georeference"))
    half_lines = values.get("half_lines") is True
    return MapSheet(_word(values, "id") or "A", grid, title, interval, note=note, georeference=place, half_lines=half_lines)


def side_line(sheet: MapSheet, side: SideFeature) -> Points:
    """The two corners between which a hexside runs, in sheet units."""
    frame = own_frame(sheet.grid)
    first, second = (corners(frame.hex(*cell)) for cell in side.between)
    shared = [corner for corner in first if corner in second]
    return tuple(frame.to_sheet(to_plane(corner)) for corner in shared)


def _index(sheet: MapSheet, contour: Contour) -> bool:
    return sheet.contour_interval is not None and contour.height % (5 * sheet.contour_interval) == 0


def _georeference_values(place: Georeference | None) -> Values | None:
    if place is None:
        return None
    return {"at": list(place.at), "point": list(place.pin), "unit": place.unit, "bearing": place.bearing}


def _georeference(values: object) -> Georeference | None:
    if values is None:
        return None
    if not isinstance(values, Mapping):
        raise NotOurs("Its georeference is no group of values.")
    at, pin = _point(values.get("at")), _point(values.get("point"))
    unit = _choice(values, "unit", ("degrees", "metres"))
    return Georeference(at, pin, unit, real(values.get("bearing"), 0.0)).settled


def _point(value: object) -> Point:
    if isinstance(value, Sequence) and len(value) == 2:
        x, y = real(value[0], math.nan), real(value[1], math.nan)
        if math.isfinite(x) and math.isfinite(y):
            return x, y
    raise NotOurs("A point of its georeference is no pair of numbers.")


def _edge(value: object) -> tuple[float, float, float, float] | None:
    if not isinstance(value, Sequence) or len(value) != 4:
        return None
    x0, y0, x1, y1 = (real(each, math.nan) for each in value)
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def _count(values: Mapping[str, Any], name: str) -> int:
    value: Any = values.get(name)
    if not isinstance(value, int) or not _is_whole(value, 1, 500):
        raise NotOurs(f'Its "{name}" must be a whole number from 1 to 500, not {str(value)[:40]}.')
    return value


def _is_whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _choice(values: Mapping[str, Any], name: str, allowed: tuple[str, ...]) -> Any:
    value = values.get(name, allowed[0])
    if value not in allowed:
        raise NotOurs(f'Its "{name}" cannot be "{str(value)[:40]}". Allowed: {", ".join(allowed)}.')
    return value


def _word(values: Mapping[str, Any], name: str) -> str:
    value = values.get(name)
    return "" if value is None else str(value)


def real(value: object, otherwise: float) -> float:
    """A finite number as JSON gives it, `otherwise` for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return otherwise
    try:
        number = float(value)
    except OverflowError:
        return otherwise
    return number if math.isfinite(number) else otherwise


def _cell(target: Target, label: object, beyond: int = 0) -> Cell | None:
    grid = target.sheet.grid
    cell = grid.numbering.cell(str(label)) if label is not None else None
    return cell if cell and _is_near(grid, cell, beyond) else None


def _is_near(grid: Grid, cell: Cell, beyond: int = 0) -> bool:
    """Whether a grid has a cell, or one that lies so many cells beyond its edge."""
    return 1 - beyond <= cell[0] <= grid.columns + beyond and 1 - beyond <= cell[1] <= grid.rows + beyond


def _cells_beside(target: Target, line: Points) -> tuple[Cell | None, Cell | None]:
    """The cells on both sides of a hexside drawn as a line, for numbers that do not tell: those of the hexside that the line
    runs along from corner to corner."""
    frame = own_frame(target.sheet.grid)
    if len(line) != 2:
        return None, None
    first, last = (nearest_corner(frame.to_lattice(point)) for point in line)
    side = side_between(first, last)
    ends = zip((first, last), line, strict=True)
    if side is None or any(math.dist(frame.to_sheet(to_plane(corner)), point) > OFF_CORNER for corner, point in ends):
        return None, None
    return frame.cell(side[0]), frame.cell(side[1])


def _side(target: Target, feature: str, between: tuple[Cell | None, Cell | None], note: str) -> SideFeature | None:
    a, b = between
    grid = target.sheet.grid
    frame = own_frame(grid)
    if a is None or b is None or frame.hex(*a).distance(frame.hex(*b)) != 1:
        return None
    if not _is_near(grid, a) and not _is_near(grid, b):
        return None
    return SideFeature(feature, (a, b), note)
