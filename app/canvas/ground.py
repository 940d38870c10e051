"""The lowest layers: paper, elevation tint and hill shading, and the margin around a sheet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QTransform

from app.canvas.layers import Exposure, Renderer
from app.canvas.style import PaperStyle, ShadingStyle, Style, TintStyle
from app.canvas.transform import MapTransform, Span, meets, to_rect, widened
from core.model.box import PlacedSheet, sheet_edge
from core.model.relief import ReliefRaster


@dataclass(frozen=True)
class Ground:
    """What every renderer starts from: the sheets to be drawn, their printed edges in the scene, and the style."""

    sheets: tuple[PlacedSheet, ...]
    edges: tuple[Span, ...]
    transform: MapTransform
    style: Style

    @classmethod
    def of(cls, sheets: Sequence[PlacedSheet], transform: MapTransform, style: Style) -> "Ground":
        """The ground of some sheets of a box."""
        return cls(tuple(sheets), tuple(transform.span(sheet_edge(sheet)) for sheet in sheets), transform, style)

    def placed(self) -> Iterator[tuple[PlacedSheet, Span]]:
        """Each sheet with its edge."""
        return zip(self.sheets, self.edges, strict=True)

    def line(self, placed: PlacedSheet, points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        """Points of a sheet in the scene."""
        return [self.transform.xy(placed.frame.to_plane(point)) for point in points]


class Paper(Renderer):
    """The paper inside the printed edges."""

    layer = "paper"

    def __init__(self, ground: Ground) -> None:
        self._edges = ground.edges
        self._style: PaperStyle = ground.style.paper

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Fills the sheets."""
        for edge in self._edges:
            if meets(edge, exposure.span):
                painter.fillRect(to_rect(edge), self._style.colour)


