"""What bounds a filling beside terrain itself: features along hexsides, and paths, between one centre dot and the next."""

from collections.abc import Callable, Iterator
from itertools import pairwise

from core.geometry.hexes import Hex
from core.geometry.layout import LatticePoint, centre, hex_at
from core.geometry.outlines import Hexside, hexside
from core.model.box import GameBox, PlacedSheet
from core.model.items import Items
from core.model.maps import Path, Section, SideFeature

Bounds = Callable[[Section, str], bool]
"""Whether features of a kind of terrain, of the section "sides" or "paths", bound a filling."""

_STRETCH = 2048
"""Lattice units, along either axis, of the stretches in which the surroundings of a path are looked through."""

_AROUND = tuple(Hex(0, 0).within(2))
"""The hexes around the middle of such a stretch that hold both ends of every step that can meet it, seen from there."""

_DOTS = tuple(centre(place) for place in _AROUND)
_STEPS = tuple((n, m) for n, here in enumerate(_AROUND) for m in range(n) if here.distance(_AROUND[m]) == 1)
"""Their centre dots, and the steps between them, by their numbers."""


class Barriers:
    """Which steps from a hex to an adjacent one are barred, and which hexes are the rim of what is filled.

    A feature along a hexside bars the step over that hexside. A path bars every step whose straight line from centre dot to
    centre dot meets it. Hexes on whose centre dot a path runs are its rim: a filling takes them in and goes no further, as far
    as a road leads through them from dot to dot. All of it is judged on the lattice, and is exact.
    """

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._measured: dict[tuple[str, Section], tuple[Items[object], object, frozenset[Hexside], frozenset[Hex]]] = {}
        self._barred: frozenset[Hexside] = frozenset()
        self._rim: frozenset[Hex] = frozenset()

    def prepare(self, box: GameBox) -> Iterator[None]:
        """Measures the features of a box, a short stretch a step; what has not changed since the last box is known already."""
        sections: tuple[Section, ...] = ("sides", "paths")
        measured = {}
        for placed in box.sheets:
            for section in sections:
                items = placed.sheet.items(section)
                known = self._measured.get((placed.file, section))
                if known is None or known[0] is not items or known[1] != placed.frame:
                    barred: set[Hexside] = set()
                    rim: set[Hex] = set()
                    yield from self._measure(placed, items, barred, rim)
                    known = items, placed.frame, frozenset(barred), frozenset(rim)
                measured[placed.file, section] = known
        self._measured = measured
        self._barred = frozenset().union(*(each[2] for each in measured.values()))
        self._rim = frozenset().union(*(each[3] for each in measured.values()))

    def bars(self, here: Hex, there: Hex) -> bool:
        """Whether no filling goes from a hex to an adjacent one. Everything must be prepared."""
        return hexside(here, there) in self._barred

    def is_rim(self, place: Hex) -> bool:
        """Whether a filling that comes to a hex goes no further from it. Everything must be prepared."""
        return place in self._rim

    def _measure(self, placed: PlacedSheet, items: Items[object], barred: set[Hexside], rim: set[Hex]) -> Iterator[None]:
        for item in items:
            if isinstance(item, SideFeature) and self._bounds("sides", item.feature):
                first, second = (placed.frame.hex(*cell) for cell in item.between)
                barred.add(hexside(first, second))
            elif isinstance(item, Path) and self._bounds("paths", item.feature):
                line = [placed.frame.to_lattice(point) for point in item.line]
                for start, end in pairwise(line):
                    yield from _meet(start, end, barred, rim)
            yield


def _meet(start: LatticePoint, end: LatticePoint, barred: set[Hexside], rim: set[Hex]) -> Iterator[None]:
    """The steps that a straight stretch bars, and the hexes whose dots it runs over."""
    (x, y), across, up = start, end[0] - start[0], end[1] - start[1]
    count = max(1, -(-abs(across) // _STRETCH), -(-abs(up) // _STRETCH))
    for n in range(count):
        part = (n + 0.5) / count
        middle = hex_at((x + across * part, y + up * part))
        mx, my = centre(middle)
        dots = [(mx + dx, my + dy) for dx, dy in _DOTS]
        # On which side of the line each dot lies: most steps are passed over by that alone.
        turns = [across * (dy - y) - up * (dx - x) for dx, dy in dots]
        on = {k for k, turn in enumerate(turns) if turn == 0 and _spans(start, end, dots[k])}
        rim.update(_moved(middle, k) for k in on)
        for k, m in _STEPS:
            if (turns[k] > 0 and turns[m] > 0) or (turns[k] < 0 and turns[m] < 0) or k in on or m in on:
                continue
            if _touch(start, end, dots[k], dots[m]):
                barred.add(hexside(_moved(middle, k), _moved(middle, m)))
        yield


def _moved(middle: Hex, number: int) -> Hex:
    return middle.plus(_AROUND[number].q, _AROUND[number].r)


def _turn(a: LatticePoint, b: LatticePoint, c: LatticePoint) -> int:
    """Twice the area of a triangle, positive when it is walked counter-clockwise."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _spans(a: LatticePoint, b: LatticePoint, c: LatticePoint) -> bool:
    """Whether a point on the line through two others lies between them."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def _touch(a: LatticePoint, b: LatticePoint, c: LatticePoint, d: LatticePoint) -> bool:
    """Whether two straight stretches have a point in common."""
    c_turn, d_turn, a_turn, b_turn = _turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)
    if _signs_differ(c_turn, d_turn) and _signs_differ(a_turn, b_turn):
        return True
    ends = ((c_turn, a, b, c), (d_turn, a, b, d), (a_turn, c, d, a), (b_turn, c, d, b))
    return any(turn == 0 and _spans(start, end, point) for turn, start, end, point in ends)


def _signs_differ(one: int, other: int) -> bool:
    return (one < 0 < other) or (other < 0 < one)
