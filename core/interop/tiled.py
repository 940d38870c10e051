"""A map of Tiled as values, whichever of its two notations (TMX in XML, TMJ in JSON) it was written in."""

import base64
import binascii
import gzip
import io
import struct
import sys
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from core.base.errors import Place
from core.geometry.layout import Point
from core.interop.imported import BadFile

FLAGS = 0xF0000000
"""The upper four bits of a tile's global id: flips and turns of its picture."""

MOST_CELLS = 4_000_000
"""Most cells of one layer."""

MOST_SIDE = 500
"""Most columns or rows of a sheet of ours."""

Values = Mapping[str, Any]
ShapeKind = Literal["point", "polyline", "polygon", "rectangle", "ellipse", "text", "tile"]


@dataclass(frozen=True, slots=True)
class TileLayer:
    """Tiles by cell (column and row from 0 at the upper left); ids without their flags, 0 left out."""

    name: str
    tiles: Mapping[tuple[int, int], int]
    properties: Values = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TiledObject:
    """A shape in pixels from the upper left of the map, y downwards, already where it belongs."""

    id: int
    name: str
    type: str
    kind: ShapeKind
    points: tuple[Point, ...]
    properties: Values = field(default_factory=dict)
    text: str = ""


@dataclass(frozen=True, slots=True)
class ObjectLayer:
    """Objects, in order."""

    name: str
    objects: tuple[TiledObject, ...]
    properties: Values = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TiledMap:
    """A map: its grid in cells and pixels, the properties of tiles by global id, and its layers from bottom to top.

    `other_layers` names the layers that are neither tiles nor objects, `missing` the tilesets that could not be read.
    """

    orientation: str
    width: int
    height: int
    tile_width: float
    tile_height: float
    side: float
    stagger_axis: Literal["x", "y"]
    stagger_index: Literal["odd", "even"]
    tiles: Mapping[int, Values]
    layers: tuple[TileLayer | ObjectLayer, ...]
    properties: Values = field(default_factory=dict)
    other_layers: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    infinite: bool = False


def decode_tiles(text: str, encoding: str, compression: str, count: int, place: Place) -> list[int]:
    """The global ids of a block of `count` cells, flags masked off. Raises BadFile with the place of the block."""
    if not 0 <= count <= MOST_CELLS:
        raise BadFile(place, f"A layer of {count:,} cells is too large; at most {MOST_CELLS:,} are read.")
    if encoding == "csv":
        try:
            ids = [int(word) for word in text.split(",") if word.strip()]
        except ValueError as error:
            raise BadFile(place, "The cells of a layer are no numbers between commas.") from error
    elif encoding == "base64":
        ids = list(struct.unpack(f"<{count}I", _unpacked(text, compression, 4 * count, place)))
    else:
        raise BadFile(place, f'Cells cannot be encoded as "{encoding[:40]}". Allowed: base64, csv.')
    if len(ids) != count:
        raise BadFile(place, f"A layer holds {len(ids):,} cells where the map has {count:,}.")
    return [each & ~FLAGS & 0xFFFFFFFF for each in ids]


def _unpacked(text: str, compression: str, size: int, place: Place) -> bytes:
    try:
        data = base64.b64decode("".join(text.split()), validate=True)
        if compression == "gzip":
            with gzip.open(io.BytesIO(data)) as stream:
                data = stream.read(size + 1)
        elif compression == "zlib":
            data = zlib.decompressobj().decompress(data, size + 1)
        elif compression == "zstd":
            data = _zstd(data, size, place)
        elif compression:
            raise BadFile(place, f'Cells cannot be packed with "{compression[:40]}". Allowed: gzip, zlib, zstd.')
    except (binascii.Error, OSError, EOFError, zlib.error, ValueError) as error:
        raise BadFile(place, f"The cells of a layer cannot be unpacked: {error}.") from error
    if len(data) != size:
        raise BadFile(place, f"The cells of a layer unpack to {len(data):,} bytes; {size:,} are wanted.")
    return data


def _zstd(data: bytes, size: int, place: Place) -> bytes:
    """Unpacks what Tiled packs with Zstandard; never more than one byte beyond the size that is wanted."""
    try:
        import zstandard
    except ImportError as error:
        said = "This layer is packed with zstd, which needs zstandard (phaseline[gis]), and that is not installed"
        install = f"install it: {sys.executable} -m pip install zstandard"
        raise BadFile(place, f"{said}; {install}, or save the map in Tiled with another layer format, such as CSV.") from error
    try:
        with zstandard.ZstdDecompressor().stream_reader(data) as stream:
            return stream.read(size + 1)
    except zstandard.ZstdError as error:
        raise BadFile(place, f"The cells of a layer cannot be unpacked: {error}.") from error