class Margin(Renderer):
    """The margin around the sheets and the frame at their edges; painted last, so that nothing runs over the edge."""

    layer = "paper"

    def __init__(self, ground: Ground) -> None:
        self._edges = ground.edges
        self._style: PaperStyle = ground.style.paper
        self._ring = QPainterPath()

    def prepare(self) -> Iterator[None]:
        """Cuts the sheets out of their common margin."""
        outside, inside = QPainterPath(), QPainterPath()
        for edge in self._edges:
            outer, inner = QPainterPath(), QPainterPath()
            outer.addRect(to_rect(widened(edge, self._style.margin)))
            inner.addRect(to_rect(edge))
            outside, inside = outside.united(outer), inside.united(inner)
        self._ring = outside.subtracted(inside)
        yield

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints margin and frame, unless the exposure lies inside one sheet."""
        if any(_inside(exposure.span, edge, self._style.frame.width) for edge in self._edges):
            return
        painter.fillPath(self._ring, self._style.margin_colour)
        painter.setPen(exposure.pen(self._style.frame))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for edge in self._edges:
            painter.drawRect(to_rect(edge))


def _inside(inner: Span, outer: Span, margin: float) -> bool:
    left, top, right, bottom = widened(outer, -margin)
    return left <= inner[0] and top <= inner[1] and inner[2] <= right and inner[3] <= bottom


class Relief:
    """A relief raster as Qt pictures. Empty until one is set."""

    def __init__(self, ground: Ground) -> None:
        self._transform = ground.transform
        self._edges = tuple(edge for placed, edge in ground.placed() if placed.sheet.contours)
        self.raster: ReliefRaster | None = None
        self._levels = QImage()
        self._shade = QImage()
        self._place = QRectF()

    def show(self, raster: ReliefRaster | None) -> None:
        """Takes a raster for both layers; None removes it."""
        self.raster = raster
        if raster is None:
            return
        self._levels = _grey(raster.levels, raster.width, raster.height)
        self._shade = _grey(raster.shade, raster.width, raster.height)
        self._place = to_rect(self._transform.span(raster.bounds))

    def paint_levels(self, painter: QPainter, exposure: Exposure, table: Sequence[int]) -> None:
        """Paints heights through a table of 256 colours."""
        self._paint(self._levels, painter, exposure, table)

    def paint_shade(self, painter: QPainter, exposure: Exposure, table: Sequence[int]) -> None:
        """Paints light and shadow through a table of 256 colours."""
        self._paint(self._shade, painter, exposure, table)

    def _paint(self, source: QImage, painter: QPainter, exposure: Exposure, table: Sequence[int]) -> None:
        # Grey values are stretched first and coloured then: bands get sharp edges at every zoom.
        for edge in self._edges:
            part = to_rect(exposure.span) & to_rect(edge) & self._place
            if part.isEmpty():
                continue
            whole = painter.transform()
            target = whole.mapRect(part).toAlignedRect()
            sheet = QImage(target.size(), QImage.Format.Format_Grayscale8)
            inner = QPainter(sheet)
            inner.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            inner.setTransform(whole * QTransform.fromTranslate(-target.x(), -target.y()))
            inner.drawImage(self._place, source)
            inner.end()
            sheet.reinterpretAsFormat(QImage.Format.Format_Indexed8)
            sheet.setColorTable(list(table))
            painter.save()
            painter.setClipRect(part)
            painter.resetTransform()
            painter.drawImage(QPoint(target.x(), target.y()), sheet)
            painter.restore()


def _grey(data: bytes, width: int, height: int) -> QImage:
    # The copy owns its pixels; the first picture only borrows Python's bytes.
    return QImage(data, width, height, width, QImage.Format.Format_Grayscale8).copy()


class Tint(Renderer):
    """Elevation bands between contours."""

    layer = "tint"

    def __init__(self, ground: Ground, relief: Relief) -> None:
        self._style: TintStyle = ground.style.tint
        self._relief = relief
        self._made_for: ReliefRaster | None = None
        self._table: list[int] = []

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints the bands, once there is a raster."""
        raster = self._relief.raster
        if raster is None:
            return
        if raster is not self._made_for:
            self._table, self._made_for = tint_table(self._style, raster.bands, raster.per_band), raster
        self._relief.paint_levels(painter, exposure, self._table)


class Shading(Renderer):
    """Light from the north-west on the slopes."""

    layer = "shading"

    def __init__(self, ground: Ground, relief: Relief) -> None:
        self._relief = relief
        self._table = shading_table(ground.style.shading)

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints light and shadow, once there is a raster."""
        if self._relief.raster is not None:
            self._relief.paint_shade(painter, exposure, self._table)


def tint_table(style: TintStyle, bands: int, per_band: int) -> list[int]:
    """256 colours for levels: one colour per band, from the lowest to the highest, mixed from the style's."""
    colours = []
    last = len(style.bands) - 1
    whole = max(bands - 1, style.full_bands - 1, 1)
    for level in range(256):
        at = min(max(level - 1, 0) // per_band / whole, 1.0) * last
        k = min(int(at), last - 1)
        colour = _mixed(style.bands[k], style.bands[k + 1], at - k)
        colour.setAlphaF(style.opacity)
        colours.append(colour.rgba())
    return colours


def shading_table(style: ShadingStyle) -> list[int]:
    """256 translucent colours for shade: the shadow below 128, clearer and clearer, the light above."""
    colours = []
    for shade in range(256):
        strength = (128 - shade) / 128 if shade <= 128 else (shade - 128) / 127
        colour = QColor(style.shadow if shade <= 128 else style.light)
        colour.setAlphaF(colour.alphaF() * strength)
        colours.append(colour.rgba())
    return colours


def _mixed(a: QColor, b: QColor, part: float) -> QColor:
    return QColor.fromRgbF(
        a.redF() + part * (b.redF() - a.redF()),
        a.greenF() + part * (b.greenF() - a.greenF()),
        a.blueF() + part * (b.blueF() - a.blueF()),
    )
