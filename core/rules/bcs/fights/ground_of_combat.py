"""What the terrain of hexes and hexsides is in combat, by a chart that a box replaces [BCS 1.1 Combat Table].

The core book, which says what is protective, open or key terrain, was not at hand: bcs.combat_terrain is a stand-in of ours.
"""

from collections.abc import Iterator
from typing import Final

from core.rules.operations.board import Board
from core.rules.operations.effects import hexside_rows, rows_of
from core.rules.operations.passage import crossing_to
from core.rules.operations.zones import SIDES

TERRAIN = "bcs.combat_terrain"
ATTACK, BARRAGE, RETREAT = "attack", "barrage", "retreat"
PROTECTIVE, MOUNTAIN, HEXSIDE = "Protective terrain", "Mountain", "Hexside terrain"
CITY: Final = "city"
KEY_TERRAIN: Final = "key terrain"


def terrain_rows(board: Board, number: int) -> tuple[str, ...]:
    """The rows of the chart that the terrain of a hex has; none for open terrain."""
    kinds = next(_filled_by(board, number), frozenset())
    return rows_of(board, TERRAIN, sorted(kinds))[0]


def _filled_by(board: Board, number: int) -> Iterator[frozenset[str]]:
    """What fills a hex, as whoever enters it meets it."""
    net = board.net
    for edge in range(SIDES * number, SIDES * number + SIDES):
        near = net.near[edge]
        if near >= 0:
            yield net.crossings[net.crossing[edge]].out_of


def words_of(board: Board, number: int, column: str) -> tuple[str, ...]:
    """What the terrain of a hex is in combat, by a column of the chart."""
    found = (str(board.consulted.cell(TERRAIN, row, column)) for row in terrain_rows(board, number))
    return tuple(dict.fromkeys(word for word in found if word != "-"))


def hexsides(board: Board, start: int, end: int) -> tuple[str, ...]:
    """The rows of the hexside between two adjacent hexes that count in combat."""
    crossing = crossing_to(board, start, end)
    if crossing is None:
        return ()
    rows = hexside_rows(board, TERRAIN, crossing)
    return tuple(row for row in rows if board.consulted.cell(TERRAIN, row, ATTACK) == HEXSIDE)
