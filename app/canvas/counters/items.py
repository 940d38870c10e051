"""Counters in the graphics scene of a map: one item for all stacks, and one for what is in the hand or fanned out.

One item for all stacks was measured against one for each: with 2,000 counters in 818 stacks a frame of moving the map takes two
thirds of the time, because nothing is called for each stack but the drawing of its pixmap.
"""

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.canvas.counters.stacks import Stacks
from app.canvas.painters import painting
from app.canvas.style import CountersStyle, Stroke
from app.canvas.transform import HEX, MapTransform, Span, from_rect
from app.counters.pixmaps import FacePixmaps
from core.geometry.hexes import Hex
from core.rules.kernel.faces import Face

FRAME_S = 0.005
"""Seconds of a frame in which faces are drawn that no pixmap shows yet; blocks stand in for the others."""

ZOOMING_S = 0.001
"""The same of a frame in which the zoom is another: what is drawn in it may never be seen again."""

SMALL_PX = 400.0
"""A part of the view that is no wider and higher is painted from what lies in it alone."""

BIN = 16 * HEX
"""The side of the squares of the scene by which stacks in view are found."""

EVERYWHERE = QRectF(-1e6, -1e6, 2e6, 2e6)


class _Drawn(NamedTuple):
    """A stack at one zoom as one pixmap, with its left top corner as seen from the centre of the hex."""

    left: int
    top: int
    pixmap: QPixmap
    width: float
    height: float
    scale: float


@dataclass(frozen=True, slots=True)
class Zoom:
    """A zoom at which pixmaps are kept: pixels per scene unit, and dots per pixel."""

    scale: float
    density: float

    def px(self, length: float) -> int:
        """A length in whole pixels."""
        return max(round(length * self.scale), 1)


