"""The state of play that questions depend on: where the pieces are, what hangs in the air and how far one can see."""

from collections.abc import Iterable
from dataclasses import dataclass

from core.geometry.hexes import Hex
from core.model.deployment import Deployment


@dataclass(frozen=True, slots=True)
class GameState:
    """What holds at this moment of play, or what a what-if supposes.

    `smoke` are hexes with a smoke marker that fills its own hex, `smoke_barrage` those with a smoke barrage marker, which
    also fills the adjacent hexes, `continuous_fire` those with a continuous fire marker. `visibility` is in hexes, None for
    unlimited. `without` names kinds of terrain to be treated as absent. `scenario` is the file of the scenario that is shown,
    "" for none; `deployment` is where its pieces are in play, None before play, when they are where they start.
    """

    smoke: frozenset[Hex] = frozenset()
    smoke_barrage: frozenset[Hex] = frozenset()
    continuous_fire: frozenset[Hex] = frozenset()
    visibility: int | None = None
    without: frozenset[str] = frozenset()
    scenario: str = ""
    deployment: Deployment | None = None


def around(hexes: Iterable[Hex], radius: int) -> frozenset[Hex]:
    """The hexes themselves and all at most `radius` hexes from one of them."""
    return frozenset(near for each in hexes for near in each.within(radius))
