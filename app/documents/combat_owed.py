"""Combats that were left with steps to be taken: what is owed after a roll is not lost by looking elsewhere."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from core.geometry.hexes import Hex

_TOLD = ("target", "side", "kind", "chits", "near", "chosen", "given", "odds")
_ROLLED = ("result", "rolls", "because", "steps", "at", "_taken", "_way", "_entered", "_began_by")
"""What a combat knows of itself (`app.documents.combat.Combat`)."""


@dataclass(frozen=True, slots=True)
class Owed:
    """A combat that was left: the hex that was attacked, how many steps are to come, who looked at it (`whose`), and all that
    was known of it, by the name of the attribute."""

    place: Hex
    count: int
    whose: Hashable
    known: Mapping[str, object]


class OwedCombats:
    """The combats that were left, one for each hex, the latest last."""

    def __init__(self) -> None:
        self._left: dict[Hex, Owed] = {}

    def leave(self, combat: object, place: Hex, count: int, whose: Hashable) -> None:
        """Keeps all that a combat knows, in the place of any other of its hex."""
        self._left.pop(place, None)
        known = {name: getattr(combat, name) for name in (*_TOLD, *_ROLLED)}
        self._left[place] = Owed(place, count, whose, MappingProxyType(known))

    @staticmethod
    def bring_back(combat: object, owed: Owed) -> None:
        """A combat knows again what it knew."""
        for name, value in owed.known.items():
            setattr(combat, name, value)

    def drop(self, place: Hex) -> None:
        """Forgets what was left of a hex: another roll has fallen on it."""
        self._left.pop(place, None)

    def of(self, whose: Hashable) -> tuple[Owed, ...]:
        """Those that may be looked at now."""
        return tuple(owed for owed in self._left.values() if owed.whose == whose)

    def taken_up(self, place: Hex, whose: Hashable) -> Owed | None:
        """The combat of a hex, which is no longer left; None where there is none to be seen."""
        owed = self._left.get(place)
        return self._left.pop(place) if owed is not None and owed.whose == whose else None
