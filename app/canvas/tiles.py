"""Painted squares of the map and of what tools lay over it, kept as long as memory allows.

A tile is 512 device pixels wide; of one in which little has changed only that part is painted again. While a tile is missing,
its place shows what older tiles of any zoom know of it, stretched, so that nothing flashes; and one missing tile in all is
painted in each frame, in the window's own thread, because a second thread would hold the interpreter longer than a frame;
none in a frame that shows another zoom than the last, so that zooming never waits for pictures that are left again at once.
A crowded tile is painted strip by strip over several frames, and seen when it is whole.
"""

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap, QTransform

from app.canvas.cels import TINTED, Cels
from app.canvas.layers import Exposure
from app.canvas.painters import painting
from app.canvas.transform import Span, common, from_rect, meets, to_rect, united, widened

TILE = 512
"""The side of a tile in device pixels."""

MEGABYTE = 1024 * 1024

OVERVIEW = 640
"""The longer side in pixels of the picture of the whole that stands in where no tile does."""

LEAST_SHARE = 0.1
"""What painting any part of a tile costs at least, as a share of painting all of it."""

FRAME_S = 0.018
"""Seconds of a frame in which strips of tiles are painted."""

_FIRST_ROWS = 64
"""The most rows of the first strip at a zoom at which nothing has been painted yet."""

_GROWTH = 2
"""So many times the tallest strip before it a strip may be, at the same zoom."""

_LEAST_ROWS = 40
"""The rows of the narrowest strip."""

_BESIDE = 96
"""What is painted beside a strip because it reaches into it costs as much as so many rows."""

_MANY = 32
"""A change of more rectangles than that may make a tile slower to paint; no strip after it is higher than half of one."""

_MOST = 400
"""Of more rectangles than that all is painted anew that lies among them."""

_FORGOTTEN = 0.75
"""What of the pace of the slowest strip is still expected of the next one."""

_WARM_SHARE = 0.2
"""What painting a tile of which the ground is kept costs, as a share of painting all of it."""

_OVERVIEW_REACH = 4.0
"""How many dots of the picture of the whole a change may reach beside itself."""

_Pace = tuple[float, bool]
"""What has a pace of its own: a zoom, and whether the ground is kept."""

_MOST_STAND_INS = 40
"""Tiles of a zoom that is so much finer that more of them would be needed are not stretched."""


class Key(NamedTuple):
    """Which tile: its zoom as device pixels per scene unit, its column and row counted from the scene's origin."""

    scale: float
    column: int
    row: int

    @property
    def span(self) -> Span:
        """What the tile shows of the scene."""
        side = TILE / self.scale
        return self.column * side, self.row * side, (self.column + 1) * side, (self.row + 1) * side


@dataclass(slots=True)
class _Tile:
    """A tile; of one that is not fresh, `part` is out of date, or all of it if that is None."""

    pixmap: QPixmap | None
    fresh: bool
    part: Span | None = None


