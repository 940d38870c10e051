"""Where units can retreat to: ways of so many hexes, and hexes at their headquarters [BCS 1.1 Retreat Answer Key].

Which hexes a retreat may enter says the core book, which was not at hand: the chart bcs.retreat_ways says it, a stand-in of
ours that a box replaces. Enemies and terrain that is closed to a unit always close a way.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.rules.bcs.formations import ANSWER
from core.rules.bcs.ground.zones import class_of, is_open
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board
from core.rules.operations.passage import Passage, direction_to, overstack
from core.rules.operations.zones import SIDES

CHART, WAY = "bcs.retreat_ways", "way"
ZONE, NO_FARTHER, OVER, NO_WAY = (
    *("Enemy zone of control", "A hex that is no farther"),
    *("A stack above its limit at the end", "No way at all"),
)
OPEN, AVOIDED, CLOSED = "open", "avoided", "closed"
STAYS: Final = "stays and loses"
MET: Mapping[str, str] = {
    ZONE: "{hex} lies in an enemy zone of control",
    NO_FARTHER: "{hex} is no farther from where they began than the hex before",
    OVER: "they would be above the stacking limit in {hex}",
}
"""What a way meets, by the rows of the chart."""

Numbers = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Retreat:
    """Units that retreat together from a hex, so many hexes as far as they can; `home` is the hex of their headquarters, which
    ranks ways that are alike else. [BCS 1.1 Retreat Answer Key]"""

    board: Board
    units: tuple[Unit, ...]
    start: int
    length: int
    home: int | None = None

    @cached_property
    def passage(self) -> Passage:
        """What is open to them."""
        return Passage(self.board, self.units)

    @cached_property
    def clauses(self) -> Mapping[str, str]:
        """What a way does with what it meets, by the rows of the chart."""
        return {row: str(self.board.consulted.cell(CHART, row, WAY)) for row in MET}

    @cached_property
    def zones(self) -> frozenset[int]:
        """The hexes in enemy zones of control."""
        return self.board.enemy_zones(self.units[0].side).hexes

    @cached_property
    def ways(self) -> tuple[Numbers, ...]:
        """The legal ways, the best one to each hex in which they can end, those first that meet least; none where there is
        none."""
        found = [way for way in self._from((self.start,)) if not self._closed_end(way)]
        farthest = max(map(len, found), default=0)
        found = [way for way in found if len(way) == farthest]
        for row, said in self.clauses.items():
            if said == AVOIDED:
                least = min((self.meets(row, way) for way in found), default=0)
                found = [way for way in found if self.meets(row, way) == least]
        best: dict[int, Numbers] = {}
        for way in sorted(found, key=self._rank):
            best.setdefault(way[-1], way)
        return tuple(best.values())

    def meets(self, row: str, way: Numbers) -> int:
        """How often a way meets what a row of the chart speaks of."""
        if row == ZONE:
            return sum(number in self.zones for number in way[1:])
        if row == NO_FARTHER:
            return sum(self._far(near) <= self._far(last) for last, near in pairwise(way))
        return overstack(self.board, way[-1], self.units)

    def against(self, way: Numbers) -> Iterator[Reason]:
        """Why a way that is drawn is not legal. Raises WrongUse for hexes that are not adjacent."""
        board, hexes = self.board, self.board.net.hexes
        for last, near in pairwise(way):
            direction = direction_to(board, last, near)
            if direction is None:
                raise WrongUse(f"path: {board.label(near)} is not adjacent to {board.label(last)}.")
            bar = self.passage.bar(last, direction)
            if bar is not None:
                yield bar
                return
        for row, template in MET.items():
            if self.clauses[row] == CLOSED and self.meets(row, way):
                at = self._where(row, way)
                yield Reason(board.ref(ANSWER), template[0].upper() + template[1:], {"hex": hexes[at]}, (hexes[at],))
        farthest = len(self.ways[0]) - 1 if self.ways else 0
        if len(way) - 1 != farthest:
            told = {"gone": len(way) - 1, "far": farthest}
            yield Reason(board.ref(ANSWER), "The way is {gone} hexes long, and they retreat {far}", told)
            return
        for row, said in self.clauses.items():
            least = min((self.meets(row, each) for each in self.ways), default=0)
            if said == AVOIDED and self.meets(row, way) > least:
                at = self._where(row, way)
                template = f"{MET[row][0].upper()}{MET[row][1:]}, and other ways avoid it"
                yield Reason(board.ref(ANSWER), template, {"hex": hexes[at]}, (hexes[at],))

    def _where(self, row: str, way: Numbers) -> int:
        """The hex of a way in which it meets what a row speaks of."""
        if row == ZONE:
            return next(number for number in way[1:] if number in self.zones)
        if row == NO_FARTHER:
            return next(near for last, near in pairwise(way) if self._far(near) <= self._far(last))
        return way[-1]

    def _rank(self, way: Numbers) -> tuple[int, int, Numbers]:
        hexes = self.board.net.hexes
        far = hexes[way[-1]].distance(hexes[self.home]) if self.home is not None else 0
        return sum(self.meets(row, way) for row in MET), far, way

    def _closed_end(self, way: Numbers) -> bool:
        return len(way) == 1 or (self.clauses[OVER] == CLOSED and self.meets(OVER, way) > 0)

    def _from(self, way: Numbers) -> Iterator[Numbers]:
        yield way
        if len(way) > self.length:
            return
        for direction in range(SIDES):
            near = self.board.net.near[SIDES * way[-1] + direction]
            if near in way or not self.passage.opens(way[-1], direction):
                continue
            if self.clauses[ZONE] == CLOSED and near in self.zones:
                continue
            if self.clauses[NO_FARTHER] == CLOSED and self._far(near) <= self._far(way[-1]):
                continue
            yield from self._from((*way, near))

    def _far(self, number: int) -> int:
        hexes = self.board.net.hexes
        return hexes[self.start].distance(hexes[number])


def at_headquarters(board: Board, units: Sequence[Unit], headquarters: int) -> tuple[int, ...]:
    """The hexes at a headquarters into which units can fall back without a stack above its limit: its own before those beside
    it. [BCS 1.1 Retreat Answer Key]"""
    near = (board.net.near[SIDES * headquarters + direction] for direction in range(SIDES))
    enemies = board.enemies(units[0].side)
    return tuple(
        number
        for number in (headquarters, *(each for each in near if each >= 0))
        if number not in enemies
        and all(can_stand(board, class_of(unit), number) for unit in units)
        and not overstack(board, number, units)
    )


def can_stand(board: Board, class_: str, number: int) -> bool:
    """Whether terrain lets a class of units into a hex from any that is beside it."""
    return number in board.for_map(("can stand", class_), lambda: frozenset(_standable(board, class_)))


def _standable(board: Board, class_: str) -> Iterator[int]:
    net = board.net
    opens = [is_open(board, class_, crossing) for crossing in net.crossings]
    for number in range(len(net.hexes)):
        for edge in range(SIDES * number, SIDES * number + SIDES):
            near = net.near[edge]
            if near >= 0 and opens[net.crossing[SIDES * near + (edge % SIDES + 3) % SIDES]]:
                yield number
                break


def hexes_of(board: Board, way: Sequence[int]) -> tuple[Hex, ...]:
    """A way as hexes."""
    return tuple(board.net.hexes[number] for number in way)
