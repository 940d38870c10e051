"""What a map of Tiled means on a sheet, and a sheet as a map of Tiled.

Tiles are terrain by hex, objects are shapes. Columns and rows are counted from the upper left there and from the lower left
here; `staggerindex` names the columns (of flat-topped hexes) that are shifted down, `raised` those that stand higher. Tiled's
hexes have whole pixels, ours are regular: points are stretched so that both fit, and our exact grid stands in a property.
"""

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import immutables

from core.base.errors import Place, WrongUse
from core.geometry.labels import Numbering
from core.geometry.layout import Point
from core.interop.features import GroundFeature, exact_height, place_features, tag_text
from core.interop.hex_cells import cell_centre, outlines, plateaus, terrain_items
from core.interop.imported import BadFile, Dropped, Drops, Imported, OtherShape, Progress, Target, bare, filled, items_of
from core.interop.own_items import FORMAT, MARK, Given, NotOurs, head_values, item_of, properties, sheet_of_head, side_line
from core.interop.safe_json import loaded
from core.interop.tiled import MOST_SIDE, ObjectLayer, TiledMap, TiledObject, TileLayer, Values
from core.interop.tiled_files import Beside, read_tiled
from core.model.maps import (
    SECTIONS,
    Area,
    Cell,
    Contour,
    Grid,
    HexContent,
    Item,
    Key,
    Low,
    MapSheet,
    Name,
    Path,
    Points,
    Section,
    SideFeature,
    Spot,
    Zone,
)
from core.model.translation import Shape, Translation

VIEW = "view"
"""The value of our property of a layer that only shows what objects say exactly."""

CORNERS_OF_ELLIPSE = 32

_COLUMN = math.sqrt(3) / 2


@dataclass(frozen=True, slots=True)
class Stagger:
    """The grid of a map of Tiled: cells along and across, sizes in pixels, and how its columns or rows are shifted."""

    width: int
    height: int
    tile_width: float
    tile_height: float
    side: float
    axis: Literal["x", "y"]
    index: Literal["odd", "even"]

    @property
    def step(self) -> float:
        """Pixels from one shifted column (or row) to the next."""
        return ((self.tile_width if self.axis == "x" else self.tile_height) + self.side) / 2

    @property
    def raised(self) -> Literal["odd", "even"]:
        """Which columns of ours, counted from the left (or from below, for pointed tops), stand half a hex further."""
        if self.axis == "x":
            return self.index
        return "odd" if (self.index == "odd") is (self.height % 2 == 0) else "even"

    def cell(self, x: int, y: int) -> Cell:
        """Our cell of a cell there."""
        return (x + 1, self.height - y) if self.axis == "x" else (self.height - y, x + 1)

    def position(self, cell: Cell) -> tuple[int, int]:
        """The cell there of one of ours."""
        return (cell[0] - 1, self.height - cell[1]) if self.axis == "x" else (cell[1] - 1, self.height - cell[0])

    def to_sheet(self, point: Point) -> Point:
        """The point of a sheet of the same size under pixels."""
        x, y = point
        if self.axis == "x":
            return (1 + (x - self.tile_width / 2) / self.step) * _COLUMN, self.height + 1 - y / self.tile_height
        return x / self.tile_width + 0.5, (self.height - (y - self.tile_height / 2) / self.step) * _COLUMN

    def to_pixels(self, point: Point) -> Point:
        """The pixels over a point of the sheet; the inverse of `to_sheet`."""
        x, y = point
        if self.axis == "x":
            return (x / _COLUMN - 1) * self.step + self.tile_width / 2, (self.height + 1 - y) * self.tile_height
        return (x - 0.5) * self.tile_width, (self.height - y / _COLUMN) * self.step + self.tile_height / 2


def stagger_of(grid: Grid, side: int) -> Stagger:
    """The grid of a sheet with so many pixels along a hexside; the other sizes are the nearest whole ones."""
    long, short = 2 * side, round(side * math.sqrt(3))
    if grid.orientation == "columns":
        return Stagger(grid.columns, grid.rows, long, short, side, "x", grid.raised)
    index: Literal["odd", "even"] = "odd" if (grid.raised == "odd") is (grid.columns % 2 == 0) else "even"
    return Stagger(grid.rows, grid.columns, short, long, side, "y", index)


