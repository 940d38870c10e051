"""How a map will lie over pages: a small picture of it, drawn between frames, with the pages' seams and labels."""

from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QBrush, QColor, QFont, QImage, QPainter, QPaintEvent, QPalette, QPen, QResizeEvent, QTransform
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.canvas.layers import Exposure, LayerState
from app.canvas.painters import painting
from app.canvas.scene_map import SceneMap
from app.canvas.transform import Span
from app.export.paper import SEAM, Tiling

STRIP = 32
"""Rows of the picture that are painted between two frames."""

LETTERS_WIDE, LINES_HIGH = 46, 20
"""The size of the picture at first, in letters and lines of the system's font."""


class PageTiles(QWidget):
    """Shows one map and, when it is cut, its pages. What neighbouring pages both show is hatched."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Preview of the pages"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._scene: SceneMap | None = None
        self._layers = LayerState()
        self._span: Span = (0.0, 0.0, 1.0, 1.0)
        self._tiling: Tiling | None = None
        self._picture = QImage()
        self._steps: Iterator[None] = iter(())
        self._next = QTimer(self)
        self._next.setSingleShot(True)
        self._next.timeout.connect(self._step)

    def show_map(self, scene: SceneMap | None, layers: LayerState, span: Span) -> None:
        """Shows a rectangle of a prepared map, in some layers; None for its outline alone."""
        self._scene, self._layers, self._span = scene, layers, span
        self._begin()

    def show_tiling(self, tiling: Tiling | None) -> None:
        """Shows how the map is cut; None for not at all."""
        self._tiling = tiling
        words = ""
        if tiling is not None:
            words = self.tr("%d pages: %d across, %d down") % (
                tiling.columns * tiling.rows,
                tiling.columns,
                tiling.rows,
            )
        self.setAccessibleDescription(words)
        self._begin()

    @property
    def whole(self) -> bool:
        """Whether the picture of the map is finished."""
        return not self._next.isActive()

    def sizeHint(self) -> QSize:
        """Room for a map in the middle of a dialog."""
        metrics = self.fontMetrics()
        return QSize(LETTERS_WIDE * metrics.averageCharWidth(), LINES_HIGH * metrics.lineSpacing())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draws the map anew for the other size."""
        super().resizeEvent(event)
        self._begin()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the map, then its pages."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        place = self._place()
        paper = place
        if self._tiling is not None:
            paper = self._outer(place, self._tiling, place.width() / self._tiling.map_size[0])
        painter.fillRect(paper, Qt.GlobalColor.white)
        if not self._picture.isNull():
            painter.drawImage(place, self._picture)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.PlaceholderText), 1.0))
        painter.drawRect(place)
        if self._tiling is not None:
            self._paint_pages(painter, place, self._tiling)
        painter.end()

    def _paint_pages(self, painter: QPainter, place: QRectF, tiling: Tiling) -> None:
        scale = place.width() / tiling.map_size[0]
        wide, high = tiling.area
        lap = tiling.wish.overlap
        hatch = QColor(SEAM)
        hatch.setAlpha(110)
        painter.save()
        painter.setClipRect(self._outer(place, tiling, scale))
        for column in range(1, tiling.columns):
            left = place.left() + column * (wide - lap) * scale
            painter.fillRect(QRectF(left, place.top(), lap * scale, place.height()), _hatched(hatch))
        for row in range(1, tiling.rows):
            top = place.top() + row * (high - lap) * scale
            painter.fillRect(QRectF(place.left(), top, place.width(), lap * scale), _hatched(hatch))
        font = QFont(self.font())
        font.setBold(True)
        painter.setFont(font)
        for cut in tiling.cuts():
            page = QRectF(
                place.left() + cut.column * (wide - lap) * scale,
                place.top() + cut.row * (high - lap) * scale,
                wide * scale,
                high * scale,
            )
            kept = QRectF(
                place.left() + cut.kept.left * scale,
                place.top() + cut.kept.top * scale,
                cut.kept.width * scale,
                cut.kept.height * scale,
            )
            # The rest of the last pages stays white paper: it is seen how much of them is used.
            painter.setPen(QPen(QColor(SEAM), 1.0, Qt.PenStyle.DotLine))
            painter.drawRect(page)
            painter.setPen(QPen(QColor(SEAM), 1.5))
            painter.drawRect(kept)
            self._paint_label(painter, kept, cut.label)
        painter.restore()

    def _paint_label(self, painter: QPainter, kept: QRectF, label: str) -> None:
        metrics = painter.fontMetrics()
        plate = QRectF(0, 0, metrics.horizontalAdvance(label) + metrics.averageCharWidth(), metrics.height())
        if plate.width() > kept.width() or plate.height() > kept.height():
            return
        plate.moveCenter(kept.center())
        painter.fillRect(plate, QColor(255, 255, 255, 215))
        painter.setPen(QColor(0, 0, 0))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, label)

    def _outer(self, place: QRectF, tiling: Tiling, scale: float) -> QRectF:
        wide, high = self._needed(tiling)
        return QRectF(place.left() - 2, place.top() - 2, wide * scale + 4, high * scale + 4)

    @staticmethod
    def _needed(tiling: Tiling) -> tuple[float, float]:
        """Width and height in millimetres that the map's pages cover together."""
        (wide, high), lap = tiling.area, tiling.wish.overlap
        return (
            max(tiling.columns * (wide - lap) + lap, tiling.map_size[0]),
            max(tiling.rows * (high - lap) + lap, tiling.map_size[1]),
        )

    def _place(self) -> QRectF:
        """Where the map lies in the widget."""
        span = self._span
        size = (span[2] - span[0], span[3] - span[1])
        needed = size
        if self._tiling is not None:
            covered, scale = self._needed(self._tiling), size[0] / self._tiling.map_size[0]
            needed = covered[0] * scale, covered[1] * scale
        room = QRectF(self.rect()).adjusted(4, 4, -4, -4)
        factor = max(min(room.width() / needed[0], room.height() / needed[1]), 1e-6)
        corner = QPointF(room.center().x() - needed[0] * factor / 2, room.center().y() - needed[1] * factor / 2)
        return QRectF(corner.x(), corner.y(), size[0] * factor, size[1] * factor)

    def _begin(self) -> None:
        self._steps = self._draw()
        self._next.start(0)
        self.update()

    def _step(self) -> None:
        for _ in self._steps:
            self._next.start(0)
            self.update()
            return

    def _draw(self) -> Iterator[None]:
        """Paints the map strip by strip into the picture."""
        place, density = self._place(), self.devicePixelRatioF()
        width, height = max(round(place.width() * density), 1), max(round(place.height() * density), 1)
        self._picture = QImage(width, height, QImage.Format.Format_RGB32)
        self._picture.fill(Qt.GlobalColor.white)
        scene = self._scene
        if scene is None or not scene.ready:
            return
        left, top, right, _ = self._span
        scale = width / (right - left)
        for first in range(0, height, STRIP):
            rows = min(STRIP, height - first)
            strip = QImage(width, rows, QImage.Format.Format_RGB32)
            strip.fill(scene.style.paper.margin_colour)
            with painting(strip, QTransform(scale, 0, 0, scale, -left * scale, -top * scale - first)) as painter:
                span = (left, top + first / scale, right, top + (first + rows) / scale)
                scene.paint(painter, self._layers, Exposure(span, scale, density))
            with painting(self._picture) as whole:
                whole.drawImage(0, first, strip)
            yield


def _hatched(colour: QColor) -> QBrush:
    return QBrush(colour, Qt.BrushStyle.BDiagPattern)
