"""Which kinds of terrain a hex holds: for movement and set-up, where one asks what is in a hex and not what a line meets."""

from collections.abc import Mapping

from core.geometry.hex_ground import has_ground, holds_point
from core.geometry.hexes import Hex
from core.geometry.layout import LatticePoint, centre
from core.model.box import GameBox
from core.model.terrain import Terrain

_Bounds = tuple[int, int, int, int]
_Rings = tuple[tuple[LatticePoint, ...], ...]

REACH = 2048
"""Lattice units from the centre of a hex to its farthest point, along either axis."""


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

    def title(self, kind: str) -> str:
        """What people call a kind of terrain."""
        found = self._terrain.get(kind)
        return found.name if found is not None else kind

    def _of(self, place: Hex) -> tuple[frozenset[str], frozenset[str]]:
        if place not in self._known:
            self._known[place] = self._found(place)
        return self._known[place]

    def _found(self, place: Hex) -> tuple[frozenset[str], frozenset[str]]:
        if self._areas is None:
            self._areas = self._prepared()
        x, y = centre(place)
        kinds = {
            content.terrain for placed, cell in self._box.prints(place) if (content := placed.sheet.hexes.get(cell)) is not None
        }
        kinds |= {
            kind for kind, (left, low, right, top), rings in self._areas
            if left <= x <= right and low <= y <= top and holds_point(rings, (x, y))
        }  # fmt: skip
        ways = {
            kind for kind, (left, low, right, top), rings in self._paths
            if left - REACH <= x <= right + REACH and low - REACH <= y <= top + REACH and has_ground(rings, place)
        }  # fmt: skip
        return frozenset(kinds), frozenset(ways)

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
