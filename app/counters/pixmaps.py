"""Faces as pixmaps, each drawn once for a size and density and kept until the memory for them is full."""

from collections import OrderedDict

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from app.counters.painter import paint_face
from core.rules.kernel.faces import Face

MOST_BYTES = 96 * 1024 * 1024
"""How much memory pixmaps take by preset; two thousand different counters of 100 pixels take 80 MB."""

BYTES_OF_A_DOT = 4


class FacePixmaps:
    """Pixmaps of faces. Whoever asks last pushes out what was not asked for the longest."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._bytes = 0
        self._kept: OrderedDict[tuple[Face, float, float], QPixmap] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def held_bytes(self) -> int:
        """The memory that the pixmaps take."""
        return self._bytes

    def pixmap(self, face: Face, side_px: float, ratio: float = 1.0) -> QPixmap:
        """A face as a square of so many pixels on a screen of so many dots to the pixel, whole dots together. Around it
        nothing is drawn."""
        key = (face, side_px, ratio)
        found = self._kept.get(key)
        if found is None:
            found = painted(face, side_px, ratio)
            self._kept[key] = found
            self._bytes += _bytes(found)
            while self._bytes > self._most and len(self._kept) > 1:
                _, dropped = self._kept.popitem(last=False)
                self._bytes -= _bytes(dropped)
        else:
            self._kept.move_to_end(key)
        return found

    def has(self, face: Face, side_px: float, ratio: float = 1.0) -> bool:
        """Whether a pixmap is there already, so that nothing need be drawn for it."""
        return (face, side_px, ratio) in self._kept

    def clear(self) -> None:
        """Forgets all of them."""
        self._kept.clear()
        self._bytes = 0


def painted(face: Face, side_px: float, ratio: float = 1.0) -> QPixmap:
    """A face as a pixmap, drawn anew."""
    dots = max(round(side_px * ratio), 1)
    made = QPixmap(dots, dots)
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    paint_face(painter, QRectF(0, 0, dots / ratio, dots / ratio), face)
    painter.end()
    return made


def _bytes(pixmap: QPixmap) -> int:
    return pixmap.width() * pixmap.height() * BYTES_OF_A_DOT
