"""Charts as tables of text: what spreadsheets put on the clipboard, and files of values between commas, semicolons or tabs."""

import codecs
import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.base.errors import Place, WrongUse, did_you_mean
from core.base.whole_text import whole_text
from core.rules.kernel.chart_grid import MOST_LABELS, ChartGrid, Layout, Line, is_label

DELIMITERS = ("\t", ";", ",")
"""What can stand between cells, the one first that occurs least in what cells hold."""

MOST_CHARACTERS = 1_000_000
"""How much text can be a chart: 200 times 200 cells, long ones."""

_BETWEEN_RUNS = re.compile(r";|,(?!\s)")

_CORNERS: dict[Layout, str] = {"rolls": "roll", "results": "result"}
"""What stands above the labels of rows of dice tables, to tell their layouts apart."""

_PLURALS: dict[str, Layout] = {"roll": "rolls", "rolls": "rolls", "result": "results", "results": "results"}


@dataclass(frozen=True, slots=True)
class TableLine:
    """One line of a table: its number in the file, from 1, and its cells."""

    number: int
    cells: tuple[str, ...]


def table_file(data: bytes, name: str) -> str:
    """The text of a file of a table: UTF-8, or what spreadsheets write besides. Raises WrongUse for what is no text."""
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    kinds = ("utf-16",) if wide else ("utf-8-sig", "cp1252")
    for kind in kinds:
        try:
            text = data.decode(kind)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise WrongUse(f"{_at(name)}This is no text.")


def read_table(text: str, name: str = "") -> tuple[TableLine, ...]:
    """The lines of a table; empty ones and empty cells at their ends are left out. What stands between cells is guessed.

    Raises WrongUse, with the line, for what is no table. `name` is that of the file, empty for a clipboard.
    """
    if len(text) > MOST_CHARACTERS:
        raise WrongUse(f"{_at(name)}This is too much for a chart: {len(text):,} letters; at most {MOST_CHARACTERS:,} are read.")
    return tuple(_lines(whole_text(text.removeprefix("\ufeff")), name))


