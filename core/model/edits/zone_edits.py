"""Set-up zones and entry areas painted in hexes."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from types import MappingProxyType

from core.geometry.hexes import Hex
from core.model.box import GameBox, PlacedSheet
from core.model.edits.hex_edits import by_sheet
from core.model.edits.map_edits import ChangeItems
from core.model.maps import Item, ItemRef, Zone


def same_zone(a: Zone, b: Zone) -> bool:
    """Whether two zones, perhaps of different sheets, are parts of one: they say the same of themselves."""
    return (a.kind, a.name, a.side) == (b.kind, b.name, b.side)


def zones_of(box: GameBox) -> tuple[Zone, ...]:
    """The zones of a box, those of several sheets that are one told once, in their order."""
    found: list[Zone] = []
    for placed in box.sheets:
        found += [zone for zone in placed.sheet.zones if not any(same_zone(zone, other) for other in found)]
    return tuple(found)


def paint_zone(box: GameBox, zone: Zone, hexes: Collection[Hex]) -> ChangeItems:
    """A zone with more hexes; it begins where no sheet has one that says the same of itself."""
    changes: dict[ItemRef, Item | None] = {}
    for placed, ground in by_sheet(box, hexes):
        cells = frozenset(placed.frame.cell(place) for place in ground)
        ref, old = next(_parts(placed, zone), (ItemRef(placed.file, "zones", placed.sheet.items("zones").next_key), None))
        changes[ref] = replace(old, cells=old.cells | cells) if old is not None else replace(zone, cells=cells)
    return ChangeItems("Paint zone", MappingProxyType(changes))


def unpaint_zone(box: GameBox, zone: Zone, hexes: Collection[Hex]) -> ChangeItems:
    """A zone with fewer hexes; without any it is gone."""
    changes: dict[ItemRef, Item | None] = {}
    for placed, ground in by_sheet(box, hexes):
        cells = frozenset(placed.frame.cell(place) for place in ground)
        for ref, old in _parts(placed, zone):
            left = old.cells - cells
            changes[ref] = replace(old, cells=left) if left else None
    return ChangeItems("Take out of zone", MappingProxyType(changes))


def _parts(placed: PlacedSheet, zone: Zone) -> Iterator[tuple[ItemRef, Zone]]:
    for key, other in placed.sheet.items("zones").keyed():
        if same_zone(zone, other):
            yield ItemRef(placed.file, "zones", key), other
