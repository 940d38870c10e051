"""Reads the two notations of Tiled: TMX (XML) and TMJ (JSON). What they mean is `tiled_map`'s matter."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, cast

from core.base.errors import Place
from core.geometry.layout import Point
from core.interop.imported import BadFile
from core.interop.safe_json import read_json
from core.interop.safe_xml import Element, read_xml
from core.interop.tiled import (
    MOST_CELLS,
    ObjectLayer,
    ShapeKind,
    TiledMap,
    TiledObject,
    TileLayer,
    Values,
    decode_tiles,
)

Beside = Callable[[str], bytes | None]
"""Reads a file that lies beside the map, by its name; None for one that is not there or lies elsewhere."""

_LINES: tuple[ShapeKind, ...] = ("polyline", "polygon")

_TileProperties = dict[int, Values]


def read_tiled(data: bytes, name: str, beside: Beside) -> TiledMap:
    """A map in either notation. `beside` reads the tilesets that it keeps in files of their own. Raises BadFile."""
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{":
        return _JsonReader(name, beside).map(read_json(data, name))
    return _XmlReader(name, beside).map(read_xml(data, name))


class _XmlReader:
    def __init__(self, name: str, beside: Beside) -> None:
        self._name, self._beside = name, beside
        self._missing: list[str] = []
        self._other: list[str] = []

    def map(self, top: Element) -> TiledMap:
        """The map under its top element."""
        if top.tag != "map":
            raise BadFile(
                Place(self._name, top.line), f'This is XML of another kind: it begins with "{top.tag[:40]}", not "map".'
            )
        given = top.attributes
        width, height = self._whole(top, "width"), self._whole(top, "height")
        tiles: _TileProperties = {}
        for each in top.all("tileset"):
            tiles.update(self._tileset(each))
        layers = tuple(self._layers(top, (width, height), (0.0, 0.0)))
        return TiledMap(
            given.get("orientation", "orthogonal"),
            width,
            height,
            self._number(top, "tilewidth"),
            self._number(top, "tileheight"),
            self._number(top, "hexsidelength", 0.0),
            "x" if given.get("staggeraxis") == "x" else "y",
            "even" if given.get("staggerindex") == "even" else "odd",
            tiles,
            layers,
            self._properties(top),
            tuple(self._other),
            tuple(self._missing),
            given.get("infinite") == "1",
        )

    def _layers(self, parent: Element, size: tuple[int, int], shift: Point) -> Iterator[TileLayer | ObjectLayer]:
        for each in parent.children:
            name = each.attributes.get("name", "")
            moved = shift[0] + self._number(each, "offsetx", 0.0), shift[1] + self._number(each, "offsety", 0.0)
            if each.tag == "layer":
                yield TileLayer(name, self._tiles(each, size), self._properties(each))
            elif each.tag == "objectgroup":
                objects = tuple(self._object(child, moved) for child in each.all("object"))
                yield ObjectLayer(name, objects, self._properties(each))
            elif each.tag == "group":
                yield from self._layers(each, size, moved)
            elif each.tag == "imagelayer":
                self._other.append(name or "imagelayer")

    def _tiles(self, layer: Element, size: tuple[int, int]) -> dict[tuple[int, int], int]:
        data = layer.first("data")
        if data is None:
            raise BadFile(Place(self._name, layer.line), "A layer of tiles has no data.")
        encoding, compression = data.attributes.get("encoding", ""), data.attributes.get("compression", "")
        found: dict[tuple[int, int], int] = {}
        for block in data.all("chunk") or [data]:
            x, y, width, height = 0, 0, *size
            if block.tag == "chunk":
                x, y, width, height = (self._whole(block, key, -(10**6)) for key in ("x", "y", "width", "height"))
            place = Place(self._name, block.line)
            if encoding:
                ids = decode_tiles(block.text, encoding, compression, width * height, place)
            else:
                ids = [self._whole(tile, "gid", 0, 0) & 0x0FFFFFFF for tile in block.all("tile")]
                if len(ids) != width * height:
                    raise BadFile(place, f"A layer holds {len(ids):,} cells where the map has {width * height:,}.")
            found.update({(x + n % width, y + n // width): id_ for n, id_ in enumerate(ids) if id_})
        return found

    def _object(self, each: Element, shift: Point) -> TiledObject:
        x, y = self._number(each, "x", 0.0) + shift[0], self._number(each, "y", 0.0) + shift[1]
        width, height = self._number(each, "width", 0.0), self._number(each, "height", 0.0)
        kind: ShapeKind = "rectangle"
        points: list[Point] = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        text = ""
        for child in each.children:
            if child.tag in ("polyline", "polygon"):
                kind = cast(ShapeKind, child.tag)
                points = [(x + dx, y + dy) for dx, dy in self._points(child)]
            elif child.tag in ("point", "ellipse", "text"):
                kind = cast(ShapeKind, child.tag)
                points = points if child.tag == "ellipse" else [(x, y)]
                text = child.text if child.tag == "text" else text
        if "gid" in each.attributes:
            kind, points = "tile", [(x, y)]
        given = each.attributes
        name, type_ = given.get("name", ""), given.get("type", "") or given.get("class", "")
        return TiledObject(self._whole(each, "id", 0, 0), name, type_, kind, tuple(points), self._properties(each), text)

    def _points(self, shape: Element) -> list[Point]:
        points: list[Point] = []
        for pair in shape.attributes.get("points", "").split():
            numbers = [_finite(each) for each in pair.split(",")]
            if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
                raise BadFile(Place(self._name, shape.line), "The points of a shape are no pairs of numbers.")
            points.append((numbers[0], numbers[1]))
        return points

    def _tileset(self, each: Element) -> _TileProperties:
        first = self._whole(each, "firstgid")
        source = each.attributes.get("source", "")
        if source:
            data = self._beside(source)
            if data is None:
                self._missing.append(source)
                return {}
            if data.lstrip()[:1] == b"{":
                return _JsonReader(source, self._beside).tiles(read_json(data, source), first)
            each = read_xml(data, source)
        found: _TileProperties = {}
        for tile in each.all("tile"):
            values = dict(self._properties(tile))
            type_ = tile.attributes.get("type", "") or tile.attributes.get("class", "")
            if type_:
                values.setdefault("class", type_)
            found[first + self._whole(tile, "id", 0, 0)] = values
        return found

    def _properties(self, each: Element) -> Values:
        held = each.first("properties")
        found: dict[str, Any] = {}
        for one in held.all("property") if held else []:
            written = one.attributes.get("value", one.text)
            found[one.attributes.get("name", "")] = _typed(written, one.attributes.get("type", "string"))
        return found

    def _whole(self, each: Element, key: str, least: int = 1, otherwise: int | None = None) -> int:
        text = each.attributes.get(key)
        if text is None and otherwise is not None:
            return otherwise
        try:
            value = int(text or "")
        except ValueError as error:
            raise BadFile(
                Place(self._name, each.line), f'"{key}" must be a whole number, not "{(text or "")[:40]}".'
            ) from error
        if not least <= value <= 0xFFFFFFFF:
            raise BadFile(Place(self._name, each.line), f'"{key}" cannot be {value}.')
        return value

    def _number(self, each: Element, key: str, otherwise: float | None = None) -> float:
        text = each.attributes.get(key)
        if text is None and otherwise is not None:
            return otherwise
        value = _finite(text or "")
        if value is None:
            raise BadFile(Place(self._name, each.line), f'"{key}" must be a number, not "{(text or "")[:40]}".')
        return value


class _JsonReader:
    def __init__(self, name: str, beside: Beside) -> None:
        self._name, self._beside = name, beside
        self._missing: list[str] = []
        self._other: list[str] = []

    def map(self, top: Mapping[str, Any]) -> TiledMap:
        """The map of an object."""
        if top.get("type", "map") != "map" or "layers" not in top:
            raise BadFile(Place(self._name), 'This JSON is no map of Tiled: it has no "layers".')
        width, height = self._whole(top, "width"), self._whole(top, "height")
        tiles: _TileProperties = {}
        for each in self._listed(top, "tilesets"):
            tiles.update(self._tileset(each))
        layers = tuple(self._layers(top, (width, height), (0.0, 0.0)))
        return TiledMap(
            str(top.get("orientation", "orthogonal")),
            width,
            height,
            self._number(top, "tilewidth"),
            self._number(top, "tileheight"),
            self._number(top, "hexsidelength", 0.0),
            "x" if top.get("staggeraxis") == "x" else "y",
            "even" if top.get("staggerindex") == "even" else "odd",
            tiles,
            layers,
            self._properties(top),
            tuple(self._other),
            tuple(self._missing),
            top.get("infinite") is True,
        )

    def tiles(self, tileset: Mapping[str, Any], first: int) -> _TileProperties:
        """The properties of a tileset's tiles, by global id."""
        found: _TileProperties = {}
        for tile in self._listed(tileset, "tiles"):
            values = dict(self._properties(tile))
            type_ = tile.get("type") or tile.get("class")
            if type_:
                values.setdefault("class", str(type_))
            found[first + self._whole(tile, "id", 0)] = values
        return found

    def _tileset(self, each: Mapping[str, Any]) -> _TileProperties:
        first = self._whole(each, "firstgid")
        source = each.get("source")
        if not source:
            return self.tiles(each, first)
        data = self._beside(str(source))
        if data is None:
            self._missing.append(str(source))
            return {}
        if data.lstrip()[:1] == b"{":
            return self.tiles(read_json(data, str(source)), first)
        top = read_xml(data, str(source))
        reader = _XmlReader(str(source), self._beside)
        embedded = Element("tileset", {"firstgid": str(first)}, top.line, top.children)
        return reader._tileset(embedded)

    def _layers(self, parent: Mapping[str, Any], size: tuple[int, int], shift: Point) -> Iterator[TileLayer | ObjectLayer]:
        for each in self._listed(parent, "layers"):
            name, kind = str(each.get("name", "")), each.get("type")
            moved = shift[0] + self._number(each, "offsetx", 0.0), shift[1] + self._number(each, "offsety", 0.0)
            if kind == "tilelayer":
                yield TileLayer(name, self._tiles(each, size), self._properties(each))
            elif kind == "objectgroup":
                objects = tuple(self._object(child, moved) for child in self._listed(each, "objects"))
                yield ObjectLayer(name, objects, self._properties(each))
            elif kind == "group":
                yield from self._layers(each, size, moved)
            else:
                self._other.append(name or str(kind))

    def _tiles(self, layer: Mapping[str, Any], size: tuple[int, int]) -> dict[tuple[int, int], int]:
        encoding, compression = str(layer.get("encoding", "csv")), str(layer.get("compression") or "")
        found: dict[tuple[int, int], int] = {}
        place = Place(self._name)
        for block in self._listed(layer, "chunks") or [layer]:
            x, y, width, height = 0, 0, *size
            if block is not layer:
                x, y = (self._whole(block, key, -(10**6)) for key in ("x", "y"))
                width, height = self._whole(block, "width"), self._whole(block, "height")
            data = block.get("data")
            if isinstance(data, str):
                ids = decode_tiles(data, encoding, compression, width * height, place)
            elif isinstance(data, list) and len(data) == width * height <= MOST_CELLS:
                if not all(isinstance(each, int) for each in data):
                    raise BadFile(place, f'The cells of the layer "{layer.get("name")}" are no whole numbers.')
                ids = [each & 0x0FFFFFFF for each in data]
            else:
                raise BadFile(place, f'The layer "{str(layer.get("name"))[:40]}" does not hold one number for every cell.')
            found.update({(x + n % width, y + n // width): id_ for n, id_ in enumerate(ids) if id_})
        return found

    def _object(self, each: Mapping[str, Any], shift: Point) -> TiledObject:
        x, y = self._number(each, "x", 0.0) + shift[0], self._number(each, "y", 0.0) + shift[1]
        width, height = self._number(each, "width", 0.0), self._number(each, "height", 0.0)
        kind: ShapeKind = "rectangle"
        points: list[Point] = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        text = ""
        for key in _LINES:
            if key in each:
                kind = key
                listed = self._listed(each, key)
                points = [(x + self._number(point, "x"), y + self._number(point, "y")) for point in listed]
        if each.get("point") is True:
            kind, points = "point", [(x, y)]
        elif each.get("ellipse") is True:
            kind = "ellipse"
        elif isinstance(each.get("text"), Mapping):
            kind, points, text = "text", [(x, y)], str(each["text"].get("text", ""))
        elif "gid" in each:
            kind, points = "tile", [(x, y)]
        type_ = str(each.get("type") or each.get("class") or "")
        id_ = self._whole(each, "id", 0) if "id" in each else 0
        return TiledObject(id_, str(each.get("name", "")), type_, kind, tuple(points), self._properties(each), text)

    def _listed(self, each: Mapping[str, Any], key: str) -> Sequence[Mapping[str, Any]]:
        value = each.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, Mapping) for one in value):
            raise BadFile(Place(self._name), f'"{key}" must be a list of objects.')
        return value

    def _properties(self, each: Mapping[str, Any]) -> Values:
        value = each.get("properties", [])
        if isinstance(value, Mapping):
            # Before version 1.2 of Tiled they were one object.
            return dict(value)
        return {str(one.get("name", "")): one.get("value") for one in self._listed(each, "properties")}

    def _whole(self, each: Mapping[str, Any], key: str, least: int = 1) -> int:
        value = each.get(key)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= 0xFFFFFFFF:
            raise BadFile(Place(self._name), f'"{key}" must be a whole number from {least} on, not {str(value)[:40]}.')
        return value

    def _number(self, each: Mapping[str, Any], key: str, otherwise: float | None = None) -> float:
        value = each.get(key, otherwise)
        number = None if isinstance(value, bool) or not isinstance(value, int | float | Decimal) else _finite(value)
        if number is None:
            raise BadFile(Place(self._name), f'"{key}" must be a number, not {str(value)[:40]}.')
        return number


def _finite(value: str | int | float | Decimal) -> float | None:
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _typed(text: str, type_: str) -> Any:
    """The value of a property; one that is not of its type stays text."""
    try:
        if type_ == "int":
            return int(text)
        if type_ == "float":
            return Decimal(text)
    except (ValueError, ArithmeticError):
        return text
    return text == "true" if type_ == "bool" else text
