"""Pictures of prepared maps for tests, and how they differ."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage, QPainter, QTransform

from app.canvas.layers import Exposure, LayerState
from app.canvas.scene_map import SceneMap
from app.canvas.transform import HEX, Span

Pixels = NDArray[np.uint8]


def paint(scene: SceneMap, hex_px: float, layers: LayerState | None = None, span: Span | None = None) -> Pixels:
    """A map at a zoom as an array (rows, columns, blue green red alpha) on nothing."""
    left, top, right, bottom = span or scene.bounds
    scale = hex_px / HEX
    image = QImage(round((right - left) * scale), round((bottom - top) * scale), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(0, 0, 0, 0))
    painter = QPainter(image)
    painter.setTransform(QTransform(scale, 0, 0, scale, -left * scale, -top * scale))
    scene.paint(painter, layers or LayerState(), Exposure((left, top, right, bottom), scale))
    painter.end()
    return pixels(image)


def pixels(image: QImage) -> Pixels:
    """The pixels of a picture, copied."""
    flat = image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    array: Pixels = np.frombuffer(flat.constBits(), dtype=np.uint8).reshape(flat.height(), flat.bytesPerLine() // 4, 4)
    return array[:, : flat.width()].copy()


def changed(a: Pixels, b: Pixels, by: int = 0) -> NDArray[np.bool_]:
    """Where two pictures differ by more than a little."""
    difference: NDArray[np.bool_] = (np.abs(a.astype(np.int16) - b) > by).any(axis=2)
    return difference
