"""Combat classes of terrain on the map: those of hexes, of hexsides that fire passes, of what is crossed [TCS 4.01 9.3, 15.2c].

What lies in any part of a hex counts [20.1i]; a chart takes the most protective class of those that it is given [9.3a].
"""

from collections.abc import Iterable

from core.geometry.hexes import Hex
from core.geometry.layout import LatticePoint, centre, corners
from core.rules.operations.board import Board
from core.rules.operations.passage import crossing_to
from core.rules.operations.zones import SIDES
from core.rules.tcs.sight.spotting import TERRAIN

CHART, CLASS = "tcs.terrain_effects", "combat class"
ON_FOOT, CLOSED = "foot", "P"
OPEN = TERRAIN[1]
"""The class of a hex with nothing in it. [TCS 4.01 9.3]"""


def class_of(board: Board, kind: str) -> str:
    """The combat class of a kind of terrain, by the chart of the game before the basic one; "" for none of its own."""
    terrain = board.forces.terrain.get(kind)
    if terrain is None:
        return ""
    known = {each.casefold(): each for each in TERRAIN}
    if terrain.combat_class:
        return known.get(terrain.combat_class.casefold(), "")
    if board.consulted.book.chart(CHART).rows.index(terrain.name) is None:
        return ""
    return known.get(str(board.consulted.cell(CHART, terrain.name, CLASS)).casefold(), "")


def is_bridge(board: Board, kind: str) -> bool:
    """Whether what lies along a hexside leads over it, as bridges do. [TCS 4.01 20.1d, 20.1e]"""
    return board.force_rules.is_road(board.case, board.consulted, kind)


def is_water(board: Board, number: int) -> bool:
    """Whether a hex is all water: what nobody enters on foot, and where nothing gives cover, leaves nothing of it.

    [TCS 4.01 19.1b]
    """
    return board.for_map(("all water", number), lambda: _is_water(board, number))


def _is_water(board: Board, number: int) -> bool:
    kinds = [kind for kind in board.net.kinds[number] if class_of(board, kind) == TERRAIN[0] and _is_closed(board, kind)]
    ground = board.forces.ground
    return bool(kinds) and ground is not None and ground.is_filled(board.net.hexes[number], kinds)


def _is_closed(board: Board, kind: str) -> bool:
    """Whether a kind of terrain is closed to who is on foot, by the chart of the game before the basic one. [TCS 4.01 20.1f]"""
    terrain = board.forces.terrain[kind]
    if ON_FOOT in terrain.costs:
        return terrain.costs[ON_FOOT] == CLOSED
    if board.consulted.book.chart(CHART).rows.index(terrain.name) is None:
        return terrain.sea
    return str(board.consulted.cell(CHART, terrain.name, ON_FOOT)) == CLOSED


def classes_of_hex(board: Board, number: int) -> tuple[str, ...]:
    """The combat classes of all that lies in a hex; open ground where nothing has one. [TCS 4.01 9.3, 9.3a, 20.1i]"""
    return board.kept(("classes", number), lambda: _classes(board, _kinds(board, number)))


def _kinds(board: Board, number: int) -> frozenset[str]:
    """What fills a hex or covers a part of it."""
    net = board.net
    for side in range(SIDES * number, SIDES * number + SIDES):
        near = net.near[side]
        if near >= 0:
            back = SIDES * near + (side + SIDES // 2) % SIDES
            return net.kinds[number] | net.crossings[net.crossing[back]].partly
    return net.kinds[number]


def _classes(board: Board, kinds: Iterable[str]) -> tuple[str, ...]:
    found = {class_of(board, kind) for kind in kinds} - {""}
    return tuple(sorted(found, key=TERRAIN.index)) or (OPEN,)


def classes_crossed(board: Board, number: int, near: int) -> tuple[str, ...]:
    """The combat classes at the middle of the hexside between two adjacent hexes. [TCS 4.01 15.2c, 15.2f]"""
    crossing, kinds = crossing_to(board, number, near), board.net.kinds
    assert crossing is not None
    # What fills both hexes fills what lies between them.
    return _classes(board, crossing.between | crossing.sides | (kinds[number] & kinds[near]))


def classes_under_fire(board: Board, number: int, source: int) -> tuple[str, ...]:
    """The combat classes of a hex that is fired at, with those of the hexsides of it that the fire passes. [TCS 4.01 9.3a]"""
    return board.kept(("under fire", number, source), lambda: _under_fire(board, number, source))


def _under_fire(board: Board, number: int, source: int) -> tuple[str, ...]:
    net = board.net
    classes = set(classes_of_hex(board, number))
    for direction, near in enumerate(net.near[SIDES * number : SIDES * number + SIDES]):
        if near < 0:
            continue
        features = net.crossings[net.crossing[SIDES * number + direction]].sides
        if features and _passes(net.hexes[source], net.hexes[number], direction):
            classes |= {found for kind in features if (found := class_of(board, kind))}
    return tuple(sorted(classes, key=TERRAIN.index))


def _passes(source: Hex, target: Hex, direction: int) -> bool:
    """Whether the line from dot to dot meets the hexside of the target in a direction; through a corner it meets two."""
    if source == target:
        return False
    ring = corners(target)
    ends = ring[(direction + 4) % 6], ring[(direction + 5) % 6]
    here, there = centre(source), centre(target)
    return _turn(here, there, ends[0]) * _turn(here, there, ends[1]) <= 0 and _nearer(here, there, ends)


def _turn(a: LatticePoint, b: LatticePoint, c: LatticePoint) -> int:
    found = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (found > 0) - (found < 0)


def _nearer(here: LatticePoint, there: LatticePoint, ends: tuple[LatticePoint, LatticePoint]) -> bool:
    """Whether a hexside lies on the near side of the target's dot."""
    mx, my = ends[0][0] + ends[1][0] - 2 * there[0], ends[0][1] + ends[1][1] - 2 * there[1]
    # The lattice is wider than high: 3 parts across are worth 1 part up.
    return (here[0] - there[0]) * mx + 3 * (here[1] - there[1]) * my > 0
