"""The one writer of our files: the same value always gives the same text, and reading that text gives the value again.

Version 1. One item stands on one line. Hex labels and shapes are always quoted, other text where YAML would read something
else. What has its preset is left out, but for the grid. A `note` is kept; YAML comments are not.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path

from core.base.atomic import write_text
from core.base.errors import WrongUse
from core.files.georeferences import georeference_pairs
from core.files.look_texts import look_book_text
from core.files.names import GAME_FILE as GAME_FILE
from core.files.names import LOOKS_FILE, OOB_FILE, bad_file_name
from core.files.oob_files import oob_text
from core.files.quoting import Pair, head_lines, plain_text, quoted
from core.files.quoting import flow as _flow
from core.files.quoting import optional as _optional
from core.files.quoting import row as _row
from core.files.saves import beside_sheets
from core.files.scenario_files import scenario_text
from core.files.underlays import underlay_pairs
from core.files.wkt import decimal_text, line_text, point_text, polygon_text
from core.geometry.layout import COLUMN_STEP, HALF_ROW
from core.model.box import GameBox, PlacedSheet
from core.model.charts import END, Axis, Cell, Chart, Part, bands_text
from core.model.maps import Grid, MapSheet
from core.model.terrain import Terrain


def write_box(folder: Path, box: GameBox) -> tuple[Path, ...]:
    """Writes a box into a folder, each file in one step, and gives the files whose text was not already there.

    Sheets are written before the game file that names them. A sheet without a file name is called by its letter or its id.
    Raises WrongUse for a file name that leads out of the folder, OSError when the folder cannot be written.
    """
    return tuple(folder / file for file, text in box_texts(box).items() if _replaced(folder / file, text))


def box_texts(box: GameBox) -> dict[str, str]:
    """The canonical texts of a box's files by their names in its folder, the game file last.

    Raises WrongUse for a file name that leads out of the folder, and for a text that no file can hold.
    """
    names = file_names(box)
    texts = {name: sheet_text(placed.sheet) for name, placed in zip(names, box.sheets, strict=True)}
    if box.looks:
        texts[LOOKS_FILE] = look_book_text(box.looks)
    if box.oob:
        texts[OOB_FILE] = oob_text(box.oob)
    texts |= {name: scenario_text(box.scenarios[name], box) for name in sorted(box.scenarios)}
    return {**texts, GAME_FILE: game_text(box)}


def file_names(box: GameBox) -> tuple[str, ...]:
    """The names of the files of a box's sheets inside its folder. Raises WrongUse for one that leads out of it."""
    names = tuple(_file_name(placed) for placed in box.sheets)
    for what, some in (("map", names), ("scenario", box.scenarios)):
        for name in some:
            bad = bad_file_name(name)
            if bad:
                raise WrongUse(f'A {what} cannot be saved as "{name}": the name {bad}.')
    if len({name.casefold() for name in names}) < len(names):
        raise WrongUse(f"Each map needs a file of its own; these are: {', '.join(names)}.")
    taken = {name.casefold() for name in (*names, *(LOOKS_FILE, OOB_FILE, GAME_FILE))}
    for name in box.scenarios:
        if name.casefold() in taken:
            raise WrongUse(f'A scenario cannot be saved as "{name}": another file of the box has that name.')
        taken.add(name.casefold())
    return names


def all_file_names(box: GameBox) -> tuple[str, ...]:
    """The names of all files of a box inside its folder, the game file last. Raises WrongUse for names that cannot be used."""
    return *file_names(box), *beside_sheets(box)


def game_text(box: GameBox) -> str:
    """The canonical text of a box's game file."""
    lines = [*head_lines("game"), f"title: {plain_text(box.title)}", f"ruleset: {plain_text(box.ruleset)}"]
    if box.palette:
        lines.append(f"palette: {plain_text(box.palette)}")
    if box.chart_set:
        lines.append(f"chart_set: {plain_text(box.chart_set)}")
    if box.options:
        lines.append(f"options: {_flow((plain_text(id_), plain_text(choice)) for id_, choice in sorted(box.options.items()))}")
    lines.append("maps:" if box.sheets else "maps: []")
    lines += [f"- {_flow(_placed(placed, box.sheets[0]))}" for placed in box.sheets]
    lines += _group("terrain", ((plain_text(id_), _flow(_terrain(each))) for id_, each in sorted(box.terrain.items())))
    lines += charts_lines(chart for _, chart in sorted(box.charts.items()))
    if box.looks:
        lines.append(f"looks: {LOOKS_FILE}")
    if box.oob:
        lines.append(f"oob: {OOB_FILE}")
    if box.scenarios:
        lines.append(f"scenarios: {_row(map(plain_text, sorted(box.scenarios)))}")
    if box.note:
        lines.append(f"note: {plain_text(box.note)}")
    return _joined(lines)


