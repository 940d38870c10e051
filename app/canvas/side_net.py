"""Hexsides of one feature as a net: which of them touch, and the lines that they make."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from app.canvas.bins import emptied
from core.geometry.layout import LatticePoint
from core.model.maps import Key

Ends = tuple[LatticePoint, LatticePoint]
"""The two corners of a hexside."""


@dataclass(slots=True)
class SideNet:
    """The hexsides of one feature on one sheet, by their keys and by the corners at which they touch."""

    _ends: dict[Key, Ends] = field(default_factory=dict)
    _at: dict[LatticePoint, set[Key]] = field(default_factory=dict)

    def add(self, key: Key, ends: Ends) -> None:
        """Puts a hexside in."""
        self._ends[key] = ends
        for corner in ends:
            self._at.setdefault(corner, set()).add(key)

    def drop(self, key: Key) -> None:
        """Takes a hexside out."""
        for corner in self._ends.pop(key):
            self._at[corner].discard(key)

    def dismantle(self) -> Iterator[None]:
        """Lets go of everything, in short steps."""
        return emptied(self._ends, self._at)

    def corners(self) -> Iterable[LatticePoint]:
        """All corners at which there is or was a hexside."""
        return self._at

    def groups(self, corners: Iterable[LatticePoint]) -> Iterator[list[Ends]]:
        """The hexsides that hang together with any of some corners, group by group, each in the order of its keys."""
        seen: set[Key] = set()
        for corner in corners:
            group: set[Key] = set()
            waiting = [key for key in self._at.get(corner, ()) if key not in seen]
            while waiting:
                key = waiting.pop()
                if key in group:
                    continue
                group.add(key)
                waiting += [near for end in self._ends[key] for near in self._at[end] if near not in group]
            seen |= group
            if group:
                yield [self._ends[key] for key in sorted(group)]


def chains(sides: list[Ends]) -> list[list[LatticePoint]]:
    """Hexsides joined end to end into as few lines as they allow; a line ends where three meet.

    >>> chains([((0, 0), (1, 0)), ((2, 1), (1, 0)), ((5, 5), (6, 5))])
    [[(0, 0), (1, 0), (2, 1)], [(5, 5), (6, 5)]]
    """
    at: dict[LatticePoint, list[LatticePoint]] = {}
    for a, b in sides:
        at.setdefault(a, []).append(b)
        at.setdefault(b, []).append(a)
    left = {frozenset(side) for side in sides}
    lines = []
    # Open ends and forks first; what is left then are rings.
    for start in sorted(at, key=lambda point: (len(at[point]) == 2, point)):
        for onward in sorted(at[start]):
            if frozenset((start, onward)) not in left:
                continue
            line = [start]
            here, there = start, onward
            while frozenset((here, there)) in left:
                left.discard(frozenset((here, there)))
                line.append(there)
                if len(at[there]) != 2:
                    break
                here, there = there, next(iter(p for p in at[there] if p != here), here)
            lines.append(line)
    return lines
