"""The cheapest ways of one mover over the net of hexes; knows what a step costs and no rule that says so.

Whoever knows the rules fills in `Terms`: tables by kind of crossing and by hex, in whole numbers, halves and thirds of points
scaled by the caller. Everything here is exact, and the same on every machine: of two ways the one of fewer points counts, then
the one of fewer hexes, and where both agree each hex is entered from the hex with the lowest number.

The steps out of a hex are worked out when a search first comes there and kept with the terms, so that the searches of many
units that move on the same terms share them. Terms are therefore made once and not changed afterwards.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise

from core.analysis.hex_net import HexNet

CLOSED = -1
"""Points of a step that cannot be made."""

_Row = tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, eq=False)
class Terms:
    """What steps cost a mover, in whole points; -1 closes what it stands for. Not changed once a search has used them."""

    off: Sequence[int]
    """By number of crossing: the step across country."""
    road: Sequence[int]
    """By number of crossing: the step along a way, -1 where none leads across."""
    extra: Sequence[int]
    """By hex: added for entering it across country, such as zones, interdiction, rubble."""
    extra_road: Sequence[int]
    """By hex: added for entering it along a way."""
    least_road: Sequence[int] | None
    """By hex: a step into it along a way costs at least this, before what is added; None for nowhere."""
    closed: bytearray
    """By hex: never entered."""
    stops: bytearray
    """By hex: may be entered, and not left on the same move."""
    over: Mapping[int, tuple[int, int]]
    """By 6 * hex + direction: points across country and along a way in the place of those of the crossing."""
    leaving: int = 0
    """Paid once, with the first step."""
    _known: "_Known" = field(default_factory=lambda: _Known(), init=False, repr=False)


class _Known:
    """The steps out of the hexes of one net, as far as a search came there."""

    def __init__(self) -> None:
        self.net: HexNet | None = None
        self.rows: list[_Row | None] = []

    def of(self, net: HexNet) -> list[_Row | None]:
        if self.net is not net:
            self.net, self.rows = net, [None] * (len(net.near) // 6)
        return self.rows


def step(net: HexNet, terms: Terms, hex_: int, direction: int) -> tuple[int, bool]:
    """The fewest points for one step, -1 when it cannot be made, and whether it leads along a way.

    Where both cost the same it leads along the way. What is paid for leaving the first hex is not part of it, nor whether a
    hex that stops may be left.
    """
    side = 6 * hex_ + direction
    into = net.near[side]
    if into < 0 or terms.closed[into]:
        return CLOSED, False
    told = terms.over.get(side)
    if told is None:
        kind = net.crossing[side]
        off, road = terms.off[kind], terms.road[kind]
    else:
        off, road = told
    extra, extra_road = terms.extra[into], terms.extra_road[into]
    across = off + extra if off >= 0 and extra >= 0 else CLOSED
    if road < 0 or extra_road < 0:
        return across, False
    if terms.least_road is not None:
        road = max(road, terms.least_road[into])
    along = road + extra_road
    return (along, True) if across < 0 or along <= across else (across, False)


@dataclass(frozen=True, eq=False)
class Reach:
    """Where a mover comes with an allowance. Hexes are numbers of the net."""

    start: int
    allowance: int
    spent: Mapping[int, int]
    """By hex: the points that the cheapest way there costs; more than the allowance for those of `minimum`."""
    minimum: frozenset[int]
    """The hexes that are reached only because one may always move one hex."""
    _entered: Mapping[int, int] = field(repr=False)

    @cached_property
    def came(self) -> Mapping[int, int]:
        """By hex: the hex that it is entered from; the start is not in it."""
        return {place: how // 12 for place, how in self._entered.items()}

    @cached_property
    def along(self) -> frozenset[int]:
        """The hexes that are entered along a way."""
        return frozenset(place for place, how in self._entered.items() if how & 1)

    def path(self, hex_: int) -> tuple[int, ...]:
        """The hexes from the start to another, both included; nothing when it is not reached."""
        if hex_ not in self.spent:
            return ()
        path = [hex_]
        while path[-1] != self.start:
            path.append(self._entered[path[-1]] // 12)
        return tuple(reversed(path))


def reach(net: HexNet, terms: Terms, start: int, allowance: int, *, minimum: bool = False) -> Reach:
    """Every hex within an allowance of points, by the cheapest way there.

    With `minimum` the adjacent hexes that a step can be made into are reached whatever they cost. The start may be left though
    it stops whoever enters it, and though it is closed.
    """
    rows = terms._known.of(net)
    # One number for points and hexes together: fewer points first, then fewer hexes.
    scale = len(rows) + 1
    limit = (allowance + 1) * scale
    best = {start: 0}
    entered: dict[int, int] = {}
    # Hexes wait by their points. One that is bettered waits again; where it waited before it is passed over, or, when only its
    # hexes were bettered by a step that costs nothing, gone through once more.
    waiting = {0: [start]}
    turns = [0]
    while turns:
        points = heappop(turns)
        for place in waiting[points]:
            so_far = best[place]
            if so_far < points * scale:
                continue
            if place == start:
                so_far = terms.leaving * scale
            elif terms.stops[place]:
                continue
            row = rows[place]
            if row is None:
                row = rows[place] = _steps_out(net, terms, place)
            for into, weight, how in row:
                total = so_far + weight
                known = best.get(into, limit)
                if total < known:
                    best[into], entered[into] = total, how
                    turn = total // scale
                    if turn in waiting:
                        waiting[turn].append(into)
                    else:
                        waiting[turn] = [into]
                        heappush(turns, turn)
                elif total == known and total < limit and how < entered[into]:
                    entered[into] = how
    spent = {place: total // scale for place, total in best.items()}
    least: list[int] = []
    if minimum:
        for into, weight, how in _steps_out(net, terms, start):
            if into not in spent:
                spent[into] = terms.leaving + weight // scale
                entered[into] = how
                least.append(into)
    return Reach(start, allowance, spent, frozenset(least), entered)


def _steps_out(net: HexNet, terms: Terms, place: int) -> _Row:
    """For each step that can be made out of a hex: the hex entered, the weight in a search, and how it was entered.

    How: twice the hexside, 6 * hex + direction, and one more along a way, so that a lower hex left is a lower number.
    """
    scale = len(net.near) // 6 + 1
    found = []
    for direction in range(6):
        points, along = step(net, terms, place, direction)
        if points >= 0:
            side = 6 * place + direction
            found.append((net.near[side], points * scale + 1, 2 * side + along))
    return tuple(found)


def cost_of(net: HexNet, terms: Terms, path: Sequence[int]) -> tuple[int | None, ...]:
    """The points of each step of a path, what is paid for leaving included; None where a step cannot be made.

    A step cannot be made into a hex that is not adjacent, where it is closed, and out of a hex that stopped the mover.
    """
    found: list[int | None] = []
    for number, (place, into) in enumerate(pairwise(path)):
        points = CLOSED
        if number == 0 or not terms.stops[place]:
            points = min((step(net, terms, place, d)[0] for d in _towards(net, place, into)), default=CLOSED)
        found.append(None if points < 0 else points + (terms.leaving if number == 0 else 0))
    return tuple(found)


def _towards(net: HexNet, place: int, into: int) -> Iterable[int]:
    return (direction for direction in range(6) if net.near[6 * place + direction] == into)


def reach_onto(net: HexNet, terms: Terms, target: int, allowance: int) -> Mapping[int, int]:
    """From which hexes a target can be reached within an allowance, with the points: one search backwards.

    Equal to a search forward from every hex: the hex where a move begins may be closed and may stop, and what is paid for
    leaving is part of every way. The target itself is in it with nothing.
    """
    limit = allowance - terms.leaving
    best = {target: 0}
    waiting = [(0, target)]
    while waiting:
        so_far, place = heappop(waiting)
        if so_far > best[place] or (terms.stops[place] and place != target):
            continue
        for direction in range(6):
            before = net.near[6 * place + direction]
            if before < 0:
                continue
            points = step(net, terms, before, (direction + 3) % 6)[0]
            total = so_far + points
            if points >= 0 and total <= limit and total < best.get(before, total + 1):
                best[before] = total
                heappush(waiting, (total, before))
    return {place: total + terms.leaving if place != target else 0 for place, total in best.items()}
