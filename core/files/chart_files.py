"""Reads charts: one to a file, or several in a ruleset, a set, a box, or a file for somebody else.

A chart with an error is not used, and says where the error is, down to its cell; what is in force stays in force.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import Any

from core.base.errors import CoreError, did_you_mean
from core.files.parcels import Parcel
from core.files.ruleset_schemas import AxisItem, ChartBody, ChartDraftFile, ChartFileItem, ChartsFile, PartItem
from core.files.schemas import VERSION, shown
from core.files.strict_yaml import Document, Route, Unreadable, parse_document, read_document
from core.files.validation import Reader
from core.model.charts import NO_AXIS, Axis, Band, Cell, Chart, Part, read_band, read_cell
from core.model.issues import Issue, Severity
from core.rules.kernel.chart_checks import Fault, faults, gathered, misfits
from core.rules.kernel.chart_grid import ChartGrid, layouts
from core.rules.kernel.ruleset import Ruleset


def read_chart_file(path: Path, name: str, known: Mapping[str, Chart] | None = None) -> tuple[Chart | None, tuple[Issue, ...]]:
    """The chart of a file, None when it cannot be used, and everything that is wrong with it. `name` is for messages.

    With `known` charts it must be able to take the place of one of them.
    """
    try:
        reader = Reader(read_document(path, name))
    except Unreadable as error:
        return None, (error.issue,)
    chart = read_chart(reader, known=known) if reader.accepts("chart", "chart") else None
    return chart, reader.issues


def parse_charts(
    text: str, name: str, known: Mapping[str, Chart] | None = None
) -> tuple[str, tuple[Chart, ...], tuple[Issue, ...]]:
    """The ruleset and the charts of a file for somebody else, or of the file of one chart, and what is wrong with them.

    The ruleset is empty for the file of one chart, which does not say it. With `known` charts those that can take the place of
    none of them are left out.
    """
    try:
        document = parse_document(text, name)
    except Unreadable as error:
        return "", (), (error.issue,)
    reader = Reader(document)
    if isinstance(document.value, dict) and document.value.get("phaseline") == "chart":
        chart = read_chart(reader, known=known) if reader.accepts("chart", "chart") else None
        return "", (chart,) if chart is not None else (), reader.issues
    head = reader.head(ChartsFile, presets={"version": VERSION}) if reader.accepts("charts", "file of charts") else None
    if head is None:
        return "", (), reader.issues
    found = tuple(read_charts(reader, ("charts",), head.charts, known))
    return head.ruleset, found, reader.issues


def parse_parcel(text: str, name: str, ruleset: Ruleset) -> Parcel:
    """What a file for somebody else holds for a ruleset.

    Charts of other rulesets, of sets that this one does not have, and such as fit none of its charts, are left out and said.
    """
    try:
        document = parse_document(text, name)
    except Unreadable as error:
        return Parcel("", (), (error.issue,))
    reader = Reader(document)
    if isinstance(document.value, dict) and document.value.get("phaseline") == "chart":
        _, charts, issues = parse_charts(text, name, ruleset.charts)
        return Parcel(ruleset.id, charts, issues)
    head = reader.head(ChartsFile, presets={"version": VERSION}) if reader.accepts("charts", "file of charts") else None
    if head is None:
        return Parcel(ruleset.id, (), reader.issues)
    if head.ruleset != ruleset.id:
        said = f'These charts are for the ruleset "{head.ruleset}"; this box is played by "{ruleset.id}".'
        reader.report(("ruleset",), said)
        return Parcel(head.ruleset, (), reader.issues, note=head.note)
    sets: dict[str, str] = {}
    for id_, set_ in head.sets.items():
        if not set_ or set_ in ruleset.sets:
            sets[id_] = set_
        else:
            said = f'The chart "{id_}" is left out: there is no set of charts "{set_}" here.{did_you_mean(set_, ruleset.sets)}'
            reader.report(("sets", id_), said)
    known = {**ruleset.charts}
    for id_, set_ in sets.items():
        if (chart := ruleset.known(set_).get(id_)) is not None:
            known[id_] = chart
    found = tuple(read_charts(reader, ("charts",), head.charts, known))
    held = {item.get("id") for item in head.charts if isinstance(item, dict)}
    for id_ in head.sets.keys() - held:
        said = f'There is no chart "{id_}" in this file.{did_you_mean(id_, (str(each) for each in held))}'
        reader.report(("sets", id_), said, at_key=True)
    charts = tuple(chart for chart in found if chart.id in sets or chart.id not in head.sets)
    chosen = MappingProxyType({chart.id: sets[chart.id] for chart in charts if chart.id in sets})
    return Parcel(ruleset.id, charts, reader.issues, chosen, head.note)


def read_grid(path: Path, name: str, shape: Chart) -> ChartGrid:
    """What the draft of a chart holds; `shape` is the chart that it is to take the place of. `name` is for messages.

    Raises CoreError, which says where, for a draft that cannot be read or is for another chart.
    """
    reader = Reader(read_document(path, name))
    known = reader.accepts("chart-draft", "draft of a chart")
    item = reader.item(ChartDraftFile, ()) if known else None
    if item is not None and item.id != shape.id:
        reader.report(("id",), f'This is a draft of "{item.id}"; wanted is one of "{shape.id}".')
    if item is not None and item.layout not in layouts(shape):
        reader.report(("layout",), f'"{item.layout}" is no layout of this chart.{did_you_mean(item.layout, layouts(shape))}')
    if item is not None and (len(item.cells) != len(item.rows) or any(len(row) != len(item.columns) for row in item.cells)):
        reader.report(("cells",), f"There must be {len(item.rows)} rows of {len(item.columns)} cells.")
    if item is None or reader.issues:
        raise CoreError(" ".join(f"{issue.place}: {issue.text}" for issue in reader.issues))
    cells = tuple(tuple(row) for row in item.cells)
    return ChartGrid(shape, item.layout, tuple(item.columns), tuple(item.rows), cells, item.source, item.note)


def read_charts(reader: Reader, route: Route, held: list[Any], known: Mapping[str, Chart] | None = None) -> Iterator[Chart]:
    """The good ones of a list of charts, each id once; with `known` charts, those that can take the place of one of them."""
    seen: dict[str, int] = {}
    for number in range(len(held)):
        chart = read_chart(reader, (*route, number), known)
        if chart is None:
            continue
        if chart.id in seen:
            text = f'The chart "{chart.id}" stands here again; the first one, in line {seen[chart.id]}, counts.'
            reader.report((*route, number, "id"), text)
            continue
        seen[chart.id] = reader.document.place((*route, number, "id")).line
        yield chart


def read_chart(reader: Reader, route: Route = (), known: Mapping[str, Chart] | None = None) -> Chart | None:
    """The chart at a route, None (and issues) when it cannot be used, or can take the place of no `known` one.

    Warnings leave it in force. Of a file that holds several charts each issue says which it is about.
    """
    before = reader.count
    chart = _read_chart(reader, route, known)
    held = reader.document.at(route)
    if route and isinstance(held, dict):
        id_, title = (str(held.get(key) or "") for key in ("id", "title"))
        reader.name_since(before, chart_name(id_, title))
    return chart


def chart_name(id_: str, title: str) -> str:
    """What a chart is called where there are several: its title and id, as far as it has them."""
    return f"{title} ({id_})" if id_ and title else title or id_ or "A chart without a title"


def _read_chart(reader: Reader, route: Route, known: Mapping[str, Chart] | None) -> Chart | None:
    before = reader.count
    body = reader.item(ChartBody if route else ChartFileItem, route)
    if body is None:
        return None
    columns = _axis(reader, (*route, "columns"), body.columns)
    rows = _axis(reader, (*route, "rows"), body.rows) if body.rows is not None else NO_AXIS
    bands: tuple[tuple[Band, ...], ...] = ()
    cells: dict[tuple[str, str], Cell] = {}
    if body.form == "dice":
        _refuse(reader, route, body, ("rows", "cells"), 'A chart of the form "dice" has no')
        bands = _results(reader, (*route, "results"), body.results, columns)
    else:
        _refuse(reader, route, body, ("results",), f'A chart of the form "{body.form}" has no')
        rows = rows if rows.labels else Axis("", tuple(body.cells))
        cells = dict(_cells(reader, (*route, "cells"), body.cells, columns, rows))
    parts = tuple(
        Part(item.provenance, item.source, tuple(item.rows), tuple(item.columns), tuple(item.rolls))
        for n in range(len(body.parts))
        if (item := reader.item(PartItem, (*route, "parts", n))) is not None
    )
    chart = Chart(
        id=body.id,
        title=body.title,
        form=body.form,
        unit=body.unit,
        status=body.provenance,
        source=body.source,
        columns=columns,
        rows=rows,
        dice=body.dice,
        least=body.least,
        most=body.most,
        bands=bands,
        cells=MappingProxyType(cells),
        order=tuple(body.order),
        closed=body.closed,
        words=tuple(body.words),
        words_of=MappingProxyType({label: tuple(words) for label, words in body.words_of.items()}),
        grammar=body.grammar,
        whole=body.whole,
        fractions=tuple(body.fractions),
        parts=parts,
        rules=tuple(body.rules),
        note=body.note,
        doubts=tuple(body.doubts),
    )
    if any(issue.severity is Severity.ERROR for issue in reader.since(before)):
        return None
    found = (*faults(chart), *(misfits(chart, known) if known is not None else ()))
    for fault in gathered(chart, found):
        reader.add(fault_issue(fault, reader.document, route, chart))
    return None if any(fault.severity is Severity.ERROR for fault in found) else chart


def fault_issue(fault: Fault, document: Document, route: Route, chart: Chart) -> Issue:
    """What is wrong with a chart of a file, with the place of its cell."""
    at: Route = (*route, "id")
    if fault.column and chart.form == "dice":
        at = (*route, "results", fault.column)
    elif fault.row:
        column = chart.columns.index(fault.column)
        at = (*route, "cells", fault.row) if column is None else (*route, "cells", fault.row, column)
    elif fault.column:
        column = chart.columns.index(fault.column)
        at = (*route, "columns", "labels", column) if column is not None else (*route, "columns")
    where = f'Row "{fault.row}", column "{fault.column}": ' if fault.row and fault.column else ""
    return Issue(document.place(at), f"{where}{fault.text}", fault.severity)


def _axis(reader: Reader, route: Route, item: AxisItem) -> Axis:
    labels = []
    for n, label in enumerate(item.labels):
        if isinstance(label, bool) or not isinstance(label, str | int):
            reader.report((*route, "labels", n), f"A label must be a whole number or text in quotes, not {shown(label)}.")
            continue
        labels.append(str(label).strip())
    return Axis(item.by, tuple(labels), item.find, item.below, item.above, item.free)


def _refuse(reader: Reader, route: Route, body: ChartBody, keys: tuple[str, ...], text: str) -> None:
    for key in keys:
        if getattr(body, key):
            reader.report((*route, key), f'{text} "{key}".', at_key=True)


def _results(reader: Reader, route: Route, held: dict[str, Any], columns: Axis) -> tuple[tuple[Band, ...], ...]:
    by_place: dict[int, str] = {}
    for key in held:
        at_ = columns.index(key)
        if at_ is None:
            reader.report((*route, key), f'The chart has no column "{key}".{did_you_mean(key, columns.labels)}', at_key=True)
        elif at_ in by_place:
            reader.report((*route, key), f'Column "{columns.labels[at_]}" stands here again.', at_key=True)
        else:
            by_place[at_] = key
    found: list[tuple[Band, ...]] = []
    for n, label in enumerate(columns.labels):
        if n in by_place:
            at = (*route, by_place[n])
            found.append(tuple(_bands(reader, at, label, reader.document.text(at))))
        else:
            found.append(())
    return tuple(found)


def _bands(reader: Reader, route: Route, label: str, written: str) -> Iterator[Band]:
    for part in written.split(","):
        if not part.strip():
            continue
        band = read_band(part)
        if band is None:
            text = f'Column "{label}": "{part.strip()}" is no roll with its result, such as "11-62 none" or "63 1".'
            reader.report(route, text)
        else:
            yield band


def _cells(
    reader: Reader, route: Route, held: dict[str, Any], columns: Axis, rows: Axis
) -> Iterator[tuple[tuple[str, str], Cell]]:
    seen: set[int] = set()
    for key, values in held.items():
        at = rows.index(key)
        if at is None:
            reader.report((*route, key), f'The chart has no row "{key}".{did_you_mean(key, rows.labels)}', at_key=True)
            continue
        if at in seen:
            reader.report((*route, key), f'Row "{rows.labels[at]}" stands here again.', at_key=True)
            continue
        seen.add(at)
        if not isinstance(values, list):
            reader.report((*route, key), f'Row "{key}" must be a list with a cell for each column, not {shown(values)}.')
            continue
        if len(values) != len(columns.labels):
            text = f'Row "{key}" has {len(values)} cells, and the chart has {len(columns.labels)} columns.'
            reader.report((*route, key), text)
        for n, (column, value) in enumerate(zip(columns.labels, values, strict=False)):
            if value is None:
                continue
            if isinstance(value, bool | list | dict):
                text = f'Row "{key}", column "{column}" must be a number or a word, not {shown(value)}.'
                reader.report((*route, key, n), text)
                continue
            cell = read_cell(format(value, "f") if isinstance(value, Decimal) else str(value))
            if isinstance(value, int | Decimal) and isinstance(cell, str):
                text = f'Row "{key}", column "{column}": {value} has too many digits; there may be 6 on each side of the point.'
                reader.report((*route, key, n), text)
                continue
            yield (rows.labels[at], column), cell
