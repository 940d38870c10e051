"""What would have to go for a unit to be supplied: a line over land that is short enough, and a road that is free [VCS 11.0].

Both parts of a line count together. Along roads the fewest blocks to a source are found once for all road hexes, by a search
backwards; over land lines are so short that all of them are tried, step by step.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise

from core.analysis.hex_net import HexNet
from core.analysis.traces import Cut, Element
from core.rules.operations.supply import ROAD, SIDE, Blocks
from core.rules.operations.zones import SIDES


@dataclass(frozen=True, eq=False)
class RoadCuts:
    """The roads of the map with what blocks them. `roads` and `dry` are by number of crossing; `bridges` are hexsides whose
    bridge is destroyed, `broken` hexes whose road is. `ends` are the sources."""

    net: HexNet
    roads: Sequence[bool]
    bridges: frozenset[int]
    broken: frozenset[int]
    blocks: Blocks
    ends: frozenset[int]
    dry: Sequence[bool]

    @cached_property
    def by_hex(self) -> Mapping[int, tuple[str, ...]]:
        """The words of enemies and zones in hexes."""
        return self.blocks.by_hex()

    def on_road(self, number: int) -> tuple[str, ...]:
        """The words of what blocks a hex for a road that leads on through it."""
        return (*self.by_hex.get(number, ()), *((ROAD,) if number in self.broken else ()))

    @cached_property
    def onward(self) -> tuple[dict[int, int], dict[int, int]]:
        """By road hex the fewest blocks on the way to a source behind the hex itself, and the hex that comes next."""
        best = dict.fromkeys(sorted(self.ends), 0)
        following: dict[int, int] = {}
        waiting = [(0, end) for end in sorted(self.ends)]
        net = self.net
        while waiting:
            count, place = heappop(waiting)
            if count > best[place]:
                continue
            # A source is reached in spite of a road that is destroyed in its hex.
            within = len(self.by_hex.get(place, ())) if place in self.ends else len(self.on_road(place))
            for direction in range(SIDES):
                before = net.near[SIDES * place + direction]
                if before < 0:
                    continue
                side = SIDES * before + (direction + SIDES // 2) % SIDES
                if not self.roads[net.crossing[side]]:
                    continue
                total = count + within + (side in self.bridges)
                if total < best.get(before, total + 1):
                    best[before], following[before] = total, place
                    heappush(waiting, (total, before))
        return best, following


def least_supplied(
    cuts: RoadCuts, start: int, levels: Sequence[int], limits: Mapping[int, int], *, terminal_counts: bool
) -> Cut | None:
    """The fewest blocks without which a unit in a hex would be supplied; None where no line would ever be short enough.

    `levels` are by hex, 0 where no line goes; `limits` the most hexes of a line by the highest level that it may meet. With
    `terminal_counts` the level of the road hex is one of those. Of several equal sets that of the shortest line counts.
    """
    found: list[tuple[int, int, tuple[int, ...]]] = []
    for top, most in limits.items():
        if levels[start] <= top:
            found += _within(cuts, start, levels, top, most, terminal_counts)
    if not found:
        return None
    _, _, over_land = min(found)
    _, following = cuts.onward
    line = list(over_land)
    elements = list(_over_land(cuts, over_land))
    on_road = len(line) == 1 or line[-1] not in cuts.ends
    if on_road and line[-1] in following:
        if line[-1] in cuts.broken:
            elements.append((ROAD, line[-1]))
        elements += _down_road(cuts, line, following)
    return Cut(tuple(elements), tuple(line)) if elements else None


def _within(
    cuts: RoadCuts, start: int, levels: Sequence[int], top: int, most: int, terminal_counts: bool
) -> list[tuple[int, int, tuple[int, ...]]]:
    """Lines over land to every road hex within a number of hexes: blocks in all, hexes, and the hexes themselves."""
    onward, _ = cuts.onward
    net, found = cuts.net, []
    best: dict[int, tuple[int, tuple[int, ...]]] = {start: (0, (start,))}
    for _ in range(most + 1):
        for place, (count, line) in best.items():
            if place in onward and (not terminal_counts or levels[place] <= top):
                broken = place in cuts.broken and place not in cuts.ends
                found.append((count + onward[place] + broken, len(line), line))
        farther: dict[int, tuple[int, tuple[int, ...]]] = {}
        for place, (count, line) in best.items():
            if levels[place] > top and place != start:
                continue
            for side in range(SIDES * place, SIDES * place + SIDES):
                into = net.near[side]
                if into < 0 or not levels[into] or into in line:
                    continue
                if levels[into] > top and (terminal_counts or into not in onward):
                    continue
                total = count + len(cuts.by_hex.get(into, ())) + _wet(cuts, side)
                if into not in farther or (total, (*line, into)) < farther[into]:
                    farther[into] = (total, (*line, into))
        best = farther
    return [each for each in found if len(each[2]) <= most + 1]


def _wet(cuts: RoadCuts, side: int) -> bool:
    """Whether a river without a bridge lies along a hexside."""
    return not cuts.dry[cuts.net.crossing[side]] or side in cuts.bridges


def _over_land(cuts: RoadCuts, line: Sequence[int]) -> list[Element]:
    """What blocks a line over land, in its order."""
    found: list[Element] = []
    for place, into in pairwise(line):
        side = next(side for side in range(SIDES * place, SIDES * place + SIDES) if cuts.net.near[side] == into)
        if _wet(cuts, side):
            found.append((SIDE, place, into))
        found += [(word, into) for word in cuts.by_hex.get(into, ())]
    return found


def _down_road(cuts: RoadCuts, line: list[int], following: Mapping[int, int]) -> list[Element]:
    """What blocks the road from the end of a line on; its hexes are put behind those of the line."""
    found: list[Element] = []
    while line[-1] not in cuts.ends and line[-1] in following:
        place, into = line[-1], following[line[-1]]
        side = next(side for side in range(SIDES * place, SIDES * place + SIDES) if cuts.net.near[side] == into)
        if side in cuts.bridges:
            found.append((SIDE, place, into))
        words = cuts.by_hex.get(into, ()) if into in cuts.ends else cuts.on_road(into)
        found += [(word, into) for word in words]
        line.append(into)
    return found