def read(
    data: bytes, name: str, target: Target, translation: Translation, beside: Beside, progress: Progress | None = None
) -> Imported:
    """The items that a map of Tiled, as TMX or TMJ, gives on a sheet.

    `beside` reads a file from the folder of the map by its name, for tilesets. Raises BadFile for what is no such map, WrongUse
    where its hexes are not those of the sheet.
    """
    drops = Drops()
    value = read_tiled(data, name, beside)
    if value.orientation != "hexagonal":
        raise BadFile(Place(name), f"This map is {value.orientation[:40]}; only hexagonal maps have hexes.")
    for layer in value.other_layers:
        drops.add("layer of pictures", "pictures are not read from here", layer)
    for tileset in value.missing:
        drops.add("tileset", "there is no such file beside the map", tileset)
    stagger, value = _normal(value, name)
    wrote = _wrote(value, name)
    sheet = _sheet(stagger, target, wrote, name)
    target = replace(target, sheet=sheet)
    lift = sheet.grid.rows - stagger.height if stagger.axis == "x" else 0
    up = 0 if stagger.axis == "x" else (sheet.grid.columns - stagger.height) * _COLUMN

    def to_sheet(point: Point) -> Point:
        x, y = stagger.to_sheet(point)
        return x, y + lift + up

    if wrote is not None:
        return _read_own(value, target, to_sheet, drops)
    return _read_others(value, stagger, target, translation, to_sheet, drops, progress)


def tiled_map(sheet: MapSheet, side: int) -> tuple[TiledMap, tuple[tuple[str, Values], ...], tuple[Dropped, ...]]:
    """A sheet as a map of Tiled, the class and properties of each of its tiles, and what of the sheet it cannot carry."""
    stagger = stagger_of(sheet.grid, side)
    kinds = sorted({content.terrain for content in sheet.hexes.values()})
    tiles = {stagger.position(cell): kinds.index(content.terrain) + 1 for cell, content in sheet.hexes.items()}
    layers: list[TileLayer | ObjectLayer] = [TileLayer("terrain", tiles, {MARK: VIEW})]
    maker = _Maker(sheet, stagger)
    layers += [ObjectLayer(section, tuple(maker.objects(section)), {MARK: section}) for section in SECTIONS]
    mark = json.dumps({"format": FORMAT, "sheet": head_values(sheet)}, ensure_ascii=False)
    made = TiledMap(
        "hexagonal",
        stagger.width,
        stagger.height,
        stagger.tile_width,
        stagger.tile_height,
        stagger.side,
        stagger.axis,
        stagger.index,
        {},
        tuple(layers),
        {MARK: mark},
    )
    tileset: tuple[tuple[str, Values], ...] = tuple((kind, {"terrain": kind}) for kind in kinds or ["none"])
    drops = Drops()
    if sheet.underlay is not None:
        drops.add("scanned sheet", "it stays with the box", sheet.underlay.file)
    return made, tileset, drops.listed


class _Maker:
    """Objects of the items of a sheet."""

    def __init__(self, sheet: MapSheet, stagger: Stagger) -> None:
        self._sheet, self._stagger, self._next = sheet, stagger, 1

    def objects(self, section: Section) -> list[TiledObject]:
        """The objects of a section; the rings of one item follow each other, all but the first as its parts."""
        made: list[TiledObject] = []
        for key, item in items_of(self._sheet, section):
            kind, rings = self._shape(key, item)
            values = properties(self._sheet, section, key, item)
            first = self._next
            for number, ring in enumerate(rings):
                points = tuple(self._stagger.to_pixels(point) for point in ring)
                points = points[:-1] if kind == "polygon" else points
                said: Values = values if number == 0 else {"part_of": first}
                name = str(values.get("name") or values.get("text") or "") if number == 0 else ""
                text = item.text if isinstance(item, Name) else ""
                made.append(TiledObject(self._next, name, section, kind, points, said, text))
                self._next += 1
        return made

    def _shape(self, key: Key, item: Item) -> tuple[Literal["point", "polyline", "polygon", "text"], Sequence[Points]]:
        match item:
            case Contour() | Path():
                return "polyline", [item.line]
            case Area():
                return "polygon", item.shape
            case SideFeature():
                return "polyline", [side_line(self._sheet, item)]
            case HexContent():
                assert isinstance(key, tuple)
                return "point", [(cell_centre(self._sheet.grid, key),)]
            case Zone():
                return "polygon", [ring for shape in outlines(self._sheet.grid, item.cells) for ring in shape]
            case Name():
                return "text", [(item.at,)]
            case Spot() | Low():
                return "point", [(item.at,)]


