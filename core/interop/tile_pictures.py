"""The picture that belongs to a map of Tiled: one hex of plain colour for each kind of terrain, in a row, as PNG."""

import struct
import zlib
from collections.abc import Mapping, Sequence

from core.model.terrain import Terrain

RGBA = tuple[int, int, int, int]

PLAIN_COLOURS: tuple[RGBA, ...] = (
    (178, 178, 178, 255),
    (221, 170, 119, 255),
    (136, 170, 102, 255),
    (119, 170, 204, 255),
    (204, 187, 102, 255),
    (170, 136, 187, 255),
)
"""Colours for kinds of terrain that state none, in turn."""


def tiles_png(kinds: Sequence[str], terrain: Mapping[str, Terrain], width: int, height: int, side: int, axis: str) -> bytes:
    """The picture of tiles of so many pixels; `axis` "x" for hexes with flat tops, "y" for pointed ones."""
    row: list[list[RGBA]] = [[] for _ in range(height)]
    for number, kind in enumerate(kinds):
        colour = _colour(terrain.get(kind), number)
        for y in range(height):
            for x in range(width):
                along, across = (x, y) if axis == "x" else (y, x)
                long, short = (width, height) if axis == "x" else (height, width)
                slant = (long - side) / 2 * abs(2 * (across + 0.5) / short - 1)
                row[y].append(colour if slant <= along + 0.5 <= long - slant else (0, 0, 0, 0))
    return _png(row)


def _colour(terrain: Terrain | None, number: int) -> RGBA:
    stated = terrain.colour if terrain is not None else ""
    if len(stated) == 7 and stated.startswith("#"):
        return int(stated[1:3], 16), int(stated[3:5], 16), int(stated[5:7], 16), 255
    return PLAIN_COLOURS[number % len(PLAIN_COLOURS)]


def _png(rows: Sequence[Sequence[RGBA]]) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 6, 0, 0, 0)
    body = b"".join(b"\0" + bytes(value for pixel in row for value in pixel) for row in rows)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(body, 9)) + chunk(b"IEND", b"")
