"""Reads palettes, charts of terrain that a box can name: `resources/palettes/<id>.yaml`."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from core.base.errors import CoreError, WrongUse, did_you_mean
from core.files.resources import palettes_folder
from core.files.ruleset_schemas import ChartItem, CostsItem, OtherItem, PaletteFile
from core.files.schemas import VERSION
from core.files.strict_yaml import Route, Unreadable, read_document
from core.files.terrain_items import terrain_items, whole_terrain
from core.files.validation import Reader
from core.model.issues import Issue
from core.model.terrain import ChartRow, Palette, Provenance, Terrain, TerrainKind, read_cost


class BrokenPalette(CoreError):
    """A palette whose file is wrong; a palette is used whole or not at all."""

    def __init__(self, issues: tuple[Issue, ...]) -> None:
        super().__init__("\n".join(str(issue) for issue in issues))
        self.issues = issues


def load_palettes(folder: Path | None = None) -> Mapping[str, Palette]:
    """Every palette by its id; `folder` holds palettes other than the program's own. Raises BrokenPalette."""
    return _read_all(folder or palettes_folder())


@lru_cache(maxsize=4)
def _read_all(folder: Path) -> Mapping[str, Palette]:
    return MappingProxyType({path.stem: read_palette(path) for path in sorted(folder.glob("*.yaml"))})


def check_palette(id_: str) -> None:
    """Raises WrongUse for the id of a palette that there is not; the empty id names none."""
    known = load_palettes()
    if id_ and id_ not in known:
        raise WrongUse(f'There is no palette "{id_}" of terrain.{did_you_mean(id_, known)}')


def read_palette(path: Path) -> Palette:
    """One palette from its file. Raises BrokenPalette with everything that is wrong in it."""
    try:
        reader = Reader(read_document(path, path.name))
    except Unreadable as error:
        raise BrokenPalette((error.issue,)) from error
    palette = _palette(reader, path.stem)
    if reader.issues or palette is None:
        raise BrokenPalette(reader.issues)
    return palette


def _palette(reader: Reader, id_: str) -> Palette | None:
    head = reader.head(PaletteFile, presets={"version": VERSION}) if reader.accepts("palette", "palette") else None
    chart = reader.head(ChartItem, ("chart",)) if head else None
    if head is None or chart is None:
        return None
    if head.id != id_:
        reader.report(("id",), f'The file is called "{id_}.yaml"; "id" must say the same.')
    costs = reader.head(CostsItem, ("costs",)) if head.costs is not None else None
    columns = costs.columns if costs else {}
    provenance = Provenance(chart.id, chart.title, chart.provenance, chart.source)
    return Palette(
        id_,
        chart.title,
        provenance,
        MappingProxyType(dict(_terrain(reader, head, columns, provenance))),
        tuple(head.series),
        costs.unit if costs else "",
        MappingProxyType(dict(columns)),
        MappingProxyType(dict(costs.legend) if costs else {}),
        tuple(_others(reader, head, columns)),
    )


def _terrain(
    reader: Reader, head: PaletteFile, columns: Mapping[str, str], provenance: Provenance
) -> Iterator[tuple[str, Terrain]]:
    for route, item in terrain_items(reader, head.terrain):
        id_ = str(route[-1])
        if item.kind is None:
            reader.report(route, f'"{id_}" needs a "kind".', at_key=True)
            continue
        if item.kind == TerrainKind.PATH.value and item.los_height_m:
            reader.report((*route, "los_height_m"), f'"{id_}" is a path and cannot have a LOS height.', at_key=True)
        _check_columns(reader, route, item.costs, columns)
        source = Provenance(provenance.chart, provenance.title, provenance.status, item.source or provenance.source)
        yield id_, whole_terrain(id_, item.model_copy(update={"note": _note(reader, route, item.note, head)}), source)


def _others(reader: Reader, head: PaletteFile, columns: Mapping[str, str]) -> Iterator[ChartRow]:
    for route, item in reader.items("others", head.others, OtherItem):
        written = {column: read_cost(reader.document.text((*route, "costs", column))) for column in item.costs}
        _check_columns(reader, route, written, columns)
        yield ChartRow(item.name, item.combat_class, MappingProxyType(written), _note(reader, route, item.note, head))


def _note(reader: Reader, route: Route, note: str, head: PaletteFile) -> str:
    """A note's own sentence, or the one that its number stands for."""
    if note.isdecimal() and note not in head.notes:
        reader.report((*route, "note"), f'There is no note "{note}".{did_you_mean(note, head.notes)}')
    return head.notes.get(note, note)


def _check_columns(reader: Reader, route: Route, costs: Mapping[str, Any], columns: Mapping[str, str]) -> None:
    for column in costs:
        if column not in columns:
            at = (*route, "costs", column)
            reader.report(at, f'The chart has no column "{column}".{did_you_mean(column, columns)}', at_key=True)