def _normal(value: TiledMap, name: str) -> tuple[Stagger, TiledMap]:
    """The grid of a map, and the map with its cells counted from 0; an infinite map is as large as its tiles reach."""
    if min(value.tile_width, value.tile_height) <= 0 or not 0 <= value.side < max(value.tile_width, value.tile_height) + 1:
        raise BadFile(Place(name), "The sizes of its hexes are not those of hexes.")
    width, height = value.width, value.height
    layers = value.layers
    grid = Stagger(width, height, value.tile_width, value.tile_height, value.side, value.stagger_axis, value.stagger_index)
    if value.infinite:
        cells = [cell for layer in layers if isinstance(layer, TileLayer) for cell in layer.tiles]
        if cells:
            left, top = min(x for x, _ in cells), min(y for _, y in cells)
            # Counted from an even one, so that the shifted columns or rows stay the shifted ones.
            left, top = (left - left % 2, top) if value.stagger_axis == "x" else (left, top - top % 2)
            width, height = max(x for x, _ in cells) - left + 1, max(y for _, y in cells) - top + 1
            layers = tuple(_moved(layer, left, top, grid) for layer in layers)
    if width > MOST_SIDE or height > MOST_SIDE:
        raise BadFile(Place(name), f"Its {width} × {height} cells are too many; a map has at most {MOST_SIDE} × {MOST_SIDE}.")
    return replace(grid, width=width, height=height), replace(value, layers=layers)


def _moved(layer: TileLayer | ObjectLayer, left: int, top: int, grid: Stagger) -> TileLayer | ObjectLayer:
    if isinstance(layer, TileLayer):
        return replace(layer, tiles={(x - left, y - top): tile for (x, y), tile in layer.tiles.items()})
    dx, dy = (left * grid.step, top * grid.tile_height) if grid.axis == "x" else (left * grid.tile_width, top * grid.step)
    objects = tuple(replace(each, points=tuple((x - dx, y - dy) for x, y in each.points)) for each in layer.objects)
    return replace(layer, objects=objects)


def _wrote(value: TiledMap, name: str) -> MapSheet | None:
    """The empty sheet that a map of ours was made of, None for a map of somebody else."""
    mark = value.properties.get(MARK)
    if not isinstance(mark, str):
        return None
    try:
        held = loaded(mark)
        return sheet_of_head(held.get("sheet") if isinstance(held, dict) else None)
    except (ValueError, RecursionError) as error:
        raise BadFile(Place(name), f'Its property "{MARK}" is no JSON.') from error
    except NotOurs as error:
        raise BadFile(Place(name), str(error)) from error


def _sheet(stagger: Stagger, target: Target, wrote: MapSheet | None, name: str) -> MapSheet:
    """The sheet that takes the map: the one it was made of, a new one of its grid, or the target's if the hexes agree."""
    if target.grid_is_open:
        if wrote is not None:
            return wrote
        columns, rows = (stagger.width, stagger.height) if stagger.axis == "x" else (stagger.height, stagger.width)
        numbering = Numbering("{column:02}.{row:02}", columns, rows)
        orientation: Literal["columns", "rows"] = "columns" if stagger.axis == "x" else "rows"
        grid = Grid(columns, rows, numbering, orientation, stagger.raised, target.sheet.grid.hex_m)
        return replace(bare(target.sheet), grid=grid)
    grid = target.sheet.grid
    if (grid.orientation == "columns") is not (stagger.axis == "x"):
        tops = ("flat", "pointed") if stagger.axis == "x" else ("pointed", "flat")
        raise WrongUse(f"The hexes of {name} have {tops[0]} tops, those of map {target.sheet.id} {tops[1]} ones.")
    lower = stagger_of(grid, 1)
    if stagger.index != lower.index:
        fault = f"{name} shifts the {stagger.index} columns, counted from 0, and map {target.sheet.id} the others."
        raise OtherShape(f"{fault} Import it as a new map, which then has its shape.")
    return target.sheet


def _read_own(value: TiledMap, target: Target, to_sheet: Callable[[Point], Point], drops: Drops) -> Imported:
    found: dict[Section, list[tuple[Key | None, Item]]] = {}
    for layer in value.layers:
        mark = layer.properties.get(MARK)
        if isinstance(layer, TileLayer):
            if mark != VIEW and layer.tiles:
                drops.add("layer of tiles", "this map says its terrain by objects", layer.name, len(layer.tiles))
            continue
        parts: dict[int, list[Points]] = {}
        for each in layer.objects:
            whole = each.properties.get("part_of")
            ring = tuple(to_sheet(point) for point in each.points)
            ring = (*ring, *ring[:1]) if each.kind == "polygon" else ring
            parts.setdefault(whole if isinstance(whole, int) else each.id, []).append(ring)
        for each in layer.objects:
            if "part_of" in each.properties:
                continue
            if not all(parts[each.id]):
                drops.add("object", "its shape has no points", f"object {each.id}")
                continue
            section: Any = each.properties.get("section")
            called = f"object {each.id}"
            if section not in SECTIONS:
                drops.add("object", "it is no item of a map", called)
                continue
            values = {**each.properties, **({"text": each.text} if each.kind == "text" and each.text else {})}
            made = item_of(Given(section, parts[each.id], values, called), target, drops)
            if made is not None:
                found.setdefault(section, []).append(made)
    sheet = target.sheet if target.grid_is_open else bare(target.sheet)
    return Imported(filled(sheet, found), drops.listed, frozenset(found))


