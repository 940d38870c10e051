"""Paints the shapes of `app.canvas.shapes`: by form as much as by colour, so that they tell themselves apart without colour."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import singledispatchmethod
from operator import attrgetter

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen

from app.canvas.graphic_painter import graphic_span, paint_graphic
from app.canvas.hex_sets import HexSet, filed
from app.canvas.layers import Exposure
from app.canvas.letters import Label, text_width
from app.canvas.polylines import clipped_ring
from app.canvas.shapes import (
    BlockMark,
    Caption,
    ChordMark,
    FlashRing,
    Graphic,
    Handles,
    HexCursor,
    HexFill,
    HexRim,
    HexTexts,
    Rays,
    Shape,
    SightLine,
    Sketch,
    SmokeMark,
)
from app.canvas.style import Lettering, LineLook, OverlayStyle, Stroke
from app.canvas.transform import (
    HEX,
    MapTransform,
    Polyline,
    Span,
    contains,
    meets,
    path_of,
    polygon,
    span_of,
    to_rect,
    united,
    widened,
)
from core.geometry.bearings import RAYS
from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre, to_plane

REACH_PX = 48.0
"""No mark reaches further than this many device pixels beyond the places it belongs to."""

CAPTION_OFF_PX = 12.0
"""How far a caption stands from the point that it belongs to."""

_CROWDED, _HELD, _DOT = 0.8, 1.35, 0.4
"""Handles stand at least so many of their sizes apart; one that is held is so much larger; and how large its dot is."""

_STRAIGHT = 1.0
"""A way that leads less far than that to a side, in scene units, leads straight on."""

_HATCH_ANGLE = 45.0

_WIDEST_CAPTION = 1000.0

_MOST_OF_HEX = 0.46
"""Letters that would be larger than such a part of a hex are left out: they would run into those of the next hexes."""

_PLATE_HIGH, _PLATE_BESIDE = 1.1, 0.42
"""How high the plate of a text is, and how much wider than it, in sizes of its letters."""

_COARSE_PX = 9.0
"""Hexes smaller than this are filled as runs of a column instead of one by one."""

_PUFFS = ((-0.20, 0.05, 0.15), (0.0, -0.08, 0.20), (0.20, 0.04, 0.16), (-0.08, 0.12, 0.15), (0.11, 0.13, 0.15))
"""A cloud as circles: x, y and radius in hexes."""


class ShapePainter:
    """Paints shapes on the maps of one box."""

    def __init__(self, transform: MapTransform, style: OverlayStyle) -> None:
        self._transform = transform
        self._style = style

    def span(self, shape: Shape) -> Span | None:
        """The rectangle around a shape, up to REACH_PX; None when there is nothing of it."""
        transform = self._transform
        match shape:
            case HexFill() | HexRim():
                return self._around(shape.hexes)
            case HexTexts():
                return self._around(shape.texts)
            case SightLine():
                return self._around((shape.start, shape.end))
            case BlockMark():
                outlines = [span_of(transform.line(outline)) for outline in shape.outlines if outline]
                return united([transform.hex_span(shape.hex), *outlines])
            case Rays():
                return widened(transform.hex_span(shape.target), shape.reach * HEX)
            case ChordMark():
                return span_of(transform.line((shape.low_end, shape.high_end, shape.at or shape.low_end)))
            case SmokeMark() | FlashRing():
                return widened(transform.hex_span(shape.hex), 2 * HEX)
            case HexCursor():
                return transform.hex_span(shape.hex)
            case Sketch():
                return span_of(transform.line(shape.line)) if shape.line else None
            case Graphic():
                return graphic_span(shape)
            case Handles():
                return span_of(transform.line(shape.points)) if shape.points else None
            case Caption():
                return widened(span_of(transform.line((shape.at,))), 2 * HEX)

    def hexes_span(self, hexes: Iterable[Hex]) -> Span | None:
        """The rectangle around hexes."""
        return self._around(hexes)

    def _around(self, hexes: Iterable[Hex]) -> Span | None:
        # Centres go to one side with q and to the other with 2 r + q: the middles of thousands need not be worked out.
        places = tuple(hexes)
        if not places:
            return None
        ends = (least_and_most(places, attrgetter("q")), least_and_most(places, lambda place: 2 * place.r + place.q))
        return span_of([self._transform.centre(place) for both in ends for place in both], HEX * 0.6)

    def touches(self, shape: Shape, span: Span) -> bool:
        """Whether some of a shape may be seen in a rectangle of the scene; for hexes one by one."""
        if isinstance(shape, HexFill):
            return next(filed(shape.hexes).within(self._transform, span), None) is not None
        if isinstance(shape, HexTexts):
            return any(place in shape.texts for place in self._transform.hexes_in(span))
        return True

    @singledispatchmethod
    def paint(self, shape: Shape, painter: QPainter, exposure: Exposure) -> None:
        """Paints one shape; the painter's transform is the scene's."""
        raise TypeError(f"no way to paint {shape!r}")

    @paint.register
    def _(self, shape: HexFill, painter: QPainter, exposure: Exposure) -> None:
        look = self._style.hexes[shape.look]
        reach = exposure.width(look.outline) if look.outline else 0.0
        held = filed(shape.hexes)
        near = list(held.within(self._transform, widened(exposure.span, reach)))
        if not near:
            return
        paper = [self._transform.span(bounds) for bounds in shape.paper]
        fill = self._runs(near, paper) if exposure.hex_px < _COARSE_PX else self._hex_path(near, paper)
        if look.fill.alpha():
            painter.fillPath(fill, look.fill)
        if look.hatch is not None:
            _hatch(painter, fill, exposure, _plain_far_off(look.hatch, exposure), exposure.units(look.hatch_px), look.angle)
        strokes = [_plain_far_off(stroke, exposure) for stroke in (look.outline, look.inner) if stroke is not None]
        if strokes:
            rim = path_of(*[side for place in near for side in self._rim(place, held)])
            for stroke in strokes:
                painter.strokePath(rim, _rim_pen(stroke, exposure))

    @paint.register
    def _(self, shape: HexRim, painter: QPainter, exposure: Exposure) -> None:
        look = self._style.hexes[shape.look]
        stroke = look.inner or look.outline
        held = filed(shape.hexes)
        near = list(held.within(self._transform, exposure.span))
        if stroke is not None and near:
            rim = path_of(*[side for place in near for side in self._rim(place, held)])
            painter.strokePath(rim, _rim_pen(replace(stroke, width=0.0), exposure))

    def _hex_path(self, places: Sequence[Hex], paper: Sequence[Span]) -> QPainterPath:
        corners = self._transform.corner_steps()
        whole = path_of([*corners, corners[0]])
        path = _filled_path()
        for place in places:
            if not paper or any(contains(sheet, self._transform.hex_span(place)) for sheet in paper):
                path.addPath(whole.translated(*self._transform.centre(place)))
            else:
                ring = self._transform.corners(place)
                pieces = [clipped_ring([*ring, ring[0]], sheet) for sheet in paper]
                path.addPath(path_of(*[piece for piece in pieces if piece]))
        return path

    def _runs(self, places: Sequence[Hex], paper: Sequence[Span]) -> QPainterPath:
        path = _filled_path()
        half = math.sqrt(3) / 4
        first = last = places[0]
        for place in [*places[1:], None]:
            if place is not None and place.q == last.q and place.r == last.r + 1:
                last = place
                continue
            (x, low), (_, high) = plane_centre(first), plane_centre(last)
            run = to_rect(self._transform.span((x - half, low - 0.5, x + half, high + 0.5)))
            for part in [run & to_rect(sheet) for sheet in paper] if paper else [run]:
                path.addRect(part)
            if place is not None:
                first = last = place
        return path

    def _rim(self, place: Hex, among: HexSet) -> list[Polyline]:
        sides = among.open_sides(place)
        if not sides:
            return []
        corners = self._transform.corners(place)
        # The hexside towards the k-th neighbour, clockwise from north, lies between corners 4 + k and 5 + k.
        return [[corners[(4 + k) % 6], corners[(5 + k) % 6]] for k in sides]

    @paint.register
    def _(self, shape: SightLine, painter: QPainter, exposure: Exposure) -> None:
        look = self._style.lines[shape.state]
        start, end = (QPointF(*self._transform.centre(place)) for place in (shape.start, shape.end))
        turn = end
        if shape.blocker is not None and look.beyond is not None:
            turn = _foot(start, end, QPointF(*self._transform.centre(shape.blocker)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(exposure.pen(look.casing))
        painter.drawLine(start, end)
        painter.setPen(exposure.pen(look.line))
        painter.drawLine(start, turn)
        if look.beyond is not None and turn != end:
            painter.setPen(exposure.pen(look.beyond))
            painter.drawLine(turn, end)
        self._start_mark(painter, exposure, look, start)
        self._end_mark(painter, exposure, look, end)

    def _start_mark(self, painter: QPainter, exposure: Exposure, look: LineLook, at: QPointF) -> None:
        size = exposure.units(look.end_px) * 0.6
        painter.setPen(QPen(look.casing.colour, exposure.units(self._style.mark_casing_px / 4)))
        painter.setBrush(look.line.colour)
        painter.drawEllipse(at, size, size)

    def _end_mark(self, painter: QPainter, exposure: Exposure, look: LineLook, at: QPointF) -> None:
        """Ring, cross, question mark or dot: the verdict without its colour."""
        size = exposure.units(look.end_px)
        strokes = (
            QPen(look.casing.colour, exposure.units(self._style.mark_casing_px)),
            QPen(look.line.colour, exposure.units(self._style.mark_px)),
        )
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for pen in strokes:
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            if look.end == "cross":
                painter.drawLine(at + QPointF(-size, -size), at + QPointF(size, size))
                painter.drawLine(at + QPointF(-size, size), at + QPointF(size, -size))
            elif look.end == "dot":
                painter.drawEllipse(at, size * 0.5, size * 0.5)
            else:
                painter.drawEllipse(at, size, size)
        if look.end == "query":
            painter.setPen(QPen(Qt.PenStyle.NoPen))
            painter.setBrush(look.casing.colour)
            painter.drawEllipse(at, size, size)
            hook = QPainterPath(at + QPointF(-size * 0.35, -size * 0.25))
            hook.arcTo(at.x() - size * 0.35, at.y() - size * 0.62, size * 0.7, size * 0.7, 180, -220)
            hook.quadTo(at + QPointF(0, size * 0.05), at + QPointF(0, size * 0.25))
            pen = QPen(look.line.colour, exposure.units(self._style.mark_px * 0.75))
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.strokePath(hook, pen)
            painter.setBrush(look.line.colour)
            painter.drawEllipse(at + QPointF(0, size * 0.58), size * 0.12, size * 0.12)

    @paint.register
    def _(self, shape: BlockMark, painter: QPainter, exposure: Exposure) -> None:
        style = self._style
        outlines = [self._transform.line(outline) for outline in shape.outlines]
        painter.fillPath(path_of(self._ring(shape.hex)), style.blocker_fill)
        for lines in ([self._ring(shape.hex)], outlines):
            for stroke in (style.blocker_casing, style.blocker):
                for line in lines:
                    painter.strokePath(path_of(line), exposure.pen(stroke))

    def _ring(self, place: Hex) -> Polyline:
        corners = self._transform.corners(place)
        return [*corners, corners[0]]

    @paint.register
    def _(self, shape: Rays, painter: QPainter, exposure: Exposure) -> None:
        style = self._style
        x, y = self._transform.centre(shape.target)
        tips = []
        for ray in RAYS:
            # Lattice directions have true angles only in the plane.
            dx, dy = self._transform.xy(to_plane(ray))
            way = math.hypot(dx, dy)
            tips.append(QPointF(x + dx / way * shape.reach * HEX, y + dy / way * shape.reach * HEX))
        counted = _in_turn(shape.counted)
        if len(counted) > 1:
            sector = QPainterPath(QPointF(x, y))
            for number in counted:
                sector.lineTo(tips[number])
            sector.closeSubpath()
            painter.fillPath(sector, style.ray_sector)
        for number, tip in enumerate(tips):
            painter.setPen(exposure.pen(style.ray_counted if number in counted else style.ray))
            painter.drawLine(QPointF(x, y), tip)

    @paint.register
    def _(self, shape: HexTexts, painter: QPainter, exposure: Exposure) -> None:
        letters = self._style.texts[shape.look]
        size = max(letters.size, exposure.units(letters.least_px))
        if size > _MOST_OF_HEX * HEX or size / HEX * exposure.hex_px < self._style.text_least_px:
            return
        for place in self._transform.hexes_in(widened(exposure.span, HEX)):
            text = shape.texts.get(place)
            if text:
                x, y = self._transform.centre(place)
                at = x + HEX * shape.off[0], y - HEX * shape.off[1]
                if letters.plate is not None:
                    _plate(painter, exposure, letters, at, text_width(letters, text, size), size)
                Label(letters, text, at, size=size).paint(painter)

    @paint.register
    def _(self, shape: ChordMark, painter: QPainter, exposure: Exposure) -> None:
        style = self._style
        low, high = self._transform.to_scene(shape.low_end), self._transform.to_scene(shape.high_end)
        chord = QLineF(low, high)
        half = exposure.units(style.chord_tick_px)
        ticks = []
        for end in (low, high):
            across = QLineF(end, end + QPointF(0, half)) if chord.length() == 0 else chord.normalVector()
            across.setLength(half)
            step = across.p2() - across.p1()
            ticks.append(QLineF(end - step, end + step))
        for stroke in (style.chord_casing, style.chord):
            painter.setPen(exposure.pen(stroke))
            painter.drawLines([chord, *ticks])
        if shape.at is not None:
            size = exposure.units(style.chord_point_px)
            painter.setPen(exposure.pen(style.chord))
            painter.setBrush(style.chord_casing.colour)
            painter.drawEllipse(self._transform.to_scene(shape.at), size, size)
        letters = style.texts["note"]
        if chord.length() and letters.size / HEX * exposure.hex_px >= style.text_least_px:
            aside = QPointF(chord.dx(), chord.dy()) / chord.length() * letters.size
            for text, place in zip(shape.words, (low - aside, high + aside), strict=True):
                if text:
                    Label(letters, text, (place.x(), place.y())).paint(painter)

    @paint.register
    def _(self, shape: SmokeMark, painter: QPainter, exposure: Exposure) -> None:
        style = self._style
        x, y = self._transform.centre(shape.hex)
        if shape.spread:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(exposure.pen(style.smoke_spread))
            among = sorted(shape.hex.within(1))
            held = HexSet(among)
            painter.drawPath(path_of(*[side for place in among for side in self._rim(place, held)]))
        cloud = QPainterPath()
        for dx, dy, radius in _PUFFS:
            puff = QPainterPath()
            puff.addEllipse(QPointF(x + dx * HEX, y + dy * HEX), radius * HEX, radius * HEX)
            cloud = cloud.united(puff)
        painter.fillPath(cloud, style.smoke_fill)
        painter.strokePath(cloud, exposure.pen(style.smoke_line))
        letters = style.texts["note"]
        if shape.label and letters.size / HEX * exposure.hex_px >= style.text_least_px:
            Label(letters, shape.label, (x, y + 0.03 * HEX)).paint(painter, halo=False)

    @paint.register
    def _(self, shape: Sketch, painter: QPainter, exposure: Exposure) -> None:
        look = self._style.sketches[shape.look]
        path = path_of(self._transform.line(shape.line))
        if shape.filled:
            painter.fillPath(path, look.fill)
            if look.hatch is not None:
                _hatch(painter, path, exposure, look.hatch, exposure.units(look.hatch_px), _HATCH_ANGLE)
        # The casing stays whole under dashes: one of the two is seen on any ground.
        for stroke in (look.casing, look.line):
            painter.strokePath(path, exposure.pen(stroke))

    @paint.register
    def _(self, shape: Graphic, painter: QPainter, exposure: Exposure) -> None:
        paint_graphic(shape, self._style.graphics[shape.look], painter, exposure)

    @paint.register
    def _(self, shape: Handles, painter: QPainter, exposure: Exposure) -> None:
        look = self._style.handles[shape.look]
        size = exposure.units(look.size_px)
        if shape.share:
            size = min(size, max(size / 2, shape.share * HEX))
        points = self._transform.line(shape.points)
        # Where they would hide each other some are left out, never those that are held.
        for number in spread_out(points, size * _CROWDED, shape.active):
            x, y = points[number]
            held = number in shape.active
            if not meets((x, y, x, y), widened(exposure.span, size)):
                continue
            half = size / 2 * (_HELD if held else 1.0)
            symbol = _symbol(look.symbol, x, y, half)
            painter.strokePath(symbol, _around(exposure, look.line, self._style.handle_casing))
            painter.fillPath(symbol, look.active if held else look.fill)
            painter.strokePath(symbol, exposure.pen(look.line))
            if held:
                # What is held has a dot in it, so that it is told without colour.
                painter.fillPath(_symbol("ring", x, y, half * _DOT), look.line.colour)

    @paint.register
    def _(self, shape: Caption, painter: QPainter, exposure: Exposure) -> None:
        painter.save()
        painter.translate(*self._transform.xy(shape.at))
        painter.scale(exposure.units(1), exposure.units(1))
        painter.translate(CAPTION_OFF_PX, -CAPTION_OFF_PX)
        metrics = QFontMetricsF(painter.font())
        margin = metrics.height() / 4
        lines = int(Qt.AlignmentFlag.AlignLeft)
        size = metrics.boundingRect(QRectF(0, 0, _WIDEST_CAPTION, _WIDEST_CAPTION), lines, shape.text).size()
        place = QRectF(QPointF(0, -size.height()), size)
        x, y = self._transform.xy(shape.at)
        left, below = _sides_of(self._transform.xy(shape.towards))
        span, beside = exposure.span, exposure.units(CAPTION_OFF_PX + place.width() + margin)
        high = exposure.units(CAPTION_OFF_PX + place.height() + margin)
        # At the rim of the view it stands on the other side of its point.
        if (left and not x - beside < span[0] < x) or (not left and x + beside > span[2] > x):
            place.translate(-place.width() - 2 * CAPTION_OFF_PX, 0)
        if (below and not y + high > span[3] > y) or (not below and y - high < span[1] < y):
            place.translate(0, place.height() + 2 * CAPTION_OFF_PX)
        painter.setPen(QPen(self._style.caption_frame.colour, self._style.caption_frame.least_px))
        painter.setBrush(self._style.caption_plate)
        painter.drawRoundedRect(place.adjusted(-margin, -margin / 2, margin, margin / 2), margin, margin)
        painter.setPen(self._style.caption_ink)
        painter.drawText(place, lines | int(Qt.TextFlag.TextDontClip), shape.text)
        painter.restore()

    @paint.register
    def _(self, shape: HexCursor, painter: QPainter, exposure: Exposure) -> None:
        ring = polygon(self._ring(shape.hex))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for stroke in (self._style.cursor_casing, self._style.cursor):
            painter.setPen(exposure.pen(stroke))
            painter.drawPolyline(ring)

    @paint.register
    def _(self, shape: FlashRing, painter: QPainter, exposure: Exposure) -> None:
        x, y = self._transform.centre(shape.hex)
        radius = HEX * (0.62 + 1.3 * (1 - shape.part))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        pen = exposure.pen(self._style.flash)
        colour = QColor(pen.color())
        colour.setAlphaF(colour.alphaF() * (1 - shape.part * shape.part))
        pen.setColor(colour)
        painter.setPen(pen)
        painter.drawEllipse(QPointF(x, y), radius, radius)


def least_and_most(places: Sequence[Hex], by: Callable[[Hex], int]) -> tuple[Hex, Hex]:
    """The hexes that are the first and the last by some number."""
    return min(places, key=by), max(places, key=by)


def spread_out(points: Sequence[tuple[float, float]], least: float, always: frozenset[int] = frozenset()) -> list[int]:
    """Positions of points of which none stands nearer than `least` to the one taken before it; both ends are taken, and all
    that are in `always`.

    >>> spread_out([(0, 0), (1, 0), (2, 0), (5, 0), (5.5, 0)], 2, frozenset({1}))
    [0, 1, 3, 4]
    """
    taken: list[int] = []
    for number, point in enumerate(points):
        last = points[taken[-1]] if taken else None
        wanted = number in always or number == len(points) - 1
        if wanted or last is None or math.dist(point, last) >= least:
            taken.append(number)
    return taken


def _symbol(name: str, x: float, y: float, half: float) -> QPainterPath:
    """A square, ring, diamond or triangle around a point."""
    path = QPainterPath()
    match name:
        case "ring":
            path.addEllipse(QPointF(x, y), half, half)
        case "diamond":
            path.addPolygon(polygon(((x, y - half), (x + half, y), (x, y + half), (x - half, y), (x, y - half))))
        case "triangle":
            path.addPolygon(polygon(((x, y - half), (x + half, y + half), (x - half, y + half), (x, y - half))))
        case _:
            path.addRect(x - half, y - half, 2 * half, 2 * half)
    return path


def _plate(
    painter: QPainter, exposure: Exposure, letters: Lettering, at: tuple[float, float], width: float, size: float
) -> None:
    """The plate under a text, all of one height whatever signs stand on them."""
    half_x, half_y = (width + _PLATE_BESIDE * size) / 2, _PLATE_HIGH * size / 2
    painter.setPen(Qt.PenStyle.NoPen if letters.plate_frame is None else exposure.pen(letters.plate_frame))
    painter.setBrush(letters.plate or Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(at[0] - half_x, at[1] - half_y, 2 * half_x, 2 * half_y), half_y / 2, half_y / 2)


def _sides_of(way: tuple[float, float]) -> tuple[bool, bool]:
    """Whether a way on the screen leads to the left, and whether downwards; straight up is neither.

    >>> _sides_of((100.0, -100.0)), _sides_of((-86.6, 50.0))
    ((False, False), (True, True))
    """
    return way[0] < -_STRAIGHT, way[1] > _STRAIGHT


def _around(exposure: Exposure, line: Stroke, casing: Stroke) -> QPen:
    """A pen that leaves a rim on both sides of a line."""
    pen = exposure.pen(casing)
    pen.setWidthF(exposure.width(line) + exposure.width(casing))
    return pen


def _plain_far_off(stroke: Stroke, exposure: Exposure) -> Stroke:
    """A stroke whose dashes are left out where a hexside is too short to show them: they take long to paint, too."""
    return replace(stroke, dash=()) if stroke.dash and exposure.hex_px < _COARSE_PX else stroke


def _rim_pen(stroke: Stroke, exposure: Exposure) -> QPen:
    """A pen for hexsides one by one. Their round ends would take several times as long as they themselves, and meet alike."""
    pen = exposure.pen(stroke)
    if pen.capStyle() == Qt.PenCapStyle.RoundCap:
        pen.setCapStyle(Qt.PenCapStyle.SquareCap)
    return pen


def _filled_path() -> QPainterPath:
    """A path whose parts may lie over each other, as the pieces of a hex on two sheets that overlap do."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