class TileCache:
    """Tiles, the longest unused dropped first when they take more than `limit` bytes. Empty tiles take none."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._tiles: OrderedDict[Key, _Tile] = OrderedDict()
        self._scales: Counter[float] = Counter()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._tiles)

    def get(self, key: Key) -> _Tile | None:
        """A tile, fresh or not; it counts as used."""
        tile = self._tiles.get(key)
        if tile is not None:
            self._tiles.move_to_end(key)
        return tile

    def put(self, key: Key, pixmap: QPixmap | None) -> _Tile:
        """Keeps a tile just painted; None stands for one on which there is nothing."""
        self._drop(key)
        tile = self._tiles[key] = _Tile(pixmap, True)
        self._scales[key.scale] += 1
        self.bytes += _bytes(pixmap)
        while self.bytes > self._limit and len(self._tiles) > 1:
            self._drop(next(iter(self._tiles)))
        return tile

    def make_room(self, tiles: int) -> None:
        """Sees to it that the limit holds twice as many tiles as one view shows."""
        self._limit = max(self._limit, 2 * tiles * TILE * TILE * 4)

    def spoil(self, span: Span | None = None, reach_px: float = 0.0) -> None:
        """Marks tiles as out of date: those that touch `span` or lie within so many device pixels of it, or all."""
        for key, tile in self._tiles.items():
            if span is None or meets(key.span, widened(span, reach_px / key.scale)):
                tile.fresh, tile.part = False, None

    def spoil_parts(self, spans: Sequence[Span], reach_px: float = 0.0) -> None:
        """Marks as out of date what of the tiles touches some rectangles or lies within so many device pixels of them."""
        for scale in self._scales:
            for key, part in _parts_at(spans, reach_px / scale, scale).items():
                tile = self._tiles.get(key)
                if tile is None or (not tile.fresh and tile.part is None):
                    continue
                part = common(part, key.span)
                tile.part = united((part, tile.part)) if tile.part is not None else part
                tile.fresh = False

    def clear(self) -> None:
        """Forgets everything."""
        self._tiles.clear()
        self._scales.clear()
        self.bytes = 0

    def around(self, key: Key, stale: bool) -> tuple[list[tuple[Key, QPixmap]], bool]:
        """Painted tiles of other zooms that show the place of `key`, to be drawn in this order; stale ones too if asked.

        Zooms are tried from the nearest on until one covers the place; the flag says whether one does.
        """
        covered = False
        found: list[tuple[Key, QPixmap]] = []
        for scale in sorted(self._scales, key=lambda scale: abs(math.log(scale / key.scale))):
            if scale == key.scale:
                continue
            columns, rows = _touched(key, scale)
            if len(columns) * len(rows) > _MOST_STAND_INS:
                continue
            keys = [Key(scale, column, row) for row in rows for column in columns]
            tiles = [(other, self._tiles.get(other)) for other in keys]
            shown = [(other, t.pixmap) for other, t in tiles if t is not None and t.pixmap is not None and (stale or t.fresh)]
            found.extend(shown)
            covered = len(shown) == len(keys)
            if covered:
                break
        return found[::-1], covered

    def _drop(self, key: Key) -> None:
        tile = self._tiles.pop(key, None)
        if tile is not None:
            self.bytes -= _bytes(tile.pixmap)
            self._scales[key.scale] -= 1
            if not self._scales[key.scale]:
                del self._scales[key.scale]


def _parts_at(spans: Sequence[Span], reach: float, scale: float) -> dict[Key, Span]:
    """The tiles of a zoom that rectangles with so many scene units around them touch, each with what lies around those of
    them that touch it."""
    side = TILE / scale
    found: dict[tuple[int, int], list[Span]] = {}
    for left, top, right, bottom in spans:
        wide = left - reach, top - reach, right + reach, bottom + reach
        first, last = int(wide[0] // side), int(wide[2] // side)
        for row in range(int(wide[1] // side), int(wide[3] // side) + 1):
            for column in range(first, last + 1):
                found.setdefault((column, row), []).append(wide)
    return {Key(scale, *place): united(parts) for place, parts in found.items()}


def _touched(key: Key, scale: float) -> tuple[range, range]:
    """Columns and rows of the tiles of another zoom that share more than an edge with a tile."""
    side = TILE / scale
    left, top, right, bottom = (bound / side for bound in key.span)
    return range(math.floor(left + 1e-9), math.ceil(right - 1e-9)), range(math.floor(top + 1e-9), math.ceil(bottom - 1e-9))


def _bytes(pixmap: QPixmap | None) -> int:
    return 0 if pixmap is None else pixmap.width() * pixmap.height() * pixmap.depth() // 8


class TileSource(Protocol):
    """What is on the tiles."""

    def is_empty(self, span: Span) -> bool:
        """Whether there is nothing to be seen in a rectangle of the scene."""
        ...

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints a rectangle of the scene; the painter's transform leads from the scene to the tile."""
        ...


