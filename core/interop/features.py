"""Features on the ground (roads, waters, woods, houses, contours, peaks, places) as items of a sheet, by a table."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

import shapely
from shapely import GeometryCollection, LineString
from shapely import Polygon as Shape
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge

from core.geometry.layout import Point
from core.interop.crossings import Crossings
from core.interop.elsewhere import WHOLE_FILE, Reach, elsewhere_words
from core.interop.ground import GroundFrame, printed_edge
from core.interop.imported import Dropped, Drops, Imported, Progress, Target, bare
from core.model.maps import Area, Contour, MapSheet, Name, Path, Points, Polygon, Section, Spot
from core.model.translation import FeatureRow, Translation
from core.model.translation import Shape as Kind

DECIMALS = 4
HIGHEST_M = 12_000
HEIGHT_KEYS = ("elevation_m", "ele", "elev", "ELEV", "contour", "CONTOUR", "height", "hoehe")
"""Keys under which files state a height in metres, the plainest first."""

TELLING_KEYS = ("highway", "railway", "waterway", "natural", "landuse", "building", "place", "amenity", "leisure", "barrier")
"""Keys of OpenStreetMap that say what a feature is, for words about features that nobody has translated."""

OUTSIDE = "it lies outside the map"
"""Why a feature is dropped that does not reach the printed edge."""

WAYS = frozenset({"highway", "railway"})
"""Keys of what leads over a bridge."""

ToSheet = Callable[[Point], Point]


@dataclass(frozen=True, slots=True)
class GroundFeature:
    """One feature: `name` is how its file calls it; `shape` is a point, the points of a line, or the rings of an area."""

    name: str
    kind: Kind
    shape: Point | Points | Polygon
    tags: Mapping[str, str]


def place_features(
    features: Sequence[GroundFeature],
    target: Target,
    translation: Translation,
    to_sheet: ToSheet,
    drops: Drops,
    progress: Progress | None = None,
) -> Imported:
    """The items that features are on a sheet; everything that becomes none goes to `drops`.

    `to_sheet` leads from the coordinates of the features to sheet units. Shapes are cut a little beyond the printed edge,
    thinned, and settled to the decimals of files.
    """
    placer = _Placer(target, translation, to_sheet, drops)
    for number, feature in enumerate(features):
        if progress is not None and number % 64 == 0:
            progress(number / len(features), "placing features")
        placer.place(feature)
    sheet, dropped = placer.sheet(), drops.listed
    if not placer.found and (words := placer.elsewhere) is not None:
        dropped = (Dropped(WHOLE_FILE, "", words), *dropped)
    return Imported(sheet, dropped, frozenset(placer.brings))


def exact_height(value: object) -> Fraction | None:
    """A height in metres as it was written, None where it is no number or none on earth.

    >>> exact_height("62.5 m"), exact_height("high"), exact_height(40)
    (Fraction(125, 2), None, Fraction(40, 1))
    """
    text = str(value).strip().removesuffix("m").strip()
    try:
        height = Decimal(text)
    except InvalidOperation:
        return None
    return Fraction(height) if height.is_finite() and abs(height) <= HIGHEST_M else None


def call(tags: Mapping[str, str]) -> str:
    """What a feature is, in words of its own file: one telling tag.

    >>> call({"name": "x", "highway": "steps"}), call({})
    ('highway=steps', 'feature without properties')
    """
    for key in (*TELLING_KEYS, *sorted(tags)):
        if key in tags:
            return f"{key}={tags[key]}"[:60]
    return "feature without properties"


def tag_text(value: Any) -> str:
    """A property as a tag: words stay, numbers lose their trailing zeros, yes and no for true and false."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


