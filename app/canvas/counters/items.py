"""All stacks of a map as one item of the graphics scene: their tiles, and outlines of the selected counters above them."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.canvas.counters.hand import EVERYWHERE, pen_of
from app.canvas.counters.off_map import room_of
from app.canvas.counters.stacks import Stacks
from app.canvas.counters.tiled import TiledStacks
from app.canvas.layers import Exposure
from app.canvas.tiles import MEGABYTE, Allowance, TileSheet
from app.canvas.transform import MapTransform, Span, from_rect, united
from core.geometry.hexes import Hex
from core.model.deployment import Spot

FRAME_S = 0.005
"""Seconds of a frame in which faces are drawn that no tile shows yet."""

TILE_CACHE = 64 * MEGABYTE


class StacksItem(QGraphicsItem):
    """All stacks of a map. `shares` says how much (0 to 1) they cover what lies under them."""

    def __init__(self, z: float, allowance: Allowance) -> None:
        """`allowance` says what of the tiles may be painted in a frame."""
        super().__init__()
        self.setZValue(z)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.tiled = TiledStacks()
        self._sheet = TileSheet(self.tiled, allowance, TILE_CACHE, prepare=self.tiled.prepare, stale_zooms=False)
        self._bounds: Span | None = None
        self.shares: Callable[[], float] = lambda: 1.0
        self._selected: dict[str, Spot] = {}
        self._rings: dict[Spot, tuple[set[str], QPainterPath | None]] = {}

    def boundingRect(self) -> QRectF:
        """Everything."""
        return EVERYWHERE

    def lay(
        self, stacks: Stacks | None, transform: MapTransform, bounds: Span | None = None, boxes: Iterable[str] = ()
    ) -> None:
        """Shows other stacks, on maps that lie otherwise and fill a rectangle of the scene, and boxes beside them."""
        self._bounds = bounds
        self.tiled.lay(stacks, transform, bounds, boxes)
        self._sheet.forget()
        self._sheet.fit(self._whole)
        self._rings.clear()

    @property
    def room(self) -> Span | None:
        """What the boxes beside the map fill of the scene; None without any."""
        return room_of(self.tiled.boxes)

    @property
    def _whole(self) -> Span | None:
        spans = [span for span in (self._bounds, self.room) if span is not None]
        return united(spans) if spans and self.tiled.stacks is not None else None

    def follow(self, changed: Iterable[Spot], boxes: Iterable[str] = ()) -> None:
        """Something lies otherwise in some hexes or boxes, of which some have names."""
        spans = self.tiled.follow(changed, boxes)
        self._sheet.fit(self._whole)
        if spans:
            self._sheet.spoil_parts({"": spans}, 1.0)
        self._rings.clear()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paints what of the stacks lies in the part of the view that is painted."""
        stacks, share = self.tiled.stacks, self.shares()
        if stacks is None or share <= 0:
            return
        view = painter.worldTransform()
        self.tiled.allow(FRAME_S)
        painter.save()
        painter.resetTransform()
        if share < 1:
            painter.setOpacity(painter.opacity() * share)
        self._sheet.paint(painter, view, view.mapRect(option.exposedRect), painter.device().devicePixelRatioF())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        self._paint_rings(painter, view, stacks, option.exposedRect)
        painter.restore()

    @property
    def selected(self) -> Mapping[str, Spot]:
        """The selected counters, and the hexes in which they lie."""
        return self._selected

    def select(self, selected: Mapping[str, Spot]) -> None:
        """Shows other counters as selected."""
        self._selected = dict(selected)
        self._rings.clear()

    def _paint_rings(self, painter: QPainter, view: QTransform, stacks: Stacks, exposed: QRectF) -> None:
        """Outlines of the selected counters, as far as others do not cover them."""
        if not self._selected:
            return
        if not self._rings:
            for id_, place in self._selected.items():
                self._rings.setdefault(place, ({id_}, None))[0].add(id_)
        far = view.m11() * stacks.style.side < stacks.style.far_px
        whole = QPainterPath()
        seen = self.tiled.seen(from_rect(exposed)) if len(self._rings) > FEW else self._ringed()
        ringed = [each for each in seen if each[0] in self._rings]
        for place, x, y in ringed:
            whole.addPath(self._outline(stacks, place, far).translated(x, y))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        outline = view.map(whole)
        for stroke in (stacks.style.ring_casing, stacks.style.ring):
            painter.setPen(pen_of(stroke))
            painter.drawPath(outline)
        # An outline over the number of a stack makes another number of it.
        density = painter.device().devicePixelRatioF()
        exposure, zero = Exposure(from_rect(exposed), view.m11() * density, density), view.map(QPointF(0.0, 0.0)) * density
        for place, x, y in ringed:
            self.tiled.paint_number(painter, place, (x, y), exposure, QPoint(round(zero.x()), round(zero.y())))

    def _ringed(self) -> Iterator[tuple[Spot, float, float]]:
        for place in self._rings:
            if (centre := self.tiled.centre(place)) is not None:
                yield place, *centre

    def _outline(self, stacks: Stacks, place: Spot, far: bool) -> QPainterPath:
        """The outline of what is selected in a hex, around its centre; of a stack from afar around all of it."""
        path = QPainterPath()
        if far and isinstance(place, Hex):
            path.addRect(_square(0.0, 0.0, stacks.style.side))
            return path
        ids, kept = self._rings[place]
        if kept is not None:
            return kept
        picture = stacks.picture(place)
        chosen = {card for id_ in ids if (card := picture.card(id_)) is not None}
        for card in picture.cards:
            if card.kind == "unit":
                square = QPainterPath()
                square.addRect(_square(card.x, card.y, card.side))
                # Whatever lies on top hides the outline of what lies under it.
                path = path.united(square) if card in chosen else path.subtracted(square)
        self._rings[place] = ids, path
        return path


FEW = 20
"""Hexes with selected counters that are all drawn; of more of them only those in view."""

RING_GAP = 1.5
"""How far an outline lies from its counter, in scene units."""


def _square(x: float, y: float, side: float) -> QRectF:
    half = side / 2 + RING_GAP
    return QRectF(x - half, y - half, 2 * half, 2 * half)
