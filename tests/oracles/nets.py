"""Small nets made up by chance, and searches over them that anybody would believe: no queue, no cache, every rule spelt out."""

import random
from array import array
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, product

from core.analysis.hex_net import Crossing, HexNet
from core.analysis.reach import Terms
from core.analysis.traces import Element
from core.geometry.hexes import DIRECTIONS, Hex


def net_of(hexes: Collection[Hex], kinds: int, dice: random.Random) -> HexNet:
    """A net of these hexes, each hexside one of a number of crossings, by chance, and another one in the other direction."""
    places = tuple(sorted(hexes))
    index = {place: number for number, place in enumerate(places)}
    near = array("i", [index.get(place.plus(*step), -1) for place in places for step in DIRECTIONS])
    crossing = array("i", [dice.randrange(kinds) if into >= 0 else -1 for into in near])
    crossings = tuple(Crossing(sides=frozenset({f"kind-{number}"})) for number in range(kinds))
    return HexNet(places, index, near, crossing, crossings, (frozenset(),) * len(places), frozenset())


def block(columns: int, rows: int) -> list[Hex]:
    """The hexes of an upright map."""
    return [Hex(q, r - q // 2) for q in range(columns) for r in range(rows)]


def some_net(dice: random.Random, most: int = 6) -> HexNet:
    """A map of up to so many columns and rows, with holes."""
    hexes = block(dice.choice((1, most // 2, most)), dice.choice((most // 2, most - 1, most)))
    holes = dice.choice((0, 0.1))
    kept = [place for place in hexes if dice.random() >= holes]
    return net_of(kept or hexes[:1], 5, dice)


def some_terms(net: HexNet, dice: random.Random) -> Terms:
    """Terms of which everything occurs often: steps for nothing, ties, closed ones, stops, exceptions."""
    count, kinds = len(net.hexes), len(net.crossings)
    sides = [side for side, into in enumerate(net.near) if into >= 0]
    return Terms(
        off=[dice.choice((-1, 0, 1, 2, 2, 4)) for _ in range(kinds)],
        road=[dice.choice((-1, -1, 0, 1, 1, 2)) for _ in range(kinds)],
        extra=[dice.choice((0, 0, 0, 0, 0, 0, 1, 3, -1)) for _ in range(count)],
        extra_road=[dice.choice((0, 0, 0, 0, 0, 1, -1)) for _ in range(count)],
        least_road=None if dice.random() < 0.3 else [dice.choice((0, 0, 2)) for _ in range(count)],
        closed=bytearray(dice.random() < 0.05 for _ in range(count)),
        stops=bytearray(dice.random() < 0.1 for _ in range(count)),
        over={
            side: (dice.choice((-1, 0, 1, 5)), dice.choice((-1, 0, 1)))
            for side in dice.sample(sides, min(len(sides), dice.randrange(5)))
        },
        leaving=dice.choice((0, 0, 1, 3)),
    )


def ways_into(net: HexNet, terms: Terms, side: int) -> list[tuple[int, bool]]:
    """All ways to make one step, past 6 * hex + direction: points, and whether along a way."""
    into = net.near[side]
    if into == -1 or terms.closed[into]:
        return []
    off, road = terms.over[side] if side in terms.over else (terms.off[net.crossing[side]], terms.road[net.crossing[side]])
    found = []
    if off != -1 and terms.extra[into] != -1:
        found.append((off + terms.extra[into], False))
    if road != -1 and terms.extra_road[into] != -1:
        if terms.least_road is not None and terms.least_road[into] > road:
            road = terms.least_road[into]
        found.append((road + terms.extra_road[into], True))
    return found


def furthest(net: HexNet, terms: Terms, start: int, allowance: int) -> dict[int, tuple[int, int]]:
    """Points and hexes of the best way to each hex within an allowance: every step tried until nothing gets better."""
    best = {start: (0, 0)}
    changed = True
    while changed:
        changed = False
        for side, into in enumerate(net.near):
            place = side // 6
            if place not in best or (place != start and terms.stops[place]):
                continue
            points, hexes = best[place]
            for more, _ in ways_into(net, terms, side):
                total = points + more + (terms.leaving if place == start else 0), hexes + 1
                if total[0] <= allowance and (into not in best or total < best[into]):
                    best[into] = total
                    changed = True
    return best


def entered_from(net: HexNet, terms: Terms, start: int, best: Mapping[int, tuple[int, int]], into: int) -> tuple[int, bool]:
    """The lowest hex from which the best way enters another one, and whether along a way where that costs no more."""
    found = set()
    for side, other in enumerate(net.near):
        place = side // 6
        if other != into or place not in best or (place != start and terms.stops[place]):
            continue
        for more, along in ways_into(net, terms, side):
            points = best[place][0] + more + (terms.leaving if place == start else 0)
            if (points, best[place][1] + 1) == best[into]:
                found.add((place, not along))
    lowest, across = min(found)
    return lowest, not across


def lines_from(
    net: HexNet, start: int, sources: Collection[int], open_: Sequence[int], passes: Sequence[bool], over: Mapping[int, bool]
) -> int:
    """Hexes of the shortest line from one hex to an open source, by a search of its own; -1 for none."""
    reached, length = {start}, 0
    while reached:
        if any(place in sources and open_[place] for place in reached):
            return length
        further = {
            net.near[side]
            for place in reached
            for side in range(6 * place, 6 * place + 6)
            if net.near[side] >= 0 and open_[net.near[side]] and over.get(side, passes[net.crossing[side]])
        }
        reached, length = (further | reached, length + 1) if not further <= reached else (set(), length)
    return -1


def smallest_cuts(
    net: HexNet,
    start: int,
    sources: Collection[int],
    blocks: Mapping[int, tuple[str, ...]],
    passes: Sequence[bool],
    over: Mapping[int, bool],
    most: int,
) -> Iterator[tuple[Element, ...]]:
    """All sets of the fewest elements after whose removal a line exists, up to so many elements; every set is tried."""
    words: list[Element] = [(word, place) for place, found in blocks.items() for word in found]
    shut = [side for side, into in enumerate(net.near) if into >= 0 and not over.get(side, passes[net.crossing[side]])]
    every = words + [("side", side // 6, net.near[side]) for side in shut]
    for count in range(most + 1):
        found = [some for some in combinations(every, count) if without(net, start, sources, blocks, passes, over, some)]
        if found:
            yield from found
            return


def without(
    net: HexNet,
    start: int,
    sources: Collection[int],
    blocks: Mapping[int, tuple[str, ...]],
    passes: Sequence[bool],
    over: Mapping[int, bool],
    taken: Collection[Element],
) -> bool:
    """Whether a line exists once some elements are taken away."""
    left = {place: [word for word in found if (word, place) not in taken] for place, found in blocks.items()}
    open_ = [not left.get(place) for place in range(len(net.hexes))]
    sides = {
        side: True
        for side, (place, into) in enumerate(zip(_sixfold(len(net.hexes)), net.near, strict=True))
        if ("side", place, into) in taken
    }
    return lines_from(net, start, sources, open_, passes, {**over, **sides}) >= 0


def _sixfold(count: int) -> Iterator[int]:
    return (place for place, _ in product(range(count), range(6)))