def sheet_text(sheet: MapSheet) -> str:
    """The canonical text of a map sheet's file. Raises WrongUse for a height that no decimal number is equal to."""
    number = sheet.grid.numbering.text
    lines = [*head_lines("map"), f"id: {plain_text(sheet.id)}"]
    if sheet.title:
        lines.append(f"title: {plain_text(sheet.title)}")
    lines.append(f"grid: {_flow(_grid(sheet.grid))}")
    if sheet.contour_interval is not None:
        lines.append(f"contour_interval_m: {exact_text(sheet.contour_interval)}")
    if sheet.half_lines:
        lines.append("half_interval_lines: true")
    if sheet.georeference is not None:
        lines.append(f"georeference: {_flow(georeference_pairs(sheet.georeference))}")
    lines += _list(
        "contours",
        (
            [
                ("height", exact_text(each.height)),
                ("kind", each.kind if each.kind != "solid" else ""),
                ("high", each.high or ""),
                ("source", each.source),
                ("line", quoted(line_text(each.line))),
                ("note", _optional(each.note)),
            ]
            for each in sheet.contours
        ),
    )
    lines += _list(
        "areas",
        (
            [("terrain", plain_text(each.terrain)), ("shape", quoted(polygon_text(each.shape))), *_called(each.name, each.note)]
            for each in sheet.areas
        ),
    )
    lines += _list(
        "paths",
        (
            [("feature", plain_text(each.feature)), ("line", quoted(line_text(each.line))), *_called(each.name, each.note)]
            for each in sheet.paths
        ),
    )
    lines += _list(
        "sides",
        (
            [
                ("feature", plain_text(each.feature)),
                ("between", _row(quoted(number(*cell)) for cell in each.between)),
                ("note", _optional(each.note)),
            ]
            for each in sheet.sides
        ),
    )
    lines += _group(
        "hexes",
        (
            (quoted(number(*cell)), _flow([("terrain", plain_text(each.terrain)), *_called(each.name, each.note)]))
            for cell, each in sorted(sheet.hexes.items(), key=lambda item: item[0])
        ),
    )
    lines += _list(
        "spots",
        (
            [
                ("height", exact_text(each.height)),
                ("at", quoted(point_text(each.at))),
                ("source", each.source),
                *_called(each.name, each.note),
            ]
            for each in sheet.spots
        ),
    )
    lines += _list(
        "lows",
        ([("at", quoted(point_text(each.at))), ("source", each.source), ("note", _optional(each.note))] for each in sheet.lows),
    )
    lines += _list(
        "names",
        (
            [
                ("text", plain_text(each.text)),
                ("at", quoted(point_text(each.at))),
                ("size", decimal_text(each.size) if each.size != 0.35 else ""),
                ("angle", decimal_text(each.angle) if each.angle else ""),
                ("note", _optional(each.note)),
            ]
            for each in sheet.names
        ),
    )
    lines += _list(
        "zones",
        (
            [
                ("kind", each.kind),
                ("side", _optional(each.side)),
                ("name", _optional(each.name)),
                ("hexes", _row(quoted(number(*cell)) for cell in sorted(each.cells))),
                ("note", _optional(each.note)),
            ]
            for each in sheet.zones
        ),
    )
    if sheet.underlay is not None:
        pairs = underlay_pairs(sheet.underlay, sheet.grid.numbering, plain_text, quoted)
        lines.append(f"underlay: {_flow(pairs)}")
    if sheet.note:
        lines.append(f"note: {plain_text(sheet.note)}")
    return _joined(lines)


