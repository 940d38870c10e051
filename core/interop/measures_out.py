"""Control measures as GeoJSON (RFC 7946): each a feature with its lines as they are drawn, control points, and its meaning.

They lie where `geojson_out` puts the sheet that they are written for, and the same foreign member says in which units. A
feature carries a symbol code only where the code of its kind is certain: a wrong one would be believed. `measures_in` reads
such a file back without loss.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from core.geometry.layout import Point
from core.geometry.measures.drawing import UndrawablePoints
from core.geometry.measures.parts import Drawn
from core.interop.features import ToSheet
from core.interop.geojson import DEGREES, PAPER
from core.interop.geojson_out import DECIMALS, way_to_ground
from core.interop.imported import Dropped, Drops
from core.interop.own_items import FORMAT, MARK, Values
from core.interop.own_items import number as plain_number
from core.model.box import PlacedSheet
from core.model.graphics import Measure, MeasureKind, MeasureKinds, drawing, label, whole
from core.model.sidc import Sidc

CONTROL_MEASURES = "25"
"""The symbol set of control measures."""

_NO_IDENTITIES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Plotted:
    """A measure to be written, or that was read. `sheet` is the id of the op sheet that it belongs to, empty for none, `side`
    that of the sheet, whose a measure is that names none; `planned` says that it is not in force."""

    measure: Measure
    sheet: str = ""
    planned: bool = False
    side: str = ""


def measures_geojson(
    plotted: Iterable[Plotted],
    kinds: MeasureKinds,
    placed: PlacedSheet,
    hex_mm: Fraction,
    identities: Mapping[str, str] = _NO_IDENTITIES,
    size: float = 1.0,
) -> tuple[str, tuple[Dropped, ...]]:
    """The text of a file with measures on a sheet, and what of them it cannot carry.

    `identities` are those of symbol codes ("friend", "hostile") by side; other sides are unknown. `size` is that of letters and
    ornaments.
    """
    units, to_ground = way_to_ground(placed.sheet, float(hex_mm))
    writer = _Writer(placed, to_ground, DECIMALS[units], identities, size)
    features = []
    for number, each in enumerate(plotted, 1):
        kind = kinds.kinds.get(each.measure.kind)
        if kind is None:
            writer.drops.add("control measure", f'there is no kind "{each.measure.kind}"', each.measure.text)
            continue
        try:
            features.append(writer.feature(number, each, kind))
        except UndrawablePoints as error:
            writer.drops.add(kind.title.lower(), str(error).removesuffix("."), each.measure.text)
    mark: Values = {"format": FORMAT, "units": units}
    if units == PAPER:
        mark["hex_mm"] = plain_number(hex_mm)
    if units != DEGREES:
        mark["warning"] = f"Coordinates are {units}, not longitude and latitude: other programs will show them elsewhere."
    left_out = writer.drops.listed
    if left_out:
        mark["left_out"] = [str(each) for each in left_out]
    body = ",\n".join(_json(feature) for feature in features)
    return f'{{"type": "FeatureCollection",\n"{MARK}": {_json(mark)},\n"features": [\n{body}\n]}}\n', left_out


class _Writer:
    def __init__(
        self, placed: PlacedSheet, to_ground: ToSheet, decimals: int, identities: Mapping[str, str], size: float
    ) -> None:
        self._placed, self._to_ground, self._decimals = placed, to_ground, decimals
        self._identities, self._size = identities, size
        self.drops = Drops()

    def feature(self, number: int, plotted: Plotted, kind: MeasureKind) -> Values:
        """One measure."""
        measure = plotted.measure
        # In the units of the sheet, so that left and right are those of the map.
        own = whole(kind, replace(measure, points=tuple(map(self._placed.frame.to_sheet, measure.points))), self._size)
        values: Values = {
            "graphic_kind": kind.id,
            "title": kind.title,
            "name": measure.text,
            "label": label(kind, measure),
            "side": measure.side or plotted.side,
            "own_side": bool(measure.side),
            "units": list(measure.units),
            "echelon": measure.echelon,
            "alternate": measure.alternate,
            "planned": plotted.planned,
            "note": measure.note,
            "opsheet_id": plotted.sheet,
            "sidc": self._sidc(plotted, kind),
            "control_points": [self._point(point) for point in own.points],
            "control_point_roles": list(kind.recipe.roles_of(len(own.points))),
        }
        return {
            "type": "Feature",
            "id": f"measures/{number}",
            "geometry": self._geometry(drawing(kind, own, self._size), own),
            "properties": {key: value for key, value in values.items() if value},
        }

    def _geometry(self, drawn: Drawn, measure: Measure) -> Values:
        """All its lines, those of filled rings too; the place of a measure that is letters alone."""
        lines = [[self._point(point) for point in line] for line in drawn.lines()]
        if not lines:
            return {"type": "Point", "coordinates": self._point(measure.points[0])}
        return {"type": "MultiLineString", "coordinates": lines}

    def _sidc(self, plotted: Plotted, kind: MeasureKind) -> str:
        measure = plotted.measure
        if not kind.entity:
            if kind.group != "free":
                self.drops.add(f"symbol code of {kind.title.lower()}", "it is not certain", measure.text)
            return ""
        code = Sidc.of(
            kind.entity,
            symbol_set=CONTROL_MEASURES,
            identity=self._identities.get(measure.side or plotted.side, "unknown"),
            echelon=measure.echelon if kind.shows_echelon else "",
            status="planned" if plotted.planned else "present",
        )
        return str(code)

    def _point(self, point: Point) -> list[float]:
        x, y = self._to_ground(point)
        return [round(x, self._decimals) + 0.0, round(y, self._decimals) + 0.0]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
