"""Counters in the hand and a stack that is fanned out, as one item of the graphics scene over everything else."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.canvas.style import CountersStyle, Stroke
from app.counters.pixmaps import FacePixmaps
from core.geometry.hexes import Hex
from core.rules.kernel.faces import Face

EVERYWHERE = QRectF(-1e6, -1e6, 2e6, 2e6)


def pen_of(stroke: Stroke) -> QPen:
    """A pen in pixels of the screen."""
    pen = QPen(stroke.colour, stroke.least_px)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    if stroke.dash:
        pen.setDashPattern(stroke.dash)
    return pen


@dataclass(frozen=True, slots=True)
class Ghost:
    """A counter in the hand: its face, and how far it hangs from the pointer, in scene units."""

    face: Face
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Fan:
    """A stack fanned out: its counters from the top down, and the one that is pointed at."""

    place: Hex
    cards: tuple[tuple[str, Face], ...]
    pointed: str = ""


class HandItem(QGraphicsItem):
    """Counters in the hand, and the stack that is fanned out, over everything else."""

    def __init__(self, z: float, pixmaps: FacePixmaps) -> None:
        super().__init__()
        self.setZValue(z)
        self._pixmaps = pixmaps
        self.style: CountersStyle | None = None
        self.ghosts: tuple[Ghost, ...] = ()
        self.at = QPointF()
        self.fan: Fan | None = None
        self.fan_rects: tuple[tuple[str, QRect], ...] = ()

    def boundingRect(self) -> QRectF:
        """Everything."""
        return EVERYWHERE

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paints them in pixels of the screen."""
        if self.style is None or not (self.ghosts or self.fan):
            return
        view = painter.worldTransform()
        density = painter.device().devicePixelRatioF()
        painter.save()
        painter.resetTransform()
        if self.fan is not None:
            self._paint_fan(painter, self.fan, density)
        painter.setOpacity(self.style.ghost_share)
        side = max(round(self.style.side * view.m11()), round(self.style.far_px))
        for ghost, rect in zip(self.ghosts, self.ghost_rects(view), strict=True):
            painter.drawPixmap(rect.topLeft(), self._pixmaps.pixmap(ghost.face, side, density))
        painter.restore()

    def ghost_rects(self, view: QTransform) -> list[QRect]:
        """Where the counters in the hand hang, in pixels of the view."""
        assert self.style is not None
        side = max(round(self.style.side * view.m11()), round(self.style.far_px))
        found = []
        for ghost in self.ghosts:
            at = view.map(QPointF(self.at.x() + ghost.x, self.at.y() + ghost.y))
            found.append(QRect(round(at.x()) - side // 2, round(at.y()) - side // 2, side, side))
        return found

    def _paint_fan(self, painter: QPainter, fan: Fan, density: float) -> None:
        assert self.style is not None
        if not self.fan_rects:
            return
        around = self.fan_plate
        painter.setPen(pen_of(self.style.plate_frame))
        painter.setBrush(self.style.plate)
        painter.drawRect(around)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for (id_, rect), (_, face) in zip(self.fan_rects, fan.cards, strict=True):
            painter.drawPixmap(rect.topLeft(), self._pixmaps.pixmap(face, rect.width(), density))
            if id_ == fan.pointed:
                for stroke in (self.style.ring_casing, self.style.ring):
                    painter.setPen(pen_of(stroke))
                    painter.drawRect(rect)

    @property
    def fan_plate(self) -> QRect:
        """The plate that the fan lies on."""
        around = QRect()
        for _, rect in self.fan_rects:
            around = around.united(rect)
        gap = self.fan_rects[0][1].width() // FAN_GAP if self.fan_rects else 0
        return around.adjusted(-gap, -gap, gap, gap)


FAN_GAP = 8
"""What part of its side lies between two counters of a fan."""

FAN_ROW = 6
"""Counters of a fan that lie in one row."""


def fan_places(count: int, side: int, above: QPointF, room: QRect, lift: int) -> list[QRect]:
    """Where the counters of a fan lie, row by row: over a point if there is room, `lift` pixels from it, else under it.

    >>> [rect.x() for rect in fan_places(2, 40, QPointF(200, 200), QRect(0, 0, 400, 400), 30)]
    [158, 203]
    """
    gap = side // FAN_GAP
    columns, rows = min(count, FAN_ROW), -(-count // FAN_ROW)
    width, height = columns * side + (columns - 1) * gap, rows * side + (rows - 1) * gap
    left = round(above.x() - width / 2)
    left = max(min(left, room.right() - width - gap), room.left() + gap)
    top = round(above.y()) - lift - height
    if top < room.top() + gap:
        top = round(above.y()) + lift
    top = max(min(top, room.bottom() - height - gap), room.top() + gap)
    places = ((n % FAN_ROW, n // FAN_ROW) for n in range(count))
    return [QRect(left + column * (side + gap), top + row * (side + gap), side, side) for column, row in places]
