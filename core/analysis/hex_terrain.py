"""Which kinds of terrain a hex holds: for movement and set-up, where one asks what is in a hex and not what a line meets."""

from collections.abc import Collection, Mapping

import shapely

from core.geometry.hex_ground import has_ground, holds_point
from core.geometry.hexes import Hex
from core.geometry.layout import LatticePoint, centre, corners
from core.model.box import GameBox
from core.model.terrain import Terrain

_Bounds = tuple[int, int, int, int]
_Rings = tuple[tuple[LatticePoint, ...], ...]

REACH = 2048
"""Lattice units from the centre of a hex to its farthest point, along either axis."""

ROOM = 1
"""So many lattice units from its edge a hex may lie open and still count as filled: outlines are drawn by hand."""


class HexTerrain:
    """The terrain in the hexes of a box, found when first asked for."""

    def __init__(self, box: GameBox, terrain: Mapping[str, Terrain]) -> None:
        self._box, self._terrain = box, terrain
        self._areas: list[tuple[str, _Bounds, _Rings]] | None = None
        self._paths: list[tuple[str, _Bounds, _Rings]] = []
        self._known: dict[Hex, tuple[frozenset[str], frozenset[str]]] = {}

    def kinds(self, place: Hex) -> frozenset[str]:
        """What fills a hex, by the ids of terrain: its own content, and the areas around its centre dot."""
        return self._of(place)[0]

    def ways(self, place: Hex) -> frozenset[str]:
        """The roads, rivers and other centre lines that come into a hex."""
        return self._of(place)[1]

    def is_filled(self, place: Hex, kinds: Collection[str]) -> bool:
        """Whether kinds of terrain, by their ids, leave nothing of a hex: as its own content, or by areas that cover all of it
        together."""
        contents = (placed.sheet.hexes.get(cell) for placed, cell in self._box.prints(place))
        if any(content is not None and content.terrain in kinds for content in contents):
            return True
        shape = shapely.Polygon(corners(place)).buffer(-ROOM)
        left, low, right, top = shape.bounds
        covers = [
            shapely.make_valid(shapely.Polygon(rings[0], [ring for ring in rings[1:] if len(ring) > 3]))
            for kind, bounds, rings in self._drawn
            if kind in kinds and bounds[0] <= right and left <= bounds[2] and bounds[1] <= top and low <= bounds[3]
        ]
        return bool(covers) and bool(shapely.union_all(covers).covers(shape))

    def title(self, kind: str) -> str:
        """What people call a kind of terrain."""
        found = self._terrain.get(kind)
        return found.name if found is not None else kind

    def _of(self, place: Hex) -> tuple[frozenset[str], frozenset[str]]:
        if place not in self._known:
            self._known[place] = self._found(place)
        return self._known[place]

    def _found(self, place: Hex) -> tuple[frozenset[str], frozenset[str]]:
        areas = self._drawn
        x, y = centre(place)
        kinds = {
            content.terrain for placed, cell in self._box.prints(place) if (content := placed.sheet.hexes.get(cell)) is not None
        }
        kinds |= {
            kind for kind, (left, low, right, top), rings in areas
            if left <= x <= right and low <= y <= top and holds_point(rings, (x, y))
        }  # fmt: skip
        ways = {
            kind for kind, (left, low, right, top), rings in self._paths
            if left - REACH <= x <= right + REACH and low - REACH <= y <= top + REACH and has_ground(rings, place)
        }  # fmt: skip
        return frozenset(kinds), frozenset(ways)

    @property
    def _drawn(self) -> list[tuple[str, _Bounds, _Rings]]:
        """The areas that are drawn; with them the paths are at hand."""
        if self._areas is None:
            self._areas = self._prepared()
        return self._areas

    def _prepared(self) -> list[tuple[str, _Bounds, _Rings]]:
        areas = []
        for placed in self._box.sheets:
            at = placed.frame.to_lattice
            for area in placed.sheet.areas:
                rings = tuple(tuple(at(point) for point in ring) for ring in area.shape)
                areas.append((area.terrain, _bounds(rings[0]), rings))
            for path in placed.sheet.paths:
                line = tuple(at(point) for point in path.line)
                # There and back again it encloses nothing, so that only what it meets counts.
                self._paths.append((path.feature, _bounds(line), ((*line, *line[-2::-1]),)))
        return areas


def _bounds(points: tuple[LatticePoint, ...]) -> _Bounds:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)
