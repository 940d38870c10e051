"""PNG and TIFF files in strips, with the optional library libvips (`phaseline[scan]`); without it Qt unpacks them whole."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from app.canvas.scans import TILE, UnreadableScan

_TIFF = (b"II*\x00", b"MM\x00*", b"II+\x00", b"MM\x00+")
LOADERS = {b"\x89PNG": "pngload", **dict.fromkeys(_TIFF, "tiffload")}
"""What reads a file, by its first bytes; nothing else of the library is let at it."""


class Strips:
    """A picture that is unpacked from the top as its strips are asked for."""

    def __init__(self, file: Path, image: Any) -> None:
        self._file, self._image = file, image
        self.size = QSize(image.width, image.height)
        self.has_alpha = bool(image.hasalpha())

    def bands(self) -> Iterator[QImage]:
        """The picture from the top, 512 rows at a time. Raises UnreadableScan where the file is damaged."""
        import pyvips

        image = self._image
        if image.interpretation != "srgb":
            image = image.colourspace("srgb")
        if image.format != "uchar":
            image = image.cast("uchar")
        channels = 4 if self.has_alpha else 3
        kind = QImage.Format.Format_RGBA8888 if self.has_alpha else QImage.Format.Format_RGB888
        width, height = self.size.width(), self.size.height()
        try:
            region = pyvips.Region.new(image[:channels] if image.bands > channels else image)
            for top in range(0, height, TILE):
                rows = min(TILE, height - top)
                data = bytes(region.fetch(0, top, width, rows))
                # `copy` because the first picture only borrows Python's bytes.
                yield QImage(data, width, rows, channels * width, kind).copy()
        except pyvips.Error as error:
            raise UnreadableScan(f"{self._file.name} cannot be read as a picture: {_sentence(error)}.") from error


def strips_of(file: Path) -> Strips | None:
    """A picture in strips, None where the library is missing or Qt has to read the file: one that has to be turned, or that
    is no PNG and no TIFF."""
    try:
        import pyvips
    except (ImportError, OSError):
        return None
    try:
        with file.open("rb") as stream:
            loader = LOADERS.get(stream.read(4))
        if loader is None:
            return None
        image = getattr(pyvips.Image, loader)(str(file), access="sequential", fail_on="error")
        upright = image.get_typeof("orientation") == 0 or image.get("orientation") == 1
    except (OSError, pyvips.Error):
        # Qt says in its own words what is wrong with the file, or reads what this library does not.
        return None
    return Strips(file, image) if upright else None


def _sentence(error: Any) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else "the file is damaged"
