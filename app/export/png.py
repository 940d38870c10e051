"""Writes a PNG row by row, so that no picture is ever whole in memory."""

import struct
import zlib
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

from core.base.errors import WrongUse

SIGNATURE = b"\x89PNG\r\n\x1a\n"

MOST_PIXELS_A_SIDE = 2**31 - 1
"""What the format can say."""

CHUNK = 1 << 18
"""Bytes of compressed picture in one chunk of the file."""

LEVEL = 6
"""How hard zlib tries: beyond it files shrink by some percent and take twice the time."""

Rows = NDArray[np.uint8]
"""Pixels as (rows, columns, channels)."""


class PngWriter:
    """A PNG of 8 bits to the channel: red, green, blue, and with `alpha` how opaque.

    `dpi` is written into the file, and `title`. `add` takes rows from the top; `end` closes the picture. The stream stays open.
    """

    def __init__(self, stream: BinaryIO, width: int, height: int, alpha: bool, dpi: float, title: str = "") -> None:
        if not (0 < width <= MOST_PIXELS_A_SIDE and 0 < height <= MOST_PIXELS_A_SIDE):
            raise WrongUse(f"A picture of {width} × {height} pixels cannot be written as PNG.")
        self._stream, self._width, self._left = stream, width, height
        self._channels = 4 if alpha else 3
        self._pack = zlib.compressobj(LEVEL)
        self._waiting = bytearray()
        self._above = np.zeros((1, width * self._channels), np.uint8)
        stream.write(SIGNATURE)
        self._chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6 if alpha else 2, 0, 0, 0))
        self._chunk(b"sRGB", b"\0")
        dots_per_metre = round(dpi / 0.0254)
        self._chunk(b"pHYs", struct.pack(">IIB", dots_per_metre, dots_per_metre, 1))
        if title:
            self._chunk(b"iTXt", b"Title\0\0\0\0\0" + title.encode("utf-8"))

    def add(self, rows: Rows) -> None:
        """The next rows. Raises WrongUse for rows of another width, or for more of them than there is room for."""
        count = rows.shape[0]
        if rows.shape[1:] != (self._width, self._channels) or count > self._left:
            raise WrongUse(f"Rows of {rows.shape} do not fit: {self._left} of {self._width} pixels are left to be written.")
        self._left -= count
        plain = rows.reshape(count, -1)
        above = np.concatenate([self._above, plain[:-1]])
        self._above = plain[-1:].copy()
        # Each row is written as it stands or as its difference from the row above, whichever varies less: paper and woods
        # have rows alike, letters and lines do not.
        up = plain - above
        signs = _variance(up) < _variance(plain)
        out = np.empty((count, 1 + plain.shape[1]), np.uint8)
        out[:, 0] = np.where(signs, 2, 0)
        out[:, 1:] = np.where(signs[:, None], up, plain)
        self._waiting += self._pack.compress(out.data)
        while len(self._waiting) >= CHUNK:
            self._chunk(b"IDAT", bytes(self._waiting[:CHUNK]))
            del self._waiting[:CHUNK]

    def end(self) -> None:
        """Closes the picture. Raises WrongUse while rows are missing."""
        if self._left:
            raise WrongUse(f"{self._left} rows of the picture are missing.")
        self._chunk(b"IDAT", bytes(self._waiting) + self._pack.flush())
        self._chunk(b"IEND", b"")

    def _chunk(self, kind: bytes, data: bytes) -> None:
        self._stream.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))


def _variance(rows: Rows) -> NDArray[np.int64]:
    """How much neighbouring bytes of each row differ, counted as changes; runs of one value compress best."""
    changes: NDArray[np.int64] = np.count_nonzero(rows[:, 4:] != rows[:, :-4], axis=1)
    return changes


def pixels_of(image: QImage, alpha: bool) -> Rows:
    """The pixels of a picture, copied."""
    channels = 4 if alpha else 3
    wanted = QImage.Format.Format_RGBA8888 if alpha else QImage.Format.Format_RGB888
    plain = image.convertToFormat(wanted)
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.bytesPerLine())
    # Qt's picture ends with this call; and its rows may end in bytes that mean nothing.
    return rows[:, : plain.width() * channels].reshape(plain.height(), plain.width(), channels).copy()
