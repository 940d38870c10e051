"""Faults of whole maps: no hex of one can be played on."""

from collections.abc import Iterator
from dataclasses import replace

from core.base.errors import Place
from core.model.box import GameBox, PlacedSheet
from core.model.edits.map_edits import ChangeSheet
from core.model.issues import Issue, Severity


def sheet_findings(box: GameBox) -> Iterator[Issue]:
    """What is wrong with the maps of a box as such."""
    for number, placed in enumerate(box.sheets):
        if placed.sheet.grid.edge is not None and not _has_hexes(box, number, placed):
            text = (
                f"No hex of map {placed.letter or placed.sheet.id} can be played on, for its printed edge leaves less than half"
            )
            text += " of every one; no unit and no line of sight ever meets this map."
            head = placed.sheet.head
            whole = replace(head, grid=replace(head.grid, edge=None))
            fix = ChangeSheet("Print the map up to its outermost hexes", placed.file, whole)
            yield Issue(Place(placed.file), text, Severity.ERROR, "1.1b", "no-hexes", fix=fix)


def _has_hexes(box: GameBox, number: int, placed: PlacedSheet) -> bool:
    grid, cells = placed.sheet.grid, box.cells
    return any(
        any(sheet == number for sheet, _ in cells.get(placed.frame.hex(column, row), ()))
        for column in range(1, grid.columns + 1)
        for row in range(1, grid.rows + 1)
    )
