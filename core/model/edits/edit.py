"""The shape of an edit, and what one touches."""

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from core.geometry.hexes import Hex
from core.model.state import GameState


class Aspect(Enum):
    """A part of the state of play that views draw or that rulings depend on."""

    SMOKE = "smoke"
    VISIBILITY = "visibility"
    WITHOUT = "without"


@dataclass(frozen=True, slots=True)
class Touched:
    """What a change touched: which aspects, and at which hexes where it is a matter of single hexes.

    >>> both = Touched(frozenset({Aspect.SMOKE}), frozenset({Hex(1, 2)})) | Touched(frozenset({Aspect.VISIBILITY}))
    >>> len(both.aspects), both.hexes
    (2, frozenset({Hex(q=1, r=2)}))
    """

    aspects: frozenset[Aspect] = frozenset()
    hexes: frozenset[Hex] = frozenset()

    def __or__(self, other: "Touched") -> "Touched":
        return Touched(self.aspects | other.aspects, self.hexes | other.hexes)

    def __bool__(self) -> bool:
        return bool(self.aspects or self.hexes)


class Edit(Protocol):
    """A change of the state of play. `label` names it in the undo history, as an English phrase that starts with a verb."""

    @property
    def label(self) -> str:
        """The phrase for the undo history."""
        ...

    def apply(self, state: GameState) -> GameState:
        """The state after the change."""
        ...

    def touched(self, before: GameState) -> Touched:
        """What the change touches when it is applied to `before`; empty when it changes nothing."""
        ...
