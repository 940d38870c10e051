"""The items of the map's graphics scene: one per tiled layer and one per live layer; counters stand between them."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.canvas.cels import Part
from app.canvas.layers import Exposure, LayerState
from app.canvas.live_picture import FEW, LivePicture, Place
from app.canvas.overlays import OverlayLayer
from app.canvas.scene_map import SceneMap
from app.canvas.tiles import TileSheet
from app.canvas.transform import Span, from_rect, meets

_EVERYWHERE = QRectF(-1e6, -1e6, 2e6, 2e6)


class SceneSource:
    """The map as a source of tiles."""

    def __init__(self) -> None:
        self.map: SceneMap | None = None
        self.layers = LayerState()

    def is_empty(self, span: Span) -> bool:
        """Whether a rectangle lies off the map."""
        return self.map is None or not meets(self.map.bounds, span)

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints the map."""
        if self.map is not None:
            self.map.paint(painter, self.layers, exposure)

    def parts(self) -> tuple[Part, ...]:
        """The layers shown, those together that are kept as one picture; what a brush changes is not kept."""
        return self.map.parts(self.layers) if self.map is not None else ()


class TiledItem(QGraphicsItem):
    """A layer of tiles, always as large as what is seen."""

    def __init__(self, sheet: TileSheet, z: float) -> None:
        super().__init__()
        self._sheet = sheet
        self.setZValue(z)

    def boundingRect(self) -> QRectF:
        """Everything."""
        return _EVERYWHERE

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paints the visible tiles, in the viewport's own pixels."""
        view = painter.worldTransform()
        visible = QRectF(widget.rect()) if widget is not None else view.mapRect(option.exposedRect)
        painter.save()
        painter.resetTransform()
        self._sheet.paint(painter, view, visible, painter.device().devicePixelRatioF())
        painter.restore()


class LiveItem(QGraphicsItem):
    """A layer of a few shapes, painted in every frame; of many shapes a picture is kept."""

    def __init__(self, layer: OverlayLayer, z: float) -> None:
        super().__init__()
        self._layer = layer
        self._picture = LivePicture(layer)
        self.setZValue(z)

    def boundingRect(self) -> QRectF:
        """Everything."""
        return _EVERYWHERE

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paints the shapes."""
        density = painter.device().devicePixelRatioF()
        if widget is not None and len(self._layer.shapes) > FEW:
            self._paint_picture(painter, Place(painter.worldTransform(), widget.size(), density))
            return
        self._picture.forget()
        scale = painter.worldTransform().m11() * density
        room = QRectF(widget.rect()) if widget is not None else QRectF(0, 0, 1e4, 1e4)
        back, _ = painter.worldTransform().inverted()
        painter.save()
        self._layer.paint(painter, Exposure(from_rect(back.mapRect(room)), scale, density))
        painter.restore()

    def _paint_picture(self, painter: QPainter, place: Place) -> None:
        painter.save()
        painter.resetTransform()
        whole = self._picture.paint(painter, place)
        painter.restore()
        if not whole:
            # The rest in the next frame.
            self._layer.spoiled.emit(None, 0.0)
