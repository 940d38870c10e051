"""The map as a graph: hexes under numbers, their neighbours, and what whoever goes from one into the next one meets.

Facts only: what terrain costs, and which lines are roads, is for the rules to say. Everything is exact, on the lattice, and
needs no library.

Plan
----

`compile_net` makes a `HexNet` of a box in one pass over its items, never one over hexes times items:

* What fills a hex, and an outline that holds its centre dot, are its kinds (`hex_ground.centres_within`, row by row of dots).
* A feature along a hexside is said with the two cells that share it.
* A centre line leads across hexsides (`hex_lines`, where it stands how lines through corners and along hexsides count). Lines
  of one feature that are cut where they meet a hexside lead across it as one.

Where sheets overlap, all of them count. What hexes and hexsides hold is kept as often as it is said (`_Said`), so that `after`
takes out what an edited item has said, puts in what it says now, and works out anew what was touched alone.

Equal crossings are one, and they are numbered in the order of what they hold, so that the same map has the same numbers,
whatever was edited on the way to it.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise
from types import MappingProxyType
from typing import TypeVar

from core.geometry.hex_ground import centres_within
from core.geometry.hex_lines import Stretch, is_between, joined, stretches
from core.geometry.hexes import DIRECTIONS, Hex
from core.geometry.layout import LatticePoint, centre
from core.geometry.rim import outer
from core.model.box import GameBox
from core.model.edits.edit import Aspect, Touched
from core.model.maps import Area, Cell, HexContent, Item, Key, Path, Section, SideFeature

NOTHING: frozenset[str] = frozenset()

_SECTIONS: tuple[Section, ...] = ("areas", "paths", "sides", "hexes")
"""The sections whose items the net is made of."""

_TOWARDS = {step: number for number, step in enumerate(DIRECTIONS)}
_Words = tuple[str, ...]
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Crossing:
    """What whoever goes from a hex into an adjacent one meets, by ids of terrain. Within a net equal ones are one.

    `out_of` fills the hex that is left and `into` the one that is entered, as `HexTerrain.kinds` says. `sides` are the features
    along the hexside between them. `ways` are the centre lines that lead from one across this hexside into the other: roads,
    trails, railways, rivers too, whichever the map draws as lines.

    The others are told by nets that see closely (`close_net`) alone: `partly` covers a part of the hex that is entered, its dot
    aside, and `between` the middle of the hexside; `climbs` counts the solid contour lines that are crossed from dot to dot,
    `contours` those that run through the hex that is entered.
    """

    out_of: frozenset[str] = NOTHING
    into: frozenset[str] = NOTHING
    sides: frozenset[str] = NOTHING
    ways: frozenset[str] = NOTHING
    partly: frozenset[str] = NOTHING
    between: frozenset[str] = NOTHING
    climbs: int = 0
    contours: int = 0


@dataclass(eq=False)
class _Said:
    """What the items of a box say of hexes and hexsides, each as often as it is said.

    `at` are the numbers of hexes by `q` and `r`; `low` and `high` the bounds of their centre dots on the lattice. `fills` are
    kinds by hex; `along` and `across` are features along hexsides and lines across them, by hexside as in `HexNet.near`, from
    both of its hexes. `ends` are the ends of lines that lie on a hexside, by feature and point: in which stretch each lies.
    """

    box: GameBox
    at: dict[tuple[int, int], int]
    low: LatticePoint
    high: LatticePoint
    fills: dict[int, _Words] = field(default_factory=dict)
    along: dict[int, _Words] = field(default_factory=dict)
    across: dict[int, _Words] = field(default_factory=dict)
    ends: dict[tuple[str, LatticePoint], tuple[Stretch, ...]] = field(default_factory=dict)

    def of(self, box: GameBox) -> "_Said":
        """The same of another state of the box, to be changed while this one stays."""
        fills, along, across, ends = dict(self.fills), dict(self.along), dict(self.across), dict(self.ends)
        return replace(self, box=box, fills=fills, along=along, across=across, ends=ends)


@dataclass(eq=False)
class _Change:
    """Puts in or takes out what items say, and remembers of which hexes and hexsides."""

    said: _Said
    hexes: set[int] = field(default_factory=set)
    sides: set[int] = field(default_factory=set)

    def say(self, item: Item, sheet: int, key: Key, *, taken: bool = False) -> None:
        """Puts in what an item of a sheet, told by its place in the box, says, or takes out what it has said."""
        frame = self.said.box.sheets[sheet].frame
        match item:
            case Area():
                at, said = self.said.at, self.said
                rings = [[frame.to_lattice(point) for point in ring] for ring in item.shape]
                found = (at[each] for each in centres_within(rings, said.low, said.high) if each in at)
                self._count(said.fills, self.hexes, found, item.terrain, taken)
            case HexContent() if isinstance(key, tuple):
                self._count(self.said.fills, self.hexes, self._printed(frame.hex(*key), (sheet, key)), item.terrain, taken)
            case SideFeature():
                one, two = (frame.hex(*cell) for cell in item.between)
                self._count(self.said.along, self.sides, self._hexsides([(one, two)]), item.feature, taken)
            case Path():
                self._say_line(item.feature, [frame.to_lattice(point) for point in item.line], taken)

    def _say_line(self, feature: str, line: list[LatticePoint], taken: bool) -> None:
        lies = stretches(line)
        if not lies:
            return
        pairs = {pair for one, two in pairwise(lies) for pair in joined(one, two)}
        self._count(self.said.across, self.sides, self._hexsides(pairs), feature, taken)
        for point, stretch in ((line[0], lies[0]), (line[-1], lies[-1])):
            if is_between(point, stretch):
                self._say_end(feature, point, stretch, taken)

    def _say_end(self, feature: str, point: LatticePoint, stretch: Stretch, taken: bool) -> None:
        """Lines whose ends meet on a hexside lead across it as one."""
        ends, key, across = self.said.ends, (feature, point), self.said.across
        before = ends.get(key, ())
        self._count(across, self.sides, self._hexsides(_met(before)), feature, True)
        ends[key] = _without(before, stretch) if taken else (*before, stretch)
        self._count(across, self.sides, self._hexsides(_met(ends[key])), feature, False)

    def _printed(self, place: Hex, by: tuple[int, Cell]) -> Iterator[int]:
        """A hex, if that cell of a sheet prints it; content beyond the printed edge fills nothing."""
        if by in self.said.box.cells.get(place, ()):
            yield self.said.at[place.q, place.r]

    def _hexsides(self, pairs: Iterable[tuple[Hex, Hex]]) -> Iterator[int]:
        """The hexsides between adjacent hexes of the map, from both of them."""
        at = self.said.at
        for one, two in pairs:
            a, b = at.get((one.q, one.r)), at.get((two.q, two.r))
            towards = _TOWARDS.get((two.q - one.q, two.r - one.r))
            if a is not None and b is not None and towards is not None:
                yield 6 * a + towards
                yield 6 * b + (towards + 3) % 6

    @staticmethod
    def _count(words: dict[int, _Words], touched: set[int], found: Iterable[int], word: str, taken: bool) -> None:
        for number in found:
            touched.add(number)
            words[number] = _without(words[number], word) if taken else (*words.get(number, ()), word)


@dataclass(frozen=True, eq=False)
class HexNet:
    """The playable hexes of a box; each is known by its number, which is its place in `hexes`.

    `hexes` are in the order of Hex. `near` and `crossing` hold six numbers for each hex, in the order of
    `core.geometry.hexes.DIRECTIONS`: the one of hex `n` in direction `d` stands at `6 * n + d`. `near` are the neighbours'
    numbers, `crossing` those of what is met on the way to them, into `crossings`; both are -1 where there is no neighbour on
    the map. `kinds` are the ids of terrain that fill each hex. `edge` are the hexes on the rim of the map, gaps within
    it aside.

    `said` is what it was made from.
    """

    hexes: tuple[Hex, ...]
    index: Mapping[Hex, int]
    near: "array[int]"
    crossing: "array[int]"
    crossings: tuple[Crossing, ...]
    kinds: tuple[frozenset[str], ...]
    edge: frozenset[int]
    said: _Said | None = field(default=None, repr=False)

    def after(self, box: GameBox, touched: Touched) -> "HexNet":
        """The net of a box that differs from this one's in what was touched alone; equal to one that is made anew."""
        if self.said is None or Aspect.SHEETS in touched.aspects:
            return compile_net(box)
        change, before = _Change(self.said.of(box)), self.said.box
        sheets = {placed.file: number for number, placed in enumerate(box.sheets)}
        for ref in touched.items:
            if ref.section in _SECTIONS and ref.sheet in sheets:
                old, new = before.item(ref), box.item(ref)
                if old is not None:
                    change.say(old, sheets[ref.sheet], ref.key, taken=True)
                if new is not None:
                    change.say(new, sheets[ref.sheet], ref.key)
        kinds, hexsides = list(self.kinds), change.sides
        for number in change.hexes:
            filled = frozenset(change.said.fills[number])
            if filled != kinds[number]:
                kinds[number] = filled
                for side, near in enumerate(self.near[6 * number : 6 * number + 6], 6 * number):
                    if near >= 0:
                        hexsides |= {side, 6 * near + (side + 3) % 6}
        met = {side: _crossing(side, self.near, kinds, change.said) for side in hexsides}
        crossing, crossings = _renumbered(self.crossing, self.crossings, met)
        return replace(self, crossing=crossing, crossings=crossings, kinds=tuple(kinds), said=change.said)