def charts_lines(charts: Iterable[Chart]) -> list[str]:
    """The section `charts` of a file, each chart as an item; no line for no chart."""
    found = list(charts)
    lines = ["charts:"] if found else []
    for chart in found:
        first, *rest = _chart(chart)
        lines += [f"- {first}", *(f"  {line}" for line in rest)]
    return lines


def chart_text(chart: Chart) -> str:
    """The canonical text of the file of one chart."""
    return _joined([*head_lines("chart"), *_chart(chart)])


def share_text(ruleset: str, charts: Iterable[Chart], note: str = "", sets: Mapping[str, str] | None = None) -> str:
    """The canonical text of a file of charts for somebody else; `sets` says by id which set of charts each belongs to."""
    lines = [*head_lines("charts"), f"ruleset: {plain_text(ruleset)}"]
    if sets:
        lines += _group("sets", ((quoted(id_), quoted(set_)) for id_, set_ in sets.items()))
    if note:
        lines.append(f"note: {plain_text(note)}")
    return _joined([*lines, *charts_lines(charts)])


def set_text(id_: str, title: str, charts: Iterable[Chart], doubts: Iterable[str] = ()) -> str:
    """The canonical text of the file of a set of charts."""
    told = [f"- {plain_text(each)}" for each in doubts]
    lines = [
        *head_lines("chart-set"),
        f"id: {plain_text(id_)}",
        f"title: {plain_text(title)}",
        *(("doubts:", *told) if told else ()),
    ]
    return _joined([*lines, *charts_lines(charts)])


def _chart(chart: Chart) -> list[str]:
    lines = [f"id: {plain_text(chart.id)}", f"title: {plain_text(chart.title)}", f"form: {chart.form}"]
    if chart.dice:
        lines.append(f"dice: {plain_text(chart.dice)}")
    lines += [f"{key}: {value}" for key, value in (("least", chart.least), ("most", chart.most)) if value is not None]
    lines += [
        f"unit: {plain_text(chart.unit)}",
        f"provenance: {plain_text(chart.status)}",
        f"source: {plain_text(chart.source)}",
    ]
    if chart.rules:
        lines.append(f"rules: {_row(map(quoted, chart.rules))}")
    if chart.order:
        lines.append(f"order: {_row(map(quoted, chart.order))}")
    lines += [f"{key}: true" for key, holds in (("closed", chart.closed), ("whole", chart.whole)) if holds]
    if chart.grammar:
        lines.append(f"grammar: {chart.grammar}")
    named = (("words", chart.words), ("fractions", chart.fractions))
    lines += [f"{key}: {_row(map(quoted, held))}" for key, held in named if held]
    if chart.words_of:
        lines.append(f"words_of: {_flow((quoted(label), _row(map(quoted, words))) for label, words in chart.words_of.items())}")
    lines.append(f"columns: {_flow(_axis(chart.columns))}")
    if chart.form == "dice":
        shown = zip(chart.columns.labels, chart.bands, strict=True)
        lines += _group("results", ((quoted(label), quoted(bands_text(bands))) for label, bands in shown))
    else:
        lines.append(f"rows: {_flow(_axis(chart.rows))}")
        across = chart.columns.labels
        lines += _group(
            "cells",
            ((quoted(row), _row(_cell(chart.cells.get((row, column))) for column in across)) for row in chart.rows.labels),
        )
    if chart.parts:
        lines.append("parts:")
        lines += [f"- {_flow(_part(part))}" for part in chart.parts]
    if chart.note:
        lines.append(f"note: {plain_text(chart.note)}")
    if chart.doubts:
        lines += ["doubts:", *(f"- {plain_text(doubt)}" for doubt in chart.doubts)]
    return lines


def _axis(axis: Axis) -> list[Pair]:
    return [
        ("by", plain_text(axis.by)),
        ("find", axis.find if axis.find != "word" else ""),
        ("below", plain_text(axis.below) if axis.below != END else ""),
        ("above", plain_text(axis.above) if axis.above != END else ""),
        ("free", "true" if axis.free else ""),
        ("labels", _row(map(quoted, axis.labels))),
    ]


