"""Taking things off the map hex by hex."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from itertools import count
from types import MappingProxyType

from core.geometry.hex_clip import hex_under, outside
from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre
from core.geometry.lines import inside
from core.geometry.outlines import outlines
from core.model.box import GameBox, PlacedSheet
from core.model.edits.extents import Extents, extent_of, overlap
from core.model.edits.hex_edits import HexAreas, cut_areas
from core.model.edits.map_edits import ChangeItems
from core.model.maps import Contour, Item, ItemRef, Low, Name, Path, Section, Spot, Zone

Allows = Callable[[Section, str], bool]
"""Whether items of a section, and of a kind of terrain where that matters, may be changed."""

Changes = dict[ItemRef, Item | None]


@dataclass(frozen=True, slots=True)
class Erased:
    """What erasing would do. `crossing` are areas of free outline that lie partly in the hexes; they are left as they are,
    because cutting them is no matter of whole hexes."""

    edit: ChangeItems
    crossing: tuple[ItemRef, ...] = ()


def erase(box: GameBox, hexes: Collection[Hex], sections: Collection[Section], areas: HexAreas, allows: Allows) -> Erased:
    """Takes what lies in some hexes off the map, of some sections and where it may be changed.

    Lines are cut where they enter a hex; areas of whole hexes lose hexes; an area of free outline goes when all of it lies in
    the hexes; a hexside feature when one of its hexes is among them.
    """
    changes: Changes = {}
    crossing: list[ItemRef] = []
    ground = frozenset(place for place in hexes if place in box.cells)
    # A sheet may hold areas and hexsides of hexes that only its neighbour prints.
    for placed in box.sheets:
        for section in sections:
            match section:
                case "hexes":
                    changes |= _contents(placed, ground, allows)
                case "areas":
                    free = count(placed.sheet.items("areas").next_key)
                    changes |= cut_areas(placed, ground, areas, lambda area: allows("areas", area.terrain), free)
                    changes |= _free_areas(placed, ground, areas, allows, crossing)
                case "paths" | "contours":
                    changes |= _lines(placed, section, ground, areas.extents, allows)
                case "sides":
                    changes |= _sides(placed, ground, allows)
                case "zones":
                    changes |= _zones(placed, ground, allows)
                case _:
                    changes |= _points(placed, section, ground, allows)
    return Erased(ChangeItems("Erase", MappingProxyType(changes)), tuple(crossing))


def _contents(placed: PlacedSheet, ground: frozenset[Hex], allows: Allows) -> Changes:
    cells = [placed.frame.cell(place) for place in ground]
    held = [cell for cell in cells if cell in placed.sheet.hexes]
    return {ItemRef(placed.file, "hexes", cell): None for cell in held if allows("hexes", placed.sheet.hexes[cell].terrain)}


def _free_areas(
    placed: PlacedSheet, ground: frozenset[Hex], areas: HexAreas, allows: Allows, crossing: list[ItemRef]
) -> Changes:
    gone: Changes = {}
    whole = all(len(piece) == 1 for piece in outlines(ground))
    span = extent_of(placed.frame, ground)
    for key, area in placed.sheet.items("areas").keyed():
        if not overlap(areas.extents.of(area), span) or areas.hexes(placed, area) is not None:
            continue
        if not allows("areas", area.terrain):
            continue
        ref = ItemRef(placed.file, "areas", key)
        ring = [placed.frame.to_plane(point) for point in area.shape[0]]
        left = outside(ring, ground)
        if left == () and whole:
            gone[ref] = None
        elif left is not None or any(inside(ring, plane_centre(place)) for place in ground):
            crossing.append(ref)
    return gone


def _lines(placed: PlacedSheet, section: Section, ground: frozenset[Hex], extents: Extents, allows: Allows) -> Changes:
    span = extent_of(placed.frame, ground)
    items = placed.sheet.items(section)
    free = count(items.next_key)
    changes: Changes = {}
    for key, item in items.keyed():
        assert isinstance(item, Path | Contour)
        if not overlap(extents.of(item), span) or not allows(section, item.feature if isinstance(item, Path) else ""):
            continue
        pieces = outside([placed.frame.to_plane(point) for point in item.line], ground)
        if pieces is None:
            continue
        changes[ItemRef(placed.file, section, key)] = None
        for number, piece in enumerate(pieces):
            ref = ItemRef(placed.file, section, next(free) if number else key)
            changes[ref] = replace(item, line=tuple(placed.frame.to_sheet(point) for point in piece))
    return changes


def _sides(placed: PlacedSheet, ground: frozenset[Hex], allows: Allows) -> Changes:
    cells = {placed.frame.cell(place) for place in ground}
    return {
        ItemRef(placed.file, "sides", key): None
        for key, side in placed.sheet.items("sides").keyed()
        if not cells.isdisjoint(side.between) and allows("sides", side.feature)
    }


def _zones(placed: PlacedSheet, ground: frozenset[Hex], allows: Allows) -> Changes:
    cells = {placed.frame.cell(place) for place in ground}
    changes: Changes = {}
    for key, zone in placed.sheet.items("zones").keyed():
        assert isinstance(zone, Zone)
        if not zone.cells.isdisjoint(cells) and allows("zones", ""):
            left = zone.cells - cells
            changes[ItemRef(placed.file, "zones", key)] = replace(zone, cells=left) if left else None
    return changes


def _points(placed: PlacedSheet, section: Section, ground: frozenset[Hex], allows: Allows) -> Changes:
    if not allows(section, ""):
        return {}
    gone: Changes = {}
    for key, item in placed.sheet.items(section).keyed():
        assert isinstance(item, Spot | Low | Name)
        if hex_under(placed.frame.to_plane(item.at)) in ground:
            gone[ItemRef(placed.file, section, key)] = None
    return gone