def compile_net(box: GameBox) -> HexNet:
    """The net of all playable hexes of a box."""
    hexes = tuple(sorted(box.cells, key=lambda place: (place.q, place.r)))
    at = {(place.q, place.r): number for number, place in enumerate(hexes)}
    near = array("i", [at.get((q + dq, r + dr), -1) for q, r in at for dq, dr in DIRECTIONS])
    dots = [centre(place) for place in hexes] or [(0, 0)]
    xs, ys = [x for x, _ in dots], [y for _, y in dots]
    said = _Said(box, at, (min(xs), min(ys)), (max(xs), max(ys)))
    change = _Change(said)
    for number, placed in enumerate(box.sheets):
        for section in _SECTIONS:
            found = placed.sheet.hexes.items() if section == "hexes" else placed.sheet.items(section).keyed()
            for key, item in found:
                change.say(item, number, key)
    kinds = _kinds(len(hexes), said)
    crossing, crossings = _crossings(near, kinds, said)
    return HexNet(
        hexes=hexes,
        index=MappingProxyType({place: number for number, place in enumerate(hexes)}),
        near=near,
        crossing=crossing,
        crossings=crossings,
        kinds=kinds,
        edge=_edge(hexes, at, near),
        said=said,
    )


def _edge(hexes: Sequence[Hex], at: Mapping[Cell, int], near: "array[int]") -> frozenset[int]:
    """The numbers of the hexes on the rim of the map."""
    numbers = {side // 6 for side, number in enumerate(near) if number < 0}
    places = frozenset(hexes)
    return frozenset(at[place.q, place.r] for place in outer(places, [hexes[number] for number in numbers]))


def _kinds(count: int, said: _Said) -> tuple[frozenset[str], ...]:
    kinds = [NOTHING] * count
    known: dict[_Words, frozenset[str]] = {}
    for number, words in said.fills.items():
        filled = known.get(words)
        if filled is None:
            filled = known[words] = frozenset(words)
        kinds[number] = filled
    return tuple(kinds)


def _crossing(
    side: int, near: "array[int]", kinds: "tuple[frozenset[str], ...] | list[frozenset[str]]", said: _Said
) -> Crossing:
    along, across = said.along.get(side, ()), said.across.get(side, ())
    return Crossing(kinds[side // 6], kinds[near[side]], frozenset(along), frozenset(across))


def _crossings(near: "array[int]", kinds: tuple[frozenset[str], ...], said: _Said) -> "tuple[array[int], tuple[Crossing, ...]]":
    """What is met on every hexside, under numbers."""
    # Most hexsides hold nothing of their own; what is met on them are the kinds of two hexes.
    sorts = {filled: number for number, filled in enumerate(set(kinds))}
    fillings, many = tuple(sorts), len(sorts)
    sort = [sorts[filled] for filled in kinds]
    own = [many * each for each in sort for _ in DIRECTIONS]
    pairs = [-1 if there < 0 else here + sort[there] for here, there in zip(own, near, strict=True)]
    met = {side: _crossing(side, near, kinds, said) for side in {*said.along, *said.across}}
    for side in met:
        pairs[side] = -1
    plain = {pair: Crossing(fillings[pair // many], fillings[pair % many]) for pair in set(pairs) if pair >= 0}
    crossings = in_order({*plain.values(), *met.values()})
    numbers = {each: number for number, each in enumerate(crossings)}
    of_pairs = {pair: numbers[each] for pair, each in plain.items()} | {-1: -1}
    crossing = array("i", [of_pairs[pair] for pair in pairs])
    for side, each in met.items():
        crossing[side] = numbers[each]
    return crossing, crossings


def _renumbered(
    crossing: "array[int]", crossings: tuple[Crossing, ...], met: Mapping[int, Crossing]
) -> "tuple[array[int], tuple[Crossing, ...]]":
    """The crossings after what is met on some hexsides has become another."""
    every = [*crossings, *in_order(set(met.values()).difference(crossings))]
    numbers = {each: number for number, each in enumerate(every)}
    left = {crossing[side] for side in met}
    crossing = crossing[:]
    for side, each in met.items():
        crossing[side] = numbers[each]
    gone = {number for number in left if number not in crossing}
    if len(every) == len(crossings) and not gone:
        return crossing, crossings
    kept = sorted(set(range(len(every))) - gone, key=lambda number: _order(every[number]))
    into = {number: place for place, number in enumerate(kept)} | {-1: -1}
    return array("i", [into[number] for number in crossing]), tuple(every[number] for number in kept)


def in_order(crossings: Iterable[Crossing]) -> tuple[Crossing, ...]:
    """Crossings in the order in which a net numbers them: that of what they hold."""
    return tuple(sorted(crossings, key=_order))


def _order(crossing: Crossing) -> tuple[list[str], list[str], list[str], list[str], list[str], list[str], int, int]:
    words = (crossing.out_of, crossing.into, crossing.sides, crossing.ways, crossing.partly, crossing.between)
    return (*map(sorted, words), crossing.climbs, crossing.contours)  # type: ignore[return-value]


def _met(ends: tuple[Stretch, ...]) -> set[tuple[Hex, Hex]]:
    """The adjacent hexes between which lines lead whose ends meet, each pair once."""
    return {pair for one, two in combinations(ends, 2) for pair in joined(one, two)}


def _without(words: "tuple[_T, ...]", word: _T) -> "tuple[_T, ...]":
    """What is said once less."""
    at = words.index(word)
    return (*words[:at], *words[at + 1 :])
