"""Terrain painted hex by hex: kinds that fill hexes as contents of hexes, other areas as outlines along hexsides.

An area whose outline runs along hexsides is ground of whole hexes: painting beside it lets it grow, erasing cuts it, and two
of the same kind that come to touch are one.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from itertools import count
from types import MappingProxyType

from core.geometry.hexes import Hex
from core.geometry.layout import SheetFrame, to_plane
from core.geometry.outlines import hexes_within, outlines
from core.model.box import GameBox, PlacedSheet
from core.model.edits.extents import MOST_KNOWN, Extents, extent_of, overlap
from core.model.edits.map_edits import ChangeItems
from core.model.maps import Area, HexContent, Item, ItemRef, Polygon
from core.model.terrain import Terrain, TerrainKind

WholeHexes = tuple[int, Area, frozenset[Hex]]
"""The key of an area that is ground of whole hexes, the area, and its hexes."""


class HexAreas:
    """Which areas of a box are ground of whole hexes, and which hexes they are. Each area is measured once."""

    def __init__(self) -> None:
        self.extents = Extents()
        self._known: dict[int, tuple[Area, SheetFrame, frozenset[Hex] | None]] = {}

    def near(self, placed: PlacedSheet, hexes: Collection[Hex]) -> Iterator[WholeHexes]:
        """The areas of whole hexes on a sheet that may touch some hexes."""
        if not hexes:
            return
        span = extent_of(placed.frame, hexes)
        for key, area in placed.sheet.items("areas").keyed():
            if overlap(self.extents.of(area), span):
                ground = self.hexes(placed, area)
                if ground is not None:
                    yield key, area, ground

    def warm(self, box: GameBox) -> Iterator[None]:
        """Measures every area of a box, one a step, so that the first stroke need not."""
        for placed in box.sheets:
            for area in placed.sheet.areas:
                self.extents.of(area)
                yield

    def hexes(self, placed: PlacedSheet, area: Area) -> frozenset[Hex] | None:
        """The hexes that an area consists of; None when its outline leaves the hexsides."""
        known = self._known.get(id(area))
        if known is None or known[0] is not area or known[1] != placed.frame:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            ground = hexes_within([placed.frame.to_lattice(point) for point in ring] for ring in area.shape)
            known = self._known[id(area)] = area, placed.frame, ground or None
        return known[2]


def paint_terrain(
    box: GameBox, terrain: Terrain, hexes: Collection[Hex], areas: HexAreas, replacing: bool = True
) -> ChangeItems:
    """Terrain of a kind that is an area or fills hexes, in every playable one of some hexes.

    With `replacing`, other areas of whole hexes give way where an area is painted.
    """
    label = f"Paint {terrain.name.lower()}"
    changes: dict[ItemRef, Item | None] = {}
    if terrain.kind is TerrainKind.HEX:
        for place in hexes:
            for placed, cell in box.prints(place):
                old = placed.sheet.hexes.get(cell)
                new = HexContent(terrain.id) if old is None else replace(old, terrain=terrain.id)
                changes[ItemRef(placed.file, "hexes", cell)] = new
        return ChangeItems(label, MappingProxyType(changes))
    for placed, ground in by_sheet(box, hexes):
        free = count(placed.sheet.items("areas").next_key)
        changes |= _grown(placed, terrain.id, ground, areas, free)
        if replacing:
            changes |= cut_areas(placed, ground, areas, lambda area: area.terrain != terrain.id, free)
    return ChangeItems(label, MappingProxyType(changes))


def unpaint_terrain(box: GameBox, terrain: Terrain, hexes: Collection[Hex], areas: HexAreas) -> ChangeItems:
    """Some hexes without terrain of a kind, as far as it was painted hex by hex."""
    changes: dict[ItemRef, Item | None] = {}
    for placed, ground in by_sheet(box, hexes):
        if terrain.kind is TerrainKind.HEX:
            cells = [placed.frame.cell(place) for place in ground]
            held = [cell for cell in cells if cell in placed.sheet.hexes and placed.sheet.hexes[cell].terrain == terrain.id]
            changes |= {ItemRef(placed.file, "hexes", cell): None for cell in held}
        else:
            free = count(placed.sheet.items("areas").next_key)
            changes |= cut_areas(placed, ground, areas, lambda area: area.terrain == terrain.id, free)
    return ChangeItems(f"Take away {terrain.name.lower()}", MappingProxyType(changes))


def _grown(
    placed: PlacedSheet, terrain: str, ground: frozenset[Hex], areas: HexAreas, free: Iterator[int]
) -> dict[ItemRef, Item | None]:
    """An area that covers some hexes and takes in those of its kind that it touches, unless they have different names."""
    touched = [each for each in areas.near(placed, ground) if each[1].terrain == terrain and _touch(each[2], ground)]
    names = [area.name for _, area, _ in touched if area.name]
    name = names[0] if names else ""
    joined = [each for each in touched if each[1].name in (name, "")]
    for _, area, theirs in touched:
        if area.name not in (name, ""):
            ground -= theirs
    whole = ground.union(*(theirs for _, _, theirs in joined))
    if not ground or any(theirs == whole for _, _, theirs in joined):
        return {}
    return _set_pieces(placed, joined, Area(terrain, ()), whole, free)


def _touch(a: frozenset[Hex], b: frozenset[Hex]) -> bool:
    """Whether two pieces of ground share a hex or a hexside."""
    small, large = sorted((a, b), key=len)
    return any(place in large or any(near in large for near in place.neighbours()) for place in small)


def cut_areas(
    placed: PlacedSheet, ground: frozenset[Hex], areas: HexAreas, takes: Callable[[Area], bool], free: Iterator[int]
) -> dict[ItemRef, Item | None]:
    """Areas of whole hexes without some of their hexes, as changes of a sheet.

    `takes` says which areas; `free` gives keys to pieces that are cut off.
    """
    changes: dict[ItemRef, Item | None] = {}
    for key, area, theirs in areas.near(placed, ground):
        if takes(area) and not ground.isdisjoint(theirs):
            changes |= _set_pieces(placed, [(key, area, theirs)], area, theirs - ground, free)
    return changes


def _set_pieces(
    placed: PlacedSheet,
    old: Collection[tuple[int, Area, frozenset[Hex]]],
    model: Area,
    ground: frozenset[Hex],
    free: Iterator[int],
) -> dict[ItemRef, Item | None]:
    """Areas on every connected piece of ground, in the place of old ones.

    Each piece takes after the old area of which it holds most, and after the model where it holds nothing of any.
    """
    changes: dict[ItemRef, Item | None] = {ItemRef(placed.file, "areas", key): None for key, _, _ in old}
    left = {key for key, _, _ in old}
    for rings in outlines(ground):
        piece = hexes_within(rings) or frozenset()
        held = sorted(old, key=lambda each: (bool(each[1].name), len(each[2] & piece)), reverse=True)
        held = [each for each in held if not piece.isdisjoint(each[2])]
        key = next((key for key, _, _ in held if key in left), None)
        left.discard(key if key is not None else 0)
        like = held[0][1] if held else model
        ref = ItemRef(placed.file, "areas", key if key is not None else next(free))
        changes[ref] = replace(like, shape=_shape(placed.frame, rings))
    return changes


def _shape(frame: SheetFrame, rings: Iterable[Iterable[tuple[int, int]]]) -> Polygon:
    shape = []
    for ring in rings:
        points = tuple(frame.to_sheet(to_plane(corner)) for corner in ring)
        shape.append((*points, points[0]))
    return tuple(shape)


def by_sheet(box: GameBox, hexes: Collection[Hex]) -> Iterator[tuple[PlacedSheet, frozenset[Hex]]]:
    """The sheets that print any of some hexes, each with those that it prints."""
    found: dict[int, set[Hex]] = {}
    for place in hexes:
        for number, _ in box.cells.get(place, ()):
            found.setdefault(number, set()).add(place)
    for number in sorted(found):
        yield box.sheets[number], frozenset(found[number])