def _hatch(painter: QPainter, path: QPainterPath, exposure: Exposure, stroke: Stroke, step: float, angle: float) -> None:
    """Parallel lines inside a path, at the same places of the scene whatever part of it is painted."""
    turn = math.radians(angle)
    cos, sin = math.cos(turn), -math.sin(turn)
    span = exposure.span
    corners = [(x, y) for x in (span[0], span[2]) for y in (span[1], span[3])]
    aside = [x * -sin + y * cos for x, y in corners]
    along = [x * cos + y * sin for x, y in corners]
    low, high = min(along), max(along)
    lines = []
    for k in range(math.floor(min(aside) / step), math.ceil(max(aside) / step) + 1):
        x, y = -sin * k * step, cos * k * step
        lines.append(QLineF(x + cos * low, y + sin * low, x + cos * high, y + sin * high))
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    painter.setPen(exposure.pen(stroke))
    painter.drawLines(lines)
    painter.restore()


def _foot(start: QPointF, end: QPointF, point: QPointF) -> QPointF:
    """The point of a segment nearest to another point."""
    way = end - start
    whole = QPointF.dotProduct(way, way)
    part = 0.0 if whole == 0 else min(max(QPointF.dotProduct(point - start, way) / whole, 0.0), 1.0)
    return start + way * part


def _in_turn(counted: tuple[int, ...]) -> tuple[int, ...]:
    """Ray numbers that follow each other around the circle, from the first of them on.

    >>> _in_turn((0, 1, 10, 11))
    (10, 11, 0, 1)
    """
    held = set(counted)
    first = next((number for number in sorted(held) if (number - 1) % 12 not in held), min(held, default=0))
    return tuple((first + k) % 12 for k in range(len(held)))
