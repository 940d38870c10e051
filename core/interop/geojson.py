"""GeoJSON (RFC 7946) to items of a sheet: what we have exported, maps of hexes, and features of anybody else.

Coordinates are longitude and latitude (WGS 84), or metres where the sheet itself lies in metres; our own files of maps that lie
nowhere on earth have millimetres on paper. OpenStreetMap data in GeoJSON are features like any other.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from core.base.errors import Place, WrongUse
from core.geometry.layout import Point
from core.interop.cartographer import HexFeature, is_hex, read_hexes
from core.interop.features import GroundFeature, ToSheet, call, place_features, tag_text
from core.interop.ground import GroundFrame, printed_edge
from core.interop.imported import BadFile, Drops, Imported, Progress, Target, bare, filled
from core.interop.own_items import MARK, Given, NotOurs, Values, item_of, real, sheet_of_head
from core.interop.safe_json import read_json
from core.model.maps import SECTIONS, Item, Key, MapSheet, Points
from core.model.translation import Shape, Translation

MOST_COORDINATES = 5_000_000

LEAST_HEX_MM, MOST_HEX_MM = 0.01, 100_000
"""Sizes of a hex on paper that a file of ours can state."""

PAPER, METRES, DEGREES = "paper millimetres", "metres", "degrees"

_SHAPES: Mapping[str, tuple[Shape, int, bool]] = MappingProxyType(
    {
        "Point": ("point", 0, False),
        "MultiPoint": ("point", 0, True),
        "LineString": ("line", 1, False),
        "MultiLineString": ("line", 1, True),
        "Polygon": ("area", 2, False),
        "MultiPolygon": ("area", 2, True),
    }
)
"""Types of geometry: what one of its parts is, how deeply that is nested, and whether there are several."""

DEEPEST = 5
"""Collections of geometries inside each other that are still read."""

_PLAIN_CRS = ("CRS84", "EPSG:4326", "EPSG::4326")


@dataclass(frozen=True, slots=True)
class _Feature:
    """A feature of the file with its geometry taken apart: parts of one kind each."""

    name: str
    kind: Shape
    rings: tuple[Points, ...]
    values: Mapping[str, Any]


def read(data: bytes, name: str, target: Target, translation: Translation, progress: Progress | None = None) -> Imported:
    """The items that a GeoJSON file gives on a sheet.

    A sheet that is to be made new takes its grid from a file that has one (our own, and maps of hexes), and else lies with its
    middle over the middle of the data, unless it says where it lies. Raises BadFile for what is no GeoJSON, WrongUse where
    nobody knows where the sheet lies.
    """
    value = read_json(data, name)
    drops = Drops()
    features = list(_features(value, name, drops))
    mark = value.get(MARK)
    if isinstance(mark, Mapping):
        return _read_own(features, mark, name, target, drops)
    hexes = [
        HexFeature(each.name, each.rings[0], each.values) for each in features if each.kind == "area" and is_hex(each.values)
    ]
    if hexes:
        others = len(features) - len(hexes)
        if others:
            drops.add("feature that is no hex", "the file is a map of hexes", "", others)
        return read_hexes(hexes, name, target, translation, drops)
    sheet = target.sheet
    if sheet.georeference is None and target.grid_is_open:
        points = [point for feature in features for ring in feature.rings for point in ring]
        if not points:
            raise BadFile(Place(name), "The file holds nothing that lies anywhere.")
        sheet = over(sheet, points)
    to_sheet = ground_to_sheet(sheet)
    _check_crs(value, sheet, name)
    placed = [
        GroundFeature(each.name, each.kind, _shape(each), {key: tag_text(v) for key, v in each.values.items() if v is not None})
        for each in features
    ]
    if sheet.georeference and sheet.georeference.unit == "degrees":
        _check_degrees(features, name)
    return place_features(placed, replace(target, sheet=sheet), translation, to_sheet, drops, progress)


def ground_to_sheet(sheet: MapSheet) -> ToSheet:
    """The way from coordinates on the ground to a sheet that says where it lies. Raises WrongUse for one that does not."""
    if sheet.georeference is None:
        raise WrongUse(
            f"Map {sheet.id} does not say where on earth it lies; give the middle of the map as LAT,LON, or import its "
            "elevation first, which tells it."
        )
    frame = GroundFrame.of(sheet.georeference, sheet.grid.hex_m)
    return lambda point: frame.to_sheet(*point)


def _features(value: Mapping[str, Any], name: str, drops: Drops) -> Iterator[_Feature]:
    kind = value.get("type")
    if kind == "FeatureCollection":
        listed = value.get("features")
        if not isinstance(listed, list):
            raise BadFile(Place(name), 'A FeatureCollection has a list of "features"; this one has none.')
    elif kind == "Feature":
        listed = [value]
    elif kind == "GeometryCollection" or (isinstance(kind, str) and kind in _SHAPES):
        listed = [{"type": "Feature", "geometry": value, "properties": {}}]
    else:
        raise BadFile(Place(name), f'This is no GeoJSON: its "type" is "{str(kind)[:40]}", not "FeatureCollection".')
    budget = [MOST_COORDINATES]
    for number, feature in enumerate(listed, 1):
        where = f"feature {number}"
        if not isinstance(feature, Mapping):
            drops.add("feature", "it is no object", where)
            continue
        values = feature.get("properties")
        values = values if isinstance(values, Mapping) else {}
        if feature.get("id") is not None:
            where = f"feature {str(feature['id'])[:40]}"
        # Overpass turned to GeoJSON keeps the tags in a group of their own.
        if isinstance(values.get("tags"), Mapping):
            values = {**values["tags"]}
        geometry = feature.get("geometry")
        if not isinstance(geometry, Mapping):
            drops.add(call({key: tag_text(v) for key, v in values.items()}), "it has no geometry", where)
            continue
        for shape, rings in _parts(geometry, where, drops, budget, name):
            yield _Feature(where, shape, rings, values)


def _parts(
    geometry: Mapping[str, Any], where: str, drops: Drops, budget: list[int], name: str, depth: int = 0
) -> Iterator[tuple[Shape, tuple[Points, ...]]]:
    """The points, lines and areas of a geometry; what has no good coordinates is dropped."""
    kind, coordinates = geometry.get("type"), geometry.get("coordinates")
    if kind == "GeometryCollection":
        listed = geometry.get("geometries")
        if depth == DEEPEST or not isinstance(listed, list) or not listed:
            why = "it is nested too deeply" if depth == DEEPEST else "it has no list of geometries"
            drops.add("collection of geometries", why, where)
            return
        for each in listed:
            if isinstance(each, Mapping):
                yield from _parts(each, where, drops, budget, name, depth + 1)
            else:
                drops.add("geometry", "it is no object", where)
        return
    if not isinstance(kind, str) or kind not in _SHAPES:
        drops.add("geometry", f'there is no geometry of the type "{str(kind)[:40]}"', where)
        return
    shape, nested, many = _SHAPES[kind]
    for part in coordinates if many and isinstance(coordinates, list) and coordinates else [coordinates]:
        rings = _rings(part, nested)
        if rings is None:
            drops.add(shape, "its coordinates are missing or no numbers", where)
            continue
        budget[0] -= sum(len(ring) for ring in rings)
        if budget[0] < 0:
            raise BadFile(
                Place(name), f"The file has more than {MOST_COORDINATES:,} points; cut it to the ground that you need."
            )
        yield shape, rings


def _rings(value: Any, nested: int) -> tuple[Points, ...] | None:
    """Coordinates as rings; a point is a ring of one, a line one ring. None for anything that is not whole."""
    listed = [[value]] if nested == 0 else [value] if nested == 1 else value
    if not isinstance(listed, list) or not listed:
        return None
    rings: list[Points] = []
    for each in listed:
        if not isinstance(each, list):
            return None
        points = [_point(position) for position in each]
        ring = tuple(point for point in points if point is not None)
        if len(ring) < len(points) or len(ring) < (1, 2, 3)[nested]:
            return None
        if nested == 2 and ring[0] != ring[-1]:
            ring = (*ring, ring[0])
        if nested == 2 and len(ring) < 4:
            return None
        rings.append(ring)
    return tuple(rings)


def _point(value: Any) -> Point | None:
    if not isinstance(value, list) or len(value) < 2 or any(isinstance(each, bool) for each in value[:2]):
        return None
    try:
        x, y = float(value[0]), float(value[1])
    except (TypeError, ValueError, OverflowError):
        return None
    return (x, y) if math.isfinite(x) and math.isfinite(y) else None


def _shape(feature: _Feature) -> Any:
    if feature.kind == "area":
        return feature.rings
    return feature.rings[0][0] if feature.kind == "point" else feature.rings[0]


def _section(feature: _Feature) -> Any:
    section = feature.values.get("section")
    return section if section in SECTIONS else None


def _read_own(features: list[_Feature], mark: Mapping[str, Any], name: str, target: Target, drops: Drops) -> Imported:
    """What we have exported: every item as it was, moved where the sheet lies elsewhere on the ground."""
    try:
        wrote = sheet_of_head(mark.get("sheet"))
    except NotOurs as error:
        raise BadFile(Place(name), str(error)) from error
    sheet = wrote if target.grid_is_open else target.sheet
    units = mark.get("units")
    if units == PAPER:
        scale = real(mark.get("hex_mm"), 0.0)
        if not LEAST_HEX_MM <= scale <= MOST_HEX_MM:
            said = f'does not say how large a hex is ("hex_mm", from {LEAST_HEX_MM:g} to {MOST_HEX_MM:,g})'
            raise BadFile(Place(name), f"The file has millimetres on paper and {said}.")
        to_sheet: ToSheet = lambda point: (point[0] / scale, point[1] / scale)  # noqa: E731 - the other way is no name either
    else:
        georeference = sheet.georeference or wrote.georeference
        if georeference is None or georeference.unit != (METRES if units == METRES else DEGREES):
            raise WrongUse(f"Map {sheet.id} and {name} do not know their place in the same way; say where the map lies.")
        to_sheet = ground_to_sheet(replace(sheet, georeference=georeference))
    target = replace(target, sheet=sheet)
    found: dict[Any, list[tuple[Key | None, Item]]] = {}
    seen: set[tuple[str, str]] = set()
    for feature in features:
        section = _section(feature)
        if section is None:
            if feature.values.get("grid"):
                continue
            drops.add(call({key: tag_text(v) for key, v in feature.values.items()}), "it is no item of a map", feature.name)
            continue
        if section == "zones" and (section, feature.name) in seen:
            # A zone of several parts is one item, whose hexes each part states whole.
            continue
        seen.add((section, feature.name))
        rings = tuple(tuple(to_sheet(point) for point in ring) for ring in feature.rings)
        made = item_of(Given(section, rings, feature.values, feature.name), target, drops)
        if made is not None:
            found.setdefault(section, []).append(made)
    return Imported(filled(sheet if target.grid_is_open else bare(sheet), found), drops.listed, frozenset(found))


def over(sheet: MapSheet, points: list[Point]) -> MapSheet:
    """A sheet with its middle over the middle of some points of the ground, degrees if all of them can be."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    edge = printed_edge(sheet.grid)
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    pin = (edge[0] + edge[2]) / 2, (edge[1] + edge[3]) / 2
    geographic = max(map(abs, xs)) <= 360 and max(map(abs, ys)) <= 90
    frame = GroundFrame(middle, pin, sheet.grid.hex_m, geographic)
    return replace(sheet, georeference=frame.georeference)


def _check_degrees(features: list[_Feature], name: str) -> None:
    for feature in features:
        for ring in feature.rings:
            for x, y in ring:
                if abs(x) > 360 or abs(y) > 90:
                    raise BadFile(
                        Place(name),
                        f"The coordinates of {feature.name}, {x:g} and {y:g}, are no longitude and latitude; "
                        "write the file in WGS 84 (EPSG:4326), as GeoJSON wants it.",
                    )


def _check_crs(value: Mapping[str, Any], sheet: MapSheet, name: str) -> None:
    crs = value.get("crs")
    given: Values = crs if isinstance(crs, dict) else {}
    stated = given.get("properties")
    code = str(stated.get("name", "")) if isinstance(stated, Mapping) else ""
    geographic = sheet.georeference is not None and sheet.georeference.unit == "degrees"
    if code and geographic and not code.upper().endswith(_PLAIN_CRS):
        raise BadFile(
            Place(name), f"Its coordinates are in {code[:60]}; write the file in WGS 84 (EPSG:4326), as GeoJSON wants it."
        )
