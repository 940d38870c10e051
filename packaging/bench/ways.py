"""Ways and lines over a map of 200 × 200 hexes, made up: ranges of units, supply of all of them, and what one move changes."""

import random
import statistics
import time
from array import array
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from core.analysis.hex_net import Crossing, HexNet
from core.analysis.reach import Terms, reach, reach_onto, step
from core.analysis.traces import traced
from core.geometry.hexes import DIRECTIONS, Hex

SIDE = 200
UNITS = 1_000
KINDS = 40
ALLOWANCE = 24
"""Twelve points, counted in halves."""


@dataclass(frozen=True, slots=True)
class Found:
    """Seconds, medians of several rounds; `plain` and the ratios are those of what one would think of first."""

    range_s: float
    ranges_s: float
    ranges_ratio: float
    onto_s: float
    onto_ratio: float
    supply_s: float
    supply_ratio: float
    move_s: float
    move_ratio: float


def made_up_net(dice: random.Random) -> HexNet:
    """Hexes of which no two hexsides need be alike."""
    places = tuple(sorted(Hex(q, r - q // 2) for q in range(SIDE) for r in range(SIDE)))
    index = {place: number for number, place in enumerate(places)}
    near = array("i", [index.get(place.plus(*way), -1) for place in places for way in DIRECTIONS])
    crossing = array("i", [dice.randrange(KINDS) if into >= 0 else -1 for into in near])
    crossings = tuple(Crossing(sides=frozenset({f"kind-{number}"})) for number in range(KINDS))
    return HexNet(places, index, near, crossing, crossings, (frozenset(),) * len(places), frozenset())


def made_up_terms(net: HexNet, dice: random.Random) -> Terms:
    """Country of one to four points, some roads, some zones, a river that nobody crosses."""
    count = len(net.hexes)
    return Terms(
        off=[dice.choice((2, 2, 4, 4, 6, 8)) for _ in range(KINDS - 1)] + [-1],
        road=[dice.choice((-1, -1, -1, -1, 1, 2)) for _ in range(KINDS)],
        extra=[dice.choice((0, 0, 0, 0, 4)) for _ in range(count)],
        extra_road=[0] * count,
        least_road=None,
        closed=bytearray(dice.random() < 0.05 for _ in range(count)),
        stops=bytearray(dice.random() < 0.05 for _ in range(count)),
        over={},
    )


def ways_and_lines(rounds: int = 3) -> Found:
    """Measures all of it; what is found is the same both ways."""
    dice = random.Random(7)
    net = made_up_net(dice)
    terms = made_up_terms(net, dice)
    places = dice.sample(range(len(net.hexes)), UNITS)
    stops = {place for place, stopped in zip(net.hexes, terms.stops, strict=True) if stopped}

    def one_range() -> None:
        reach(net, replace(terms), places[0], ALLOWANCE)

    def all_ranges() -> list[int]:
        shared = replace(terms)
        return [len(reach(net, shared, place, ALLOWANCE).spent) for place in places]

    def plain_ranges() -> list[int]:
        graph = _graph(net, terms)
        return [len(_range(graph, stops, net.hexes[place], ALLOWANCE)[0]) for place in places]

    def who_comes() -> list[bool]:
        able = reach_onto(net, terms, places[0], ALLOWANCE)
        return [place in able for place in places]

    def plain_who_comes() -> list[bool]:
        graph, target = _graph(net, terms), net.hexes[places[0]]
        return [target in _range(graph, stops, net.hexes[place], ALLOWANCE)[0] for place in places]

    assert all_ranges() == plain_ranges(), "ranges disagree"
    assert who_comes() == plain_who_comes(), "ranges disagree backwards"

    enemies = dice.sample(range(len(net.hexes)), UNITS)
    open_, moved = _open(net, enemies), _open(net, [net.near[6 * enemies[0]], *enemies[1:]])
    passes = [True] * (KINDS - 2) + [False] * 2
    sources = [0, SIDE // 2, SIDE - 1]
    sample = places[:: UNITS // 50]

    def one_search() -> list[int]:
        far = traced(net, sources, open_, passes).far
        return [far[place] for place in places]

    def searches() -> list[int]:
        return [_line(net, set(sources), open_, passes, place) for place in sample]

    assert one_search()[:: UNITS // 50] == searches(), "lines disagree"
    before = traced(net, sources, open_, passes)
    changed = {place: bool(now) for place, (was, now) in enumerate(zip(open_, moved, strict=True)) if was != now}
    assert before.after(changed).far == traced(net, sources, moved, passes).far, "lines disagree after a move"
    ranges_ratio, ranges_s = _compared(all_ranges, plain_ranges, rounds)
    onto_ratio, onto_s = _compared(who_comes, plain_who_comes, rounds)
    supply_ratio, supply_s = _compared(one_search, searches, rounds)
    move_ratio, move_s = _compared(lambda: before.after(changed), lambda: traced(net, sources, moved, passes), 4 * rounds)
    return Found(
        statistics.median(_timed(one_range) for _ in range(rounds)),
        ranges_s,
        ranges_ratio,
        onto_s,
        onto_ratio,
        supply_s,
        supply_ratio * UNITS / len(sample),
        move_s,
        move_ratio,
    )


_Graph = dict[Hex, list[tuple[Hex, int]]]


def _graph(net: HexNet, terms: Terms) -> _Graph:
    """What each step costs, worked out before any search."""
    return {
        place: [
            (net.hexes[net.near[6 * number + way]], points)
            for way in range(6)
            if (points := step(net, terms, number, way)[0]) >= 0
        ]
        for number, place in enumerate(net.hexes)
    }


def _range(graph: _Graph, stops: set[Hex], start: Hex, allowance: int) -> tuple[dict[Hex, int], dict[Hex, Hex]]:
    """Dijkstra's search as it stands in books: dicts, a heap, and where one came from."""
    best: dict[Hex, int] = {start: 0}
    came: dict[Hex, Hex] = {}
    waiting = [(0, start)]
    while waiting:
        points, place = heappop(waiting)
        if points > best[place] or (place in stops and place != start):
            continue
        for into, more in graph[place]:
            total = points + more
            if total <= allowance and (into not in best or total < best[into]):
                best[into], came[into] = total, place
                heappush(waiting, (total, into))
    return best, came


def _line(net: HexNet, sources: set[int], open_: bytearray, passes: list[bool], start: int) -> int:
    """One unit's own search for the nearest source, hex by hex, which ends where it has found one."""
    reached, waiting = {start}, deque([(start, 0)])
    while waiting:
        place, length = waiting.popleft()
        if place in sources and open_[place]:
            return length
        for side in range(6 * place, 6 * place + 6):
            into = net.near[side]
            if into >= 0 and into not in reached and open_[into] and passes[net.crossing[side]]:
                reached.add(into)
                waiting.append((into, length + 1))
    return -1


def _open(net: HexNet, enemies: list[int]) -> bytearray:
    """All hexes without enemies and without their zones."""
    found = bytearray([1]) * len(net.hexes)
    for place in enemies:
        for shut in (place, *net.near[6 * place : 6 * place + 6]):
            if shut >= 0:
                found[shut] = 0
    return found


def _compared(ours: Callable[[], object], peer: Callable[[], object], rounds: int) -> tuple[float, float]:
    pairs = [(_timed(ours), _timed(peer)) for _ in range(rounds)]
    return statistics.median(other / one for one, other in pairs), statistics.median(one for one, _ in pairs)


def _timed(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin
