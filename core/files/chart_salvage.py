"""What can be read of an own chart that cannot be used, so that its owner mends it instead of typing it again.

Everything that stands in a cell is taken over as it is written, faults and all: the editor marks what is wrong. A file that is
no YAML at all is read line by line, as the program writes charts: a row of cells, or a column of results, to a line.
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from core.files.chart_drafts import chart_path, own_home
from core.files.chart_files import read_chart_file
from core.files.parcels import Broken
from core.files.schemas import VERSION
from core.files.strict_yaml import Unreadable, parse_document
from core.model.charts import Axis, Chart, read_band
from core.rules.kernel.chart_grid import MOST_LABELS, ChartGrid, Layout, grid_of
from core.rules.kernel.ruleset import Ruleset

MOST_BYTES = 1_000_000
"""No chart is longer; what is, is no chart."""

_HEAD = re.compile(r"(?P<key>[a-z_]+):\s*(?P<rest>.*?)\s*")
_ENTRY = re.compile(r"\s+(?:\"(?P<quoted>[^\"]*)\"|'(?P<single>[^']*)'|(?P<plain>[^\s:\"'][^:]*?))\s*:\s*(?P<rest>.*?)\s*")
_LABELS = re.compile(r"labels:\s*\[(?P<labels>[^\]]*)")
_ESCAPED = re.compile(r"\\(.)")
_ITEM = re.compile(r"\s*(?:\"((?:[^\"\\]|\\.)*)\"?|'([^']*)'?|([^,]*?))\s*(?:,|$)")


def read_broken(ruleset: Ruleset, id_: str, folder: Path | None = None, chart_set: str = "") -> Broken | None:
    """The own chart that cannot be used, as far as it can be read; None where there is none, or it can be used."""
    shape = ruleset.known(chart_set).get(id_)
    if shape is None:
        return None
    path = chart_path(own_home(ruleset.id, chart_set), id_, folder)
    if not path.is_file():
        return None
    chart, issues = read_chart_file(path, str(path), ruleset.known(chart_set))
    if chart is not None and chart.id == id_:
        return None
    said = (
        f"{issues[0].place}: {issues[0].text}" if issues else f'{path}: The file holds the chart "{chart.id if chart else ""}".'
    )
    try:
        data = path.read_bytes()
    except OSError:
        return Broken(None, str(path), said)
    text = data.decode("utf-8", errors="replace") if len(data) <= MOST_BYTES else ""
    held = _parsed(text, path.name)
    version = held.get("version")
    if isinstance(version, int) and version > VERSION:
        # Nobody knows yet what its keys mean.
        return Broken(None, str(path), said)
    return Broken(_grid(held, shape), str(path), said)


def _parsed(text: str, name: str) -> Mapping[str, Any]:
    """The keys of a chart's file; of one that is no YAML those that stand on lines of their own."""
    try:
        value = parse_document(text, name).value
    except Unreadable:
        return _by_lines(text)
    return value if isinstance(value, dict) else {}


