"""Changes of the state of play: smoke, visibility, terrain treated as absent, and what is said of a game in play."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal

from core.geometry.hexes import Hex
from core.model.edits.edit import Aspect, Touched
from core.model.state import GameState
from core.model.work import Work

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

    def apply(self, work: Work) -> Work:
        """The work with the marker."""
        cleared = _without_smoke(work.state, self.place)
        return replace(work, state=_remark(cleared, self.marker, marked(cleared, self.marker) | {self.place}))

    def touched(self, before: Work) -> Touched:
        """The hex, unless it holds just this marker already."""
        return _smoke_touched(before.state, self.apply(before).state)


@dataclass(frozen=True, slots=True)
class RemoveSmoke:
    """Takes every marker of smoke out of a hex."""

    place: Hex

    @property
    def label(self) -> str:
        """The phrase for the undo history."""
        return "Remove smoke"

    def apply(self, work: Work) -> Work:
        """The work without markers in that hex."""
        return replace(work, state=_without_smoke(work.state, self.place))

    def touched(self, before: Work) -> Touched:
        """The hex, unless it holds no marker."""
        return _smoke_touched(before.state, self.apply(before).state)


@dataclass(frozen=True, slots=True)
class ClearSmoke:
    """Takes every marker of smoke off the map."""

    @property
    def label(self) -> str:
        """The phrase for the undo history."""
        return "Remove all smoke"

    def apply(self, work: Work) -> Work:
        """The work without any marker of smoke."""
        cleared = replace(work.state, smoke=frozenset(), smoke_barrage=frozenset(), continuous_fire=frozenset())
        return replace(work, state=cleared)

    def touched(self, before: Work) -> Touched:
        """Every hex that held a marker."""
        return _smoke_touched(before.state, self.apply(before).state)


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

    def apply(self, work: Work) -> Work:
        """The work with that visibility."""
        return replace(work, state=replace(work.state, visibility=self.hexes))

    def touched(self, before: Work) -> Touched:
        """The visibility, unless it stays as it is."""
        return Touched() if self.hexes == before.state.visibility else Touched(frozenset({Aspect.VISIBILITY}))


@dataclass(frozen=True, slots=True)
class SetWithout:
    """Sets which kinds of terrain are treated as absent."""

    terrain: frozenset[str]

    @property
    def label(self) -> str:
        """The phrase for the undo history."""
        return "Treat terrain as absent"

    def apply(self, work: Work) -> Work:
        """The work without those kinds."""
        return replace(work, state=replace(work.state, without=self.terrain))

    def touched(self, before: Work) -> Touched:
        """The terrain in force, unless it stays as it is."""
        return Touched() if self.terrain == before.state.without else Touched(frozenset({Aspect.WITHOUT}))


SAID = (
    *("moment", "order", "light", "weather", "visibility", "points", "ticked", "declared", "fought", "owed", "held"),
    "conditions",
)
"""What of the state of play is said as a whole, each a field of `GameState`."""


@dataclass(frozen=True, slots=True)
class ChangeState:
    """Says something else of the state of play: whose turn it is, what is left, what is done or declared.

    `said` are new values by the names of their fields, which are in `SAID`. Raises ValueError for another name, and for a
    visibility of fewer than 0 hexes.
    """

    label: str
    said: Mapping[str, Any]

    def __post_init__(self) -> None:
        for name in self.said:
            if name not in SAID:
                raise ValueError(f"{name} is no part of the state of play that can be said as a whole")
        visibility = self.said.get("visibility")
        if visibility is not None and visibility < 0:
            raise ValueError(f"visibility is a number of hexes, 0 or more, not {visibility}")
        object.__setattr__(self, "said", MappingProxyType(dict(self.said)))

    def apply(self, work: Work) -> Work:
        """The work with that said. In another turn nobody has come in yet, and in another activation, or the turn of another
        side, nobody has moved or was turned."""
        state, was = replace(work.state, **self.said), work.state.moment
        if state.moment.turn != was.turn and state.arrived:
            state = replace(state, arrived=frozenset())
        now = state.moment
        # Who is active may be said after some of them have moved.
        other = was.of and now.of != was.of
        if (state.treks or state.turned) and (other or (now.turn, now.side, now.round) != (was.turn, was.side, was.round)):
            state = replace(state, treks=(), turned=frozenset())
        return replace(work, state=state)

    def touched(self, before: Work) -> Touched:
        """The state of play, and how far one can see, where they become other than they were."""
        other = {name for name, value in self.said.items() if getattr(before.state, name) != value}
        aspects = {Aspect.VISIBILITY} if "visibility" in other else set()
        return Touched(frozenset(aspects | {Aspect.PLAY}) if other else frozenset())


@dataclass(frozen=True, slots=True)
class Count:
    """Counts more, or with negative numbers less, of what formations are counted for, by the formation and by what it is.

    What is counted stands among the conditions as a whole number, at nothing as none; it is never below 0. Nobody has to know
    how many they were before.
    """

    label: str
    more: Mapping[tuple[str, str], int]

    def __post_init__(self) -> None:
        object.__setattr__(self, "more", MappingProxyType(dict(self.more)))

    def apply(self, work: Work) -> Work:
        """The work with that counted."""
        conditions = work.state.conditions
        for key, more in self.more.items():
            number = max(counted(conditions.get(key, "")) + more, 0)
            if number:
                conditions = conditions.set(key, str(number))
            elif key in conditions:
                conditions = conditions.delete(key)
        return replace(work, state=replace(work.state, conditions=conditions))

    def touched(self, before: Work) -> Touched:
        """The state of play, where a number becomes another one."""
        other = self.apply(before).state.conditions != before.state.conditions
        return Touched(frozenset({Aspect.PLAY})) if other else Touched()


@dataclass(frozen=True, slots=True)
class Become:
    """Says what formations are, by the formation and by the kind of condition, "" for none of its words; of all else they stay
    what they are."""

    label: str
    words: Mapping[tuple[str, str], str]

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", MappingProxyType(dict(self.words)))

    def apply(self, work: Work) -> Work:
        """The work with that said."""
        conditions = work.state.conditions
        for key, word in self.words.items():
            if word:
                conditions = conditions.set(key, word)
            elif key in conditions:
                conditions = conditions.delete(key)
        return replace(work, state=replace(work.state, conditions=conditions))

    def touched(self, before: Work) -> Touched:
        """The state of play, where a formation becomes something else."""
        other = self.apply(before).state.conditions != before.state.conditions
        return Touched(frozenset({Aspect.PLAY})) if other else Touched()


def counted(word: str) -> int:
    """The number that a condition says, 0 for one that says none.

    >>> counted("3"), counted(""), counted("Done")
    (3, 0, 0)
    """
    return int(word) if word.isascii() and word.isdecimal() else 0


def _without_smoke(state: GameState, place: Hex) -> GameState:
    for marker in MARKERS:
        if place in marked(state, marker):
            state = _remark(state, marker, marked(state, marker) - {place})
    return state


def _smoke_touched(before: GameState, after: GameState) -> Touched:
    changed = [marked(before, marker) ^ marked(after, marker) for marker in MARKERS]
    hexes = frozenset[Hex]().union(*changed)
    return Touched(frozenset({Aspect.SMOKE}), hexes) if hexes else Touched()