def _read_others(
    value: TiledMap,
    stagger: Stagger,
    target: Target,
    translation: Translation,
    to_sheet: Callable[[Point], Point],
    drops: Drops,
    progress: Progress | None,
) -> Imported:
    """Tiles by the words of their tileset, objects by their properties, class or layer."""
    sheet = target.sheet
    hexes: dict[Cell, HexContent] = {}
    areas: list[Area] = []
    levels: dict[Cell, int] = {}
    interval = sheet.contour_interval
    for layer in value.layers:
        if not isinstance(layer, TileLayer):
            continue
        words: dict[Cell, tuple[str, tuple[str, ...]]] = {}
        for (x, y), tile in layer.tiles.items():
            cell = stagger.cell(x, y)
            cell = (cell[0], cell[1] + sheet.grid.rows - stagger.height) if stagger.axis == "x" else cell
            cell = cell if stagger.axis == "x" else (cell[0] + sheet.grid.columns - stagger.height, cell[1])
            if not (1 <= cell[0] <= sheet.grid.columns and 1 <= cell[1] <= sheet.grid.rows):
                drops.add("tile", "it lies off the map", f"column {x}, row {y}")
                continue
            said = value.tiles.get(tile, {})
            height, level = exact_height(said.get("elevation_m")), said.get("level")
            if interval is not None and height is not None:
                levels[cell] = math.floor(height / interval)
            elif interval is not None and isinstance(level, int) and abs(level) < 1000:
                levels[cell] = level
            word = str(said.get("terrain") or said.get("class") or said.get("name") or "")
            if not word:
                if height is None and level is None:
                    drops.add(f"tile {tile}", 'its tileset does not say what it is (property "terrain")', layer.name)
            elif not translation.is_nothing(word):
                words[cell] = word, translation.candidates(word)
        more, outlined = terrain_items(target, sheet.grid, words, drops)
        hexes |= more
        areas += outlined
    features = [
        each
        for layer in value.layers
        if isinstance(layer, ObjectLayer)
        for one in layer.objects
        if (each := _feature(one, layer.name, drops)) is not None
    ]
    placed = place_features(features, target, translation, to_sheet, drops, progress)
    contours = plateaus(sheet.grid, levels, interval) if interval is not None else ()
    found = replace(
        placed.sheet,
        areas=(*areas, *placed.sheet.areas),
        contours=(*contours, *placed.sheet.contours),
        hexes=immutables.Map(hexes),
    )
    brings = {*placed.brings, *(("hexes", "areas") if any(isinstance(each, TileLayer) for each in value.layers) else ())}
    sections: list[Section] = [each for each in SECTIONS if each in brings or (each == "contours" and levels)]
    return Imported(found, drops.listed, frozenset(sections))


def _feature(each: TiledObject, layer: str, drops: Drops) -> GroundFeature | None:
    """An object as a feature whose class, where it states none, is the singular of its layer's name."""
    tags = {key: tag_text(value) for key, value in each.properties.items() if value is not None}
    name = f"object {each.id}"
    tags.setdefault("class", (each.type or layer).strip().lower().removesuffix("s"))
    if each.name:
        tags.setdefault("name", each.name)
    shape: Shape = "line"
    points = each.points
    if each.kind == "text":
        tags |= {"name": each.text.strip(), "place": "locality"}
        shape = "point"
    elif each.kind == "point":
        shape = "point"
    elif each.kind == "ellipse":
        (x0, y0), (x1, y1) = points[0], points[2]
        turns = [2 * math.pi * k / CORNERS_OF_ELLIPSE for k in range(CORNERS_OF_ELLIPSE)]
        points = tuple(((x0 + x1 + (x1 - x0) * math.cos(t)) / 2, (y0 + y1 + (y1 - y0) * math.sin(t)) / 2) for t in turns)
        shape = "area"
    elif each.kind in ("polygon", "rectangle"):
        shape = "area"
    elif each.kind == "tile":
        drops.add("picture of a tile as an object", "pictures are not read from here", name)
        return None
    if shape == "point":
        return GroundFeature(name, shape, points[0], tags)
    if len(set(points)) < (3 if shape == "area" else 2):
        drops.add("object", "its shape has no extent", name)
        return None
    return GroundFeature(name, shape, points if shape == "line" else ((*points, points[0]),), tags)
