"""Reads one map sheet: what is good in it becomes a `MapSheet`, what is not becomes issues."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt

import immutables

from core.base.errors import did_you_mean
from core.files.georeferences import read_georeference
from core.files.schemas import (
    VERSION,
    AreaItem,
    ContourItem,
    GridItem,
    HexItem,
    LowItem,
    MapFile,
    NameItem,
    PathItem,
    SideItem,
    SpotItem,
    ZoneItem,
)
from core.files.strict_yaml import Document, Route
from core.files.terrain_items import read_terrain, same_terrain
from core.files.underlays import read_underlay
from core.files.validation import Reader
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.model.issues import Issue
from core.model.maps import (
    Area,
    Cell,
    Contour,
    Grid,
    HexContent,
    Low,
    MapSheet,
    Name,
    Path,
    Section,
    SideFeature,
    Spot,
    Zone,
)
from core.model.terrain import FITTING, Terrain, TerrainKind

NO_INTERVAL = 'This map has contours but no "contour_interval_m".'
"""What is said of such a map, of which nothing is left out."""

_BELONGS = {
    TerrainKind.AREA: 'is an outline; list it under "areas"',
    TerrainKind.PATH: 'is a centre line; list it under "paths"',
    TerrainKind.SIDE: 'runs along hexsides; list it under "sides"',
    TerrainKind.HEX: 'fills whole hexes; list it under "hexes"',
}


@dataclass(frozen=True, slots=True)
class LoadedSheet:
    """What could be read of a sheet's file: the sheet, the terrain that its file defines, and everything wrong with it."""

    sheet: MapSheet | None
    terrain: Mapping[str, Terrain]
    issues: tuple[Issue, ...]


def read_sheet(
    document: Document,
    known: Mapping[str, Terrain] | None,
    box_terrain: Mapping[str, Terrain] = immutables.Map(),
    box_title: str = "",
) -> LoadedSheet:
    """Reads a sheet from its document.

    `known` is all terrain of the ruleset and the box, None when the ruleset is not known; then any terrain is accepted.
    `box_terrain` is the part of it that the box defines; a sheet cannot define the same anew.
    """
    reader = Reader(document)
    if not reader.accepts("map", "map"):
        return LoadedSheet(None, {}, reader.issues)
    name = document.file.rpartition("/")[2].removesuffix(".map.yaml")
    head = reader.head(MapFile, presets={"version": VERSION, "id": name})
    grid = reader.head(GridItem, ("grid",)) if head else None
    if head is None or grid is None:
        return LoadedSheet(None, {}, reader.issues)
    own = read_terrain(reader, head.terrain, known, box_title, document.file)
    for id_, terrain in own.items():
        if id_ in box_terrain and not same_terrain(terrain, box_terrain[id_]):
            reader.report(("terrain", id_), f'The box already says something else about "{id_}"; that counts.', at_key=True)
    items = _Items(reader, head, _grid(reader, grid), None if known is None else {**known, **own, **box_terrain})
    return LoadedSheet(items.sheet(), {id_: each for id_, each in own.items() if id_ not in box_terrain}, reader.issues)


def _grid(reader: Reader, item: GridItem) -> Grid:
    numbering = Numbering(item.numbering, item.columns, item.rows, item.first, item.first_column, item.first_row)
    mistaken = numbering.mistaken()
    if mistaken is not None:
        what = f'This numbering prints "{mistaken[0]}" on a hex that cannot be told from that number'
        reader.report(("grid", "numbering"), f"{what}; put a sign between column and row, or leading zeros before each.")
    edge = item.edge
    if edge is not None:
        far = ((item.columns + 1) * sqrt(3) / 2, item.rows + 1.0)
        far = far if item.orientation == "columns" else (far[1], far[0])
        if edge[0] > far[0] or edge[1] > far[1] or edge[2] < 0 or edge[3] < 0:
            reader.report(("grid", "edge"), "No hex lies inside this edge; it is not used.")
            edge = None
    return Grid(item.columns, item.rows, numbering, item.orientation, item.raised, item.hex_m, edge, item.number_every)


