"""All stacks of a map as a source of tiles: moving and zooming the map costs the same with two counters and with two thousand.

A tile is painted from pixmaps of faces. Those that are missing are drawn first, for a few milliseconds of each frame, because
the face of a counter takes longer than the strip of a tile may; until then the tiles of another zoom stand in.
"""

import time
from collections.abc import Iterable, Iterator

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QPainter

from app.canvas.counters.off_map import BoxBeside, boxes_beside, paint_box
from app.canvas.counters.stacks import Card, Stacks
from app.canvas.layers import Exposure
from app.canvas.transform import HEX, MapTransform, Span, meets
from app.counters.pixmaps import FacePixmaps
from core.geometry.hexes import Hex
from core.model.deployment import Spot

BIN = 16 * HEX
"""The side of the squares of the scene by which stacks are found."""


class TiledStacks:
    """The stacks of a map and its boxes beside it, found by where they lie, and painted at any scale."""

    def __init__(self) -> None:
        self.stacks: Stacks | None = None
        self.pixmaps = FacePixmaps()
        self._transform = MapTransform()
        self._centres: dict[Hex, tuple[float, float]] = {}
        self._bins: dict[tuple[int, int], dict[Hex, None]] = {}
        self._end = 0.0
        self._named: tuple[str, ...] = ()
        self._bounds: Span | None = None
        self.boxes: tuple[BoxBeside, ...] = ()

    # What there is -------------------------------------------------------------------------------------------------------

    def lay(
        self, stacks: Stacks | None, transform: MapTransform, bounds: Span | None = None, named: Iterable[str] = ()
    ) -> None:
        """Shows other stacks, on maps that lie otherwise and fill `bounds`; the boxes beside them have names."""
        self.stacks, self._transform = stacks, transform
        self._bounds, self._named = bounds, tuple(named)
        self._lay_boxes()
        self._centres, self._bins = {}, {}
        for place in stacks.hexes if stacks is not None else ():
            self._file(place)

    def _lay_boxes(self) -> None:
        stacks, bounds = self.stacks, self._bounds
        self.boxes = boxes_beside(stacks.boxes(self._named), bounds, stacks.style) if stacks and bounds else ()

    def follow(self, changed: Iterable[Spot], named: Iterable[str] = ()) -> list[Span]:
        """Something lies otherwise in some hexes or boxes; what of the scene is to be painted anew."""
        before, self._named = self.boxes, tuple(named)
        self._lay_boxes()
        touched = {spot for spot in changed if isinstance(spot, str)}
        both = {*before, *self.boxes}
        spans = [box.span for box in both if box.name in touched or box not in before or box not in self.boxes]
        for place in changed:
            if isinstance(place, str):
                continue
            x, y = self._transform.centre(place)
            spans.append((x - HEX, y - HEX, x + HEX, y + HEX))
            if self.stacks is not None and self.stacks.holds(place):
                self._file(place)
            elif place in self._centres:
                del self._bins[_bin(*self._centres.pop(place))][place]
        return spans

    def _file(self, place: Hex) -> None:
        if place not in self._centres:
            centre = self._centres[place] = self._transform.centre(place)
            self._bins.setdefault(_bin(*centre), {})[place] = None

    def centre(self, place: Spot) -> tuple[float, float] | None:
        """The centre of a hex in which anything lies, or of the counters of a box."""
        if isinstance(place, str):
            return next((box.middle for box in self.boxes if box.name == place), None)
        return self._centres.get(place)

    def box_at(self, x: float, y: float) -> str:
        """The box beside the map at a point of the scene; "" where there is none."""
        return next((box.name for box in self.boxes if box.holds(x, y)), "")

    def seen(self, span: Span) -> Iterator[tuple[Spot, float, float]]:
        """The same with the boxes beside the map, each with the middle of its counters."""
        yield from self.near(span)
        for box in self.boxes:
            if meets(box.span, span):
                yield box.name, *box.middle

    def near(self, span: Span) -> Iterator[tuple[Hex, float, float]]:
        """The hexes with stacks of which anything may lie in a rectangle of the scene, with their centres."""
        left, top, right, bottom = span[0] - HEX, span[1] - HEX, span[2] + HEX, span[3] + HEX
        centres = self._centres
        (ax, ay), (bx, by) = _bin(left, top), _bin(right, bottom)
        keys = [(x, y) for x in range(ax, bx + 1) for y in range(ay, by + 1)]
        for key in keys if len(keys) <= len(self._bins) else tuple(self._bins):
            for place in self._bins.get(key, ()):
                x, y = centres[place]
                if left <= x <= right and top <= y <= bottom:
                    yield place, x, y

    # Painting ------------------------------------------------------------------------------------------------------------

    def allow(self, seconds: float) -> None:
        """From now on faces may be drawn for so long."""
        self._end = time.perf_counter() + seconds

    def is_empty(self, span: Span) -> bool:
        """Whether nothing lies in a rectangle of the scene."""
        return self.stacks is None or next(self.seen(span), None) is None

    def prepare(self, exposure: Exposure) -> bool:
        """Draws faces that are seen in the exposure and are not there yet; whether all are there when the time is over."""
        stacks, now, end = self.stacks, time.perf_counter, self._end
        if stacks is None:
            return True
        far, small = _is_far(stacks, exposure), _is_small(stacks, exposure)
        density = exposure.density
        for place, _, _ in self.seen(exposure.span):
            if far:
                if not stacks.has_blocks(place) and now() >= end:
                    return False
                stacks.blocks(place)
                continue
            if not stacks.is_made(place) and now() >= end:
                return False
            for card in stacks.picture(place).seen(small):
                side = _dots(card.side, exposure) / density
                if not self.pixmaps.has(card.face, side, density):
                    if now() >= end:
                        return False
                    self.pixmaps.pixmap(card.face, side, density)
        return True

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints what of the stacks lies in the exposure, those that lie farther up first; the painter's transform leads from
        the scene to dots."""
        stacks = self.stacks
        if stacks is None:
            return
        view = painter.worldTransform()
        dx, dy = view.dx(), view.dy()
        # Neighbours cover each other the same way on all tiles.
        near = sorted(self.seen(exposure.span), key=lambda each: (each[2], each[1]))
        for box in self.boxes:
            if meets(box.span, exposure.span):
                paint_box(painter, box, stacks.style, exposure)
        painter.save()
        painter.resetTransform()
        # Pixmaps in dots of the screen are laid on them and not stretched.
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if _is_far(stacks, exposure):
            painter.translate(round(dx), round(dy))
            _paint_blocks(painter, stacks, near, exposure.scale)
        else:
            self._paint_cards(painter, stacks, near, exposure, round(dx), round(dy))
        painter.restore()

    def _paint_cards(
        self,
        painter: QPainter,
        stacks: Stacks,
        near: Iterable[tuple[Spot, float, float]],
        exposure: Exposure,
        dx: int,
        dy: int,
    ) -> None:
        """Paints pixmaps; blocks for stacks of which faces are missing, as on the picture of the whole that only stands in."""
        scale, density = exposure.scale, exposure.density
        small = _is_small(stacks, exposure)
        missing: list[tuple[Spot, float, float]] = []
        for place, x, y in near:
            if not stacks.is_made(place):
                missing.append((place, x, y))
                continue
            cards = [(card, _dots(card.side, exposure)) for card in stacks.picture(place).seen(small)]
            if not all(self.pixmaps.has(card.face, dots / density, density) for card, dots in cards):
                missing.append((place, x, y))
                continue
            left, top = round(x * scale) + dx, round(y * scale) + dy
            for card, dots in cards:
                at = _card_dots(card, dots, left, top, scale)
                painter.drawPixmap(at, self.pixmaps.pixmap(card.face, dots / density, density))
        if missing:
            painter.translate(dx, dy)
            _paint_blocks(painter, stacks, missing, scale)

    def paint_number(
        self, painter: QPainter, place: Spot, centre: tuple[float, float], exposure: Exposure, origin: QPoint
    ) -> None:
        """Paints the number of a stack once more, over what has been drawn on it: where its tile has it, if it has it at all.

        The painter draws in pixels of the screen. `centre` is that of the hex in the scene, `origin` the dot at which the scene
        begins.
        """
        stacks, scale, density = self.stacks, exposure.scale, exposure.density
        if stacks is None or _is_far(stacks, exposure) or not stacks.is_made(place):
            return
        badge = stacks.picture(place).badge
        if badge is None or badge not in stacks.picture(place).seen(_is_small(stacks, exposure)):
            return
        dots = _dots(badge.side, exposure)
        left, top = round(centre[0] * scale) + origin.x(), round(centre[1] * scale) + origin.y()
        at = _card_dots(badge, dots, left, top, scale)
        pixmap = self.pixmaps.pixmap(badge.face, dots / density, density)
        painter.drawPixmap(QPointF(at.x() / density, at.y() / density), pixmap)


def _card_dots(card: Card, side: int, left: int, top: int, scale: float) -> QRect:
    """The dots of a card of so many to the side, whose hex has its centre at a dot."""
    return QRect(left + round(card.x * scale) - side // 2, top + round(card.y * scale) - side // 2, side, side)


def _bin(x: float, y: float) -> tuple[int, int]:
    return int(x // BIN), int(y // BIN)


def _dots(length: float, exposure: Exposure) -> int:
    """A length in whole dots."""
    return max(round(length * exposure.scale), 1)


def _is_far(stacks: Stacks, exposure: Exposure) -> bool:
    return stacks.style.side * exposure.scale / exposure.density < stacks.style.far_px


def _is_small(stacks: Stacks, exposure: Exposure) -> bool:
    return stacks.style.side * exposure.scale / exposure.density < stacks.style.count_px


def _paint_blocks(painter: QPainter, stacks: Stacks, near: Iterable[tuple[Spot, float, float]], scale: float) -> None:
    """Paints blocks, those of one colour by one call."""
    edges: list[QRect] = []
    by_colour: dict[str, list[QRect]] = {}
    for place, x, y in near:
        for block in stacks.blocks(place):
            side = max(round(block.side * scale), 2)
            rect = QRect(round((x + block.x) * scale) - side // 2, round((y + block.y) * scale) - side // 2, side, side)
            edges.append(rect)
            by_colour.setdefault(block.colour, []).append(rect.adjusted(1, 1, -1, -1) if side > 3 else rect)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(stacks.style.block_edge)
    painter.drawRects(edges)
    for colour, rects in by_colour.items():
        painter.setBrush(QColor(colour))
        painter.drawRects(rects)
