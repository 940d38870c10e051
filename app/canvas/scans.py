"""Scanned sheets as pyramids of small pictures, so that a sheet of 200 million pixels costs no more to show than is seen of it.

A pyramid is a folder: `head.json`, and for each level and each square of 512 pixels one picture. Level 0 is the scan itself,
each further level has half its pixels a side. It is made once (`app.canvas.scan_cutter`), in the user's cache, under the digest
of the scan's file, so that a scan moved or copied is not cut again.
"""

import hashlib
import json
import math
import os
import shutil
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_cache_path
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter

from app.canvas.painters import painting
from core.base.errors import CoreError

TILE = 512
"""The side of a square in pixels."""

VERSION = 1
HEAD = "head.json"

KEPT_TILES = 96
"""Squares kept in memory, a megabyte each."""

KEPT_BYTES = 3_000_000_000
"""What all pyramids of the cache may take on disk together; those not used for longest go first."""

_BLOCK = 1 << 20


class UnreadableScan(CoreError):
    """A picture that cannot be read as a scanned sheet."""


def scans_folder() -> Path:
    """Where pyramids are kept."""
    return user_cache_path("phaseline", appauthor=False) / "scans"


def digest_of(file: Path) -> str:
    """What tells a file's content from any other. Raises OSError."""
    found = hashlib.sha256()
    with file.open("rb") as stream:
        while block := stream.read(_BLOCK):
            found.update(block)
    return found.hexdigest()[:40]


def pyramid_folder(file: Path, page: int, cache: Path | None = None) -> Path:
    """Where the pyramid of a file's page is, or would be, kept. Raises OSError when the file cannot be read."""
    return (cache or scans_folder()) / f"{digest_of(file)}-{page}"


@dataclass(frozen=True, slots=True)
class Level:
    """One size of the scan: its pixels, and how many of the scan's own pixels one of them covers across and down."""

    width: int
    height: int
    across: float
    down: float


def levels_of(width: int, height: int) -> tuple[Level, ...]:
    """The sizes of a scan's pyramid, down to one that is a single square."""
    found = [Level(width, height, 1.0, 1.0)]
    while max(found[-1].width, found[-1].height) > TILE:
        last = found[-1]
        wide, high = math.ceil(last.width / 2), math.ceil(last.height / 2)
        found.append(Level(wide, high, width / wide, 2.0 * last.down))
    return tuple(found)


class Pyramid:
    """A scan that has been cut; `picture` joins what is asked for. Raises UnreadableScan when there is none in the folder."""

    def __init__(self, folder: Path) -> None:
        try:
            head = json.loads((folder / HEAD).read_text(encoding="utf-8"))
            if head["version"] != VERSION:
                raise ValueError("it was made by another version of the program")
            self.width, self.height = int(head["width"]), int(head["height"])
            self._suffix = str(head["suffix"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise UnreadableScan(f"The prepared picture in {folder} cannot be read: {error}.") from error
        self.folder = folder
        self.levels = levels_of(self.width, self.height)
        self._tiles: OrderedDict[tuple[int, int, int], QImage] = OrderedDict()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the scan in its own pixels."""
        return self.width, self.height

    def level_for(self, pixels_per_dot: float) -> int:
        """The coarsest level that is fine enough when one dot of the device covers so many of the scan's pixels."""
        wanted = math.floor(math.log2(max(pixels_per_dot, 1.0)) + 0.25)
        return min(wanted, len(self.levels) - 1)

    def picture(self, level: int, cells: QRect) -> QImage:
        """A rectangle of a level's pixels as one picture."""
        image = QImage(cells.size(), QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(0)
        with painting(image) as painter:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            for row in range(cells.top() // TILE, cells.bottom() // TILE + 1):
                for column in range(cells.left() // TILE, cells.right() // TILE + 1):
                    tile = self._tile(level, column, row)
                    if not tile.isNull():
                        painter.drawImage(column * TILE - cells.left(), row * TILE - cells.top(), tile)
        return image

    def touch(self) -> None:
        """Notes that the pyramid is in use, so that it stays in the cache."""
        try:
            os.utime(self.folder / HEAD)
        except OSError:
            # A cache that cannot be written is only older than it could be.
            return

    def _tile(self, level: int, column: int, row: int) -> QImage:
        key = level, column, row
        found = self._tiles.get(key)
        if found is None:
            found = QImage(str(self.folder / tile_name(level, column, row, self._suffix)))
            if not found.isNull():
                found.convertTo(QImage.Format.Format_ARGB32_Premultiplied)
            self._tiles[key] = found
            if len(self._tiles) > KEPT_TILES:
                self._tiles.popitem(last=False)
        else:
            self._tiles.move_to_end(key)
        return found


def tile_name(level: int, column: int, row: int, suffix: str) -> str:
    """The file of one square."""
    return f"{level}-{column}-{row}{suffix}"


def drop_oldest(cache: Path, keep: Path, most: int = KEPT_BYTES) -> None:
    """Deletes the pyramids that have not been used for longest until the rest fit into `most` bytes; `keep` stays."""
    kept = 0
    for _, folder in sorted(_by_use(cache), reverse=True):
        kept += sum(each.stat().st_size for each in folder.iterdir() if each.is_file())
        if kept > most and folder != keep:
            shutil.rmtree(folder, ignore_errors=True)


def _by_use(cache: Path) -> Iterator[tuple[float, Path]]:
    for folder in cache.iterdir():
        head = folder / HEAD
        if head.is_file():
            yield head.stat().st_mtime, folder
