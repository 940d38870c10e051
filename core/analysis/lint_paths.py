"""Roads and tracks that stop just short of another, and look as if they met it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import shapely

from core.analysis.lint_items import DOUBLED, Sheet, near, place_of, what
from core.geometry.hexes import Hex
from core.geometry.layout import Point, hex_at, to_lattice
from core.model.box import GameBox
from core.model.edits.map_edits import ChangeItems, settled_line
from core.model.issues import Issue, Severity
from core.model.maps import ItemRef, Path

NEAR = 0.25
"""Hexes: a road that stops so near to another, without meeting it, was meant to meet it."""

MEETS = 0.02
"""Hexes between two roads that a player sees meet: the width of a printed road."""

AT_BUILDING = 0.15
"""Hexes from its end to a building that a road leads to."""

NETS: Mapping[str, tuple[str, ...]] = {"road": ("road", "trail", "track", "street", "lane"), "rail": ("rail",)}
"""What ids of terrain hold that units follow from one to the other; rivers and streams may end anywhere."""

Known = dict[ItemRef, tuple[Path, shapely.LineString]]
Stub = tuple[ItemRef, Point, ItemRef, Point]
"""A path, its end, the path that it just misses, and the point of that which is nearest."""


def net_of(feature: str) -> str:
    """The net that a path belongs to, empty for none.

    >>> net_of("secondary-road"), net_of("railway"), net_of("stream")
    ('road', 'rail', '')
    """
    return next((net for net, words in NETS.items() if any(word in feature for word in words)), "")


class PathFindings:
    """Finds stubs. The lines of paths that are still the same values are taken from the findings `before`."""

    def __init__(self, box: GameBox, sheets: Mapping[str, Sheet], before: "PathFindings | None" = None) -> None:
        self._box = box
        self._names = next(iter(sheets.values())).names if sheets else {}
        self._sections = tuple(placed.sheet.items("paths") for placed in box.sheets)
        self._buildings: shapely.STRtree
        self._at_building: dict[Point, bool] = {}
        self._know_buildings(before)
        self._known: Known = {}
        self._stubs: tuple[Stub, ...]
        self._told: dict[Stub, tuple[Path, Path, Issue]] = {}
        self._last = before._told if before is not None else {}
        if before is not None and all(a is b for a, b in zip(before._sections, self._sections, strict=True)):
            self._known, self._stubs = before._known, before._stubs
            return
        for placed in box.sheets:
            for key, path in placed.sheet.items("paths").keyed():
                ref = ItemRef(placed.file, "paths", key)
                known = before._known.get(ref) if before is not None else None
                if known is None or known[0] is not path:
                    if not net_of(path.feature) or len(set(path.line)) < 2:
                        continue
                    known = path, shapely.LineString([placed.frame.to_plane(point) for point in path.line])
                self._known[ref] = known
        self._stubs = tuple(_stubs(self._known, [sheet.edge for sheet in sheets.values()]))

    def issues(self) -> Iterator[Issue]:
        """Every stub that does not end in a village or at a building."""
        for stub in self._stubs:
            ref, at, other, _ = stub
            if _is_settled(self._box, hex_at(to_lattice(at))) or self._is_at_building(at):
                continue
            path, road = self._known[ref][0], self._known[other][0]
            made = self._last.get(stub)
            if made is None or made[0] is not path or made[1] is not road:
                made = path, road, self._issue(stub, path, road)
            self._told[stub] = made
            yield made[2]

    def _issue(self, stub: Stub, path: Path, road: Path) -> Issue:
        ref, at, other, foot = stub
        text = f"The {what(path, self._names)} ends {_away(at, foot):.2f} hexes short of the {what(road, self._names)} near"
        text += f" {near(self._box, at)}; units cannot follow one to the other."
        frame = self._box.sheet(ref.sheet).frame
        met, end = frame.to_sheet(foot), frame.to_sheet(at)
        first = _away(path.line[0], end) <= _away(path.line[-1], end)
        drawn = settled_line((met, *path.line) if first else (*path.line, met))
        fix = ChangeItems(f"Lead {what(path, self._names)} on to the next", {ref: replace(path, line=drawn)})
        return Issue(place_of(path, ref), text, Severity.WARNING, "20.1", "road-stub", (ref, other), at, fix)

    def _know_buildings(self, before: "PathFindings | None") -> None:
        self._areas = tuple(placed.sheet.items("areas") for placed in self._box.sheets)
        if before is not None and all(a is b for a, b in zip(before._areas, self._areas, strict=True)):
            self._buildings, self._at_building = before._buildings, before._at_building
            return
        outlines = [
            shapely.Polygon([placed.frame.to_plane(point) for point in area.shape[0]])
            for placed in self._box.sheets
            for area in placed.sheet.areas
            if "building" in area.terrain and area.shape and len(area.shape[0]) > 3
        ]
        self._buildings = shapely.STRtree(outlines)

    def _is_at_building(self, at: Point) -> bool:
        known = self._at_building.get(at)
        if known is None:
            found = self._buildings.query(shapely.Point(at), predicate="dwithin", distance=AT_BUILDING)
            known = self._at_building[at] = bool(len(found))
        return known


def _away(one: Point, two: Point) -> float:
    return float(np.hypot(one[0] - two[0], one[1] - two[1]))


def _is_settled(box: GameBox, place: Hex) -> bool:
    """Whether something fills the hex: a village, a town."""
    return any(cell in placed.sheet.hexes for placed, cell in box.prints(place))


def _stubs(known: Known, edges: Sequence[tuple[float, float, float, float]]) -> Iterator[Stub]:
    """Ends that come near to a path of the same net but meet none: path, end, the nearest path, its nearest point."""
    refs = list(known)
    shapes = [known[ref][1] for ref in refs]
    if len(shapes) < 2:
        return
    tree = shapely.STRtree(shapes)
    ends: list[tuple[int, Point]] = []
    for number, shape in enumerate(shapes):
        coordinates: npt.NDArray[np.float64] = shapely.get_coordinates(shape)
        first, last = tuple(coordinates[0].tolist()), tuple(coordinates[-1].tolist())
        if first != last:
            ends += [(number, first), (number, last)]
    if not ends:
        return
    rims = shapely.MultiLineString([shapely.box(*edge).exterior for edge in edges])
    spots = shapely.points([at for _, at in ends])
    off_rim = shapely.distance(rims, spots) > NEAR
    found: dict[int, list[int]] = {}
    for end, other in zip(*tree.query(spots, predicate="dwithin", distance=NEAR), strict=True):
        number = ends[int(end)][0]
        if int(other) != number and net_of(known[refs[int(other)]][0].feature) == net_of(known[refs[number]][0].feature):
            found.setdefault(int(end), []).append(int(other))
    for end, others in sorted(found.items()):
        number, at = ends[end]
        away, nearest = min((float(shapes[other].distance(spots[end])), other) for other in others)
        if away <= MEETS or not off_rim[end] or shapes[number].length < DOUBLED:
            continue
        shape = shapes[nearest]
        foot = shape.interpolate(shape.project(spots[end]))
        if shapely.LineString([at, (foot.x, foot.y)]).intersection(shapes[number]).length <= DOUBLED:
            yield refs[number], at, refs[nearest], (float(foot.x), float(foot.y))