class _Placer:
    def __init__(self, target: Target, translation: Translation, to_sheet: ToSheet, drops: Drops) -> None:
        self._target, self._translation, self._to_sheet, self._drops = target, translation, to_sheet, drops
        self._numbers = {name: float(value) for name, value in translation.numbers.items()}
        x0, y0, x1, y1 = printed_edge(target.sheet.grid)
        over = self._numbers["overrun"]
        self._printed = shapely.box(x0, y0, x1, y1)
        self._paper = shapely.box(x0 - over, y0 - over, x1 + over, y1 + over)
        shapely.prepare(self._printed)
        shapely.prepare(self._paper)
        self._crossings = Crossings(target, translation, drops)
        self._found: dict[Section, list[Any]] = {}
        self._outside = Reach()
        self.brings: set[Section] = set()

    def sheet(self) -> MapSheet:
        """The sheet with what was found, and nothing else."""
        sections: dict[str, Any] = {section: tuple(items) for section, items in self._found.items()}
        # Bridges are no reason to take the rivers off that they lead over: "sides" is not among what this brings.
        sections["sides"] = self._crossings.sides
        return replace(bare(self._target.sheet), **sections)

    @property
    def found(self) -> bool:
        """Whether anything has come onto the sheet."""
        return any(self._found.values()) or bool(self._crossings.sides)

    @property
    def elsewhere(self) -> str | None:
        """Where what fell outside lies, in words; None where nothing did."""
        middle, sheet = self._outside.middle, self._target.sheet
        if middle is None or sheet.georeference is None:
            return None
        frame, (x0, y0, x1, y1) = GroundFrame.of(sheet.georeference, sheet.grid.hex_m), printed_edge(sheet.grid)
        return elsewhere_words(middle, frame.to_ground((x0 + x1) / 2, (y0 + y1) / 2), frame.geographic)

    def place(self, feature: GroundFeature) -> None:
        """Finds the row of one feature and makes its items."""
        row = self._translation.row(feature.tags, feature.kind)
        if row is None:
            self._drops.add(call(feature.tags), "nobody has said what this is on a map", feature.name)
            return
        self.brings.add(row.section)
        if row.section in ("areas", "paths"):
            id_ = self._target.known(row.terrain, row.section)
            if id_ is None:
                wanted = row.terrain[0] if row.terrain else call(feature.tags)
                self._drops.add(call(feature.tags), f'this box has no terrain "{wanted}"', feature.name)
                return
            self._terrain(feature, row, id_)
        elif row.section == "contours":
            self._contour(feature)
        else:
            self._dot(feature, row)

    def _terrain(self, feature: GroundFeature, row: FeatureRow, id_: str) -> None:
        name = feature.tags.get("name", "")
        if row.section == "paths":
            lines = self._lines(feature, self._numbers["tolerance"])
            self._found.setdefault("paths", []).extend(Path(id_, line, name) for line in lines)
            if feature.tags.get("bridge", "no") != "no" and WAYS & feature.tags.keys():
                # The whole of it: many a bridge is too short to be drawn as a piece of its own.
                points: Any = feature.shape
                whole = LineString([self._to_sheet(point) for point in points])
                if self._printed.intersects(whole):
                    self._crossings.note(feature.name, whole)
        else:
            house = "building" in row.tags or id_ == "building"
            shapes = self._areas(feature, house)
            self._found.setdefault("areas", []).extend(Area(id_, shape, name) for shape in shapes)

    def _contour(self, feature: GroundFeature) -> None:
        height = next(
            (h for key in HEIGHT_KEYS if key in feature.tags and (h := exact_height(feature.tags[key])) is not None), None
        )
        if height is None:
            self._drops.add(call(feature.tags), "its height is no number of metres", feature.name)
            return
        lines = self._lines(feature, self._numbers["tolerance"])
        self._found.setdefault("contours", []).extend(Contour(height, line) for line in lines)

    def _dot(self, feature: GroundFeature, row: FeatureRow) -> None:
        x, y = self._to_sheet(feature.shape)  # type: ignore[arg-type]  # the row fits points only
        at = round(x, DECIMALS) + 0.0, round(y, DECIMALS) + 0.0
        if not self._printed.intersects(shapely.Point(at)):
            self._leave_outside(feature)
            return
        name = feature.tags.get("name", "")
        if row.section == "names":
            if not name:
                self._drops.add(call(feature.tags), "it has no name", feature.name)
                return
            self._found.setdefault("names", []).append(Name(name, at, float(row.size or Fraction(35, 100))))
            return
        height = next(
            (h for key in HEIGHT_KEYS if key in feature.tags and (h := exact_height(feature.tags[key])) is not None), None
        )
        if height is None:
            self._drops.add(call(feature.tags), "its height is no number of metres", feature.name)
            return
        self._found.setdefault("spots", []).append(Spot(height, at, name))

    def _leave_outside(self, feature: GroundFeature) -> None:
        shape: Any = feature.shape
        self._outside.note([shape] if feature.kind == "point" else shape if feature.kind == "line" else shape[0])
        self._drops.add(call(feature.tags), OUTSIDE, feature.name)

    def _inside(self, shape: BaseGeometry) -> BaseGeometry:
        """A shape cut a little beyond the printed edge; nothing of one, or of parts of one, that do not reach the edge."""
        if self._printed.contains(shape):
            return shape
        parts = shapely.get_parts(shape.intersection(self._paper))
        return GeometryCollection([part for part in parts if self._printed.intersects(part)])

    def _lines(self, feature: GroundFeature, tolerance: float) -> list[Points]:
        points: Any = feature.shape
        line = LineString([self._to_sheet(point) for point in points])
        inside = self._inside(line)
        pieces = _of_kind(inside, LineString)
        if len(pieces) > 1:
            pieces = _of_kind(linemerge(pieces), LineString)
        found = []
        for piece in pieces:
            points = _settled(piece.simplify(tolerance).coords)
            if piece.length >= self._numbers["least_length"] and len(set(points)) > 1:
                found.append(points)
        if not found:
            if inside.is_empty:
                self._leave_outside(feature)
            else:
                self._drops.add(call(feature.tags), "it is too short for the map", feature.name)
        return found

    def _areas(self, feature: GroundFeature, house: bool) -> list[Polygon]:
        rings: Any = feature.shape
        tolerance = self._numbers["building_tolerance" if house else "tolerance"]
        least = self._numbers["least_building" if house else "least_area"]
        whole: BaseGeometry = Shape(*_closed([[self._to_sheet(point) for point in ring] for ring in rings]))
        if not whole.is_valid:
            whole = shapely.make_valid(whole)
        inside = self._inside(whole)
        # Snapping to the decimals of files may make a shape cross itself; this keeps it whole.
        settled = shapely.set_precision(inside.simplify(tolerance), 10**-DECIMALS)
        found = [_rings(each) for each in _of_kind(settled, Shape) if each.area >= least]
        if not found:
            if inside.is_empty:
                self._leave_outside(feature)
            else:
                self._drops.add(call(feature.tags), "it is too small for the map", feature.name)
        return found


def _height(tags: Mapping[str, str]) -> Fraction | None:
    heights = (exact_height(tags[key]) for key in HEIGHT_KEYS if key in tags)
    return next((height for height in heights if height is not None), None)


def _closed(rings: list[list[Point]]) -> tuple[list[Point], list[list[Point]]]:
    return rings[0], rings[1:]


def _of_kind(shape: BaseGeometry, kind: type[Any]) -> list[Any]:
    """The parts of a shape that are of a kind, however deeply they are collected."""
    if shape.geom_type.startswith("Multi") or shape.geom_type == "GeometryCollection":
        return [each for part in shapely.get_parts(shape) for each in _of_kind(part, kind)]
    return [shape] if isinstance(shape, kind) and not shape.is_empty else []


def _rings(shape: Any) -> Polygon:
    shape = shapely.orient_polygons(shape)
    return tuple(_settled(ring.coords) for ring in (shape.exterior, *shape.interiors))


def _settled(points: Iterable[Any]) -> Points:
    settled: list[Point] = []
    for x, y, *_ in points:
        point = round(float(x), DECIMALS) + 0.0, round(float(y), DECIMALS) + 0.0
        if not settled or settled[-1] != point:
            settled.append(point)
    return tuple(settled)
