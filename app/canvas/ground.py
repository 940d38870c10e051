"""What renderers start from and how they hear of edits; and the lowest layers: paper, elevation tint, hill shading, margin."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPaintEngine, QPainter, QPainterPath, QTransform

from app.canvas.bins import Owner
from app.canvas.layers import Exposure, Renderer
from app.canvas.looks import Looks
from app.canvas.sheet_seams import around, seam_path
from app.canvas.style import PaperStyle, ShadingStyle, Style, TintStyle
from app.canvas.transform import MapTransform, Polyline, Span, common, contains, meets, span_of, to_rect, united, widened
from core.model.box import PlacedSheet, sheet_edge
from core.model.maps import Key, Section
from core.model.relief import ReliefRaster


class Printed(NamedTuple):
    """An item of a sheet: whose what is made of it is, the sheet with its printed edge, and the item itself."""

    owner: Owner
    placed: PlacedSheet
    edge: Span
    item: Any


class Changed(NamedTuple):
    """An item that an edit has put in, replaced or taken out, as it was and as it is; None where there was or is none."""

    old: Printed | None
    new: Printed | None

    @property
    def owner(self) -> Owner:
        """Whose what is made of the item is."""
        some = self.new or self.old
        assert some is not None
        return some.owner


@dataclass(frozen=True)
class Ground:
    """What every renderer starts from: the sheets to be drawn, their printed edges in the scene, and the looks of terrain.

    `guests` are the other sheets of the box: what they hold is drawn where it lies within the printed edges, too.
    """

    sheets: tuple[PlacedSheet, ...]
    edges: tuple[Span, ...]
    transform: MapTransform
    looks: Looks
    guests: tuple[tuple[PlacedSheet, Span], ...] = ()

    @classmethod
    def of(
        cls, sheets: Sequence[PlacedSheet], transform: MapTransform, looks: Looks, others: Sequence[PlacedSheet] = ()
    ) -> "Ground":
        """The ground of some sheets of a box, the others of which may reach into it."""
        edges, beside = (tuple(transform.span(sheet_edge(sheet)) for sheet in each) for each in (sheets, others))
        return cls(tuple(sheets), edges, transform, looks, tuple(zip(others, beside, strict=True)))

    @cached_property
    def room(self) -> Span:
        """The rectangle around all printed edges. An area fills all that it covers of it, whichever sheet keeps it: it stands
        in the way there, too."""
        return united(self.edges)

    @property
    def style(self) -> Style:
        """Everything that is drawn with beside the looks of terrain."""
        return self.looks.style

    def placed(self) -> Iterator[tuple[PlacedSheet, Span]]:
        """Each sheet with its edge."""
        return zip(self.sheets, self.edges, strict=True)

    def items(self, *sections: Section) -> Iterator[Printed]:
        """The items of some sections, sheet by sheet and section by section, in order."""
        for number, (placed, edge) in enumerate(self.placed()):
            for section in sections:
                held = sorted(placed.sheet.hexes.items()) if section == "hexes" else placed.sheet.items(section).keyed()
                for key, item in held:
                    yield Printed((number, key), placed, edge, item)

    def from_beside(self, section: Section) -> Iterator[Printed]:
        """The areas or lines of sheets that are not drawn; lines with the part of their own sheet's edge that is."""
        for number, (placed, edge) in enumerate(self.guests, len(self.sheets)):
            if section == "areas" or meets(edge, self.room):
                for key, item in placed.sheet.items(section).keyed():
                    yield Printed((number, key), placed, self.room if section == "areas" else common(edge, self.room), item)

    def item(self, number: int, section: Section, key: Key) -> Printed | None:
        """One item of the sheet at a position, None when there is none."""
        placed = self.sheets[number]
        item = placed.sheet.item(section, key)
        return None if item is None else Printed((number, key), placed, self.edges[number], item)

    def line(self, placed: PlacedSheet, points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        """Points of a sheet in the scene."""
        return [self.transform.xy(placed.frame.to_plane(point)) for point in points]


@dataclass(frozen=True)
class Change:
    """What an edit has made of the items of a map. `keys` says of which, by the position of their sheet and by section."""

    before: Ground
    after: Ground
    keys: Mapping[tuple[int, Section], tuple[Key, ...]]
    _found: dict[tuple[int, Section], list[Changed]] = field(default_factory=dict, compare=False)

    def items(self, *sections: Section) -> Iterator[Changed]:
        """The changed items of some sections, in order."""
        for number in range(len(self.after.sheets)):
            for section in sections:
                if (number, section) not in self._found:
                    # Kept, because several renderers ask for the same.
                    self._found[number, section] = list(self._look(number, section))
                yield from self._found[number, section]

    def _look(self, number: int, section: Section) -> Iterator[Changed]:
        for key in self.keys.get((number, section), ()):
            old, new = self.before.item(number, section, key), self.after.item(number, section, key)
            if old is not None or new is not None:
                yield Changed(old, new)


def line_change(old: Polyline, new: Polyline) -> Span | None:
    """The rectangle outside which two lines, or the areas within them, are the same; None when they do not differ.

    >>> line_change([(0, 0), (5, 5), (9, 0), (20, 0)], [(0, 0), (5, 7), (9, 0), (20, 0)])
    (0.0, 0.0, 9.0, 7.0)
    """
    if old == new:
        return None
    most = min(len(old), len(new))
    head = next((k for k in range(most) if old[k] != new[k]), most)
    tail = next((k for k in range(most - head) if old[-1 - k] != new[-1 - k]), most - head)
    parts = [line[max(head - 1, 0) : len(line) - tail + 1] for line in (old, new)]
    points = [point for part in parts for point in part]
    return span_of(points) if points else None


def lines_change(old: Sequence[Polyline], new: Sequence[Polyline]) -> list[Span]:
    """The same for several lines, such as the rings of an area."""
    if len(old) != len(new):
        return [span_of(line) for line in (*old, *new) if line]
    spans = [line_change(a, b) for a, b in zip(old, new, strict=True)]
    return [span for span in spans if span is not None]


class Paper(Renderer):
    """The paper inside the printed edges."""

    layer = "paper"

    def __init__(self, ground: Ground) -> None:
        self._edges = ground.edges
        self._style: PaperStyle = ground.style.paper
        self._inside = QPainterPath()

    def prepare(self) -> Iterator[None]:
        """Makes one piece of paper of sheets that meet."""
        self._inside = around(self._edges)
        yield

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Fills the sheets."""
        if any(meets(edge, exposure.span) for edge in self._edges):
            painter.fillPath(self._inside, self._style.colour)


class Margin(Renderer):
    """The margin around the sheets, the frame at their common edge and a thin line where they meet; painted last, so that
    nothing runs over the edge."""

    layer = "paper"

    def __init__(self, ground: Ground) -> None:
        self._edges = ground.edges
        self._room = ground.room
        self._style: PaperStyle = ground.style.paper
        self._inside = QPainterPath()
        self._ring = QPainterPath()
        self._seams = QPainterPath()

    def prepare(self) -> Iterator[None]:
        """Cuts the sheets out of their common margin, which fills corners that they leave, and finds their seams."""
        outside = QPainterPath()
        outside.addRect(to_rect(widened(self._room, self._style.margin)))
        self._inside = around(self._edges)
        self._ring = outside.subtracted(self._inside)
        self._seams = seam_path(self._edges)
        yield

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints seams, margin and frame, the latter two unless the exposure lies inside one sheet."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if not self._seams.isEmpty():
            painter.strokePath(self._seams, exposure.pen(self._style.seam))
        if any(_inside(exposure.span, edge, self._style.frame.width) for edge in self._edges):
            return
        painter.fillPath(self._ring, self._style.margin_colour)
        painter.strokePath(self._inside, exposure.pen(self._style.frame))


def _inside(inner: Span, outer: Span, margin: float) -> bool:
    return contains(widened(outer, -margin), inner)


class Relief:
    """A relief raster as Qt pictures. Empty until one is set."""

    def __init__(self, ground: Ground) -> None:
        self._transform = ground.transform
        self._style = ground.style
        self._edges = _with_contours(ground)
        self.raster: ReliefRaster | None = None
        self.bands: tuple[QImage, ...] = ()
        self.shade: tuple[QImage, ...] = ()
        self._stretched: dict[int, QImage] = {}
        self._place = QRectF()

    def show(self, raster: ReliefRaster | None) -> None:
        """Takes a raster for both layers; None removes it."""
        self.raster, self.bands, self.shade = raster, (), ()
        self._stretched.clear()
        if raster is None:
            return
        width, height = raster.width * raster.detail, raster.height * raster.detail
        colours = tint_table(self._style.tint, _highest_band(raster) + 1)
        self.bands = _smaller_and_smaller(_coloured(raster.bands, width, height, colours))
        shades = shading_table(self._style.shading)
        self.shade = _smaller_and_smaller(_coloured(raster.shade, raster.width, raster.height, shades))
        self._place = to_rect(self._transform.span(raster.bounds))

    def show_that_of(self, other: "Relief") -> None:
        """Takes the raster of another picture of the same style, with what was made of it."""
        if other._style is not self._style:
            self.show(other.raster)
            return
        self.raster, self.bands, self.shade = other.raster, other.bands, other.shade
        self._stretched = dict(other._stretched)
        if self.raster is not None:
            self._place = to_rect(self._transform.span(self.raster.bounds))

    def change(self, change: Change) -> list[Span]:
        """Shows the raster on the sheets that have heights after an edit; returns the edges of those that had or have none."""
        old, self._edges = self._edges, _with_contours(change.after)
        return [] if self.raster is None else sorted(set(old) ^ set(self._edges))

    def paint(self, sizes: Sequence[QImage], painter: QPainter, exposure: Exposure) -> None:
        """Paints one of the two pictures from the smallest of its sizes that is fine enough, sheet by sheet."""
        if not sizes:
            return
        wanted = self._place.width() * exposure.scale
        picture = next((size for size in reversed(sizes) if size.width() >= wanted), sizes[0])
        if not isinstance(painter.device(), QImage):
            picture = self._smooth(picture)
        for edge in self._edges:
            part = to_rect(exposure.span) & to_rect(edge) & self._place
            if part.isEmpty():
                continue
            painter.save()
            if painter.paintEngine().type() == QPaintEngine.Type.SVG:
                # Qt writes neither clips nor parts of pictures into SVG: cut out whole pixels.
                self._paint_cut(picture, part, painter)
            else:
                painter.setClipRect(part, Qt.ClipOperation.IntersectClip)
                painter.drawImage(self._place, picture)
            painter.restore()

    def _smooth(self, picture: QImage) -> QImage:
        """The picture at full size: programs that show files stretch pictures without smoothing them.

        It stays the same picture, so that a file of many pages holds it once.
        """
        if picture.size() == self.bands[0].size():
            return picture
        found = self._stretched.get(picture.cacheKey())
        if found is None:
            keep, smooth = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
            found = self._stretched[picture.cacheKey()] = picture.scaled(self.bands[0].size(), keep, smooth)
        return found

    def _paint_cut(self, picture: QImage, part: QRectF, painter: QPainter) -> None:
        across, down = picture.width() / self._place.width(), picture.height() / self._place.height()
        place = QTransform.fromTranslate(-self._place.x(), -self._place.y()) * QTransform.fromScale(across, down)
        cells = place.mapRect(part).toAlignedRect() & picture.rect()
        back, possible = place.inverted()
        if possible:
            painter.drawImage(back.mapRect(QRectF(cells)), picture.copy(cells))


def _with_contours(ground: Ground) -> tuple[Span, ...]:
    """The edges of the sheets whose ground has heights: with contours, or for contours beside a sheet that has some."""
    sheets = [(placed.sheet, edge) for placed, edge in ground.placed()]
    if not any(sheet.contours for sheet, _ in sheets):
        return ()
    return tuple(edge for sheet, edge in sheets if sheet.contours or sheet.contour_interval is not None)


def _highest_band(raster: ReliefRaster) -> int:
    """The highest band of a raster, from which tints are mixed."""
    # Searched from the top: to compare millions of bytes one by one would take longer than a frame.
    first = min(max(math.ceil((raster.most - raster.low) / raster.interval), 0) + 1, 255) if raster.interval > 0 else 255
    return next((band for band in range(first, 0, -1) if band in raster.bands), 0)


def _coloured(data: bytes, width: int, height: int, table: Sequence[int]) -> QImage:
    picture = QImage(data, width, height, width, QImage.Format.Format_Indexed8)
    picture.setColorTable(list(table))
    # Conversion copies: the first picture only borrows Python's bytes.
    return picture.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def _smaller_and_smaller(picture: QImage) -> tuple[QImage, ...]:
    """A picture and its halves, quarters and so on, for the view from afar."""
    sizes = [picture]
    while min(sizes[-1].width(), sizes[-1].height()) > 64:
        half = sizes[-1].size() / 2
        sizes.append(sizes[-1].scaled(half, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation))
    return tuple(sizes)


class Tint(Renderer):
    """Elevation bands between contours."""

    layer = "tint"

    def __init__(self, relief: Relief) -> None:
        self._relief = relief

    def change(self, change: Change) -> list[Span]:
        """Has the bands appear with the first contour of a sheet."""
        return self._relief.change(change)

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints the bands, once there is a raster."""
        self._relief.paint(self._relief.bands, painter, exposure)


class Shading(Renderer):
    """Light from the north-west on the slopes."""

    layer = "shading"

    def __init__(self, relief: Relief) -> None:
        self._relief = relief

    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints light and shadow, once there is a raster."""
        self._relief.paint(self._relief.shade, painter, exposure)


def tint_table(style: TintStyle, bands: int) -> list[int]:
    """256 colours for bands, from the lowest to the highest, mixed from the style's."""
    last = len(style.bands) - 1
    whole = max(bands, style.full_bands, 2) - 1
    colours = []
    for band in range(256):
        at = min(band / whole, 1.0) * last
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
