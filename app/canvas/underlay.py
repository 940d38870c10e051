"""Scanned sheets under the grid: only the squares that are seen are loaded, and laid as their control points say."""

import math
from collections.abc import Iterator, Mapping

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from app.canvas.ground import Change, Ground
from app.canvas.layers import Exposure, Renderer
from app.canvas.painters import painting
from app.canvas.scans import Pyramid
from app.canvas.transform import MapTransform, Span, from_rect, meets, to_rect
from core.geometry.layout import Point, SheetFrame
from core.geometry.register import Affine
from core.model.box import PlacedSheet
from core.model.maps import Underlay
from core.model.scan import ScanFit, fit_of

BLOCK = 1024
"""Dots of the device that are put together at once, so that memory does not grow with the page."""

_PLACEHOLDER_PX = 1.5


class Scans(Renderer):
    """The scans of all sheets. Until `show` brings a sheet's pyramid, its place is an outline."""

    layer = "underlay"

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._pyramids: Mapping[str, Pyramid] = {}

    def show(self, pyramids: Mapping[str, Pyramid]) -> None:
        """Takes the pictures by the file names of their sheets; a sheet without one shows where its scan would lie."""
        self._pyramids = dict(pyramids)

    def change(self, change: Change) -> list[Span]:
        """Takes over the scans of the edited map; where one lay and where it lies now is to be painted anew."""
        before, self._ground = self._ground, change.after
        pairs = zip(before.sheets, self._ground.sheets, strict=True)
        changed = [pair for pair in pairs if pair[0].sheet.underlay != pair[1].sheet.underlay]
        lies = [_lie(placed, self._ground.transform) for pair in changed for placed in pair]
        return [each.bounds for each in lies if each is not None]

    @property
    def pyramids(self) -> Mapping[str, Pyramid]:
        """The pictures that are shown."""
        return self._pyramids

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints what of the scans touches the exposure."""
        for placed, edge in self._ground.placed():
            lies = _lie(placed, self._ground.transform)
            if lies is None or not meets(lies.bounds, exposure.span):
                continue
            pyramid = self._pyramids.get(placed.file)
            if pyramid is None:
                self._paint_outline(painter, exposure, lies)
            else:
                # A scan shows more paper than its map, which would cover the map beside it.
                _paint_scan(painter, exposure, lies, pyramid, to_rect(edge))

    def _paint_outline(self, painter: QPainter, exposure: Exposure, lies: "Lie") -> None:
        frame = self._ground.style.paper.frame
        pen = QPen(frame.colour, exposure.units(_PLACEHOLDER_PX), Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        corners = [lies.to_scene(corner) for corner in lies.corners]
        painter.drawPolygon(QPolygonF(corners))
        painter.drawLine(corners[0], corners[2])
        painter.drawLine(corners[1], corners[3])


def scan_rooms(ground: Ground) -> list[QRectF]:
    """The rectangles of the scene in which scanned sheets lie, as far as their maps reach."""
    lies = ((_lie(placed, ground.transform), edge) for placed, edge in ground.placed() if placed.sheet.underlay is not None)
    return [to_rect(lie.bounds) & to_rect(edge) for lie, edge in lies if lie is not None]


class Lie:
    """Where a scan lies in the scene. Its pixels are those of the picture when its points were set."""

    def __init__(self, placed: PlacedSheet, scan: Underlay, fit: ScanFit, transform: MapTransform) -> None:
        self.scan, self.fit = scan, fit
        self._frame, self._transform = placed.frame, transform
        width, height = scan.size
        self.corners: tuple[Point, ...] = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
        reach = [*map(self.to_scene, self.corners)]
        reach += [self.to_scene(corner) for piece in fit.way.pieces for corner in piece.corners]
        self.bounds: Span = from_rect(QPolygonF(reach).boundingRect())

    def to_scene(self, pixel: Point) -> QPointF:
        """A pixel in the scene."""
        return self._transform.to_scene(self._frame.to_plane(self.fit.way.to_sheet(pixel)))

    def parts(self) -> Iterator[tuple[QPolygonF | None, QTransform]]:
        """Parts of the scene with the transform from pixels to the scene that holds in each; None is everywhere else.

        The affine map comes first and lies under the pieces.
        """
        yield None, scene_map(self.fit.way.straight, self._frame, self._transform)
        for piece in self.fit.way.pieces:
            way = scene_map(piece.forth, self._frame, self._transform)
            yield QPolygonF([way.map(QPointF(*corner)) for corner in piece.corners]), way


def _lie(placed: PlacedSheet, transform: MapTransform) -> Lie | None:
    scan, fit = placed.sheet.underlay, fit_of(placed)
    return None if scan is None or fit is None else Lie(placed, scan, fit, transform)


def scene_map(way: Affine, frame: SheetFrame, transform: MapTransform) -> QTransform:
    """An affine map from pixels to a sheet as Qt's transform from pixels to the scene."""

    def scene(pixel: Point) -> tuple[float, float]:
        return transform.xy(frame.to_plane(way(pixel)))

    (x0, y0), (x1, y1), (x2, y2) = scene((0.0, 0.0)), scene((1.0, 0.0)), scene((0.0, 1.0))
    return QTransform(x1 - x0, y1 - y0, x2 - x0, y2 - y0, x0, y0)


