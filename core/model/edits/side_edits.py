"""Features painted along hexsides."""

from collections.abc import Collection, Iterable, Iterator
from itertools import count
from types import MappingProxyType

from core.geometry.outlines import Hexside
from core.model.box import GameBox, PlacedSheet
from core.model.edits.map_edits import ChangeItems
from core.model.maps import Cell, Item, ItemRef, SideFeature
from core.model.terrain import Terrain


def paint_sides(box: GameBox, feature: Terrain, sides: Iterable[Hexside]) -> ChangeItems:
    """A feature along hexsides between playable hexes; none is put where it is already."""
    changes: dict[ItemRef, Item | None] = {}
    wanted = list(dict.fromkeys(sides))
    for placed in box.sheets:
        there = {frozenset(side.between) for side in placed.sheet.sides if side.feature == feature.id}
        free = count(placed.sheet.items("sides").next_key)
        for cells in _cells(box, placed, wanted):
            if frozenset(cells) not in there:
                changes[ItemRef(placed.file, "sides", next(free))] = SideFeature(feature.id, cells)
    return ChangeItems(f"Paint {feature.name.lower()}", MappingProxyType(changes))


def remove_sides(box: GameBox, sides: Iterable[Hexside], features: Collection[str] = ()) -> ChangeItems:
    """Hexsides without features, or without those of some kinds."""
    changes: dict[ItemRef, Item | None] = {}
    wanted = list(dict.fromkeys(sides))
    for placed in box.sheets:
        between = {frozenset(cells) for cells in _cells(box, placed, wanted)}
        for key, side in placed.sheet.items("sides").keyed():
            if frozenset(side.between) in between and (not features or side.feature in features):
                changes[ItemRef(placed.file, "sides", key)] = None
    return ChangeItems("Remove along hexsides", MappingProxyType(changes))


def _cells(box: GameBox, placed: PlacedSheet, sides: Iterable[Hexside]) -> Iterator[tuple[Cell, Cell]]:
    """The cells of a sheet on both sides of hexsides, where it prints both."""
    for side in sides:
        cells = [cell for place in side for sheet, cell in box.prints(place) if sheet is placed]
        if len(cells) == 2:
            yield cells[0], cells[1]
