"""Areas that lie on several maps of a box: each map keeps the part that lies on it, and together they are edited as one.

Ground of whole hexes is parted by hexes, as the brush paints it: every map keeps those that it prints, and both of them those
of a seam that runs through hexes. Any other outline is cut along the printed edges.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from core.geometry.cut_rings import Outline, halves, sewn_outlines
from core.geometry.hexes import Hex
from core.geometry.layout import Point, to_lattice, to_plane
from core.geometry.lines import Bounds, bounds, foot_on_segment
from core.geometry.outlines import hexes_within, outlines
from core.model.box import GameBox, PlacedSheet
from core.model.edits.map_edits import settled_shape
from core.model.edits.motions import Loose, laid_on
from core.model.maps import Area, Item

NEAR = 0.0002
"""Hexes; a point this near to a printed edge lies on it: files keep four decimals."""

SAME = 0.001
"""Hexes; points of two outlines nearer to each other than this are the same."""

THINNEST = 0.001
"""Hexes; what is thinner on another map is no more than rounding."""

_FAR = 1e6
_BESIDE = 1.5
"""Hexes of a side that another map must face to lie beyond it; at corners, and along teeth of hexes, they overlap by less."""


def parted(box: GameBox, area: Area, edges: Sequence[Bounds], home: int) -> list[tuple[int, Area]] | None:
    """An area, in its own map's units, as parts for the maps that it lies on, with their positions in the box; None when it
    stays whole and at home. What lies on no map stays with the map that it is kept by.
    """
    placed = box.sheets[home]
    shape = tuple(tuple(placed.frame.to_plane(point) for point in ring) for ring in area.shape)
    rooms = _rooms(edges)
    span = bounds(shape[0])
    if not any(_overlap(span, room) for n, room in enumerate(rooms) if n != home):
        return None
    ground = hexes_within([placed.frame.to_lattice(point) for point in ring] for ring in area.shape)
    pieces = _by_hexes(box, ground, home) if ground else _by_rooms(shape, rooms, home)
    if pieces is None or all(number == home for number, _ in pieces):
        return None
    found: list[tuple[int, Area]] = []
    for number, piece in pieces:
        there = laid_on(replace(area, shape=piece), box.sheets[number])
        assert isinstance(there, Area)
        kept = settled_shape(there.shape)
        if kept:
            found.append((number, replace(there, shape=kept)))
    return found or None


def as_one(parts: Sequence[Loose], plain: bool = True) -> Loose | None:
    """Parts of an area as one, as the first of them says; None when they do not make one outline. `plain` leaves out the points
    at which it is cut, as far as it runs straight through them.
    """
    shapes = [each.item.shape for each in parts if isinstance(each.item, Area)]
    grounds = [hexes_within([to_lattice(point) for point in ring] for ring in shape) for shape in shapes]
    shape: Outline | None
    if all(grounds):
        pieces = outlines(frozenset[Hex]().union(*(ground for ground in grounds if ground)))
        shape = _plane_rings(pieces[0]) if len(pieces) == 1 else None
    else:
        sewn = sewn_outlines(shapes, SAME)
        shape = sewn[0] if sewn is not None else None
        if sewn is not None and plain:
            shape = tuple(_without_straight(ring, sewn[1]) for ring in sewn[0])
    if shape is None:
        return None
    first = parts[0].item
    assert isinstance(first, Area)
    return replace(parts[0], item=replace(first, shape=shape))


def groups(parts: Sequence[tuple[str, Loose]], edges: Mapping[str, Bounds]) -> list[list[int]]:
    """Which areas, each with the file of its map, are parts of one: two or more each, of several maps, that say the same of
    themselves and share two points or more of their outlines. `edges` are those of the maps.
    """
    points: dict[tuple[int, int], list[tuple[int, Point]]] = {}
    for n, (file, loose) in enumerate(parts):
        assert isinstance(loose.item, Area)
        span = bounds(loose.item.shape[0]) if loose.item.shape else None
        if span is not None and any(_reach(span, edge) for other, edge in edges.items() if other != file):
            for x, y in {point for ring in loose.item.shape for point in ring}:
                points.setdefault((math.floor(x / SAME), math.floor(y / SAME)), []).append((n, (x, y)))
    shared: dict[tuple[int, int], int] = {}
    for (column, row), here in points.items():
        near = [each for dx in (-1, 0, 1) for dy in (-1, 0, 1) for each in points.get((column + dx, row + dy), ())]
        if len(near) > 1:
            for n, at in here:
                for other in {m for m, point in near if m > n and math.dist(at, point) <= SAME}:
                    if parts[n][0] != parts[other][0] and _says(parts[n][1].item) == _says(parts[other][1].item):
                        shared[n, other] = shared.get((n, other), 0) + 1
    return joined_pairs(pair for pair, count in shared.items() if count > 1)


def reaching(placed: PlacedSheet, edges: Mapping[str, Bounds]) -> Callable[[Area], bool]:
    """Asks of areas of a map whether they reach the edge of another one, as far as their bounds tell; quick, for many."""
    rooms: list[Bounds] = []
    for file, (x0, y0, x1, y1) in edges.items():
        if file != placed.file:
            corners = placed.frame.to_sheet((x0, y0)), placed.frame.to_sheet((x1, y1))
            rooms.append((corners[0][0] - SAME, corners[0][1] - SAME, corners[1][0] + SAME, corners[1][1] + SAME))

    def reaches(area: Area) -> bool:
        xs, ys = zip(*area.shape[0], strict=True)
        low_x, high_x, low_y, high_y = min(xs), max(xs), min(ys), max(ys)
        return any(low_x <= x1 and high_x >= x0 and low_y <= y1 and high_y >= y0 for x0, y0, x1, y1 in rooms)

    return reaches


def joined_pairs(pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Numbers that pairs link, directly or by others, each group in order.

    >>> joined_pairs([(4, 1), (2, 3), (3, 5)])
    [[1, 4], [2, 3, 5]]
    """
    group_of: dict[int, set[int]] = {}
    for one, two in pairs:
        whole = group_of.get(one, {one}) | group_of.get(two, {two})
        group_of.update(dict.fromkeys(whole, whole))
    return sorted(sorted(group) for group in {id(group): group for group in group_of.values()}.values())


