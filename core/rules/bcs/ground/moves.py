"""Who has moved in an activation, and who was found to be elsewhere [BCS 1.1 variant 7]."""

from core.geometry.hexes import Hex
from core.model.deployment import Spot
from core.model.state import SHIFTED, GameState


def moved_themselves(state: GameState) -> frozenset[str]:
    """The units that have gone into other hexes since the activation began. Whom a soft jump has shifted was there all along.

    [BCS 1.1 variant 7]
    """
    found = _shifted(state)
    return frozenset(unit for trek in state.treks for unit in trek.units if (unit, trek.into) not in found)


def is_shifted_to(state: GameState, unit: str, place: Hex) -> bool:
    """Whether a soft jump of this activation has shifted a unit into a hex. [BCS 1.1 variant 7]"""
    return (unit, place) in _shifted(state)


def _shifted(state: GameState) -> frozenset[tuple[str, Spot]]:
    jumps = (each for each in state.fought if each.what == SHIFTED)
    return frozenset((unit, spot) for each in jumps for unit in each.units for spot in each.against)
