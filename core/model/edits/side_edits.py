"""Features painted along hexsides.

What lies on a side that two maps print is written on both; a side on a seam, of which no map prints both hexes, is kept by one.
"""

from collections.abc import Collection, Iterable
from itertools import count
from types import MappingProxyType

from core.geometry.outlines import Hexside
from core.model.box import GameBox, PlacedSheet
from core.model.edits.map_edits import ChangeItems
from core.model.edits.motions import can_name
from core.model.maps import Item, ItemRef, SideFeature
from core.model.terrain import Terrain


def paint_sides(box: GameBox, feature: Terrain, sides: Iterable[Hexside]) -> ChangeItems:
    """A feature along hexsides between playable hexes; none is put where it is already."""
    changes: dict[ItemRef, Item | None] = {}
    there = {
        placed.file: {frozenset(side.between) for side in placed.sheet.sides if side.feature == feature.id}
        for placed in box.sheets
    }
    free = {placed.file: count(placed.sheet.items("sides").next_key) for placed in box.sheets}
    for side in dict.fromkeys(sides):
        if not all(place in box.cells for place in side):
            continue
        seen = [(placed, (placed.frame.cell(side[0]), placed.frame.cell(side[1]))) for placed in box.sheets]
        keeping = [(placed, cells) for placed, cells in seen if _prints(box, placed, side) == 2]
        if not keeping and not any(frozenset(cells) in there[placed.file] for placed, cells in seen):
            beyond = [(placed, cells) for placed, cells in seen if _prints(box, placed, side)]
            keeping = [(placed, cells) for placed, cells in beyond if can_name(placed.sheet.grid.numbering, cells)][:1]
        for placed, cells in keeping:
            if frozenset(cells) not in there[placed.file]:
                changes[ItemRef(placed.file, "sides", next(free[placed.file]))] = SideFeature(feature.id, cells)
    return ChangeItems(f"Paint {feature.name.lower()}", MappingProxyType(changes))


def remove_sides(box: GameBox, sides: Iterable[Hexside], features: Collection[str] = ()) -> ChangeItems:
    """Hexsides without features, or without those of some kinds."""
    changes: dict[ItemRef, Item | None] = {}
    wanted = list(dict.fromkeys(sides))
    for placed in box.sheets:
        between = {frozenset(map(placed.frame.cell, side)) for side in wanted}
        for key, side in placed.sheet.items("sides").keyed():
            if frozenset(side.between) in between and (not features or side.feature in features):
                changes[ItemRef(placed.file, "sides", key)] = None
    return ChangeItems("Remove along hexsides", MappingProxyType(changes))


def _prints(box: GameBox, placed: PlacedSheet, side: Hexside) -> int:
    """How many of the two hexes of a side a sheet prints."""
    return sum(sheet is placed for place in side for sheet, _ in box.prints(place))
