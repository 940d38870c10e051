"""Lines over the net of hexes back to sources: how far, which way, and what would have to go for one to exist.

A line goes from a hex through adjacent ones into a source. Every hex that it enters must be open, the source too; the hex where
it begins is not asked. Every hexside must let it pass in the direction of the line. A source that is not open is no source, not
even for whoever stands on it. Of lines of equal length the one through the lowest numbers counts, step by step.
"""

from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heapify, heappop, heappush
from itertools import pairwise

from core.analysis.hex_net import HexNet

Element = tuple[str, int] | tuple[str, int, int]
"""What can be taken away: a word with the hex that it blocks, or "side" with the hexes that the hexside lies between."""

NOTHING: Mapping[int, bool] = {}

MANY = 500
"""Hexes of which a change may move the distance before all are searched anew, which then takes no longer."""

FEW = 3000
"""Hexes up to which the search goes hex by hex, in less time than numpy takes to be imported; beyond, rim by rim with numpy."""


@dataclass(frozen=True, eq=False)
class Traced:
    """How far it is from each hex to the nearest source."""

    far: "array[int]"
    """By hex: hexes entered on a shortest line, 0 for a source, -1 where there is no line."""
    _net: HexNet = field(repr=False)
    _sources: frozenset[int] = field(repr=False)
    _open: bytearray = field(repr=False)
    _passes: Sequence[bool] = field(repr=False)
    _most: int | None = field(repr=False)
    _over: Mapping[int, bool] = field(repr=False)

    def line(self, hex_: int) -> tuple[int, ...]:
        """The hexes of a shortest line, from the hex itself to the source; nothing where there is none."""
        if self.far[hex_] < 0:
            return ()
        line = [hex_]
        for left in range(self.far[hex_] - 1, -1, -1):
            place = line[-1]
            line.append(
                min(
                    into
                    for side in range(6 * place, 6 * place + 6)
                    if (into := self._net.near[side]) >= 0
                    and self.far[into] == left
                    and self._open[into]
                    and _lets(self._net, self._passes, self._over, side)
                )
            )
        return tuple(line)

    def after(self, changed: Mapping[int, bool]) -> "Traced":
        """The same once some hexes are open or not, as told: equal to a new search, and only what that moves is searched."""
        open_ = bytearray(self._open)
        for place, is_open in changed.items():
            open_[place] = is_open
        far = _moved(self, open_, changed)
        if far is None:
            return traced(self._net, self._sources, open_, self._passes, most=self._most, over=self._over)
        return replace(self, far=far, _open=open_)


def _lets(net: HexNet, passes: Sequence[bool], over: Mapping[int, bool], side: int) -> bool:
    """Whether a line may pass a hexside, 6 * hex + direction, on its way out of that hex."""
    told = over.get(side)
    return passes[net.crossing[side]] if told is None else told


def _comes(net: HexNet, passes: Sequence[bool], over: Mapping[int, bool], place: int) -> Iterator[int]:
    """The hexes from which a line may enter a hex."""
    for direction in range(6):
        before = net.near[6 * place + direction]
        if before >= 0 and _lets(net, passes, over, 6 * before + (direction + 3) % 6):
            yield before


def _goes(net: HexNet, passes: Sequence[bool], over: Mapping[int, bool], place: int) -> Iterator[int]:
    """The hexes that a line may enter from a hex."""
    for side in range(6 * place, 6 * place + 6):
        if net.near[side] >= 0 and _lets(net, passes, over, side):
            yield net.near[side]