def table_text(rows: Sequence[Sequence[str]], delimiter: str = ",") -> str:
    """Lines of cells as text that `read_table` and spreadsheets read."""
    held = io.StringIO()
    csv.writer(held, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return held.getvalue()


def guessed_delimiter(text: str) -> str:
    """What stands between the cells of a text: what cuts its lines most evenly into more than one cell.

    >>> guessed_delimiter("a;b;c\\n1;2,5;3"), guessed_delimiter("roll,1,2\\n11,none,check")
    (';', ',')
    """
    best, most = ",", (0.0, 0)
    for delimiter in DELIMITERS:
        try:
            counts = [len(cells) for cells in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if any(cells)]
        except csv.Error:
            continue
        if not counts or max(counts) == 1:
            continue
        common = max(set(counts), key=lambda count: (counts.count(count) if count > 1 else 0, count))
        rank = (counts.count(common) / len(counts), common)
        if rank > most:
            best, most = delimiter, rank
    return best


def block_of(text: str, runs: bool = False) -> tuple[tuple[str, ...], ...]:
    """What was copied, as a block of cells, each line as long as the longest. Raises WrongUse for what is no table.

    Empty lines and cells inside count, for they take their place in a spreadsheet too. Where cells hold `runs` of rolls, a
    comma with a space behind it belongs to the cell.

    >>> block_of("11-15, 31,42", runs=True), block_of("none,check")
    ((('11-15, 31', '42'),), (('none', 'check'),))
    """
    held = whole_text(text).replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
    if len(held) > MOST_CHARACTERS:
        raise WrongUse(f"This is too much for a chart: {len(held):,} letters; at most {MOST_CHARACTERS:,} are read.")
    if "\t" not in held and '"' not in held and runs:
        rows = [tuple(_BETWEEN_RUNS.split(line)) for line in held.split("\n")]
    else:
        delimiter = "\t" if "\t" in held else guessed_delimiter(held)
        try:
            rows = [tuple(cells) for cells in csv.reader(io.StringIO(held, newline=""), delimiter=delimiter)]
        except csv.Error as problem:
            raise WrongUse(f"What was copied is no table: {problem}.") from problem
    wide = max((len(row) for row in rows), default=0)
    return tuple(row + ("",) * (wide - len(row)) for row in rows)


def table_of(grid: ChartGrid) -> tuple[tuple[str, ...], ...]:
    """A grid with its labels, as `grid_from` reads it."""
    corner = _CORNERS.get(grid.layout, grid.shape.rows.by)
    return (
        (corner, *grid.columns),
        *((label, *texts) for label, texts in zip(grid.rows, grid.texts, strict=True)),
    )


def grid_from(lines: Sequence[TableLine], grid: ChartGrid, name: str = "") -> ChartGrid:
    """A grid with the labels and cells of a table in the place of its own.

    Lines and columns of words may stand in any order. What stands in cells is not judged here. Raises WrongUse, with line and
    cell, for labels that the chart cannot have, for such as are missing, and for lines longer than the first one.
    """
    if not lines or len(lines[0].cells) < 2:
        raise WrongUse(f"{_at(name)}There is no table with labels: the first line names the columns, behind an empty cell.")
    head, body = lines[0], lines[1:]
    layout = _PLURALS.get(head.cells[0].strip().casefold())
    if grid.layout != "cells" and layout is not None:
        grid = replace(grid, layout=layout)
    if not body:
        raise WrongUse(f"{_at(name, head.number)}There are no rows below the labels of the columns.")
    for line in body:
        if len(line.cells) > len(head.cells):
            there, wanted = len(line.cells), len(head.cells)
            at = _at(name, line.number, wanted + 1)
            raise WrongUse(f"{at}This line has {there} cells; the first one, with the labels, has {wanted}.")
    across = [(head.number, n + 2, label) for n, label in enumerate(head.cells[1:])]
    columns = _order(grid, "columns", across, name)
    down = [(line.number, 1, line.cells[0]) for line in body]
    rows = _order(grid, "rows", down, name)
    texts = {
        (row, column): cell
        for line, row in zip(body, rows, strict=True)
        for cell, column in zip(line.cells[1:], columns, strict=False)
    }
    labels = {
        "columns": tuple(label for _, _, label in across) if grid.is_open("columns") else grid.columns,
        "rows": tuple(label for _, _, label in down) if grid.is_open("rows") else grid.rows,
    }
    return replace(
        grid,
        columns=labels["columns"],
        rows=labels["rows"],
        texts=tuple(
            tuple(texts.get((row, column), "") for column in range(len(labels["columns"])))
            for row in range(len(labels["rows"]))
        ),
    )


def _order(grid: ChartGrid, line: Line, labels: Sequence[tuple[int, int, str]], name: str) -> list[int]:
    """Where each label of a table belongs among the columns or rows of a grid."""
    what = line.removesuffix("s")
    if len(labels) > MOST_LABELS:
        raise WrongUse(f"{_at(name)}There are {len(labels)} {line}; a chart has at most {MOST_LABELS}.")
    if grid.is_open(line):
        for number, cell, label in labels:
            if not label.strip() or not is_label(grid, line, label):
                said = f'"{label}" is no label of a {what}' if label.strip() else f"The {what} has no label"
                raise WrongUse(f"{_at(name, number, cell)}{said}; this chart has {', '.join(grid.labels(line)[:4])} ….")
        return list(range(len(labels)))
    known = {label.casefold(): n for n, label in enumerate(grid.labels(line))}
    found: list[int] = []
    for number, cell, label in labels:
        place = known.get(label.strip().casefold())
        if place is None and len(known) == len(labels) == 1 and not label.strip():
            place = 0
        if place is None:
            raise WrongUse(f'{_at(name, number, cell)}There is no {what} "{label}".{did_you_mean(label, grid.labels(line))}')
        if place in found:
            raise WrongUse(f'{_at(name, number, cell)}The {what} "{label}" stands twice.')
        found.append(place)
    missing = [label for n, label in enumerate(grid.labels(line)) if n not in found]
    if missing:
        listed = ", ".join(f'"{label}"' for label in missing)
        where = _at(name, labels[0][0]) if line == "columns" else _at(name, labels[-1][0])
        raise WrongUse(
            f"{where}The {what} {listed} is missing." if len(missing) == 1 else f"{where}These {line} are missing: {listed}."
        )
    return found


def _lines(text: str, name: str) -> Iterator[TableLine]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=guessed_delimiter(text), strict=True)
    begins = 1
    try:
        for cells in reader:
            held = [cell.strip() for cell in cells]
            while held and not held[-1]:
                held.pop()
            if held:
                yield TableLine(begins, tuple(held))
            begins = reader.line_num + 1
    except csv.Error as problem:
        raise WrongUse(
            f"{_at(name, begins)}This is no table of values between commas, semicolons or tabs: {problem}."
        ) from problem


def _at(name: str, line: int = 0, cell: int = 0) -> str:
    """The place of a message: file, line and cell, as far as there are any."""
    where = str(Place(name, line)) if name else f"Line {line}" if line else ""
    if cell:
        where += f", cell {cell}"
    return f"{where}: " if where else ""
