"""A picture of many live shapes, kept from frame to frame and painted over several of them.

The outlines of all items of a large map take longer to paint than a frame may.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QTransform

from app.canvas.layers import Exposure
from app.canvas.overlays import HINTS, OverlayLayer, Paint
from app.canvas.painters import painting
from app.canvas.transform import from_rect

FEW = 50
"""Up to so many shapes are painted in every frame anew."""

FRAME_S = 0.008
"""Seconds of a frame in which others are painted."""

_AT_ONCE = 10
"""Shapes that are painted between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a picture is seen: the transform from the scene, and size and density of the device in its own pixels."""

    view: QTransform
    size: QSize
    density: float


class _Picture:
    """A picture at one place, of what a layer held when it was begun."""

    def __init__(self, layer: OverlayLayer, place: Place) -> None:
        self.version, self.place, self.whole = layer.version, place, False
        self.image = QImage(place.size * place.density, QImage.Format.Format_ARGB32_Premultiplied)
        self.image.setDevicePixelRatio(place.density)
        self.image.fill(Qt.GlobalColor.transparent)
        back, _ = place.view.inverted()
        span = from_rect(back.mapRect(QRectF(0.0, 0.0, place.size.width(), place.size.height())))
        self._steps: Iterator[Paint] = layer.painted(Exposure(span, place.view.m11() * place.density, place.density))

    def go_on(self, seconds: float) -> None:
        """Paints for so long."""
        end = time.perf_counter() + seconds
        with painting(self.image, self.place.view) as painter:
            painter.setRenderHints(HINTS)
            for number, paint in enumerate(self._steps, start=1):
                paint(painter)
                if number % _AT_ONCE == 0 and time.perf_counter() >= end:
                    return
        self.whole = True


class LivePicture:
    """The picture of a live layer of more than `FEW` shapes.

    While a new one is painted the last one stays, unless the map has been moved; shapes that change faster than they are
    painted are seen as soon as they can be.
    """

    def __init__(self, layer: OverlayLayer) -> None:
        self._layer = layer
        self._shown: _Picture | None = None
        self._next: _Picture | None = None

    def forget(self) -> None:
        """Lets go of the picture."""
        self._shown = self._next = None

    def paint(self, painter: QPainter, place: Place) -> bool:
        """Paints what there is of the picture, in the device's own pixels; whether that is all of it."""
        if self._shown is not None and self._shown.place != place:
            self._shown = None
        if self._next is not None and self._next.place != place:
            self._next = None
        if self._next is None and (self._shown is None or self._shown.version != self._layer.version):
            self._next = _Picture(self._layer, place)
        if self._next is not None:
            self._next.go_on(FRAME_S)
            if self._next.whole:
                self._shown, self._next = self._next, None
        seen = self._shown or self._next
        if seen is not None:
            painter.drawImage(0, 0, seen.image)
        return self._next is None and seen is not None and seen.version == self._layer.version
