"""What lies over hexes for a mover: zones, interdiction, rubble, friends on the road; each with the rule that puts it there."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from core.rules.kernel.modifiers import Item
from core.rules.kernel.rulings import Reason

By = Literal["any", "off", "road"]
"""Which steps into a hex are meant: all of them, those across country, those along a way."""


@dataclass(frozen=True, slots=True)
class Layer:
    """Hexes, by their numbers on the net, and what they do to a mover that enters them.

    `item` is added to the cost of each of them; `closed` says that they are not entered and `stops` that a move ends in them.
    `least` is what a step along a way costs there at least, before anything is added. `reason` says why, for one hex as its
    field {hex}. `zone` tells that zones of control are at work, which players may want to leave out; `spared` that it counts
    only when they do, in the place of what zones swallow. `passing` are hexes that are gone through and that no move ends in.
    """

    name: str
    hexes: frozenset[int]
    reason: Reason
    item: Item | None = None
    by: By = "any"
    closed: bool = False
    stops: bool = False
    least: Fraction | None = None
    zone: bool = False
    spared: bool = False
    passing: bool = False
    warns: bool = False

    def counts(self, along: bool) -> bool:
        """Whether it counts for a step along a way, or across country."""
        return self.by == "any" or (self.by == "road") == along
