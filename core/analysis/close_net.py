"""The net of hexes seen closely: for series in which a part of a hex counts, and every contour line that is crossed.

A plain net says what fills a hex, which is what covers its dot. Here each crossing says besides what covers a part of the hex
that is entered and the middle of the hexside, how many solid contour lines are crossed on the way from dot to dot, and how many
run through that hex.

Where data flows::

    box ───> HexNet (plain) ──────────────┐
    box ───> areas, on the lattice ───────┼──> CloseNet.net: the same hexes and neighbours, crossings that say more
    Ground > contour lines, in the plane ─┘

A line that touches a dot runs through it, as it does for heights; it is crossed by whoever goes there, and not by whoever
leaves. Pieces of one height whose ends meet are one line, and a line that is crossed there and back is crossed once. What was
found of single areas and lines is kept, so that the net after an edit looks at those alone that are new.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import shapely

from core.analysis.ground import Ground
from core.analysis.hex_net import NOTHING, Crossing, HexNet, in_order
from core.geometry.contours import ContourLine
from core.geometry.hex_ground import inner_corners
from core.geometry.hexes import DIRECTIONS
from core.geometry.layout import centre, plane_centre, to_plane
from core.model.box import GameBox
from core.model.maps import Area

_SIDES = len(DIRECTIONS)

_Key = tuple[int, frozenset[str], frozenset[str], int, int]
"""What makes a crossing: its number on the plain net, and what is seen closely."""


@dataclass(frozen=True, slots=True)
class _Run:
    """Where a contour line runs: over which hexsides whoever goes from dot to dot crosses it, by 6 × hex + direction, and
    through which hexes."""

    line: ContourLine
    sides: tuple[int, ...]
    hexes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Cover:
    """What an area covers: a part of hexes, and the middles of hexsides, by 6 × hex + direction from both hexes."""

    area: Area
    hexes: tuple[int, ...] = ()
    sides: tuple[int, ...] = ()


class _Places:
    """The hexes of a net as shapes, for asking what lies in them."""

    def __init__(self, net: HexNet) -> None:
        self.net = net

    @cached_property
    def on_lattice(self) -> shapely.STRtree:
        """The hexes a hair smaller on the lattice, where areas are judged."""
        return shapely.STRtree([shapely.Polygon(inner_corners(place)) for place in self.net.hexes])

    @cached_property
    def middles(self) -> tuple[shapely.STRtree, tuple[int, ...]]:
        """The middles of hexsides on the lattice, each once; and the hexsides, by 6 × hex + direction."""
        dots, near = [centre(place) for place in self.net.hexes], self.net.near
        pairs = [(dots[side // _SIDES], dots[near[side]]) for side in self.sides]
        points = [shapely.Point((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairs]
        return shapely.STRtree(points), self.sides

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """The hexsides between two hexes, each once."""
        return tuple(side for side, other in enumerate(self.net.near) if other >= 0 and side % _SIDES < _SIDES // 2)

    @cached_property
    def in_plane(self) -> shapely.STRtree:
        """The hexes a hair smaller in the plane, where contour lines are judged."""
        return shapely.STRtree([shapely.Polygon([to_plane(at) for at in inner_corners(place)]) for place in self.net.hexes])

    @cached_property
    def dots(self) -> shapely.STRtree:
        """Their dots."""
        return shapely.STRtree([shapely.Point(plane_centre(place)) for place in self.net.hexes])

    @cached_property
    def steps(self) -> tuple[shapely.STRtree, tuple[int, ...]]:
        """The lines from dot to dot, once for each pair of hexes; and the hexsides under them, by 6 × hex + direction."""
        centres, near = [plane_centre(place) for place in self.net.hexes], self.net.near
        lines = [shapely.LineString((centres[side // _SIDES], centres[near[side]])) for side in self.sides]
        return shapely.STRtree(lines), self.sides


@dataclass(frozen=True, eq=False)
class CloseNet:
    """A net that sees closely, with the plain one that it was made of, and what was found of single areas and lines."""

    plain: HexNet
    net: HexNet
    _places: _Places
    _areas: Mapping[int, _Cover]
    _runs: Mapping[int, _Run]

    @classmethod
    def of(cls, plain: HexNet, box: GameBox, ground: Ground, touch: float, before: "CloseNet | None" = None) -> "CloseNet":
        """Sees a plain net closely; a line at most `touch` hexes from a dot runs through it.

        What `before` knows of areas and lines that are still the same values is taken from there; the result is what it would
        be without.
        """
        old = before if before is not None and before.plain.hexes == plain.hexes else None
        places = old._places if old is not None else _Places(plain)
        areas = dict(_covers(box, places, old._areas if old is not None else {}))
        runs = _runs(ground, places, touch, old._runs if old is not None else {})
        partly: dict[int, frozenset[str]] = {}
        between: dict[int, frozenset[str]] = {}
        for each in areas.values():
            for number in each.hexes:
                if each.area.terrain not in plain.kinds[number]:
                    partly[number] = partly.get(number, NOTHING) | {each.area.terrain}
            for side in each.sides:
                between[side] = between.get(side, NOTHING) | {each.area.terrain}
        crossing, crossings = _closely(plain, partly, between, *_counted(runs.values()))
        return cls(plain, replace(plain, crossing=crossing, crossings=crossings, said=None), places, areas, runs)


def _covers(box: GameBox, places: _Places, known: Mapping[int, _Cover]) -> Iterator[tuple[int, _Cover]]:
    """What the areas of a box cover, by their ids as values."""
    for placed in box.sheets:
        for area in placed.sheet.areas:
            found = known.get(id(area))
            if found is None and area.shape and len(area.shape[0]) > 3:
                rings = [[placed.frame.to_lattice(point) for point in ring] for ring in area.shape]
                shape = shapely.make_valid(shapely.Polygon(rings[0], [ring for ring in rings[1:] if len(ring) > 3]))
                hexes = tuple(sorted(places.on_lattice.query(shape, predicate="intersects").tolist()))
                points, sides = places.middles
                over = [sides[each] for each in points.query(shape, predicate="intersects").tolist()]
                both = tuple(sorted(turned for side in over for turned in (side, _back(places.net, side))))
                found = _Cover(area, hexes, both)
            if found is not None:
                yield id(area), found


def _runs(ground: Ground, places: _Places, touch: float, known: Mapping[int, _Run]) -> dict[int, _Run]:
    """Where the solid contour lines of a ground run, by their ids as values."""
    solid = [line for line in ground.lines if ground.is_solid(line)]
    new = [line for line in solid if id(line) not in known]
    found = {id(line): known[id(line)] for line in solid if id(line) in known}
    shapes = np.array([shapely.LineString(line.points) for line in new], dtype=object)
    through = _by_line(places.in_plane.query(shapes, predicate="intersects"), len(new))
    steps, sides = places.steps
    met = _by_line(steps.query(shapes, predicate="intersects"), len(new))
    dots = _by_line(places.dots.query(shapes, predicate="dwithin", distance=touch), len(new))
    for number, line in enumerate(new):
        on = frozenset(dots[number])
        crossed = tuple(sorted(_crossed(places.net, on, (sides[each] for each in met[number]))))
        found[id(line)] = _Run(line, crossed, tuple(sorted(through[number])))
    return found


def _by_line(pairs: "np.ndarray[tuple[int, ...], np.dtype[np.intp]]", count: int) -> list[list[int]]:
    """What a query found, line by line."""
    found: list[list[int]] = [[] for _ in range(count)]
    for line, number in pairs.T.tolist():
        found[line].append(number)
    return found


def _crossed(net: HexNet, on: frozenset[int], met: Iterable[int]) -> set[int]:
    """The hexsides over which a line is crossed that runs through these dots and meets these steps from dot to dot."""
    both = {turned for side in met for turned in (side, _back(net, side))}
    both |= {_back(net, side) for dot in on for side in range(_SIDES * dot, _SIDES * dot + _SIDES) if net.near[side] >= 0}
    return {side for side in both if side // _SIDES not in on}


def _back(net: HexNet, side: int) -> int:
    """The same hexside from the other hex."""
    return _SIDES * net.near[side] + (side + _SIDES // 2) % _SIDES


def _counted(runs: Iterable[_Run]) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """How many lines are crossed over hexsides, and how many run through hexes."""
    every = list(runs)
    whole = _joined([each.line for each in every])
    crossed: dict[int, set[int]] = {}
    through: dict[int, set[int]] = {}
    for line, run in zip(whole, every, strict=True):
        for side in run.sides:
            crossed.setdefault(side, set()).add(line)
        for number in run.hexes:
            through.setdefault(number, set()).add(line)
    return {side: len(some) for side, some in crossed.items()}, {number: len(some) for number, some in through.items()}


def _joined(lines: Sequence[ContourLine]) -> list[int]:
    """The number of the whole line that each piece belongs to: pieces of one height whose ends meet are one."""
    whole = list(range(len(lines)))

    def root(number: int) -> int:
        while whole[number] != number:
            whole[number] = whole[whole[number]]
            number = whole[number]
        return number

    ends: dict[object, int] = {}
    for number, line in enumerate(lines):
        for end in (line.points[0], line.points[-1]):
            whole[root(number)] = root(ends.setdefault((line.height, end), number))
    return [root(number) for number in range(len(lines))]


def _closely(
    plain: HexNet,
    partly: Mapping[int, frozenset[str]],
    between: Mapping[int, frozenset[str]],
    climbs: Mapping[int, int],
    contours: Mapping[int, int],
) -> "tuple[array[int], tuple[Crossing, ...]]":
    """What is met on every hexside, under numbers."""
    keys: list[_Key | None] = [
        (number, partly.get(near, NOTHING), between.get(side, NOTHING), climbs.get(side, 0), contours.get(near, 0))
        if near >= 0
        else None
        for side, (number, near) in enumerate(zip(plain.crossing, plain.near, strict=True))
    ]
    made = {
        key: replace(plain.crossings[key[0]], partly=key[1], between=key[2], climbs=key[3], contours=key[4])
        for key in set(keys) if key is not None
    }  # fmt: skip
    crossings = in_order(made.values())
    numbers = {each: number for number, each in enumerate(crossings)}
    of_keys: dict[_Key | None, int] = {key: numbers[each] for key, each in made.items()} | {None: -1}
    return array("i", [of_keys[key] for key in keys]), crossings