def _moved(old: Traced, open_: bytearray, changed: Iterable[int]) -> "array[int] | None":
    """How far it is from each hex once others are open, by what that moves alone; None when that is much of the map."""
    by = old._net, old._passes, old._over
    far = array("i", old.far)
    opened = [place for place in changed if open_[place] and not old._open[place]]
    shut = [place for place in changed if old._open[place] and not open_[place]]
    # First, near ones first, the hexes of which no line of the old length is left.
    waiting = [(0, place) for place in shut if place in old._sources]
    waiting += [(far[place] + 1, before) for place in shut if far[place] >= 0 for before in _comes(*by, place)]
    heapify(waiting)
    lost: set[int] = set()
    while waiting:
        length, place = heappop(waiting)
        if far[place] != length or place in lost:
            continue
        if length and any(far[into] == length - 1 and open_[into] and into not in lost for into in _goes(*by, place)):
            continue
        lost.add(place)
        if len(lost) > MANY:
            return None
        if old._open[place]:
            for before in _comes(*by, place):
                heappush(waiting, (length + 1, before))
    # Then the lengths that they and others have now.
    for place in lost:
        far[place] = -1
    waiting = [(0, place) for place in opened if place in old._sources]
    waiting += [(far[place] + 1, before) for place in opened if far[place] >= 0 for before in _comes(*by, place)]
    for place in lost:
        nearest = min((far[into] for into in _goes(*by, place) if open_[into] and far[into] >= 0), default=None)
        if nearest is not None:
            waiting.append((nearest + 1, place))
    heapify(waiting)
    found = 0
    while waiting:
        length, place = heappop(waiting)
        if 0 <= far[place] <= length or (old._most is not None and length > old._most):
            continue
        far[place] = length
        found += 1
        if found > MANY:
            return None
        if open_[place]:
            for before in _comes(*by, place):
                heappush(waiting, (length + 1, before))
    return far


def traced(
    net: HexNet,
    sources: Collection[int],
    open_: bytearray,
    passes: Sequence[bool],
    *,
    most: int | None = None,
    over: Mapping[int, bool] = NOTHING,
) -> Traced:
    """Lines of all hexes at once, by one search from the sources backwards.

    `open_` by hex, `passes` by number of crossing, `over` by 6 * hex + direction in the place of the crossing's; lines of more
    than `most` hexes are none.
    """
    search = by_hexes if len(net.hexes) <= FEW else by_rims
    kept = bytearray(open_)
    far = search(net, sources, kept, passes, most, over)
    return Traced(far, net, frozenset(sources), kept, tuple(passes), most, dict(over))