class StacksItem(QGraphicsItem):
    """All stacks of a map."""

    def __init__(self, z: float, again: Callable[[], None]) -> None:
        """`again` asks for another frame, because not all could be drawn in one."""
        super().__init__()
        self.setZValue(z)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self._again = again
        self.stacks: Stacks | None = None
        self.pixmaps = FacePixmaps()
        self._selected: dict[str, Hex] = {}
        self._rings: dict[Hex, tuple[set[str], QPainterPath | None]] = {}
        self.shares: Callable[[], float] = lambda: 1.0
        self._transform = MapTransform()
        self._centres: dict[Hex, tuple[float, float]] = {}
        self._bins: dict[tuple[int, int], dict[Hex, None]] = {}
        self._zoom = Zoom(1.0, 1.0)
        self._drawn: dict[Hex, _Drawn] = {}
        self._stale: dict[Hex, _Drawn] = {}
        self._far: tuple[list[QRect], dict[str, list[QRect]]] | None = None

    def boundingRect(self) -> QRectF:
        """Everything."""
        return EVERYWHERE

    # What there is -------------------------------------------------------------------------------------------------------

    def lay(self, stacks: Stacks | None, transform: MapTransform) -> None:
        """Shows other stacks, on maps that lie otherwise."""
        self.stacks, self._transform = stacks, transform
        self._centres, self._bins, self._drawn, self._stale, self._far = {}, {}, {}, {}, None
        self._rings.clear()
        for place in stacks.hexes if stacks is not None else ():
            self._file(place)

    def follow(self, changed: Iterable[Hex] | None) -> None:
        """Something lies otherwise in some hexes; None for all."""
        if changed is None:
            self.lay(self.stacks, self._transform)
            return
        self._far = None
        self._rings.clear()
        for place in changed:
            self._drawn.pop(place, None)
            self._stale.pop(place, None)
            if self.stacks is not None and self.stacks.holds(place):
                self._file(place)
            elif place in self._centres:
                del self._bins[self._bin(*self._centres.pop(place))][place]

    def _file(self, place: Hex) -> None:
        if place not in self._centres:
            centre = self._centres[place] = self._transform.centre(place)
            self._bins.setdefault(self._bin(*centre), {})[place] = None

    def _bin(self, x: float, y: float) -> tuple[int, int]:
        return int(x // BIN), int(y // BIN)

    def near(self, span: Span) -> Iterator[tuple[Hex, float, float]]:
        """The hexes with stacks of which anything may lie in a rectangle of the scene, with their centres."""
        left, top, right, bottom = span[0] - HEX, span[1] - HEX, span[2] + HEX, span[3] + HEX
        centres = self._centres
        (ax, ay), (bx, by) = self._bin(left, top), self._bin(right, bottom)
        keys = [(x, y) for x in range(ax, bx + 1) for y in range(ay, by + 1)]
        for key in keys if len(keys) <= len(self._bins) else tuple(self._bins):
            for place in self._bins.get(key, ()):
                x, y = centres[place]
                if left <= x <= right and top <= y <= bottom:
                    yield place, x, y

    # Painting ------------------------------------------------------------------------------------------------------------

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paints what of the stacks lies in the part of the view that is painted."""
        stacks, share = self.stacks, self.shares()
        if stacks is None or not self._centres or share <= 0:
            return
        view = painter.worldTransform()
        zoom = Zoom(view.m11(), painter.device().devicePixelRatioF())
        zooming = zoom != self._zoom
        if zooming:
            self._zoom = zoom
            # What was drawn at the last zoom stands in, stretched, until it is drawn at this one.
            self._stale |= self._drawn
            self._drawn, self._far = {}, None
        painter.save()
        painter.resetTransform()
        if share < 1:
            painter.setOpacity(painter.opacity() * share)
        # Pixmaps in pixels of the screen are laid on them and not stretched.
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if zoom.scale * stacks.style.side < stacks.style.far_px:
            self._paint_far(painter, view, stacks, option.exposedRect)
        else:
            seconds = ZOOMING_S if zooming else FRAME_S
            self._paint_near(painter, view, stacks, self.near(from_rect(option.exposedRect)), seconds)
        self._paint_rings(painter, view, stacks, option.exposedRect)
        painter.restore()

    def _paint_far(self, painter: QPainter, view: QTransform, stacks: Stacks, exposed: QRectF) -> None:
        """Paints blocks, those of one colour by one call; where only a part of the view is painted, those in it."""
        if exposed.width() * view.m11() < SMALL_PX and exposed.height() * view.m11() < SMALL_PX:
            edges, by_colour = self._far_rects(view.m11(), stacks, self.near(from_rect(exposed)))
        else:
            if self._far is None:
                everywhere = [(place, x, y) for place, (x, y) in self._centres.items()]
                self._far = self._far_rects(view.m11(), stacks, everywhere)
            edges, by_colour = self._far
        painter.save()
        painter.translate(round(view.dx()), round(view.dy()))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(stacks.style.block_edge)
        painter.drawRects(edges)
        for colour, rects in by_colour.items():
            painter.setBrush(QColor(colour))
            painter.drawRects(rects)
        painter.restore()

    @staticmethod
    def _far_rects(
        scale: float, stacks: Stacks, places: Iterable[tuple[Hex, float, float]]
    ) -> tuple[list[QRect], dict[str, list[QRect]]]:
        """The blocks of stacks as seen from the origin of the scene: their edges, and what is inside by colour."""
        edges: list[QRect] = []
        by_colour: dict[str, list[QRect]] = {}
        for place, x, y in places:
            for block in stacks.blocks(place):
                side = max(round(block.side * scale), 2)
                rect = QRect(round((x + block.x) * scale) - side // 2, round(y * scale) - side // 2, side, side)
                edges.append(rect)
                by_colour.setdefault(block.colour, []).append(rect.adjusted(1, 1, -1, -1) if side > 3 else rect)
        return edges, by_colour

    def _paint_near(
        self, painter: QPainter, view: QTransform, stacks: Stacks, near: Iterable[tuple[Hex, float, float]], seconds: float
    ) -> None:
        """Paints pixmaps, of which new ones are made for so many seconds."""
        scale, dx, dy = view.m11(), view.dx(), view.dy()
        drawn, draw = self._drawn, painter.drawPixmap
        end = time.perf_counter() + seconds
        late = False
        for place, x, y in near:
            found = drawn.get(place) or self._made(stacks, place, end)
            if found is not None:
                draw(round(x * scale + dx) + found.left, round(y * scale + dy) + found.top, found.pixmap)
                continue
            late = True
            self._stand_in(painter, stacks, place, QPointF(x * scale + dx, y * scale + dy))
        if late:
            self._again()

    def _stand_in(self, painter: QPainter, stacks: Stacks, place: Hex, at: QPointF) -> None:
        """Paints what is known of a stack: a picture of another zoom, or blocks."""
        stale, zoom = self._stale.get(place), self._zoom
        if stale is not None:
            grown = zoom.scale / stale.scale
            left, top = round(at.x() + stale.left * grown), round(at.y() + stale.top * grown)
            painter.drawPixmap(left, top, round(stale.width * grown), round(stale.height * grown), stale.pixmap)
            return
        side = zoom.px(stacks.style.side)
        for block in stacks.blocks(place):
            left, top = round(at.x() + block.x * zoom.scale) - side // 2, round(at.y()) - side // 2
            painter.fillRect(left, top, side, side, QColor(block.colour))

    def _made(self, stacks: Stacks, place: Hex, end: float) -> _Drawn | None:
        """The pixmap of a stack; None while its faces are not all there and the time of this frame is over."""
        zoom = self._zoom
        if time.perf_counter() >= end:
            return None
        small = stacks.style.side * zoom.scale < stacks.style.count_px
        squares: list[tuple[int, int, QPixmap]] = []
        left = top = right = bottom = 0
        for card in stacks.picture(place).seen(small):
            side = zoom.px(card.side)
            if not self.pixmaps.has(card.face, side, zoom.density) and time.perf_counter() >= end:
                return None
            x, y = round(card.x * zoom.scale) - side // 2, round(card.y * zoom.scale) - side // 2
            left, top, right, bottom = min(left, x), min(top, y), max(right, x + side), max(bottom, y + side)
            squares.append((x, y, self.pixmaps.pixmap(card.face, side, zoom.density)))
        if len(squares) == 1:
            whole = squares[0][2]
            left, top = squares[0][0], squares[0][1]
        else:
            whole = QPixmap(math.ceil((right - left) * zoom.density), math.ceil((bottom - top) * zoom.density))
            whole.setDevicePixelRatio(zoom.density)
            whole.fill(Qt.GlobalColor.transparent)
            with painting(whole, QTransform()) as painter:
                for x, y, pixmap in squares:
                    painter.drawPixmap(x - left, y - top, pixmap)
        self._drawn[place] = made = _Drawn(left, top, whole, *whole.deviceIndependentSize().toTuple(), zoom.scale)
        self._stale.pop(place, None)
        return made

    @property
    def selected(self) -> Mapping[str, Hex]:
        """The selected counters, and the hexes in which they lie."""
        return self._selected

    def select(self, selected: Mapping[str, Hex]) -> None:
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
        for place, x, y in self.near(from_rect(exposed)) if len(self._rings) > FEW else self._ringed():
            if place in self._rings:
                whole.addPath(self._outline(stacks, place, far).translated(x, y))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        outline = view.map(whole)
        for stroke in (stacks.style.ring_casing, stacks.style.ring):
            painter.setPen(pen_of(stroke))
            painter.drawPath(outline)

    def _ringed(self) -> Iterator[tuple[Hex, float, float]]:
        yield from ((place, *self._centres[place]) for place in self._rings if place in self._centres)

    def _outline(self, stacks: Stacks, place: Hex, far: bool) -> QPainterPath:
        """The outline of what is selected in a hex, around its centre; of a stack from afar around all of it."""
        path = QPainterPath()
        if far:
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
