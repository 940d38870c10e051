"""Painters that always end, also when painting fails: Qt crashes when a picture goes before its painter."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtGui import QPaintDevice, QPainter, QTransform


@contextmanager
def painting(device: QPaintDevice, transform: QTransform | None = None) -> Iterator[QPainter]:
    """A painter on a device, with a transform from the scene if given."""
    painter = QPainter(device)
    try:
        if transform is not None:
            painter.setTransform(transform, True)
        yield painter
    finally:
        painter.end()
