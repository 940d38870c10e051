"""Ways of supply, as far as enemies and their zones go: which hexes a source can be reached from.

Terrain and roads are not looked at, so that a way that is found here is one that players look along, and none that they must
believe; where none is found, there is none, unless the book takes a zone away that terrain does not let it reach.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.rules.kernel.forces import Forces, Unit

_NUMBER = re.compile(r"[A-Za-z]{0,3}\d[\w.]*\d|[A-Za-z]?\d")
"""A printed number of a hex, among other words."""


def open_hexes(forces: Forces, side: str, is_unit: Callable[[Unit], bool], has_zone: Callable[[Unit], bool]) -> frozenset[Hex]:
    """The hexes that a way of a side's supply may go through: without enemies, and without their zones but where its own units
    stand.
    """
    own, enemies, zones = set[Hex](), set[Hex](), set[Hex]()
    for spot in forces.deployment.stacks:
        if not isinstance(spot, Hex):
            continue
        for unit in forces.units(spot):
            if not is_unit(unit):
                continue
            if unit.side == side:
                own.add(spot)
            else:
                enemies.add(spot)
                zones |= set(spot.neighbours()) if has_zone(unit) else set()
    return frozenset(place for place in forces.box.cells if place not in enemies and (place not in zones or place in own))


def reached(open_: frozenset[Hex], sources: Iterable[Hex]) -> frozenset[Hex]:
    """The open hexes from which a way leads to one of the sources."""
    found = {place for place in sources if place in open_}
    waiting = deque(found)
    while waiting:
        for near in waiting.popleft().neighbours():
            if near in open_ and near not in found:
                found.add(near)
                waiting.append(near)
    return frozenset(found)


def named_hexes(box: GameBox, words: str) -> tuple[Hex, ...]:
    """The hexes that some words name by their printed numbers; none where one of the numbers is none of the maps."""
    found = []
    for word in _NUMBER.findall(words):
        try:
            found.append(box.hex(word))
        except WrongUse:
            return ()
    return tuple(found)
