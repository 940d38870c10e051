"""The ways of a Save Yourself Retreat, and what is wrong with one that is drawn [TCS 4.01 6.3c, 17.4b-e, 20.1c, 20.1f].

What the words of the rules are taken to mean:

opposite          the first hex is the one whose direction is nearest to that from the enemy action through the hex that is
                  left; where the line passes between two hexes, either. Where it is blocked, the nearest one that is not
blocked           closed to one of the stack, held by enemies, or off the map
out of a fight    who came into the hex of the enemy goes back: the enemy action is taken to lie opposite the hex they came from
to the rear       no step comes nearer to the enemy action, the first one apart, which lies opposite; without an enemy action,
                  no step comes nearer to the nearest enemies that are spotted at the start (`syr.rear`)
straight          each hex is farther from the first than the one before, so that no turn is sharper than 60 degrees and no more
                  than two neighbouring directions are used (`syr.straight`)
towards cover     ways that reach it sooner are named first (`syr.cover`)
no closer         no enemy is nearer to the end than the nearest that is spotted was at the start, as far as it is spotted by
                  those who retreat, from the first hex or from the last
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby, pairwise

from core.geometry.hexes import Hex
from core.geometry.layout import centre
from core.rules.kernel.forces import Unit
from core.rules.kernel.readings import other_choices, reading_reason
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board
from core.rules.operations.passage import Passage, direction_to
from core.rules.operations.zones import SIDES
from core.rules.tcs.fires.spotted_enemies import Spotted, spotted
from core.rules.tcs.forces.counters import unit_of
from core.rules.tcs.forces.units import Unit as Counted
from core.rules.tcs.sight.cover import classes_of_hex
from core.rules.tcs.sight.spotting import TERRAIN
from core.rules.tcs.watch.watching import COVERED

STRAIGHT, REAR, COVER, FIRST = "syr.straight", "syr.rear", "syr.cover", "syr.first_hex"
"""The readings that say which ways are legal."""

Numbers = tuple[int, ...]
"""A way by the numbers of its hexes on the net, the one that is left first."""


@dataclass(frozen=True, eq=False)
class Retreat:
    """A stack on its retreat: all that go, as they are in Move Mode; the hex that they left first; how many hexes they retreat.

    `away` is the hex of the enemy action, which may lie off the map, None for none. `gone` is the way so far, that first hex
    among it. `bound` says that they are without orders, go of their own will, and began too far from their rally point to end
    nearer to enemies.
    """

    board: Board
    units: tuple[Unit, ...]
    start: int
    length: int
    choices: Mapping[str, str]
    away: Hex | None = None
    gone: Numbers = ()
    bound: bool = False
    _ends: dict[Numbers, tuple[Reason, ...]] = field(default_factory=dict)

    @property
    def side(self) -> str:
        """Whose units they are."""
        return self.units[0].side

    @cached_property
    def passage(self) -> Passage:
        """What is open to all of them who move by themselves. [TCS 4.01 17.4a, 17.4c]"""
        ids = {unit.id for unit in self.units}
        return Passage(self.board, tuple(unit for unit in self.units if unit.piece is None or unit.piece.on not in ids))

    @cached_property
    def looking(self) -> tuple[Counted, ...]:
        """Those of them who spot enemies, as the procedures count them."""
        counted = (unit_of(self.board.case.ruleset, unit, self.units) for unit in self.units)
        return tuple(each for each in counted if not each.in_carrier) or tuple(
            unit_of(self.board.case.ruleset, unit, self.units) for unit in self.units
        )

    def far(self, one: int, other: int) -> int:
        """How many hexes lie between two, the last one counted."""
        return self.board.net.hexes[one].distance(self.board.net.hexes[other])

    @cached_property
    def nearest(self) -> Spotted:
        """The nearest enemies that are spotted at the start; of nearer ones it may be that it cannot be decided. [17.4e]"""
        unsure: frozenset[int] = frozenset()
        enemies = sorted(self.board.enemies(self.side), key=lambda number: self.far(self.start, number))
        for _, some in groupby(enemies, key=lambda number: self.far(self.start, number)):
            found = spotted(self.board, self.side, self.start, self.looking, some)
            unsure |= found.unsure
            if found.hexes:
                return Spotted(found.hexes, unsure)
        return Spotted(frozenset(), unsure)

    @cached_property
    def apart(self) -> int | None:
        """How far the nearest enemy that is spotted is at the start; None where none is. [TCS 4.01 17.4e]"""
        return min((self.far(self.start, number) for number in self.nearest.hexes), default=None)

    @cached_property
    def action(self) -> Hex | None:
        """The hex of the enemy action, None for none, or where it tells no direction. [TCS 4.01 17.4b]"""
        return self.away if self.away != self.board.net.hexes[self.start] else None

    @cached_property
    def fronts(self) -> frozenset[Hex]:
        """The hexes that lie in front, nearer to which no step leads; none where the owner knows. [TCS 4.01 17.4d]"""
        if self.choices[REAR] == "owner":
            return frozenset()
        return frozenset({self.action} if self.action is not None else (self.board.net.hexes[n] for n in self.nearest.hexes))

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The directions out of the first hex, those that lie as near to the opposite of the enemy action together, the nearest
        first; all at once without an action. [TCS 4.01 17.4b]"""
        if self.action is None:
            return (tuple(range(SIDES)),)
        left = self.board.net.hexes[self.start]
        here, from_, around = centre(left), centre(self.action), left.neighbours()
        line = here[0] - from_[0], here[1] - from_[1]

        def along(direction: int) -> int:
            # The lattice is wider than high: 3 parts across are worth 1 part up.
            there = centre(around[direction])
            return -(line[0] * (there[0] - here[0]) + 3 * line[1] * (there[1] - here[1]))

        ordered = sorted(range(SIDES), key=along)
        return tuple(tuple(some) for _, some in groupby(ordered, key=along))

    @cached_property
    def first(self) -> tuple[int, ...]:
        """The directions in which the first hex may lie; none where all are blocked. [TCS 4.01 17.4b]"""
        for some in self.groups:
            open_ = tuple(direction for direction in some if self.passage.opens(self.start, direction))
            if open_ and (self.choices[FIRST] == "blocked_hex" or any(True for _ in self._ways(open_))):
                return open_
        return ()

    def covers(self, number: int) -> bool:
        """Whether a hex gives cover, so that a retreat may end in it. [TCS 4.01 17.4d]"""
        return max(map(TERRAIN.index, classes_of_hex(self.board, number))) >= COVERED

    @cached_property
    def ways(self) -> tuple[Numbers, ...]:
        """Every legal way. [TCS 4.01 17.4b-e]"""
        found = tuple(self._ways(self.first))
        covered = tuple(way for way in found if any(map(self.covers, way[1:])))
        return covered if covered and self.choices[COVER] == "required" else found

    def _ways(self, first: tuple[int, ...]) -> Iterator[Numbers]:
        waiting = [self.gone or (self.start,)]
        while waiting:
            way = waiting.pop()
            if len(way) > 1 and not self.against_end(way):
                yield way
            if len(way) <= self.length:
                waiting += [(*way, near) for near in self._steps(way, first)]

    def _steps(self, way: Numbers, first: tuple[int, ...]) -> Iterator[int]:
        """The hexes in which a way may go on, in falling order of their directions."""
        last, net = way[-1], self.board.net
        for direction in reversed(range(SIDES) if len(way) > 1 else sorted(first)):
            near = net.near[SIDES * last + direction]
            if self.passage.opens(last, direction) and self._turns(way, near, direction) and not self._nears(way, near):
                yield near

    def _turns(self, way: Numbers, near: int, direction: int) -> bool:
        """Whether a step goes on in a reasonably straight line. [TCS 4.01 17.4d]"""
        now, before = self.far(self.start, near), self.far(self.start, way[-1])
        if self.choices[STRAIGHT] == "farther" or len(way) == 1:
            return now > before
        came = direction_to(self.board, way[-2], way[-1])
        assert came is not None
        return now >= before and (direction - came) % SIDES in (0, 1, SIDES - 1) and near not in way

    def _nears(self, way: Numbers, near: int) -> tuple[Hex, ...]:
        """What lies in front and is nearer after a step. [TCS 4.01 17.4d]"""
        # The first hex after an enemy action is told by it alone [17.4b].
        if len(way) == 1 and self.action is not None:
            return ()
        last, into = self.board.net.hexes[way[-1]], self.board.net.hexes[near]
        return tuple(front for front in sorted(self.fronts) if into.distance(front) < last.distance(front))

    def against_end(self, way: Numbers) -> tuple[Reason, ...]:
        """Why no retreat ends where a way does. [TCS 4.01 6.3c, 17.4c-e]"""
        key = way if self.bound else (way[-1], len(way))
        if key not in self._ends:
            self._ends[key] = tuple(self._against_end(way))
        return self._ends[key]

    def _against_end(self, way: Numbers) -> Iterator[Reason]:
        board, end, gone = self.board, way[-1], len(way) - 1
        place = board.net.hexes[end]
        if gone < self.length and not self.covers(end):
            told: dict[str, object] = {"hex": place, "gone": gone, "hexes": self.length}
            template = "{hex} is {gone} of {hexes} hexes away and gives no cover: the retreat goes on"
            yield Reason(board.ref("17.4c"), template, told, (place,), {"gone": gone, "hexes": self.length})
        near = [] if self.apart is None else self._closer(end, self.apart)
        seen = self._seen(near, (self.start, end))
        for enemy in sorted(seen.hexes)[:1]:
            there = board.net.hexes[enemy]
            told = {"hex": place, "far": self.far(end, enemy), "enemy": there, "before": self.apart}
            template = "{hex} is {far} from enemies in {enemy}, and the nearest that is spotted was {before} away"
            yield Reason(board.ref("17.4e"), template, told, (place, there))
        if self.bound:
            nearer = [each for each in board.enemies(self.side) if self.far(end, each) < self.far(self.start, each)]
            for enemy in sorted(self._seen(nearer, way).hexes)[:1]:
                there = board.net.hexes[enemy]
                template = "Without orders and far from their rally point they end no closer to enemies that they spot: {enemy}"
                yield Reason(board.ref("6.3c"), template, {"enemy": there}, (place, there))

    def _closer(self, end: int, apart: int) -> list[int]:
        return [each for each in self.board.enemies(self.side) if self.far(end, each) < apart]

    def _seen(self, enemies: list[int], from_: Numbers) -> Spotted:
        """Which of some enemies are spotted from one of these hexes."""
        found = [spotted(self.board, self.side, here, self.looking, enemies) for here in dict.fromkeys(from_)]
        seen = frozenset(number for each in found for number in each.hexes)
        return Spotted(seen, frozenset(number for each in found for number in each.unsure) - seen)

    def unsure(self, way: Numbers) -> frozenset[int]:
        """Enemies of which it cannot be decided whether the end of a way is too close to them. [TCS 4.01 8.2, 17.4e]"""
        near = [] if self.apart is None else self._closer(way[-1], self.apart)
        return self._seen(near, (self.start, way[-1])).unsure

    def against(self, way: Numbers) -> Iterator[Reason]:
        """What is wrong with a way, as far as it is not gone already: all of it. [TCS 4.01 17.4b-e]"""
        board = self.board
        for n, (last, near) in enumerate(pairwise(way), 1):
            if n < len(self.gone):
                continue
            so_far, direction, into = way[:n], direction_to(board, last, near), board.net.hexes[near]
            assert direction is not None
            barred = self.passage.bar(last, direction)
            if barred is not None:
                yield Reason(board.ref("17.4c"), f"No retreat leads there: {barred.template}", barred.values, barred.hexes)
                return
            if n == 1 and direction not in self.first:
                yield self._not_opposite(into)
            if not self._turns(so_far, near, direction):
                template = "{hex} is no farther from the first hex than the one before, or the turn is too sharp"
                yield Reason(board.ref("17.4d"), template, {"hex": into}, (into,))
            for front in self._nears(so_far, near)[:1]:
                template = "{hex} is nearer to {enemy} than the hex before, and no retreat leads to the front"
                yield Reason(board.ref("17.4d"), template, {"hex": into, "enemy": front}, (into, front))
        if len(way) - 1 > self.length:
            template, told = "The way is {gone} hexes long, and they retreat {hexes}", {"gone": len(way) - 1}
            yield Reason(board.ref("17.4c"), template, {**told, "hexes": self.length})
            return
        yield from self.against_end(way)
        if way not in self.ways and self.choices[COVER] == "required" and not any(map(self.covers, way[1:])):
            yield Reason(board.ref("17.4d"), "Other ways lead to cover, and this one does not")

    def _not_opposite(self, into: object) -> Reason:
        board, hexes = self.board, self.board.net.hexes
        around = hexes[self.start].neighbours()
        first = tuple(around[direction] for direction in self.first)
        told = {"hex": into, "first": ", ".join(map(board.forces.box.label, first)) or "no hex"}
        return Reason(board.ref("17.4b"), "{hex} does not lie opposite the enemy action; the first hex is {first}", told, first)

    def by_readings(self) -> Iterator[Reason]:
        """The readings by which other ways would be legal. [TCS 4.01 17.4b-d]"""
        legal = frozenset(self.ways)
        for name, choice in other_choices(self.board.case, (FIRST, STRAIGHT, REAR, COVER)):
            other = replace(self, choices={**self.choices, name: choice}, _ends=self._ends)
            if frozenset(other.ways) != legal:
                outcome = f"{len(other.ways)} legal ways in the place of {len(legal)}"
                yield reading_reason(self.board.case, name, choice, outcome)
