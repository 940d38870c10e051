"""Control measures of a GeoJSON file that `measures_out` has written, as they were: by their control points, not their lines.

A file that was made for a map that lies elsewhere on the ground is read where its coordinates say; one in millimetres on paper
where they lie on the sheet.
"""

from collections.abc import Mapping
from typing import Any

from core.base.errors import Place, WrongUse, did_you_mean
from core.geometry.layout import Point
from core.interop.features import ToSheet
from core.interop.geojson import DEGREES, LEAST_HEX_MM, METRES, MOST_HEX_MM, PAPER, ground_to_sheet
from core.interop.imported import BadFile, Dropped, Drops
from core.interop.measures_out import Plotted
from core.interop.own_items import FARTHEST, MARK, real
from core.interop.safe_json import read_json
from core.model.box import PlacedSheet
from core.model.edits.map_edits import settled_point
from core.model.graphics import Measure, MeasureKind, MeasureKinds

MOST_POINTS = 10_000
"""Control points of one measure."""

KIND = "graphic_kind"
"""The property by which a feature says what it is."""


def read_measures(
    data: bytes, name: str, kinds: MeasureKinds, placed: PlacedSheet
) -> tuple[tuple[Plotted, ...], tuple[Dropped, ...]]:
    """The measures of a file on a sheet, and what of the file was not taken.

    Raises BadFile for what is no such file, WrongUse where file and map do not know their place in the same way.
    """
    value = read_json(data, name)
    mark, features = value.get(MARK), value.get("features")
    if value.get("type") != "FeatureCollection" or not isinstance(features, list):
        raise BadFile(Place(name), 'This is no GeoJSON with a list of "features".')
    if not isinstance(mark, Mapping):
        raise BadFile(Place(name), f'The file does not say that Phaseline has written it (there is no "{MARK}").')
    reader = _Reader(name, kinds, placed, _way_back(mark, name, placed))
    found = [made for feature in features if (made := reader.feature(feature)) is not None]
    return tuple(found), reader.drops.listed


def _way_back(mark: Mapping[str, Any], name: str, placed: PlacedSheet) -> ToSheet:
    """How coordinates of the file become points of the sheet."""
    units, sheet = mark.get("units"), placed.sheet
    if units == PAPER:
        scale = real(mark.get("hex_mm"), 0.0)
        if not LEAST_HEX_MM <= scale <= MOST_HEX_MM:
            said = f'("hex_mm", from {LEAST_HEX_MM:g} to {MOST_HEX_MM:,g})'
            raise BadFile(Place(name), f"The file has millimetres on paper and does not say how large a hex is {said}.")
        return lambda point: (point[0] / scale, point[1] / scale)
    place = sheet.georeference
    if place is None or place.unit != {DEGREES: "degrees", METRES: "metres"}.get(str(units)):
        raise WrongUse(f"Map {sheet.id} and {name} do not know their place in the same way; say where the map lies.")
    return ground_to_sheet(sheet)


class _Reader:
    def __init__(self, name: str, kinds: MeasureKinds, placed: PlacedSheet, to_sheet: ToSheet) -> None:
        self._name, self._kinds, self._placed, self._to_sheet = name, kinds, placed, to_sheet
        self.drops = Drops()

    def feature(self, feature: object) -> Plotted | None:
        """The measure of a feature; None for one that is none, or cannot be drawn."""
        values = feature.get("properties") if isinstance(feature, Mapping) else None
        if not isinstance(values, Mapping) or KIND not in values:
            self.drops.add("feature", f'it is no control measure: it has no "{KIND}"')
            return None
        id_, called = _word(values, KIND), _word(values, "name")
        kind = self._kinds.kinds.get(id_)
        if kind is None:
            near = did_you_mean(id_, self._kinds.kinds).strip().rstrip("?.")
            self.drops.add("control measure", f'there is no kind "{id_}"' + (f" ({near}?)" if near else ""), called)
            return None
        points = self._points(values.get("control_points"))
        if not self._fits(kind, points):
            self.drops.add(kind.title.lower(), f"its control points are not those of its kind ({_needs(kind)})", called)
            return None
        units = values.get("units")
        side = _word(values, "side")
        own = bool(values.get("own_side")) or not _word(values, "opsheet_id")
        measure = Measure(
            kind.id,
            points,
            called,
            side if own else "",
            tuple(str(each) for each in units) if isinstance(units, list) else (),
            _word(values, "echelon"),
            values.get("alternate") is True,
            _word(values, "note"),
        )
        return Plotted(measure, _word(values, "opsheet_id"), values.get("planned") is True, "" if own else side)

    def _points(self, listed: object) -> tuple[Point, ...]:
        """Control points in the plane; none where one of them is no point, or lies far off the map."""
        if not isinstance(listed, list) or len(listed) > MOST_POINTS:
            return ()
        found = []
        for each in listed:
            if not isinstance(each, list) or len(each) != 2:
                return ()
            x, y = (real(part, float("inf")) for part in each)
            if float("inf") in (x, y):
                return ()
            point = self._to_sheet((x, y))
            if max(abs(point[0]), abs(point[1])) > FARTHEST:
                return ()
            found.append(settled_point(self._placed.frame.to_plane(point)))
        return tuple(found)

    @staticmethod
    def _fits(kind: MeasureKind, points: tuple[Point, ...]) -> bool:
        return len(points) >= kind.least and (not kind.most or len(points) <= kind.most)


def _needs(kind: MeasureKind) -> str:
    if kind.most == kind.least:
        return f"{kind.least}"
    return f"{kind.least} to {kind.most}" if kind.most else f"{kind.least} or more"


def _word(values: Mapping[str, Any], name: str) -> str:
    value = values.get(name)
    return "" if value is None else str(value)