def _paint_scan(painter: QPainter, exposure: Exposure, lies: Lie, pyramid: Pyramid, edge: QRectF) -> None:
    seen = to_rect(exposure.span) & to_rect(lies.bounds) & edge
    if seen.isEmpty():
        return
    straight = next(lies.parts())[1]
    # Pixels of the scan to one dot of the device; a device of lines gets no more dots than the scan has pixels.
    ratio = pyramid.width / max(lies.scan.size[0], 1)
    dense = ratio / (math.sqrt(abs(straight.determinant())) or 1.0)
    raster = isinstance(painter.device(), QImage)
    scale = exposure.scale if raster else min(exposure.scale, dense)
    side = BLOCK / scale
    painter.save()
    opacity = painter.opacity() * lies.scan.opacity
    painter.setOpacity(opacity)
    if not raster:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    top = seen.top()
    while top < seen.bottom():
        left = seen.left()
        while left < seen.right():
            block = QRectF(left, top, min(side, seen.right() - left), min(side, seen.bottom() - top))
            wide, high = math.ceil(block.width() * scale), math.ceil(block.height() * scale)
            image = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
            image.fill(0)
            to_block = QTransform(scale, 0, 0, scale, -left * scale, -top * scale)
            if _fill_block(image, to_block, block, lies, pyramid, dense / scale):
                _brighten(image, lies.scan.brightness)
                painter.drawImage(QRectF(left, top, wide / scale, high / scale), image)
            left += side
        top += side
    painter.restore()


def _fill_block(image: QImage, to_block: QTransform, block: QRectF, lies: Lie, pyramid: Pyramid, pixels_per_dot: float) -> bool:
    """Paints the scan into a block of dots; False when nothing of it lies there."""
    number = pyramid.level_for(pixels_per_dot)
    level = pyramid.levels[number]
    # From pixels of the level to pixels of the scan when its points were set.
    from_level = QTransform.fromScale(
        level.across * lies.scan.size[0] / pyramid.width, level.down * lies.scan.size[1] / pyramid.height
    )
    whole = QRect(0, 0, level.width, level.height)
    found = False
    with painting(image) as painter:
        # Hard edges: parts meet along the same line without a seam.
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for outline, way in lies.parts():
            if outline is not None and not outline.boundingRect().intersects(block):
                continue
            to_dots = from_level * way * to_block
            back, possible = to_dots.inverted()
            if not possible:
                continue
            area = to_block.mapRect(block if outline is None else block & outline.boundingRect())
            cells = back.mapRect(area).toAlignedRect().adjusted(-2, -2, 2, 2) & whole
            if cells.isEmpty():
                continue
            found = True
            painter.save()
            if outline is not None:
                path = QPainterPath()
                path.addPolygon(to_block.map(outline))
                path.closeSubpath()
                painter.setClipPath(path)
            painter.setTransform(to_dots)
            painter.drawImage(cells.topLeft(), pyramid.picture(number, cells))
            painter.restore()
    return found


def _brighten(image: QImage, brightness: float) -> None:
    """Mixes white (brightness above 0) or black into what is there."""
    if not brightness:
        return
    colour = QColor(Qt.GlobalColor.white if brightness > 0 else Qt.GlobalColor.black)
    colour.setAlphaF(min(abs(brightness), 1.0))
    with painting(image) as painter:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceAtop)
        painter.fillRect(image.rect(), colour)
