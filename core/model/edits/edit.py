"""The shape of an edit, and what one touches."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from core.geometry.hexes import Hex
from core.model.deployment import Spot
from core.model.maps import ItemRef
from core.model.oob import OobRef
from core.model.work import Work

IN_PLAY = ""
"""Stands for the file of a scenario where pieces in play are meant, and not those of its start."""


class Aspect(Enum):
    """A part of the box or of the state of play, beside single items, that views draw or that rulings depend on."""

    SMOKE = "smoke"
    VISIBILITY = "visibility"
    WITHOUT = "without"
    SHEETS = "sheets"
    """Which sheets there are, where they lie, their grids: everything is drawn and measured anew."""
    TERRAIN = "terrain"
    """What kinds of terrain there are and what they do."""
    UNDERLAY = "underlay"
    SCENARIO = "scenario"
    """Which scenario is shown."""
    LOOKS = "looks"
    """What counters and markers look like in this game."""
    PLAY = "play"
    """The turn and the phase, what is left, what is declared: what holds in play beside where pieces are."""
    ORDERS = "orders"
    """Op sheets in play."""
    HEADS = "heads"
    """Titles, options, notes, charts, the contour interval: nothing that is drawn."""


@dataclass(frozen=True, slots=True)
class Touched:
    """What a change touched: which aspects, which items of the map, and which hexes where it is a matter of single hexes.

    `units` are sides, formations and counters, `scenarios` the files of scenarios of which something is said otherwise, or that
    come or go. `pieces` and `spots` name a scenario's file, or `IN_PLAY`, and a counter that starts or stands otherwise, or a
    hex with other markers.

    >>> both = Touched(frozenset({Aspect.SMOKE}), frozenset({Hex(1, 2)})) | Touched(frozenset({Aspect.VISIBILITY}))
    >>> len(both.aspects), both.hexes
    (2, frozenset({Hex(q=1, r=2)}))
    """

    aspects: frozenset[Aspect] = frozenset()
    hexes: frozenset[Hex] = frozenset()
    items: frozenset[ItemRef] = frozenset()
    units: frozenset[OobRef] = frozenset()
    scenarios: frozenset[str] = frozenset()
    pieces: frozenset[tuple[str, str]] = frozenset()
    spots: frozenset[tuple[str, Spot]] = frozenset()

    def __or__(self, other: "Touched") -> "Touched":
        return Touched(*(getattr(self, each) | getattr(other, each) for each in self.__slots__))

    def __bool__(self) -> bool:
        return any(getattr(self, each) for each in self.__slots__)

    @property
    def box(self) -> bool:
        """Whether the box has changed, and not only the state of play."""
        starts = any(file != IN_PLAY for file, _ in (*self.pieces, *self.spots))
        of_box = {Aspect.SHEETS, Aspect.TERRAIN, Aspect.UNDERLAY, Aspect.HEADS, Aspect.LOOKS}
        return bool(self.items or self.units or self.scenarios) or starts or bool(self.aspects & of_box)

    @property
    def map(self) -> bool:
        """Whether something of the maps has changed, or what is said of the box, and not only its units and scenarios."""
        return bool(self.items) or bool(self.aspects & {Aspect.SHEETS, Aspect.TERRAIN, Aspect.UNDERLAY, Aspect.HEADS})

    @property
    def forces(self) -> bool:
        """Whether units, scenarios or where pieces start have changed."""
        return bool(self.units or self.scenarios or self.pieces or self.spots)


class Edit(Protocol):
    """A change of a box or of the state of play. `label` names it in the undo history, as an English phrase that starts with
    a verb."""

    @property
    def label(self) -> str:
        """The phrase for the undo history."""
        ...

    def apply(self, work: Work) -> Work:
        """The work after the change."""
        ...

    def touched(self, before: Work) -> Touched:
        """What the change touches when it is applied to `before`; empty when it changes nothing."""
        ...


@dataclass(frozen=True, slots=True)
class Several:
    """Several edits, one after the other, as one step of the history."""

    label: str
    edits: Sequence[Edit]

    def apply(self, work: Work) -> Work:
        """The work after all of them."""
        for edit in self.edits:
            work = edit.apply(work)
        return work

    def touched(self, before: Work) -> Touched:
        """What any of them touches."""
        touched = Touched()
        for edit in self.edits:
            touched |= edit.touched(before)
            before = edit.apply(before)
        return touched


def flat(edits: Iterable[Edit]) -> Iterator[Edit]:
    """Single edits of which others consist, in their order, however deep they lie in one another.

    >>> [each.label for each in flat([Several("both", [Several("one", []), Several("other", [])])])]
    []
    """
    for edit in edits:
        if isinstance(edit, Several):
            yield from flat(edit.edits)
        else:
            yield edit
