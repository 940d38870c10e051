"""What lies in hexes and along hexsides, as rows of a series' chart of what terrain does in combat."""

from collections.abc import Iterable

from core.analysis.hex_net import Crossing
from core.rules.operations.board import Board

BRIDGE = "Bridge"
"""The row that counts in the place of all others of its hexside."""


def rows_of(board: Board, chart: str, kinds: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The rows of a chart that kinds of terrain have, by their name or their class, and the names of those that have none."""
    axis = board.consulted.book.chart(chart).rows
    rows, missing = [], []
    for kind in kinds:
        terrain = board.forces.terrain.get(kind)
        called = (terrain.name, terrain.combat_class) if terrain is not None else (kind,)
        index = next((found for name in called if name and (found := axis.index(name)) is not None), None)
        if index is None:
            missing.append(called[0])
        else:
            rows.append(axis.labels[index])
    return tuple(dict.fromkeys(rows)), tuple(dict.fromkeys(missing))


def hexside_rows(board: Board, chart: str, crossing: Crossing) -> tuple[str, ...]:
    """The rows of the features along a hexside."""
    rows, _ = rows_of(board, chart, sorted(crossing.sides))
    return (BRIDGE,) if BRIDGE in rows else rows