def _part(part: Part) -> list[Pair]:
    return [
        ("rows", _row(map(quoted, part.rows)) if part.rows else ""),
        ("columns", _row(map(quoted, part.columns)) if part.columns else ""),
        ("rolls", _row(map(str, part.rolls)) if part.rolls else ""),
        ("provenance", plain_text(part.status)),
        ("source", plain_text(part.source)),
    ]


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return "null"
    if isinstance(cell, str):
        return plain_text(cell)
    return str(cell.numerator) if cell.denominator == 1 else quoted(str(cell))


def exact_text(value: Fraction) -> str:
    """The decimal number that is equal to a fraction. Raises WrongUse when there is none.

    >>> exact_text(Fraction(125, 2)), exact_text(Fraction(-40))
    ('62.5', '-40')
    """
    rest, decimals = value.denominator, 0
    for prime in (2, 5):
        power = 0
        while rest % prime == 0:
            rest, power = rest // prime, power + 1
        decimals = max(decimals, power)
    if rest != 1:
        raise WrongUse(f"A height of {value} m cannot be written as a decimal number.")
    digits = str(abs(value) * 10**decimals).rjust(decimals + 1, "0")
    text = f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits
    return f"-{text}" if value < 0 else text


def _replaced(path: Path, text: str) -> bool:
    if path.is_file() and path.read_bytes() == text.encode("utf-8"):
        return False
    write_text(path, text)
    return True


def _file_name(placed: PlacedSheet) -> str:
    return placed.file or f"{(placed.letter or placed.sheet.id).lower()}.map.yaml"


def _joined(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


def _grid(grid: Grid) -> list[Pair]:
    numbers = grid.numbering
    return [
        ("columns", str(grid.columns)),
        ("rows", str(grid.rows)),
        ("orientation", grid.orientation),
        ("raised", grid.raised),
        ("numbering", quoted(numbers.pattern)),
        ("first", numbers.first),
        ("first_column", str(numbers.first_column) if numbers.first_column != 1 else ""),
        ("first_row", str(numbers.first_row) if numbers.first_row != 1 else ""),
        ("hex_m", decimal_text(grid.hex_m)),
        ("edge", _row(map(decimal_text, grid.edge)) if grid.edge else ""),
        ("number_every", str(grid.number_every) if grid.number_every != 5 else ""),
    ]


def _placed(placed: PlacedSheet, first: PlacedSheet) -> list[Pair]:
    columns = (placed.frame.origin[0] - first.frame.origin[0]) // COLUMN_STEP
    half_rows = (placed.frame.origin[1] - first.frame.origin[1]) // HALF_ROW
    offset = [("columns", str(columns) if columns else ""), ("half_rows", str(half_rows) if half_rows else "")]
    return [
        ("file", plain_text(_file_name(placed))),
        ("letter", _optional(placed.letter)),
        ("offset", _flow(offset) if columns or half_rows else ""),
    ]


def _terrain(terrain: Terrain) -> list[Pair]:
    source = terrain.provenance.source if terrain.provenance else GAME_FILE
    costs = _flow((plain_text(column), _cost(cost)) for column, cost in sorted(terrain.costs.items()))
    return [
        ("name", plain_text(terrain.name)),
        ("kind", terrain.kind.value),
        ("los_height_m", exact_text(terrain.los_height) if terrain.los_height is not None else ""),
        ("whole_hex", "true" if terrain.whole_hex else ""),
        ("sea", "true" if terrain.sea else ""),
        ("colour", quoted(terrain.colour) if terrain.colour else ""),
        ("pattern", terrain.pattern),
        ("combat_class", _optional(terrain.combat_class)),
        ("costs", costs if terrain.costs else ""),
        ("note", _optional(terrain.note)),
        ("source", plain_text(source) if source != GAME_FILE else ""),
    ]


def _cost(cost: str) -> str:
    return cost if cost.isdecimal() else plain_text(cost)


def _called(name: str, note: str) -> list[Pair]:
    return [("name", _optional(name)), ("note", _optional(note))]


def _list(key: str, items: Iterable[list[Pair]]) -> list[str]:
    lines = [f"- {_flow(item)}" for item in items]
    return [f"{key}:", *lines] if lines else []


def _group(key: str, items: Iterable[Pair]) -> list[str]:
    lines = [f"  {name}: {value}" for name, value in items]
    return [f"{key}:", *lines] if lines else []