class _Items:
    """The items of one sheet, section by section."""

    def __init__(self, reader: Reader, head: MapFile, grid: Grid, known: Mapping[str, Terrain] | None) -> None:
        self._reader, self._head, self._grid, self._known = reader, head, grid, known
        self._frame = SheetFrame.place(grid.raised, grid.orientation)

    def sheet(self) -> MapSheet:
        """The sheet with all its good items."""
        head, reader = self._head, self._reader
        place = reader.document.place
        if head.contours and reader.document.value.get("contour_interval_m") is None:
            reader.report((), NO_INTERVAL)
        return MapSheet(
            id=head.id,
            grid=self._grid,
            title=head.title,
            contour_interval=head.contour_interval_m,
            contours=tuple(
                Contour(item.height, item.line, item.kind, item.high, item.note, place(route), item.source)
                for route, item in reader.items("contours", head.contours, ContourItem)
            ),
            areas=tuple(self._areas()),
            paths=tuple(self._paths()),
            sides=tuple(self._sides()),
            hexes=self._hexes(),
            spots=tuple(
                Spot(item.height, item.at, item.name, item.note, place(route), item.source)
                for route, item in reader.items("spots", head.spots, SpotItem)
            ),
            lows=tuple(
                Low(item.at, item.note, place(route), item.source) for route, item in reader.items("lows", head.lows, LowItem)
            ),
            names=tuple(
                Name(item.text, item.at, item.size, item.angle, item.note, place(route))
                for route, item in reader.items("names", head.names, NameItem)
            ),
            zones=tuple(self._zones()),
            underlay=read_underlay(reader, self._cell),
            note=head.note,
            georeference=read_georeference(reader),
            half_lines=head.half_interval_lines,
        )

    def _areas(self) -> Iterator[Area]:
        for route, item in self._reader.items("areas", self._head.areas, AreaItem):
            self._check_terrain((*route, "terrain"), item.terrain, "areas")
            yield Area(item.terrain, item.shape, item.name, item.note, self._reader.document.place(route))

    def _paths(self) -> Iterator[Path]:
        for route, item in self._reader.items("paths", self._head.paths, PathItem):
            self._check_terrain((*route, "feature"), item.feature, "paths")
            yield Path(item.feature, item.line, item.name, item.note, self._reader.document.place(route))

    def _sides(self) -> Iterator[SideFeature]:
        for route, item in self._reader.items("sides", self._head.sides, SideItem):
            self._check_terrain((*route, "feature"), item.feature, "sides")
            # On a seam one of the two hexes is the neighbour's: the numbers of this map counted on by one.
            first = self._cell((*route, "between", 0), item.between[0], beyond=1)
            inner = first is None or self._on_grid(first)
            second = self._cell((*route, "between", 1), item.between[1], beyond=1 if inner else 0)
            if first and second and self._are_adjacent(route, first, second):
                yield SideFeature(item.feature, (first, second), item.note, self._reader.document.place(route))

    def _hexes(self) -> "immutables.Map[Cell, HexContent]":
        found: dict[Cell, HexContent] = {}
        for route, item in self._reader.items("hexes", self._head.hexes, HexItem):
            self._check_terrain((*route, "terrain"), item.terrain, "hexes")
            cell = self._cell(route, str(route[-1]), at_key=True)
            if cell in found:
                first = found[cell].place.line
                self._reader.report(
                    route, f'"{route[-1]}" is the hex that line {first} already names; that one counts.', at_key=True
                )
            elif cell:
                found[cell] = HexContent(item.terrain, item.name, item.note, self._reader.document.key_place(route))
        return immutables.Map(found)

    def _zones(self) -> Iterator[Zone]:
        for route, item in self._reader.items("zones", self._head.zones, ZoneItem):
            cells = [self._cell((*route, "hexes", number), label) for number, label in enumerate(item.hexes)]
            good = frozenset(cell for cell in cells if cell is not None)
            if None not in cells:
                yield Zone(item.kind, good, item.name, item.side, item.note, self._reader.document.place(route))

    def _on_grid(self, cell: Cell, beyond: int = 0) -> bool:
        grid = self._grid
        return 1 - beyond <= cell[0] <= grid.columns + beyond and 1 - beyond <= cell[1] <= grid.rows + beyond

    def _cell(self, route: Route, label: str, *, at_key: bool = False, beyond: int = 0) -> Cell | None:
        """The cell with a printed number, None (and an issue) when the sheet has none, nor `beyond` its edge."""
        grid = self._grid
        cell = grid.numbering.cell(label)
        if cell and self._on_grid(cell, beyond):
            return cell
        lowest, highest = grid.numbering.text(1, 1), grid.numbering.text(grid.columns, grid.rows)
        what = f'There is no hex "{label}" on this map' if cell else f'"{label}" is no hex number of this map'
        self._reader.report(route, f"{what}; its hexes run from {lowest} to {highest}.", at_key=at_key)
        return None

    def _are_adjacent(self, route: Route, first: Cell, second: Cell) -> bool:
        if self._frame.hex(*first).distance(self._frame.hex(*second)) == 1:
            return True
        grid = self._grid
        near = sorted(
            cell
            for cell in map(self._frame.cell, self._frame.hex(*first).neighbours())
            if 1 <= cell[0] <= grid.columns and 1 <= cell[1] <= grid.rows
        )
        text = grid.numbering.text
        beside = ", ".join(text(*cell) for cell in near)
        self._reader.report(
            (*route, "between"), f"{text(*first)} and {text(*second)} share no hexside; beside {text(*first)} lie {beside}."
        )
        return False

    def _check_terrain(self, route: Route, id_: str, section: Section) -> None:
        """Reports terrain that is not known or stands in the wrong section.

        The item stays, lest it be lost when the box is saved; nothing is judged by it.
        """
        if self._known is None:
            return
        kinds = FITTING[section]
        terrain = self._known.get(id_)
        if terrain is None:
            fitting = [each.id for each in self._known.values() if each.kind in kinds]
            self._reader.report(route, f'There is no terrain "{id_}" in the ruleset or the box.{did_you_mean(id_, fitting)}')
        elif terrain.kind not in kinds:
            self._reader.report(route, f'"{id_}" {_BELONGS[terrain.kind]}.')