class Allowance:
    """How many cold tiles may still be painted in this frame, and how long. All tiled layers of a view share one."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        """`clock` tells seconds."""
        self.left = 0.0
        self.painted = 0
        """Cold tiles painted so far, in all frames; those of which a part was painted count, too."""
        self.wanting = False
        self.zooming = False
        """Whether the next frame shows another zoom: nothing is painted in it, for what older tiles know of it is there at
        once, stretched, and what would be painted may never be seen again."""
        self.clock = clock
        self._end = 0.0

    def renew(self) -> None:
        """A new frame begins."""
        self.left, self.wanting, self.zooming = 0.0 if self.zooming else 1.0, False, False
        self._end = self.clock() + FRAME_S

    @property
    def seconds(self) -> float:
        """How long this frame may still paint; not above 0 when its time is up."""
        return self._end - self.clock()

    def take(self, share: float = 1.0) -> bool:
        """Whether one more may be begun or gone on with, or such a share of one; if not, another frame is wanted."""
        share = max(share, LEAST_SHARE)
        if self.left < share or (self.left < 1.0 and self.seconds <= 0.0):
            self.wanting = True
            return False
        self.left -= share
        return True


@dataclass(slots=True)
class _Begun:
    """A picture of which only some strips are painted: which tile (None for the overview), which of its dots are wanted, and
    the first row of them that is still missing."""

    key: Key | None
    dots: QRect
    image: QImage
    row: int


class TileSheet:
    """One tiled layer: blits what it has, paints what it may, and stands in for the rest.

    `ground` is the colour of an opaque layer under everything; a layer without it is translucent. `stale` says whether tiles
    that are out of date may be shown until they are painted anew, and `stale_zooms` whether those, too, that are seen again
    after another zoom. With `whole`, the rectangle that the layer fills, a small picture of all of it is kept to stand in. With
    `cels` of the source, an edit of one part leaves the others unpainted. `prepare` makes for a part of the frame what a tile
    needs that cannot be painted in strips, and says whether all of it is there.
    """

    def __init__(
        self,
        source: TileSource,
        allowance: Allowance,
        limit: int,
        stale: bool = True,
        whole: Span | None = None,
        cels: Cels | None = None,
        prepare: Callable[[Exposure], bool] = lambda exposure: True,
        stale_zooms: bool = True,
    ) -> None:
        self.source = source
        self.cels = cels
        self._prepare = prepare
        self.cache = TileCache(limit)
        self.ground: QColor | None = None
        self.whole = whole
        self._allowance = allowance
        self._stale = stale
        self._stale_zooms = stale and stale_zooms
        self._seen: set[Key] = set()
        self._overview = _Tile(None, False)
        self._begun: _Begun | None = None
        self._paces: dict[_Pace, float] = {}
        self._tallest: dict[_Pace, int] = {}

    def spoil(self, span: Span | None = None, reach_px: float = 0.0) -> None:
        """Has what touches `span` or lies so many device pixels from it, or everything, painted anew."""
        self._begun = None
        self._paces.clear()
        self._tallest.clear()
        if self.cels is not None:
            self.cels.clear()
        self.cache.spoil(span, reach_px)
        self._overview.fresh, self._overview.part = False, None

    def spoil_parts(self, changes: Mapping[str, Sequence[Span]], reach_px: float = 0.0) -> None:
        """Has only some rectangles of layers painted anew, with so many device pixels around them."""
        spans = list({span for each in changes.values() for span in each})
        if not spans:
            return
        if len(spans) > _MOST and self.cels is None:
            # Which tiles they touch would take longer to say than to paint them.
            self.spoil(united(spans), reach_px)
            return
        self._begun = None
        if len(spans) > _MANY:
            self._tallest.clear()
            self._paces = {key: max(pace, 2 * FRAME_S / TILE**2) for key, pace in self._paces.items()}
        if self.cels is not None:
            for layer, each in changes.items():
                self.cels.spoil(layer, each, reach_px)
        self.cache.spoil_parts(spans, reach_px)
        whole, overview = united(spans), self._overview
        if overview.fresh:
            overview.fresh, overview.part = False, whole
        elif overview.part is not None:
            overview.part = united((overview.part, whole))

    def fit(self, whole: Span | None) -> None:
        """Says which rectangle the layer fills now."""
        if whole != self.whole:
            self.whole = whole
            self._overview = _Tile(None, False)

    def forget(self) -> None:
        """Drops every picture."""
        self.cache.clear()
        if self.cels is not None:
            self.cels.clear()
        self._overview = _Tile(None, False)
        self._begun = None
        self._paces.clear()
        self._tallest.clear()

    def paint(self, painter: QPainter, view: QTransform, visible: QRectF, density: float) -> None:
        """Paints the visible part of the layer.

        `view` leads from the scene to the viewport, `visible` is the part of the viewport to be painted, `density` is device
        pixels per viewport pixel. The painter's transform must be the viewport's own.
        """
        scale = view.m11() * density
        origin = view.map(QPointF(0, 0))
        left, top = round(origin.x() * density), round(origin.y() * density)
        columns = _range(visible.left() * density - left, visible.right() * density - left)
        rows = _range(visible.top() * density - top, visible.bottom() * density - top)
        keys = [Key(scale, column, row) for row in rows for column in columns]
        self.cache.make_room(len(keys))
        if self.cels is not None:
            self.cels.make_room(len(keys) + 1, TILE * TILE * 4)
        if self._overview.pixmap is None:
            self._take_overview()
        if any(key.scale != scale for key in self._seen):
            self._seen.clear()
        # Missing tiles nearest to the middle of the view come first.
        middle = (columns.start + columns.stop - 1) / 2, (rows.start + rows.stop - 1) / 2
        for key in sorted(keys, key=lambda key: math.hypot(key.column - middle[0], key.row - middle[1])):
            target = QRectF(
                (key.column * TILE + left) / density, (key.row * TILE + top) / density, TILE / density, TILE / density
            )
            tile = self._tile(key, density)
            if tile is None:
                self._stand_in(painter, key, target)
                continue
            self._seen.add(key)
            if tile.pixmap is not None:
                painter.drawPixmap(target.topLeft(), tile.pixmap)
            elif self.ground is not None:
                painter.fillRect(target, self.ground)
        if not self._overview.fresh and self.whole is not None and self._allowance.left >= 0.5:
            self._take_overview()
        if not self._overview.fresh and self.whole is not None:
            self._allowance.wanting = True

    def image(self, key: Key, density: float) -> QImage:
        """A tile, painted anew and not kept."""
        image, dots = self._blank(TILE, TILE), QRect(0, 0, TILE, TILE)
        self._paint(key, image, dots, _to_tile(key), Exposure(key.span, key.scale, density))
        return image

    def _paint(self, key: Key | None, image: QImage, dots: QRect, to_image: QTransform, exposure: Exposure) -> None:
        """Paints some dots of a picture, or more."""
        if self.cels is not None:
            self.cels.paint(key, image, dots, to_image, exposure, _OVERVIEW_REACH if key is None else 0.0)
        else:
            with painting(image, to_image) as painter:
                self.source.paint(painter, exposure)

    def _tile(self, key: Key, density: float) -> _Tile | None:
        """The fresh tile, painted now if that is still allowed; None when it has to wait."""
        tile = self.cache.get(key)
        if tile is not None and tile.fresh:
            return tile
        if self.source.is_empty(key.span):
            return self.cache.put(key, None)
        if self._allowance.left > 0 and not self._prepare(Exposure(key.span, key.scale, density)):
            self._allowance.wanting = True
            return None
        to_tile = _to_tile(key)
        old = tile.pixmap if tile is not None and tile.part is not None else None
        dots = QRect(0, 0, TILE, TILE)
        if old is not None and tile is not None and tile.part is not None:
            dots &= _dots(tile.part, to_tile)
        pixmap = self._painted(key, old, QSize(TILE, TILE), dots, to_tile, density)
        if pixmap is None:
            return None
        pixmap.setDevicePixelRatio(density)
        return self.cache.put(key, pixmap)

    def _painted(
        self, key: Key | None, old: QPixmap | None, size: QSize, dots: QRect, to_image: QTransform, density: float
    ) -> QPixmap | None:
        """A picture of which a rectangle of dots is painted anew, as it would be if all were; None while it has to wait."""
        if old is not None and dots.isEmpty():
            return old
        share = dots.width() * dots.height() / (size.width() * size.height())
        if self.cels is not None and self.cels.knows_ground(key, dots):
            share *= _WARM_SHARE
        if not self._allowance.take(share):
            return None
        image = self._strips(key, size, dots, to_image, density)
        if image is None:
            return None
        self._allowance.painted += 1
        if old is None:
            return QPixmap.fromImage(image)
        mended = QPixmap(old)
        mended.setDevicePixelRatio(1.0)
        with painting(mended) as painter:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            painter.drawImage(dots.topLeft(), image, dots)
        return mended

    def _strips(self, key: Key | None, size: QSize, dots: QRect, to_image: QTransform, density: float) -> QImage | None:
        """A picture in which some dots are painted; None when the frame ends before, and the next one goes on from there."""
        begun, self._begun = self._begun, None
        if begun is None or (begun.key, begun.dots) != (key, dots):
            begun = _Begun(key, dots, self._blank(size.width(), size.height()), dots.top())
        scale = to_image.m11()
        pace_key = scale, self.cels is not None and self.cels.knows_ground(key, dots)
        while True:
            rest = dots.bottom() + 1 - begun.row
            rows = self._rows(pace_key, dots.width(), rest)
            strip = QRect(dots.left(), begun.row, dots.width(), rows)
            begin = self._allowance.clock()
            # Painted neither through a clip nor onto a smaller picture: Qt rounds colours and dashes otherwise there; seams
            # show. What is painted beside the strip is overpainted or left out.
            image = begun.image if rows == dots.height() else self._blank(size.width(), size.height())
            # Fine lines beside the rectangle may tint its outermost dots.
            near = strip.adjusted(-TINTED, -TINTED, TINTED, TINTED) & image.rect()
            span = from_rect(to_image.inverted()[0].mapRect(QRectF(near)))
            self._paint(key, image, strip, to_image, Exposure(span, scale, density))
            if image is not begun.image:
                with painting(begun.image) as painter:
                    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
                    painter.drawImage(strip.topLeft(), image, strip)
            if strip.width() * rows >= _LEAST_ROWS * TILE / 2:
                pace = (self._allowance.clock() - begin) / (strip.width() * (rows + _BESIDE))
                self._paces[pace_key] = max(pace, _FORGOTTEN * self._paces.get(pace_key, 0.0))
                self._tallest[pace_key] = max(rows, self._tallest.get(pace_key, 0))
            begun.row += rows
            if begun.row > dots.bottom():
                return begun.image
            # A strip that would take much longer than is left waits for the next frame.
            if self._allowance.seconds <= self._paces.get(pace_key, 0.0) * _LEAST_ROWS * dots.width() / 2:
                self._begun, self._allowance.wanting = begun, True
                return None

    def _rows(self, pace_key: "_Pace", width: int, rest: int) -> int:
        """How many rows of a picture the next strip may have, of so many that are left."""
        pace = self._paces.get(pace_key, self._guess(pace_key))
        rows = round(self._allowance.seconds / max(pace * width, 1e-9)) - _BESIDE if pace is not None else 0
        # A few rows tell little of many, which may cost much more: no strip is much taller than those before it.
        rows = min(rows, _GROWTH * self._tallest.get(pace_key, _FIRST_ROWS // _GROWTH))
        rows = max(rows, _LEAST_ROWS)
        # A little over the time costs less than one strip more.
        return rest if rows + max(rows // 2, _LEAST_ROWS) >= rest else rows

    def _guess(self, pace_key: "_Pace") -> float | None:
        """The pace of a zoom at which nothing has been painted yet, by that of the nearest at which something has."""
        scale, warm = pace_key
        known = [other for other, of in self._paces if of == warm]
        if not known:
            return None
        nearest = min(known, key=lambda other: abs(math.log(other / scale)))
        # From farther away more of the map lies under each dot.
        return self._paces[nearest, warm] * max(nearest / scale, 1.0) ** 2

    def _take_overview(self) -> None:
        if self.whole is None:
            return
        left, top, right, bottom = self.whole
        scale = OVERVIEW / max(right - left, bottom - top)
        width, height = max(round((right - left) * scale), 1), max(round((bottom - top) * scale), 1)
        to_image = QTransform(scale, 0, 0, scale, -left * scale, -top * scale)
        old, dots = self._overview, QRect(0, 0, width, height)
        base = old.pixmap if old.part is not None and old.pixmap is not None and old.pixmap.size() == dots.size() else None
        if base is not None and old.part is not None:
            dots &= _dots(widened(old.part, _OVERVIEW_REACH / scale), to_image)
        pixmap = self._painted(None, base, QSize(width, height), dots, to_image, 1.0)
        if pixmap is not None:
            self._overview = _Tile(pixmap, True)

    def _blank(self, width: int, height: int) -> QImage:
        opaque = self.ground is not None
        image = QImage(width, height, QImage.Format.Format_RGB32 if opaque else QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(self.ground if self.ground is not None else Qt.GlobalColor.transparent)
        return image

    def _stand_in(self, painter: QPainter, key: Key, target: QRectF) -> None:
        old = self.cache.get(key)
        if old is not None and old.pixmap is not None and (self._stale_zooms or (self._stale and key in self._seen)):
            painter.drawPixmap(target.topLeft(), old.pixmap)
            return
        painter.save()
        painter.setClipRect(target)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        around, covered = self.cache.around(key, self._stale_zooms)
        if self.ground is not None and not covered:
            painter.fillRect(target, self.ground)
        if self._overview.pixmap is not None and self.whole is not None and not covered:
            _stretch(painter, key, target, self.whole, self._overview.pixmap)
        for other, pixmap in around:
            _stretch(painter, key, target, other.span, pixmap)
        painter.restore()


def _to_tile(key: Key) -> QTransform:
    """From the scene to the dots of a tile."""
    return QTransform(key.scale, 0, 0, key.scale, -key.column * TILE, -key.row * TILE)


def _dots(span: Span, to_image: QTransform) -> QRect:
    """The dots of a picture that a rectangle of the scene touches."""
    return to_image.mapRect(to_rect(span)).toAlignedRect()


def _stretch(painter: QPainter, key: Key, target: QRectF, span: Span, pixmap: QPixmap) -> None:
    """Draws a picture of `span` where it belongs, when the tile `key` belongs to `target`."""
    ratio = target.width() * key.scale / TILE
    left, top = target.left() + (span[0] - key.span[0]) * ratio, target.top() + (span[1] - key.span[1]) * ratio
    place = QRectF(left, top, (span[2] - span[0]) * ratio, (span[3] - span[1]) * ratio)
    painter.drawPixmap(place, pixmap, QRectF(0, 0, pixmap.width(), pixmap.height()))


def _range(low: float, high: float) -> range:
    return range(math.floor(low / TILE), max(math.ceil(high / TILE), math.floor(low / TILE) + 1))
