"""The rim of a map: its edge hexes, those near one another along the edge, and the edges that a hex lies on.

A gap that the map goes around, such as one between sheets that lie badly, is no edge of it.
"""

from collections.abc import Collection, Iterable, Iterator

from core.geometry.hexes import DIRECTIONS, Hex

EDGES = ("north", "east", "south", "west")
"""The edges of a map, as its hexes count: north is up a column."""


def rim(cells: Collection[Hex]) -> frozenset[Hex]:
    """The hexes with a neighbour that is off the map, and not in a gap within it.

    >>> len(rim(frozenset(Hex(0, 0).within(2))))
    12
    """
    return outer(cells, [cell for cell in cells if any(near not in cells for near in cell.neighbours())])


def outer(cells: Collection[Hex], edge: Collection[Hex]) -> frozenset[Hex]:
    """Those of the hexes with a neighbour that is not on the map, `edge`, that lie on its rim.

    >>> cells = set(Hex(0, 0).within(2)) - {Hex(0, 0)}
    >>> len(outer(cells, cells))
    12
    """
    gaps = closed_in(cells, edge)
    if not gaps:
        return frozenset(edge)
    return frozenset(cell for cell in edge if any(near not in cells and near not in gaps for near in cell.neighbours()))


def closed_in(cells: Collection[Hex], edge: Iterable[Hex]) -> frozenset[Hex]:
    """The hexes of gaps that a map goes around. `edge` are all its hexes with a neighbour that is not on it.

    >>> closed_in(set(Hex(0, 0).within(1)) - {Hex(0, 0)}, Hex(0, 0).within(1))
    frozenset({Hex(q=0, r=0)})
    """
    beyond = {near for cell in edge for near in cell.neighbours() if near not in cells}
    groups = tuple(_groups(beyond))
    if len(groups) < 2:
        return frozenset()
    qs, rs = [cell.q for cell in beyond], [cell.r for cell in beyond]
    low, high = (min(qs), min(rs)), (max(qs), max(rs))
    found: set[Hex] = set()
    for group in groups:
        gap, last = set(group), set(group)
        # Who comes to the span of the whole map without crossing it is outside.
        while last and all(low[0] < each.q < high[0] and low[1] < each.r < high[1] for each in last):
            last = {near for each in last for near in each.neighbours() if near not in cells and near not in gap}
            gap |= last
        found |= gap if not last else set()
    return frozenset(found)


def _groups(places: Collection[Hex]) -> Iterator[frozenset[Hex]]:
    """Hexes that hang together, group by group."""
    left = set(places)
    while left:
        group = last = {left.pop()}
        while last:
            last = {near for each in last for near in each.neighbours() if near in left}
            left -= last
            group = group | last
        yield frozenset(group)


def along_rim(cells: Collection[Hex], starts: Iterable[Hex], reach: int) -> frozenset[Hex]:
    """The edge hexes at most so many hexes from some edge hexes, counted along the edge; starts off the edge count for nothing.

    >>> sorted(h.q for h in along_rim([Hex(q, 0) for q in range(9)], [Hex(2, 0)], 2))
    [0, 1, 2, 3, 4]
    """
    edge = rim(cells)
    found = last = {start for start in starts if start in edge}
    for _ in range(reach):
        last = {near for cell in last for near in cell.neighbours() if near in edge} - found
        if not last:
            break
        found = found | last
    return frozenset(found)


def edges_of(cells: Collection[Hex], place: Hex) -> frozenset[str]:
    """The edges that a hex lies on; a corner hex lies on two, a hex within the map on none.

    The columns of a straight edge stand half a hex higher by turns, so that a hex lies on the northern edge when its northern
    neighbour is off the map, and on the eastern one when both of its eastern neighbours are.
    """
    north, north_east, south_east, south, south_west, north_west = (
        place.plus(dq, dr) not in cells for dq, dr in DIRECTIONS
    )  # fmt: skip
    off = (north, north_east and south_east, south, south_west and north_west)
    return frozenset(name for name, is_off in zip(EDGES, off, strict=True) if is_off)
