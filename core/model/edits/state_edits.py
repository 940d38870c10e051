"""What-ifs of the state of play: smoke placed by hand, the visibility of the turn, terrain treated as absent."""

from dataclasses import dataclass, replace
from typing import Literal

from core.geometry.hexes import Hex
from core.model.edits.edit import Aspect, Touched
from core.model.state import GameState

Marker = Literal["smoke", "smoke_barrage", "continuous_fire"]
"""The markers that leave smoke in a hex; each is a field of `GameState`."""

MARKERS: tuple[Marker, ...] = ("smoke", "smoke_barrage", "continuous_fire")


def marked(state: GameState, marker: Marker) -> frozenset[Hex]:
    """The hexes that hold a marker."""
    if marker == "smoke":
        return state.smoke
    return state.smoke_barrage if marker == "smoke_barrage" else state.continuous_fire


def _remark(state: GameState, marker: Marker, hexes: frozenset[Hex]) -> GameState:
    if marker == "smoke":
        return replace(state, smoke=hexes)
    if marker == "smoke_barrage":
        return replace(state, smoke_barrage=hexes)
    return replace(state, continuous_fire=hexes)


@dataclass(frozen=True, slots=True)
class PlaceSmoke:
    """Puts a marker into a hex, in the place of any other marker of smoke there."""

    place: Hex
    marker: Marker = "smoke"

    @property
    def label(self) -> str:
        """The phrase for the undo history."""
        names = {"smoke": "Place smoke", "smoke_barrage": "Place smoke barrage", "continuous_fire": "Place continuous fire"}
        return names[self.marker]

    def apply(self, state: GameState) -> GameState:
        """The state with the marker.

        >>> PlaceSmoke(Hex(1, 2)).apply(GameState()).smoke
        frozenset({Hex(q=1, r=2)})
        """
        cleared = RemoveSmoke(self.place).apply(state)
        return _remark(cleared, self.marker, marked(cleared, self.marker) | {self.place})

    def touched(self, before: GameState) -> Touched:
        """The hex, unless it holds just this marker already."""
        return _smoke_touched(before, self.apply(before))


@dataclass(frozen=True, slots=True)
class RemoveSmoke:
    """Takes every marker of smoke out of a hex."""

    place: Hex

    @property
    def label(self) -> str:
        """The phrase for the undo history."""
        return "Remove smoke"

    def apply(self, state: GameState) -> GameState:
        """The state without markers in that hex."""
        for marker in MARKERS:
            if self.place in marked(state, marker):
                state = _remark(state, marker, marked(state, marker) - {self.place})
        return state

    def touched(self, before: GameState) -> Touched:
        """The hex, unless it holds no marker."""
        return _smoke_touched(before, self.apply(before))


@dataclass(frozen=True, slots=True)
class ClearSmoke:
    """Takes every marker of smoke off the map."""

    @property
    def label(self) -> str:
        """The phrase for the undo history."""
        return "Remove all smoke"

    def apply(self, state: GameState) -> GameState:
        """The state without any marker of smoke."""
        return replace(state, smoke=frozenset(), smoke_barrage=frozenset(), continuous_fire=frozenset())

    def touched(self, before: GameState) -> Touched:
        """Every hex that held a marker."""
        return _smoke_touched(before, self.apply(before))


@dataclass(frozen=True, slots=True)
class SetVisibility:
    """Sets how far one can see this turn, in hexes; None for unlimited.

    Raises ValueError for fewer than 0 hexes.
    """

    hexes: int | None

    def __post_init__(self) -> None:
        if self.hexes is not None and self.hexes < 0:
            raise ValueError(f"visibility is a number of hexes, 0 or more, not {self.hexes}")

    @property
    def label(self) -> str:
        """The phrase for the undo history."""
        return "Set visibility"

    def apply(self, state: GameState) -> GameState:
        """The state with that visibility."""
        return replace(state, visibility=self.hexes)

    def touched(self, before: GameState) -> Touched:
        """The visibility, unless it stays as it is."""
        return Touched() if self.hexes == before.visibility else Touched(frozenset({Aspect.VISIBILITY}))


@dataclass(frozen=True, slots=True)
class SetWithout:
    """Sets which kinds of terrain are treated as absent."""

    terrain: frozenset[str]

    @property
    def label(self) -> str:
        """The phrase for the undo history."""
        return "Treat terrain as absent"

    def apply(self, state: GameState) -> GameState:
        """The state without those kinds."""
        return replace(state, without=self.terrain)

    def touched(self, before: GameState) -> Touched:
        """The terrain in force, unless it stays as it is."""
        return Touched() if self.terrain == before.without else Touched(frozenset({Aspect.WITHOUT}))


def _smoke_touched(before: GameState, after: GameState) -> Touched:
    changed = [marked(before, marker) ^ marked(after, marker) for marker in MARKERS]
    hexes = frozenset[Hex]().union(*changed)
    return Touched(frozenset({Aspect.SMOKE}), hexes) if hexes else Touched()
