"""Combats that were left with steps to be taken: what is owed after a roll is not lost by looking elsewhere."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from core.geometry.hexes import Hex

if TYPE_CHECKING:
    from app.documents.combat import Combat

_TOLD = ("target", "others", "side", "kind", "chits", "near", "chosen", "source", "given", "judged", "odds", "_began_by")
"""What a combat knows of itself before its roll (`app.documents.combat.Combat`)."""

_ROLLED = ("fight", "result", "rolls", "because", "steps", "at", "_taken", "_undone", "_fled")
"""What it knows of what followed (`app.documents.combat_after.Aftermath`)."""


@dataclass(frozen=True, slots=True)
class Owed:
    """A combat that was left: the hexes that were attacked, how many steps are to come, who looked at it (`whose`), and all
    that was known of it and of what followed its roll, by the names of the attributes."""

    places: tuple[Hex, ...]
    count: int
    whose: Hashable
    told: Mapping[str, object]
    rolled: Mapping[str, object]


class OwedCombats:
    """The combats that were left, one for each hex, the latest last."""

    def __init__(self) -> None:
        self._left: list[Owed] = []

    def leave(self, combat: "Combat", count: int, whose: Hashable) -> None:
        """Keeps all that a combat knows, in the place of any other of its hexes."""
        self.drop(combat.targets)
        self._left.append(Owed(combat.targets, count, whose, _known(combat, _TOLD), _known(combat.after, _ROLLED)))

    @staticmethod
    def bring_back(combat: "Combat", owed: Owed) -> None:
        """A combat knows again what it knew."""
        for whole, known in ((combat, owed.told), (combat.after, owed.rolled)):
            for name, value in known.items():
                setattr(whole, name, value)

    def drop(self, places: Iterable[Hex]) -> None:
        """Forgets what was left of some hexes: another roll has fallen on them."""
        fallen = frozenset(places)
        self._left = [owed for owed in self._left if fallen.isdisjoint(owed.places)]

    def of(self, whose: Hashable) -> tuple[Owed, ...]:
        """Those that may be looked at now."""
        return tuple(owed for owed in self._left if owed.whose == whose)

    def taken_up(self, place: Hex, whose: Hashable) -> Owed | None:
        """The combat of a hex, which is no longer left; None where there is none to be seen."""
        owed = next((each for each in self.of(whose) if place in each.places), None)
        if owed is not None:
            self._left.remove(owed)
        return owed


def _known(whole: object, names: Iterable[str]) -> Mapping[str, object]:
    return MappingProxyType({name: getattr(whole, name) for name in names})