def _says(item: Item) -> tuple[str, ...]:
    assert isinstance(item, Area)
    return item.terrain, item.name, item.note


def _rooms(edges: Sequence[Bounds]) -> list[Bounds]:
    """The ground of every map: its printed edge, carried on without end where no other map lies beyond it."""
    rooms: list[Bounds] = []
    for edge in edges:
        room = list(edge)
        for axis in (0, 1):
            across = [other for other in edges if other is not edge and _facing(edge, other, 1 - axis) > _BESIDE]
            if not any(other[axis] < edge[axis] - SAME for other in across):
                room[axis] = -_FAR
            if not any(other[axis + 2] > edge[axis + 2] + SAME for other in across):
                room[axis + 2] = _FAR
        rooms.append((room[0], room[1], room[2], room[3]))
    return rooms


def _facing(one: Bounds, two: Bounds, axis: int) -> float:
    """How much of their extent along an axis two rectangles have in common."""
    return min(one[axis + 2], two[axis + 2]) - max(one[axis], two[axis])


def _overlap(one: Bounds, two: Bounds) -> bool:
    return _facing(one, two, 0) > THINNEST and _facing(one, two, 1) > THINNEST


def _reach(one: Bounds, two: Bounds) -> bool:
    return _facing(one, two, 0) > -SAME and _facing(one, two, 1) > -SAME


def _by_hexes(box: GameBox, ground: Iterable[Hex], home: int) -> list[tuple[int, Outline]]:
    """Outlines of the hexes that each map prints; those that none prints stay at home."""
    held: dict[int, set[Hex]] = {}
    for place in ground:
        for number in {number for number, _ in box.cells.get(place, ())} or {home}:
            held.setdefault(number, set()).add(place)
    return [(number, _plane_rings(rings)) for number in sorted(held) for rings in outlines(held[number])]


def _plane_rings(rings: Iterable[Sequence[tuple[int, int]]]) -> Outline:
    return tuple(tuple(map(to_plane, (*ring, ring[0]))) for ring in rings)


def _by_rooms(shape: Outline, rooms: Sequence[Bounds], home: int) -> list[tuple[int, Outline]] | None:
    """An outline cut along the edges of maps, the first map first; None for one that crosses itself."""
    found: list[tuple[int, Outline]] = []
    rest = [shape]
    for number, room in enumerate(rooms):
        left: list[Outline] = []
        for piece in rest:
            cut = _within(piece, room) if _overlap(bounds(piece[0]), room) else ([], [piece])
            if cut is None:
                return None
            for each in cut[0]:
                _keep(found, each, number, [number])
            left += cut[1]
        rest = left
    for piece in rest:
        _keep(found, piece, home, [home, *range(len(rooms))])
    return [(number, piece) for number, piece in found if not _is_hair(piece)]


def _within(shape: Outline, room: Bounds) -> tuple[list[Outline], list[Outline]] | None:
    """The parts of an outline inside and outside a rectangle."""
    inner, outer = [shape], []
    for axis in (0, 1):
        for upper in (False, True):
            at = room[axis + 2] if upper else room[axis]
            kept: list[Outline] = []
            for piece in inner:
                low, high = bounds(piece[0])[axis], bounds(piece[0])[axis + 2]
                if (high <= at + NEAR) if upper else (low >= at - NEAR):
                    kept.append(piece)
                elif (low >= at - NEAR) if upper else (high <= at + NEAR):
                    outer.append(piece)
                else:
                    cut = halves(piece, axis, at, NEAR)
                    if cut is None:
                        return None
                    kept += cut[0] if upper else cut[1]
                    outer += cut[1] if upper else cut[0]
            inner = kept
    return inner, outer


def _keep(found: list[tuple[int, Outline]], piece: Outline, owner: int, among: Iterable[int]) -> None:
    """Adds a piece to a part beside it that belongs to one of some maps, the first of them rather; else to its owner."""
    for number in among:
        for n, (other, part) in enumerate(found):
            sewn = sewn_outlines((part, piece), SAME) if other == number else None
            if sewn is not None:
                found[n] = number, tuple(_without_straight(ring, sewn[1]) for ring in sewn[0])
                return
    found.append((owner, piece))


def _is_hair(shape: Outline) -> bool:
    x0, y0, x1, y1 = bounds(shape[0])
    return min(x1 - x0, y1 - y0) <= THINNEST


def _without_straight(ring: Sequence[Point], among: frozenset[Point]) -> tuple[Point, ...]:
    """A ring without those of some points through which it runs straight on."""
    body = list(ring[:-1])
    kept = [
        point
        for n, point in enumerate(body)
        if point not in among or _off(point, body[n - 1], body[(n + 1) % len(body)]) > NEAR
    ]
    return (*kept, kept[0]) if len(kept) > 2 else tuple(ring)


def _off(point: Point, a: Point, b: Point) -> float:
    return math.dist(point, foot_on_segment(point, a, b)[1])
