"""Continues the Command Prep Table of TCS below its published rows. The pattern stands in `README.md`.

python packaging/calibrate/tcs_command_prep.py [--out FOLDER]
"""

from collections.abc import Iterator
from dataclasses import replace

from shaping import known_chart, main

from core.model.charts import NEVER, Cell, Chart, Part

HOME = "tcs/4.01"
SOURCE = "ours, derived by packaging/calibrate/tcs_command_prep.py"
PUBLISHED = 8
"""The last row that is published whole."""
SEEN = ("9", ("1", "2", "3"))
SEEN_SOURCE = "TCS 4.01 charts, page 1: row 9 as far as it was seen"
"""A row that is published in its first columns only; no roll succeeds there."""


def charts() -> tuple[Chart, ...]:
    """The whole table."""
    known = known_chart(HOME, "tcs.command_prep")
    kept = known.rows.labels[:PUBLISHED]
    cells = {at: cell for at, cell in known.cells.items() if at[0] in kept}
    last = [cells[kept[-1], column] for column in known.columns.labels]
    added = list(_continued(last))
    labels = [str(PUBLISHED + 1 + n) for n in range(len(added))]
    labels[-1] += "+"
    for label, row in zip(labels, added, strict=True):
        cells |= {(label, column): cell for column, cell in zip(known.columns.labels, row, strict=True)}
    seen, columns = SEEN
    if any(cells[seen, column] != NEVER for column in columns):
        raise SystemExit(f"row {seen} does not begin as published")
    parts = (Part("published", SEEN_SOURCE, (seen,), columns), Part("stand-in", SOURCE, tuple(labels)))
    return (replace(known, rows=replace(known.rows, labels=(*kept, *labels)), cells=cells, parts=parts),)


def _continued(row: list[Cell]) -> Iterator[list[Cell]]:
    """Rows that each repeat the one above, a column further right, down to that in which no roll succeeds."""
    while any(cell != NEVER for cell in row):
        row = [NEVER, *row[:-1]]
        yield row


if __name__ == "__main__":
    main(charts(), HOME)