def by_hexes(
    net: HexNet, sources: Collection[int], open_: bytearray, passes: Sequence[bool], most: int | None, over: Mapping[int, bool]
) -> "array[int]":
    """How far it is from each hex, hex by hex: the plain search, for small maps."""
    near = net.near
    far = array("i", [-1]) * (len(near) // 6)
    rim = sorted({place for place in sources if open_[place]})
    for place in rim:
        far[place] = 0
    level = 0
    while rim and (most is None or level < most):
        level += 1
        found = []
        for place in rim:
            for direction in range(6):
                before = near[6 * place + direction]
                if before >= 0 and far[before] < 0 and _lets(net, passes, over, 6 * before + (direction + 3) % 6):
                    far[before] = level
                    if open_[before]:
                        found.append(before)
        rim = found
    return far


def by_rims(
    net: HexNet, sources: Collection[int], open_: bytearray, passes: Sequence[bool], most: int | None, over: Mapping[int, bool]
) -> "array[int]":
    """The same in numpy, all hexes of one distance at a time."""
    import numpy as np

    count = len(net.hexes)
    near = np.frombuffer(net.near, dtype=np.intc).reshape(count, 6)
    lets = np.array(passes, dtype=bool)[np.frombuffer(net.crossing, dtype=np.intc)]
    lets[np.fromiter(over.keys(), np.int64, len(over))] = np.fromiter(over.values(), np.bool_, len(over))
    # By hex and direction the hex that a line comes from, past the side as it lies for that hex; none is one past the last.
    comes = (near >= 0) & lets.reshape(count, 6)[near, [3, 4, 5, 0, 1, 2]]
    before = np.where(comes, near, count).astype(np.int64)
    far = np.full(count + 1, -1, dtype=np.intc)
    far[count] = 0
    is_open = np.frombuffer(open_, dtype=np.uint8) != 0
    rim = np.array(sorted({place for place in sources if open_[place]}), dtype=np.int64)
    far[rim] = 0
    turns = np.arange(before.size)
    turn = np.empty(count, dtype=np.int64)
    level = 0
    while rim.size and (most is None or level < most):
        level += 1
        found = before.take(rim, axis=0).ravel()
        found = found.compress(far.take(found) < 0)
        far[found] = level
        # A hex that was found more than once keeps the last turn only.
        turn[found] = turns[: found.size]
        rim = found.compress((turn.take(found) == turns[: found.size]) & is_open.take(found))
    return array("i", far[:count].tobytes())


@dataclass(frozen=True)
class Cut:
    """The fewest elements that have to be taken away so that a line exists, and the line that exists then."""

    elements: tuple[Element, ...]
    line: tuple[int, ...]


def least_cut(
    net: HexNet,
    start: int,
    sources: Collection[int],
    blocks: Mapping[int, tuple[str, ...]],
    passes: Sequence[bool],
    over: Mapping[int, bool] = NOTHING,
) -> Cut | None:
    """The fewest blocks, each a word of a hex or a hexside, without which a line leads from a hex to a source.

    A hex without words in `blocks` is open. Of several such sets that of the shortest line counts, then that of which each
    hex is entered from the lowest number; the elements stand in the order of the line. None when the map leads to no source.
    """
    goals = set(sources)
    best = {start: (0, 0)}
    came: dict[int, int] = {}
    ends: list[tuple[int, int, int]] = []
    if start in goals:
        ends.append((len(blocks.get(start, ())), 0, start))
    waiting = [(0, 0, start)]
    while waiting:
        cost, length, place = heappop(waiting)
        if (cost, length) != best[place]:
            continue
        if place in goals and place != start:
            ends.append((cost, length, place))
            break
        for side in range(6 * place, 6 * place + 6):
            into = net.near[side]
            if into < 0:
                continue
            total = cost + len(blocks.get(into, ())) + (not _lets(net, passes, over, side)), length + 1
            known = best.get(into)
            if known is None or total < known:
                best[into] = total
                came[into] = place
                heappush(waiting, (*total, into))
            elif total == known and place < came.get(into, -1):
                came[into] = place
    if not ends:
        return None
    line = [min(ends)[2]]
    while line[-1] != start:
        line.append(came[line[-1]])
    line.reverse()
    return Cut(tuple(_elements(net, line, blocks, passes, over)), tuple(line))


Ways = tuple[tuple[tuple[int, int], ...], ...]
"""By hex: those beside it with a number for each."""


@dataclass(frozen=True, eq=False)
class Cuts:
    """The least cuts of all hexes: those that `least_cut` finds of each, by one search from the sources backwards."""

    sources: frozenset[int]
    _net: HexNet = field(repr=False)
    _passes: Sequence[bool] = field(repr=False)
    _blocks: Mapping[int, tuple[str, ...]] = field(repr=False)
    _into: Ways = field(repr=False)
    _from: Ways = field(repr=False)
    """What it costs to go into the hexes beside one, and out of them into it, if no hex were blocked."""
    _far: list[int] = field(repr=False)
    """By hex: the blocks on the way to a source, times more than the length of any, and that length; -1 for no way."""
    _known: dict[int, tuple[Cut | None, frozenset[int]]] = field(default_factory=dict, repr=False)
    """Cuts that were asked for, with all hexes on the lines that might be opened at that price."""

    def of(self, start: int) -> Cut | None:
        """The fewest blocks without which a line leads from a hex to a source; None when the map leads to no source."""
        if start not in self._known:
            line, met = self._line(start)
            cut = Cut(tuple(_elements(self._net, line, self._blocks, self._passes, NOTHING)), tuple(line)) if line else None
            self._known[start] = cut, met
        return self._known[start][0]

    def after(self, blocks: Mapping[int, tuple[str, ...]]) -> "Cuts":
        """The same with other blocks: equal to a new search, and only what that moves is searched."""
        old = self._blocks
        changed = {place for place in old.keys() | blocks.keys() if old.get(place, ()) != blocks.get(place, ())}
        far = list(self._far)
        made = replace(self, _blocks=blocks, _far=far, _known={})
        moved = made._settle({place for place in changed if len(old.get(place, ())) != len(blocks.get(place, ()))})
        # What is found of a hex hangs on the lines from it, and on those beside that may be better now.
        beside = {before for place in changed | moved for before, _ in self._from[place]} | changed | moved
        made._known.update({start: found for start, found in self._known.items() if found[1].isdisjoint(beside)})
        return made

    def _settle(self, changed: Iterable[int]) -> set[int]:
        """Finds how far it is from each hex once others are dearer or cheaper to enter, and which hexes that moves."""
        far, from_, into, goals = self._far, self._from, self._into, self.sources
        before: dict[int, int] = {}
        waiting = [(far[place], place) for each in changed for place, _ in from_[each]]
        heapify(waiting)
        lost: set[int] = set()
        # First, near ones first, the hexes of which no line of the old length is left.
        while waiting:
            length, place = heappop(waiting)
            if place in lost or place in goals or length < 0:
                continue
            left = ((near, step) for near, step in into[place] if far[near] >= 0 and near not in lost)
            if any(step + self._price(near) + far[near] <= length for near, step in left):
                continue
            lost.add(place)
            for near, _ in from_[place]:
                heappush(waiting, (far[near], near))
        for place in lost:
            before[place] = far[place]
            far[place] = -1
        # Then the lengths that they and others have now.
        for place in lost:
            nearest = min((step + self._price(near) + far[near] for near, step in into[place] if far[near] >= 0), default=-1)
            if nearest >= 0:
                waiting.append((nearest, place))
        for each in changed:
            if far[each] >= 0:
                waiting += [(far[each] + self._price(each) + step, place) for place, step in from_[each]]
        heapify(waiting)
        while waiting:
            length, place = heappop(waiting)
            if 0 <= far[place] <= length:
                continue
            before.setdefault(place, far[place])
            far[place] = length
            entered = length + self._price(place)
            for near, step in from_[place]:
                if not 0 <= far[near] <= entered + step:
                    heappush(waiting, (entered + step, near))
        return {place for place, length in before.items() if far[place] != length}

    def _price(self, place: int) -> int:
        """What the blocks in a hex add to the way of who enters it."""
        blocks = self._blocks.get(place)
        return len(blocks) * _long(self._net) if blocks else 0

    def _line(self, start: int) -> tuple[list[int], frozenset[int]]:
        """The line of the least cut, and all hexes on lines that cost as much."""
        far, into = self._far, self._into
        least = min((step + self._price(near) + far[near] for near, step in into[start] if far[near] >= 0), default=-1)
        if start in self.sources:
            if least < 0 or self._price(start) < least:
                return [start], frozenset({start})
        elif least < 0:
            return [], frozenset({start})
        came, waiting, ends = {start: -1}, [start], []
        while waiting:
            place = waiting.pop()
            left = least if place == start else far[place]
            if not left:
                ends.append(place)
                continue
            for near, step in into[place]:
                if far[near] >= 0 and step + self._price(near) + far[near] == left:
                    if near not in came:
                        came[near] = place
                        waiting.append(near)
                    elif place < came[near]:
                        came[near] = place
        line = [min(ends)]
        while line[-1] != start:
            line.append(came[line[-1]])
        line.reverse()
        return line, frozenset(came)


def _long(net: HexNet) -> int:
    """More than the length of any line."""
    return len(net.hexes) + 1


def least_cuts(net: HexNet, sources: Collection[int], blocks: Mapping[int, tuple[str, ...]], passes: Sequence[bool]) -> Cuts:
    """The least cuts of all hexes at once."""
    tolls = [1 if each else _long(net) + 1 for each in passes]
    sides = [[side for side in range(6 * place, 6 * place + 6) if net.near[side] >= 0] for place in range(len(net.hexes))]
    into = tuple(tuple((net.near[side], tolls[net.crossing[side]]) for side in some) for some in sides)
    from_ = tuple(
        tuple((net.near[side], tolls[net.crossing[6 * net.near[side] + (side % 6 + 3) % 6]]) for side in some) for some in sides
    )
    far = [-1] * len(net.hexes)
    for goal in sources:
        far[goal] = 0
    found = Cuts(frozenset(sources), net, tuple(passes), blocks, into, from_, far)
    found._settle(sources)
    return found


def _elements(
    net: HexNet, line: Sequence[int], blocks: Mapping[int, tuple[str, ...]], passes: Sequence[bool], over: Mapping[int, bool]
) -> list[Element]:
    """What blocks a line, in its order."""
    if len(line) == 1:
        return [(word, line[0]) for word in blocks.get(line[0], ())]
    found: list[Element] = []
    for place, into in pairwise(line):
        side = next(side for side in range(6 * place, 6 * place + 6) if net.near[side] == into)
        if not _lets(net, passes, over, side):
            found.append(("side", place, into))
        found += [(word, into) for word in blocks.get(into, ())]
    return found
