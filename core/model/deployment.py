"""Where the pieces are and what has become of them: positions, order in stacks, losses, modes, markers."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import immutables

from core.geometry.hexes import Hex

Spot = Hex | str
"""A hex, or the name of a box beside the map."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter in play. `rank` orders a stack, the lowest at its bottom; `face` is 1 for the back.

    `mode` and `marks` are words of the ruleset; a mark may have a number behind a blank, as in "step-loss 2". `on` is the
    counter that carries or tows it, "" for none; it lies where that lies.
    """

    at: Spot
    rank: int = 0
    face: int = 0
    lost: int = 0
    mode: str = ""
    marks: frozenset[str] = frozenset()
    on: str = ""


def hex_of(piece: Piece | None) -> Hex | None:
    """The hex in which a piece lies, None for one in a box and for none."""
    return piece.at if piece is not None and isinstance(piece.at, Hex) else None


@dataclass(frozen=True, slots=True)
class Mark:
    """A marker that lies in a hex and on no unit. `side` owns it, "" for nobody; `text` is what the players wrote on it."""

    kind: str
    side: str = ""
    text: str = ""


NO_PIECES: "immutables.Map[str, Piece]" = immutables.Map()
NO_MARKS: "immutables.Map[Spot, tuple[Mark, ...]]" = immutables.Map()


@dataclass(frozen=True)
class Deployment:
    """Every counter that is somewhere, by its id, and the markers of hexes. A counter that is not in it is not in play."""

    pieces: "immutables.Map[str, Piece]" = field(default=NO_PIECES)
    marks: "immutables.Map[Spot, tuple[Mark, ...]]" = field(default=NO_MARKS)

    def __bool__(self) -> bool:
        return bool(self.pieces or self.marks)

    @cached_property
    def stacks(self) -> "immutables.Map[Spot, tuple[str, ...]]":
        """The counters in each hex and box that holds any, from the bottom to the top."""
        found: dict[Spot, list[str]] = {}
        for id_, piece in self.pieces.items():
            found.setdefault(piece.at, []).append(id_)
        return immutables.Map({spot: self._ordered(ids) for spot, ids in found.items()})

    def stack(self, spot: Spot) -> tuple[str, ...]:
        """The counters in a hex or a box, from the bottom to the top."""
        return self.stacks.get(spot, ())

    def carried(self, carrier: str) -> tuple[str, ...]:
        """The counters that a carrier carries or tows."""
        piece = self.pieces.get(carrier)
        return () if piece is None else tuple(id_ for id_ in self.stack(piece.at) if self.pieces[id_].on == carrier)

    def with_pieces(self, changes: Mapping[str, Piece | None]) -> "Deployment":
        """The deployment with counters put somewhere, changed, or (None) taken off."""
        spots: set[Spot] = set()
        with self.pieces.mutate() as changing:
            for id_, piece in changes.items():
                if (old := changing.get(id_)) is not None:
                    spots.add(old.at)
                    if piece is None:
                        del changing[id_]
                if piece is not None:
                    changing[id_] = piece
                    spots.add(piece.at)
            made = replace(self, pieces=changing.finish())
        if "stacks" in self.__dict__:
            made.__dict__["stacks"] = made._patched(self.stacks, spots, changes)
        return made

    def unlike(self, other: "Deployment") -> Iterator[str]:
        """The counters that two deployments do not have alike. Quick where one was made of the other."""
        if self.pieces is other.pieces:
            return
        was = other.pieces.get
        come = 0
        for id_, piece in self.pieces.items():
            before = was(id_)
            come += before is None
            if before is not piece and before != piece:
                yield id_
        if len(other.pieces) + come > len(self.pieces):
            yield from (id_ for id_ in other.pieces if id_ not in self.pieces)

    def with_marks(self, changes: Mapping[Spot, tuple[Mark, ...]]) -> "Deployment":
        """The deployment with other markers in some hexes."""
        with self.marks.mutate() as changing:
            for spot, marks in changes.items():
                if marks:
                    changing[spot] = marks
                elif spot in changing:
                    del changing[spot]
            made = replace(self, marks=changing.finish())
        if "stacks" in self.__dict__:
            made.__dict__["stacks"] = self.stacks
        return made

    def _patched(
        self, stacks: "immutables.Map[Spot, tuple[str, ...]]", spots: Iterable[Spot], changes: Mapping[str, object]
    ) -> "immutables.Map[Spot, tuple[str, ...]]":
        """The stacks where only some spots and counters have changed; sorting two thousand anew would be felt in a drag."""
        come: dict[Spot, list[str]] = {spot: [] for spot in spots}
        for id_ in changes:
            if (piece := self.pieces.get(id_)) is not None:
                come[piece.at].append(id_)
        for spot, ids in come.items():
            left = [id_ for id_ in stacks.get(spot, ()) if id_ not in changes]
            if left or ids:
                stacks = stacks.set(spot, self._ordered([*left, *ids]))
            elif spot in stacks:
                stacks = stacks.delete(spot)
        return stacks

    def _ordered(self, ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(ids, key=lambda id_: (self.pieces[id_].rank, id_)))
