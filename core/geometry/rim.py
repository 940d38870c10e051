"""The rim of a map: its edge hexes, those near one another along the edge, and the edges that a hex lies on."""

from collections.abc import Collection, Iterable

from core.geometry.hexes import DIRECTIONS, Hex

EDGES = ("north", "east", "south", "west")
"""The edges of a map, as its hexes count: north is up a column."""


def rim(cells: Collection[Hex]) -> frozenset[Hex]:
    """The hexes with a neighbour that is off the map.

    >>> len(rim(frozenset(Hex(0, 0).within(2))))
    12
    """
    return frozenset(cell for cell in cells if any(near not in cells for near in cell.neighbours()))


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
