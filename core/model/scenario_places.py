"""The hexes that a scenario means: where a set-up lets units be, and where reinforcements come in."""

from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.scenario import Arrival, SetUp


def zone_hexes(box: GameBox, name: str) -> frozenset[Hex]:
    """The playable hexes of all zones with a name, whatever the case of its letters; none for ""."""
    if not name:
        return frozenset()
    folded = name.casefold()
    cells = (
        placed.frame.hex(*cell)
        for placed in box.sheets for zone in placed.sheet.zones if zone.name.casefold() == folded for cell in zone.cells
    )  # fmt: skip
    return frozenset(place for place in cells if place in box.cells)


def set_up_hexes(box: GameBox, set_up: SetUp) -> frozenset[Hex]:
    """The hexes of the map where a set-up lets units be: all of them where it names no place, none for a box beside the map."""
    if not set_up.hexes and not set_up.zone:
        return frozenset() if set_up.box else frozenset(box.cells)
    near = {place for each in set_up.hexes for place in each.within(set_up.within)}
    return frozenset(near & box.cells.keys()) | zone_hexes(box, set_up.zone)


def entry_hexes(box: GameBox, arrival: Arrival) -> tuple[Hex, ...]:
    """The entry hexes of an arrival: its own, else those of the zone that its area names."""
    return arrival.hexes or tuple(sorted(zone_hexes(box, arrival.area)))
