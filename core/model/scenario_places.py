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
    near = _within(box, frozenset(set_up.hexes), set_up.within)
    return frozenset(near & box.cells.keys()) | zone_hexes(box, set_up.zone)


def _within(box: GameBox, hexes: frozenset[Hex], reach: int) -> set[Hex]:
    """The hexes within so many of some, as far as the map reaches, over gaps between maps as well."""
    if 3 * reach * reach * len(hexes) <= len(box.cells):
        return {place for each in hexes for place in each.within(reach)}
    # A way between two hexes need not leave the columns and rows between them, so that nothing beyond those is gone through.
    every = box.cells.keys() | hexes
    least_q, most_q = min(place.q for place in every), max(place.q for place in every)
    least_r, most_r = min(place.r for place in every), max(place.r for place in every)
    found, last = set(hexes), hexes
    for _ in range(reach):
        last = frozenset(
            near
            for place in last
            for near in place.neighbours()
            if near not in found and least_q <= near.q <= most_q and least_r <= near.r <= most_r
        )
        if not last:
            break
        found |= last
    return found


def entry_hexes(box: GameBox, arrival: Arrival) -> tuple[Hex, ...]:
    """The entry hexes of an arrival: its own, else those of the zone that its area names."""
    return arrival.hexes or tuple(sorted(zone_hexes(box, arrival.area)))
