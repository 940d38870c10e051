"""Jumps and retreats of BCS straight from the texts and the shipped charts: slow and obvious, hex by hex, nothing shared with
the code that is judged but hexes and how far they are from each other.

Only the sea is closed to anybody; supply routes lead down one road, which has no fork.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from core.geometry.hexes import Hex

MOST_COMBAT_UNITS = 2
RETREAT = 3


@dataclass(frozen=True)
class Lying:
    """A counter in a hex: its side and kind, how far it engages, and whether it screens."""

    side: str
    kind: str
    at: Hex
    reach: int = 1
    screens: bool = False


@dataclass(frozen=True)
class PlainGround:
    """A map with counters on it: its hexes, the sea, hexes with a road that serves, and the route of each side."""

    hexes: frozenset[Hex]
    sea: frozenset[Hex]
    roads: frozenset[Hex]
    routes: dict[str, tuple[Hex, ...]]
    lying: tuple[Lying, ...] = ()
    rivers: frozenset[frozenset[Hex]] = field(default=frozenset())

    def enemies(self, side: str) -> frozenset[Hex]:
        """Where counters of others lie."""
        return frozenset(each.at for each in self.lying if each.side != side)

    def controlled(self, side: str) -> frozenset[Hex]:
        """The zones of control of others: of combat units, screens too, into the hexes around them but the sea."""
        fighting = (each for each in self.lying if each.side != side and each.kind == "combat")
        return frozenset(near for each in fighting for near in each.at.neighbours() if near not in self.sea)

    def engaged(self, side: str) -> frozenset[Hex]:
        """The engagement zones of others: of combat units but screens, as far as they reach."""
        firing = [each for each in self.lying if each.side != side and each.kind == "combat" and not each.screens]
        return frozenset(h for h in self.hexes for each in firing if 0 < each.at.distance(h) <= each.reach)

    def level(self, side: str, more: Iterable[Hex] = ()) -> int:
        """How much the route of a side is blocked, perhaps with enemies in some more hexes: by units 2, by zones alone 1."""
        others = [each for each in self.lying if each.side != side and not each.screens]
        units = {each.at for each in others} | set(more)
        zones = {near for each in others if each.kind == "combat" for near in each.at.neighbours()}
        zones |= {h for h in self.hexes for each in others if each.kind == "combat" and 0 < each.at.distance(h) <= each.reach}
        zones -= {each.at for each in self.lying if each.side == side}
        route = self.routes.get(side, ())
        return 2 if units & set(route) else 1 if zones & set(route) else 0

    def blocks(self, side: str, place: Hex) -> bool:
        """Whether a counter of a side would block a route of others in a hex."""
        return any(self.level(other, (place,)) > self.level(other) for other in self.routes if other != side)

    def jumped_to(self, side: str, *, on_road: bool) -> frozenset[Hex]:
        """Every hex in which a headquarters, or trains, may be after a soft jump."""
        barred = self.sea | self.enemies(side) | self.controlled(side) | self.engaged(side)
        found = (h for h in self.hexes - barred if not on_road or h in self.roads)
        return frozenset(h for h in found if not self.blocks(side, h))

    def ways(self, side: str, start: Hex, coming: int) -> list[tuple[Hex, ...]]:
        """Every legal way of a retreat of some combat units: the farthest, and of these those through fewest enemy zones."""
        found = [way for way in self._from(side, (start,)) if len(way) > 1 and self._fits(side, way[-1], coming)]
        farthest = max(map(len, found), default=0)
        found = [way for way in found if len(way) == farthest]
        zones = self.controlled(side)

        def met(way: tuple[Hex, ...]) -> int:
            return sum(h in zones for h in way[1:])

        least = min(map(met, found), default=0)
        return [way for way in found if met(way) == least]

    def _from(self, side: str, way: tuple[Hex, ...]) -> Iterator[tuple[Hex, ...]]:
        yield way
        closed = self.sea | self.enemies(side)
        for near in way[-1].neighbours() if len(way) <= RETREAT else ():
            farther = near.distance(way[0]) > way[-1].distance(way[0])
            if near in self.hexes and near not in closed and farther and frozenset((way[-1], near)) not in self.rivers:
                yield from self._from(side, (*way, near))

    def _fits(self, side: str, place: Hex, coming: int) -> bool:
        there = sum(each.at == place and each.side == side and each.kind == "combat" for each in self.lying)
        return there + coming <= MOST_COMBAT_UNITS
