"""Spot elevations, low points of bottoms and place names."""

from collections.abc import Iterator

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPainterPath, QPen, Qt

from app.canvas.bins import Bins
from app.canvas.contours import height_text
from app.canvas.ground import Ground
from app.canvas.layers import Exposure, Renderer
from app.canvas.letters import Label
from app.canvas.transform import HEX, Span, path_of, span_of, widened


class Spots(Renderer):
    """Spot elevations as a dot with its height, and low points as an open triangle on its tip."""

    layer = "spots"

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._dots: Bins[tuple[float, float]] = Bins()
        self._heights: Bins[Label] = Bins()
        self._names: Bins[Label] = Bins()
        self._lows: Bins[QPainterPath] = Bins()

    def prepare(self) -> Iterator[None]:
        """Files dots, heights and low points."""
        style, transform = self._ground.style.spots, self._ground.transform
        for placed, edge in self._ground.placed():
            for spot in placed.sheet.spots:
                x, y = transform.xy(placed.frame.to_plane(spot.at))
                if not _holds(edge, x, y):
                    continue
                self._dots.add(span_of([(x, y)], style.dot), (x, y))
                text = height_text(spot.height)
                label = Label(style.letters, text, (x + style.dot / 2 + style.gap, y), start=True)
                if label.span[2] > edge[2]:
                    label = Label(style.letters, text, (2 * x - label.span[2], y), start=True)
                self._heights.add(label.span, label)
                if spot.name:
                    under = Label(style.name, spot.name, (x, y + style.dot + style.letters.size))
                    self._names.add(under.span, under)
                yield
            for low in placed.sheet.lows:
                x, y = transform.xy(placed.frame.to_plane(low.at))
                half = style.low_size / 2
                points = [(x, y + half), (x - half, y - half), (x + half, y - half), (x, y + half)]
                if _holds(edge, x, y):
                    self._lows.add(span_of(points), path_of(points))
                yield

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints low points, dots and heights, and their names when close."""
        style = self._ground.style.spots
        if exposure.hex_px < style.from_px:
            return
        for path in self._lows.within(widened(exposure.span, style.low_size)):
            painter.strokePath(path, exposure.pen(style.low))
        painter.setPen(QPen(Qt.PenStyle.NoPen))
        painter.setBrush(style.letters.colour)
        for x, y in self._dots.within(exposure.span):
            painter.drawEllipse(QPointF(x, y), style.dot / 2, style.dot / 2)
        for label in self._heights.within(exposure.span):
            label.paint(painter)
        if exposure.hex_px >= style.name_from_px:
            for label in self._names.within(exposure.span):
                label.paint(painter)


class Names(Renderer):
    """Place names: on the sheet where it says, and in the hexes that have a name."""

    layer = "names"

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._labels: Bins[tuple[float, Label]] = Bins()

    def prepare(self) -> Iterator[None]:
        """Files the names; a name that the sheet prints itself is not printed again in its hex."""
        letters, transform = self._ground.style.names.letters, self._ground.transform
        for placed, _ in self._ground.placed():
            said = {name.text for name in placed.sheet.names}
            for name in placed.sheet.names:
                size = name.size * HEX
                label = Label(letters, name.text, transform.xy(placed.frame.to_plane(name.at)), -name.angle, size)
                self._labels.add(label.span, (size, label))
                yield
            for cell, content in sorted(placed.sheet.hexes.items()):
                if content.name and content.name not in said:
                    said.add(content.name)
                    label = Label(letters, content.name, transform.centre(placed.frame.hex(*cell)))
                    self._labels.add(label.span, (letters.size, label))
                    yield

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints the names that are large enough to be read."""
        least = self._ground.style.names.least_letter_px
        for size, label in self._labels.within(exposure.span):
            if size / HEX * exposure.hex_px >= least:
                label.paint(painter)


def _holds(edge: Span, x: float, y: float) -> bool:
    return edge[0] <= x <= edge[2] and edge[1] <= y <= edge[3]