def _by_lines(text: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    section = ""
    for line in text.splitlines():
        head, entry = _HEAD.fullmatch(line), _ENTRY.fullmatch(line)
        if head is not None:
            section, rest = head["key"], head["rest"]
            if section in ("columns", "rows") and (labels := _LABELS.search(rest)) is not None:
                found[section] = {"labels": _items(labels["labels"])}
            elif section in ("cells", "results"):
                found[section] = {}
            elif section == "version":
                found[section] = int(rest) if rest.isdecimal() and len(rest) < 9 else rest
            elif section in ("source", "note"):
                found[section] = next(iter(_items(rest)), "") if rest[:1] in ("'", '"') else rest
        elif entry is not None and section in ("cells", "results"):
            label = next(part for part in (entry["quoted"], entry["single"], entry["plain"]) if part is not None)
            rest = entry["rest"]
            found[section][label] = _items(rest.strip("[] ")) if section == "cells" else rest.strip("\"'")
    return found


def _items(text: str) -> list[str]:
    """The items of a list on one line, its quotes closed or not."""
    items = []
    at = 0
    while at < len(text):
        match = _ITEM.match(text, at)
        if match is None:
            # A word behind a closed quote: it goes with what it stands behind.
            end = text.find(",", at)
            end = len(text) if end < 0 else end
            items.append(text[at:end].strip().strip("\"'"))
            at = end + 1
            continue
        double, single, plain = match.groups()
        items.append(_ESCAPED.sub(r"\1", double) if double is not None else single if single is not None else plain)
        at = max(match.end(), at + 1)
    return items


def _grid(held: Mapping[str, Any], shape: Chart) -> ChartGrid | None:
    """The grid of what a file holds of a chart; None when it holds none of its cells."""
    told = _group(held, "columns").get("labels")
    labels = tuple(map(_text, told[:MOST_LABELS])) if isinstance(told, list) else ()
    columns = _kept_labels(shape.columns, labels)
    if shape.form == "dice":
        rows, texts = _dice(held, shape, labels, columns)
    else:
        rows, texts = _cells(held, shape, labels, columns)
    if not any(text for row in texts for text in row):
        return None
    layout: Layout = "results" if shape.form == "dice" else "cells"
    whole = grid_of(shape, layout)
    source, note = (held[key].strip() if isinstance(held.get(key), str) else "" for key in ("source", "note"))
    return ChartGrid(whole.shape, layout, columns, rows, texts, source, note)


def _cells(
    held: Mapping[str, Any], shape: Chart, labels: Sequence[str], columns: Sequence[str]
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Rows, and the texts of their cells."""
    found = list(_group(held, "cells").items())[:MOST_LABELS]
    keys = tuple(key for key, _ in found)
    told = _group(held, "rows").get("labels")
    rows = _kept_labels(shape.rows, tuple(map(_text, told[:MOST_LABELS])) if isinstance(told, list) else keys) or keys
    where = _places(keys, rows)
    along = _places(labels or columns, columns)
    texts = [[""] * len(columns) for _ in rows]
    for n, (_, values) in enumerate(found):
        if isinstance(values, str):
            # A list without its brackets.
            values = _items(values.strip("[] "))
        if n not in where or not isinstance(values, list):
            continue
        for m, value in enumerate(values):
            if m in along:
                texts[where[n]][along[m]] = _text(value)
    return tuple(rows), tuple(map(tuple, texts))


def _dice(
    held: Mapping[str, Any], shape: Chart, labels: Sequence[str], columns: Sequence[str]
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Results, and the runs of rolls that each column has for them. What names no result stands in a row without a label."""
    told = labels or columns
    along = {told[n].strip().casefold(): column for n, column in _places(told, columns).items()}
    found: list[tuple[int, str, str]] = []
    for key, written in _group(held, "results").items():
        column = along.get(key.strip().casefold())
        if column is None or not isinstance(written, str | int | Decimal):
            continue
        found += [(column, rolls, result) for rolls, result in map(_band, _text(written).split(",")) if rolls or result]
    known = grid_of(shape, "results").rows
    folded = {each.casefold(): each for each in known}
    results = [folded.get(result.casefold(), result) for _, _, result in found]
    rows = tuple(dict.fromkeys((*known, *results)))[:MOST_LABELS]
    texts: list[list[list[str]]] = [[[] for _ in columns] for _ in rows]
    for (column, rolls, _), result in zip(found, results, strict=True):
        if result in rows:
            texts[rows.index(result)][column].append(rolls)
    return rows, tuple(tuple(", ".join(cell) for cell in row) for row in texts)


def _band(written: str) -> tuple[str, str]:
    """The rolls and the result of a part of a column, as they are written."""
    band = read_band(written)
    if band is not None:
        return band.rolls, band.result
    rolls, _, result = written.strip().partition(" ")
    return rolls.removesuffix(":"), result.strip()


def _kept_labels(axis: Axis, labels: tuple[str, ...]) -> tuple[str, ...]:
    """The labels of a chart that is mended: its own where they may be others, else those that the rules look up."""
    return labels if labels and (axis.find != "word" or axis.free) else axis.labels


def _places(labels: Sequence[str], kept: Sequence[str]) -> dict[int, int]:
    """Where each label of a file stands among those that are kept: by its name, else in its place when nobody has it."""
    named = {label.strip().casefold(): n for n, label in enumerate(kept)}
    found = {n: named[label.strip().casefold()] for n, label in enumerate(labels) if label.strip().casefold() in named}
    taken = set(found.values())
    for n in range(min(len(labels), len(kept))):
        if n not in found and n not in taken:
            found[n] = n
    return found


def _group(held: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = held.get(key)
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str:
    """What stands in a cell, as it is typed."""
    if value is None:
        return ""
    if isinstance(value, Decimal):
        return format(value, "f")
    return " ".join(str(value).split()) if isinstance(value, str | int) and not isinstance(value, bool) else "?"
